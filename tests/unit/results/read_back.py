"""What others see in our files: h5py, xarray with both engines, ncdump and h5dump.

usage: read_back.py WRITE_SAMPLES HILSPACE   (the program that writes the files, and hilspace itself)
"""

import csv
import hashlib
import math
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import h5py
import netCDF4
import numpy as np
import xarray as xr

ENGINES = ("netcdf4", "h5netcdf")
AXES = ("actuator.total_delay", "masses", "contact.chaser_material")


def unchecked(item):
    """Whether nothing would tell that a bit of a dataset was flipped: only empty ones, and the texts we look after."""
    if not isinstance(item, h5py.Dataset) or item.id.get_storage_size() == 0:
        return False
    layout = item.id.get_create_plist().get_layout()
    return not (layout == h5py.h5d.COMPACT or item.fletcher32 or "digest" in item.attrs)


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Sweep(unittest.TestCase):
    """A result with a coordinate, keys that move together, and names."""

    def each(self, name="sweep.h5", **options):
        for engine in ENGINES:
            with self.subTest(engine=engine), warnings.catch_warnings():
                warnings.simplefilter("error")
                with xr.open_dataset(FOLDER / name, engine=engine, **options) as data:
                    yield data

    def test_dimensions(self):
        for data in self.each():
            self.assertEqual(dict(data.sizes), dict(zip(AXES, (3, 4, 2))))
            for name, variable in data.data_vars.items():
                self.assertEqual(variable.dims, AXES, name)

    def test_coordinates(self):
        for data in self.each():
            varied = {name for name, coordinate in data.coords.items() if coordinate.dims}
            self.assertEqual(varied, {*AXES, "chaser.mass", "target.mass"})
            self.assertEqual(list(data["masses"].values[:2]), ["35 kg, 35 kg", "35 kg, 70 kg"])
            self.assertEqual(float(data["velocity.error"].coords["contact.restitution"]), 0.8)
            self.assertEqual(float(data.sel(masses="35 kg, 70 kg")["target.mass"]), 70)
            np.testing.assert_array_equal(data[AXES[0]], [0.2e-3, 0.4e-3, 1e-3])
            self.assertEqual(data[AXES[0]].attrs["units"], "s")
            self.assertIn("delay", data[AXES[0]].attrs["long_name"])
            self.assertEqual(list(data[AXES[2]].values), ["polyimide", "my peek"])
            self.assertEqual(data["chaser.mass"].dims, ("masses",))
            np.testing.assert_array_equal(data["target.mass"], [35, 70, 50, 35])
            self.assertEqual(data["target.mass"].attrs["units"], "kg")

    def test_selection_by_coordinate(self):
        for data in self.each():
            at = data["numerics.step"].sel({AXES[0]: 0.4e-3, AXES[2]: "my peek"}).isel(masses=2)
            self.assertEqual(float(at), 1e-6 * (1 * 8 + 2 * 2 + 1 + 1))

    def test_metrics(self):
        for data in self.each():
            peak = data["force.peak_docking"]
            self.assertEqual(peak.dtype, np.float64)
            self.assertEqual(peak.attrs["units"], "N")
            self.assertTrue(peak.attrs["long_name"])
            self.assertTrue(math.isnan(peak.attrs["numerical_error"]), "nothing was compared")
            self.assertGreater(data["force.peak_hil"].attrs["numerical_error"], 0)
            self.assertEqual(np.shape(peak.attrs["numerical_error"]), ())
            self.assertTrue(math.isnan(peak.encoding["_FillValue"]))
            self.assertEqual(data["force.e_imax_pct"].attrs["units"], "percent")

    def test_single_precision(self):
        with xr.open_dataset(FOLDER / "sweep.h5") as double:
            for data in self.each("float32.h5"):
                self.assertEqual(list(data.data_vars), list(double.data_vars))
                for name, variable in double.data_vars.items():
                    self.assertEqual(data[name].attrs["long_name"], variable.attrs["long_name"])
                    self.assertEqual(data[name].attrs.get("units"), variable.attrs.get("units"))
                    self.assertEqual(data[name].dtype, np.float32 if variable.dtype == np.float64 else variable.dtype, name)
                    with np.errstate(over="ignore", under="ignore"):
                        np.testing.assert_array_equal(data[name].values, variable.values.astype(data[name].dtype), name)
                self.assertEqual(data["force.peak_hil"].encoding["_FillValue"].dtype, np.float32)
                self.assertEqual(data["force.peak_hil"].attrs["numerical_error"], double["force.peak_hil"].attrs["numerical_error"])
                self.assertEqual(data["actuator.total_delay"].dtype, np.float64)

    def test_flags(self):
        names = ("ok no_contact time_limit penetration_limit diverged start_overlap not_run unresolved work_limit "
                 "stalled broken_contact")
        for data in self.each():
            outcome = data["outcome"]
            self.assertEqual(outcome.dtype, np.int8)
            self.assertNotIn("_FillValue", outcome.encoding)
            self.assertNotIn("_FillValue", outcome.attrs)
            np.testing.assert_array_equal(outcome.attrs["flag_values"], np.arange(11, dtype=np.int8))
            self.assertEqual(outcome.attrs["flag_values"].dtype, np.int8)
            self.assertEqual(outcome.attrs["flag_meanings"], names)
            np.testing.assert_array_equal(outcome.values.ravel(), np.arange(24) % 11)
            self.assertEqual(data["end.hil"].attrs["flag_meanings"], "separated docked left_mouth stopped captured not_captured")

    def test_root_attributes(self):
        for data in self.each():
            self.assertEqual(data.attrs["Conventions"], "CF-1.10")
            self.assertEqual(data.attrs["title"], "Actuator delay of a sample, \u00b5m")
            self.assertEqual(data.attrs["study"], 'title = "sample"\n# on a grid\n')
            self.assertEqual(data.attrs["study_sha256"], hashlib.sha256(data.attrs["study"].encode()).hexdigest())
            self.assertEqual(data.attrs["program"], "hilspace")
            self.assertEqual(data.attrs["seed"], 7)
            self.assertEqual(data.attrs["start_time"], "2000-01-01T00:00:00Z")
            self.assertEqual(data.attrs["error_scenarios"], 6)
            for name in ("program_version", "revision", "end_time", "host"):
                self.assertTrue(data.attrs[name], name)

    def test_traces(self):
        for group in ("traces/0/docking", "traces/17/hil"):
            for data in self.each(group=group):
                self.check_trace(data)

    def check_trace(self, data):
        self.assertEqual(dict(data.sizes), {"time": 5})
        self.assertEqual(list(data.coords), ["time"])
        np.testing.assert_allclose(data.time, [-0.001, 0, 0.0005, 0.0005, 0.002], rtol=0, atol=1e-18)
        self.assertTrue(np.all(np.diff(data.time) > 0), "no time comes twice")
        self.assertEqual(float(data["force"].sel(time=0.001, method="nearest")), 13)
        self.assertAlmostEqual(float(data["force"].interp(time=0.00125)), 6.5)
        self.assertEqual(data.time.dtype, np.float64)
        self.assertEqual(data.time.attrs["units"], "s")
        self.assertEqual(data.time.attrs["long_name"], "time since the sample began")
        self.assertEqual(data["force"].attrs["units"], "N")
        np.testing.assert_array_equal(data["force"], [0, 0, 12.5, 13, 0])

    def test_impacts(self):
        for name, group in (("sweep.h5", "traces/17/hil/impacts"), ("trace.h5", "hil/impacts")):
            for data in self.each(name, group=group):
                self.assertEqual(dict(data.sizes), {"impact": 2})
                self.assertEqual(list(data.coords), ["impact"])
                np.testing.assert_array_equal(data.impact, [1, 2])
                self.assertEqual(data["time"].dims, ("impact",))
                self.assertEqual(data["time"].dtype, np.float64)
                np.testing.assert_array_equal(data["time"], [0, 0.0015])
                self.assertEqual(data["peak_force"].attrs["units"], "N")
        with h5py.File(FOLDER / "trace.h5") as data:
            self.assertNotIn("impacts", data["docking"], "it lists none")

    def test_trace_file(self):
        for group in ("docking", "hil"):
            for data in self.each("trace.h5", group=group):
                self.check_trace(data)
        for data in self.each("trace.h5"):
            self.assertEqual(data.attrs["scenario_index"], 17)
            self.assertEqual(float(data["numerics.step"]), 18e-6)
            self.assertEqual(float(data.coords[AXES[0]]), 1e-3)
            self.assertEqual(str(data.coords[AXES[2]].values), "my peek")

    def test_no_axes(self):
        for data in self.each("single.h5"):
            self.assertEqual(dict(data.sizes), {})
            self.assertEqual(data["outcome"].shape, ())
            self.assertEqual(int(data["outcome"]), 0)
            self.assertEqual(float(data["numerics.step"]), 1e-6)

    def test_written_back(self):
        for data in self.each():
            copy = FOLDER / "copy.nc"
            data.to_netcdf(copy, engine="netcdf4")
            with xr.open_dataset(copy, engine="netcdf4") as again:
                xr.testing.assert_identical(again.load(), data.load())


