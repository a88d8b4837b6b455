"use strict";
// A sampled design: distribution of a measure, its dependence on each parameter, and parallel coordinates.

report.sample = (host, data) => {
  const hash = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  const state = { metric: (data.columns.find(c => c.name === hash.get("metric")) || data.columns[0]).name,
                  parameter: (data.parameters[0] || {}).name, against: (data.parameters[1] || {}).name, log: false, share: "all", selection: {} };
  const bar = host.appendChild(Object.assign(document.createElement("form"), { className: "controls" }));
  bar.addEventListener("submit", event => event.preventDefault());
  const place = id => {
    const part = host.appendChild(Object.assign(document.createElement("figure"), { id }));
    return { part, caption: part.appendChild(document.createElement("figcaption")), chart: part.appendChild(document.createElement("div")),
             below: part.appendChild(document.createElement("div")) };
  };
  const states = place("captures"), spread = place("distribution"), scatter = place("scatter"), parallel = place("parallel");
  report.choice(bar, "Measure", report.measureOptions(data.columns), state.metric, value => { delete state.selection[state.metric]; state.metric = value; draw(); }, "metric");
  // Names have no order, so that their ratio has no sign.
  const correlated = (column, i) => {
    const parameter = data.parameters[i], how = (column.correlations || [])[i];
    return Number.isFinite(how) ? `${parameter.words} (${parameter.labels ? "correlation ratio" : "rank correlation"} ${how.toFixed(2).replace("-", "\u2212")})` : parameter.words;
  };
  const strongest = column => d3.range(data.parameters.length).sort((a, b) => Math.abs((column.correlations || [])[b] || 0) - Math.abs((column.correlations || [])[a] || 0))
    .map(i => data.parameters[i]);
  const over = data.parameters.length ? report.choice(bar, "Over", data.parameters.map(p => ({ value: p.name, words: p.words })),
    state.parameter, value => { state.parameter = value; draw(); }, "over") : null;
  if (data.columns.some(column => column.states) && data.parameters.length > 1)
    report.choice(bar, "Against (maps of states)", data.parameters.map(p => ({ value: p.name, words: p.words })), state.against, value => { state.against = value; draw(); }, "against");
  report.choice(bar, "Highlight", [{ value: "all", words: "all scenarios" }, { value: "low", words: "smallest tenth" }, { value: "high", words: "largest tenth" }],
    state.share, value => { state.share = value; draw(); }, "share");
  report.box(bar, "logarithmic", state.log, value => { delete state.selection[state.metric]; state.log = value; draw(); }, "log");

  /** Whether a scenario is highlighted, by the magnitude of the measure. */
  const chosen = column => {
    if (state.share === "all") return () => true;
    const size = Float64Array.from(column.values, Math.abs).filter(Number.isFinite).sort();
    const limit = d3.quantile(size, state.share === "low" ? 0.1 : 0.9);
    return i => state.share === "low" ? Math.abs(column.values[i]) <= limit : Math.abs(column.values[i]) >= limit;
  };
  const valueOf = (parameter, i) => parameter.labels ? parameter.labels[parameter.values[i]] : report.quantity(parameter.values[i], parameter.unit);
  const describe = (column, i) => [column.states ? column.states[column.values[i]] : `${column.name} = ${report.quantity(column.values[i], column.unit)}`,
    ...data.parameters.slice(0, 8).map(p => `${p.name} = ${valueOf(p, i)}`), `scenario ${data.rows[i]}`];

  const draw = () => {
    const column = data.columns.find(c => c.name === state.metric), parameter = data.parameters.find(p => p.name === state.parameter);
    const is = chosen(column), both = i => is(i) && report.isSelected(state.selection, data.parameters, column, state.log, i), words = report.titled(column.name, column.unit);
    if (over) [...over.options].forEach((option, i) => { option.textContent = correlated(column, i); });
    states.part.hidden = !column.states || data.parameters.length < 2;
    for (const part of [spread, scatter, parallel]) part.part.hidden = Boolean(column.states);
    if (column.states) {
      if (states.part.hidden) return;
      const against = data.parameters.find(p => p.name === (state.against === state.parameter ? data.parameters.find(q => q !== parameter).name : state.against));
      states.caption.textContent = `${column.words} over ${parameter.words} and ${against.words}`;
      states.below.replaceChildren();
      report.legend(states.below, "", report.captures(states.chart, column, parameter, against, i => describe(column, i)).map(curve => ({ name: curve.name, look: report.curveLook(curve) })));
      return;
    }
    spread.caption.textContent = `Distribution: share of scenarios whose ${column.words} is below a value`;
    report.note(spread.below.replaceChildren() || spread.below, report.distribution(spread.chart, column, { words, log: state.log, label: spread.caption.textContent, isSample: data.is_sample }));
    scatter.part.hidden = parallel.part.hidden = !parameter;
    if (!parameter) return;
    scatter.caption.textContent = `${column.words} over ${parameter.words}`;
    report.note(scatter.below.replaceChildren() || scatter.below, report.scatter(scatter.chart, parameter, column,
      { words, log: state.log, is: both, label: scatter.caption.textContent, describe: i => describe(column, i) }));
    parallel.caption.textContent = `All parameters and ${column.words}, one line per scenario`;
    report.note(parallel.below.replaceChildren() || parallel.below, report.parallel(parallel.chart, strongest(column), column, { is, label: parallel.caption.textContent,
      log: state.log, describe: i => describe(column, i), selection: state.selection, changed: draw }));
  };
  draw();
  return draw;
};
