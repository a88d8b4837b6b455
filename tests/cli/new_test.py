"""new: every template is a study that checks and runs as it is; what is there is kept."""
import os
import resource
import signal
import tomllib
import unittest

import h5py

from support import BAD_INPUT, FAILED, CommandLine


class New(CommandLine):
    def templates(self):
        listed, _ = self.hilspace("new", "--list")
        self.assertTrue(all(line.split(maxsplit=1)[1] in self.hilspace("new", "--help")[0]
                            for line in listed.splitlines()))
        return [line.split()[0] for line in listed.splitlines()]

    def test_every_template_checks_and_runs_as_it_is(self):
        names = self.templates()
        self.assertEqual(names, ["axial", "sixdof", "rig", "design", "mechanism", "hybrid", "flexible"])
        models = {"sixdof": "sixdof", "rig": "rig", "mechanism": "sixdof", "flexible": "four_mass"}
        for name in names:
            with self.subTest(name):
                said, _ = self.hilspace("new", name, "-o", f"{name}.toml")
                self.assertIn(f"hilspace check {name}.toml", said)
                study = tomllib.loads((self.folder / f"{name}.toml").read_text())
                self.assertEqual(study["model"], models.get(name, "axial"))
                self.assertEqual("design" in study, name == "design")
                self.assertIn("no errors", self.hilspace("check", f"{name}.toml")[0])
                self.hilspace("run", f"{name}.toml", "-o", f"{name}.h5", "--quiet")
                with h5py.File(self.folder / f"{name}.h5") as file:
                    outcomes = file["outcome"][()].ravel()
                    self.assertGreater(outcomes.size, 1, "a study varies something")
                    self.assertTrue((outcomes == 0).all(), f"{outcomes}: all of them end well")

    def test_writes_the_first_one_as_study_toml(self):
        self.hilspace("new")
        self.hilspace("new", "axial", "-o", "named.toml")
        self.assertEqual((self.folder / "study.toml").read_bytes(), (self.folder / "named.toml").read_bytes())
        self.assertEqual(self.hilspace("new", "axial", "-o", "-")[0], (self.folder / "named.toml").read_text())
        self.assertEqual(len(list(self.folder.iterdir())), 2, "and nothing beside them")

    def test_keeps_what_is_there(self):
        kept = self.study("mine")
        folder = self.folder / "folder"
        folder.mkdir()
        for words in ([], ["design"], ["-o", "study.toml"]):
            self.assertIn("study.toml: is there already", self.hilspace("new", *words, code=BAD_INPUT)[1])
        (self.folder / "link.toml").symlink_to(kept)
        self.assertIn("is there already", self.hilspace("new", "-o", "link.toml", code=BAD_INPUT)[1])
        self.assertEqual(kept.read_text(), "mine")
        for output in (folder, "none/study.toml", "/dev/null"):
            self.assertIn(str(output), self.hilspace("new", "-o", output, code=BAD_INPUT)[1])
        self.hilspace("new", "-o", "new.toml", preexec_fn=lambda: os.chdir("folder"))
        self.assertTrue((folder / "new.toml").exists(), "where it was called")

    def test_a_name_that_is_none_gets_the_nearest(self):
        self.assertIn('did you mean "sixdof"?', self.hilspace("new", "6dof", code=BAD_INPUT)[1])
        self.assertFalse((self.folder / "study.toml").exists())
        self.assertIn('did you mean "schema"?', self.hilspace("list", "schem", code=BAD_INPUT)[1])

    def test_a_full_disk_leaves_nothing(self):
        def no_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        self.assertIn("study.toml", self.hilspace("new", code=FAILED, preexec_fn=no_room)[1])
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
