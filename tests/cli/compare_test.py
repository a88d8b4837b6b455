"""compare: the metrics from two traces equal those of the simulation, within the sampling error."""
import re
import unittest

import h5py
import numpy as np

from support import BAD_INPUT, DELAYS, FAILED, REPOSITORY, SMALL, CommandLine, set_study, small_files_only

STUDY_01 = REPOSITORY / "studies/01-axial-actuator-delay/study.toml"
SMOOTH = ("--set", "actuator.resolution=0 m", "--set", "force_sensor.resolution=0 N")


SIZES = {"m": 1e-3, "u": 1e-6, "k": 1e3, "": 1.0}  # of a prefix


def numbers(output):
    """{name: value in SI} of what was printed; NaN for "undefined"."""
    found = re.findall(r"(?m)^  (\w+\.\w+) +(\S+)(?: ([munk]?)(?=(?:s|m|m/s|N|N s|J)$)| %|)", output)
    return {name: float("nan") if value == "undefined" else float(value) * SIZES[prefix] for name, value, prefix in found}


class Compare(CommandLine):
    def trace(self, *more, name="trace.h5", study=STUDY_01):
        self.hilspace("simulate", study, "-o", name, *more)
        return name

    def compared(self, *arguments, **options):
        return numbers(self.hilspace("compare", *arguments, **options)[0])

    def assert_metrics(self, found, file, share, of_peaks):
        """`file` holds the metrics tallied during the simulation."""
        stored = [name for name in file if name in found]
        self.assertGreater(len(stored), 40)
        scale = {"energy.balance_docking": "energy.kinetic_docking"}  # of rounding only: nothing to compare it to
        for name in stored:
            expected = file[name][()]
            allowed = of_peaks if ".peak_" in name else share
            if name.endswith("e_imax_pct"):  # of a number that changes fast, at an instant known to a step
                allowed = 2 * share
            reference = abs(file[scale.get(name, name)][()])
            self.assertLessEqual(abs(found[name] - expected), allowed * reference, f"{name}: {found[name]}, {expected}")

    def test_of_every_step_gives_the_metrics_of_simulate(self):
        """Steps that resolve every quantization step; unresolved ones appear as their mean in histories."""
        for index in (3, 19):
            for more in (("--set", "numerics.step=0.4 us"), (*SMOOTH, "--set", "numerics.step=6 us")):
                self.trace("--index", index, *more)
                with h5py.File(self.folder / "trace.h5") as file:
                    self.assert_metrics(self.compared("trace.h5"), file, 1e-3, 1e-4)

    def test_samples_at_an_interval_do_nearly_as_well(self):
        self.trace("--index", "19", "--set", "output.sample_interval=20 us", *SMOOTH)
        with h5py.File(self.folder / "trace.h5") as file:
            found = self.compared("trace.h5")
            for name in ("force.peak_hil", "force.e_imax", "penetration.e_hint_pct", "velocity.error_pct"):
                self.assertAlmostEqual(found[name] / file[name][()], 1.0, delta=5e-3, msg=name)

    def test_different_grids(self):
        """The same pair on two grids: docking from one, HIL from the other."""
        self.trace("--index", "19", *SMOOTH, "--set", "numerics.step=6 us")
        self.trace("--index", "19", *SMOOTH, "--set", "numerics.step=3.3 us", name="other.h5")
        with h5py.File(self.folder / "trace.h5") as file:
            self.assert_metrics(self.compared("trace.h5", "other.h5"), file, 1e-3, 1e-4)
            self.assert_metrics(self.compared("other.h5:docking", "trace.h5:hil"), file, 1e-3, 1e-4)

    def test_groups_and_what_is_taken_when_none_is_named(self):
        study = self.study(SMALL + DELAYS)
        self.trace(study=study)
        alone, _ = self.hilspace("compare", "trace.h5")
        self.assertIn("trace.h5:docking: ", alone)
        self.assertIn("trace.h5:hil: ", alone)
        for arguments in (["trace.h5", "trace.h5"], ["trace.h5:docking", "trace.h5:hil"]):
            self.assertEqual(self.hilspace("compare", *arguments)[0], alone)
        self.assertEqual(self.compared("trace.h5:hil", "trace.h5:hil")["force.e_hint_pct"], 0.0)

        self.hilspace("run", study, "-o", "a.h5", "--set", "output.traces=[0, 2]")
        self.assertEqual(self.compared("a.h5:traces/0"), numbers(alone))
        other = self.compared("a.h5:traces/2/docking", "trace.h5:hil")  # the same docking run on another grid
        self.assertAlmostEqual(other["velocity.error_pct"], numbers(alone)["velocity.error_pct"], delta=1e-3)

        with h5py.File(self.folder / "trace.h5", "a") as file:
            file.move("hil", "rig")
        self.assertEqual(self.compared("trace.h5"), numbers(alone))
        with h5py.File(self.folder / "trace.h5", "a") as file:
            file.move("rig", "last thursday")
        self.assertEqual(self.compared("trace.h5:docking", "trace.h5:last thursday"), numbers(alone))

        for arguments, word in [(["a.h5"], "a.h5:traces/0"), (["a.h5:traces/1"], "traces/1"),
                                (["trace.h5"], "last thursday"), (["trace.h5:hil"], "has no time histories 'hil'")]:
            self.assertIn(word, self.hilspace("compare", *arguments, code=BAD_INPUT)[1])

    def test_what_a_recording_lacks_is_undefined(self):
        self.trace()
        with h5py.File(self.folder / "trace.h5", "a") as file:
            del file["hil/contact_force"], file["hil/penetration_rate"]
        output, errors = self.hilspace("compare", "trace.h5")
        found = numbers(output)
        for name in ("contact_force.peak_hil", "contact.duration_error", "energy.dissipated_hil"):
            self.assertRegex(output, rf"(?m)^  {re.escape(name)} +undefined$")
        for name in ("contact_force.peak_docking", "force.e_imax_pct", "energy.kinetic_hil", "momentum.ratio_hil"):
            self.assertFalse(np.isnan(found[name]), name)
        self.assertEqual(errors, "")

    def test_a_late_observer_reads_too_much(self):
        trace = self.trace(*SMOOTH)
        exact = self.compared(trace, "--late", "0 ms")
        late = self.compared(trace, "--late", "0.2 ms")
        self.assertNotIn("energy.observed_late", self.compared(trace))
        self.assertLess(abs(exact["energy.observed_late_error"]), 1e-3 * exact["energy.observed"])
        self.assertGreater(late["energy.observed_late_error"], 0.1 * late["energy.observed"])
        for wrong in ("0.2", "-1 ms", "1 m"):
            _, errors = self.hilspace("compare", trace, "--late", wrong, code=BAD_INPUT)
            self.assertIn("--late " + wrong, errors)

    def test_momentum_is_audited(self):
        self.trace()
        found = self.compared("trace.h5")
        self.assertAlmostEqual(found["momentum.ratio_docking"], 1.0, places=4)
        self.assertAlmostEqual(found["momentum.ratio_hil"], 1.0, places=3)
        self.assertAlmostEqual(found["momentum.change_docking"], 30 * 75 / 105 * (0.1 + 0.0788539), places=4)
        with h5py.File(self.folder / "trace.h5", "a") as file:
            file["hil/force"][...] *= 2.5
        output, errors = self.hilspace("compare", "trace.h5")
        self.assertAlmostEqual(numbers(output)["momentum.ratio_hil"], 2.5, places=2)
        self.assertRegex(errors, r"warning: trace.h5:hil: .* 2\.5 times the change of momentum")
        with h5py.File(self.folder / "trace.h5", "a") as file:
            set_study(file, "of another program")
        self.assertTrue(np.isnan(self.compared("trace.h5")["momentum.ratio_hil"]), "the masses are not known")

    def test_a_trace_that_ends_in_contact_is_doubtful(self):
        self.trace("--set", "numerics.time_limit=2 ms")
        self.assertIn("ends within the contact", self.hilspace("compare", "trace.h5")[1])

    def test_bad_input(self):
        self.trace()
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "a.h5")
        (self.folder / "cut.h5").write_bytes((self.folder / "trace.h5").read_bytes()[:5000])
        for arguments, code, word in [
                ([], BAD_INPUT, "usage: hilspace compare"), (["trace.h5"] * 3, BAD_INPUT, "3 arguments given, at most 2 wanted: trace"),
                (["trace.h5", "none.h5:hil"], BAD_INPUT, "none.h5: no such file"), (["a.h5"], BAD_INPUT, "simulate -o"),
                (["study.toml"], BAD_INPUT, "not an HDF5"), (["cut.h5"], BAD_INPUT, "cut.h5: is damaged")]:
            with self.subTest(arguments):
                output, errors = self.hilspace("compare", *arguments, code=code)
                self.assertIn(word, errors)
                self.assertEqual(output, "")

    def test_histories_that_cannot_be_measured(self):
        for change, word in [(lambda hil: hil["force"].attrs.__setitem__("units", "lbf"), "force is in 'lbf'"),
                             (lambda hil: hil["force"].__setitem__(5, np.nan), "NaN"),
                             (lambda hil: hil["time"].__setitem__(5, 1.0), "decreases")]:
            self.trace()
            with h5py.File(self.folder / "trace.h5", "a") as file:
                change(file["hil"])
            self.assertRegex(self.hilspace("compare", "trace.h5", code=BAD_INPUT)[1], rf"trace\.h5:hil: .*{word}")

    def test_a_trace_on_a_full_disk_is_whole_or_absent(self):
        _, errors = self.hilspace("simulate", STUDY_01, "-o", "t.h5", code=FAILED, preexec_fn=small_files_only)
        self.assertIn("t.h5: cannot be written", errors)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
