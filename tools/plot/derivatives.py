"""Result of `analyse --local`: what a percent of each parameter does to the metrics of one scenario."""
import numpy as np

import style
import units
from errors import PlotError
from reading import numbers, text, title
from sensitivity import bars, names

MOST = 12  # bars of a metric
USUAL = ("velocity.error_pct", "force.e_hint_pct", "penetration.e_hint_pct", "energy.balance_error_pct")


def is_of_all(file):
    """Whether of all scenarios (`--every`), which have no picture."""
    return file["scenario"].shape != ()


def panels(file, wanted):
    """[(metric, parameters, elasticities, errors)], the largest first, of those metrics that a parameter changes."""
    metrics, parameters, found = names(file, "metric"), np.array(names(file, "parameter"), dtype=object), []
    for name in wanted:
        values, errors = (numbers(file, f"elasticity{end}")[metrics.index(name)] for end in ("", ".numerical_error"))
        shown = [k for k in np.argsort(-np.abs(np.nan_to_num(values))) if np.abs(values[k]) > errors[k]][:MOST]
        if shown:
            found.append((name, list(parameters[shown]), values[shown], errors[shown]))
    return found


def prepare(file, options):
    if is_of_all(file):
        raise PlotError(f"{file.filename} has the derivatives of {file['scenario'].shape[0]} scenarios; hilspace analyse --local --index I -o "
                        "FILE.h5 writes those of one, for a figure")
    metrics = names(file, "metric")
    for name in options.metric:
        if name not in metrics:
            raise PlotError(f"{file.filename} has no metric '{name}'; it has {', '.join(metrics)}")
    found = panels(file, options.metric or [name for name in USUAL if name in metrics] or metrics[:4])
    if not found:
        raise PlotError(f"{file.filename}: no parameter changes these metrics, or they are 0 or undefined; --metric names others")
    return found


def answers(file, panels):
    """The parameter that changes each metric most."""
    return [f"1 % of {parameters[0]} changes {name} by {values[0]:.3g} %" for name, parameters, values, _ in panels[:4]]


def say(file, panels):
    metrics, lines = names(file, "metric"), []
    for name, parameters, values, errors in panels:
        row = metrics.index(name)
        lines.append(f"{name}, {units.quantity(numbers(file, 'nominal')[row], text(file['metric.unit'][row]), 4)}, percent per percent:")
        width = max(map(len, parameters))
        lines += [f"  {parameter:<{width}}  {value:.4g} +- {error:.1g}" for parameter, value, error in zip(parameters, values, errors)]
    return lines + answers(file, panels)


def plot(file, options):
    shown = prepare(file, options)
    tall = 0.45 + 0.2 * max(len(parameters) for _, parameters, _, _ in shown)
    made, grid = style.figure(len(shown), options.width or style.COLUMN, height=tall, columns=1)
    for axes, (name, parameters, values, errors) in zip(grid, shown):
        bars(axes, parameters, [("", values, values - errors, values + errors)], "percent per percent")
        style.label(axes, name=name)
    style.heading(made, title(file), [f"scenario {int(file['scenario'][()])}"])
    return made, say(file, shown)
