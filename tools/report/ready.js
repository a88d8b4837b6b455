"use strict";
// What all scripts share. Errors of the page stand where a reader, and a test, can see them.
window.report = { errors: [] };

report.failed = words => {
  report.errors.push(String(words));
  document.documentElement.dataset.errors = report.errors.join("; ");
  const place = document.querySelector("header");
  const said = document.createElement("p");
  said.className = "failure";
  said.textContent = `A part of this report could not be drawn: ${words}`;
  place.append(said);
};

report.ready = () => { document.documentElement.dataset.ready = "true"; };

window.addEventListener("error", event => report.failed(event.message));
window.addEventListener("unhandledrejection", event => report.failed(event.reason));
