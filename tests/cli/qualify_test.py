"""hilspace qualify: the scenarios that the rig can perform, as published, and why the others do not qualify."""
import csv
import io
import unittest

from support import BAD_INPUT, FAILED, REPOSITORY, SMALL, CommandLine

STUDY = REPOSITORY / "studies/13-rig-twin"
STROKE, BLOCKING_FORCE = 300e-6, 8e3
RIG = SMALL.split("[actuator]")[0].replace('"axial"', '"rig"')


class Qualify(CommandLine):
    def rows(self, study, *settings):
        """Of --csv, numbers as such."""
        words = [word for setting in settings for word in ("--set", setting)]
        lines = csv.DictReader(io.StringIO(self.hilspace("qualify", study, *words, "--csv")[0]))
        texts = {"binds", "contact.chaser_material", "contact.target_material"}
        return [{key: value if key in texts else float(value) for key, value in row.items()} for row in lines]

    def test_23_of_72_as_published(self):
        for gap, count in [(17, 24), (19, 23), (26, 23), (33, 23), (34, 21)]:  # and 20 um of offset
            said, _ = self.hilspace("qualify", STUDY / "selection.toml", "--set", f"approach.air_gap={gap} um")
            self.assertIn(f"\n{count} of 72 scenarios qualify", said)
        self.assertIn("not checked, since not given: rig.velocity_limit, rig.acceleration_limit\n", said)

    def test_the_same_as_a_file(self):
        self.hilspace("qualify", STUDY / "selection.toml", "-o", "table.h5")
        said, _ = self.hilspace("show", "table.h5")
        self.assertIn("table: qualification\n", said)
        lines = list(csv.DictReader(io.StringIO(self.hilspace("show", "table.h5", "--csv")[0])))
        rows = self.rows(STUDY / "selection.toml")
        self.assertEqual(len(lines), 72)
        for line, row in zip(lines, rows):
            for key in ("qualifies", "margin_pct", "extension", "force", "velocity", "acceleration"):
                self.assertEqual(float(line[key]), row[key])

    def test_a_table_replaces_tables_only(self):
        (self.folder / "mine.h5").write_bytes(b"mine")
        _, told = self.hilspace("qualify", STUDY / "selection.toml", "-o", "mine.h5", code=FAILED)
        self.assertIn("mine.h5: exists and is not a table written by an analysis; name another -o", told)
        self.assertEqual((self.folder / "mine.h5").read_bytes(), b"mine")

    def test_the_twelve_that_were_run(self):
        rows = self.rows(STUDY / "published.toml")
        self.assertEqual(len(rows), 12 * 2 * 20)
        self.assertTrue(all(row["qualifies"] == 1 for row in rows))
        self.assertGreater(min(row["margin_pct"] for row in rows), 5)
        careful = self.rows(STUDY / "published.toml", "rig.safety_factor=1.2")
        out = {int(row["index"]) // 40 + 1 for row in careful if row["qualifies"] == 0}
        self.assertEqual(out, {12})

    def test_the_rule(self):
        for row in self.rows(STUDY / "selection.toml", "rig.safety_factor=1.1"):
            x, force, share = row["extension"], row["force"], 1 - row["margin_pct"] / 100
            by = {"stroke": 1.1 * x / STROKE, "force": 1.1 * force / BLOCKING_FORCE,
                  "force at extension": 1.1 * x / STROKE * BLOCKING_FORCE / (BLOCKING_FORCE - force)}
            self.assertAlmostEqual(share, by[row["binds"]], 9)
            whole = force < BLOCKING_FORCE and max(by.values()) < 1
            self.assertEqual(row["qualifies"], whole)

    def test_limits_of_the_motion(self):
        def binds(*settings):
            return {row["binds"] for row in self.rows(STUDY / "selection.toml", *settings)}
        self.assertEqual(binds("rig.velocity_limit=40 mm/s", "rig.stroke=1 m", "rig.blocking_force=1 MN"), {"velocity"})
        self.assertEqual(binds("rig.acceleration_limit=1 m/s2", "rig.stroke=1 m", "rig.blocking_force=1 MN"),
                         {"acceleration"})
        said, _ = self.hilspace("qualify", STUDY / "selection.toml", "--set", "rig.velocity_limit=1 m/s")
        self.assertIn("not checked, since not given: rig.acceleration_limit\n", said)

    def test_what_did_not_end_well_does_not_qualify(self):
        said, _ = self.hilspace("qualify", STUDY / "selection.toml", "--set", "numerics.penetration_limit=1 um")
        self.assertIn("0 of 72 scenarios qualify; limits exceeded by the others: penetration_limit (72)", said)
        self.assertEqual({row["binds"] for row in
                          self.rows(STUDY / "selection.toml", "numerics.penetration_limit=1 um")}, {"penetration_limit"})

    def test_threads_do_not_matter(self):
        one, two = (self.hilspace("qualify", STUDY / "study.toml", "--csv", "--threads", n)[0] for n in (1, 2))
        self.assertEqual(one, two)

    def test_what_it_cannot_judge(self):
        self.assertIn("qualification requires a study of the rig", self.hilspace("qualify", self.study(SMALL), code=BAD_INPUT)[1])
        self.assertIn('models: the HIL model is required',
                      self.hilspace("qualify", self.study('models = ["docking"]\n' + RIG), code=BAD_INPUT)[1])
        self.assertIn("--threads -1", self.hilspace("qualify", self.study(RIG), "--threads", "-1", code=BAD_INPUT)[1])
        self.assertIn("1 of 1 scenario qualifies", self.hilspace("qualify", self.study(RIG), "--set",
                                                                 "approach.velocity=1 mm/s")[0])


if __name__ == "__main__":
    unittest.main()
