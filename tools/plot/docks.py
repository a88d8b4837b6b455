"""A map of poses in six degrees of freedom: where both models dock, one of them, or neither."""
from dataclasses import dataclass

import numpy as np

import picks
import style
from errors import PlotError
from reading import dimensions, outcome_note, read_axis, title

STATES = ["both dock", "ideal only", "testbed only", "neither", "did not end well"]
ALONE = ["docks", "", "", "does not dock", "did not end well"]
COLOURS = ["#0072B2", "#E69F00", "#D55E00", "#F0F0F0", "#FFFFFF"]
CAPTURES = ["both capture", "space only", "testbed only", "neither", "did not end well"]
SIGNS = ["", "o", "^", "", "x"]


@dataclass
class Map:
    x: object
    y: object
    states: np.ndarray  # [y, x], index into STATES
    models: list  # models that were run
    held: list
    said: list

    of_captures: bool

    @property
    def names(self):
        return names_of(self.models, self.of_captures)


def names_of(models, of_captures):
    """Names of the states."""
    return (CAPTURES if of_captures else STATES) if len(models) == 2 else ALONE


def applies(file):
    """Whether this is a map: a study of six degrees with poses that dock or do not."""
    names = dimensions(file["outcome"])
    known = "captured.agreement" in file or any(np.isfinite(picks.values(file, f"success.{m}")).any() for m in ("docking", "hil") if f"success.{m}" in file)
    return known and sum(file[n].shape[0] > 1 for n in names if n in file) >= 2


def differ(file):
    """Whether poses differ in what becomes of them; a map of one colour shows nothing."""
    return len(np.unique(states(file)[0])) > 1


def states(file):
    """State of every scenario: both dock, ideal only, testbed only, neither, did not end well."""
    if "captured.agreement" in file:
        return np.asarray(file["captured.agreement"][()], dtype=int), ["docking", "hil"]
    shape = file["outcome"].shape
    models = [m for m in ("docking", "hil") if f"success.{m}" in file and np.isfinite(picks.values(file, f"success.{m}")).any()]
    docks = [picks.values(file, f"success.{m}") for m in models] * (1 if len(models) == 2 else 2)
    found = np.full(shape, len(STATES) - 1)
    known = np.isfinite(docks[0]) & np.isfinite(docks[1])
    ideal, testbed = docks[0] > 0.5, docks[1] > 0.5
    for state, where in enumerate([ideal & testbed, ideal & ~testbed, ~ideal & testbed, ~ideal & ~testbed]):
        found[known & where] = state
    return found, models


def prepare(file, options):
    names = dimensions(file["outcome"])
    at, said = picks.places(file, options.at)
    free = [n for n in names if n not in at and file[n].shape[0] > 1]
    x = options.axis or (free[-1] if free else None)
    y = options.by or next((n for n in free if n != x), None)
    for name in (x, y):
        if name not in names:
            raise PlotError(f"a map needs two axes; {file.filename} has {', '.join(names)}")
        if name in at:
            raise PlotError(f"{name} is drawn and held")
    if x == y:
        raise PlotError(f"a map needs two axes, not {x} twice")
    index, held = [], []
    for name in names:
        if name in (x, y):
            index.append(slice(None))
        else:
            axis = read_axis(file, name)
            index.append(at.get(name, 0))
            held.append(f"{name} = {axis.at(at.get(name, 0))}")
    found, models = states(file)
    found = found[tuple(index)]
    if names.index(x) < names.index(y):
        found = found.T
    return Map(read_axis(file, x), read_axis(file, y), found, models, held, said, "captured.agreement" in file)


def spaced(axis):
    """(where an axis's values stand so that cells are as wide as the steps, whether these are its values)."""
    steps = np.diff(axis.x)
    even = len(steps) > 0 and not axis.labels and np.allclose(steps, steps[0], rtol=1e-3)
    return (axis.x if even else np.arange(len(axis), dtype=float)), even


