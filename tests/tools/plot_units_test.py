"""hilspace plot writes and reads quantities, counts and names as a person does."""
import sys
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/plot"))
import units  # noqa: E402
from errors import PlotError  # noqa: E402
from reading import Axis, codes, logarithmic, scenarios, words_of  # noqa: E402


class Units(unittest.TestCase):
    def test_as_a_person_writes_them(self):
        for value, unit, words in [(250.0, "N m-1", "250 N/m"), (5e-6, "m", "5 um"), (4e-4, "s", "0.4 ms"), (0.1, "m s-1", "0.1 m/s"),
                                   (2100.0, "N", "2.1 kN"), (2.1e9, "Pa", "2.1 GPa"), (np.pi / 18, "rad", "10 deg"),
                                   (1e-6, "rad", "1 urad"), (2e7, "N m-1", "20 N/um"), (20.0, "percent", "20 %"),
                                   (0.8, "1", "0.8"), (3.0, "m s-2", "3 m/s^2"), (1e12, "N m-1", "1e6 N/um"), (0.0, "s", "0 s"),
                                   (np.nan, "s", "undefined")]:
            self.assertEqual(units.quantity(value, unit), words)

    def test_what_is_written_is_read(self):
        for words, unit, value in [("5 um", "m", 5e-6), ("5um", "m", 5e-6), ("5 µm", "m", 5e-6), ("1e-3", "s", 1e-3),
                                   ("10 deg", "rad", np.pi / 18), ("20 %", "percent", 20.0), ("2 kN/m", "N m-1", 2000.0),
                                   ("-3 cm", "m", -0.03)]:
            self.assertAlmostEqual(units.parsed(words, unit, "x"), value, delta=1e-9 * abs(value))
        for words, unit in [("5 kg", "m"), ("five", "m"), ("", "m")]:
            with self.assertRaises(PlotError):
                units.parsed(words, unit, "x")

    def test_nearest_value(self):
        axis = Axis("a", "a", "m", np.array([1e-6, 1e-5, 1e-4]))
        self.assertEqual(axis.nearest("10 um"), (1, True))
        self.assertEqual(axis.nearest("4 um"), (1, False))  # on an axis of factors, by the factor
        self.assertEqual(Axis("a", "a", "m", np.array([1.0, 2.0, 3.0])).nearest("2.4"), (1, False))
        with self.assertRaises(PlotError):
            Axis("a", "a", "", np.arange(2.0), ["hertz", "flores"]).nearest("florez")

    def test_an_axis_has_one_unit(self):
        delays = Axis("a", "a", "s", np.array([6.366e-5, 1e-4, 5e-4, 1e-3]))
        self.assertEqual([delays.at(k) for k in range(4)], ["0.06366 ms", "0.1 ms", "0.5 ms", "1 ms"])
        speeds = Axis("a", "a", "m s-1", np.array([0.075, 0.1, 0.125]))
        self.assertEqual([speeds.at(k) for k in range(3)], ["0.075 m/s", "0.1 m/s", "0.125 m/s"])
        self.assertEqual(Axis("a", "a", "N m-1", np.geomspace(1e3, 1e6, 9)).at(8), "1000 kN/m")
        apart = Axis("a", "a", "N m-1", np.array([200.0, 1e12]))  # no unit is fit for both
        self.assertEqual([apart.at(k) for k in range(2)], ["200 N/m", "1e6 N/um"])

    def test_numbers_that_stand_for_names(self):
        said = {"whether the probe docked: 1 or 0, docking model": ("whether the probe docked, docking model", {1: "yes", 0: "no"}),
                "what becomes of the latch: latched 0, re-impact 1, too short 2, never 3, docking model":
                    ("what becomes of the latch, docking model", {0: "latched", 1: "re-impact", 2: "too short", 3: "never"}),
                "peak force": None, "energy: kinetic 1, at most": None}
        for words, expected in said.items():
            self.assertEqual(codes(SimpleNamespace(attrs={"long_name": words})), expected)

    def test_words_of_a_key_are_not_said_twice(self):
        words = lambda name, long_name: words_of(SimpleNamespace(name="/" + name, attrs={"long_name": long_name}))
        self.assertEqual(words("robot.transport_delay.delay", "robot transport delay delay"), "robot transport delay")
        self.assertEqual(words("energy.balance_hil", "energy after plus taken minus before, HIL model: what the instruments add"),
                         "energy after plus taken minus before, HIL model")

    def test_which_axes_are_logarithmic(self):
        for x in ([1, 2, 5, 10], [0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100], np.geomspace(1, 1000, 7)):
            self.assertTrue(logarithmic(np.array(x, float)), x)
        for x in (np.linspace(0.01, 1, 20), [1, 2, 3], [-1, 1, 10, 100], [0.075, 0.1, 0.125, 0.15, 0.2]):
            self.assertFalse(logarithmic(np.array(x, float)), x)

    def test_one_scenario_is_singular(self):
        self.assertEqual([scenarios(count) for count in (0, 1, 2, 1234)], ["0 scenarios", "1 scenario", "2 scenarios", "1,234 scenarios"])


if __name__ == "__main__":
    unittest.main()
