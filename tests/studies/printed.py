"""The printed numbers of docs/validation.md beside those of the program:

    printed.py HILSPACE [RESULTS] [--write]

Between `<!-- printed: studies/NAME/expected/TABLE.csv -->` and `<!-- end -->` the page has the rows of that table whose source is a
print, with the result of the study. The page must be as they come out now; --write makes it so. Results of the studies' own
tests in RESULTS are taken where they are newer than the program. Tables with printed numbers that the page lacks are
mistakes.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy

import replay

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/plot"))
import units  # noqa: E402

PAGE = ROOT / "docs/validation.md"
BLOCK = re.compile(r"<!-- printed: studies/([\w-]+)/expected/([\w.-]+) -->\n.*?<!-- end -->", re.S)
PRINT = re.compile(r"(published|print|Bondoky|Zebenay)")
AGAIN = re.compile(r"recomputed")


def is_printed(row):
    return bool(PRINT.match(row["source"])) and not AGAIN.search(row["source"]) and row["metric"] != "stable.simulated"


def shown(value, unit):
    return units.quantity(value, unit) if unit else f"{value:.4g}"


def unit_of(result, name):
    return replay.text(result[name].attrs.get("units", "")) if name in result else ""


def where(row, result, keys):
    """A scenario in words, by the keys that differ within the table."""
    said = []
    for key in keys:
        if row[key]:
            try:
                value = shown(float(row[key]), unit_of(result, key))
            except ValueError:
                value = row[key]
            said.append(f"{key} = {value}")
    return ", ".join(said) or "-"


def print_of(row):
    """What stands in the source: the number at the end of "Zebenay 2013 5.2: 23.9 ms", or else what is expected."""
    match = re.search(r": ([\d.]+)( ms)?$", row["source"])
    return float(match[1])*(1e-3 if match[2] else 1.0) if match else float(row["expected"])


def signed(value, unit):
    """A difference, without a sign where nothing is left of it."""
    text = f"{value:+.2f}"
    return f"{text.lstrip('+-') if float(text) == 0 else text} {unit}"


def line(result, row, keys):
    """One row of the page: scenario, measure, print, ours, difference."""
    metric = row["metric"]
    ours, printed = float(numpy.mean(result[metric][replay.scenario(result, row, row.get("over"))])), print_of(row)
    unit = unit_of(result, metric)
    if unit == "percent":
        pair, difference = (f"{printed:.2f} %", f"{ours:.2f} %"), signed(ours - printed, "points")
    else:
        factor, spelling = units.handy(unit, abs(printed))
        pair = (f"{printed/factor:.6g} {spelling}".strip(), f"{ours/factor:.5g} {spelling}".strip())
        difference = signed(100.0*(ours - printed)/abs(printed), "%") if printed else f"{(ours - printed)/factor:.1g} {spelling}".strip()
    return f"| {where(row, result, keys)} | `{metric}` | {pair[0]} | {pair[1]} | {difference} |"


def result_of(binary, results, name, study, verb, scratch):
    kept = Path(results, name, study.replace(".toml", ".h5")) if results and verb == "run" else None
    if kept and kept.exists() and kept.stat().st_mtime > Path(binary).stat().st_mtime:
        return kept
    output = Path(scratch, f"{name}-{study}-{verb}.h5")
    if not output.exists():
        replay.run(binary, verb, str(ROOT / "studies" / name / study), str(output))
    return output


def table(binary, results, name, csv, scratch):
    """The block of one table of expected numbers."""
    _, (study, verb), _, rows = next(found for found in replay.tables(str(ROOT / "studies" / name)) if found[0] == csv)
    rows = [row for row in rows if is_printed(row)]
    given = [key for key in rows[0] if key not in {column for kind in replay.COLUMNS.values() for column in kind}]
    keys = [key for key in given if len({row[key] for row in rows}) > 1] or given[:1]
    with h5py.File(result_of(binary, results, name, study, verb, scratch)) as result:
        lines = [line(result, row, keys) for row in rows]
    return "\n".join([f"<!-- printed: studies/{name}/expected/{csv} -->", "", "| scenario | measure | printed | hilspace | difference |",
                      "|---|---|---|---|---|", *lines, "", "<!-- end -->"])


def lacking(page):
    """Tables with printed numbers that the page does not name."""
    named = {match.groups() for match in BLOCK.finditer(page)}
    for folder in sorted((ROOT / "studies").glob("*/expected")):
        for csv, _, kind, rows in replay.tables(str(folder.parent)):
            if kind != "trends" and any(is_printed(row) for row in rows) and (folder.parent.name, csv) not in named:
                yield f"docs/validation.md has no block for studies/{folder.parent.name}/expected/{csv}"


def main(arguments):
    write = "--write" in arguments
    binary, results = ([word for word in arguments if word != "--write"] + [None])[:2]
    page = PAGE.read_text()
    wrong = list(lacking(page))
    with tempfile.TemporaryDirectory() as scratch:
        fresh = BLOCK.sub(lambda match: table(binary, results, match[1], match[2], scratch), page)
    if write:
        PAGE.write_text(fresh)
    elif fresh != page:
        wrong += [f"docs/validation.md says: {old}\n               now it is: {new}"
                  for old, new in zip(page.splitlines(), fresh.splitlines()) if old != new] or ["docs/validation.md is out of date"]
        wrong.append("tests/studies/printed.py --write makes it so")
    print("\n".join(wrong) or "the page is as it comes out")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(str(error))
