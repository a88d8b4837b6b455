"""Common style: colours distinguishable in grey, labels without overlap, output files."""
import io
import os
import re
import textwrap

import numpy as np

from ending import replace, undisturbed
from errors import PlotError

COLUMN = 8.5 / 2.54   # inches: a column of a journal; plots of this width are printed unscaled
PAGE = 17.5 / 2.54
# Okabe and Ito, in an order that alternates dark and light.
COLOURS = ["#000000", "#D55E00", "#56B4E9", "#009E73", "#CC79A7", "#0072B2", "#E69F00", "#7F7F7F"]
MARKERS = "osD^vPX*<>"
LINES = ["-", "--", "-.", ":", (0, (6, 1.5, 1, 1.5, 1, 1.5)), (0, (3, 3))]
MICRO = re.compile(r"(?<![\w.])u(?=([msVJN]|rad)\b)")  # as written in files and commands
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MODELS = {"docking": ("#0072B2", "-", "docking model"), "hil": ("#D55E00", "--", "HIL model"),
          "rig": ("#000000", "-.", "rig")}
RC = {
    "font.size": 8, "axes.titlesize": 8, "axes.labelsize": 8, "legend.fontsize": 7.5, "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5, "figure.titlesize": 8.5, "lines.linewidth": 1.3, "lines.markersize": 4, "axes.grid": True,
    "grid.alpha": 0.35, "grid.linewidth": 0.5, "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False, "legend.frameon": False, "figure.dpi": 100, "pdf.fonttype": 42, "svg.fonttype": "none",
    "svg.hashsalt": "hilspace", "axes.formatter.useoffset": False, "path.simplify": True,
    "text.parse_math": False,  # a title may say $
}


def ready():
    """matplotlib without a screen, in our style."""
    import matplotlib
    matplotlib.use("Agg")
    matplotlib.rcParams.update(RC)
    import matplotlib.pyplot as plt
    return plt


