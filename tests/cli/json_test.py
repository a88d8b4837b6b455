"""--json: what check, show, status and list say, for programs."""
import json
import signal
import unittest

import h5py
import numpy as np

from support import BAD_INPUT, DELAYS, SMALL, CommandLine, many


class ForPrograms(CommandLine):
    def json(self, *arguments, **options):
        return json.loads(self.hilspace(*arguments, "--json", **options)[0])

    def test_check_says_what_would_run(self):
        study = self.study(SMALL + DELAYS)
        said = self.json("check", study)
        self.assertEqual((said["model"], said["scenarios"], said["errors"]), ("axial", 3, []))
        self.assertEqual(said["axes"], [{"name": "actuator.total_delay", "size": 3, "parameters": [
            {"key": "actuator.total_delay", "units": "s", "min": 0.0002, "max": 0.001}]}])
        shown, _ = self.hilspace("check", study)
        for warning in said["warnings"]:
            self.assertIn(f"warning: {warning}", shown)
        self.assertGreater(said["memory_bytes"], 1e6)

    def test_check_gives_errors_with_their_places(self):
        study = self.study(SMALL.replace("0.8", "1.8").replace('"30 kg"', "30"))
        said = self.json("check", study, code=BAD_INPUT)
        self.assertEqual([(error["line"], error["message"].split(" ")[0]) for error in said["errors"]],
                         [(4, "chaser.mass"), (11, "contact.restitution")])
        whole = self.hilspace("check", study, code=BAD_INPUT)[1].splitlines()
        self.assertEqual([f'{error["file"]}:{error["line"]}:{error["column"]}: {error["message"]}'
                          for error in said["errors"]], whole)
        self.assertIn("no such file", self.json("check", "none.toml", code=BAD_INPUT)["errors"][0]["message"])

    def test_show_has_the_numbers_of_the_file(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "a.h5", "--quiet")
        said = self.json("show", "a.h5")
        self.assertEqual((said["kind"], said["dimensions"]), ("result", {"actuator.total_delay": 3}))
        self.assertEqual(said["attributes"]["seed"], "1")
        variables = {its["name"]: its for its in said["variables"]}
        self.assertEqual(variables["outcome"]["counts"], {"ok": 3})
        with h5py.File(self.folder / "a.h5") as file:
            for name, its in variables.items():
                if "min" in its and its["undefined"] < its["size"]:
                    values = file[name][()]
                    self.assertEqual((its["min"], its["max"]), (np.nanmin(values), np.nanmax(values)), name)

    def test_show_has_what_an_analysis_found(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "a.h5", "--quiet")
        self.hilspace("explain", "a.h5", "-o", "table.h5")
        said = self.json("show", "table.h5")
        self.assertEqual(said["kind"], "table")
        self.assertTrue(any(its.get("values") for its in said["variables"]))
        self.hilspace("show", "a.h5", "--json", "--csv", code=BAD_INPUT)

    def test_status_says_how_far_a_run_is(self):
        study = self.study(many(200000))
        run = self.start("run", study, "-o", "a.h5")
        parts = self.folder / "a.h5.parts"
        self.wait_for(lambda: parts.exists() and any(parts.glob("*.h5")), run, "its first part")
        said = self.json("status", "a.h5")
        if said["state"] == "running":
            self.assertEqual(said["process"], run.pid)
        run.send_signal(signal.SIGINT)
        run.wait()
        said = self.json("status", "a.h5")
        self.assertIn(said["state"], ("interrupted", "done"))
        self.hilspace("status", "none.h5", "--json", code=BAD_INPUT)
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "b.h5", "--quiet")
        self.assertEqual((self.json("status", "b.h5")["state"], self.json("status", "b.h5")["title"]), ("done", "Small"))

    def test_list_has_every_column(self):
        said = self.json("list", "parameters")
        rows = [row for table in said["tables"] for row in table["rows"]]
        mass = next(row for row in rows if row["key"] == "chaser.mass")
        self.assertEqual((mass["unit"], mass["allowed"], mass["example"]), ("kg", "> 0", '"30 kg"'))
        for topic in ("laws", "materials", "metrics", "outcomes", "designs", "solvers", "instruments", "shapes"):
            self.assertTrue(self.json("list", topic)["tables"][0]["rows"], topic)
        self.hilspace("list", "reference", "--json", code=BAD_INPUT)


if __name__ == "__main__":
    unittest.main()
