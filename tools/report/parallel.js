"use strict";
// Parallel coordinates: one axis per parameter and measure, one line per scenario, coloured by the measure. Dragging along an
// axis selects the scenarios between two of its values; the selection can be enlarged.

const MOST_LINES = 300;
const MOST_AXES = 7;
const REACH = 24;  // pixels from an axis at which dragging selects on it
const LEAST_DRAG = 8;  // pixels; less is a click

/** An axis of the chart: its values, scale, ticks, and the selected part of it. */
const sideOf = (axis, range, part) => {
  const values = Array.from(axis.values);
  if (axis.labels) {
    const scale = d3.scaleLinear().domain([-0.5, axis.labels.length - 0.5]).range(range);
    return { axis, values, scale, part, ticks: () => axis.labels.map((words, i) => ({ words, at: i })) };
  }
  const scale = report.axisScale({ ...axis, values }, range);
  return { axis, values, scale, part, ticks: () => report.ticks(scale, 5).map(at => ({ words: report.number(at), at })) };
};

const within = (value, part) => !part || value >= part[0] && value <= part[1];

/** Half or twice a part of an axis around a place of the drawing; null for all of it. */
const resized = (side, y, factor) => {
  const whole = side.scale.range(), ends = (side.part || side.scale.domain()).map(side.scale);
  const moved = ends.map(end => y + factor * (end - y)).map(v => Math.max(Math.min(...whole), Math.min(Math.max(...whole), v)));
  return Math.abs(moved[0] - moved[1]) >= 0.99 * Math.abs(whole[0] - whole[1]) ? null : moved.map(side.scale.invert).sort((a, b) => a - b);
};

/**
 * `is` tells which scenarios are highlighted, the others are left out. `selection` = {axis: [low, high], ...} is changed here, then
 * `changed` is called, which draws again. `describe(i)` returns the lines of the tooltip.
 */