def edges(at):
    """Of the cells around these places: between them, and as far outside; around a single one by half a step."""
    if len(at) == 1:
        return np.array([at[0] - 0.5, at[0] + 0.5])
    between = 0.5 * (at[1:] + at[:-1])
    return np.concatenate([[2 * at[0] - between[0]], between, [2 * at[-1] - between[-1]]])


def sides(axes, x, y, places):
    """Ticks of a map's two axes."""
    for side, axis, (at, even) in (("x", x, places[0]), ("y", y, places[1])):
        if even and len(at) > 9:
            continue  # else each cell has its value
        labels = axis.labels or [f"{v:.4g}".replace("-", "\u2212") for v in axis.x]
        step = max(-(-len(at) // 10), -(-sum(len(words) + 1 for words in labels) // 28) if side == "x" and not axis.labels else 1)
        getattr(axes, f"set_{side}ticks")(at[::step], labels[::step])
        if side == "x" and axis.labels:
            style.names(axes, "x", list(at), labels)


def draw(file, shown, options):
    from matplotlib.colors import ListedColormap
    from matplotlib.lines import Line2D
    made, (axes,) = style.figure(1, options.width, height=2.9)
    places = [spaced(shown.x), spaced(shown.y)]
    axes.pcolormesh(edges(places[0][0]), edges(places[1][0]), shown.states, cmap=ListedColormap(COLOURS), vmin=-0.5,
                    vmax=4.5, edgecolors="white" if shown.states.size < 400 else "none", linewidth=0.4, rasterized=True)
    axes.grid(False)
    handles, labels = [], []
    few = shown.states.size < 900
    for state, name in enumerate(shown.names):
        cells = np.argwhere(shown.states == state)
        if not len(cells):
            continue
        sign = SIGNS[state]
        if sign and (few or state in (1, 2)):  # so that they can be distinguished without colour
            step = 1 if few else max(1, int(np.ceil(len(cells) / 150)))
            axes.plot(places[0][0][cells[::step, 1]], places[1][0][cells[::step, 0]], sign, color="black", linestyle="",
                      markersize=3.2 if few else 1.8, markerfacecolor="none" if sign == "o" else "black", markeredgewidth=0.7)
        handles.append(Line2D([], [], marker="s", linestyle="", markersize=8, markerfacecolor=COLOURS[state],
                              markeredgecolor="0.3", markeredgewidth=0.5))
        labels.append(f"{name} ({len(cells)}{', ' + {'o': 'circles', '^': 'triangles', 'x': 'crosses'}[sign] if sign else ''})")
    sides(axes, shown.x, shown.y, places)
    style.label(axes, x=shown.x.title(), y=shown.y.title())
    style.legend(axes, handles=handles, labels=labels)
    style.heading(made, title(file), [", ".join(shown.held)])
    return made


def counted(names, found):
    """'both dock: 4 of 12' of each state."""
    counts = [int(np.sum(found == state)) for state in range(len(STATES))]
    return counts, [f"{name}: {count} of {found.size}" for name, count in zip(names, counts) if name and (count or name in names[:4])]


def say_of(file):
    """The lines of a file whose map is not drawn."""
    found, models = states(file)
    return counted(names_of(models, "captured.agreement" in file), found)[1]


def say(file, shown):
    counts, lines = counted(shown.names, shown.states)
    lines, total = shown.held + lines, shown.states.size
    if len(shown.models) == 2:
        known = total - counts[-1]
        if known:
            lines.append(f"the models agree in {100 * (counts[0] + counts[3]) / known:.4g} % of the {known} that ended well")
    else:
        lines.append(f"only the {style.MODELS[shown.models[0]][2]} was run")
    return lines + outcome_note(file, np.asarray(file["outcome"][()])) + shown.said


def plot(file, options):
    shown = prepare(file, options)
    return draw(file, shown, options), say(file, shown)
