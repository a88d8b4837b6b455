"use strict";
// Horizontal bars with intervals: what ranks first is on top.

/**
 * series: [{words, unit, values, low, high: ends of intervals, from: where a bar begins, 0 if absent}], one value per row; rows
 * are names. `limits` are values that the scale has at least. `reference` = {value, words} is a line across. `log` draws the
 * values by factors, linear around 0. `describe(row, series)` returns the lines of the tooltip.
 */
report.bars = (host, rows, series, options) => {
  const { words, label, describe, reference } = options;
  const width = report.widthOf(host), longest = d3.max(rows, row => row.length);
  const left = Math.min(0.42 * width, 14 + 6.7 * longest), thick = 15, gap = 9, most = Math.floor((left - 10) / 6.4);
  const each = thick * series.length + gap, top = 12, bottom = top + each * rows.length;
  const frame = { left, right: width - 20, top, bottom };
  const finite = series.flatMap(s => [...s.values, ...(s.low || []), ...(s.high || []), ...(s.from || [])]).filter(Number.isFinite);
  if (!finite.length) { report.empty(host, "Undefined for all parameters."); return; }
  const [low, high] = d3.extent(series.some(s => s.from) ? finite : [0, ...finite, ...(options.limits || [])]);
  const domain = low < high ? [low, high] : [low - 1, low + 1], range = [frame.left, frame.right];
  const { constant } = options.log ? report.byFactors({ zero: true }, finite) : {};
  const x = constant ? d3.scaleSymlog().constant(constant).domain(domain).range(range) : d3.scaleLinear().domain(domain).range(range).nice();
  const zoom = report.zoom(host, `${label} ${Boolean(options.log)}`, frame, { x, y: null }, () => report.bars(host, rows, series, options));
  const svg = report.drawing(host, width, bottom + 42);
  const ticks = report.ticks(x, 7);
  svg.append("g").attr("class", "grid").selectAll("line").data(ticks).enter().append("line").attr("x1", x).attr("x2", x).attr("y1", top).attr("y2", bottom);
  report.axisBelow(svg, x, frame, words, null);
  const inside = zoom.clipped(svg), points = [], names = svg.append("g").attr("class", "axis");
  rows.forEach((row, r) => {
    const begin = top + each * r;
    names.append("text").attr("x", left - 8).attr("y", begin + each / 2 + 4).attr("text-anchor", "end").text(row.length > most ? `${row.slice(0, most - 1)}\u2026` : row);
    series.forEach((s, k) => {
      const value = s.values[r], y = begin + gap / 2 + thick * k, middle = y + (thick - 2) / 2;
      if (!Number.isFinite(value)) {
        svg.append("text").attr("class", "note").attr("x", left + 6).attr("y", middle + 4).text(k ? "" : "undefined");
        return;
      }
      const from = x(s.from ? s.from[r] : Math.max(x.domain()[0], Math.min(0, x.domain()[1])));
      inside.append("rect").attr("class", "bar").attr("x", Math.min(from, x(value))).attr("width", Math.max(1, Math.abs(x(value) - from)))
        .attr("y", y).attr("height", thick - 2).style("fill", report.barLook(k).color).style("fill-opacity", report.barLook(k).opacity);
      if (s.low && Number.isFinite(s.low[r]) && Number.isFinite(s.high[r]) && s.high[r] > s.low[r]) {
        inside.append("line").attr("class", "whisker").attr("x1", x(s.low[r])).attr("x2", x(s.high[r])).attr("y1", middle).attr("y2", middle);
        for (const end of [s.low[r], s.high[r]]) inside.append("line").attr("class", "whisker").attr("x1", x(end)).attr("x2", x(end)).attr("y1", middle - 4).attr("y2", middle + 4);
      }
      points.push({ x: Math.max(frame.left, Math.min(frame.right, x(value))), y: middle, r, k, lines: describe(r, s) });
    });
  });
  const at = inside.append("line").attr("class", "base").attr("y1", top).attr("y2", bottom);
  if (x.domain()[0] <= 0 && x.domain()[1] >= 0) at.attr("x1", x(0)).attr("x2", x(0)); else at.remove();
  if (reference && Number.isFinite(reference.value))
    inside.append("line").attr("class", "reference").attr("x1", x(reference.value)).attr("x2", x(reference.value)).attr("y1", top).attr("y2", bottom);
  report.explore(svg, host, (px, py) => points[d3.scan(points, (a, b) => Math.abs(a.y - py) - Math.abs(b.y - py))],
    (now, key) => points[points.indexOf(now) + (key === "ArrowDown" || key === "ArrowRight" ? 1 : -1)], label, zoom);
};

report.barLook = k => [{ color: "var(--c5)", opacity: 0.85 }, { color: "var(--c6)", opacity: 0.95 }, { color: "var(--c3)", opacity: 0.6 }][k % 3];
