"""tools/count_tests counts the cases of programs, and misses none that failed or crashed."""
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools/count_tests"
GOOD = '<testcase name="{}" classname="S" status="run" result="completed" time="{}"/>'
BAD = '<testcase name="b" classname="S" status="run" result="completed" time="0"><failure message="no"/></testcase>'
SKIPPED = '<testcase name="s" classname="S" status="run" result="skipped" time="0"><skipped/></testcase>'
DISABLED = '<testcase name="d" classname="S" status="notrun" result="suppressed" time="0"/>'


class CountTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="reports with space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def report(self, *tests, **programs):
        """What ctest left of (name, status, seconds), and programs of their cases."""
        listed = "".join(f'<testcase name="{name}" status="{status}" time="{time}"/>' for name, status, time in tests)
        (self.folder / "unit.xml").write_text(f"<testsuite>{listed}</testsuite>")
        (self.folder / "unit.gtest").mkdir(exist_ok=True)
        for name, found in programs.items():
            (self.folder / f"unit.gtest/{name}.xml").write_text(f"<testsuites><testsuite>{''.join(found)}</testsuite></testsuites>")

    def said(self, *options):
        return subprocess.run([TOOL, *options, self.folder / "unit.xml"], capture_output=True, text=True, check=True).stdout

    def test_cases_count_in_the_place_of_their_program(self):
        self.report(("script", "run", 2), ("program", "run", 3), program=[GOOD.format("a", 1), GOOD.format("c", 2)])
        self.assertEqual(self.said().split(), ["3", "0", "0"])

    def test_failed_skipped_and_disabled(self):
        self.report(("script", "fail", 2), ("other", "notrun", 0), ("program", "fail", 3),
                    program=[GOOD.format("a", 1), BAD, SKIPPED, DISABLED])
        self.assertEqual(self.said().split(), ["1", "2", "3"])

    def test_a_program_that_crashed_or_failed_at_its_end_is_a_failure(self):
        self.report(("crashed", "fail", 1), ("leaked", "fail", 1), leaked=[GOOD.format("a", 1)])
        self.assertEqual(self.said().split(), ["1", "2", "0"])

    def test_a_program_without_a_case_passed_nothing(self):
        self.report(("script", "run", 2), ("empty", "run", 1), ("broken", "fail", 1), empty=[], broken=[])
        self.assertEqual(self.said().split(), ["1", "1", "1"])

    def test_the_slowest_come_first(self):
        self.report(("script", "run", 2), ("program", "run", 9), program=[GOOD.format("a", 1.5), GOOD.format("c", 7)])
        self.assertEqual([line.split()[3:] for line in self.said("--slowest", "2").splitlines()],
                         [["program:", "S.c"], ["script"]])


if __name__ == "__main__":
    unittest.main()
