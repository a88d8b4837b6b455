"""hilspace report: the contents of a file as one self-contained HTML page."""
import argparse
import os
import sys

import campaigns
import dockings
import document
import grid
import histories
import measures
import overview
import ranked
import recordings
import sampled
import tables
import worst

from ending import printed, replace, undisturbed
from errors import FAILURES, PlotError, check_folder
from reading import opened, text

ABOUT = """\
Writes the contents of a hilspace file as one HTML page that any browser opens without a network: what was run, outcomes
and warnings, key numbers with their numerical errors, and interactive charts. Charts of large results contain a part of
the data, and say so; the key numbers are always those of all scenarios.
"""


def parser():
    made = argparse.ArgumentParser(prog="hilspace report", description=ABOUT,
                                   epilog="example: hilspace report study.h5 -o study.html",
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("file", metavar="FILE", help="hilspace file")
    made.add_argument("-o", "--output", metavar="REPORT", help=".html (default: FILE.html)")
    return made


def sections(file, path):
    """The sections of the report, and the data of its charts."""
    kind = text(file.attrs.get("file_kind", "result"))
    if kind == "result" and file["outcome"].size:
        found = measures.of(file)
        again, missing = worst.of_result(file, found)
        charts, unranked = ranked.of_result(file, path)
        data = (sampled if sampled.applies(file) else grid).data(file, found)
        data |= {"charts": charts, "histories": histories.of_result(file) + again, "notes": data.get("notes", []) + missing + unranked}
        return overview.of_result(file, found) + document.explorer(data), data
    if kind == "campaign":
        charts, lines, more = campaigns.data(file, path)
        data = {"charts": charts, "histories": histories.of_result(file)}
        return overview.of_file(file, kind, lines, more) + document.explorer(data), data
    charts, lines = tables.data(file) if kind == "table" else ([], [])
    if kind == "trace":
        lines = recordings.lines(file) if "rig" in file else dockings.lines(file)
    data = {"charts": charts, "histories": histories.of_trace(file) if kind == "trace" else []}
    return overview.of_file(file, kind, lines) + document.explorer(data), data


def written(path):
    """(HTML page, notes on omitted data)"""
    with opened(path) as file:
        parts, data = sections(file, path)
        return document.page(file, parts, data), data.get("notes", [])


def save(page, output):
    """Replaces nothing but a report, and that only by a complete one."""
    place = os.path.realpath(output)
    if os.path.exists(place):
        with open(place, "rb") as file:
            if document.GENERATOR.encode() not in file.read(4096):
                raise FileExistsError(place)
    replace(place, page.encode("utf-8", "replace"), ".report-")


def fail(words, code):
    print(f"hilspace report: {words}", file=sys.stderr)
    return code


def main():
    if sys.argv[1:] == ["--words"]:  # asked for by shell completion
        for action in parser()._actions:
            for name in action.option_strings:
                print(f"{name}\t{action.help}")
        return 0
    options = parser().parse_args()
    output = options.output or os.path.splitext(options.file)[0] + ".html"
    if not output.endswith(".html"):
        return fail(f"{output}: reports end in .html", 2)
    try:
        check_folder(output)
    except PlotError as error:
        return fail(error, 1)
    try:
        made, notes = written(options.file)
    except document.Incomplete as error:
        return fail(error, 1)
    except FAILURES as error:
        words = " ".join(str(error).split()) or type(error).__name__
        return fail(words if isinstance(error, PlotError) else f"{options.file}: {words}", 2)
    try:
        with undisturbed():
            save(made, output)
    except FileExistsError:
        return fail(f"{output}: is not a report of hilspace, and is not replaced; choose another -o", 1)
    except OSError as error:
        return fail(f"{output}: {error.strerror or error}", 1)
    size = os.path.getsize(output) / 1e6
    return printed("".join(f"{line}\n" for line in (*notes, f"{output}: {size:.1f} MB")), "hilspace report")
