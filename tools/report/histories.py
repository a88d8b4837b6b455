"""Chart data of time histories: force, residual, penetration, hysteresis and energies of each traced scenario."""
import numpy as np

import dockings
import energies
import history
import packing
import recordings
import replay
import style
import units
from errors import PlotError
from reading import counted, dimensions, read_axis, unit_of, words_of

MOST_TRACES = 12
MOST_NUMBERS = 150_000  # of all traces together
MOST_SAMPLES = 5000


def samples(traces):
    """How many samples each curve of so many traces may have."""
    return min(MOST_SAMPLES, MOST_NUMBERS // (10 * max(1, traces)))


def thinned(x, y, most=MOST_SAMPLES):
    """About `most` samples: minimum and maximum of each interval, so that no peak is lost."""
    if len(x) <= most:
        return x, y
    edges = np.linspace(0, len(x), most // 2 + 1).astype(int)
    kept = {0, len(x) - 1}
    for low, high in zip(edges, edges[1:]):
        part = np.where(np.isfinite(y[low:high]), y[low:high], 0.0)
        kept |= {low + int(np.argmin(part)), low + int(np.argmax(part))}
    kept = np.array(sorted(kept))
    return x[kept], y[kept]


def curve(model, x, y, x_factor, y_factor, most=MOST_SAMPLES):
    x, y = thinned(x, y, most)
    return {"model": model, "name": style.MODELS.get(model, ("", "", model))[2],
            "x": packing.packed(x / x_factor, packing.ALL_BITS), "y": packing.packed(y / y_factor, packing.ALL_BITS)}


def energy_panel(file, group, index, most):
    """Energies over time, each model with dashes of its own; None where the histories do not tell them."""
    found = energies.of_group(file, group, index)
    if not found:
        return None
    models = list(dict.fromkeys(row[0] for row in found))
    # Where a testbed adds a multiple of the energy, the scale is logarithmic beyond that of the smallest sum.
    sums = [units.largest_of(values) for _, words, _, values in found if words == "together"]
    x_factor, x_spelling = units.handy("s", max(units.largest_of(time) for _, _, time, _ in found))
    y_factor, y_spelling = units.handy("J", max(units.largest_of(values) for *_, values in found))
    curves = []
    for model, words, time, values in found:
        said = style.MODELS.get(model, ("", "", model))[2]
        look = {"name": f"{words}, {said}" if len(models) > 1 else words, "color": energies.COLOURS[words],
                "dash": ["", "6 3", "2 2"][models.index(model) % 3]}
        curves.append(curve(model, time, values, x_factor, y_factor, max(200, most // 2)) | look)
    wide = min(sums) > 0 and max(sums) > 30 * min(sums)
    return {"what": "energies", "title": "Energies: kinetic, stored, and what was taken", "height": 320, "x": {"words": "time", "unit": x_spelling},
            "y": {"words": "energy", "unit": y_spelling, "zero": True} | ({"constant": min(sums) / y_factor} if wide else {}), "curves": curves}


def touching(rows):
    """Without the gaps of a free flight, beside which the penetrations would not be seen."""
    deepest = max(np.nanmax(values, initial=0.0) for _, _, values in rows)
    least = min(np.nanmin(values, initial=0.0) for _, _, values in rows)
    if not 0.0 < deepest < -0.5 * least:
        return rows
    return [(model, time, np.where(values < -0.3 * deepest, np.nan, values)) for model, time, values in rows]


def panels(file, group, most=MOST_SAMPLES):
    """Panels of one traced scenario, in practical units."""
    shown, found, force, reference = history.prepare(file, group)
    first = next(iter(found.values()))
    depth = unit_of(first["penetration"]) if "penetration" in first else "m"
    force_words, time_words = words_of(first[force]), words_of(first["time"])
    other = style.MODELS.get(reference, ("", "", reference))[2]
    words = {"force": ("Force", force_words), "residual": ("Residual", f"force less that of the {other}"),
             "penetration": ("Penetration", "penetration"), "hysteresis": ("Hysteresis", force_words)}
    made = []
    for what, rows in shown.items():
        rows = [row for row in rows if len(row[1])]
        if not rows:
            continue
        rows = touching(rows) if what == "penetration" else rows
        x_unit, x_words = (depth, "penetration") if what == "hysteresis" else ("s", time_words)
        y_unit = depth if what == "penetration" else unit_of(first[force])
        x_factor, x_spelling = units.handy(x_unit, max(units.largest_of(row[1]) for row in rows))
        y_factor, y_spelling = units.handy(y_unit, max(units.largest_of(row[2]) for row in rows))
        made.append({"what": what, "title": words[what][0], "x": {"words": x_words, "unit": x_spelling},
                     "y": {"words": words[what][1], "unit": y_spelling, "zero": True},
                     "curves": [curve(m, x, y, x_factor, y_factor, most) for m, x, y in rows]})
    return made


def place(file, index):
    """'actuator.total_delay = 0.4 ms' of a scenario."""
    names = dimensions(file["outcome"])
    positions = np.unravel_index(index, file["outcome"].shape) if names else ()
    axes = [read_axis(file, name) for name in names if not counted(file, name)]  # a design's scenarios have no more than their number
    positions = [at for name, at in zip(names, positions) if not counted(file, name)]
    return ", ".join(f"{axis.name} = {axis.at(int(at))}" for axis, at in zip(axes, positions) if len(axis) > 1)


def of_group(file, path, name, index=None, most=MOST_SAMPLES):
    """The panels of one traced scenario, and its replay in six degrees of freedom."""
    shown = [*dockings.panels(file, path, most), *panels(file, path, most), energy_panel(file, path, index, most)]
    shown += recordings.panels(file, curve, most) if not path else []
    found = {"name": name, "panels": [panel for panel in shown if panel]}
    moving = replay.of_group(file, path)
    return found | ({"replay": moving} if moving else {})


def run_of(file, index):
    """'run 3: scenario 120, repetition 0' of a campaign."""
    return f"run {index}: scenario {int(file['scenario'][index])}, repetition {int(file['repetition'][index])}"


def of_result(file):
    """Traces stored in a result or a campaign; an evenly spaced selection if there are many."""
    indices = sorted(map(int, file["traces"])) if "traces" in file else []
    if len(indices) > MOST_TRACES:
        indices = [indices[i] for i in np.unique(np.linspace(0, len(indices) - 1, MOST_TRACES).round().astype(int))]
    made = []
    for index in indices:
        try:
            name = run_of(file, index) if "outcome" not in file else f"scenario {index}: {place(file, index)}".rstrip(": ")
            made.append(of_group(file, f"traces/{index}", name, index, samples(len(indices))))
        except PlotError:
            continue  # no force, so no contact to show
    return made


def of_trace(file):
    """The history of a trace file or a recording."""
    return [of_group(file, "", history.where(file, "") or "recording")]
