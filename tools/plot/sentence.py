"""A panel described by a sentence, "Y over X by AXIS at NAME=VALUE against NUMBERS", evaluated on a file."""
import re

import numpy as np

import picks
import units
from errors import PlotError
from reading import Axis, dimensions, keys_on, numbers, read_axis, typical, unit_of, with_unit, words_of

SENTENCE = re.compile(r"(?P<y>\S+(?:,\s*\S+)*) over (?P<x>\S+)(?: and (?P<up>\S+))?(?: by (?P<by>\S+))?(?: at (?P<at>.+?))?"
                      r"(?: against (?P<against>.+))?$")
NUMBER = re.compile(r"[\d.]+(e-?\d+)?")
FORM = 'is not of the form "Y over X [by AXIS] [at NAME=VALUE and ...] [against ...]"'


class Panel:
    """Curves or points, a map, or time histories."""

    def __init__(self, file, sentence, everywhere):
        match = SENTENCE.match(sentence)
        if not match:
            raise PlotError(f'"{sentence}" {FORM}')
        self.file, self.sentence, self.x, self.up, self.by = file, sentence, match["x"], match["up"], match["by"]
        self.ys = [y.strip() for y in match["y"].split(",")]
        self.names = dimensions(file["outcome"])
        self.traces = "/" in self.ys[0]
        self.said = []
        for axis in [self.by, self.up, *([self.x] if self.up else [])]:
            if axis and axis not in self.names:
                raise PlotError(f"no axis '{axis}'; there are {', '.join(self.names)}")
        if self.up and (self.by or len(self.ys) > 1):
            raise PlotError(f'"{sentence}": a map is of one metric, without `by`')
        if self.by and len(self.ys) > 1:
            raise PlotError(f'"{sentence}": several metrics, or `by` an axis, not both')
        odd = [y for y in self.ys if not self.traces and y in file and self.ys[0] in file and unit_of(file[y]) != unit_of(file[self.ys[0]])]
        if odd:
            first, other = (units.spelled(unit_of(file[y])).replace("percent", "%") or "a number" for y in (self.ys[0], odd[0]))
            raise PlotError(f'"{sentence}": {self.ys[0]} is in {first}, {odd[0]} in {other}; give each a --panel of its own')
        if self.x in (self.by, self.up):
            raise PlotError(f'"{sentence}": {self.x} is drawn twice; name another axis after "{"by" if self.by else "and"}"')
        self.lines = self.x in self.names
        self.against = self.levels(match["against"])
        own = self.held([match["at"]] if match["at"] else [])
        drawn = {self.by, self.up, *re.split("[+/]", self.x)} & set(self.names)
        self.at = {n: p for n, p in self.held(everywhere).items() if n not in drawn} | own
        for name in drawn & own.keys():
            raise PlotError(f'"{sentence}": {name} is drawn and held')
        free = [n for n in self.names if n not in drawn | self.at.keys()]
        if free and self.lines:
            raise PlotError(f'"{sentence}" leaves {", ".join(free)} open; hold it with "at {free[0]}=VALUE"')

    def held(self, pairs):
        found, said = picks.places(self.file, pairs)
        self.said += said
        return found

    def levels(self, clause):
        """The numbers of an `against` clause, one for each curve."""
        found = [number.strip() for number in clause.split(",")] if clause else []
        curves = len(read_axis(self.file, self.by)) if self.by else len(self.ys)
        if found and (self.up or self.traces):
            raise PlotError("`against` goes with curves and points of metrics")
        if found and (len(found) != curves or not all(NUMBER.fullmatch(number.lstrip("-")) for number in found)):
            raise PlotError(f"'against {clause}': {curves} number{'s' * (curves != 1)}, one for each curve")
        return [float(number) for number in found]

    def label(self, name, position):
        return read_axis(self.file, name).at(position)

    def heading(self):
        return ", ".join(f"{read_axis(self.file, n).name} = {self.label(n, p)}" for n, p in self.at.items())

    def legend_title(self):
        return f"{read_axis(self.file, self.by).words} ({', '.join(keys_on(self.file, self.by))})" if self.by else None

    def ordered(self):
        """Whether the curves are ordered, i.e. numeric."""
        return bool(self.by) and not read_axis(self.file, self.by).labels

    def grid(self, name):
        """Values over the whole grid, in SI: of a metric (NaN if undefined or not ok), or of an axis."""
        if self.file["outcome"].shape == () or name not in self.file:
            raise PlotError(f"the result has no '{name}'")
        own = dimensions(self.file[name]) if name not in self.names else [name]
        shown = picks.values(self.file, name) if name not in self.names else numbers(self.file, name)
        shape = [n if own_name in own else 1 for n, own_name in zip(self.file["outcome"].shape, self.names)]
        return np.broadcast_to(shown.reshape(shape), self.file["outcome"].shape)

    def vertical(self, y):
        """(values in SI, unit) over the whole grid."""
        return self.grid(y), unit_of(self.file[y])

    def selected(self):
        found = np.zeros(self.file["outcome"].shape, bool)
        found[tuple(self.at.get(n, slice(None)) for n in self.names)] = True
        return found

    def horizontal(self):
        """(x over the whole grid in plot units, its title): a sum, optionally divided."""
        above, _, below = self.x.partition("/")
        terms, unit, values, spelled = above.split("+"), None, 0.0, []
        for term in terms:
            if NUMBER.fullmatch(term):
                values = values + float(term)
                continue
            more = self.grid(term)
            if unit is not None and unit_of(self.file[term]) != unit:
                raise PlotError(f"'{above}' adds {units.spelled(unit)} and {units.spelled(unit_of(self.file[term]))}")
            unit, values = unit_of(self.file[term]), values + more
        if unit is None:
            raise PlotError(f"'{above}' is no sum of axes and metrics")
        spelled = [units.quantity(float(t), unit) if NUMBER.fullmatch(t) else words_of(self.file[t]) for t in terms]
        name = " + ".join(spelled)
        if below:
            if below not in self.file or unit_of(self.file[below]) != unit:
                raise PlotError(f"'{self.x}' divides {units.spelled(unit)} by {units.spelled(unit_of(self.file[below])) if below in self.file else below}")
            return values / self.grid(below), f"({name}) / ({words_of(self.file[below])})"
        shown = np.where(self.selected(), values, np.nan)
        factor, spelling = units.handy(unit, typical(shown[np.isfinite(shown)]))
        return values / factor, with_unit(name, spelling)

    def curves(self):
        """[(legend, x as it is drawn, y in SI)] in the order of the axis."""
        selected = self.selected()
        if self.lines:
            axis = read_axis(self.file, self.x)
            shape = [len(axis) if n == self.x else 1 for n in self.names]
            x = np.broadcast_to(axis.x.reshape(shape), selected.shape)
        else:
            x = self.horizontal()[0]
        for y in self.ys:
            values, _ = self.vertical(y)
            count = len(read_axis(self.file, self.by)) if self.by else 0
            for position in range(count) if self.by else [None]:
                part = selected & np.isfinite(values) & np.isfinite(x)
                if position is not None:
                    part &= np.indices(selected.shape)[self.names.index(self.by)] == position
                order = np.argsort(x[part], kind="stable")
                yield (self.label(self.by, position) if self.by else y), x[part][order], values[part][order]

    def map(self):
        """Y over both axes, [up, x], NaN where it is undefined."""
        return self.cells(self.grid(self.ys[0]))

    def endings(self):
        """The outcome of each cell of the map."""
        return self.cells(np.asarray(self.file["outcome"][()]))

    def cells(self, whole):
        shown = whole[tuple(self.at.get(n, slice(None)) for n in self.names)]
        return shown.T if self.names.index(self.up) > self.names.index(self.x) else shown

    def histories(self):
        """[(legend, x, y)] of the traces that the result holds, as axes of one unit."""
        if "traces" not in self.file:
            raise PlotError("the result holds no time histories; see output.traces")
        found = []
        for index in sorted(self.file["traces"], key=int):
            place = dict(zip(self.names, np.unravel_index(int(index), self.file["outcome"].shape)))
            if all(place[n] == p for n, p in self.at.items()):
                found.append((self.label(self.by, place[self.by]) if self.by else index, self.file["traces"][index]))
        wanted = (self.x, self.ys[0])
        for missing in [n for n in wanted for _, group in found if n not in group]:
            raise PlotError(f"a time history has no '{missing}'")
        if not found:
            raise PlotError(f'"{self.sentence}": no time history is of that')
        drawn = []
        for legend, group in found:
            drawn.append((legend, *(Axis(n, words_of(group[n]), unit_of(group[n]), numbers(group, n)) for n in wanted)))
        for k in (1, 2):
            most = max(units.largest_of(row[k].si) for row in drawn)
            for row in drawn:
                row[k].factor, row[k].spelling = units.handy(row[k].unit, most)
        return drawn
