"use strict";
// A heat map of a measure over two axes: cells of equal size, labelled with the values of the axes.

const colorsOf = (column, values, log) => {
  if (column.states) return { of: v => Number.isFinite(v) ? report.stateColor(v, column.docks) : "none", words: "" };
  const scale = report.valueScale(values, log, [0, 1], 0);
  if (!scale) return null;
  const clamp = share => Math.max(0, Math.min(1, share));
  return { of: v => Number.isFinite(v) && !(log && v === 0) ? report.ramp(clamp(scale.scale(scale.of(v)))) : "none",
           scale: scale.scale, words: scale.words.replace("lie off the scale", "have the colour at the end of the scale") };
};

/** A scale from values to places if an axis has more than `most` numbers in even steps: its labels are round numbers then. */
const evenScale = (axis, most) => {
  const v = axis.values, last = v.length - 1, step = (v[last] - v[0]) / last;
  const even = !axis.labels && last >= most && step !== 0 && v.every((at, i) => Math.abs(at - v[0] - i * step) < 1e-3 * Math.abs(step));
  return even ? d3.scaleLinear().domain([v[0], v[last]]).range([0, last]) : null;
};

/** At most `room` tick labels of an axis; `i` is the place, between two cells where a round number is. */
const cellTicks = (axis, room) => {
  const labels = axis.values.map((_, i) => axis.labels ? report.micro(axis.labels[i]) : report.number(axis.values[i], 4));
  const most = Math.max(2, Math.floor(room)), scale = evenScale(axis, most);
  if (scale) return scale.ticks(0.6 * most).map(v => ({ words: report.number(v, 4), i: scale(v) }));
  const every = Math.ceil(labels.length / most);
  return labels.map((words, i) => ({ words: words.length > 30 ? `${words.slice(0, 29)}\u2026` : words, i })).filter(tick => tick.i % every === 0);
};

/** A colour bar with values; or the names of the states with their counts. */
const legend = (svg, host, column, colors, values, frame) => {
  if (column.states) {
    const list = document.createElement("ul");
    list.className = "legend";
    column.states.forEach((name, state) => {
      const count = values.filter(v => v === state).length;
      if (!count || !name) return;
      const item = document.createElement("li");
      const swatch = d3.select(item).append("svg").attr("width", 16).attr("height", 14).attr("aria-hidden", "true");
      swatch.append("rect").attr("class", "swatch").attr("x", 0.5).attr("y", 0.5).attr("width", 13).attr("height", 13).attr("fill", report.stateColor(state, column.docks));
      swatch.append("text").attr("class", "sign").attr("x", 7).attr("y", 11).text(report.stateSign(state, column.docks));
      item.append(`${name} (${count})`);
      list.append(item);
    });
    host.append(list);
    return;
  }
  const left = frame.right + 16, bar = colors.scale.copy().range([frame.bottom, frame.top]);
  for (let row = frame.top; row < frame.bottom; row += 2)
    svg.append("rect").attr("x", left).attr("width", 14).attr("y", row).attr("height", 2.5)
      .attr("fill", report.ramp((frame.bottom - row) / (frame.bottom - frame.top)));
  svg.append("g").attr("class", "axis").attr("transform", `translate(${left + 14},0)`)
    .call(d3.axisRight(bar).tickValues(report.ticks(bar, 6)).tickFormat(v => report.number(v, 4)).tickSize(3)).select(".domain").remove();
};

/** First cell and the one after the last of an enlarged part of `count` cells. */
const partOf = (host, key, side, count) => {
  if (!host.zoomed || host.zoomed.key !== key || !host.zoomed[side]) return [0, count];
  const [low, high] = host.zoomed[side];
  const cells = [Math.max(0, Math.floor(low + 0.5)), Math.min(count, Math.ceil(high + 0.5))];
  host.zoomed[side] = cells.map(cell => cell - 0.5);
  return cells;
};

