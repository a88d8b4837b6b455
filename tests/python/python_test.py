"""import hilspace: the same numbers as the program's, errors as exceptions, interruption, and h5py beside it."""
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import tomllib
import unittest
import warnings
from pathlib import Path

import h5py
import numpy
import xarray

import hilspace

STUDIES = Path(__file__).resolve().parents[2] / "studies"


def small(**changes):
    """A study of six scenarios, as a dictionary."""
    study = {"title": "small", "chaser.mass": "12 kg", "target.mass": "24 kg", "approach": {"velocity": "3 cm/s"},
             "contact": {"law": "flores", "chaser_material": "polyimide", "target_material": "aluminium",
                         "radius": "25 mm"},
             "axis": [axis("contact.restitution", [0.7, 0.8]),
                      axis("actuator.total_delay", ["0.4 ms", "1 ms", "2 ms"])]}
    study.update(changes)
    return study


def axis(path, values):
    return {path: values}


def large(count):
    """A study of that many scenarios."""
    return small(axis=[axis("actuator.resolution", [f"{k} nm" for k in range(1, count + 1)])],
                 **{"contact.restitution": 0.8, "actuator.total_delay": "1 ms"})


def quiet(call, *arguments, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", hilspace.HilspaceWarning)
        return call(*arguments, **options)


def program(*arguments):
    return subprocess.run([os.environ["HILSPACE"], *map(str, arguments)], capture_output=True, text=True, check=True)


class Run(unittest.TestCase):
    def same_as_the_programs(self, study):
        with tempfile.TemporaryDirectory() as folder:
            program("run", study, "-o", f"{folder}/result.h5", "--quiet")
            with hilspace.open(f"{folder}/result.h5") as result:
                expected = result.load()
        for variable in expected.variables.values():
            variable.attrs.pop("digest", None)  # of a file
        found = quiet(hilspace.run, study)
        self.assertEqual(set(expected.attrs) - set(found.attrs), {"start_time", "end_time", "host"})
        self.assertEqual(list(found.data_vars), [name for name in found.data_vars if name in expected.data_vars])
        for name in expected.attrs.keys() & found.attrs.keys():
            self.assertEqual(expected.attrs[name], found.attrs[name], name)
        expected.attrs = found.attrs = {}
        xarray.testing.assert_identical(found, expected)

    def test_a_grid_is_the_programs(self):
        self.same_as_the_programs(STUDIES / "02-axial-instruments" / "study.toml")

    def test_repeats_names_and_labels_are_the_programs(self):
        text = (STUDIES / "10-first-impact-material" / "study.toml").read_text()
        fewer = re.sub(r'"robot.total_delay" = \[[^]]*\]', '"robot.total_delay" = ["0.5 ms", "10 ms", "100 ms"]', text)
        self.assertNotEqual(fewer, text)
        with tempfile.TemporaryDirectory() as folder:
            study = Path(folder) / "study.toml"
            study.write_text(fewer)
            self.same_as_the_programs(study)

    def test_a_design_is_the_programs(self):
        self.same_as_the_programs(Path(__file__).parent / "design.toml")

    def test_sets_in_three_spellings(self):
        text = quiet(hilspace.run, small(), {"chaser.mass": "30 kg"})
        words = quiet(hilspace.run, small(), chaser__mass="30 kg")
        number = quiet(hilspace.run, small(), {"chaser.mass": "30 kg"}, approach__velocity="3 cm/s", seed=numpy.int64(1))
        xarray.testing.assert_equal(text.drop_vars("chaser.mass"), words.drop_vars("chaser.mass"))
        xarray.testing.assert_equal(text, number)
        self.assertEqual(float(text["chaser.mass"]), 30.0)

    def test_threads_change_no_bit(self):
        xarray.testing.assert_identical(quiet(hilspace.run, small(), threads=1), quiet(hilspace.run, small(), threads=2))

    def test_progress_ends_with_all(self):
        told = []
        quiet(hilspace.run, small(), progress=lambda done, total: told.append((done, total)))
        self.assertEqual(told[-1], (6, 6))

    def test_an_error_names_key_and_remedy(self):
        with self.assertRaises(hilspace.StudyError) as raised:
            hilspace.run(small(titel="x"))
        self.assertIn("titel: unknown key; title is there already", str(raised.exception))
        self.assertEqual(len(raised.exception.findings), 1)
        self.assertIsInstance(raised.exception, ValueError)

    def test_what_toml_cannot_hold_is_refused(self):
        with self.assertRaisesRegex(TypeError, "cannot hold"):
            hilspace.run(small(title=object()))

    def test_an_exception_of_the_progress_stops_the_run(self):
        class Enough(Exception):
            pass

        def progress(done, total):
            raise Enough

        with self.assertRaises(Enough):
            quiet(hilspace.run, large(20000), progress=progress)

    def test_ctrl_c_stops_the_run(self):
        code = ("import hilspace, python_test, warnings; warnings.simplefilter('ignore')\n"
                "hilspace.run(python_test.large(200000), progress=lambda done, total: print(done, flush=True))")
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   cwd=Path(__file__).parent)
        process.stdout.readline()  # it is under way
        process.send_signal(signal.SIGINT)
        _, message = process.communicate()
        self.assertIn("KeyboardInterrupt", message)

    def test_h5py_works_in_another_thread_meanwhile(self):
        done = threading.Event()
        failures = []

        def write():
            with tempfile.TemporaryDirectory() as folder:
                while not done.is_set():
                    with h5py.File(f"{folder}/other.h5", "w") as file:
                        file["numbers"] = numpy.arange(1000.0)
                    with h5py.File(f"{folder}/other.h5") as file:
                        if file["numbers"][999] != 999.0:
                            failures.append("wrong number")

        writer = threading.Thread(target=write)
        writer.start()
        try:
            quiet(hilspace.run, large(2000))
        finally:
            done.set()
            writer.join()
        self.assertEqual(failures, [])