class PlainTools(unittest.TestCase):
    def test_ncdump(self):
        header = output("ncdump", "-h", FOLDER / "sweep.h5")
        dimensions = header[header.index("dimensions:"):header.index("variables:")]
        order = [line.split("=")[0].strip().replace("\\", "") for line in dimensions.splitlines()[1:]]
        self.assertEqual(order, list(AXES))
        self.assertIn(r"byte outcome(actuator.total_delay, masses, contact.chaser_material)",
                      header.replace("\\", ""))
        self.assertIn(':units = "kg"', header)
        self.assertIn("group: traces", header)
        self.assertNotIn("phony_dim", header)
        for name in ("single.h5", "trace.h5"):
            output("ncdump", FOLDER / name)

    def test_h5dump(self):
        self.assertIn("12.5", output("h5dump", "-d", "/traces/17/hil/force", FOLDER / "sweep.h5"))
        self.assertIn("DIMENSION_LIST", output("h5dump", "-A", FOLDER / "sweep.h5"))
        output("h5dump", FOLDER / "trace.h5")

    def test_netcdf_library(self):
        with netCDF4.Dataset(FOLDER / "sweep.h5") as data:
            self.assertEqual(tuple(data.dimensions), AXES)
            self.assertEqual(data["masses"][0], "35 kg, 35 kg", "a label")
            self.assertEqual(data["outcome"].dimensions, AXES)

    def test_h5py(self):
        with h5py.File(FOLDER / "sweep.h5") as data:
            peak = data["force.peak_hil"]
            self.assertEqual(peak.id.get_create_plist().get_layout(), h5py.h5d.COMPACT, "short: in the header")
            self.assertFalse([name for name, item in data.items() if unchecked(item)])
            self.assertTrue(math.isnan(peak.fillvalue))
            for axis, name in enumerate(AXES):
                self.assertEqual(peak.dims[axis][0].name, "/" + name)
            self.assertEqual(data["outcome"].dtype, np.int8)
            self.assertEqual(data["outcome"][2, 3, 1], 23 % 11)
        with h5py.File(FOLDER / "part.h5") as data:
            self.assertEqual((data.attrs["begin"], data.attrs["end"]), (0, 24))
            self.assertTrue(all(column.fletcher32 for column in data.values()))


