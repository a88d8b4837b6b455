"use strict";
// Parallel coordinates: one axis per parameter and measure, one line per scenario, coloured by the measure.

const MOST_LINES = 300;
const MOST_AXES = 7;

report.parallel = (host, parameters, column, { is, label }) => {
  const width = report.widthOf(host), height = 330, top = 62, bottom = height - 14;
  const shown = parameters.slice(0, MOST_AXES);
  const measured = { ...column, labels: null, log: false };
  const axes = [...shown, measured];
  const across = d3.scalePoint().domain(d3.range(axes.length)).range([70, width - 70]);
  const measure = report.valueScale(Array.from(column.values), false, [bottom, top], 0);
  if (!measure) { report.empty(host, "Undefined in all scenarios."); return ""; }
  const scales = axes.map(axis => axis === measured ? measure.scale
    : report.axisScale({ ...axis, values: axis.labels ? axis.labels.map((_, i) => i) : Array.from(axis.values) }, [bottom, top]));
  const svg = report.drawing(host, width, height).attr("role", "img").attr("aria-label", label);
  const [low, high] = measure.scale.domain();
  const known = d3.range(column.values.length).filter(i => Math.abs(column.values[i]) <= measure.limit && axes.every(axis => Number.isFinite(axis.values[i])));
  const highlighted = known.filter(is), every = Math.ceil(highlighted.length / MOST_LINES);
  const drawn = highlighted.filter((_, k) => k % every === 0);
  const line = d3.line().x((_, k) => across(k)).y((v, k) => scales[k](v));
  const share = v => (v - low) / (high - low || 1);
  svg.append("g").selectAll("path").data(drawn).enter().append("path").attr("class", "thread").attr("d", i => line(axes.map(axis => axis.values[i])))
    .style("stroke", i => report.look(Math.round(100 * Math.max(0, Math.min(1, share(column.values[i])))), 101, true).color);
  axes.forEach((axis, k) => {
    const group = svg.append("g").attr("class", "axis parallel").attr("transform", `translate(${across(k)},0)`);
    group.append("line").attr("class", "base").attr("y1", top).attr("y2", bottom);
    const ticks = axis.labels ? axis.labels.map((words, i) => ({ words, y: scales[k](i) }))
      : report.ticks(scales[k], 5).map(v => ({ words: report.number(v), y: scales[k](v) }));
    ticks.forEach(tick => group.append("text").attr("class", "halo").attr("x", k === axes.length - 1 ? -5 : 5).attr("y", tick.y + 4)
      .attr("text-anchor", k === axes.length - 1 ? "end" : "start").text(tick.words.length > 18 ? `${tick.words.slice(0, 17)}\u2026` : tick.words));
    const parts = axis.name.split(/(?<=\.)/);
    [...parts, report.micro(axis.unit)].filter(words => words).forEach((words, row, all) =>
      group.append("text").attr("class", "title").attr("text-anchor", "middle").attr("y", top - 10 - 14 * (all.length - 1 - row)).text(words));
  });
  const left = parameters.length - shown.length;
  return [every > 1 ? `${drawn.length} of ${highlighted.length} scenarios are drawn.` : "", left ? `The ${shown.length} parameters with the largest rank correlation are shown; ${left} more are in the data.` : "",
          measure.words].filter(words => words).join(" ");
};
