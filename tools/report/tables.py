"""Charts of tables: rankings, frontiers of requirements, verdicts on stability, attribution, qualification, envelopes."""

import numpy as np

import derivatives
import envelope
import explained
import grid
import packing
import requirement
import sensitivity
import style
import units
from reading import dimensions, meanings, numbers, read_axis, text, unit_of, variable_axis, words_of

INTERVAL = "95 % interval"
MOST_BORDERS = 6
AGREEMENT = ["both stable", "linear loop only", "simulation only", "neither", "undefined"]


def listed(values):
    """JSON numbers with six digits; undefined ones are null."""
    return [float(f"{value:.6g}") if np.isfinite(value) else None for value in np.asarray(values, dtype=float).ravel()]


# --- rankings -----------------------------------------------------------------------------------------------------------------


def ends(file, variable, row):
    """Lower and upper ends of a variable's intervals."""
    return [numbers(file, f"{variable}.{end}")[row] if f"{variable}.{end}" in file else np.full(file[variable].shape[1], np.nan)
            for end in ("low", "high")]


def effects(file, row, metric, unit):
    """Morris' mu* against sigma."""
    strength, spread = (numbers(file, name)[row] for name in ("mean_absolute_effect", "effect_deviation"))
    factor, spelling = units.handy(unit, max(units.largest_of(strength), units.largest_of(spread)))
    (left, right), (low, high) = (ends(file, name, row) for name in ("mean_absolute_effect", "effect_deviation"))
    names = sensitivity.names(file, "parameter")
    shown = strength >= 0.03 * np.nanmax(strength, initial=0.0)
    curve = {"name": "parameter", "mark": "circle", "color": 5, "said": names, "labels": [n if s else "" for n, s in zip(names, shown)]}
    for name, values in (("x", strength), ("y", spread), ("left", left), ("right", right), ("low", low), ("high", high)):
        curve[name] = listed(values / factor)
    return {"title": f"Elementary effects on {metric}: strength against nonlinearity and interaction", "height": 320,
            "x": {"words": "mu*, mean of the absolute effects", "unit": spelling, "zero": True},
            "y": {"words": "sigma, their standard deviation", "unit": spelling, "zero": True}, "curves": [curve]}


def tornado(file, row, order, factor, spelling):
    """The span of the metric over the range of each parameter."""
    smallest, largest = (numbers(file, name)[row][order] / factor for name in ("smallest", "largest"))
    return [{"words": "over its range", "unit": spelling, "values": listed(largest), "from": listed(smallest)}]


def of_metric(file, row, metric, unit):
    parameters = sensitivity.names(file, "parameter")
    order = np.argsort(-np.nan_to_num(numbers(file, "importance")[row], nan=-1.0), kind="stable")
    spans = "smallest" in file and np.isfinite(numbers(file, "smallest")[row]).any()
    series, spelled = [], ""
    for variable, words in sensitivity.MEASURES:
        if not sensitivity.has(file, variable, row) or len(series) == 2:
            continue
        own = unit if variable in ("mean_absolute_effect", "swing") else ""
        factor, spelled = units.handy(own, units.largest_of(numbers(file, "largest" if spans else variable)[row]))
        if spans:
            series = tornado(file, row, order, factor, spelled)
            break
        low, high = ends(file, variable, row)
        series.append({"words": words, "unit": spelled, "interval": INTERVAL, "values": listed(numbers(file, variable)[row][order] / factor),
                       "low": listed(low[order] / factor), "high": listed(high[order] / factor)})
    if not series:
        return None
    kind = metric if spans else "index" if series[0]["words"].endswith("index") else series[0]["words"] if len(series) == 1 else "correlation"
    remark = text(file["remark"][row]) if "remark" in file else ""
    view = {"name": metric, "words": metric, "title": f"{metric} over the range of each parameter" if spans else f"Which parameters matter to {metric}", "rows": [parameters[i] for i in order],
            "axis": kind + (f" / {spelled}" if spelled else ""), "series": series, "note": remark, "group": "with a remark" if remark else "one metric"}
    return view | ({"effects": effects(file, row, metric, unit)} if sensitivity.has(file, "mean_absolute_effect", row) else {})


