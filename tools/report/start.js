"use strict";
// Draws the page; redraws when colour scheme or width change, and for printing.

(async () => {
  const data = await report.load();
  const drawn = [];
  const part = (id, draw) => { const host = document.getElementById(id); if (host) drawn.push(draw(host)); };
  part("explorer", host => data.kind === "sample" ? report.sample(host, data) : report.grid(host, data));
  part("traces", host => report.histories(host, data.histories));
  const download = document.getElementById("download");
  if (download) report.download(download, data);
  const again = () => drawn.forEach(draw => draw());
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  window.addEventListener("beforeprint", () => { report.printing = true; again(); });
  window.addEventListener("afterprint", () => { report.printing = false; again(); });
  let width = document.body.clientWidth;
  window.addEventListener("resize", () => {
    if (document.body.clientWidth === width) return;
    width = document.body.clientWidth;
    again();
  });
  report.data = data;
  report.ready();
})();
