"""A sweep: its errors over one axis, or a metric over one axis by another, or as a map over two."""
from dataclasses import dataclass, field

import numpy as np

import answers
import docks
import picks
import style
import units
from errors import PlotError
from reading import dimensions, keys_on, logarithmic, outcome_note, read_axis, title, unit_of, with_unit, words_of

MOST_CURVES = 8


@dataclass
class Curve:
    metric: str
    name: str           # of the curve in the legend
    positions: np.ndarray
    values: np.ndarray  # SI
    half: np.ndarray = None  # half-width of an interval


@dataclass
class View:
    """Content of a plot: panels of curves over one axis, SI."""
    axis: object
    by: object          # axis of the curves, or None
    panels: list        # [(metrics, [Curve])]
    held: list          # "actuator.resolution = 1 um"
    said: list = field(default_factory=list)


def series(file, name, index, averaged):
    """(values, half-widths) of a metric along the free axes; averaged over the repeats its mean with the interval."""
    if not averaged:
        return picks.values(file, name)[index], None
    if f"{name}.mean" not in file:
        raise PlotError(f"{name} has no mean over {averaged}; draw over that with --axis, or hold it with --at")
    return tuple(picks.values(file, f"{name}{end}")[index[:-1]] for end in (".mean", ".interval"))


def averaged_axis(file, names, used):
    """The axis of the repeats, where the metrics' means over it are drawn: it is neither drawn nor held."""
    last = names[-1] if names else None
    return last if last in picks.REPEATS and last not in used and any(name.endswith(".mean") for name in file) else None


def influence(file, name, names, axis):
    """Average variation of a metric along an axis: to choose the axis of the curves."""
    values = picks.values(file, name)
    place = names.index(axis)
    ranges = np.nanmax(values, axis=place, initial=-np.inf, where=np.isfinite(values)) - \
        np.nanmin(values, axis=place, initial=np.inf, where=np.isfinite(values))
    ranges = ranges[np.isfinite(ranges)]
    return float(np.mean(ranges)) if ranges.size else 0.0


def chosen_axes(file, options, names, at):
    """(x, by): as requested; else the longest axis of at least three numbers, and the most influential one."""
    averaged = averaged_axis(file, names, {options.axis, options.by, *at})
    free = [n for n in names if n not in at]
    if len(free) > 1:  # repeats alone are drawn one by one
        free = [n for n in free if n != averaged]
    for name in (options.axis, options.by):
        if name and name not in names:
            raise PlotError(f"{file.filename} has no axis '{name}'; it has {', '.join(names)}")
        if name and name in at:
            raise PlotError(f"{name} is drawn and held")
    if not free:
        raise PlotError("all axes are held; leave one to draw over")
    axes = {n: read_axis(file, n) for n in free}
    moving = [n for n in free if len(axes[n]) > 1] or free
    others = [n for n in moving if n != options.by] or moving
    metric = (options.metric or [picks.default_metric(file)])[0]
    x = options.axis or max(others, key=lambda n: (not axes[n].labels and len(axes[n]) > 2, len(axes[n]), influence(file, metric, names, n)))
    rest = [n for n in moving if n != x]
    if x == options.by:
        raise PlotError(f"{x} is drawn and is to be held by each curve; " + (
            f"name one of {', '.join(n for n in free if n != x)} instead" if len(free) > 1 else "leave out --by"))
    by = options.by or (max(rest, key=lambda n: influence(file, metric, names, n)) if rest else None)
    return x, by


