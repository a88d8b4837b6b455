"use strict";
// Four states over two parameters of a design: whether space and testbed capture, one of them, or neither.

const captureMarks = ["circle", "square", "triangle", "cross", "plus"];

report.captures = (host, column, over, against, describe) => {
  const values = parameter => Array.from(parameter.values);
  const side = parameter => ({ words: parameter.words, unit: parameter.unit, log: parameter.log, labels: parameter.labels || undefined });
  const curves = column.states.map((name, state) => {
    const rows = d3.range(column.values.length).filter(i => column.values[i] === state), pick = list => rows.map(i => list[i]);
    return { name: `${name} (${rows.length})`, mark: captureMarks[state], state, x: pick(values(over)), y: pick(values(against)), lines: rows.map(describe) };
  }).filter(curve => curve.x.length);
  // States of disagreement are drawn last, so that the others do not cover them.
  curves.sort((a, b) => (a.state === 1 || a.state === 2) - (b.state === 1 || b.state === 2));
  report.xy(host, { title: `${column.words} over ${over.words} and ${against.words}`, height: 380, x: side(over), y: side(against), curves });
  return curves;
};
