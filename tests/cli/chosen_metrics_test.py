"""output.metrics and output.precision: every reader takes results of chosen metrics and of single precision, and names what is missing."""
import csv
import io
import unittest

import h5py
import numpy as np

from support import BAD_INPUT, SMALL, CommandLine, long_test

GRID = SMALL.replace('velocity = "0.1 m/s"\n', "").replace("[approach]\n", "") + """
[[axis]]
"actuator.total_delay" = ["0.2 ms", "0.4 ms", "1 ms"]
[[axis]]
"approach.velocity" = ["50 mm/s", "0.1 m/s"]
[output]
"""
CHOSEN = GRID + 'metrics = ["velocity.error_pct", "force.*"]\n'
SINGLE = CHOSEN + 'precision = "float32"\n'


class Chosen(CommandLine):
    def numbers(self, name, metric):
        with h5py.File(self.folder / name) as file:
            return file[metric][()]

    @long_test
    def test_every_reader_takes_them(self):
        for text in (CHOSEN, SINGLE):
            study = self.study(text)
            self.hilspace("run", study, "-o", "some.h5", "--fresh")
            said = self.hilspace("show", "some.h5")[0]
            self.assertIn("force.e_imax ", said)
            self.assertNotIn("penetration.", said)
            rows = list(csv.DictReader(io.StringIO(self.hilspace("show", "some.h5", "--csv")[0])))
            self.assertEqual(len(rows), 6)
            self.assertEqual([row["velocity.error_pct"] for row in rows],
                             [str(x) for x in self.numbers("some.h5", "velocity.error_pct").ravel().astype(float)])
            self.hilspace("show", "some.h5", "--json")
            self.assertIn("velocity.error_pct", self.hilspace("plot", "some.h5", "-o", "some.png", "--below", "20 %")[0])
            self.hilspace("plot", "some.h5", "-o", "some.png", "--pareto", "force.e_imax,velocity.error_pct")
            self.hilspace("report", "some.h5", "-o", "some.html")
            self.assertIn("key parameter: actuator.total_delay", self.hilspace("analyse", "some.h5")[0])
            self.hilspace("explain", "some.h5", "--index", "1")
            self.hilspace("run", study, "-o", "some.h5")  # is complete
        self.hilspace("analyse", "some.h5", "--local", "--index", "1")

    def test_what_is_missing_is_named_with_the_remedy(self):
        self.hilspace("run", self.study(CHOSEN), "-o", "some.h5")
        for command in (("plot", "some.h5", "-o", "some.png", "--metric", "penetration.e_hint_pct"),
                        ("plot", "some.h5", "-o", "some.png", "--pareto", "penetration.e_hint_pct,force.e_imax"),
                        ("analyse", "some.h5", "--metric", "penetration.e_hint_pct")):
            said = self.hilspace(*command, code=None)[1]
            self.assertIn("penetration.e_hint_pct", said)
            self.assertRegex(said, "output.metrics.* run again")

    def test_single_precision_is_rounded_once(self):
        self.hilspace("run", self.study(CHOSEN), "-o", "double.h5")
        study = self.study(SINGLE)
        self.hilspace("run", study, "-o", "single.h5", "--threads", "1")
        for number in (1, 2, 3):
            self.hilspace("run", study, "-o", f"part{number}.h5", "--shard", f"{number}/3")
        parts = [f"part{number}.h5" for number in (1, 2, 3)]
        self.hilspace("merge", *parts, "-o", "merged.h5")
        self.hilspace("merge", *parts, "-o", "virtual.h5", "--virtual")
        for metric in ("velocity.error_pct", "force.e_imax", "numerics.step"):
            exact = self.numbers("double.h5", metric)
            for name in ("single.h5", "merged.h5", "virtual.h5"):
                its = self.numbers(name, metric)
                self.assertEqual(its.dtype, np.float32)
                np.testing.assert_array_equal(its, exact.astype(np.float32), f"{metric} of {name}")
        with h5py.File(self.folder / "double.h5") as double, h5py.File(self.folder / "single.h5") as single:
            self.assertEqual(list(double), list(single))
            for attribute in ("units", "long_name", "numerical_error", "numerical_error_p95"):
                self.assertEqual(double["force.e_imax"].attrs[attribute], single["force.e_imax"].attrs[attribute])

    def test_a_sampled_study_is_extended(self):
        study = SMALL.replace('velocity = "0.1 m/s"\n', "").replace("[approach]\n", "") + (
            '[output]\nmetrics = ["velocity.*"]\nprecision = "float32"\n[design]\ntype = "random"\nsamples = COUNT\n'
            '[[parameter]]\npath = "approach.velocity"\nfrom = "50 mm/s"\nto = "0.1 m/s"\n')
        self.hilspace("run", self.study(study.replace("COUNT", "8")), "-o", "small.h5")
        self.hilspace("run", self.study(study.replace("COUNT", "16")), "-o", "small.h5", "--extend")
        self.hilspace("run", self.study(study.replace("COUNT", "16")), "-o", "fresh.h5")
        np.testing.assert_array_equal(self.numbers("small.h5", "velocity.error_pct"), self.numbers("fresh.h5", "velocity.error_pct"))

    def test_unknown_ones_are_refused(self):
        self.assertIn('did you mean "force.*"', self.hilspace("check", self.study(GRID + 'metrics = ["forces.*"]\n'), code=BAD_INPUT)[1])
        self.assertIn("float64", self.hilspace("check", self.study(GRID + 'precision = "half"\n'), code=BAD_INPUT)[1])


if __name__ == "__main__":
    unittest.main()
