"""Drives reports in headless Chromium: loads a page, does what a reader would do, and reads values back.

A screenshot and a print, both asked for in dark, are left in the folder HILSPACE_SCREENSHOTS, to be looked at; with HILSPACE_TEST_TIMES above 1
a light one and one as wide as a telephone too.
"""
import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import h5py

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from support import TIMES, CommandLine  # noqa: E402

SCREENSHOTS = Path(os.environ.get("HILSPACE_SCREENSHOTS", "/tmp"))
CHROMIUM = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--hide-scrollbars", "--no-first-run",
            "--virtual-time-budget=60000"]
# What a test does with the page, in the page: a reader's choices as the browser would report them.
DRIVER = """<script>
(async () => {
  const said = {}, at = query => { const found = document.querySelector(query); if (!found) throw new Error(`no ${query}`); return found; };
  const choose = (query, value) => { const c = at(query); c.value = value; c.dispatchEvent(new Event(c.type === "range" ? "input" : "change")); };
  const tick = query => { const box = at(query); box.checked = !box.checked; box.dispatchEvent(new Event("change")); };
  const key = (query, name) => at(`${query} svg`).dispatchEvent(new KeyboardEvent("keydown", { key: name }));
  // From one place of a drawing to another, in shares of its width and height.
  const drag = (query, x0, y0, x1, y1) => {
    const svg = at(`${query} svg`), box = svg.getBoundingClientRect();
    for (const [type, x, y] of [["pointerdown", x0, y0], ["pointermove", x1, y1], ["pointerup", x1, y1]])
      svg.dispatchEvent(new PointerEvent(type, { clientX: box.left + x * box.width, clientY: box.top + y * box.height, pointerType: "mouse", pointerId: 1, bubbles: true }));
  };
  const press = (query, ...keys) => { for (const key of keys) at(`${query} svg`).dispatchEvent(new KeyboardEvent("keydown", { key })); return at(`${query} [data-said]`).dataset.said; };
  try {
    for (let i = 0; !document.documentElement.dataset.ready; ++i) {
      if (i > 1000) throw new Error("the page does not get ready");
      await new Promise(done => setTimeout(done, 50));
    }
    STEPS
  } catch (error) { report.failed(error.stack || error); }
  document.documentElement.dataset.said = JSON.stringify(said);
})();
</script></body>"""


class Browser(CommandLine):
    def chromium(self, page, *options):
        return subprocess.run([*CHROMIUM, f"--user-data-dir={self.folder}/browser", *options, page.as_uri()], cwd=self.folder,
                              capture_output=True, text=True, timeout=300, check=True)

    def page(self, name):
        self.hilspace("report", f"{name}.h5", "-o", f"{name}.html")
        return self.folder / f"{name}.html"

    def driven(self, name, steps):
        """What the steps noted in `said` when they were done in the page; there was no error."""
        page = self.page(name)
        driven = self.folder / "driven.html"
        driven.write_text(page.read_text().replace("</body>", DRIVER.replace("STEPS", steps)))
        dom = self.chromium(driven, "--dump-dom", "--enable-logging=stderr")
        root = re.search(r"<html[^>]*>", dom.stdout)[0]
        self.assertIn('data-ready="true"', root)
        self.assertNotIn("data-errors", root)
        self.assertEqual(re.findall(r".*:CONSOLE(?!.*GPU stall due to ReadPixels).*", dom.stderr), [])  # a test reads pixels
        return json.loads(html.unescape(re.search(r'data-said="([^"]*)"', root)[1]))

    def shown(self, name, width=1100, height=2600):
        """Screenshots, and a print; that they are there and no blank sheet is all that a program can say."""
        page = self.page(name)
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        pictures = (("dark", width, ["--force-dark-mode"]), ("light", width, []), ("narrow", 500, []))
        for suffix, size, more in pictures if TIMES > 1 else pictures[:1]:
            picture = SCREENSHOTS / f"report-{name}-{suffix}.png"
            picture.unlink(missing_ok=True)
            self.chromium(page, f"--window-size={size},{height}", f"--screenshot={picture}", *more)
            self.assertGreater(picture.stat().st_size, 20_000)
        printed = SCREENSHOTS / f"report-{name}.pdf"
        printed.unlink(missing_ok=True)
        self.chromium(page, f"--print-to-pdf={printed}", "--force-dark-mode")
        self.assertEqual(printed.read_bytes()[:4], b"%PDF")

    def value(self, file, name, *index):
        with h5py.File(self.folder / file) as result:
            return float(result[name][index])

    def number(self, said):
        """Of 'velocity.error_pct = 19.3 %; ...'."""
        return float(re.match(r"\S+ = (\S+?)(?:\s|;|$)", said)[1].replace("\u2212", "-"))