def figure(panels, width=None, height=1.9, share=False, columns=None):
    """(figure, axes): panels below each other in one column, or side by side where the width has room for two."""
    plt = ready()
    width = width or (COLUMN if panels < 4 else PAGE)
    columns = columns or (1 if share else max(1, min(panels, round(width / COLUMN), 3)))
    rows = -(-panels // columns)
    made, grid = plt.subplots(rows, columns, squeeze=False, sharex="col" if share else False,
                              figsize=(width, 0.5 + height * rows), constrained_layout=True)
    for extra in list(grid.flat)[panels:]:
        extra.remove()
    made.inches_wide = width / columns
    return made, list(grid.flat)[:panels]


def look(index, ordered=0):
    """Colour, marker and line of the index-th curve; `ordered` ones run from dark to light."""
    style = {"marker": MARKERS[index % len(MARKERS)], "linestyle": LINES[index % len(LINES)]}
    if ordered > 2:
        import matplotlib
        style["color"] = matplotlib.colormaps["cividis"](0.88 * index / (ordered - 1))
    else:
        style["color"] = COLOURS[index % len(COLOURS)]
    return style


def wrapped(words, inches, size=8.0):
    """Broken into lines that fit."""
    words = re.sub(r"(?<=\d) (?=[A-Za-zµ%])|(?<=[<>]=) | (?=\d+\u00a0/)", "\u00a0", words)  # a number and its unit stay together, and what it bounds
    return textwrap.fill(words, max(12, int(inches * 72 / (0.5 * size))), break_long_words=False)


def heading(made, words, small=()):
    """Title, with the fixed values below it in small print."""
    inches = made.get_figwidth() - 0.2
    lines = [wrapped(words, inches, 8.5)] + [wrapped(line, inches, 8.5) for line in small if line]
    made.suptitle("\n".join(lines))
    made.set_figheight(made.get_figheight() + 0.14 * sum(line.count("\n") + 1 for line in lines))


def label(axes, x=None, y=None, name=None):
    """Axis labels, broken where they are longer than the axis (see fit); `name` stands above the panel, left."""
    axes.words = getattr(axes, "words", {}) | {side: words.replace(" / ", "\u00a0/\u00a0")
                                               for side, words in (("x", x), ("y", y), ("name", name)) if words}
    if x is not None:
        axes.set_xlabel(wrapped(axes.words["x"], axes.get_figure().inches_wide - 0.7))
    if y is not None:
        axes.set_ylabel(wrapped(axes.words["y"], 1.6))
    if name:
        axes.set_title(wrapped(axes.words["name"], axes.get_figure().inches_wide - 0.4), loc="left", fontsize=7.5, color="0.25")


def fit(made):
    """Rewraps labels to the space that the layout leaves each panel."""
    for axes in made.axes:
        words = getattr(axes, "words", {})
        if "x" in words:
            axes.set_xlabel(wrapped(MICRO.sub("µ", words["x"]), 1.1 * axes.bbox.width / made.dpi, 8.5))
        if "name" in words:
            axes.set_title(wrapped(MICRO.sub("µ", words["name"]), 1.05 * axes.bbox.width / made.dpi), loc="left", fontsize=7.5,
                           color="0.25")
        if "y" in words:
            axes.set_ylabel(wrapped(MICRO.sub("µ", words["y"]), 1.1 * axes.bbox.height / made.dpi, 8.5))


def legend(axes, title=None, handles=None, labels=None, room=1.0):
    """Legend below the panel, clear of the data, in as many columns as fit into a share of its width."""
    if handles is None:
        handles, labels = axes.get_legend_handles_labels()
    if not handles or len(handles) < 2 and not title and not (labels and labels[0]):
        return
    made = axes.get_figure()
    inches = room * (made.inches_wide - 0.3)
    longest = max(len(words) for words in labels)
    columns = int(max(1, min(len(labels), 4, inches / (0.42 + 0.062 * longest))))
    labels = [wrapped(words, inches - 0.5, 7.5) for words in labels]
    title = wrapped(title, inches, 7.5) if title else None
    axes.legend_request = (handles, labels, title, columns)
    rows = -(-len(labels) // columns) + sum(words.count("\n") for words in labels)
    made.set_figheight(made.get_figheight() + 0.14 * (rows + (title.count("\n") + 1 if title else 0)) + 0.06)


def place_legends(made):
    """Places legends below each axis and its labels."""
    from matplotlib.transforms import ScaledTranslation
    made.draw_without_rendering()
    for axes in made.axes:
        if not hasattr(axes, "legend_request"):
            continue
        handles, labels, title, columns = axes.legend_request
        low = axes.xaxis.get_tightbbox(made.canvas.get_renderer())
        down = (axes.bbox.y0 - low.y0) / made.dpi if low is not None else 0.0
        shift = ScaledTranslation(0, -down - 0.04, made.dpi_scale_trans)
        axes.legend(handles, labels, title=title, title_fontsize=7.5, ncols=columns, loc="upper center",
                    bbox_to_anchor=(0.5, 0.0), bbox_transform=axes.transAxes + shift, borderaxespad=0.0, handlelength=2.6,
                    columnspacing=1.2, labelspacing=0.3)


def plain(value, _=None):
    """A number on a logarithmic axis: 0.1, 1, 200; powers of ten only far out, 2×10⁵."""
    if value == 0 or 1e-4 < abs(value) < 1e5:
        return f"{value:g}".replace("-", "\u2212")
    digits, power = f"{abs(value):.2e}".split("e")
    front = "" if float(digits) == 1 else f"{float(digits):g}\u00d7"
    return ("\u2212" if value < 0 else "") + front + "10" + str(int(power)).translate(RAISED)


def logarithmic(axes, side, values=None):
    """A readable logarithmic axis: ticks at 1, 2, 5 if there are few decades."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator
    getattr(axes, f"set_{side}scale")("log")
    low, high = getattr(axes, f"get_{side}lim")()
    if values is not None and np.any(values > 0):
        low, high = np.min(values[values > 0]), np.max(values)
    decades = np.log10(high / low) if low > 0 else 3
    axis = getattr(axes, f"{side}axis")
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if decades < 1.7 else (1, 3) if decades < 2.2 and low >= 0.01 else (1,), numticks=12))
    axis.set_minor_locator(LogLocator(subs=range(1, 10), numticks=12) if decades < 6 else NullLocator())
    axis.set_minor_formatter(FuncFormatter(lambda value, at: ""))
    axis.set_major_formatter(FuncFormatter(plain))


def around_zero(axes, side, linear, **options):
    """A symmetric logarithmic axis, linear up to there."""
    from matplotlib.ticker import FuncFormatter
    getattr(axes, f"set_{side}scale")("symlog", linthresh=linear, **options)
    getattr(axes, f"{side}axis").set_major_formatter(FuncFormatter(plain))


def signed(axes, values):
    """A symmetric logarithmic axis, linear near 0, for values that grow by factors and change sign."""
    size = np.abs(values[np.isfinite(values) & (values != 0)])
    straight = 10.0 ** np.floor(np.log10(np.percentile(size, 25)))
    around_zero(axes, "y", 1.000001 * straight, linscale=0.5)  # the logarithm of 1000 is rounded down otherwise


def vertical(axes, values, factors):
    """Chooses a logarithmic scale where values grow by factors along a logarithmic axis; returns whether it did."""
    size = np.abs(values[np.isfinite(values) & (values != 0)])
    if not factors or len(size) < 3 or size.max() < 40 * np.median(np.sort(size)[:max(1, len(size) // 4)]):
        return False
    if np.nanmin(values) > 0:
        logarithmic(axes, "y", values[np.isfinite(values)])
    else:
        signed(axes, values)
    return True


def names(axes, side, places, labels):
    """Categories as ticks; turned and thinned out until they do not touch (see finish)."""
    labels = [MICRO.sub("µ", words) for words in labels]
    getattr(axes, f"set_{side}ticks")(places, labels)
    if side == "x":
        axes.set_xlim(min(places) - 0.5, max(places) + 0.5)
        axes.named = (list(places), list(labels))


def overlapping(texts, renderer):
    boxes = [text.get_window_extent(renderer) for text in texts if text.get_visible() and text.get_text()]
    boxes.sort(key=lambda box: box.x0)
    return any(a.x1 > b.x0 - 2 and a.y1 > b.y0 and b.y1 > a.y0 for a, b in zip(boxes, boxes[1:]))


def untangle(made):
    """Overlapping tick labels are wrapped, then rotated, and finally thinned out."""
    made.draw_without_rendering()
    renderer = made.canvas.get_renderer()
    for axes in made.axes:
        if not hasattr(axes, "named"):
            continue
        places, labels = axes.named
        room = 1.4 * axes.bbox.width / made.dpi / max(1, len(places)) * 72 / 4.0
        broken = [textwrap.fill(words, max(8, int(room)), break_long_words=False) for words in labels]
        axes.set_xticks(places, broken)
        made.draw_without_rendering()
        if not overlapping(axes.get_xticklabels(), renderer):
            continue
        longest = max(map(len, labels))
        if longest <= 22 and len(places) <= 5:
            axes.set_xticks(places, labels, rotation=30, ha="right", rotation_mode="anchor")
            made.set_figheight(made.get_figheight() + 0.03 * longest)
            continue
        step = -(-len(places) // max(1, int(axes.bbox.width / made.dpi / 0.13)))
        two = axes.bbox.width / made.dpi / len(places) > 0.28
        shown = [textwrap.fill(words, 18, break_long_words=False) if two else words for words in labels]
        axes.set_xticks(places[::step], shown[::step], rotation=90)
        made.set_figheight(made.get_figheight() + 0.055 * min(60, max(len(line) for words in shown for line in words.split("\n"))))


def scale(axes, values, side="y"):
    """Robust axis limit: (number of values beyond it, limit). A few outliers do not set the scale."""
    size = np.abs(values[np.isfinite(values)])
    typical = np.percentile(size, 75) if len(size) else 0.0
    limit = 20.0 * typical
    beyond = int(np.sum(size > limit)) if typical > 0 else 0
    if not beyond or beyond > 0.1 * len(size):
        return 0, np.inf
    kept = values[np.isfinite(values) & (np.abs(values) <= limit)]
    low, high = float(kept.min()), float(kept.max())
    pad = 0.06 * (high - low or 1.0)
    getattr(axes, f"set_{side}lim")(low - pad, high + pad)
    return beyond, limit


def steady(axes, values, error):
    """Whether values differ by no more than their numerical error; then the axis does not magnify the differences."""
    known = values[np.isfinite(values)]
    if len(known) < 2 or not np.isfinite(error) or np.ptp(known) > 3 * error:
        return False
    centre = float(np.mean(known))
    reach = max(10 * error, 0.05 * abs(centre), 1e-300)
    axes.set_ylim(centre - reach, centre + reach)
    return True


def finish(made):
    """Final layout of labels; replaces 'u' by the micro sign."""
    from matplotlib.text import Text
    untangle(made)
    for item in made.findobj(Text):
        words = item.get_text()
        if MICRO.search(words):
            item.set_text(MICRO.sub("µ", words))
    for axes in made.axes:
        if hasattr(axes, "legend_request"):
            handles, labels, title, columns = axes.legend_request
            axes.legend_request = (handles, [MICRO.sub("µ", words) for words in labels], title, columns)
    place_legends(made)
    made.draw_without_rendering()
    fit(made)
    place_legends(made)  # the labels above them may have more lines now
    made.draw_without_rendering()


def save(made, output):
    """png (with 256 colours, a third of the size), pdf or svg, by the ending."""
    ending = os.path.splitext(output)[1].lower()
    if ending not in (".png", ".pdf", ".svg"):
        raise PlotError(f"{output}: pictures end in .png, .pdf or .svg")
    finish(made)
    raw = io.BytesIO()
    if ending != ".png":
        made.savefig(raw, format=ending[1:], metadata={"Date": None} if ending == ".svg" else {"CreationDate": None})
    else:
        from PIL import Image  # comes with matplotlib
        whole = io.BytesIO()
        made.savefig(whole, dpi=200, format="png")
        Image.open(whole).convert("RGB").quantize(256).save(raw, format="png", optimize=True)
    with undisturbed():
        replace(output, raw.getbuffer(), ".plot-")


def multiples(step):
    from matplotlib.ticker import MultipleLocator
    return MultipleLocator(step)
