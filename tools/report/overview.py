"""The sections above the charts: what was run, outcomes and warnings, key numbers with their errors."""
import tomllib

import numpy as np

import captures
import docks
import html_parts as html
import measures
import sampled
import units
from reading import dimensions, keys_on, meanings, numbers, read_axis, text, unit_of, variable_axis, words_of

MODELS = {"axial": "an axial docking", "sixdof": "a docking in six degrees of freedom",
          "rig": "an axial docking on the piezo rig",
          "four_mass": "an impact of two spacecraft of two masses each"}
RUNS = {("docking", "hil"): "each simulated twice: ideally (docking model) and through the testbed's instruments (HIL model)",
        ("docking",): "each simulated ideally (docking model)", ("hil",): "each simulated through the testbed's instruments (HIL model)"}
MOST_NAMED = 12
MOST_COLUMNS = 6


def study_of(file):
    """The resolved study as parsed TOML; empty if the file has none."""
    try:
        return tomllib.loads(text(file.attrs.get("study", "")))
    except tomllib.TOMLDecodeError:
        return {}


def counted(number, thing):
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def sentence(file, study):
    """'28 scenarios of an axial docking, each simulated twice: ...'"""
    what = MODELS.get(study.get("model", "axial"), study.get("model", ""))
    models = tuple(sorted(study.get("models", ["docking", "hil"])))
    runs = RUNS.get(models, f"each simulated with {', '.join(models)}")
    total = int(file["outcome"].size)
    first = f"{counted(total, 'scenario')} of {what}, {runs}."
    if sampled.applies(file):
        design = study.get("design", {}).get("type", "")
        return f"{first} Their parameters are sampled{' (' + design.replace('_', ' ') + ')' if design else ''}."
    axes = len(dimensions(file["outcome"]))
    return f"{first} They are all combinations of the values of {counted(axes, 'axis').replace('axiss', 'axes')}." if axes > 1 else first


def span(axis):
    """(number of values, the values or their range)."""
    count = len(set(axis.labels)) if axis.labels else len(np.unique(axis.si))
    if axis.labels:
        names = list(dict.fromkeys(axis.labels))
        return count, "; ".join(names[:MOST_NAMED]) + (" ..." if len(names) > MOST_NAMED else "")
    known = axis.si[np.isfinite(axis.si)]
    if not known.size:
        return count, "undefined"
    return count, axis.at(int(np.nanargmin(axis.si))) + (f" to {axis.at(int(np.nanargmax(axis.si)))}" if count > 1 else "")


def varied(file):
    """The axes, or the parameters of a design."""
    names = dimensions(file["outcome"])
    if sampled.applies(file):
        return [variable_axis(file, key) for key in keys_on(file, names[0]) if key in file and key != names[0]]
    return [read_axis(file, name) for name in names]


def held(file):
    """[(key, value, description)] of the fixed parameters."""
    rows = []
    for key in text(file["outcome"].attrs.get("coordinates", "")).split():
        if key not in file or file[key].shape != ():
            continue
        value, dataset = file[key][()], file[key]
        said = units.quantity(float(value), unit_of(dataset)) if dataset.dtype.kind in "iuf" else text(value)
        rows.append((key, said, text(dataset.attrs.get("description", ""))))
    return rows


def run(file):
    study = study_of(file)
    parts = [html.paragraph(sentence(file, study), "lead")]
    axes = varied(file)
    if axes:
        rows = [((axis.words, axis.name), *span(axis)) for axis in axes]
        parts.append(html.table(("Varied", "Values", "Range"), rows, {1}))
    rows = held(file)
    if rows:
        parts.append(html.details(f"Fixed parameters ({len(rows)})", html.table(("Key", "Value", "Meaning"), rows)))
    return parts + resolved(file)


def resolved(file):
    study = text(file.attrs.get("study", ""))
    if not study:
        return []
    return [html.details("Study with all defaults", f"<pre>{html.words(study.strip())}</pre>")]


def share(count, total):
    return f"{100 * count / total:.3g} %" if total else ""


def outcomes(file):
    flags = np.asarray(file["outcome"][()])
    names, total = meanings(file["outcome"]), flags.size
    found = dict(zip(*np.unique(flags, return_counts=True)))
    rows = [(names[flag].replace("_", " "), f"{count:,}", share(count, total)) for flag, count in sorted(found.items())]
    parts = [html.table(("Outcome", "Scenarios", "Share"), rows, {1, 2}, "narrow")]
    lost = total - int(found.get(0, 0))
    if lost:
        parts.append(html.paragraph(f"{counted(lost, 'scenario')} did not end well and {'is' if lost == 1 else 'are'} excluded from "
                                    "all numbers and charts below."))
    if docks.applies(file):
        found, models = docks.states(file)
        names = docks.names_of(models, "captured.agreement" in file)
        rows = [(name, f"{int(np.sum(found == i)):,}", share(int(np.sum(found == i)), total))
                for i, name in enumerate(names) if name and (found == i).any()]
        parts.append(html.table(("Docking", "Scenarios", "Share"), rows, {1, 2}, "narrow"))
    elif captures.applies(file):
        parts.append("<ul>" + "".join(f"<li>{html.units(line)}</li>" for line in captures.shares_of(file)) + "</ul>")
    return parts + (warnings(file) or [html.paragraph("No warnings.")])


def warnings(file):
    lines = [line for line in text(file.attrs.get("warnings", "")).splitlines() if line]
    listed = "".join(f"<li>{html.units(line)}</li>" for line in lines)
    return [f"<h3>Warnings</h3><ul class=warnings>{listed}</ul>"] if lines else []


