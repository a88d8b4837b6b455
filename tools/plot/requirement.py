"""Result of `require`: a limit, alone or over other parameters, and what binds."""
import numpy as np

import style
import units
from errors import PlotError
from reading import Axis, dimensions, logarithmic, meanings, numbers, text, title, unit_of, variable_axis, with_unit

FOUND, ALL, NONE = 0, 1, 2  # flags of the variable `found`


def what(file):
    return text(file["limit"].attrs["long_name"]).removeprefix("last ").removesuffix(" that meets the targets")


def words(name):
    return name.replace(".", " ").replace("_", " ")


def other(file, name):
    """Another parameter as an axis: its key in words, since its description is a sentence."""
    axis = variable_axis(file, name)
    axis.words = words(name)
    return axis


def prepare(file, options):
    """(x, by or None, {variable: values [by, x]}, held): one or two of the other parameters are plotted."""
    names = dimensions(file["limit"])
    at, held = {}, []
    from picks import said_places
    for name, value in said_places(options.at):
        if name not in names:
            raise PlotError(f"{file.filename} has no parameter '{name}'; it has {', '.join(names) or 'none'}")
        at[name] = other(file, name).nearest(value)[0]
    if options.axis and options.axis not in names:
        raise PlotError(f"{file.filename} has no parameter '{options.axis}'; it has {', '.join(names) or 'none'}")
    free = [n for n in names if n not in at]
    x = options.axis or (max(free, key=lambda n: len(file[n])) if free else None)
    by = next((n for n in free if n != x), None)
    index = []
    for name in names:
        axis = other(file, name)
        if name in (x, by):
            index.append(slice(None))
        else:
            index.append(at.get(name, 0))
            held.append(f"{name} = {axis.at(at.get(name, 0))}")
    table = {}
    for name in ("limit", "limit_low", "limit_high", "binding_scenario", "found"):
        values = numbers(file, name)[tuple(index)]
        table[name] = np.atleast_2d(values.T if by and names.index(x) < names.index(by) else values)
    table["target"] = np.atleast_2d(np.vectorize(text, otypes=[object])(file["binding_target"][()])[tuple(index)].T if by and names.index(x) < names.index(by)
                                    else np.vectorize(text, otypes=[object])(np.asarray(file["binding_target"][()]))[tuple(index)])
    table["limit"] = np.where(table["found"] == FOUND, table["limit"], np.nan)
    return (other(file, x) if x else None), (other(file, by) if by else None), table, held


def draw(file, x, by, table, held, options):
    unit = unit_of(file["limit"])
    y = Axis("limit", words(what(file)), unit, table["limit"].ravel())
    if not np.isfinite(y.si).any():
        raise PlotError(f"{file.filename}: there is no limit to be drawn: " +
                        ("all values tried meet the targets" if (table["found"] == ALL).any() else "no value meets the targets"))
    made, (axes,) = style.figure(1, options.width, height=2.5)
    curves = len(table["limit"])
    for k in range(curves):
        limit, low, high = (table[name][k] / y.factor for name in ("limit", "limit_low", "limit_high"))
        known = np.isfinite(limit)
        look = style.look(k, curves if by else 0)
        if by:
            axes.errorbar(x.x[known], limit[known], yerr=[limit[known] - low[known], high[known] - limit[known]], capsize=2,
                          label=by.at(k), elinewidth=0.7, **look)
            continue
        axes.plot(x.x[known], limit[known], "-", color="0.65", zorder=1)
        axes.fill_between(x.x[known], low[known], high[known], color="0.8", zorder=0)
        pairs = list(dict.fromkeys(zip(table["binding_scenario"][k][known], table["target"][k][known])))
        for j, (scenario, target) in enumerate(pairs):
            here = known & (table["binding_scenario"][k] == scenario) & (table["target"][k] == target)
            look = style.look(j)
            look["linestyle"] = ""
            axes.plot(x.x[here], limit[here], label=f"scenario {int(scenario)} binds: {target}", **look)
    if not by and (table["found"] != FOUND).any():
        bottom, top = axes.get_ylim()
        for flag, sign, place, said in ((NONE, "kx", bottom, "no value meets the targets"), (ALL, "k^", top, "all values tried meet the targets")):
            here = table["found"][0] == flag
            if here.any():
                axes.plot(x.x[here], np.full(here.sum(), place), sign, clip_on=False, label=said)
        axes.set_ylim(bottom, top)
    if logarithmic(x.si):
        style.logarithmic(axes, "x", x.x)
    style.label(axes, x=x.title(), y=with_unit(bounded(y.words, table), y.spelling))
    style.legend(axes, title=f"{by.words} ({by.name})" if by else None)
    style.heading(made, title(file), [", ".join(held)])
    return made


