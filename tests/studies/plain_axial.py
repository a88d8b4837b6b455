"""An independent simulation of the axial docking and HIL pair, to make expected numbers with.

Plain on purpose: the classical Runge-Kutta method with one tiny fixed step, written from the published equations
(Bondoky 4.6 to 4.9, 4.28, 5.1 to 5.7, 3.1 to 3.8). Quantisers are rounded wherever the method looks at them, no
event is located, integrals are sums. It shares nothing with the program, neither code nor method of handling
jumps. All arrays run over the scenarios, which march side by side, each with a step of its own.
"""
from dataclasses import dataclass

import numpy as np

MATERIALS = {  # Young's modulus in Pa, Poisson's ratio: Bondoky, Table 4.2
    "steel": (200e9, 0.30), "aluminium": (69e9, 0.34), "polyimide": (4e9, 0.35), "rubber": (0.1e9, 0.50)}
RADIUS = 0.025  # m, a sphere on a plane


def hertz_stiffness(one, other, radius=RADIUS):
    (e1, nu1), (e2, nu2) = MATERIALS[one], MATERIALS[other]
    return 4.0 / 3.0 * np.sqrt(radius) / ((1.0 - nu1**2) / e1 + (1.0 - nu2**2) / e2)


def flores(restitution):
    """Damping number chi of F = k d^1.5 (1 + chi v/v0)."""
    return 1.6 * (1.0 - restitution) / restitution


@dataclass
class Case:
    """One scenario, SI. The force sensor: its natural frequency in rad/s."""
    chaser_mass: float = 30.0
    target_mass: float = 75.0
    velocity: float = 0.1
    stiffness: float = hertz_stiffness("polyimide", "aluminium")
    chi: float = flores(0.8)
    actuator_delay: float = 1e-3
    actuator_resolution: float = 1e-6
    sensor_frequency: float = 2.0 * np.pi * 10e3
    sensor_resolution: float = 1.0
    damping: float = 0.7


def force(k, chi, d, v, v0):
    pushed = np.maximum(d, 0.0)
    return np.maximum(0.0, k * pushed * np.sqrt(pushed) * (1.0 + chi * v / v0))


def rounded(x, quantum):
    return quantum * np.rint(x / quantum)


def simulate(cases, steps=20000):
    """{metric: values over the cases}; `steps` is how many of them an elastic contact would take."""
    c = {name: np.array([getattr(case, name) for case in cases]) for name in Case.__dataclass_fields__}
    mass = c["chaser_mass"] * c["target_mass"] / (c["chaser_mass"] + c["target_mass"])
    k, chi, v = c["stiffness"], c["chi"], c["velocity"]
    wa, ws, zeta = 4.0 / c["actuator_delay"], c["sensor_frequency"], c["damping"]
    ra, rs = c["actuator_resolution"], c["sensor_resolution"]
    depth = (1.25 * mass * v**2 / k)**0.4
    h = 2.9433 * depth / v / steps

    zero = np.zeros(len(cases))
    # docking d, d'; HIL bodies x, u; actuator a, b; sensor s, q. The actuator has followed the ramp for ever.
    y = np.array([zero, v, zero, v, -2.0 * zeta / wa * v, v, zero, zero])
    v0, touching = v.copy(), zero > 1.0

    def shown(y):
        penetration = rounded(y[4], ra)
        return (force(k, chi, y[0], y[1], v), penetration, force(k, chi, penetration, y[5], v0), rounded(y[6], rs))

    def rate(y):
        docking_force, _, contact_force, measured = shown(y)
        return np.array([y[1], -docking_force / mass, y[3], -measured / mass,
                         y[5], wa**2 * (y[2] - y[4]) - 2.0 * zeta * wa * y[5],
                         y[7], ws**2 * (contact_force - y[6]) - 2.0 * zeta * ws * y[7]])

    names = ("force.peak_docking", "force.peak_hil", "force.e_imax", "contact_force.peak_hil",
             "penetration.peak_docking", "penetration.peak_hil", "penetration.e_imax")
    largest = {name: zero.copy() for name in names}
    area = {name: zero.copy() for name in ("force", "force error", "penetration", "penetration error")}
    begin, end = zero + np.inf, zero.copy()
    docking_end, docking_velocity = zero + np.nan, zero + np.nan
    running, t = zero < 1.0, zero.copy()
    for _ in range(20 * steps):
        inside = rounded(y[4], ra) > 0.0
        v0 = np.where(inside & ~touching, np.maximum(y[5], 1e-3 * v), v0)
        touching = inside
        docking_force, penetration, contact_force, measured = shown(y)
        ideal, real = np.maximum(y[0], 0.0), np.maximum(penetration, 0.0)
        for name, value in zip(names, (docking_force, measured, measured - docking_force, contact_force, ideal, real,
                                       real - ideal)):
            np.maximum(largest[name], np.where(running, value, 0.0), out=largest[name])
        step = np.where(running, h, 0.0)
        area["force"] += step * docking_force
        area["force error"] += step * np.abs(measured - docking_force)
        area["penetration"] += step * ideal
        area["penetration error"] += step * np.abs(real - ideal)
        pressed = running & (contact_force > 0.0)
        begin = np.where(pressed, np.minimum(begin, t), begin)
        end = np.where(pressed, t, end)
        over = (t > 0.0) & (y[0] <= 0.0)
        first = over & np.isnan(docking_end)
        docking_end, docking_velocity = np.where(first, t, docking_end), np.where(first, y[1], docking_velocity)
        rest = np.maximum(0.5 * rs, 1e-6 * largest["force.peak_hil"])
        running &= ~(over & np.isfinite(begin) & (contact_force == 0.0) & (y[3] < 0.0)
                     & (np.hypot(y[6], y[7] / ws) < rest))
        if not running.any():
            break
        k1 = rate(y)
        k2 = rate(y + 0.5 * step * k1)
        k3 = rate(y + 0.5 * step * k2)
        k4 = rate(y + step * k3)
        y = y + step / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        t = t + step
    else:
        raise RuntimeError("an impact does not end")

    after = y[3]
    return largest | {
        "force.e_hint_pct": 100.0 * area["force error"] / area["force"],
        "penetration.e_hint_pct": 100.0 * area["penetration error"] / area["penetration"],
        "velocity.after_docking": docking_velocity, "velocity.after_hil": after,
        "velocity.error": after - docking_velocity,
        "velocity.error_pct": 100.0 * (after - docking_velocity) / docking_velocity,
        "contact.duration_docking": docking_end, "contact.duration_hil": end - begin}
