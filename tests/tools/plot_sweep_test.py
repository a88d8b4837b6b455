"""hilspace plot of sweeps and maps shows the numbers of the file, in practical units, without undefined values."""
import unittest
import warnings

import numpy as np

from plot_files import Files, options
import answers
import docks
import main
import panels
import picks
import style
import sweep
from errors import PlotError
from reading import Axis, numbers


class Sweep(Files):
    AXES = {"law": (np.array([b"hertz", b"flores"]), ""), "delay": ([1e-3, 2e-3, 3e-3], "s")}

    def test_curves_are_the_numbers_that_ended_well(self):
        file = self.file(self.AXES, {"velocity.error_pct": ([[1.0, np.inf, 3.0], [4.0, 5.0, np.nan]], "percent", {})},
                         [[0, 0, 0], [4, 0, 0]])
        view = sweep.prepare(file, options())
        self.assertEqual((view.axis.name, view.by.name, [g for g, _ in view.panels]), ("delay", "law", [["velocity.error_pct"]]))
        drawn = [sweep.tidy(view.axis, curve) for curve in view.panels[0][1]]
        np.testing.assert_array_equal(drawn[0][0], [1, 3])
        np.testing.assert_array_equal(drawn[0][1], [1, 3])
        np.testing.assert_array_equal(drawn[1][1], [5])
        said = "\n".join(sweep.say(file, view, options()))
        self.assertIn("1 of 6 scenarios left out (diverged: 1)", said)
        self.assertIn("law = flores: velocity.error_pct: 5 % (at 2 ms) to 5 % (at 2 ms) (2 undefined)", said)

    def test_infinite_is_no_value(self):
        file = self.file({"delay": ([1e-3, 2e-3, 3e-3], "s")}, {"velocity.error_pct": ([1.0, np.inf, -np.inf], "percent", {})})
        np.testing.assert_array_equal(numbers(file, "velocity.error_pct"), [1.0, np.nan, np.nan])

    def test_what_does_not_converge_neither_leads_nor_is_drawn_unasked(self):
        file = self.file({"delay": ([1e-3, 2e-3, 3e-3], "s")},
                         {"velocity.error_pct": ([1.0, 2.0, 2.8e10], "percent", {"numerical_error": np.inf}),
                          "force.e_hint_pct": ([1.0, 2.0, 3.0], "percent", {})})
        view = sweep.prepare(file, options())
        self.assertEqual([group for group, _ in view.panels], [["force.e_hint_pct"]])
        self.assertIn("velocity.error_pct does not converge", view.said[0])
        self.assertEqual(picks.default_metric(file), "force.e_hint_pct")
        self.assertEqual(sweep.prepare(file, options(metric=["velocity.error_pct"])).panels[0][0], ["velocity.error_pct"])

    def test_a_logarithmic_scale_keeps_values_below_0(self):
        signs = {"velocity.error_pct": ([-5.0, 2.0, 300.0], "percent", {})}
        for values, scale in ((signs, "symlog"), ({"velocity.error_pct": ([1.0, 2.0, 300.0], "percent", {})}, "log")):
            file = self.file({"delay": ([1e-3, 2e-3, 3e-3], "s")}, values)
            made, _ = sweep.draw(file, sweep.prepare(file, options(log=True)), options(log=True))
            self.assertEqual(made.axes[0].get_yscale(), scale)
            file.close()

    def test_a_few_values_far_out_set_no_scale(self):
        _, axes = style.ready().subplots()
        values = np.r_[np.linspace(1, 10, 40), 2.8e10]
        self.assertEqual(style.scale(axes, values)[0], 1)
        self.assertLess(axes.get_ylim()[1], 20)
        self.assertEqual(style.scale(axes, np.geomspace(1, 1e4, 20))[0], 0)  # these are many

    def test_repeats_are_means_with_intervals(self):
        axes = {"delay": ([1e-3, 2e-3, 3e-3], "s"), "numerics.repeat": ([1.0, 2.0], "1")}
        values = np.array([[1.0, 3.0], [2.0, 2.0], [5.0, 7.0]])
        file = self.file(axes, {"velocity.error_pct": (values, "percent", {})})
        for name, data in (("mean", [2.0, 2.0, 6.0]), ("interval", [9.0, 0.0, 9.0])):
            file[f"velocity.error_pct.{name}"] = data
            file[f"velocity.error_pct.{name}"].dims[0].attach_scale(file["delay"])
        view = sweep.prepare(file, options())
        np.testing.assert_array_equal(view.panels[0][1][0].values, [2, 2, 6])
        np.testing.assert_array_equal(view.panels[0][1][0].half, [9, 0, 9])
        self.assertIn("mean of 2 repeats, 95 % interval", sweep.say(file, view, options()))
        # Held, or drawn over or by, each is one of them.
        for given, expected in (({"at": ["numerics.repeat=2"]}, [[3, 2, 7]]), ({"by": "numerics.repeat"}, values.T),
                                ({"axis": "numerics.repeat"}, values), ({"at": ["delay=3 ms"]}, [[5, 7]])):
            view = sweep.prepare(file, options(metric=["velocity.error_pct"], **given))
            np.testing.assert_array_equal([curve.values for curve in view.panels[0][1]], expected)
            self.assertFalse(any(curve.half is not None for curve in view.panels[0][1]) or any("mean" in words for words in view.held))
        with self.assertRaisesRegex(PlotError, "outcome has no mean over numerics.repeat; draw over that with --axis, or hold it with --at"):
            sweep.prepare(file, options(metric=["outcome"]))

    def test_repeats_as_the_only_axis_are_drawn_one_by_one(self):
        file = self.file({"rig.repetition": ([1.0, 2.0, 3.0], "1")}, {"velocity.error_pct": ([1.0, 4.0, 7.0], "percent", {})})
        file["velocity.error_pct.mean"], file["velocity.error_pct.interval"] = 4.0, 7.5
        np.testing.assert_array_equal(sweep.prepare(file, options()).panels[0][1][0].values, [1, 4, 7])

    def test_a_parameter_is_no_metric(self):
        file = self.file({"delay": ([1e-3, 2e-3], "s")}, {"velocity.error_pct": ([1.0, 2.0], "percent", {})})
        file["chaser.mass"] = 30.0
        with self.assertRaisesRegex(PlotError, "^chaser.mass has no value for each scenario; choose a metric$"):
            sweep.prepare(file, options(metric=["chaser.mass"]))

    def test_names_are_not_joined_and_labels_do_not_touch(self):
        names = np.array([f"a law of a long name {i}".encode() for i in range(30)])
        file = self.file({"law": (names, "")}, {"velocity.error_pct": (np.arange(30.0), "percent", {})})
        made, _ = sweep.plot(file, options())
        style.finish(made)
        axes = made.axes[-1]
        self.assertEqual({line.get_linestyle() for line in axes.lines}, {"None"})
        renderer = made.canvas.get_renderer()
        boxes = [t.get_window_extent(renderer) for t in axes.get_xticklabels() if t.get_text()]
        self.assertGreater(len(boxes), 5)
        for a, b in zip(boxes, boxes[1:]):
            self.assertLessEqual(a.x1, b.x0 + 1)
        legend = made.axes[0].get_legend()
        if legend is not None:  # below the panel, off the data
            self.assertLessEqual(legend.get_window_extent(renderer).y1, made.axes[0].bbox.y0)

    def test_answers_have_units(self):
        axis = Axis("delay", "delay", "s", np.array([1e-4, 2e-4]))
        self.assertEqual(answers.below(axis, axis.x, np.array([1000.0, 3000.0]), "force.peak_hil", "N", 2000.0),
                         ["force.peak_hil stays below 2 kN up to delay = 0.15 ms (grid points 0.1 ms: 1 kN, 0.2 ms: 3 kN)"])

    def test_a_limit_is_crossed_where_the_line_through_0_is(self):
        axis = Axis("lag", "lag", "1", np.array([-0.3, 0.3, 0.9]))
        found = answers.crossings(axis.x, np.array([13.0, -12.0, -7.0]), 10.0)
        np.testing.assert_allclose(found, [(-0.3 + 0.6 * 3 / 25, 0, 10), (-0.3 + 0.6 * 23 / 25, 0, -10), (0.3 + 0.6 * 2 / 5, 1, -10)])
        self.assertEqual(answers.below(axis, axis.x[:2], np.array([13.0, -12.0]), "m", "percent", 10.0),
                         ["m crosses 10 % 2 times over lag from -0.3 to 0.3:", "  falls below it at -0.228 (grid points -0.3: 13 %, 0.3: -12 %)",
                          "  rises above it at 0.252 (grid points -0.3: 13 %, 0.3: -12 %)"])
        self.assertEqual(answers.below(axis, axis.x[:2], np.array([-12.0, -13.0]), "m", "percent", 10.0), ["m never stays below 10 %: lag from -0.3 to 0.3 (smallest 12 %)"])

    def test_limits_of_both_signs_are_drawn_and_stars_lie_on_the_curve(self):
        file = self.file({"lag": ([-0.3, 0.3, 0.9], "1")}, {"velocity.error_pct": ([13.0, -12.0, -7.0], "percent", {})})
        axes = sweep.plot(file, options(metric=["velocity.error_pct"], below="10 %"))[0].axes[0]
        levels = {line.get_ydata()[0] for line in axes.lines if line.get_linestyle() == ":"}
        stars = np.array([(line.get_xdata()[0], line.get_ydata()[0]) for line in axes.lines if line.get_marker() == "*"])
        self.assertEqual(levels, {10.0, -10.0})
        np.testing.assert_allclose(np.interp(stars[:, 0], [-0.3, 0.3, 0.9], [13, -12, -7]), stars[:, 1])
        self.assertEqual(len(stars), 3)

    def test_options_are_judged(self):
        file = self.file(self.AXES, {"velocity.error_pct": (np.ones((2, 3)), "percent", {})})
        for given, word in [({"axis": "x"}, "law, delay"), ({"at": ["x=1"]}, "law, delay"), ({"metric": ["velocity.errr_pct"]}, "near it"),
                            ({"at": ["law=hertz", "delay=1 ms"]}, "all axes are held"), ({"axis": "law", "at": ["law=hertz"]}, "drawn and held"),
                            ({"axis": "law", "by": "law"}, "law is drawn and is to be held by each curve; name one of delay instead"),
                            ({"by": "delay", "at": ["law=hertz"]}, "delay is drawn and is to be held by each curve; leave out --by")]:
            with self.assertRaises(PlotError) as raised:
                sweep.prepare(file, options(**given))
            self.assertIn(word, str(raised.exception))
        for limit in ("-5 %", "0"):  # of a size
            with self.assertRaisesRegex(PlotError, "must be above 0, since it limits the size of velocity.error_pct"):
                sweep.plot(file, options(below=limit))


