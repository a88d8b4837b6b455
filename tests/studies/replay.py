"""Runs a study and holds its result against the tables in its folder `expected`.

A table is CSV with lines of comment (#) ahead: the axis values that pick the scenario, then metric, expected,
accept, source. `accept` is an absolute difference, or a share of the expected value where it ends in %.
"""

import csv
import os
import subprocess
import sys
import tempfile

import h5py
import numpy


def run(binary, study, output):
    """A fresh result of the study."""
    subprocess.run([binary, "run", os.path.join(study, "study.toml"), "-o", output, "--quiet"], check=True)


def tables(study):
    """Every (file, rows) of the study's expected folder."""
    folder = os.path.join(study, "expected")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8", newline="") as text:
            yield name, list(csv.DictReader(line for line in text if not line.startswith("#")))


def position(values, wanted):
    """Where an axis has the wanted value; asking for one that it lacks is a mistake in the table."""
    if values.dtype.kind == "f":
        found = numpy.flatnonzero(numpy.isclose(values, float(wanted), rtol=1e-9, atol=0.0))
    else:
        found = [i for i, text in enumerate(values) if text.decode() == wanted]
    if len(found) != 1:
        raise SystemExit(f"the result has {wanted} {len(found)} times on the axis")
    return int(found[0])


def index_of(result, variable, row):
    """The scenario of a row, along the variable's own dimensions."""
    return tuple(position(dimension[0][()], row[dimension[0].name.lstrip("/")]) for dimension in variable.dims)


def check(result, row):
    """None, or what is wrong."""
    variable = result[row["metric"]]
    value = float(variable[index_of(result, variable, row)])
    expected = float(row["expected"])
    accept = row["accept"]
    allowed = abs(expected) * float(accept[:-1]) / 100.0 if accept.endswith("%") else float(accept)
    if abs(value - expected) <= allowed:
        return None
    return f"{row}: got {value:.6g}, off by {value - expected:.3g}, accepted {allowed:.3g}"


def main(binary, study):
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "result.h5")
        run(binary, study, output)
        checked, wrong = 0, []
        with h5py.File(output) as result:
            if numpy.any(result["outcome"][()] != 0):
                wrong.append("some scenarios did not end with outcome ok")
            for _, rows in tables(study):
                for row in rows:
                    checked += 1
                    finding = check(result, row)
                    if finding:
                        wrong.append(finding)
    print(f"{checked} expected numbers, {len(wrong)} wrong", *wrong, sep="\n")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
