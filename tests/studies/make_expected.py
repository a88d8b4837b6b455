"""Writes the expected tables that are computed: from closed forms, and with the independent plain simulations.

usage: python3 tests/studies/make_expected.py [WORD]    writes studies/*/expected/{plain,closed}-*.csv, in minutes
       python3 tests/studies/make_expected.py --check   recomputes them with fewer steps and compares, in a minute

With a WORD only those whose path has it.

Published tables, and the trends, are written by hand and stay untouched.
"""
import csv
import functools
import itertools
import math
import sys
from pathlib import Path

import closed_forms
import plain_sixdof as sixdof
from plain_axial import Case, flores, hertz_stiffness, simulate

STUDIES = Path(__file__).resolve().parents[2] / "studies"
STEPS, FEWER_STEPS = 40000, 5000
HIL = {  # what is expected of a HIL scenario, and how well: halving the plain simulation's step changes less
    "force.e_imax": "0.2 %", "force.e_hint_pct": "0.1 %", "penetration.e_imax": "0.2 %", "penetration.e_hint_pct": "0.1 %",
    "velocity.error_pct": "0.1 %", "contact.duration_docking": "0.01 %", "contact.duration_hil": "0.1 %"}
DOCKING = {"restitution.docking": "0.00001", "velocity.after_docking": "0.001 %", "force.peak_docking": "0.001 %",
           "penetration.peak_docking": "0.001 %", "contact.duration_docking": "0.001 %"}
DELAYS = [0.4e-3, 0.6e-3, 0.8e-3, 1.0e-3, 1.2e-3, 1.4e-3]

# Of a pair in six degrees of freedom. What a quantum of force or place does at one instant moves the largest
# errors and the begin and end of the contact.
FIRST_DOCKING = {
    "contact_force.peak_docking": "0.05 %", "penetration.peak_docking": "0.05 %", "velocity.before_docking": "0.05 %",
    "velocity.after_docking": "0.05 %", "contact.duration_docking": "0.1 %", "impact.time_docking": "0.01 %",
    "impact.place_docking": "0.01 %", "friction.peak_docking": "0.1 %", "torque.peak_docking": "0.1 %",
    "energy.damping_docking": "0.1 %", "energy.friction_docking": "0.1 %"}
FIRST_HIL = {
    "contact_force.peak_hil": "0.5 %", "penetration.peak_hil": "0.5 %", "contact.duration_hil": "0.5 %",
    "velocity.after_hil": "0.1 %", "velocity.error_pct": "0.5 %", "contact_force.e_hint_pct": "0.5 %",
    "penetration.e_hint_pct": "0.5 %", "energy.damping_hil": "0.5 %", "energy.friction_hil": "0.5 %"}
ROBOT_DELAYS = [0.5e-3, 1e-3, 2e-3, 4e-3, 10e-3, 20e-3, 50e-3, 100e-3]


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


def requirements(steps):
    """Velocities and delays around what study 12 finds to be the limit."""
    scenarios = [((v, delay), Case(velocity=v, actuator_delay=delay))
                 for v in (0.05, 0.1) for delay in (1.0e-3, 1.111e-3, 1.112e-3, 1.2e-3)]
    return plain(["approach.velocity", "actuator.total_delay"], scenarios, steps)


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


def some_of(scenarios, steps):
    """In six degrees of freedom a check takes long: it is one of a few scenarios."""
    return scenarios if steps == STEPS else scenarios[1::9]


def first_impacts(keys, scenarios, steps, docking=True):
    """A table of first impacts; `scenarios` are (values of the keys, what differs from the default)."""
    scenarios = some_of(scenarios, steps)
    cases = [sixdof.Case(**differing) for _, differing in scenarios]
    # Eight times coarser to check; the sensor and the robot must be followed all the same.
    slow = [4.0 if c.robot_delay > 10e-3 else 2.0 if c.robot_delay > 5e-3 else 1.0 for c in cases]
    result = sixdof.first_impacts(cases, [min(2e-6 * s * STEPS / steps, 0.2 * c.sensor_delay)
                                          for c, s in zip(cases, slow)])
    metrics = FIRST_DOCKING | FIRST_HIL if docking else FIRST_HIL
    rows = numbers(keys, [(values, {metric: result[metric][i] for metric in metrics})
                          for i, (values, _) in enumerate(scenarios)], metrics, "tests/studies/plain_sixdof.py")
    # With slower robots the bodies travel across the drogue before the testbed shows that they have parted.
    delay = keys.index("robot.total_delay")
    return [row for row in rows if row[0] == keys[0] or float(row[delay]) < 0.03
            or row[-4] not in ("velocity.after_hil", "velocity.error_pct")]


ANGLE_OF_THE_MOUTH = math.atan2(0.122 - 0.032, 0.195)