def trade_off(file):
    """The second parameter from which on it matters, over the first; a metric is chosen from the list."""
    first, second = (d[0].name.lstrip("/") for d in list(file["trade_off.deviation"].dims)[1:])
    axis = variable_axis(file, first)
    axis.words = first.replace(".", " ").replace("_", " ")
    columns = []
    for row, metric in enumerate(sensitivity.names(file, "metric")):
        values, low, high = (numbers(file, f"trade_off.second{end}")[row] for end in ("", ".low", ".high"))
        if np.isfinite(values).any():
            columns.append(column(metric, f"{second} from which on it matters to {metric}", unit_of(file["trade_off.second"]), values, low, high,
                                  between="between"))
    return table_grid("trade-off", "Trade-off", [axis], columns) if columns else None


def of_sensitivity(file):
    options = type("Options", (), {"metric": []})
    (words, rows, (series,)), = sensitivity.prepare(file, options)
    label, values, low, high = series
    units_known = sensitivity.units_of_metrics()
    views = [{"name": "mean", "words": "mean importance over the metrics", "title": "Importance of the parameters", "rows": rows, "axis": "importance, from 0 to 1", "limits": [0, 1],
              "series": [{"words": "mean importance", "unit": "", "interval": "smallest to largest for one metric", "values": listed(values),
                          "low": listed(low), "high": listed(high)}],
              "note": "The line reaches from the smallest to the largest importance for one metric."}]
    for row, metric in enumerate(sensitivity.names(file, "metric")):
        views.append(of_metric(file, row, metric, units_known.get(metric, "percent" if metric.endswith("_pct") else "")))
    charts = [{"kind": "ranking", "id": "ranking", "title": "Ranking", "choose": "Importance for", "views": [v for v in views if v]}]
    more = trade_off(file) if "trade_off.deviation" in file else None
    # The chart has the rows of the list.
    lines = [line for line in sensitivity.say(file, sensitivity.prepare(file, options)) if not line.startswith("  ") and not line.endswith(":")]
    return charts + ([more] if more else []), lines


def of_attribution(file):
    stages, shown = explained.prepare(file, type("Options", (), {"metric": []}))
    rows = ["all stages" if stage == "nothing" else f"without {stage}" for stage in stages]
    views = []
    for name, (values, errors) in shown.items():
        if not np.isfinite(values).any():
            continue
        factor, spelling = units.handy(unit_of(file[name]), units.largest_of(values))
        words = words_of(file[name]).removesuffix(" without the stage")
        views.append({"name": name, "words": name, "title": f"{name} without each stage of the instruments", "rows": rows,
                      "axis": f"{words} / {spelling}" if spelling else words,
                      "series": [{"words": name, "unit": spelling, "interval": "numerical error included", "values": listed(values / factor),
                                  "low": listed((values - errors) / factor), "high": listed((values + errors) / factor)}],
                      "reference": {"value": listed(values[:1] / factor)[0]}, "note": "The dotted line: with all stages."})
    return [{"kind": "ranking", "id": "ranking", "title": "Attribution", "choose": "Measure", "views": views}] if views else [], explained.say(file, stages, shown)


# --- tables over axes ---------------------------------------------------------------------------------------------------------


def column(name, words, unit, values, low=None, high=None, between="", **more):
    """A measure over the axes; `low` and `high` are the ends of its intervals, `between` says of what kind."""
    finite = np.asarray(values, dtype=float)
    size = np.abs(finite[np.isfinite(finite)])
    # A few extreme values do not set the unit, as they do not set the scale of a chart.
    typical = units.largest_of(size[size <= 20 * np.percentile(size, 75)]) if size.size else 0.0
    factor, spelling = units.handy(unit, typical or units.largest_of(size))
    made = {"name": name, "words": words, "unit": spelling, "converges": True, "error": None, "data": packing.packed(finite / factor, packing.ALL_BITS)}
    if low is not None:
        made |= {"low": packing.packed(low / factor, packing.ALL_BITS), "high": packing.packed(high / factor, packing.ALL_BITS), "interval": between}
    return made | more


