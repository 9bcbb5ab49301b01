"""Reads the boxes of texts and shapes in a real Chromium and tells what does not fit.

`violations` takes the texts of SVG files as they are written, puts all of them on one page, in
each of several fonts, and returns a sentence for every text that leaves its box, lies on another
text, on a strand, a badge or a box, or leaves the picture.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

# Liberation Sans has the widths of Helvetica and Arial.
FONTS = ("Liberation Sans", "DejaVu Sans", "Liberation Serif")
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)

MEASURE = r"""
const EDGE = 0.75, STEP = 3;
function boxOf(e) {
  const b = e.getBBox();
  return {l: b.x, t: b.y, r: b.x + b.width, b: b.y + b.height};
}
function meet(a, b, by) { return a.l < b.r - by && b.l < a.r - by && a.t < b.b - by && b.t < a.b - by; }
function within(a, b) {
  return a.l >= b.l - EDGE && a.r <= b.r + EDGE && a.t >= b.t - EDGE && a.b <= b.b + EDGE;
}
function shown(e) { return [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.data).join(""); }
function check(svg) {
  const faults = [], view = svg.viewBox.baseVal;
  const page = {l: view.x, t: view.y, r: view.x + view.width, b: view.y + view.height};
  const texts = [...svg.querySelectorAll("text")].map(e => {
    const b = boxOf(e), base = e.y.baseVal[0].value, size = parseFloat(getComputedStyle(e).fontSize);
    // What a font reserves above and below, and more so its stand-in for a rare letter, is more
    // than what it blackens: the height is that of capitals and descenders.
    return {e, b: {l: b.l, r: b.r, t: base - 0.8 * size, b: base + 0.22 * size}, s: shown(e),
            node: e.closest(".adviz-node"), badge: e.classList.contains("adviz-badge")};
  });
  const nodes = [...svg.querySelectorAll(".adviz-node")].map(e => {
    const shapes = [...e.querySelectorAll("rect,ellipse")];
    return {e, shape: shapes[shapes.length - 1], b: boxOf(shapes[0])};
  });
  const circles = [...svg.querySelectorAll("circle")].map(e => ({e, b: boxOf(e)}));
  const cells = [...svg.querySelectorAll("rect.adviz-grid")].map(boxOf);
  for (const t of texts) {
    if (!within(t.b, page)) faults.push(`'${t.s}' leaves the picture`);
    if (t.node) {
      const {shape} = nodes.find(n => n.e === t.node);
      if (shape.tagName === "rect" ? !within(t.b, boxOf(shape)) : !inEllipse(t.b, shape))
        faults.push(`'${t.s}' leaves its box`);
    }
    for (const cell of cells) {
      const x = (t.b.l + t.b.r) / 2, y = (t.b.t + t.b.b) / 2;
      if (x > cell.l && x < cell.r && y > cell.t && y < cell.b && !within(t.b, cell))
        faults.push(`'${t.s}' leaves its cell`);
    }
    if (t.badge) {
      const c = circles.find(c => meet(c.b, t.b, 2));
      const across = c && {l: t.b.l, r: t.b.r, t: c.b.t, b: c.b.b};
      if (!c || !within(across, c.b)) faults.push(`'${t.s}' leaves its badge`);
      continue;
    }
    for (const c of circles) if (meet(c.b, t.b, 0.5)) faults.push(`'${t.s}' lies on a badge`);
    if (t.node) continue;
    for (const n of nodes) if (meet(n.b, t.b, 0.5)) faults.push(`'${t.s}' lies on a node`);
  }
  for (let i = 0; i < texts.length; i++)
    for (let j = i + 1; j < texts.length; j++)
      if (meet(texts[i].b, texts[j].b, 0.5)) faults.push(`'${texts[i].s}' lies on '${texts[j].s}'`);
  circles.forEach((c, i) => circles.slice(i + 1).forEach(d => {
    if (meet(c.b, d.b, 3)) faults.push("two badges lie on each other");
  }));
  const free = texts.filter(t => !t.node && !t.badge);
  for (const path of svg.querySelectorAll("path")) {
    const cls = path.getAttribute("class");
    if (!/^adviz-(s\d|plain|f\d|head-plain|swept|head-swept)$/.test(cls)) continue;
    const half = parseFloat(path.getAttribute("stroke-width") || "0") / 2;
    const near = boxOf(path);
    const around = {l: near.l - half, r: near.r + half, t: near.t - half, b: near.b + half};
    const close = free.filter(t => meet(t.b, around, 0));
    if (!close.length) continue;
    const total = path.getTotalLength();
    for (const t of close)
      for (let d = 0; d <= total; d += STEP) {
        const p = path.getPointAtLength(d);
        // What lies under a node is not seen.
        if (nodes.some(n => p.x > n.b.l && p.x < n.b.r && p.y > n.b.t && p.y < n.b.b)) continue;
        if (meet(t.b, {l: p.x - half, r: p.x + half, t: p.y - half, b: p.y + half}, 0)) {
          faults.push(`'${t.s}' lies on a strand`);
          break;
        }
      }
  }
  return faults;
}
function inEllipse(b, e) {
  const cx = e.cx.baseVal.value, cy = e.cy.baseVal.value;
  const rx = e.rx.baseVal.value + 1, ry = e.ry.baseVal.value + 1;
  // Letters are not as tall as their line: corners are taken at two thirds of the height.
  const third = (b.b - b.t) / 6;
  return [[b.l, b.t + third], [b.r, b.t + third], [b.l, b.b - third], [b.r, b.b - third]]
    .every(([x, y]) => ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1);
}
const result = [];
for (const holder of document.querySelectorAll("[data-case]")) {
  let faults;
  try {
    faults = check(holder.querySelector("svg"));
  } catch (problem) {
    faults = ["not measured: " + problem];
  }
  result.push([holder.dataset.case, holder.dataset.font, faults]);
}
const out = document.createElement("pre");
out.id = "measured";
out.textContent = JSON.stringify(result);
document.body.replaceChildren(out);
"""


def find_browser() -> str:
    """Return the path of Chromium; without one the test is skipped, and fails where CI is set."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    reason = "Chromium is not installed (Debian package chromium)"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def dump_dom(page: str, *, timeout: float = 120.0, width: int = 1600) -> str:
    """Return the page as Chromium has it after its scripts have run."""
    browser = find_browser()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder, "page.html")
        file.write_text(page, encoding="utf-8")
        done = subprocess.run(
            [browser, *OPTIONS, f"--user-data-dir={folder}/profile", f"--window-size={width},1200",
             "--virtual-time-budget=60000", "--dump-dom", file.as_uri()],
            capture_output=True, timeout=timeout, check=False,
        )  # fmt: skip
    return done.stdout.decode("utf-8", "replace")


def measured(dom: str) -> object:
    """Return what a script has written into ``<pre id="measured">``."""
    found = re.search(r'<pre id="measured">(.*?)</pre>', dom, re.DOTALL)
    assert found, f"Chromium measured nothing: {dom[:2000]}"
    text = (
        found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u00a0").replace("&amp;", "&")
    )
    return json.loads(text)


def violations(svgs: Mapping[str, str], fonts: Sequence[str] = FONTS) -> list[str]:
    """Return a sentence for everything that does not fit in any of the pictures, by their names."""
    parts = []
    for number, font in enumerate(fonts):
        parts.append(f"<style>.f{number} text{{font-family:'{font}' !important}}</style>")
        for name, text in svgs.items():
            shown = name.replace("&", "&amp;").replace('"', "&quot;")
            parts.append(f'<div class="f{number}" data-font="{font}" data-case="{shown}">{text}</div>')
    page = f"<!doctype html><meta charset=utf-8><body>{''.join(parts)}<script>{MEASURE}</script>"
    result = measured(dump_dom(page))
    assert isinstance(result, list)
    assert len(result) == len(svgs) * len(fonts), "a picture got lost on the page"
    return [f"{name} in {font}: {fault}" for name, font, faults in result for fault in faults]
