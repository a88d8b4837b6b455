"""A sampled design: distribution of a metric, probability of meeting a target, and influential parameters."""
from dataclasses import dataclass

import numpy as np

import answers
import picks
import shares
import style
import units
from errors import PlotError
from reading import (counted, dimensions, draws, keys_on, logarithmic, of_sample, outcome_note, scenarios, title, unit_of, variable_axis,
                     with_unit, words_of)

MOST_PARAMETERS = 4
NO_SAMPLE = "points that vary one parameter at a time are no sample, so shares of them are no probabilities; type = \"random\" gives one"


@dataclass
class Sample:
    metric: str
    values: np.ndarray      # SI, NaN where there is none
    parameters: list        # [(Axis over the scenarios, correlation)], the strongest first

    @property
    def known(self):
        return np.isfinite(self.values)


def applies(file):
    """A single dimension that is a mere index, as in designs."""
    names = dimensions(file["outcome"])
    return len(names) == 1 and counted(file, names[0])


def ranks(values):
    """Ranks; ties get their mean rank."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - 0.5 * (counts - 1))[inverse]


def correlation(axis, values):
    """Spearman's rank correlation; of names, which have no order, the correlation ratio of the ranks, less what chance gives, as in
    `analyse` (lib/analysis/sensitivity/rank_correlation.hpp). NaN where there is none."""
    known = np.isfinite(values) & np.isfinite(axis.si)
    y = ranks(values[known])
    if known.sum() < 3 or np.ptp(y) == 0:
        return np.nan
    if axis.labels:
        names = np.array(axis.labels)[axis.si.astype(int)][known]
        kinds = np.unique(names)
        if len(kinds) == len(y):
            return np.nan
        within = sum(np.sum((y[names == n] - y[names == n].mean()) ** 2) for n in kinds)
        total = np.sum((y - y.mean()) ** 2)
        return float(np.sqrt(max(0.0, 1 - within / total * (len(y) - 1) / (len(y) - len(kinds)))))
    x = ranks(axis.si[known])
    return float(np.corrcoef(x, y)[0, 1]) if np.ptp(x) > 0 else np.nan


def strength(how):
    """Of a correlation, by which parameters are ordered."""
    return abs(how) if np.isfinite(how) else 0.0


def kind(axis):
    return "correlation ratio" if axis.labels else "rank correlation"


def prepare(file, options):
    metric = picks.of_scenarios(file, options.metric[0]) if options.metric else picks.default_metric(file)
    if len(options.metric) > 1:
        raise PlotError(f"a design is drawn with one --metric, not with {', '.join(options.metric)}: its panels are over the parameters")
    values = picks.values(file, metric)
    if not np.isfinite(values).any():
        raise PlotError("; ".join([f"{metric} is undefined everywhere"] + outcome_note(file, np.asarray(file["outcome"][()]))))
    dimension = dimensions(file["outcome"])[0]
    axes = [variable_axis(file, key) for key in keys_on(file, dimension) if key in file and key != dimension]
    axes = [axis for axis in axes if len(set(axis.labels or axis.si)) > 1]
    parameters = sorted(((axis, correlation(axis, values)) for axis in axes), key=lambda pair: -strength(pair[1]))
    if options.axis:
        parameters = [pair for pair in parameters if pair[0].name == options.axis]
        if not parameters:
            raise PlotError(f"{file.filename} has no parameter '{options.axis}'; it varies {', '.join(a.name for a in axes)}")
    return Sample(metric, values, parameters)


def met(file, sample, limit):
    """(share below the limit, both ends of its 95 % interval by Wilson's score) among all with a value."""
    size = np.abs(sample.values[sample.known])
    share = float(np.mean(size < limit))
    return share, *shares.interval(share, draws(file, len(size)))


def counted_below(sample, limit):
    """'7 of 13 points'"""
    return f"{np.sum(np.abs(sample.values[sample.known]) < limit)} of {sample.known.sum()} points"


def draw(file, sample, options):
    shown = sample.parameters[:MOST_PARAMETERS]
    made, panels = style.figure(1 + len(shown), options.width or style.COLUMN * (1 if len(shown) < 2 else 2),
                                columns=None if len(shown) > 1 else 1)
    unit = unit_of(file[sample.metric])
    values = sample.values[sample.known]
    factor, spelling = units.handy(unit, units.largest_of(np.percentile(values, [1, 99])))
    words = with_unit(words_of(file[sample.metric]), spelling)
    ordered = np.sort(values) / factor
    first = panels[0]
    first.plot(ordered, 100 * (np.arange(len(ordered)) + 0.5) / len(ordered), drawstyle="steps-mid", color="#0072B2")
    for percent, sign in ((5, "v"), (50, "o"), (95, "^")) if of_sample(file) else ():
        first.plot(np.percentile(ordered, percent), percent, sign, color="black", label=f"{percent} %: "
                   f"{units.quantity(factor * np.percentile(ordered, percent), unit, 3)}")
    beyond, most = style.scale(first, ordered, "x")
    limit, limits = picks.threshold(options.below, file, sample.metric), []
    if limit is not None:
        said = f"{'size ' if values.min() < 0 else ''}below {units.quantity(limit, unit)}: "
        if of_sample(file):
            share, least, most_of = (100 * part for part in met(file, sample, limit))
            said += f"{share:.3g} % ({least:.3g} to {most_of:.3g} %)"
        else:
            said += counted_below(sample, limit)
        limits = [end / factor for end in answers.limits(values, limit)]
        for k, end in enumerate(limits):
            first.axvline(end, color="black", linestyle=":", linewidth=1, label=None if k else said)
    first.set_ylim(0, 100)
    style.label(first, x=words, y="share of scenarios below / %", name=sample.metric)
    style.legend(first)
    for axes, (axis, how) in zip(panels[1:], shown):
        x = axis.x
        if axis.labels:
            places = sorted(set(axis.labels))
            x = np.array([places.index(axis.labels[i]) for i in range(len(axis))], dtype=float)
            x = x + 0.3 * (np.random.default_rng(1).random(len(x)) - 0.5)  # side by side, not on top of each other
            style.names(axes, "x", list(range(len(places))), places)
        elif logarithmic(axis.si):
            style.logarithmic(axes, "x", axis.x)
        axes.plot(x[sample.known], values / factor, "o", markersize=2.2, markeredgewidth=0, color="#0072B2",
                  alpha=1.0 if len(values) < 300 else 0.5, rasterized=True)
        style.scale(axes, values / factor)
        for end in limits:
            axes.axhline(end, color="black", linestyle=":", linewidth=1)
        style.label(axes, x=with_unit(axis.words, axis.spelling), y=words,
                    name=f"{axis.name} ({kind(axis)} {how:.2f})" if np.isfinite(how) else axis.name)
    style.heading(made, title(file))
    off = [f"{beyond} values beyond {units.quantity(most * factor, unit, 2)} are off the scale"] if beyond else []
    return made, off


def correlations(sample):
    lines = []
    for its in ("rank correlation", "correlation ratio"):
        said = [f"{axis.name} {how:.2f}" for axis, how in sample.parameters if kind(axis) == its and np.isfinite(how)]
        lines += [f"{its}: {', '.join(said)}"] if said else []
    return lines or ["no rank correlation: that takes three scenarios with different values"]


def say(file, sample, options):
    unit, values = unit_of(file[sample.metric]), sample.values[sample.known]
    low, middle, high = np.percentile(values, [5, 50, 95])
    lines = outcome_note(file, np.asarray(file["outcome"][()]))
    ended = int(np.sum(picks.good(file)))
    if len(values) < ended:
        lines.append(f"{ended - len(values)} of {scenarios(ended)} that ended well have no {sample.metric} and are left out")
    limit = picks.threshold(options.below, file, sample.metric)
    if not of_sample(file):
        lines.append(f"{sample.metric}: {units.quantity(values.min(), unit)} to {units.quantity(values.max(), unit)} ({scenarios(len(values))})")
        if limit is not None:
            lines.append(f"{sample.metric} stays below {units.quantity(limit, unit)} at {counted_below(sample, limit)}: {NO_SAMPLE}")
        return lines + correlations(sample) + picks.numerical_error(file, sample.metric)
    lines.append(f"{sample.metric}: median {units.quantity(middle, unit)}, 5 % below {units.quantity(low, unit)}, "
                 f"95 % below {units.quantity(high, unit)} ({scenarios(len(values))})")
    if limit is not None:
        share, least, most = met(file, sample, limit)
        lines.append(f"{sample.metric} stays below {units.quantity(limit, unit)} in {100 * share:.3g} % of them "
                     f"(95 % interval {100 * least:.3g} to {100 * most:.3g} %)")
    return lines + correlations(sample) + picks.numerical_error(file, sample.metric)


def plot(file, options):
    sample = prepare(file, options)
    made, off = draw(file, sample, options)
    return made, say(file, sample, options) + off
