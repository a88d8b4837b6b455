"""hilspace require: limits compared with fine scans, and its output files."""
import csv
import io
import os
import signal
import unittest

import h5py
import numpy as np
import xarray

from support import BAD_INPUT, INTERRUPTED, REPOSITORY, SMALL, CommandLine, many

STUDY_1 = REPOSITORY / "studies/01-axial-actuator-delay/study.toml"
STUDY_12 = REPOSITORY / "studies/12-requirements/study.toml"
VELOCITY_60 = "abs(velocity.error_pct) <= 60 %"
DELAYS = "actuator.total_delay=0.1ms..5ms"
AXES = ('[[axis]]\n"chaser.mass" = ["10 kg", "30 kg"]\n[[axis]]\n"approach.velocity" = { from = "0.05 m/s", '
        'to = "0.2 m/s", count = 4 }\n')


class Require(CommandLine):
    def rows(self, study, target, *words):
        """Of --csv, numbers as such."""
        said, _ = self.hilspace("require", study, "--target", target, *words, "--csv")
        texts = {"found", "binding_target", "binding_outcome"}
        return [{key: value if key in texts else float(value) for key, value in row.items()}
                for row in csv.DictReader(io.StringIO(said))]

    def scan(self, text, axis):
        """Where abs(velocity.error_pct) is above 60 on a fine axis, and the axis."""
        self.hilspace("run", self.study(text + f"[[axis]]\n{axis}\n", "scan.toml"), "-o", "scan.h5", "--fresh", "--quiet")
        with h5py.File(self.folder / "scan.h5") as file:
            self.assertTrue((file["outcome"][()] == 0).all())
            return file[axis.split('"')[1]][()], np.abs(file["velocity.error_pct"][()]) > 60.0

    def test_the_delay_of_the_sample_scenario_to_a_microsecond(self):
        row, = self.rows(STUDY_1, VELOCITY_60, "--vary", DELAYS, "--tolerance", "1 us")
        self.assertEqual(row["found"], "limit")
        self.assertLessEqual(row["limit_high"] - row["limit_low"], 1.1e-6)
        self.assertLessEqual(row["first_bad"] - row["limit"], 1e-6)
        self.assertLess(row["limit_low"], row["limit"])
        self.assertGreater(row["limit_high"], row["first_bad"])
        self.assertTrue(1.0e-3 < row["limit"] < 1.2e-3)  # the text's answer
        delays, bad = self.scan(SMALL, '"actuator.total_delay" = { from = "1.1 ms", to = "1.12 ms", step = "0.05 us" }')
        self.assertEqual(np.count_nonzero(np.diff(bad)), 1)
        first = int(np.argmax(bad))
        self.assertGreaterEqual(delays[first], row["limit"])
        self.assertLessEqual(delays[first - 1], row["first_bad"])

    def test_a_narrower_bracket_lies_within_the_wider_one(self):
        wide, = self.rows(STUDY_1, VELOCITY_60, "--vary", DELAYS, "--tolerance", "1 us")
        narrow, = self.rows(STUDY_1, VELOCITY_60, "--vary", DELAYS, "--tolerance", "0.0001 %")
        self.assertLess(narrow["first_bad"] - narrow["limit"], 2e-9)
        self.assertTrue(wide["limit"] <= narrow["limit"] < narrow["first_bad"] <= wide["first_bad"])
        self.assertLess(narrow["limit_error"], 0.1e-6)

    def test_what_binds_is_named_with_its_place(self):
        study = self.study(SMALL.replace('mass = "30 kg"\n', "", 1).replace("[chaser]\n", "")
                           .replace('[approach]\nvelocity = "0.1 m/s"\n', "") + AXES)
        row, = self.rows(study, VELOCITY_60, "--vary", DELAYS)
        alone = {}
        for mass in (10, 30):
            for speed in (0.05, 0.1, 0.15, 0.2):
                one = self.study(SMALL.replace("30 kg", f"{mass} kg").replace("0.1 m/s", f"{speed} m/s"), "one.toml")
                alone[mass, speed] = self.rows(one, VELOCITY_60, "--vary", DELAYS)[0]["limit"]
        first = min(alone, key=alone.get)
        self.assertEqual((row["chaser.mass"], row["approach.velocity"]), (first[0], first[1]))
        self.assertAlmostEqual(row["limit"] / alone[first], 1.0, 3)
        said, _ = self.hilspace("require", study, "--target", VELOCITY_60, "--vary", DELAYS)
        self.assertIn(f"binds        scenario {int(row['binding_scenario'])}, chaser.mass = {first[0]} kg, "
                      f"approach.velocity = {first[1]} m/s: abs(velocity.error_pct) = 60.0", said)

    def test_each_limit_stands_with_its_direction(self):
        for cheap, sign in (("actuator.total_delay=0.5ms..2ms", "<= "), ("actuator.bandwidth=0.2kHz..2kHz", ">= ")):
            said = self.hilspace("require", STUDY_12, "--target", VELOCITY_60, "--vary", cheap,
                                 "--vary", "actuator.resolution=0.1um..1um", "--points", "2")[0]
            rows = [line for line in said.splitlines() if " um " in line and sign in line]
            self.assertEqual(len(rows), 2, said)

    def test_the_frontier_is_left_in_a_table(self):
        words = ("--vary", "actuator.total_delay=0.5ms..2ms", "--vary", "actuator.resolution=0.1um..100um", "--points", "4")
        rows = self.rows(STUDY_12, VELOCITY_60, *words, "-o", "frontier.h5")
        self.assertEqual([row["found"] for row in rows], ["limit", "limit", "limit", "none"])
        np.testing.assert_allclose([row["actuator.resolution"] for row in rows], [1e-7, 1e-6, 1e-5, 1e-4], rtol=1e-9)
        with xarray.open_dataset(self.folder / "frontier.h5", engine="h5netcdf" if "h5netcdf" in
                                 xarray.backends.list_engines() else "netcdf4", decode_times=False) as table:
            self.assertEqual(table.attrs["content"], "requirement")
            self.assertEqual(table["limit"].dims, ("actuator.resolution",))
            self.assertEqual(table["limit"].attrs["units"], "s")
            for name in ("limit", "limit_low", "limit_high", "first_bad", "binding_scenario", "binding_value"):
                np.testing.assert_array_equal(table[name].values, [row[name] for row in rows])
            self.assertEqual([str(text) for text in table["binding_target"].values], [VELOCITY_60] * 4)
            self.assertEqual(table["found"].attrs["flag_meanings"].split(), ["limit", "all", "none"])
            self.assertEqual(list(table["found"].values), [0, 0, 0, 2])
        self.assertIn("actuator.resolution", self.hilspace("show", "frontier.h5")[0])
        said, _ = self.hilspace("require", STUDY_12, "--target", VELOCITY_60, *words)
        self.assertIn("nowhere", said)
        alone, = self.rows(STUDY_12, VELOCITY_60, *words[:2], "--set", "actuator.resolution=10 um")
        self.assertEqual(rows[2]["limit"], alone["limit"])

    def test_less_may_be_cheaper(self):
        delay, = self.rows(STUDY_12, VELOCITY_60, "--vary", "actuator.total_delay=0.5ms..2ms")
        for ends in ("0.2kHz..2kHz", "2kHz..0.2kHz"):
            row, = self.rows(STUDY_12, VELOCITY_60, "--vary", f"actuator.bandwidth={ends}")
            self.assertGreater(row["limit"], row["first_bad"])
            self.assertAlmostEqual(row["limit"] * delay["limit"] * 2 * np.pi / 4, 1.0, 3)  # the same actuator
        self.assertIn("actuator.bandwidth may be down to 0.5725",
                      self.hilspace("require", STUDY_12, "--target", VELOCITY_60, "--vary",
                                    "actuator.bandwidth=0.2kHz..2kHz")[0])

    def test_where_there_is_no_limit(self):
        def said(target, ends):
            return self.hilspace("require", STUDY_12, "--target", target, "--vary", f"actuator.total_delay={ends}")[0]
        self.assertIn("all 16 values tried from 0.1 ms to 0.5 ms meet the targets; the limit lies beyond",
                      said(VELOCITY_60, "0.1..0.5 ms"))
        none = said(VELOCITY_60, "2..3 ms")
        self.assertIn("neither end of the range 2 ms to 3 ms meets the targets", none)
        self.assertIn("scenario 9, approach.velocity = 0.1 m/s", none)

    def test_a_scenario_that_fails_is_never_left_out(self):
        row, = self.rows(STUDY_12, VELOCITY_60, "--vary", "actuator.total_delay=0.5..2 ms",
                         "--set", "numerics.penetration_limit=160 um")
        self.assertEqual((row["found"], row["binding_outcome"]), ("limit", "penetration_limit"))
        self.assertLess(row["limit"], 1e-3)  # 60 % come later
        self.assertGreater(row["limit_error"], 0.0)
        said, _ = self.hilspace("require", STUDY_12, "--target", VELOCITY_60, "--vary", "actuator.total_delay=0.5..2 ms",
                                "--set", "numerics.penetration_limit=160 um")
        self.assertIn("ends with penetration_limit", said)

    def test_what_is_wrong_is_said(self):
        def complaint(*words):
            return self.hilspace("require", STUDY_12, *words, code=BAD_INPUT)[1]
        vary, target = ("--vary", DELAYS), ("--target", VELOCITY_60)
        self.assertIn("--target: none given", complaint(*vary))
        self.assertIn("--vary: none given", complaint(*target))
        self.assertIn('did you mean "velocity.error_pct"?', complaint(*vary, "--target", "velocity.eror_pct <= 1 %"))
        self.assertIn("is given twice", complaint(*vary, *vary, *target))
        self.assertIn("--tolerance 1 kg: kg is not a unit of time", complaint(*vary, *target, "--tolerance", "1 kg"))
        self.assertIn("--looks 1: must be 3 or more", complaint(*vary, *target, "--looks", "1"))
        self.assertIn("there is no folder", complaint(*vary, *target, "-o", "nowhere/limits.h5"))
        self.assertFalse(list(self.folder.iterdir()))

    def test_an_interruption_leaves_nothing(self):
        process = self.start("require", self.study(many(20000)), "--target", VELOCITY_60, "--looks", "2000", "--vary",
                             "approach.velocity=10mm/s..1m/s", "-o", "limits.h5")
        self.wait_for(lambda: "simulations" in self.said(), process, "the first progress")
        os.kill(process.pid, signal.SIGINT)
        self.assertEqual(process.wait(), INTERRUPTED)
        self.assertIn("interrupted\n", self.said())
        self.assertFalse((self.folder / "limits.h5").exists())


if __name__ == "__main__":
    unittest.main()
