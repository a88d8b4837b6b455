"""A run's memory is what `check` predicts; neither that nor the readers' memory grows with the number of scenarios."""
import os
import re
import subprocess
import unittest

from support import HILSPACE, SANITIZED, CommandLine, coarse


@unittest.skipIf(SANITIZED, "sanitizers take memory of their own")
class Memory(CommandLine):
    def peak(self, study, *options):
        return self.peak_of("run", study, "-o", "a.h5", "--fresh", "--quiet", *options)

    def peak_of(self, *arguments):
        """Of resident memory, in MB."""
        process = subprocess.Popen([HILSPACE, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss / 1024.0

    def predicted(self, study):
        return float(re.search(r"memory +about ([\d.]+) MB", self.hilspace("check", study)[0])[1])

    def test_check_tells_it(self):
        all_metrics = coarse(70_000).split("[output]")[0]
        for text in (coarse(1000), coarse(70_000), all_metrics):
            study = self.study(text)
            predicted, peak = self.predicted(study), self.peak(study)
            self.assertLess(peak, 1.1 * predicted)
            self.assertGreater(peak, 0.3 * predicted)  # blocks are rarely all full at once

    def test_it_does_not_grow(self):
        self.assertLess(self.peak(self.study(coarse(300_000))), self.predicted(self.study(coarse(100_000))))

    def test_readers_hold_a_piece_at_a_time(self):
        verbs = [["show"], ["show", "--csv"], ["explain", "--index", "7"], ["analyse"]]

        def peaks(count):
            self.peak(self.study(coarse(count).split("[output]")[0]))
            return [self.peak_of(verb, "a.h5", *more) for verb, *more in verbs]
        small, large = peaks(100), peaks(100_000)
        numbers = (self.folder / "a.h5").stat().st_size / 1e6
        self.assertGreater(numbers, 40)
        for verb, before, now in zip(verbs, small, large):
            print(f"{' '.join(verb)}: {before:.0f} MB, and {now:.0f} MB for {numbers:.0f} MB of numbers", flush=True)
            self.assertLess(now - before, 2 if verb[0] == "explain" else 0.5 * numbers, verb)


if __name__ == "__main__":
    unittest.main()
