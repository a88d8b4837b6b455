"""Charts of a campaign on the rig: docking model, twin and rig of every run, the fidelities and their intervals."""
import csv
import os

import numpy as np

import campaign
import html_parts as html
import units
from errors import PlotError
from reading import meanings, numbers, unit_of, words_of
from tables import listed

LOOKS = {"docking": (5, "circle", -0.16), "twin": (6, "square", 0.0), "rig": (0, "cross", 0.16)}
MOST_RUNS = 2000


def measures(file):
    return [name.removesuffix("_rig") for name in file if name.endswith("_rig") and f"{name.removesuffix('_rig')}_twin" in file]


def panel(file, name, done, labels, places, runs):
    unit = unit_of(file[f"{name}_rig"])
    values = {model: numbers(file, f"{name}_{model}")[done] for model in LOOKS}
    factor, spelling = units.handy(unit, max(units.largest_of(v) for v in values.values()))
    words = words_of(file[f"{name}_rig"], 120).removesuffix(", rig")
    curves = [{"name": said, "color": LOOKS[model][0], "mark": LOOKS[model][1], "x": listed(places + LOOKS[model][2]),
               "y": listed(values[model] / factor), "said": [f"{said}, {run}" for run in runs]} for model, _, _, said in campaign.MODELS]
    return {"title": words, "x": {"words": "scenario of the study", "unit": "", "labels": labels}, "y": {"words": name, "unit": spelling}, "curves": curves}


def statistics_of(path):
    return f"{os.path.splitext(path)[0]}.statistics.csv"


def statistics(path):
    """Rows of the table of statistics that is written beside the campaign; none if it is not there."""
    table = statistics_of(path)
    if not os.path.exists(table):
        return []
    with open(table, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(row, name):
    try:
        return float(row.get(name) or "nan")
    except ValueError:
        return np.nan


def fidelities(rows, labels):
    """Fidelity of each scenario and measure with Fieller's interval; measures whose intervals are too wide do not set the scale."""
    found = []
    for k, name in enumerate(dict.fromkeys(row["measure"] for row in rows)):
        own = [row for row in rows if row["measure"] == name and row["scenario"] in labels and np.isfinite(number(row, "fidelity_pct"))]
        if own:
            curve = {"name": "fidelity", "color": 0, "mark": "circle", "x": [labels.index(row["scenario"]) for row in own]}
            for key, column in (("y", "fidelity_pct"), ("low", "fidelity_low_pct"), ("high", "fidelity_high_pct")):
                curve[key] = listed([number(row, column) for row in own])
            curve["said"] = [f"scenario {row['scenario']}, {row['rig_count']} runs of the rig" for row in own]
            found.append({"choice": name, "title": f"Fidelity of {name}: share of the rig's error that the twin predicts, with its 95 % interval",
                          "x": {"words": "scenario of the study", "unit": "", "labels": labels}, "y": {"words": "fidelity", "unit": "%"}, "curves": [curve],
                          "reference": {"value": 100.0, "words": "100 %"},
                          "note": "" if len(own) == len(labels) else f"Undefined for {len(labels) - len(own)} of {len(labels)} scenarios: the error is within its noise."})
    return found


def table(rows):
    """The statistics as a table."""
    def said(row, name, digits=4):
        value = number(row, name)
        return "" if np.isnan(value) else units.number(value, digits)

    body = []
    for row in rows:
        factor, spelling = units.handy(row["units"], units.largest_of([number(row, "docking"), number(row, "twin_mean"), number(row, "rig_mean")]))
        values = [units.number(number(row, n) / factor, 4) for n in ("docking", "twin_mean", "rig_mean")]
        low, high = said(row, "fidelity_low_pct", 3), said(row, "fidelity_high_pct", 3)
        body.append((row["scenario"], row["measure"], row["rig_count"], *values, spelling, said(row, "fidelity_pct", 3), f"{low} to {high}" if low and high else row.get("because") or "",
                     said(row, "expanded_pct", 2), row.get("agrees", "")))
    head = ("Scenario", "Measure", "Runs", "Docking model", "Twin", "Rig", "Unit", "Fidelity / %", "Interval / %", "Uncertainty / %", "Agrees")
    return html.details(f"Statistics ({len(rows)} rows)", html.table(head, body, {0, 2, 3, 4, 5, 7, 9}))


def states(file):
    flags = np.asarray(file["state"][()])
    rows = [(name.replace("_", " "), f"{int(np.sum(flags == k)):,}") for k, name in enumerate(meanings(file["state"])) if (flags == k).any()]
    return html.table(("Runs", "Number"), rows, {1}, "narrow")


def data(file, path):
    """(charts, lines, HTML of the tables)"""
    options = type("Options", (), {"metric": measures(file)})
    try:
        labels, places, _, done = campaign.prepare(file, options)
    except PlotError:
        return [], ["No run is done."], states(file)
    lines = campaign.say(file, campaign.QUANTITIES, done)
    if done.sum() > MOST_RUNS:
        kept = np.sort(np.random.default_rng(1).choice(np.flatnonzero(done), MOST_RUNS, replace=False))
        lines.append(f"Charts contain {MOST_RUNS:,} of the {int(done.sum()):,} runs, selected at random.")
        places, done = places[np.searchsorted(np.flatnonzero(done), kept)], np.isin(np.arange(len(done)), kept)
    runs = [f"scenario {int(s)}, repetition {int(r)}" for s, r in zip(numbers(file, "scenario")[done], numbers(file, "repetition")[done])]
    chosen = [name for name in dict.fromkeys(campaign.QUANTITIES + options.metric) if name in options.metric]
    charts = [{"kind": "panels", "id": "runs", "title": "Docking model, twin and rig", "choose": "Measure",
               "panels": [panel(file, name, done, labels, places, runs) for name in chosen]}]
    rows = statistics(path)
    if not rows:
        return charts, lines + [f"Statistics (fidelities with intervals, uncertainty) are in {os.path.basename(statistics_of(path))}, which is not beside the file."], states(file)
    charts.append({"kind": "panels", "id": "fidelity", "title": "Fidelity", "choose": "Measure", "panels": fidelities(rows, labels)})
    return charts, lines, states(file) + table(rows)
