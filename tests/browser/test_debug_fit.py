from __future__ import annotations

from browser.fit import violations
from suspected import BROKEN, engine, long_sum, power, sigmoid

from graphviz_ad.noun import replace
from graphviz_ad.write.debugging import debug
from graphviz_ad.write.report import Report


def test_every_text_of_a_report_fits_in_three_fonts():
    claims, verdict = power()
    wrong = replace(claims, values={**claims.values, 1: 3.0})
    pictures = {
        "power": Report(claims, verdict),
        "value": Report(wrong, replace(verdict, values={1: 2.197})),
        "sigmoid": Report(*sigmoid()),
        "large": Report(*long_sum(300)),
        "many": Report(claims, replace(verdict, findings=verdict.findings[:1] * 14, roots=(None,) * 14)),
        "engine": debug(engine(BROKEN)["loss"]),
    }
    assert violations({name: report.svg() for name, report in pictures.items()}) == []
