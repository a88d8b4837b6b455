"""Frequency responses from a table: magnitude and phase over frequency, and where they have fallen by 3 dB.

The table (CSV) has a column `frequency` (rad/s) and for each curve `NAME magnitude` and `NAME phase` (rad).
"""
import csv
import sys

import numpy as np

import style
from errors import PlotError
from reading import check_readable


def read(file):
    """Frequencies and {name: (magnitude, phase)}."""
    rows = list(csv.reader(file))
    if len(rows) < 3 or not rows[0] or rows[0][0] != "frequency":
        raise PlotError("the table has no column 'frequency', or no rows; pictures are drawn of HDF5 files, or of such a table")
    columns = dict(zip(rows[0], np.array(rows[1:], dtype=float).T))
    names = [name.removesuffix(" magnitude") for name in columns if name.endswith(" magnitude")]
    return columns["frequency"], {name: (columns[f"{name} magnitude"], np.unwrap(columns[f"{name} phase"]))
                                  for name in names}


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
    with (sys.stdin if options.file == "-" else open(options.file, newline="")) as file:
        frequency, curves = read(file)
    made, (gain, angle) = style.figure(2, options.width, height=2.2, share=True)
    lines = []
    for k, (name, (magnitude, phase)) in enumerate(curves.items()):
        width = bandwidth(frequency, magnitude)
        look = style.look(k)
        look["marker"] = ""
        lines.append(f"{name}: -3 dB at {width:.4g} rad/s" if width else f"{name}: never 3 dB below its first value")
        gain.semilogx(frequency, 20 * np.log10(magnitude), label=lines[-1], **look)
        if width:
            gain.plot(width, 20 * np.log10(magnitude[0] / np.sqrt(2)), style.MARKERS[k], markersize=4.5, color=look["color"])
        angle.semilogx(frequency, np.degrees(phase), label=lines[-1], **look)
    gain.axhline(-3.0103, color="0.4", linewidth=0.8, linestyle=":")
    gain.set_ylim(max(-50, gain.get_ylim()[0]), None)
    style.label(gain, y="magnitude / dB")
    angle.set_ylim(max(-540, angle.get_ylim()[0]), None)
    angle.yaxis.set_major_locator(style.multiples(90))
    style.logarithmic(angle, "x", frequency)
    style.label(angle, x="frequency / (rad/s)", y="phase / deg")
    style.legend(angle)
    return made, lines
