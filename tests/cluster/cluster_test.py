"""hilspace submit and status on a real Slurm, of two nodes on this computer: kills, a lost node, a time limit.

Takes root and the packages of tools/setup all; without them it says so, with exit code 75.
"""
import csv
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "cli"), str(HERE.parent / "docs")]
import run_document  # noqa: E402
from support import FAILED, HILSPACE, REPOSITORY, CommandLine, many  # noqa: E402

FINE = '[numerics]\nstep = "1 us"\n'  # some milliseconds per scenario: time enough to disturb a chunk
CANNOT_RUN = 75


def slurm(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout


class Cluster(CommandLine):
    @classmethod
    def setUpClass(cls):
        cls.slurm_folder = tempfile.TemporaryDirectory(prefix="hilspace-slurm-")
        cls.addClassCleanup(cls.slurm_folder.cleanup)
        started = subprocess.run([REPOSITORY / "tools/cluster/start", cls.slurm_folder.name], capture_output=True,
                                 text=True)
        if started.returncode == CANNOT_RUN:
            print(started.stderr.strip())
            sys.exit(CANNOT_RUN)
        if started.returncode != 0:
            raise RuntimeError(started.stderr)
        os.environ["SLURM_CONF"] = re.search("SLURM_CONF=(.*)", started.stdout)[1]
        cls.addClassCleanup(subprocess.run, [REPOSITORY / "tools/cluster/stop", cls.slurm_folder.name], check=True)

    def chunks(self):
        """What status says of each chunk, by its number."""
        rows = csv.DictReader(self.hilspace("status", "r.h5", "--csv")[0].splitlines())
        return {int(row["chunk"]): row for row in rows}

    def until(self, condition, what):
        end = time.monotonic() + 600
        while not (found := condition()):
            if time.monotonic() > end:
                self.fail(f"waited too long for {what}: {self.everything()}")
            time.sleep(0.05)  # between two looks
        return found

    def everything(self):
        logs = [f"{log.name}: {self.text_of(log)}" for log in (self.folder / "r.h5.chunks/logs").glob("*.log")]
        return "\n".join([self.hilspace("status", "r.h5")[0], slurm("squeue"), *logs])

    def text_of(self, log):
        try:
            return log.read_text()
        except FileNotFoundError:  # Slurm has begun it anew
            return ""

    def until_ended(self):
        self.until(lambda: not slurm("squeue", "--noheader").strip(), "the end of all jobs")

    def writer(self, number):
        """The process of hilspace that computes a chunk, if one does."""
        try:
            lock = (self.folder / f"r.h5.chunks/{number:05}.h5.parts/lock").read_text()
        except FileNotFoundError:
            return None
        return int(re.search(r"^process = (\d+)$", lock, re.M)[1])

    def assert_like_local_run(self, study):
        self.hilspace("run", study, "-o", "local.h5", "--quiet")
        self.assert_same("local.h5", "r.h5")

    def test_killed_and_lost_chunks_are_mended_by_the_same_command(self):
        study = self.study(many(2400) + FINE)
        # The first chunk is held as soon as it has its lock: it runs for as long as it is looked at.
        held = self.folder / "held"
        held.write_text(f"""#!/bin/bash
[[ " $* " == *" --shard 1/12 "* && ! -e {held.name}.once ]] || exec "{HILSPACE}" "$@"
touch {held.name}.once
"{HILSPACE}" "$@" &
until [[ -e "{self.folder}/r.h5.chunks/00001.h5.parts/lock" ]] || ! kill -0 $!; do sleep 0.01; done
kill -STOP $!
wait $!
""")
        command = ("submit", study, "-o", "r.h5", "--chunks", "12", "--tasks", "4", "--command", f"bash '{held}'", "--",
                   "--time=10")
        said, _ = self.hilspace(*command)
        self.assertIn("12 chunks in 4 tasks", said)
        self.until(lambda: self.chunks()[1]["state"] == "running", "the first chunk")
        said, _ = self.hilspace("status", "r.h5")
        self.assertRegex(said, r"chunk \d+ running: process \d+ on ")
        self.assertIn("merge queued: Dependency", said)
        # Twice is refused.
        self.assertRegex(self.hilspace(*command, code=FAILED)[1], r"is queued or running already: jobs \d+, \d+; .*scancel")

        os.kill(self.until(lambda: self.writer(1), "chunk 1"), signal.SIGKILL)

        # A node is lost with all that runs there: Slurm requeues its tasks.
        slurm("scontrol", "update", "nodename=n1", "state=down", "reason=test")
        subprocess.run(["scontrol", "update", "nodename=n1", "state=resume"], capture_output=True)  # or it is back already
        self.until_ended()
        self.assertFalse((self.folder / "r.h5").exists())
        said, _ = self.hilspace("status", "r.h5")
        self.assertRegex(said, r"(?s)done +11 .*failed +1 .*chunk 1 failed: killed by signal 9 on .*"
                               r"merge failed: .*chunk 1 of 12 is missing.*"
                               "nothing is queued; the same hilspace submit continues from here")
        done = {number: (self.folder / f"r.h5.chunks/{number:05}.h5").stat().st_mtime_ns for number in range(2, 13)}

        said, _ = self.hilspace(*command)
        self.assertIn("1 chunk in 1 task, 11 chunks already done", said)
        self.until_ended()
        for number, modified in done.items():
            self.assertEqual((self.folder / f"r.h5.chunks/{number:05}.h5").stat().st_mtime_ns, modified,
                             f"chunk {number} was computed again")
        said, _ = self.hilspace("status", "r.h5")
        self.assertRegex(said, r"(?s)done +12 +2,400.*merge done\n2,400 of 2,400 scenarios are computed")
        self.assert_like_local_run(study)
        self.assertIn("is already complete", self.hilspace(*command)[0])
        # One file per chunk is left.
        self.assertEqual(len(list((self.folder / "r.h5.chunks").glob("0*"))), 12)

    def test_a_task_that_runs_out_of_time_requeues_itself_and_goes_on(self):
        study = self.study(many(800) + FINE)
        parts = self.folder / "r.h5.chunks/00001.h5.parts"
        # Slurm looks at time limits twice a minute, so the first chunk is held after its first part.
        held = self.folder / "held"
        held.write_text(f"""#!/bin/bash
[[ ! -e {held.name}.once ]] || exec "{HILSPACE}" "$@"
touch {held.name}.once
"{HILSPACE}" "$@" &
trap 'kill -TERM $!; kill -CONT $!' TERM
until compgen -G "{parts}/*.part.h5" || ! kill -0 $!; do sleep 0.02; done
kill -STOP $!
while kill -0 $!; do wait $!; done
""")
        self.hilspace("submit", study, "-o", "r.h5", "--chunks", "2", "--tasks", "1", "--signal-before", "50",
                      "--command", f"bash '{held}'", "--", "--time=1")
        log = self.folder / "r.h5.chunks/logs/task-1.log"
        self.until(lambda: log.exists() and "requeued" in log.read_text(), "the signal")
        self.assertTrue(list(parts.glob("*.h5")), "the parts are gone")
        self.assertEqual(self.chunks()[1]["state"], "queued")
        self.until_ended()
        self.assertRegex(log.read_text(), r"(?s)not done: chunks 1 2\n.*out of time: requeued\n.*done: chunks 1 2\n")
        self.assert_like_local_run(study)

    def test_the_guide(self):
        """Its commands for a cluster run here, those for every computer in tests/docs."""
        guide = (REPOSITORY / "docs/guide-cluster.md").read_text()
        self.assertIn("```sh no-run (needs Slurm)", guide)
        document = self.folder / "guide-cluster.md"
        document.write_text(guide.replace("```sh no-run (needs Slurm)", "```sh"))
        done = subprocess.run([sys.executable, run_document.__file__, document, HILSPACE], capture_output=True, text=True,
                              timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
