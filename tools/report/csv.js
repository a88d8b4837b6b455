"use strict";
// The data of the page as CSV.

const quoted = words => /[",\n]/.test(words) ? `"${words.replace(/"/g, '""')}"` : words;
const cell = value => Number.isFinite(value) ? String(Number(value.toPrecision(6))) : "";
const headed = column => quoted(column.unit ? `${column.name} [${column.unit}]` : column.name);
const valueOf = (column, i) => column.states ? quoted(column.states[column.values[i]] || "") : cell(column.values[i]);

report.gridRows = function* (data) {
  const moving = data.axes.filter(axis => axis.values.length > 1);
  yield ["scenario", ...moving.map(headed), ...data.columns.map(headed)];
  const lengths = data.axes.map(axis => axis.values.length);
  const count = lengths.reduce((product, n) => product * n, 1);
  for (let i = 0; i < count; ++i) {
    let rest = i, scenario = 0, stride = 1;
    const positions = [];
    for (let k = lengths.length - 1; k >= 0; --k) {
      positions[k] = rest % lengths[k];
      rest = Math.floor(rest / lengths[k]);
      scenario += data.kept[k][positions[k]] * stride;
      stride *= data.lengths[k];
    }
    const places = data.axes.map((axis, k) => axis.labels ? quoted(axis.labels[positions[k]]) : cell(axis.values[positions[k]]))
      .filter((_, k) => data.axes[k].values.length > 1);
    yield [String(scenario * data.repeats), ...places, ...data.columns.map(column => valueOf(column, i))];
  }
};

report.sampleRows = function* (data) {
  yield ["scenario", ...data.parameters.map(headed), ...data.columns.map(headed)];
  for (let i = 0; i < data.rows.length; ++i)
    yield [String(data.rows[i]), ...data.parameters.map(p => p.labels ? quoted(p.labels[p.values[i]]) : cell(p.values[i])),
           ...data.columns.map(column => valueOf(column, i))];
};

report.csv = data => {
  const lines = [];
  for (const row of data.kind === "sample" ? report.sampleRows(data) : report.gridRows(data)) lines.push(row.join(","));
  return `${lines.join("\n")}\n`;
};

report.download = (host, data) => {
  const button = Object.assign(document.createElement("button"), { type: "button", id: "csv", textContent: "Download the charts' data as CSV" });
  button.addEventListener("click", () => {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([report.csv(data)], { type: "text/csv" })),
                                                              download: `${data.file.replace(/\.h5$/, "")}.csv` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
  host.append(button);
  report.note(host, `Values on this page are rounded to four digits; ${data.file} has all digits and all scenarios (hilspace show, xarray, MATLAB, ncdump).`);
};
