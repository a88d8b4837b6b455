"""Verbs, options, messages and exit codes, as the user meets them."""
import csv
import io
import json
import os
import re
import subprocess
import unittest

import h5py
import numpy as np

from support import BAD_INPUT, DELAYS, FAILED, HILSPACE, REPOSITORY, SEVERAL_AXES, SMALL, CommandLine, small_files_only


class Run(CommandLine):
    def test_writes_the_studys_stem(self):
        self.study(SMALL + DELAYS, "my.study.toml")
        output, errors = self.hilspace("run", "my.study.toml")
        self.assertTrue((self.folder / "my.study.h5").exists(), output)
        self.assertIn("3", output)
        self.assertNotRegex(errors, r"[\r\x1b]", "a bar is for terminals")

    def test_quiet(self):
        self.assertEqual(self.hilspace("run", self.study(SMALL + DELAYS), "--quiet")[1], "")

    def test_twice_says_it_is_complete(self):
        study = self.study(SMALL + DELAYS)
        self.hilspace("run", study, "-o", "a.h5")
        before = (self.folder / "a.h5").stat()
        output, errors = self.hilspace("run", study, "-o", "a.h5")
        self.assertIn("complete", output + errors)
        after = (self.folder / "a.h5").stat()
        self.assertEqual((before.st_mtime_ns, before.st_ino), (after.st_mtime_ns, after.st_ino))

    def test_changed_study_needs_fresh(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "a.h5")
        before = (self.folder / "a.h5").read_bytes()
        changed = self.study((SMALL + DELAYS).replace("30 kg", "31 kg"))
        _, errors = self.hilspace("run", changed, "-o", "a.h5", code=BAD_INPUT)
        self.assertIn("a.h5", errors)
        self.assertIn("--fresh", errors)
        self.assertEqual((self.folder / "a.h5").read_bytes(), before)
        self.hilspace("run", changed, "-o", "a.h5", "--fresh")
        self.assertNotEqual((self.folder / "a.h5").read_bytes(), before)

    def test_set_is_as_if_written_in_the_study(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "a.h5", "--set", "approach.velocity=0.2 m/s")
        self.hilspace("run", self.study((SMALL + DELAYS).replace("0.1 m/s", "0.2 m/s")), "-o", "b.h5")
        self.assert_same("a.h5", "b.h5")

    def test_scenarios_that_are_not_ok_are_counted(self):
        output, _ = self.hilspace("run", self.study(SMALL + DELAYS), "-o", "a.h5",
                                  "--set", "numerics.penetration_limit=1 um")
        self.assertRegex(output, r"penetration_limit\D*3|3\D*penetration_limit")
        with h5py.File(self.folder / "a.h5") as file:
            self.assertEqual(file["outcome"][()].tolist(), [3, 3, 3])

    def test_docking_alone_is_not_judged_by_the_testbed(self):
        output, _ = self.hilspace("run", self.study(SMALL + DELAYS), "-o", "a.h5", "--set", 'models=["docking"]',
                                  "--set", "actuator.resolution=1 m")
        self.assertIn("3 ok", output)
        self.assertIn("force.peak_docking", output)
        self.assertNotIn("_hil", output)

    def test_full_disk(self):
        study = self.study(SMALL + DELAYS)
        _, errors = self.hilspace("run", study, "-o", "a.h5", code=FAILED, preexec_fn=small_files_only)
        self.assertIn("a.h5", errors)
        self.assertFalse((self.folder / "a.h5").exists())
        self.hilspace("run", study, "-o", "a.h5")
        self.hilspace("run", study, "-o", "b.h5")
        self.assert_same("a.h5", "b.h5")

    def test_nothing_but_results_is_replaced(self):
        study = self.study(SMALL + DELAYS)
        before = self.folder.joinpath(study).read_text()
        for verb, *more in (["run"], ["run", "--fresh"], ["simulate"]):
            self.assertIn("is not a file of hilspace, and is left as it is", self.hilspace(verb, study, *more, "-o", study, code=FAILED)[1])
            self.assertEqual(self.folder.joinpath(study).read_text(), before)


