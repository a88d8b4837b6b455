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
import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[0] / "plot"))
import style  # noqa: E402

ROOT = HERE.parent.parent
HILSPACE = ROOT / "build/release/bin/hilspace"
COUNTS = [3, 2, 2, 4]  # axes of the bench: delay, velocity, masses, restitution
HALVINGS = [-0.4, 0, 1, 2, 3, 4, 5]  # of the largest automatic step; twice that step is unstable
AUTOMATIC = HALVINGS.index(0)  # each scenario's own step
TARGET = 0.002
CURVES = ["force.e_imax", "force.e_aint_pct", "force.e_hint_pct", "contact_force.e_imax", "penetration.e_hint_pct", "velocity.error",
          "contact.duration_hil"]
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
    made, panels = style.figure(2, style.PAGE, height=2.6, columns=2)
    for axes, of, title in zip(panels, (np.median, np.max), ("median", "largest")):
        for k, name in enumerate(CURVES):
            axes.loglog(lengths * 1e6, np.maximum(of(errors[name], axis=1), FLOOR), label=name, **style.look(k))
        axes.axvline(lengths[AUTOMATIC] * 1e6, color="0.4", linestyle="--", linewidth=0.8)
        axes.text(0.94 * lengths[AUTOMATIC] * 1e6, 1.3 * FLOOR, "automatic:\n{:.0f} to {:.0f} \u00b5s".format(*np.multiply(automatic, 1e6)), ha="right", va="bottom")
        axes.axhline(TARGET, color="0.4", linestyle=":", linewidth=0.8)
        axes.text(lengths[-1] * 1e6, 1.15 * TARGET, f"{100 * TARGET:g} %", va="bottom")
        axes.set_xticks(lengths[1:] * 1e6, [f"{h * 1e6:.2g}" for h in lengths[1:]])
        axes.minorticks_off()
        axes.set_ylim(FLOOR / 2, 2e-2)
        style.label(axes, x="largest step / us", y="error, relative to the number" if axes is panels[0] else None,
                    name=f"{title} of {errors['force.e_imax'].shape[1]} scenarios")
    style.legend(panels[0])
    style.save(made, str(path))


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
