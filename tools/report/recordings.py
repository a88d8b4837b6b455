"""Panels of a recording of the rig beside its force: extension, velocity, and the timing of the loop."""
import numpy as np

import packing
import recording
import units
from errors import PlotError
from reading import meanings, numbers, unit_of, words_of

PANELS = [("extension", "Extension and penetration", ("extension", "penetration")), ("velocity", "Velocity", ("velocity",)),
          ("timing", "Timing of the loop in each cycle", ("lateness", "work"))]
SHAPES = [{"color": 5}, {"color": 1, "dash": "6 3"}]


def trip(file):
    """Time at which a limit was reached, and which; None if none was."""
    if "trip.cycle" not in file or "cycle" not in file["rig"]:
        return None
    fault = int(file["trip.fault"][()])
    names = meanings(file["trip.fault"])
    if fault in (0, 255) or fault >= len(names) or names[fault] in ("none", "unknown"):
        return None
    at = np.flatnonzero(file["rig/cycle"][()] >= file["trip.cycle"][()])
    return (float(file["rig/time"][at[0]]), f"trip: {names[fault].replace('_', ' ')}") if len(at) else None


def shares(rig):
    """Of all cycles, also those that are not recorded, how many were so late or worked so long; without the empty bins above the last one."""
    if "timing" not in rig:
        return None
    bins, counts = numbers(rig, "timing/bin"), {name: numbers(rig, f"timing/{name}") for name in ("lateness", "work") if f"timing/{name}" in rig}
    used = np.flatnonzero(np.sum(list(counts.values()), axis=0)) if counts else []
    if not len(used) or used[-1] == 0:  # an emulated rig is never late
        return None
    first, last = max(0, used[0] - 1), min(len(bins), used[-1] + 2)
    finite = np.flatnonzero(np.isfinite(bins[first:last]))
    factor, spelling = units.handy("s", units.largest_of(bins[first:last]))
    curves = [{"name": words_of(rig[f"timing/{name}"]), "mark": mark, "color": color, "x": packing.packed(bins[first:last][finite] / factor, packing.ALL_BITS),
               "y": packing.packed(values[first:last][finite], packing.ALL_BITS)}
              for (name, values), mark, color in zip(counts.items(), ("circle", "triangle"), (5, 1))]
    return {"what": "cycles", "title": "How often the loop was so late, and worked so long", "x": {"words": "up to", "unit": spelling, "log": bool((bins[first:last] > 0).all())},
            "y": {"words": "cycles", "unit": "", "constant": 1, "zero": True}, "curves": curves}


def lines(file):
    """What the recording says in numbers; nothing of an empty one."""
    try:
        return recording.say(file, *recording.prepare(file))
    except PlotError:
        return []


def panels(file, curve, most):
    """`curve` packs a curve of at most `most` samples; none if this is no recording."""
    if "rig" not in file:
        return []
    try:
        shown, phases = recording.prepare(file)
    except PlotError:
        return []
    low, high = recording.window(shown, phases)
    rig, fault = file["rig"], trip(file)
    t_factor, t_spelling = units.handy("s", max(abs(low), abs(high)))
    made = []
    for what, title, names in PANELS:
        rows = [(name, *shown[name]) for name in names if name in shown]
        rows = [(name, time[keep], values[keep]) for name, time, values in rows for keep in [(time >= low) & (time <= high)] if keep.any()]
        if not rows or what == "timing" and not any(values.any() for _, _, values in rows):
            continue
        factor, spelling = units.handy(unit_of(rig[rows[0][0]]), max(units.largest_of(values) for *_, values in rows))
        instants = [{"value": fault[0] / t_factor, "words": fault[1]}] if fault and low <= fault[0] <= high else []
        made.append({"what": what, "title": title, "x": {"words": words_of(rig["time"]), "unit": t_spelling},
                     "y": {"words": words_of(rig[rows[0][0]]) if len(rows) == 1 else " and ".join(name for name, *_ in rows), "unit": spelling, "zero": True},
                     "curves": [curve("rig", time, values, t_factor, factor, most) | {"name": words_of(rig[name])} | look
                                for (name, time, values), look in zip(rows, SHAPES)], "instants": instants})
    return [*made, shares(rig)]
