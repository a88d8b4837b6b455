"""Writes the expected tables that are computed: from closed forms, and with the independent plain simulation.

usage: python3 tests/studies/make_expected.py           writes studies/*/expected/{plain,closed}-*.csv, in a minute
       python3 tests/studies/make_expected.py --check   recomputes them with fewer steps and compares, in seconds

Tables from print, and the trends, are written by hand and stay untouched.
"""
import csv
import itertools
import math
import sys
from pathlib import Path

import closed_forms
from plain_axial import Case, flores, hertz_stiffness, simulate

STUDIES = Path(__file__).resolve().parents[2] / "studies"
STEPS, FEWER_STEPS = 40000, 5000
HIL = {  # what is expected of a HIL scenario, and how well: halving the plain simulation's step changes less
    "force.e_imax": "0.2 %", "force.e_hint_pct": "0.1 %", "penetration.e_imax": "0.2 %", "penetration.e_hint_pct": "0.1 %",
    "velocity.error_pct": "0.1 %", "contact.duration_docking": "0.01 %", "contact.duration_hil": "0.1 %"}
DOCKING = {"restitution.docking": "0.00001", "velocity.after_docking": "0.001 %", "force.peak_docking": "0.001 %",
           "penetration.peak_docking": "0.001 %", "contact.duration_docking": "0.001 %"}
DELAYS = [0.4e-3, 0.6e-3, 0.8e-3, 1.0e-3, 1.2e-3, 1.4e-3]


def numbers(keys, scenarios, metrics, source):
    """Rows of a table: `scenarios` are (values of the keys, {metric: value})."""
    yield [*keys, "metric", "expected", "accept", "source"]
    for values, known in scenarios:
        for metric, accept in metrics.items():
            yield [*(v if isinstance(v, str) else f"{v:.7g}" for v in values), metric, f"{known[metric]:.7g}", accept,
                   source]


def plain(keys, scenarios, steps):
    """A table of the plain simulation; `scenarios` are (values of the keys, Case)."""
    result = simulate([case for _, case in scenarios], steps)
    known = [{metric: result[metric][i] for metric in HIL} for i in range(len(scenarios))]
    return numbers(keys, [(values, k) for (values, _), k in zip(scenarios, known)], HIL, "tests/studies/plain_axial.py")


def instruments(steps):
    """Each property varied alone, and the corners of the grid."""
    lists = DELAYS, [1e-7, 1e-6, 1e-5], [6.3662e-5, 1e-4, 5e-4, 1e-3], [0.1, 1.0, 10.0, 100.0]
    default = 1.0e-3, 1e-6, 6.3662e-5, 1.0
    alone = {default[:i] + (value,) + default[i + 1:] for i, values in enumerate(lists) for value in values}
    corners = set(itertools.product(*((values[0], values[-1]) for values in lists)))
    scenarios = [(v, Case(actuator_delay=v[0], actuator_resolution=v[1], sensor_frequency=4.0 / v[2],
                          sensor_resolution=v[3])) for v in sorted(alone | corners)]
    return plain(["actuator.total_delay", "actuator.resolution", "force_sensor.total_delay",
                  "force_sensor.resolution"], scenarios, steps)


def sensor_bandwidth(steps):
    scenarios = [((delay, f), Case(actuator_delay=delay, sensor_frequency=2.0 * math.pi * f))
                 for delay in (0.4e-3, 1.0e-3, 1.4e-3) for f in (4e3, 8e3, 10e3, 40e3)]
    return plain(["actuator.total_delay", "force_sensor.bandwidth"], scenarios, steps)


def spacecraft(steps):
    """Masses at 0.1 m/s and velocities at the default masses for the extreme delays, and the corners."""
    masses = [(10.0, 10.0), (35.0, 35.0), (30.0, 75.0), (35.0, 70.0), (50.0, 50.0), (50.0, 100.0), (175.0, 375.0)]
    velocities = [0.075, 0.1, 0.125, 0.15, 0.175, 0.2]
    pairs = {(m, 0.1) for m in masses} | {(masses[2], v) for v in velocities}
    pairs |= set(itertools.product((masses[0], masses[-1]), (velocities[0], velocities[-1])))
    scenarios = [((*m, v, delay), Case(chaser_mass=m[0], target_mass=m[1], velocity=v, actuator_delay=delay))
                 for m, v in sorted(pairs) for delay in (DELAYS[0], DELAYS[-1])]
    return plain(["chaser.mass", "target.mass", "approach.velocity", "actuator.total_delay"], scenarios, steps)


