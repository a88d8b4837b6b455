"""An independent simulation of the docking and HIL pair in six degrees of freedom, to make expected numbers with.

Plain on purpose: the classical Runge-Kutta method, written from the published equations (Bondoky 6.6 to 6.33 with its
misprints mended, 4.9, 4.28, 5.5 to 5.7, 3.1 to 3.8). In contact, and until the instruments have settled after it, the
step is fixed and tiny; in free flight it is a share of the time that the tip cannot be quicker to the wall. No event
is located, quantisers are rounded wherever the method looks at them, integrals are sums. It shares nothing with the
program. All arrays run over the scenarios, which march side by side: the last index is the scenario.

Axes: the target's body axes, +x into the target; the chaser's, +x along the probe. {F4}: base of the drogue.
"""
from dataclasses import dataclass, fields

import numpy as np

from plain_axial import flores, hertz_stiffness

SLOWEST = 1e-4  # m/s, at which friction and the initial rate of a contact are regularised


def diagonal(x, y, z):
    return x, y, z, 0.0, 0.0, 0.0


@dataclass
class Case:
    """One scenario, SI and radians. Inertias: xx, yy, zz, xy, xz, yz. The defaults: Bondoky 6.5.2 and 7.3.1."""
    chaser_mass: float = 360.466
    chaser_inertia: tuple = diagonal(50.3001, 145.76, 145.76)
    chaser_port: float = 1.8325
    target_mass: float = 770.0
    target_inertia: tuple = diagonal(374.729, 383.82, 383.82)
    target_port: float = 0.8477
    velocity: float = 0.1
    lateral_velocity: tuple = (0.0, 0.0)
    offset: tuple = (0.0, 0.075)
    attitude: tuple = (0.0, np.radians(-7.5), 0.0)
    angular_velocity: tuple = (0.0, 0.0, 0.0)
    stiffness: float = hertz_stiffness("polyimide", "aluminium")
    chi: float = flores(0.8)
    stiction: float = 0.35
    sliding: float = 0.25
    stribeck_velocity: float = 0.015
    regularisation: float = SLOWEST
    tip_radius: float = 0.025
    cylinder_radius: float = 0.032
    cylinder_length: float = 0.050
    frustum_length: float = 0.195
    half_angle: float = np.radians(24.78)
    robot_delay: float = 1e-3
    robot_resolution: float = 1e-6  # m
    robot_angular_resolution: float = 1e-6  # rad
    sensor_delay: float = 1e-4
    sensor_resolution: float = 1.0  # N
    sensor_torque_resolution: float = 1.0  # N m
    damping: float = 0.7


# ---- vectors (3, n), matrices (3, 3, n), quaternions (4, n) with the scalar first

def dot(a, b):
    return (a * b).sum(0)


def length(a):
    return np.sqrt(dot(a, a))


def cross(a, b):
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])


def times(matrix, v):
    return (matrix * v[None]).sum(1)


def back(matrix, v):
    """The transposed matrix times v."""
    return (matrix * v[:, None]).sum(0)


def axes(q):
    """The matrix that takes body components to inertial ones."""
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def quaternion(roll, pitch, yaw):
    cr, sr, cp, sp, cy, sy = (f(0.5 * a) for a in (roll, pitch, yaw) for f in (np.cos, np.sin))
    return np.array([cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy,
                     cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy])


def spin(q, w):
    """Rate of a quaternion at the body rates w."""
    return 0.5 * np.array([-q[1] * w[0] - q[2] * w[1] - q[3] * w[2], q[0] * w[0] + q[2] * w[2] - q[3] * w[1],
                           q[0] * w[1] - q[1] * w[2] + q[3] * w[0], q[0] * w[2] + q[1] * w[1] - q[2] * w[0]])


def rounded(x, quantum):
    safe = np.where(quantum > 0.0, quantum, 1.0)
    return np.where(quantum > 0.0, safe * np.rint(x / safe), x)


# ---- the state: where its parts are

CHASER, TARGET = slice(0, 13), slice(13, 26)  # place, velocity (inertial), quaternion, body rates
PLACE, VELOCITY, ATTITUDE, SPIN = slice(0, 3), slice(3, 6), slice(6, 10), slice(10, 13)
SHOWN, SHOWN_RATE = slice(26, 32), slice(32, 38)  # the robot's pose
FELT, FELT_RATE = slice(38, 44), slice(44, 50)  # the sensor's wrench
DAMPED, RUBBED = 50, 51  # J, taken by the contact's damping and by friction
SIZE = 52


