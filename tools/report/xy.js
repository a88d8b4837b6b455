"use strict";
// Curves and points of any two quantities: time histories, borders, effects, runs of a campaign.

/** A side that grows by factors: logarithmic, or with values of both signs linear around 0 and logarithmic beyond its `constant`. */
report.byFactors = (side, values) => {
  if (side.log || side.constant || side.labels) return side;
  const known = values.filter(v => Number.isFinite(v)), size = Float64Array.from(known, Math.abs).filter(v => v > 0).sort();
  if (!size.length) return side;
  const largest = size[size.length - 1], least = Math.max(d3.quantile(size, 0.05), 1e-4 * largest);
  if (!side.zero && known.every(v => v >= least)) return { ...side, log: true };
  return { ...side, constant: 10 ** Math.floor(Math.log10(least)) };
};

/** A scale over values: linear, or linear around 0 and logarithmic beyond `side.constant`. */
const scaleOf = (side, values, range) => {
  if (side.labels) return d3.scaleLinear().domain([-0.5, side.labels.length - 0.5]).range(range);
  if (side.range) return d3.scaleLinear().domain(side.range).range(range);
  const [low, high] = d3.extent(values.filter(Number.isFinite).concat(side.zero ? [0] : []));
  const domain = low < high ? [low, high] : [(low || 0) - 1, (low || 0) + 1];
  return (side.log ? d3.scaleLog() : side.constant ? d3.scaleSymlog().constant(side.constant) : d3.scaleLinear()).domain(domain).range(range);
};

report.markPath = (shape, x, y, size = 3.2) => ({
  circle: `M${x - size},${y}a${size},${size} 0 1 0 ${2 * size},0a${size},${size} 0 1 0 ${-2 * size},0`,
  plus: `M${x - size},${y}h${2 * size}m${-size},${-size}v${2 * size}`,
  cross: `M${x - size},${y - size}l${2 * size},${2 * size}m0,${-2 * size}l${-2 * size},${2 * size}`,
  square: `M${x - size},${y - size}h${2 * size}v${2 * size}h${-2 * size}z`,
  triangle: `M${x},${y - 1.2 * size}l${1.2 * size},${2.1 * size}h${-2.4 * size}z` })[shape];

/** Whether a mark is lines alone. */
const open = mark => mark === "cross" || mark === "plus";

/** Writes a point's name beside it, where it covers no other name; nowhere if there is no room. */
const label = (group, named, frame, at, words) => {
  const wide = 6.6 * words.length, free = box => box.x >= frame.left && box.x + wide <= frame.right && box.y - 12 >= frame.top && box.y <= frame.bottom &&
    named.every(other => box.x > other.x + other.wide || other.x > box.x + wide || Math.abs(box.y - other.y) > 13);
  const spot = [[7, -6], [7, 15], [-7 - wide, -6], [-7 - wide, 15], [7, -20], [7, 29]].map(([dx, dy]) => ({ x: at.x + dx, y: at.y + dy, wide })).find(free);
  if (!spot) return;
  named.push(spot);
  group.append("text").attr("class", "halo").attr("x", spot.x).attr("y", spot.y).text(words);
};

/** Widens the scale whose values take less room than those of the other, so that both have the same length per unit. */
const equalized = (x, y) => {
  const each = scale => Math.abs((scale.domain()[1] - scale.domain()[0]) / (scale.range()[1] - scale.range()[0]));
  const most = Math.max(each(x), each(y));
  for (const scale of [x, y]) {
    const [low, high] = scale.domain(), more = 0.5 * (most * Math.abs(scale.range()[1] - scale.range()[0]) - (high - low));
    scale.domain([low - more, high + more]);
  }
};

/** Where the words of a line across cover no point and no interval: as far to the right as possible. */
const freeOf = (frame, level, words, taken) => {
  const wide = 6.6 * words.length + 4;
  for (let right = frame.right - 4; right - wide > frame.left; right -= 8)
    if (!taken.some(at => at.x > right - wide - 4 && at.x < right + 4 && at.top < level + 2 && at.bottom > level - 18)) return right;
  return frame.right - 4;
};

