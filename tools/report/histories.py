"""Chart data of time histories: force, residual, penetration and hysteresis of each traced scenario."""
import numpy as np

import history
import packing
import replay
import style
import units
from errors import PlotError
from reading import dimensions, read_axis, unit_of, words_of

MOST_TRACES = 8
MOST_SAMPLES = 1500


def thinned(x, y):
    """About MOST_SAMPLES: minimum and maximum of each interval, so that no peak is lost."""
    if len(x) <= MOST_SAMPLES:
        return x, y
    edges = np.linspace(0, len(x), MOST_SAMPLES // 2 + 1).astype(int)
    kept = {0, len(x) - 1}
    for low, high in zip(edges, edges[1:]):
        part = np.where(np.isfinite(y[low:high]), y[low:high], 0.0)
        kept |= {low + int(np.argmin(part)), low + int(np.argmax(part))}
    kept = np.array(sorted(kept))
    return x[kept], y[kept]


def curve(model, x, y, x_factor, y_factor):
    x, y = thinned(x, y)
    return {"model": model, "name": style.MODELS.get(model, ("", "", model))[2],
            "x": packing.packed(x / x_factor, packing.ALL_BITS), "y": packing.packed(y / y_factor, packing.ALL_BITS)}


def panels(file, group):
    """Panels of one traced scenario, in practical units."""
    shown, found, force, reference = history.prepare(file, group)
    first = next(iter(found.values()))
    depth = unit_of(first["penetration"]) if "penetration" in first else "m"
    force_words, time_words = words_of(first[force]), words_of(first["time"])
    other = style.MODELS.get(reference, ("", "", reference))[2]
    words = {"force": ("Force", force_words), "residual": ("Residual", f"{force_words} minus that of the {other}"),
             "penetration": ("Penetration", "penetration"), "hysteresis": ("Hysteresis", force_words)}
    made = []
    for what, rows in shown.items():
        rows = [row for row in rows if len(row[1])]
        if not rows:
            continue
        x_unit, x_words = (depth, "penetration") if what == "hysteresis" else ("s", time_words)
        y_unit = depth if what == "penetration" else unit_of(first[force])
        x_factor, x_spelling = units.handy(x_unit, max(units.largest_of(row[1]) for row in rows))
        y_factor, y_spelling = units.handy(y_unit, max(units.largest_of(row[2]) for row in rows))
        made.append({"what": what, "title": words[what][0], "x": {"words": x_words, "unit": x_spelling},
                     "y": {"words": words[what][1], "unit": y_spelling},
                     "curves": [curve(m, x, y, x_factor, y_factor) for m, x, y in rows]})
    return made


def place(file, index):
    """'actuator.total_delay = 0.4 ms' of a scenario."""
    names = dimensions(file["outcome"])
    positions = np.unravel_index(index, file["outcome"].shape) if names else ()
    axes = [read_axis(file, name) for name in names]
    return ", ".join(f"{axis.name} = {axis.at(int(at))}" for axis, at in zip(axes, positions) if len(axis) > 1)


def of_group(file, path, name):
    """The panels of one traced scenario, and its replay in six degrees of freedom."""
    found = {"name": name, "panels": panels(file, path)}
    moving = replay.of_group(file, path)
    return found | ({"replay": moving} if moving else {})


def of_result(file):
    """Traces stored in a result; an evenly spaced selection if there are many."""
    indices = sorted(map(int, file["traces"])) if "traces" in file else []
    if len(indices) > MOST_TRACES:
        indices = [indices[i] for i in np.unique(np.linspace(0, len(indices) - 1, MOST_TRACES).round().astype(int))]
    made = []
    for index in indices:
        try:
            made.append(of_group(file, f"traces/{index}", f"scenario {index}: {place(file, index)}".rstrip(": ")))
        except PlotError:
            continue  # no force, so no contact to show
    return made


def of_trace(file):
    """The history of a trace file or a recording."""
    return [of_group(file, "", history.where(file, "") or "recording")]
