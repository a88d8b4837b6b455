"use strict";
// Drawing area, scales and axes of a chart.

report.widthOf = host => report.printing ? 660 : Math.max(320, Math.min(920, host.clientWidth || 920));

report.empty = (host, words) => {
  const said = document.createElement("p");
  said.className = "note";
  said.textContent = words;
  host.replaceChildren(said);
};

/** Replaces the host's contents by an SVG drawing. */
report.drawing = (host, width, height) => {
  host.replaceChildren();
  return d3.select(host).append("svg").attr("viewBox", `0 0 ${width} ${height}`).attr("width", width).attr("height", height);
};

/** Limits of a scale; a few values far beyond all others do not set it. */
report.limits = values => {
  const known = values.filter(Number.isFinite);
  const size = Float64Array.from(known, Math.abs).sort();
  const limit = 20 * (d3.quantile(size, 0.75) || 0);
  const beyond = limit > 0 ? size.length - d3.bisectRight(size, limit) : 0;
  const few = beyond > 0 && beyond <= 0.1 * size.length;
  const [low, high] = d3.extent(few ? known.filter(v => Math.abs(v) <= limit) : known);
  return { low, high, beyond: few ? beyond : 0, limit };
};

/** A scale for values; a logarithmic one shows magnitudes. `words` describe what is off the scale. */
report.valueScale = (values, logarithmic, range, error) => {
  if (logarithmic) {
    const [low, high] = d3.extent(values.map(Math.abs).filter(v => v > 0 && Number.isFinite(v)));
    if (!(low > 0)) return null;
    const floor = Math.max(low, high * 1e-9);
    return { scale: d3.scaleLog().domain(floor < high ? [floor, high] : [low / 2, 2 * low]).range(range).nice().clamp(true), of: Math.abs,
             limit: Infinity, words: "" };
  }
  const found = report.limits(values);
  if (found.low === undefined) return null;
  let { low, high } = found, words = "";
  if (found.beyond) words = `${found.beyond} ${found.beyond === 1 ? "value" : "values"} beyond ${report.number(found.limit, 2)} lie off the scale.`;
  if (error > 0 && high > low && high - low <= 3 * error) {
    words = "It varies by no more than its numerical error.";
    const middle = (low + high) / 2, reach = Math.max(10 * error, 0.05 * Math.abs(middle));
    [low, high] = [middle - reach, middle + reach];
  }
  if (low === high) [low, high] = low === 0 ? [-1, 1] : [low - 0.1 * Math.abs(low), high + 0.1 * Math.abs(low)];
  else if (low > 0 && low < 0.35 * high) low = 0;
  return { scale: d3.scaleLinear().domain([low, high]).range(range).nice(), of: v => v, limit: found.beyond ? found.limit : Infinity, words };
};

/** A scale along an axis of the study: categorical, logarithmic or linear. */
report.axisScale = (axis, range) => {
  if (axis.labels) return d3.scalePoint().domain(axis.labels.map((_, i) => i)).range(range).padding(0.5);
  const [low, high] = d3.extent(axis.values);
  if (low === high) return d3.scaleLinear().domain([low - 1, high + 1]).range(range);
  return (axis.log ? d3.scaleLog() : d3.scaleLinear()).domain([low, high]).range(range);
};

const tickNumber = value => report.number(value, 6);

/** 0 and powers of ten beyond the linear part. */
const symlogTicks = (scale, count) => {
  const [low, high] = scale.domain(), reach = Math.max(Math.abs(low), Math.abs(high)), found = [0];
  for (let value = 10 ** Math.round(Math.log10(scale.constant())); value <= reach; value *= 10) found.push(value, -value);
  const shown = found.filter(v => v >= low && v <= high).sort((a, b) => a - b);
  return shown.length > 2 ? shown : scale.ticks(count);
};

/** Readable ticks: 1, 2, 5 on a logarithmic scale of few decades, powers of ten on more. */
report.ticks = (scale, count) => {
  if (scale.constant) return symlogTicks(scale, count);
  if (!scale.base) return scale.ticks ? scale.ticks(count) : scale.domain();
  const [low, high] = d3.extent(scale.domain());
  const decades = Math.log10(high / low);
  const wanted = decades < 1.7 ? [1, 2, 5] : decades < 3 ? [1, 3] : [1];
  const step = decades > 8 ? Math.ceil(decades / 8) : 1;
  const found = [];
  for (let p = Math.floor(Math.log10(low)); p <= Math.ceil(Math.log10(high)); p += step)
    for (const w of wanted) {
      const value = Number(`${w}e${p}`);
      if (value >= low * 0.9999 && value <= high * 1.0001) found.push(value);
    }
  return found.length > 1 ? found : scale.ticks(4);
};

const shortened = (words, most) => words.length > most ? `${words.slice(0, most - 1)}\u2026` : words;

/** Orientation and spacing of category names so that they do not overlap. */
report.names = (labels, room) => {
  const longest = d3.max(labels, words => words.length) || 1;
  const turned = longest * 6.6 + 6 > room;  // with a gap between two
  return { turned, every: turned ? Math.max(1, Math.ceil(15 / room)) : 1, length: Math.min(longest, 48), below: turned ? 12 + 6.4 * Math.min(longest, 48) : 18 };
};

/** The axis below the drawing. */
report.axisBelow = (svg, scale, frame, words, axis) => {
  const group = svg.append("g").attr("class", "axis").attr("transform", `translate(0,${frame.bottom})`);
  let down = 20;
  if (axis && axis.labels) {
    const labels = axis.labels.map(report.micro);
    const look = report.names(labels, (frame.right - frame.left) / labels.length);
    labels.forEach((label, i) => {
      if (i % look.every || scale(i) < frame.left - 1 || scale(i) > frame.right + 1) return;
      const text = group.append("text").text(shortened(label, look.length));
      if (look.turned) text.attr("transform", `translate(${scale(i) + 4},8) rotate(-90)`).attr("text-anchor", "end");
      else text.attr("x", scale(i)).attr("y", 17).attr("text-anchor", "middle");
    });
    down = look.below;
  } else {
    const ticks = report.ticks(scale, Math.max(3, (frame.right - frame.left) / 100));
    group.call(d3.axisBottom(scale).tickValues(ticks).tickFormat(tickNumber).tickSizeOuter(0).tickSizeInner(4));
  }
  group.insert("line", ":first-child").attr("class", "base").attr("x1", frame.left).attr("x2", frame.right);
  group.append("text").attr("class", "title").attr("x", (frame.left + frame.right) / 2).attr("y", down + 17).attr("text-anchor", "middle").text(words);
};

/** The vertical axis with its grid; its title is above it, horizontal for readability. */
report.axisLeft = (svg, scale, frame, words, labels) => {
  const ticks = labels ? d3.range(labels.length).filter(i => i >= scale.domain()[0] && i <= scale.domain()[1]) : report.ticks(scale, Math.max(3, (frame.bottom - frame.top) / 50));
  svg.append("g").attr("class", "grid").selectAll("line").data(ticks).enter().append("line")
    .attr("x1", frame.left).attr("x2", frame.right).attr("y1", scale).attr("y2", scale);
  svg.append("g").attr("class", "axis").attr("transform", `translate(${frame.left},0)`)
    .call(d3.axisLeft(scale).tickValues(ticks).tickFormat(labels ? i => shortened(report.micro(labels[i]), 9) : tickNumber).tickSize(0).tickPadding(6)).select(".domain").remove();
  svg.append("text").attr("class", "title").attr("x", 2).attr("y", 13).text(words);
};
