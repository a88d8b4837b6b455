"use strict";
// Shared object of all scripts. Errors are shown on the page and kept in an attribute for tests.
window.report = { errors: [] };

report.failed = words => {
  report.errors.push(String(words));
  document.documentElement.dataset.errors = report.errors.join("; ");
  const place = document.querySelector("header");
  const said = document.createElement("p");
  said.className = "failure";
  said.textContent = `A part of this report failed: ${words}`;
  place.append(said);
};

report.ready = () => { document.documentElement.dataset.ready = "true"; };

window.addEventListener("error", event => report.failed(event.message));
window.addEventListener("unhandledrejection", event => report.failed(event.reason));
