"""Shards, merged, equal the result of an undivided run; defects are reported."""
import shutil
import signal
import time
import unittest

import h5py

from support import (BAD_INPUT, DELAYS, FAILED, INTERRUPTED, SANITIZED, SEVERAL_AXES, SMALL, CommandLine, coarse, long_test,
                     parts, small_files_only)


class Shard(CommandLine):
    def shards(self, study, count, *more):
        """Runs all of them, the last one first; returns their files."""
        for index in range(count, 0, -1):
            self.hilspace("run", study, "--shard", f"{index}/{count}", "-o", f"s{index}.h5", "--quiet", *more)
        return [f"s{index}.h5" for index in range(1, count + 1)]

    def test_merged_equals_undivided(self):
        traces = ("--set", "output.traces=[0, 17, 29]")
        files = self.shards(SEVERAL_AXES, 3, *traces)
        output, _ = self.hilspace("merge", *files, "-o", "merged.h5")
        self.assertIn("30 scenarios, 30 ok", output)
        self.hilspace("run", SEVERAL_AXES, "-o", "whole.h5", *traces)
        self.assert_same("whole.h5", "merged.h5")
        with h5py.File(self.folder / "merged.h5") as file:
            self.assertEqual(set(file["traces"]), {"0", "17", "29"})

    def test_more_shards_than_cores_and_scenarios_that_do_not_divide(self):
        study = self.study(coarse(310))
        files = self.shards(study, 7)
        self.hilspace("merge", *files[3:], *files[:3], "-o", "merged.h5", "--quiet")
        self.hilspace("run", study, "-o", "whole.h5", "--threads", "1")
        self.assert_same("whole.h5", "merged.h5")

    def test_default_name_says_which_shard_it_is(self):
        study = self.study(SMALL + DELAYS, "my.study.toml")
        output, _ = self.hilspace("run", study, "--shard", "2/3")
        self.assertTrue((self.folder / "my.study-2-of-3.h5").exists())
        self.assertIn("1 scenario (1 to 1 of 3)", output)
        self.assertIn("hilspace merge", output)

    def test_shards_and_a_merge_say_what_is_implausible_as_a_run_does(self):
        study = self.study(SMALL + '[[axis]]\n"actuator.total_delay" = ["1 ms", "5 ms"]\n')

        def warnings(*words):
            return [line for line in self.hilspace(*words)[0].splitlines() if line.startswith("warning: ")]

        whole = warnings("run", study, "-o", "whole.h5")
        self.assertIn("late by more than a tenth", whole[0])
        self.assertIn("gives energy", whole[-1])  # of the results
        shards = [warnings("run", study, "--shard", f"{k}/2", "-o", f"s{k}.h5") for k in (1, 2)]
        self.assertEqual([shard[:-1] for shard in shards], 2 * [whole[:-1]])  # each has its own results
        self.assertEqual(warnings("merge", "s1.h5", "s2.h5", "-o", "merged.h5"), whole)

    def test_missing_and_doubled_shards_are_named(self):
        files = self.shards(SEVERAL_AXES, 3)
        shutil.copy(self.folder / files[1], self.folder / "copy.h5")
        for some, code, word in [(files[:1] + files[2:], FAILED, "scenarios 10 to 19 of 30 are missing"),
                                 (files[:1], FAILED, "scenarios 10 to 29 of 30 are missing"),
                                 (files + ["copy.h5"], FAILED, "scenarios 10 to 19 are also in "),
                                 (files + ["./s2.h5"], BAD_INPUT, "s2.h5: is named twice; name each file once"),
                                 (files[:2] + ["s4.h5"], BAD_INPUT, "s4.h5: no such file")]:
            with self.subTest(word):
                self.assertIn(word, self.hilspace("merge", *some, "-o", "merged.h5", code=code)[1])
                self.assertFalse((self.folder / "merged.h5").exists())

    def test_a_shard_and_a_result_do_not_replace_each_other(self):
        study, other = self.study(SMALL + DELAYS), self.study(SMALL.replace("30 kg", "31 kg") + DELAYS, "other.toml")
        self.hilspace("run", study, "--shard", "1/2", "-o", "shard.h5")
        self.hilspace("run", study, "-o", "whole.h5")
        for output, more, word in (("shard.h5", [], "is a part of a result"),
                                   ("whole.h5", ["--shard", "1/2"], "is a finished result")):
            before = (self.folder / output).read_bytes()
            for its in (study, other):
                said = self.hilspace("run", its, "-o", output, "--fresh", *more, code=BAD_INPUT)[1]
                self.assertIn(f"{output}: {word}", said)
                self.assertEqual((self.folder / output).read_bytes(), before)
        self.hilspace("run", other, "--shard", "1/2", "-o", "shard.h5", "--fresh")
        self.assertIn("another study", self.hilspace("run", study, "--shard", "1/2", "-o", "shard.h5", code=BAD_INPUT)[1])

    def test_a_merge_leaves_a_foreign_file(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "--shard", "1/1", "-o", "whole.h5")
        (self.folder / "txt.h5").write_text("mine")
        self.assertIn("txt.h5: exists, is not a file of hilspace, and is left as it is; choose another -o",
                      self.hilspace("merge", "whole.h5", "-o", "txt.h5", code=FAILED)[1])
        self.assertEqual((self.folder / "txt.h5").read_text(), "mine")

    def test_bad_shards(self):
        study = self.study(SMALL + DELAYS)
        for text in ("0/3", "4/3", "1", "1/x", "-1/3", "/", "1/4"):
            self.assertIn(f"--shard {text}: ", self.hilspace("run", study, f"--shard={text}", code=BAD_INPUT)[1])
        for arguments, word in [([], "no part given"), (["s1.h5"], "no -o"), (["-o", "a.h5"], "no part given"),
                                (["none.h5", "-o", "a.h5"], "none.h5: no such file"),
                                (["none.h5", "-o", "."], "-o .: is a folder; name a file")]:
            self.assertIn(word, self.hilspace("merge", *arguments, code=BAD_INPUT)[1])
        self.assertEqual([path.name for path in self.folder.iterdir()], ["study.toml"])

    def test_a_complete_shard_says_so_and_others_are_kept(self):
        study = self.study(SMALL + DELAYS)
        run = ["run", study, "-o", "a.h5"]
        self.hilspace(*run, "--shard", "1/3")
        before = (self.folder / "a.h5").read_bytes()
        self.assertIn("complete", self.hilspace(*run, "--shard", "1/3")[0])
        for more, code in [(["--shard", "2/3"], BAD_INPUT), (["--shard", "2/2"], BAD_INPUT), ([], BAD_INPUT),
                           (["--shard", "1/3", "--set", "approach.velocity=0.2 m/s"], BAD_INPUT)]:
            self.assertIn("a.h5", self.hilspace(*run, *more, code=code)[1])
        self.assertEqual((self.folder / "a.h5").read_bytes(), before)
        self.hilspace(*run, "--shard", "2/3", "--fresh")
        self.assertNotEqual((self.folder / "a.h5").read_bytes(), before)

    def test_merge_replaces_only_what_run_replaces(self):
        study = self.study(SMALL + DELAYS)
        files = self.shards(study, 2)
        before = study.read_text()
        self.assertIn("is not a file of hilspace, and is left as it is", self.hilspace("merge", *files, "-o", study, "--fresh", code=FAILED)[1])
        self.assertEqual(study.read_text(), before)
        self.assertIn("s1.h5", self.hilspace("merge", *files, "-o", "s1.h5", "--fresh", code=BAD_INPUT)[1])

        self.hilspace("merge", *files, "-o", "a.h5")
        self.assertIn("complete", self.hilspace("merge", *files, "-o", "a.h5")[0])
        self.assertIn("complete", self.hilspace("run", study, "-o", "a.h5")[0])
        self.hilspace("run", study, "-o", "b.h5", "--set", "approach.velocity=0.2 m/s")
        self.assertIn("--fresh", self.hilspace("merge", *files, "-o", "b.h5", code=BAD_INPUT)[1])
        self.hilspace("merge", *files, "-o", "b.h5", "--fresh")
        self.assert_same("a.h5", "b.h5")

    def test_damage_and_foreign_files_are_named(self):
        files = self.shards(self.study(SMALL + DELAYS), 3)
        whole = (self.folder / "s2.h5").read_bytes()
        self.hilspace("simulate", self.study(SMALL + DELAYS), "-o", "trace.h5")
        with h5py.File(self.folder / "other.h5", "w") as file:
            file["force"] = 1.0
        cases = {"cut.h5": whole[:len(whole) // 2], "text.h5": b"no shard", "empty.h5": b""}
        for name, contents in cases.items():
            (self.folder / name).write_bytes(contents)
        for name, code in [*((name, FAILED) for name in (*cases, "other.h5")), ("trace.h5", BAD_INPUT), (".", BAD_INPUT)]:
            with self.subTest(name):
                _, errors = self.hilspace("merge", files[0], name, files[2], "-o", "merged.h5", code=code)
                self.assertRegex(errors, rf"(?m)^(hilspace: )?{name}: ")
                self.assertFalse((self.folder / "merged.h5").exists())

    def test_files_of_another_kind_are_refused_with_what_to_name(self):
        study = self.study(SMALL + DELAYS)
        self.shards(study, 1)
        self.hilspace("run", study, "-o", "whole.h5", "--quiet")
        self.hilspace("simulate", study, "-o", "trace.h5")
        for words, said in ((["merge", "whole.h5", "-o", "m.h5"], "whole.h5: is a finished result; name a part of a result, or another file"),
                            (["merge", "trace.h5", "-o", "m.h5"], "trace.h5: is a trace of one scenario; name a part of a result"),
                            (["run", study, "-o", "trace.h5"], "trace.h5: is a trace of one scenario; name a finished result, or another file"),
                            (["simulate", study, "-o", "whole.h5"], "whole.h5: is a finished result; name a trace of one scenario, or another file")):
            self.assertIn(said, self.hilspace(*words, code=BAD_INPUT)[1])
            self.assertFalse((self.folder / "m.h5").exists())

    def test_full_disk(self):
        study = self.study(coarse(300))
        files = self.shards(study, 2)
        for command in (["run", study, "--shard", "1/2"], ["merge", *files]):
            _, errors = self.hilspace(*command, "-o", "full.h5", code=FAILED, preexec_fn=small_files_only)
            self.assertIn("full.h5", errors)
            self.assertIn("make room", errors)
            self.assertEqual(list(self.folder.glob("full.h5*.tmp")), [])
            self.assertFalse((self.folder / "full.h5").exists())
        self.hilspace("merge", *files, "-o", "merged.h5")
        self.hilspace("run", study, "-o", "whole.h5")
        self.assert_same("whole.h5", "merged.h5")

    def test_parts_of_an_interrupted_run_are_looked_up_in_their_folder(self):
        study = self.study(coarse(100_000))
        process = self.start("run", study, "-o", "a.h5", "--threads", "1")
        self.wait_for(lambda: parts(self.folder / "a.h5"), process, "the first part")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=600), INTERRUPTED, self.said())
        self.assertRegex(self.hilspace("merge", "a.h5.parts", "-o", "b.h5", code=FAILED)[1], "of 100000 are missing")


