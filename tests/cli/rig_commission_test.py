"""hilspace-rig from an uncommissioned rig to its first campaign: every verb in working order, on the rig in the
process, whose truth may differ from its files."""
import re
import unittest

from support import BAD_INPUT, DONE, FAILED, REPOSITORY, CommandLine

TRIPPED, LATCHED = 4, 6
PUBLISHED = REPOSITORY / "studies/13-rig-twin/published.toml"
RIG = (REPOSITORY / "studies/15-rig-campaign/in-process.toml").read_text().replace("[loop]\n", "[loop]\nreal_time = false\n")
WHO = ("--operator", "A. Tester", "--specimen", "pair 1", "--temperature", 21.5)


class Commissioning(CommandLine):
    def rig(self, **keys):
        """The rig file; `records` and what of [rig] or [emulated] is given."""
        own = "".join(f"{key} = {value}\n" for key, value in keys.items() if not key.startswith("emulated_"))
        truth = "".join(f"{key[9:]} = {value}\n" for key, value in keys.items() if key.startswith("emulated_"))
        return self.study(RIG.replace("[rig]\n", "[rig]\n" + own) + f"[emulated]\n{truth}", "rig.toml")

    def verb(self, name, *more, code=DONE):
        return self.hilspace(name, PUBLISHED, "--rig", "rig.toml", "--yes", *WHO, *more, code=code)[0]

    def run_first(self, output, code, specimen="pair 1"):
        return self.hilspace("run", "first.toml", "--yes", "--operator", "A. Tester", "--specimen", specimen, "-o", output,
                             code=code)

    def test_a_campaign_is_armed_when_all_is_known_and_not_before(self):
        keys = {"records": '"records"'}
        self.rig(**keys)
        campaign = self.study(f'title = "First"\nstudy = "{PUBLISHED}"\nrig = "rig.toml"\nscenarios = [400]\ntwins = 3\n', "first.toml")
        _, told = self.hilspace("run", campaign, "--yes", code=FAILED)
        for step in ("doctor", "selftest", "calibrate", "calibrate_force", "tare", "identify", "tune", "verify", "touch_off",
                     "operator", "specimen"):
            self.assertRegex(told, rf"(?m)^  {step}: ")
        self.assertFalse((self.folder / "first.h5.runs").exists())

        self.hilspace("doctor", "--rig", "rig.toml", "--seconds", 0.05, *WHO, code=None)
        self.assertIn("released, pressed, released", self.verb("selftest"))
        self.verb("calibrate", "--dwell", 0.05, "-o", "sensor.csv")
        keys["calibration"] = '"sensor.csv"'
        self.rig(**keys)
        self.assertIn("ok", self.verb("calibrate-force", "--weights", "0,20,50,0", "--seconds", 0.1))
        self.assertIn("ok", self.verb("tare"))
        self.verb("identify", "--seconds", 2, "-o", "identified.h5")
        keys["plant"] = '"identified.sections.csv"'
        self.rig(**keys)
        self.hilspace("tune", PUBLISHED, "--rig", "rig.toml", *WHO)
        self.assertIn("ok", self.verb("verify"))
        self.assertIn("ok", self.verb("touch-off", "--index", 400))

        said, _ = self.run_first("first.h5", DONE)
        self.assertIn("gain margin", said)
        _, told = self.run_first("second.h5", FAILED, "pair 2")
        self.assertIn("touch_off: was done with the specimens 'pair 1', but 'pair 2' are mounted now", told)
        # Records are invalidated by changes of their inputs.
        with open(self.folder / "sensor.csv", "a") as file:
            file.write("\n")
        _, told = self.run_first("third.h5", FAILED)
        self.assertEqual(set(re.findall(r"(?m)^  (\w+): ", told)), {"calibrate", "identify", "verify", "touch_off"})

    def test_wrong_numbers_are_found(self):
        self.rig(emulated_force_gain=0.8)
        said = self.verb("calibrate-force", "--weights", "0,20,50,0", "--seconds", 0.1, code=FAILED)
        self.assertAlmostEqual(float(re.search(r'rig.force_per_volt = "([\d.]+) N V-1"', said)[1]), 1250, delta=15)
        self.rig(emulated_force_offset='"0.05 V"')
        said = self.verb("tare", code=FAILED)
        self.assertAlmostEqual(float(re.search(r'rig.force_zero = "([\d.]+) V"', said)[1]), 0.0506, delta=2e-4)
        self.rig(emulated_gap_error='"12 um"')
        said = self.verb("touch-off", code=FAILED)
        self.assertAlmostEqual(float(re.search(r'approach.air_gap = "([\d.]+) um"', said)[1]), 55, delta=1.5)
        self.rig(emulated_gap_error='"60 um"')
        self.assertIn("no force up to", self.verb("touch-off", code=FAILED))

    def test_verify_finds_another_actuator(self):
        self.study("b0,b1,b2,a0,a1,a2\n290e-6,0,0,1,1.1e-5,7.3e-9\n", "other.csv")
        self.study("b0,b1,b2,a0,a1,a2\n1350000,41.5385,0.0319527,0,1,2.857e-5\n", "slow.csv")  # the published one, halved
        self.rig(controller='"slow.csv"')
        self.assertIn("ok", self.verb("verify"))
        self.rig(controller='"slow.csv"', plant='"other.csv"')
        self.assertIn("FAIL", self.verb("verify", code=FAILED))

    def test_selftest_finds_a_stop_button_that_does_not_work(self):
        self.rig(emulated_stop_wired="false")
        self.assertRegex(self.verb("selftest", "--patience", 0.2, code=FAILED), r"stop button .*FAIL")

    def test_a_trip_latches_the_rig_for_every_verb_and_output(self):
        self.rig(records='"records"')
        path = self.folder / "rig.toml"
        usual = path.read_text()
        path.write_text(usual.replace("[limits]\n", "[limits]\nextension_min = \"5 um\"\n"))
        self.verb("tare", code=TRIPPED)
        path.write_text(usual)
        campaign = self.study(f'title = "First"\nstudy = "{PUBLISHED}"\nrig = "rig.toml"\nscenarios = [400]\ntwins = 3\n', "first.toml")
        for verb in ("tare", "selftest", "verify", "touch-off"):
            self.verb(verb, "-o", f"{verb}.h5", code=LATCHED)
        _, told = self.hilspace("run", campaign, "--yes", "-o", "anywhere.h5", code=LATCHED)
        self.assertRegex(told, "hilspace-rig acknowledge .*rig.toml")
        self.hilspace("acknowledge", "rig.toml", "--operator", "A. Tester", "--reason", "the limit was wrong")
        self.verb("tare", "-o", "again.h5")
        journal = (self.folder / "records/journal").read_text()
        self.assertEqual(re.findall('what = "(.*?)"', journal), ["armed", "tripped", "acknowledged", "armed", "done"])

    def test_words_that_make_no_sense(self):
        self.rig()
        self.verb("calibrate-force", "--weights", "0,1,x", code=BAD_INPUT)
        self.verb("calibrate-force", "--weights", "1,1,1", code=BAD_INPUT)
        self.verb("touch-off", "--velocity", 50, code=BAD_INPUT)
        self.verb("verify", "--farthest", 400, code=BAD_INPUT)


if __name__ == "__main__":
    unittest.main()
