"""Result of `analyse`: importance of the parameters, tornado, Sobol' indices or Morris' effects with intervals, trade-offs."""
import json
import os
import subprocess

import numpy as np

import style
import units
from errors import PlotError
from reading import Axis, numbers, text, title, unit_of, with_unit

# Measures of a design, by the available variables: (variable, words).
MEASURES = [("total", "total index"), ("first_order", "first-order index"), ("mean_absolute_effect", "mu*"),
            ("swing", "swing"), ("partial_rank_correlation", "partial rank correlation"),
            ("rank_correlation", "rank correlation"), ("correlation_ratio", "correlation ratio")]
IN_UNITS = ("mu*", "swing")  # of the metric
KEY = 0.1


def names(file, dimension):
    return [text(value) for value in file[dimension][()]]


def units_of_metrics():
    """{metric: unit in SI}, which a ranking does not hold; empty without the program."""
    program = os.environ.get("HILSPACE_PROGRAM")
    if not program:
        return {}
    ended = subprocess.run([program, "list", "metrics", "--json"], capture_output=True, encoding="utf-8", errors="replace")
    if ended.returncode != 0:
        return {}
    return {row["metric"]: row["unit"] for table in json.loads(ended.stdout)["tables"] for row in table["rows"]}


def unit_of_metric(known, metric):
    return known.get(metric, "percent" if metric.endswith("_pct") else "")


def has(file, variable, row=None):
    return variable in file and np.isfinite(numbers(file, variable) if row is None else numbers(file, variable)[row]).any()


def counted(file):
    """Whether the mean importance includes each metric; older tables do not say it of those that do not compare the models."""
    if "counts" in file:
        return numbers(file, "counts") > 0
    known = np.isfinite(numbers(file, "importance")).any(axis=1)
    remarks = [text(value) for value in file["remark"][()]] if "remark" in file else [""] * len(known)
    return known & np.array(["its numerical error" not in remark for remark in remarks])


def prepare(file, options):
    """[(panel, parameters, [(label, values, low, high)])], the most important first."""
    parameters = names(file, "parameter")
    if not options.metric:
        key = numbers(file, "key.importance")
        order = np.argsort(-np.nan_to_num(key, nan=-1.0), kind="stable")
        spread = np.nan_to_num(numbers(file, "importance")[counted(file)])  # as in the mean
        low, high = (np.min(spread, axis=0), np.max(spread, axis=0)) if len(spread) else (key, key)
        return [("mean importance over the metrics", [parameters[i] for i in order],
                 [("mean importance; the line: smallest to largest of a metric", key[order], low[order], high[order])])]
    panels = []
    for metric in options.metric:
        if metric not in names(file, "metric"):
            raise PlotError(f"{file.filename} has no metric '{metric}'; hilspace show lists them")
        row = names(file, "metric").index(metric)
        order = np.argsort(-np.nan_to_num(numbers(file, "importance")[row], nan=-1.0), kind="stable")
        series = []
        for variable, words in MEASURES:
            if has(file, variable, row) and len(series) < 2:
                low, high = (numbers(file, f"{variable}.{end}")[row] if f"{variable}.{end}" in file else
                             numbers(file, variable)[row] for end in ("low", "high"))
                series.append((words, numbers(file, variable)[row][order], low[order], high[order]))
        if not series:
            raise PlotError(f"{metric}: {text(file['remark'][row]) or 'nothing is known of it'}")
        panels.append((metric, [parameters[i] for i in order], series))
    return panels


