"""hilspace-rig on an emulated rig in a process of its own, with guard and relay: independent of the machine's speed.

One scenario; with HILSPACE_TEST_TIMES above 1 two.
"""
import csv
import unittest

from support import REPOSITORY, TIMES, CommandLine

STUDIES = REPOSITORY / "studies"


class Emulated(CommandLine):
    def test_scenarios_end_to_end(self):
        scenarios = [0, 280] if TIMES > 1 else [280]
        campaign = self.study(f'title = "End to end"\nstudy = "{STUDIES}/13-rig-twin/published.toml"\n'
                              f'rig = "{STUDIES}/15-rig-campaign/emulated.toml"\nscenarios = {scenarios}\nenergy_margin = 10\ntwins = 3\n', "some.toml")
        said, _ = self.hilspace("run", campaign, "--yes")
        self.assertIn("fidelity %", said)
        with open(self.folder / "some.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["state"] for row in rows], ["done"] * len(scenarios))
        for row in rows:  # as near as a loop that a busy machine makes miss periods
            self.assertAlmostEqual(float(row["force.peak_rig"]) / float(row["force.peak_twin"]), 1, delta=0.25)
            self.assertAlmostEqual(float(row["momentum.ratio_rig"]), 1, delta=0.1)


if __name__ == "__main__":
    unittest.main()
