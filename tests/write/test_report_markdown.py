from __future__ import annotations

from suspected import OVERWRITTEN, clean, power

from graphviz_ad.finding import Source
from graphviz_ad.noun import replace
from graphviz_ad.write.report_markdown import report_markdown

POWER = r"""**1 error, 1 that follows from it, 1 note**

* read JSON: 4 nodes, 2 values, 3 local derivatives, 3 gradients, at p = 1.3

| | fault | where | given | should be |
|--:|---|---|--:|--:|
| 1 | assign instead of accumulate | p | 5.07 | 6.07 |
| 2 | wrong gradient (follows from 1) | c = p³ | 2 | 1 |

1\. overwritten at p by the \*\* node c: the path y → p (1) is lost
   Hint: p.grad += 3\*p\*\*2 \* y.grad
   engine.py, line 12:

   ```python
   def rule():
       self.grad = 3*self.data**2 * out.grad
   ```

* note: c has a kink at p = 1.3
"""


def test_the_report_as_markdown():
    assert report_markdown(*power()) == POWER


def test_a_clean_graph_has_no_table():
    text = report_markdown(*clean())
    assert text.startswith("**no fault found in 4 nodes: 2 values, 3 local derivatives, 3 gradients agree**")
    assert "|" not in text


def test_code_with_backquotes_does_not_end_its_block():
    claims, verdict = power()
    found = replace(OVERWRITTEN, source=Source("e.py", 1, "x = '```'"))
    text = report_markdown(claims, replace(verdict, findings=(found,), roots=(None,)))
    assert "   ````python\n   x = '```'\n   ````\n" in text


def test_what_else_it_may_be():
    claims, verdict = power()
    text = report_markdown(claims, replace(verdict, instead={0: (replace(OVERWRITTEN, node="n1"),)}))
    assert "   Or: assign instead of accumulate at c would give the same numbers\n" in text
