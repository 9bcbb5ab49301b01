"""Advance widths of DejaVu Sans, the widest of the usual sans, for the blocks that we write."""

from __future__ import annotations

__all__ = ["BLOCKS", "UNIT", "ZERO"]

UNIT = 80
ZERO = 40

BLOCKS: tuple[tuple[int, str], ...] = (
    (
        0x20,  # Latin
        (
            r"BIMl[ug>HHPlBEBC[[[[[[[[[[CClllSx__`f[Wfe@@]UndgYg`[Yc_x_Y_HCHlPPZ[T[ZE[[??W?v[Y[[IRH[XjXX"
            r"R[C[lYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYBI[[[[CPPxNYlExPPlIIP[[BPINYvvvS______v`[[[[@@@@fdgg"
            r"ggglgccccYY[ZZZZZZwTZZZZ????Y[YYYYYlY[[[[X[X_Z_Z_Z`T`T`T`Tf[f[[Z[Z[Z[Z[Zf[f[f[f[e[r`@?@?@?"
            r"@?@?XU@?]WWU?U?UFUDU?d[d[d[jd[gYgYgY~z`I`I`I[R[R[R[RYHYHYHc[c[c[c[c[c[xjYXY_R_R_RE"
        ),
    ),
    (
        0x370,  # Greek
        (
            r"]Vm\??d\YYPTTTC@YYYYPP`BdnIYiYjkD__U_[_eg@]_nd[geYY[YYg_gf@Y]T[DW]\XYTT[YDXX[UUYY[W[YW]W]k"
            r"DWYWk]ZZ`l`]k^gY\WWM]]n[ske]hZ_YfZ`YYS^[T?gZZY[`n][a`a"
        ),
    ),
    (0x410, r"___Yg[~\ddaenegeY`YYm_g_~~ko_`~`ZZXS`ZqS\\Y\e]Y][TWXmX_XrtahXTlY"),  # Cyrillic
    (0x2010, r"EE[PxxPPBBBBRRRRPPXXC^xB"),  # dashes and dots
    (0x2070, r"I7YYIIIIIISSS<<HIIIIIIIIIISSS<<YHJJLJIK6ZHKF@"),  # superscripts and subscripts
    (0x2190, r"llll"),  # arrows
    (0x2200, r"_[R[[n^^nnbnnb[ee^lllC[l[[[[[bklpplPPPPccccR"),  # mathematical operators
    (0x2260, r"llllll"),  # relations
)
"""First code point, and from there one character a width: its code less ZERO, in em / UNIT."""
