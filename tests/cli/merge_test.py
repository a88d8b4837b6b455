"""Merged as a virtual dataset, from folders, and from damaged parts: correct numbers or a message."""
import os
import random
import shutil
import subprocess
import unittest

import h5py
import numpy as np
import xarray

from support import BAD_INPUT, FAILED, SEED, SEVERAL_AXES, TIMES, CommandLine, coarse

ENGINES = ("netcdf4", "h5netcdf")


class Chunks(CommandLine):
    """Chunks as a submission leaves them: FILE.h5.chunks/00001.h5 ..., and other things."""

    def chunks(self, count, study=SEVERAL_AXES, *more):
        folder = self.folder / "a.h5.chunks"
        folder.mkdir()
        for index in range(1, count + 1):
            self.hilspace("run", study, "--shard", f"{index}/{count}", "-o", folder / f"{index:05}.h5", "--quiet", *more)
        (folder / "study.toml").write_text("not a part")
        (folder / "00001.h5.host.1.1.tmp").write_text("half")
        (folder / "00002.h5.parts").mkdir()
        return folder

    def compare(self, real, virtual):
        """Everything except the location of the data."""
        with h5py.File(real) as a, h5py.File(virtual) as b:
            self.assertEqual(sorted(set(a) | {"sources"}), sorted(b))
            for name in a:
                if not isinstance(a[name], h5py.Dataset):
                    continue
                self.assertEqual(a[name].dtype, b[name].dtype, name)
                values = [file[name][()] for file in (a, b)]
                same = [data if isinstance(data, bytes) else data.tolist() if data.dtype == object else data.tobytes()
                        for data in values]
                self.assertEqual(*same, name)
                self.assertEqual(set(a[name].attrs), set(b[name].attrs), name)
        for engine in ENGINES:
            with xarray.open_dataset(real, engine=engine) as a, xarray.open_dataset(virtual, engine=engine) as b:
                for data in (a, b):
                    for when in ("start_time", "end_time"):
                        del data.attrs[when]
                xarray.testing.assert_identical(a.load(), b.load())

    def show(self, file):
        return self.hilspace("show", file, "--csv")[0]


