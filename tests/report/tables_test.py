"""Reports of tables and campaigns in a real browser: rankings, frontiers, stability, runs of the rig."""
import re
import shutil
import unittest

import h5py
import numpy as np

from browser import Browser
from support import REPOSITORY, SMALL

STUDIES = REPOSITORY / "studies"
OLD = REPOSITORY / "tests/data/written_by_0.1"


class Tables(Browser):
    def test_rankings(self):
        parameters = """[[parameter]]
path = "actuator.total_delay"
from = "0.4 ms"
to = "1.4 ms"
[[parameter]]
path = "chaser.mass"
from = "30 kg"
to = "300 kg"
"""
        start = SMALL.replace('mass = "30 kg"\n', "", 1).replace("[chaser]\n", "")
        for design, extra in (("saltelli", "samples = 64"), ("morris", "samples = 20"), ("one_at_a_time", "")):
            with self.subTest(design):
                self.hilspace("run", self.study(f'{start}[design]\ntype = "{design}"\n{extra}\n{parameters}'), "-o", f"{design}.h5")
                self.hilspace("analyse", f"{design}.h5", "-o", f"rank_{design}.h5")
                said = self.driven(f"rank_{design}", """
                    said.mean = press("#bars", "ArrowDown");
                    choose("#view", "velocity.error_pct");
                    said.first = press("#bars", "ArrowDown");
                    said.bars = document.querySelectorAll("#bars rect.bar").length;
                    said.whiskers = document.querySelectorAll("#bars line.whisker").length;
                    said.effects = document.querySelectorAll("#effects path.sample").length;
                    said.csv = report.csv(report.data.charts[0]).split("\\n");
                    tick("#log-ranking");
                    said.log = [press("#bars", "ArrowDown"), document.querySelectorAll("#bars rect.bar").length];
                """)
                self.assertEqual(said["log"], [said["first"], said["bars"]])
                self.assertRegex(said["mean"], "^actuator.total_delay; mean importance = ")
                with h5py.File(self.folder / f"rank_{design}.h5") as file:
                    row = [name.decode() for name in file["metric"]].index("velocity.error_pct")
                    column = [name.decode() for name in file["parameter"]].index("actuator.total_delay")
                    name, bars = {"saltelli": ("total", 4), "morris": ("mean_absolute_effect", 2), "one_at_a_time": ("smallest", 2)}[design]
                    expected = float(file[name][row, column])
                self.assertAlmostEqual(float(re.search(r"= ([^\s;]+)", said["first"])[1].replace("\u2212", "-")), expected, delta=2e-3 * abs(expected))
                self.assertEqual((said["bars"], said["effects"]), (bars, 2 if design == "morris" else 0))
                self.assertEqual(said["whiskers"] > 0, design != "one_at_a_time")
                self.assertRegex(said["first"], {"saltelli": "95 % interval: ", "morris": "%; 95 % interval: ", "one_at_a_time": " to .*%"}[design])
                self.assertTrue(any(line.startswith("velocity.error_pct,chaser.mass,") for line in said["csv"]))
        self.shown("rank_saltelli", height=1300)
        self.assertRegex(self.driven("saltelli", """said.ranked = press("#bars-0", "ArrowDown");""")["ranked"], "^actuator.total_delay; ")

    def test_a_frontier(self):
        self.hilspace("require", self.study(SMALL.replace('resolution = "1 um"\n', "")), "--target", "abs(velocity.error_pct) <= 60 %", "--target", "penetration.e_hint_pct <= 60 %",
                      "--vary", "actuator.total_delay=0.5ms..2ms", "--vary", "actuator.resolution=0.1um..1mm", "--points", "5", "-o", "frontier.h5")
        said = self.driven("frontier", """
            said.first = press("#lines", "ArrowRight");
            said.marks = document.querySelectorAll("#lines path.sample").length;
            said.last = press("#lines", ...Array(9).fill("ArrowRight"));
            said.csv = report.csv(report.data.charts[0]).split("\\n");
            choose("#metric", "binding_target");
            said.target = press("#map", "ArrowRight");
        """)
        with h5py.File(self.folder / "frontier.h5") as file:
            limits, found, low = file["limit"][()], file["found"][()], float(file["limit_low"][0])
            scenario, target = int(file["binding_scenario"][0]), file["binding_target"][0].decode()
        self.assertEqual(found[0], 0)
        self.assertAlmostEqual(1e-3 * self.number(said["first"]), limits[0], delta=1e-3 * limits[0])
        self.assertIn(f"target that binds: {target}; ", said["first"])
        self.assertRegex(said["first"], rf"scenario that binds \(binding_scenario\) = {scenario}|binding_scenario = {scenario}")
        self.assertEqual(said["marks"], int(np.sum(found != 0)))
        self.assertIn(f"target that binds: {target}", said["target"])
        header, first, *_ = [line.split(",") for line in said["csv"]]
        self.assertAlmostEqual(1e-3 * float(first[header.index("limit.low [ms]")]), low, delta=1e-5 * low)
        self.shown("frontier", height=1300)

    def test_stability(self):
        self.hilspace("stability", STUDIES / "16-epos-stability/regions.toml", "-o", "regions.h5")
        said = self.driven("regions", """
            said.rebound = press("#lines", "ArrowRight");
            said.reference = document.querySelectorAll("#lines line.reference").length;
            choose("#metric", "agreement");
            said.states = [...document.querySelectorAll("#map .legend li")].map(item => item.textContent);
            said.border = press("#lines-1", "ArrowRight");
        """)
        index = int(re.search(r"scenario (\d+)", said["rebound"])[1])
        with h5py.File(self.folder / "regions.h5") as file:
            self.assertAlmostEqual(self.number(said["rebound"]), float(file["rebound_ratio"][()].ravel()[index]), delta=1e-3)
            border = file["neutral.linear"][()]
        self.assertEqual(said["reference"], 1)
        self.assertTrue(any("both stable" in state for state in said["states"]), said["states"])
        unit = 1e3 if " kN" in said["border"].replace("\u00a0", " ").split(";")[0] else 1.0
        self.assertLess(np.nanmin(np.abs(border - unit * self.number(said["border"]))), 1e-2)
        self.shown("regions", height=2300)

    def test_a_campaign(self):
        shutil.copy(OLD / "campaign.h5", self.folder)
        said = self.driven("campaign", """
            said.first = press("#runs figure", "ArrowRight");
            said.marks = document.querySelectorAll("#runs figure > div path.sample").length;
            said.panels = document.querySelectorAll("#traces figure").length;
        """)
        self.assertAlmostEqual(float(re.search(r"force\.peak = (\S+)", said["first"])[1]), self.value("campaign.h5", "force.peak_docking", 0), delta=0.1)
        self.assertEqual(said["marks"], 3)
        self.assertGreaterEqual(said["panels"], 4)
        self.shown("campaign", height=3000)

    def test_the_words_of_a_line_cover_no_interval(self):
        shutil.copy(OLD / "campaign.h5", self.folder)
        said = self.driven("campaign", """
            const host = document.body.appendChild(document.createElement("div"));
            report.panel(host, { title: "t", x: { words: "x", unit: "", labels: ["a", "b"] }, y: { words: "y", unit: "%" }, reference: { value: 100, words: "100 %" },
              curves: [{ name: "c", color: 0, mark: "circle", x: [0, 1], y: [98, 101], low: [90, 91], high: [105, 110] }] });
            const words = [...host.querySelectorAll("text.halo")].find(text => text.textContent === "100 %").getBoundingClientRect();
            said.covered = [...host.querySelectorAll("line.interval")].map(line => line.getBoundingClientRect())
              .filter(box => box.right >= words.left && box.left <= words.right && box.bottom >= words.top && box.top <= words.bottom).length;
            said.intervals = host.querySelectorAll("line.interval").length;
        """)
        self.assertEqual((said["covered"], said["intervals"]), (0, 2))

    def test_the_tables_of_a_rig_and_an_envelope(self):
        self.hilspace("qualify", STUDIES / "13-rig-twin/selection.toml", "-o", "margins.h5")
        said = self.driven("margins", """said.first = press("#lines", "ArrowRight");""")
        index = int(re.search(r"scenario (\d+)", said["first"])[1])
        with h5py.File(self.folder / "margins.h5") as file:
            self.assertAlmostEqual(self.number(said["first"]), float(file["margin_pct"][()].ravel()[index]), delta=0.1)
        self.assertIn("binds first", said["first"])
        self.hilspace("envelope", STUDIES / "23-epos-hybrid/envelope.toml", "-o", "envelope.h5")
        said = self.driven("envelope", """
            said.figures = document.querySelectorAll("#envelope figure").length;
            said.border = press("#envelope figure", "ArrowRight");
        """)
        self.assertEqual(said["figures"], 3)
        self.assertRegex(said["border"], "^stable (above|below); virtual damping = ")

if __name__ == "__main__":
    unittest.main()