class Scenario(CommandLine):
    """--at names by its values the scenario that --index names by its number."""

    def test_at_is_the_scenario_with_that_value(self):
        study = self.study(SMALL + DELAYS)
        self.hilspace("run", study, "-o", "a.h5", "--quiet")
        for verb, file in (("simulate", study), ("explain", "a.h5")):
            by_index, _ = self.hilspace(verb, file, "--index", "1")
            said, notes = self.hilspace(verb, file, "--at", "actuator.total_delay=400 us")
            self.assertEqual((said, notes), (by_index, ""))
            self.assertNotEqual(said, self.hilspace(verb, file)[0])

    def test_at_takes_the_nearest_and_says_so(self):
        study = self.study(SMALL + DELAYS)
        said, notes = self.hilspace("simulate", study, "--at", "actuator.total_delay=0.45 ms")
        self.assertEqual(said, self.hilspace("simulate", study, "--index", "1")[0])
        self.assertEqual(notes, "actuator.total_delay: 0.4 ms taken for 0.45 ms, the nearest there is\n")

    def test_at_refuses_what_does_not_vary(self):
        study = self.study(SMALL + DELAYS)
        for words, said in ((["chaser.mass=30 kg"], "does not vary"), (["actuator.total_dely=1 ms"], "did you mean"),
                            (["actuator.total_delay=1 kg"], "unit of time"), (["actuator.total_delay"], "PATH=VALUE"),
                            (["actuator.total_delay=1 ms", "--index", "2"], "one of them")):
            self.assertIn(said, self.hilspace("simulate", study, "--at", *words, code=BAD_INPUT)[1])


class StandardInput(CommandLine):
    def test_a_study_comes_from_a_pipe(self):
        study = self.study(SMALL + DELAYS)
        self.hilspace("run", study, "-o", "a.h5", "--quiet")
        self.hilspace("run", "-", "-o", "b.h5", "--quiet", input=SMALL + DELAYS)
        self.assert_same("a.h5", "b.h5")
        for verb in ("check", "simulate"):
            if verb == "simulate":
                self.assertEqual(self.hilspace(verb, "-", input=SMALL + DELAYS), self.hilspace(verb, study))
            _, errors = self.hilspace(verb, "-", input=SMALL.replace("0.8", "1.8"), code=BAD_INPUT)
            self.assertRegex(errors, "^standard input:11:15: contact.restitution = 1.8")
        self.assertIn("-o FILE.h5", self.hilspace("run", "-", input=SMALL, code=BAD_INPUT)[1])
        self.assertIn("standard input", self.hilspace("check", "-", input="", code=BAD_INPUT)[1])


