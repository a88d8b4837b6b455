"""Captures over a design of initial conditions: where space and testbed both capture, one of them, or neither."""
from dataclasses import dataclass

import numpy as np

import design
import picks
import shares
import style
from docks import COLOURS
from errors import PlotError
from reading import counted, dimensions, draws, keys_on, of_sample, outcome_note, title, variable_axis, with_unit

VERDICT = "captured.agreement"
STATES = ["both capture", "space only", "testbed only", "neither captures", "did not end well"]
SIGNS = ["o", "s", "^", "X", "."]


@dataclass
class Cloud:
    x: object
    y: object
    states: np.ndarray  # index into STATES


def applies(file):
    """A design whose scenarios capture or do not, in space and in the testbed."""
    names = dimensions(file["outcome"])
    return len(names) == 1 and counted(file, names[0]) and VERDICT in file and bool((file[VERDICT][()] < 4).any())


def prepare(file, options):
    states = np.asarray(file[VERDICT][()], dtype=int)
    dimension = dimensions(file["outcome"])[0]
    axes = [variable_axis(file, key) for key in keys_on(file, dimension) if key in file and key != dimension]
    axes = [axis for axis in axes if not axis.labels and len(set(axis.si)) > 1]
    captures = sum(picks.values(file, f"captured.{m}") for m in ("docking", "hil"))
    axes.sort(key=lambda axis: -design.strength(design.correlation(axis, captures)))
    found = []
    for name in (options.axis, options.by):
        chosen = next((axis for axis in axes if axis.name == name and axis not in found), None)
        if name and chosen is None:
            raise PlotError(f"{file.filename} has no parameter '{name}'; it varies {', '.join(a.name for a in axes)}")
        found.append(chosen)
    for place in (0, 1):
        found[place] = found[place] or next((axis for axis in axes if axis not in found), None)
    if None in found:
        raise PlotError(f"a map needs two parameters with numbers; {file.filename} varies {', '.join(a.name for a in axes) or 'none'}")
    return Cloud(*found, states)


def draw(file, cloud, options):
    made, (axes,) = style.figure(1, options.width, height=2.9)
    for state, name in enumerate(STATES):
        here = cloud.states == state
        if here.any():
            axes.plot(cloud.x.x[here], cloud.y.x[here], SIGNS[state], linestyle="", markersize=4.5 if state in (1, 2) else 3.2,
                      markerfacecolor=COLOURS[state], markeredgecolor="0.2", markeredgewidth=0.5, label=f"{name} ({here.sum()})",
                      zorder=3 if state in (1, 2) else 2)
    style.label(axes, x=with_unit(cloud.x.words, cloud.x.spelling), y=with_unit(cloud.y.words, cloud.y.spelling))
    style.legend(axes)
    style.heading(made, title(file))
    return made


def shares_of(file):
    """Each state's share of the scenarios that ended well, with its interval if they are a sample."""
    counts = np.bincount(np.asarray(file[VERDICT][()], dtype=int), minlength=len(STATES))
    known = int(sum(counts[:4]))
    verdicts = [*zip(STATES[:4], counts), ("wrong verdict", counts[1] + counts[2])]
    if not of_sample(file):
        return [f"{name}: {count} of {known}" for name, count in verdicts] + [design.NO_SAMPLE]
    lines = [f"{name}: {count} of {known}, {shares.said(count, known, draws(file, known))}" for name, count in verdicts]
    return lines[:-1] + [f"{lines[-1]}; 95 % intervals by Wilson's score"]


def say(file):
    return outcome_note(file, np.asarray(file["outcome"][()])) + shares_of(file)


def plot(file, options):
    cloud = prepare(file, options)
    return draw(file, cloud, options), say(file)
