"""Surfaces and lines of a mechanism for the 3D replay: grids of points in the axes of the body they are on, m."""
import math

import numpy as np

TURN = np.linspace(0.0, 2.0 * math.pi, 49)


def si(value):
    """Number of a quantity in a resolved study, where all units are SI."""
    return float(str(value).split()[0])


def vector(values):
    return np.array([si(value) for value in values])


def attitude(roll, pitch, yaw):
    """R = Rz(yaw) Ry(pitch) Rx(roll), for numbers or arrays of them: shape (..., 3, 3)."""
    cr, sr, cp, sp, cy, sy = (f(np.asarray(angle, float)) for angle in (roll, pitch, yaw) for f in (np.cos, np.sin))
    rows = [[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr]]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def turned(profile, angles=TURN):
    """A profile (x, r) turned about x: a grid (points of the profile, angles, 3)."""
    x, r = np.asarray(profile, float).T
    return np.stack([np.broadcast_to(x[:, None], (len(x), len(angles))), np.outer(r, np.cos(angles)), np.outer(r, np.sin(angles))], -1)


def ball(radius):
    angles = np.linspace(0.0, math.pi, 17)
    return turned(np.stack([-radius * np.cos(angles), radius * np.sin(angles)], 1))


def ring(radius, tube):
    return turned(np.stack([tube * np.cos(TURN[::3]), radius + tube * np.sin(TURN[::3])], 1))


def rectangle(width, height):
    return np.array([[[0, y, z] for z in (-height / 2, height / 2)] for y in (-width / 2, width / 2)], float)


def rod(begin, end, radius):
    """A cylinder from one point to the other; a line if it has no radius."""
    if radius <= 0.0:
        return np.array([[begin, end]])
    along = (end - begin) / max(float(np.linalg.norm(end - begin)), 1e-300)
    across = np.cross(along, [0.0, 0.0, 1.0] if abs(along[2]) < 0.9 else [0.0, 1.0, 0.0])
    across /= np.linalg.norm(across)
    circle = radius * (np.outer(np.cos(TURN), across) + np.outer(np.sin(TURN), np.cross(along, across)))
    return np.stack([begin + circle, end + circle])


def petal(feature):
    height, radius, below = si(feature["height"]), si(feature["radius"]), si(feature.get("below", 0.05))
    widths = vector(feature["half_width"])
    h = np.linspace(-below, height, 17)
    w = widths[0] + (widths[1] - widths[0]) * h / height
    az = np.outer(w, np.linspace(-1.0, 1.0, 13))
    rho = (radius - h * math.tan(si(feature["half_angle"])))[:, None]
    return np.stack([np.broadcast_to(h[:, None], az.shape), rho * np.cos(az), rho * np.sin(az)], -1)


SURFACES = {
    "point": lambda f, size: ball(0.005 * size),
    "sphere": lambda f, size: ball(si(f["radius"])),
    "circle": lambda f, size: turned([[0.0, si(f["radius"])]]),
    "torus": lambda f, size: ring(si(f["radius"]), si(f["tube"])),
    "segment": lambda f, size: rod(vector(f["from"]), vector(f["to"]), si(f.get("thickness", 0))),
    "border": lambda f, size: rod(vector(f["from"]), vector(f["to"]), 0.0),
    "edge": lambda f, size: turned([[0.0, si(f["radius"])], [0.0, si(f["radius"]) + 0.05 * size]]),
    "plane": lambda f, size: rectangle(2 * size, 2 * size),
    "pad": lambda f, size: rectangle(si(f["width"]), si(f["height"])),
    "cone": lambda f, size: turned([[0.0, si(f["radius"])], [-si(f["length"]), si(f["mouth_radius"])]]),
    "revolution": lambda f, size: turned([vector(point) for point in f["profile"]]),
    "petal": lambda f, size: petal(f),
}


def least_turn(axis):
    """The least turn that takes x there; of half a turn that about z."""
    to = axis / np.linalg.norm(axis)
    if to[1] == 0.0 and to[2] == 0.0:
        return np.diag([1.0, 1.0, 1.0] if to[0] > 0.0 else [-1.0, -1.0, 1.0])
    about = np.array([0.0, -to[2], to[1]])
    cross = np.array([[0.0, -about[2], about[1]], [about[2], 0.0, 0.0], [-about[1], 0.0, 0.0]])
    return np.eye(3) + cross + cross @ cross * (1.0 - to[0]) / (about @ about)


def placed(grid, feature, copy):
    """The grid in the axes of its body: turned, moved, and turned about the body's x as the copy that it is."""
    if "axis" in feature:
        turn = least_turn(np.array(feature["axis"], float))
    else:
        turn = attitude(*vector(feature.get("rotation", [0, 0, 0])))
    count = int(feature.get("repeat", 1))
    about_x = attitude(2.0 * math.pi * copy / count, 0.0, 0.0)
    return (grid @ turn.T + vector(feature.get("at", [0, 0, 0]))) @ about_x.T


def of_features(features):
    sizes = [si(f[key]) for f in features for key in ("radius", "mouth_radius", "length", "width", "height") if key in f]
    sizes += [float(np.abs(vector(f[key])).max()) for f in features for key in ("from", "to", "at") if key in f]
    size = max(sizes, default=0.1)
    found = []
    for feature in features:
        if feature["type"] not in SURFACES:
            continue
        grid = SURFACES[feature["type"]](feature, size)
        for copy in range(int(feature.get("repeat", 1))):
            points = placed(grid, feature, copy)
            if feature["side"] in ("chaser", "both"):
                found.append(("chaser", points))
            if feature["side"] in ("target", "both"):  # of both: turned by half a turn about z
                found.append(("target", points * ([-1, -1, 1] if feature["side"] == "both" else 1)))
    return found


def of_drogue(drogue, radius):
    from docking import outline
    x, r = outline(drogue)
    rod_radius = 0.45 * radius
    back = [[-10 * radius, 0.0], [-10 * radius, rod_radius], [-0.9 * radius, rod_radius]]
    return [("target", turned(np.stack([x, r], 1))), ("chaser", ball(radius)), ("chaser", turned(back))]


def of_plane(radius):
    return [("target", rectangle(12 * radius, 12 * radius)), ("chaser", ball(radius))]


def of_latches(latches):
    """Lines along their surfaces: of a pawl hinge, root, tip and heel; of a plunger its travel. All are the chaser's."""
    found = []
    for latch in latches:
        if latch["type"] == "rotary":
            points = np.array([[*vector(latch[key]), 0.0] for key in ("hinge", "root", "tip", "heel")])
        else:
            tip, along = vector(latch["tip"]), np.array(latch["direction"], float)
            points = np.array([tip - si(latch["travel"]) * along / np.linalg.norm(along), tip])
        found += [placed(points[None], latch, copy) for copy in range(int(latch.get("repeat", 1)))]
    return found
