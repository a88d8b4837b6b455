"""explain: each stage removed in turn; the one that causes most of the error is named."""
import re
import unittest

from support import BAD_INPUT, CHAINS, DELAYS, SMALL, CommandLine


class Explain(CommandLine):
    def explained(self, *arguments, **options):
        return self.hilspace("explain", *arguments, **options)[0]

    def test_names_the_stage_that_causes_most(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        for index, before in ((0, "10.3[89]"), (2, "52.5[23]")):
            said = self.explained("small.h5", "--index", index, "--metric", "velocity.error_pct")
            self.assertRegex(said, f"most of velocity.error_pct comes from actuator.low_pass: without it {before}")
        self.assertIn("force_sensor.quantizer", said)
        # What is removed leaves what simulating without it gives.
        alone = self.study(SMALL.replace("[actuator]", '[actuator]\ntotal_delay = "0 s"'), "alone.toml")
        row = re.search(r"(?m)^  velocity.error_pct +(\S+)", self.hilspace("simulate", alone)[0])
        without = re.search(r"without it \S+ becomes (\S+)", said)
        self.assertAlmostEqual(float(without[1]), float(row[1]), delta=2e-3 * abs(float(row[1])))

    def test_prints_the_parameters_of_the_scenario_as_simulate_does(self):
        study = self.study(SMALL + DELAYS)
        self.hilspace("run", study, "-o", "small.h5")
        simulated = self.hilspace("simulate", study, "--index", "1")[0].split("\n\n")[1]
        self.assertIn("  actuator.total_delay               0.4 ms\n", simulated)
        self.assertEqual(self.explained("small.h5", "--index", "1").split("\n\n")[1], simulated)

    def test_leaves_a_table_that_show_reads(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        self.explained("small.h5", "--index", "2", "--metric", "velocity.error_pct", "-o", "table.h5")
        said = self.hilspace("show", "--csv", "table.h5")[0]
        self.assertIn("actuator.low_pass", said)
        self.assertIn("velocity.error_pct", said)

    def test_takes_chains_apart(self):
        self.hilspace("run", CHAINS, "-o", "chains.h5")
        said = self.explained("chains.h5", "--index", "4")
        for stage in ("actuator.transport_delay", "actuator.noise", "force_sensor.transfer_function",
                      "force_sensor.dead_band"):
            self.assertIn(f"  {stage} ", said)

    def test_removes_what_the_computer_does(self):
        plain = SMALL.split("[contact]")[0] + '[contact]\nlaw = "kelvin_voigt"\nstiffness = "1 MN/m"\ndamping = "500 N s/m"\n'
        delay = '[actuator]\nchain = ["transport_delay"]\ntransport_delay.delay = "0.3 ms"\n'
        for name, tables, expected in (
                ("compensator", '[compensator]\nposition = "polynomial"\nforce = "passivity"\n',
                 ["actuator.transport_delay", "compensator.position", "compensator.force", "compensator"]),
                ("virtual", '[virtual]\nsource = "measured"\nmeasurement_delay = "0.2 ms"\nrate = "20 kHz"\n'
                 '[compliance]\nstiffness = "700 kN/m"\n',
                 ["actuator.transport_delay", "virtual.measurement_delay", "virtual.rate", "virtual",
                  "compliance"])):
            with self.subTest(name):
                self.hilspace("run", self.study(plain + delay + tables, f"{name}.toml"), "-o", f"{name}.h5")
                said = self.explained(f"{name}.h5", "--metric", "velocity.error_pct")
                table = said.split("nothing: as it is")[1].split("\n\n")[0].splitlines()[1:]
                self.assertEqual([line.split()[0] for line in table], expected)
                # The table without the part is the study without it.
                alone = self.study(plain + delay + tables.replace(tables.split("[compliance]")[0], ""), "alone.toml")
                row = re.search(r"(?m)^  velocity.error_pct +(\S+)", self.hilspace("simulate", alone)[0])
                left = next(line.split()[1] for line in table if line.split()[0] == name)
                self.assertAlmostEqual(float(left), float(row[1]), delta=1e-3 * abs(float(row[1])) + 1e-3)

    def test_has_nothing_to_say_of_ideal_instruments(self):
        ideal = SMALL.split("[actuator]")[0]
        self.hilspace("run", self.study(ideal), "-o", "ideal.h5")
        self.assertIn("nothing to remove", self.explained("ideal.h5"))

    def test_refuses_what_it_cannot_explain(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        self.explained("none.h5", code=BAD_INPUT)
        self.explained("small.h5", "--index", "3", code=BAD_INPUT)
        self.explained("small.h5", "--metric", "velocity.eror", code=BAD_INPUT)
        (self.folder / "text.h5").write_text("no HDF5")
        self.explained("text.h5", code=BAD_INPUT)


if __name__ == "__main__":
    unittest.main()
