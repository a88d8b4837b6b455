"""A result opens in what analysts use: h5py, xarray with either engine, ncdump, h5dump."""
import subprocess
import unittest

import h5py
import numpy as np
import xarray

from support import SEVERAL_AXES, CommandLine

DIMENSIONS = {"actuator.total_delay": 5, "masses": 3, "contact.target_material": 2}


class Formats(CommandLine):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "a.h5"
        self.hilspace("run", SEVERAL_AXES, "-o", self.file)

    def test_xarray(self):
        opened = [xarray.open_dataset(self.file, engine=engine) for engine in ("netcdf4", "h5netcdf")]
        for data in opened:
            self.assertEqual(dict(data.sizes), DIMENSIONS)
            self.assertEqual(data.title, "Several axes")
            self.assertEqual(data["velocity.error_pct"].dims, tuple(DIMENSIONS))
            self.assertEqual(data["velocity.error_pct"].units, "percent")
            self.assertEqual(data["outcome"].dtype, np.int8)
            self.assertEqual(data["contact.target_material"].values.tolist(), ["aluminium", "steel"])
            np.testing.assert_allclose(data["actuator.total_delay"], np.linspace(2e-4, 1e-3, 5), rtol=1e-12)
            # What a result is for: one line from the file to a number.
            worst = data["velocity.error_pct"].sel({"contact.target_material": "steel"}).max()
            self.assertGreater(float(worst), 20.0)
            data.close()
        xarray.testing.assert_identical(*opened)

    def test_keys_that_move_together_are_coordinates(self):
        with xarray.open_dataset(self.file) as data:
            for name, values in {"chaser.mass": [35, 35, 50], "target.mass": [35, 70, 50]}.items():
                self.assertIn(name, data.coords)
                self.assertEqual(data[name].dims, ("masses",))
                self.assertEqual(data[name].values.tolist(), values)

    def test_every_metric_explains_itself(self):
        with h5py.File(self.file) as file:
            datasets = {name: item for name, item in file.items() if isinstance(item, h5py.Dataset)}
            metrics = [name for name, item in datasets.items() if item.ndim == 3 and item.dtype.kind == "f"]
            self.assertGreater(len(metrics), 20)
            for name in metrics:
                for attribute in ("units", "long_name"):
                    self.assertTrue(file[name].attrs[attribute], f"{name} has no {attribute}")
            self.assertGreaterEqual(file["velocity.error_pct"].attrs["numerical_error"], 0.0)
            self.assertEqual(len(file["outcome"].attrs["flag_values"]), 11)
            self.assertIn(b"diverged", np.bytes_(file["outcome"].attrs["flag_meanings"]))
            self.assertNotIn("_FillValue", file["outcome"].attrs)

    def test_dump_tools(self):
        for command in (["ncdump", "-h"], ["h5dump", "-H"]):
            done = subprocess.run([*command, self.file], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("velocity.error_pct", done.stdout)
            self.assertNotIn("phony_dim", done.stdout)


if __name__ == "__main__":
    unittest.main()
