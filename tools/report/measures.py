"""The measures of a result: order, practical units, and statistics over all scenarios."""
from dataclasses import dataclass

import h5py
import numpy as np

import picks
import units
from errors import PlotError
from reading import unit_of, words_of

KEY = list(dict.fromkeys(picks.PREFERRED + [name for panel in picks.PANELS for name in panel] +
                         ["run.impacts_docking", "run.impacts_hil", "energy.balance_error_pct"]))
MOST_KEY = 12
NO_NUMBER = "No measure has a number: no scenario ended well, or all are undefined."
GROUPS = ("traces", "numerical_error", "sources")


@dataclass
class Measure:
    name: str
    words: str
    unit: str           # SI, as in the file
    factor: float       # of the practical unit
    spelling: str
    count: int          # scenarios with a value
    low: float          # SI, as are those below
    middle: float
    high: float
    worst: int          # index of the scenario with the largest magnitude
    error: float        # largest numerical error; NaN: unknown
    error_p95: float
    converges: bool

    @property
    def alike(self):
        """Whether its values differ by no more than their numerical error allows."""
        return self.high - self.low <= (3 * self.error_p95 if np.isfinite(self.error_p95) else 0.0)

    @property
    def usable(self):
        """Whether it may lead a summary: it is defined somewhere and converges."""
        return self.count > 0 and self.converges


def measure(file, name):
    dataset = file[name]
    values = picks.values(file, name).ravel()
    known = values[np.isfinite(values)]
    error, within = (float(dataset.attrs.get(key, np.nan)) for key in ("numerical_error", "numerical_error_p95"))
    if not known.size:
        return Measure(name, words_of(dataset, 120), unit_of(dataset), 1.0, "", 0, *[np.nan] * 3, -1, error, within, True)
    size = np.abs(known)
    middle = float(np.median(size))
    # A few extreme values do not set the unit, as they do not set the scale of a chart.
    typical = float(np.max(size[size <= 20 * np.percentile(size, 75)], initial=0.0)) or float(size.max())
    factor, spelling = units.handy(unit_of(dataset), typical)
    converging = bool(np.isnan(error) or (within if np.isfinite(within) else error) <= 0.5 * max(middle, 1e-300))
    return Measure(name, words_of(dataset, 120), unit_of(dataset), factor, spelling, known.size, float(known.min()),
                   float(np.median(known)), float(known.max()), int(np.nanargmax(np.abs(values))), error, within, converging)


def check(file):
    """Refuses a result with unexpected objects at its root, so that no damaged measure is omitted silently."""
    for name, item in file.items():
        if name not in GROUPS and not (isinstance(item, h5py.Dataset) and item.dtype.kind in "iufOS"):
            raise PlotError(f"{file.filename} is damaged: {name} holds no numbers")


def of(file):
    """All measures: the key ones first; those that are undefined or do not converge last."""
    check(file)
    names = picks.metrics_of(file)
    ordered = [name for name in KEY if name in names] + [name for name in names if name not in KEY]
    return sorted((measure(file, name) for name in ordered), key=lambda m: (not m.usable, m.count == 0))


def key(found):
    """The measures of the summary."""
    kept = [m for m in found if m.usable and m.name in KEY][:MOST_KEY]
    return kept or [m for m in found if m.usable][:MOST_KEY]


def error_said(m):
    if np.isnan(m.error):
        return "not estimated"
    if not np.isfinite(m.error) and not np.isfinite(m.error_p95):
        return "unbounded"
    error = m.error_p95 if np.isfinite(m.error_p95) else m.error
    return f"{units.number(error / m.factor, 2)}"