class Show(unittest.TestCase):
    def show(self, *arguments):
        return output(HILSPACE, "show", *arguments)

    def test_csv_holds_every_number(self):
        rows = list(csv.DictReader(self.show(FOLDER / "sweep.h5", "--csv").splitlines()))
        with xr.open_dataset(FOLDER / "sweep.h5") as data:
            flat = data.stack(index=AXES, create_index=False).load()
            varied = {name for name, coordinate in data.coords.items() if coordinate.dims}
            self.assertEqual(set(rows[0]), {"index", *data.data_vars, *varied - {"masses"}}, "labels repeat the keys")
            heading = self.show(FOLDER / "sweep.h5", "--csv", "--units").splitlines()[0].split(",")
            self.assertIn("chaser.mass [kg]", heading)
            self.assertIn("velocity.error_pct [percent]", heading)
            self.assertIn("outcome", heading)
            self.assertEqual([int(row["index"]) for row in rows], list(range(24)))
            for name in rows[0].keys() - {"index", AXES[2]}:
                shown = np.array([float(row[name]) for row in rows])
                np.testing.assert_array_equal(shown, flat[name].values.astype(float), name)
            self.assertEqual([row[AXES[2]] for row in rows], list(flat[AXES[2]].values))

    def test_csv_of_a_trace(self):
        lines = self.show(FOLDER / "trace.h5", "--csv").splitlines()
        self.assertEqual(lines[0], "time,docking.force,docking.penetration,hil.force,hil.penetration")
        self.assertEqual(lines[3], "0.0005,12.5,5e-05,12.5,5e-05")
        self.assertEqual(len(lines), 6)

    def test_csv_without_axes(self):
        lines = self.show(FOLDER / "single.h5", "--csv").splitlines()
        self.assertTrue(lines[0].startswith("index,outcome,end.docking,end.hil,numerics.step,"))
        self.assertTrue(lines[1].startswith("0,0,0,0,1e-06,"))

    def test_text_names_what_is_there(self):
        text = self.show(FOLDER / "sweep.h5")
        for part in ("Actuator delay of a sample", "24 scenarios", "0.2 to 1 ms", "polyimide, my peek",
                     "penetration_limit", "force.peak_hil", "traces/17/hil", "hilspace"):
            self.assertIn(part, text)
        self.assertIn("scenario 17", self.show(FOLDER / "trace.h5"))

    def test_errors(self):
        def refused(*arguments):
            ended = subprocess.run([HILSPACE, "show", *arguments], capture_output=True, text=True, check=False)
            return ended.returncode, ended.stderr

        code, text = refused(FOLDER / "part.h5")
        self.assertEqual(code, 2)
        self.assertIn("is a part of a result; merge it", text)
        self.assertEqual(refused(FOLDER / "none.h5")[0], 2)
        self.assertEqual(refused()[0], 2)
        self.assertEqual(refused(FOLDER / "sweep.h5", "--svc")[0], 2)
        with open("/dev/full", "w") as full:
            ended = subprocess.run([HILSPACE, "show", FOLDER / "sweep.h5", "--csv"], stdout=full,
                                   stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("No space left on device", ended.stderr)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        FOLDER = Path(folder)
        HILSPACE = sys.argv[2]
        subprocess.run([sys.argv[1], folder], check=True)
        unittest.main(argv=sys.argv[:1])
