"""hilspace plot: a plot of a file, with key numbers."""
import argparse
import logging
import os
import re
import sys
import warnings

import h5py

import campaign
import captures
import derivatives
import design
import docking
import docks
import envelope
import explained
import history
import mechanism
import panels
import pareto
import qualification
import recording
import requirement
import response
import scenario
import sensitivity
import stability
import style
import sweep

from ending import printed
from errors import FAILURES, PlotError, check_folder
from reading import opened, text

ABOUT = """\
Draws what a file of hilspace holds, and says the answer in numbers:
  result of a sweep          errors over one axis; by a second one; poses that dock as a map of four states
  result of a design         distribution of a metric, and the parameters that move it; of captures a map of four states
  trace, FILE.h5:traces/17   forces of both models with their residual, penetration, hysteresis; in six degrees of
                             freedom the tip's way, energies and impacts
  recording of the rig       force, penetration, velocity and the loop's timing
  study with a mechanism of features or a ready-made one: three views of it
  table of analyse, require, stability, envelope, explain or qualify; campaign of the rig; frequency responses (CSV)
"""
OPTIONS = ("axis", "by", "at", "metric", "below", "panel", "pareto", "log")  # options that not all kinds of file support
TABLES = {"sensitivity": sensitivity, "requirement": requirement, "stability": stability, "attribution": explained,
          "qualification": qualification, "envelope": envelope, "derivatives": derivatives}
TAKES = {sweep: {"axis", "by", "at", "metric", "below", "log"}, docks: {"axis", "by", "at"},
         design: {"axis", "metric", "below"}, captures: {"axis", "by"}, scenario: {"metric"}, panels: {"panel", "at"}, pareto: {"pareto"}, history: set(), docking: set(),
         recording: set(), campaign: {"metric"}, sensitivity: {"metric", "axis"}, requirement: {"axis", "at"},
         stability: {"axis", "by", "at", "metric"}, explained: {"metric"}, qualification: set(), envelope: {"at"},
         response: set(), mechanism: set(), derivatives: {"metric"}}


def parser():
    made = argparse.ArgumentParser(prog="hilspace plot", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter,
                                   epilog="Values have units: --at \"actuator.resolution=5 um\"; bare numbers are in SI.\n\n"
                                          "example: hilspace plot study.h5 -o study.png --below \"10 %\"")
    made.add_argument("file", metavar="FILE", help="hilspace file; FILE.h5:GROUP selects a group of its time histories")
    made.add_argument("-o", "--output", metavar="PICTURE", help=".png, .pdf or .svg (default: FILE.png)")
    made.add_argument("--metric", action="append", default=[], metavar="NAME", help="metric to plot; several make several panels, but of a design")
    made.add_argument("--below", metavar="VALUE", help="report where the metric's magnitude stays below this")
    made.add_argument("--axis", metavar="NAME", help="horizontal axis (default: the longest numeric axis)")
    made.add_argument("--by", metavar="NAME", help="one curve for each value of this axis (default: the most influential axis)")
    made.add_argument("--at", action="append", default=[], metavar="NAME=VALUE",
                      help="holds an axis at the value nearest to this, in logarithms on a logarithmic axis (default: the first)")
    made.add_argument("--log", action="store_true", help="logarithmic scale for the metric; linear around 0 if it has values below 0")
    made.add_argument("--panel", action="append", default=[], metavar="SENTENCE",
                      help="a custom panel: \"Y over X by AXIS at NAME=VALUE against NUMBERS\", or \"Y over X and AXIS\" for a map")
    made.add_argument("--pareto", metavar="A,B", help="two measures or parameters against each other, and the scenarios that none beats in both; "
                                                      "smaller is better, or with max:A larger")
    made.add_argument("--width", type=float, metavar="CM", help="width of the picture (default: 8.5, a column, or 17.5, a page)")
    return made


def split(name):
    """(file, group) of FILE.h5:GROUP."""
    if not os.path.exists(name) and ":" in name:
        file, _, group = name.rpartition(":")
        return file, group.strip("/")
    return name, ""


