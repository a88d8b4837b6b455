"""kill -9 at random moments, resumed until done, gives the bits of an undisturbed run.

Twelve times, or as many times as many as HILSPACE_TEST_TIMES says; HILSPACE_TEST_SEED chooses the moments.
"""
import random
import subprocess
import time
import unittest

import h5py
import numpy as np

from support import SEED, TIMES, CommandLine, many, parts


class Kill(CommandLine):
    """Half of the kills go to runs, half to merges of either kind; each starts over once it succeeds."""

    def setUp(self):
        super().setUp()
        self.kills = 12 * TIMES
        print(f"{self.kills} kills in all, seed {SEED}", flush=True)

    def time(self, *command):
        start = time.monotonic()
        self.hilspace(*command)
        return time.monotonic() - start

    def look(self, output, whole, sources=False):
        """A file with its final name is complete and correct, at any moment."""
        for part in parts(output):
            with h5py.File(part) as file:
                held = slice(file.attrs["begin"], file.attrs["end"])
                for name in ("outcome", "velocity.error_pct"):
                    numbers = file["numbers"]
                    columns = numbers.attrs["columns"]
                    row = numbers[(columns if isinstance(columns, str) else columns.decode()).split().index(name)]
                    self.assertEqual(row.astype(whole[name].dtype).tobytes(), whole[name][held].tobytes(), part.name)
        if not output.exists():
            return
        with h5py.File(output) as file:
            self.assertEqual("sources" in file, sources)
            for name, numbers in whole.items():
                self.assertEqual(np.asarray(file[name][()]).tobytes(), np.asarray(numbers).tobytes(), name)

    def disturb(self, kills, seconds, command, output, whole, **how):
        """Kills it that many times, mostly within the given seconds after its start, and lets it finish."""
        moments = random.Random(SEED)
        output = self.folder / output
        through = resumable = 0
        while kills > 0:
            process = self.start(*command, "-o", output)
            try:
                code = process.wait(timeout=moments.uniform(0.0, 1.1 * seconds))
                self.assertEqual(code, 0, self.said())
                self.look(output, whole, **how)
                output.unlink()
                through += 1
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills -= 1
                resumable += bool(parts(output))
                self.look(output, whole, **how)
        print(f"{command[0]} {command[-1]}: killed {resumable} times with parts, got through {through} times", flush=True)
        self.hilspace(*command, "-o", output)
        self.look(output, whole, **how)
        self.assertEqual([path.name for path in self.folder.glob(f"{output.name}.*")], [], "something left over")

    def test_killed_equals_undisturbed(self):
        study = self.study(many(12_000))
        run = ["run", study, "--threads", "2"]
        seconds = self.time(*run, "-o", "whole.h5")
        with h5py.File(self.folder / "whole.h5") as file:
            whole = {name: item[()].ravel() if item.ndim == 2 else item[()] for name, item in file.items()
                     if isinstance(item, h5py.Dataset)}
        self.disturb(self.kills // 2, seconds, run, "killed.h5", whole)
        self.assert_same("whole.h5", "killed.h5")

        for index in (1, 2, 3, 4, 5, 6, 7):
            self.hilspace(*run, "--shard", f"{index}/7", "-o", f"s{index}.h5")
        merge = ["merge", *(f"s{index}.h5" for index in range(1, 8)), "--quiet"]
        seconds = self.time(*merge, "-o", "rate.h5")
        self.disturb(self.kills // 4, seconds, merge, "merged.h5", whole)
        self.assert_same("whole.h5", "merged.h5")
        self.disturb(self.kills - 3 * (self.kills // 4), seconds, [*merge, "--virtual"], "view.h5", whole, sources=True)
        self.assertEqual(self.hilspace("show", "view.h5", "--csv"), self.hilspace("show", "whole.h5", "--csv"))


if __name__ == "__main__":
    unittest.main()
