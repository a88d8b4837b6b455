"""File access: opening and checking, dimensions, and variables in practical units."""
import os
import re
import tomllib
from dataclasses import dataclass, field
from functools import cached_property

import h5py
import numpy as np

import units
from errors import FAILURES, PlotError

MOST_TOLD_APART = 200  # beyond, values are draws of a design
KINDS = ("result", "trace", "table", "campaign")


# What is no character of XML: control characters but tab and line breaks, and bytes that are no UTF-8.
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def printable(words):
    return UNPRINTABLE.sub("\ufffd", words)


def text(value):
    return printable(value.decode() if isinstance(value, bytes) else str(value))


@dataclass
class Axis:
    """The values along a dimension: numbers in SI with a practical unit, or positions with names."""
    name: str
    words: str
    unit: str            # SI, as in the file
    si: np.ndarray  # numbers; positions if there are names
    labels: list = field(default_factory=list)
    aliases: list = field(default_factory=list)  # lists of alternative names

    def __post_init__(self):
        self.factor, self.spelling = (1.0, "") if self.labels else units.handy(self.unit, typical(self.si))

    def __len__(self):
        return len(self.si)

    @property
    def x(self):
        """Values in plot units."""
        return self.si / self.factor

    def at(self, position, digits=4):
        """The available values, all in the axis's unit; each in its own where they are too far apart for one. With more digits where
        fewer do not tell a value from its neighbours."""
        if self.labels:
            return self.labels[position]
        value = self.si[position]
        said = (lambda si, more: units.quantity(si, self.unit, more)) if self.far_apart() else (lambda si, more: self.shown(si / self.factor, more))
        place = np.searchsorted(self.distinct, value)
        beside = [self.distinct[i] for i in (place - 1, place + 1) if 0 <= i < len(self.distinct)] if len(self.distinct) <= MOST_TOLD_APART else []
        return next((said(value, more) for more in range(digits, 16) if all(said(other, more) != said(value, more) for other in beside)), said(value, digits))

    @cached_property
    def distinct(self):
        return np.unique(self.si[np.isfinite(self.si)])

    def far_apart(self):
        size = np.abs(self.si[np.isfinite(self.si) & (self.si != 0)])
        return len(size) > 0 and size.max() > 1e4 * size.min()

    def shown(self, drawn, digits=5):
        """A drawn value, on the grid or between its points, with the axis's unit."""
        return self.labels[int(drawn)] if self.labels else f"{units.number(drawn, digits)} {self.spelling}".strip()

    def title(self):
        return with_unit(self.words, self.spelling)

    def nearest(self, words):
        """(position, exact) of a value entered by the user."""
        if self.labels:
            wanted = " ".join(words.split())
            for names in (self.labels, *self.aliases):
                if wanted in names:
                    return names.index(wanted), True
            raise PlotError(f"{self.name} is one of: {'; '.join(self.labels)}")
        value = units.parsed(words, self.unit, self.name)
        finite = np.isfinite(self.si)
        if not np.isfinite(value) or not finite.any():
            raise PlotError(f"{self.name}: there is nothing near {words}")
        far = np.where(finite, np.abs(self.si - value), np.inf)
        if value > 0 and logarithmic(self.si):
            far = np.where(finite, np.abs(np.log(self.si / value)), np.inf)
        position = int(np.argmin(far))
        return position, bool(np.isclose(self.si[position], value, rtol=1e-3, atol=0.0))


def with_unit(words, spelling):
    return f"{words}\u00a0/\u00a0{spelling}" if spelling else words


def logarithmic(x):
    """Whether values are positive, span about a decade or more, and are distributed logarithmically."""
    x = np.unique(x[np.isfinite(x)])
    if len(x) < 3 or x[0] <= 0 or x[-1] < 8 * x[0]:
        return False
    middle = np.median(x)
    plain = (middle - x[0]) / (x[-1] - x[0])
    return bool(abs(np.log(middle / x[0]) / np.log(x[-1] / x[0]) - 0.5) < abs(plain - 0.5) - 0.02)


def typical(si):
    """Reference value for choosing a unit: the largest value, or the median on a logarithmic axis."""
    if not logarithmic(si):
        return units.largest_of(si)
    known = si[np.isfinite(si)]
    return float(np.sqrt(known.min() * known.max()))


def check_readable(path):
    """In the words of the other verbs; those of h5py are its own."""
    if not os.path.exists(path):
        raise PlotError(f"{path}: no such file")
    if os.path.isdir(path):
        raise PlotError(f"{path}: is not a file; check the name")
    try:
        with open(path, "rb"):
            pass
    except OSError as error:
        raise PlotError(f"{path}: cannot be read: {error.strerror}") from error