class Pairing:
    """The scenarios' numbers as arrays, and the equations. `ideal`: the docking model, without instruments."""

    def __init__(self, cases, ideal):
        for field in fields(Case):
            value = np.array([getattr(case, field.name) for case in cases], dtype=float)
            setattr(self, field.name, value.T if value.ndim > 1 else value)
        self.ideal, self.count = np.array(ideal), len(cases)
        self.inertias = {}
        for name in ("chaser", "target"):
            xx, yy, zz, xy, xz, yz = getattr(self, name + "_inertia")
            inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            inverse = np.linalg.inv(inertia.transpose(2, 0, 1)).transpose(1, 2, 0)
            self.inertias[name] = inertia, inverse
        across = np.zeros((2, self.count))
        self.tip, self.base = np.array([self.chaser_port, *across]), np.array([-self.target_port, *across])
        self.robot_quanta = np.array([self.robot_resolution] * 3 + [self.robot_angular_resolution] * 3)
        self.sensor_quanta = np.array([self.sensor_resolution] * 3 + [self.sensor_torque_resolution] * 3)
        self.robot_frequency, self.sensor_frequency = 4.0 / self.robot_delay, 4.0 / self.sensor_delay
        self.mouth = self.cylinder_length + self.frustum_length

    def start(self):
        y = np.zeros((SIZE, self.count))
        chaser, target = y[CHASER], y[TARGET]
        chaser[ATTITUDE], target[6] = quaternion(*self.attitude), 1.0
        turned = axes(chaser[ATTITUDE])
        place = self.base + np.array([-self.mouth, *self.offset])
        chaser[PLACE] = place - times(turned, self.tip)
        chaser[SPIN] = self.angular_velocity
        tip_velocity = np.array([self.velocity, *self.lateral_velocity])
        chaser[VELOCITY] = times(turned, tip_velocity - cross(chaser[SPIN], self.tip))
        self.settle(y)
        return y

    # -- kinematics

    def relative(self, y):
        """Pose of the tip against {F4} (place, roll, pitch, yaw; target axes) and its rate."""
        chaser, target = y[CHASER], y[TARGET]
        rc, rt = axes(chaser[ATTITUDE]), axes(target[ATTITUDE])
        place = back(rt, chaser[PLACE] + times(rc, self.tip) - target[PLACE]) - self.base
        velocity = back(rt, chaser[VELOCITY] + times(rc, cross(chaser[SPIN], self.tip)) - target[VELOCITY]) \
            - cross(target[SPIN], place + self.base)
        turned = (rt[:, :, None] * rc[:, None, :]).sum(0)
        roll, yaw = np.arctan2(turned[2, 1], turned[2, 2]), np.arctan2(turned[1, 0], turned[0, 0])
        pitch = -np.arcsin(np.clip(turned[2, 0], -1.0, 1.0))
        p, q, r = chaser[SPIN] - back(turned, target[SPIN])
        across = q * np.sin(roll) + r * np.cos(roll)
        rates = np.array([p + across * np.tan(pitch), q * np.cos(roll) - r * np.sin(roll), across / np.cos(pitch)])
        return np.concatenate([place, [roll, pitch, yaw]]), np.concatenate([velocity, rates])

    def interface(self, y):
        """Pose and rate that the contact sees: of the bodies, or of the robot."""
        pose, rate = self.relative(y)
        return (pose, rate, np.where(self.ideal, pose, rounded(y[SHOWN], self.robot_quanta)),
                np.where(self.ideal, rate, y[SHOWN_RATE]))

    def geometry(self, p):
        """Penetration and normal (on the chaser) of the tip's centre p, and its distance from the wall."""
        s, i = -p[0], np.hypot(p[1], p[2])
        sin, cos = np.sin(self.half_angle), np.cos(self.half_angle)
        a = s - self.cylinder_length
        slack = self.cylinder_radius + a * np.tan(self.half_angle) - i
        j = self.cylinder_radius - i
        in_cone, in_cylinder = a > slack * cos * sin, a <= 0.0
        edge = np.maximum(np.hypot(a, j), 1e-12)
        k = np.select([in_cylinder, in_cone], [j, slack * cos], edge)
        sine = np.select([in_cylinder, in_cone], [0.0 * s, sin], a / edge)
        cosine = np.select([in_cylinder, in_cone], [1.0 + 0.0 * s, cos], j / edge)
        axis = i < 1e-12
        out = np.where(axis, [[1.0], [0.0]], p[1:] / np.where(axis, 1.0, i))
        depth = np.where(s <= self.mouth, self.tip_radius - k, -np.inf)
        return depth, np.array([-sine, -cosine * out[0], -cosine * out[1]]), k

    def contact(self, pose, rate, v0):
        """What happens between the surfaces at this pose and rate: a dictionary."""
        p, v = pose[:3], rate[:3]
        d, n, k = self.geometry(p)
        closing = -dot(n, v)
        pressed = np.maximum(d, 0.0)
        elastic = self.stiffness * pressed * np.sqrt(pressed)
        normal = np.maximum(0.0, elastic * (1.0 + self.chi * closing / v0(d, closing)))
        roll, pitch, yaw = pose[3:]
        cp, sp, cy, sy = np.cos(pitch), np.sin(pitch), np.cos(yaw), np.sin(yaw)
        droll, dpitch, dyaw = rate[3:]
        w = np.array([droll * cp * cy - dpitch * sy, droll * cp * sy + dpitch * cy, dyaw - droll * sp])
        arm = -k * n
        slip = v + cross(w, arm)
        slip = slip - dot(slip, n) * n
        speed = length(slip)
        mu = self.sliding + (self.stiction - self.sliding) * np.exp(-speed / self.stribeck_velocity)
        rub = -mu * normal * slip / np.maximum(speed, self.regularisation)
        force = normal * n + rub
        return {"depth": d, "closing": closing, "normal": normal, "elastic": elastic, "force": force, "n": n,
                "point": p + arm, "wrench": np.concatenate([force, cross(p + arm, force)]),
                "damped": (normal - elastic) * closing, "rubbed": -dot(rub, slip),
                "friction": length(rub), "stored": 0.4 * elastic * pressed}

    # -- the equations of motion

    def rate(self, y, v0, loaded=True):
        """dy/dt, and what the contact and the sensor show."""
        dy = np.zeros_like(y)
        pose, rate, shown, shown_rate = self.interface(y)
        seen = None
        wrench = np.zeros((6, self.count))
        if loaded:
            seen = self.contact(shown, shown_rate, v0)
            seen["measured"] = wrench = np.where(self.ideal, seen["wrench"], rounded(y[FELT], self.sensor_quanta))
            seen["pose"], seen["rate"] = pose, rate
            dy[DAMPED], dy[RUBBED] = seen["damped"], seen["rubbed"]
            wr, ws, z = self.robot_frequency, self.sensor_frequency, self.damping
            dy[SHOWN] = y[SHOWN_RATE]
            dy[SHOWN_RATE] = wr**2 * (pose - y[SHOWN]) - 2.0 * z * wr * y[SHOWN_RATE]
            dy[FELT] = y[FELT_RATE]
            dy[FELT_RATE] = ws**2 * (seen["wrench"] - y[FELT]) - 2.0 * z * ws * y[FELT_RATE]
            dy[SHOWN.start:FELT_RATE.stop, self.ideal] = 0.0
        chaser, target = y[CHASER], y[TARGET]
        rc, rt = axes(chaser[ATTITUDE]), axes(target[ATTITUDE])
        force, torque = times(rt, wrench[:3]), times(rt, wrench[3:])
        base = target[PLACE] + times(rt, self.base)
        for body, turned, sign, name, mass, part in ((chaser, rc, 1.0, "chaser", self.chaser_mass, CHASER),
                                                     (target, rt, -1.0, "target", self.target_mass, TARGET)):
            inertia, inverse = self.inertias[name]
            d = dy[part]
            d[PLACE], d[VELOCITY] = body[VELOCITY], sign * force / mass
            d[ATTITUDE] = spin(body[ATTITUDE], body[SPIN])
            about = sign * back(turned, torque + cross(base - body[PLACE], force))
            d[SPIN] = times(inverse, about - cross(body[SPIN], times(inertia, body[SPIN])))
        return dy, seen

    def settle(self, y, which=None):
        """The instruments in the steady state behind an undisturbed motion; `which`: of these scenarios."""
        motion, _ = self.rate(y, None, loaded=False)
        pose, rate = self.relative(y)
        e = 1e-3
        bend = (self.relative(y + e * motion)[1] - self.relative(y - e * motion)[1]) / (2.0 * e)
        lag = 2.0 * self.damping / self.robot_frequency
        shown = pose - lag * rate + (lag**2 - 1.0 / self.robot_frequency**2) * bend
        which = np.ones(self.count, bool) if which is None else which
        y[SHOWN] = np.where(which, shown, y[SHOWN])
        y[SHOWN_RATE] = np.where(which, rate - lag * bend, y[SHOWN_RATE])
        y[FELT.start:FELT_RATE.stop] = np.where(which, 0.0, y[FELT.start:FELT_RATE.stop])

    def kinetic(self, y):
        return sum(0.5 * mass * dot(body[VELOCITY], body[VELOCITY])
                   + 0.5 * dot(body[SPIN], times(self.inertias[name][0], body[SPIN]))
                   for body, name, mass in ((y[CHASER], "chaser", self.chaser_mass),
                                            (y[TARGET], "target", self.target_mass)))