/** Colour and dashes of a curve: its own, else those of its model. */
report.curveLook = (curve, c) => curve.state !== undefined
  ? { color: open(curve.mark) ? "var(--ink)" : report.stateColor(curve.state, true), outline: open(curve.mark) ? "" : "var(--ink)", mark: curve.mark } : curve.color === undefined ? report.modelLook[curve.model] || report.look(c, 0, false)
  : { color: `var(--c${curve.color})`, dash: curve.dash || "", mark: curve.mark };

/**
 * panel: {title, x and y: {words, unit, zero, log, constant: of a scale that is linear around 0, labels: of numbered places, range: shown at first}, curves:
 * [{name, x, y, low, high, left, right: ends of intervals, mark: of points that no line joins, labels: of its points, said or lines: of their
 * tooltips, quiet: of a curve that is no data}], reference: {value, words}, instants: [{value, words}] of lines upwards, equal: whether a
 * length is the same on both sides}. `log` draws `y` by factors.
 */
report.xy = (host, panel, log) => {
  const { x: across, curves, title } = panel, instants = panel.instants || [];
  const width = report.widthOf(host);
  const names = across.labels ? report.names(across.labels, (width - 80) / across.labels.length) : null;
  const height = (panel.height || 250) + (names ? names.below - 18 : 0);
  const frame = { left: 64, right: width - 24, top: 30, bottom: height - 42 - (names ? names.below - 18 : 0) };
  const all = name => curves.flatMap(curve => Array.from(curve[name] || []));
  const values = [...all("y"), ...all("low"), ...all("high"), ...(panel.reference ? [panel.reference.value] : [])];
  const up = log && !panel.equal ? report.byFactors(panel.y, values) : panel.y;
  const x = scaleOf(across, [...all("x"), ...all("left"), ...all("right")], [frame.left, frame.right]);
  const y = scaleOf(up, values, [frame.bottom, frame.top]);
  if (panel.equal) equalized(x, y);
  else if (!up.constant && !up.labels) y.nice();
  if (!all("y").some(Number.isFinite)) { report.empty(host, "Undefined."); return; }
  const zoom = report.zoom(host, `${title} ${up.words} ${Boolean(log)}`, frame, { x, y }, () => report.xy(host, panel, log));
  const svg = report.drawing(host, width, height);
  report.axisLeft(svg, y, frame, report.titled(up.words, up.unit), up.labels);
  const ticked = across.labels && { labels: across.labels };
  report.axisBelow(svg, x, frame, report.titled(across.words, across.unit), ticked);
  const inside = zoom.clipped(svg), points = [], named = [], taken = [];
  const level = (value, kind) => inside.append("line").attr("class", kind).attr("x1", frame.left).attr("x2", frame.right).attr("y1", y(value)).attr("y2", y(value));
  const [bottom, top] = y.domain();
  if (bottom <= 0 && top >= 0) level(0, "zero");
  if (panel.reference) level(panel.reference.value, "reference");
  for (const { value } of instants) inside.append("line").attr("class", "reference").attr("x1", x(value)).attr("x2", x(value)).attr("y1", frame.top).attr("y2", frame.bottom);
  curves.forEach((curve, c) => {
    const look = report.curveLook(curve, c), order = d3.range(curve.x.length).filter(i => Number.isFinite(curve.x[i]));
    const known = order.filter(i => Number.isFinite(curve.y[i]));
    if (!curve.mark) {
      const line = d3.line().defined(i => Number.isFinite(curve.y[i])).x(i => x(curve.x[i])).y(i => y(curve.y[i]));
      inside.append("path").attr("class", "curve").attr("d", line(order)).style("stroke", look.color).attr("stroke-dasharray", look.dash);
    }
    if (curve.quiet) return;
    const bar = (i, x1, x2, y1, y2) => inside.append("line").attr("class", "interval").attr("x1", x1).attr("x2", x2).attr("y1", y1).attr("y2", y2).style("stroke", look.color);
    const both = (low, high, i) => low && Number.isFinite(low[i]) && Number.isFinite(high[i]);
    for (const i of known) {
      taken.push({ x: x(curve.x[i]), top: y(both(curve.low, curve.high, i) ? curve.high[i] : curve.y[i]) - 4, bottom: y(both(curve.low, curve.high, i) ? curve.low[i] : curve.y[i]) + 4 });
      if (both(curve.low, curve.high, i)) bar(i, x(curve.x[i]), x(curve.x[i]), y(curve.low[i]), y(curve.high[i]));
      if (both(curve.left, curve.right, i)) bar(i, x(curve.left[i]), x(curve.right[i]), y(curve.y[i]), y(curve.y[i]));
    }
    for (const i of known) {
      const at = { x: x(curve.x[i]), y: y(curve.y[i]) };
      if (curve.mark) inside.append("path").attr("class", `sample ${curve.mark}`).attr("d", report.markPath(curve.mark, at.x, at.y)).style("stroke", look.outline || look.color).style("fill", open(curve.mark) ? "none" : look.color);
      if (curve.labels && curve.labels[i]) label(inside, named, frame, at, curve.labels[i]);
      if (zoom.has(at))
        points.push({ ...at, c, i, lines: curve.lines ? curve.lines[i] : [curve.said ? curve.said[i] : curve.name, `${up.words} = ${report.quantity(curve.y[i], up.unit)}` +
          (both(curve.low, curve.high, i) ? ` (${report.number(curve.low[i])} to ${report.number(curve.high[i])})` : ""),
          ...(across.labels ? [] : [`${across.words} = ${report.quantity(curve.x[i], across.unit)}`])] });
    }
  });
  if (panel.reference)
    inside.append("text").attr("class", "halo").attr("x", freeOf(frame, y(panel.reference.value), panel.reference.words, taken)).attr("y", y(panel.reference.value) - 5).attr("text-anchor", "end").text(panel.reference.words);
  // Above the drawing, where they cover no data.
  for (const { value, words } of instants.filter(instant => instant.words && x(instant.value) >= frame.left && x(instant.value) <= frame.right)) {
    const right = x(value) < frame.right - 7 * words.length;
    svg.append("text").attr("class", "instant").attr("x", x(value)).attr("y", frame.top - 4).attr("text-anchor", right ? "start" : "end").text(words);
  }
  report.explore(svg, host, (px, py) => points[d3.scan(points, (a, b) => Math.hypot(a.x - px, a.y - py) - Math.hypot(b.x - px, b.y - py))],
    (at, key) => {
      const own = points.filter(p => p.c === at.c);
      if (key === "ArrowLeft" || key === "ArrowRight") return own[own.indexOf(at) + (key === "ArrowRight" ? 1 : -1)];
      const others = [...new Set(points.map(p => p.c))], next = others[(others.indexOf(at.c) + (key === "ArrowDown" ? 1 : others.length - 1)) % others.length];
      const near = points.filter(p => p.c === next);
      return near[d3.scan(near, (a, b) => Math.abs(a.x - at.x) - Math.abs(b.x - at.x))];
    }, `${title}: ${up.words} over ${across.words}`, zoom);
};

/** A chart with caption and legend; a chart that is drawn again keeps the part that it shows. */
report.panel = (host, panel, log) => {
  const figure = host.appendChild(document.createElement("figure"));
  figure.append(Object.assign(document.createElement("figcaption"), { textContent: panel.title }));
  panel.host = figure.appendChild(panel.host || document.createElement("div"));
  report.xy(panel.host, panel, log);
  if (panel.curves.length > 1) report.legend(figure, "", panel.curves.map((curve, c) => ({ name: curve.name, look: report.curveLook(curve, c) })));
  if (panel.note) report.note(figure, panel.note);
  return figure;
};
