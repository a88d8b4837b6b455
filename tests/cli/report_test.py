"""report: one self-contained HTML page with the numbers of the file, which states what it omits."""
import base64
import contextlib
import io
import json
import os
import re
import shutil
import sys
import unittest
import unittest.mock
import zlib

import h5py
import numpy as np

from support import BAD_INPUT, CHAINS, DELAYS, FAILED, HILSPACE, REPOSITORY, SEVERAL_AXES, SMALL, CommandLine

sys.path[:0] = [str(REPOSITORY / "tools/report"), str(REPOSITORY / "tools/plot")]
import document  # noqa: E402
import grid  # noqa: E402
import histories  # noqa: E402
import packing  # noqa: E402
import report  # noqa: E402
import sampled  # noqa: E402

STUDIES = REPOSITORY / "studies"
OLD = REPOSITORY / "tests/data/written_by_0.1"
DESIGN = """
[design]
type = "random"
samples = 40
[[parameter]]
path = "actuator.total_delay"
from = "0.4 ms"
to = "1.4 ms"
[[parameter]]
path = "contact.law"
values = ["flores", "hunt_crossley"]
"""


def unpacked(words):
    planes = np.frombuffer(zlib.decompress(base64.b64decode(words)), np.uint8).reshape(4, -1)
    return np.ascontiguousarray(planes.T).view("<f4").ravel().astype(float)