report.parallel = (host, parameters, column, { is, label, log, describe, selection, changed }) => {
  const width = report.widthOf(host), height = 330, top = 62, bottom = height - 14;
  const shown = parameters.slice(0, MOST_AXES), range = [bottom, top];
  const measure = report.valueScale(Array.from(column.values), log, range, 0);
  if (!measure) { report.empty(host, "Undefined in all scenarios."); return ""; }
  const measured = { axis: column, values: Array.from(column.values, measure.of), scale: measure.scale, part: selection[column.name],
                     ticks: () => report.ticks(measure.scale, 5).map(at => ({ words: report.number(at), at })) };
  const sides = [...shown.map(axis => sideOf(axis, range, selection[axis.name])), measured];
  const across = d3.scalePoint().domain(d3.range(sides.length)).range([70, width - 70]);
  const [low, high] = measure.scale.domain(), coloured = measure.scale.copy().range([0, 1]);
  const parts = sides.filter(side => side.part), enlarged = Boolean(host.enlarged && parts.length);
  const known = d3.range(column.values.length).filter(i => Math.abs(column.values[i]) <= measure.limit && !(log && column.values[i] === 0)
    && sides.every(side => Number.isFinite(side.values[i])));
  const highlighted = known.filter(is), selected = highlighted.filter(i => parts.every(side => within(side.values[i], side.part)));
  if (enlarged) for (const side of parts) if (side.part[0] < side.part[1]) side.scale.domain(side.part).clamp(false);
  const thin = rows => { const every = Math.ceil(rows.length / MOST_LINES); return rows.filter((_, k) => k % every === 0); };
  const among = new Set(selected);
  const drawn = thin(selected), others = parts.length && !enlarged ? thin(highlighted.filter(i => !among.has(i))) : [];

  const svg = report.drawing(host, width, height);
  const line = d3.line().x((_, k) => across(k)).y((v, k) => sides[k].scale(v));
  const path = i => line(sides.map(side => side.values[i]));
  const share = v => low < high ? Math.max(0, Math.min(1, coloured(measure.of(v)))) : 0;
  svg.append("g").selectAll("path").data(others).enter().append("path").attr("class", "thread other").attr("d", path);
  svg.append("g").selectAll("path").data(drawn).enter().append("path").attr("class", "thread").attr("d", path)
    .style("stroke", i => report.look(Math.round(100 * share(column.values[i])), 101, true).color);
  const read = svg.append("path").attr("class", "reading").style("display", "none");
  sides.forEach((side, k) => {
    const group = svg.append("g").attr("class", "axis parallel").attr("transform", `translate(${across(k)},0)`), last = k === sides.length - 1;
    group.append("line").attr("class", "base").attr("y1", top).attr("y2", bottom);
    if (side.part && !enlarged) {
      const [a, b] = side.part.map(v => Math.max(top, Math.min(bottom, side.scale(v))));
      group.append("rect").attr("class", "part").attr("x", -7).attr("width", 14).attr("y", Math.min(a, b)).attr("height", Math.max(2, Math.abs(a - b)));
    }
    side.ticks().map(tick => ({ ...tick, y: side.scale(tick.at) })).filter(tick => tick.y >= top - 1 && tick.y <= bottom + 1)
      .forEach(tick => group.append("text").attr("class", "halo").attr("x", last ? -9 : 9).attr("y", tick.y + 4)
        .attr("text-anchor", last ? "end" : "start").text(tick.words.length > 18 ? `${tick.words.slice(0, 17)}\u2026` : tick.words));
    const names = side.axis.name.split(/(?<=\.)/);
    [...names, report.micro(side.axis.unit)].filter(words => words).forEach((words, row, all) =>
      group.append("text").attr("class", "title").attr("text-anchor", "middle").attr("y", top - 10 - 14 * (all.length - 1 - row)).text(words));
  });

  const again = () => {
    const had = host.contains(document.activeElement);
    report.tooltip.hide();
    changed();
    if (had && host.querySelector("svg")) host.querySelector("svg").focus({ preventScroll: true });
  };
  const select = (side, part) => {
    if (part) selection[side.axis.name] = part; else delete selection[side.axis.name];
    if (!Object.keys(selection).length) host.enlarged = false;
    again();
  };
  const whole = () => {
    for (const name of Object.keys(selection)) delete selection[name];
    host.enlarged = false;
    again();
  };
  const enlarge = () => { host.enlarged = !host.enlarged; again(); };
  const pressed = (key, at) => {
    if (key === "0") { whole(); return true; }
    if (key === "Enter") { if (parts.length) enlarge(); return parts.length > 0; }
    if (!["+", "=", "-"].includes(key)) return false;
    if (at) host.read = { name: sides[at.k].axis.name, value: sides[at.k].values[at.i] };
    const side = host.read && sides.find(found => found.axis.name === host.read.name);
    if (side) select(side, resized(side, side.scale(host.read.value), key === "-" ? 2 : 0.5));
    return true;
  };
  const enable = () => {
    const node = svg.node();
    let from = null, box = null;
    const place = event => {
      const frame = node.getBoundingClientRect(), scale = node.viewBox.baseVal.width / frame.width;
      return [(event.clientX - frame.left) * scale, Math.max(top, Math.min(bottom, (event.clientY - frame.top) * scale))];
    };
    const finish = () => {
      if (box) box.remove();
      from = box = null;
      host.dragging = false;
    };
    node.addEventListener("pointerdown", event => {
      if (event.button !== 0 || event.pointerType === "touch") return;  // a finger scrolls the page
      const [x, y] = place(event), k = d3.scan(sides, (a, b) => Math.abs(across(sides.indexOf(a)) - x) - Math.abs(across(sides.indexOf(b)) - x));
      event.preventDefault();
      node.focus({ preventScroll: true });
      if (Math.abs(across(k) - x) > REACH) return;
      from = { k, y };
      try { node.setPointerCapture(event.pointerId); } catch (gone) { console.info("the pointer is gone:", gone.message); }
    });
    node.addEventListener("pointermove", event => {
      if (!from) return;
      const [, y] = place(event);
      if (Math.abs(y - from.y) < LEAST_DRAG && !box) return;
      host.dragging = true;
      report.tooltip.hide();
      if (!box) box = svg.append("rect").attr("class", "zoom").attr("x", across(from.k) - 10).attr("width", 20);
      box.attr("y", Math.min(y, from.y)).attr("height", Math.abs(y - from.y));
    });
    node.addEventListener("pointerup", event => {
      if (!from) return;
      const start = from, [, y] = place(event);
      finish();
      const side = sides[start.k];
      if (Math.abs(y - start.y) >= LEAST_DRAG) select(side, [start.y, y].map(v => side.scale.invert(v)).sort((a, b) => a - b));
      else if (side.part) select(side, null);
    });
    node.addEventListener("pointercancel", finish);
    node.addEventListener("dblclick", () => { if (parts.length) whole(); });
  };
  const points = drawn.flatMap(i => sides.map((side, k) => ({ x: across(k), y: side.scale(side.values[i]), i, k })));
  const entry = point => {
    if (!point) return null;
    read.attr("d", path(point.i)).style("display", null);
    return { ...point, point, lines: describe(point.i) };
  };
  for (const left of ["mouseleave.read", "blur.read"]) svg.on(left, () => read.style("display", "none"));
  const alongOf = k => points.filter(p => p.k === k).sort((a, b) => b.y - a.y || a.i - b.i);
  report.explore(svg, host, (px, py) => entry(points[d3.scan(points, (a, b) => Math.hypot(a.x - px, a.y - py) - Math.hypot(b.x - px, b.y - py))]),
    ({ point }, key) => {
      if (key === "ArrowLeft" || key === "ArrowRight") return entry(points.find(p => p.i === point.i && p.k === point.k + (key === "ArrowRight" ? 1 : -1)));
      const own = alongOf(point.k);
      return entry(own[own.indexOf(point) + (key === "ArrowUp" ? 1 : -1)]);
    }, `${label}. Plus and minus select around the value that is read, Enter enlarges what is selected, 0 selects all`, { pressed, enable });
  if (parts.length) {
    const bar = host.appendChild(Object.assign(document.createElement("p"), { className: "note selected" }));
    bar.append(`${selected.length} of ${highlighted.length} selected: ${parts.map(side => `${side.axis.name} ${report.partSaid(side.axis, side.part)}`).join(", ")}. `);
    for (const [words, act] of [[enlarged ? "Show with the others" : "Enlarge", enlarge], ["Select all", whole]])
      bar.append(Object.assign(document.createElement("button"), { type: "button", textContent: words, onclick: act }), " ");
  }
  host.append(Object.assign(document.createElement("p"), { className: "note hint", textContent: "Dragging along an axis selects scenarios, here and above." }));
  const left = parameters.length - shown.length;
  return [drawn.length < selected.length ? `${drawn.length} of ${selected.length} scenarios are drawn.` : "",
          left ? `The ${shown.length} parameters with the largest rank correlation are shown; ${left} more are in the data.` : "",
          measure.words].filter(words => words).join(" ");
};

/** '0.4 ms to 1 ms', or the names of the categories. */
report.partSaid = (axis, [low, high]) => axis.labels ? axis.labels.filter((_, i) => i >= low && i <= high).join(", ") || "none"
  : `${report.quantity(low, axis.unit, 3)} to ${report.quantity(high, axis.unit, 3)}`;

/** Whether scenario i is in all parts that are selected; `log` shows magnitudes of the measure. */
report.isSelected = (selection, parameters, column, log, i) => Object.entries(selection).every(([name, part]) => {
  const parameter = parameters.find(p => p.name === name);
  return within(parameter ? parameter.values[i] : log ? Math.abs(column.values[i]) : column.values[i], part);
});
