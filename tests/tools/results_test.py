"""tools/plot (hilspace plot) and tools/means answer with the right numbers, and tools/compare_results sees a single bit."""
import contextlib
import io
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import h5py
import numpy as np

TOOLS = Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS / "plot"))
import main as plotter  # noqa: E402
import style  # noqa: E402


def write(path, axes, values, outcome=None):
    """A result file in small: {axis: (values, units)} and velocity.error_pct over them."""
    with h5py.File(path, "w") as file:
        file.attrs["title"] = "A test"
        file.attrs["host"] = str(path)
        for name, (points, units) in axes.items():
            file[name] = points
            file[name].make_scale(name)
            file[name].attrs["units"] = units
        shape = [len(points) for points, _ in axes.values()]
        outcome = np.zeros(shape, "i1") if outcome is None else np.reshape(np.array(outcome, "i1"), shape)
        for name, data in {"outcome": outcome, "velocity.error_pct": np.reshape(values, shape)}.items():
            file[name] = data
            file[name].attrs["units"] = "percent"
            for dimension, axis in zip(file[name].dims, axes):
                dimension.attach_scale(file[axis])
        file["outcome"].attrs["flag_values"] = np.arange(7, dtype="i1")
        file["outcome"].attrs["flag_meanings"] = "ok no_contact time_limit penetration_limit diverged start_overlap not_run"


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="results with space ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_tool(self, name, *arguments):
        if name == "plot":
            return self.plot(arguments)
        done = subprocess.run([TOOLS / name, *arguments], capture_output=True, text=True, cwd=self.folder)
        return done.returncode, done.stdout, done.stderr

    def plot(self, arguments):
        """In this process: starting Python and matplotlib takes longer than a picture."""
        said, errors = io.StringIO(), io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors), \
                unittest.mock.patch.object(sys, "argv", ["plot", *arguments]):
            code = plotter.main()
        style.ready().close("all")
        return code, said.getvalue(), errors.getvalue()

    def answer(self, values, *arguments, outcome=None, points=(3e-4, 1e-4, 2e-4, 4e-4), units="s"):
        write(self.folder / "a.h5", {"actuator.total_delay": (np.array(points), units)}, values, outcome)
        code, output, errors = self.run_tool("plot", "a.h5", "--below", "20", *arguments)
        self.assertEqual((code, errors), (0, ""))
        self.assertTrue((self.folder / "a.png").stat().st_size > 10000)
        return output

    def test_crossing_is_interpolated_between_the_grid_points(self):
        self.assertIn("stays below 20 % up to actuator.total_delay = 0.25 ms (grid points 0.2 ms: 15 %, 0.3 ms: 25 %)",
                      self.answer([25.0, 5.0, 15.0, 35.0]))

    def test_sign_does_not_matter(self):
        self.assertIn("up to actuator.total_delay = 0.25 ms", self.answer([-25.0, -5.0, -15.0, -35.0]))

    def test_from_always_never_and_several(self):
        self.assertIn("stays below 20 % from actuator.total_delay = 0.25 ms", self.answer([15.0, 35.0, 25.0, 5.0]))
        self.assertIn("everywhere", self.answer([1.0, 2.0, 3.0, 4.0]))
        self.assertIn("never", self.answer([21.0, 22.0, 23.0, 24.0]))
        self.assertIn("crosses 20 % 2 times", self.answer([25.0, 15.0, 15.0, 15.0]))

    def test_failed_scenarios_are_left_out_and_counted(self):
        output = self.answer([25.0, 5.0, 15.0, np.nan], outcome=[0, 0, 0, 4])
        self.assertIn("1 of 4 scenarios left out (diverged: 1)", output)
        self.assertIn("= 0.25 ms", output)

    def test_another_axis_and_names(self):
        axes = {"contact.law": (np.array([b"hertz", b"flores"]), ""), "contact.radius": (np.array([0.01, 0.03]), "m")}
        write(self.folder / "b.h5", axes, [10.0, 30.0, 10.0, 50.0])
        picked = ("plot", "b.h5", "--below", "20", "--axis", "contact.radius", "--at", "contact.law=flores")
        self.assertIn("contact.radius = 15 mm", self.run_tool(*picked)[1])
        self.assertIn("contact.law = flores: velocity.error_pct stays below 20 % up to contact.radius = 15 mm",
                      self.run_tool("plot", "b.h5", "--below", "20 %")[1])
        names = ("plot", "b.h5", "--below", "20", "--axis", "contact.law", "--at", "contact.radius=0.9 cm")
        self.assertIn("for contact.law = hertz; flores", self.run_tool(*names)[1])

    def test_means_have_the_digits_of_their_standard_error(self):
        axes = {"contact.law": (np.array([b"hertz", b"flores"]), ""), "n": (np.arange(1.0, 5.0), "1")}
        write(self.folder / "a.h5", axes, [1.0, 2.0, 3.0, 4.0, 7.125, 7.125, 7.125, 7.125])
        code, output, errors = self.run_tool("means", "a.h5", "--over", "n", "--metric", "velocity.error_pct")
        self.assertEqual((code, errors), (0, ""))
        self.assertEqual(output, "contact.law,velocity.error_pct,velocity.error_pct.standard_error\n"
                                 "hertz,2.5,0.65\nflores,7.125,0\n")
        write(self.folder / "a.h5", axes, [1.0, 2.0, 3.0, 400.0, 7.125, np.nan, 5.0, 6.0], [0, 0, 0, 4, 0, 0, 4, 4])
        code, output, errors = self.run_tool("means", "a.h5", "--over", "n", "--metric", "velocity.error_pct")
        self.assertEqual((code, errors), (0, "means: 3 of 8 scenarios left out (diverged: 3)\n"))
        self.assertEqual(output.splitlines()[1:], ["hertz,2,0.58", "flores,7.125,nan"])
        for arguments in (["--over", "m", "--metric", "velocity.error_pct"], ["--over", "n", "--metric", "none"]):
            code, _, errors = self.run_tool("means", "a.h5", *arguments)
            self.assertEqual((code, errors.count("\n")), (2, 1), errors)

    def test_errors_are_one_line(self):
        write(self.folder / "a.h5", {"x": (np.arange(2.0), "1")}, [1.0, 2.0])
        for arguments, word in [(["a.h5", "--axis", "y"], "no axis 'y'"), (["a.h5", "--metric", "y"], "no metric 'y'"),
                                (["none.h5"], "none.h5")]:
            code, _, errors = self.run_tool("plot", *arguments)
            self.assertEqual((code, errors.count("\n")), (2, 1), errors)
            self.assertIn(word, errors)

    def test_comparison_sees_a_bit_but_not_the_host(self):
        axes = {"x": (np.arange(3.0), "1")}
        write(self.folder / "a.h5", axes, [1.0, 0.0, np.nan])
        write(self.folder / "b.h5", axes, [1.0, 0.0, -np.nan])
        self.assertEqual(self.run_tool("compare_results", "a.h5", "b.h5")[0], 0)
        for values in ([np.nextafter(1.0, 2.0), 0.0, np.nan], [1.0, -0.0, np.nan], [1.0, 0.0, 0.0]):
            write(self.folder / "b.h5", axes, values)
            code, _, errors = self.run_tool("compare_results", "a.h5", "b.h5")
            self.assertEqual(code, 1)
            self.assertIn("velocity.error_pct: at [", errors)


if __name__ == "__main__":
    unittest.main()
