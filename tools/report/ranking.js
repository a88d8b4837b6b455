"use strict";
// Rankings: bars of one measure after the other, and the effects of Morris as points.

/** data: {views: [{name, words, note, axis, rows, series, reference, effects}]}; a view is chosen from a list. */
report.ranking = (host, data, suffix) => {
  const bar = host.appendChild(Object.assign(document.createElement("form"), { className: "controls" }));
  bar.addEventListener("submit", event => event.preventDefault());
  let chosen = data.views[0], log = false;
  if (data.views.length > 1)
    report.choice(bar, data.choose, data.views.map(view => ({ value: view.name, words: view.words, group: view.group })), chosen.name,
      name => { chosen = data.views.find(view => view.name === name); draw(); }, `view${suffix}`);
  report.box(bar, "logarithmic", log, value => { log = value; draw(); }, `log-${data.id}`);
  const held = host.appendChild(Object.assign(document.createElement("p"), { className: "held" }));
  const figure = host.appendChild(Object.assign(document.createElement("figure"), { id: `bars${suffix}` }));
  const caption = figure.appendChild(document.createElement("figcaption"));
  const chart = figure.appendChild(document.createElement("div")), below = figure.appendChild(document.createElement("div"));
  const more = host.appendChild(document.createElement("div"));
  more.id = `effects${suffix}`;
  const draw = () => {
    const { rows, series } = chosen;
    caption.textContent = chosen.title;
    held.textContent = data.views.length > 1 ? chosen.words : "";
    report.bars(chart, rows, series, { words: chosen.axis, label: `${chosen.title}: ${chosen.words}`, reference: chosen.reference, limits: chosen.limits, log,
      describe: (r, s) => [rows[r], ...(s.from ? [`${s.words} = ${report.quantity(s.from[r], s.unit)} to ${report.quantity(s.values[r], s.unit)}`]
        : [`${s.words} = ${report.quantity(s.values[r], s.unit)}`]),
        ...(s.low && Number.isFinite(s.low[r]) && Number.isFinite(s.high[r]) ? [`${s.interval}: ${report.quantity(s.low[r], s.unit)} to ${report.quantity(s.high[r], s.unit)}`] : [])] });
    below.replaceChildren();
    if (series.length > 1) report.legend(below, "", series.map((s, k) => ({ name: s.words, look: { color: report.barLook(k).color, dash: "" } })), true);
    if (chosen.note) report.note(below, chosen.note);
    more.replaceChildren();
    if (chosen.effects) report.panel(more, chosen.effects, log);
  };
  draw();
  return draw;
};
