"""Seeds of a sweep as people type them: ``x``, which is 1, or ``x=1 c=0.5``."""

from __future__ import annotations

from collections.abc import Iterable

from graphviz_ad.errors import SyntaxProblem
from graphviz_ad.expression import normal
from graphviz_ad.read.program.values import read_values

__all__ = ["read_seeds"]


def read_seeds(texts: Iterable[str]) -> dict[str, float]:
    """Return the seeds that texts give to inputs or outputs; all of them are of one sweep.

    Parameters
    ----------
    texts
        Each names, separated by blanks or commas, or one or more ``NAME=VALUE``.

    Raises
    ------
    SyntaxProblem
        With the place in the text.

    Examples
    --------
    >>> read_seeds(["x"]), read_seeds(["y1=1 y2=-1"]), read_seeds(["a, b", "c=1/2"])
    ({'x': 1.0}, {'y1': 1.0, 'y2': -1.0}, {'a': 1.0, 'b': 1.0, 'c': 0.5})
    """
    seeds: dict[str, float] = {}
    for text in texts:
        found = read_values([text]) if "=" in text else _ones(text)
        for name, value in found.items():
            if name in seeds:
                raise SyntaxProblem(f"{name} is given two seeds", source=text, hint="give one")
            seeds[name] = value
    return seeds


def _ones(text: str) -> dict[str, float]:
    names = [normal(name) for name in text.replace(",", " ").split()]
    if not names:
        raise SyntaxProblem("a seed is missing", hint='for example "x", or "x=1 c=0.5"')
    return dict.fromkeys(names, 1.0)
