#!/usr/bin/python3
"""Plots the convergence of quantised impacts with decreasing step, relative to the reference solver.

usage: tools/bench.d/convergence.py [-o PICTURE.png]     needs build/release/bin/hilspace

48 scenarios over the ranges of axial_100k.toml. The error of a number is relative to the number itself.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HILSPACE = ROOT / "build/release/bin/hilspace"
COUNTS = [3, 2, 2, 4]  # axes of the bench: delay, velocity, masses, restitution
HALVINGS = [-0.4, 0, 1, 2, 3, 4, 5]  # of the largest automatic step; twice that step is unstable
AUTOMATIC = HALVINGS.index(0)  # each scenario's own step
TARGET = 0.002
CURVES = {  # metric: colour, marker
    "force.e_imax": ("#1f4e9c", "o"), "force.e_aint_pct": ("#3b8ede", "s"), "force.e_hint_pct": ("#7fb8d6", "^"),
    "contact_force.e_imax": ("#c0392b", "D"), "penetration.e_hint_pct": ("#e58e26", "v"),
    "velocity.error": ("#2e7d4f", "P"), "contact.duration_hil": ("#7d5ba6", "X")}
FLOOR = 1e-7  # smaller errors are plotted here; the reference has errors of its own


def small_study(folder):
    """The bench with few values on each axis."""
    counts = iter(COUNTS[:2] + [COUNTS[2]] * 2 + COUNTS[3:])
    text = (HERE / "axial_100k.toml").read_text()
    path = Path(folder, "study.toml")
    path.write_text(re.sub(r"count = \d+", lambda _: f"count = {next(counts)}", text))
    return path


def numbers(study, output, *settings):
    """Metrics by name, of all scenarios, and their largest steps."""
    command = [HILSPACE, "run", study, "-o", output, "--fresh", "--quiet", "--set", "numerics.error_share=0"]
    for setting in settings:
        command += ["--set", setting]
    subprocess.run(command, check=True)
    with h5py.File(output) as file:
        if file["outcome"][()].any():
            sys.exit(f"convergence: {' '.join(settings)}: not every scenario succeeds")
        return {name: file[name][()].ravel() for name in CURVES}, file["numerics.step"][()].ravel()


def measured():
    """Steps in s, the range of the automatic ones, and per metric the errors at each step, steps x scenarios."""
    with tempfile.TemporaryDirectory() as folder:
        study, output = small_study(folder), Path(folder, "result.h5")
        truth, _ = numbers(study, output, "numerics.solver=reference")
        automatic, steps = numbers(study, output)
        lengths = steps.max() / 2.0 ** np.array(HALVINGS)
        if steps.min() < lengths[AUTOMATIC + 1]:
            sys.exit("convergence: automatic steps differ too much between scenarios for one picture")
        found = [numbers(study, output, f"numerics.step={h * 1e6!r} us")[0] for h in lengths]
        found[AUTOMATIC] = automatic
    errors = {name: np.array([abs(of[name] / truth[name] - 1.0) for of in found]) for name in CURVES}
    return lengths, (steps.min(), steps.max()), errors


def draw(lengths, automatic, errors, path):
    plt.rcParams.update({"font.size": 9.5, "axes.spines.top": False, "axes.spines.right": False})
    figure, panels = plt.subplots(1, 2, figsize=(9.6, 4.4), sharey=True, layout="constrained")
    for axes, of, title in zip(panels, (np.median, np.max), ("median", "largest")):
        for name, (colour, marker) in CURVES.items():
            axes.loglog(lengths * 1e6, np.maximum(of(errors[name], axis=1), FLOOR), color=colour, marker=marker,
                        markersize=5, linewidth=1.4, label=name)
        at = lengths[AUTOMATIC] * 1e6
        axes.axvline(at, color="0.4", linestyle="--", linewidth=1)
        axes.text(0.94 * at, 1.3 * FLOOR, "automatic:\n{:.0f} to {:.0f} us".format(*np.multiply(automatic, 1e6)),
                  ha="right", va="bottom", color="0.4")
        axes.axhline(TARGET, color="0.4", linestyle=":", linewidth=1)
        axes.text(lengths[-1] * 1e6, 1.15 * TARGET, f"{100 * TARGET:g} %", va="bottom", color="0.4")
        axes.set_title(f"{title} of {errors['force.e_imax'].shape[1]} scenarios", loc="left", fontweight="bold")
        axes.set_xticks(lengths * 1e6, [f"{h * 1e6:.2g}" for h in lengths], minor=False)
        axes.minorticks_off()
        axes.grid(True, color="0.9", linewidth=0.7)
        axes.set_xlabel("largest step / us")
    panels[0].set_ylabel("error of the number, relative to itself")
    panels[1].legend(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
    figure.savefig(path, dpi=130)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", default=ROOT / "docs/images/convergence.png")
    path = parser.parse_args().output
    lengths, automatic, errors = measured()
    draw(lengths, automatic, errors, path)
    print("largest step / us".ljust(32), *(f"{h * 1e6:9.3g}" for h in lengths))
    for of, word in ((np.median, "median"), (np.max, "largest")):
        for name in CURVES:
            print(f"{name} {word}".ljust(32), *(f"{e:9.1e}" for e in of(errors[name], axis=1)))


if __name__ == "__main__":
    main()