def bars(axes, rows, series, value_words):
    """Horizontal bars with intervals; the first on top."""
    places = np.arange(len(rows))[::-1].astype(float)
    height = 0.72 / len(series)
    for k, (words, values, low, high) in enumerate(series):
        at = places + 0.36 - height * (k + 0.5)
        known = np.isfinite(values)
        axes.barh(at[known], values[known], height=0.92 * height, color=["#0072B2", "#E69F00", "#009E73", "#CC79A7"][k % 4],
                  hatch=["", "////", "....", "xxxx"][k % 4], edgecolor="black", linewidth=0.5, label=words)
        both = known & np.isfinite(low) & np.isfinite(high) & (high - low > 1e-12)
        axes.hlines(at[both], low[both], high[both], color="black", linewidth=1.0)
        axes.plot(low[both], at[both], "|", color="black", markersize=4)
        axes.plot(high[both], at[both], "|", color="black", markersize=4)
    axes.set_yticks(places, rows)
    axes.grid(axis="y", visible=False)
    axes.axvline(0, color="black", linewidth=0.8)
    style.label(axes, x=value_words)


def tornado(axes, file, row, unit):
    """From the smallest to the largest value that each parameter gives the metric, the others at their medians."""
    order = np.argsort(-np.nan_to_num(numbers(file, "swing")[row], nan=-1.0), kind="stable")
    low, high = (numbers(file, name)[row][order] for name in ("smallest", "largest"))
    factor, spelling = units.handy(unit, max(units.largest_of(low), units.largest_of(high)))
    places, known = np.arange(len(order))[::-1].astype(float), np.isfinite(low) & np.isfinite(high)
    axes.barh(places[known], (high - low)[known] / factor, left=low[known] / factor, height=0.6, color="#0072B2", edgecolor="black", linewidth=0.5)
    axes.set_yticks(places, [names(file, "parameter")[k] for k in order])
    axes.grid(axis="y", visible=False)
    axes.use_sticky_edges = False
    axes.margins(x=0.04)
    axes.autoscale_view()
    style.label(axes, x=with_unit("smallest to largest value", spelling))


def morris(axes, file, row, parameters, unit):
    """mu* against sigma: strength and nonlinearity of a parameter."""
    effect, spread = (numbers(file, name)[row] for name in ("mean_absolute_effect", "effect_deviation"))
    factor, spelling = units.handy(unit, max(units.largest_of(effect), units.largest_of(spread)))
    effect, spread = effect / factor, spread / factor
    for k in np.argsort(-effect):
        look = style.look(int(k))
        look["linestyle"] = ""
        axes.plot([effect[k]], [spread[k]], label=parameters[k], **look)
    axes.set_xlim(left=0)
    axes.set_ylim(bottom=0)
    style.label(axes, x=with_unit("mu*, mean of the absolute elementary effects", spelling),
                y=with_unit("sigma, their standard deviation", spelling))
    style.legend(axes)


def trade_off(file, options):
    """The curve above which the second parameter matters in addition to the first: one per metric, at most six."""
    first, second = (d[0].name.lstrip("/") for d in list(file["trade_off.deviation"].dims)[1:])
    metrics = names(file, "metric")
    wanted = options.metric or ["velocity.error_pct", "contact_force.e_hmax_pct", "penetration.e_hmax_pct", "force.e_hint_pct"]
    for name in options.metric:
        if name not in metrics:
            raise PlotError(f"{file.filename} has no metric '{name}'; hilspace show lists them")
    rows = [metrics.index(name) for name in wanted if name in metrics] or list(range(min(4, len(metrics))))
    x = Axis(first, first.replace(".", " ").replace("_", " "), unit_of(file[first]), numbers(file, first))
    values = numbers(file, "trade_off.second")[rows]
    low, high = (numbers(file, f"trade_off.second.{end}")[rows] for end in ("low", "high"))
    y = Axis(second, second.replace(".", " ").replace("_", " "), unit_of(file["trade_off.second"]), values.ravel())
    made, (axes,) = style.figure(1, options.width, height=2.6)
    for k, row in enumerate(rows):
        known = np.isfinite(values[k]) & np.isfinite(low[k]) & np.isfinite(high[k])
        if known.any():
            v, a, b = (s[k][known] / y.factor for s in (values, low, high))
            axes.errorbar(x.x[known], v, yerr=[np.maximum(v - a, 0), np.maximum(b - v, 0)], capsize=2, elinewidth=0.7,
                          label=metrics[row], **style.look(k))
    for side, axis in (("x", x), ("y", y)):
        if np.nanmin(axis.si) > 0:
            style.logarithmic(axes, side, axis.x[np.isfinite(axis.x)])
    style.label(axes, x=x.title(), y=f"{y.words}, from which on it matters / {y.spelling}")
    style.legend(axes)
    style.heading(made, title(file))
    return made, [f"{metrics[row]}: {int(np.isfinite(values[k]).sum())} of {len(x)} values of {first} have a trade-off point"
                  for k, row in enumerate(rows)]