def states(name, words, names, values, **more):
    return {"name": name, "words": words, "unit": "", "converges": True, "error": None, "states": names,
            "data": packing.packed(np.asarray(values, dtype=float))} | more


def flags(file, name, **more):
    return states(name, words_of(file[name]), [word.replace("_", " ") for word in meanings(file[name])], file[name][()], **more)


def table_grid(anchor, title, axes, columns, lengths=None, notes=()):
    """Chart data as those of a result (grid.py), of a table small enough to be shown as a whole."""
    ordered = sorted((i for i, axis in enumerate(axes) if len(axis) > 1), key=lambda i: (bool(axes[i].labels), -len(axes[i])))
    return {"kind": "grid", "id": anchor, "title": title, "axes": [grid.axis_data(axis, range(len(axis))) for axis in axes], "columns": columns,
            "x": axes[ordered[0]].name if ordered else None, "by": axes[ordered[1]].name if len(ordered) > 1 else None, "notes": list(notes), "repeats": 1,
            "lengths": lengths, "kept": [list(range(len(axis))) for axis in axes]}


def scenarios(file, variable):
    """(axes, lengths) of a table with one row per scenario."""
    names = dimensions(file[variable])
    return [read_axis(file, name, variable) for name in names], list(file[variable].shape)


def single_limit(file):
    """The limit of one parameter and its uncertainty; no chart where there is none."""
    if int(file["found"][()]) != requirement.FOUND:
        return []
    low, limit, high = (float(numbers(file, name)) for name in ("limit_low", "limit", "limit_high"))
    unit, what = unit_of(file["limit"]), requirement.what(file)
    factor, spelling = units.handy(unit, max(abs(value) for value in (low, limit, high)))
    reach = 0.3 * (high - low) or 0.05 * abs(limit) or 1.0
    upper = high - limit >= limit - low
    curve = {"name": "limit", "mark": "circle", "color": 1, "x": listed([limit / factor]), "y": [0], "left": listed([low / factor]), "right": listed([high / factor]),
             "lines": [[f"{what} = {units.quantity(limit, unit, 6)}", f"uncertainty: {units.quantity(low, unit, 6)} to {units.quantity(high, unit, 6)}",
                        f"binds: {text(file['binding_target'][()])}"]]}
    return [{"kind": "panels", "id": "limit", "title": "Limit", "plain": True,
             "panels": [{"title": f"{'Largest' if upper else 'Smallest'} {what} that meets the targets", "height": 130, "x": {"words": requirement.words(what), "unit": spelling, "range": listed([(low - reach) / factor, (high + reach) / factor])},
                         "y": {"words": "", "unit": "", "labels": [""]}, "curves": [curve], "note": "Dot: the limit; line: its uncertainty."}]}]


def of_requirement(file):
    options = type("Options", (), {"at": [], "axis": None})
    lines = requirement.said(file, options)
    names = dimensions(file["limit"])
    if not names:
        return single_limit(file), lines
    axes = [requirement.other(file, name) for name in names]
    there = numbers(file, "found") == requirement.FOUND
    limit, low, high = (np.where(there, numbers(file, name), np.nan) for name in ("limit", "limit_low", "limit_high"))
    bound = np.vectorize(text, otypes=[object])(file["binding_target"][()])
    targets = sorted(set(bound.ravel()) - {""})
    what, unit = requirement.what(file), unit_of(file["limit"])
    if len(names) > 1:  # a line per curve is for a terminal
        spread = f"{what}: {units.quantity(np.nanmin(limit), unit, 5)} to {units.quantity(np.nanmax(limit), unit, 5)}" if there.any() else ""
        lines = [line for line in (spread, f"a limit at {int(there.sum())} of {there.size} points") if line] + [line for line in lines if line.startswith("binds")]
    columns = [column("limit", f"{'largest' if requirement.side({'limit': limit, 'limit_low': low, 'limit_high': high}) else 'smallest'} {what} that meets the targets",
                      unit, limit, low, high, between="numerical errors included", absent="found"),
               states("found", "in the range tried", ["a limit was found", "all values meet the targets", "no value meets the targets"], numbers(file, "found"), always=True),
               states("binding_target", "target that binds", targets, np.vectorize(lambda t: targets.index(t) if t else np.nan, otypes=[float])(bound), always=True),
               column("binding_scenario", "index of the scenario that binds", "1", numbers(file, "binding_scenario"), always=True)]
    columns += [column(name, words_of(file[name], 120), unit_of(file[name]), numbers(file, name)) for name in ("limit_error", "crossings") if name in file]
    return [table_grid("frontier", "Frontier", axes, columns)], lines