class BadInput(CommandLine):
    def test_study_errors_name_file_and_line_all_at_once(self):
        text = (SMALL + DELAYS).replace("restitution = 0.8", "restitutoin = 0.8").replace('"30 kg"', '"30 s"')
        for verb in ("run", "check", "simulate"):
            output, errors = self.hilspace(verb, self.study(text), code=BAD_INPUT)
            self.assertEqual(output, "")
            for line, word in (("restitutoin", "contact.restitution"), ("30 s", "chaser.mass")):
                number = 1 + next(i for i, written in enumerate(text.splitlines()) if line in written)
                self.assertRegex(errors, rf"(?m)study\.toml:{number}:\d+: .*{re.escape(word)}")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["study.toml"])

    def test_a_mistyped_verb_gets_the_nearest(self):
        for typed, meant in (("analyze", "analyse"), ("runn", "run"), ("simulat", "simulate"), ("Check", "check")):
            self.assertEqual(self.hilspace(typed, "study.toml", code=BAD_INPUT)[1],
                             f"hilspace: there is no verb '{typed}'; did you mean {meant}? hilspace --help lists them\n")
        self.assertNotIn("did you mean", self.hilspace("frobnicate", code=BAD_INPUT)[1])

    def test_missing_study(self):
        self.assertIn("none.toml", self.hilspace("run", "none.toml", code=BAD_INPUT)[1])

    def test_command_line(self):
        study = self.study(SMALL + DELAYS)
        for arguments, word in [(["rum"], "rum"), (["run"], "STUDY"), (["run", study, "--thread5", "2"], "thread5"),
                                (["run", study, "--threads", "zwei"], "zwei"),
                                (["run", study, "--threads", "-3"], "-3"), (["list", "lawz"], "lawz"),
                                (["run", study, "--set", "actuator.resolution"], "actuator.resolution"),
                                (["run", study, "--set", "actuator.resolutoin=1 um"], "actuator.resolution"),
                                (["simulate", study, "--index", "3"], "3")]:
            with self.subTest(arguments):
                self.assertIn(word, self.hilspace(*arguments, code=BAD_INPUT)[1])

    def test_an_output_that_cannot_be_is_said_before_anything_runs(self):
        study = self.study(SMALL + DELAYS)
        for output in ("", "none/a.h5", str(self.folder)):
            for verb in ("run", "simulate"):
                self.assertIn(output, self.hilspace(verb, study, "-o", output, code=BAD_INPUT)[1])
        self.assertEqual([path.name for path in self.folder.iterdir()], ["study.toml"])

    def test_an_output_that_cannot_be_written_is_said(self):
        study = self.study(SMALL + DELAYS)
        for output in ("/proc/a.h5", "/dev/full", "/dev/null"):  # as good as no rights, also for root
            for verb in ("run", "simulate"):
                done = subprocess.run([HILSPACE, verb, study, "-o", output], capture_output=True, text=True)
                self.assertIn(done.returncode, (FAILED, BAD_INPUT), done.stderr)
                self.assertIn(output, done.stderr)

    def test_set_of_a_key_that_an_axis_varies(self):
        study = self.study(SMALL + DELAYS)
        errors = self.hilspace("run", study, "--set", "actuator.total_delay=1 ms", code=BAD_INPUT)[1]
        self.assertIn("actuator.total_delay", errors)
        self.assertIn("axis", errors)


