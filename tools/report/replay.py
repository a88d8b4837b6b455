"""Data of the 3D replay of a docking: the mechanism's shapes, and the chaser's motion and the force on it in target axes."""
import os
import subprocess
import tomllib

import numpy as np

import docking
import packing
import shapes
import style
from history import ORDER
from reading import numbers, text

FRAMES = 400
POSE = [f"{body}_{angle}" for body in ("chaser", "target") for angle in ("roll", "pitch", "yaw")]
NEEDED = ["tip_x", *POSE, "measured_force_x", "contact_x"]


def written_out(study):
    """The mechanism that a ready-made one stands for; nothing where its dimensions vary, or without the program."""
    program = os.environ.get("HILSPACE_PROGRAM")
    if not program:
        return {}
    ended = subprocess.run([program, "check", "-", "--features"], input=study, capture_output=True, encoding="utf-8", errors="replace")
    return tomllib.loads(ended.stdout)["mechanism"] if ended.returncode == 0 else {}


def described(file):
    """The table of a mechanism of features, ready-made or not; empty of others."""
    study = tomllib.loads(text(file.attrs["study"])) if "study" in file.attrs else {}
    kind = study.get("mechanism", "drogue")
    if isinstance(kind, dict) and kind.get("feature"):
        return kind
    named = kind["kind"] if isinstance(kind, dict) else kind
    return {} if named in ("drogue", "plane") else written_out(text(file.attrs["study"]))


def of_mechanism(file):
    """[(side, grid)]; empty if the file does not say what docks."""
    study = tomllib.loads(text(file.attrs["study"])) if "study" in file.attrs else {}
    kind = study.get("mechanism", "drogue")
    if (kind["kind"] if isinstance(kind, dict) else kind) not in ("drogue", "plane"):
        return shapes.of_features(described(file).get("feature", []))
    radius = shapes.si(study.get("contact", {}).get("radius", 0.025))
    if kind == "plane":
        return shapes.of_plane(radius)
    drogue = docking.drogue_of(file)
    known = {"cylinder_radius", "cylinder_length", "frustum_length"} <= drogue.keys()
    return shapes.of_drogue(drogue, radius) if known else []


def encoded(found):
    return [{"side": side, "rows": grid.shape[0], "columns": grid.shape[1], "points": packing.packed(grid, packing.ALL_BITS)}
            for side, grid in found]


def vectors(group, name):
    return np.stack([numbers(group, f"{name}_{axis}") for axis in "xyz"], -1)


def motion(group, times):
    """At each time: place of the tip, attitude against the target row by row, force and where it acts, in target axes."""
    time = numbers(group, "time")
    chaser, target = (shapes.attitude(*(numbers(group, f"{body}_{angle}") for angle in ("roll", "pitch", "yaw")))
                      for body in ("chaser", "target"))
    relative = np.swapaxes(target, -1, -2) @ chaser
    force, where = vectors(group, "measured_force"), vectors(group, "contact")
    size = np.linalg.norm(np.where(np.isfinite(force), force, 0.0), axis=1)
    tip = vectors(group, "tip")
    frames = np.empty((len(times), 18))
    nearest = np.clip(np.searchsorted(time, times), 0, len(time) - 1)
    edges = np.r_[nearest, len(time)]
    for k, at in enumerate(nearest):
        # The largest force until the next frame: impacts are shorter than frames.
        busiest = at + int(np.argmax(size[at:max(edges[k + 1], at + 1)]))
        frames[k] = np.r_[tip[at], relative[at].ravel(), force[busiest], where[busiest]]
    frames[times > time[-1], 12:15] = 0.0
    return frames


def link_motion(group, times):
    """At each time: place of the link and its attitude against the target row by row, in target axes."""
    at = np.clip(np.searchsorted(numbers(group, "time"), times), 0, len(numbers(group, "time")) - 1)
    link, target = (shapes.attitude(*(numbers(group, f"{body}_{angle}")[at] for angle in ("roll", "pitch", "yaw")))
                    for body in ("link", "target"))
    relative = np.swapaxes(target, -1, -2) @ link
    return np.c_[vectors(group, "link")[at], relative.reshape(len(times), 9)]


def models(file, path):
    """{model: group} of the traced scenario's models in six degrees of freedom."""
    parent = file[path] if path else file
    return {name: parent[name] for name in ORDER if name in parent and all(channel in parent[name] for channel in NEEDED)
            and len(parent[name]["time"]) > 1}


def instants(groups):
    """Times of the frames: evenly spaced over all groups."""
    ends = [numbers(group, "time")[[0, -1]] for group in groups]
    return np.linspace(min(low for low, _ in ends), max(high for _, high in ends), FRAMES)


def of_group(file, path):
    """The replay of one traced scenario; None if it is not in six degrees of freedom."""
    found = models(file, path)
    shown = of_mechanism(file) if found else []
    if not shown:
        return None
    times = instants(found.values())
    return {"times": times.tolist(), "shapes": encoded(shown),
            "models": [{"model": name, "name": style.MODELS[name][2], "frames": packing.packed(motion(group, times), packing.ALL_BITS)}
                       for name, group in found.items()]}
