"""A mechanism of features, as a study describes it: three views of both sides, drawn apart."""
import os
import subprocess
import tomllib

import numpy as np

import shapes
import style
from errors import PlotError
from reading import printable

VIEWS = [("x", "y", "from the side"), ("x", "z", "from above"), ("y", "z", "along the docking axis")]
COLOURS = {"chaser": "#0072B2", "target": "#E69F00", "latch": "#009E73"}


def has_mechanism(file):
    """Whether a study has a mechanism, as far as it can be told here; what is wrong with a file the program says."""
    try:
        with open(file, "rb") as given:
            return "mechanism" in tomllib.load(given)
    except (OSError, ValueError):
        return True


def read(file):
    """The study with its features written out, as the program reads it."""
    program = os.environ.get("HILSPACE_PROGRAM")
    if not program:
        raise PlotError("a study is drawn by hilspace plot, which reads it")
    if not has_mechanism(file):
        raise PlotError(f"{file}: is a study without a [mechanism] to draw; hilspace run makes a result of it, which can be plotted")
    ended = subprocess.run([program, "check", file, "--features"], capture_output=True, encoding="utf-8", errors="replace")
    if ended.returncode != 0:
        raise PlotError(ended.stderr.strip() or f"{file}: cannot be read")
    return tomllib.loads(ended.stdout)


def apart(found):
    """How far the chaser's side is moved back so that both can be told apart."""
    ends = {side: [grid[..., 0] for s, grid in found if s == side] for side in ("chaser", "target")}
    if not all(ends.values()):
        return 0.0
    length = np.ptp(np.concatenate([np.ravel(x) for both in ends.values() for x in both]))
    return max(x.max() for x in ends["chaser"]) - min(x.min() for x in ends["target"]) + 0.1 * length + 1e-3


def lines_of(grid):
    """The grid's lines, some of them: along its rows and its columns."""
    def some(count):
        return sorted(set(np.linspace(0, count - 1, min(count, 13)).astype(int)))
    return [grid[i] for i in some(grid.shape[0])] + [grid[:, k] for k in some(grid.shape[1])]


def tallest(found, back):
    """Inches that the tallest of the views takes, where it is as wide as its third of the picture."""
    points = np.concatenate([(grid - [0.0 if side == "target" else back, 0.0, 0.0]).reshape(-1, 3) for side, grid in found])
    span = dict(zip("xyz", np.ptp(points, axis=0)))
    return min(2.6, 0.2 + 1.75 * max(span[up] / max(span[across], 1e-9) for across, up, _ in VIEWS))


def draw(study, options):
    described = study["mechanism"]
    found = shapes.of_features(described["feature"])
    latches = shapes.of_latches(described.get("latch", []))
    back = apart(found)
    made, panels = style.figure(3, options.width or style.COLUMN * 2, columns=3, height=tallest(found, back))
    for axes, (across, up, words) in zip(panels, VIEWS):
        i, k = "xyz".index(across), "xyz".index(up)
        named = set()
        for side, grid in [*found, *(("latch", grid) for grid in latches)]:
            moved = grid - [0.0 if side == "target" else back, 0.0, 0.0]
            for line in lines_of(moved):
                axes.plot(1e3 * line[:, i], 1e3 * line[:, k], color=COLOURS[side], linewidth=1.2 if side == "latch" else 0.5,
                          marker="." if len(line) == 1 else None, markersize=2, label=None if side in named else side)
                named.add(side)
        axes.set_aspect("equal", adjustable="box")
        bottom, top = axes.get_ylim()
        if top - bottom < 0.25 * np.ptp(axes.get_xlim()):  # no room for more than two labels
            seen = [tick for tick in axes.get_yticks() if bottom <= tick <= top]
            axes.set_yticks(seen[:1] + seen[1:][-1:])
        style.label(axes, x=f"{across} / mm", y=f"{up} / mm", name=words)
    style.legend(panels[0])
    style.heading(made, printable(study.get("title", "")))
    return made


def say(study):
    described = study["mechanism"]
    def names(side):
        its = [f for f in described["feature"] if f["side"] in (side, "both")]
        return ", ".join(f["name"] + (f" x {f['repeat']}" if f.get("repeat", 1) > 1 else "") for f in its)
    lines = [f"{side}: {names(side)}" for side in ("chaser", "target")]
    latches = ", ".join(f"{x['name']} x {x.get('repeat', 1)}, catches {x['catches']}" for x in described.get("latch", []))
    return lines + ([f"latches: {latches}"] if latches else []) + ["drawn apart along x; hilspace check says what overlaps at the start"]


def plot(options):
    study = read(options.file)
    return draw(study, options), say(study)
