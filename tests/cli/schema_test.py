"""list schema: the JSON Schema of studies takes every study that the program takes, and refuses what a schema can know."""
import json
import re
import tomllib
import unittest
from pathlib import Path

import h5py
import jsonschema

from support import BAD_INPUT, REPOSITORY, CommandLine

NO_STUDIES = re.compile(r"15-rig-campaign/")  # campaigns and rig files have keys of their own
BAD = REPOSITORY / "tests/config/bad"


def study_of(text):
    """What tomllib reads; of a bad one the part before its message."""
    return tomllib.loads(re.split(r"(?m)^# (?:refused:|--set )", text)[0])


def good_studies():
    found = [*(REPOSITORY / "studies").rglob("*.toml"), *(REPOSITORY / "tests").rglob("*.toml"),
             *(REPOSITORY / "apps/hilspace/templates").glob("*.toml")]
    return sorted(path for path in found if BAD not in path.parents and not NO_STUDIES.search(path.as_posix()))


class Schema(CommandLine):
    @classmethod
    def setUpClass(cls):
        cls.loaded = None

    def validator(self):
        if Schema.loaded is None:
            schema = json.loads(self.hilspace("list", "schema")[0])
            jsonschema.Draft7Validator.check_schema(schema)
            Schema.loaded = jsonschema.Draft7Validator(schema)
        return Schema.loaded

    def errors(self, study):
        return [f"{'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"
                for error in self.validator().iter_errors(study)]

    def test_takes_every_study_of_the_repository(self):
        studies = good_studies()
        self.assertGreater(len(studies), 40)
        for path in studies:
            with self.subTest(path.relative_to(REPOSITORY)):
                self.assertEqual(self.errors(tomllib.loads(path.read_text())), [])

    def test_takes_what_the_program_writes_into_results(self):
        for name in ("axial", "sixdof", "rig", "design", "mechanism", "hybrid", "flexible"):
            with self.subTest(name):
                self.hilspace("new", name, "-o", f"{name}.toml")
                self.hilspace("simulate", f"{name}.toml", "-o", f"{name}.h5")  # with the same text as a run of all
                with h5py.File(self.folder / f"{name}.h5") as file:
                    self.assertEqual(self.errors(tomllib.loads(file.attrs["study"].decode())), [])

    def test_refuses_what_a_schema_can_know(self):
        refused, passed, not_toml = [], [], 0
        for path in sorted(BAD.rglob("*.toml")):
            text = path.read_bytes().decode(errors="replace")
            if re.search(r"(?m)^# --set ", text):
                continue
            try:
                study = study_of(text)
            except tomllib.TOMLDecodeError:
                not_toml += 1
                continue
            (refused if self.errors(study) else passed).append(path.relative_to(BAD).as_posix())
        print(f"{len(refused)} bad studies refused, {len(passed)} passed, {not_toml} not TOML\n" + "\n".join(passed))
        self.assertGreaterEqual(len(refused), 156, "\n".join(passed))

    def test_knows_units_ranges_names_and_texts(self):
        known = self.validator().schema["definitions"]
        self.assertIn("[m s-1], > 0", known["approach.velocity"]["description"])
        self.assertEqual((known["contact.restitution"]["exclusiveMinimum"], known["contact.restitution"]["maximum"]),
                         (0, 1))
        self.assertIn("flores", known["contact.law"]["description"])
        self.assertEqual(known["actuator.damping"]["default"], 0.7)
        for row in re.findall(r"(?m)^  ([a-z_.]+) +", self.hilspace("list", "parameters")[0]):
            if "." in row and row in known:
                self.assertTrue(known[row]["description"], row)

    def test_each_mistake_is_one_finding_at_its_key(self):
        study = tomllib.loads((REPOSITORY / "studies/01-axial-actuator-delay/study.toml").read_text())
        for where, key, value in (("chaser", "mass", 30), ("chaser", "mass", "-30 kg"), ("chaser", "mass", "0 kg"),
                                  ("chaser", "mass", "30"), ("chaser", "mass", "30 kg 500"), ("chaser", "mas", "30 kg"),
                                  ("contact", "law", "florez"), ("contact", "restitution", 1.5),
                                  ("force_sensor", "bandwidth", "640 1/s"), ("numerics", "solver", "euler"),
                                  ("drogue", "half_angle", "20 deg")):
            with self.subTest((where, key, value)):
                wrong = json.loads(json.dumps(study))
                wrong.setdefault(where, {})[key] = value
                errors = self.errors(wrong)
                self.assertTrue(errors and all(where in error for error in errors), errors)

    def test_near_values_pass(self):
        study = tomllib.loads((REPOSITORY / "studies/01-axial-actuator-delay/study.toml").read_text())
        for written in ("30 kg", " 30kg ", "+3e1 kg", "30000.0 g", ".03 t", "0.5 lb"):
            study["chaser"]["mass"] = written
            self.assertEqual(self.errors(study), [], written)

    def test_an_unknown_list_is_refused(self):
        self.assertIn("schema", self.hilspace("list", "schemas", code=BAD_INPUT)[1])


if __name__ == "__main__":
    unittest.main()
