"use strict";
// The data of the page as CSV, one file per kind of charts.

const quoted = words => /[",\n]/.test(words) ? `"${words.replace(/"/g, '""')}"` : words;
const cell = value => Number.isFinite(value) ? String(Number(value.toPrecision(6))) : "";
const headed = column => quoted(column.unit ? `${column.name} [${column.unit}]` : column.name);
const valueOf = (column, i) => column.states ? quoted(column.states[column.values[i]] || "") : cell(column.values[i]);
// A column and the ends of its intervals; of repeats, the mean and the half-width of its interval, by the names of the file.
const headsOf = (column, averaged) => averaged
  ? [".mean", ...(column.half ? [".interval"] : [])].map(end => headed({ ...column, name: column.name + end }))
  : [headed(column), ...(column.low ? ["low", "high"].map(end => headed({ ...column, name: `${column.name}.${end}` })) : [])];
const cellsOf = (column, i) => [valueOf(column, i), ...(column.half ? [cell(column.half[i])] : []), ...(column.low ? [cell(column.low[i]), cell(column.high[i])] : [])];

report.gridRows = function* (data) {
  const moving = data.axes.filter(axis => axis.values.length > 1);
  const averaged = data.repeats > 1, scenarios = averaged ? ["first scenario", "last scenario"] : ["scenario"];
  yield [...(data.lengths ? scenarios : []), ...moving.map(headed), ...data.columns.flatMap(column => headsOf(column, averaged || column.half))];
  const lengths = data.axes.map(axis => axis.values.length);
  const count = lengths.reduce((product, n) => product * n, 1);
  for (let i = 0; i < count; ++i) {
    let rest = i, scenario = 0, stride = 1;
    const positions = [];
    for (let k = lengths.length - 1; k >= 0; --k) {
      positions[k] = rest % lengths[k];
      rest = Math.floor(rest / lengths[k]);
      if (!data.lengths) continue;  // places of a table, not scenarios
      scenario += data.kept[k][positions[k]] * stride;
      stride *= data.lengths[k];
    }
    const places = data.axes.map((axis, k) => axis.labels ? quoted(axis.labels[positions[k]]) : cell(axis.values[positions[k]]))
      .filter((_, k) => data.axes[k].values.length > 1);
    const first = scenario * data.repeats, numbers = averaged ? [first, first + data.repeats - 1] : [first];
    yield [...(data.lengths ? numbers.map(String) : []), ...places, ...data.columns.flatMap(column => cellsOf(column, i))];
  }
};

report.sampleRows = function* (data) {
  yield ["scenario", ...data.parameters.map(headed), ...data.columns.map(headed)];
  for (let i = 0; i < data.rows.length; ++i)
    yield [String(data.rows[i]), ...data.parameters.map(p => p.labels ? quoted(p.labels[p.values[i]]) : cell(p.values[i])),
           ...data.columns.map(column => valueOf(column, i))];
};

report.rankingRows = function* (data) {
  yield ["of", "row", "measure", "value", "low", "high", "unit"];
  for (const view of data.views)
    for (const s of view.series)
      for (let r = 0; r < view.rows.length; ++r)
        yield [view.name, view.rows[r], s.words, cell(s.values[r]), cell((s.low || s.from || [])[r]), cell((s.high || (s.from ? s.values : []))[r]), s.unit].map(quoted);
};

/** Curves of panels, one row per point. */
report.panelRows = function* (panels) {
  yield ["chart", "curve", "x", "x unit", "y", "y unit", "low", "high"];
  for (const panel of panels)
    for (const curve of panel.curves)
      for (let i = 0; i < curve.x.length; ++i)
        yield [...[panel.title, curve.said ? curve.said[i] : curve.name].map(quoted), panel.x.labels ? quoted(panel.x.labels[Math.round(curve.x[i])] || "") : cell(curve.x[i]), quoted(panel.x.unit),
               cell(curve.y[i]), quoted(panel.y.unit), curve.low ? cell(curve.low[i]) : "", curve.high ? cell(curve.high[i]) : ""];
};

const rowsOf = { grid: report.gridRows, sample: report.sampleRows, ranking: report.rankingRows, panels: chart => report.panelRows(chart.panels) };

report.csv = data => {
  const lines = [];
  for (const row of rowsOf[data.kind](data)) lines.push(row.join(","));
  return `${lines.join("\n")}\n`;
};

/** Buttons: one for each part of the page with data. */
report.download = (host, data) => {
  const base = data.file.replace(/\.h5$/, "");
  const offer = (words, id, name, chart) => {
    const button = host.appendChild(Object.assign(document.createElement("button"), { type: "button", id, textContent: words }));
    button.addEventListener("click", () => {
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([report.csv(chart())], { type: "text/csv" })), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
  };
  if (data.columns) offer("Download the charts' data as CSV", "csv", `${base}.csv`, () => data);
  for (const chart of data.charts || []) offer(`${chart.title} as CSV`, `csv-${chart.id}`, `${base}-${chart.id}.csv`, () => chart);
  (data.histories || []).forEach((trace, i) =>
    offer(`Time histories${data.histories.length > 1 ? ` of ${report.micro(trace.name)}` : ""} as CSV`, `csv-trace-${i}`, `${base}-history-${i}.csv`, () => ({ kind: "panels", panels: trace.panels })));
  report.note(host, `Values on this page are rounded to four digits; ${data.file} has all digits and all scenarios (hilspace show, xarray, MATLAB, ncdump).`);
};