def opened(path):
    """Opens a hilspace file; a one-line error if it is not one."""
    if os.path.exists(path) and not os.path.isfile(path):  # opening a pipe waits for its writer
        raise PlotError(f"{path}: is not a file; check the name")
    check_readable(path)
    try:
        file = h5py.File(path)
    except OSError as error:
        if os.path.isfile(path) and not h5py.is_hdf5(path):
            remedy = "is a study; hilspace run makes a result of it" if path.endswith(".toml") else "is not an HDF5 file; name a file that hilspace wrote"
            raise PlotError(f"{path}: {remedy}") from error
        raise PlotError(f"{path} cannot be read as HDF5: {error}") from error
    try:
        kind = text(file.attrs["file_kind"]) if "file_kind" in file.attrs else "result" if "outcome" in file else ""
        if kind == "part":
            raise PlotError(f"{path} is a part of a run; `hilspace merge` makes a result of the parts")
        if kind not in KINDS:
            raise PlotError(f"{path} is not a hilspace file")
        check(file, path)
    except PlotError:
        raise
    except FAILURES as error:
        raise PlotError(f"{path} is damaged ({error}); hilspace show says more") from error
    return file


def check(file, path):
    """Checks that h5py omits: missing parts, unwritten data, invalid flags."""
    parts = file["sources/file"][()] if "sources" in file else []
    for part in parts:
        if not os.path.exists(os.path.join(os.path.dirname(os.path.realpath(file.filename)), text(part))):
            raise PlotError(f"{path}: its part {text(part)} is not there")

    def look(name, item):
        if not isinstance(item, h5py.Dataset) or item.dtype.kind not in "iuf" or len(item.attrs.get("NAME", b"")) > 50:
            return
        if item.is_virtual and len(parts) == 0 or item.external:
            raise PlotError(f"{path} is damaged: {name} has its numbers elsewhere")
        if not item.is_virtual and not item.maxshape.count(None) and \
                item.id.get_storage_size() < item.size * item.dtype.itemsize and item.compression is None:
            raise PlotError(f"{path} is damaged: some numbers of {name} were never written")
        if "flag_meanings" in item.attrs and not np.isin(item[()], np.arange(len(meanings(item)))).all():
            raise PlotError(f"{path} is damaged: {name} holds an invalid flag")

    file.visititems(look)
    if "outcome" in file and not isinstance(file["outcome"], h5py.Dataset):
        raise PlotError(f"{path} is damaged: outcome holds no numbers")
    if text(file.attrs.get("file_kind", "result")) == "result" and "outcome" not in file:
        raise PlotError(f"{path} is damaged: it has no variable 'outcome'")


def title(file):
    return text(file.attrs.get("title", os.path.basename(file.filename)))


def meanings(dataset):
    return text(dataset.attrs["flag_meanings"]).split()


def numbers(file, name):
    """A numeric variable, with NaN in place of infinities."""
    if name not in file or not isinstance(file[name], h5py.Dataset):
        raise PlotError(f"{file.file.filename} has no '{name}'")
    if file[name].dtype.kind not in "iuf":
        raise PlotError(f"'{name}' is no number")
    values = np.asarray(file[name][()], dtype=float)
    return np.where(np.isfinite(values), values, np.nan)


def unit_of(dataset):
    return text(dataset.attrs.get("units", ""))


def words_of(dataset, longest=70):
    """A variable's description; its key with spaces if the file has no short one."""
    words = text(dataset.attrs.get("long_name", ""))
    name = dataset.name.rpartition("/")[2]
    plain = name.replace(".", " ").replace("_", " ")
    if len(words) > longest:
        words = words.partition(":")[0]  # what follows explains it
    chosen = words if 0 < len(words) <= longest and words != name else plain
    return re.sub(r"\b(\w+) \1\b", r"\1", chosen)  # a transport_delay.delay is a delay once


def codes(dataset):
    """(words, {number: name}) of a measure whose numbers stand for names, as its description lists them; or None."""
    words, _, listed = text(dataset.attrs.get("long_name", "")).partition(": ")
    if listed.startswith("1 or 0"):
        return words + listed.removeprefix("1 or 0"), {1: "yes", 0: "no"}
    found = re.findall(r"([A-Za-z][\w -]*) (\d)(?=,|$)", listed)
    if len(found) < 2:
        return None
    rest = listed.rpartition(f"{found[-1][0]} {found[-1][1]}")[2]
    return words + rest, {int(number): name for name, number in found}


