"""analyse: its numbers equal those of a few lines of numpy on the same result."""
import csv
import io
import re
import unittest

import h5py
import numpy as np
import xarray

from support import BAD_INPUT, SMALL, CommandLine, long_test, set_study

GRID = SMALL.replace('velocity = "0.1 m/s"\n', "").replace('bandwidth = "10 kHz"\n', "") + """
[numerics]
step = "20 us"
[[axis]]
"actuator.total_delay" = ["0.2 ms", "0.5 ms", "1 ms"]
[[axis]]
"approach.velocity" = ["50 mm/s", "0.1 m/s"]
[[axis]]
"force_sensor.total_delay" = ["0.1 ms", "0.4 ms"]
[output]
metrics = ["velocity.error_pct", "force.e_hint_pct", "energy.mechanical_docking", "velocity.after_docking"]
"""
SAMPLED = SMALL.replace('velocity = "0.1 m/s"\n', "").replace('chaser_material = "polyimide"\n', "") + """
[numerics]
step = "20 us"
LIMIT
[design]
TYPE
[[parameter]]
path = "actuator.total_delay"
from = "0.2 ms"
to = "1 ms"
[[parameter]]
path = "approach.velocity"
from = "50 mm/s"
to = "150 mm/s"
[[parameter]]
path = "contact.chaser_material"
values = ["polyimide", "peek"]
[output]
metrics = ["velocity.error_pct", "penetration.peak_docking"]
"""
DELAY, VELOCITY, MATERIAL = "actuator.total_delay", "approach.velocity", "contact.chaser_material"


def sampled(design, limit=""):
    return SAMPLED.replace("TYPE", design).replace("LIMIT", limit)


def ranks(values):
    """Ranks of distinct values."""
    result = np.empty(len(values))
    result[np.argsort(values)] = np.arange(1, len(values) + 1)
    return result


