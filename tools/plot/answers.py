"""Key numbers printed with a plot: where a curve stays below a threshold, and its range."""
import numpy as np

import units


def limits(values, threshold):
    """The limits of values of a size below the threshold: of both signs where the values are."""
    return [sign * threshold for sign in sorted(set(np.sign(values[values != 0])))] or [threshold]


def crossings(x, values, threshold):
    """[(x, position of the grid point before it, level)] where values are the threshold or its negative, linear in between.

    The values are interpolated, not their sizes: these have a kink where the sign changes."""
    found = []
    for i in range(len(x) - 1):
        for sign in (1, -1):
            before, after = sign * values[i], sign * values[i + 1]
            if (before < threshold) != (after < threshold):
                share = (threshold - before) / (after - before)
                found.append((x[i] + share * (x[i + 1] - x[i]), i, sign * threshold))
    return sorted(found)


def below(axis, x, values, metric, unit, threshold):
    """Lines on where |metric| stays below the threshold. x in plot units, values in SI."""
    size = np.abs(values)

    def said(value, digits=3):
        return units.quantity(value, unit, digits)

    limit, under = said(threshold, 4), size < threshold
    span = f"{axis.name} from {axis.shown(x[0])} to {axis.shown(x[-1])}"
    if axis.labels:
        names = "; ".join(axis.shown(p) for p, ok in zip(x, under) if ok)
        return [f"{metric} stays below {limit} for {axis.name} = {names}" if names else f"{metric} never stays below {limit}"]
    if under.all():
        return [f"{metric} stays below {limit} everywhere: {span} (largest {said(size.max())})"]
    found = crossings(x, values, threshold)
    if not found:
        return [f"{metric} never stays below {limit}: {span} (smallest {said(size.min())})"]
    points = [f"grid points {axis.shown(x[i])}: {said(values[i])}, {axis.shown(x[i + 1])}: {said(values[i + 1])}"
              for _, i, _ in found]
    if len(found) == 1:
        side = "up to" if under[0] else "from"
        return [f"{metric} stays below {limit} {side} {axis.name} = {axis.shown(found[0][0], 3)} ({points[0]})"]
    lines = [f"{metric} crosses {limit} {len(found)} times over {span}:"]
    inside = bool(under[0])
    for (at, _, _), where in zip(found, points):
        lines.append(f"  {'rises above' if inside else 'falls below'} it at {axis.shown(at, 3)} ({where})")
        inside = not inside
    return lines


def range_of(axis, x, values, metric, unit):
    """'velocity.error_pct: 4.49 % (at 0.1 ms) to 87.9 % (at 1.5 ms)'"""
    low, high = int(np.argmin(values)), int(np.argmax(values))
    return f"{metric}: {units.quantity(values[low], unit)} (at {axis.shown(x[low])}) to " \
           f"{units.quantity(values[high], unit)} (at {axis.shown(x[high])})"
