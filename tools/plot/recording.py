"""A recording of the rig: force, extension, velocity and the loop's timing, with the trip."""
import numpy as np

import style
import units
from errors import PlotError
from history import channel
from reading import Axis, meanings, numbers, title, unit_of, words_of

PANELS = [["force"], ["extension", "penetration"], ["velocity"]]


def prepare(file):
    """{channel: (time, values)} in SI from the scenario on, the phases' [(name, begin, end)], and {end's name: value}."""
    rig = file["rig"]
    shown = {name: channel(rig, name) for name in ("force", "extension", "penetration", "velocity", "lateness", "work")}
    shown = {name: pair for name, pair in shown.items() if pair is not None}
    if "force" not in shown or not len(shown["force"][0]):
        raise PlotError(f"{file.filename}: nothing was recorded")
    time = shown["force"][0]
    phases = []
    if "phase" in rig:
        names, flags = meanings(rig["phase"]), rig["phase"][()][:len(time)]
        starts = np.flatnonzero(np.r_[True, np.diff(flags) != 0])
        phases = [(names[flags[a]], time[a], time[b - 1]) for a, b in zip(starts, np.r_[starts[1:], len(flags)])]
    return shown, phases


def window(shown, phases):
    """The scenario and the phases after it; everything if there is no scenario."""
    times = [(begin, end) for name, begin, end in phases if name in ("scenario", "after", "tripped")]
    time = shown["force"][0]
    if not times:
        return time[0], time[-1]
    low, high = times[0][0], times[-1][1]
    force = shown["force"][1]
    busy = time[np.abs(force) > 0.02 * np.nanmax(np.abs(force), initial=0.0)]
    busy = busy[(busy >= low) & (busy <= high)]
    if len(busy):
        pad = 0.25 * (busy[-1] - busy[0])
        low, high = max(low, busy[0] - pad), min(high, busy[-1] + pad)
    return low, high


def draw(file, shown, phases, options):
    groups = [[n for n in names if n in shown] for names in PANELS]
    groups = [names for names in groups if names] + [[n for n in ("lateness", "work") if n in shown and shown[n][1].any()]]
    groups = [names for names in groups if names]
    made, grid = style.figure(len(groups), options.width or style.COLUMN, height=1.6, share=True)
    low, high = window(shown, phases)
    rig = file["rig"]
    for axes, names in zip(grid, groups):
        pairs = {}
        for name in names:
            time, values = shown[name]
            keep = (time >= low) & (time <= high)
            pairs[name] = (time[keep], values[keep])
        time_axis = Axis("time", "", "s", np.array([low, high]))
        y = Axis("", "", unit_of(rig[names[0]]), np.concatenate([values for _, values in pairs.values()]))
        for k, (name, (time, values)) in enumerate(pairs.items()):
            look = style.look(k)
            look["marker"] = ""
            axes.plot(time / time_axis.factor, values / y.factor, linewidth=1.0, label=words_of(rig[name]), **{
                key: value for key, value in look.items()})
        if "trip.cycle" in file and file["trip.fault"][()] not in (0, 255) and meanings(file["trip.fault"])[int(file["trip.fault"][()])] \
                not in ("none", "unknown") and "cycle" in rig:
            at = np.flatnonzero(rig["cycle"][()] >= file["trip.cycle"][()])
            if len(at):
                axes.axvline(rig["time"][at[0]] / time_axis.factor, color="#D55E00", linestyle=":", linewidth=1.2)
        words = words_of(rig[names[0]]) if len(names) == 1 else " and ".join(names)
        style.label(axes, y=f"{words} / {y.spelling}")
        axes.locator_params(axis="y", nbins=5)
        if len(names) > 1:
            style.legend(axes)
    style.label(grid[-1], x=f"{words_of(rig['time'])} / {time_axis.spelling}")
    style.heading(made, title(file), [f"scenario {int(file.attrs['scenario_index'])}" if "scenario_index" in file.attrs else ""])
    return made


def say(file, shown, phases):
    time, force = shown["force"]
    at = int(np.nanargmax(np.abs(force)))
    lines = [f"peak force {units.quantity(force[at], 'N')} at {units.quantity(time[at], 's')}"]
    if "extension" in shown:
        lines.append(f"largest extension {units.quantity(np.nanmax(shown['extension'][1]), 'm')}")
    for name in ("end.rig", "trip.fault"):
        if name in file:
            lines.append(f"{name}: {meanings(file[name])[int(file[name][()])]}")
    counts = [f"{name} {int(numbers(file, name))}" for name in ("cycles.missed", "cycles.late", "cycles.long", "records.lost")
              if name in file]
    if counts:
        lines.append(", ".join(counts))
    if "safe" in file and file["safe"][()] != 1:
        lines.append("this recording was interrupted before the safe command")
    return lines


def plot(file, options):
    shown, phases = prepare(file)
    return draw(file, shown, phases, options), say(file, shown, phases)
