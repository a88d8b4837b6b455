"""tools/bench.d/peers.py measures errors as it says, and picks the fastest setting that keeps the target."""
import math
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/bench.d"))
import peers  # noqa: E402


def entry(step, largest, usual, seconds):
    return peers.Rung(0.0, step), peers.Errors(largest, "force.e_imax", usual, 0.0), peers.Timing(1, seconds, seconds)


class Errors(unittest.TestCase):
    def test_relative_to_each_number(self):
        reference = [{"a": 100.0, "b": -1.0, "unseen": 5.0}] * 20
        rows = [{"a": 101.0, "b": -1.0}] + [{"a": 100.0, "b": -1.002}] * 19
        error = peers.errors(rows, reference)
        self.assertAlmostEqual(error.largest, 0.01)
        self.assertEqual(error.worst, "a")
        self.assertAlmostEqual(error.usual, 0.002)  # the worst one of the twenty is left out
        self.assertAlmostEqual(error.median, 0.001)

    def test_short_samples_leave_none_out(self):
        rows, reference = [{"a": 1.1}, {"a": 1.0}], [{"a": 1.0}, {"a": 1.0}]
        self.assertAlmostEqual(peers.errors(rows[::-1], reference).largest, 0.1)

    def test_what_is_no_number_is_no_success(self):
        self.assertEqual(peers.errors([{"a": math.nan}], [{"a": 1.0}]).largest, math.inf)


class Chosen(unittest.TestCase):
    def steps(self, *tried):
        return [rung.step_us for rung, _, _ in peers.chosen(tried)]

    def test_the_fastest_that_is_good_enough(self):
        good, faster = entry(2, 0.001, 0.001, 3.0), entry(3, 0.0019, 0.001, 2.0)
        self.assertEqual(self.steps(entry(1, 0.01, 0.01, 1.0), good, faster), [3])

    def test_one_for_always_and_one_for_usually(self):
        self.assertEqual(self.steps(entry(1, 0.01, 0.001, 1.0), entry(2, 0.001, 0.001, 3.0)), [2, 1])

    def test_the_most_accurate_when_none_is(self):
        self.assertEqual(self.steps(entry(1, 0.01, 0.01, 1.0), entry(2, 0.005, 0.005, 3.0)), [2])


if __name__ == "__main__":
    unittest.main()