def material(steps):
    pairs = [("polyimide", "polyimide"), ("polyimide", "aluminium"), ("aluminium", "aluminium")]
    scenarios = [((*pair, delay), Case(stiffness=hertz_stiffness(*pair), actuator_delay=delay))
                 for pair in pairs for delay in DELAYS]
    return plain(["contact.chaser_material", "contact.target_material", "actuator.total_delay"], scenarios, steps)


def docking(material, law, restitution, velocity):
    return closed_forms.impact(5.0, velocity, hertz_stiffness(material, material),
                               closed_forms.DAMPING_NUMBERS[law](restitution))


def laws_restitution(_):
    laws = [law for law in closed_forms.DAMPING_NUMBERS if law != "hertz"]
    scenarios = [((law, c / 100.0), docking("steel", law, c / 100.0, 0.1))
                 for law in laws for c in range(10, 101, 10)]
    return numbers(["contact.law", "contact.restitution"], scenarios, DOCKING, "tests/studies/closed_forms.py")


def laws_velocity(_):
    scenarios = [((law, v), docking("steel", law, 0.8, v))
                 for law in closed_forms.DAMPING_NUMBERS for v in (0.01, 0.05, 0.1, 0.15)]
    return numbers(["contact.law", "approach.velocity"], scenarios, DOCKING, "tests/studies/closed_forms.py")


def laws_material(_):
    scenarios = [((m, m), docking(m, "flores", 0.8, 0.1)) for m in ("rubber", "polyimide", "aluminium", "steel")]
    return numbers(["contact.chaser_material", "contact.target_material"], scenarios, DOCKING,
                   "tests/studies/closed_forms.py")


TABLES = {  # file: (the study it speaks of, the maker of its rows)
    "02-axial-instruments/expected/plain-instruments.csv": ("study.toml", instruments),
    "02-axial-instruments/expected/plain-sensor-bandwidth.csv": ("sensor-bandwidth.toml", sensor_bandwidth),
    "03-axial-spacecraft/expected/plain-spacecraft.csv": ("study.toml", spacecraft),
    "04-axial-material/expected/plain-material.csv": ("study.toml", material),
    "05-contact-laws/expected/closed-restitution.csv": ("study.toml", laws_restitution),
    "05-contact-laws/expected/closed-velocity.csv": ("velocity.toml", laws_velocity),
    "05-contact-laws/expected/closed-material.csv": ("material.toml", laws_material),
}


def write(name, study, rows):
    with open(STUDIES / name, "w", encoding="utf-8", newline="") as file:
        file.write(f"# study: {study}\n# Written by tests/studies/make_expected.py: {rows[1][-1]}. SI units and percent.\n")
        csv.writer(file, lineterminator="\n").writerows(rows)


def differences(name, rows):
    """What the table in the tree has otherwise, beyond twice what it accepts: fewer steps are coarser."""
    with open(STUDIES / name, encoding="utf-8", newline="") as file:
        kept = list(csv.reader(line for line in file if not line.startswith("#")))
    if len(kept) != len(rows):
        yield f"{name}: {len(kept)} rows, recomputed {len(rows)}"
    for old, new in zip(kept, rows):
        *where, expected, accept, _ = new
        if old[:-3] != where or old[-2] != accept:
            yield f"{name}: {old} is now {new}"
        elif expected != "expected":
            size = abs(float(expected)) * float(accept[:-1]) / 100.0 if accept.endswith("%") else float(accept)
            if not abs(float(old[-3]) - float(expected)) <= 2.0 * size:
                yield f"{name}: {old}, recomputed {expected}"


def main(arguments):
    wrong = []
    for name, (study, maker) in TABLES.items():
        if arguments == ["--check"]:
            wrong += differences(name, list(maker(FEWER_STEPS)))
        elif not arguments:
            write(name, study, list(maker(STEPS)))
        else:
            sys.exit(__doc__)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
