"""hilspace envelope: its table, its CSV and its file agree, a picture is made of it, and it reports unsupported studies."""
import csv
import io
import unittest

import h5py
import numpy

from support import BAD_INPUT, REPOSITORY, SMALL, CommandLine

STUDY = REPOSITORY / "studies/23-epos-hybrid/envelope.toml"


class Envelope(CommandLine):
    def test_csv_file_and_picture_agree(self):
        said, _ = self.hilspace("envelope", STUDY, "-o", "envelope.h5")
        self.assertIn("gives energy", said)
        self.assertIn("linear loop: 21 stable, 15 unstable", said)
        self.assertIn("simulated: 15 of 36 come back faster than they came", said)
        rows = list(csv.DictReader(io.StringIO(self.hilspace("envelope", STUDY, "--csv")[0])))
        with h5py.File(self.folder / "envelope.h5") as file:
            for name in ("virtual_stiffness", "virtual_damping", "virtual.damping_min", "virtual.damping_max",
                         "virtual.stiffness_max", "rebound_wanted", "rebound_shown"):
                numpy.testing.assert_array_equal(file[name][()].ravel(), [float(row[name]) for row in rows])
            # At the virtual stiffness of a scenario the border has the limits of that scenario.
            stiffness, least = (file[f"border.{name}"][0, 1, 0] for name in ("stiffness", "damping_min"))
            self.assertAlmostEqual(numpy.interp(1000.0, stiffness, least), float(rows[6]["virtual.damping_min"]), delta=0.5)
            self.assertTrue(numpy.isinf(file["border.damping_max"][2, 0, 0]).all())
        said, _ = self.hilspace("plot", "envelope.h5", "-o", "envelope.png")
        self.assertIn("stable up to a virtual stiffness of 32.97 kN/m", said)
        self.assertIn("at 0 N/m stable damping from 16.12 N s/m to 3.069 kN s/m", said)
        self.assertGreater((self.folder / "envelope.png").stat().st_size, 5000)
        self.assertIn("no limit of the virtual stiffness",
                      self.hilspace("plot", "envelope.h5", "-o", "c.png", "--at", "virtual.source=commanded")[0])

    def test_in_six_degrees_it_is_that_of_a_straight_hit(self):
        study = REPOSITORY / "studies/27-epos-spatial/torsion.toml"
        rows = list(csv.DictReader(io.StringIO(self.hilspace("envelope", study, "--csv")[0])))
        self.assertEqual(len(rows), 3)
        for row in rows:  # k h of the spring, with half a period of each hold
            self.assertAlmostEqual(float(row["virtual.damping_min"]), 4000 * 18.5e-3, delta=1.0)

    def test_a_study_without_a_hybrid_contact_is_refused(self):
        _, said = self.hilspace("envelope", self.study(SMALL), code=BAD_INPUT)
        self.assertIn("the study has no hybrid contact; write [compliance]", said)


if __name__ == "__main__":
    unittest.main()
