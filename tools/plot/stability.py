"""Result of `stability`: rebound ratio and critical delay over an axis, and the stability boundary."""
from types import SimpleNamespace

import numpy as np

import picks
import sweep
import units
from errors import PlotError
from reading import dimensions, meanings, numbers, outcome_note, read_axis, unit_of

METRICS = ["rebound_ratio", "critical_delay"]


def prepare(file, options):
    """The View of a sweep: the rebound ratio where the simulation ended well, the critical delay everywhere."""
    names = dimensions(file["outcome"])
    if not names:
        raise PlotError(f"{file.filename} holds a single scenario: there is no axis to draw over")
    metrics = options.metric or [m for m in METRICS if m in file and np.isfinite(numbers(file, m)).any()]
    if not metrics:
        raise PlotError("nothing to draw: neither linear loop nor simulation has a number")
    asked = SimpleNamespace(**{**vars(options), "metric": metrics})
    view = sweep.prepare(file, asked)
    if "critical_delay" in metrics:  # from a formula, independent of the simulation
        full = numbers(file, "critical_delay")
        index = tuple(indices(file, view, options))
        for group, curves in view.panels:
            if group != ["critical_delay"]:
                continue
            values = full[index]
            rows = np.atleast_2d(values.T if view.by and names.index(view.axis.name) < names.index(view.by.name)
                                 and view.axis.name in names and view.by.name in names else values)
            for curve, row in zip(curves, rows):
                curve.values = row
    return view


def indices(file, view, options):
    at, _ = picks.places(file, options.at)
    for name in dimensions(file["outcome"]):
        axis = read_axis(file, name)
        drawn = axis.name == view.axis.name or (view.by is not None and axis.name == view.by.name)
        yield slice(None) if drawn else at.get(name, 0)


def say(file):
    lines = outcome_note(file, np.asarray(file["outcome"][()]))
    for which in ("linear", "simulated"):
        flags = file[f"stable.{which}"]
        said, counts = meanings(flags), np.bincount(flags[()].ravel().astype(int), minlength=4)
        lines.append(f"{which}: " + ", ".join(f"{n} {word}" for word, n in zip(said, counts) if n))
        name = f"neutral.{which}"
        if name in file:
            border = numbers(file, name)
            error = numbers(file, f"{name}.error")
            known = np.isfinite(border)
            if known.any():
                unit = unit_of(file[name])
                lines.append(f"{which}: the border lies from {units.quantity(np.nanmin(border), unit)} to "
                             f"{units.quantity(np.nanmax(border), unit)} (+- {units.quantity(np.nanmax(error[known]), unit, 2)} at most, "
                             f"{int(known.sum())} of {border.size} have one)")
    both = (file["stable.linear"][()] != 3) & (file["stable.simulated"][()] != 3)
    differ = int(np.sum((file["stable.linear"][()] != file["stable.simulated"][()]) & both))
    return lines + [f"they disagree in {differ} of {int(both.sum())} scenarios that both cover"]


def plot(file, options):
    view = prepare(file, options)
    made, beyond = sweep.draw(file, view, options)
    for axes, (group, _) in zip(made.axes, view.panels):
        if group == ["rebound_ratio"]:
            axes.axhline(1.0, color="black", linestyle=":", linewidth=1)  # above it the testbed adds energy
    return made, view.held + say(file) + view.said + beyond
