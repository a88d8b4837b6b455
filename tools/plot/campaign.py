"""A campaign on the rig: docking model, twin and rig side by side for every run."""
import numpy as np

import style
import units
from errors import PlotError
from reading import meanings, numbers, title, unit_of

QUANTITIES = ["force.peak", "penetration.peak", "velocity.after", "contact.duration"]
MODELS = [("docking", "#0072B2", "o", "docking model"), ("twin", "#E69F00", "s", "twin"), ("rig", "#000000", "x", "rig")]


def prepare(file, options):
    """(scenarios, places of the runs among them, {quantity: {model: values}}, which runs were done)."""
    done = np.asarray([meanings(file["state"])[int(v)] == "done" for v in file["state"][()]])
    if not done.any():
        raise PlotError(f"{file.filename}: no run is done")
    wanted = options.metric or QUANTITIES
    for name in wanted:
        if f"{name}_rig" not in file:
            raise PlotError(f"{file.filename} has no '{name}'; it has " + ", ".join(n.removesuffix('_rig') for n in file if n.endswith("_rig")
                                                                                     and f"{n.removesuffix('_rig')}_twin" in file))
    scenario, repetition = numbers(file, "scenario")[done], numbers(file, "repetition")[done]
    shown = np.unique(scenario)
    # Repetitions are placed next to each other around their scenario.
    places = np.searchsorted(shown, scenario) + 0.14 * (repetition / max(1.0, repetition.max()) - 0.5) * (repetition.max() > 0)
    return [f"{int(s)}" for s in shown], places, {name: {model: numbers(file, f"{name}_{model}")[done] for model, *_ in MODELS}
                                                  for name in wanted}, done


def say(file, names, done):
    lines = [f"{int(done.sum())} of {len(done)} runs done"]
    for flag, name in enumerate(meanings(file["state"])):
        count = int(np.sum(np.asarray(file["state"][()]) == flag))
        if count and name != "done":
            lines.append(f"{count} {name.replace('_', ' ')}, left out")
    for name in names:
        fidelity = numbers(file, f"{name}.fidelity_pct")[done]
        known = fidelity[np.isfinite(fidelity)]
        if len(known):
            lines.append(f"{name}: fidelity {known.min():.4g} to {known.max():.4g} %, median {np.median(known):.4g} %"
                         + (f" ({len(fidelity) - len(known)} undefined)" if len(known) < len(fidelity) else ""))
    ratio = numbers(file, "momentum.ratio_rig")[done]
    if np.isfinite(ratio).any():
        lines.append(f"momentum ratio {np.nanmin(ratio):.5g} to {np.nanmax(ratio):.5g}")
    return lines


def plot(file, options):
    labels, places, shown, done = prepare(file, options)
    made, grid = style.figure(len(shown), options.width or style.COLUMN, height=1.4, share=True)
    for axes, (name, values) in zip(grid, shown.items()):
        unit = unit_of(file[f"{name}_rig"])
        factor, spelling = units.handy(unit, max(units.largest_of(v) for v in values.values()))
        for k, (model, colour, marker, words) in enumerate(MODELS):
            axes.plot(places + 0.18 * (k - 1), values[model] / factor, marker, color=colour, linestyle="", label=words,
                      markersize=4)
        style.label(axes, y=f"{name.replace('.', ' ')} / {spelling}")
    style.names(grid[-1], "x", list(range(len(labels))), labels)
    style.label(grid[-1], x="scenario of the study")
    style.legend(grid[-1])
    style.heading(made, title(file))
    return made, say(file, list(shown), done)