def of_stability(file):
    import stability
    lines = stability.say(file)
    axes, lengths = scenarios(file, "outcome")
    linear, simulated = (np.asarray(file[f"stable.{which}"][()]) for which in ("linear", "simulated"))
    agreement = np.full(linear.shape, 4)
    known = (linear != 3) & (simulated != 3)
    for state, where in enumerate([(linear < 2) & (simulated < 2), (linear < 2) & (simulated == 2), (linear == 2) & (simulated < 2), (linear == 2) & (simulated == 2)]):
        agreement[known & where] = state
    ok = np.asarray(file["outcome"][()]) == 0
    columns = [column("rebound_ratio", words_of(file["rebound_ratio"], 120), "1", np.where(ok, numbers(file, "rebound_ratio"), np.nan),
                      reference={"value": 1.0, "words": "above 1 the testbed adds energy"}),
               states("agreement", "verdicts of the linear loop and the simulation", AGREEMENT, agreement, docks=True)]
    columns += [flags(file, f"stable.{which}", always=True) for which in ("linear", "simulated")]
    for name in ("critical_delay", "loop_delay", "loop_lag", "crossing_frequency", "stable_damping.least", "stable_damping.most"):
        if name in file and np.isfinite(numbers(file, name)).any():
            columns.append(column(name, words_of(file[name], 120), unit_of(file[name]), numbers(file, name)))
    charts = [table_grid("stability", "Stability of the scenarios", axes, columns, lengths)] if axes else []
    borders = []
    for which in ("linear", "simulated"):
        name = f"neutral.{which}"
        if name in file and dimensions(file[name]) and np.isfinite(numbers(file, name)).any():
            values, error = numbers(file, name), numbers(file, f"{name}.error")
            borders.append(column(name, words_of(file[name], 120), unit_of(file[name]), values, values - error, values + error, between="with its uncertainty"))
    if borders:
        own = [read_axis(file, d, "neutral.linear") for d in dimensions(file["neutral.linear"])]
        charts.append(table_grid("border", "Border of stability", own, borders))
    return charts, lines


def of_qualification(file):
    import qualification
    axes, lengths = scenarios(file, "margin_pct")
    columns = [column("margin_pct", "margin to the limit that binds", "percent", numbers(file, "margin_pct"), reference={"value": 0.0, "words": "below 0 the rig cannot bear it"}),
               flags(file, "binds", always=True), flags(file, "qualifies", always=True)]
    columns += [column(name, words_of(file[name]), unit_of(file[name]), numbers(file, name)) for name in ("force", "extension", "velocity", "acceleration") if name in file]
    return ([table_grid("margins", "Margins of the scenarios", axes, columns, lengths)] if axes else []), qualification.say(file)