class Others(unittest.TestCase):
    def test_simulate_has_the_programs_histories(self):
        study = STUDIES / "01-axial-actuator-delay" / "study.toml"
        with tempfile.TemporaryDirectory() as folder:
            program("simulate", study, "--index", 3, "-o", f"{folder}/trace.h5")
            scenario, histories = hilspace.simulate(study, index=3)
            self.assertEqual(set(histories), {"docking", "hil"})
            for model, history in histories.items():
                with xarray.open_dataset(f"{folder}/trace.h5", group=model, engine="h5netcdf") as expected:
                    xarray.testing.assert_equal(history, expected.load())
            with hilspace.open(f"{folder}/trace.h5") as expected:
                self.assertEqual(float(scenario["velocity.error_pct"]), float(expected["velocity.error_pct"]))

    def test_the_scenario_at_a_value(self):
        scenario, _ = quiet(hilspace.simulate, small(), at={"actuator.total_delay": "1 ms", "contact.restitution": 0.8})
        self.assertEqual(float(scenario["actuator.total_delay"]), 1e-3)
        self.assertEqual(float(scenario["contact.restitution"]), 0.8)

    def test_select_takes_units_and_the_nearest(self):
        result = quiet(hilspace.run, small())
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            part = hilspace.select(result, {"actuator.total_delay": "1.1 ms"}, contact__restitution=0.8)
        self.assertEqual(float(part["actuator.total_delay"]), 1e-3)
        self.assertEqual(float(part["contact.restitution"]), 0.8)
        self.assertEqual([str(one.message) for one in said],
                         ["actuator.total_delay: 0.001 s taken for 1.1 ms, the nearest there is"])
        with self.assertRaisesRegex(KeyError, "not an axis"):
            hilspace.select(result, chaser__mass=1)

    def test_select_takes_axes_in_any_order(self):
        result = quiet(hilspace.run, small()).sortby("actuator.total_delay", ascending=False).isel({"actuator.total_delay": [1, 0, 2]})
        self.assertEqual(float(quiet(hilspace.select, result, {"actuator.total_delay": "1.9 ms"})["actuator.total_delay"]), 2e-3)
        both = quiet(hilspace.select, result, {"actuator.total_delay": [0.0, 1.1e-3]})
        numpy.testing.assert_array_equal(both["actuator.total_delay"], [0.4e-3, 1e-3])

    def test_select_takes_the_nearest_as_simulate_does(self):
        study = small(axis=[axis("force_sensor.bandwidth", {"from": "1 kHz", "to": "100 kHz", "count": 4, "spacing": "log"}),
                            axis("actuator.total_delay", ["0.4 ms", "1 ms", "2 ms"])], **{"contact.restitution": 0.8})
        result = quiet(hilspace.run, study)
        for path, value in (("force_sensor.bandwidth", "12 kHz"), ("force_sensor.bandwidth", "2 kHz"), ("force_sensor.bandwidth", "-1 Hz"), ("actuator.total_delay", "1.4 ms")):
            taken = quiet(hilspace.select, result, {path: value})[path]
            self.assertEqual(float(taken), float(quiet(hilspace.simulate, study, at={path: value})[0][path]), value)

    def test_a_virtual_result_without_a_part_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            study, parts, view = Path(folder, "study.toml"), [Path(folder, f"{i}.h5") for i in (1, 2)], Path(folder, "view.h5")
            study.write_text(hilspace.check(small())["study"])
            for i, part in enumerate(parts):
                program("run", study, "-o", part, "--shard", f"{i + 1}/2", "--quiet")
            program("merge", *parts, "-o", view, "--virtual")
            with hilspace.open(view) as result:
                self.assertFalse(result["velocity.error_pct"].isnull().any())
            parts[1].unlink()
            with self.assertRaisesRegex(hilspace.RunError, "2.h5: is not there; .*view.h5 has numbers there: put that part back"):
                hilspace.open(view)

    def test_check_reads_only(self):
        found = hilspace.check(small())
        self.assertEqual((found["title"], found["scenarios"]), ("small", 6))
        self.assertEqual(tomllib.loads(found["study"])["title"], "small")

    def test_require_returns_its_table(self):
        table = hilspace.require(large(1), target="abs(velocity.error_pct) <= 10 %",
                                 vary="actuator.total_delay=0.1 ms..5 ms")
        self.assertIn("limit", " ".join(table.data_vars))

    def test_a_requirement_without_a_limit_says_why(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            table = hilspace.require(small(), target="abs(velocity.error_pct) <= 0.001 %", vary="actuator.total_delay=1ms..2ms")
        self.assertTrue(numpy.isnan(table["limit"]))
        said = [str(one.message) for one in caught if issubclass(one.category, hilspace.HilspaceWarning)]
        self.assertTrue(any("neither end of the range" in one for one in said), said)
        self.assertTrue(any("abs(velocity.error_pct) = " in one for one in said), said)

    def test_a_frontier_without_limits_says_why_in_a_line(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            table = hilspace.require(small(), target="abs(velocity.error_pct) <= 0.001 %", points=3,
                                     vary=["actuator.total_delay=1ms..2ms", "force_sensor.bandwidth=5 kHz..20 kHz"])
        self.assertTrue(numpy.isnan(table["limit"]).all())
        said = [str(one.message) for one in caught if issubclass(one.category, hilspace.HilspaceWarning)]
        self.assertEqual([one.split(":")[0] for one in said], ["nowhere"])

    def test_explain_of_what_is_in_memory_is_that_of_the_file(self):
        at = {"actuator.total_delay": "1 ms"}
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "small.toml").write_text(hilspace.check(small())["study"])
            program("run", f"{folder}/small.toml", "-o", f"{folder}/small.h5", "--quiet")
            results = quiet(hilspace.run, small()), f"{folder}/small.h5"
            here, there = (hilspace.explain(its, at=at, metric="velocity.error_pct") for its in results)
        xarray.testing.assert_equal(here, there)
        self.assertEqual(here["stage"].values[0], "nothing")
        self.assertIn("velocity.error_pct", here)

    def test_an_error_of_a_verb_is_an_exception(self):
        with self.assertRaises(hilspace.StudyError):
            hilspace.require(small(), target="nonsense", vary="actuator.total_delay=0.1 ms..5 ms")

    def test_a_result_in_memory_is_analysed_as_its_file_is(self):
        study = STUDIES.parent / "tests" / "python" / "design.toml"
        result = quiet(hilspace.run, study)
        with tempfile.TemporaryDirectory() as folder:
            program("run", study, "-o", f"{folder}/result.h5", "--quiet")
            options = {"metric": "velocity.error_pct"}
            xarray.testing.assert_equal(hilspace.analyse(result, **options),
                                        hilspace.analyse(f"{folder}/result.h5", **options))

    def test_a_part_of_a_result_is_not_analysed(self):
        sampled = quiet(hilspace.run, STUDIES.parent / "tests" / "python" / "design.toml", {"design.type": "random"})
        grid = quiet(hilspace.run, small())
        for part, count in ((sampled.isel(scenario=slice(0, 20)), f"20 of {sampled['outcome'].size}"),
                            (hilspace.select(grid, contact__restitution=0.8), "3 of 6"), (grid.isel({name: 0 for name in grid.dims}), "1 of 6")):
            with self.assertRaisesRegex(ValueError, f"a part of its study's result, {count} scenarios; analyse takes the whole one"):
                hilspace.analyse(part, metric="velocity.error_pct")

    def test_the_order_of_the_scenarios_is_the_studys(self):
        grid = quiet(hilspace.run, small())
        sampled = quiet(hilspace.run, STUDIES.parent / "tests" / "python" / "design.toml")
        swapped, repeated = list(range(sampled["outcome"].size)), list(range(sampled["outcome"].size))
        swapped[0], swapped[1], repeated[1] = 1, 0, 0
        options = {"metric": "velocity.error_pct"}
        xarray.testing.assert_equal(hilspace.analyse(grid.transpose(), **options), hilspace.analyse(grid, **options))
        for other, key in ((grid.sortby("actuator.total_delay", ascending=False), "actuator.total_delay"),
                           (grid.isel({"contact.restitution": [0, 0]}), "contact.restitution"),
                           (grid.assign_coords({"contact.restitution": [0.7, 0.9]}), "contact.restitution"),
                           (sampled.isel(scenario=swapped), None), (sampled.isel(scenario=repeated), None)):
            with self.assertRaisesRegex(ValueError, f"the values of {key or ''}.*; analyse takes the result as `run` or `open` returned it"):
                hilspace.analyse(other, **options)
        with self.assertRaisesRegex(ValueError, "lacks contact.restitution"):
            hilspace.analyse(grid.drop_vars("contact.restitution"), **options)
        for other in (xarray.concat([grid, grid], "contact.restitution"), grid.stack(scenario=list(grid.dims)).reset_index("scenario")):
            with self.assertRaisesRegex(ValueError, "has not the scenarios of its study, 6 over contact.restitution, actuator.total_delay"):
                hilspace.analyse(other, **options)

    def test_axes_of_names_and_of_several_keys_are_recognized(self):
        study = small(axis=[axis("contact.law", ["flores", "hunt_crossley"]), axis("actuator.total_delay", ["0.4 ms", "1 ms"]),
                            {"name": "masses", "chaser.mass": ["12 kg", "30 kg"], "target.mass": ["24 kg", "75 kg"]}])
        for key in ("chaser.mass", "target.mass"):
            study.pop(key)
        study["contact"].pop("law")
        study["contact"]["restitution"] = 0.8
        result, options = quiet(hilspace.run, study), {"metric": "velocity.error_pct"}
        expected = hilspace.analyse(result, **options)
        xarray.testing.assert_equal(hilspace.analyse(result.transpose("masses", ...), **options), expected)
        with self.assertRaisesRegex(ValueError, "the values of contact.law are not those"):
            hilspace.analyse(result.sortby("contact.law", ascending=False), **options)
        with self.assertRaisesRegex(ValueError, "are not those of the study in its order"):
            hilspace.analyse(result.isel(masses=[1, 0]), **options)

    def test_results_that_a_file_keeps_are_analysed_opened_as_named(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "small.toml").write_text(hilspace.check(small(**{"numerics.repeats": 2}))["study"])
            program("run", f"{folder}/small.toml", "-o", f"{folder}/small.h5", "--quiet")
            with hilspace.open(f"{folder}/small.h5") as result:
                xarray.testing.assert_equal(hilspace.analyse(result, metric="velocity.error_pct"),
                                            hilspace.analyse(f"{folder}/small.h5", metric="velocity.error_pct"))

    def test_a_plot_is_the_name_of_its_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "small.toml").write_text(hilspace.check(small(**{"output.traces": [1]}))["study"])
            program("run", f"{folder}/small.toml", "-o", f"{folder}/small.h5", "--quiet")
            for file, options, picture in ((f"{folder}/small.h5", {}, f"{folder}/small.png"), (Path(folder, "small.h5"), {}, f"{folder}/small.png"),
                                           (f"{folder}/small.h5:traces/1", {}, f"{folder}/small.png"),
                                           (f"{folder}/small.h5", {"output": f"{folder}/a.svg"}, f"{folder}/a.svg")):
                self.assertEqual(hilspace.plot(file, **options), picture)
                self.assertTrue(os.path.exists(picture))
                os.unlink(picture)

    def test_the_examples_of_the_help_are_studies(self):
        for values in re.findall(r"run\(\"study.toml\", (\{.*?\})\)", hilspace.__doc__):
            hilspace.check(small(), eval(values))

    def test_what_is_no_result_is_a_run_error(self):
        with self.assertRaises(hilspace.RunError) as raised:
            hilspace.open(STUDIES)
        self.assertEqual(str(raised.exception), f"{STUDIES}: is a folder, not a result")
        with self.assertRaisesRegex(hilspace.RunError, "python_test.py: cannot be opened as a result"):
            hilspace.open(__file__)

    def test_a_pipe_is_no_result(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkfifo(f"{folder}/pipe.h5")
            with self.assertRaisesRegex(hilspace.RunError, "pipe.h5: is a pipe or a device, not a result"):
                hilspace.open(f"{folder}/pipe.h5")

    def test_a_file_on_which_hdf5_does_not_return_is_a_run_error(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "result.h5")
            program("run", STUDIES / "01-axial-actuator-delay/study.toml", "-o", file, "--quiet")
            hilspace.open(file).close()
            bytes_ = bytearray(file.read_bytes())
            heap = bytes_.rindex(b"GCOL\1\0\0\0")  # the last one has free space: an object of number 0 behind the others
            at = heap + 16
            while bytes_[at:at + 2] != b"\0\0":
                at += 16 + (int.from_bytes(bytes_[at + 8:at + 16], "little") + 7) // 8 * 8
            bytes_[at + 8:at + 16] = bytes(8)
            file.write_bytes(bytes_)
            with self.assertRaisesRegex(hilspace.RunError, "result.h5: is damaged .*one of its heaps"):
                hilspace.open(file)

    def test_an_open_file_goes_to_xarray(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "result.h5")
            program("run", STUDIES / "01-axial-actuator-delay/study.toml", "-o", file, "--quiet")
            with hilspace.open(io.BytesIO(file.read_bytes())) as result:
                self.assertIn("velocity.error_pct", result)
            with self.assertRaises(hilspace.RunError):
                hilspace.open(io.BytesIO(file.read_bytes()[:5000]))

    def test_a_file_that_was_created_otherwise_is_not_damaged(self):
        with tempfile.TemporaryDirectory() as folder:
            for number, change in enumerate((lambda its: its.set_userblock(512), lambda its: its.set_sizes(8, 4))):
                file = f"{folder}/{number}.h5"
                creation = h5py.h5p.create(h5py.h5p.FILE_CREATE)
                change(creation)
                with h5py.File(h5py.h5f.create(file.encode(), h5py.h5f.ACC_EXCL, creation)) as its:
                    texts = its.create_dataset("texts", data=["a" * 24] * 99 + ["b" * 8] * 5, dtype=h5py.string_dtype())
                    texts[103] = "c" * 999  # in the place of one in a full heap, whose bytes stay in the head of the new one
                with self.subTest(number):
                    hilspace._core.check_file(file)

    def test_the_stubs_are_those_of_the_functions(self):
        import ast
        stub = ast.parse((Path(hilspace.__file__).parent / "__init__.pyi").read_text())
        found = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        functions = {name for name in hilspace.__all__ if callable(getattr(hilspace, name)) and name[0].islower()}
        self.assertEqual(found, functions)

    def test_help_says_what_each_function_returns(self):
        for name in hilspace.__all__:
            if callable(getattr(hilspace, name)) and name[0].islower():
                self.assertRegex(getattr(hilspace, name).__doc__, r"(?i)return|leaves|opens", name)
        for name in ("run", "simulate", "select", "require"):
            self.assertRegex(getattr(hilspace, name).__doc__, r"(?i)shape", name)
            self.assertRegex(getattr(hilspace, name).__doc__, r"\bSI\b|in N|units", name)


if __name__ == "__main__":
    unittest.main()
