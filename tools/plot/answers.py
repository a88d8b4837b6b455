"""Key numbers printed with a plot: where a curve stays below a threshold, and its range."""
import numpy as np

import units


def crossings(x, size, threshold):
    """[(x where the size equals the threshold, position of the grid point before it)], linear in between."""
    found = []
    for i in range(len(x) - 1):
        if (size[i] < threshold) != (size[i + 1] < threshold):
            share = (threshold - size[i]) / (size[i + 1] - size[i])
            found.append((x[i] + share * (x[i + 1] - x[i]), i))
    return found


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
    if not under.any():
        return [f"{metric} never stays below {limit}: {span} (smallest {said(size.min())})"]
    found = crossings(x, size, threshold)
    points = [f"grid points {axis.shown(x[i])}: {said(size[i])}, {axis.shown(x[i + 1])}: {said(size[i + 1])}"
              for _, i in found]
    if len(found) == 1:
        side = "up to" if under[0] else "from"
        return [f"{metric} stays below {limit} {side} {axis.name} = {axis.shown(found[0][0], 3)} ({points[0]})"]
    lines = [f"{metric} crosses {limit} {len(found)} times over {span}:"]
    return lines + [f"  {'rises above' if under[i] else 'falls below'} it at {axis.shown(at, 3)} ({where})"
                    for (at, i), where in zip(found, points)]


def range_of(axis, x, values, metric, unit):
    """'velocity.error_pct: 4.49 % (at 0.1 ms) to 87.9 % (at 1.5 ms)'"""
    low, high = int(np.argmin(values)), int(np.argmax(values))
    return f"{metric}: {units.quantity(values[low], unit)} (at {axis.shown(x[low])}) to " \
           f"{units.quantity(values[high], unit)} (at {axis.shown(x[high])})"