def say(file, panels, known=()):
    lines = []
    for words, parameters, series in panels:
        lines.append(f"{words}:")
        unit = unit_of_metric(dict(known), words)
        written = lambda label, value: units.quantity(value, unit, 3) if label in IN_UNITS else f"{value:.3g}"
        width = max(map(len, parameters))
        for i, name in enumerate(parameters):
            said = [f"{label.split(';')[0]} {written(label, values[i])}" +
                    (f" ({written(label, low[i])} to {written(label, high[i])})" if high[i] - low[i] > 1e-9 * abs(high[i]) else "")
                    for label, values, low, high in series if np.isfinite(values[i])]
            lines.append(f"  {name:<{width}}  {', '.join(said) or 'undefined'}")
        remark = text(file["remark"][names(file, "metric").index(words)]) if "remark" in file and words in names(file, "metric") else ""
        if remark:
            lines.append(f"  {remark}")
    if panels[0][0].startswith("mean importance"):
        key = [n for n, v in zip(panels[0][1], panels[0][2][0][1]) if v >= KEY]
        lines.append("key parameters: " + (", ".join(key) or "none"))
        lines.append(f"mean over {int(np.sum(counted(file)))} of {len(file['metric'])} metrics: those that vary by more than their numerical "
                     "error, and compare both models if there are such")
    return lines


def plot(file, options):
    if options.axis not in (None, "trade-off"):
        raise PlotError("--axis of a sensitivity table is 'trade-off', or is not given")
    if options.axis:
        if "trade_off.deviation" not in file:
            raise PlotError(f"{file.filename} has no trade-off; analyse --trade-off computes it")
        return trade_off(file, options)
    panels = prepare(file, options)
    tall = 0.45 + max(0.2, 0.17 * max(len(s) for _, _, s in panels)) * max(len(p) for _, p, _ in panels)
    scatter = bool(options.metric) and has(file, "mean_absolute_effect")
    made, grid = style.figure(len(panels) + scatter * len(panels), options.width or style.COLUMN, height=tall if not scatter else max(tall, 2.3))
    known = units_of_metrics() if options.metric else {}
    for axes, (words, parameters, series) in zip(grid, panels):
        row = names(file, "metric").index(words) if options.metric else None
        if row is not None and has(file, "smallest", row):
            tornado(axes, file, row, unit_of_metric(known, words))
            style.label(axes, name=words)
            continue
        unit = ""
        if row is not None and series[0][0] == "mu*":
            factor, spelling = units.handy(unit_of_metric(known, words), units.largest_of(series[0][1]))
            series = [(said, *(values / factor for values in more)) for said, *more in series]
            unit = f"\u00a0/\u00a0{spelling}" if spelling else ""
        bars(axes, parameters, series, (series[0][0] if len(series) == 1 and not options.metric else "index" if series[0][0].endswith("index")
             else series[0][0] if len(series) == 1 else "correlation") + unit)
        if options.metric:
            style.label(axes, name=words)
        if len(series) > 1:
            style.legend(axes)
    if scatter:
        for axes, metric in zip(grid[len(panels):], options.metric):
            morris(axes, file, names(file, "metric").index(metric), names(file, "parameter"), unit_of_metric(known, metric))
    style.heading(made, title(file))
    return made, say(file, panels, known)
