"""Selection of a result's data: metrics, and positions of the fixed axes."""
import re

import numpy as np

import units
from errors import PlotError
from reading import dimensions, numbers, read_axis, scenarios, text, unit_of

REPEATS = ("numerics.repeat", "rig.repetition")
# The first metric available is the default.
PREFERRED = ["velocity.error_pct", "contact_force.e_abs_pct", "force.e_hint_pct", "restitution.hil", "restitution.docking",
             "force.peak_hil", "force.peak_docking", "contact_force.peak_docking", "run.peak_force_hil",
             "run.peak_force_docking"]
MOST_SAID = 3  # metrics without convergence in one line
# One panel each, if available.
PANELS = [["force.e_hmax_pct", "force.e_hint_pct", "force.e_abs_pct"],
          ["penetration.e_hmax_pct", "penetration.e_hint_pct", "penetration.e_abs_pct"],
          ["velocity.error_pct"]]


def metrics_of(file):
    """The numeric variables that depend on all dimensions."""
    shape = file["outcome"].shape
    return [name for name, item in file.items() if getattr(item, "shape", None) == shape and item.dtype.kind == "f" and
            "numerical_error" in item.attrs and not name.startswith("end.")] or \
        [name for name, item in file.items() if getattr(item, "shape", None) == shape and item.dtype.kind == "f" and
         item.dims is not None and name not in dimensions(file["outcome"])]


def metric(file, name):
    """The name of an existing metric; otherwise an error with similar names."""
    if name in file and getattr(file[name], "dtype", None) is not None and file[name].dtype.kind in "iuf":
        return name
    import difflib
    import tomllib
    near = difflib.get_close_matches(name, metrics_of(file), 3, 0.5)
    chosen = "metrics" in tomllib.loads(text(file.attrs.get("study", ""))).get("output", {})
    raise PlotError(f"{file.filename} has no metric '{name}'" + (f"; near it: {', '.join(near)}" if near else "") +
                    ("; its study stores only those of output.metrics: add it there and run again" if chosen else ""))


def of_scenarios(file, name):
    """The name of an existing metric with a value for each scenario; a parameter may have fewer."""
    if file[metric(file, name)].shape != file["outcome"].shape:
        raise PlotError(f"{name} has no value for each scenario; choose a metric")
    return name


def good(file):
    """Whether each scenario ended well."""
    return np.asarray(file["outcome"][()]) == 0


def values(file, name):
    """A metric, NaN where it is undefined, infinite, or its scenario did not end well."""
    shown = numbers(file, name)
    return np.where(good(file), shown, np.nan) if shown.shape == file["outcome"].shape else shown


def converges(file, name):
    """Whether the numerical error is small enough: by the 95 % quantile, else by the maximum."""
    attributes = file[name].attrs
    error = float(attributes.get("numerical_error_p95", attributes.get("numerical_error", 0.0)))
    if np.isnan(error):
        return True
    shown = np.abs(values(file, name))
    shown = shown[np.isfinite(shown)]
    return bool(len(shown)) and error <= 0.5 * max(np.median(shown), 1e-300)


def usable(file, names):
    """(metrics that can be plotted, lines with the reasons for leaving out the others)."""
    kept, said = [], []
    for name in names:
        if name not in file:
            continue
        if not np.isfinite(values(file, name)).any():
            said.append(f"{name} is undefined everywhere and left out")
        elif not converges(file, name):
            said.append(f"{name} does not converge (numerical error {units.number(file[name].attrs['numerical_error'], 2)}) "
                        "and is left out; --metric draws it")
        else:
            kept.append(name)
    return kept, said


def default_metric(file):
    """The first metric that can be plotted; else an error with the reasons."""
    stored = metrics_of(file)
    order = [n for n in PREFERRED if n in file] + [n for n in stored if n not in PREFERRED]
    for name in order:
        if np.isfinite(values(file, name)).any() and converges(file, name):
            return name
    left = [name for name in order if np.isfinite(values(file, name)).any()]
    if not left:
        raise PlotError(f"{file.filename}: no metric has a number: no scenario ended well, or all are undefined")
    named = ", ".join(f"{name} (numerical error {units.number(file[name].attrs['numerical_error'], 2)})" for name in left[:MOST_SAID])
    more = f" and {len(left) - MOST_SAID} more" if len(left) > MOST_SAID else ""
    raise PlotError(f"{file.filename}: no metric converges, and none is drawn unless --metric asks for it: {named}{more}")


def said_places(pairs):
    """[(axis, value)] of --at "NAME=VALUE" and of --at "NAME=VALUE and NAME=VALUE"."""
    found = []
    for clause in pairs:
        for pair in re.split(r"\s+and\s+(?=[^=]+=)", clause):
            name, equals, value = pair.partition("=")
            if not equals:
                raise PlotError(f"'{pair}' is not of the form NAME=VALUE")
            found.append((name.strip(), value.strip()))
    return found


def places(file, pairs):
    """({axis: position}, lines about values that are not on the grid)."""
    names, found, said = dimensions(file["outcome"]), {}, []
    for name, value in said_places(pairs):
        if name not in names:
            raise PlotError(f"{file.filename} has no axis '{name}'; it has {', '.join(names) or 'none'}")
        axis = read_axis(file, name)
        found[name], exact = axis.nearest(value)
        if not exact:
            said.append(f"{name}: {axis.at(found[name])} taken for {value}, the nearest there is")
    return found, said


def threshold(words, file, name):
    """--below in SI: '20', '20 %', '2.6 kN'."""
    if words is None:
        return None
    limit = units.parsed(words, unit_of(file[name]), "--below")
    if limit <= 0:
        raise PlotError(f"--below {words}: must be above 0, since it limits the size of {name}, which never is below")
    return limit


def numerical_error(file, name):
    """'(numerical error of velocity.error_pct: 0.0017, 95 % within 0.0016; estimated from 28 of 28 scenarios)'"""
    attributes = file[name].attrs
    largest, most = (float(attributes.get(key, np.nan)) for key in ("numerical_error", "numerical_error_p95"))
    if np.isnan(largest):
        return []
    unit = unit_of(file[name])

    def said(error):
        if np.isinf(error):
            return "unbounded"
        return f"{error:.2g}" if unit in ("percent", "1", "") else units.quantity(error, unit, 2)

    within = f", 95 % within {said(most)}" if np.isfinite(most) else ""
    basis = f"; estimated from {file.attrs['error_scenarios']:,} of {scenarios(file[name].size)}" \
        if "error_scenarios" in file.attrs else ""
    return [f"(numerical error of {name}: {said(largest)}{within}{basis})"]
