"use strict";
// A grid of scenarios: a measure over one axis, one curve per value of a second axis, and a heat map of both; sliders set
// the other axes. The selection is kept in the address, so that it can be bookmarked.

const MOST_CURVES = 8;

const lengthsOf = axes => axes.map(axis => axis.values.length);

/** Index into a column of the scenario at these positions. */
const cellAt = (lengths, positions) => positions.reduce((index, position, k) => index * lengths[k] + position, 0);

/** Evenly spaced positions, at most `most`. */
const spread = (count, most) => count <= most ? d3.range(count)
  : [...new Set(d3.range(most).map(i => Math.round(i * (count - 1) / (most - 1))))];

const stateFrom = (data, suffix) => {
  const said = new URLSearchParams(location.hash.includes("=") && !suffix ? location.hash.slice(1) : "");
  const names = data.axes.map(axis => axis.name);
  const known = (name, fallback) => names.includes(said.get(name)) ? names.indexOf(said.get(name)) : fallback;
  const state = {
    metric: data.columns.some(c => c.name === said.get("metric")) ? said.get("metric") : data.columns[0].name,
    x: known("x", Math.max(0, names.indexOf(data.x))), by: said.get("by") === "none" ? -1 : known("by", names.indexOf(data.by)),
    log: said.get("log") === "1",
    held: data.axes.map(axis => {
      const at = Number(said.get(`at.${axis.name}`));
      return said.has(`at.${axis.name}`) && Number.isInteger(at) && at >= 0 && at < axis.values.length ? at : (data.at || {})[axis.name] || 0;
    }),
  };
  if (state.by === state.x) state.by = -1;
  return state;
};

const remember = (data, state) => {
  const said = new URLSearchParams({ metric: state.metric, x: data.axes[state.x].name, by: state.by < 0 ? "none" : data.axes[state.by].name });
  if (state.log) said.set("log", "1");
  state.held.forEach((at, k) => { if (at !== ((data.at || {})[data.axes[k].name] || 0) && k !== state.x && k !== state.by) said.set(`at.${data.axes[k].name}`, at); });
  try { history.replaceState(null, "", `#${said}`); } catch (refused) { console.info("the address is not updated:", refused.message); }
};

/** 'actuator.total_delay = 0.4 ms' of every axis with more than one value. */
const placeLines = (data, positions) => data.axes.map((axis, k) => axis.values.length > 1 ? `${axis.name} = ${report.valueAt(axis, positions[k])}` : null)
  .filter(words => words);

/** Index of the scenario in the result, whose axes may be longer than those of the page. */
const scenarioAt = (data, positions) => {
  if (!data.lengths) return [];  // places of a table, not scenarios
  const first = data.repeats * cellAt(data.lengths, positions.map((position, k) => data.kept[k][position]));
  return [data.repeats > 1 ? `scenarios ${first} to ${first + data.repeats - 1}` : `scenario ${first}`];
};

const said = (column, value) => column.states ? `${column.docks ? "" : `${column.words}: `}${column.states[value] || "undefined"}`
  : `${column.name} = ${report.quantity(value, column.unit)}`;

const absentSaid = (column, curves) => [[1, "\u25b2"], [2, "\u00d7"]].filter(([state]) => curves.some(curve => curve.absent.includes(state)))
  .map(([state, sign]) => `${sign} ${column.states[state]}`).join("; ");

/** Ends of the intervals at these cells. */
const intervalOf = (column, cells) => {
  if (column.half) return { low: cells.map(c => column.values[c] - column.half[c]), high: cells.map(c => column.values[c] + column.half[c]) };
  return column.low ? { low: cells.map(c => column.low[c]), high: cells.map(c => column.high[c]) } : {};
};

