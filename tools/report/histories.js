"use strict";
// Time histories of a traced scenario: replay, way of the tip, force, residual, penetration, hysteresis, energies, timing.

report.histories = (host, traces) => {
  const bar = host.appendChild(Object.assign(document.createElement("form"), { className: "controls" }));
  bar.addEventListener("submit", event => event.preventDefault());
  const body = host.appendChild(document.createElement("div"));
  let chosen = traces.length - 1, log = false;
  if (traces.length > 1)
    report.choice(bar, "Traced scenario", traces.map((trace, i) => ({ value: String(i), words: report.micro(trace.name) })), String(chosen),
      value => { chosen = Number(value); draw(); }, "trace");
  report.box(bar, "logarithmic", log, value => { log = value; draw(); }, "log-traces");
  if (traces.length === 1) report.note(host.insertBefore(document.createElement("div"), body), report.micro(traces[0].name));
  const draw = () => {
    body.replaceChildren();
    if (traces[chosen].replay) {
      const figure = body.appendChild(document.createElement("figure"));
      figure.append(Object.assign(document.createElement("figcaption"), { textContent: "Replay" }));
      report.replay(figure.appendChild(document.createElement("div")), traces[chosen].replay);
    }
    for (const panel of traces[chosen].panels) report.panel(body, panel, log);
  };
  draw();
  return draw;
};