def bounded(its, table):
    return f"{'largest' if side(table) else 'smallest'} {its}"


def side(table):
    """Whether it is an upper limit: the first bad value lies above it."""
    return bool(np.nanmean(table["limit_high"] - table["limit"]) >= np.nanmean(table["limit"] - table["limit_low"]))


def single(file, options):
    """A single limit, as text in a small picture."""
    low, limit, high = (float(numbers(file, name)) for name in ("limit_low", "limit", "limit_high"))
    if int(file["found"][()]) != FOUND:
        raise PlotError(f"{file.filename}: there is no limit to be drawn: {meanings(file['found'])[int(file['found'][()])]} of the values "
                        "meet the targets")
    from matplotlib.ticker import MaxNLocator  # here, since `report` takes the words of this module without matplotlib
    axis = Axis("", words(what(file)), unit_of(file["limit"]), np.array([low, limit, high]))
    made, (axes,) = style.figure(1, options.width, height=0.7)
    axes.plot(axis.x[[0, 2]], [0, 0], "|-", color="black", markersize=9)
    axes.plot(axis.x[1], 0, "o", color="#D55E00", markersize=6)
    axes.set_yticks([])
    axes.ticklabel_format(axis="x", useOffset=False)
    first, last = axes.get_xlim()
    edge = 0.08 * (last - first)  # where a number would be cut off
    axes.set_xticks([x for x in MaxNLocator(4).tick_values(first, last) if first + edge <= x <= last - edge])
    axes.set_xlim(first, last)
    style.label(axes, x=with_unit(bounded(axis.words, {"limit": limit, "limit_low": low, "limit_high": high}), axis.spelling))
    style.heading(made, title(file), ["dot: the limit; line: its uncertainty"])
    return made


def say(file, x, by, table, held):
    unit, lines = unit_of(file["limit"]), list(held)
    for k in range(len(table["limit"])):
        front = f"{by.name} = {by.at(k)}: " if by else ""
        limit = table["limit"][k]
        known = np.flatnonzero(np.isfinite(limit))
        for flag, said in ((NONE, "no value meets the targets"), (ALL, "all values tried meet the targets")):
            here = np.flatnonzero(table["found"][k] == flag)
            if len(here):
                lines.append(f"{front}{said} at {len(here)} of {len(limit)} points: {x.name} from {x.at(here[0])} to {x.at(here[-1])}")
        if len(known):
            low, high = known[np.argmin(limit[known])], known[np.argmax(limit[known])]
            lines.append(f"{front}{what(file)}: {units.quantity(limit[low], unit, 5)} (at {x.at(low)}) to "
                         f"{units.quantity(limit[high], unit, 5)} (at {x.at(high)}); uncertainty at most "
                         f"{units.quantity(np.nanmax((table['limit_high'] - table['limit_low'])[k]), unit, 2)}")
    there = table["found"] == FOUND
    for target in dict.fromkeys(table["target"][there]):
        lines.append(f"binds at {int(np.sum(there & (table['target'] == target)))} points: {target}")
    return lines


def said(file, options):
    """The lines of a table, also of one without a limit."""
    if file["limit"].shape != ():
        return say(file, *prepare(file, options))
    found = meanings(file["found"])[int(file["found"][()])]
    if found != "limit":
        return [f"{what(file)}: there is no limit; {found} of the values meet the targets"]
    low, limit, high = (units.quantity(float(numbers(file, n)), unit_of(file["limit"]), 7) for n in ("limit_low", "limit", "limit_high"))
    return [f"{what(file)}: {limit} ({low} to {high})", f"binds: scenario {int(file['binding_scenario'][()])}, {text(file['binding_target'][()])}"]


def plot(file, options):
    made = single(file, options) if file["limit"].shape == () else draw(file, *prepare(file, options), options)
    return made, said(file, options)
