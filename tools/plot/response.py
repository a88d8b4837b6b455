"""Frequency responses from a table: magnitude and phase over frequency, and where they have fallen by 3 dB.

The table (CSV) has a column `frequency` (rad/s) and for each curve `NAME magnitude` and `NAME phase` (rad); other columns
are not looked at. `hilspace-rig identify` and `tune` write such tables. A heading may have its unit in brackets, as those of
`hilspace show --csv --units`. Where a curve has no number it is left out.
"""
import csv
import itertools
import re
import sys

import numpy as np

import style
from errors import PlotError
from reading import check_readable, printable

FORM = "such a table (CSV) has the columns 'frequency', 'NAME magnitude' and 'NAME phase'; pictures are drawn of HDF5 files, or of such a table"
FREQUENCIES = {"": 1.0, "rad/s": 1.0, "rad s-1": 1.0, "Hz": 2 * np.pi, "kHz": 2e3 * np.pi}
PHASES = {"": 1.0, "rad": 1.0, "deg": np.pi / 180}


def factor(units, unit, what):
    """Of a number in that unit, to that of the pictures."""
    if unit not in units:
        raise PlotError(f"{what} [{unit}]: is not one of its units; it is in {', '.join(filter(None, units))}")
    return units[unit]


def number(words, line, heading):
    """NaN where there is none."""
    try:
        return float(words) if words.strip() else np.nan
    except ValueError:
        raise PlotError(f"line {line}: {heading}: '{words}' is not a number") from None


def columns_of(file):
    """{heading without its unit: (unit, numbers)}."""
    lines = iter(file)
    first = next(lines, "").removeprefix("\ufeff")  # a byte-order mark, which standard input keeps; a quotation mark may follow
    reader = csv.reader(itertools.chain([first], lines))
    # A line break within a heading counts as a space: what is said of a curve is a line.
    headings = [re.fullmatch(r"(.*?)\s*(?:\[(.*)\])?", " ".join(printable(heading).split())) for heading in next(reader, [])]
    names = [found[1] for found in headings]
    if "frequency" not in names:
        raise PlotError(f"the table has no column 'frequency'; {FORM}")
    rows = []
    for row in reader:
        if not row:
            continue
        if len(row) != len(names):
            raise PlotError(f"line {reader.line_num}: has {len(row)} values, the head {len(names)}")
        rows.append([number(words, reader.line_num, name) if name == "frequency" or name.endswith((" magnitude", " phase")) else np.nan
                     for words, name in zip(row, names)])
    if len(rows) < 2:
        raise PlotError("the table has fewer than two rows of numbers")
    return {name: (found[2] or "", column) for name, found, column in zip(names, headings, np.array(rows).T)}


def read(file):
    """({name: (frequency, magnitude, phase)} of the numbers there are, lines on what is left out)."""
    columns, curves, said = columns_of(file), {}, []
    unit, frequency = columns["frequency"]
    frequency = frequency * factor(FREQUENCIES, unit, "frequency")
    for name in [name.removesuffix(" magnitude") for name in columns if name.endswith(" magnitude")]:
        if f"{name} phase" not in columns:
            raise PlotError(f"the table has a '{name} magnitude' without its '{name} phase'; {FORM}")
        (unit, magnitude), (phase_unit, phase) = columns[f"{name} magnitude"], columns[f"{name} phase"]
        if unit.strip().lower().startswith(("db", "decibel")):  # any other unit only moves the curve
            raise PlotError(f"{name} magnitude [{unit}]: is drawn in dB, but read as a ratio; give 10^(x/20) in the place of x dB")
        known = np.isfinite(frequency) & np.isfinite(magnitude) & np.isfinite(phase) & (frequency > 0) & (magnitude > 0)
        if known.sum() < 2:
            raise PlotError(f"{name}: has fewer than two points with frequency and magnitude above 0, and a phase")
        if not known.all():
            said.append(f"{name}: {(~known).sum()} of {known.size} points have no frequency and magnitude above 0, or no phase, and are left out")
        at = np.flatnonzero(known)[np.argsort(frequency[known], kind="stable")]
        curves[name] = frequency[at], magnitude[at], np.unwrap(phase[at] * factor(PHASES, phase_unit, f"{name} phase"))
    if not curves:
        raise PlotError(f"the table has no column 'NAME magnitude'; {FORM}")
    return curves, said


def bandwidth(frequency, magnitude):
    """Where it is first 3 dB below its first value, or None."""
    level = magnitude[0] / np.sqrt(2)
    below = np.flatnonzero(magnitude < level)
    if not below.size or below[0] == 0:
        return None
    at = below[0]
    share = np.log(magnitude[at - 1] / level) / np.log(magnitude[at - 1] / magnitude[at])
    return frequency[at - 1] * (frequency[at] / frequency[at - 1]) ** share


def plot(options):
    if options.file != "-":
        check_readable(options.file)
    with (sys.stdin if options.file == "-" else open(options.file, newline="", encoding="utf-8-sig")) as file:
        try:
            curves, lines = read(file)
        except PlotError as error:
            raise PlotError(f"{options.file}: {error}") from error
    made, (gain, angle) = style.figure(2, options.width, height=2.2, share=True)
    for k, (name, (frequency, magnitude, phase)) in enumerate(curves.items()):
        width = bandwidth(frequency, magnitude)
        look = style.look(k)
        look["marker"] = ""
        lines.append(f"{name}: -3 dB at {width:.4g} rad/s" if width else f"{name}: never 3 dB below its first value")
        gain.semilogx(frequency, 20 * np.log10(magnitude), label=lines[-1], **look)
        if width:
            gain.plot(width, 20 * np.log10(magnitude[0] / np.sqrt(2)), style.MARKERS[k], markersize=4.5, color=look["color"])
        angle.semilogx(frequency, np.degrees(phase), label=lines[-1], **look)
    # A loop begins at 0 dB, a plant where its unit puts it.
    begins = max(20 * np.log10(magnitude[0]) for _, magnitude, _ in curves.values())
    gain.axhline(begins - 3.0103, color="0.4", linewidth=0.8, linestyle=":")
    gain.set_ylim(max(begins - 50, gain.get_ylim()[0]), None)
    style.label(gain, y="magnitude / dB")
    angle.set_ylim(max(-540, angle.get_ylim()[0]), None)
    low, high = angle.get_ylim()
    step = next((step for step in (90, 45, 30, 15, 10, 5, 2, 1) if high - low >= 3 * step), None)
    if step:
        angle.yaxis.set_major_locator(style.multiples(step))
    style.logarithmic(angle, "x", np.concatenate([frequency for frequency, _, _ in curves.values()]))
    style.label(angle, x="frequency / (rad/s)", y="phase / deg")
    style.legend(angle)
    return made, lines
