"use strict";
// Draws the page; redraws when colour scheme or width change, and for printing.

report.kinds = {
  grid: report.grid,
  ranking: report.ranking,
  panels: (host, chart) => {
    const bar = host.appendChild(Object.assign(document.createElement("form"), { className: "controls" }));
    bar.addEventListener("submit", event => event.preventDefault());
    const body = host.appendChild(document.createElement("div"));
    let shown = chart.choose ? [chart.panels[0]] : chart.panels, log = false;
    if (chart.choose && chart.panels.length > 1)
      report.choice(bar, chart.choose, chart.panels.map((panel, i) => ({ value: String(i), words: panel.choice || panel.title })), "0", value => { shown = [chart.panels[Number(value)]]; draw(); });
    if (!chart.plain) report.box(bar, "logarithmic", log, value => { log = value; draw(); }, `log-${chart.id}`);
    const draw = () => {
      body.replaceChildren();
      for (const panel of shown) report.panel(body, panel, log);
    };
    draw();
    return draw;
  },
};

(async () => {
  const data = await report.load();
  const drawn = [];
  const part = (id, draw) => { const host = document.getElementById(id); if (host) drawn.push(draw(host)); };
  part("explorer", host => data.kind === "sample" ? report.sample(host, data) : report.grid(host, data));
  (data.charts || []).forEach((chart, i) => part(`chart-${i}`, host => report.kinds[chart.kind](host, chart, i || data.columns ? `-${i}` : "")));
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