class Disturbed(CommandLine):
    """A shard survives the same interruptions as a run."""

    def long_study(self, seconds):
        """Of both shards together."""
        start = time.monotonic()
        self.hilspace("run", self.study(coarse(1000)), "-o", "rate.h5", "--threads", "2")
        return self.study(coarse(int(min(1000 * seconds / (time.monotonic() - start), 400_000))))

    def test_killed_or_interrupted_and_resumed_equals_undisturbed(self):
        # Several parts each, on fast machines and under sanitizers alike. What was measured on a busy machine may have ended
        # before the signal came: then again, with more.
        if not any(self.is_undisturbed(seconds) for seconds in (6.0, 24.0, 96.0)):
            self.fail("each run ended before it was interrupted")

    def is_undisturbed(self, seconds):
        """False: a run ended before it was interrupted."""
        for left in self.folder.glob("s?.h5*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        study = self.long_study(seconds)
        for index, disturb in ((1, signal.SIGKILL), (2, signal.SIGINT)):
            output = self.folder / f"s{index}.h5"
            command = ["run", study, "--shard", f"{index}/2", "-o", output, "--threads", "2"]
            process = self.start(*command)
            self.wait_for(lambda: len(parts(output)) > 1 or process.poll() is not None, process, "the second part")
            process.send_signal(disturb)
            code = process.wait(timeout=600)
            if code == 0:
                return False
            self.assertEqual(code, -disturb if disturb == signal.SIGKILL else INTERRUPTED, self.said())
            self.assertFalse(output.exists(), "half a shard under its final name")
            saved = {part: part.stat().st_mtime_ns for part in parts(output)}
            self.assertGreater(len(saved), 1)

            process = self.start(*command)
            self.wait_for(lambda: len(parts(output)) > len(saved) or output.exists(), process, "a new part")
            for part, modified in saved.items():
                if part.exists():  # they go when all are joined
                    self.assertEqual(part.stat().st_mtime_ns, modified, f"{part.name} was computed again")
            self.assertEqual(process.wait(timeout=600), 0, self.said())
            self.assertEqual([path.name for path in self.folder.glob(f"s{index}.h5*")], [output.name])
        self.hilspace("merge", "s1.h5", "s2.h5", "-o", "merged.h5")
        self.hilspace("run", study, "-o", "whole.h5")
        self.assert_same("whole.h5", "merged.h5")
        return True

    @long_test
    def test_interrupted_while_time_histories_are_made(self):
        # The traces take longer than the rows, so that they are caught at it: each is fourteen datasets.
        count = 150 if SANITIZED else 500
        study = self.study(coarse(count).replace("[output]\n", f"[output]\ntraces = {list(range(count))}\n"))
        self.hilspace("run", study, "--shard", "1/1", "-o", "shard.h5")
        for command, is_at_it in ((["run", study, "-o", "a.h5"], lambda: "100 %" in self.said()),
                                  (["merge", "shard.h5", "-o", "a.h5"], lambda: list(self.folder.glob("a.h5.*.tmp")))):
            process = self.start(*command)
            self.wait_for(is_at_it, process, "the time histories")
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=600), INTERRUPTED, self.said())
            self.assertEqual(list(self.folder.rglob("*.tmp")), [])
            self.assertFalse((self.folder / "a.h5").exists())
        self.hilspace("run", study, "-o", "a.h5")
        self.hilspace("merge", "shard.h5", "-o", "b.h5")
        self.assert_same("a.h5", "b.h5")
        with h5py.File(self.folder / "a.h5") as file:
            self.assertEqual(len(file["traces"]), count)


if __name__ == "__main__":
    unittest.main()