class Virtual(Chunks):
    def test_it_is_the_real_one_wherever_the_folder_goes(self):
        self.chunks(7, SEVERAL_AXES, "--set", "output.traces=[0, 17]")  # cuts rows, and rows of rows
        self.hilspace("merge", "a.h5.chunks", "-o", "real.h5")
        self.assertIn("30 scenarios, 30 ok", self.hilspace("merge", "a.h5.chunks", "-o", "view.h5", "--virtual")[0])
        self.compare(self.folder / "real.h5", self.folder / "view.h5")
        self.assertEqual(self.show("real.h5"), self.show("view.h5"))
        with h5py.File(self.folder / "view.h5") as file:
            self.assertTrue(file["velocity.error_pct"].is_virtual)
            self.assertEqual([name.decode() for name in file["sources/file"]],
                             [f"a.h5.chunks/{index:05}.h5" for index in range(1, 8)])
            self.assertEqual(set(file["traces"]), {"0", "17"})
        dumped = subprocess.run(["h5dump", "-d", "velocity.error_pct", self.folder / "view.h5"], capture_output=True)
        self.assertEqual(dumped.returncode, 0, dumped.stderr)
        self.assertNotIn(b"nan", dumped.stdout.split(b"DATA {")[-1].split(b"ATTRIBUTE")[0])

        moved = self.folder / "else where 100 %b"
        moved.mkdir()
        for name in ("a.h5.chunks", "real.h5", "view.h5"):
            shutil.move(self.folder / name, moved / name)
        self.compare(moved / "real.h5", moved / "view.h5")
        self.assertEqual(self.show(moved / "real.h5"), self.show(moved / "view.h5"))
        self.hilspace("merge", *sorted(moved.glob("*/0*.h5")), "-o", moved / "a.h5.chunks/view.h5", "--virtual")
        self.compare(moved / "real.h5", moved / "a.h5.chunks/view.h5")

    def test_a_part_that_is_gone_or_changed_is_named_and_never_read_as_missing(self):
        folder = self.chunks(3)
        self.hilspace("merge", folder, "-o", "view.h5", "--virtual", "--quiet")
        part, kept = folder / "00002.h5", (folder / "00002.h5").read_bytes()
        shown = self.show("view.h5")
        self.hilspace("run", SEVERAL_AXES, "--shard", "2/3", "--set", "approach.velocity=0.2 m/s", "-o", "other.h5")
        other = (self.folder / "other.h5").read_bytes()
        third = (folder / "00003.h5").read_bytes()
        for what, contents, word in [("gone", None, "is not there"), ("cut", kept[:len(kept) // 2], "is damaged"),
                                     ("other", other, "belongs to another study"), ("third", third, "scenarios")]:
            with self.subTest(what):
                part.unlink()
                if contents is not None:
                    part.write_bytes(contents)
                for command, code in ((["show", "view.h5"], BAD_INPUT),
                                      (["run", SEVERAL_AXES, "-o", "view.h5"], FAILED)):
                    _, errors = self.hilspace(*command, code=code)
                    self.assertIn("00002.h5", errors)
                    self.assertIn(word, errors)
                part.write_bytes(kept)
        self.assertEqual(self.show("view.h5"), shown)
        # Other readers see missing data, even where a 0 would look like a valid value.
        part.unlink()
        with h5py.File(self.folder / "view.h5") as file:
            self.assertEqual((file["outcome"][()].ravel() == -1).sum(), 10)
            self.assertEqual(np.isnan(file["velocity.error_pct"][()]).sum(), 10)

    def test_few_open_files_are_enough_for_us(self):
        self.chunks(30)
        self.hilspace("merge", "a.h5.chunks", "-o", "view.h5", "--virtual", "--quiet")
        few = subprocess.run(["sh", "-c", 'ulimit -n 16; exec "$HILSPACE" show view.h5 --csv'], cwd=self.folder,
                             capture_output=True, text=True)
        self.assertEqual(few.stdout, self.show("view.h5"), few.stderr)

    def test_few_open_files_are_enough_for_the_statistics_of_repeats(self):
        self.chunks(30, SEVERAL_AXES, "--set", "numerics.repeats=2")
        self.hilspace("merge", "a.h5.chunks", "-o", "many.h5", "--virtual", "--quiet")
        few = subprocess.run(["sh", "-c", 'ulimit -n 16; exec "$HILSPACE" merge a.h5.chunks -o few.h5 --virtual --quiet'],
                             cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(few.returncode, 0, few.stderr)
        self.assertIn("velocity.error_pct.mean", self.show("few.h5"))
        self.assertEqual(self.show("few.h5"), self.show("many.h5"))

    def test_parts_that_do_not_stay_are_refused(self):
        folder = self.chunks(2)
        (self.folder / "x.h5.parts").mkdir()
        for index in (1, 2):
            shutil.copy(folder / f"0000{index}.h5", self.folder / f"x.h5.parts/{index}.part.h5")
        _, errors = self.hilspace("merge", "x.h5.parts", "-o", "x.h5", "--virtual", code=BAD_INPUT)
        self.assertIn("deletes it when it ends", errors)
        self.assertFalse((self.folder / "x.h5").exists())

    def test_a_real_one_takes_the_place_of_a_virtual_one(self):
        folder = self.chunks(2)
        self.hilspace("merge", folder, "-o", "a.h5", "--virtual")
        self.assertIn("complete", self.hilspace("merge", folder, "-o", "a.h5", "--virtual")[0])
        self.hilspace("merge", folder, "-o", "a.h5")
        shutil.rmtree(folder)
        self.assertEqual(self.show("a.h5").count("\n"), 31)


class Folders(Chunks):
    def test_missing_chunks_have_numbers(self):
        folder = self.chunks(15)
        for index in (3, 7, 8, 9):
            (folder / f"{index:05}.h5").unlink()
        _, errors = self.hilspace("merge", folder, "-o", "a.h5", code=FAILED)
        self.assertIn("a.h5.chunks: chunks 3 and 7 to 9 of 15 are missing", errors)
        for index in (1, 5, 11, 13):
            (folder / f"{index:05}.h5").unlink()
        self.assertIn("and 1 more ranges of 15", self.hilspace("merge", folder, "-o", "a.h5", code=FAILED)[1])
        self.assertFalse((self.folder / "a.h5").exists())


class Damage(Chunks):
    def test_flipped_bits_and_cut_files_are_found_or_do_no_harm(self):
        flips, cuts = 30 * TIMES, 6 * TIMES
        print(f"{flips} flips, {cuts} cuts, seed {SEED}", flush=True)
        chance = random.Random(SEED)
        folder = self.chunks(3)
        self.hilspace("merge", folder, "-o", "whole.h5", "--quiet")
        part = folder / "00002.h5"
        good = part.read_bytes()
        found = 0
        for flip in range(flips + cuts):
            bad = bytearray(good)
            if flip < flips:
                bad[chance.randrange(len(bad))] ^= 1 << chance.randrange(8)
            else:
                del bad[chance.randrange(len(bad)):]
            part.write_bytes(bad)
            merged = subprocess.run([os.environ["HILSPACE"], "merge", folder, "-o", "a.h5", "--quiet"], cwd=self.folder,
                                    capture_output=True, text=True)
            self.assertIn(merged.returncode, (0, FAILED), merged.stderr)
            if merged.returncode == 0:
                self.assertLess(flip, flips, "a part that was cut off was merged")
                self.assert_same("whole.h5", "a.h5")
                (self.folder / "a.h5").unlink()
            else:
                found += 1
                self.assertIn("00002.h5: ", merged.stderr)
                self.assertFalse((self.folder / "a.h5").exists())
        print(f"{found} of {flips + cuts} were found, the others did no harm", flush=True)
        self.assertGreater(found, cuts + flips // 2)


class Together(Chunks):
    def test_runs_and_merges_on_one_output_at_once(self):
        study = self.study(coarse(3000))
        folder = self.chunks(3, study)
        self.hilspace("merge", folder, "-o", "whole.h5")
        for _ in range(5):
            commands = [("run", study, "-o", "a.h5"), ("merge", folder, "-o", "a.h5"), ("run", study, "-o", "a.h5"),
                        ("merge", folder, "-o", "a.h5", "--virtual")]
            processes = [self.start(*command) for command in commands]
            codes = [process.wait(timeout=600) for process in processes]
            self.assertIn(0, codes)
            self.assertLessEqual(set(codes), {0, FAILED})  # a second run says that there is another
            self.assertEqual(self.show("a.h5"), self.show("whole.h5"))
            (self.folder / "a.h5").unlink()
            self.assertEqual(list(self.folder.glob("a.h5.*tmp")), [])


if __name__ == "__main__":
    unittest.main()
