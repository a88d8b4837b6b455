"""hilspace stability: its tables, its CSV and its file agree, and it reports unsupported studies."""
import csv
import io
import unittest

import h5py
import numpy

from support import BAD_INPUT, DELAYS, REPOSITORY, SMALL, WITHOUT_LONG, CommandLine

STUDY = REPOSITORY / "studies/16-epos-stability"


class Stability(CommandLine):
    def rows(self, study, *words):
        return list(csv.DictReader(io.StringIO(self.hilspace("stability", study, *words, "--csv")[0])))

    def test_the_shift_from_49_to_60(self):
        said, _ = self.hilspace("stability", STUDY / "study.toml")
        for line in ("neutral stability along contact.damping, in N s m-1", "stable above 48.82", "stable above 52.96",
                     "they disagree in 1 of 12 scenarios that both cover", "the force never pulls"):
            self.assertIn(line, said)
        held, _ = self.hilspace("stability", STUDY / "hold.toml")
        for line in ("stable above 55.17", "stable above 60.57", "sample-and-hold: the linear loop is exact"):
            self.assertIn(line, held)

    def test_csv_and_file_agree(self):
        rows = self.rows(STUDY / "hold.toml", "-o", "table.h5")
        with h5py.File(self.folder / "table.h5") as file:
            self.assertEqual(file.attrs["content"].decode() if isinstance(file.attrs["content"], bytes)
                             else file.attrs["content"], "stability")
            for name in ("critical_delay", "crossing_frequency", "rebound_ratio", "loop_delay", "reduced_mass",
                         "stable_damping.least", "stable_damping.most"):
                numpy.testing.assert_array_equal(file[name][()].ravel(), [float(row[name]) for row in rows])
                self.assertTrue(file[name].attrs["long_name"])
            along = [row["contact.damping"] for row in rows]
            neutral = [float(row["neutral.simulated"]) for row, b in zip(rows, along) if b == along[0]]
            numpy.testing.assert_array_equal(file["neutral.simulated"][()].ravel(), neutral)
            self.assertEqual(file["neutral.simulated"].ndim, 2)
            self.assertGreater(file["rebound_ratio"].attrs["numerical_error"], 0)
        said, _ = self.hilspace("show", "table.h5")
        self.assertIn("critical_delay", said)

    def test_what_is_neutral_rebounds_as_it_came(self):
        for along in ("contact.damping", "contact.stiffness", "actuator.transport_delay.delay", "chaser.mass"):
            row = self.rows(STUDY / "published.toml", "--along", along)[2]
            if row["neutral.simulated.search"].startswith("stable"):
                value = float(row["neutral.simulated"])
                at = {"chaser.mass": 120, "target.mass": 120, "contact.stiffness": 5000, "contact.damping": 100,
                      "actuator.transport_delay.delay": 0.016, along: value}
                text = (STUDY / "published.toml").read_text().split("[[axis]]")[0].split("[actuator]")[0]
                units = {"chaser.mass": "kg", "target.mass": "kg", "contact.stiffness": "N/m",
                         "contact.damping": "N s/m", "actuator.transport_delay.delay": "s"}
                study = self.study(text + '[actuator]\nchain = ["transport_delay"]\n')
                sets = [word for key, v in at.items() for word in ("--set", f"{key}={v} {units[key]}")]
                ratio = float(self.rows(study, *sets)[0]["rebound_ratio"])
                self.assertAlmostEqual(ratio, 1.0, 4, along)

    def test_a_contact_that_is_not_linear(self):
        row = self.rows(self.study(SMALL + DELAYS), "--along", "actuator.total_delay")[0]
        self.assertEqual((row["critical_delay"], row["method"], row["stable.linear"]), ("nan", "none", "undefined"))
        self.assertEqual(row["neutral.simulated.search"], "stable_below")
        # Without --along: what makes the actuator late, since this contact has no viscosity.
        self.assertEqual(self.rows(self.study(SMALL + DELAYS))[0], row)
        said, _ = self.hilspace("stability", self.study(SMALL + DELAYS), "--along", "actuator.total_delay")
        self.assertIn("contacts that are not linear have no linear loop", said)
        self.assertIn("not in the linear loop: quantizer", said)

    def test_what_is_said_of_a_compensator(self):
        text = (STUDY / "published.toml").read_text().split("[[axis]]")[0].split("[actuator]")[0]
        text += '[actuator]\nchain = ["transport_delay"]\ntransport_delay.delay = "16 ms"\n[compensator]\n'
        bodies = [word for pair in ("contact.law=kelvin_voigt_tensile", "contact.stiffness=2 kN/m", "contact.damping=20 N s/m",
                                    "chaser.mass=126 kg", "target.mass=126 kg") for word in ("--set", pair)]
        for force, verdict, reason in (("smith", "stable", "no factor of the linear loop"), ("passivity", "undefined", "simulated only")):
            study = self.study(f'{text}force = "{force}"\n')
            said, _ = self.hilspace("stability", study, *bodies, "--along", "actuator.transport_delay.delay")
            self.assertIn(reason, said)
            self.assertNotIn("contacts that are not linear", said)
            self.assertEqual("not in the linear loop: compensator" in said, verdict == "undefined")
            row = self.rows(study, *bodies, "--along", "actuator.transport_delay.delay")[0]
            self.assertEqual(row["stable.linear"], verdict)
            self.assertEqual(row["neutral.linear.search"], {"stable": "always_stable"}.get(verdict, verdict))

    def test_an_axis_of_one_value_is_no_range(self):
        text = (STUDY / "published.toml").read_text().split("[[axis]]")[0].split("[actuator]")[0]
        text += '[actuator]\nchain = ["transport_delay"]\ntransport_delay.delay = "3 ms"\n'
        study = self.study(text + '[[axis]]\n"contact.damping" = ["600 N s/m"]\n')
        said, _ = self.hilspace("stability", study, *(w for p in ("contact.law=kelvin_voigt", "contact.stiffness=20 kN/m",
                                "chaser.mass=40 kg", "target.mass=40 kg") for w in ("--set", p)))
        self.assertIn("no border: the axis of contact.damping has one value", said)
        self.assertNotIn("the search found no border", said)

    def test_along_what_the_study_says_how_late_it_is(self):
        """The rig's identified actuator is a natural frequency; it used to search along the velocity."""
        rows = self.rows(REPOSITORY / "studies/13-rig-twin/selection.toml")
        found = [float(row["neutral.simulated"]) for row in rows if row["neutral.simulated.search"] == "stable_above"]
        self.assertGreater(len(found), 40)  # the others are unstable with any actuator: so is their sensor
        self.assertTrue(all(3000 / 64 < w < 3000 * 64 for w in found), "rad/s, not m/s")

    def test_no_border_on_an_axis(self):
        late = SMALL + '[[axis]]\n"actuator.total_delay" = ["2 ms", "3 ms", "4 ms"]\n'
        self.assertIn("unstable from 0.002 to 0.004", self.hilspace("stability", self.study(late))[0])

    def test_no_verdict_where_nothing_is_known(self):
        """Overdamped, the force that pulls keeps the bodies together: unstable by the loop, and no rebound."""
        text = (STUDY / "published.toml").read_text().split("[[axis]]")[0].split("[actuator]")[0]
        study = self.study(text + '[actuator]\nchain = ["transport_delay"]\ntransport_delay.delay = "3 ms"\n'
                           '[[axis]]\n"contact.damping" = ["100 N s/m", "200 N s/m", "400 N s/m", "15 kN s/m", "30 kN s/m"]\n')
        sets = [word for pair in ("contact.law=kelvin_voigt_tensile", "contact.stiffness=20 kN/m", "chaser.mass=40 kg",
                                  "target.mass=40 kg", "numerics.time_limit=1 s") for word in ("--set", pair)]
        said, _ = self.hilspace("stability", study, *sets)
        self.assertIn("stable from 100 to 400, undefined at 2 values beyond", said)
        row = self.rows(study, *sets, "-o", "known.h5")[4]
        self.assertEqual((row["stable.linear"], row["stable.simulated"]), ("unstable", "undefined"))
        self.assertEqual(row["neutral.simulated.search"], "always_stable")
        with h5py.File(self.folder / "known.h5") as file:
            for name, value in (("low", 100), ("high", 400), ("unknown", 2)):
                self.assertEqual(float(row[f"neutral.simulated.{name}"]), value)
                self.assertEqual(file[f"neutral.simulated.{name}"][()], value)

    def test_a_force_that_never_lets_go_is_bounded_and_told(self):
        text = (STUDY / "published.toml").read_text().split("[[axis]]")[0]
        settings = {"contact.stiffness": "3 kN/m", "contact.damping": "600 N s/m", "chaser.mass": "31.2 kg", "target.mass": "31.2 kg"}
        # The limit that is chosen takes seconds to reach.
        for limit in ({"numerics.time_limit": "1 s"},) if WITHOUT_LONG else ({"numerics.time_limit": "1 s"}, {}):
            said, _ = self.hilspace("stability", self.study(text), "--set", "contact.law=kelvin_voigt_tensile",
                                    *(w for k, v in (settings | limit).items() for w in ("--set", f"{k}={v}")))
            self.assertIn("1 did not part before numerics.time_limit", said)

    def test_threads_do_not_matter(self):
        one, two = (self.hilspace("stability", STUDY / "study.toml", "--csv", "--threads", n)[0] for n in (1, 2))
        self.assertEqual(one, two)

    def test_what_it_cannot_judge(self):
        for words, complaint in [(("--along", "contact.dampings"), "no such parameter"),
                                 (("--along", "contact.law"), "takes a name"),
                                 (("--along", "contact.damping"), "does not use it"),
                                 (("--threads", "-1"), "--threads -1"),
                                 (("-o", "no/such/folder.h5"), "there is no folder")]:
            self.assertIn(complaint, self.hilspace("stability", self.study(SMALL + DELAYS), *words, code=BAD_INPUT)[1])
        docking = self.study('models = ["docking"]\n' + SMALL)
        self.assertIn("HIL model", self.hilspace("stability", docking, code=BAD_INPUT)[1])
        sixdof = REPOSITORY / "studies/11-whole-docking/study.toml"
        self.assertIn("axial", self.hilspace("stability", sixdof, code=BAD_INPUT)[1])


if __name__ == "__main__":
    unittest.main()
