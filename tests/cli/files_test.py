"""Hostile environments: closed streams, name collisions, planted links, signals at any moment, shell characters in names."""
import os
import resource
import signal
import subprocess
import time
import unittest
from pathlib import Path

from support import (BAD_INPUT, DELAYS, FAILED, HILSPACE, INTERRUPTED, SANITIZED, SMALL, CommandLine, coarse, default_signals,
                     parts)

MANY = 1_000 if SANITIZED else 40_000  # scenarios: a run is caught at them


def full_pipe():
    """A writer blocks until there is a reader."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"x" * 512)
    except BlockingIOError:
        os.set_blocking(writer, True)
    return reader, writer


class Streams(CommandLine):
    def test_closed_streams_leave_the_same_result(self):
        study = self.study(coarse(500 if SANITIZED else 4_000))
        self.hilspace("run", study, "-o", "whole.h5", "--quiet")
        for closed in ("<&- 2>&-", "<&- >&- 2>&-", "2>&-"):
            with self.subTest(closed):
                done = subprocess.run(["bash", "-c", f'"$0" run "$1" -o r.h5 --threads 2 {closed}', HILSPACE, study],
                                      cwd=self.folder, stdout=subprocess.DEVNULL)
                self.assertEqual(done.returncode, FAILED if ">&-" in closed.split() else 0)  # nobody gets its summary
                self.assert_same("whole.h5", "r.h5")
                (self.folder / "r.h5").unlink()


    def test_no_file_gets_the_number_of_a_closed_stream(self):
        def closed():
            default_signals()
            os.close(0)
            os.close(2)
        process = subprocess.Popen([HILSPACE, "run", self.study(coarse(MANY)), "-o", "r.h5"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, preexec_fn=closed)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        (self.folder / "said").write_text("")
        self.wait_for(lambda: any((self.folder / "r.h5.parts").glob("r.h5.*.tmp")), process, "its file")
        for stream in (0, 2):
            self.assertEqual(os.readlink(f"/proc/{process.pid}/fd/{stream}"), "/dev/null")


class Names(CommandLine):
    def begun(self, output, *more):
        """A run that is suspended after creating its output."""
        process = self.start("run", self.study(coarse(MANY)), "-o", output, "--threads", "1", *more)
        name = os.path.basename(output)
        self.wait_for(lambda: any((self.folder / f"{output}.parts").glob(f"{name}.*.tmp")), process, "its file")
        process.send_signal(signal.SIGSTOP)
        return process

    def test_a_file_that_appears_during_a_run_is_kept(self):
        process = self.begun("r.h5")
        (self.folder / "r.h5").write_text("somebody else's")
        process.send_signal(signal.SIGCONT)
        self.assertEqual(process.wait(timeout=300), FAILED, self.said())
        self.assertIn("another process wrote it meanwhile, and it is kept", self.said())
        self.assertEqual((self.folder / "r.h5").read_text(), "somebody else's")
        self.assertTrue(parts(self.folder / "r.h5"), "what was computed is gone")
        (self.folder / "r.h5").rename(self.folder / "away")
        self.assertIn(f"{MANY:,} scenarios", self.hilspace("run", "study.toml", "-o", "r.h5")[0])

    def test_fresh_replaces_what_was_there_and_nothing_newer(self):
        other = self.study(SMALL + DELAYS, "other.toml")
        self.hilspace("run", other, "-o", "newer.h5", "--quiet")
        self.hilspace("run", other, "-o", "r.h5", "--quiet")
        process = self.begun("r.h5", "--fresh")
        newer = (self.folder / "newer.h5").read_bytes()
        (self.folder / "newer.h5").rename(self.folder / "r.h5")
        process.send_signal(signal.SIGCONT)
        self.assertEqual(process.wait(timeout=300), FAILED, self.said())
        self.assertEqual((self.folder / "r.h5").read_bytes(), newer)
        self.hilspace("run", "study.toml", "-o", "r.h5", "--fresh", "--quiet")
        self.assertIn(f"{MANY:,}", self.hilspace("show", "r.h5")[0])

    def test_an_output_behind_a_link_is_the_links_target(self):
        (self.folder / "far").mkdir()
        study = self.study(SMALL + DELAYS)
        for verb, more in (("run", ["--quiet"]), ("simulate", ["--index", "1"])):
            link, target = self.folder / f"{verb}.h5", self.folder / f"far/{verb}.h5"
            link.symlink_to(f"far/{verb}.h5")
            for time_of in ("new", "replaced"):
                with self.subTest(f"{verb} {time_of}"):
                    self.hilspace(verb, study, "-o", link, *more, *(["--fresh"] if verb == "run" else []))
                    self.assertTrue(link.is_symlink())
                    self.assertTrue(target.is_file() and not target.is_symlink())
        self.assertEqual(sorted(path.name for path in self.folder.glob("*.h5*")), ["run.h5", "simulate.h5"])
        self.assertIn("done", self.hilspace("status", "run.h5")[0])

    def test_a_virtual_result_is_read_through_a_link(self):
        for index in (1, 2):
            self.hilspace("run", self.study(SMALL + DELAYS), "--shard", f"{index}/2", "-o", f"s{index}.h5", "--quiet")
        self.hilspace("merge", "s1.h5", "s2.h5", "-o", "view.h5", "--virtual", "--quiet")
        (self.folder / "far").mkdir()
        (self.folder / "far/link.h5").symlink_to("../view.h5")
        self.assertEqual(self.hilspace("show", "far/link.h5", "--csv"), self.hilspace("show", "view.h5", "--csv"))

    def test_a_planted_parts_folder_is_refused_and_never_swept(self):
        victim = self.folder / "victim"
        victim.mkdir()
        for name in ("r.h5.host.1.1.tmp", "notes.tmp", "0000000000000-0000000000002.part.h5", "lock.1.tmp"):
            (victim / name).write_text("precious")
        (self.folder / "r.h5.parts").symlink_to(victim)
        before = {path.name: path.read_text() for path in victim.iterdir()}
        for more in ([], ["--fresh"]):
            _, said = self.hilspace("run", self.study(SMALL + DELAYS), "-o", "r.h5", *more, code=FAILED)
            self.assertIn("r.h5.parts: is a link", said)
        self.assertEqual({path.name: path.read_text() for path in victim.iterdir()}, before)
        self.assertFalse((self.folder / "r.h5").exists())

    def test_a_parts_folder_keeps_what_is_none_of_ours(self):
        folder = self.folder / "r.h5.parts"
        folder.mkdir()
        (folder / "notes.tmp").write_text("precious")
        (folder / "r.h5.host.1.1.tmp").write_text("half")
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "r.h5", "--quiet")
        self.assertEqual([path.name for path in folder.iterdir()], ["notes.tmp"])

    def test_what_is_no_file_is_refused_at_once(self):
        os.mkfifo(self.folder / "pipe.h5")
        (self.folder / "loop.h5").symlink_to("loop.h5")
        for name in ("pipe.h5", "loop.h5"):
            for verb in ("run", "simulate"):
                _, said = self.hilspace(verb, self.study(SMALL + DELAYS), "-o", name, code=BAD_INPUT)
                self.assertIn(name, said)

    def test_what_is_no_result_file_is_refused_at_once(self):
        os.mkfifo(self.folder / "pipe.h5")
        for name in ("pipe.h5", ".", "/dev/null"):
            for verb in ("show", "plot", "report", "status", "analyse", "explain", "compare"):
                with self.subTest(name, verb=verb):
                    if verb == "analyse" and name == ".":
                        continue  # takes it for a study
                    _, said = self.hilspace(verb, name, code=BAD_INPUT)
                    self.assertIn(f"{name}: is not a file; check the name", said)


class Signals(CommandLine):
    def waiting(self, *arguments, **streams):
        """A process that waits for another one, and handles signals."""
        process = subprocess.Popen([HILSPACE, *map(str, arguments)], cwd=self.folder, preexec_fn=default_signals,
                                   stderr=subprocess.DEVNULL, **streams)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        until = time.monotonic() + 600
        while time.monotonic() < until:
            lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
            status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
            listens = int(status["SigCgt"], 16) >> (signal.SIGINT - 1) & 1
            if listens and status["State"].startswith("S"):
                return process
            self.assertIsNone(process.poll(), "ended instead of waiting")
            time.sleep(0.002)  # between two looks
        self.fail("never waited")

    def test_a_study_that_does_not_come_is_given_up(self):
        os.mkfifo(self.folder / "pipe.toml")
        for verb in ("check", "run", "simulate"):
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(f"{verb} {number.name}"):
                    process = self.waiting(verb, "pipe.toml")
                    process.send_signal(number)
                    self.assertEqual(process.wait(timeout=600), INTERRUPTED)

    def test_show_and_analyse_end(self):
        self.hilspace("run", self.study(coarse(1000)), "-o", "r.h5", "--quiet")
        for words in (["show", "r.h5", "--csv"], ["analyse", "r.h5"]):
            with self.subTest(words[0]):
                reader, writer = full_pipe()
                process = self.waiting(*words, stdout=writer)
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.wait(timeout=600), INTERRUPTED)
                os.close(reader)
                os.close(writer)

    def test_a_limit_on_files_is_an_error_like_a_full_disk(self):
        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        _, said = self.hilspace("run", self.study(coarse(1000)), "-o", "r.h5", code=FAILED, preexec_fn=limited)
        self.assertIn("too large", said)
        self.assertFalse((self.folder / "r.h5").exists())


class Shell(CommandLine):
    def submit(self, output, *options, **expected):
        return self.hilspace("submit", self.study(SMALL + DELAYS), "-o", output, "--chunks", "2", "--dry-run", "--",
                             *options, **expected)

    def test_names_that_would_end_a_line_are_refused(self):
        for name in ("a\ntouch pwned\n.h5", "a\n#SBATCH --wrap=x.h5", "a\rb.h5", "a\x1b[2Jb.h5", "a\x7f.h5", "a\\b.h5"):
            _, said = self.submit(name, code=BAD_INPUT)
            self.assertIn("is not allowed in a batch script", said)
            self.assertEqual(said.count("\n"), 1)
        (self.folder / "new\nline").mkdir()
        self.submit("new\nline/r.h5", code=BAD_INPUT)
        self.assertEqual(list(self.folder.glob("**/*.chunks")), [])

    def test_names_are_words_wherever_they_stand(self):
        name = "we\"ird 'n $(touch pwned) `touch pwned`;touch pwned #&%a.h5"
        self.submit(name)
        folder = self.folder / f"{name}.chunks"
        for script in ("array.sh", "merge.sh"):
            text = (folder / script).read_text()
            self.assertEqual(subprocess.run(["bash", "-n", folder / script]).returncode, 0)
            for line in text.splitlines():
                self.assertFalse("#SBATCH" in line and not line.startswith("#SBATCH --"), line)
        environment = {**os.environ, "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_JOB_ID": "1"}
        for script in ("array.sh", "merge.sh"):
            subprocess.run(["bash", folder / script], cwd=self.folder, env=environment, capture_output=True)
        self.assertTrue((folder / "00001.h5").exists())
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name == "pwned"], [])

    def test_options_that_break_the_contract_are_refused(self):
        for options in (["-a1-5"], ["-dafterok:1"], ["--arra=1"], ["--wra=x"], ["-Ha1"], ["--no-requeue"], ["evil.sh"]):
            _, said = self.submit("r.h5", *options, code=BAD_INPUT)
            self.assertIn(f"{options[0]}: ", said)
        self.submit("r.h5", "--time=5", "-p", "debug")


if __name__ == "__main__":
    unittest.main()
