"use strict";
// Curves over an axis of the study. Categories are not joined by lines.

/**
 * curves: [{name, x: [in plot units], y, half: [of intervals] or null, at: [position on the axis], look}]. `describe(curve, i)` returns the lines of the tooltip.
 */
report.lines = (host, axis, curves, { words, log, error, label, describe }) => {
  const ends = curve => curve.half ? [-1, 1].flatMap(sign => Array.from(curve.y, (v, i) => v + sign * curve.half[i])) : [];
  const values = curves.flatMap(curve => [...curve.y, ...ends(curve)]);
  const width = report.widthOf(host);
  const names = axis.labels ? report.names(axis.labels, (width - 80) / axis.labels.length) : null;
  const height = 340 + (names ? names.below - 18 : 0);
  const frame = { left: 64, right: width - 14, top: 30, bottom: height - 42 - (names ? names.below - 18 : 0) };
  const y = report.valueScale(values, log, [frame.bottom, frame.top], error);
  if (!y) { report.empty(host, "Undefined here: no scenario of this selection has a value."); return ""; }
  const x = report.axisScale(axis, [frame.left + 8, frame.right - 8]);
  const svg = report.drawing(host, width, height);
  report.axisLeft(svg, y.scale, frame, log && values.some(v => v < 0) ? `size of ${words}` : words);
  report.axisBelow(svg, x, frame, report.titled(axis.words, axis.unit), axis);
  const [bottom, top] = y.scale.domain();
  if (!log && bottom < 0 && top > 0)
    svg.append("line").attr("class", "zero").attr("x1", frame.left).attr("x2", frame.right).attr("y1", y.scale(0)).attr("y2", y.scale(0));
  const points = [];
  curves.forEach((curve, c) => {
    const shift = axis.labels ? 8 * (c - (curves.length - 1) / 2) * Math.min(1, 5 / curves.length) : 0;
    const place = i => ({ x: x(axis.labels ? curve.at[i] : curve.x[i]) + shift, y: y.scale(y.of(curve.y[i])) });
    const drawn = Array.from(curve.y, v => Number.isFinite(v) && Math.abs(v) <= y.limit && (!log || v !== 0));
    const order = d3.range(curve.y.length).sort((a, b) => curve.x[a] - curve.x[b]);
    if (!axis.labels) {
      const line = d3.line().defined(i => drawn[i]).x(i => place(i).x).y(i => place(i).y);
      svg.append("path").attr("class", "curve").attr("d", line(order)).style("stroke", curve.look.color).attr("stroke-dasharray", curve.look.dash);
    }
    const shown = order.filter(i => drawn[i]);
    if (curve.half && !log)
      svg.append("g").selectAll("line").data(shown.filter(i => Number.isFinite(curve.half[i]))).enter().append("line")
        .attr("class", "interval").attr("x1", i => place(i).x).attr("x2", i => place(i).x)
        .attr("y1", i => y.scale(curve.y[i] - curve.half[i])).attr("y2", i => y.scale(curve.y[i] + curve.half[i])).style("stroke", curve.look.color);
    if (axis.labels || shown.length <= 40)
      svg.append("g").selectAll("circle").data(shown).enter().append("circle").attr("r", axis.labels ? 3.5 : 2.4)
        .attr("cx", i => place(i).x).attr("cy", i => place(i).y).style("fill", curve.look.color);
    shown.forEach(i => points.push({ ...place(i), curve: c, i, lines: describe(curve, i) }));
  });
  const nearest = (px, py) => points.length ? points[d3.scan(points, (a, b) => Math.hypot(a.x - px, a.y - py) - Math.hypot(b.x - px, b.y - py))] : null;
  const step = (at, key) => {
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const own = points.filter(p => p.curve === at.curve);
      return own[own.indexOf(at) + (key === "ArrowRight" ? 1 : -1)];
    }
    const other = points.filter(p => p.i === at.i && p.curve !== at.curve && (key === "ArrowUp" ? p.y <= at.y : p.y >= at.y));
    return other[d3.scan(other, (a, b) => Math.abs(a.y - at.y) - Math.abs(b.y - at.y))];
  };
  report.explore(svg, host, nearest, step, label);
  return y.words;
};
