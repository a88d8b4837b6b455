"""Plots panels described by sentences (sentence.py): curves, points, maps, time histories."""
import numpy as np

import docks
import style
import units
from errors import PlotError
from reading import codes, logarithmic, meanings, outcome_note, read_axis, title, with_unit, words_of
from sentence import Panel


SIGNS = "x+1234|_"  # of what did not end well


def endings(panel):
    """[('overlaps at the start (18)', their [up, x])]: how the scenarios ended that have no value."""
    flags = panel.endings()
    return [(f"{meanings(panel.file['outcome'])[kind].replace('_', ' ')} ({np.sum(flags == kind)})", np.argwhere(flags == kind))
            for kind in np.unique(flags[flags != 0])]


def draw_map(axes, panel):
    values = panel.map()
    x, y = (read_axis(panel.file, name) for name in (panel.x, panel.up))
    places = [docks.spaced(x), docks.spaced(y)]
    unit = panel.vertical(panel.ys[0])[1]
    factor, spelling = units.handy(unit, units.largest_of(values))
    shown = np.unique(values[np.isfinite(values)])
    import matplotlib
    style_of, ticks = {"cmap": "cividis"}, None
    dataset = panel.file[panel.ys[0]]
    words, names = codes(dataset) or (words_of(dataset), {})
    whole = len(shown) > 0 and bool((shown == np.round(shown)).all()) and unit in ("", "1")
    few = whole and (set(shown) <= set(names) or set(shown) <= {-1.0, 0.0, 1.0})  # such as success and its error
    if few:
        ticks = np.arange(min(shown[0], *names, 0.0), max(shown[-1], *names, 1.0) + 1)
        style_of = {"vmin": ticks[0] - 0.5, "vmax": ticks[-1] + 0.5, "cmap": matplotlib.colormaps["cividis"].resampled(len(ticks))}
    elif whole:
        ticks = matplotlib.ticker.MaxNLocator(integer=True)
    drawn = axes.pcolormesh(docks.edges(places[0][0]), docks.edges(places[1][0]), values / factor, linewidth=0.4, rasterized=True,
                            edgecolors="white" if max(values.shape) <= 25 else "none", **style_of)
    axes.grid(False)
    bar = axes.get_figure().colorbar(drawn, ax=axes, ticks=ticks)
    if few and names:
        bar.set_ticklabels([names.get(int(tick), "") for tick in ticks])
    bar.set_label(style.wrapped(with_unit(words, spelling), 1.6))
    for k, (words, lost) in enumerate(endings(panel)):
        axes.plot(places[0][0][lost[:, 1]], places[1][0][lost[:, 0]], SIGNS[k % len(SIGNS)], color="black", markersize=3, label=words)
    style.legend(axes, room=0.7)  # the bar has the rest
    docks.sides(axes, x, y, places)
    style.label(axes, x=x.title(), y=y.title())


def draw_histories(axes, panel):
    drawn = panel.histories()
    for k, (name, x, y) in enumerate(drawn):
        look = style.look(k, len(drawn) if panel.ordered() else 0)
        look["marker"] = ""
        axes.plot(x.x, y.x, label=name, **look)
    style.label(axes, x=drawn[0][1].title(), y=drawn[0][2].title())


def draw_curves(axes, panel):
    curves = list(panel.curves())
    unit = panel.vertical(panel.ys[0])[1]
    everything = np.concatenate([y for _, _, y in curves] + [np.array(panel.against)])
    factor, spelling = units.handy(unit, units.largest_of(everything))
    axis = read_axis(panel.file, panel.x) if panel.lines else None
    for k, (name, x, y) in enumerate(curves):
        look = style.look(k, len(curves) if panel.ordered() else 0)
        if axis is None or axis.labels:
            look["linestyle"] = ""
        if axis is not None and axis.labels:
            x = x + 0.12 * (k - (len(curves) - 1) / 2) * min(1.0, 5 / len(curves))
        if axis is not None and len(x) > 40:
            look["marker"] = ""
        if axis is None:
            look["markersize"] = 3
        line, = axes.plot(x, y / factor, label=name, **look)
        if k < len(panel.against):
            axes.axhline(panel.against[k] / factor, color=line.get_color(), linestyle=style.LINES[k % len(style.LINES)],
                         linewidth=0.8)
            axes.plot([1.0], [panel.against[k] / factor], look["marker"], color=line.get_color(), markersize=4, clip_on=False,
                      transform=axes.get_yaxis_transform())
    if axis is not None and axis.labels:
        style.names(axes, "x", list(axis.x), axis.labels)
    elif axis is not None and logarithmic(axis.si):
        style.logarithmic(axes, "x", axis.x)
    words = words_of(panel.file[panel.ys[0]]) if len(panel.ys) == 1 else "error" if unit == "percent" else ", ".join(panel.ys)
    style.label(axes, x=axis.title() if axis is not None else panel.horizontal()[1], y=with_unit(words, spelling))
    if axis is None:
        points = np.concatenate([x for _, x, _ in curves])
        factors = len(points) > 2 and points.min() > 0 and points.max() > 50 * points.min() and logarithmic(points)
        if factors:
            style.logarithmic(axes, "x", points)
    else:
        factors = not axis.labels and logarithmic(axis.si)
    if style.vertical(axes, everything / factor, factors):
        return
    beyond, most = style.scale(axes, everything / factor)
    if beyond:
        panel.said.append(f"{', '.join(panel.ys)}: {beyond} values beyond {units.quantity(most * factor, unit, 2)} are off the scale")


