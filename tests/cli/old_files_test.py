"""One file of each kind that version 0.1 wrote: every verb reads it, or gives a remedy."""
import csv
import shutil
import unittest

from support import BAD_INPUT, FAILED, REPOSITORY, CommandLine

THEN = ("--set", "numerics.solver=rk4")  # the default of axial studies in 0.1
OLD = REPOSITORY / "tests/data/written_by_0.1"
READABLE = ("result.h5", "trace.h5", "virtual.h5", "table.h5", "campaign.h5", "recording.h5")


class OldFiles(CommandLine):
    def setUp(self):
        super().setUp()
        for file in OLD.iterdir():
            shutil.copy(file, self.folder)

    def test_show(self):
        for name in READABLE:
            with self.subTest(name):
                self.assertIn("program", self.hilspace("show", name)[0])
                rows = list(csv.reader(self.hilspace("show", name, "--csv")[0].splitlines()))
                self.assertGreater(len(rows), 1)
                self.assertTrue(all(len(row) == len(rows[0]) for row in rows))

    def test_the_numbers_are_those_of_a_run_today(self):
        self.hilspace("run", "study.toml", "-o", "new.h5", "--quiet", *THEN)
        old, virtual, new = (list(csv.DictReader(self.hilspace("show", name, "--csv")[0].splitlines()))
                             for name in ("result.h5", "virtual.h5", "new.h5"))
        self.assertEqual(old, virtual)
        # Today has more metrics, the stored energy at the largest depth, which 0.1 had at the end of a step, and ends of
        # contacts between steps.
        moved = {name: 1e-3 if name.startswith("energy.potential") else 1e-6
                 for name in old[0] if name.startswith(("energy.potential", "contact.duration"))}
        for then, now in zip(old, new, strict=True):
            self.assertEqual({name: value for name, value in then.items() if name not in moved},
                             {name: now[name] for name in then if name not in moved})
            for name, share in moved.items():
                self.assertAlmostEqual(float(now[name]), float(then[name]), delta=share * abs(float(then[name])))

    def test_analyses(self):
        for verb in (("analyse", "result.h5"), ("explain", "result.h5", "--index", "1")):
            with self.subTest(verb[0]):
                out, said = self.hilspace(*verb)
                self.assertIn("Written by 0.1", out)
                self.assertIn("warning: ", said)  # another revision's

    def test_compare(self):
        for name in ("trace.h5", "campaign.h5"):
            self.assertIn("docking", self.hilspace("compare", name)[0])

    def test_what_this_version_does_not_go_on_with_says_what_to_do(self):
        self.assertIn("merge with the program that computed it",
                      self.hilspace("merge", "part1.h5", "part2.h5", "-o", "m.h5", code=FAILED)[1])
        self.assertIn("merge it with the other parts first", self.hilspace("show", "part1.h5", code=BAD_INPUT)[1])
        for more, why in ((THEN, "another revision of the program"), ((), 'numerics.solver "rk4" -> "auto"')):
            said = self.hilspace("run", "study.toml", "-o", "result.h5", *more, code=BAD_INPUT)[1]
            self.assertIn(why, said)
            self.assertIn("--fresh replaces it", said)


if __name__ == "__main__":
    unittest.main()
