"""The words of pictures, tables and reports in other languages than English.

Every sentence is written once, in English, where it is known what there is to say.  Whoever shows it
hands it to `told`, which knows each sentence by its fixed words and says the same with the same names
and numbers in the reader's language.
"""

from __future__ import annotations

__all__ = ["LANGUAGES", "told"]

LANGUAGES = ("en", "zh")


def told(text: str, lang: str = "en") -> str:
    """Return ``text``, which is English, in a language of `LANGUAGES`.

    What has no translation, such as names, formulas and code, stays as it is; so does what is
    translated already.

    Examples
    --------
    >>> told("+ 993 more paths", "zh"), told("+ 993 more paths"), told("x² + 1", "zh")
    ('另外 993 条路径', '+ 993 more paths', 'x² + 1')
    """
    if lang == "en" or not text:
        return text
    from graphviz_ad.wording.phrases import translated  # the reader of English loads no catalogue

    return translated(text, lang)
