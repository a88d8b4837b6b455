"""hilspace plot shows the numbers of the file, in practical units, without undefined values."""
import io
import tempfile
import unittest
import unittest.mock
from pathlib import Path
from types import SimpleNamespace

import h5py
import numpy as np

from plot_files import Files, options
import captures
import design
import docking
import history
import pareto
import requirement
import response
import scenario
import sensitivity
import shares
import style
from errors import PlotError
from reading import Axis, joint_names, opened, read_axis, variable_axis


class Unreadable(unittest.TestCase):
    def test_is_told_like_by_the_other_verbs(self):
        denied = PermissionError(13, "Permission denied")  # root may read everything
        for read in (opened, lambda path: response.plot(options(file=path))):
            with unittest.mock.patch("builtins.open", side_effect=denied), self.assertRaises(PlotError) as raised:
                read(__file__)
            self.assertEqual(str(raised.exception), f"{__file__}: cannot be read: Permission denied")


class Pareto(unittest.TestCase):
    def test_the_front_is_what_no_other_point_beats(self):
        rng = np.random.default_rng(7)
        x, y = rng.integers(0, 12, 200).astype(float), rng.integers(0, 12, 200).astype(float)  # with ties
        beaten = lambda i: any((x[j] <= x[i] and y[j] <= y[i]) and (x[j] < x[i] or y[j] < y[i]) for j in range(200))
        found = pareto.front(x, y)
        self.assertEqual({(x[i], y[i]) for i in found}, {(x[i], y[i]) for i in range(200) if not beaten(i)})
        self.assertEqual(sorted(x[found]), list(x[found]))


class Docking(unittest.TestCase):
    def test_the_way_is_of_what_the_mechanism_has(self):
        for mechanism, words in (('mechanism = "drogue"\n', ("the tip's centre", " from the drogue's base")),
                                 ("", ("the tip's centre", " from the drogue's base")), ('mechanism = "plane"\n', ("the tip's centre", "")),
                                 ('[mechanism]\nkind = "probe_cone"\n', ("the chaser's port", " from the target's"))):
            with self.subTest(mechanism):
                self.assertEqual(docking.moving(SimpleNamespace(attrs={"study": mechanism})), words)