def simulate(cases, ideal, first=False, paired=False, step=5e-6, time_limit=300.0, longest=0.02, watch=None):
    """Marches the scenarios to their ends: {name: array}, and the impacts: a list of dictionaries per scenario.

    `ideal`: which of them are docking models. `first`: stop after the first impact. `paired`: scenario i and
    i + count/2 take the same steps. `step`: in contact, s; a number or one per scenario.
    `watch(t, step, seen, running)` is called at each step of pairs, step being that of each pair.
    """
    m = Pairing(cases, ideal)
    y, t = m.start(), np.zeros(m.count)
    h = np.broadcast_to(np.asarray(step, float), m.count)
    v0 = np.full(m.count, SLOWEST)
    touching, hitting = np.zeros((2, m.count), bool)  # inside a contact; inside an impact
    since = np.full(m.count, 1e9)  # s, since the last contact
    close = np.where(m.ideal, 0.0, np.minimum(20e-3, np.maximum(0.5e-3, 3.0 * m.robot_delay)))
    calm = np.where(m.ideal, 0.0, 30.0 / (m.damping * np.minimum(m.robot_frequency, m.sensor_frequency)))
    running, begun = np.ones(m.count, bool), np.zeros(m.count, int)
    impacts, current = [[] for _ in cases], [None] * m.count
    end, nearest = np.full(m.count, "time_limit", dtype=object), np.full(m.count, np.inf)
    initial = m.kinetic(y)
    imbalance, strongest = np.zeros((2, m.count))

    def latched(d, closing):
        return np.where(touching, v0, np.maximum(closing, SLOWEST))

    overlap = m.geometry(np.array([-m.mouth, *m.offset]))[0] > 0.0
    end[overlap], running[overlap] = "start_overlap", False
    while running.any():
        k1, seen = m.rate(y, latched)
        inside = running & (seen["depth"] > 0.0)
        v0 = np.where(inside & ~touching, np.maximum(seen["closing"], SLOWEST), v0)
        touching = inside
        since = np.where(inside, 0.0, since)
        place, velocity = seen["pose"][:3], seen["rate"][:3]
        body_depth, normal, _ = m.geometry(place)
        body_closing = -dot(normal, velocity)
        energy = m.kinetic(y) + seen["stored"] + y[DAMPED] + y[RUBBED]
        np.maximum(imbalance, np.where(running, np.abs(energy - initial) / initial, 0.0), out=imbalance)
        np.maximum(strongest, np.where(running, seen["normal"], 0.0), out=strongest)
        largest = {"peak": seen["normal"], "depth": seen["depth"], "friction": seen["friction"],
                   "measured": dot(seen["measured"][:3], seen["n"]), "torque": length(seen["measured"][3:])}
        for i in np.flatnonzero(inside & ~hitting):
            begun[i] += 1
            # With the quanta of an instrument nothing can be said of what is between two steps.
            late = seen["depth"][i] / seen["closing"][i] if m.ideal[i] else 0.5 * h[i]
            current[i] = {name: 0.0 for name in largest} | {
                "time": t[i], "begin": t[i] - late, "advance": -seen["point"][0, i], "before": seen["closing"][i]}
        hitting |= inside
        for i in np.flatnonzero(running & hitting):
            c = current[i]
            for name, value in largest.items():
                c[name] = max(c[name], value[i])
            if seen["normal"][i] > 0.0:
                parting = max(-seen["closing"][i], seen["depth"][i] / h[i])
                c["last"] = t[i] + (seen["depth"][i] / parting if m.ideal[i] else 0.5 * h[i])
        closed = running & hitting & ~inside & (since >= close)
        for i in np.flatnonzero(closed):
            c = current[i]
            impacts[i].append(c | {"after": body_closing[i], "duration": c["last"] - c["begin"]})
        hitting &= ~closed
        s = -place[0]
        np.minimum(nearest, np.where(running, s, np.inf), out=nearest)
        for name, over in (("first_impact", closed & first), ("docked", s <= m.tip_radius),
                           ("left", (s > m.mouth + 0.05) & (velocity[0] < 0.0)), ("time_limit", t >= time_limit)):
            end[running & over] = name
            running &= ~over
        # The step: tiny, or half of the way to the wall at a speed that the tip cannot exceed.
        gap = np.minimum(-body_depth, np.where(m.ideal, np.inf, -seen["depth"]))
        speed = 1.05 * length(velocity) + 1e-3
        rim = np.maximum(np.abs(s - m.mouth), 1e-4)
        gap = np.where((s < m.mouth) & np.isfinite(gap), gap, np.minimum(gap, rim))
        margin = speed * 4.0 * h + 4.0 * m.robot_resolution * ~m.ideal
        flying = ~hitting & ~inside & (since >= calm) & (gap > margin)
        tau = np.where(flying, np.clip(0.5 * gap / speed, h, longest), h)
        if paired:
            half = m.count // 2
            tau = np.tile(np.minimum(tau[:half], tau[half:]), 2)
        if watch:
            watch(t, tau[:m.count // 2], seen, running)
        tau = np.where(running, tau, 0.0)
        settled = flying & (tau > h) & ~m.ideal
        k2, _ = m.rate(y + 0.5 * tau * k1, latched)
        k3, _ = m.rate(y + 0.5 * tau * k2, latched)
        k4, _ = m.rate(y + tau * k3, latched)
        y = y + tau / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        for part in (CHASER, TARGET):
            q = y[part][ATTITUDE]
            q /= np.sqrt((q * q).sum(0))
        if settled.any():
            m.settle(y, settled)
        t, since = t + tau, since + tau
    return {"end": end, "time": t, "nearest": nearest, "impacts": begun,
            "imbalance": imbalance, "strongest": strongest, "initial": initial, "damped": y[DAMPED],
            "rubbed": y[RUBBED]}, impacts


def first_impacts(cases, step=2e-6):
    """The first impact of each case in both models, {metric: values over the cases}."""
    count = len(cases)
    signals = "force", "contact_force", "penetration"
    sums = {(signal, what): np.zeros(count) for signal in signals for what in ("docking", "hil", "error")}

    def watch(_, tau, seen, running):
        values = {"force": dot(seen["measured"][:3], seen["n"]), "contact_force": seen["normal"],
                  "penetration": np.maximum(seen["depth"], 0.0)}
        for signal, value in values.items():
            value = np.where(running, value, 0.0)
            docking, hil = value[:count], value[count:]
            sums[signal, "docking"] += tau * docking
            sums[signal, "hil"] += tau * hil
            sums[signal, "error"] += tau * np.abs(hil - docking)

    steps = np.tile(np.broadcast_to(np.asarray(step, float), count), 2)
    run, impacts = simulate([*cases, *cases], [True] * count + [False] * count, first=True, paired=True, step=steps,
                            watch=watch)
    result = {}
    for model, rows in (("docking", slice(0, count)), ("hil", slice(count, None))):
        found = [i[0] if i else None for i in impacts[rows]]
        for metric, name in (("contact_force.peak", "peak"), ("force.peak", "measured"), ("penetration.peak", "depth"),
                             ("velocity.before", "before"), ("velocity.after", "after"), ("impact.time", "time"),
                             ("contact.duration", "duration"), ("impact.place", "advance"),
                             ("friction.peak", "friction"), ("torque.peak", "torque")):
            result[f"{metric}_{model}"] = np.array([i[name] if i else np.nan for i in found])
        for metric, name in (("energy.initial", "initial"), ("energy.damping", "damped"),
                             ("energy.friction", "rubbed")):
            result[f"{metric}_{model}"] = run[name][rows]
    for signal in signals:
        area = sums[signal, "docking"]
        result[f"{signal}.e_abs_pct"] = 100.0 * (result[f"{signal}.peak_hil"] / result[f"{signal}.peak_docking"] - 1.0)
        result[f"{signal}.e_aint_pct"] = 100.0 * (sums[signal, "hil"] / area - 1.0)
        result[f"{signal}.e_hint_pct"] = 100.0 * sums[signal, "error"] / area
    result["velocity.error"] = result["velocity.after_hil"] - result["velocity.after_docking"]
    result["velocity.error_pct"] = 100.0 * result["velocity.error"] / result["velocity.after_docking"]
    return result
