r"""Texts for TeX: every character as commands that pdflatex knows without a further package.

The result is ASCII.  What has no command (most scripts of the world) becomes ``\advizchar{4E2D}``,
which sets the character where engine and font have it, and a small box where they do not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

__all__ = ["MISSING", "lacking", "remark", "typeset"]

MISSING = "\\advizchar"
"""The command for a character that has none."""

# What TeX takes for something else, and what the fonts have elsewhere or join to something else.
_TEXT = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"{\char36}", "%": r"\%", "#": r"\#", "&": r"\&",
    "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "-": "{-}", "`": r"\`{}", "'": "{'}",
    '"': "{''}", "\u00a0": r"\ ", "\u2018": "{`}", "\u2019": "{'}",
    "\u201c": "{``}", "\u201d": "{''}", "\u2013": "{--}", "\u2014": "{---}", "\u2010": "{-}",
    "…": r"\ldots{}", "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}", "ø": r"\o{}",
    "Ø": r"\O{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "¡": r"\textexclamdown{}",
    "¿": r"\textquestiondown{}", "©": "(c)",
}  # fmt: skip
_MATH = {
    "<": "<", ">": ">", "|": "|", "−": "-", "·": r"\cdot", "⋅": r"\cdot", "∙": r"\bullet", "•": r"\bullet",
    "×": r"\times", "÷": r"\div", "±": r"\pm", "∓": r"\mp", "∗": "*", "∘": r"\circ", "°": r"{}^\circ",
    "⊙": r"\odot", "⊗": r"\otimes", "⊕": r"\oplus", "∕": "/", "⁄": "/", "∂": r"\partial", "∇": r"\nabla",
    "∆": r"\Delta", "√": r"\surd", "∛": r"{}^3\!\surd", "∞": r"\infty", "∑": r"\textstyle\sum",
    "∏": r"\textstyle\prod", "∫": r"\textstyle\int", "≈": r"\approx", "≃": r"\simeq", "∼": r"\sim",
    "≠": r"\neq", "≤": r"\leq", "≥": r"\geq", "≡": r"\equiv", "≪": r"\ll", "≫": r"\gg", "∝": r"\propto",
    "←": r"\leftarrow", "→": r"\rightarrow", "↑": r"\uparrow", "↓": r"\downarrow", "↔": r"\leftrightarrow",
    "⇐": r"\Leftarrow", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "↦": r"\mapsto", "∈": r"\in",
    "∉": r"\notin", "∋": r"\ni", "⊂": r"\subset", "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap",
    "∅": r"\emptyset", "∀": r"\forall", "∃": r"\exists", "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg",
    "⊤": r"\top", "⊥": r"\perp", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil",
    "⟨": r"\langle", "⟩": r"\rangle", "‖": r"\Vert", "∥": r"\parallel", "′": r"{}'", "″": r"{}''",
    "ℓ": r"\ell", "ℏ": r"\hbar", "ħ": r"\hbar", "ℵ": r"\aleph", "ℜ": r"\Re", "ℑ": r"\Im", "℘": r"\wp",
    "⋆": r"\star", "†": r"\dagger", "‡": r"\ddagger", "⋯": r"\cdots", "µ": r"\mu", "§": r"\mathsection",
    "¶": r"\mathparagraph", "£": r"\mathsterling",
}  # fmt: skip
# Greek letters that look like Latin ones have no command.
_NAMES = {
    "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma varsigma tau "
    "upsilon varphi chi psi omega phi epsilon vartheta varpi varrho": "αβγδεζηθικλμνξπρσςτυφχψωϕϵϑϖϱ",
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega": "ΓΔΘΛΞΠΣΥΦΨΩ",
}
_MATH |= {letter: rf"\{name}" for names, letters in _NAMES.items()
          for name, letter in zip(names.split(), letters, strict=True)}  # fmt: skip
_TEXT |= dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo", strict=True))
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0323": "d", "\u0327": "c", "\u0331": "b",
}  # fmt: skip
_OVER = {
    "\u0300": "grave", "\u0301": "acute", "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar",
    "\u0306": "breve", "\u0307": "dot", "\u0308": "ddot", "\u030c": "check", "\u20d7": "vec",
}  # fmt: skip
_BARS = "\u033f"
_RAISED = {"<super>": r"\textsuperscript", "<sub>": r"\textsubscript"}


def typeset(text: str) -> str:
    r"""Return a line of text as TeX sets it, in ASCII.

    Examples
    --------
    >>> print(typeset("50% of $x_1$"))
    50\% of {\char36}x\_1{\char36}
    >>> print(typeset("∂z/∂x̄ = −2·v₁₂² ≈ é"))
    \ensuremath{\partial}z/\ensuremath{\partial}\={x} = \ensuremath{-}2\ensuremath{\cdot}v\textsubscript{12}\textsuperscript{2} \ensuremath{\approx} \'{e}
    >>> print(typeset("損"))
    \advizchar{640D}
    """  # noqa: E501 - the output of one example
    out: list[str] = []
    raised = ""
    for base, marks in _clusters(text):
        command, inner = _raised(base) if not marks else ("", "")
        if command and command == raised:
            out[-1] = f"{out[-1][:-1]}{typeset(inner)}}}"
        elif command:
            out.append(f"{command}{{{typeset(inner)}}}")
        else:
            out.append(_accented(base, marks))
        raised = command
    # TeX would make one space of several.
    return re.sub("(?<= ) |^ | $", r"\\ ", "".join(out))


def lacking(text: str) -> list[str]:
    """Return the characters of a text that have no command, each once, in order.

    Examples
    --------
    >>> lacking("損失 = 損 + x̄")
    ['損', '失']
    """
    found = re.findall(rf"\{MISSING}{{([0-9A-F]+)}}", typeset(text))
    return list(dict.fromkeys(chr(int(code, 16)) for code in found))


def remark(text: str) -> str:
    r"""Return a text as a line that TeX leaves out.

    Examples
    --------
    >>> print(remark("y = x\n\\end{document}"))
    % y = x \end{document}
    """
    return "% " + "".join(character if character.isprintable() else " " for character in text)


def _clusters(text: str) -> Iterator[tuple[str, str]]:
    """Yield each character with the marks above and below it."""
    base, marks = "", ""
    for character in unicodedata.normalize("NFD", text):
        if unicodedata.combining(character):
            marks += character
            continue
        if base or marks:
            yield base, marks
        base, marks = character, ""
    if base or marks:
        yield base, marks


def _raised(character: str) -> tuple[str, str]:
    """Return the command that raises or lowers a character, and what it is on the line; or two ''."""
    kind, _, inner = unicodedata.decomposition(character).partition(" ")
    if kind not in _RAISED:
        return "", ""
    return _RAISED[kind], "".join(chr(int(code, 16)) for code in inner.split())


def _accented(base: str, marks: str) -> str:
    """Return a character with its marks."""
    if not marks:
        return _plain(base)
    # By marks joined to one character there may be one that has a command: ≠.
    whole = unicodedata.normalize("NFC", base + marks)
    if whole in _MATH or whole in _TEXT:
        return _plain(whole)
    said = _plain(base)
    for place, mark in enumerate(marks):
        if place == 0 and mark in _ACCENTS and base.isascii() and base.isalpha():
            said = rf"\{_ACCENTS[mark]}{{{said}}}"
        elif mark == _BARS:
            said = rf"\ensuremath{{\bar{{\bar{{\hbox{{{said}}}}}}}}}"
        elif mark in _OVER:
            said = rf"\ensuremath{{\{_OVER[mark]}{{\hbox{{{said}}}}}}}"
        else:
            said += _unknown(mark)
    return said


@cache
def _plain(character: str) -> str:
    """Return one character without marks."""
    if character in _TEXT:
        return _TEXT[character]
    if character in _MATH:
        return rf"\ensuremath{{{_MATH[character]}}}"
    if character.isascii():
        return character if character.isprintable() else " "
    return _unknown(character)


def _unknown(character: str) -> str:
    return f"{MISSING}{{{ord(character):04X}}}"
