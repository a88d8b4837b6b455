"""Runs the studies of a folder and holds their results against the tables in its folder `expected`:

    replay.py HILSPACE FOLDER [RESULTS]

The result of NAME.toml stays as RESULTS/NAME.h5, for the commands in READMEs (tests/docs) and the compilers' comparison.

Every *.toml of the folder is run. A table is CSV with lines of comment (#) ahead; it speaks of study.toml, or of
the file that a comment "# study: other.toml" names; "# study: other.toml stability" speaks of the table that
`hilspace stability` leaves of it instead of the result of `hilspace run`. There are three kinds, told apart by their columns:

numbers   axis values that pick the scenario, then metric, expected, accept, source.
          `accept` is an absolute difference, or a share of the expected value where it ends in %. Every scenario
          must end with outcome ok (0), unless a row with the metric `outcome` says otherwise.
means     axis values, then metric, over, expected, accept, source: the same of the mean over the axis `over`, which
          repeats a scenario with other noise. Three standard errors of the mean are accepted in any case.
trends    metric, axis, direction, tolerance, at, source: along the axis the metric is `rising`, `falling`, `flat`,
          or a `valley` (falls, then rises), on every line of the grid or on those that `at` leaves
          (NAME=VALUE and NAME=VALUE). `tolerance`: how far a step may go the other way, and for `flat` how far apart
          the largest and smallest value may be; absolute, or with % a share of the line's largest size.
"""
import csv
import itertools
import os
import re
import subprocess
import sys
import tempfile

import h5py
import numpy

COLUMNS = {"means": ["metric", "over", "expected", "accept", "source"],
           "numbers": ["metric", "expected", "accept", "source"],
           "trends": ["metric", "axis", "direction", "tolerance", "at", "source"]}


class Mistake(Exception):
    """A table that refers to something its study does not have."""


def run(binary, verb, study, output):
    """A fresh result of the study, or the table of another verb."""
    subprocess.run([binary, verb, study, "-o", output, *(["--quiet", "--fresh"] if verb == "run" else [])], check=True,
                   stdout=subprocess.DEVNULL)


def tables(folder):
    """Every (file, (study it speaks of, verb), kind, rows) of the expected folder."""
    for name in sorted(os.listdir(os.path.join(folder, "expected"))):
        with open(os.path.join(folder, "expected", name), encoding="utf-8", newline="") as text:
            lines = text.read().splitlines()
        named = [(match[1], match[2] or "run")
                 for match in (re.match(r"# study: (\S+)(?: (\S+))?$", line) for line in lines) if match]
        reader = csv.DictReader(line for line in lines if not line.startswith("#"))
        rows = list(reader)
        kinds = [k for k, columns in COLUMNS.items() if reader.fieldnames[-len(columns):] == columns]
        if len(named) > 1 or len(kinds) != 1:
            raise Mistake(f"{name}: columns are axis values, then {' or '.join(map(','.join, COLUMNS.values()))}")
        yield name, (named or [("study.toml", "run")])[0], kinds[0], rows


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def keys_of(result, axis):
    """The variables that have a value at each point of an axis: itself, or those that move together on it."""
    moving = text(result["outcome"].attrs.get("coordinates", "")).split()
    keys = [key for key in moving if [d[0].name.lstrip("/") for d in result[key].dims] == [axis]]
    return keys or [axis]  # labels only repeat the keys


def places(result, key, wanted):
    """Which points of its axis have the wanted value."""
    values = result[key][()]
    if values.dtype.kind in "iuf":
        return numpy.isclose(values, float(wanted), rtol=1e-6, atol=0.0)
    return numpy.array([text(value) == wanted for value in values])


def picked(result, axis, wanted):
    """The points of an axis that have what is wanted of its keys; `wanted` may say nothing about it."""
    keys = [key for key in keys_of(result, axis) if wanted.get(key) not in (None, "")]
    return numpy.flatnonzero(numpy.logical_and.reduce([places(result, key, wanted[key]) for key in keys])) \
        if keys else numpy.arange(len(result[axis]))


def axes_of(result, metric):
    if metric not in result:
        raise Mistake(f"the result has no metric {metric}")
    return [dimension[0].name.lstrip("/") for dimension in result[metric].dims]


def point(result, axis, position):
    """A point of an axis as text."""
    return ", ".join(f"{v:.6g}" if isinstance(v, float) else text(v)
                     for v in (result[key][()].tolist()[position] for key in keys_of(result, axis)))


def scenario(result, row, over=None):
    """The index of the scenario that a row refers to, or those along the axis `over`."""
    index = []
    for axis in axes_of(result, row["metric"]):
        if axis == over:
            index.append(slice(None))
            continue
        found = picked(result, axis, row)
        if len(found) != 1:
            raise Mistake(f"{row}: fits {len(found)} points of the axis {axis} ({', '.join(keys_of(result, axis))})")
        index.append(int(found[0]))
    return tuple(index)


def accepted(row):
    """Tolerance of a number."""
    accept = row["accept"]
    return abs(float(row["expected"])) * float(accept[:-1]) / 100.0 if accept.endswith("%") else float(accept)


def check_number(result, row):
    """How many numbers were held against the row, and what is wrong."""
    index = scenario(result, row)
    value, expected, allowed = float(result[row["metric"]][index]), float(row["expected"]), accepted(row)
    if abs(value - expected) <= allowed or (numpy.isnan(value) and numpy.isnan(expected)):
        return 1, []
    return 1, [f"{row}: got {value:.6g}, off by {value - expected:.3g}, accepted {allowed:.3g}"]


