"use strict";
// Shows the value at the pointer or at the keyboard cursor.

report.tooltip = (() => {
  const box = document.createElement("div");
  box.id = "tooltip";
  box.setAttribute("role", "status");
  box.hidden = true;
  document.body.append(box);
  return {
    /** Shows lines next to a window position. */
    show(lines, x, y) {
      box.replaceChildren(...lines.map(line => Object.assign(document.createElement("div"), { textContent: line })));
      box.hidden = false;
      const size = box.getBoundingClientRect();
      box.style.left = `${Math.max(4, Math.min(x + 14, window.innerWidth - size.width - 4))}px`;
      box.style.top = `${y - size.height - 12 < 4 ? y + 16 : y - size.height - 12}px`;
    },
    hide() { box.hidden = true; },
  };
})();

/**
 * Makes the points of a chart accessible by pointer and arrow keys. `nearest(x, y)` returns the entry at a position of the
 * drawing, `step(entry, key)` the adjacent one; an entry has a position {x, y} and the lines to show. `zoom` is that of the chart.
 */
report.explore = (svg, host, nearest, step, label, zoom) => {
  let at = null;
  const mark = svg.append("circle").attr("class", "mark").attr("r", 5).style("display", "none");
  const node = svg.node();
  const show = entry => {
    at = entry;
    if (!entry) { hide(); return; }
    mark.style("display", null).attr("cx", entry.x).attr("cy", entry.y);
    const frame = node.getBoundingClientRect();
    const scale = frame.width / node.viewBox.baseVal.width;
    report.tooltip.show(entry.lines, frame.left + entry.x * scale, frame.top + entry.y * scale);
    host.dataset.said = entry.lines.join("; ");
  };
  const hide = () => { mark.style("display", "none"); report.tooltip.hide(); };
  svg.attr("tabindex", 0).attr("role", "img").attr("aria-label", `${label}. Arrow keys read values${zoom ? ", plus and minus zoom, 0 shows the whole" : ""}.`)
    .on("mousemove", () => { if (host.dragging) return; const [x, y] = d3.mouse(node); show(nearest(x, y)); })
    .on("mouseleave", hide)
    .on("blur", hide)
    .on("keydown", () => {
      const key = d3.event.key;
      if (key === "Escape") { hide(); return; }
      if (zoom && zoom.pressed(key, at)) { d3.event.preventDefault(); return; }
      if (!key.startsWith("Arrow")) return;
      d3.event.preventDefault();
      show(at ? step(at, key) || at : nearest(0, 0));
    });
  if (zoom) zoom.enable(svg);
};