def of_envelope(file):
    index = np.zeros(file["outcome"].shape, dtype=int)
    borders = np.stack([numbers(file, f"border.{name}") for name in ("stiffness", "damping_min", "damping_max")], -1).reshape(index.size, -1)
    _, first, index = np.unique(np.nan_to_num(borders, nan=-1.0).round(9), axis=0, return_index=True, return_inverse=True)
    axes, lengths = scenarios(file, "outcome")
    panels = []
    for k in np.argsort(first)[:MOST_BORDERS]:
        at = np.unravel_index(first[k], file["outcome"].shape) if axes else ()
        same = index.ravel() == k
        varied = [axis for axis, place in zip(axes, np.moveaxis(np.indices(file["outcome"].shape).reshape(len(axes), -1)[:, same], 0, 0)) if len(set(place)) == 1 and len(axis) > 1]
        panels.append(border(file, at, same, ", ".join(f"{axis.name} = {axis.at(int(at[axes.index(axis)]))}" for axis in varied)))
    charts = [{"kind": "panels", "id": "envelope", "title": "What the testbed emulates stably", "panels": [p for p in panels if p]}]
    if axes:
        columns = [column("rebound_shown", words_of(file["rebound_shown"], 120), "1", numbers(file, "rebound_shown"), reference={"value": 1.0, "words": "above 1 it gives energy"}),
                   flags(file, "stable", always=True)]
        columns += [column(n, words_of(file[n], 120), unit_of(file[n]), numbers(file, n)) for n in
                    ("rebound_wanted", "virtual.damping_min", "virtual.damping_max", "virtual.stiffness_max") if n in file and np.isfinite(numbers(file, n)).any()]
        charts.append(table_grid("scenarios", "Scenarios", axes, columns, lengths))
    first, same, _ = envelope.testbed(file, type("Options", (), {"at": []}))
    return charts, envelope.say(file, first, same)


def border(file, at, same, where):
    """The border of one testbed, and the rebounds simulated on it."""
    stiffness, least, most = (numbers(file, f"border.{name}")[at] for name in ("stiffness", "damping_min", "damping_max"))
    k_v, b_v, shown = (numbers(file, name).ravel()[same] for name in ("virtual_stiffness", "virtual_damping", "rebound_shown"))
    if not np.isfinite(least).any():
        return None
    curves = [{"name": "stable above", "color": 5, "x": listed(stiffness), "y": listed(least)}]
    if np.isfinite(most).any():
        curves.append({"name": "stable below", "color": 3, "dash": "7 3", "x": listed(stiffness), "y": listed(most)})
    for part, mark, colour, words in ((shown <= 1, "circle", 0, "simulated: rebound up to 1"), (shown > 1, "cross", 1, "simulated: gives energy")):
        if part.any():
            curves.append({"name": words, "mark": mark, "color": colour, "x": listed(k_v[part]), "y": listed(b_v[part]),
                           "said": [f"{words}: {value:.4g}" for value in shown[part]]})
    reach = max(float(numbers(file, "real_stiffness")[at]), units.largest_of(k_v), 1.0)
    return {"title": f"Stable virtual damping over virtual stiffness{': ' + where if where else ''}", "height": 320, "curves": curves,
            "x": {"words": "virtual stiffness", "unit": "N/m", "constant": reach}, "y": {"words": "virtual damping", "unit": "N s/m", "constant": 10}}


def of_derivatives(file):
    metrics, views = sensitivity.names(file, "metric"), []
    panels = derivatives.panels(file, metrics)
    of_all = derivatives.is_of_all(file)
    for metric, parameters, values, low, high in panels:
        row = metrics.index(metric)
        note = (f"The median of {derivatives.known(file)} scenarios." if of_all else
                f"{metric} is {units.quantity(numbers(file, 'nominal')[row], text(file['metric.unit'][row]), 4)} here.")
        views.append({"name": metric, "words": metric, "title": f"What a percent of each parameter does to {metric}", "rows": parameters,
                      "axis": "percent per percent", "note": note,
                      "series": [{"words": "percent per percent", "unit": "",
                                  "interval": "with the range of 90 % of the scenarios" if of_all else "with its numerical error",
                                  "values": listed(values), "low": listed(low), "high": listed(high)}]})
    chart = {"kind": "ranking", "id": "derivatives", "title": "Derivatives", "choose": "Metric", "views": views}
    return ([chart], derivatives.answers(file, panels)) if views else ([], [])


READERS = {"sensitivity": of_sensitivity, "attribution": of_attribution, "requirement": of_requirement, "stability": of_stability,
           "qualification": of_qualification, "envelope": of_envelope, "derivatives": of_derivatives}


def data(file):
    """(charts, lines) of a table; nothing of an unknown one."""
    reader = READERS.get(text(file.attrs.get("content", "")))
    return reader(file) if reader else ([], [])
