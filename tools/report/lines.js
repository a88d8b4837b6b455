"use strict";
// Curves over an axis of the study. Categories are not joined by lines.

/**
 * curves: [{name, x: [in plot units], y, low and high: [ends of intervals] or absent, at: [position on the axis], look, absent:
 * [1 where a value is missing because it would lie above, 2 below]}].
 * `reference` = {value, words} is a line across. `describe(curve, i)` returns the lines of the tooltip.
 */
report.lines = (host, axis, curves, options) => {
  const { words, log, error, label, describe, reference } = options;
  const ends = curve => curve.low ? [...curve.low, ...curve.high] : [];
  const values = curves.flatMap(curve => [...curve.y, ...ends(curve)]).concat(reference ? [reference.value] : []);
  const width = report.widthOf(host);
  const names = axis.labels ? report.names(axis.labels, (width - 80) / axis.labels.length) : null;
  const height = 340 + (names ? names.below - 18 : 0);
  const frame = { left: 64, right: width - 14, top: 30, bottom: height - 42 - (names ? names.below - 18 : 0) };
  const y = report.valueScale(values, log, [frame.bottom, frame.top], error);
  if (!y) { report.empty(host, "Undefined here: no scenario of this selection has a value."); return ""; }
  const x = report.axisScale(axis, [frame.left + 8, frame.right - 8]);
  const zoom = report.zoom(host, `${label} ${log}`, frame, { x: axis.labels ? null : x, y: y.scale }, () => report.lines(host, axis, curves, options));
  const svg = report.drawing(host, width, height);
  report.axisLeft(svg, y.scale, frame, log && values.some(v => v < 0) ? `size of ${words}` : words);
  report.axisBelow(svg, x, frame, report.titled(axis.words, axis.unit), axis);
  const [bottom, top] = y.scale.domain();
  if (!log && bottom < 0 && top > 0)
    svg.append("line").attr("class", "zero").attr("x1", frame.left).attr("x2", frame.right).attr("y1", y.scale(0)).attr("y2", y.scale(0));
  const inside = zoom.clipped(svg), points = [];
  if (reference && y.scale(y.of(reference.value)) >= frame.top) {
    const at = y.scale(y.of(reference.value));
    inside.append("line").attr("class", "reference").attr("x1", frame.left).attr("x2", frame.right).attr("y1", at).attr("y2", at);
  }
  curves.forEach((curve, c) => {
    const shift = axis.labels ? 8 * (c - (curves.length - 1) / 2) * Math.min(1, 5 / curves.length) : 0;
    const place = i => ({ x: x(axis.labels ? curve.at[i] : curve.x[i]) + shift, y: y.scale(y.of(curve.y[i])) });
    const drawn = Array.from(curve.y, v => Number.isFinite(v) && Math.abs(v) <= y.limit && (!log || v !== 0));
    const order = d3.range(curve.y.length).sort((a, b) => curve.x[a] - curve.x[b]);
    if (!axis.labels) {
      const line = d3.line().defined(i => drawn[i]).x(i => place(i).x).y(i => place(i).y);
      inside.append("path").attr("class", "curve").attr("d", line(order)).style("stroke", curve.look.color).attr("stroke-dasharray", curve.look.dash);
    }
    const shown = order.filter(i => drawn[i]);
    const end = v => y.scale(log ? Math.max(y.scale.domain()[0], y.of(v)) : v);
    if (curve.low)
      inside.append("g").selectAll("line").data(shown.filter(i => Number.isFinite(curve.low[i]) && Number.isFinite(curve.high[i]))).enter().append("line")
        .attr("class", "interval").attr("x1", i => place(i).x).attr("x2", i => place(i).x)
        .attr("y1", i => end(curve.low[i])).attr("y2", i => end(curve.high[i])).style("stroke", curve.look.color);
    if (axis.labels || shown.filter(i => zoom.has(place(i))).length <= 40)
      inside.append("g").selectAll("circle").data(shown).enter().append("circle").attr("r", axis.labels ? 3.5 : 2.4)
        .attr("cx", i => place(i).x).attr("cy", i => place(i).y).style("fill", curve.look.color);
    for (const i of order.filter(k => curve.absent && (curve.absent[k] === 1 || curve.absent[k] === 2))) {
      const above = curve.absent[i] === 1, spot = { x: place(i).x, y: above ? frame.top + 4 : frame.bottom - 4 };
      inside.append("path").attr("class", "sample").attr("d", report.markPath(above ? "triangle" : "cross", spot.x, spot.y)).style("stroke", curve.look.color).style("fill", above ? curve.look.color : "none");
      if (zoom.has(spot)) points.push({ ...spot, curve: c, i, lines: describe(curve, i) });
    }
    for (const i of shown) if (zoom.has(place(i))) points.push({ ...place(i), curve: c, i, lines: describe(curve, i) });
  });
  if (reference && y.scale(y.of(reference.value)) >= frame.top)
    inside.append("text").attr("class", "halo").attr("x", frame.right - 4).attr("y", y.scale(y.of(reference.value)) - 5).attr("text-anchor", "end").text(reference.words);
  const nearest = (px, py) => points.length ? points[d3.scan(points, (a, b) => Math.hypot(a.x - px, a.y - py) - Math.hypot(b.x - px, b.y - py))] : null;
  const step = (at, key) => {
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const own = points.filter(p => p.curve === at.curve);
      return own[own.indexOf(at) + (key === "ArrowRight" ? 1 : -1)];
    }
    const other = points.filter(p => p.i === at.i && p.curve !== at.curve && (key === "ArrowUp" ? p.y <= at.y : p.y >= at.y));
    return other[d3.scan(other, (a, b) => Math.abs(a.y - at.y) - Math.abs(b.y - at.y))];
  };
  report.explore(svg, host, nearest, step, label, zoom);
  return y.words;
};
