"""Two goals of a result against each other: every scenario, and those that no other one beats in both (Pareto's front)."""
import numpy as np

import picks
import style
import units
from errors import PlotError
from reading import dimensions, outcome_note, read_axis, scenarios, title, typical, unit_of, with_unit, words_of

MOST_NAMED = 12
FORM = '--pareto "A,B": two measures or parameters; smaller magnitudes are better, or "max:A" larger ones'


def goal(file, words):
    """(name, values over all scenarios in SI, NaN where there is none; whether larger is better)."""
    larger = words.startswith("max:")
    name = picks.metric(file, words.removeprefix("max:"))
    names, shape = dimensions(file["outcome"]), file["outcome"].shape
    values = picks.values(file, name)
    if values.shape != shape:
        own = [name] if name in names else dimensions(file[name])
        if len(own) != 1 or own[0] not in names:
            raise PlotError(f"'{name}' is the same in all scenarios; {FORM}")
        values = np.broadcast_to(values.reshape([-1 if n == own[0] else 1 for n in names]), shape)
        values = np.where(picks.good(file), values, np.nan)
    return name, values.ravel(), larger


def front(first, second):
    """Indices that no other point beats, by rising `first`; of both, less is better."""
    order = np.lexsort((second, first))
    kept, least = [], np.inf
    for i in order:
        if second[i] < least:
            kept.append(int(i))
            least = second[i]
    return kept


def place(file, index, said):
    """'actuator.total_delay = 1 ms, chaser.mass = 30 kg': a scenario of a grid, but for what is said of it anyway."""
    names = dimensions(file["outcome"])
    axes = [read_axis(file, name) for name in names]
    at = np.unravel_index(index, file["outcome"].shape)
    return ", ".join(f"{axis.name} = {axis.at(int(i))}" for axis, i in zip(axes, at)
                     if len(axis) > 1 and axis.name in file and axis.name not in said and axis.words != "scenario of the design")


def plot(file, options):
    asked = [words.strip() for words in options.pareto.split(",")]
    if len(asked) != 2 or not all(asked):
        raise PlotError(FORM)
    goals = [goal(file, words) for words in asked]
    if goals[0][0] == goals[1][0]:
        raise PlotError(f"'{goals[0][0]}' is named twice; {FORM}")
    known = np.flatnonzero(np.isfinite(goals[0][1]) & np.isfinite(goals[1][1]))
    if not len(known):
        raise PlotError(f"no scenario has both {goals[0][0]} and {goals[1][0]}")
    size = [np.abs(values[known]) for _, values, _ in goals]
    best = front(*(-s if larger else s for s, (_, _, larger) in zip(size, goals)))
    made, (axes,) = style.figure(1, options.width, height=2.8)
    factors = [units.handy(unit_of(file[name]), typical(s)) for s, (name, _, _) in zip(size, goals)]
    x, y = (s / factor for s, (factor, _) in zip(size, factors))
    axes.plot(x, y, "o", markersize=2.4, markeredgewidth=0, color="#56B4E9", label=f"scenarios ({len(known):,})", rasterized=True)
    # Between two points of the front nothing is known to be better than either: steps, on the worse side.
    axes.plot(x[best], y[best], "D-", markersize=4, color="black", drawstyle="steps-post", label=f"not beaten in both ({len(best):,})")
    for side, values in (("x", x), ("y", y)):
        if values.min() > 0 and values.max() > 50 * values.min():
            style.logarithmic(axes, side, values)

    def words(k):
        name, values, larger = goals[k]
        said = ("size of " if (values[known] < 0).any() else "") + words_of(file[name])
        return with_unit(said + (", larger is better" if larger else ""), factors[k][1])
    style.label(axes, x=words(0), y=words(1))
    style.legend(axes)
    style.heading(made, title(file))
    lines = outcome_note(file, np.asarray(file["outcome"][()])) + [f"not beaten in both by another one: {len(best):,} of {scenarios(len(known))}"]
    for i in best[:MOST_NAMED]:
        where = place(file, known[i], {name for name, _, _ in goals})
        lines.append(f"  scenario {known[i]:,}{': ' + where if where else ''}: " + ", ".join(
            f"{name} = {units.quantity(values[known[i]], unit_of(file[name]))}" for name, values, _ in goals))
    return made, lines + ([f"  and {len(best) - MOST_NAMED:,} more"] if len(best) > MOST_NAMED else [])
