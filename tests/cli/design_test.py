"""Sampled designs end to end: every type runs and opens in xarray; one that grows can be extended, whatever happens
meanwhile, and is then bit for bit what a run of the larger study leaves."""
import random
import subprocess
import unittest

import h5py
import numpy as np
import xarray

from support import BAD_INPUT, REPOSITORY, SMALL, CommandLine

PARAMETERS = """\
[[parameter]]
path = "actuator.total_delay"
distribution = "log_uniform"
from = "0.2 ms"
to = "1 ms"
[[parameter]]
path = "contact.law"
values = ["flores", "hertz"]
[[parameter]]
path = "chaser.mass"
from = "20 kg"
to = "40 kg"
"""
D = 3
POINTS = {"random": 12, "latin_hypercube": 12, "sobol": 12, "halton": 12, "morris": 12 * (D + 1), "saltelli": 12 * (D + 2)}
GROWING = [name for name in POINTS if name != "latin_hypercube"]


def sampled(kind, samples=12):
    count = "" if kind == "one_at_a_time" else f"samples = {samples}\n"
    return SMALL + f'[design]\ntype = "{kind}"\n{count}' + PARAMETERS


class Design(CommandLine):
    def run_fresh(self, study, output, *more):
        self.hilspace("run", study, "-o", output, "--quiet", "--fresh", *more)

    def test_every_type_runs_and_opens(self):
        for kind, points in {**POINTS, "one_at_a_time": 1 + 4 * D}.items():
            with self.subTest(kind):
                study = self.study(sampled(kind))
                self.assertIn(f"{points} scenarios", self.hilspace("check", study)[0])
                self.run_fresh(study, "r.h5")
                with xarray.open_dataset(self.folder / "r.h5", engine="h5netcdf") as result:
                    self.assertEqual(dict(result.sizes), {"scenario": points})
                    for name in ("actuator.total_delay", "contact.law", "chaser.mass"):
                        self.assertIn(name, result.coords)
                        self.assertEqual(result[name].dims, ("scenario",))
                    self.assertEqual(set(result["contact.law"].values), {"flores", "hertz"})
                    mass = result["chaser.mass"].values
                    self.assertTrue(20.0 <= mass.min() < 30.0 < mass.max() <= 40.0 or kind == "one_at_a_time")
                    self.assertTrue(np.all(result["outcome"] == 0))
                self.assertIn("chaser.mass", self.hilspace("show", "r.h5")[0])
                self.assertEqual(len(self.hilspace("show", "r.h5", "--csv")[0].splitlines()), points + 1)

    def test_only_shares_of_a_sample_have_intervals(self):
        study = (REPOSITORY / "studies/24-capture-map/study.toml").read_text()
        for kind, count in (("random", "samples = 3"), ("one_at_a_time", "levels = 2")):
            head, _, parameters = study.replace('thrust_time = "10 s"\n', "").partition("[design]")
            first = parameters.split("[[parameter]]")[1]
            self.study(f'{head}[design]\ntype = "{kind}"\n{count}\n[[parameter]]{first}')
            said, _ = self.hilspace("run", "study.toml", "-o", "r.h5", "--fresh")
            for words in (said, self.hilspace("show", "r.h5")[0]):
                self.assertIn("the testbed's verdict is wrong in ", words)
                self.assertEqual("95 % interval" in words, kind == "random", words)

    def test_what_a_result_carries_is_the_study(self):
        self.run_fresh(self.study(sampled("morris")), "a.h5")
        with h5py.File(self.folder / "a.h5") as file:
            resolved = self.study(file.attrs["study"].decode(), "resolved.toml")
        self.run_fresh(resolved, "b.h5")
        self.assert_same("a.h5", "b.h5")

    def test_list_runs_from_another_folder_and_merges_without_its_file(self):
        (self.folder / "sub").mkdir()
        points = self.folder / "sub" / "points.csv"
        points.write_text("chaser.mass,approach.velocity [cm/s]\n" + "".join(f"{20 + k} kg,{1 + k}\n" for k in range(9)))
        (self.folder / "sub" / "study.toml").write_text(SMALL + '[design]\ntype = "list"\nfile = "points.csv"\n')
        study = self.folder / "sub" / "study.toml"
        self.run_fresh(study, "whole.h5")
        for index in (1, 2):
            self.hilspace("run", study, "--shard", f"{index}/2", "-o", f"s{index}.h5", "--quiet")
        points.unlink()
        self.hilspace("merge", "s1.h5", "s2.h5", "-o", "merged.h5", "--quiet")
        self.assert_same("whole.h5", "merged.h5")
        with h5py.File(self.folder / "whole.h5") as file:
            self.assertEqual(list(file["approach.velocity"]), [0.01 * (1 + k) for k in range(9)])
            self.assertIn("9 scenarios", self.hilspace("check", self.study(file.attrs["study"].decode()))[0])

    def test_shards_of_a_design_are_the_whole(self):
        study = self.study(sampled("sobol", 31))
        for index in (1, 2, 3):
            self.hilspace("run", study, "--shard", f"{index}/3", "-o", f"s{index}.h5", "--quiet")
        self.hilspace("merge", "s1.h5", "s2.h5", "s3.h5", "-o", "merged.h5", "--quiet")
        self.run_fresh(study, "whole.h5")
        self.assert_same("whole.h5", "merged.h5")

    def test_extension_is_what_a_fresh_run_leaves(self):
        for kind in GROWING:
            with self.subTest(kind):
                study = self.study(sampled(kind))
                larger = ("--set", "design.samples=150", "--set", "output.traces=[3]")
                self.run_fresh(study, "grown.h5", "--set", "output.traces=[3]")
                with h5py.File(self.folder / "grown.h5") as file:
                    before = file["velocity.error_pct"][:]
                said = self.hilspace("run", study, "-o", "grown.h5", *larger, code=BAD_INPUT)[1]
                self.assertIn("--extend", said)
                self.hilspace("run", study, "-o", "grown.h5", "--extend", "--quiet", *larger)
                self.run_fresh(study, "fresh.h5", *larger)
                self.assert_same("grown.h5", "fresh.h5")
                self.assertEqual([p.name for p in self.folder.glob("*.parts")], [])
                with h5py.File(self.folder / "grown.h5") as file:
                    self.assertEqual(list(file["velocity.error_pct"][:before.size]), list(before))
                self.assertIn("already complete", self.hilspace("run", study, "-o", "grown.h5", "--extend", *larger)[0])

    def test_extension_computes_only_what_is_new(self):
        study = self.study(sampled("sobol"))
        self.run_fresh(study, "grown.h5")
        with h5py.File(self.folder / "grown.h5", "r+") as file:  # a number that no simulation gives
            file["velocity.error_pct"][5] = 12345.0
        self.hilspace("run", study, "-o", "grown.h5", "--extend", "--quiet", "--set", "design.samples=40")
        with h5py.File(self.folder / "grown.h5") as file:
            self.assertEqual(file["velocity.error_pct"][5], 12345.0)

    def test_list_grows_by_its_end(self):
        study = self.study(SMALL + '[design]\ntype = "list"\nfile = "points.csv"\n')
        points = self.folder / "points.csv"
        rows = ["chaser.mass"] + [f"{20 + k} kg" for k in range(9)]
        points.write_text("\n".join(rows[:5]) + "\n")
        self.run_fresh(study, "grown.h5")
        points.write_text("\n".join(rows[:1] + rows[2:]) + "\n")
        said = self.hilspace("run", study, "-o", "grown.h5", "--extend", code=BAD_INPUT)[1]
        self.assertIn("its points are not the first points of this study", said)
        points.write_text("\n".join(rows) + "\n")
        self.hilspace("run", study, "-o", "grown.h5", "--extend", "--quiet")
        self.run_fresh(study, "fresh.h5")
        self.assert_same("grown.h5", "fresh.h5")

    def test_what_cannot_be_extended_says_why_and_stays(self):
        study = self.study(sampled("sobol"))
        self.run_fresh(study, "r.h5")
        before = (self.folder / "r.h5").read_bytes()
        grown = ("--set", "design.samples=20")
        for more, word in [(("--set", "contact.radius=30 mm"), 'contact.radius "0.025 m" -> "0.03 m"'),
                           (("--set", "seed=2"), "seed 1 -> 2"),
                           (("--set", "design.type=halton"), 'design.type "sobol" -> "halton"'),
                           (("--set", "design.samples=5"), "it already has 12 scenarios, and this study has 5"),
                           (("--shard", "1/2"), "--extend excludes --shard"), (("--fresh",), "--extend excludes --fresh")]:
            with self.subTest(word):
                settings = more if "samples" in " ".join(more) else (*grown, *more)
                said = self.hilspace("run", study, "-o", "r.h5", "--extend", *settings, code=BAD_INPUT)[1]
                self.assertIn(word, said)
                self.assertEqual((self.folder / "r.h5").read_bytes(), before)
        self.assertIn("nothing to extend", self.hilspace("run", study, "-o", "none.h5", "--extend", code=BAD_INPUT)[1])
        cube = self.study(sampled("latin_hypercube"), "cube.toml")
        self.run_fresh(cube, "cube.h5")
        said = self.hilspace("run", cube, "-o", "cube.h5", "--extend", *grown, code=BAD_INPUT)[1]
        self.assertIn("latin_hypercube design cannot be extended", said)
        grid = self.study(SMALL, "grid.toml")
        self.run_fresh(grid, "grid.h5")
        said = self.hilspace("run", study, "-o", "grid.h5", "--extend", code=BAD_INPUT)[1]
        self.assertIn("only studies with a sampled design", said)

    def test_a_killed_extension_goes_on_and_leaves_the_old_result(self):
        study = self.study(sampled("random", 50))
        larger = ("--set", "design.samples=40000")
        self.run_fresh(study, "grown.h5")
        before = (self.folder / "grown.h5").read_bytes()
        kills, moments = 0, random.Random(1)
        for _ in range(8):
            process = self.start("run", study, "-o", "grown.h5", "--extend", "--threads", "1", *larger)
            try:
                self.assertEqual(process.wait(timeout=moments.uniform(0.05, 0.5)), 0, self.said())
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            kills += 1
            if (self.folder / "grown.h5").read_bytes() != before:
                break  # already complete: compared with the undisturbed one below
        self.assertGreater(kills, 0)
        self.hilspace("run", study, "-o", "grown.h5", "--extend", "--quiet", *larger)
        self.run_fresh(study, "fresh.h5", *larger)
        self.assert_same("grown.h5", "fresh.h5")
        self.assertFalse((self.folder / "grown.h5.parts").exists())


if __name__ == "__main__":
    unittest.main()