class Response(unittest.TestCase):
    @staticmethod
    def table(heads, mark=""):
        return response.read(io.StringIO(mark + ",".join(heads) + "\n1,1,0\n2,0.5,-1\n", newline=""))

    def test_headings_may_break_and_follow_a_byte_order_mark(self):
        for mark, heads in (("", ["frequency", "a magnitude", "a phase"]), ("\ufeff", ["frequency [rad/s]", "a magnitude [m]", "a phase"]),
                            ("\ufeff", ['"frequency"', '"a\nmagnitude"', '"a\r\nphase\n[rad]"'])):
            curves, said = self.table(heads, mark)
            self.assertEqual((list(curves), said), (["a"], []))
            np.testing.assert_array_equal(curves["a"], [[1, 2], [1, 0.5], [0, -1]])

    def test_the_axis_of_phases_has_numbers(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        table = Path(folder.name) / "r.csv"
        for first, last, step in ((-10, -80, 15), (0, -300, 90), (-3.0, -3.5, None)):
            table.write_text(f"frequency,a magnitude,a phase [deg]\n1,1,{first}\n2,1,{0.5 * (first + last)}\n4,1,{last}\n")
            angle = response.plot(options(file=str(table)))[0].axes[1]
            (low, high), ticks = angle.get_ylim(), angle.get_yticks()
            ticks = ticks[(low <= ticks) & (ticks <= high)]
            self.assertGreaterEqual(len(ticks), 3)
            if step:
                np.testing.assert_allclose(np.diff(ticks), step)

    def test_magnitudes_in_dB_are_refused(self):
        for unit in ("dB", "db", " dB re 1 m"):
            with self.assertRaisesRegex(PlotError, r"a magnitude \[.*\]: is drawn in dB, but read as a ratio; give 10\^\(x/20\)"):
                self.table(["frequency", f"a magnitude [{unit}]", "a phase"])


class Ranking(unittest.TestCase):
    def test_the_line_reaches_over_the_metrics_of_the_mean(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with h5py.File(Path(folder.name) / "table.h5", "w") as file:
            file["parameter"], file["metric"] = [b"a", b"b"], [b"x", b"y", b"z"]
            file["importance"] = [[0.9, np.nan], [0.5, 0.2], [0.0, 1.0]]  # unknown ones count as 0
            file["counts"], file["key.importance"] = [1.0, 1.0, 0.0], [0.7, 0.1]
            (_, parameters, [(_, mean, low, high)]), = sensitivity.prepare(file, options())
        self.assertEqual((parameters, list(mean), list(low), list(high)), (["a", "b"], [0.7, 0.1], [0.5, 0.0], [0.9, 0.2]))

    def test_what_is_remarked_of_a_metric_is_said(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with h5py.File(Path(folder.name) / "table.h5", "w") as file:
            file["parameter"], file["metric"], file["remark"] = [b"a"], [b"x", b"y"], [b"", b"varies by less than 3 times its numerical error"]
            file["importance"] = file["first_order"] = [[0.9], [0.5]]
            for metric, expected in (("x", []), ("y", ["  varies by less than 3 times its numerical error"])):
                lines = sensitivity.say(file, sensitivity.prepare(file, options(metric=[metric])))
                self.assertEqual(lines[2:], expected)


class Requirement(unittest.TestCase):
    def test_a_limit_is_said_to_be_the_largest_or_the_smallest(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for points in (1, 2):
            for low, high, word in ((1.0e-3, 1.1e-3, "largest"), (0.9e-3, 1.0e-3, "smallest")):
                with h5py.File(Path(folder.name) / "table.h5", "w") as file:
                    shape = () if points == 1 else (points,)
                    for name, value in (("limit", 1e-3), ("limit_low", low), ("limit_high", high), ("found", 0), ("binding_scenario", 0)):
                        file[name] = np.full(shape, value)
                    file["limit"].attrs.update({"units": "s", "long_name": "last actuator.total_delay that meets the targets"})
                    file["found"].attrs["flag_meanings"] = "limit all none"
                    file["binding_target"] = np.full(shape, b"x <= 1") if shape else b"x <= 1"
                    if shape:
                        file["chaser.mass"] = [1.0, 2.0]
                        file["chaser.mass"].make_scale("chaser.mass")
                        file["limit"].dims[0].attach_scale(file["chaser.mass"])
                    words = requirement.plot(file, options())[0].axes[0].words
                self.assertEqual(words["y" if shape else "x"], f"{word} actuator total delay\u00a0/\u00a0ms")


class Tornado(unittest.TestCase):
    def test_bars_reach_from_the_smallest_to_the_largest_value_in_the_metrics_unit(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        axes = style.figure(1)[1][0]
        with h5py.File(Path(folder.name) / "table.h5", "w") as file:
            file["parameter"] = [b"a", b"b"]
            file["swing"], file["smallest"], file["largest"] = [[1e-3, 4e-3]], [[2e-3, 1e-3]], [[3e-3, 5e-3]]
            sensitivity.tornado(axes, file, 0, "s")
        self.assertEqual([label.get_text() for label in axes.get_yticklabels()], ["b", "a"])  # the widest on top
        bars = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in axes.patches]
        np.testing.assert_allclose(bars, [(1.0, 5.0), (2.0, 3.0)])  # ms
        self.assertIn("ms", axes.get_xlabel())


class Designs(Files):
    def setUp(self):
        super().setUp()
        count = 40
        x, values = np.linspace(1, 2, count), np.linspace(1, 2, count) ** 3
        values[-1] = np.inf
        self.data = self.file({"scenario": (np.zeros(count), None)}, {"velocity.error_pct": (values, "percent", {})},
                              [4] + [0] * (count - 1))
        for name, points in (("mass", x), ("noise", np.sin(1e3 * x))):
            self.data[name] = points
            self.data[name].attrs["units"] = "kg"
            self.data[name].dims[0].attach_scale(self.data["scenario"])
        self.data["outcome"].attrs["coordinates"] = "mass noise"

    def test_the_strongest_parameter_comes_first(self):
        self.assertTrue(design.applies(self.data))
        sample = design.prepare(self.data, options())
        self.assertEqual(sample.parameters[0][0].name, "mass")
        self.assertAlmostEqual(sample.parameters[0][1], 1.0)
        self.assertRegex(design.correlations(sample)[0], r"^rank correlation: mass 1\.00, noise -?0\.\d\d$")
        self.assertEqual(int(sample.known.sum()), 38)
        said = "\n".join(design.say(self.data, sample, options(below="5 %")))
        self.assertIn("1 of 40 scenarios left out (diverged: 1)", said)
        self.assertIn("1 of 39 scenarios that ended well have no velocity.error_pct", said)

    def test_is_drawn_with_one_metric(self):
        with self.assertRaisesRegex(PlotError, "^a design is drawn with one --metric, not with velocity.error_pct, outcome: its panels are over the parameters$"):
            design.prepare(self.data, options(metric=["velocity.error_pct", "outcome"]))

    def test_correlations_have_a_sign_and_those_of_names_another_name(self):
        self.data["velocity.error_pct"][:] = -np.linspace(1, 2, 40) ** 3
        self.data["law"] = np.where(np.arange(40) < 20, b"hertz", b"flores")
        self.data["law"].dims[0].attach_scale(self.data["scenario"])
        self.data["outcome"].attrs["coordinates"] = "noise law mass"
        sample = design.prepare(self.data, options())
        self.assertEqual([axis.name for axis, _ in sample.parameters], ["mass", "law", "noise"])  # by size
        said = design.correlations(sample)
        self.assertRegex(said[0], r"^rank correlation: mass -1\.00, noise -?0\.\d\d$")
        self.assertEqual(said[1:], ["correlation ratio: law 0.86"])  # of two halves: eta^2 is 3/4, and 1 - 39/38/4 less chance
        made, _ = design.draw(self.data, sample, options())
        self.assertEqual([axes.get_title(loc="left").replace("\n", " ") for axes in made.axes[1:3]], ["mass (rank correlation -1.00)", "law (correlation ratio 0.86)"])
        for known in (2, 40):  # two scenarios, and the same value in all of them
            self.data["velocity.error_pct"][:] = np.where(np.arange(40) < known, 5.0 if known == 40 else np.arange(40), np.nan)
            sample = design.prepare(self.data, options())
            self.assertEqual(design.correlations(sample), ["no rank correlation: that takes three scenarios with different values"])
            self.assertNotIn("correlation", "".join(axes.get_title(loc="left") for axes in design.draw(self.data, sample, options())[0].axes))

    def test_one_at_a_time_is_no_sample(self):
        self.data.attrs["study"] = '[design]\ntype = "one_at_a_time"\n'
        sample = design.prepare(self.data, options())
        said = "\n".join(design.say(self.data, sample, options(below="2.5 %")))
        self.assertIn("velocity.error_pct: 1.079 % to 7.696 % (38 scenarios)\n"
                      "velocity.error_pct stays below 2.5 % at 13 of 38 points: points that vary one parameter at a time are no sample", said)
        self.assertNotIn("interval", said)
        self.assertNotIn("median", said)
        made, _ = design.draw(self.data, sample, options(below="2.5 %"))
        self.assertEqual(made.axes[0].get_legend_handles_labels()[1], ["below 2.5 %: 13 of 38 points"])

    def test_the_limit_of_a_size_is_drawn_where_the_values_are(self):
        for shift, expected in ((-10.0, [-2.0]), (-3.0, [-2.0, 2.0]), (0.0, [2.0])):
            self.data["velocity.error_pct"][1:-1] = np.linspace(1, 5, 38) + shift
            made, _ = design.draw(self.data, design.prepare(self.data, options()), options(below="2 %"))
            drawn = [[line for line in axes.lines if line.get_linestyle() == ":"] for axes in made.axes]
            self.assertEqual([line.get_xdata()[0] for line in drawn[0]], expected)
            self.assertEqual([[line.get_ydata()[0] for line in lines] for lines in drawn[1:]], [expected] * 2)
            self.assertEqual(sum("below 2 %" in words for words in made.axes[0].get_legend_handles_labels()[1]), 1)
            style.ready().close(made)

    def test_the_share_that_meets_a_target(self):
        sample = design.Sample("m", np.r_[np.zeros(30), np.ones(10), np.nan], [])
        share, low, high = design.met(self.data, sample, 0.5)
        self.assertEqual(share, 0.75)
        self.assertTrue(0.59 < low < 0.61 and 0.85 < high < 0.87)  # Wilson's score for 30 of 40
        # Ten trajectories of four points each are ten draws: that for 7.5 of 10.
        self.data.attrs["study"] = '[design]\ntype = "morris"\nsamples = 10\n'
        share, low, high = design.met(self.data, sample, 0.5)
        self.assertEqual(share, 0.75)
        z = 1.959964
        for p in (low, high):
            self.assertAlmostEqual((share - p) ** 2, z * z * p * (1 - p) / 10, 9)


class Captures(Files):
    def setUp(self):
        super().setUp()
        count = 12
        verdicts = np.array([0, 0, 0, 1, 0, 0, 2, 3, 3, 3, 3, 4], dtype=np.int8)
        space, testbed = np.isin(verdicts, (0, 1)) * 1.0, np.isin(verdicts, (0, 2)) * 1.0
        self.data = self.file({"scenario": (np.zeros(count), None)},
                              {"captured.docking": (space, "1", {}), "captured.hil": (testbed, "1", {})}, [0] * 11 + [4])
        self.data["captured.agreement"] = verdicts
        for name, points in (("noise", np.sin(1e3 * np.arange(count))), ("thrust", np.linspace(4, 0, count))):
            self.data[name] = points
            self.data[name].attrs["units"] = "N"
            self.data[name].dims[0].attach_scale(self.data["scenario"])
        self.data["outcome"].attrs["coordinates"] = "noise thrust"

    def test_are_drawn_over_the_parameters_that_matter(self):
        self.assertTrue(captures.applies(self.data))
        cloud = captures.prepare(self.data, options())
        self.assertEqual([cloud.x.name, cloud.y.name], ["thrust", "noise"])
        self.assertEqual(captures.prepare(self.data, options(axis="noise")).y.name, "thrust")
        with self.assertRaisesRegex(PlotError, "no parameter 'mass'; it varies thrust, noise"):
            captures.prepare(self.data, options(by="mass"))

    def test_a_wrong_verdict_has_its_share_and_interval(self):
        said = "\n".join(captures.say(self.data))
        self.assertIn("both capture: 5 of 11", said)
        self.assertIn("wrong verdict: 2 of 11, 18.2 % (5.14 to 47.7 %)", said)  # Wilson's score by hand
        self.assertIn("1 of 12 scenarios left out", said)
        self.data.attrs["study"] = '[design]\ntype = "one_at_a_time"\n'
        said = captures.say(self.data)
        self.assertEqual(said[-2:], ["wrong verdict: 2 of 11", design.NO_SAMPLE])
        self.assertNotIn("%", "".join(said))
        for n in range(1, 3000):  # of none and of all, one end is the end itself
            self.assertEqual((shares.interval(0.0, n)[0], shares.interval(1.0, n)[1]), (0.0, 1.0))


class Histories(unittest.TestCase):
    def test_residual_is_taken_at_the_times_of_the_reference(self):
        time, values = history.residual((np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 1.0, 4.0, 0.0])),
                                        (np.array([0.5, 2.5]), np.array([1.0, 5.0])))
        np.testing.assert_array_equal(time, [1, 2])
        np.testing.assert_allclose(values, [1.0, 0.0])


class Bars(Files):
    def test_begin_at_0_and_what_is_off_the_scale_is_said(self):
        sizes = {f"a{i}_pct": (5.0 + 0.1 * i, "percent", {}) for i in range(15)}
        for far, end in ((900.0, 1), (-900.0, 0)):
            file = self.file({}, sizes | {"far_pct": (far, "percent", {})})
            made, lines = scenario.plot(file, options())
            low, high = made.axes[0].get_xlim()
            self.assertTrue(low <= 0 <= high and high - low < 50, (low, high))
            self.assertEqual([(text.get_text().strip(), text.get_position()[0]) for text in made.axes[0].texts],
                             [(f"{far:g} %, off the scale", (low, high)[end])])
            self.assertEqual(lines[-1], "far_pct is off the scale")
            style.ready().close(made)
            file.close()


class Groups(Files):
    def test_axis_of_a_group_is_found_by_both_spellings(self):
        file = self.file({"masses": (np.array([b"30 kg, 75 kg", b"1 kg, 75 kg"]), "")},
                         {"velocity.error_pct": ([1.0, 2.0], "percent", {})})
        for name, data in (("chaser.mass", [30.0, 1.0]), ("target.mass", [75.0, 75.0])):
            file[name] = data
            file[name].attrs["units"] = "kg"
            file[name].dims[0].attach_scale(file["masses"])
        file["outcome"].attrs["coordinates"] = "chaser.mass target.mass"
        axis = read_axis(file, "masses")
        self.assertEqual(axis.labels, ["30 kg", "1 kg"])  # what does not move is not repeated
        self.assertEqual((axis.nearest("1 kg, 75 kg"), axis.nearest("1 kg")), ((1, True), (1, True)))

    def test_values_that_differ_in_later_digits_are_told_apart(self):
        axis = Axis("v", "velocity", "m s-1", np.array([0.02, 0.01, 0.0100001, 0.01, 0.1 / 7]))
        self.assertEqual([axis.at(i) for i in range(5)], ["20 mm/s", "10 mm/s", "10.0001 mm/s", "10 mm/s", "14.29 mm/s"])
        far = Axis("v", "velocity", "m s-1", np.array([1e-5, 1.000002, 1.000001]))
        self.assertEqual([far.at(i) for i in range(3)], ["10 um/s", "1.000002 m/s", "1.000001 m/s"])

    def test_numbers_without_a_unit_are_named_and_nothing_is_said_of_what_is_not_there(self):
        file = self.file({"compensator": (np.arange(4.0), None)}, {"velocity.error_pct": (np.ones(4), "percent", {})})
        for name, data in (("compensator.position", [b"none", b"lead", b"lead", b"none"]), ("compensator.order", [1.0, 1.0, 2.0, 1.0]),
                           ("compensator.force", [b"none", b"none", b"none", b"smith"]), ("compensator.lag_error", [0.0, 0.0, -0.1, 0.0])):
            file[name] = data
            file[name].attrs["units"] = "1"
        keys = [variable_axis(file, name) for name in ("compensator.position", "compensator.order", "compensator.force", "compensator.lag_error")]
        names = lambda chosen: joint_names(chosen, [[key.at(i) for i in range(4)] for key in chosen])
        self.assertEqual(names(keys), ["none", "lead", "lead, order 2, lag error -0.1", "smith"])
        self.assertEqual(joint_names(keys[1::2], [["1", "2"], ["0", "-0.1"]]), ["order 1, lag error 0", "order 2, lag error -0.1"])
        self.assertEqual(joint_names(keys[:2], [["none", "none"], ["1", "1"]]), ["none, 1", "none, 1"])  # two alike would be one

    def test_lines_do_not_end_within_a_quantity(self):
        for words, kept in (("time since the bodies' displacement crossed 0\u00a0/\u00a0ms", "crossed\u00a00\u00a0/"), ("abs(velocity.error_pct) <= 10 %", "<=\u00a010\u00a0%")):
            for inches in (1.0, 1.5, 2.0, 2.5, 3.0):
                self.assertIn(kept, style.wrapped(words, inches))


if __name__ == "__main__":
    unittest.main()