/** `suffix` is that of the identifiers; the first grid of a page has none, and its selection is in the address. */
report.grid = (host, data, suffix = "") => {
  const state = stateFrom(data, suffix), lengths = lengthsOf(data.axes);
  const bar = host.appendChild(Object.assign(document.createElement("form"), { className: "controls" }));
  bar.addEventListener("submit", event => event.preventDefault());
  const heldNote = host.appendChild(Object.assign(document.createElement("p"), { className: "held" }));
  const place = (title, id) => {
    const part = host.appendChild(Object.assign(document.createElement("figure"), { id }));
    const caption = part.appendChild(Object.assign(document.createElement("figcaption"), { textContent: title }));
    return { part, caption, chart: part.appendChild(document.createElement("div")), below: part.appendChild(document.createElement("div")) };
  };
  const curves = place("", `lines${suffix}`), map = place("", `map${suffix}`);
  const moving = data.axes.map((axis, k) => k).filter(k => data.axes[k].values.length > 1);

  const controls = () => {
    bar.replaceChildren();
    report.choice(bar, "Measure", report.measureOptions(data.columns), state.metric, value => { state.metric = value; draw(); }, `metric${suffix}`);
    const options = ks => ks.map(k => ({ value: String(k), words: data.axes[k].words }));
    const over = moving.length ? moving : [state.x];
    report.choice(bar, "Over", options(over), String(state.x), value => {
      if (Number(value) === state.by) state.by = state.x;
      state.x = Number(value); controls(); draw();
    }, `over${suffix}`);
    if (moving.length > 1)
      report.choice(bar, "Curves of", [...options(moving.filter(k => k !== state.x)), { value: "-1", words: "none" }], String(state.by),
        value => { state.by = Number(value); controls(); draw(); }, `by${suffix}`);
    for (const k of moving)
      if (k !== state.x && k !== state.by) report.slider(bar, data.axes[k], state.held[k], value => { state.held[k] = value; draw(); });
    report.box(bar, "logarithmic", state.log, value => { state.log = value; draw(); }, `log${suffix}`);
  };

  const at = (i, j) => { const p = state.held.slice(); p[state.x] = i; if (state.by >= 0) p[state.by] = j; return p; };
  const describe = (column, i, j) => {
    const positions = at(i, j), cell = cellAt(lengths, positions);
    const half = column.half ? [`95 % interval: \u00b1 ${report.quantity(column.half[cell], column.unit, 2)}`] : [];
    const ends = column.low && Number.isFinite(column.values[cell]) ? [`${column.interval}: ${report.quantity(column.low[cell], column.unit)} to ${report.quantity(column.high[cell], column.unit)}`] : [];
    const more = data.columns.filter(other => other.always && other !== column).map(other => said(other, other.values[cell]));
    return [said(column, column.values[cell]), ...half, ...ends, ...more, ...placeLines(data, positions), ...scenarioAt(data, positions)];
  };

  const drawLines = (column, x, by) => {
    curves.part.hidden = Boolean(column.states) || x.values.length < 2 && !by;
    if (curves.part.hidden) return;
    const shown = by ? spread(by.values.length, MOST_CURVES) : [0];
    const made = shown.map((j, c) => ({
      name: by ? report.valueAt(by, j) : column.name, j, x: x.values, at: x.values.map((_, i) => i),
      y: Float64Array.from(x.values, (_, i) => column.values[cellAt(lengths, at(i, j))]),
      ...intervalOf(column, x.values.map((_, i) => cellAt(lengths, at(i, j)))),
      look: report.look(c, shown.length, Boolean(by && !by.labels)) }));
    curves.caption.textContent = `${column.words} over ${x.words}` + (by ? `, by ${by.words}` : "");
    // What is known where a curve has no value: all or nothing of what was tried.
    const absent = column.absent && data.columns.find(other => other.name === column.absent);
    if (absent) for (const curve of made) curve.absent = x.values.map((_, i) => absent.values[cellAt(lengths, at(i, curve.j))]);
    const words = report.lines(curves.chart, x, made, { words: report.titled(column.name, column.unit), log: state.log, error: column.error, reference: column.reference,
      label: curves.caption.textContent, describe: (curve, i) => describe(column, i, curve.j) });
    curves.below.replaceChildren();
    if (by) report.legend(curves.below, by.words, made, Boolean(x.labels));
    if (absent) report.note(curves.below, absentSaid(absent, made));
    if (by && shown.length < by.values.length) report.note(curves.below, `${shown.length} of ${by.values.length} values of ${by.words} are drawn.`);
    report.note(curves.below, words);
  };

  const drawMap = (column, x, by) => {
    map.part.hidden = !by;
    if (!by && !column.states) return;
    if (!by) {
      map.part.hidden = false;
      by = { name: "", words: "", unit: "", values: [0], labels: [""] };
    }
    const cells = by.values.map((_, j) => x.values.map((__, i) => column.values[cellAt(lengths, at(i, j))]));
    map.caption.textContent = `${column.words} over ${x.words}${by.words ? ` and ${by.words}` : ""}`;
    map.below.replaceChildren();
    report.map(map.chart, column, x, by, cells, { log: state.log, label: map.caption.textContent, describe: (i, j) => describe(column, i, j) });
  };

  const draw = keep => {
    const column = data.columns.find(c => c.name === state.metric), x = data.axes[state.x], by = state.by < 0 ? null : data.axes[state.by];
    const held = moving.filter(k => k !== state.x && k !== state.by).map(k => `${data.axes[k].name} = ${report.valueAt(data.axes[k], state.held[k])}`);
    heldNote.textContent = held.length ? `Fixed: ${held.join(", ")}` : "";
    drawLines(column, x, by);
    drawMap(column, x, by);
    if (keep !== "again" && !suffix) remember(data, state);
  };
  controls();
  draw("again");
  return () => draw("again");
};