def prepare(file, options):
    """The View that the options ask for."""
    names = dimensions(file["outcome"])
    at, said = picks.places(file, options.at)
    for name in options.metric:
        picks.of_scenarios(file, name)
    x, by = chosen_axes(file, options, names, at)
    averaged = averaged_axis(file, names, {x, by, *at})
    index, held = [], []
    for name in names:
        axis = read_axis(file, name)
        if name in (x, by, averaged):
            index.append(slice(None))
            continue
        index.append(at.get(name, 0))
        held.append(f"{name} = {axis.at(at.get(name, 0))}")
    if averaged:
        held.append(f"mean of {file['outcome'].shape[-1]} repeats, 95 % interval")
    if options.metric:
        groups = [[name] for name in options.metric]
    elif by:
        groups = [[name] for name in ("force.e_hint_pct", "penetration.e_hint_pct", "velocity.error_pct")]
    else:
        groups = picks.PANELS
    if not options.metric:
        tried = [picks.usable(file, group) for group in groups]
        said += [line for _, lines in tried for line in lines]
        groups = [kept for kept, _ in tried if kept] or [[picks.default_metric(file)]]
    over, curves_of = read_axis(file, x), read_axis(file, by) if by else None
    panels = []
    for group in groups:
        curves = []
        for name in group:
            values, half = series(file, name, tuple(index), averaged)
            places = [n for n in names if n in (x, by)]
            if by and places.index(x) == 0:
                values, half = values.T, None if half is None else half.T
            for k, row in enumerate(np.atleast_2d(values)):
                label = curves_of.at(k) if by else name
                curves.append(Curve(name, label, np.arange(len(over)), row, None if half is None else np.atleast_2d(half)[k]))
        panels.append((group, curves))
    return View(over, curves_of, panels, held, said)


def thinned(curves, said, by):
    """At most MOST_CURVES of them, evenly spread, with a note."""
    if len(curves) <= MOST_CURVES:
        return curves
    shown = np.unique(np.linspace(0, len(curves) - 1, MOST_CURVES - 1).round().astype(int))
    said.append(f"{len(shown)} of {len(curves)} values of {by.name} are drawn; --at and --by choose others")
    return [curves[i] for i in shown]


def tidy(axis, curve):
    """(x, values, half) of what is defined, in the order of x."""
    known = np.isfinite(curve.values)
    order = np.argsort(axis.x[known], kind="stable")
    return axis.x[known][order], curve.values[known][order], None if curve.half is None else curve.half[known][order]


def draw_curves(axes, axis, curves, ordered, factor):
    """The curves of one panel; points over names are not joined by lines."""
    count = len(curves)
    for k, curve in enumerate(curves):
        x, values, half = tidy(axis, curve)
        look = style.look(k, count if ordered else 0)
        if axis.labels:
            look["linestyle"] = ""
            x = x + 0.12 * (k - (count - 1) / 2) * min(1.0, 5 / max(1, count))
        dense = len(x) > 40
        if dense:
            look["marker"] = ""
        if half is not None and np.isfinite(half).any():
            axes.errorbar(x, values / factor, yerr=half / factor, capsize=2, elinewidth=0.8, label=curve.name, **look)
        else:
            axes.plot(x, values / factor, label=curve.name, **look)


def x_axis(axes, axis):
    if axis.labels:
        style.names(axes, "x", list(axis.x), axis.labels)
    elif logarithmic(axis.si):
        style.logarithmic(axes, "x", axis.x)
    else:
        axes.locator_params(axis="x", nbins=6)


