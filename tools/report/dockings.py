"""Panels of a docking in six degrees of freedom: the way of the tip into the drogue, and the peak force of each impact."""
import numpy as np

import docking
import history
import packing
import style
import units
from reading import numbers

MARKS = {"docking": ("circle", 5), "hil": ("triangle", 1), "rig": ("square", 0)}
KNOWN = {"cylinder_radius", "cylinder_length", "frustum_length"}


def packed(values):
    return packing.packed(np.asarray(values, dtype=float), packing.ALL_BITS)


def wall(drogue, factor):
    """The drogue's outline as a curve, and the part of the plane that shows it."""
    x, radius = docking.outline(drogue)
    reach = 1.1 * radius.max()
    curve = {"name": "drogue", "color": 7, "quiet": True, "x": packed(np.r_[x[::-1], x] / factor), "y": packed(np.r_[radius[::-1], -radius] / factor)}
    return curve, [(x.min() - 0.04) / factor, 0.02 / factor], [-reach / factor, reach / factor]


def way(file, found, thinned):
    """The tip's centre in the plane of its largest motion; both sides have the same scale."""
    side, drogue = docking.across(found), docking.drogue_of(file)
    place = {name: [numbers(group, f"tip_{axis}") for axis in ("x", side)] for name, group in found.items()}
    factor, spelling = units.handy("m", max(units.largest_of(values) for pair in place.values() for values in pair))
    if KNOWN <= drogue.keys():
        factor, spelling = 1e-3, "mm"
    what, base = docking.moving(file)
    curves, x, y = [], {"words": f"x of {what}{base}", "unit": spelling}, {"words": f"{side} of {what}", "unit": spelling}
    if KNOWN <= drogue.keys():
        outline, x["range"], y["range"] = wall(drogue, factor)
        curves.append(outline)
    for name, (along, aside) in place.items():
        kept = thinned(along, aside)
        curves.append({"model": name, "name": style.MODELS[name][2], "x": packed(along[kept] / factor), "y": packed(aside[kept] / factor)})
    for name, group in found.items():
        # Impacts of a mechanism are anywhere on its features, not on the way of its tip.
        if KNOWN <= drogue.keys() and "impacts" in group and len(group["impacts/time"]):
            time, mark = numbers(group, "impacts/time"), MARKS[name]
            curves.append({"name": f"impacts, {style.MODELS[name][2]} ({len(time)})", "mark": mark[0], "color": mark[1],
                           "x": packed(numbers(group, "impacts/x") / factor), "y": packed(numbers(group, f"impacts/{side}") / factor),
                           "said": [f"impact at {units.quantity(at, 's')}, {style.MODELS[name][2]}" for at in time]})
    height = 420
    if "range" not in x:  # equal scales of a straight way would leave most of the drawing empty
        wide, high = (max(np.ptp(pair[k][np.isfinite(pair[k])]) for pair in place.values()) for k in (0, 1))
        height = int(np.clip(90 + 800 * high / max(wide, 1e-12), 170, 420))
    return {"what": "way", "title": "Way of the tip", "height": height, "x": x, "y": y, "equal": True, "curves": curves}


def impacts(found):
    """Peak forces; discrete events, which no line joins."""
    peaks = {name: docking.impacts(group) for name, group in found.items()}
    peaks = {name: pair for name, pair in peaks.items() if len(pair[0])}
    if not peaks:
        return None
    largest = [units.largest_of(peak) for _, peak in peaks.values()]
    factor, spelling = units.handy("N", max(largest))
    t_factor, t_spelling = units.handy("s", max(units.largest_of(time) for time, _ in peaks.values()))
    wide = min(largest) > 0 and max(largest) > 30 * min(largest)
    return {"what": "impacts", "title": "Peak force of each impact", "x": {"words": "time", "unit": t_spelling},
            "y": {"words": "peak force", "unit": spelling, "zero": True} | ({"constant": 0.1 * min(largest) / factor} if wide else {}),
            "curves": [{"name": style.MODELS[name][2], "mark": MARKS[name][0], "color": MARKS[name][1],
                        "x": packed(time / t_factor), "y": packed(peak / factor)} for name, (time, peak) in peaks.items()]}


def models(file, path):
    """{model: its histories}; none of an axial impact."""
    if not docking.applies(file, path):
        return {}
    return {name: group for name, group in history.models(file, path).items() if "tip_x" in group and name in style.MODELS}


def lines(file):
    """What the docking says in numbers."""
    found = models(file, "")
    return docking.say(found) if found else []


def panels(file, path, most):
    found = models(file, path)

    def thinned(along, aside):
        """Evenly spaced along the way, so that a long rest has no more points than a fast move; with both ends."""
        length = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(along), np.diff(aside)))])
        if len(along) <= most:
            return np.arange(len(along))
        return np.unique(np.searchsorted(length, np.linspace(0.0, length[-1], most)).clip(0, len(along) - 1))
    return [way(file, found, thinned), impacts(found)] if found else []
