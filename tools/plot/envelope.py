"""Result of `envelope`: what a testbed emulates stably, over virtual stiffness and damping, and the rebounds simulated there."""
import numpy as np

import picks
import style
import units
from errors import PlotError
from reading import dimensions, numbers, outcome_note, title


def testbed(file, options):
    """(index of the scenario whose testbed is drawn, mask of all scenarios that have the same one, lines)."""
    at, said = picks.places(file, options.at)
    index = tuple(at.get(name, 0) for name in dimensions(file["outcome"]))
    same = np.ones(file["outcome"].shape, dtype=bool)
    for name in ("border.stiffness", "border.damping_min", "border.damping_max"):
        border = numbers(file, name)
        same &= np.all(np.isclose(border, border[index], rtol=1e-9, equal_nan=True), axis=-1)
    return index, same, said


def say(file, index, same):
    """Lines on the testbed of this scenario, which is that of all of the mask."""
    lines = outcome_note(file, np.asarray(file["outcome"][()]))
    largest = numbers(file, "virtual.stiffness_max")[index]
    lines.append(f"stable up to a virtual stiffness of {units.quantity(largest, 'N m-1')}" if np.isfinite(largest)
                 else "no limit of the virtual stiffness")
    own = [numbers(file, name)[index] for name in ("virtual_stiffness", "virtual.damping_min", "virtual.damping_max")]
    upper = f" to {units.quantity(own[2], 'N s m-1')}" if np.isfinite(own[2]) else " on"
    lines.append(f"at {units.quantity(own[0], 'N m-1')} " + (f"stable damping from {units.quantity(own[1], 'N s m-1')}{upper}"
                 if np.isfinite(own[1]) else "no damping is stable"))
    shown = numbers(file, "rebound_shown")[same]
    finite = np.isfinite(shown)
    return lines + [f"{int(finite.sum())} rebounds simulated on this testbed, {int((shown[finite] > 1).sum())} of them above 1"]


def plot(file, options):
    index, same, said = testbed(file, options)
    stiffness, least, most = (numbers(file, f"border.{name}")[index] for name in ("stiffness", "damping_min", "damping_max"))
    known = np.isfinite(least)
    if not known.any():
        raise PlotError(f"{file.filename}: no virtual damping is stable on this testbed")
    k_v, b_v, shown = (numbers(file, name)[same] for name in ("virtual_stiffness", "virtual_damping", "rebound_shown"))
    limited = known & np.isfinite(most)
    made, (axes,) = style.figure(1, options.width, height=2.4)
    top = most[limited].max() if limited.any() else 4 * max(least[known].max(), np.abs(b_v).max(), 1.0)
    axes.fill_between(stiffness[known], least[known], np.where(np.isfinite(most), most, top)[known], color="#56B4E9", alpha=0.3,
                      linewidth=0, label="stable")
    axes.plot(stiffness[known], least[known], color="#0072B2", label="border")
    axes.plot(stiffness[limited], most[limited], color="#0072B2")
    for part, marker, words in ((shown <= 1, "o", "rebound up to 1"), (shown > 1, "x", "gives energy")):
        if part.any():
            axes.plot(k_v[part], b_v[part], marker, color="black", markersize=3.5, label=words)
    style.around_zero(axes, "y", 10)
    largest = max(numbers(file, "real_stiffness")[index], np.abs(k_v).max(), 1.0)
    style.around_zero(axes, "x", 1.000001 * 10.0 ** np.ceil(np.log10(largest) - 1e-3))  # no label between its decade and 0
    style.label(axes, x="virtual stiffness / N/m", y="virtual damping / N s/m")
    style.legend(axes)
    style.heading(made, title(file))
    return made, said + say(file, index, same)
