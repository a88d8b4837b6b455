"""hilspace-rig from an uncommissioned rig to its first campaign: every verb in working order, on the rig in the
process, whose truth may differ from its files."""
import os
import re
import unittest

import h5py

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
        self.assertEqual(re.findall('what = "(.*?)"', journal), ["armed", "tripped", "acknowledged", "armed", "done", "recorded"])

    def test_a_recording_counts_for_its_rig_and_its_day(self):
        self.rig(records='"records"')
        self.verb("calibrate", "--dwell", 0.05, "-o", "old.csv")
        again = ("--dwell", 0.05, "--recording", "old.h5", "-o", "new.csv")
        with h5py.File(self.folder / "old.h5", "r+") as file:
            file.attrs["recorded_at"] = "2020-01-02T03:04:05+01:00"
        said = self.verb("calibrate", *again)
        record = (self.folder / re.search(r"(?m)^record (.*)$", said)[1]).read_text()
        for line in ('time = "2020-01-02T03:04:05+01:00"', 'seconds = "1577930645"', '"recorded_at" = "2020-01-02T03:04:05+01:00"',
                     '"evaluated_at" = '):
            self.assertIn(line, record)
        campaign = self.study(f'title = "First"\nstudy = "{PUBLISHED}"\nrig = "rig.toml"\nscenarios = [400]\ntwins = 3\n', "first.toml")
        self.rig(records='"records"', calibration='"new.csv"')
        _, told = self.hilspace("run", campaign, "--yes", code=FAILED)
        self.assertIn("calibrate: dates from 2020-01-02T03:04:05+01:00 and is valid for 720 h", told)

        _, told = self.hilspace("calibrate", PUBLISHED, "--rig", "rig.toml", *again[:4], "--step", 0.02, code=BAD_INPUT)
        self.assertRegex(told, r"old.h5: holds \d+ commands instead of \d+; use the same options as for the run")
        whole = (self.folder / "old.h5").read_bytes()
        (self.folder / "part.h5").write_bytes(whole[:len(whole) // 2])
        _, told = self.hilspace("calibrate", PUBLISHED, "--rig", "rig.toml", "--recording", "part.h5", code=BAD_INPUT)
        self.assertRegex(told, r"(?m)part.h5: is damaged \(.*\); record the staircase again, without --recording$")

        # Another rig, whatever makes it another one, another verb, and one without a date
        usual = self.rig(records='"records"').read_text()
        for other, line in ((usual + "position_gain = 1.1\n", "emulated.position_gain = 1, and rig.toml has emulated.position_gain = 1.1"),
                            (usual.replace("in_process", "emulated"), 'rig.backend = "in_process", and rig.toml has rig.backend = "emulated"'),
                            (usual + '[instruments]\nlaser = "B 1"\n', 'instruments.laser = "", and rig.toml has instruments.laser = "B 1"')):
            (self.folder / "rig.toml").write_text(other)
            _, told = self.hilspace("calibrate", PUBLISHED, "--rig", "rig.toml", *again, code=BAD_INPUT)
            self.assertIn(f"old.h5: is the recording of another rig: it has {line}; name a recording of this rig", told)
        self.rig(records='"records"')
        with h5py.File(self.folder / "old.h5", "r+") as file:
            del file.attrs["recorded_at"]
        _, told = self.hilspace("calibrate", PUBLISHED, "--rig", "rig.toml", *again, code=BAD_INPUT)
        self.assertIn("old.h5: does not say when it was recorded", told)
        self.verb("tare", "-o", "tare.h5")
        _, told = self.hilspace("calibrate", PUBLISHED, "--rig", "rig.toml", "--recording", "tare.h5", code=BAD_INPUT)
        self.assertIn("tare.h5: is no recording of this verb but of 'tare'; name one of 'calibration'", told)
        self.assertEqual(len(list((self.folder / "records").glob("*-calibrate.toml"))), 2)

    def test_a_table_that_somebody_filled_in_is_kept(self):
        self.rig()
        words = ("calibrate", PUBLISHED, "--rig", "rig.toml", "--dwell", 0.05, "--step", 0.5, "--points", 3)
        self.hilspace(*words, "--yes")
        card = "".join(f"{line} = {{ present = true, subdevice = {n} }}\n" for n, line in enumerate(("heartbeat", "stop", "relay"), 3))
        self.study(RIG.replace('"in_process"', '"comedi"\nrecords = "records"').replace("real_time = false\n", "") +
                   f"[comedi]\n{card}", "rig.toml")  # without a laser
        with h5py.File(self.folder / "curve.h5", "r+") as file:  # as from there
            file.attrs["rig"] = re.sub('(?m)^(rig.backend = ).*$', r'\1"comedi"', re.sub(
                "(?m)^comedi.(heartbeat|stop|relay).present = .*$", r"comedi.\1.present = true", file.attrs["rig"].decode()))
            for n, line in enumerate(("heartbeat", "stop", "relay"), 3):
                file.attrs["rig"] = file.attrs["rig"].replace(f"comedi.{line}.subdevice = 0", f"comedi.{line}.subdevice = {n}")
        table = self.folder / "curve.steps.csv"
        for end in (",nan\r\n", ", nan \n", ",nan\n"):  # as editors leave it
            said, _ = self.hilspace(*words, "--apart", "--recording", "curve.h5")
            self.assertIn("enter the measurement of each step", said)
            table.write_bytes(table.read_bytes().replace(b",nan\n", end.encode()))
        empty = table.read_text()
        for filled in (empty.replace("nan", "1e-6"), empty.replace("nan", "1e-6", 1)):
            table.write_text(filled)
            _, told = self.hilspace(*words, "--apart", "--recording", "curve.h5", code=BAD_INPUT)
            self.assertIn("curve.steps.csv: has been filled in, and is left as it is; give it as --table", told)
            self.assertEqual(table.read_text(), filled)

    def test_the_recording_of_a_trip_outlives_the_same_command(self):
        path = self.rig(records='"records"')
        usual = path.read_text()
        seen = []
        for count in (1, 2):
            path.write_text(usual.replace("[limits]\n", "[limits]\nextension_min = \"5 um\"\n"))
            self.verb("tare", code=TRIPPED)
            seen.append((self.folder / "tare.h5").read_bytes())
            path.write_text(usual)
            self.verb("tare", code=LATCHED)
            self.assertEqual((self.folder / "tare.h5").read_bytes(), seen[-1])  # nothing moves before the acknowledgement
            self.hilspace("acknowledge", "rig.toml", "--operator", "A. Tester", "--reason", "the limit was wrong")
            _, told = self.hilspace("tare", PUBLISHED, "--rig", "rig.toml", "--yes")
            self.assertIn(f"note: the earlier tare.h5 is of a run that was stopped, tripped or killed; kept as tare.kept.{count}.h5", told)
            _, told = self.hilspace("tare", PUBLISHED, "--rig", "rig.toml", "--yes")  # a whole one is replaced
            self.assertNotIn("kept", told)
        (self.folder / "tare.h5").write_bytes(seen[0][:3000])  # a kill left it, or it is the rest of anything
        _, told = self.hilspace("tare", PUBLISHED, "--rig", "rig.toml", "--yes")
        self.assertIn("note: the earlier tare.h5 cannot be read; kept as tare.kept.3.h5", told)
        self.assertNotIn("of a run", told)
        seen.append(seen[0][:3000])
        self.assertEqual([(self.folder / f"tare.kept.{n}.h5").read_bytes() for n in (1, 2, 3)], seen)

    def test_what_is_no_recording_is_neither_replaced_nor_moved(self):
        path = self.rig()
        usual = path.read_text()
        path.write_text(usual.replace("[limits]\n", "[limits]\nextension_min = \"5 um\"\n"))
        self.verb("tare", code=TRIPPED)
        path.write_text(usual)
        file = self.folder / "tare.h5"

        def refused(says, code=BAD_INPUT):
            before = file.read_bytes() if os.access(file, os.R_OK) else b""
            _, told = self.hilspace("tare", PUBLISHED, "--rig", "rig.toml", "--yes", code=code)
            self.assertIn(f"tare.h5: {says}", told)
            self.assertEqual([its.name for its in self.folder.glob("*.h5")], ["tare.h5"])  # nothing moved
            if before:
                self.assertEqual(file.read_bytes(), before)

        for kind, described in (("result", "a finished result"), ("campaign", "the result of a campaign on the rig"),
                                ("table", "a table written by an analysis"), ("part", "a part of a result")):
            with h5py.File(file, "r+") as its:
                its.attrs["file_kind"] = kind
            refused(f"is {described}; ")
        with h5py.File(file, "r+") as its:
            its.attrs["format_version"] = 1000
        refused("has file format 1000, this program knows", FAILED)
        if os.geteuid() != 0:  # root reads everything
            file.chmod(0)
            refused("cannot be read: Permission denied")

    def test_words_that_make_no_sense(self):
        self.rig()
        self.verb("calibrate-force", "--weights", "0,1,x", code=BAD_INPUT)
        self.verb("calibrate-force", "--weights", "1,1,1", code=BAD_INPUT)
        self.verb("touch-off", "--velocity", 50, code=BAD_INPUT)
        self.verb("verify", "--farthest", 400, code=BAD_INPUT)
        for points in (1, 6):
            self.verb("calibrate", "--step", 0.5, "--points", points, code=BAD_INPUT)
        self.verb("calibrate", "--step", 0.01, "--dwell", 60, code=BAD_INPUT)
        self.assertEqual(list(self.folder.glob("*.h5")), [])  # nothing moved


if __name__ == "__main__":
    unittest.main()
