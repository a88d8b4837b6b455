"use strict";
// Labelled lists, sliders and checkboxes; native controls, so that the keyboard works.

let controlCount = 0;

const labelled = (host, words, control) => {
  const box = document.createElement("div");
  box.className = "control";
  const label = document.createElement("label");
  control.id = control.id || `control-${++controlCount}`;
  label.htmlFor = control.id;
  label.textContent = words;
  box.append(label, control);
  host.append(box);
  return box;
};

/** A list of {value, words, group}; calls `changed(value)`. */
report.choice = (host, words, options, chosen, changed, id) => {
  const select = document.createElement("select");
  if (id) select.id = id;
  let group = select;
  for (const option of options) {
    if (option.group && group.label !== option.group) {
      group = Object.assign(document.createElement("optgroup"), { label: option.group });
      select.append(group);
    }
    const made = new Option(option.words, option.value, false, option.value === chosen);
    (option.group ? group : select).append(made);
  }
  select.addEventListener("change", () => changed(select.value));
  labelled(host, words, select);
  return select;
};

/** A slider over the values of an axis, with the value shown. */
report.slider = (host, axis, chosen, changed) => {
  const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: axis.values.length - 1, step: 1, value: chosen });
  slider.dataset.axis = axis.name;
  const said = document.createElement("output");
  const say = () => {
    said.textContent = report.valueAt(axis, Number(slider.value));
    slider.setAttribute("aria-valuetext", said.textContent);
  };
  say();
  slider.addEventListener("input", () => { say(); changed(Number(slider.value)); });
  labelled(host, axis.words, slider).append(said);
};

/** A checkbox. */
report.box = (host, words, chosen, changed, id) => {
  const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: chosen });
  if (id) box.id = id;
  box.addEventListener("change", () => changed(box.checked));
  labelled(host, words, box).classList.add("box");
};

/** Measures to choose from; those that do not converge are last, in a group of their own. */
report.measureOptions = columns => columns.map(column => ({
  value: column.name, words: column.states ? column.words : `${column.words} (${column.name})`,
  group: column.converges ? "" : "do not converge" }));

/** A legend below a chart: a line (or a dot) and a name per curve. */
report.legend = (host, title, entries, dots) => {
  const list = document.createElement("ul");
  list.className = "legend";
  if (title) list.append(Object.assign(document.createElement("li"), { className: "legend-title", textContent: title }));
  for (const { name, look } of entries) {
    const item = document.createElement("li");
    const svg = d3.select(item).append("svg").attr("width", 30).attr("height", 12).attr("aria-hidden", "true");
    if (look.mark) svg.append("path").attr("class", `sample ${look.mark}`).attr("d", report.markPath(look.mark, 20, 6, 4)).style("stroke", look.outline || look.color)
      .style("fill", ["cross", "plus"].includes(look.mark) ? "none" : look.color);
    else if (dots) svg.append("circle").attr("cx", 22).attr("cy", 6).attr("r", 3.5).style("fill", look.color);
    else svg.append("line").attr("x1", 1).attr("x2", 29).attr("y1", 6).attr("y2", 6).attr("stroke-width", 2)
      .style("stroke", look.color).attr("stroke-dasharray", look.dash);
    item.append(name);
    list.append(item);
  }
  host.append(list);
};

report.note = (host, words) => {
  if (!words) return;
  host.append(Object.assign(document.createElement("p"), { className: "note", textContent: words }));
};
