"""Time histories of an axial impact: forces of all models with their residual, penetration, hysteresis."""
import numpy as np

import style
import units
from errors import PlotError
from reading import Axis, numbers, title, unit_of, words_of

ORDER = ("docking", "hil", "rig")


def models(file, group):
    """{model: group} of the folder, or of the one group."""
    parent = file
    if group:
        if group not in file:
            raise PlotError(f"{file.filename} has no group '{group}'" + traces_said(file))
        parent = file[group]
    if "time" in parent:
        return {group.rpartition("/")[2]: parent}
    found = {name: parent[name] for name in ORDER if name in parent and "time" in parent[name]}
    if not found:
        raise PlotError(f"{file.filename} has no time histories{' in ' + group if group else ''}" + traces_said(file))
    return found


def traces_said(file):
    names = list(file["traces"]) if "traces" in file else []
    return f"; it has traces/{', traces/'.join(names[:6])}{' ...' if len(names) > 6 else ''}" if names else ""


def channel(group, name):
    """(time, values) in SI, up to the last complete record; None if the model has no such channel."""
    if name not in group:
        return None
    time, values = numbers(group, "time"), numbers(group, name)
    if time.shape != values.shape or time.ndim != 1:
        raise PlotError(f"{group.name}/{name} does not fit its times")
    root = group.file
    whole = int(root["recorded"][()]) if "recorded" in root and group.name == "/rig" else len(time)
    return time[:whole], values[:whole]


def force_name(found):
    """The measured force if all models have one, else the contact force."""
    return "force" if all("force" in group for group in found.values()) else "contact_force"


def residual(reference, other):
    """(time, other minus reference) at the reference's times, where both are defined."""
    at, values = reference
    low, high = other[0][0], other[0][-1]
    inside = (at >= low) & (at <= high)
    return at[inside], np.interp(at[inside], *other) - values[inside]


def span(found, name):
    """Time window of the contact in SI, with a small margin before and after the force."""
    ends = []
    for group in found.values():
        time, values = channel(group, name)
        most = np.nanmax(np.abs(values), initial=0.0)
        busy = time[np.abs(values) > 1e-3 * most] if most > 0 else time
        if len(busy):
            ends.append((busy[0], busy[-1]))
    if not ends:
        return None
    low, high = min(e[0] for e in ends), max(e[1] for e in ends)
    return low - 0.08 * (high - low), high + 0.08 * (high - low)


def inside(pair, window):
    """The samples of the window; all samples if there is none."""
    if window is None:
        return pair
    keep = (pair[0] >= window[0]) & (pair[0] <= window[1])
    return pair[0][keep], pair[1][keep]


def prepare(file, group):
    """{what: [(model, x, y)]} in SI: force, residual, penetration, hysteresis; and the names of the channels."""
    found = models(file, group)
    force = force_name(found)
    if any(force not in g for g in found.values()):
        raise PlotError(f"{file.filename}: its time histories have no force")
    window = span(found, force)
    shown = {"force": [(m, *inside(channel(g, force), window)) for m, g in found.items()]}
    reference, *others = found
    shown["residual"] = [(m, *inside(residual(channel(found[reference], force), channel(found[m], force)), window))
                         for m in others]
    depth = {m: g for m, g in found.items() if "penetration" in g}
    shown["penetration"] = [(m, *inside(channel(g, "penetration"), window)) for m, g in depth.items()]
    shown["hysteresis"] = []
    for m, g in depth.items():
        x, y = (inside(channel(g, n), window)[1] for n in ("penetration", force))
        touching = (x > 0) | (np.abs(y) > 1e-3 * np.nanmax(np.abs(y), initial=0.0))
        shown["hysteresis"].append((m, x[touching], y[touching]))
    return {what: rows for what, rows in shown.items() if rows}, found, force, reference


def axis_of(rows, place, words, unit):
    shown = Axis("", words, unit, np.concatenate([row[place] for row in rows]) if rows else np.zeros(1))
    return shown


def draw(file, shown, found, force, reference, options):
    first = next(iter(found.values()))
    unit, depth_unit = unit_of(first[force]), unit_of(first["penetration"]) if "penetration" in first else "m"
    time_words = words_of(first["time"])
    panels = list(shown)
    made, grid = style.figure(len(panels), options.width or style.COLUMN, height=1.75, columns=1 if options.width is None else None)
    words = {"force": words_of(first[force]), "penetration": "penetration", "hysteresis": words_of(first[force]),
             "residual": f"force less that of the {style.MODELS[reference][2]}" if reference in style.MODELS else "residual"}
    for axes, what in zip(grid, panels):
        rows = shown[what]
        x = axis_of(rows, 1, "penetration" if what == "hysteresis" else time_words, depth_unit if what == "hysteresis" else "s")
        y = axis_of(rows, 2, words[what], depth_unit if what == "penetration" else unit)
        for model, at, values in rows:
            colour, line, name = style.MODELS.get(model, ("#000000", "-", model))
            axes.plot(at / x.factor, values / y.factor, color=colour, linestyle=line, label=name)
        axes.axhline(0, color="0.6", linewidth=0.5, zorder=0)
        axes.locator_params(nbins=6)
        last_of_time = what == [w for w in panels if w != "hysteresis"][-1]
        style.label(axes, x=x.title() if what == "hysteresis" or last_of_time else None, y=y.title(), name={"residual": "residual", "hysteresis": "hysteresis"}.get(what))
    style.legend(grid[-1])
    style.heading(made, title(file), [where(file, options.group)])
    return made


def where(file, group):
    index = file.attrs.get("scenario_index")
    return group if group else f"scenario {int(index)}" if index is not None else ""


def say(shown, found, force, reference, unit, depth_unit):
    lines = []
    for model, time, values in shown["force"]:
        at = int(np.nanargmax(np.abs(values))) if len(values) else None
        if at is not None:
            lines.append(f"{style.MODELS.get(model, ('', '', model))[2]}: peak force {units.quantity(values[at], unit)} at "
                         f"{units.quantity(time[at], 's')}")
    for model, _, values in shown.get("penetration", []):
        if len(values):
            lines.append(f"{style.MODELS.get(model, ('', '', model))[2]}: largest penetration "
                         f"{units.quantity(np.nanmax(values), depth_unit)}")
    for model, time, values in shown.get("residual", []):
        if len(values):
            at = int(np.nanargmax(np.abs(values)))
            lines.append(f"largest residual of the {style.MODELS.get(model, ('', '', model))[2]}: "
                         f"{units.quantity(values[at], unit)} at {units.quantity(time[at], 's')}")
    return lines


def plot(file, options):
    shown, found, force, reference = prepare(file, options.group)
    first = next(iter(found.values()))
    made = draw(file, shown, found, force, reference, options)
    depth = unit_of(first["penetration"]) if "penetration" in first else "m"
    return made, say(shown, found, force, reference, unit_of(first[force]), depth)
