"""Energy curves of a time history: kinetic, stored, taken, and all together, whose growth is what the instruments add."""
import numpy as np

import docking
import history
from reading import dimensions, numbers

COLOURS = {"kinetic": 5, "stored": 6, "taken by damping": 3, "taken by friction": 4, "taken by the contact": 3, "together": 0}
AXIAL = ("velocity", "potential", "contact_force", "penetration_rate")
MASSES = ("chaser.mass", "target.mass")


def scenario_value(file, key, index):
    """A parameter of one scenario: a scalar, or the value at its place of the axes; None if the file has none."""
    if key not in file or file[key].dtype.kind not in "iuf":
        return None
    values = numbers(file, key)
    if values.shape == ():
        return float(values)
    if index is None or "outcome" not in file:
        return None
    places = dict(zip(dimensions(file["outcome"]), np.unravel_index(index, file["outcome"].shape)))
    own = dimensions(file[key])
    return float(values[tuple(places[name] for name in own)]) if set(own) <= places.keys() else None


def integral(time, rate):
    return np.concatenate([[0.0], np.cumsum(0.5 * np.diff(time) * (rate[1:] + rate[:-1]))])


def axial(group, masses):
    """{words: values} of two bodies on an axis: of their relative motion."""
    reduced = masses[0] * masses[1] / (masses[0] + masses[1])
    velocity, stored, force, rate = (numbers(group, name) for name in AXIAL)
    work = integral(numbers(group, "time"), np.nan_to_num(force) * np.nan_to_num(rate))
    return {"kinetic": 0.5 * reduced * velocity ** 2, "stored": stored, "taken by the contact": work - (stored - stored[0])}


def of_group(file, path, index):
    """[(model, words, time, values)]; none where the history does not tell all energies."""
    masses = [scenario_value(file, key, index) for key in MASSES]
    found = []
    for model, group in history.models(file, path).items():
        if all(name in group for name in docking.ENERGIES):
            energies = {words: numbers(group, name) for name, words in docking.ENERGIES.items()}
        elif all(name in group for name in AXIAL) and all(masses) and "kinetic_energy" not in group:
            energies = axial(group, masses)
        else:
            continue
        energies["together"] = sum(energies.values())
        found += [(model, words, numbers(group, "time"), values) for words, values in energies.items()]
    return found
