"""Chart data of a grid of scenarios: axes, measures and values, reduced to a few megabytes."""
import numpy as np

import docks
import measures
import packing
import picks
import sweep
from reading import dimensions, logarithmic, read_axis, scenarios

MOST_CELLS = 120_000
MOST_NUMBERS = 1_000_000  # some 2.5 MB
MOST_MEASURES = 60


class Options:
    """Options of `hilspace plot` for its default choice of axes."""
    axis = by = below = None
    log = False

    def __init__(self, metric=()):
        self.metric, self.at = list(metric), []


def repeated(file, names):
    """Whether the last axis repeats scenarios, and the file has means over it."""
    return bool(names) and names[-1] in picks.REPEATS and any(name.endswith(".mean") for name in file)


def thinned(lengths, most=MOST_CELLS):
    """Positions kept of each axis: the longest axes are reduced to evenly spaced positions with both ends."""
    counts = list(lengths)
    while np.prod(counts, dtype=float) > most:
        longest = max(range(len(counts)), key=lambda i: counts[i])
        counts[longest] = int(0.97 * counts[longest])
    return [np.unique(np.linspace(0, n - 1, count).round().astype(int)) for n, count in zip(lengths, counts)]


def axis_data(axis, kept):
    return {"name": axis.name, "words": axis.words, "unit": axis.spelling,
            "values": [float(f"{axis.x[i]:.9g}") if np.isfinite(axis.x[i]) else None for i in kept],
            "labels": [axis.labels[i] for i in kept] if axis.labels else None,
            "log": not axis.labels and logarithmic(axis.si)}


def values_of(file, name, repeats):
    if repeats:
        return picks.numbers(file, f"{name}.mean") if f"{name}.mean" in file else None
    return picks.values(file, name)


def column(m, values):
    return {"name": m.name, "words": m.words, "unit": m.spelling, "converges": m.converges,
            "error": None if not np.isfinite(m.error) else m.error / m.factor,
            "data": packing.packed(values / m.factor)}


def states_of_docking(file, index):
    """The state of each pose (both dock, ideal only ...) as a measure with names."""
    found, models = docks.states(file)
    captures = "captured.agreement" in file
    names = docks.names_of(models, captures)
    words = "which model captures" if captures else "which model docks" if len(models) == 2 else "whether the probe docks"
    return {"name": "docks", "words": words, "unit": "", "docks": True, "converges": True, "states": names, "error": None, "data": packing.packed(found[index])}


def start(file, names, repeats, metric):
    """(x, by) as chosen by `hilspace plot`."""
    if not names:
        return None, None
    if docks.applies(file) and docks.differ(file):
        free = [n for n in names if file[n].shape[0] > 1]
        return free[-1], free[-2]
    return sweep.chosen_axes(file, Options([metric] if metric else []), names + ([picks.REPEATS[0]] if repeats else []), {})


def starting_places(values, names, drawn):
    """Of each axis that is not drawn, the first position at which the measure has a value: {axis: position}."""
    known, places = np.isfinite(values), {}
    for k, name in enumerate(names):
        if name in drawn:
            continue
        there = np.flatnonzero(np.any(np.moveaxis(known, k, 0).reshape(known.shape[k], -1), axis=1))
        if len(there) and there[0]:
            places[name] = int(there[0])
        if len(there):
            known &= np.indices(known.shape, sparse=True)[k] == there[0]
    return places


def data(file, measured):
    names = dimensions(file["outcome"])
    repeats = repeated(file, names)
    notes = []
    if repeats:
        # Results of earlier versions have means of all that are numbers.
        of_good = any("that ended well" in str(its.attrs.get("long_name", "")) for name, its in file.items() if name.endswith(".mean"))
        failed = int(np.sum(~picks.good(file))) if of_good else 0
        notes.append(f"Charts show means over {file['outcome'].shape[-1]} repeats with their 95 % confidence intervals" +
                     (f", without the {scenarios(failed)} that did not end well." if failed else "."))
        names = names[:-1]
    lengths = [file["outcome"].shape[i] for i in range(len(names))]
    kept = thinned(lengths)
    axes = [read_axis(file, name) for name in names]
    for axis, places, length in zip(axes, kept, lengths):
        if len(places) < length:
            notes.append(f"Charts contain {len(places)} of the {length} values of {axis.name}.")
    index = np.ix_(*kept) if names else ()
    cells = int(np.prod([len(places) for places in kept], dtype=int))
    found = [m for m in measured if m.count]
    room = int(max(4, min(MOST_MEASURES, MOST_NUMBERS // max(1, cells))))
    if len(found) > room:
        notes.append(f"Charts contain {room} of the {len(found)} measures; hilspace show and hilspace plot have them all.")
        found = found[:room]
    states = [states_of_docking(file, index)] if docks.applies(file) and not repeats else []
    columns = []
    for m in found:
        values = values_of(file, m.name, repeats)
        if values is not None:
            columns.append(column(m, values[index]))
            if repeats and f"{m.name}.interval" in file:
                columns[-1]["half"] = packing.packed(picks.numbers(file, f"{m.name}.interval")[index] / m.factor)
    columns = states + columns if states and docks.differ(file) else columns + states
    x, by = start(file, names, repeats, found[0].name if found else None) if found or columns else (None, None)
    leading = values_of(file, found[0].name, repeats) if found and x is not None else None
    places = {} if leading is None else starting_places(leading[index], names, {x, by})
    shown = dict(zip(names, (axis.name for axis in axes)))  # a dimension along which one key moves is shown as that key
    if not columns:
        notes.append(measures.NO_NUMBER)
    elif not any(c.get("states") or c["converges"] for c in columns):
        notes.append("None of these measures converges: their numerical errors are at least half of their medians.")
    return {"kind": "grid", "axes": [axis_data(a, k) for a, k in zip(axes, kept)], "columns": columns, "x": shown.get(x), "by": shown.get(by),
            "at": {shown[name]: place for name, place in places.items()},
            "notes": notes, "repeats": file["outcome"].shape[-1] if repeats else 1, "lengths": lengths, "kept": [k.tolist() for k in kept]}
