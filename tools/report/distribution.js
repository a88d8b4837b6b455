"use strict";
// Cumulative distribution of a measure over the scenarios, with percentiles where these are a sample.

report.distribution = (host, column, options) => {
  const { words, log, label, isSample } = options;
  const sorted = Float64Array.from(column.values).filter(Number.isFinite).sort();
  const width = report.widthOf(host), height = 280;
  const frame = { left: 64, right: width - 20, top: 30, bottom: height - 42 };
  const shown = log ? Float64Array.from(sorted, Math.abs).filter(v => v > 0).sort() : sorted;
  const x = report.valueScale(Array.from(shown), log, [frame.left, frame.right], 0);
  if (!x) { report.empty(host, "Undefined in all scenarios."); return ""; }
  const y = d3.scaleLinear().domain([0, 100]).range([frame.bottom, frame.top]);
  const zoom = report.zoom(host, `${label} ${log}`, frame, { x: x.scale, y }, () => report.distribution(host, column, options));
  const svg = report.drawing(host, width, height);
  report.axisLeft(svg, y, frame, "share of scenarios below / %");
  report.axisBelow(svg, x.scale, frame, log ? `size of ${words}` : words, null);
  const drawn = shown.filter(v => Math.abs(v) <= x.limit);
  const step = Math.max(1, Math.floor(drawn.length / 1000));
  const first = d3.bisectLeft(shown, drawn[0]);
  const share = i => 100 * (first + i + 0.5) / shown.length;
  const at = d3.range(0, drawn.length, step).concat(drawn.length - 1);
  const line = d3.line().x(i => x.scale(drawn[i])).y(i => y(share(i))).curve(d3.curveStepAfter);
  const inside = zoom.clipped(svg);
  inside.append("path").attr("class", "curve").attr("d", line(at)).style("stroke", "var(--c5)");
  const percentiles = (isSample ? [5, 50, 95] : []).map(p => ({ p, v: d3.quantile(shown, p / 100) }));
  percentiles.filter(({ v }) => Math.abs(v) <= x.limit).forEach(({ p, v }) => {
    inside.append("circle").attr("r", 3.5).attr("cx", x.scale(v)).attr("cy", y(p)).style("fill", "var(--ink)");
  });
  const entry = i => i < 0 || i >= drawn.length || !zoom.has({ x: x.scale(drawn[i]), y: y(share(i)) }) ? null : { x: x.scale(drawn[i]), y: y(share(i)), i,
    lines: [`${report.number(share(i), 3)}\u00a0% below ${report.quantity(drawn[i], column.unit)}`] };
  report.explore(svg, host, px => entry(Math.min(drawn.length - 1, d3.bisectLeft(drawn, x.scale.invert(px)))),
    (now, key) => entry(now.i + (key === "ArrowRight" || key === "ArrowUp" ? 1 : -1) * Math.max(1, Math.floor(drawn.length / 100))), label, zoom);
  const said = isSample ? percentiles.map(({ p, v }) => `${p} % lie below ${report.quantity(v, column.unit)}`).join(", ")
    : `${report.quantity(shown[0], column.unit)} to ${report.quantity(shown[shown.length - 1], column.unit)}`;
  return `${said}. ${x.words}`;
};
