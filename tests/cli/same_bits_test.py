"""A result depends on the study alone, not on how it was computed."""
import unittest

import h5py
import numpy as np

from support import CHAINS, REPOSITORY, SEVERAL_AXES, SMALL, CommandLine, many


class SameBits(CommandLine):
    def test_threads(self):
        study = self.study(many(1003))
        self.hilspace("run", study, "-o", "one.h5", "--threads", "1")
        self.hilspace("run", study, "-o", "two.h5", "--threads", "2")
        self.assert_same("one.h5", "two.h5")

    def test_threads_with_every_law_and_every_stage(self):
        for solver in ("rk4", "dopri5"):
            for threads in ("1", "2"):
                self.hilspace("run", CHAINS, "-o", f"{threads}.h5", "--threads", threads, "--fresh",
                              "--set", f"numerics.solver={solver}")
            self.assert_same("1.h5", "2.h5")

    def test_threads_in_six_degrees_with_noise_and_phases(self):
        study = (REPOSITORY / "tests/config/good/sixdof_stages.toml").read_text()
        study = self.study(study.replace('model = "sixdof"', 'model = "sixdof"\nimpacts = "first"'))
        for threads in ("1", "2"):
            self.hilspace("run", study, "-o", f"{threads}.h5", "--threads", threads,
                          "--set", "approach.offset.y=90 mm", "--set", "numerics.repeats=2", "--set", "numerics.error_share=0")
        self.assert_same("1.h5", "2.h5")

    def test_threads_with_hybrid_contacts_of_features(self):
        study = (REPOSITORY / "tests/config/good/hybrid_features.toml").read_text()
        study = self.study(study.replace('model = "sixdof"', 'model = "sixdof"\nimpacts = "first"') +
                           '[[axis]]\n"virtual.source" = ["measured", "actual", "commanded"]\n'
                           '[[axis]]\n"approach.offset.y" = ["50 mm", "60 mm"]\n')
        for threads in ("1", "2"):
            self.hilspace("run", study, "-o", f"{threads}.h5", "--threads", threads)
        self.assert_same("1.h5", "2.h5")

    def test_a_scenario_alone_equals_itself_in_a_sweep(self):
        self.hilspace("run", SEVERAL_AXES, "-o", "sweep.h5")
        alone = SMALL.replace('mass = "30 kg"', 'mass = "35 kg"').replace('mass = "75 kg"', 'mass = "70 kg"')
        alone = alone.replace("[force_sensor]", 'total_delay = "0.4 ms"\n[force_sensor]')
        self.hilspace("run", self.study(alone), "-o", "alone.h5")
        with h5py.File(self.folder / "sweep.h5") as sweep, h5py.File(self.folder / "alone.h5") as alone:
            metrics = [name for name, item in sweep.items() if isinstance(item, h5py.Dataset) and item.ndim == 3]
            self.assertGreater(len(metrics), 20)
            for name in metrics:
                np.testing.assert_array_equal(sweep[name][1, 1, 0], alone[name][()], name)


if __name__ == "__main__":
    unittest.main()