def dimensions(dataset):
    """Names of the dimension scales of a variable."""
    names = []
    for dimension in dataset.dims:
        if len(dimension) == 0:
            raise PlotError(f"{dataset.name} has a dimension without a scale")
        names.append(dimension[0].name.lstrip("/"))
    return names


def counted(file, name):
    """Whether a dimension is a mere index, such as the points of a design."""
    return name not in file or len(text(file[name].attrs.get("NAME", ""))) > 50


def scenarios(count):
    """'1 scenario', '1,234 scenarios'"""
    return f"{count:,} scenario{'' if count == 1 else 's'}"


def of_sample(file):
    """Whether the points of a design are draws from the parameters' distributions, as lib/sampling/design.hpp has it."""
    try:
        design = tomllib.loads(text(file.attrs.get("study", ""))).get("design", {})
    except tomllib.TOMLDecodeError:
        return True
    return design.get("type") != "one_at_a_time"


def draws(file, count):
    """As how many independent draws so many points of a design count, a trajectory or block as one (lib/sampling/design.hpp)."""
    try:
        design = tomllib.loads(text(file.attrs.get("study", ""))).get("design", {})
    except tomllib.TOMLDecodeError:
        return count
    together = design.get("type") in ("morris", "saltelli") and design.get("samples")
    return min(count, count * design["samples"] / file["outcome"].size) if together else count


def keys_on(file, name, variable="outcome"):
    """The variables that have a value at each point of a dimension: itself, or the keys that move along it."""
    coordinates = text(file[variable].attrs.get("coordinates", "")).split()
    keys = [key for key in coordinates if key in file and dimensions(file[key]) == [name]]
    return keys or [name]  # labels only duplicate the keys


def variable_axis(file, name):
    """A variable with one dimension as an axis, by its own values."""
    values = file[name][()]
    if values.dtype.kind not in "iuf":
        names = [text(value) for value in values]
        return Axis(name, words_of(file[name]), "", np.arange(len(names), dtype=float), names)
    return Axis(name, words_of(file[name]), unit_of(file[name]), values.astype(float))


def read_axis(file, name, variable="outcome"):
    """The values along a dimension: its own, or those of the keys that move along it."""
    if counted(file, name):
        return Axis(name, "scenario of the design", "1", np.arange(file[name].shape[0], dtype=float))
    keys = [variable_axis(file, key) for key in keys_on(file, name, variable)]
    if len(keys) == 1:
        return keys[0]
    said = [[key.at(i, 4) for i in range(len(key))] for key in keys]
    moving = [k for k, column in enumerate(said) if len(set(column)) > 1]  # constant keys are not repeated
    if len({tuple(said[k][i] for k in moving) for i in range(len(said[0]))}) < len(said[0]):
        moving = range(len(said))
    full, short = ([", ".join(said[k][i] for k in chosen) for i in range(len(said[0]))] for chosen in (range(len(said)), moving))
    labels = joint_names([keys[k] for k in moving], [said[k] for k in moving])
    own = [text(value) for value in file[name][()]] if file[name].dtype.kind not in "iuf" else []
    return Axis(name, name.replace("_", " ").replace(".", " "), "", np.arange(len(labels), dtype=float), labels,
                [names for names in (own, full, short) if names])


def joint_names(keys, said):
    """Names of the values that several keys have together: `lead, order 2` of `lead, 2, none`.

    A number without a unit says nothing without its key. Beside names it is left out where it is the first value's, and so
    is 'none'."""
    named = any(key.labels for key in keys)
    made = []
    for i in range(len(said[0])):
        parts = []
        for key, column in zip(keys, said):
            if key.labels or key.spelling:
                parts += [column[i]] if column[i] != "none" else []
            elif not named or column[i] != column[0]:
                parts.append(f"{key.name.rpartition('.')[2].replace('_', ' ')} {column[i]}")
        made.append(", ".join(parts) or "none")
    return made if len(set(made)) == len(made) else [", ".join(row) for row in zip(*said)]


def outcome_note(file, flags):
    """'2 of 10 scenarios left out (diverged: 2)', or nothing."""
    count = int(np.sum(flags != 0))
    if count == 0:
        return []
    names = meanings(file["outcome"])
    kinds = ", ".join(f"{names[v]}: {n}" for v, n in zip(*np.unique(flags[flags != 0], return_counts=True)))
    return [f"{count} of {scenarios(flags.size)} left out ({kinds})"]
