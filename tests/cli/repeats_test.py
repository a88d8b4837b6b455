"""numerics.repeats: the same scenarios with random phases, and their averages in the result."""
import csv
import io
import unittest

import h5py
import numpy

from support import SMALL, CommandLine

COARSE = SMALL.replace('resolution = "1 um"', 'total_delay = "1 ms"\nresolution = "20 um"')
VELOCITIES = '[[axis]]\n"approach.velocity" = ["0.05 m/s", "0.1 m/s"]\n'
REPEATS = 12  # t is of that


class Repeats(CommandLine):
    def result(self, name, *words, study=COARSE + VELOCITIES):
        self.hilspace("run", self.study(study), "-o", name, "--fresh", "--quiet",
                      "--set", f"numerics.repeats={REPEATS}", *words)
        return h5py.File(self.folder / name)

    def test_mean_deviation_and_interval(self):
        with self.result("r.h5") as file:
            all_of_it = file["force.peak_hil"][()]
            self.assertEqual(all_of_it.shape, (2, REPEATS))
            self.assertGreater(len(numpy.unique(all_of_it[0])), REPEATS // 2)  # phases matter
            numpy.testing.assert_allclose(file["force.peak_hil.mean"][()], all_of_it.mean(axis=1), rtol=1e-14)
            deviation = all_of_it.std(axis=1, ddof=1)
            numpy.testing.assert_allclose(file["force.peak_hil.deviation"][()], deviation, rtol=1e-10)
            t = 2.200985160082949  # Student's, at 0.975 with 11 degrees of freedom
            numpy.testing.assert_allclose(file["force.peak_hil.interval"][()], t * deviation / REPEATS ** 0.5, rtol=1e-10)
            numpy.testing.assert_array_equal(file["repeats.ok"][()], [REPEATS, REPEATS])
            self.assertEqual(file["force.peak_hil.mean"].dims[0][0].name, "/approach.velocity")
        said, _ = self.hilspace("show", "r.h5")
        self.assertIn("force.peak_hil.interval", said)
        rows = list(csv.DictReader(io.StringIO(self.hilspace("show", "r.h5", "--csv")[0])))
        self.assertEqual(len(rows), 2 * REPEATS)
        self.assertEqual(rows[0]["force.peak_hil.mean"], rows[REPEATS - 1]["force.peak_hil.mean"])

    def test_averaged_phases_are_nearer_to_no_quantum_than_one_draw(self):
        with self.result("coarse.h5") as coarse, self.result("fine.h5", "--set", "actuator.resolution=0.01 um") as fine:
            for at in (0, 1):
                true = fine["velocity.after_hil.mean"][at]
                mean, draws = coarse["velocity.after_hil.mean"][at], coarse["velocity.after_hil"][at]
                self.assertLess(abs(mean - true), numpy.sqrt(((draws - true) ** 2).mean()))

    def test_shards_and_a_whole_run_agree(self):
        self.result("whole.h5").close()
        for i in (1, 2, 3):  # their borders lie within the repeats
            self.hilspace("run", self.folder / "study.toml", "-o", f"part{i}.h5", "--shard", f"{i}/3", "--quiet",
                          "--set", f"numerics.repeats={REPEATS}")
        self.hilspace("merge", "part1.h5", "part2.h5", "part3.h5", "-o", "merged.h5")
        self.assert_same("whole.h5", "merged.h5")
        self.hilspace("merge", "part1.h5", "part2.h5", "part3.h5", "-o", "view.h5", "--virtual")
        with h5py.File(self.folder / "whole.h5") as whole, h5py.File(self.folder / "view.h5") as view:
            self.assertEqual(set(view) - {"sources"}, set(whole))
            for name in ("force.peak_hil.mean", "force.peak_hil.interval", "repeats.ok"):
                numpy.testing.assert_array_equal(view[name][()], whole[name][()])
        self.assertEqual(self.hilspace("show", "view.h5", "--csv"), self.hilspace("show", "whole.h5", "--csv"))

    def test_a_warning_names_what_helps(self):
        said, _ = self.hilspace("run", self.study(COARSE), "-o", "one.h5")
        self.assertIn("warning: a step of the actuator is more than a tenth of the peak", said)
        self.assertIn("numerics.repeats", said)
        self.assertIn("warning: a step", self.hilspace("show", "one.h5")[0])
        self.assertIn("warning: a step", self.hilspace("check", self.study(COARSE))[0])


if __name__ == "__main__":
    unittest.main()
