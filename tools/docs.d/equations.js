// Equations as HTML: node equations.js <formulas.json, [{"tex": "...", "display": true}]; prints [{"html": "..."}] with
// {"error": "..."} in the place of what KaTeX does not understand.
const katex = require("/usr/share/javascript/katex/katex.js");

function rendered({ tex, display }) {
  try {
    return { html: katex.renderToString(tex, { displayMode: display, throwOnError: true, strict: "error" }) };
  } catch (error) {
    return { error: error.message };
  }
}

const formulas = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(formulas.map(rendered)));
