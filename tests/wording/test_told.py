"""Pictures, tables and reports in another language: nothing of them stays English but code and names."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from bench_debug import SETTINGS, plant
from check.faults import FAULTS
from derivations import PICTURES
from faulty import CASES, as_document

from graphviz_ad import debug
from graphviz_ad.check import judge
from graphviz_ad.errors import AdvizError
from graphviz_ad.ops import TABLE
from graphviz_ad.wording import LANGUAGES, told
from graphviz_ad.wording.phrases import FIELD, Phrase
from graphviz_ad.wording.zh import CATALOGUE
from graphviz_ad.write.drawing import draw
from graphviz_ad.write.formats import FORMATS
from graphviz_ad.write.gradient import draw_gradient
from graphviz_ad.write.report import Report
from graphviz_ad.write.sweep_drawing import sweep

WORD = re.compile(r"[A-Za-z]{3,}")
# What stands in pictures and is no English: operations, formulas of local derivatives, code, numbers.
CODE = {"else", "step", "sign", "log", "cos", "sin", "sqrt", "where", "branch", "and", "not", "relu", "grad",
        "inf", "nan", "text", "expm", "for", "node", "reversed",
        "order", "backward", "JSON", "square", "sigmoid", "softplus", "tanh", "mul", "add"}  # fmt: skip
OWN = CODE | {word for name in TABLE for word in WORD.findall(name)}
LONG = {"long names"}  # whose names are shortened in the middle


def english(text, known):
    """Return the words of a text that are neither code nor of the one who asked."""
    words = known | OWN
    return sorted({word for word in WORD.findall(text) if word not in words})


def seen(picture):
    """Return what is read in a picture or said of it."""
    texts = [*picture.texts, *(text for row in picture.rows for text in row.texts)]
    texts += [text for box in picture.boxes for text in box.texts]
    texts += [text for arrow in picture.arrows for text in arrow.label]
    titles = [box.title for box in picture.boxes] + [arrow.title for arrow in picture.arrows]
    return "\n".join(
        [text.text for text in texts] + titles + [picture.title, picture.description, picture.alt]
    )


@pytest.mark.parametrize("name", sorted(PICTURES.keys() - LONG))
def test_drawings_sweeps_and_gradients_have_no_english(name):
    source, at, options = PICTURES[name]
    known = set(WORD.findall(f"{source} {at} {options.get('title')}"))
    drawing = draw(source, at, lang="zh", **options)
    assert english(seen(drawing.picture()), known) == []
    assert english(drawing.text(), known) == []
    assert english(FORMATS["md"].write(drawing).decode(), known) == []
    how = {key: options[key] for key in options.keys() - {"max_paths", "table", "highlight"}}
    for make in (sweep, lambda *given, **what: sweep(*given, mode="forward", **what), draw_gradient):
        try:
            made = make(source, at, lang="zh", **how)
            texts = [made.text(), seen(made.picture())]
        except AdvizError:  # without values there is no sweep; what it says is English, as all errors
            continue
        assert [english(text, known) for text in texts] == [[], []]


@pytest.mark.parametrize("name", CASES)
def test_reports_have_no_english(name):
    document = as_document(CASES[name])
    report = debug(document, lang="zh")
    known = set(WORD.findall(json.dumps(document)))
    for text in (report.text(), report.markdown(), seen(report.picture())):
        assert english(text, known) == []


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_told_without_english(fault, setting):
    case = next((case for number in range(40) if (case := plant(number, fault, SETTINGS[setting]))), None)
    if case is None:
        pytest.skip("this fault needs more than this states")
    claims = case[2]
    from graphviz_ad.draw.options import DrawOptions

    report = Report(claims, judge(claims), options=DrawOptions(lang="zh"))
    for text in (report.text(), report.markdown()):
        assert english(text, set(claims.graph.names.values())) == []


def test_numbers_and_formulas_are_the_same():
    """A number in one language is one in the other."""
    for source, at, options in PICTURES.values():
        one, two = (draw(source, at, lang=lang, **options).picture() for lang in LANGUAGES)
        rows = [[[text.text for text in row.texts if "=" in text.text] for row in p.rows] for p in (one, two)]
        assert rows[0] == rows[1]


@pytest.mark.parametrize("english_", CATALOGUE)
def test_a_translation_has_the_fields_of_its_phrase(english_):
    fields, other = (
        sorted(name for name, _ in FIELD.findall(text)) for text in (english_, CATALOGUE[english_])
    )
    assert set(other) == set(fields)


def test_english_stays_as_it_is_and_loads_no_catalogue():
    code = (
        "import sys, graphviz_ad\n"
        "from graphviz_ad.wording import told\n"
        "assert told('note') == 'note'\n"
        "graphviz_ad.draw('x*x', {'x': 3}).svg()\n"
        "assert not [name for name in sys.modules if name.startswith('graphviz_ad.wording.')]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_values_are_told_as_values_however_many_they_are():
    made = draw("x*y + z", {"x": 1, "y": 2, "z": 3}, lang="zh")
    assert "\n其中 x = 1, y = 2, z = 3\n" in made.text()
    assert made.alt.startswith("f = x·y + z，其中 x = 1, y = 2, z = 3：f = 5")


def test_what_has_no_translation_stays():
    assert told("x² + 1", "zh") == "x² + 1"
    assert told(told("+ 993 more paths", "zh"), "zh") == "另外 993 条路径"


def test_a_phrase_with_choices():
    phrase = Phrase("{n:n} node(|s) of {name}", "{name} 的 {n} 个节点")
    assert phrase.said("1 node of y") == "y 的 1 个节点"


def test_the_picture_says_its_language():
    assert 'lang="zh"' in draw("x*x", {"x": 3}, lang="zh").svg().split(">")[0]
    assert "lang=" not in draw("x*x", {"x": 3}).svg().split(">")[0]
