"""The page: title, sections, data, style and scripts in one file."""
import json
import os
from pathlib import Path

import html_parts as html
from reading import text, title

HERE = Path(__file__).parent
D3 = Path("/usr/share/nodejs/d3/dist/d3.min.js")
THREE = Path("/usr/share/javascript/three/three.min.js")
PACKAGES = {D3: "node-d3", THREE: "libjs-three"}  # Debian's
NOTICES = {THREE: "// three.js, copyright three.js authors, MIT licence: threejs.org/license\n"}  # where the file itself has none
# In order of dependency.
SCRIPTS = ["ready.js", "data.js", "format.js", "palette.js", "tooltip.js", "chart.js", "zoom.js", "controls.js", "lines.js", "map.js",
           "scatter.js", "distribution.js", "parallel.js", "captures.js", "xy.js", "bars.js", "ranking.js", "replay.js", "histories.js",
           "csv.js", "grid.js", "sample.js", "start.js"]


class Incomplete(Exception):
    """A part of the page is not installed."""


def explorer(data):
    """Empty sections for the charts, filled by the scripts."""
    made = []
    if data.get("columns"):
        notes = html.paragraph(" ".join(data["notes"]), "note") if data.get("notes") else ""
        name = "Measures over the axes" if data["kind"] == "grid" else "Measures of the sample"
        if data["kind"] == "sample" or data["axes"]:
            made.append(html.section("charts", name, notes + '<div id="explorer"></div>'))
    for place, chart in enumerate(data.get("charts", [])):
        notes = html.paragraph(" ".join(chart["notes"]), "note") if chart.get("notes") else ""
        made.append(html.section(chart["id"], chart["title"], f'{notes}<div id="chart-{place}"></div>'))
    if data.get("histories"):
        made.append(html.section("histories", "Time histories", '<div id="traces"></div>'))
    if any(data.get(part) for part in ("columns", "charts", "histories")):
        made.append(html.section("data", "Data", '<div id="download"></div>'))
    return made


def embedded(data):
    """JSON that cannot contain a tag."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False, ensure_ascii=False).replace("<", "\\u003c")


def script(path):
    try:
        code = path.read_text(encoding="utf-8")
    except OSError as error:
        remedy = f"; install {PACKAGES[path]} (apt-get install {PACKAGES[path]})" if path in PACKAGES else ""
        raise Incomplete(f"{path}: {error.strerror}{remedy}") from error
    # Each script has a scope of its own; they share only the libraries and report.
    return f"<script>{NOTICES.get(path, '')}{code}</script>\n" if path in PACKAGES else f"<script>(() => {{\n{code}}})();</script>\n"


def meta(file):
    """Date, program version and file name in one line."""
    attributes = file.attrs
    said = [text(attributes[key]) for key in ("end_time", "recorded_at") if key in attributes][:1]
    said = [when.replace("T", " ").replace("Z", " UTC").replace("+00:00", " UTC") for when in said]
    if "program_version" in attributes:
        revision = text(attributes.get("revision", ""))
        said.append(f"{text(attributes.get('program', 'hilspace'))} {text(attributes['program_version'])}" +
                    (f" ({revision})" if revision else ""))
    if "seed" in attributes:
        said.append(f"seed {int(attributes['seed'])}")
    return " · ".join([*said, os.path.basename(file.filename)])


HINT = """<p class="note hint">Charts: the pointer or the arrow keys read values; dragging, or + and −, zooms; a double click, or 0, shows the whole.</p>
"""

# Marks a page as a report, which another report may replace.
GENERATOR = '<meta name="generator" content="hilspace report">'


def page(file, parts, data):
    name = html.words(title(file))
    contents = "".join(f'<li><a href="#{anchor}">{html.words(words)}</a></li>' for anchor, words, _ in parts)
    digest = text(file.attrs.get("study_sha256", ""))
    origin = html.paragraph(f"Written by hilspace report. SHA-256 of the study: {digest}." if digest else "Written by hilspace report.")
    style = (HERE / "report.css").read_text(encoding="utf-8")
    charts = plain = ""
    if any(data.get(part) for part in ("columns", "charts", "histories")):
        data = {"file": os.path.basename(file.filename)} | data
        libraries = [D3, THREE] if any(trace.get("replay") for trace in data.get("histories", [])) else [D3]
        charts = f'<script type="application/json" id="report-data">{embedded(data)}</script>\n' + \
            "".join(map(script, libraries)) + "".join(script(HERE / name) for name in SCRIPTS)
    else:
        plain = script(HERE / "ready.js") + "<script>report.ready();</script>\n"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
{GENERATOR}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:">
<title>{name}</title>
<style>
{style}</style>
</head>
<body>
<header><h1>{name}</h1>
<p class="meta">{html.words(meta(file))}</p>
<nav aria-label="Contents"><ul>{contents}</ul></nav>
{HINT if charts else ""}</header>
<main>
<noscript><p class="warnings">The charts need JavaScript, which is disabled in this browser.</p></noscript>
{"".join(inside for _, _, inside in parts)}</main>
<footer>{origin}</footer>
{charts or plain}</body>
</html>
"""
