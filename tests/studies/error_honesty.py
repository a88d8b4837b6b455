#!/usr/bin/python3
"""Holds the numerical error that a run states, from the scenarios it runs again by default, against that of all.

usage: error_honesty.py HILSPACE [STUDY.toml...]

Each study is run twice, by default and with numerics.error_share=1. Stated must be

- for every metric at least the 95th percentile of the errors of all scenarios,
- at least a third of the largest of them: for every metric where all scenarios were run again, else for 4 of 5
  (an event that happens in one scenario of thousands is in no sample, and shows in several metrics),
- never more than the largest of them, since it is one of them.

Without studies, it takes those whose errors hide from a fixed stride: 02, 03, part of 07, and a larger grid around 02.
"""
import argparse
import os
import subprocess
import sys
import tempfile

import h5py

# Percentiles are rounded up, though not above the largest of their own run: where all errors are nearly the same.
ROUNDING = 1.0 + 1.0 / 16.0
STUDIES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "studies")


def run(binary, study, output, *settings):
    options = [word for setting in settings for word in ("--set", setting)]
    subprocess.run([binary, "run", study, "-o", output, "--fresh", "--quiet", *options], check=True,
                   stdout=subprocess.DEVNULL)
    with h5py.File(output) as file:
        errors = {name: (item.attrs["numerical_error"], item.attrs.get("numerical_error_p95", float("nan")))
                  for name, item in file.items() if "numerical_error" in item.attrs}
        return int(file.attrs["error_scenarios"]), file["outcome"].size, errors


def ratio(all_of_them, stated):
    """How many times too small the stated error is; NaN beside NaN and 0 beside 0 are right."""
    if all_of_them == stated or (all_of_them != all_of_them and stated != stated):
        return 1.0
    return all_of_them / stated if stated > 0.0 else float("inf")


def judge(binary, study, folder):
    """One line on the study, and what is wrong about it."""
    compared, scenarios, stated = run(binary, study, os.path.join(folder, "stated.h5"))
    _, _, found = run(binary, study, os.path.join(folder, "all.h5"), "numerics.error_share=1")
    largest = {name: ratio(found[name][0], stated[name][0]) for name in found}
    wrong = [f"{name}: {stated[name][0]:.3g} is stated, 95 % of all err by up to {found[name][1]:.3g}"
             for name in found if ratio(found[name][1], stated[name][0]) > ROUNDING]
    wrong += [f"{name}: {stated[name][0]:.3g} is stated, of all the largest is {found[name][0]:.3g}"
              for name in found if largest[name] < 1.0]
    low = [f"{name}: {stated[name][0]:.3g} is stated, the largest is {found[name][0]:.3g}"
           for name in found if largest[name] > 3.0]
    if len(low) > (0 if compared == scenarios else 0.2 * len(found)):
        wrong += low
    name = "/".join(os.path.abspath(study).split(os.sep)[-2:])
    text = (f"{name}: from {compared} of {scenarios} scenarios; largest of all / stated: at most "
            f"{max(largest.values()):.3g}; above 3 for {len(low)} of {len(found)} metrics")
    return text, wrong


def replaced(text, pairs):
    for old, new in pairs:
        if old not in text:
            raise ValueError(f"there is no '{old}' in the study any more")
        text = text.replace(old, new)
    return text


def own_studies(folder):
    """Whole studies, and variants written into the folder."""
    def variant(name, study, pairs):
        with open(os.path.join(STUDIES, study), encoding="utf-8") as file:
            text = replaced(file.read(), pairs)
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    large = variant("02-large.toml", "02-axial-instruments/study.toml", [
        ('to = "1.4 ms", step = "0.2 ms"', 'to = "1.4 ms", count = 12'),
        ('["0.1 um", "1 um", "10 um"]', '["0.1 um", "0.3 um", "1 um", "3 um", "10 um"]'),
        ('["0.063662 ms", "0.1 ms", "0.5 ms", "1 ms"]', '{ from = "0.05 ms", to = "1 ms", count = 12 }'),
        ('["0.1 N", "1 N", "10 N", "100 N"]', '{ from = "0.1 N", to = "100 N", count = 12 }')])
    first = variant("07-few.toml", "07-first-impact-robot/study.toml", [
        ('"0.5 ms", "1 ms", "2 ms", "3 ms", "4 ms", "5 ms", "6 ms", "7 ms", "8 ms", "9 ms", "10 ms",', '"1 ms",'),
        ('"20 ms", "30 ms", "40 ms", "50 ms", "60 ms", "70 ms", "80 ms", "90 ms", "100 ms"]', '"10 ms", "100 ms"]'),
        ('["0.1 um", "1 um", "5 um", "10 um", "50 um", "100 um", "500 um", "1000 um"]', '["1 um", "100 um"]'),
        ('["0.1 urad", "1 urad", "5 urad", "10 urad",', '["1 urad",'),
        ('"50 urad", "100 urad", "500 urad", "1000 urad"]', '"100 urad"]')])
    return [os.path.join(STUDIES, "02-axial-instruments", "study.toml"),
            os.path.join(STUDIES, "03-axial-spacecraft", "study.toml"), large, first]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", metavar="HILSPACE")
    parser.add_argument("studies", nargs="*", metavar="STUDY.toml")
    arguments = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for study in arguments.studies or own_studies(folder):
            text, wrong = judge(arguments.binary, study, folder)
            print(text, flush=True)
            for line in wrong:
                print(f"  {line}")
            failed = failed or bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
