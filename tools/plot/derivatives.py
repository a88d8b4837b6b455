"""Result of `analyse --local`: what a percent of each parameter does to the metrics of one scenario, or (`--every`) of all."""
import warnings

import numpy as np

import style
import units
from errors import PlotError
from reading import numbers, text, title
from sensitivity import bars, names

MOST = 12  # bars of a metric
USUAL = ("velocity.error_pct", "force.e_hint_pct", "penetration.e_hint_pct", "energy.balance_error_pct")


def is_of_all(file):
    """Whether of all scenarios."""
    return file["scenario"].shape != ()


def elasticities(file, row):
    """(value, low, high, error) of a metric for each parameter: of one scenario with its numerical error, of all the median and
    the range of 90 % of them, where at least half of them have one."""
    if not is_of_all(file):
        value, error = (numbers(file, f"elasticity{end}")[row] for end in ("", ".numerical_error"))
        return value, value - error, value + error, error
    with np.errstate(divide="ignore", invalid="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a parameter may have none at all
        ratio = file["value"][()] / file["nominal"][:, row][:, np.newaxis]
        each, errors = file["derivative"][:, row, :] * ratio, file["derivative.numerical_error"][:, row, :] * np.abs(ratio)
        each[~np.isfinite(each)] = np.nan
        value, low, high = np.nanquantile(each, (0.5, 0.05, 0.95), axis=0, method="nearest")
        value[2 * np.isfinite(each).sum(axis=0) < known(file)] = np.nan
        return value, low, high, np.nanquantile(errors, 0.5, axis=0, method="nearest")


def panels(file, wanted):
    """[(metric, parameters, elasticities, low, high)], the largest first, of those metrics that a parameter changes."""
    metrics, parameters, found = names(file, "metric"), np.array(names(file, "parameter"), dtype=object), []
    for name in wanted:
        value, low, high, error = elasticities(file, metrics.index(name))
        shown = [k for k in np.argsort(-np.abs(np.nan_to_num(value)), kind="stable") if np.abs(value[k]) > error[k]][:MOST]
        if shown:
            found.append((name, list(parameters[shown]), value[shown], low[shown], high[shown]))
    return found


def prepare(file, options):
    metrics = names(file, "metric")
    for name in options.metric:
        if name not in metrics:
            raise PlotError(f"{file.filename} has no metric '{name}'; it has {', '.join(metrics)}")
    found = panels(file, options.metric or [name for name in USUAL if name in metrics] or metrics[:4])
    if not found:
        raise PlotError(f"{file.filename}: no parameter changes these metrics, or they are 0 or undefined; --metric names others")
    return found


def known(file):
    """Number of scenarios with derivatives."""
    return int(np.isfinite(file["nominal"][()]).any(axis=1).sum())


def answers(file, panels):
    """The parameter that changes each metric most."""
    where = " in the median of the scenarios" if is_of_all(file) else ""
    return [f"1 % of {parameters[0]} changes {name} by {value[0]:.3g} %{where}" for name, parameters, value, _, _ in panels[:4]]


def say(file, panels):
    metrics, lines = names(file, "metric"), []
    for name, parameters, *its in panels:
        row, width = metrics.index(name), max(map(len, parameters))
        if is_of_all(file):
            lines.append(f"{name}, percent per percent, median and 5 to 95 % of {known(file)} scenarios:")
            lines += [f"  {parameter:<{width}}  {value:.4g} ({low:.4g} to {high:.4g})" for parameter, value, low, high in zip(parameters, *its)]
        else:
            lines.append(f"{name}, {units.quantity(numbers(file, 'nominal')[row], text(file['metric.unit'][row]), 4)}, percent per percent:")
            lines += [f"  {parameter:<{width}}  {value:.4g} +- {high - value:.1g}" for parameter, value, _, high in zip(parameters, *its)]
    return lines + answers(file, panels)


def plot(file, options):
    shown = prepare(file, options)
    tall = 0.45 + 0.2 * max(len(parameters) for _, parameters, *_ in shown)
    made, grid = style.figure(len(shown), options.width or style.COLUMN, height=tall, columns=1)
    for axes, (name, parameters, *its) in zip(grid, shown):
        bars(axes, parameters, [("", *its)], "percent per percent")
        style.label(axes, name=name)
    style.heading(made, title(file), [f"median and 5 to 95 % of {known(file)} scenarios" if is_of_all(file)
                                      else f"scenario {int(file['scenario'][()])}"])
    return made, say(file, shown)