def robot(steps):
    """Delays at 1 um, and resolutions that still resolve the penetration at the short delays."""
    pairs = {(delay, 1e-6) for delay in ROBOT_DELAYS} | set(itertools.product((1e-3, 4e-3), (1e-7, 1e-5, 5e-5)))
    pairs |= {(0.5e-3, 1e-7), (0.5e-3, 5e-5)}
    scenarios = [((delay, quantum, quantum), {"robot_delay": delay, "robot_resolution": quantum,
                                              "robot_angular_resolution": quantum, "half_angle": ANGLE_OF_THE_MOUTH})
                 for delay, quantum in sorted(pairs)]
    return first_impacts(["robot.total_delay", "robot.resolution", "robot.angular_resolution"], scenarios, steps)


def wrench_sensor(steps):
    triples = set(itertools.product((0.5e-3, 1e-3, 4e-3), (1e-5, 1e-4, 5e-4, 1e-3), (1.0,)))
    triples |= set(itertools.product((0.5e-3, 1e-3), (1e-4,), (0.1, 10.0)))
    scenarios = [((delay, late, quantum, quantum),
                  {"robot_delay": delay, "sensor_delay": late, "sensor_resolution": quantum,
                   "sensor_torque_resolution": quantum, "half_angle": ANGLE_OF_THE_MOUTH})
                 for delay, late, quantum in sorted(triples)]
    return first_impacts(["robot.total_delay", "wrench_sensor.total_delay", "wrench_sensor.resolution",
                          "wrench_sensor.torque_resolution"], scenarios, steps, docking=False)


def scaled_inertia(mass, like):
    """The inertia of a spacecraft of the same shape and another mass."""
    default = sixdof.Case()
    whole, inertia = getattr(default, like + "_mass"), getattr(default, like + "_inertia")
    return tuple(mass / whole * component for component in inertia)


def masses(steps):
    pairs = [(10.0, 10.0), (35.0, 35.0), (35.0, 70.0), (50.0, 100.0), (175.0, 375.0), (360.0, 770.0)]
    scenarios = [((chaser, target, delay),
                  {"chaser_mass": chaser, "chaser_inertia": scaled_inertia(chaser, "chaser"), "target_mass": target,
                   "target_inertia": scaled_inertia(target, "target"), "robot_delay": delay,
                   "half_angle": ANGLE_OF_THE_MOUTH})
                 for chaser, target in pairs for delay in (1e-3, 4e-3)]
    return first_impacts(["chaser.mass", "target.mass", "robot.total_delay"], scenarios, steps)


def velocity(steps):
    scenarios = [((v, delay), {"velocity": v, "robot_delay": delay, "half_angle": ANGLE_OF_THE_MOUTH})
                 for v in (0.05, 0.075, 0.1, 0.125, 0.15) for delay in (1e-3, 4e-3)]
    return first_impacts(["approach.velocity", "robot.total_delay"], scenarios, steps)


def first_material(steps):
    pairs = list(itertools.product(("polyimide", "aluminium"), repeat=2))
    scenarios = [((*pair, delay), {"stiffness": hertz_stiffness(*pair), "robot_delay": delay,
                                   "half_angle": ANGLE_OF_THE_MOUTH})
                 for pair in pairs for delay in (1e-3, 4e-3)]
    return first_impacts(["contact.chaser_material", "contact.target_material", "robot.total_delay"], scenarios, steps)


@functools.cache
def docking_map(steps):
    """Which poses dock, how the runs end, and how often those that leave have hit the drogue."""
    rows = [["approach.offset.z", "approach.attitude.pitch", "metric", "expected", "accept", "source"]]
    poses = [(1e-3 * z, math.radians(2.5 * p)) for z in range(-100, 101, 25) for p in range(-4, 5)]
    if steps != STEPS:
        poses = poses[36:45:4]  # on the axis, where runs are short
    body = {"chaser_mass": 360.0, "chaser_inertia": sixdof.diagonal(50.341, 122.433, 122.433), "chaser_port": 1.833,
            "target_mass": 770.0, "target_inertia": sixdof.diagonal(374.734, 385.391, 385.391), "target_port": 0.847,
            "cylinder_length": 0.030, "half_angle": ANGLE_OF_THE_MOUTH}
    run, _ = sixdof.simulate([sixdof.Case(**body, offset=(0.0, z), attitude=(0.0, pitch, 0.0)) for z, pitch in poses],
                             [True] * len(poses), step=min(10e-6 * STEPS / steps, 25e-6))
    for (z, pitch), end, impacts in zip(poses, run["end"], run["impacts"]):
        overlap = end == "start_overlap"
        # How often it hits hangs on a tenth of a millimetre in one pose and its mirror image.
        count = {"run.impacts_docking": (impacts, "1" if abs(z) == 0.025 and abs(pitch) > 0.17 else "0")}
        for metric, (value, accept) in {"outcome": (5 if overlap else 0, "0"),
                                        "success.docking": ("nan" if overlap else int(end == "docked"), "0"),
                                        **(count if end == "left" else {})}.items():
            rows.append([f"{z:.7g}", f"{pitch:.7g}", metric, str(value), accept, "tests/studies/plain_sixdof.py"])
    return rows


