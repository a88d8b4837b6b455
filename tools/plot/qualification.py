"""Result of `qualify`: scenarios that the rig can perform, with their margins."""
import numpy as np

import style
from errors import PlotError
from reading import dimensions, meanings, numbers, read_axis, title

MOST_BARS = 60


def rows(file):
    """[(label, margin in %, binding limit, qualifies)] of every scenario, in the file's order."""
    names = dimensions(file["margin_pct"]) if file["margin_pct"].shape else []
    axes = [read_axis(file, name, "margin_pct") for name in names]
    margin, binds, good = numbers(file, "margin_pct"), file["binds"], file["qualifies"][()]
    said = meanings(binds)
    found = []
    for place in np.ndindex(margin.shape):
        found.append((", ".join(axis.at(i) for axis, i in zip(axes, place)), float(margin[place]), said[int(binds[place])],
                      bool(good[place])))
    return found


def say(file):
    shown, kinds = rows(file), meanings(file["binds"])
    lines = [f"{sum(row[3] for row in shown)} of {len(shown)} scenarios qualify"]
    lines += [f"{kind.replace('_', ' ')} binds in {sum(r[2] == kind for r in shown)}, of which {sum(r[2] == kind and r[3] for r in shown)} qualify"
              for kind in kinds if any(r[2] == kind for r in shown)]
    lost = sum(not np.isfinite(row[1]) for row in shown)
    return lines + [f"{lost} scenarios have no margin and are left out"] * (lost > 0)


def plot(file, options):
    shown = rows(file)
    kinds = meanings(file["binds"])
    ranked = sorted(shown, key=lambda row: -np.nan_to_num(row[1], nan=-np.inf))
    known = [row for row in ranked if np.isfinite(row[1])]
    if not known:
        raise PlotError(f"{file.filename}: no scenario has a margin")
    few = len(known) <= MOST_BARS
    made, (axes,) = style.figure(1, options.width, height=0.5 + (0.13 * len(known) if few else 3.0))
    places = np.arange(len(known))[::-1]
    height = 0.8 if few else 1.0
    bottom = max(-100.0, min(row[1] for row in known))
    for k, kind in enumerate(kinds):
        here = [i for i, row in enumerate(known) if row[2] == kind]
        if here:
            axes.barh(places[here], [max(known[i][1], bottom) for i in here], height=height, label=f"{kind.replace('_', ' ')} binds",
                      color=style.COLOURS[1:][k % 6], hatch=["", "////", "....", "xxxx", "\\\\\\\\", "++"][k % 6],
                      edgecolor="black", linewidth=0.3)
    axes.axvline(0, color="black", linewidth=1.0)
    if few:
        axes.set_yticks(places, [row[0] for row in known], fontsize=6)
        axes.set_ylim(-0.7, len(known) - 0.3)
    else:
        axes.set_yticks([])
        style.label(axes, y=f"{len(known)} scenarios, by margin")
    axes.grid(axis="y", visible=False)
    style.label(axes, x="margin to the limit that binds / %")
    style.legend(axes)
    style.heading(made, title(file))
    off = sum(row[1] < bottom for row in known)
    return made, say(file) + [f"{off} margins below -100 % are cut there"] * bool(off)