def module_for(file, group, options):
    """The module that plots this kind of file."""
    kind = text(file.attrs.get("file_kind", "result"))
    if group:
        return docking if docking.applies(file, group) else history
    if kind == "table":
        content = text(file.attrs.get("content", ""))
        # Tables of requirement and stability have axes like results, so panel sentences work for them, too.
        if options.panel:
            return panels
        if content not in TABLES:
            raise PlotError(f"{file.filename}: there is no picture for tables of '{content}'")
        return TABLES[content]
    if kind == "trace":
        return recording if "rig" in file else docking if docking.applies(file, "") else history
    if kind == "campaign":
        return campaign
    if options.panel:
        return panels
    if options.pareto and file["outcome"].shape != ():
        return pareto
    if file["outcome"].shape == ():
        return scenario
    if design.applies(file):
        return captures if captures.applies(file) and not options.metric else design
    asked = options.metric or options.below
    return docks if docks.applies(file) and not asked and docks.differ(file) else sweep


def draw(options):
    """(figure, lines)"""
    if options.file == "-" or options.file.endswith(".csv"):
        check(response, options)
        return response.plot(options)
    if options.file.endswith(".toml"):
        check(mechanism, options)
        return mechanism.plot(options)
    name, group = split(options.file)
    with opened(name) as file:
        module = module_for(file, group, options)
        check(module, options)
        options.group = group
        return module.plot(file, options)


def protected(file, output):
    """What the output is, if no picture may take its place."""
    if os.path.exists(output) and os.path.exists(name := split(file)[0]) and os.path.samefile(name, output):
        return "is the file to be drawn"
    return "is an HDF5 file" if os.path.isfile(output) and h5py.is_hdf5(output) else None


def check(module, options):
    """Reports options that have no effect."""
    for name in OPTIONS:
        if getattr(options, name) and name not in TAKES[module]:
            raise PlotError(f"--{name} has no meaning for this kind of file")


def main():
    if sys.argv[1:] == ["--words"]:  # asked for by the completion of shells
        for action in parser()._actions:
            for name in action.option_strings:
                print(f"{name}\t{action.help}")
        return 0
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # where its caches are concerns no reader of a picture
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("default")
        return plotted(parser().parse_args(), warned)


def boxes(warned):
    """The line on characters without a glyph, of matplotlib's warnings."""
    lacking = dict.fromkeys(chr(int(found[1])) for its in warned if (found := re.match(r"Glyph (\d+) ", str(its.message))))
    return [f"the font has no {' '.join(lacking)}: drawn as boxes"] if lacking else []


def plotted(options, warned):
    """The exit code; `warned` is filled by what the libraries warn of."""
    if options.width is not None:
        if not 4 <= options.width <= 100:
            print("hilspace plot: --width is in cm, from 4 to 100", file=sys.stderr)
            return 2
        options.width /= 2.54
    output = options.output or os.path.splitext(split(options.file)[0] if options.file != "-" else "response")[0] + ".png"
    try:
        check_folder(output)
    except PlotError as error:
        print(f"hilspace plot: {error}", file=sys.stderr)
        return 1
    if its := protected(options.file, output):
        print(f"hilspace plot: {output}: {its}, and is not replaced; choose another -o", file=sys.stderr)
        return 1
    try:
        made, lines = draw(options)
    except FAILURES as error:
        words = " ".join(str(error).split()) or type(error).__name__
        print(f"hilspace plot: {words if isinstance(error, PlotError) else f'{options.file}: {words}'}", file=sys.stderr)
        return 2
    try:
        style.save(made, output)
    except PlotError as error:
        print(f"hilspace plot: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"hilspace plot: {output}: {error.strerror or error}", file=sys.stderr)
        return 1
    except FAILURES as error:
        print(f"hilspace plot: {output}: {' '.join(str(error).split()) or type(error).__name__}", file=sys.stderr)
        return 2
    return printed("".join(f"{line}\n" for line in [*lines, *boxes(warned)]), "hilspace plot")