/** wholeCells: [row of y][x]. `describe(i, j)` returns the lines of the tooltip of column i, row j. */
report.map = (host, column, wholeX, wholeY, wholeCells, options) => {
  const { log, label } = options, values = wholeCells.flat(), key = `${label} ${log}`;
  const [i0, i1] = partOf(host, key, "x", wholeX.values.length), [j0, j1] = partOf(host, key, "y", wholeY.values.length);
  const part = (axis, low, high) => ({ ...axis, values: axis.values.slice(low, high), labels: axis.labels && axis.labels.slice(low, high) });
  const x = part(wholeX, i0, i1), y = part(wholeY, j0, j1), cells = wholeCells.slice(j0, j1).map(row => row.slice(i0, i1));
  const describe = (i, j) => options.describe(i + i0, j + j0), nx = x.values.length, ny = y.values.length;
  const colors = colorsOf(column, values, log);
  if (!colors) { report.empty(host, "Undefined here: no scenario of this selection has a value."); return; }
  const width = report.widthOf(host);
  const rowTicks = cellTicks(y, 1e9), longest = d3.max(rowTicks, tick => tick.words.length);
  const left = Math.min(0.35 * width, 22 + 6.6 * longest), right = width - (column.states ? 14 : 84);
  const tall = Math.max(160, Math.min(440, ny * Math.max(22, Math.min(44, (right - left) / nx))));
  const columnNames = report.names(cellTicks(x, 1e9).map(t => t.words), (right - left) / nx);
  const turned = x.labels && columnNames.turned, below = turned ? columnNames.below : 18;
  const height = 30 + tall + below + 28;
  const frame = { left, right, top: 30, bottom: 30 + tall };
  const cellsOf = (count, range) => d3.scaleLinear().domain([-0.5, count - 0.5]).range(range);
  const zoom = report.zoom(host, key, frame, { x: cellsOf(wholeX.values.length, [left, right]), y: cellsOf(wholeY.values.length, [frame.bottom, frame.top]) },
    () => report.map(host, column, wholeX, wholeY, wholeCells, options));
  const svg = report.drawing(host, width, height);
  const cell = { w: (right - left) / nx, h: tall / ny };
  const place = (i, j) => ({ x: left + (i + 0.5) * cell.w, y: frame.bottom - (j + 0.5) * cell.h });
  svg.append("rect").attr("class", "ground").attr("x", left).attr("y", frame.top).attr("width", right - left).attr("height", tall);
  if (nx * ny <= 2500) {
    const gap = nx * ny <= 900 ? 1 : 0;
    cells.forEach((row, j) => row.forEach((v, i) => {
      const at = place(i, j);
      svg.append("rect").attr("x", at.x - cell.w / 2).attr("y", at.y - cell.h / 2).attr("width", cell.w - gap + (gap ? 0 : 0.4)).attr("height", cell.h - gap + (gap ? 0 : 0.4)).attr("fill", colors.of(v));
      if (column.states && report.stateSign(v, column.docks) && cell.w > 7 && cell.h > 9)
        svg.append("text").attr("class", "sign").attr("x", at.x).attr("y", at.y + 4).text(report.stateSign(v, column.docks));
    }));
  } else {
    const canvas = Object.assign(document.createElement("canvas"), { width: nx, height: ny });
    const pen = canvas.getContext("2d");
    cells.forEach((row, j) => row.forEach((v, i) => { const c = colors.of(v); if (c !== "none") { pen.fillStyle = c; pen.fillRect(i, ny - 1 - j, 1, 1); } }));
    svg.append("image").attr("href", canvas.toDataURL()).attr("x", left).attr("y", frame.top).attr("width", right - left).attr("height", tall)
      .attr("preserveAspectRatio", "none").style("image-rendering", "pixelated");
  }
  const axes = svg.append("g").attr("class", "axis");
  cellTicks(y, tall / 16).forEach(tick => axes.append("text").attr("x", left - 6).attr("y", place(0, tick.i).y + 4).attr("text-anchor", "end").text(tick.words));
  const widest = d3.max(cellTicks(x, 1e9), tick => tick.words.length);
  cellTicks(x, turned ? (right - left) / 15 : (right - left) / (7 * widest + 10)).forEach(tick => {
    const text = axes.append("text").text(tick.words);
    if (turned) text.attr("transform", `translate(${place(tick.i, 0).x + 4},${frame.bottom + 8}) rotate(-90)`).attr("text-anchor", "end");
    else text.attr("x", place(tick.i, 0).x).attr("y", frame.bottom + 16).attr("text-anchor", "middle");
  });
  svg.append("text").attr("class", "title").attr("x", (left + right) / 2).attr("y", frame.bottom + below + 18).attr("text-anchor", "middle").text(report.titled(x.words, x.unit));
  svg.append("text").attr("class", "title").attr("x", 2).attr("y", 13).text(report.titled(y.words, y.unit));
  svg.append("text").attr("class", "title").attr("x", width - 4).attr("y", 13).attr("text-anchor", "end").text(column.states ? "" : report.titled(column.name, column.unit));
  const entry = (i, j) => i < 0 || j < 0 || i >= nx || j >= ny ? null : { ...place(i, j), i, j, lines: describe(i, j) };
  const inside = (v, n) => Math.max(0, Math.min(n - 1, Math.floor(v)));
  report.explore(svg, host, (px, py) => entry(inside((px - left) / cell.w, nx), inside((frame.bottom - py) / cell.h, ny)),
    (at, arrow) => entry(at.i + (arrow === "ArrowRight") - (arrow === "ArrowLeft"), at.j + (arrow === "ArrowUp") - (arrow === "ArrowDown")), label, zoom);
  legend(svg, host, column, colors, values, frame);
  report.note(host, colors.words);
};
