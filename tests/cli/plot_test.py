"""plot: a plot and key numbers for each kind of file; other files give one line and exit code 2."""
import contextlib
import io
import math
import os
import shutil
import subprocess
import sys
import unittest
import unittest.mock
import xml.etree.ElementTree

import h5py
import numpy as np

from support import BAD_INPUT, CHAINS, DELAYS, FAILED, HILSPACE, REPOSITORY, SANITIZED, SEVERAL_AXES, SMALL, CommandLine, small_files_only

sys.path.insert(0, str(REPOSITORY / "tools/plot"))
import main as plotter  # noqa: E402
import style  # noqa: E402

STUDIES = REPOSITORY / "studies"
OLD = REPOSITORY / "tests/data/written_by_0.1"
PARAMETERS = """
[design]
type = "DESIGN"
samples = 12
[[parameter]]
path = "actuator.total_delay"
from = "0.4 ms"
to = "1.4 ms"
[[parameter]]
path = "chaser.mass"
from = "10 kg"
to = "100 kg"
[[parameter]]
path = "contact.law"
values = ["flores", "hunt_crossley"]
"""


def touching(made):
    """Texts of a finished plot that overlap, or exceed its edges."""
    renderer = made.canvas.get_renderer()
    whole, found = made.bbox, []
    for axes in made.axes:
        texts = [t for side in (axes.xaxis, axes.yaxis) for t in (*side.get_ticklabels(), side.label)
                 if t.get_text() and t.get_visible()]
        low, high = axes.bbox.extents[:2] - 2, axes.bbox.extents[2:] + 2
        boxes = []
        for text in texts:
            box = text.get_window_extent(renderer)
            inside = (low[0] <= (box.x0 + box.x1) / 2 <= high[0]) or (low[1] <= (box.y0 + box.y1) / 2 <= high[1])
            if inside:  # ticks beyond the limits are not drawn
                boxes.append((text.get_text(), box))
        if axes.get_legend():
            boxes.append(("legend", axes.get_legend().get_window_extent(renderer)))
            if axes.get_legend().get_window_extent(renderer).overlaps(axes.bbox.shrunk(0.98, 0.98)):
                found.append("a legend lies on the data")
        for i, (words, box) in enumerate(boxes):
            if box.x0 < whole.x0 - 2 or box.x1 > whole.x1 + 2 or box.y0 < whole.y0 - 2 or box.y1 > whole.y1 + 2:
                found.append(f"'{words}' is cut off")
            for others, other in boxes[i + 1:]:
                if min(box.x1, other.x1) - max(box.x0, other.x0) > 1.5 and min(box.y1, other.y1) - max(box.y0, other.y0) > 1.5:
                    found.append(f"'{words}' lies on '{others}'")
    return found


