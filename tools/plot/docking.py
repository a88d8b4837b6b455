"""A docking in six degrees of freedom: the tip's way into the drogue, its energies and its impacts."""
import math
import tomllib

import numpy as np

import style
import units
from history import ORDER, models, where
from reading import numbers, text, title

ENERGIES = {"kinetic_energy": "kinetic", "potential": "stored", "damping_energy": "taken by damping",
            "friction_energy": "taken by friction"}
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7"]


def applies(file, group):
    """Whether these are histories in six degrees of freedom, which contain the tip's position."""
    parent = file[group] if group and group in file else file
    if "tip_x" in parent:
        return True
    return any(name in parent and "tip_x" in parent[name] for name in ORDER)


def drogue_of(file):
    """{key: value in SI}: of the study that the file holds, and of the scenario where that is a scalar."""
    study = tomllib.loads(text(file.attrs["study"])) if "study" in file.attrs else {}
    found = {key: float(str(value).split()[0]) for key, value in study.get("drogue", {}).items()}  # in SI there
    for name in file:
        if name.startswith("drogue.") and file[name].shape == ():
            found[name.removeprefix("drogue.")] = float(file[name][()])
    return found


def moving(file):
    """('the tip's centre', ' from the drogue's base'): what the way is of, and from where. A mechanism of features has neither tip nor drogue."""
    study = tomllib.loads(text(file.attrs["study"])) if "study" in file.attrs else {}
    kind = study.get("mechanism", "drogue")
    kind = kind.get("kind", "drogue") if isinstance(kind, dict) else kind
    if kind == "drogue":
        return "the tip's centre", " from the drogue's base"
    return ("the tip's centre", "") if kind == "plane" else ("the chaser's port", " from the target's")


def outline(drogue):
    """Of the upper half, from the base to the mouth: x (0 at the base, negative outside) and radius, m."""
    end = drogue["cylinder_length"]
    mouth = end + drogue["frustum_length"]
    radius = drogue["cylinder_radius"]
    wide = drogue.get("mouth_radius") or radius + drogue["frustum_length"] * math.tan(drogue["half_angle"])
    return -np.array([0.0, 0.0, end, mouth]), np.array([0.0, radius, radius, wide])


def across(found):
    """The direction of the tip's largest motion."""
    span = {a: max(np.ptp(numbers(g, f"tip_{a}")) for g in found.values()) for a in "yz"}
    return max(span, key=span.get)


def together(group):
    """Total energy and dissipated energy at each time."""
    return sum(numbers(group, name) for name in ENERGIES)


def impacts(group):
    """(time, peak force) of each impact."""
    if "impacts" not in group:
        return np.array([]), np.array([])
    return numbers(group, "impacts/time"), numbers(group, "impacts/peak_force")


def widen(axes, drawn):
    """A logarithmic scale if a testbed's energy gain would hide everything else."""
    largest = [np.nanmax(values, initial=0.0) for values in drawn]
    if min(largest, default=0.0) > 0.0 and max(largest) > 30.0 * min(largest):
        style.logarithmic(axes, "y", np.array([1e-3 * min(largest), max(largest)]))
        axes.set_ylim(bottom=1e-3 * min(largest))
    else:
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))


def draw_way(axes, drogue, found, side, what):
    known = {"cylinder_radius", "cylinder_length", "frustum_length"} <= drogue.keys()
    if known:
        x, radius = outline(drogue)
        axes.fill_between(1e3 * x, 1e3 * radius, 1.1e3 * radius.max(), color="0.85")
        axes.fill_between(1e3 * x, -1e3 * radius, -1.1e3 * radius.max(), color="0.85")
        axes.plot(1e3 * np.r_[x[::-1], x], 1e3 * np.r_[radius[::-1], -radius], color="0.3", linewidth=1.2)
    for name, group in found.items():
        colour, line, words = style.MODELS[name]
        axes.plot(1e3 * numbers(group, "tip_x"), 1e3 * numbers(group, f"tip_{side}"), line, color=colour, label=words)
        if "impacts" in group:
            axes.plot(1e3 * numbers(group, "impacts/x"), 1e3 * numbers(group, f"impacts/{side}"), "os^"[list(found).index(name)],
                      markersize=3.5, color=colour, markeredgecolor="white", markeredgewidth=0.4, linestyle="",
                      label=f"{'its impacts' if known else 'where it touches'} ({len(group['impacts/time'])})")
    if known:  # free flight further away is cropped
        axes.set_xlim(1e3 * x.min() - 40.0, 20.0)
        axes.set_ylim(-1.1e3 * radius.max(), 1.1e3 * radius.max())
    axes.set_aspect("equal", adjustable="box" if known else "datalim")
    style.label(axes, x=f"x of {what[0]}{what[1]} / mm", y=f"{side} of {what[0]} / mm")
    style.legend(axes)


def draw_energies(axes, found):
    sums = []
    for name, group in found.items():
        line = style.MODELS[name][1]
        first = name == next(iter(found))
        for (channel, words), colour, marker in zip(ENERGIES.items(), COLOURS, "osD^"):
            axes.plot(numbers(group, "time"), numbers(group, channel), linestyle=line, linewidth=1.0, color=colour,
                      marker=marker, markevery=0.15, markersize=3, label=words if first else None)
        sums.append(together(group))
        axes.plot(numbers(group, "time"), sums[-1], linestyle=line, color="black", label="together" if first else None)
    style.label(axes, x="time / s", y="energy / J", name="solid: docking model, dashed: HIL model" if len(found) > 1 else None)
    widen(axes, sums)
    style.legend(axes)


def draw_forces(axes, found):
    peaks = {name: impacts(group) for name, group in found.items() if len(impacts(group)[0])}
    largest = max((units.largest_of(peak) for _, peak in peaks.values()), default=0.0)
    factor, spelling = units.handy("N", largest)
    for name, (time, peak) in peaks.items():
        colour, _, words = style.MODELS[name]
        marker = "os^"[list(found).index(name)]
        axes.vlines(time, 0, peak / factor, color=colour, linewidth=0.6)  # impacts are discrete events: not joined by lines
        axes.plot(time, peak / factor, marker, markersize=4, color=colour, linestyle="", label=words)
    style.label(axes, x="time / s", y=f"peak force of each impact / {spelling}")
    widen(axes, [peak / factor for _, peak in peaks.values()])
    style.legend(axes)


def say(found):
    lines = []
    for name, group in found.items():
        time, peak = impacts(group)
        words = style.MODELS[name][2]
        energy = together(group)
        ends = f"energy and what was taken of it end at {energy[-1] / energy[0]:.3g} times the start" if energy[0] > 0 else ""
        lines.append(f"{words}: {len(time)} impacts" +
                     (f", largest force {units.quantity(np.max(peak), 'N')} at {units.quantity(time[np.argmax(peak)], 's')}"
                      if len(time) else "") + (f"; {ends}" if ends else ""))
    return lines


def plot(file, options):
    found = models(file, options.group)
    found = {name: group for name, group in found.items() if "tip_x" in group and name in style.MODELS}
    made, (way, energies, forces) = style.figure(3, options.width or style.COLUMN, height=2.1)
    draw_way(way, drogue_of(file), found, across(found), moving(file))
    draw_energies(energies, found)
    draw_forces(forces, found)
    style.heading(made, title(file), [where(file, options.group)])
    return made, say(found)
