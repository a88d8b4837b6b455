"""kill -9 at random moments, resumed until done, gives the bits of an undisturbed run.

HILSPACE_KILLS says how often (100), HILSPACE_KILL_SEED chooses the moments (1).
"""
import os
import random
import subprocess
import time
import unittest

from support import CommandLine, many, parts


class Kill(CommandLine):
    def test_killed_equals_undisturbed(self):
        kills, seed = int(os.environ.get("HILSPACE_KILLS", "100")), int(os.environ.get("HILSPACE_KILL_SEED", "1"))
        print(f"{kills} kills, seed {seed}", flush=True)
        moments = random.Random(seed)
        study = self.study(many(20_000))
        start = time.monotonic()
        self.hilspace("run", study, "-o", "whole.h5", "--threads", "2")
        undisturbed = time.monotonic() - start

        while kills > 0:
            process = self.start("run", study, "-o", "killed.h5", "--threads", "2")
            try:
                # Up to half a run: some kills come while starting, most while computing, some while merging.
                code = process.wait(timeout=moments.uniform(0.0, undisturbed / 2))
                self.assertEqual(code, 0, self.said())
                self.assert_same("whole.h5", "killed.h5")
                (self.folder / "killed.h5").unlink()
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills -= 1
                print(f"killed with {len(parts(self.folder / 'killed.h5'))} parts", flush=True)

        self.hilspace("run", study, "-o", "killed.h5", "--threads", "2")
        self.assert_same("whole.h5", "killed.h5")
        self.assertFalse((self.folder / "killed.h5.parts").exists(), "something left over")


if __name__ == "__main__":
    unittest.main()
