"""Reports in a real browser: they load without an error, do what is chosen, and say the file's numbers under the keyboard.

Screenshots (light, dark, as wide as a telephone) and a print are left in the folder HILSPACE_SCREENSHOTS, to be looked at.
"""
import html
import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from support import DELAYS, REPOSITORY, SEVERAL_AXES, SMALL, CommandLine, coarse  # noqa: E402

STUDIES = REPOSITORY / "studies"
SCREENSHOTS = Path(os.environ.get("HILSPACE_SCREENSHOTS", "/tmp"))
CHROMIUM = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--hide-scrollbars", "--no-first-run",
            "--virtual-time-budget=60000"]
DESIGN = SMALL.replace('law = "flores"\n', "") + """
[design]
type = "random"
samples = 60
[[parameter]]
path = "actuator.total_delay"
from = "0.4 ms"
to = "1.4 ms"
[[parameter]]
path = "contact.law"
values = ["flores", "hunt_crossley"]
"""
# What a test does with the page, in the page: a reader's choices as the browser would report them.
DRIVER = """<script>
(async () => {
  const said = {}, at = query => { const found = document.querySelector(query); if (!found) throw new Error(`no ${query}`); return found; };
  const choose = (query, value) => { const c = at(query); c.value = value; c.dispatchEvent(new Event(c.type === "range" ? "input" : "change")); };
  const tick = query => { const box = at(query); box.checked = !box.checked; box.dispatchEvent(new Event("change")); };
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
        for suffix, size, more in (("light", width, []), ("dark", width, ["--force-dark-mode"]), ("narrow", 500, [])):
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

    def test_a_sweep(self):
        self.hilspace("run", self.study(SMALL + DELAYS + "[output]\ntraces = [0, 2]\n"), "-o", "sweep.h5")
        said = self.driven("sweep", """
            said.first = press("#lines", "ArrowRight");
            said.second = press("#lines", "ArrowRight");
            choose("#metric", "force.peak_hil");
            said.force = press("#lines", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft");
            tick("#log");
            said.curves = document.querySelectorAll("#lines path.curve").length;
            said.address = location.hash;
            said.csv = report.csv(report.data).split("\\n");
            choose("#trace", "0");
            said.trace = press("#traces figure", "ArrowRight");
            said.panels = document.querySelectorAll("#traces figure").length;
        """)
        self.assertAlmostEqual(self.number(said["first"]), self.value("sweep.h5", "velocity.error_pct", 0), delta=0.01)
        self.assertAlmostEqual(self.number(said["second"]), self.value("sweep.h5", "velocity.error_pct", 1), delta=0.01)
        self.assertRegex(said["second"], r"actuator\.total_delay = 0\.4\sms; scenario 1$")
        self.assertAlmostEqual(1e3 * self.number(said["force"]), self.value("sweep.h5", "force.peak_hil", 0), delta=1)
        self.assertEqual((said["curves"], said["panels"]), (1, 4))
        self.assertIn("metric=force.peak_hil", said["address"])
        header, *rows = [line.split(",") for line in said["csv"] if line]
        self.assertEqual(len(rows), 3)
        column = header.index("velocity.error_pct [%]")
        self.assertAlmostEqual(float(rows[2][column]), self.value("sweep.h5", "velocity.error_pct", 2), delta=0.01)
        self.assertRegex(said["trace"], "docking model")
        self.shown("sweep")

    def test_several_axes(self):
        self.hilspace("run", SEVERAL_AXES, "-o", "several.h5")
        said = self.driven("several", """
            choose("#over", "0");
            choose("#by", "1");
            said.before = press("#map", "ArrowUp");
            choose("input[type=range]", "1");
            said.after = press("#map", "ArrowRight", "ArrowLeft");
            said.cells = document.querySelectorAll("#map svg rect").length;
            choose("#by", "-1");
            said.sliders = document.querySelectorAll("input[type=range]").length;
            said.hidden = at("#map").hidden;
        """)
        # The map's first place is its upper left corner: the first delay, the last masses.
        self.assertAlmostEqual(self.number(said["before"]), self.value("several.h5", "velocity.error_pct", 0, 2, 0), delta=0.01)
        self.assertAlmostEqual(self.number(said["after"]), self.value("several.h5", "velocity.error_pct", 0, 2, 1), delta=0.01)
        self.assertGreater(said["cells"], 15)
        self.assertEqual((said["sliders"], said["hidden"]), (2, True))

    def test_repeats(self):
        self.hilspace("run", self.study(SMALL + DELAYS + "[numerics]\nrepeats = 4\n"), "-o", "repeats.h5")
        said = self.driven("repeats", """
            said.second = press("#lines", "ArrowRight", "ArrowRight");
            said.intervals = document.querySelectorAll("#lines line.interval").length;
            said.csv = report.csv(report.data).split("\\n")[2].split(",")[0];
        """)
        self.assertAlmostEqual(self.number(said["second"]), self.value("repeats.h5", "velocity.error_pct.mean", 1), delta=0.01)
        self.assertRegex(said["second"], "scenarios 4 to 7$")
        self.assertEqual((said["intervals"], said["csv"]), (3, "4"))

    def test_a_replay(self):
        self.hilspace("simulate", STUDIES / "17-pin-in-bore/study.toml", "--index", "2", "-o", "replay.h5")
        said = self.driven("replay", """
            const pixels = () => at("canvas.replay").toDataURL();
            said.busiest = at(".instants output").textContent;
            const before = pixels();
            choose("#instant", "0");
            said.first = at(".instants output").textContent;
            said.moves = pixels() !== before;
            const side = pixels();
            at("canvas.replay").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
            said.turns = pixels() !== side;
            at("#play").click();
            for (let i = 0; Number(at("#instant").value) < 3; ++i) {
              if (i > 1000) throw new Error("it does not play");
              await new Promise(done => setTimeout(done, 20));
            }
            at("#play").click();
            said.stopped = at("#play").textContent;
        """)
        self.assertRegex(said["busiest"], r"force on the chaser: docking model \S+\sN, HIL model \S+\sN")
        self.assertRegex(said["first"], r"^0\ss; .* docking model 0\sN")
        self.assertEqual((said["moves"], said["turns"], said["stopped"]), (True, True, "Play"))
        self.shown("replay")

    def test_a_design_with_rows_that_failed(self):
        self.hilspace("run", self.study(DESIGN), "-o", "design.h5")
        with h5py.File(self.folder / "design.h5", "r+") as file:
            file["outcome"][7] = 1
            file["velocity.error_pct"][9] = np.nan
        said = self.driven("design", """
            said.points = document.querySelectorAll("#scatter circle.point").length;
            said.threads = document.querySelectorAll("#parallel path.thread").length;
            said.point = press("#scatter", "ArrowRight");
            choose("#share", "high");
            said.high = document.querySelectorAll("#parallel path.thread").length;
            choose("#over", "contact.law");
            said.names = [...document.querySelectorAll("#scatter .axis text")].map(t => t.textContent);
        """)
        self.assertEqual((said["points"], said["threads"], said["high"]), (58, 58, 6))
        index = int(re.search(r"scenario (\d+)", said["point"])[1])
        self.assertAlmostEqual(self.number(said["point"]), self.value("design.h5", "velocity.error_pct", index), delta=0.02)
        self.assertIn("hunt_crossley", said["names"])
        self.shown("design", height=3200)

    def test_poses_that_dock(self):
        self.hilspace("run", STUDIES / "06-docking-map/study.toml", "-o", "map.h5")
        said = self.driven("map", """
            said.corner = press("#map", "ArrowDown");
            said.legend = [...document.querySelectorAll("#map .legend li")].map(item => item.textContent);
            said.lines = at("#lines").hidden;
        """)
        self.assertRegex(said["corner"], "^did not end well; ")
        self.assertEqual([re.sub("^\\W*", "", words) for words in said["legend"]],
                         ["docks (37)", "does not dock (26)", "did not end well (18)"])
        self.assertTrue(said["lines"])
        self.shown("map")

    def test_many_scenarios(self):
        self.hilspace("run", self.study(coarse(20_000)), "-o", "many.h5")
        said = self.driven("many", """
            tick("#log");
            said.value = press("#lines", "ArrowRight");
            said.curves = document.querySelectorAll("#lines path.curve").length;
            said.length = report.data.columns[0].values.length;
        """)
        self.assertGreater(said["length"], 10_000)
        self.assertLessEqual(said["curves"], 8)
        self.assertIn("velocity.error_pct = ", said["value"])

    def test_other_files(self):
        self.hilspace("run", self.study(SMALL), "-o", "one.h5")
        self.hilspace("explain", "one.h5", "-o", "table.h5")
        self.hilspace("simulate", STUDIES / "06-docking-map/study.toml", "--index", "70", "-o", "trace.h5")
        for name in ("one", "table", "trace"):
            self.driven(name, "")


if __name__ == "__main__":
    unittest.main()
