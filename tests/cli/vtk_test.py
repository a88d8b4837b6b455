"""simulate --vtk: files for ParaView with the geometry of the study and the motion of the trace."""
import base64
import unittest
import xml.etree.ElementTree as ElementTree

import h5py
import numpy as np

from support import BAD_INPUT, DELAYS, REPOSITORY, SMALL, CommandLine

TYPES = {"Float32": np.float32, "Int32": np.int32}


def arrays(path):
    """{name: numbers} of a .vtp file."""
    found = {}
    for item in ElementTree.parse(path).getroot().iter("DataArray"):
        raw = base64.b64decode(item.text)
        values = np.frombuffer(raw[4:], TYPES[item.get("type")])
        assert np.frombuffer(raw[:4], np.uint32)[0] == values.nbytes
        found[item.get("Name")] = values.reshape(-1, int(item.get("NumberOfComponents")))
    return found


class Vtk(CommandLine):
    def test_a_docking(self):
        self.hilspace("simulate", REPOSITORY / "studies/17-pin-in-bore/study.toml", "--index", "2", "--vtk", "replay")
        folder = self.folder / "replay"
        bore = arrays(folder / "target.vtp")["Points"]
        np.testing.assert_allclose(np.abs(bore).max(axis=0), [0.1, 0.012, 0.012], atol=1e-7)
        for model in ("docking", "hil"):
            with h5py.File(folder / "trace.h5") as trace:
                time, tip = (trace[model][name][()] for name in ("time", "tip_x"))
                peak = max(np.hypot(np.hypot(*(trace[model][f"measured_force_{a}"][()] for a in "xy")), trace[model]["measured_force_z"][()]))
            entries = ElementTree.parse(folder / f"{model}.pvd").getroot().findall(".//DataSet")
            self.assertEqual(float(entries[-1].get("timestep")), float(f"{max(time):.9g}"))
            first, last = (arrays(folder / entries[k].get("file"))["Points"] for k in (0, -1))
            self.assertAlmostEqual((last - first)[:, 0].mean(), tip[-1] - tip[0], delta=1e-3)
            rigid = np.linalg.norm(last - last[0], axis=1) - np.linalg.norm(first - first[0], axis=1)
            self.assertLess(np.abs(rigid).max(), 1e-6, "the chaser keeps its shape")
            forces = ElementTree.parse(folder / f"{model}-force.pvd").getroot().findall(".//DataSet")
            largest = max(np.linalg.norm(arrays(folder / entry.get("file"))["force"]) for entry in forces)
            self.assertAlmostEqual(largest / peak, 1.0, 5)

    def test_what_has_no_replay(self):
        self.assertIn("sixdof", self.hilspace("simulate", self.study(SMALL + DELAYS), "--vtk", "replay", code=BAD_INPUT)[1])
        study = REPOSITORY / "studies/17-pin-in-bore/study.toml"
        self.assertIn("-o", self.hilspace("simulate", study, "--vtk", "replay", "-o", "a.h5", code=BAD_INPUT)[1])
        self.assertEqual([path.name for path in self.folder.iterdir() if path.is_dir()], [])


if __name__ == "__main__":
    unittest.main()