class Plot(CommandLine):
    def plotted(self, file, *arguments, said=""):
        """The plotter writes a plot and prints lines; no texts overlap. (A sanitizer does not see it.)"""
        if SANITIZED:
            return
        made, lines = plotter.draw(plotter.parser().parse_args([str(self.folder / file), *arguments]))
        if said:
            self.assertRegex("\n".join(lines), said)
        style.finish(made)
        self.assertEqual(touching(made), [], f"{file} {arguments}")
        with unittest.mock.patch.object(style, "finish"):  # it is
            style.save(made, str(self.folder / "picture.png"))
        self.assertEqual((self.folder / "picture.png").read_bytes()[:4], b"\x89PNG")
        (self.folder / "picture.png").unlink()
        style.ready().close(made)

    def test_sweeps(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        self.plotted("small.h5", "--below", "20 %", said="stays below 20 % up to actuator.total_delay = 0.4")
        self.plotted("small.h5", "--metric", "force.peak_hil", "--below", "2 kN", said="force.peak_hil stays below 2 kN")
        self.hilspace("run", SEVERAL_AXES, "-o", "several.h5")
        self.plotted("several.h5", said="velocity.error_pct")
        self.hilspace("run", CHAINS, "-o", "chains.h5")
        self.plotted("chains.h5")
        self.hilspace("run", self.study(SMALL, "one.toml"), "-o", "one.h5")
        self.plotted("one.h5", said="velocity.error_pct: .* %")

    def test_designs_and_what_is_made_of_them(self):
        for design, said in (("saltelli", "total index"), ("morris", r"mu\*"), ("latin_hypercube", "rank correlation")):
            study = self.study(SMALL.replace('mass = "30 kg"\n', "", 1).replace('law = "flores"\n', "") +
                               PARAMETERS.replace("DESIGN", design), f"{design}.toml")
            self.hilspace("run", study, "-o", "design.h5", "--fresh")
            self.plotted("design.h5", "--below", "50 %", said=r"stays below 50 % in .* % of them \(95 % interval")
            self.hilspace("analyse", "design.h5", "-o", "table.h5")
            self.plotted("table.h5", said="key parameters: ")
            self.plotted("table.h5", "--metric", "velocity.error_pct", said=said)
            (self.folder / "table.h5").unlink()

    def test_what_is_not_beaten_in_two_goals(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        # The later the actuator may be, the larger is the error: no scenario beats another one.
        self.plotted("small.h5", "--pareto", "max:actuator.total_delay,velocity.error_pct", said="not beaten in both by another one: 3 of 3 scenarios")
        self.plotted("small.h5", "--pareto", "actuator.total_delay,velocity.error_pct",
                     said="not beaten in both by another one: 1 of 3 scenarios\n  scenario 0: actuator.total_delay = 0.2 ms, velocity.error_pct = [^,]*$")
        for words, said in (("velocity.error_pct", "two measures or parameters"), ("chaser.mass,velocity.error_pct", "the same in all scenarios"),
                            ("a,b", "no metric 'a'"), ("velocity.error_pct,max:velocity.error_pct", "'velocity.error_pct' is named twice")):
            self.assertIn(said, self.hilspace("plot", "small.h5", "--pareto", words, code=BAD_INPUT)[1])

    def test_scenarios_whose_docking_model_failed_are_left_out_and_counted(self):
        # Only the testbed's run, which its actuator keeps at 100 um, ends well where the approach is fast.
        study = self.study(SMALL.replace('velocity = "0.1 m/s"', "").replace("[approach]", "") + "[numerics]\npenetration_limit = \"130 um\"\n"
                           "[[axis]]\n\"approach.velocity\" = [\"60 mm/s\", \"80 mm/s\", \"110 mm/s\"]\n")
        study.write_text(study.read_text().replace('resolution = "1 um"', 'chain = ["low_pass", "saturation"]\nlow_pass.total_delay = "0.2 ms"\nsaturation.max = "100 um"'))
        self.hilspace("run", study, "-o", "limited.h5")
        with h5py.File(self.folder / "limited.h5") as file:
            self.assertEqual(list(file["outcome"][()]), [0, 0, 3])
            self.assertFalse(any(map(math.isnan, file["force.peak_hil"][()])))
            self.assertTrue(math.isnan(file["force.peak_docking"][2]) and math.isnan(file["velocity.error_pct"][2]))
        left_out = r"1 of 3 scenarios left out \(penetration_limit: 1\)"
        self.plotted("limited.h5", "--metric", "force.peak_hil", "--below", "2 kN", said=left_out)
        self.plotted("limited.h5", "--pareto", "max:force.peak_hil,max:approach.velocity",
                     said=left_out + "\nnot beaten in both by another one: 1 of 2 scenarios\n  scenario 1: force.peak_hil = [^,]*, approach.velocity = 80 mm/s$")
        self.assertIn("2 ok, 1 penetration_limit", self.hilspace("analyse", "limited.h5")[0])
        required = self.hilspace("require", study, "--target", "force.peak_hil <= 2 kN", "--vary", "actuator.low_pass.total_delay=0.1ms..0.3ms", code=None)
        self.assertIn("penetration_limit", "".join(required))

    def test_histories(self):
        self.hilspace("simulate", self.study(SMALL + DELAYS), "--index", "2", "-o", "trace.h5")
        self.plotted("trace.h5", said="largest residual of the HIL model")
        self.plotted("trace.h5:hil", said="HIL model: peak force")
        self.hilspace("run", self.study(SMALL + DELAYS + "[output]\ntraces = [1]\n", "traces.toml"), "-o", "traces.h5")
        self.plotted("traces.h5:traces/1", said="docking model: peak force")
        self.assertIn("it has traces/1", self.hilspace("plot", "traces.h5:traces/2", code=BAD_INPUT)[1])
        self.plotted("traces.h5", "--panel", "hil/force over hil/penetration by actuator.total_delay")

    def test_six_degrees(self):
        study = STUDIES / "06-docking-map/study.toml"
        self.hilspace("simulate", study, "--index", "70", "-o", "docking.h5")
        self.plotted("docking.h5", said=r"docking model: \d+ impacts, largest force")

    def test_tables(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        self.hilspace("explain", "small.h5", "--index", "2", "-o", "explained.h5")
        self.plotted("explained.h5", said="without actuator.low_pass, which changes it most")
        target = ("--target", "abs(velocity.error_pct) <= 60 %", "--vary", "actuator.total_delay=0.5ms..2ms", "--looks", "4")
        self.hilspace("require", self.study(SMALL), *target, "-o", "limit.h5")
        self.plotted("limit.h5", said="actuator.total_delay: 1.11")
        self.hilspace("require", self.study(SMALL), *target, "--vary", "actuator.resolution=0.1um..100um", "--points", "3",
                      "--tolerance", "1 %", "-o", "frontier.h5")
        self.plotted("frontier.h5", said="binds at . points: abs")
        self.hilspace("stability", STUDIES / "16-epos-stability/study.toml", "-o", "stability.h5")
        self.plotted("stability.h5", said="simulated: the border lies from 48.78 N s/m to 52.96 N s/m")
        self.hilspace("qualify", STUDIES / "13-rig-twin/selection.toml", "-o", "qualified.h5")
        self.plotted("qualified.h5", said="23 of 72 scenarios qualify")

    def test_files_of_the_rig_and_of_former_versions(self):
        for name, said in (("campaign", "runs done"), ("recording", "peak force"), ("trace", "peak force"), ("result", "velocity")):
            shutil.copy(OLD / f"{name}.h5", self.folder)
            self.plotted(f"{name}.h5", said=said)

    def test_frequency_responses(self):
        rows = "".join(f"{f},{1 / (1 + f * f) ** 0.5},{-f / (1 + f)}\n" for f in (0.1, 0.3, 1, 3, 10))
        (self.folder / "r.csv").write_text("frequency,loop magnitude,loop phase\n" + rows)
        self.plotted("r.csv", said=r"loop: -3 dB at 0\.99|loop: -3 dB at 1")
        # As identified: a plant of micrometres, points without a number, other columns, and units as in `show --csv --units`.
        rows = "".join(f"{f},{1e-5 / (1 + f * f) ** 0.5},{np.degrees(-f / (1 + f))},nan\n" for f in (0.1, 0.3, 1, 3, 10))
        (self.folder / "r.csv").write_text("frequency [Hz],plant magnitude [m],plant phase [deg],coherence\n" + rows + "30,nan,nan,0\n100,,,0\n")
        self.plotted("r.csv", said=r"plant: 2 of 7 points have no .* left out\nplant: -3 dB at (6\.2|6\.3)\d* rad/s")
        made, _ = plotter.draw(plotter.parser().parse_args([str(self.folder / "r.csv")]))
        low, high = made.axes[0].get_ylim()
        self.assertTrue(-150 < low < -120 and -100 < high < -95, (low, high))
        for table, said in (("time,x\n1,2\n2,3\n", "no column 'frequency'; such a table"), ("frequency,a magnitude,a phase\n1,1,0\n", "fewer than two rows"),
                            ("frequency,a magnitude\n1,1\n2,1\n", "a 'a magnitude' without its 'a phase'"), ("frequency,x\n1,1\n2,1\n", "no column 'NAME magnitude'"),
                            ("frequency,a magnitude,a phase\n1,1,0\n2,x,0\n", "line 3: a magnitude: 'x' is not a number"),
                            ("frequency,a magnitude,a phase\n1,1,0\n2,1\n", "line 3: has 2 values, the head 3"), ("frequency [s],a magnitude,a phase\n1,1,0\n2,1,0\n", r"frequency [s]: is not one"),
                            ("frequency,a magnitude,a phase\n1,1,0\n2,0,0\n", "a: has fewer than two points"), ("", "no column 'frequency'")):
            (self.folder / "r.csv").write_text(table)
            self.assertIn(said, self.hilspace("plot", "r.csv", code=BAD_INPUT)[1])

    def test_metrics_that_do_not_converge_are_named(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        with h5py.File(self.folder / "small.h5", "r+") as file:
            for name in plotter.sweep.picks.metrics_of(file):
                file[name].attrs["numerical_error"] = file[name].attrs["numerical_error_p95"] = 1e9
        _, err = self.hilspace("plot", "small.h5", code=BAD_INPUT)
        self.assertRegex(err, r"^hilspace plot: .*small.h5: no metric converges, and none is drawn unless --metric asks for it: "
                              r"velocity.error_pct \(numerical error 1e9\), .* and \d+ more\n$")
        self.plotted("small.h5", "--metric", "velocity.error_pct", said="velocity.error_pct")
        with h5py.File(self.folder / "small.h5", "r+") as file:
            file["outcome"][...] = 1
        self.assertIn("no metric has a number", self.hilspace("plot", "small.h5", code=BAD_INPUT)[1])

    def test_words_of_a_file_are_no_formulas_and_xml(self):
        for words in ("a $5 and $6 b", r"bad $\\frac{$ x", r"bell \u0007 & <b>"):
            self.hilspace("run", self.study(SMALL.replace('"Small"', f'"{words}"') + DELAYS), "-o", "words.h5", "--fresh")
            self.hilspace("plot", "words.h5", "-o", "words.svg")
            shown = " ".join(" ".join(xml.etree.ElementTree.parse(self.folder / "words.svg").getroot().itertext()).split())
            self.assertIn(words.replace("\\\\", "\\").replace(r"\u0007", "\ufffd"), shown)

    def test_libraries_warn_of_nothing(self):
        self.hilspace("run", self.study(SMALL.replace('"Small"', '"Small \u7814\u7a76"') + DELAYS), "-o", "small.h5")
        home = {name: value for name, value in os.environ.items() if name not in ("MPLCONFIGDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")} | {"HOME": "/proc/none"}
        out, err = self.hilspace("plot", "small.h5", env=home)
        self.assertEqual(err, "")
        self.assertIn("the font has no \u7814 \u7a76: drawn as boxes\n", out)

    def test_a_failure_while_saving_is_a_line(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        said = io.StringIO()
        with unittest.mock.patch.object(style, "finish", side_effect=ValueError("no\nfont")), contextlib.redirect_stderr(said), \
                unittest.mock.patch.object(sys, "argv", ["plot", str(self.folder / "small.h5"), "-o", str(self.folder / "a.png")]):
            self.assertEqual(plotter.main(), BAD_INPUT)
        self.assertEqual(said.getvalue(), f"hilspace plot: {self.folder / 'a.png'}: no font\n")

    def test_large_powers_are_raised(self):
        self.assertEqual([style.plain(x) for x in (1e-12, 0.2, 0.0, 1e4, 1e6, -1e6)], ["10⁻¹²", "0.2", "0", "10000", "10⁶", "−10⁶"])
        self.assertEqual([style.plain(x) for x in (2e5, 5e-6, -3e7, 1e6 - 1e-9)], ["2×10⁵", "5×10⁻⁶", "−3×10⁷", "10⁶"])

    def test_no_file_of_numbers_is_replaced(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "result.png")
        before = (self.folder / "result.png").read_bytes()
        shutil.copy(self.folder / "result.png", self.folder / "other.svg")
        (self.folder / "link.png").symlink_to("result.png")
        for arguments, output, its in ((["result.png"], "result.png", "is the file to be drawn"), (["other.svg", "-o", "link.png"], "link.png", "is an HDF5 file"),
                                       (["result.png", "-o", "other.svg"], "other.svg", "is an HDF5 file")):
            err = self.hilspace("plot", *arguments, code=FAILED)[1]
            self.assertEqual(err, f"hilspace plot: {output}: {its}, and is not replaced; choose another -o\n")
        self.assertEqual((self.folder / "result.png").read_bytes(), before)
        (self.folder / "r.csv").write_text("frequency,a magnitude,a phase\n1,1,0\n2,1,0\n")
        (self.folder / "r.png").symlink_to("r.csv")
        self.assertIn("is the file to be drawn", self.hilspace("plot", "r.csv", code=FAILED)[1])

    def test_a_full_disk_keeps_the_former_picture(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        self.hilspace("plot", "small.h5")
        before, names = (self.folder / "small.png").read_bytes(), sorted(os.listdir(self.folder))
        self.assertIn("hilspace plot: small.png: ", self.hilspace("plot", "small.h5", code=FAILED, preexec_fn=small_files_only)[1])
        self.assertEqual((self.folder / "small.png").read_bytes(), before)
        self.assertEqual(sorted(os.listdir(self.folder)), names)

    def test_other_pictures(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        for ending, begin in (("pdf", b"%PDF"), ("svg", b"<?xml")):
            self.hilspace("plot", "small.h5", "-o", f"a.{ending}")
            self.assertEqual((self.folder / f"a.{ending}").read_bytes()[:len(begin)], begin)
        out, err = self.hilspace("plot", "small.h5", "--width", "17.5", "--below", "20 %")
        self.assertRegex(out, "stays below 20 % up to actuator.total_delay = 0.4")
        self.assertEqual(err, "")
        self.assertTrue((self.folder / "small.png").exists())

    def test_what_cannot_be_drawn_ends_with_a_line(self):
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "small.h5")
        self.hilspace("run", self.study(SMALL + DELAYS), "-o", "elastic.h5", "--set", "contact.law=hertz")
        (self.folder / "text.h5").write_text("no HDF5")
        (self.folder / "cut.h5").write_bytes((self.folder / "small.h5").read_bytes()[:5000])
        with h5py.File(self.folder / "foreign.h5", "w") as file:
            file["a"] = [1.0]
        shutil.copy(self.folder / "small.h5", self.folder / "flag.h5")
        with h5py.File(self.folder / "flag.h5", "r+") as file:
            file["outcome"][0] = 77
        for arguments, word in [(["none.h5"], "no such file"), (["text.h5"], "text.h5"), (["cut.h5"], "cut.h5"),
                                (["foreign.h5"], "was not written by hilspace"), (["flag.h5"], "damaged"),
                                (["small.h5", "-o", "a.bmp"], ".png, .pdf or .svg"), (["small.h5", "--metric", "none"], "no metric 'none'"),
                                (["small.h5", "--at", "x=1"], "no axis 'x'"), (["small.h5", "--below", "5 kg"], "not one of its units"),
                                (["elastic.h5", "--metric", "energy.dissipated_error_pct"], "undefined everywhere"),
                                (["small.h5:traces/1"], "no group"), (["small.h5", "--width", "1"], "cm")]:
            err = self.hilspace("plot", *arguments, code=BAD_INPUT)[1]
            self.assertEqual(err.count("\n"), 1, err)
            self.assertIn(word, err)
        self.assertIn("usage: hilspace plot", self.hilspace("plot", "small.h5", "--colour", code=BAD_INPUT)[1])
        self.assertEqual("hilspace plot: -o none/a.png: there is no folder none; create it first\n",
                         self.hilspace("plot", "small.h5", "-o", "none/a.png", code=FAILED)[1])

    def test_help_and_a_python_that_cannot_draw(self):
        self.assertIn("--panel SENTENCE", self.hilspace("plot", "--help")[0])
        for python, word in (("/none/python3", "python3-h5py"), ("-S", "install python3-numpy")):
            program = self.folder / "python"
            program.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
            program.chmod(0o755)
            named = {"HILSPACE_PYTHON": python if python != "-S" else str(program)}
            done = subprocess.run([HILSPACE, "plot", "x.h5"], env=named, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (FAILED, 1), done.stderr)
            self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main()