class OtherVerbs(CommandLine):
    def test_help(self):
        self.assertLessEqual({"run", "check", "simulate", "show", "list"}, set(self.assert_helps()))

    def test_check_says_what_would_run_and_leaves_nothing(self):
        output, _ = self.hilspace("check", SEVERAL_AXES)
        self.assertRegex(output, r"\b30\b")
        for name in ("actuator.total_delay", "masses", "contact.target_material"):
            self.assertIn(name, output)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_list(self):
        for what, word in [("laws", "flores"), ("materials", "polyimide"), ("parameters", "actuator.total_delay"),
                           ("metrics", "velocity.error_pct"), ("instruments", "low_pass"), ("outcomes", "diverged")]:
            self.assertIn(word, self.hilspace("list", what)[0])

    def test_show(self):
        self.hilspace("run", SEVERAL_AXES, "-o", "a.h5")
        output, _ = self.hilspace("show", "a.h5")
        for word in ("Several axes", "masses", "velocity.error_pct"):
            self.assertIn(word, output)

        output, _ = self.hilspace("show", "a.h5", "--csv")
        rows = list(csv.DictReader(line for line in io.StringIO(output) if not line.startswith("#")))
        self.assertEqual(len(rows), 30)
        with h5py.File(self.folder / "a.h5") as file:
            for name in ("velocity.error_pct", "force.peak_hil"):
                np.testing.assert_array_equal([float(row[name]) for row in rows], file[name][()].ravel())
            delays = np.repeat(file["actuator.total_delay"][()], 6)
        np.testing.assert_array_equal([float(row["actuator.total_delay"]) for row in rows], delays)

    def test_show_of_what_is_no_result(self):
        self.assertIn("none.h5: no such file", self.hilspace("show", "none.h5", code=BAD_INPUT)[1])
        self.assertIn("is not a file", self.hilspace("show", ".", code=BAD_INPUT)[1])

        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "a.h5")
        whole = (self.folder / "a.h5").read_bytes()
        with h5py.File(self.folder / "other.h5", "w") as file:
            file["force"] = 1.0
        with h5py.File(self.folder / "a.h5") as file, h5py.File(self.folder / "headless.h5", "w") as headless:
            for name, value in file.attrs.items():
                if name != "study_sha256":
                    headless.attrs[name] = value
        for name, contents in [("empty.h5", b""), ("text.h5", b"no result"), ("cut.h5", whole[:len(whole) // 2]),
                               ("short.h5", whole[:-1]), ("stump.h5", whole[:200])]:
            (self.folder / name).write_bytes(contents)
        for name, word in [("empty.h5", "not an HDF5"), ("text.h5", "not an HDF5"), ("cut.h5", "damaged"),
                           ("short.h5", "damaged"), ("stump.h5", "stump.h5"), ("other.h5", "not written by hilspace"),
                           ("headless.h5", "study_sha256")]:
            for more in ([], ["--csv"]):
                with self.subTest(name):
                    output, errors = self.hilspace("show", name, *more, code=BAD_INPUT)
                    self.assertIn(f"{name}: ", errors)
                    self.assertIn(word, errors)
                    self.assertEqual(output, "")

    def test_every_reader_says_the_same_of_what_is_no_result(self):
        for name, contents in (("empty.h5", b""), ("text.h5", b"no result")):
            (self.folder / name).write_bytes(contents)
            for verb in ("show", "explain", "analyse", "compare", "status", "plot", "report"):
                with self.subTest(name, verb=verb):
                    self.assertIn(f"{name}: is not an HDF5 file; name a file that hilspace wrote",
                                  self.hilspace(verb, name, code=BAD_INPUT)[1])

    def test_every_reader_of_studies_says_that_a_result_is_none(self):
        self.hilspace("run", self.study(SMALL), "-o", "d.h5")
        for words in (["simulate", "d.h5", "--index", "3"], ["check", "d.h5"], ["run", "d.h5"]):
            with self.subTest(words):
                self.assertIn("d.h5: is a result (HDF5), not a study", self.hilspace(*words, code=BAD_INPUT)[1])
        stored = json.loads(self.hilspace("show", "d.h5", "--json")[0])["attributes"]["study"]  # as the message says
        self.hilspace("check", self.study(stored, "stored.toml"))

    def test_outputs_that_cannot_be_replaced(self):
        study = self.study(SMALL)
        (self.folder / "dir.h5").mkdir()
        (self.folder / "txt.h5").write_text("mine")
        with h5py.File(self.folder / "other.h5", "w") as other:
            other["x"] = 1.0
        for verb in ("run", "simulate"):
            with self.subTest(verb):
                self.assertIn("-o dir.h5: is a folder; name a file", self.hilspace(verb, study, "-o", "dir.h5", code=BAD_INPUT)[1])
                for name in ("txt.h5", "other.h5"):
                    before = (self.folder / name).read_bytes()
                    self.assertIn(f"{name}: exists, is not a file of hilspace, and is left as it is; choose another -o",
                                  self.hilspace(verb, study, "-o", name, code=FAILED)[1])
                    self.assertEqual((self.folder / name).read_bytes(), before)

    def test_every_reader_says_the_same_of_a_folder(self):
        (self.folder / "a").mkdir()
        for verb in ("show", "explain", "analyse", "compare", "status", "plot", "report"):
            with self.subTest(verb):
                self.assertIn("a: is not a file; check the name", self.hilspace(verb, "a", code=BAD_INPUT)[1])

    def test_tables_on_a_full_disk(self):
        for words in (["list", "reference"], ["list", "laws"]):  # of which one does not fit into a buffer
            with self.subTest(words), open("/dev/full", "w") as full:
                done = subprocess.run([HILSPACE, *words], stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual((done.returncode, done.stderr),
                                 (FAILED, "hilspace: standard output: cannot be written: No space left on device\n"))

    def test_scripts_on_a_full_disk(self):
        self.hilspace("run", self.study(SMALL), "-o", "small.h5")
        for verb, output in (("plot", "small.png"), ("report", "small.html")):
            for words in (["small.h5", "-o", output], ["--help"]):
                with self.subTest(verb, words=words), open("/dev/full", "w") as full:
                    done = subprocess.run([HILSPACE, verb, *words], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True)
                    self.assertEqual((done.returncode, done.stderr),
                                     (FAILED, f"hilspace {verb}: standard output: cannot be written: No space left on device\n"))
            self.assertTrue((self.folder / output).exists())

    def test_threads_are_those_that_the_process_may_use(self):
        one = {"preexec_fn": lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})}
        self.assertIn("on one thread", self.hilspace("check", SEVERAL_AXES, **one)[0])
        for verb, more in (("run", ["-o", "one.h5", "--quiet"]), ("stability", [])):
            self.assertNotIn("TBB", self.hilspace(verb, SEVERAL_AXES, *more, "--threads", "5", **one)[1])

    def test_check_measures_no_longer_than_a_second(self):
        study = REPOSITORY / "studies/21-probe-and-cone/study.toml"  # of which a scenario takes many seconds here
        found = json.loads(self.hilspace("check", study, "--set", "numerics.step=30 us", "--json")[0])
        self.assertTrue(found["seconds_at_least"])
        self.assertGreaterEqual(found["seconds"], 1.0)
        said, _ = self.hilspace("check", study, "--set", "numerics.step=30 us")
        self.assertRegex(said, r"time +at least [\d.]+ s on .* of this machine: the first scenario had not ended")
        self.assertFalse(json.loads(self.hilspace("check", self.study(SMALL + DELAYS), "--json")[0])["seconds_at_least"])

    def test_check_says_that_an_axis_is_logarithmic(self):
        for values, logarithmic in (('{ from = "0.1 ms", to = "1 ms", count = 5, spacing = "log" }', True),
                                    ('["0.1 ms", "1 ms", "10 ms"]', True),
                                    ('{ from = "0.1 ms", to = "1 ms", count = 5 }', False),
                                    ('["0.1 ms", "0.2 ms"]', False)):
            study = self.study(SMALL + f'[[axis]]\n"actuator.total_delay" = {values}\n')
            says = re.search(r"actuator\.total_delay +\d+ +0\.1.* ms(, logarithmic)?\n", self.hilspace("check", study)[0])
            self.assertIsNotNone(says, values)
            self.assertEqual(bool(says.group(1)), logarithmic, values)

    def test_simulate_prints_units_as_a_person_writes_them(self):
        late = SMALL.replace("[actuator]", "[actuator]\ntotal_delay = \"4 ms\"")
        said, _ = self.hilspace("simulate", self.study(late))
        self.assertRegex(said, r"(?m)^  approach\.velocity +0\.1 m/s$")
        self.assertRegex(said, r"(?m)^  actuator\.total_delay +4 ms$")
        self.assertRegex(said, r"(?m)^  velocity\.error_pct +[\d.]+ %$")
        self.assertRegex(said, r"(?m)^  penetration\.e_imax_pct +undefined$")  # the docking model has parted by then
        self.assertIn("undefined: a percentage of nothing", said)
        self.assertNotRegex(said, r"\bnan\b|percent$|m s-1")
        checked, _ = self.hilspace("check", self.study(SMALL + DELAYS))
        self.assertRegex(checked, r"actuator\.total_delay +\d+ +0\.\d+(,| \.\.\.) [\d.]+ ms\n")

    def test_simulate_gives_the_numbers_of_run_and_its_time_histories(self):
        study = self.study(SMALL + DELAYS)
        self.hilspace("run", study, "-o", "a.h5")
        output, _ = self.hilspace("simulate", study, "--index", "1", "-o", "trace.h5")
        self.assertIn("velocity.error_pct", output)
        with h5py.File(self.folder / "trace.h5") as trace, h5py.File(self.folder / "a.h5") as result:
            time, force = trace["docking/time"][()], trace["docking/force"][()]
            self.assertEqual(time.shape, force.shape)
            self.assertEqual(trace["hil/force"].shape, force.shape)
            self.assertTrue((np.diff(time) >= 0).all())
            self.assertAlmostEqual(force.max() / result["force.peak_docking"][1], 1.0, places=3)


if __name__ == "__main__":
    unittest.main()
