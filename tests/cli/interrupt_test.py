"""Ctrl-C and SIGTERM leave a run that goes on where it was, to the same bits."""
import signal
import time
import unittest

from support import INTERRUPTED, CommandLine, coarse, parts

LONG_ENOUGH = 8.0  # s of running: several parts, on fast machines and under sanitizers alike


class Interrupt(CommandLine):
    def long_study(self):
        """Sized by how fast this binary is here."""
        start = time.monotonic()
        self.hilspace("run", self.study(coarse(1000)), "-o", "rate.h5", "--threads", "2")
        return self.study(coarse(int(min(1000 * LONG_ENOUGH / (time.monotonic() - start), 400_000))))

    def test_interrupted_equals_undisturbed(self):
        study = self.long_study()
        self.hilspace("run", study, "-o", "whole.h5", "--threads", "2")
        for number, threads in ((signal.SIGINT, 2), (signal.SIGTERM, 1)):
            with self.subTest(number.name):
                output = self.folder / f"{number.name}.h5"
                process = self.start("run", study, "-o", output, "--threads", "2")
                self.wait_for(lambda: parts(output), process, "the first part")
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=60), INTERRUPTED, self.said())
                self.assertFalse(output.exists(), "half a result under its final name")
                saved = {part: part.stat().st_mtime_ns for part in parts(output)}
                self.assertTrue(saved, "the parts are gone")

                process = self.start("run", study, "-o", output, "--threads", str(threads))
                self.wait_for(lambda: len(parts(output)) > len(saved) or output.exists(), process, "a new part")
                for part, modified in saved.items():
                    if part.exists():  # they go when all are merged
                        self.assertEqual(part.stat().st_mtime_ns, modified, f"{part.name} was computed again")
                self.assertEqual(process.wait(timeout=300), 0, self.said())
                self.assert_same("whole.h5", output)
                self.assertEqual(parts(output), [], "parts left over")


if __name__ == "__main__":
    unittest.main()
