"""A run interrupted by Ctrl-C or SIGTERM resumes, to the same bits."""
import os
import signal
import sys
import time
import unittest

from support import INTERRUPTED, REPOSITORY, SMALL, CommandLine, coarse, default_signals, parts

LONG_ENOUGH = 8.0  # s of running: several parts, on fast machines and under sanitizers alike


class Interrupt(CommandLine):
    def long_study(self):
        """Sized by the measured speed of this binary."""
        start = time.monotonic()
        self.hilspace("run", self.study(coarse(1000)), "-o", "rate.h5", "--threads", "2")
        return self.study(coarse(int(min(1000 * LONG_ENOUGH / (time.monotonic() - start), 400_000))))

    def interrupt(self, output, number, threads):
        """Resumes the run until it has written a part, and ends it; existing parts stay unchanged."""
        saved = {part: part.stat().st_mtime_ns for part in parts(output)}
        process = self.start("run", self.folder / "study.toml", "-o", output, "--threads", str(threads))
        self.wait_for(lambda: len(parts(output)) > len(saved), process, "a new part")
        process.send_signal(number)
        self.assertEqual(process.wait(timeout=600), INTERRUPTED, self.said())
        self.assertFalse(output.exists(), "half a result under its final name")
        for part, modified in saved.items():
            self.assertEqual(part.stat().st_mtime_ns, modified, f"{part.name} was computed again")

    def test_interrupted_equals_undisturbed(self):
        study = self.long_study()
        self.hilspace("run", study, "-o", "whole.h5", "--threads", "2")
        output = self.folder / "a.h5"
        self.interrupt(output, signal.SIGINT, 2)
        self.interrupt(output, signal.SIGTERM, 1)
        self.hilspace("run", study, "-o", output, "--threads", "2")
        self.assert_same("whole.h5", output)
        self.assertEqual(parts(output), [], "parts left over")

    def test_within_a_single_scenario(self):
        """A scenario that would take a minute: a million steps of the slow solver."""
        study = self.study(SMALL + '[numerics]\nsolver = "reference"\nstep = "1 ns"\ntime_limit = "1 s"\n')
        process = self.start("run", study, "-o", "one.h5")
        self.wait_for(lambda: (self.folder / "one.h5.parts").exists(), process, "its folder")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=600), INTERRUPTED, self.said())
        self.assertFalse((self.folder / "one.h5").exists())

    def python(self, *before):
        """Environment in which the scripts of verbs run in a Python after these lines of a shell."""
        path = self.folder / "python"
        path.write_text("\n".join(("#!/bin/sh", *before, f'exec {sys.executable} "$@"', "")))
        path.chmod(0o755)
        return {"env": {**os.environ, "HILSPACE_PYTHON": str(path)}, "preexec_fn": default_signals}

    def test_scripts_end_like_the_other_verbs(self):
        """While Python starts, while its modules are imported, and at work: each moment sends the signal to itself."""
        self.hilspace("run", self.study(SMALL), "-o", "small.h5")
        module = self.folder / "modules" / "h5py.py"
        module.parent.mkdir()
        imported = f'export PYTHONPATH="{module.parent}"'
        at_work = "def File(path): end()\nclass Dataset: pass\nclass Group: pass\n"
        docking = REPOSITORY / "studies/17-pin-in-bore/study.toml"
        for verb, *arguments in (("plot", "small.h5"), ("report", "small.h5"), ("simulate", docking, "--index", "2", "--vtk", "replay")):
            for name in ("INT", "TERM"):
                end = f"import os, signal\ndef end(): os.kill(os.getpid(), signal.SIG{name})\n"
                for moment, more, before in (("start", "", [f"kill -{name} $$"]), ("imports", "end()\n", [imported]),
                                             ("work", at_work, [imported])):
                    with self.subTest(verb, signal=name, moment=moment):
                        module.write_text(end + more)
                        out, said = self.hilspace(verb, *arguments, code=INTERRUPTED, **self.python(*before))
                        self.assertEqual(said, "interrupted\n")
                        self.assertEqual(out.endswith("samples of 56 channels per model\n") if verb == "simulate" else out == "", True, out)
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"small.h5", "study.toml", "modules", "python", "replay"})
        self.assertEqual([path.name for path in (self.folder / "replay").iterdir()], ["trace.h5"])

    def test_numbers_that_leave_no_clock_are_no_hang(self):
        noisy = SMALL.replace('[actuator]\nresolution = "1 um"', '[actuator]\nchain = ["noise"]\n'
                              'noise = { std = "1 um", bandwidth = "23 kHz" }')
        words = ("--set", "approach.velocity=1e-300 m/s")
        self.assertIn("no errors", self.hilspace("check", self.study(noisy), *words)[0])
        self.assertIn("1 diverged", self.hilspace("run", self.study(noisy), "-o", "n.h5", *words)[0])


if __name__ == "__main__":
    unittest.main()
