"""What a notebook shows of something: a picture where there can be one, text anyhow."""

from __future__ import annotations

from collections.abc import Callable, Container

from graphviz_ad.errors import AdvizError

__all__ = ["asked", "bundle"]

SVG, TEXT = "image/svg+xml", "text/plain"


def asked(kind: str, include: object, exclude: object) -> bool:
    """Whether a notebook wants a representation of this kind.

    Examples
    --------
    >>> asked("text/plain", None, None), asked("text/plain", ["image/png"], None)
    (True, False)
    """
    wanted = not isinstance(include, Container) or not include or kind in include
    return wanted and not (isinstance(exclude, Container) and kind in exclude)


def bundle(
    svg: Callable[[], str], text: Callable[[], str], include: object, exclude: object
) -> dict[str, str]:
    """Return the representations that are wanted; where no picture can be made, the text says why.

    Parameters
    ----------
    svg, text
        Make the picture, and the text.
    include, exclude
        The kinds that a notebook wants, and those that it does not; all, if None.

    Examples
    --------
    >>> bundle(lambda: "<svg/>", lambda: "f = x", ["text/plain"], None)
    {'text/plain': 'f = x'}
    """
    found, refused = dict[str, str](), ""
    if asked(SVG, include, exclude):
        try:
            found[SVG] = svg()
        except AdvizError as error:
            refused = f"\nno picture: {error}\n"
    # A picture that was wanted and is not there leaves the text.
    if asked(TEXT, include, exclude) or refused:
        found[TEXT] = text() + refused
    return found
