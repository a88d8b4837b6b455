"""A study in six degrees of freedom from end to end: check, run, shards, interruptions, traces, pictures."""
import csv
import re
import signal
import unittest

import h5py
import numpy as np
import xarray as xr

from support import BAD_INPUT, INTERRUPTED, SMALL, CommandLine, parts

DOCKING = """\
title = "A small docking map"
model = "sixdof"
[chaser]
mass = "203 kg"
inertia = ["26 kg m2", "27 kg m2", "28 kg m2"]
center_to_port = "1.8325 m"
[target]
mass = "403 kg"
inertia = ["110 kg m2", "112 kg m2", "113 kg m2"]
center_to_port = "0.8477 m"
[approach]
velocity = "0.1 m/s"
[contact]
law = "flores"
restitution = 0.8
chaser_material = "polyimide"
target_material = "aluminium"
radius = "25 mm"
friction = { stiction = 0.35, sliding = 0.25 }
[drogue]
cylinder_radius = "32 mm"
cylinder_length = "50 mm"
frustum_length = "195 mm"
half_angle = "24.78 deg"
[robot]
total_delay = "0.1 ms"
resolution = "0.1 um"
[wrench_sensor]
total_delay = "0.1 ms"
resolution = "1 N"
"""
# The first offset is in the wall, the last one on the axis.
MAP = DOCKING + """\
[[axis]]
"approach.offset.z" = ["-100 mm", "-75 mm", "0 mm"]
[[axis]]
"approach.attitude.pitch" = ["-7.5 deg", "7.5 deg"]
[numerics]
error_share = 0
"""


# The same tip, and a cone in the place of the drogue, as features.
FEATURES = DOCKING[:DOCKING.index("[drogue]")] + """\
[mechanism]
kind = "features"
start_at = "-245 mm"
docked_at = "-25 mm"
[[mechanism.feature]]
name = "tip"
side = "chaser"
type = "sphere"
radius = "25 mm"
[[mechanism.feature]]
name = "chain"
side = "target"
type = "revolution"
profile = [["0 mm", "32 mm"], ["-50 mm", "32 mm"], ["-245 mm", "122.0253 mm"]]
""" + DOCKING[DOCKING.index("[robot]"):] + """\
[[axis]]
"approach.offset.z" = ["-75 mm", "30 mm", "0 mm"]
[numerics]
error_share = 0
"""


# A ball that meets a plane, or a tilted ring a cone; no place to dock at.
ONE_CONTACT = DOCKING[:DOCKING.index("[contact]")] + """\
attitude = { pitch = "2 deg" }
[contact]
law = "hunt_crossley"
restitution = 0.6
exponent = 1
stiffness = "1e5 N/m"
[mechanism]
kind = "features"
[[mechanism.feature]]
name = "active"
side = "chaser"
ACTIVE
[[mechanism.feature]]
name = "passive"
side = "target"
PASSIVE
[numerics]
error_share = 0
"""


