"""A result of a single scenario: its errors as bars."""
import numpy as np

import picks
import style
import units
from errors import PlotError
from reading import meanings, title, unit_of, words_of


def prepare(file, options):
    """[(metric, value in %)] of all converged metrics in percent."""
    flag = int(file["outcome"][()])
    if flag != 0:
        raise PlotError(f"nothing to draw: the scenario ended with {meanings(file['outcome'])[flag]}")
    names = [picks.metric(file, name) for name in options.metric] or \
        [n for n in picks.metrics_of(file) if unit_of(file[n]) == "percent"]
    odd = [n for n in names if unit_of(file[n]) != "percent"]
    if odd:
        raise PlotError(f"{odd[0]} is not in percent; side by side are errors in percent")
    kept, said = picks.usable(file, names) if not options.metric else (names, [])
    kept = [name for name in kept if np.isfinite(picks.values(file, name))]
    if not kept:
        raise PlotError("nothing to draw: no error in percent is defined")
    return [(name, float(picks.values(file, name))) for name in kept], said


def plot(file, options):
    rows, said = prepare(file, options)
    made, (axes,) = style.figure(1, options.width, height=0.4 + 0.19 * len(rows))
    places = np.arange(len(rows))[::-1]
    axes.barh(places, [value for _, value in rows], height=0.62, color="#56B4E9", edgecolor="black", linewidth=0.5)
    axes.set_yticks(places, [name for name, _ in rows])
    axes.grid(axis="y", visible=False)
    axes.axvline(0, color="black", linewidth=0.8)
    beyond, most = style.scale(axes, np.array([value for _, value in rows]), "x")
    cut = [(name, value, place) for (name, value), place in zip(rows, places) if abs(value) > most] if beyond else []
    if cut:
        low, high = axes.get_xlim()
        axes.set_xlim(min(low, 0.0), max(high, 0.0))  # bars begin at 0
    for _, value, place in cut:
        end, side = (axes.get_xlim()[1], "right") if value > 0 else (axes.get_xlim()[0], "left")
        axes.text(end, place, f" {units.number(value)} %, off the scale ", ha=side, va="center", fontsize=7)
    said += [f"{name} is off the scale" for name, _, _ in cut]
    style.label(axes, x="error of the HIL model / %")
    style.heading(made, title(file))
    lines = [f"{name}: {units.number(value)} % ({words_of(file[name], 200)})" for name, value in rows]
    return made, lines + said