def row(m, single):
    def said(value):
        return units.number(value / m.factor, 4)

    values = [said(m.middle)] if single else [said(m.low), said(m.middle), said(m.high)]
    return ((m.words, m.name), *values, m.spelling, measures.error_said(m), *([] if single else ["constant" if m.alike else f"{m.worst:,}"]))


def numbers_table(found, single):
    head = ("Measure", *(["Value"] if single else ["Least", "Median", "Greatest"]), "Unit", "Numerical error",
            *([] if single else ["Largest in scenario"]))
    return html.table(head, [row(m, single) for m in found], {1, 3} if single else {1, 2, 3, 5, 6}, "measures")


def named(file, found):
    """Parameters of the scenarios listed in a table of measures."""
    shape = file["outcome"].shape
    axes = [axis for axis in varied(file) if len(axis) > 1]
    if not shape or not axes:
        return ""
    rows = []
    for index in sorted({m.worst for m in found if not m.alike}):
        at = dict(zip(dimensions(file["outcome"]), np.unravel_index(index, shape)))
        places = [index if sampled.applies(file) else int(at[name]) for name in
                  ([None] * len(axes) if sampled.applies(file) else [n for n in at if len(read_axis(file, n)) > 1])]
        rows.append((f"{index:,}", *(axis.at(place) for axis, place in zip(axes, places))))
    if not rows:
        return ""
    if len(axes) > MOST_COLUMNS:  # upright, it would be wider than the page
        head, *columns = zip(*rows)
        return html.table(("Scenario", *head), [((axis.words, axis.name), *column) for axis, column in zip(axes, columns)],
                          set(range(1, len(rows) + 1)), "narrow")
    return html.table(("Scenario", *((axis.words, axis.name) for axis in axes)), rows, set(range(len(axes) + 1)), "narrow" if len(axes) < 3 else "")


def key_numbers(file, found):
    lead = measures.key(found)
    single = file["outcome"].size == 1
    parts = []
    if lead:
        parts.append(numbers_table(lead, single))
        basis, total = int(file.attrs.get("error_scenarios", 0)), int(file["outcome"].size)
        again = f"{basis:,} of the {total:,} scenarios" if basis < total else "all scenarios" if total > 1 else "the scenario"
        parts.append(html.paragraph(
            f"Numerical error: 95th percentile, in the measure's unit, estimated by running {again} again with finer steps."
            if basis else "Numerical errors were not estimated.", "note"))
        if not single and named(file, lead):
            parts.append("<h3>Scenarios with the largest magnitudes</h3>" + named(file, lead))
    else:
        parts.append(html.paragraph("No measure is both defined and converged." if any(m.count for m in found) else measures.NO_NUMBER))
    others = [m for m in found if m.usable and m not in lead]
    unsteady = [m for m in found if m.count and not m.converges]
    undefined = [m for m in found if not m.count]
    if others:
        parts.append(html.details(f"All other measures ({len(others)})", numbers_table(others, single)))
    if unsteady:
        parts.append(html.details(f"Measures that do not converge ({len(unsteady)})", html.paragraph(
            "Their numerical error is at least half of their median; they support no conclusion.") +
            numbers_table(unsteady, single)))
    if undefined:
        parts.append(html.details(f"Measures undefined in {'all scenarios' if not single else 'this scenario'} ({len(undefined)})",
                                  html.table(("Measure",), [((m.words, m.name),) for m in undefined])))
    return parts


def of_result(file, found):
    """`found` are the measures of the file."""
    return [html.section("run", "What was run", "\n".join(run(file))),
            html.section("outcomes", "Outcomes and warnings", "\n".join(outcomes(file))),
            html.section("numbers", "Key numbers", "\n".join(key_numbers(file, found)))]


def scalars(file):
    """[(description, key, value)] of the scalars at the root of a trace or a recording."""
    rows = []
    for name, item in file.items():
        if getattr(item, "shape", None) != () or "long_name" not in item.attrs:
            continue
        if "flag_meanings" in item.attrs:
            rows.append((words_of(item, 120), name, meanings(item)[int(item[()])].replace("_", " ")))
        elif item.dtype.kind in "iuf":
            rows.append((words_of(item, 120), name, units.quantity(float(numbers(file, name)), unit_of(item))))
        else:
            rows.append((words_of(item, 120), name, text(item[()])))
    return rows


TABLES = {"sensitivity": "Which parameters matter (hilspace analyse)", "requirement": "A requirement (hilspace require)",
          "stability": "Stability of the testbed (hilspace stability)", "attribution": "Which stage of the instruments causes the error (hilspace explain)",
          "derivatives": "What a percent of each parameter does (hilspace analyse --local)",
          "qualification": "Which scenarios the rig can bear (hilspace qualify)", "envelope": "What the testbed emulates stably (hilspace envelope)"}


def of_file(file, kind, lines=(), more=""):
    """Sections of a trace, a table, a recording or a campaign; `lines` are its key statements, `more` is HTML."""
    content, index = text(file.attrs.get("content", "")), file.attrs.get("scenario_index")
    said = "A recording of the rig" if "rig" in file else {"campaign": "A campaign on the rig", "table": TABLES.get(content, f"A table of {content}"),
                                                           "trace": "Time histories"}.get(kind, kind)
    parts = [html.paragraph(said + (f" of scenario {int(index)}." if index is not None else "."), "lead")]
    if lines:
        parts.append("<ul>" + "".join(f"<li>{html.units(line.strip())}</li>" for line in lines) + "</ul>")
    parts.append(more)
    rows = scalars(file)
    if rows:
        parts.append(html.details(f"Scalars ({len(rows)})", html.table(("Meaning", "Key", "Value"), rows, {2})))
    return [html.section("run", "Contents", "\n".join(parts + warnings(file) + resolved(file)))]
