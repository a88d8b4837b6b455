"""tools/stages.sh runs every stage in its mode, and its sum shows each failure."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"


class Stages(unittest.TestCase):
    def run_stages(self, *lines, ci=False):
        """Exit code, what was said, and the folder, which goes with the test."""
        folder = tempfile.TemporaryDirectory(prefix="stages with space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "tools").symlink_to(TOOLS)
        script = "\n".join(["set -euo pipefail", "source tools/stages.sh", *lines, "run_stages"])
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, text=True, timeout=60,
                              env={**os.environ, "CI": str(ci).lower()})
        return done.returncode, done.stdout + done.stderr

    def test_the_plan_comes_first_and_the_table_last(self):
        code, said = self.run_stages("stage one 10 echo a b", "stage two 20 true")
        self.assertEqual(code, 0, said)
        self.assertIn("2 stages, with the seconds they may take:\none 10, two 20\n", said)
        self.assertEqual(said.count("of   10 s  passed"), 2)
        self.assertTrue(said.endswith("0 passed, 0 failed\n"))
        self.assertEqual((self.folder / "build/reports/one.log").read_text(), "a b\n")

    def test_a_failure_stops_nothing_and_shows(self):
        code, said = self.run_stages("stage one 10 bash -c 'echo oh no; exit 3'", "stage two 10 touch ran")
        self.assertEqual(code, 1)
        self.assertIn("oh no", said)
        self.assertIn("0 passed, 1 failed", said)
        self.assertTrue((self.folder / "ran").exists())

    def test_a_steps_failure_in_a_function_is_one_of_its_stage(self):
        code, _ = self.run_stages("steps() { false && echo on; }", "stage one 10 steps")
        self.assertEqual(code, 1)

    def test_what_waits_runs_beside_stages_and_not_beside_those_alone(self):
        code, said = self.run_stages(
            "waits() { until [[ -e go ]]; do sleep 0.01; done; touch done; }",  # ends only because the next stage runs
            "beside waiting 10 waits", "stage next 10 touch go", "alone last 10 test -e done")
        self.assertEqual(code, 0, said)
        self.assertLess(said.rindex("\nnext"), said.rindex("\nwaiting"))

    def test_what_waits_follows_what_waits(self):
        code, said = self.run_stages(
            "first() { until [[ -e go ]]; do sleep 0.01; done; touch done; }",
            "beside first 10 first", "beside second 10 test -e done", "stage next 10 touch go", "stage last 10 true")
        self.assertEqual(code, 0, said)
        self.assertLess(said.rindex("\nfirst"), said.rindex("\nsecond"))

    def test_what_fails_beside_shows_too(self):
        code, said = self.run_stages("beside waiting 10 false", "stage next 10 true")
        self.assertEqual(code, 1)
        self.assertIn("0 passed, 1 failed", said)

    def test_what_cannot_run_fails_in_ci_only(self):
        lines = ("cannot() { echo no root; return 75; }", "stage one 10 cannot")
        code, said = self.run_stages(*lines)
        self.assertEqual(code, 0)
        self.assertIn("cannot run: no root", said)
        self.assertEqual(self.run_stages(*lines, ci=True)[0], 1)

    def test_a_report_is_counted_and_its_slowest_tests_told(self):
        (report := Path(tempfile.mkdtemp()) / "r.xml").write_text(
            '<testsuite><testcase name="a" status="run" time="2.5"/><testcase name="b" status="fail" time="1"/></testsuite>')
        code, said = self.run_stages(f"report() {{ cp '{report}' \"$junit\"; return 8; }}", "stage one 10 report")
        self.assertEqual(code, 1)
        self.assertRegex(said, "the slowest tests:\n +2.5 s  one +a\n +1.0 s  one +b\n")
        self.assertIn("1 passed, 1 failed", said)


if __name__ == "__main__":
    unittest.main()
