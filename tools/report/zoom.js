"use strict";
// Zoom of a chart: dragging over it enlarges that part, a double click shows the whole; with the keyboard + and - enlarge
// and reduce around the value that is read, 0 shows the whole.

const LEAST_DRAG = 8;  // pixels; less is a click
const LEAST_SHARE = 1e-4;  // of the values: they have four digits
let frameCount = 0;

const deepest = (low, high) => high - low < LEAST_SHARE * Math.max(Math.abs(low), Math.abs(high));

/**
 * `scales` = {x, y} of the whole chart, null for one that does not zoom; those of an enlarged part are set here. `key` says what
 * the chart shows: a part of something else is forgotten. `redraw` draws the chart again.
 */
report.zoom = (host, key, frame, scales, redraw) => {
  if (host.zoomed && host.zoomed.key !== key) delete host.zoomed;
  const whole = {}, sides = ["x", "y"].filter(side => scales[side]);
  for (const side of sides) {
    whole[side] = scales[side].domain();
    if (!host.zoomed || !host.zoomed[side]) continue;
    scales[side].domain(host.zoomed[side]).clamp(false);  // else what is off the part would be drawn at its border
  }
  const ends = { x: [frame.left, frame.right], y: [frame.bottom, frame.top] };

  const again = () => {
    const had = host.contains(document.activeElement);
    report.tooltip.hide();
    redraw();
    if (had) host.querySelector("svg").focus({ preventScroll: true });
  };
  const show = part => {
    host.zoomed = { ...(host.zoomed || {}), key, ...part };
    again();
  };
  const reset = () => {
    if (!host.zoomed) return;
    delete host.zoomed;
    again();
  };
  /** The values of a side between two places of the drawing; null if they are too close. */
  const between = (side, a, b) => {
    const [low, high] = ends[side], sign = Math.sign(high - low);
    const inside = v => sign * Math.max(sign * low, Math.min(sign * high, sign * v));
    const found = [a, b].map(inside).sort((p, q) => sign * (p - q)).map(v => scales[side].invert(v));
    return deepest(...found) ? null : found;
  };
  const zoom = {
    /** A group whose contents are cut off at the frame; a little outside it, for marks on its border. */
    clipped(svg) {
      const id = `frame-${++frameCount}`;
      svg.append("clipPath").attr("id", id).append("rect").attr("x", frame.left - 5).attr("y", frame.top - 5)
        .attr("width", frame.right - frame.left + 10).attr("height", frame.bottom - frame.top + 10);
      return svg.append("g").attr("clip-path", `url(#${id})`);
    },
    /** Whether a point is in the part that is shown. */
    has: ({ x, y }) => x >= frame.left - 1 && x <= frame.right + 1 && y >= frame.top - 1 && y <= frame.bottom + 1,
    /** Whether a key zooms; `at` is the place of the value that is read. */
    pressed(pressed, at) {
      if (pressed === "0") { reset(); return true; }
      if (!["+", "=", "-"].includes(pressed)) return false;
      const factor = pressed === "-" ? 2 : 0.5, part = {};
      for (const side of sides) {
        const [low, high] = ends[side], middle = at ? at[side] : (low + high) / 2;
        const wider = [low, high].map(v => scales[side].invert(middle + factor * (v - middle)));
        const bounded = [Math.max(wider[0], Math.min(...whole[side])), Math.min(wider[1], Math.max(...whole[side]))];
        if (!deepest(...bounded)) part[side] = bounded;
      }
      if (factor > 1 && sides.every(side => !part[side] || part[side].every((v, i) => v === [Math.min(...whole[side]), Math.max(...whole[side])][i]))) reset();
      else show(part);
      return true;
    },
    /** Lets a drawing be dragged over; and offers the whole if a part is shown. */
    enable(svg) {
      const node = svg.node();
      let from = null, box = null;
      const place = event => {
        const shown = node.getBoundingClientRect(), scale = node.viewBox.baseVal.width / shown.width;
        return [(event.clientX - shown.left) * scale, (event.clientY - shown.top) * scale];
      };
      const finish = () => {
        if (box) box.remove();
        from = box = null;
        host.dragging = false;
      };
      node.addEventListener("pointerdown", event => {
        if (event.button !== 0 || event.pointerType === "touch") return;  // a finger scrolls the page
        from = place(event);
        event.preventDefault();
        node.focus({ preventScroll: true });
        try { node.setPointerCapture(event.pointerId); } catch (gone) { console.info("the pointer is gone:", gone.message); }
      });
      node.addEventListener("pointermove", event => {
        if (!from) return;
        const to = place(event), wide = Math.abs(to[0] - from[0]) >= LEAST_DRAG && Boolean(scales.x);
        const tall = Math.abs(to[1] - from[1]) >= LEAST_DRAG && Boolean(scales.y);
        if (!wide && !tall) return;
        host.dragging = true;
        report.tooltip.hide();
        if (!box) box = svg.append("rect").attr("class", "zoom");
        const span = (k, is, low, high) => is ? [Math.max(low, Math.min(from[k], to[k])), Math.min(high, Math.max(from[k], to[k]))] : [low, high];
        const [x0, x1] = span(0, wide, frame.left, frame.right), [y0, y1] = span(1, tall, frame.top, frame.bottom);
        box.attr("x", x0).attr("y", y0).attr("width", Math.max(0, x1 - x0)).attr("height", Math.max(0, y1 - y0));
      });
      node.addEventListener("pointerup", event => {
        if (!from) return;
        const start = from, to = place(event), part = {};
        finish();
        ["x", "y"].forEach((side, k) => {
          const found = scales[side] && Math.abs(to[k] - start[k]) >= LEAST_DRAG ? between(side, start[k], to[k]) : null;
          if (found) part[side] = found;
        });
        if (Object.keys(part).length) show(part);
      });
      node.addEventListener("pointercancel", finish);
      node.addEventListener("dblclick", reset);
      if (!host.zoomed) return;
      const button = Object.assign(document.createElement("button"), { type: "button", className: "whole", textContent: "Show the whole" });
      button.addEventListener("click", reset);
      host.append(button);
    },
  };
  return zoom;
};