def draw(file, view, options):
    """The figure, and lines on values that are off its scale."""
    said = []
    by_numbers = view.by is not None and not view.by.labels
    made, rows = style.figure(len(view.panels), options.width, share=True)
    threshold_of = {}
    for group, _ in view.panels:
        threshold_of[group[-1]] = picks.threshold(options.below, file, group[-1]) if options.below and \
            group[-1] == asked_metric(file, view, options) else None
    for axes, (group, curves) in zip(rows, view.panels):
        if view.by is not None:
            curves = thinned(curves, view.said if axes is rows[0] else [], view.by)
        unit = unit_of(file[group[0]])
        everything = np.concatenate([c.values for c in curves])
        factor, spelling = units.handy(unit, units.largest_of(everything))
        draw_curves(axes, view.axis, curves, by_numbers, factor)
        limit = threshold_of[group[-1]]
        if limit is not None:
            mark_threshold(axes, view, curves, limit / factor, group[-1], factor, single=len(view.panels[0][1]) == 1 or not view.by)
        if options.log and (everything < 0).any():  # values below 0 are not left out
            style.signed(axes, everything / factor)
        elif options.log and (everything > 0).any():
            style.logarithmic(axes, "y", everything[everything > 0] / factor)
        elif not style.vertical(axes, everything / factor, not view.axis.labels and logarithmic(view.axis.si)):
            error = min(float(file[name].attrs.get("numerical_error", np.nan)) for name in group)
            if style.steady(axes, everything / factor, error / factor):
                said.append(f"{', '.join(group)}: varies by no more than its numerical error")
            beyond, most = style.scale(axes, everything / factor)
            if beyond:
                said.append(f"{', '.join(group)}: {beyond} values beyond {units.quantity(most * factor, unit, 2)} are off the scale")
            axes.locator_params(axis="y", nbins=6)
        words = words_of(file[group[0]]) if len(group) == 1 else group[0].split(".")[0].replace("_", " ") + " error"
        style.label(axes, y=with_unit(words, spelling), name=", ".join(group) if len(group) == 1 else None)
        if view.by is None and len(group) > 1:
            style.legend(axes)
    x_axis(rows[-1], view.axis)
    style.label(rows[-1], x=with_unit(view.axis.words, view.axis.spelling))
    if view.by is not None:
        style.legend(rows[-1], title=legend_title(file, view.by))
    style.heading(made, title(file), [", ".join(view.held)])
    return made, said


def legend_title(file, axis):
    """Words and the keys that they stand for."""
    keys = keys_on(file, axis.name) if axis.name in dimensions(file["outcome"]) else [axis.name]
    return f"{axis.words} ({', '.join(keys)})"


def mark_threshold(axes, view, curves, level, metric, factor, single):
    shown = [tidy(view.axis, c) for c in curves if c.metric == metric]
    everything = np.concatenate([v for _, v, _ in shown]) if shown else np.array([1.0])
    for height in answers.limits(everything, level):
        axes.axhline(height, color="black", linestyle=":", linewidth=1)
    if view.axis.labels or not single:
        return
    for x, values, _ in shown:
        for at, _, height in answers.crossings(x, values / factor, level):
            axes.plot([at], [height], "k*", markersize=9)
            axes.annotate(view.axis.shown(at, 3), (at, height), (5, -11), textcoords="offset points")


def asked_metric(file, view, options):
    """Metric of --below: the requested one, else the preferred one of those plotted."""
    drawn = [name for group, _ in view.panels for name in group]
    if options.metric:
        return options.metric[0]
    return next((name for name in picks.PREFERRED if name in drawn), drawn[-1])


def say(file, view, options):
    """Key numbers for each curve of the requested metric."""
    lines = list(view.held)
    index = tuple(slice(None) for _ in file["outcome"].shape)
    lines += outcome_note(file, np.asarray(file["outcome"][index]))
    metric = asked_metric(file, view, options)
    unit = unit_of(file[metric])
    for group, curves in view.panels:
        for curve in curves:
            if curve.metric != metric:
                continue
            x, values, half = tidy(view.axis, curve)
            front = f"{view.by.name} = {curve.name}: " if view.by is not None else ""
            if len(x) == 0:
                lines.append(f"{front}{metric} is undefined everywhere")
                continue
            undefined = int(np.sum(~np.isfinite(curve.values)))
            tail = f" ({undefined} undefined)" if undefined and view.by is not None else ""
            if options.below is None:
                lines.append(front + answers.range_of(view.axis, x, values, metric, unit) + tail)
                continue
            answer = answers.below(view.axis, x, values, metric, unit, picks.threshold(options.below, file, metric))
            lines += [front + answer[0] + tail, *answer[1:]]
    return lines + picks.numerical_error(file, metric)


def plot(file, options):
    view = prepare(file, options)
    if all(not np.isfinite(c.values).any() for _, curves in view.panels for c in curves):
        why = outcome_note(file, np.asarray(file["outcome"][()])) or ["the metric is undefined everywhere"]
        raise PlotError("; ".join(["nothing to draw", *view.held, *why]))
    made, beyond = draw(file, view, options)
    docked = docks.say_of(file) if docks.applies(file) and not options.metric else []
    return made, docked + say(file, view, options) + view.said + beyond
