"""What a run takes of memory is what `check` says, and does not grow with the number of scenarios."""
import os
import re
import subprocess
import unittest
from pathlib import Path

from support import HILSPACE, CommandLine, coarse

SANITIZED = any(mark in Path(HILSPACE).read_bytes() for mark in (b"__asan_init", b"__tsan_init"))


@unittest.skipIf(SANITIZED, "sanitizers take memory of their own")
class Memory(CommandLine):
    def peak(self, study, *options):
        """Of resident memory, in MB."""
        process = subprocess.Popen([HILSPACE, "run", study, "-o", "a.h5", "--fresh", "--quiet", *options],
                                   cwd=self.folder)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss / 1024.0

    def predicted(self, study):
        return float(re.search(r"memory +about (\d+) MB", self.hilspace("check", study)[0])[1])

    def test_check_tells_it(self):
        all_metrics = coarse(70_000).split("[output]")[0]
        for text in (coarse(1000), coarse(70_000), all_metrics):
            study = self.study(text)
            predicted, peak = self.predicted(study), self.peak(study)
            self.assertLess(peak, 1.1 * predicted)
            self.assertGreater(peak, 0.3 * predicted)  # blocks are rarely all full at once

    def test_it_does_not_grow(self):
        self.assertLess(self.peak(self.study(coarse(300_000))), self.predicted(self.study(coarse(100_000))))


if __name__ == "__main__":
    unittest.main()
