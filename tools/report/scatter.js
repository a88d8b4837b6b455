"use strict";
// A measure over a parameter, one point per scenario.

const MOST_POINTS = 3000;

report.scatter = (host, parameter, column, options) => {
  const { words, log, is, label, describe } = options;
  const values = Array.from(column.values);
  const axis = { ...parameter, values: parameter.labels ? parameter.labels.map((_, i) => i) : Array.from(parameter.values) };
  const width = report.widthOf(host), names = axis.labels ? report.names(axis.labels, (width - 80) / axis.labels.length) : null;
  const height = 340 + (names ? names.below - 18 : 0);
  const frame = { left: 64, right: width - 14, top: 30, bottom: height - 42 - (names ? names.below - 18 : 0) };
  const y = report.valueScale(values, log, [frame.bottom, frame.top], 0);
  if (!y) { report.empty(host, "Undefined in all scenarios."); return ""; }
  const x = report.axisScale(axis, [frame.left + 8, frame.right - 8]);
  const zoom = report.zoom(host, `${label} ${log}`, frame, { x: axis.labels ? null : x, y: y.scale }, () => report.scatter(host, parameter, column, options));
  const svg = report.drawing(host, width, height);
  report.axisLeft(svg, y.scale, frame, log && values.some(v => v < 0) ? `size of ${words}` : words);
  report.axisBelow(svg, x, frame, report.titled(axis.words, axis.unit), axis);
  const known = d3.range(values.length).filter(i => Number.isFinite(values[i]) && Math.abs(values[i]) <= y.limit && (!log || values[i] !== 0) && Number.isFinite(parameter.values[i]));
  const every = Math.ceil(known.length / MOST_POINTS);
  // Points of a category are spread sideways by multiples of the golden ratio, which is even and reproducible.
  const beside = i => axis.labels ? 0.5 * Math.min(60, (width - 80) / axis.labels.length) * ((i * 0.618034) % 1 - 0.5) : 0;
  const points = known.filter((_, k) => k % every === 0).map(i => ({ x: x(parameter.values[i]) + beside(i), y: y.scale(y.of(values[i])), i }));
  zoom.clipped(svg).selectAll("circle").data(points).enter().append("circle").attr("r", points.length > 800 ? 1.8 : 2.6)
    .attr("cx", p => p.x).attr("cy", p => p.y).attr("class", p => is(p.i) ? "point" : "point faint");
  const entry = p => p && { ...p, point: p, lines: describe(p.i) };
  const seen = points.filter(zoom.has), ordered = seen.slice().sort((a, b) => a.x - b.x);
  report.explore(svg, host, (px, py) => entry(seen[d3.scan(seen, (a, b) => Math.hypot(a.x - px, a.y - py) - Math.hypot(b.x - px, b.y - py))]),
    (at, key) => entry(ordered[ordered.indexOf(at.point) + (key === "ArrowRight" || key === "ArrowUp" ? 1 : -1)]), label, zoom);
  return [every > 1 ? `${points.length} of ${known.length} points are drawn.` : "", y.words].filter(said => said).join(" ");
};
