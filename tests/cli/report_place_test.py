"""report as a process: what it needs, the encoding of its terminal, and the file that it replaces."""
import os
import shutil
import subprocess
import sys
import unittest

from support import DELAYS, FAILED, HILSPACE, REPOSITORY, SMALL, CommandLine

STUDIES = REPOSITORY / "studies"
OLD = REPOSITORY / "tests/data/written_by_0.1"


class Process(CommandLine):
    def test_needs_no_matplotlib(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        self.hilspace("require", self.study(SMALL), "--target", "abs(velocity.error_pct) <= 60 %", "--vary", "actuator.total_delay=0.1ms..5ms", "-o", "limit.h5")
        self.hilspace("simulate", STUDIES / "06-docking-map/study.toml", "--index", "70", "-o", "docking.h5")
        for name in ("campaign", "recording"):
            shutil.copy(OLD / f"{name}.h5", self.folder)
        code = ("import sys; sys.modules['matplotlib'] = sys.modules['PIL'] = None\n"
                f"sys.path[:0] = {[str(REPOSITORY / 'tools' / part) for part in ('report', 'plot')]}\n"
                "import report; sys.exit(report.main())")
        for name in ("small", "limit", "docking", "campaign", "recording"):
            done = subprocess.run([sys.executable, "-B", "-c", code, f"{name}.h5"], cwd=self.folder, capture_output=True, text=True,
                                  env=os.environ | {"HILSPACE_PROGRAM": HILSPACE})
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)

    def test_the_encoding_of_the_terminal_spoils_no_page(self):
        # As in a locale of Latin-1, which not each machine has: σ is no character of it.
        narrow = os.environ | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
        self.hilspace("run", self.study(SMALL.replace("Small", "3 σ") + DELAYS), "-o", "σ.h5")
        self.hilspace("report", "σ.h5", env=narrow)
        self.assertIn("3 σ", (self.folder / "σ.html").read_text(encoding="utf-8"))
        self.hilspace("simulate", STUDIES / "17-pin-in-bore/study.toml", "--set", "title=3 σ", "--index", "2", "-o", "pin.h5")
        self.hilspace("report", "pin.h5", env=narrow)

    def test_a_name_that_is_no_utf_8_is_printed_as_it_is(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        name = os.fsencode(self.folder) + b"/bad\xff"
        os.rename(self.folder / "small.h5", name + b".h5")
        done = subprocess.run([os.fsencode(HILSPACE), b"report", name + b".h5"], capture_output=True,
                              env=os.environ | {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8:strict"})
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(name + b".html: ", done.stdout)

    def test_nothing_but_a_report_is_replaced(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        foreign = self.folder / "small.html"
        foreign.write_text("<p>mine</p>")
        err = self.hilspace("report", "small.h5", code=FAILED)[1]
        self.assertIn("is not a report of hilspace", err)
        self.assertEqual(foreign.read_text(), "<p>mine</p>")
        foreign.unlink()
        self.hilspace("report", "small.h5")
        whole = foreign.read_text()
        foreign.write_text(whole[:len(whole) // 2])  # as an earlier report
        self.hilspace("report", "small.h5")
        self.assertEqual(len(foreign.read_text()), len(whole))
        self.assertEqual([path.name for path in self.folder.glob(".report-*")], [])


if __name__ == "__main__":
    unittest.main()
