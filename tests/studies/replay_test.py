"""replay.py accepts what is right and says clearly what is wrong, for numbers, trends and mistaken tables."""
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy as np

REPLAY = Path(__file__).resolve().parent / "replay.py"
# In the place of the program: copies the result that lies beside the study, or the table of another verb.
PROGRAM = '#!/bin/sh\n[ "$1" = run ] || of=".$1"\nexec cp "${2%.toml}$of.h5" "$4"\n'
NUMBERS = "chaser.mass,target.mass,x,metric,expected,accept,source\n"
TRENDS = "metric,axis,direction,tolerance,at,source\n"


class Replay(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="replay with space ")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.program = self.folder / "program"
        self.program.write_text(PROGRAM)
        os.chmod(self.program, stat.S_IRWXU)
        self.study("study", [[1.0, 2.0, 4.0], [5.0, 4.9, 6.0]])

    def study(self, name, values, outcome=0):
        """A result over two masses, which move together, and x."""
        (self.folder / "studies/expected").mkdir(parents=True, exist_ok=True)
        (self.folder / f"studies/{name}.toml").write_text("")
        with h5py.File(self.folder / f"studies/{name}.h5", "w") as file:
            file["masses"], file["x"] = np.zeros(2, "i1"), [0.1, 0.2, 0.3]
            file["masses"].make_scale("This is a netCDF dimension but not a netCDF variable.         2")
            file["x"].make_scale("x")
            variables = {"chaser.mass": [10.0, 30.0], "target.mass": [10.0, 75.0]}
            for key, data in variables.items():
                file[key] = data
                file[key].dims[0].attach_scale(file["masses"])
            for key, data in {"m": values, "outcome": np.full((2, 3), outcome, "i1")}.items():
                file[key] = data
                file[key].dims[0].attach_scale(file["masses"])
                file[key].dims[1].attach_scale(file["x"])
            file["outcome"].attrs["coordinates"] = "chaser.mass target.mass"

    def replay(self, *tables):
        for i, table in enumerate(tables):
            (self.folder / f"studies/expected/{i}.csv").write_text(table)
        done = subprocess.run([sys.executable, REPLAY, self.program, self.folder / "studies"], capture_output=True,
                              text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def assert_good(self, *tables):
        code, output = self.replay(*tables)
        self.assertEqual(code, 0, output)

    def assert_wrong(self, words, *tables):
        code, output = self.replay(*tables)
        self.assertEqual(code, 1, output)
        for word in words:
            self.assertIn(word, output)

    def test_numbers(self):
        self.assert_good("# said first\n" + NUMBERS + "30,75,0.2,m,5,0.11,print\n10,,0.3,m,4.1,3 %,print\n")
        self.assert_wrong(["got 4.9", "off by -0.1", "accepted 0.05", "1 wrong"], NUMBERS + "30,75,0.2,m,5,1 %,print\n")

    def test_means(self):
        means = NUMBERS.replace("metric,", "metric,over,")
        self.study("study", [[1.0, 2.0, 3.3], [5.0, 5.1, 5.2]])  # 2.1 +- 0.66, 5.1 +- 0.058
        self.assert_good(means + "30,75,,m,x,5.25,0,print\n10,,,m,x,3.9,0,print\n30,,,m,x,4.7,10 %,print\n")
        self.assert_wrong(["got 5.1 +- 0.058", "off by -0.2", "accepted 0.173", "1 wrong"],
                          means + "30,75,,m,x,5.3,0.1,print\n")
        self.assert_wrong(["has the axes masses, x"], means + "30,75,,m,y,5.3,0.1,print\n")
        self.assert_wrong(["fits 2 points of the axis masses"], means + ",,,m,x,5.3,0.1,print\n")

    def test_undefined_numbers(self):
        self.study("study", [[1.0, np.nan, 4.0], [5.0, 4.9, 6.0]])
        self.assert_good(NUMBERS + "10,10,0.2,m,nan,0,ours\n")
        self.assert_wrong(["got nan"], NUMBERS + "10,10,0.2,m,1,0,ours\n")
        self.assert_wrong(["got 1"], NUMBERS + "10,10,0.1,m,nan,0,ours\n")

    def test_trends(self):
        self.assert_good(TRENDS + "m,masses,rising,0,,print\nm,x,rising,0,chaser.mass=10,print\n"
                         "m,x,rising,0.1001,,print\nm,x,rising,2 %,,print\nm,x,valley,0,target.mass=75,print\n"
                         "m,x,flat,1.1001,chaser.mass=30 and target.mass=75,print\n")
        self.assert_wrong(["m over x at masses = 30, 75 is not rising: 5 at 0.1, then 4.9 at 0.2", "figure 9"],
                          TRENDS + "m,x,rising,0.05,,figure 9\n")
        self.assert_wrong(["m over masses at x = 0.1 is not falling: 1 at 10, 10, then 5 at 30, 75", "3 wrong"],
                          TRENDS + "m,masses,falling,0,,print\n")
        self.assert_wrong(["is not flat: 4.9 at 0.2, then 6 at 0.3"], TRENDS + "m,x,flat,1,chaser.mass=30,print\n")
        self.assert_wrong(["is not valley"], TRENDS + "m,x,valley,0,chaser.mass=10,print\n")

    def test_undefined_in_a_trend(self):
        self.study("study", [[1.0, np.nan, 4.0], [5.0, 4.9, 6.0]])
        self.assert_wrong(["m over x at masses = 10, 10: undefined at 0.2"], TRENDS + "m,x,rising,0,chaser.mass=10,print\n")

    def test_mistakes_in_tables(self):
        for table, word in [(NUMBERS + "30,10,0.2,m,5,1,print\n", "fits 0 points of the axis masses"),
                            (NUMBERS + ",,0.2,m,5,1,print\n", "fits 2 points of the axis masses"),
                            (NUMBERS + "30,75,0.2,n,5,1,print\n", "no metric n"),
                            (TRENDS + "m,y,rising,0,,print\n", "has the axes masses, x"),
                            (TRENDS + "m,x,up,0,,print\n", "the direction is"),
                            (TRENDS + "m,x,rising,0,mass=3,print\n", "no axis has the key mass"),
                            (TRENDS + "m,x,rising,0,chaser.mass=3,print\n", "no point of the grid"),
                            ("a,b\n1,2\n", "columns are")]:
            self.assert_wrong([word], table)

    def test_several_studies(self):
        self.study("other", [[9.0, 9.0, 9.0], [9.0, 9.0, 9.0]])
        own, other = NUMBERS + "10,10,0.1,m,1,0,print\n", "# study: other.toml\n" + TRENDS + "m,x,flat,0,,print\n"
        self.assert_good(own, other)
        self.assert_wrong(["other.toml: nothing is expected of it"], own, own)
        self.assert_wrong(["another.toml, which is not there"], own, other, other.replace("other", "another"))

    def test_tables_of_other_verbs(self):
        self.study("table", [[7.0, 7.0, 7.0], [7.0, 7.0, 7.0]])
        (self.folder / "studies/table.toml").unlink()
        (self.folder / "studies/table.h5").rename(self.folder / "studies/study.stability.h5")
        own, table = NUMBERS + "10,10,0.1,m,1,0,print\n", "# study: study.toml stability\n" + TRENDS + "m,x,flat,0,,print\n"
        self.assert_good(own, table)
        self.assert_good(table)
        self.assert_wrong(["is not flat"], own, table.replace(" stability", ""))

    def test_failed_scenarios(self):
        self.study("study", [[1.0, 2.0, 4.0], [5.0, 4.9, 6.0]], outcome=4)
        self.assert_wrong(["outcome ok"], NUMBERS + "10,10,0.1,m,1,0,print\n")

    def test_failures_that_are_expected(self):
        self.study("study", [[1.0, 2.0, 4.0], [5.0, 4.9, 6.0]], outcome=4)
        rows = [f"{masses},{x},outcome,4,0,print\n" for masses in ("10,10", "30,75") for x in ("0.1", "0.2", "0.3")]
        self.assert_good(NUMBERS + "".join(rows))
        self.assert_wrong(["outcome ok"], NUMBERS + "".join(rows[1:]))

    def test_nothing_expected(self):
        self.assert_wrong(["nothing is expected of it"], NUMBERS)


if __name__ == "__main__":
    unittest.main()
