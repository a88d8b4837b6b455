"""Reports of results and traces in a real browser: they load without an error, do what is chosen, and say the file's numbers under the keyboard."""
import re
import unittest

import h5py
import numpy as np

from browser import Browser
from support import DELAYS, REPOSITORY, SEVERAL_AXES, SMALL, coarse

STUDIES = REPOSITORY / "studies"
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


class Results(Browser):
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
            said.told = [0, 1, 2].map(i => report.valueAt({ values: [10, 10.0001, 100 / 7], unit: "mm/s" }, i));
        """)
        self.assertEqual(said["told"], ["10\u00a0mm/s", "10.0001\u00a0mm/s", "14.29\u00a0mm/s"])
        self.assertAlmostEqual(self.number(said["first"]), self.value("sweep.h5", "velocity.error_pct", 0), delta=0.01)
        self.assertAlmostEqual(self.number(said["second"]), self.value("sweep.h5", "velocity.error_pct", 1), delta=0.01)
        self.assertRegex(said["second"], r"actuator\.total_delay = 0\.4\sms; scenario 1$")
        self.assertAlmostEqual(1e3 * self.number(said["force"]), self.value("sweep.h5", "force.peak_hil", 0), delta=1)
        self.assertEqual((said["curves"], said["panels"]), (1, 5))
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
            said.csv = report.csv(report.data).trim().split("\\n").map(row => row.split(","));
        """)
        self.assertAlmostEqual(self.number(said["second"]), self.value("repeats.h5", "velocity.error_pct.mean", 1), delta=0.01)
        self.assertRegex(said["second"], "scenarios 4 to 7$")
        self.assertEqual(said["intervals"], 3)
        head, *rows = said["csv"]
        self.assertEqual([row[:2] for row in (head, *rows)], [["first scenario", "last scenario"], ["0", "3"], ["4", "7"], ["8", "11"]])
        for name in ("velocity.error_pct.mean", "velocity.error_pct.interval"):
            self.assertAlmostEqual(float(rows[1][head.index(f"{name} [%]")]), self.value("repeats.h5", name, 1), delta=0.01)
        self.assertNotIn("velocity.error_pct [%]", head)

    def test_a_replay(self):
        self.hilspace("simulate", STUDIES / "17-pin-in-bore/study.toml", "--index", "2", "-o", "replay.h5")
        said = self.driven("replay", """
            const pixels = () => at("canvas.replay").toDataURL();
            said.busiest = at(".instants output").textContent;
            const before = pixels();
            choose("#instant", "0");
            said.first = at(".instants output").textContent;
            said.moves = pixels() !== before;
            said.way = [...document.querySelectorAll("#traces figure")].find(f => f.textContent.startsWith("Way")).textContent;
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
        self.assertIn("x of the chaser's port from the target's", said["way"])  # it has neither tip nor drogue
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
            const over = () => at("#over").selectedOptions[0].textContent;
            said.ratio = over();
            choose("#over", "actuator.total_delay");
            said.correlations = ["velocity.error_pct", "contact.duration_error", "force.peak_hil"].map(name => { choose("#metric", name); return over(); });
        """)
        self.assertRegex(said["ratio"], r"^contact law \(correlation ratio 0\.\d\d\)$")
        with h5py.File(self.folder / "design.h5") as file:
            delay = file["actuator.total_delay"][()]
            for name, words in zip(("velocity.error_pct", "contact.duration_error", "force.peak_hil"), said["correlations"]):
                known = np.isfinite(file[name][()]) & (file["outcome"][()] == 0)
                expected = np.corrcoef(*(np.argsort(np.argsort(values[known])) for values in (delay, file[name][()])))[0, 1]
                found = re.fullmatch(r"actuator total delay \(rank correlation (\S+)\)", words)
                self.assertAlmostEqual(float(found[1].replace("\u2212", "-")), expected, delta=0.0051)
        self.assertEqual((said["points"], said["threads"], said["high"]), (58, 58, 6))
        index = int(re.search(r"scenario (\d+)", said["point"])[1])
        self.assertAlmostEqual(self.number(said["point"]), self.value("design.h5", "velocity.error_pct", index), delta=0.02)
        self.assertIn("hunt_crossley", said["names"])
        self.shown("design", height=3200)

    def test_percentiles_are_of_samples_alone(self):
        self.hilspace("run", self.study(DESIGN), "-o", "sample.h5")
        self.hilspace("run", self.study(DESIGN.replace('"random"\nsamples = 60', '"one_at_a_time"\nlevels = 4')), "-o", "lines.h5")
        for name, is_sample in (("sample", True), ("lines", False)):
            with self.subTest(name):
                said = self.driven(name, """
                    said.below = at("#distribution").textContent;
                    said.all = document.body.textContent;
                """)
                self.assertEqual("% lie below" in said["below"], is_sample)
                self.assertEqual("they are no sample" in said["all"], not is_sample)
                with h5py.File(self.folder / f"{name}.h5") as file:
                    values = file["velocity.error_pct"][()]
                if not is_sample:
                    low, high = (float(v) for v in re.search(r"([-\d.]+)\s% to ([-\d.]+)\s%", said["below"]).groups())
                    self.assertAlmostEqual(low, values.min(), delta=0.02 * abs(values.min()))
                    self.assertAlmostEqual(high, values.max(), delta=0.02 * abs(values.max()))

    def test_parallel_coordinates_select_and_enlarge(self):
        self.hilspace("run", self.study(DESIGN), "-o", "select.h5")
        said = self.driven("select", """
            const count = () => [document.querySelectorAll("#parallel path.thread:not(.other)").length, document.querySelectorAll("#parallel path.other").length,
                                 document.querySelectorAll("#scatter circle.point:not(.faint)").length];
            const words = () => at("#parallel p.selected").textContent;
            const buttons = text => [...document.querySelectorAll("#parallel button")].find(b => b.textContent === text);
            const ticks = () => [...document.querySelectorAll("#parallel g.parallel:nth-of-type(3) text.halo")].map(t => t.textContent);
            said.all = count();
            said.ticks = ticks();
            // The first of three axes is 70 of 920 from the left; from the middle of the scale to its upper end.
            const svg = at("#parallel svg"), wide = svg.viewBox.baseVal.width, x = 70 / wide;
            drag("#parallel", x, (62 + 254 / 2) / 330, x, 62 / 330);
            said.half = count();
            said.words = words();
            drag("#parallel", 1 - x, (62 + 254 / 4) / 330, 1 - x, (62 + 254 / 2) / 330);
            said.both = count();
            buttons("Enlarge").click();
            said.enlarged = count();
            said.nearer = ticks();
            said.read = press("#parallel", "ArrowRight", "ArrowUp");
            buttons("Select all").click();
            said.back = count();
            said.gone = document.querySelector("#parallel p.selected") === null;
            press("#parallel", "ArrowRight");
            key("#parallel", "+");
            said.keyed = words();
            key("#parallel", "0");
            said.zero = count();
            tick("#log");
            said.log = count();
        """)
        with h5py.File(self.folder / "select.h5") as file:
            delay, error = file["actuator.total_delay"][()], file["velocity.error_pct"][()]
        self.assertEqual((said["all"], said["back"], said["zero"], said["log"]), ([60, 0, 60],) * 4)
        low, high = [float(value) for value in re.search(r"total_delay (\S+)\sms to (\S+)\sms", said["words"]).groups()]
        middle = 0.5e3 * (delay.min() + delay.max())
        self.assertAlmostEqual(low, middle, delta=0.01)
        upper = int(np.sum(delay * 1e3 >= middle))
        self.assertEqual(said["half"], [upper, 60 - upper, upper])
        self.assertTrue(0 < said["both"][0] < upper, said["both"])
        self.assertEqual(said["both"][0] + said["both"][1], 60)
        self.assertEqual(said["enlarged"], [said["both"][0], 0, said["both"][0]])
        self.assertNotEqual(said["nearer"], said["ticks"])
        index = int(re.search(r"scenario (\d+)", said["read"])[1])
        self.assertGreater(delay[index] * 1e3, middle - 0.01)
        self.assertAlmostEqual(self.number(said["read"]), error[index], delta=0.02)
        self.assertTrue(said["gone"])
        self.assertRegex(said["keyed"], r"^\d+ of 60 selected: ")

    def test_logarithmic_scales(self):
        self.hilspace("run", self.study(SMALL + DELAYS + "[output]\ntraces = [0, 2]\n"), "-o", "log.h5")
        said = self.driven("log", """
            const ticks = () => [...document.querySelectorAll("#traces figure .axis text")].map(text => text.textContent);
            const before = JSON.stringify(ticks());
            tick("#log-traces");
            said.changed = JSON.stringify(ticks()) !== before;
            said.boxes = [...document.querySelectorAll("input[type=checkbox]")].map(box => box.id);
            said.paths = [...document.querySelectorAll("#traces path.curve")].filter(path => /NaN/.test(path.getAttribute("d"))).length;
            said.curves = document.querySelectorAll("#traces path.curve").length;
            drag("#traces figure", 0.4, 0.3, 0.6, 0.5);
            said.zoomed = document.querySelectorAll("#traces button.whole").length;
        """)
        self.assertEqual(said["boxes"], ["log", "log-traces"])
        self.assertEqual((said["changed"], said["paths"], said["zoomed"]), (True, 0, 1))
        self.assertGreater(said["curves"], 8)

    def test_the_way_of_a_tip(self):
        self.hilspace("simulate", STUDIES / "06-docking-map/study.toml", "--index", "70", "-o", "way.h5")
        said = self.driven("way", """
            const figure = [...document.querySelectorAll("#traces figure")].find(f => f.textContent.startsWith("Way"));
            figure.id = "way";
            said.marks = document.querySelectorAll("#way > div path.sample").length;
            said.impact = press("#way", "ArrowRight", "ArrowDown");
            const at_ = axis => [...document.querySelectorAll(`#way .axis .tick`)].map(tick => ({ v: Number(tick.textContent.replace("\u2212", "-")),
              at: tick.getAttribute("transform").match(/translate\\(([-\\d.]+),([-\\d.]+)\\)/).slice(1).map(Number)[axis] })).filter(tick => tick.at);
            const per = list => Math.abs((list[list.length - 1].at - list[0].at) / (list[list.length - 1].v - list[0].v));
            said.scales = [per(at_(0).filter(tick => tick.at > 0.6)), per(at_(1).filter(tick => tick.at > 0.6))];
        """)
        self.assertEqual(said["marks"], 4)
        self.assertRegex(said["impact"], "^impact at .* s, docking model; z of the tip's centre = ")
        self.assertAlmostEqual(said["scales"][0], said["scales"][1], delta=0.01)
        self.shown("way", height=3800)

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

    def test_zoom(self):
        self.hilspace("run", self.study(SMALL + '[[axis]]\n"actuator.total_delay" = { from = "0.2 ms", to = "1.2 ms", count = 11 }\n'), "-o", "zoom.h5")
        said = self.driven("zoom", """
            const ticks = () => [...document.querySelectorAll("#lines .axis text")].map(text => text.textContent);
            const whole = JSON.stringify(ticks());
            said.button = () => Boolean(document.querySelector("#lines button.whole"));
            said.before = document.querySelector("#lines button.whole") === null;
            drag("#lines", 0.45, 0.3, 0.75, 0.3);
            said.other = JSON.stringify(ticks()) !== whole;
            said.first = press("#lines", "ArrowRight");
            said.last = press("#lines", ...Array(20).fill("ArrowRight"));
            drag("#lines", 0.3, 0.3, 0.304, 0.3);
            said.click = press("#lines", "ArrowRight");
            at("#lines button.whole").click();
            said.whole = JSON.stringify(ticks()) === whole;
            said.again = press("#lines", "ArrowRight");
            key("#lines", "+");
            said.nearer = JSON.stringify(ticks()) !== whole;
            key("#lines", "0");
            said.back = JSON.stringify(ticks()) === whole;
            key("#lines", "+");
            key("#lines", "-");
            said.farther = JSON.stringify(ticks()) === whole;
            drag("#lines", 0.45, 0.3, 0.75, 0.6);
            choose("#metric", "force.peak_hil");
            said.forgotten = document.querySelector("#lines button.whole") === null;
            drag("#traces figure", 0.4, 0.3, 0.6, 0.5);
            said.history = document.querySelectorAll("#traces button.whole").length;
            at("#traces figure svg").dispatchEvent(new MouseEvent("dblclick"));
            said.doubled = document.querySelectorAll("#traces button.whole").length;
            delete said.button;
        """)
        delays = [float(re.search(r"total_delay = (\S+)", said[name])[1]) for name in ("first", "last", "click", "again")]
        self.assertTrue(0.5 < delays[0] < delays[1] < 1.0, delays)
        self.assertEqual(delays[2:], [delays[1], 0.2])  # a click leaves the part as it is; the whole begins at the first delay
        self.assertEqual([said[name] for name in ("before", "other", "whole", "nearer", "back", "farther", "forgotten")], [True] * 7)
        self.assertEqual((said["history"], said["doubled"]), (1, 0))

    def test_zoom_of_a_map(self):
        self.hilspace("run", SEVERAL_AXES, "-o", "several.h5")
        said = self.driven("several", """
            choose("#over", "0");
            choose("#by", "1");
            const cells = () => document.querySelectorAll("#map svg rect").length;
            said.whole = cells();
            said.corner = press("#map", "ArrowUp");
            drag("#map", 0.75, 0.2, 0.78, 0.75);
            said.part = cells();
            said.at = press("#map", "ArrowUp");
        """)
        self.assertLess(said["part"], said["whole"])
        index = int(re.search(r"scenario (\d+)", said["at"])[1])
        with h5py.File(self.folder / "several.h5") as file:
            self.assertAlmostEqual(self.number(said["at"]), float(file["velocity.error_pct"][()].ravel()[index]), delta=0.01)
        self.assertNotEqual(index, int(re.search(r"scenario (\d+)", said["corner"])[1]))

    def test_captures(self):
        masses = 'path = "chaser.mass"\nfrom = "20 kg"\nto = "40 kg"\n'
        study = DESIGN.replace('[contact]', '[contact]\nlaw = "flores"').replace('[chaser]\nmass = "30 kg"\n', "")
        self.hilspace("run", self.study(study[:study.index('path = "contact.law"')] + masses), "-o", "captures.h5")
        with h5py.File(self.folder / "captures.h5", "r+") as file:
            verdict = file.create_dataset("captured.agreement", data=np.arange(60, dtype=np.uint8) % 4)
            verdict.attrs["flag_meanings"] = "both space testbed neither not_ok"
            verdict.dims[0].attach_scale(file[file["outcome"].dims[0][0].name])
        said = self.driven("captures", """
            said.first = press("#captures", "ArrowRight");
            said.points = document.querySelectorAll("#captures path.sample").length;
            said.legend = [...document.querySelectorAll("#captures .legend li")].map(item => item.textContent);
            said.other = at("#distribution").hidden;
            choose("#metric", "velocity.error_pct");
            said.back = at("#captures").hidden && !at("#distribution").hidden;
        """)
        self.assertRegex(said["first"], "^(both capture|space only|testbed only|neither); ")
        self.assertEqual(sorted(said["legend"]), ["both capture (15)", "neither (15)", "space only (15)", "testbed only (15)"])
        self.assertEqual((said["other"], said["back"]), (True, True))

    def test_energies(self):
        self.hilspace("simulate", STUDIES / "11-whole-docking/study.toml", "-o", "whole.h5")
        said = self.driven("whole", """
            const figure = [...document.querySelectorAll("#traces figure")].find(f => f.textContent.startsWith("Energies"));
            figure.id = "energies";
            said.first = press("#energies", "ArrowRight");
            said.curves = document.querySelectorAll("#energies path.curve").length;
            said.sum = report.data.histories[0].panels.find(panel => panel.what === "energies").curves.filter(c => c.name.startsWith("together")).map(c => c.y[c.y.length - 1] / c.y[0]);
        """)
        self.assertEqual(said["curves"], 10)
        self.assertAlmostEqual(said["sum"][0], 1.0, delta=1e-3)
        self.assertAlmostEqual(said["sum"][1], 4.08, delta=0.1)  # as the study's README says

    def test_other_files(self):
        self.hilspace("run", self.study(SMALL), "-o", "one.h5")
        self.hilspace("explain", "one.h5", "-o", "table.h5")
        self.hilspace("simulate", STUDIES / "06-docking-map/study.toml", "--index", "70", "-o", "trace.h5")
        for name in ("one", "table", "trace"):
            self.driven(name, "")

if __name__ == "__main__":
    unittest.main()
