"""simulate --vtk: files for ParaView with the geometry of the study and the motion of the trace."""
import base64
import unittest
import xml.etree.ElementTree as ElementTree

import h5py
import numpy as np

from support import BAD_INPUT, DELAYS, FAILED, REPOSITORY, SMALL, CommandLine

PLANE = """
title = "A straight hit"
model = "sixdof"
mechanism = "plane"
[chaser]
mass = "36 kg"
inertia = ["5 kg m2", "12 kg m2", "12 kg m2"]
center_to_port = "0.5 m"
[target]
mass = "77 kg"
inertia = ["37 kg m2", "38 kg m2", "38 kg m2"]
center_to_port = "0.5 m"
[approach]
velocity = "0.1 m/s"
attitude = ["0 deg", "3 deg", "0 deg"]
[contact]
law = "flores"
restitution = 0.8
chaser_material = "polyimide"
target_material = "aluminium"
radius = "25 mm"
[robot]
total_delay = "0.5 ms"
"""
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

    def replay_of_a_probe(self, study, *sets):
        """Replays a scenario, and holds the probe's tip, a ball of 25 mm, to the trace at both ends; returns the target's points."""
        self.hilspace("simulate", study, *sets, "--vtk", "replay")
        folder = self.folder / "replay"
        for model in ("docking", "hil"):
            with h5py.File(folder / "trace.h5") as trace:
                tip = np.stack([trace[model][f"tip_{axis}"][()] for axis in "xyz"], -1)
            entries = ElementTree.parse(folder / f"{model}.pvd").getroot().findall(".//DataSet")
            for k in (0, -1):
                points = arrays(folder / entries[k].get("file"))["Points"]
                self.assertAlmostEqual(np.linalg.norm(points - tip[k], axis=1).min(), 0.025, 6)
                self.assertAlmostEqual(points[:, 0].max(), tip[k][0] + 0.025, delta=2e-4, msg="the ball is drawn of facets")
        return arrays(folder / "target.vtp")["Points"]

    def test_a_probe_and_a_drogue(self):
        """Study 07: a mouth of 122 mm, a cylinder of 32 mm, 50 mm and 195 mm long."""
        drogue = self.replay_of_a_probe(REPOSITORY / "studies/07-first-impact-robot/study.toml")
        across = np.hypot(drogue[:, 1], drogue[:, 2])
        wall = drogue[:, 0] < -1e-6  # without the base, where the tip has docked
        np.testing.assert_allclose([across.max(), across[wall].min(), drogue[:, 0].min(), drogue[:, 0].max()], [0.122, 0.032, -0.245, 0.0], atol=1e-6)

    def test_a_probe_and_a_plane(self):
        study = self.study(PLANE)
        plane = self.replay_of_a_probe(study)
        np.testing.assert_array_equal(plane[:, 0], np.zeros(len(plane)))

    def test_a_link_moves_by_itself(self):
        """The ring of study 20 stands on springs: at first where the chaser's port is, later pushed back behind it."""
        self.hilspace("simulate", REPOSITORY / "studies/20-androgynous-capture/study.toml", "--index", "0", "--vtk", "replay")
        folder = self.folder / "replay"
        self.assertFalse((folder / "docking.pvd").exists(), "all features of the chaser are on its link")
        with h5py.File(folder / "trace.h5") as trace:
            group = trace["docking"]
            link, port = (np.stack([group[f"{name}_{axis}"][()] for axis in "xyz"], -1) for name in ("link", "tip"))
        np.testing.assert_allclose(link[0], port[0], atol=1e-9)
        travel = np.linalg.norm(link - port, axis=1).max()
        self.assertTrue(0.01 < travel < 0.1, travel)
        entries = ElementTree.parse(folder / "docking-link.pvd").getroot().findall(".//DataSet")
        first, last = (arrays(folder / entries[k].get("file"))["Points"] for k in (0, -1))
        np.testing.assert_allclose((last - first).mean(axis=0), link[-1] - link[0], atol=2e-4)
        foot = 0.5985 + 0.05  # m: petals of 45 deg are drawn 50 mm beyond their base
        self.assertAlmostEqual(np.hypot(first[:, 1], first[:, 2]).max(), foot, 6, "no part of the target, which is wider")
        rigid = np.linalg.norm(last - last[0], axis=1) - np.linalg.norm(first - first[0], axis=1)
        self.assertLess(np.abs(rigid).max(), 1e-6, "the link keeps its shape")

    def test_what_has_no_replay(self):
        self.assertIn("sixdof", self.hilspace("simulate", self.study(SMALL + DELAYS), "--vtk", "replay", code=BAD_INPUT)[1])
        study = REPOSITORY / "studies/17-pin-in-bore/study.toml"
        self.assertIn("-o", self.hilspace("simulate", study, "--vtk", "replay", "-o", "a.h5", code=BAD_INPUT)[1])
        self.assertEqual([path.name for path in self.folder.iterdir() if path.is_dir()], [])

    def test_replaces_nothing_but_a_replay(self):
        study = REPOSITORY / "studies/17-pin-in-bore/study.toml"
        replay = ("simulate", study, "--index", "2", "--vtk", "replay")
        self.assertIn("--vtk: needs the name of a folder", self.hilspace(*replay[:-1], "", code=BAD_INPUT)[1])
        self.hilspace(*replay)
        self.hilspace(*replay)
        folder = self.folder / "replay"
        for name in ("target.vtp", "docking.pvd", "hil-force.pvd"):
            kept = (folder / name).read_text()
            for foreign in ("mine", None):
                (folder / name).unlink()
                (folder / name).write_text(foreign) if foreign else (folder / name).mkdir()
                output, said = self.hilspace(*replay, code=FAILED)
                self.assertIn(f"replay/{name}: is not of a replay", said)
                self.assertEqual(output, "", "before it is simulated")
                if foreign:
                    self.assertEqual((folder / name).read_text(), foreign)
                else:
                    (folder / name).rmdir()
                    (folder / name).write_text(kept)
        (folder / "hil" / "0000.vtp").write_text("mine")
        self.assertIn("replay/hil: is not of a replay", self.hilspace(*replay, code=FAILED)[1])

    def test_bodies_that_overlap_at_their_start_leave_nothing(self):
        study = REPOSITORY / "studies/17-pin-in-bore/study.toml"
        said = self.hilspace("simulate", study, "--set", "mechanism.start_at=50 mm", "--vtk", "some/replay", code=BAD_INPUT)[1]
        self.assertIn("start_overlap", said)
        self.assertFalse((self.folder / "some").exists())


if __name__ == "__main__":
    unittest.main()