class SixDof(CommandLine):
    def features(self, active, passive, output):
        study = self.study(ONE_CONTACT.replace("ACTIVE", active).replace("PASSIVE", passive))
        out, err = self.hilspace("run", study, "-o", output)
        return out + err, xr.open_dataset(self.folder / output)

    def test_features_without_a_place_to_dock_at(self):
        said, result = self.features('type = "sphere"\nradius = "10 mm"', 'type = "plane"', "plane.h5")
        self.assertEqual(result.outcome.item(), 0)
        self.assertEqual(result["success.docking"].item(), 0)
        self.assertTrue(np.isnan(result["run.advance_docking"]))
        self.assertGreater(result["run.duration_docking"].item(), 0)
        self.assertNotIn("does not balance", said)

    def test_a_contact_that_ends_under_load_is_an_outcome(self):
        said, result = self.features('type = "torus"\nradius = "30 mm"\ntube = "3 mm"',
                                     'type = "cone"\nradius = "12 mm"\nmouth_radius = "90 mm"\nlength = "80 mm"', "ring.h5")
        self.assertTrue(np.isnan(result["energy.imbalance_docking"].item()))
        self.assertIn("broken_contact", said)

    def test_a_mechanism_of_features_docks_as_the_drogue_does(self):
        study = self.study(FEATURES)
        self.hilspace("run", study, "-o", "features.h5", "--threads", "1", "--quiet")
        self.hilspace("run", study, "-o", "again.h5", "--threads", "2", "--quiet")
        self.assert_same("features.h5", "again.h5")
        drogue = self.study(DOCKING + FEATURES[FEATURES.index("[[axis]]"):], "drogue.toml")
        self.hilspace("run", drogue, "-o", "drogue.h5", "--quiet")
        with h5py.File(self.folder / "features.h5") as one, h5py.File(self.folder / "drogue.h5") as other:
            for name in ("success.docking", "end.docking", "run.impacts_docking"):
                np.testing.assert_array_equal(one[name], other[name], name)
            for name in ("contact_force.peak_docking", "velocity.after_docking"):
                np.testing.assert_allclose(one[name], other[name], rtol=1e-4, err_msg=name)
        _, said = self.hilspace("run", study, "--set", "mechanism.start_at=-240 mm", "-o", "features.h5", code=BAD_INPUT)
        self.assertIn("mechanism.start_at", said)

    def test_a_log_has_every_contact_that_pushes(self):
        study = self.study(ONE_CONTACT.replace("ACTIVE", 'type = "sphere"\nradius = "10 mm"').replace("PASSIVE", 'type = "plane"'))
        said, _ = self.hilspace("simulate", study, "--contacts", "log.csv", "-o", "trace.h5")
        with open(self.folder / "log.csv", newline="") as file:
            lines = [line for line in csv.DictReader(file) if line["model"] == "docking"]
        self.assertIn("log.csv: ", said)
        self.assertEqual({(line["chaser"], line["target"]) for line in lines}, {("active", "passive")})
        with xr.open_dataset(self.folder / "trace.h5", group="docking") as trace:  # one contact: its force is the whole one
            for line in lines:
                step = trace.isel(time=int(np.abs(trace.time.values - float(line["time (s)"])).argmin()))
                self.assertAlmostEqual(step.contact_force.item(), float(line["force (N)"]), delta=1e-9)
                self.assertAlmostEqual(step.penetration.item(), float(line["depth (m)"]), delta=1e-15)
                self.assertEqual(float(line["normal_x"]), -1)
            self.assertEqual(len(lines), np.count_nonzero(trace.contact_force.values))
        _, said = self.hilspace("simulate", self.study(DOCKING, "drogue.toml"), "--contacts", "log.csv", code=BAD_INPUT)
        self.assertIn("--contacts: needs a mechanism of features", said)

    def test_a_log_replaces_logs_and_nothing_else(self):
        study = self.study(ONE_CONTACT.replace("ACTIVE", 'type = "sphere"\nradius = "10 mm"').replace("PASSIVE", 'type = "plane"'))
        log = ("simulate", study, "--contacts")
        self.hilspace(*log, "log.csv", "-o", "trace.h5")
        before = (self.folder / "log.csv").read_bytes()
        (self.folder / "empty.csv").write_bytes(b"")  # nothing is lost
        for name in ("log.csv", "empty.csv"):
            self.hilspace(*log, name)
            self.assertEqual((self.folder / name).read_bytes(), before)
        self.study("model,time\n", "mine.csv")
        for name in ("study.toml", "trace.h5", "mine.csv"):
            with self.subTest(name):
                kept = (self.folder / name).read_bytes()
                _, said = self.hilspace(*log, name, code=BAD_INPUT)
                self.assertRegex(said, f"--contacts {name}: exists, .* is left as it is")
                self.assertEqual((self.folder / name).read_bytes(), kept)
        _, said = self.hilspace(*log, "both.h5", "-o", "both.h5", code=BAD_INPUT)
        self.assertIn("--contacts both.h5: this command uses both.h5 as well", said)
        self.assertFalse((self.folder / "both.h5").exists())
        _, said = self.hilspace(*log, "/dev/full", code=BAD_INPUT)
        self.assertIn("--contacts /dev/full: is a pipe or a device", said)

    def test_from_study_to_result(self):
        study = self.study(MAP)
        said, _ = self.hilspace("check", study)
        self.assertIn("model sixdof", said)
        said, _ = self.hilspace("run", study, "-o", "map.h5")
        self.assertIn("4 ok, 2 start_overlap", said)
        docked = re.search(r"docked: (\d) in the docking model, (\d) in the HIL model", said)
        with xr.open_dataset(self.folder / "map.h5") as result:
            self.assertEqual(int(docked[1]), np.nansum(result["success.docking"]))
            self.assertEqual(int(docked[2]), np.nansum(result["success.hil"]))
            self.assertEqual(list(result["success.docking"].values[2]), [1, 1], "on the axis it docks")
            self.assertEqual(list(result["outcome"].values[0]), [5, 5])
            self.assertLess(np.nanmax(result["energy.imbalance_docking"]), 1e-6)
        self.assertIn("success.docking", self.hilspace("show", "map.h5")[0])
        said, _ = self.hilspace("explain", "map.h5", "--index", "2")
        for removed in ("robot.low_pass", "robot.quantizer", "wrench_sensor.low_pass", "wrench_sensor.quantizer"):
            self.assertIn(removed, said)

    def test_first_impact_only(self):
        first = ("--set", "impacts=first", "--set", "output.traces=[2]", "--set", "numerics.error_share=0")
        said, _ = self.hilspace("run", self.study(MAP), "-o", "map.h5", *first)
        self.assertNotIn("docked", said)
        with h5py.File(self.folder / "map.h5") as result:
            self.assertEqual(result["end.hil"][1, 0], 0, "separated")
            self.assertTrue(np.isnan(result["success.hil"][1, 0]), "nobody knows")
            self.assertEqual(result["traces/2/hil/impacts/time"].shape, (1,))

    def test_one_model_alone(self):
        self.hilspace("run", self.study(MAP), "-o", "map.h5", "--set", 'models=["docking"]', "--quiet")
        with h5py.File(self.folder / "map.h5") as result:
            self.assertIn("success.docking", result)
            self.assertFalse([name for name in result if "hil" in name or name.endswith("_pct")])
            self.assertEqual(result["outcome"][1, 0], 0)

    def test_an_axial_study_knows_nothing_of_it(self):
        study = self.study(SMALL)
        self.hilspace("run", study, "-o", "axial.h5", "--quiet")
        with h5py.File(self.folder / "axial.h5") as result:
            self.assertNotIn("success.docking", result)
        self.assertNotIn("success", self.hilspace("simulate", study)[0])
        self.assertIn("success.docking", self.hilspace("check", study, "--set", 'output.metrics=["success.docking"]',
                                                       code=BAD_INPUT)[1])
        self.assertIn("of model axial has no such metric", self.hilspace(
            "explain", "axial.h5", "--metric", "success.docking", code=BAD_INPUT)[1])

    def test_shards_and_threads_give_the_same_bits(self):
        study = self.study(MAP)
        traces = ("--set", "output.traces=[3]", "--set", "output.sample_interval='10 ms'", "--set", "impacts=first")
        self.hilspace("run", study, "-o", "whole.h5", "--threads", "1", *traces)
        for index in (2, 1):
            self.hilspace("run", study, "--shard", f"{index}/2", "-o", f"s{index}.h5", "--quiet", *traces)
        said, _ = self.hilspace("merge", "s1.h5", "s2.h5", "-o", "merged.h5")
        self.assertIn("6 scenarios", said)
        self.assert_same("whole.h5", "merged.h5")
        with h5py.File(self.folder / "merged.h5") as result:
            self.assertIn("impacts", result["traces/3/hil"])

    def test_interrupted_at_once_and_resumed_to_the_same_bits(self):
        study = self.study(DOCKING.replace("[chaser]", 'models = ["docking"]\n[chaser]') +
                           '[[axis]]\n"approach.offset.z" = { from = "-90 mm", to = "90 mm", count = 301 }\n'
                           '[numerics]\nerror_share = 0\n')
        self.hilspace("run", study, "-o", "whole.h5")
        process = self.start("run", study, "-o", "cut.h5")
        self.wait_for(lambda: parts(self.folder / "cut.h5"), process, "the first part")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=600), INTERRUPTED, self.said())
        self.hilspace("run", study, "-o", "cut.h5", "--threads", "1")
        self.assert_same("whole.h5", "cut.h5")

    def test_a_trace_and_its_impacts(self):
        study = self.study(MAP)
        said, _ = self.hilspace("simulate", study, "--index", "3", "-o", "docking.h5")
        listed = {model: int(count) for model, count in re.findall(r"^(\w+): (\d+) impacts?$", said, re.M)}
        self.assertEqual(set(listed), {"docking", "hil"})
        self.assertEqual(listed, {model: int(count) for model, count in re.findall(
            r"^(\w+): (\d+) impacts?$", self.hilspace("show", "docking.h5")[0], re.M)})
        with xr.open_dataset(self.folder / "docking.h5") as scenario:
            for model, count in listed.items():
                self.assertEqual(count, int(scenario[f"run.impacts_{model}"]))
                with xr.open_dataset(self.folder / "docking.h5", group=f"{model}/impacts") as impacts:
                    self.assertEqual(dict(impacts.sizes), {"impact": count})
                    self.assertTrue(np.all(np.diff(impacts["time"]) > 0))
                    self.assertEqual(float(impacts["peak_force"].max()),
                                     float(scenario[f"run.peak_force_{model}"]))
                with xr.open_dataset(self.folder / "docking.h5", group=model) as trace:
                    self.assertEqual(trace["time"].attrs["long_name"], "time since the start")
                    self.assertEqual(trace["tip_x"].dims, ("time",))
                    if model == "docking":
                        self.assertLess(float(abs(trace["energy_balance"]).max()),
                                        1e-6 * float(trace["kinetic_energy"][0]))
        csv, _ = self.hilspace("show", "docking.h5:docking/impacts", "--csv")
        self.assertEqual(len(csv.splitlines()), 1 + listed["docking"])
        self.assertTrue(csv.startswith("impact,time,"))
        self.assertIn("docking.h5:docking", self.hilspace("show", "docking.h5", "--csv", code=2)[1])
        self.assertIn("it has docking, docking/impacts",
                      self.hilspace("show", "docking.h5:rig", "--csv", code=BAD_INPUT)[1])

        said, _ = self.hilspace("compare", "docking.h5")
        self.assertRegex(said, r"contact_force.peak_docking +[1-9]")
        self.assertRegex(said, r"energy.kinetic_docking +undefined\n", "of two turning bodies one velocity tells no energy")

    def test_pictures(self):
        docking = ("--set", 'models=["docking"]')
        self.hilspace("run", self.study(MAP), "-o", "map.h5", "--quiet", *docking)
        self.hilspace("simulate", self.study(MAP), "--index", "3", "-o", "docking.h5")
        self.assertIn("dock", self.hilspace("plot", "map.h5", "-o", "map.png")[0])
        self.hilspace("plot", "map.h5", "-o", "panels.png",
                      "--panel", "success.docking over approach.offset.z and approach.attitude.pitch",
                      "--panel", "run.impacts_docking over approach.attitude.pitch and approach.offset.z")
        self.assertIn("impacts, largest force", self.hilspace("plot", "docking.h5")[0])
        for name in ("map.png", "panels.png", "docking.png"):
            self.assertEqual((self.folder / name).read_bytes()[:4], b"\x89PNG")

    def test_a_ready_made_mechanism_is_drawn_and_written_out(self):
        unit = DOCKING[:DOCKING.index("[drogue]")] + DOCKING[DOCKING.index("[robot]"):]
        study = self.study(unit.replace('model = "sixdof"', 'model = "sixdof"\nmechanism = "androgynous"'))
        listed = self.hilspace("check", study, "--features")[0]
        self.assertIn('kind = "features"', listed)
        (self.folder / "listed.toml").write_text(listed)
        self.assertEqual(self.hilspace("check", "listed.toml", "--features")[0], listed)
        said = self.hilspace("plot", study, "-o", "unit.svg")[0]
        self.assertIn("chaser: petal x 3, edge, pad x 12", said)
        self.assertIn("latches: pawl x 3, catches edge", said)
        self.assertIn("<svg", (self.folder / "unit.svg").read_text()[:2000])
        said = self.hilspace("check", study, "--draw", "checked.svg")[0]
        self.assertLess(said.index("no errors"), said.index("chaser: petal x 3, edge, pad x 12"))
        self.assertIn("<svg", (self.folder / "checked.svg").read_text()[:2000])
        self.assertIn("--draw", self.hilspace("check", study, "--draw", "a.svg", "--json", code=BAD_INPUT)[1])
        self.assertIn("written in a file", self.hilspace("check", study, "--draw", "a.svg", "--set", "seed=2", code=BAD_INPUT)[1])
        self.assertIn("is a study without a [mechanism] to draw", self.hilspace("plot", self.study(DOCKING), code=BAD_INPUT)[1])
        self.assertIn("is a study without a [mechanism] to draw", self.hilspace("plot", self.study(SMALL), code=BAD_INPUT)[1])


if __name__ == "__main__":
    unittest.main()
