"use strict";
// Formatting of numbers and units.

/** Shortest form with this many significant digits: 1200, 0.4, 2.3e-7. */
report.number = (value, digits = 4) => {
  if (!Number.isFinite(value)) return "undefined";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const short = Number(value.toPrecision(digits));
  const written = size >= 1e6 || size < 1e-4 ? short.toExponential().replace("e+", "e") : String(short);
  return written.replace("-", "\u2212").replace("e-", "e\u2212");
};

/** Micro sign in place of 'u'. */
report.micro = words => words.replace(/(^|[^\w.])u(?=([msVJN]|rad)\b)/g, "$1\u00b5");

report.quantity = (value, unit, digits = 4) =>
  Number.isFinite(value) && unit ? `${report.number(value, digits)}\u00a0${report.micro(unit)}` : report.number(value, digits);

report.titled = (words, unit) => unit ? `${words}\u00a0/\u00a0${report.micro(unit)}` : words;

/** The i-th value of an axis, with its unit, and with more digits where fewer do not tell it from the others. */
report.valueAt = (axis, i) => {
  if (axis.labels) return report.micro(axis.labels[i]);
  const value = axis.values[i], said = (its, digits) => report.quantity(its, axis.unit, digits);
  for (let digits = 4; digits < 9; ++digits)  // the page has nine
    if (axis.values.every(other => other === value || said(other, digits) !== said(value, digits))) return said(value, digits);
  return said(value, 9);
};