def whole_docking(steps):
    """The scenario of 6.5.2. Errors grow from impact to impact: late numbers of the HIL model are rough ones."""
    if steps != STEPS:
        return  # takes a minute, and its first impact is one of 07
    run, impacts = sixdof.simulate([sixdof.Case(half_angle=ANGLE_OF_THE_MOUTH)] * 2, [True, False], step=4e-6 * min(STEPS / steps, 4.0))
    yield ["metric", "expected", "accept", "source"]
    rows = [("run.impacts", run["impacts"], "0", "0"), ("run.duration", run["time"], "0.2 %", "2 %"),
            ("run.peak_force", run["strongest"], "0.1 %", "2 %"), ("run.advance", run["nearest"] - sixdof.Case.tip_radius, "0.1 %", "1 %"),
            ("energy.initial", run["initial"], "0.001 %", "0.001 %"), ("energy.damping", run["damped"], "0.1 %", "2 %"),
            ("energy.friction", run["rubbed"], "0.1 %", "2 %"),
            ("velocity.before", [i[0]["before"] for i in impacts], "0.05 %", "0.05 %"),
            ("velocity.after", [i[0]["after"] for i in impacts], "0.05 %", "0.1 %")]
    for name, values, *accepts in rows:
        for model, value, accept in zip(("docking", "hil"), values, accepts):
            yield [f"{name}_{model}", f"{value:.7g}", accept, "tests/studies/plain_sixdof.py"]
    yield ["energy.imbalance_hil", f"{run['imbalance'][1]:.7g}", "2 %", "tests/studies/plain_sixdof.py"]


def regions(_):
    scenarios = [((2.0 * mass, k, b), {"critical_delay": closed_forms.critical_delay(mass, k, b)})
                 for mass, k, b in itertools.product((15.0, 60.0, 240.0), (250.0, 1000.0, 4000.0), (5.0, 50.0, 800.0))]
    return numbers(["chaser.mass", "contact.stiffness", "contact.damping"], scenarios, {"critical_delay": "1e-4 %"},
                   "tests/studies/closed_forms.py")


TABLES = {  # file: (the study it speaks of, the maker of its rows)
    "02-axial-instruments/expected/plain-instruments.csv": ("study.toml", instruments),
    "02-axial-instruments/expected/plain-sensor-bandwidth.csv": ("sensor-bandwidth.toml", sensor_bandwidth),
    "03-axial-spacecraft/expected/plain-spacecraft.csv": ("study.toml", spacecraft),
    "04-axial-material/expected/plain-material.csv": ("study.toml", material),
    "05-contact-laws/expected/closed-restitution.csv": ("study.toml", laws_restitution),
    "05-contact-laws/expected/closed-velocity.csv": ("velocity.toml", laws_velocity),
    "05-contact-laws/expected/closed-material.csv": ("material.toml", laws_material),
    "06-docking-map/expected/plain-map.csv": ("study.toml", docking_map),
    "06-docking-map/expected/plain-fine.csv":  # has these poses as well, but for those that overlap the rim
        ("fine.toml", lambda steps: [row for row in docking_map(steps) if row[0] not in ("-0.1", "0.1")]),
    "07-first-impact-robot/expected/plain-robot.csv": ("study.toml", robot),
    "08-first-impact-sensor/expected/plain-sensor.csv": ("study.toml", wrench_sensor),
    "09-first-impact-spacecraft/expected/plain-masses.csv": ("study.toml", masses),
    "09-first-impact-spacecraft/expected/plain-velocity.csv": ("velocity.toml", velocity),
    "10-first-impact-material/expected/plain-material.csv": ("study.toml", first_material),
    "11-whole-docking/expected/plain-whole.csv": ("study.toml", whole_docking),
    "16-epos-stability/expected/closed-regions.csv": ("regions.toml stability", regions),
    "12-requirements/expected/plain-chosen.csv": ("chosen.toml", requirements),
}


def write(name, study, rows):
    with open(STUDIES / name, "w", encoding="utf-8", newline="") as file:
        file.write(f"# study: {study}\n# Written by tests/studies/make_expected.py: {rows[1][-1]}. SI units and percent.\n")
        csv.writer(file, lineterminator="\n").writerows(rows)


def differences(name, rows):
    """What the table in the tree has otherwise, beyond twice what it accepts: fewer steps are coarser."""
    with open(STUDIES / name, encoding="utf-8", newline="") as file:
        kept = {tuple(row[:-3]): row for row in csv.reader(line for line in file if not line.startswith("#"))}
    for new in rows:
        *where, expected, accept, _ = new
        old = kept.get(tuple(where))
        if old is None or old[-2] != accept:
            yield f"{name}: {old} is now {new}"
        elif expected != "expected" and old[-3] != expected:
            size = abs(float(expected)) * float(accept[:-1]) / 100.0 if accept.endswith("%") else float(accept)
            if not abs(float(old[-3]) - float(expected)) <= 2.0 * size:
                yield f"{name}: {old}, recomputed {expected}"


def main(arguments):
    wrong = []
    for name, (study, maker) in TABLES.items():
        if arguments == ["--check"]:
            wrong += differences(name, list(maker(FEWER_STEPS)))
        elif len(arguments) == 1 and arguments[0] not in name:
            continue
        elif len(arguments) < 2:
            write(name, study, list(maker(STEPS)))
        else:
            sys.exit(__doc__)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
