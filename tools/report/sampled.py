"""Chart data of a sampled design: parameters and measures, of a random selection of rows if there are many."""
import numpy as np

import captures
import design
import docks
import measures
import packing
import picks
from reading import Axis, dimensions, keys_on, logarithmic, of_sample, variable_axis

MOST_ROWS = 20_000
MOST_NUMBERS = 600_000
applies = design.applies


def rows_of(count, columns):
    """Rows kept: a fixed random selection, because a stride would interact with the block structure of designs."""
    most = min(MOST_ROWS, MOST_NUMBERS // max(1, columns))
    return np.arange(count) if count <= most else np.sort(np.random.default_rng(1).choice(count, most, replace=False))


def parameter(axis, rows):
    values, labels = axis.x[rows], None
    if axis.labels:
        labels = sorted(set(axis.labels))
        values = np.array([labels.index(axis.labels[i]) for i in rows], dtype=float)
    return {"name": axis.name, "words": axis.words, "unit": axis.spelling, "labels": labels,
            "log": not labels and logarithmic(axis.si), "data": packing.packed(values, packing.ALL_BITS)}


def part(axis, rows):
    """An axis over these scenarios alone."""
    labels = [axis.labels[i] for i in rows] if axis.labels else []
    return Axis(axis.name, axis.words, axis.unit, np.arange(len(rows), dtype=float) if labels else axis.si[rows], labels)


def column(m, values, axes):
    """Of a measure, with its correlation with each parameter: None where there is none."""
    found = [design.correlation(axis, values) for axis in axes]
    return {"name": m.name, "words": m.words, "unit": m.spelling, "converges": m.converges, "error": None,
            "correlations": [round(how, 4) if np.isfinite(how) else None for how in found], "data": packing.packed(values / m.factor)}


def data(file, measured):
    dimension = dimensions(file["outcome"])[0]
    axes = [variable_axis(file, key) for key in keys_on(file, dimension) if key in file and key != dimension]
    axes = [axis for axis in axes if len(set(axis.labels or axis.si)) > 1]
    found = [m for m in measured if m.count]
    count = file["outcome"].shape[0]
    rows = rows_of(count, len(axes) + len(found))
    notes = [] if len(rows) == count else [f"Charts contain {len(rows):,} of the {count:,} scenarios, selected at random."]
    if not found:
        notes.append(measures.NO_NUMBER)
    lead = picks.values(file, found[0].name) if found and found[0].usable else None
    if lead is not None:
        axes.sort(key=lambda axis: -design.strength(design.correlation(axis, lead)))
    verdicts = [{"name": captures.VERDICT, "words": "which model captures", "unit": "", "docks": True, "states": docks.CAPTURES, "converges": True,
                 "error": None, "data": packing.packed(np.asarray(file[captures.VERDICT][()], dtype=float)[rows])}] if captures.applies(file) else []
    drawn = [part(axis, rows) for axis in axes]
    columns = [column(m, picks.values(file, m.name)[rows], drawn) for m in found]
    if not of_sample(file):
        notes.append("The points vary one parameter at a time: they are no sample, and shares of them are no probabilities.")
    return {"kind": "sample", "is_sample": of_sample(file), "parameters": [parameter(axis, rows) for axis in axes], "columns": verdicts + columns,
            "rows": packing.packed(rows, packing.ALL_BITS), "notes": notes}
