"""tools/crate: what it says of files is what is in them, and nothing that is there is lost."""
import hashlib
import json
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import h5py

CRATE = Path(__file__).resolve().parents[2] / "tools/crate"


def write(path, **attributes):
    with h5py.File(path, "w") as file:
        file.attrs.update({"program": "hilspace", "program_version": "1.2.3", "revision": "abc", "file_kind": "result",
                           "title": "A test", "study": "title = \"A test\"\n", "study_sha256": "12ab", "host": "here",
                           "start_time": "2024-05-06T07:08:09Z", "end_time": "2024-05-06T07:09:00Z", "warnings": "too late"} | attributes)
        file["outcome"] = [0, 0, 3]


class Crate(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = Path(self.scratch.name)

    def crate(self, *names):
        return subprocess.run([sys.executable, CRATE, *names], cwd=self.folder, capture_output=True, text=True, check=False)

    def described(self, *names):
        done = self.crate(*names)
        self.assertEqual(done.returncode, 0, done.stderr)
        graph = json.loads((self.folder / "ro-crate-metadata.json").read_text())["@graph"]
        entities = {entity["@id"]: entity for entity in graph}
        self.assertEqual(len(entities), len(graph))
        for entity in graph:  # every reference within the crate leads to an entity
            for value in entity.values():
                for reference in value if isinstance(value, list) else [value]:
                    if isinstance(reference, dict) and not reference["@id"].startswith("https:"):
                        self.assertIn(reference["@id"], entities)
        return entities

    def test_a_result_its_plan_and_its_run(self):
        write(self.folder / "a.h5")
        entities = self.described("a.h5")
        self.assertEqual(entities["ro-crate-metadata.json"]["about"], {"@id": "./"})
        self.assertEqual(entities["./"]["hasPart"], [{"@id": "a.h5"}])
        self.assertEqual(entities["./"]["datePublished"], "2024-05-06")
        self.assertEqual(entities["a.h5"]["sha256"], hashlib.sha256((self.folder / "a.h5").read_bytes()).hexdigest())
        self.assertEqual(entities["#study-12ab"]["text"], "title = \"A test\"\n")
        run = entities["#run-of-a.h5"]
        self.assertEqual((run["startTime"], run["endTime"]), ("2024-05-06T07:08:09Z", "2024-05-06T07:09:00Z"))
        self.assertEqual(run["description"], "2 of 3 ended well; too late")
        self.assertEqual(entities[run["instrument"]["@id"]]["version"], "1.2.3 (revision abc)")

    def test_a_campaign_has_its_tables_and_recordings(self):
        write(self.folder / "c.h5", program="hilspace-rig", file_kind="campaign", campaign="Three", campaign_text="runs", campaign_sha256="34")
        (self.folder / "c.h5.runs").mkdir()
        for name in ("c.csv", "c.statistics.csv", "c.h5.runs/0-0.h5", "other.csv"):
            (self.folder / name).write_text(name)
        entities = self.described("c.h5")
        self.assertEqual([part["@id"] for part in entities["./"]["hasPart"]], ["c.h5", "c.csv", "c.statistics.csv", "c.h5.runs/0-0.h5"])
        self.assertEqual(entities["#run-of-c.h5"]["object"], [{"@id": "#study-12ab"}, {"@id": "#campaign-34"}])

    def virtual(self):
        (self.folder / "parts").mkdir()
        for name in ("1.h5", "2.h5"):
            write(self.folder / "parts" / name, file_kind="part")
        write(self.folder / "v.h5")
        with h5py.File(self.folder / "v.h5", "r+") as file:
            layout = h5py.VirtualLayout(shape=(6,), dtype=file["outcome"].dtype)
            for k, name in enumerate(("1.h5", "2.h5")):
                layout[3 * k:3 * k + 3] = h5py.VirtualSource(f"parts/{name}", "outcome", shape=(3,))
            del file["outcome"]
            file.create_virtual_dataset("outcome", layout, fillvalue=-1)
            file.create_dataset("sources/file", data=["parts/1.h5", "parts/2.h5"], dtype=h5py.string_dtype())

    def test_a_virtual_result_has_its_parts(self):
        self.virtual()
        entities = self.described("v.h5")
        self.assertEqual([part["@id"] for part in entities["./"]["hasPart"]], ["v.h5", "parts/1.h5", "parts/2.h5"])
        self.assertEqual(entities["parts/2.h5"]["isPartOf"], {"@id": "v.h5"})
        self.assertEqual(entities["#run-of-v.h5"]["description"], "4 of 6 ended well; too late")

    def test_a_virtual_result_without_a_part_is_refused(self):
        self.virtual()
        with h5py.File(self.folder / "parts/1.h5", "r+") as file:
            file.attrs["study_sha256"] = "34cd"
        self.assertRegex(self.crate("v.h5").stderr, r"v\.h5: its part .*1\.h5 is of another study")
        (self.folder / "parts/1.h5").unlink()
        done = self.crate("v.h5")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"v\.h5: its numbers are in parts, and .*1\.h5 is not there")
        self.assertFalse((self.folder / "ro-crate-metadata.json").exists())

    def test_a_virtual_result_with_a_part_outside_of_its_folder_is_refused(self):
        self.virtual()
        (self.folder / "sub").mkdir()
        (self.folder / "v.h5").rename(self.folder / "sub/v.h5")
        with h5py.File(self.folder / "sub/v.h5", "r+") as file:
            file["sources/file"][:] = ["../parts/1.h5", "../parts/2.h5"]
        done = self.crate("sub/v.h5")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, r"v\.h5: its part .*/parts/1\.h5 is outside of .*/sub; move them together")

    def test_a_part_whose_name_leads_out_and_back_is_described(self):
        self.virtual()
        with h5py.File(self.folder / "v.h5", "r+") as file:
            file["sources/file"][:] = [f"../{self.folder.name}/parts/1.h5", "parts/2.h5"]
        entities = self.described("v.h5")
        self.assertEqual([part["@id"] for part in entities["./"]["hasPart"]], ["v.h5", "parts/1.h5", "parts/2.h5"])

    def test_damaged_numbers_are_refused(self):
        write(self.folder / "a.h5")
        with h5py.File(self.folder / "a.h5", "r+") as file:
            file.create_dataset("numbers", data=[1.0, 2.0, 12345.0], chunks=(3,), fletcher32=True)
        self.described("a.h5")
        contents = (self.folder / "a.h5").read_bytes()
        number = struct.pack("<d", 12345.0)
        for bad in (contents.replace(number, struct.pack("<d", 12346.0)), contents[:len(contents) // 2], b"no HDF5"):
            (self.folder / "a.h5").write_bytes(bad)
            done = self.crate("a.h5", "--force")
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"^crate: .*a\.h5: is damaged, or no HDF5 file \(.*\)\n$")

    def test_two_results_of_one_study_share_it(self):
        write(self.folder / "a.h5")
        write(self.folder / "b.h5")
        entities = self.described("a.h5", "b.h5")
        self.assertEqual(sum(entity["@type"] == "CreativeWork" for entity in entities.values()), 2)  # with the descriptor

    def test_what_is_there_is_kept(self):
        write(self.folder / "a.h5")
        (self.folder / "ro-crate-metadata.json").write_text("mine")
        done = self.crate("a.h5")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--force", done.stderr)
        self.assertEqual((self.folder / "ro-crate-metadata.json").read_text(), "mine")
        self.described("a.h5", "--force")

    def test_other_files_are_refused(self):
        with h5py.File(self.folder / "x.h5", "w"):
            pass
        self.assertIn("not a file of hilspace", self.crate("x.h5").stderr)
        self.assertEqual(self.crate("none.h5").returncode, 1)
        (self.folder / "sub").mkdir()
        write(self.folder / "a.h5")
        write(self.folder / "sub/b.h5")
        self.assertIn("one folder", self.crate("a.h5", "sub/b.h5").stderr)
        self.assertFalse((self.folder / "ro-crate-metadata.json").exists())


if __name__ == "__main__":
    unittest.main()