def alike(rows, shown):
    """Panels of the same quantity share a scale, for comparison."""
    for axes, panel in zip(rows, shown):
        if panel.up or panel.traces or axes.get_yscale() != "linear":
            continue
        others = [other for other, p in zip(rows, shown) if p.ys == panel.ys and not p.up and other.get_yscale() == "linear"]
        low, high = min(o.get_ylim()[0] for o in others), max(o.get_ylim()[1] for o in others)
        axes.set_ylim(0.0 if 0.0 <= low < 0.5 * high else low, high)


def draw(file, shown, options):
    made, rows = style.figure(len(shown), options.width, height=2.3)
    told = []
    for axes, panel in zip(rows, shown):
        if panel.up:
            draw_map(axes, panel)
        else:
            (draw_histories if panel.traces else draw_curves)(axes, panel)
        if panel.heading():
            style.label(axes, name=panel.heading())
    alike(rows, shown)
    for axes, panel, after in zip(rows, shown, shown[1:]):
        if hasattr(axes, "named") and after.x == panel.x and after.lines and rows[0].get_position().x0 == rows[1].get_position().x0:
            axes.set_xticks(axes.named[0], [""] * len(axes.named[0]))  # the panel below has the same names
            axes.set_xlabel("")
            axes.words.pop("x")
            del axes.named
    for axes, panel, after in zip(rows, shown, [*shown[1:], None]):
        if panel.up:
            continue
        words = (panel.legend_title(), *axes.get_legend_handles_labels()[1])
        # Stacked panels share a legend below the last one; side by side each has its own.
        last = after is None or after.up or (after.legend_title(), panel.ys if not panel.by else None) != \
            (panel.legend_title(), after.ys if not panel.by else None)
        if len(words) > 2 and (last or rows[0].get_position().y0 == axes.get_position().y0) and words not in told:
            style.legend(axes, title=panel.legend_title())
            told.append(words)
    style.heading(made, title(file))
    return made


def extremes(panel, y):
    """'velocity.error_pct over masses: 9.1 % to 185 %'"""
    values = np.concatenate([row for name, _, row in panel.curves() if panel.by or name == y])
    if not values.size:
        return f"{y} over {panel.x}: undefined everywhere"
    unit = panel.vertical(y)[1]
    held = f" at {panel.heading()}" if panel.at else ""
    return f"{y} over {panel.x}{held}: {units.quantity(values.min(), unit)} to {units.quantity(values.max(), unit)}"


def plot(file, options):
    shown = [Panel(file, sentence, options.at) for sentence in options.panel]
    if not any(panel.up or panel.traces or any(len(y) for _, _, y in panel.curves()) for panel in shown):
        raise PlotError("; ".join(["nothing to draw", *(outcome_note(file, np.asarray(file["outcome"][()])) or ["the metrics are undefined everywhere"])]))
    made = draw(file, shown, options)
    lines = outcome_note(file, np.asarray(file["outcome"][()]))
    for panel in shown:
        lines += [line for line in panel.said if line not in lines]
        if not panel.up and not panel.traces:
            for y in panel.ys:
                selected = panel.selected() & (np.asarray(file["outcome"][()]) == 0)
                undefined = int(np.sum(~np.isfinite(panel.grid(y)[selected])))
                if undefined:
                    lines.append(f"{y}: {undefined} of {int(selected.sum())} are undefined and left out")
                lines.append(extremes(panel, y))
    return made, lines