class Maps(Files):
    def test_four_states(self):
        docking, hil = [[1, 1], [0, 0], [1, np.nan]], [[1, 0], [1, 0], [1, 0]]
        file = self.file({"offset": ([-0.1, 0.0, 0.1], "m"), "pitch": ([0.0, 0.1], "rad")},
                         {"success.docking": (docking, "1", {}), "success.hil": (hil, "1", {})}, [0, 0, 0, 0, 4, 0])
        self.assertTrue(docks.applies(file))
        found, models = docks.states(file)
        self.assertEqual([[docks.STATES[s] for s in row] for row in found],
                         [["both dock", "ideal only"], ["testbed only", "neither"], ["did not end well"] * 2])
        shown = docks.prepare(file, options())
        np.testing.assert_array_equal(shown.states, found)  # [y, x]: offset over pitch
        np.testing.assert_array_equal(docks.prepare(file, options(axis="offset")).states, found.T)
        self.assertIn("the models agree in 50 % of the 4 that ended well", docks.say(file, shown))

    def test_an_axis_of_one_value_has_cells(self):
        file = self.file({"offset": ([-0.1, 0.0, 0.1], "m"), "pitch": ([0.2], "rad")},
                         {f"success.{model}": (np.ones((3, 1)), "1", {}) for model in ("docking", "hil")} |
                         {"velocity.error_pct": (np.arange(3.0).reshape(3, 1), "percent", {})})
        for made in (docks.draw(file, docks.prepare(file, options(axis="offset", by="pitch")), options()),
                     docks.draw(file, docks.prepare(file, options(axis="pitch", by="offset")), options()),
                     panels.plot(file, options(panel=["velocity.error_pct over offset and pitch"]))[0]):
            mesh = made.axes[0].collections[0]
            corners = mesh.get_coordinates()
            self.assertEqual(mesh.get_array().size, 3)
            self.assertTrue((np.ptp(corners.reshape(-1, 2), axis=0) > 0).all())
        np.testing.assert_allclose(docks.edges(np.array([-0.1, 0.0, 0.1])), [-0.15, -0.05, 0.05, 0.15])

    def test_each_way_to_end_has_a_sign_of_its_own_and_the_map_its_room(self):
        file = self.file({"offset": ([-0.1, 0.0, 0.1], "m"), "pitch": ([0.1, 0.2], "rad")},
                         {"velocity.error_pct": (np.arange(6.0).reshape(3, 2), "percent", {})}, [1, 2, 3, 3, 0, 0])
        made, _ = panels.plot(file, options(panel=["velocity.error_pct over offset and pitch"]))
        signs = {line.get_label(): (line.get_marker(), list(line.get_xdata())) for line in made.axes[0].lines}
        self.assertEqual({words: list(np.round(x, 9)) for words, (_, x) in signs.items()},
                         {"no contact (1)": [-100.0], "time limit (1)": [-100.0], "penetration limit (2)": [0.0, 0.0]})
        self.assertEqual(len({sign for sign, _ in signs.values()}), 3)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            style.finish(made)
        self.assertEqual([str(one.message) for one in said], [])
        self.assertGreater(made.axes[0].bbox.width, 0.35 * made.bbox.width)

    def test_a_map_of_one_state_gives_way_to_the_errors(self):
        file = self.file({"offset": ([-0.1, 0.0, 0.1], "m"), "pitch": ([0.0, 0.1], "rad")},
                         {f"success.{model}": (np.ones((3, 2)), "1", {}) for model in ("docking", "hil")} |
                         {"velocity.error_pct": (np.arange(6.0).reshape(3, 2), "percent", {})})
        chosen = lambda **given: main.module_for(file, "", options(panel=[], pareto=None, **given))
        self.assertIs(chosen(), sweep)
        self.assertIn("both dock: 6 of 6", sweep.plot(file, options())[1])
        file["success.hil"][0, 0] = 0.0
        self.assertIs(chosen(), docks)
        self.assertIs(chosen(below="5 %"), sweep)


if __name__ == "__main__":
    unittest.main()
