"""tools/crate: what it says of files is what is in them, and nothing that is there is lost."""
import hashlib
import json
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
