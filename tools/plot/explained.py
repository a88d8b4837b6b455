"""Result of `explain`: the errors without each stage of the instruments."""
import numpy as np

import style
from errors import PlotError
from reading import meanings, numbers, text, title, unit_of, words_of


def prepare(file, options):
    """(stages, {metric: (values, errors)} with NaN where the simulation did not end well)."""
    stages = [text(value) for value in file["stage"][()]]
    metrics = options.metric or [n for n in file if f"{n}.numerical_error" in file]
    for name in metrics:
        if f"{name}.numerical_error" not in file:
            raise PlotError(f"{file.filename} has no metric '{name}'; it has " +
                            ", ".join(n for n in file if f"{n}.numerical_error" in file))
    ok = np.asarray(file["outcome"][()]) == 0
    return stages, {n: (np.where(ok, numbers(file, n), np.nan), numbers(file, f"{n}.numerical_error")) for n in metrics}


def say(file, stages, shown):
    lines = []
    for name, (values, errors) in shown.items():
        known, unit = np.isfinite(values), "%" if unit_of(file[name]) == "percent" else unit_of(file[name])
        if known[0] and known[1:].any():
            change = np.where(known[1:], np.abs(values[0]) - np.abs(values[1:]), -np.inf)
            at = int(np.argmax(change)) + 1
            lines.append(f"{name}: {values[0]:.4g} {unit}; without {stages[at]}, which changes it most, {values[at]:.4g} "
                         f"+- {errors[at]:.2g} {unit}")
    return lines + [f"without {stage} the simulation ended with {meanings(file['outcome'])[flag]}; left out"
                    for stage, flag in zip(stages, file["outcome"][()]) if flag != 0]


def plot(file, options):
    stages, shown = prepare(file, options)
    if not any(np.isfinite(values).any() for values, _ in shown.values()):
        raise PlotError(f"{file.filename}: nothing is defined")
    made, grid = style.figure(len(shown), options.width or style.COLUMN, height=0.45 + 0.2 * len(stages), columns=1)
    rows = ["all stages" if stage == "nothing" else f"without {stage}" for stage in stages]
    for axes, (name, (values, errors)) in zip(grid, shown.items()):
        places = np.arange(len(rows))[::-1]
        known = np.isfinite(values)
        colours = np.array(["#0072B2" if stage == "nothing" else "#56B4E9" for stage in stages])
        axes.barh(places[known], values[known], height=0.65, color=colours[known], edgecolor="black", linewidth=0.5,
                  xerr=np.nan_to_num(errors[known]), error_kw={"linewidth": 0.8, "capsize": 2})
        axes.set_yticks(places, rows)
        axes.grid(axis="y", visible=False)
        axes.axvline(0, color="black", linewidth=0.8)
        if known[0]:
            axes.axvline(values[0], color="black", linestyle=":", linewidth=0.8)
        unit = "%" if unit_of(file[name]) == "percent" else unit_of(file[name])
        style.label(axes, x=f"{words_of(file[name]).removesuffix(' without the stage')} / {unit}")
    style.heading(made, title(file), [f"scenario {int(file['scenario'][()])}" if "scenario" in file else ""])
    return made, say(file, stages, shown)
