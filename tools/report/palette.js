"use strict";
// Colours distinguishable in grey, on light and dark background; print is always light.

report.printing = false;
report.dark = () => !report.printing && window.matchMedia("(prefers-color-scheme: dark)").matches;

const dashes = ["", "7 3", "7 3 2 3", "2 3", "10 3 2 3 2 3", "4 4", "12 4", "1 2"];

/** Colour and dashes of curve i of `count`; ordered curves run from dark to light. */
report.look = (i, count, ordered) => {
  if (ordered && count > 2) {
    const share = i / (count - 1);
    return { color: d3.interpolateCividis(report.dark() ? 0.32 + 0.68 * share : 0.82 * share), dash: dashes[i % dashes.length] };
  }
  return { color: `var(--c${i % 8})`, dash: dashes[i % dashes.length] };
};

report.modelLook = { docking: { color: "var(--c5)", dash: "" }, hil: { color: "var(--c1)", dash: "6 3" }, rig: { color: "var(--c0)", dash: "7 3 2 3" } };

/** Colour of a map: dark is low. */
report.ramp = share => d3.interpolateCividis(share);

// Both dock, ideal only, testbed only, neither, did not end well; as in hilspace plot.
const stateColors = { light: ["#0072B2", "#E69F00", "#D55E00", "#E4E4E4", "#FFFFFF"], dark: ["#3D9BD6", "#E0A030", "#E0702A", "#4A4F55", "#24282C"] };
const stateSigns = ["", "\u25cb", "\u25b2", "", "\u00d7"];

// Of other states: light to dark in grey, with a sign each.
const flagColors = ["#56B4E9", "#E69F00", "#CC79A7", "#009E73", "#F0E442", "#D55E00", "#9A9A9A", "#0072B2"];
const flagSigns = ["", "\u25cb", "\u25b2", "\u00d7", "\u25a1", "\u25cf", "+", "\u25c7"];

/** Colour and sign of a state: those of the four-state maps if `docks`. */
report.stateColor = (state, docks) => docks ? stateColors[report.dark() ? "dark" : "light"][state] : flagColors[state % flagColors.length];
report.stateSign = (state, docks) => docks ? stateSigns[state] : flagSigns[state % flagSigns.length];