def check_mean(result, row):
    """How many numbers were held against the row, and what is wrong."""
    over, axes = row["over"], axes_of(result, row["metric"])
    if over not in axes:
        raise Mistake(f"{row}: {row['metric']} has the axes {', '.join(axes)}")
    values = result[row["metric"]][scenario(result, row, over)]
    mean, error = values.mean(), values.std(ddof=1) / numpy.sqrt(len(values))
    expected, allowed = float(row["expected"]), max(accepted(row), 3.0 * error)
    if abs(mean - expected) <= allowed:
        return len(values), []
    return len(values), [f"{row}: got {mean:.6g} +- {error:.2g}, off by {mean - expected:.3g}, accepted {allowed:.3g}"]


def wrong_step(values, direction, allowed):
    """The first pair of points between which a line has the wrong trend, or None."""
    if direction == "flat":
        low, high = int(numpy.argmin(values)), int(numpy.argmax(values))
        return None if values[high] - values[low] <= allowed else (min(low, high), max(low, high))
    bottom = int(numpy.argmin(values)) if direction == "valley" else {"rising": 0, "falling": len(values) - 1}[direction]
    if direction == "valley" and bottom in (0, len(values) - 1):
        return 0, len(values) - 1
    for i, step in enumerate(numpy.diff(values)):
        if (step > allowed if i < bottom else step < -allowed):
            return i, i + 1
    return None


def check_trend(result, row):
    """How many lines of the grid were held against the row, and what is wrong."""
    metric, axis, direction = row["metric"], row["axis"], row["direction"]
    if direction not in ("rising", "falling", "flat", "valley"):
        raise Mistake(f"{row}: the direction is rising, falling, flat or valley")
    axes = axes_of(result, metric)
    if axis not in axes:
        raise Mistake(f"{row}: {metric} has the axes {', '.join(axes)}")
    wanted = dict(pair.strip().split("=", 1) for pair in (row["at"] or "").split(" and ") if pair.strip())
    for key in wanted.keys() - {key for name in axes for key in keys_of(result, name)}:
        raise Mistake(f"{row}: no axis has the key {key}")
    choices = [picked(result, name, wanted) for name in axes]
    if any(len(choice) == 0 for choice in choices):
        raise Mistake(f"{row}: no point of the grid has {row['at']}")
    along, choices = choices[axes.index(axis)], [[0] if n == axis else c for n, c in zip(axes, choices)]
    data, lines, wrong = result[metric][()], 0, []
    for index in itertools.product(*choices):
        lines += 1
        values = data[tuple(along if n == axis else i for n, i in zip(axes, index))]
        where = "; ".join(f"{n} = {point(result, n, i)}" for n, i in zip(axes, index) if n != axis)
        at = f"{metric} over {axis}" + (f" at {where}" if where else "")
        if not numpy.isfinite(values).all():
            wrong.append(f"{at}: undefined at {point(result, axis, along[numpy.argmin(numpy.isfinite(values))])}")
            continue
        share = row["tolerance"].endswith("%")
        tolerance = float(row["tolerance"].rstrip("%")) * (numpy.abs(values).max() / 100.0 if share else 1.0)
        pair = wrong_step(values, direction, tolerance)
        if pair:
            shown = ", then ".join(f"{values[i]:.6g} at {point(result, axis, along[i])}" for i in pair)
            wrong.append(f"{at} is not {direction}: {shown} (tolerance {tolerance:.3g}; {row['source']})")
    return lines, wrong


CHECKS = {"numbers": check_number, "means": check_mean, "trends": check_trend}


def replay(binary, folder, results=None):
    """How much was checked, and what is wrong."""
    checked, wrong, listed = 0, [], list(tables(folder))
    studies = sorted(name for name in os.listdir(folder) if name.endswith(".toml"))
    wrong += [f"expected/{name} speaks of {study}, which is not there"
              for name, (study, _), _, _ in listed if study not in studies]
    wrong += [f"{study}: nothing is expected of it" for study in studies
              if not any(rows for _, (of, _), _, rows in listed if of == study)]
    for study, verb in sorted({of for _, of, _, _ in listed if of[0] in studies}):
        own = [(kind, row) for _, of, kind, rows in listed if of == (study, verb) for row in rows]
        with tempfile.TemporaryDirectory() as scratch:
            output = os.path.join(results if results and verb == "run" else scratch, study.removesuffix(".toml") + ".h5")
            run(binary, verb, os.path.join(folder, study), output)
            with h5py.File(output) as result:
                failed = numpy.array(result["outcome"][()] != 0)
                for kind, row in own:  # where a table says how it ends, it may end otherwise
                    if kind == "numbers" and row["metric"] == "outcome":
                        failed[scenario(result, row)] = False
                if failed.any():
                    wrong.append(f"{study}: some scenarios did not end with outcome ok")
                for kind, row in own:
                    count, findings = CHECKS[kind](result, row)
                    checked += count
                    wrong += [f"{study}: {finding}" for finding in findings]
    return checked, wrong


def main(binary, folder, results=None):
    if results:
        os.makedirs(results, exist_ok=True)
    try:
        checked, wrong = replay(binary, folder, results)
    except (Mistake, subprocess.CalledProcessError) as error:
        checked, wrong = 0, [str(error)]
    print(f"{checked} expected numbers and lines, {len(wrong)} wrong", *wrong, sep="\n")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
