"""hilspace-rig end to end on the rig in the process, whose time is stepped: campaigns, identify, calibrate, tune and
selftest, all deterministic."""
import bisect
import csv
import re
import resource
import signal
import subprocess
import unittest

from support import BAD_INPUT, DONE, FAILED, INTERRUPTED, REPOSITORY, SANITIZED, CommandLine, long_test

TRIPPED, NOT_QUALIFIED, LATCHED = 4, 5, 6
PUBLISHED = REPOSITORY / "studies/13-rig-twin/published.toml"
CAMPAIGN = REPOSITORY / "studies/15-rig-campaign/campaign.toml"
RIG = REPOSITORY / "studies/15-rig-campaign/in-process.toml"
POLES = [(11662.4, 0.06625), (21014.4, 0.02007), (26003.0, 0.28118)]  # of the plant in the study, rad/s
WIRED = "".join(f"{line} = {{ present = true, subdevice = {n} }}\n" for n, line in
                enumerate(("heartbeat", "stop", "relay"), 3))
ZERO = (19751.0, 0.03152)
# What a position sensor shows, um, that is bent by up to 6 um.
BENT = [(0, 0), (50, 53), (100, 105.2), (150, 156), (200, 205.2), (250, 253), (300, 300)]


def sensor(curve):
    """The identified position sensor with a curve of its own, as settings of a study."""
    sides = (", ".join(f'"{point[side]} um"' for point in curve) for side in (0, 1))
    return [word for setting in (
        'actuator.chain=["low_pass", "noise", "calibration"]', "actuator.low_pass.natural_frequency=3000 rad/s",
        "actuator.low_pass.damping=0.8", "actuator.noise.std=0.73 um", "actuator.noise.bandwidth=23 kHz",
        "actuator.calibration={{ input = [{}], output = [{}] }}".format(*sides)) for word in ("--set", setting)]


