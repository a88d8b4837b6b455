"""Sentences of `hilspace plot --panel` draw the curves that they ask for, and are refused in one line if they cannot be."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import h5py
import numpy as np

TOOL = Path(__file__).resolve().parents[2] / "tools/plot"
sys.path.insert(0, str(TOOL))
import panels  # noqa: E402
from errors import PlotError  # noqa: E402
from sentence import Panel  # noqa: E402


class Sentences(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="plot with space ")
        self.addCleanup(scratch.cleanup)
        self.path = Path(scratch.name) / "a.h5"
        with h5py.File(self.path, "w") as file:
            file.attrs["title"] = "A test"
            for name, data, units in [("law", np.array([b"hertz", b"flores"]), ""), ("delay", [1e-3, 2e-3, 3e-3], "s")]:
                file[name] = data
                file[name].make_scale(name)
                file[name].attrs["units"] = units
            for name, data, units in [("outcome", [[0, 0, 0], [0, 4, 0]], "1"), ("duration", [[0.01] * 3] * 2, "s"), ("lag", [[0.02, 0.03, 0.04]] * 2, "s"),
                                      ("error", [[1.0, 2.0, 3.0], [4.0, np.nan, 6.0]], "percent")]:
                file[name] = data
                file[name].attrs["units"] = units
                file[name].dims[0].attach_scale(file["law"])
                file[name].dims[1].attach_scale(file["delay"])
            file["outcome"].attrs["flag_meanings"] = "ok a b c d"
            for index, depth in (("0", 1e-5), ("3", 2e-3)):
                for name, data, units in [("x", [0.0, depth], "m"), ("force", [0.0, 7.0], "N")]:
                    file[f"traces/{index}/docking/{name}"] = data
                    file[f"traces/{index}/docking/{name}"].attrs["units"] = units
        self.file = h5py.File(self.path)
        self.addCleanup(self.file.close)

    def panel(self, sentence, everywhere=None):
        return Panel(self.file, sentence, [everywhere] if everywhere else [])

    def assert_curves(self, sentence, expected, everywhere=None):
        found = list(self.panel(sentence, everywhere).curves())
        self.assertEqual([legend for legend, _, _ in found], [legend for legend, _, _ in expected])
        for (_, x, y), (_, wanted_x, wanted_y) in zip(found, expected):
            np.testing.assert_allclose(x, wanted_x)
            np.testing.assert_allclose(y, wanted_y)

    def test_lines(self):
        self.assert_curves("error over delay by law", [("hertz", [1, 2, 3], [1, 2, 3]), ("flores", [1, 3], [4, 6])])
        self.assert_curves("error over delay at law=flores", [("error", [1, 3], [4, 6])])
        self.assert_curves("error over delay", [("error", [1, 3], [4, 6])], "law=flores and delay=1e-3")
        self.assert_curves("error over law at delay=0.003", [("error", [0, 1], [3, 6])])
        self.assert_curves("duration, lag over delay at law=hertz",
                           [("duration", [1, 2, 3], [0.01, 0.01, 0.01]), ("lag", [1, 2, 3], [0.02, 0.03, 0.04])])

    def test_an_axis_of_several_metrics_names_what_they_are(self):
        made, _ = panels.plot(self.file, SimpleNamespace(panel=["duration, lag over delay at law=hertz"], at=[], width=None))
        self.assertEqual(made.axes[0].words["y"], "duration, lag\u00a0/\u00a0ms")

    def test_without_any_value_there_is_no_picture(self):
        self.file.close()
        with h5py.File(self.path, "r+") as file:
            file["outcome"][:] = 4
            for sentence in ("error over delay by law", "error over delay at law=hertz", "error over delay/duration"):
                with self.assertRaisesRegex(PlotError, r"^nothing to draw; 6 of 6 scenarios left out \(d: 6\)$"):
                    panels.plot(file, SimpleNamespace(panel=[sentence], at=[], width=None))

    def test_the_nearest_value_is_taken_and_said(self):
        panel = self.panel("error over law at delay=2.2 ms")
        self.assertEqual((panel.at, panel.said), ({"delay": 1}, ["delay: 2 ms taken for 2.2 ms, the nearest there is"]))
        self.assertEqual(self.panel("error over law at delay=2000 us").said, [])

    def test_points(self):
        self.assert_curves("error over delay+delay/duration by law",
                           [("hertz", [0.2, 0.4, 0.6], [1, 2, 3]), ("flores", [0.2, 0.6], [4, 6])])
        self.assert_curves("error over delay+5e-4/duration at law=hertz", [("error", [0.15, 0.25, 0.35], [1, 2, 3])])
        self.assertEqual(self.panel("error over delay+5e-4/duration").horizontal()[1], "(delay + 0.5 ms) / (duration)")
        self.assertEqual(self.panel("error over delay+duration").horizontal()[1], "delay + duration\u00a0/\u00a0ms")

    def test_levels_belong_to_curves(self):
        panel = self.panel("duration over delay by law against 1, -2e-3")
        self.assertEqual((panel.against, panel.at), ([1.0, -2e-3], {}))
        self.assertEqual(self.panel("error over delay at law=hertz against 4").against, [4.0])
        self.assertEqual(self.panel("error over delay at law=hertz").against, [])

    def test_time_histories_share_a_unit(self):
        curves = self.panel("docking/force over docking/x by law").histories()
        self.assertEqual([(legend, x.spelling, y.spelling) for legend, x, y in curves], [("hertz", "mm", "N"), ("flores", "mm", "N")])
        np.testing.assert_allclose(curves[0][1].x, [0.0, 0.01])
        self.assertEqual(len(self.panel("docking/force over docking/x at law=flores").histories()), 1)

    def run_tool(self, *sentences):
        arguments = [word for sentence in sentences for word in ("--panel", sentence)]
        return subprocess.run([sys.executable, "-B", TOOL, self.path, *arguments], capture_output=True, text=True)

    def test_picture(self):
        done = self.run_tool("error over delay by law", "error over delay/duration", "error over law at delay=1e-3",
                             "docking/force over docking/x by law", "duration, lag over delay at law=hertz",
                             "error over delay by law against 2, 5")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("1 of 6 scenarios left out", done.stdout)
        self.assertGreater(self.path.with_suffix(".png").stat().st_size, 10000)

    def test_errors_are_one_line(self):
        for sentence, word in [("error", "not of the form"), ("error over delay", "leaves law open"),
                               ("error over delay by x", "no axis 'x'"), ("none over delay by law", "no 'none'"),
                               ("error over delay at law=none", "hertz; flores"), ("error over delay at x=1", "law, delay"),
                               ("error over law at delay=5 kg", "not one of its units"), ("error over error+delay", "adds"),
                               ("error over delay/error", "divides"), ("error over delay by law at law=hertz", "drawn and held"),
                               ("error over delay by delay", 'delay is drawn twice; name another axis after "by"'),
                               ("error over delay and delay", 'delay is drawn twice; name another axis after "and"'),
                               ("docking/none over docking/x", "no 'docking/none'"),
                               ("duration, lag over delay by law", "not both"),
                               ("error, duration over delay at law=hertz", "error is in %, duration in s; give each a --panel of its own"),
                               ("error over delay by law against 1", "2 numbers, one for each"),
                               ("error over delay at law=hertz against x", "1 number, one"),
                               ("error over delay and law against 1", "goes with curves")]:
            with self.assertRaises(PlotError, msg=sentence) as raised:
                panels.plot(self.file, SimpleNamespace(panel=[sentence], at=[], width=None))
            self.assertIn(word, str(raised.exception))
            self.assertNotIn("\n", str(raised.exception))
        done = self.run_tool("error over delay")
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertRegex(done.stderr, "^hilspace plot: .*leaves law open")


if __name__ == "__main__":
    unittest.main()