class Analyse(CommandLine):
    def run_study(self, text, name="result.h5"):
        self.hilspace("run", self.study(text), "-o", name, "--quiet")
        return name

    def indices(self, *arguments):
        """{(metric, parameter, measure): (value, low, high)} as printed."""
        lines = csv.DictReader(io.StringIO(self.hilspace("analyse", *arguments, "--csv")[0]))
        return {(line["metric"], line["parameter"], line["measure"]):
                tuple(float(line[key]) for key in ("value", "low", "high")) for line in lines}

    def values(self, name, metric):
        """Values of all scenarios; NaN where one is not ok."""
        with h5py.File(self.folder / name) as file:
            return np.where(file["outcome"][()] == 0, file[metric][()], np.nan)

    def test_a_grid_is_taken_apart_by_axis(self):
        name = self.run_study(GRID)
        found, y = self.indices(name), self.values(name, "velocity.error_pct")
        for axis, parameter in enumerate([DELAY, VELOCITY, "force_sensor.total_delay"]):
            others = tuple(k for k in range(3) if k != axis)
            first = y.mean(axis=others).var() / y.var()
            total = 1 - y.mean(axis=axis).var() / y.var()
            self.assertAlmostEqual(found["velocity.error_pct", parameter, "first_order"][0], first, 9)
            self.assertAlmostEqual(found["velocity.error_pct", parameter, "total"][0], total, 9)
        said = self.hilspace("analyse", name)[0]
        self.assertIn("grid of 3 x 2 x 2: 12 scenarios, 12 ok\n", said)
        self.assertIn("\nkey parameters: actuator.total_delay, force_sensor.total_delay\n", said)
        self.assertIn("importance over 2 metrics that compare both models", said)
        self.assertNotIn("2.", self.hilspace("analyse", name, "--top", "1")[0].split("\n\n")[2].splitlines()[0])

    def test_what_does_not_vary_is_said(self):
        name = self.run_study(GRID.replace('"approach.velocity" = ["50 mm/s", "0.1 m/s"]',
                                           '"actuator.resolution" = ["1 um", "2 um"]')
                              .replace('[approach]', '[approach]\nvelocity = "0.1 m/s"')
                              .replace('[actuator]\nresolution = "1 um"\n', ""))
        said = self.hilspace("analyse", name)[0]
        self.assertIn("does not vary: energy.mechanical_docking\n", said)
        self.assertTrue(np.isnan(self.indices(name)["energy.mechanical_docking", DELAY, "total"][0]))

    def test_blocks_with_a_failed_scenario_are_left_out(self):
        name = self.run_study(sampled('type = "saltelli"\nsamples = 64', 'penetration_limit = "190 um"'))
        y = self.values(name, "velocity.error_pct").reshape(64, 5)
        whole = y[~np.isnan(y).any(axis=1)]
        failed = int(np.isnan(y).sum())
        self.assertTrue(8 < len(whole) < 60, len(whole))
        said, _ = self.hilspace("analyse", name, "--metric", "velocity.error_pct")
        self.assertIn(f"saltelli, 64 blocks: 320 scenarios, {320 - failed} ok, {failed} penetration_limit\n", said)
        self.assertIn("; intervals of 95 %, which may be too narrow below 512 blocks\n", said)
        self.assertIn(f"{64 - len(whole)} of 64 blocks left out: velocity.error_pct\n", said)
        found = self.indices(name)
        for j, parameter in enumerate([DELAY, VELOCITY, MATERIAL]):
            first, *interval = found["velocity.error_pct", parameter, "first_order"]
            total = found["velocity.error_pct", parameter, "total"][0]
            self.assertAlmostEqual(first, np.corrcoef(whole[:, 4], whole[:, j + 1])[0, 1], 9)
            self.assertAlmostEqual(total, 1 - np.corrcoef(whole[:, 0], whole[:, j + 1])[0, 1], 9)
            self.assertTrue(interval[0] < first < interval[1])
        narrow = self.indices(name, "--confidence", "0.5")["velocity.error_pct", DELAY, "total"]
        self.assertLess(narrow[2] - narrow[1], 0.4 * np.subtract(*found["velocity.error_pct", DELAY, "total"][:0:-1]))

    def test_elementary_effects(self):
        name = self.run_study(sampled('type = "morris"\nsamples = 10'))
        y = self.values(name, "velocity.error_pct").reshape(10, 4)
        with h5py.File(self.folder / name) as file:
            delays = file[DELAY][()].reshape(10, 4)
        effects = []  # of the delay, which is uniform: a probability of 1 is 0.8 ms
        for points, row in zip(delays, y):
            i = np.flatnonzero(np.diff(points))[0]
            effects.append((row[i + 1] - row[i]) / ((points[i + 1] - points[i]) / 0.8e-3))
        found = self.indices(name)
        self.assertAlmostEqual(found["velocity.error_pct", DELAY, "mean_effect"][0], np.mean(effects), 6)
        self.assertAlmostEqual(found["velocity.error_pct", DELAY, "mean_absolute_effect"][0],
                               np.mean(np.abs(effects)), 6)
        self.assertAlmostEqual(found["velocity.error_pct", DELAY, "effect_deviation"][0],
                               np.std(effects, ddof=1), 6)

    def test_rank_correlations_of_any_sample(self):
        for design in ('type = "random"\nsamples = 40', 'type = "latin_hypercube"\nsamples = 40',
                       'type = "sobol"\nsamples = 32', 'type = "halton"\nsamples = 40'):
            name = self.run_study(sampled(design), design.split('"')[1] + ".h5")
            with h5py.File(self.folder / name) as file:
                velocity = file[VELOCITY][()]
                material = file[MATERIAL][()]
            y = self.values(name, "penetration.peak_docking")
            found = self.indices(name)
            rho, low, high = found["penetration.peak_docking", VELOCITY, "rank_correlation"]
            self.assertAlmostEqual(rho, np.corrcoef(ranks(velocity), ranks(y))[0, 1], 9)
            self.assertTrue(-1 <= low < rho < high <= 1)
            self.assertTrue(np.isnan(found["penetration.peak_docking", MATERIAL, "rank_correlation"][0]))
            y = ranks(y)
            within = sum(np.sum((y[material == its] - y[material == its].mean()) ** 2) for its in set(material))
            epsilon = max(0, 1 - within / (len(y) - 2) / np.var(y, ddof=1)) ** 0.5
            ratio, low, high = found["penetration.peak_docking", MATERIAL, "correlation_ratio"]
            self.assertAlmostEqual(ratio, epsilon, 9)
            self.assertTrue(0 <= low <= ratio < high < 1)

    def test_few_points_make_no_key_parameter(self):
        """Two points lie on a line, whatever was varied."""
        for count, judged in ((2, False), (11, False), (12, True)):
            name = self.run_study(sampled(f'type = "random"\nsamples = {count}'), f"few-{count}.h5")
            said = self.hilspace("analyse", name)[0]
            self.assertEqual("no key parameters: no metric can be judged" in said, not judged)
            self.assertEqual("fewer than 12 points: no importance: " in said, not judged, said)
            self.hilspace("analyse", name, "-o", f"few-table-{count}.h5")
            with h5py.File(self.folder / f"few-table-{count}.h5") as file:
                self.assertEqual(bool(np.isfinite(file["key.importance"][()]).all()), judged)
                self.assertTrue(np.isfinite(file["rank_correlation"][()]).any())  # it is what it is

    def test_one_at_a_time_swings(self):
        name = self.run_study(sampled('type = "one_at_a_time"\nlevels = 5'))
        y = self.values(name, "velocity.error_pct")
        swing = self.indices(name)["velocity.error_pct", DELAY, "swing"][0]
        self.assertAlmostEqual(swing, np.ptp(y[[0, 1, 2, 3, 4, 5]]), 9)

    def test_a_table_that_others_read(self):
        name = self.run_study(GRID)
        self.hilspace("analyse", name, "-o", "table.h5", "--trade-off", f"{DELAY},force_sensor.total_delay")
        found = self.indices(name)
        with xarray.open_dataset(self.folder / "table.h5", engine="h5netcdf") as table:
            self.assertEqual(table.attrs["content"], "sensitivity")
            one = table["total"].sel(metric="velocity.error_pct", parameter=DELAY)
            self.assertEqual(float(one), found["velocity.error_pct", DELAY, "total"][0])
            self.assertEqual(float(table["scenarios"].sel(outcome="ok")), 12)
            self.assertEqual(table["trade_off.deviation"].dims, ("metric", DELAY, "force_sensor.total_delay"))
        self.assertIn("\n  first_order.high ", self.hilspace("show", "table.h5")[0])

    def test_the_trade_off_of_two_parameters(self):
        name = self.run_study(GRID)
        said = self.hilspace("analyse", name, "--trade-off", f"{DELAY},force_sensor.total_delay", "--csv",
                             "--metric", "velocity.error_pct", "--share", "80%")[0]
        y = self.values(name, "velocity.error_pct")
        deviation = np.abs(y[:, :, 1] - y[:, :, 0]).mean(axis=1) / np.abs(y[:, :, 0]).mean(axis=1)
        self.assertTrue((np.diff(deviation) < 0).all() and deviation[0] > 0.8 > deviation[2], deviation)
        line = [line for line in csv.DictReader(io.StringIO(said))
                if line["given"] == "force_sensor.total_delay"][1]
        delays = np.array([0.2e-3, 0.5e-3, 1e-3])
        k = int(np.flatnonzero(deviation >= 0.8)[-1])
        self.assertAlmostEqual(float(line["low"]), delays[k], 12)
        self.assertAlmostEqual(float(line["high"]), delays[k + 1], 12)
        part = (0.8 - deviation[k]) / (deviation[k + 1] - deviation[k])
        self.assertAlmostEqual(float(line["value"]), delays[k] * (delays[k + 1] / delays[k]) ** part, 12)

    def test_a_result_of_another_revision(self):
        name = self.run_study(GRID)
        with h5py.File(self.folder / name, "a") as file:
            file.attrs["revision"] = "0123456789ab"
        said, warned = self.hilspace("analyse", name)
        self.assertIn("12 scenarios, 12 ok", said)
        self.assertIn("its numbers are analysed unchanged", warned)
        with h5py.File(self.folder / name, "a") as file:
            text = file.attrs["study"]
            text = text.decode() if isinstance(text, bytes) else text
            set_study(file, text.replace("restitution", "bounce"))
        self.assertIn("use that version to analyse it", self.hilspace("analyse", name, code=BAD_INPUT)[1])

    def test_local_derivatives_are_those_of_two_runs(self):
        """Quantizers are left out, so the two runs have none either."""
        study = self.study(SMALL + '[numerics]\nstep = "35 us"\n[[axis]]\n"actuator.total_delay" = ["0.2 ms", "0.4 ms", "1 ms"]\n')
        rows = list(csv.DictReader(io.StringIO(self.hilspace("analyse", study, "--local", "--at", "actuator.total_delay=0.4 ms", "--csv")[0])))
        its = next(row for row in rows if (row["metric"], row["parameter"]) == ("velocity.error_pct", "actuator.total_delay"))
        smooth = SMALL.replace('resolution = "1 um"\n', "").replace('resolution = "1 N"\n', "")
        smooth += '[numerics]\nsolver = "reference"\nstep = "35 us"\n[[axis]]\n"actuator.total_delay" = ["0.399 ms", "0.4 ms", "0.401 ms"]\n'
        self.hilspace("run", self.study(smooth), "-o", "two.h5")
        with h5py.File(self.folder / "two.h5") as file:
            low, nominal, high = file["velocity.error_pct"][()]
        self.assertAlmostEqual(float(its["nominal"]), nominal, delta=1e-6 * abs(nominal))
        slope = (high - low) / 2e-6
        self.assertAlmostEqual(float(its["derivative"]), slope, delta=1e-5 * abs(slope))
        self.assertLess(float(its["derivative_error"]), 1e-4 * abs(slope))
        self.assertAlmostEqual(float(its["elasticity"]), slope * 0.4e-3 / nominal, delta=1e-4)
        none = next(row for row in rows if row["parameter"] == "actuator.resolution")
        self.assertEqual(none["derivative"], "nan")

    @long_test
    def test_local_derivatives_of_a_result_are_those_of_its_study(self):
        grid = GRID.replace('step = "20 us"', 'step = "50 us"')  # the reference solver looks at the numbers less often
        name = self.run_study(grid)
        self.assertEqual(self.hilspace("analyse", name, "--local", "--index", "7", "--csv")[0],
                         self.hilspace("analyse", self.study(grid), "--local", "--index", "7", "--csv", "--threads", "1")[0])
        said = self.hilspace("analyse", name, "--local", "--metric", "velocity.error_pct", "-o", "local.h5")[0]
        self.assertRegex(said, r"actuator.total_delay +0.2 ms +0.7\d+ \+- \S+ +\S+ \+- \S+ % per ms")
        with xarray.open_dataset(self.folder / "local.h5") as table:
            its = table.sel(metric="velocity.error_pct", parameter="actuator.total_delay")
            self.assertAlmostEqual(float(its["elasticity"]), float(its["derivative"] * its["value"] / its["nominal"]))
            self.assertEqual(str(its["parameter.unit"].values), "s")
        self.assertIn("1 % of contact.restitution changes velocity.error_pct by 0.768 %", self.hilspace("plot", "local.h5", "-o", "local.png")[0])
        self.hilspace("report", "local.h5", "-o", "local.html")
        self.assertIn("derivative", self.hilspace("show", "local.h5")[0])

    @long_test
    def test_derivatives_of_all_scenarios_are_those_of_each(self):
        study = self.study(SMALL + '[numerics]\nstep = "35 us"\n'
                           '[[axis]]\n"actuator.total_delay" = ["0.2 ms", "0.4 ms"]\n[[axis]]\n"force_sensor.damping" = [0.2, 0.7, 0.9]\n')
        said, _ = self.hilspace("analyse", study, "--local", "--every", "--metric", "velocity.error_pct", "--top", "2", "-o", "every.h5")
        self.assertIn("derivatives of 4 of 6 scenarios; the rest has no linearised solve: use --local --index I", said)
        self.assertRegex(said, r"velocity.error_pct +actuator\.\w+ \S+ \(\S+ to \S+\) +\S+ \S+ \(\S+ to \S+\)\n")
        self.assertIn("left out, because numbers behind them have no derivatives: quantizer of the actuator", said)
        one = self.hilspace("analyse", study, "--local", "--index", "4", "--metric", "velocity.error_pct", "--csv")[0]
        differences = {row["parameter"]: row for row in csv.DictReader(io.StringIO(one)) if row["derivative"] != "nan"}
        with xarray.open_dataset(self.folder / "every.h5") as table:
            self.assertEqual(table.attrs["content"], "derivatives")
            self.assertTrue(bool(np.isnan(table["derivative"].sel(scenario=0)).all()))
            its = table.sel(scenario=4, metric="velocity.error_pct")
            self.assertEqual({str(name) for name in its["parameter"].values}, set(differences))
            for name, row in differences.items():
                slope = its.sel(parameter=name)
                error = float(slope["derivative.numerical_error"]) + float(row["derivative_error"])
                self.assertAlmostEqual(float(slope["derivative"]), float(row["derivative"]), delta=3 * error)
                self.assertAlmostEqual(float(slope["value"]), float(row["value"]))
        self.hilspace("analyse", study, "--local", "--every", "--metric", "velocity.error_pct", "--threads", "1", "-o", "again.h5")
        with h5py.File(self.folder / "every.h5") as first, h5py.File(self.folder / "again.h5") as second:
            np.testing.assert_array_equal(first["derivative"][()], second["derivative"][()])
        self.assertIn("derivative", self.hilspace("show", "every.h5")[0])
        shown = re.search(r"velocity.error_pct +(\S+) (\S+) \((\S+) to (\S+)\)", said)
        drawn = self.hilspace("plot", "every.h5", "-o", "every.png")[0]
        self.assertIn("median and 5 to 95 % of 4 scenarios", drawn)
        self.assertIn(f"1 % of {shown[1]} changes velocity.error_pct by {shown[2]} % in the median of the scenarios", drawn)
        its = re.search(rf"{shown[1]} +\S+ \((\S+) to (\S+)\)", drawn)
        for k in (1, 2):
            self.assertAlmostEqual(float(its[k]), float(shown[2 + k]), delta=0.01)
        self.hilspace("report", "every.h5", "-o", "every.html")
        self.assertIn("The median of 4 scenarios", (self.folder / "every.html").read_text())

    def test_of_all_scenarios_nothing_is_ranked_that_is_noise_or_seldom(self):
        plain = SMALL.replace("restitution = 0.8\n", "").replace("[force_sensor]", 'total_delay = "0.4 ms"\n[force_sensor]')
        said = self.hilspace("analyse", self.study(plain.replace("flores", "hertz")), "--local", "--every")[0]
        self.assertIn("energy.balance_hil", said)
        self.assertNotIn("energy.balance_docking", said)  # 0 but for rounding
        study = self.study(plain + '[[axis]]\n"contact.restitution" = [0.8, 0.9999999, 1.0]\n')
        said = self.hilspace("analyse", study, "--local", "--every", "--metric", "velocity.error_pct", "-o", "few.h5")[0]
        self.assertIn("not shown, known in fewer than half of the scenarios: contact.restitution\n", said)
        self.assertNotIn("contact.restitution", self.hilspace("plot", "few.h5", "-o", "few.png")[0])

    def test_what_every_refuses(self):
        study = self.study(GRID)
        for arguments, said in ((("--every",), "add --local"), (("--local", "--every", "--index", "1"), "use one of them"),
                                (("--local", "--every", "--step", "1%"), "use one of them"), (("--local", "--every", "--csv"), "use one of them"),
                                (("--local", "--every", "--share", "5%"), "use one of them"), (("--local", "--every", "--top", "0"), "--top 0")):
            self.assertIn(said, self.hilspace("analyse", study, *arguments, code=BAD_INPUT)[1])

    def test_what_local_refuses(self):
        study = self.study(GRID)
        for arguments, said in (((study, "--index", "1"), "add --local"), ((study, "--step", "1%"), "add --local"),
                                ((study, "--threads", "1"), "add --local"),
                                ((study, "--local", "--trade-off", "a,b"), "use one of them"),
                                ((study, "--local", "--confidence", "0.9"), "use one of them"),
                                ((study, "--local", "--step", "0%"), "--step 0%"), ((study, "--local", "--step", "60%"), "at most 50%"),
                                ((study, "--local", "--metric", "docking.success"), "no such metric"),
                                ((study, "--local", "--index", "12"), "12 scenarios"), (("none.toml", "--local"), "none.toml")):
            self.assertIn(said, self.hilspace("analyse", *arguments, code=BAD_INPUT)[1])

    def test_what_it_refuses(self):
        name = self.run_study(GRID)

        def refused(*arguments):
            return self.hilspace("analyse", *arguments, code=BAD_INPUT)[1]
        self.assertIn("no such metric", refused(name, "--metric", "velocity.eror"))
        self.assertIn("--top 0", refused(name, "--top", "0"))
        self.assertIn("--confidence 1", refused(name, "--confidence", "1"))
        for share in ("5", "0%", "x%", "inf%", "-5%"):
            self.assertIn(f"--share {share}: write a percentage", refused(name, "--trade-off", "a,b", "--share", share))
        for pair in ("a", "a,", ",a"):
            self.assertIn("write two parameters", refused(name, "--trade-off", pair))
        self.assertIn("the study has no such axis", refused(name, "--trade-off", f"{DELAY},chaser.mass"))
        self.assertIn("no such file", refused("none.h5"))
        self.run_study(SMALL, "single.h5")
        self.assertIn("nothing varies", refused("single.h5"))
        self.hilspace("simulate", self.study(SMALL), "-o", "trace.h5")
        self.assertIn("is not the result of a study", refused("trace.h5"))
        (self.folder / "text.h5").write_text("no HDF5")
        self.hilspace("analyse", "text.h5", code=BAD_INPUT)
        sample = self.run_study(sampled('type = "random"\nsamples = 8'), "sample.h5")
        self.assertIn("needs a grid", refused(sample, "--trade-off", f"{DELAY},{VELOCITY}"))


if __name__ == "__main__":
    unittest.main()