class Report(CommandLine):
    def reported(self, file, largest=3e6):
        """(the page, the data of its charts): whole, without anything from elsewhere, and not too big to be mailed."""
        output = io.StringIO()
        # In this process: starting Python and its libraries takes longer than most reports. What the program adds has tests of its own.
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(output), \
                unittest.mock.patch.object(sys, "argv", ["report", file, "-o", "report.html"]), \
                unittest.mock.patch.dict(os.environ, {"HILSPACE_PROGRAM": HILSPACE}):
            self.assertEqual(report.main(), 0)
        self.assertIn("report.html: ", output.getvalue())
        page = (self.folder / "report.html").read_text()
        self.assertLess(len(page), largest)
        own = re.sub(r"<script>// (https://d3js|three.js).*?</script>", "", page, flags=re.S)  # they name namespaces
        for foreign in (r"https?://.{0,40}", r"<(link|iframe)\b.{0,40}", r"\bsrc=(?!\"data:).{0,40}", r"@import", r"\burl\((?!#).{0,40}"):
            self.assertEqual(re.findall(foreign, own), [])
        self.assert_says(page, "default-src 'none'")
        for tag in ("html", "head", "body", "main", "section", "table", "script", "details"):
            self.assertEqual(len(re.findall(rf"<{tag}[ >]", own)), own.count(f"</{tag}>"), tag)
        found = re.search(r'<script type="application/json" id="report-data">(.*?)</script>', page, re.S)
        return page, json.loads(found[1]) if found else {}

    def assert_says(self, page, words):
        self.assertTrue(words in page, f"the page does not say '{words}'")

    def assert_holds(self, data, file):
        """Every column has the file's numbers to four digits, in the unit that it states."""
        factors = {"kN": 1e3, "mm/s": 1e-3, "mm": 1e-3, "um": 1e-6, "us": 1e-6, "ms": 1e-3, "mJ": 1e-3, "uJ": 1e-6, "um/s": 1e-6,
                   "mN": 1e-3, "deg": np.pi / 180}
        with h5py.File(self.folder / file) as result:
            good = result["outcome"][()] == 0
            for column in data["columns"]:
                if "states" in column:
                    continue
                stored = np.where(good & np.isfinite(result[column["name"]][()]), result[column["name"]][()], np.nan).ravel()
                if data["kind"] == "grid":
                    stored = stored.reshape(result["outcome"].shape)[np.ix_(*data["kept"])].ravel() if data["kept"] else stored
                else:
                    stored = stored[unpacked(data["rows"]).astype(int)]
                np.testing.assert_allclose(unpacked(column["data"]) * factors.get(column["unit"], 1.0), stored, rtol=1e-4,
                                           err_msg=column["name"])

    def test_a_sweep(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        page, data = self.reported("small.h5")
        for heading in ("What was run", "Outcomes and warnings", "Key numbers", "Measures over the axes", "Data"):
            self.assert_says(page, f"<h2>{heading}</h2>")
        self.assert_says(page, "3 scenarios of an axial docking, each simulated twice")
        self.assert_says(page, "0.2 ms to 1 ms")
        self.assert_says(page, "restitution = 0.8")  # the study
        self.assertEqual((data["x"], data["by"], data["axes"][0]["unit"]), ("actuator.total_delay", None, "ms"))
        np.testing.assert_allclose(data["axes"][0]["values"], [0.2, 0.4, 1.0])
        self.assertEqual(data["columns"][0]["name"], "velocity.error_pct")
        self.assert_holds(data, "small.h5")
        self.hilspace("report", "small.h5")
        self.assertTrue((self.folder / "small.html").exists())
        first = (self.folder / "small.html").read_text()
        self.hilspace("report", "small.h5")  # over the former one
        self.assertEqual((self.folder / "small.html").read_text(), first)

    def test_axes_of_all_kinds(self):
        for study in (SEVERAL_AXES, CHAINS):
            self.hilspace("run", study, "-o", "several.h5", "--fresh")
            _, data = self.reported("several.h5")
            self.assert_holds(data, "several.h5")
            self.assertTrue(any(axis["labels"] for axis in data["axes"]))
        self.hilspace("run", self.study(SMALL, "one.toml"), "-o", "one.h5")
        page, data = self.reported("one.h5")
        self.assert_says(page, "<th scope=\"col\" class=number>Value</th>")
        self.assertEqual(data["axes"], [])
        self.assertEqual(data["histories"][0]["name"], "the only scenario")

    def test_repeats(self):
        self.hilspace("run", self.study(SMALL + DELAYS + "[numerics]\nrepeats = 4\n"), "-o", "repeats.h5")
        page, data = self.reported("repeats.h5")
        self.assert_says(page, "Charts show means over 4 repeats with their 95 % confidence intervals.")
        self.assertEqual((data["repeats"], [axis["name"] for axis in data["axes"]]), (4, ["actuator.total_delay"]))
        with h5py.File(self.folder / "repeats.h5") as file:
            for ending, part in (("mean", "data"), ("interval", "half")):
                np.testing.assert_allclose(unpacked(data["columns"][0][part]), file[f"velocity.error_pct.{ending}"][()], rtol=1e-4)

    def test_poses_that_dock(self):
        self.hilspace("run", STUDIES / "06-docking-map/study.toml", "-o", "map.h5")
        page, data = self.reported("map.h5")
        self.assert_says(page, "18 scenarios did not end well")
        states = data["columns"][0]
        self.assertEqual(states["name"], "docks")
        with h5py.File(self.folder / "map.h5") as result:
            docked = np.where(result["outcome"][()] == 0, result["success.docking"][()], np.nan).ravel()
        self.assertEqual(np.sum(unpacked(states["data"]) == 0), np.sum(docked == 1))
        self.assertEqual(np.sum(unpacked(states["data"]) == 3), np.sum(docked == 0))
        self.assert_holds(data, "map.h5")
        # Parameters without an effect are not ranked.
        self.assertEqual([chart["kind"] for chart in data["charts"]], [])
        self.assertTrue(any("The parameters are not ranked" in note for note in data["notes"]), data["notes"])
        self.assertNotIn("whether the probe docked: 1 or 0", page.partition("Key numbers")[2].partition("<details>")[0])

    def test_what_is_no_number_leads_nothing(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        with h5py.File(self.folder / "small.h5", "r+") as file:
            file["velocity.error_pct"][()] = np.nan
            file["contact_force.e_abs_pct"].attrs["numerical_error_p95"] = 1e10
            file["force.e_hint_pct"][1] = np.inf
            file["outcome"][0] = 1
            file["restitution.hil"][0] = 1e30  # of a scenario that did not end well
        page, data = self.reported("small.h5")
        names = [column["name"] for column in data["columns"]]
        self.assertEqual(names[0], "force.e_hint_pct")
        self.assertNotIn("velocity.error_pct", names)
        self.assertEqual(len(re.findall(r"Measures undefined in all scenarios \(\d+\)</summary>.*<code>velocity\.error_pct</code>", page)), 1)
        self.assert_says(page, "Measures that do not converge")
        self.assertFalse(data["columns"][names.index("contact_force.e_abs_pct")]["converges"])
        self.assertGreater(names.index("contact_force.e_abs_pct"), names.index("penetration.e_hint_pct"))
        self.assert_says(page, "1 scenario did not end well and is excluded")
        self.assertFalse("1e30" in page or "1e+30" in page)
        self.assert_holds(data, "small.h5")

    def test_a_design(self):
        study = SMALL.replace('law = "flores"\n', "") + DESIGN
        self.hilspace("run", self.study(study), "-o", "design.h5")
        with h5py.File(self.folder / "design.h5", "r+") as file:
            file["outcome"][7] = 1
            file["velocity.error_pct"][9] = np.nan
        page, data = self.reported("design.h5")
        self.assert_says(page, "Their parameters are sampled (random)")
        self.assertEqual((data["kind"], len(data["parameters"])), ("sample", 2))
        self.assertEqual(data["parameters"][0]["name"], "actuator.total_delay")  # moves the velocity's error most
        self.assert_holds(data, "design.h5")

    def test_time_histories(self):
        self.hilspace("run", self.study(SMALL + DELAYS + "[output]\ntraces = [0, 2]\n"), "-o", "traces.h5")
        page, data = self.reported("traces.h5")
        self.assert_says(page, "<h2>Time histories</h2>")
        self.assertEqual([trace["name"] for trace in data["histories"]],
                         ["scenario 0: actuator.total_delay = 0.2 ms", "scenario 2: actuator.total_delay = 1 ms"])
        panels = {panel["what"]: panel for panel in data["histories"][1]["panels"]}
        self.assertEqual(set(panels), {"force", "residual", "penetration", "hysteresis", "energies"})
        with h5py.File(self.folder / "traces.h5") as file:
            peak = np.max(file["traces/2/hil/force"][()])
            energies = {name: float(file[name][2]) for name in ("energy.kinetic_hil", "energy.dissipated_hil", "energy.balance_hil", "energy.balance_docking")}
        shown = next(curve for curve in panels["force"]["curves"] if curve["model"] == "hil")
        self.assertAlmostEqual(np.nanmax(unpacked(shown["y"])) * 1e3, peak, delta=1e-4 * peak)
        # What a model's energies end at is what the result says: it loses nothing and gains nothing but what the instruments add.
        factor = {"J": 1.0, "mJ": 1e-3}[panels["energies"]["y"]["unit"]]
        curves = {curve["name"]: factor * unpacked(curve["y"]) for curve in panels["energies"]["curves"]}
        start = curves["kinetic, docking model"][0]
        for name, expected in (("kinetic, HIL model", energies["energy.kinetic_hil"]), ("taken by the contact, HIL model", energies["energy.dissipated_hil"]),
                               ("together, HIL model", start + energies["energy.balance_hil"]), ("together, docking model", start + energies["energy.balance_docking"])):
            self.assertAlmostEqual(curves[name][-1], expected, delta=2e-3 * start, msg=name)
        self.hilspace("simulate", STUDIES / "06-docking-map/study.toml", "--index", "70", "-o", "docking.h5")
        page, data = self.reported("docking.h5")
        self.assert_says(page, "Time histories of scenario 70")
        self.assert_says(page, "docking model: 4 impacts, largest force ")
        self.assertNotIn("data:image", page)  # everything is a chart of the page
        panels = {panel["what"]: panel for panel in data["histories"][0]["panels"]}
        wall, tip, impacts = panels["way"]["curves"]
        with h5py.File(self.folder / "docking.h5") as file:
            for name, curve in (("tip_x", tip), ("impacts/x", impacts)):
                np.testing.assert_allclose([f(1e-3 * unpacked(curve["x"])) for f in (np.min, np.max)],
                                           [f(file[f"docking/{name}"][()]) for f in (np.min, np.max)], rtol=1e-6)
            forces, unit = file["docking/impacts/peak_force"][()], {"N": 1.0, "kN": 1e3}[panels["impacts"]["y"]["unit"]]
        np.testing.assert_allclose(unit * unpacked(panels["impacts"]["curves"][0]["y"]), forces, rtol=1e-6)
        self.assertEqual((panels["way"]["equal"], wall["name"], len(unpacked(wall["x"]))), (True, "drogue", 8))

    def test_other_files(self):
        for name, said in (("campaign", "A campaign on the rig"), ("recording", "A recording of the rig"), ("trace", "Time histories"),
                           ("result", "Key numbers")):
            shutil.copy(OLD / f"{name}.h5", self.folder)
            self.assert_says(self.reported(f"{name}.h5")[0], said)
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        self.hilspace("explain", "small.h5", "--index", "2", "-o", "explained.h5")
        page, _ = self.reported("explained.h5")
        self.assert_says(page, "Which stage of the instruments causes the error")
        self.assert_says(page, "without actuator.low_pass, which changes it most")

    def test_a_recording_that_was_late_and_tripped(self):
        shutil.copy(OLD / "recording.h5", self.folder)
        page, data = self.reported("recording.h5")
        self.assert_says(page, "peak force ")
        self.assertEqual([panel["what"] for panel in data["histories"][0]["panels"]], ["force", "penetration", "hysteresis", "extension", "velocity"])
        with h5py.File(self.folder / "recording.h5", "r+") as file:
            rig = file["rig"]
            rig["lateness"][()] = 2e-6 + 1e-6 * np.sin(np.arange(len(rig["lateness"])))
            rig["timing/lateness"][()] = np.where(np.arange(len(rig["timing/bin"])) == 7, 5000, 0)
            busiest = int(np.argmax(rig["force"][()]))
            file["trip.cycle"][()], file["trip.fault"][()] = rig["cycle"][busiest], 6
            tripped, bin_7 = float(rig["time"][busiest]), float(rig["timing/bin"][7])
        page, data = self.reported("recording.h5")
        self.assertNotIn("data:image", page)
        panels = {panel["what"]: panel for panel in data["histories"][0]["panels"]}
        scale = {"ms": 1e-3, "us": 1e-6, "s": 1.0}
        for what in ("extension", "velocity", "timing"):
            instant, = panels[what]["instants"]
            self.assertAlmostEqual(instant["value"] * scale[panels[what]["x"]["unit"]], tripped, delta=1e-9)
            self.assertEqual(instant["words"], "trip: force")
        late = scale[panels["timing"]["y"]["unit"]] * unpacked(panels["timing"]["curves"][0]["y"])
        self.assertTrue(1e-6 < late.min() < late.max() < 3.01e-6)
        cycles = panels["cycles"]["curves"][0]
        at = int(np.argmax(unpacked(cycles["y"])))
        self.assertEqual(unpacked(cycles["y"])[at], 5000)
        self.assertAlmostEqual(unpacked(cycles["x"])[at] * scale[panels["cycles"]["x"]["unit"]], bin_7, delta=1e-5 * bin_7)

    def test_a_single_limit(self):
        self.hilspace("require", self.study(SMALL), "--target", "abs(velocity.error_pct) <= 60 %", "--vary", "actuator.total_delay=0.1ms..5ms", "-o", "limit.h5")
        page, data = self.reported("limit.h5")
        self.assertNotIn("data:image", page)
        panel, = data["charts"][0]["panels"]
        self.assertEqual(panel["title"], "Largest actuator.total_delay that meets the targets")
        curve, scale = panel["curves"][0], {"ms": 1e-3, "us": 1e-6}[panel["x"]["unit"]]
        with h5py.File(self.folder / "limit.h5") as file:
            for name, variable in (("x", "limit"), ("left", "limit_low"), ("right", "limit_high")):
                self.assertAlmostEqual(scale * curve[name][0], float(file[variable][()]), delta=1e-5 * float(file["limit"][()]))
        low, high = panel["x"]["range"]
        self.assertTrue(low < curve["left"][0] < curve["right"][0] < high)  # its ends can be seen
        self.hilspace("require", "study.toml", "--target", "abs(velocity.error_pct) <= 1e9 %", "--vary", "actuator.total_delay=0.1ms..5ms", "-o", "none.h5")
        self.assert_says(self.reported("none.h5")[0], "all of the values meet the targets")

    def test_big_results_are_thinned_out_and_say_so(self):
        for lengths in ([100, 40, 50, 5], [1_000_000], [2] * 20, [1, 7]):
            kept = grid.thinned(lengths)
            self.assertLessEqual(np.prod([len(k) for k in kept], dtype=float), grid.MOST_CELLS)
            for places, length in zip(kept, lengths):
                self.assertEqual((places[0], places[-1]), (0, length - 1) if len(places) > 1 else (0, places[-1]))
        rows = sampled.rows_of(1_000_000, 60)
        self.assertLessEqual(len(rows) * 60, sampled.MOST_NUMBERS)
        self.assertEqual(len(np.unique(rows)), len(rows))
        self.assertEqual(list(sampled.rows_of(5, 60)), [0, 1, 2, 3, 4])
        x = np.linspace(0, 1, 100_000)
        y = np.where(np.arange(100_000) == 54_321, 7.0, np.sin(x))
        at, shown = histories.thinned(x, y)
        self.assertLess(len(at), 2 * histories.MOST_SAMPLES)
        self.assertEqual(shown.max(), 7.0)
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        most, grid.MOST_CELLS, grid.thinned.__defaults__ = grid.MOST_CELLS, 2, (2,)
        try:
            page, notes = report.written(str(self.folder / "small.h5"))
        finally:
            grid.MOST_CELLS, grid.thinned.__defaults__ = most, (most,)
        self.assertIn("Charts contain 2 of the 3 values of actuator.total_delay.", notes)
        self.assert_says(page, "Charts contain 2 of the 3 values of actuator.total_delay.")

    def test_numbers_survive_packing(self):
        values = np.concatenate([np.random.default_rng(1).normal(size=1000) * 10.0 ** np.arange(-30, 30).repeat(17)[:1000],
                                 [0.0, np.nan, np.inf, -np.inf, 1e300]])
        back = unpacked(packing.packed(values))
        np.testing.assert_allclose(back[:1001], values[:1001], rtol=2.0 ** -15)
        self.assertTrue(np.isnan(back[1001:]).all())
        np.testing.assert_array_equal(unpacked(packing.packed(np.arange(100_000.0), packing.ALL_BITS)), np.arange(100_000.0))

    def test_words_of_a_study_are_no_markup(self):
        title = 'A <b>title</b> </script><script>alert("x")</script>'
        self.hilspace("run", self.study(SMALL.replace('"Small"', f"'{title}'") + DELAYS), "-o", "odd.h5")
        page, _ = self.reported("odd.h5")
        self.assertFalse("<b>" in page or "<script>alert" in page)
        self.assert_says(page, "A &lt;b&gt;title")

    def test_what_cannot_be_reported_ends_with_a_line(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        (self.folder / "text.h5").write_text("no HDF5")
        (self.folder / "cut.h5").write_bytes((self.folder / "small.h5").read_bytes()[:5000])
        with h5py.File(self.folder / "foreign.h5", "w") as file:
            file["a"] = [1.0]
        shutil.copy(self.folder / "small.h5", self.folder / "flag.h5")
        with h5py.File(self.folder / "flag.h5", "r+") as file:
            file["outcome"][0] = 77
        for arguments, word in [(["none.h5"], "no such file"), (["text.h5"], "text.h5"), (["cut.h5"], "cut.h5"),
                                (["foreign.h5"], "was not written by hilspace"), (["flag.h5"], "damaged"), (["small.h5", "-o", "a.pdf"], ".html")]:
            err = self.hilspace("report", *arguments, code=BAD_INPUT)[1]
            self.assertEqual(err.count("\n"), 1, err)
            self.assertRegex(err, "^(hilspace report|[a-z]+.h5): ")
            self.assertIn(word, err)
        self.assertEqual(list(self.folder.glob("*.html")), [])
        self.assertIn("usage: hilspace report", self.hilspace("report", "small.h5", "--colour", code=BAD_INPUT)[1])
        self.assertEqual("hilspace report: -o none/a.html: there is no folder none; create it first\n",
                         self.hilspace("report", "small.h5", "-o", "none/a.html", code=FAILED)[1])
        self.assertIn("-o REPORT", self.hilspace("report", "--help")[0])

    def test_measures_none_of_which_converges(self):
        for study in (SMALL + DELAYS, SMALL + DELAYS + '[[axis]]\n"contact.radius" = ["20 mm", "30 mm"]\n', SMALL + DELAYS + "[numerics]\nrepeats = 3\n", SMALL + DESIGN):
            text = study.replace('law = "flores"\n', "", 1) if "[design]" in study else study.replace('radius = "25 mm"\n', "") if "contact.radius" in study else study
            self.hilspace("run", self.study(text), "-o", "coarse.h5", "--fresh")
            with h5py.File(self.folder / "coarse.h5", "r+") as file:
                for name in grid.picks.metrics_of(file):
                    file[name].attrs["numerical_error"] = file[name].attrs["numerical_error_p95"] = 1e9
            page, data = self.reported("coarse.h5")
            self.assert_says(page, "Measures that do not converge")
            self.assertEqual(data["columns"][0]["name"], "velocity.error_pct")
            if data["kind"] == "grid":
                self.assert_says(page, "None of these measures converges")
                self.assertEqual(data["x"], "actuator.total_delay")

    def test_no_scenario_ended_well(self):
        self.hilspace("run", self.study(SMALL + DELAYS + '[numerics]\ntime_limit = "1 us"\n'), "-o", "bad.h5")
        self.hilspace("report", "bad.h5")
        page = (self.folder / "bad.html").read_text()
        self.assertIn("no scenario ended well", page)
        self.assertNotIn("None of these measures converges", page)

    def test_the_micro_sign_is_for_units_alone(self):
        self.hilspace("run", self.study(SMALL.replace("Small", "Which of us turns um die Achse") + DELAYS), "-o", "us.h5")
        page, _ = self.reported("us.h5")
        self.assert_says(page, "Which of us turns um die Achse")

    def test_the_replay_moves_as_the_file_says(self):
        self.hilspace("simulate", STUDIES / "17-pin-in-bore/study.toml", "--index", "2", "-o", "pin.h5")
        _, data = self.reported("pin.h5")
        replay = data["histories"][0]["replay"]
        self.assertEqual([model["model"] for model in replay["models"]], ["docking", "hil"])
        times = np.array(replay["times"])
        with h5py.File(self.folder / "pin.h5") as file:
            for model in replay["models"]:
                frames, group = unpacked(model["frames"]).reshape(-1, 18), file[model["model"]]
                tip = np.stack([np.interp(times, group["time"], group[f"tip_{axis}"]) for axis in "xyz"], 1)
                np.testing.assert_allclose(frames[:, :3], tip, atol=2e-3)  # a frame shows the next sample
                turn = frames[:, 3:12].reshape(-1, 3, 3)
                np.testing.assert_allclose(turn @ np.swapaxes(turn, 1, 2), np.broadcast_to(np.eye(3), turn.shape), atol=1e-6)
                force = np.stack([group[f"measured_force_{axis}"][()] for axis in "xyz"], 1)
                self.assertAlmostEqual(np.linalg.norm(frames[:, 12:15], axis=1).max() / np.linalg.norm(force, axis=1).max(), 1.0, 6)
        walls = [unpacked(shape["points"]).reshape(-1, 3) for shape in replay["shapes"] if shape["side"] == "target"]
        self.assertEqual(len(walls), 8, "four edges and four walls of the bore")
        corner = np.abs(np.concatenate(walls)).max(axis=0)
        np.testing.assert_allclose(corner, [0.1, 0.012, 0.012], atol=1e-7)

    def test_the_worst_scenario_has_time_histories(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        _, data = self.reported("small.h5")
        with h5py.File(self.folder / "small.h5") as file:
            index = int(np.argmax(np.abs(file["velocity.error_pct"])))
        self.assertIn(f"largest velocity.error_pct, scenario {index}: ", data["histories"][-1]["name"])
        with h5py.File(self.folder / "small.h5", "r+") as file:  # as computed by another program
            file["velocity.error_pct"][index] *= 1.001
        _, data = self.reported("small.h5")
        self.assertEqual(data["histories"], [])
        self.assertIn(f"Time histories of scenario {index} (largest velocity.error_pct) are missing: ", data["notes"][0])

    def test_a_missing_library_is_named(self):
        missing = document.D3.with_name("none.js")
        with unittest.mock.patch.dict(document.PACKAGES, {missing: "node-d3"}):
            with self.assertRaisesRegex(document.Incomplete, "install node-d3"):
                document.script(missing)


if __name__ == "__main__":
    unittest.main()
