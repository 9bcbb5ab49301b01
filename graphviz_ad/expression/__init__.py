"""adviz's language: text to syntax and back.

Python's arithmetic with its precedence and associativity, read without ever being
evaluated.  `tokens` cuts the text, `statements` and `parse` build terms, `refusals` says what
to write instead, `term` is the noun and its one loop, `printing` writes terms as text or
typeset.  Nothing here recurses.
"""

from graphviz_ad.expression.printing import TEXT, TYPESET, Style, typeset, write
from graphviz_ad.expression.statements import Program, Statement, parse_expression, parse_program
from graphviz_ad.expression.term import Term, fold, name, number, simplify, substitute, walk
from graphviz_ad.expression.tokens import CONSTANTS, Token, normal

__all__ = [
    "CONSTANTS",
    "TEXT",
    "TYPESET",
    "Program",
    "Statement",
    "Style",
    "Term",
    "Token",
    "fold",
    "name",
    "normal",
    "number",
    "parse_expression",
    "parse_program",
    "simplify",
    "substitute",
    "typeset",
    "walk",
    "write",
]
