"""Conversion from SI in files to practical units: 250 N/m, 5 um, 0.4 ms, 10 deg."""
import re

import numpy as np

from errors import PlotError

# SI unit as in the file -> practical units, largest first: (factor to SI, spelling).
HANDY = {
    "s": [(1.0, "s"), (1e-3, "ms"), (1e-6, "us")],
    "m": [(1.0, "m"), (1e-3, "mm"), (1e-6, "um")],
    "kg": [(1.0, "kg"), (1e-3, "g")],
    "N": [(1e3, "kN"), (1.0, "N"), (1e-3, "mN")],
    "J": [(1e3, "kJ"), (1.0, "J"), (1e-3, "mJ"), (1e-6, "uJ")],
    "V": [(1.0, "V"), (1e-3, "mV")],
    "Hz": [(1e6, "MHz"), (1e3, "kHz"), (1.0, "Hz")],
    "Pa": [(1e9, "GPa"), (1e6, "MPa"), (1e3, "kPa"), (1.0, "Pa")],
    "rad": [(np.pi / 180, "deg"), (1e-3, "mrad"), (1e-6, "urad")],
    "m s-1": [(1.0, "m/s"), (1e-3, "mm/s"), (1e-6, "um/s")],
    "N m-1": [(1e6, "N/um"), (1e3, "kN/m"), (1.0, "N/m")],
    "N m-1.5": [(1e9, "GN/m^1.5"), (1e6, "MN/m^1.5"), (1e3, "kN/m^1.5"), (1.0, "N/m^1.5")],
    "N s m-1": [(1e3, "kN s/m"), (1.0, "N s/m")],
    "N s": [(1.0, "N s"), (1e-3, "mN s")],
    "N m": [(1e3, "kN m"), (1.0, "N m"), (1e-3, "mN m")],
    "percent": [(1.0, "%")],
    "1": [(1.0, "")],
    "": [(1.0, "")],
}
# Additional accepted spellings.
ALSO = {
    "s": {"ns": 1e-9, "min": 60.0}, "m": {"cm": 1e-2, "nm": 1e-9, "km": 1e3}, "kg": {"t": 1e3},
    "Hz": {"1/s": 1.0}, "rad": {"rad": 1.0}, "m s-1": {"cm/s": 1e-2}, "rad s-1": {"deg/s": np.pi / 180},
    "N m-1": {"MN/m": 1e6, "N/mm": 1e3, "kN/mm": 1e6}, "N s m-1": {"Ns/m": 1.0}, "N m": {"Nm": 1.0}, "N s": {"Ns": 1.0},
}
TENTHS = {"s", "ms", "m/s", "J", "N", "kg", "V", "deg", "N m", "N s"}  # 0.1 ms is as good as 100 us
QUANTITY = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*?)\s*")


def spelled(unit):
    """'m s-2' as 'm/s^2'."""
    above, below = [], []
    for part in unit.split():
        match = re.fullmatch(r"([A-Za-z]+)(-?[\d.]+)?", part)
        if not match:
            return unit
        power = match[2] or "1"
        side = below if power.startswith("-") else above
        power = power.lstrip("-")
        side.append(match[1] + ("" if power == "1" else f"^{power}"))
    if not below:
        return " ".join(above)
    return (" ".join(above) or "1") + "/" + (below[0] if len(below) == 1 else f"({' '.join(below)})")


def choices(unit):
    """[(factor to SI, spelling)] of a unit, largest first."""
    return HANDY.get(unit) or [(1.0, spelled(unit))]


def handy(unit, largest):
    """(factor, spelling) that gives practical numbers up to `largest`, in SI."""
    if not np.isfinite(largest) or largest == 0.0:
        return next((c for c in choices(unit) if c[0] == 1.0), choices(unit)[0])
    for factor, spelling in choices(unit):
        if largest >= 0.0999 * factor * (1.0 if spelling in TENTHS else 10.0):
            return factor, spelling
    return choices(unit)[-1]


def largest_of(values):
    values = np.asarray(values, dtype=float)
    return float(np.max(np.abs(values[np.isfinite(values)]), initial=0.0))


def number(value, digits=4):
    """Shortest readable form: 1200, 0.4, 2.3e-07."""
    if not np.isfinite(value):
        return "undefined" if np.isnan(value) else "infinite"
    text = f"{value + 0.0:.{digits}g}"  # -0 is 0
    if "e" in text and abs(value) >= 1e6:
        return text.replace("e+0", "e").replace("e+", "e")
    if "e" in text and abs(value) >= 1e-4:
        text = f"{float(text):.0f}" if abs(value) >= 1 else f"{float(text):f}".rstrip("0")
    return text


def quantity(value, unit, digits=4):
    """'0.4 ms' of 4e-4 and 's'."""
    if np.isnan(value):
        return "undefined"
    factor, spelling = handy(unit, abs(value))
    return f"{number(value / factor, digits)} {spelling}".strip()


def parsed(words, unit, what):
    """The SI value of '5 um' where SI is `unit`; a bare number is in SI."""
    match = QUANTITY.fullmatch(words.replace("µ", "u").replace("μ", "u"))
    if not match:
        raise PlotError(f"{what}: '{words}' is not a number" + (f" such as '1 {choices(unit)[-1][1]}'" if unit else ""))
    known = {spelling: factor for factor, spelling in choices(unit)} | ALSO.get(unit, {})
    known |= {unit: 1.0, spelled(unit): 1.0}
    if not match[2]:
        return float(match[1])
    if match[2] not in known:
        ways = ", ".join(spelling for _, spelling in choices(unit) if spelling) or "a bare number"
        raise PlotError(f"{what}: '{match[2]}' is not one of its units; it is written in {ways}")
    return float(match[1]) * known[match[2]]
