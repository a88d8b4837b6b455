#!/usr/bin/python3
"""SciPy's solve_ivp. Called as the other peers are: SCENARIOS.csv TOLERANCE STEP_US METHOD [SECONDS]

The right-hand side is plain floats in um, ms, N and kg (arrays of eight are slower). Quantizers round wherever the
method looks; beginnings and ends of contacts are terminal events. Measures come from the steps, joined by straight
lines on a grid of 0.05 us.
"""
import csv
import sys
import time
from math import sqrt

import numpy as np
from scipy.integrate import solve_ivp

MAGNITUDE = 100.0  # of the states, in these units
GRID = 5e-5  # ms
SIGNAL = ["peak_docking", "peak_hil", "e_imax", "e_hmax_pct", "e_abs_pct", "e_aint_pct", "e_hint_pct"]
NAMES = [f"{signal}.{measure}" for signal in ("force", "penetration") for measure in SIGNAL] + [
    "velocity.after_docking", "velocity.after_hil", "velocity.error", "velocity.error_pct", "restitution.docking",
    "restitution.hil", "contact.duration_docking", "contact.duration_hil", "contact.duration_error"]


class Pair:
    """The docking and the HIL model as one system of eight equations, and its events."""

    def __init__(self, s):
        self.velocity = s["velocity"] * 1e3
        self.stiffness, self.chi = s["stiffness"] * 1e-9, s["damping_number"]
        self.inverse_mass = 1.0 / s["mass"]
        self.actuator = s["actuator_frequency"] * 1e-3, s["actuator_damping"], s["actuator_resolution"] * 1e6
        self.sensor = s["sensor_frequency"] * 1e-3, s["sensor_damping"], s["sensor_resolution"]
        self.docking, self.hil = True, False  # which contacts are closed
        self.slope_docking, self.slope_hil = self.chi / self.velocity, 0.0

    def start(self):
        w, zeta, _ = self.actuator
        return [0.0, self.velocity, 0.0, self.velocity, -2.0 * zeta / w * self.velocity, self.velocity, 0.0, 0.0]

    def right_hand_side(self):
        """With the contacts as they are now."""
        k, inverse_mass = self.stiffness, self.inverse_mass
        w, zeta, resolution = self.actuator
        wf, zetaf, newton = self.sensor
        docking, hil, slope_docking, slope_hil = self.docking, self.hil, self.slope_docking, self.slope_hil

        def f(_, y):
            depth, speed, body, body_speed, a, a_rate, x, x_rate = y.tolist()
            ideal = force = 0.0
            if docking and depth > 0.0:
                ideal = max(k * depth * sqrt(depth) * (1.0 + slope_docking * speed), 0.0)
            shown = resolution * round(a / resolution)
            if hil and shown > 0.0:
                force = max(k * shown * sqrt(shown) * (1.0 + slope_hil * a_rate), 0.0)
            return (speed, -ideal * inverse_mass, body_speed, -newton * round(x / newton) * inverse_mass,
                    a_rate, w * (w * (body - a) - 2.0 * zeta * a_rate),
                    x_rate, wf * (wf * (force - x) - 2.0 * zetaf * x_rate))
        return f

    def events(self):
        """The separation of the docking model; the next event of the HIL contact; the sensor coming to rest."""
        half, wf, quiet = 0.5 * self.actuator[2], self.sensor[0], 0.5 * self.sensor[2]
        separation = terminal(lambda _, y: y[0], -1)
        contact = terminal(lambda _, y: y[4] - half, -1 if self.hil else 1)
        rest = terminal(lambda _, y: (wf * y[6]) ** 2 + y[7] ** 2 - (wf * quiet) ** 2, -1)
        return separation, contact, rest


def terminal(event, direction):
    event.terminal, event.direction = True, direction
    return event