def no_room_for_a_recording():
    """A disk that is full once the loop runs."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def numbers(path):
    return [{key: float(value) for key, value in row.items()} for row in rows(path)]


def along(points, x):
    i = min(max(bisect.bisect([p[0] for p in points], x), 1), len(points) - 1)
    (x0, y0), (x1, y1) = points[i - 1], points[i]
    return y0 + (x - x0) * (y1 - y0) / (x1 - x0)


class Help(CommandLine):
    def test_every_verb(self):
        self.assertLessEqual({"run", "doctor", "selftest"}, set(self.assert_helps()))


class Campaigns(CommandLine):
    def campaign(self, scenarios, rig=RIG, study=PUBLISHED, more="", twins=3):
        # Thirty twins, the default, are most of a campaign's time.
        return self.study(f'title = "Test"\nstudy = "{study}"\nrig = "{rig}"\nscenarios = {scenarios}\ntwins = {twins}\n{more}',
                          "test.toml")

    @long_test
    def test_the_published_twelve_and_three_of_them_again_bit_for_bit(self):
        three = self.campaign([0, 240, 440], twins=3 if SANITIZED else 30)
        campaign = three if SANITIZED else CAMPAIGN
        said, told = self.hilspace("run", campaign, "--yes", "-o", "campaign.h5")
        self.assertRegex(told, r"(\d+) of \1: scenario 440: done")
        self.assertIn("fidelity %", said)
        self.assertNotIn("warning", said)
        all_of_them = rows(self.folder / "campaign.csv")
        self.assertEqual(len(all_of_them), 3 if SANITIZED else 12)
        for row in all_of_them:
            self.assertEqual(row["state"], "done")
            self.assertAlmostEqual(float(row["force.peak_rig"]) / float(row["force.peak_twin"]), 1, delta=0.02)
        self.hilspace("run", three, "--yes", "-o", "again.h5")
        again, before = ([{key: value for key, value in row.items() if key != "run"} for row in found]
                         for found in (rows(self.folder / "again.csv"), all_of_them))
        self.assertEqual([row["scenario"] for row in again], ["0", "240", "440"])
        self.assertEqual(again, [row for row in before if row["scenario"] in ("0", "240", "440")])

    def test_arms_nothing_that_nobody_has_allowed(self):
        _, told = self.hilspace("run", CAMPAIGN, code=BAD_INPUT, input="yes\n")
        self.assertIn("--yes", told)
        for verb in ("selftest", "identify", "calibrate"):
            self.hilspace(verb, PUBLISHED, "--rig", RIG, code=BAD_INPUT, input="yes\n")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_trip_says_what_and_where(self):
        rig = self.study(RIG.read_text() + '[emulated]\ngap_error = "30 um"\n', "rig.toml")
        _, told = self.hilspace("run", self.campaign([0, 400], rig), "--yes", code=TRIPPED)
        self.assertRegex(told, r"force_at_penetration = [\d.-]+ N, limit [\d.]+ N, in cycle \d+")
        self.assertIn("test.h5.runs/0000-0.h5", told)
        states = [row["state"] for row in rows(self.folder / "test.csv")]
        self.assertEqual(states, ["tripped", "not_run"])
        recorded = (self.folder / "test.h5.runs/0000-0.h5").read_bytes()
        # The rig is not armed before an acknowledgement, not even for a campaign in another folder.
        _, told = self.hilspace("run", self.campaign([0, 400], rig), "--yes", code=LATCHED)
        self.assertIn("hilspace-rig acknowledge", told)
        self.hilspace("run", self.campaign([400]), "--yes", "--fresh", code=LATCHED)
        said, _ = self.hilspace("acknowledge", "test.h5", code=LATCHED)
        self.assertRegex(said, r"latched: tripped on .*scenario 0.*force_at_penetration = ")
        self.hilspace("acknowledge", "test.h5", "--operator", "A. Tester", code=BAD_INPUT)
        self.acknowledge()
        self.hilspace("run", self.campaign([0, 400], rig), "--yes", code=TRIPPED)
        self.assertEqual([row["attempt"] for row in rows(self.folder / "test.csv")], ["2", "0"])
        self.assertTrue((self.folder / "test.h5.runs/0000-0.2.h5").exists())
        self.acknowledge()
        self.hilspace("run", self.campaign([400]), "--yes", code=BAD_INPUT)        # another campaign's folder
        table = (self.folder / "test.csv").read_bytes()
        self.hilspace("run", self.campaign([400]), "--yes", "--fresh")
        self.assertEqual((self.folder / "test.h5.runs/0000-0.h5").read_bytes(), recorded)
        self.assertEqual((self.folder / "test.h5.runs/test.csv").read_bytes(), table)
        self.assertTrue((self.folder / "test.h5.runs.2/0400-0.h5").exists())
        journal = (self.folder / "test.h5.journal").read_text()
        self.assertEqual([re.search('what = "(.*?)"', line)[1] for line in journal.splitlines()],
                         ["armed", "tripped", "acknowledged"] * 2 + ["armed", "done"])
        self.assertIn('operator = "A. Tester", reason = "the sensor was loose"', journal)

    def acknowledge(self):
        self.hilspace("acknowledge", "test.h5", "--operator", "A. Tester", "--reason", "the sensor was loose")

    def test_a_loop_too_near_to_instability_is_not_armed(self):
        rig = self.study(RIG.read_text().replace("[loop]\n", "[loop]\ngain_margin_min = 2.0\n"), "rig.toml")
        said, told = self.hilspace("run", self.campaign([400], rig), "--yes", code=FAILED)
        self.assertIn("gain margin 1.28", said + told)
        self.assertIn("loop.gain_margin_min is 2", told)
        self.assertFalse((self.folder / "test.h5.runs").exists())

    def test_what_does_not_qualify_is_not_run(self):
        study = self.study(PUBLISHED.read_text().replace("safety_factor = 1.0", "safety_factor = 1.2"))
        said, _ = self.hilspace("run", self.campaign([400, 440], study=study), "--yes")
        self.assertIn("1 of 2 runs did not qualify", said)
        self.hilspace("run", self.campaign([440], study=study), "--yes", "-o", "none.h5", code=NOT_QUALIFIED)
        self.assertFalse((self.folder / "none.h5").exists())

    def test_what_goes_beyond_the_rig_files_own_limits_is_not_armed(self):
        rig = self.study(RIG.read_text() + 'force_max = "500 N"\n', "rig.toml")
        said, told = self.hilspace("run", self.campaign([0], rig), "--yes", code=NOT_QUALIFIED)
        self.assertRegex(said, r"\d N +no +limits\.force_max +-\d")
        self.assertIn("nothing was run", told)
        rig = self.study(RIG.read_text() + 'command_rate = "1 V/s"\n', "rig.toml")
        _, told = self.hilspace("run", self.campaign([0], rig), "--yes", code=FAILED)
        self.assertIn("limits.command_rate = 1 V/s", told)
        rig = self.study(RIG.read_text() + 'retreat_rate = "35 kV/s"\n', "rig.toml")
        _, told = self.hilspace("run", self.campaign([0], rig), "--yes", "--fresh", code=FAILED)
        self.assertRegex(told, r'limits.extension_min is -20 um; write limits.retreat_rate = "\d+ V/s"')
        _, told = self.hilspace("calibrate", PUBLISHED, "--rig", rig, "--yes", code=FAILED)
        self.assertIn("limits.retreat_rate", told)
        self.assertFalse((self.folder / "test.h5.journal").exists())

    def test_refuses_a_climate_that_cannot_be_and_a_memory_without_a_name(self):
        for option, value in (("--temperature", -500), ("--humidity", 400), ("--warm-up", -1)):
            _, told = self.hilspace("touch-off", PUBLISHED, "--rig", RIG, "--yes", option, value, code=BAD_INPUT)
            self.assertIn(f"{option} {value}: must be", told)
        for name in ("", "/", "rig", "/a/b"):
            _, told = self.hilspace("emulate", PUBLISHED, "--memory", name, code=BAD_INPUT)
            self.assertIn("--memory", told)

    def test_a_full_disk_is_latched_and_says_how_to_go_on(self):
        for verb, words, acknowledged in (("run", (self.campaign([400]), "-o", "test.h5"), "test.h5"),
                                          ("identify", (PUBLISHED, "--rig", self.recorded_rig(), "--seconds", 1), "rig.toml")):
            _, told = self.hilspace(verb, *words, "--yes", code=FAILED, preexec_fn=no_room_for_a_recording)
            self.assertRegex(told, f"hilspace-rig acknowledge [^\n]*{acknowledged} --operator NAME", verb)
            _, told = self.hilspace(verb, *words, "--yes", code=LATCHED)
            self.hilspace("acknowledge", acknowledged, "--operator", "A. Tester", "--reason", "made room")
            self.hilspace(verb, *words, "--yes")

    def recorded_rig(self):
        """A rig with a folder for records, and so with a journal for all verbs."""
        return self.study(RIG.read_text().replace("[rig]\n", '[rig]\nrecords = "records"\n'), "rig.toml")

    def test_goes_on_after_an_interruption(self):
        repetitions = 5 if SANITIZED else 20  # enough for the signal to come before the last one
        campaign = self.campaign([400], more=f"repetitions = {repetitions}\n")
        process = self.start("run", campaign, "--yes")
        self.wait_for(lambda: f"\n2 of {repetitions}" in self.said(), process, "the second run")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(600), INTERRUPTED, self.said())
        self.assertIn("the same command continues", self.said())
        states = [row["state"] for row in rows(self.folder / "test.csv")]
        self.assertGreaterEqual(states.count("done"), 2)
        self.assertGreater(states.count("not_run"), 0)
        self.assertEqual(states.count("done") + states.count("not_run"), repetitions)
        self.hilspace("run", campaign, "--yes")
        self.hilspace("run", campaign, "--yes", "-o", "whole.h5")
        resumed, whole = ([{key: value for key, value in row.items() if key != "attempt"}
                           for row in rows(self.folder / name)] for name in ("test.csv", "whole.csv"))
        self.assertEqual(resumed, whole)


    def rig_with(self, table, line):
        return self.study(RIG.read_text().replace(f"[{table}]\n", f"[{table}]\n{line}\n"), "rig.toml")

    def test_a_contact_that_takes_longer_than_a_scenario_may_does_not_qualify(self):
        campaign = self.campaign([200, 440], self.rig_with("loop", 'scenario_time = "3 ms"'))
        said, _ = self.hilspace("run", campaign, "--yes", code=NOT_QUALIFIED)
        self.assertEqual(len(re.findall(r" no +loop\.scenario_time +-\d", said)), 2, said)
        self.assertFalse((self.folder / "test.h5.runs").exists())  # nothing moved
        needed = re.findall(r'scenario \d+: the bodies are not back before .* write loop.scenario_time = "(\d+ ms)"', said)
        self.assertEqual(len(needed), 2, said)
        self.rig_with("loop", f'scenario_time = "{needed[0]}"')  # the shorter one
        said, _ = self.hilspace("run", campaign, "--yes")
        self.assertEqual([row["state"] for row in rows(self.folder / "test.csv")], ["done", "not_qualified"])
        self.rig_with("loop", f'scenario_time = "{needed[1]}"')
        self.hilspace("run", campaign, "--yes", "--fresh")
        self.assertEqual([row["state"] for row in rows(self.folder / "test.csv")], ["done"] * 2)

    def test_a_contact_that_is_cut_off_is_no_result(self):
        # Of a force that is shown too small the bodies turn late, which no twin knows.
        rig = self.rig_with("loop", 'scenario_time = "14 ms"')
        with open(rig, "a") as file:
            file.write('[tolerance]\nforce = "1 kN"\nmargin = 3\nenergy = 1000\n[emulated]\nforce_gain = 0.4\n')
        campaign = self.campaign([400], rig)
        for _ in range(2):  # what is recorded does not count the next time either
            _, told = self.hilspace("run", campaign, "--yes", code=FAILED)
            self.assertIn("the bodies had not parted when loop.scenario_time, 14 ms, was over", told)

    def test_a_command_that_cannot_reach_as_far_does_not_qualify(self):
        campaign = self.campaign([200], self.rig_with("limits", "command_max = 0.3"))
        said, _ = self.hilspace("run", campaign, "--yes", code=NOT_QUALIFIED)
        self.assertIn("extension_max", said)
        self.assertFalse((self.folder / "test.h5.runs/0200-0.h5").exists())

    def test_a_recording_of_another_scenario_is_not_adopted(self):
        self.hilspace("run", self.campaign([200]), "--yes", "-o", "a.h5")
        (self.folder / "b.h5.runs").mkdir()
        (self.folder / "b.h5.runs/0440-0.h5").write_bytes((self.folder / "a.h5.runs/0200-0.h5").read_bytes())
        _, told = self.hilspace("run", self.campaign([440]), "--yes", "-o", "b.h5", code=BAD_INPUT)
        self.assertIn("b.h5.runs/0440-0.h5: is the recording of another campaign or scenario", told)


class Procedures(CommandLine):
    def test_identify_recovers_the_plant_and_tune_takes_it(self):
        seconds, delta = (3, 0.1) if SANITIZED else (10, 0.04)  # a sanitizer judges no numbers
        said, _ = self.hilspace("identify", PUBLISHED, "--rig", RIG, "--yes", "--seconds", seconds)
        found = [(float(w), float(d)) for w, d in
                 re.findall(r"  (?:pole|zero) +([\d.]+) \+- +[\d.]+ rad/s +damping +([\d.]+)", said)]
        self.assertEqual(len(found), 4, said)
        for (w, d), (true_w, true_d) in zip(found, [*POLES, ZERO]):
            self.assertAlmostEqual(w / true_w, 1, delta=0.002)
            self.assertAlmostEqual(d / true_d, 1, delta=0.01)
        self.assertLess(float(re.search(r"misfit ([\d.]+)", said)[1]), 1.3)  # noise is all that is not the model
        for row in numbers(self.folder / "identified.csv"):
            if 500 < row["frequency"] < 2e4:
                self.assertAlmostEqual(row["measured magnitude"] / row["in use magnitude"], 1, delta=delta)
        tuned, _ = self.hilspace("tune", PUBLISHED, "--identified", "identified.sections.csv", "-o", "loop.csv")
        known, _ = self.hilspace("tune", PUBLISHED)
        bandwidth = [float(re.search(r"bandwidth \(-3 dB\) (\d+)", text)[1]) for text in (tuned, known)]
        self.assertAlmostEqual(bandwidth[0] / bandwidth[1], 1, delta=0.02)
        self.assertGreater(len(numbers(self.folder / "loop.csv")), 100)
        # What was found and tuned is what is armed.
        said, _ = self.hilspace("tune", PUBLISHED, "--identified", "identified.sections.csv", "--gain-margin", 2,
                                "--controller", "controller.csv")
        self.assertIn("gain margin 2.00", said)
        rig = self.study(RIG.read_text().replace("[rig]\n", '[rig]\nplant = "identified.sections.csv"\n'
                                                 'controller = "controller.csv"\n'), "rig.toml")
        campaign = self.study(f'title = "Tuned"\nstudy = "{PUBLISHED}"\nrig = "rig.toml"\nscenarios = [400]\ntwins = 3\n',
                              "tuned.toml")
        said, _ = self.hilspace("run", campaign, "--yes")
        self.assertIn("controller controller.csv, actuator identified.sections.csv: gain margin 2.00", said)
        row = rows(self.folder / "tuned.csv")[0]
        self.assertEqual(row["state"], "done")
        self.assertAlmostEqual(float(row["force.peak_rig"]) / float(row["force.peak_twin"]), 1, delta=0.03)

    def test_a_table_replaces_earlier_ones_and_no_file_in_use(self):
        (self.folder / "curve.csv").write_text("volts,metres\n0,0\n10,300e-6\n")
        section = "b0,b1,b2,a0,a1,a2\n"
        (self.folder / "plant.sections.csv").write_text(section + "290e-6,0,0,1,1.1e-5,7.3e-9\n")
        (self.folder / "control.csv").write_text(section + "1350000,41.5385,0.0319527,0,1,2.857e-5\n")
        self.study(RIG.read_text().replace("[rig]\n", '[rig]\ncalibration = "curve.csv"\nplant = "plant.sections.csv"\n'
                                           'controller = "control.csv"\n'), "rig.toml")
        self.study(f'title = "T"\nstudy = "{PUBLISHED}"\nrig = "{RIG}"\nscenarios = [400]\ntwins = 3\n', "first.csv")
        for name in ("other.csv", "y.csv", "z.statistics.csv"):
            (self.folder / name).write_text("somebody's numbers\n")
        kept = {path: path.read_bytes() for path in self.folder.iterdir()}
        session = (PUBLISHED, "--rig", "rig.toml", "--yes")
        gain = ("tune", PUBLISHED, "--rig", "rig.toml", "--gain-margin", 2, "--controller")
        for name, words in (("rig.toml", ("calibrate", *session, "-o", "rig.toml")),
                            ("other.csv", ("calibrate", *session, "-o", "other.csv")),
                            ("curve.csv", ("calibrate", *session, "-o", "curve.csv")),
                            ("new.h5", ("calibrate", *session, "-o", "new.h5")),  # where its recording goes
                            ("curve.csv", ("identify", *session, "-o", "curve.h5")),
                            ("plant.sections.csv", ("identify", *session, "-o", "plant.h5")),
                            ("new.csv", ("identify", *session, "-o", "new.csv")),
                            ("rig.toml", (*gain, "rig.toml")), ("control.csv", (*gain, "control.csv")),
                            ("plant.sections.csv", (*gain, "new.csv", "--identified", "plant.sections.csv", "-o",
                                                    "plant.sections.csv")),
                            ("new.csv", (*gain, "new.csv", "-o", "new.csv")),
                            ("y.csv", ("run", "first.csv", "--yes", "-o", "y.h5")),
                            ("z.statistics.csv", ("run", "first.csv", "--yes", "-o", "z.h5")),
                            ("first.csv", ("run", "first.csv", "--yes")),
                            ("new.csv", ("run", "first.csv", "--yes", "-o", "new.csv"))):
            with self.subTest(" ".join(map(str, words))):
                _, told = self.hilspace(*words, code=BAD_INPUT)
                self.assertRegex(told, rf"{re.escape(name)}: (exists, is no earlier|this command uses) .*choose another name\n")
                self.assertEqual({path: path.read_bytes() for path in self.folder.iterdir()}, kept)
        # The same command may be given again.
        (self.folder / "step.csv").write_text(section[:10])  # a full disk left it
        for words in (("tune", PUBLISHED, "-o", "loop.csv", "--gain-margin", 2, "--controller", "step.csv"),
                      ("calibrate", PUBLISHED, "--rig", RIG, "--yes", "--dwell", 0.02, "-o", "new.csv"),
                      ("run", "first.csv", "--yes", "-o", "r.h5")):
            for _ in ("new", "replaced"):
                self.hilspace(*words)

    def test_identify_refuses_what_limits_forbid(self):
        _, told = self.hilspace("identify", PUBLISHED, "--rig", RIG, "--yes", "--amplitude", 0.2, code=BAD_INPUT)
        self.assertRegex(told, "limits.(velocity|extension)_max")
        comedi = self.study('[rig]\nbackend = "comedi"\n[comedi]\n' + WIRED, "comedi.toml")
        _, told = self.hilspace("identify", PUBLISHED, "--rig", comedi, "--yes", code=BAD_INPUT)
        self.assertIn("the specimens touch at 63.0 um", told)

    def test_real_hardware_does_not_move_without_records(self):
        comedi = self.study('[rig]\nbackend = "comedi"\n[comedi]\n' + WIRED, "comedi.toml")
        _, told = self.hilspace("tare", PUBLISHED, "--rig", comedi, "--yes", code=BAD_INPUT)
        self.assertIn("write rig.records", told)

    def test_options_that_would_pass_anything_are_refused(self):
        for verb, option, value, said in (("touch-off", "--force-max", "nan", "must be a finite number"),
                                          ("touch-off", "--force-max", -1, "must be above 0 N"),
                                          ("touch-off", "--beyond", -10, "must be above 0 um"),
                                          ("selftest", "--tolerance", 101, "at most 100"),
                                          ("calibrate-force", "--tolerance", 11, "at most 10"),
                                          ("tare", "--tolerance", "inf", "must be a finite number")):
            _, told = self.hilspace(verb, PUBLISHED, "--rig", RIG, "--yes", option, value, code=BAD_INPUT)
            self.assertIn(said, told)
        self.assertEqual(list(self.folder.glob("*.h5")), [])  # nothing moved
        free = ("tare", PUBLISHED, "--rig", RIG, "--yes", "--set", "force_sensor.dead_band.threshold=0 N")
        _, told = self.hilspace(*free, code=BAD_INPUT)
        self.assertIn("--tolerance: has no usual value here", told)
        self.hilspace(*free, "--tolerance", 5)

    def test_real_hardware_is_not_armed_before_its_dangers_are_known(self):
        rig = self.study('[rig]\nbackend = "comedi"\nrecords = "records"\n[comedi]\ndevice = "/dev/no-such-card"\n' +
                         WIRED, "comedi.toml")
        campaign = self.study(f'title = "Test"\nstudy = "{PUBLISHED}"\nrig = "{rig}"\nscenarios = [0]\n', "test.toml")
        _, told = self.hilspace("run", campaign, "--yes", code=BAD_INPUT, stdin=subprocess.DEVNULL)
        self.assertIn("does not protect a real rig from", told)
        self.assertIn("does not protect a real rig from", told)
        self.assertIn("not armed", told)
        self.assertNotIn("no-such-card", told)
        _, told = self.hilspace("run", campaign, "--yes", "--dangers-known", code=FAILED)
        self.assertIn("does not protect a real rig from", told)
        self.assertIn("the rig is not commissioned", told)
        self.assertNotIn("no-such-card", told)
        _, told = self.hilspace("selftest", PUBLISHED, "--rig", rig, "--yes", "--apart", code=FAILED)
        self.assertIn("no-such-card", told)

    def test_tune_says_when_a_loop_is_unstable(self):
        self.study("b0,b1,b2,a0,a1,a2\n31.63e-3,0,0,1,2e-5,7e-9\n", "wild.csv")
        said, _ = self.hilspace("tune", PUBLISHED, "--identified", "wild.csv", code=FAILED)
        self.assertIn("UNSTABLE", said)

    def test_calibrate_recovers_a_bent_sensor(self):
        self.hilspace("calibrate", PUBLISHED, *sensor(BENT), "--rig", RIG, "--yes", "--dwell", "0.05", "--step", 0.025,
                      "--points", 17)
        shown = [(seen, true) for true, seen in BENT]
        points = numbers(self.folder / "curve.csv")
        self.assertGreater(points[-1]["volts"], 8)
        for point in points:  # its zero is the first step
            self.assertAlmostEqual(1e6 * point["metres"], along(shown, 30 * point["volts"]), delta=0.2)
        straight = [abs(1e6 * point["metres"] - 30 * point["volts"]) for point in points]
        self.assertGreater(max(straight), 5)

    def test_calibrate_takes_a_table(self):
        self.hilspace("calibrate", PUBLISHED, "--rig", RIG, "--yes", "--dwell", "0.02", "--step", 0.1)
        steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
        highest = 0.9 * 290e-6 / 316.3e-6
        commands = steps + [highest] + steps[::-1]
        self.study("command,metres\n" + "".join(f"{u},{2 * u * 316.3e-6}\n" for u in commands), "table.csv")
        words = ("calibrate", PUBLISHED, "--rig", RIG, "--yes", "--dwell", "0.02", "--step", 0.1, "-o", "double.csv")
        self.hilspace(*words, "--recording", "curve.h5", "--table", "table.csv", "--points", 2)
        first, last = numbers(self.folder / "double.csv")
        slope = (last["metres"] - first["metres"]) / (last["volts"] - first["volts"])
        self.assertAlmostEqual(slope / 60e-6, 1, delta=0.01)
        self.study("command,metres\n0,0\n", "table.csv")
        self.hilspace(*words, "--recording", "curve.h5", "--table", "table.csv", code=BAD_INPUT)

    def test_selftest_passes_and_finds_a_wrong_sensor(self):
        said, _ = self.hilspace("selftest", PUBLISHED, "--rig", RIG, "--yes")
        self.assertTrue(said.endswith("\npassed\n"), said)
        said, _ = self.hilspace("selftest", PUBLISHED, *sensor([(0, 0), (300, 360)]), "--rig", RIG, "--yes", code=FAILED)
        self.assertRegex(said, r"step .*FAIL")


if __name__ == "__main__":
    unittest.main()
