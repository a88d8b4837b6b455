"""How tools/plot_errors, tools/plot_study and tools/plot_docking read a result file: its dimensions, and axes in handy units."""
import io
import os
from dataclasses import dataclass

import h5py
import numpy as np

SPELLINGS = {"percent": "%", "m s-1": "m/s", "rad s-1": "rad/s", "N m-1.5": "N/m^1.5", "N m": "N m", "N m-1": "N/um", "rad": "", "1": ""}
PREFIXES = {"s": {1: "", 1e-3: "m", 1e-6: "u"}, "m": {1: "", 1e-3: "m", 1e-6: "u"},
            "Hz": {1e3: "k", 1: ""}, "Pa": {1e9: "G", 1e6: "M", 1e3: "k", 1: ""}, "N m-1": {1e6: ""}, "rad": {np.pi / 180: "deg"}}


class PlotError(Exception):
    """Something about the file or the request, said in one line."""


# What h5py and numpy raise on files that nobody wrote like that, as well.
FAILURES = (PlotError, OSError, KeyError, ValueError, TypeError, IndexError, AttributeError, MemoryError, RuntimeError)


@dataclass
class Axis:
    """x as it is drawn: numbers in a pleasant unit, or positions with names."""
    name: str
    unit: str
    x: np.ndarray
    labels: list  # empty for numbers
    scale: float = 1.0  # x = scale * (value in SI)

    def at(self, x, digits=5):
        return self.labels[int(x)] if self.labels else f"{x:.{digits}g} {self.unit}".strip()

    def title(self):
        return f"{self.name} / {self.unit}" if self.unit else self.name


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def save(figure, output):
    """With 256 colours, a third of the size: the pictures of the studies are kept in the repository."""
    from PIL import Image  # comes with matplotlib
    raw = io.BytesIO()
    figure.savefig(raw, dpi=100, format="png")
    Image.open(raw).convert("RGB").quantize(256).save(output, format="png", optimize=True)


def opened(path):
    """A result file; an error in one line where it is none."""
    try:
        file = h5py.File(path)
    except OSError as error:
        raise PlotError(f"{path} cannot be read as HDF5: {error}") from error
    if "outcome" not in file:
        raise PlotError(f"{path} is no hilspace result: it has no variable 'outcome'")
    try:
        check(file)
    except FAILURES as error:
        raise PlotError(f"{path} is damaged ({error}); hilspace show says more") from error
    return file


def check(file):
    """What h5py passes over: parts that are gone, numbers that were never written, outcomes that are none."""
    names = file["sources/file"][()] if "sources" in file else []
    for name in names:
        if not os.path.exists(os.path.join(os.path.dirname(os.path.realpath(file.filename)), text(name))):
            raise PlotError(f"its part {text(name)} is not there")
    for name, item in file.items():
        if not isinstance(item, h5py.Dataset) or item.dtype.kind not in "iuf" or len(item.attrs.get("NAME", b"")) > 50:
            continue
        if item.is_virtual and len(names) == 0 or item.external:
            raise PlotError(f"{name} has its numbers elsewhere")
        if not item.is_virtual and item.id.get_storage_size() < item.size * item.dtype.itemsize:
            raise PlotError(f"some numbers of {name} were never written")
    flags = np.asarray(file["outcome"][()])
    count = len(text(file["outcome"].attrs["flag_meanings"]).split())
    if not np.isin(flags, np.arange(count)).all():
        raise PlotError(f"outcome holds {flags[~np.isin(flags, np.arange(count))].flat[0]}")


def title(file):
    return text(file.attrs.get("title", os.path.basename(file.filename)))


def dimensions(dataset):
    """Names of the dimension scales of a variable."""
    names = []
    for dimension in dataset.dims:
        if len(dimension) == 0:
            raise PlotError(f"{dataset.name} has a dimension without a scale")
        names.append(dimension[0].name.lstrip("/"))
    return names


def scaled(name, dataset, largest=None):
    """A variable as an axis, in a unit that leaves handy numbers up to its largest, or to the one given in SI."""
    values = dataset[()]
    if values.dtype.kind not in "iuf":
        return Axis(name, "", np.arange(len(values)), [text(v) for v in values])
    unit = text(dataset.attrs.get("units", ""))
    factor, prefix = 1.0, ""
    if largest is None:
        largest = np.max(np.abs(values[np.isfinite(values)]), initial=0.0)
    for candidate, spelling in PREFIXES.get(unit, {}).items():
        factor, prefix = candidate, spelling
        if largest >= 0.1 * candidate:
            break
    return Axis(name, prefix + SPELLINGS.get(unit, unit), values / factor, [], 1.0 / factor)


def keys_on(file, name):
    """The variables that have a value at each point of a dimension: itself, or the keys that move along it."""
    coordinates = text(file["outcome"].attrs.get("coordinates", "")).split()
    keys = [key for key in coordinates if dimensions(file[key]) == [name]]
    return keys or [name]  # labels only repeat the keys


def read_axis(file, name):
    """The values along a dimension: its own, or those of the keys that move along it."""
    keys = [scaled(key, file[key]) for key in keys_on(file, name)]
    if len(keys) == 1:
        return keys[0]
    positions = range(len(file[name]))
    return Axis(name, "", np.arange(len(file[name])), [", ".join(k.at(k.x[i]) for k in keys) for i in positions])