def simulate(s, tolerance, step, method):
    pair, y, t = Pair(s), np.array(Pair(s).start()), 0.0
    times, states, ideal = [], [], []
    begin = end = end_docking = None
    after_docking = after_hil = None
    while after_docking is None or after_hil is None:
        separation, contact, rest = pair.events()
        parting = bool(not pair.hil and y[3] < 0.0) and after_hil is None
        if parting and rest(t, y) <= 0.0:
            after_hil = y[3]
            continue
        events = [contact] + [separation] * pair.docking + [rest] * parting
        run = solve_ivp(pair.right_hand_side(), (t, t + 100.0), y, method=method, max_step=step,
                        rtol=1e-12, atol=tolerance * MAGNITUDE, events=events)
        times.append(run.t)
        states.append(run.y)
        depth = np.maximum(run.y[0], 0.0) if pair.docking else np.zeros(run.t.size)
        ideal.append(np.maximum(pair.stiffness * depth ** 1.5 * (1.0 + pair.slope_docking * run.y[1]), 0.0))
        t, y = run.t[-1], run.y[:, -1].copy()
        happened = {event for event, at in zip(events, run.t_events) if at.size}
        if separation in happened:
            pair.docking, end_docking, after_docking = False, t, y[1]
        if rest in happened:
            after_hil = y[3]
        if contact in happened:
            pair.hil = not pair.hil
            if pair.hil:
                pair.slope_hil = pair.chi / max(y[5], 1e-3 * pair.velocity)
                begin = t if begin is None else begin
            else:
                end = t
                press = 1.0 + pair.slope_hil * run.y[5]
                if press[-1] <= 0.0:  # it had stopped pressing before
                    last = np.flatnonzero(press > 0.0)[-1]
                    end = np.interp(0.0, press[last + 1:last - 1:-1], run.t[last + 1:last - 1:-1])
    t, y = np.concatenate(times), np.concatenate(states, axis=1)
    grid = np.arange(0.0, t[-1], GRID)
    seen = lambda values: np.interp(grid, t, values)
    staircase = lambda values, resolution: resolution * np.round(seen(values) / resolution)
    force = measures(seen(np.concatenate(ideal)), staircase(y[6], pair.sensor[2]), 1.0)
    depth = measures(np.maximum(seen(y[0]), 0.0), np.maximum(staircase(y[4], pair.actuator[2]), 0.0), 1e-6)
    error = after_hil - after_docking
    return [*force, *depth, after_docking * 1e-3, after_hil * 1e-3, error * 1e-3, 100.0 * error / after_docking,
            -after_docking / pair.velocity, -after_hil / pair.velocity, end_docking * 1e-3, (end - begin) * 1e-3,
            (end - begin - end_docking) * 1e-3]


def measures(docking, hil, unit):
    error = hil - docking
    peak, largest, area = docking.max(), error.max(), docking.sum()
    return [peak * unit, hil.max() * unit, largest * unit, 100.0 * largest / peak, 100.0 * (hil.max() - peak) / peak,
            100.0 * (np.abs(hil).sum() - area) / area, 100.0 * np.abs(error).sum() / area]


def main():
    path, tolerance, step, method = sys.argv[1:5]
    seconds = float(sys.argv[5]) if len(sys.argv) > 5 else 0.0
    with open(path) as file:
        scenarios = [{name: float(text) for name, text in row.items()} for row in csv.DictReader(file)]
    wall, cpu, done = time.monotonic(), time.process_time(), 0
    while True:
        rows = [simulate(s, float(tolerance), 1e-3 * float(step), method) for s in scenarios]
        done += len(rows)
        took = time.monotonic() - wall
        if took >= seconds:
            break
    print(f"{done} scenarios, {took:.6f} s, {time.process_time() - cpu:.6f} s of processor time", file=sys.stderr)
    print(",".join(NAMES))
    for row in rows:
        print(",".join(f"{value:.12g}" for value in row))


if __name__ == "__main__":
    main()
