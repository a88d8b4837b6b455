"use strict";
// Time histories of a traced scenario: force, residual, penetration, hysteresis.

const panelOf = (host, panel) => {
  const width = report.widthOf(host), height = 250;
  const frame = { left: 64, right: width - 14, top: 30, bottom: height - 42 };
  const all = name => panel.curves.flatMap(curve => Array.from(curve[name]).filter(Number.isFinite));
  const padded = ([low, high]) => low < high ? [low, high] : [low - 1, high + 1];
  const x = d3.scaleLinear().domain(padded(d3.extent(all("x")))).range([frame.left, frame.right]);
  const y = d3.scaleLinear().domain(padded(d3.extent([0, ...all("y")]))).range([frame.bottom, frame.top]).nice();
  const svg = report.drawing(host, width, height);
  report.axisLeft(svg, y, frame, report.titled(panel.y.words, panel.y.unit));
  report.axisBelow(svg, x, frame, report.titled(panel.x.words, panel.x.unit), null);
  svg.append("line").attr("class", "zero").attr("x1", frame.left).attr("x2", frame.right).attr("y1", y(0)).attr("y2", y(0));
  const points = [];
  panel.curves.forEach((curve, c) => {
    const look = report.modelLook[curve.model] || report.look(c, 0, false);
    const order = d3.range(curve.x.length);
    const line = d3.line().defined(i => Number.isFinite(curve.y[i])).x(i => x(curve.x[i])).y(i => y(curve.y[i]));
    svg.append("path").attr("class", "curve").attr("d", line(order)).style("stroke", look.color).attr("stroke-dasharray", look.dash);
    order.forEach(i => Number.isFinite(curve.y[i]) && points.push({ x: x(curve.x[i]), y: y(curve.y[i]), c, i, lines: [
      curve.name, `${panel.y.words} = ${report.quantity(curve.y[i], panel.y.unit)}`, `${panel.x.words} = ${report.quantity(curve.x[i], panel.x.unit)}`] }));
  });
  report.explore(svg, host, (px, py) => points[d3.scan(points, (a, b) => Math.hypot(a.x - px, a.y - py) - Math.hypot(b.x - px, b.y - py))],
    (at, key) => {
      const own = points.filter(p => p.c === at.c);
      return key === "ArrowUp" || key === "ArrowDown" ? points.find(p => p.c !== at.c && p.x >= at.x)
        : own[own.indexOf(at) + (key === "ArrowRight" ? 1 : -1)];
    }, `${panel.title}: ${panel.y.words} over ${panel.x.words}`);
};

report.histories = (host, traces) => {
  const bar = host.appendChild(Object.assign(document.createElement("form"), { className: "controls" }));
  const body = host.appendChild(document.createElement("div"));
  let chosen = traces.length - 1;
  if (traces.length > 1)
    report.choice(bar, "Traced scenario", traces.map((trace, i) => ({ value: String(i), words: report.micro(trace.name) })), String(chosen),
      value => { chosen = Number(value); draw(); }, "trace");
  else report.note(bar, report.micro(traces[0].name));
  const draw = () => {
    body.replaceChildren();
    if (traces[chosen].replay) {
      const figure = body.appendChild(document.createElement("figure"));
      figure.append(Object.assign(document.createElement("figcaption"), { textContent: "Replay" }));
      report.replay(figure.appendChild(document.createElement("div")), traces[chosen].replay);
    }
    for (const panel of traces[chosen].panels) {
      const figure = body.appendChild(document.createElement("figure"));
      figure.append(Object.assign(document.createElement("figcaption"), { textContent: panel.title }));
      const chart = figure.appendChild(document.createElement("div"));
      panelOf(chart, panel);
      if (panel.curves.length > 1)
        report.legend(figure, "", panel.curves.map((curve, c) => ({ name: curve.name, look: report.modelLook[curve.model] || report.look(c, 0, false) })));
    }
  };
  draw();
  return draw;
};
