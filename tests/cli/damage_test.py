"""Damaged and malformed files: every verb either reports the problem or gives correct results."""
import struct
import subprocess
import unittest

import h5py
import numpy as np

from support import BAD_INPUT, DONE, FAILED, HILSPACE, SMALL, CommandLine, set_study

SAMPLES = '[output]\ntraces = [0]\n[design]\ntype = "sobol"\nsamples = 8\n' \
          '[[parameter]]\npath = "actuator.total_delay"\nfrom = "0.2 ms"\nto = "1 ms"\n'
METRIC, TIME = "velocity.error_pct", "traces/0/hil/time"
INTERNAL = ("array::at", "std::", "basic_string", "vector", "bad_alloc", "please report", "terminate", "Sanitizer")


def replaced(file, name, *arguments, **more):
    """Another dataset of that name, without its dimensions."""
    del file[name]
    return file.create_dataset(name, *arguments, **more)


def on_a_scale(file, name, dataset):
    """A dimension of its own for what is as large as it likes."""
    scale = file.create_dataset(name, shape=dataset.shape, dtype="f8", chunks=(1024,))
    scale.make_scale(name)
    dataset.dims[0].attach_scale(scale)


def as_text(file, name):
    replaced(file, name, data=["a"] * 8, dtype=h5py.string_dtype())


def as_records(file, name):
    replaced(file, name, data=np.zeros(8, dtype=[("a", "f8"), ("b", "i4")]))


def huge(file, name):
    dataset = replaced(file, name, shape=(1 << 44,), dtype="f8", chunks=(1024,))
    on_a_scale(file, "huge", dataset)


def overflowing(file, name):
    replaced(file, name, shape=(1 << 40, 1 << 40), dtype="f8", chunks=(1024, 1024))


def never_written(file, name):
    del file[name]
    creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    creation.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
    h5py.h5d.create(file.id, name.encode(), h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple((8,)), creation)
    file[name].dims[0].attach_scale(file["scenario"])


def without_a_chunk(file, name):
    replaced(file, name, shape=(8,), dtype="f8", chunks=(2,))[:6] = 1.0
    file[name].dims[0].attach_scale(file["scenario"])


def elsewhere(file, name):
    replaced(file, name, shape=(8,), dtype="f8", external=[("/etc/passwd", 0, 64)])
    file[name].dims[0].attach_scale(file["scenario"])


def virtual(file, name):
    layout = h5py.VirtualLayout(shape=(8,), dtype="f8")
    layout[:] = h5py.VirtualSource("none.h5", "numbers", shape=(8,))
    del file[name]
    file.create_virtual_dataset(name, layout, fillvalue=1.0)
    file[name].dims[0].attach_scale(file["scenario"])


def with_a_filter(file, name):
    del file[name]
    creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    creation.set_chunk((8,))
    creation.set_filter(32015, h5py.h5z.FLAG_OPTIONAL, (3,))
    dataset = h5py.h5d.create(file.id, name.encode(), h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple((8,)), creation)
    dataset.write_direct_chunk((0,), b"x" * 64)
    file[name].dims[0].attach_scale(file["scenario"])


def nested(file):
    group = file["traces"]
    for _ in range(3000):
        group = group.create_group("g")


def looped(file):
    file["traces/again"] = file["traces"]


def soft_loop(file):
    file["traces/again"] = h5py.SoftLink("/traces")


def out_of_the_file(file):
    file["traces/again"] = h5py.ExternalLink("/etc/passwd", "/")


def at_axis(file, axis):
    references = file["scenario"].attrs["REFERENCE_LIST"]
    references["dimension"] = axis
    file["scenario"].attrs["REFERENCE_LIST"] = references


def value(name, number):
    def change(file):
        file[name][2] = number
    return change


def attribute(name, text, of="/"):
    def change(file):
        file[of].attrs[name] = text
    return change


def without(name):
    def change(file):
        del file[name]
    return change


def without_end(contents, begin=None):
    """A heap of texts and dimensions, with its free space of the size 0: HDF5 comes from there to the same place again."""
    begin = contents.index(b"GCOL\1\0\0\0") if begin is None else begin
    at = begin + 16
    while number_and_size(contents, at)[0] != 0:
        at += 16 + (number_and_size(contents, at)[1] + 7) // 8 * 8
    assert at < begin + number_and_size(contents, begin)[1]
    return contents[:at + 8] + bytes(8) + contents[at + 16:]


def number_and_size(contents, at):
    return struct.unpack_from("<H6xQ", contents, at)


TEXT = h5py.string_dtype()
RECORD = np.array([("a", 1)], dtype=[("text", TEXT), ("number", "i4")])

# What others may add to a file, and HDF5 keeps in a heap.
IN_HEAPS = {
    "a text": lambda group: group.attrs.__setitem__("note", "a"),
    "a record": lambda group: group.attrs.__setitem__("note", RECORD),
    "texts in chunks": lambda group: group.create_dataset("note", data=["a", "b"], dtype=TEXT, chunks=(1,)),
    "packed texts": lambda group: group.create_dataset("note", data=["a", "b"], dtype=TEXT, compression="gzip"),
    "lists": lambda group: group.create_dataset("note", (2,), h5py.vlen_dtype("i4")).__setitem__(0, [1, 2]),
    "records": lambda group: group.create_dataset("note", data=RECORD),
}
# What others may add, and is in no heap, or not read.
UNREAD = {
    "an attribute without a value": lambda group: group.attrs.__setitem__("note", h5py.Empty(TEXT)),
    "an attribute without elements": lambda group: group.attrs.create("note", [], shape=(0,), dtype=TEXT),
    "no value": lambda group: group.create_dataset("note", data=h5py.Empty(TEXT)),
    "no elements": lambda group: group.create_dataset("note", (0,), TEXT),
    "nothing written": lambda group: group.create_dataset("note", (3,), TEXT),
    "chunks, nothing written": lambda group: group.create_dataset("note", (1 << 40,), TEXT, maxshape=(None,), chunks=(8,)),
    "most of it empty": lambda group: group.create_dataset("note", (1 << 40,), TEXT, maxshape=(None,), chunks=(8,)).__setitem__(0, "a"),
    "packed otherwise": lambda group: group.create_dataset("note", data=["a", "b"], dtype=TEXT, compression="lzf"),
}


def of(change, name):
    return lambda file: change(file, name)


RESULTS = {
    "text for numbers": of(as_text, METRIC), "records for numbers": of(as_records, METRIC),
    "wrong rank": lambda file: replaced(file, METRIC, data=np.ones((2, 4))),
    "a scalar": lambda file: replaced(file, METRIC, data=1.0),
    "no values": lambda file: replaced(file, METRIC, data=h5py.Empty("f8")),
    "a group for numbers": lambda file: (file.pop(METRIC), file.create_group(METRIC)),
    "a type for numbers": lambda file: (file.pop(METRIC), file.__setitem__(METRIC, np.dtype("f8"))),
    "huge": of(huge, METRIC), "huge outcome": of(huge, "outcome"), "huge time": of(huge, TIME),
    "more than there is": of(overflowing, METRIC), "never written": of(never_written, METRIC),
    "a chunk is missing": of(without_a_chunk, METRIC), "from another file": of(elsewhere, METRIC),
    "virtual": of(virtual, METRIC), "unknown filter": of(with_a_filter, METRIC),
    "nested": nested, "loop": looped, "soft loop": soft_loop, "out of the file": out_of_the_file,
    "twice": lambda file: file.__setitem__("again", file[METRIC]),
    "outcome 77": value("outcome", 77), "outcome -1": value("outcome", -1), "end 9": value("end.hil", 9),
    "outcomes that are no whole numbers": lambda file: replaced(file, "outcome", data=np.full(8, 0.5)),
    "no outcome": without("outcome"), "no flags": lambda file: file["outcome"].attrs.__delitem__("flag_meanings"),
    "no time": without(TIME), "no time in impacts": lambda file: file.create_group("traces/0/hil/impacts"),
    "times are text": of(as_text, TIME), "short channel": lambda file: replaced(file, "traces/0/hil/force", data=[1.0]),
    "traces are numbers": lambda file: replaced(file, "traces", data=[1.0]),
    "dimension of two": lambda file: replaced(file, "scenario", data=np.zeros((4, 2), "i1")).make_scale("scenario"),
    "axis -1": lambda file: at_axis(file, -1), "axis 5": lambda file: at_axis(file, 5),
    "no references": lambda file: file["scenario"].attrs.__delitem__("REFERENCE_LIST"),
    "format 3": attribute("format_version", 3), "format x": attribute("format_version", "x"),
    "format list": attribute("format_version", [1, 2]), "kind": attribute("file_kind", "song"),
    "study": attribute("study", b"seed = 2"), "study 7": attribute("study", 7.0),
    "another study": lambda file: set_study(file, SMALL), "no study": lambda file: file.attrs.__delitem__("study"),
    "text study": lambda file: set_study(file, "seed = "),
    "sources": lambda file: file.create_group("sources"),
    "errors": lambda file: file["numerical_error/metric"].__setitem__(0, 77),
}

# Nothing that is left in these is wrong: what they lack is not shown.
LESS = {"a group for numbers", "short channel", "another study", "text study"}

PARTS = {
    "begin -1": attribute("begin", -1), "end": attribute("end", 1 << 62), "begin text": attribute("begin", "0"),
    "scenarios": attribute("scenarios", 1 << 60), "scenarios -5": attribute("scenarios", -5),
    "columns": attribute("columns", "a b c", "numbers"), "no columns": attribute("columns", "", "numbers"),
    "errors": lambda file: file["numbers"].attrs.__setitem__("numerical_error", [1.0]),
    "error scenarios": attribute("error_scenarios", -3), "no numbers": without("numbers"),
    "text numbers": lambda file: replaced(file, "numbers", data=["a"], dtype=h5py.string_dtype()),
    "flat numbers": lambda file: replaced(file, "numbers", data=np.zeros(8)),
    "huge numbers": lambda file: replaced(file, "numbers", shape=(1 << 30, 1 << 30), dtype="f8", chunks=(1, 1024)),
    "outcome 77": lambda file: file["numbers"].__setitem__((0, 1), 77.0), "study": attribute("study", b"seed = 2"),
    "spread": lambda file: file["numerical_error"].__setitem__((0, 0), 1e300),
}

SOURCES = {
    "begin": lambda file: file["sources/begin"].__setitem__(0, -1.0),
    "begin nan": lambda file: file["sources/begin"].__setitem__(1, np.nan),
    "end": lambda file: file["sources/end"].__setitem__(1, 1e300),
    "file": lambda file: file["sources/file"].__setitem__(0, "/dev/zero"),
    "no file": lambda file: file["sources/file"].__setitem__(0, "none.h5"),
    "itself": lambda file: file["sources/file"].__setitem__(0, "view.h5"),
    "digest": lambda file: file["sources/digest"].__setitem__(0, "0" * 16),
    "no digests": without("sources/digest"), "no sources": without("sources"),
    "numbers": lambda file: replaced(file, "sources/file", data=[1.0, 2.0]),
}


class Crafted(CommandLine):
    """Small files, changed as h5py lets one change them."""

    def setUp(self):
        super().setUp()
        study = self.study(SMALL.split("[actuator]")[0] + SAMPLES)
        self.hilspace("run", study, "-o", "good.h5", "--quiet")
        self.hilspace("simulate", study, "--index", "1", "-o", "trace.h5")
        for index in (1, 2):
            self.hilspace("run", study, "--shard", f"{index}/2", "-o", f"s{index}.h5", "--quiet")
        self.good = (self.folder / "good.h5").read_bytes()

    def ends_well(self, *arguments, expected=None):
        """Right numbers, or words that a user understands."""
        done = subprocess.run([HILSPACE, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120)
        said = f"{' '.join(map(str, arguments))}\n{done.returncode}\n{done.stderr}"
        self.assertIn(done.returncode, (DONE, FAILED, BAD_INPUT), said)
        for word in INTERNAL:
            self.assertNotIn(word, done.stderr)
        if done.returncode == DONE and expected is not None:
            self.assertEqual(done.stdout, expected, said)
        if done.returncode != DONE:
            self.assertIn(".h5", done.stderr)
        return done

    def changed(self, name, contents, change):
        path = self.folder / name
        path.write_bytes(contents)
        with h5py.File(path, "r+") as file:
            change(file)

    def test_results(self):
        (self.folder / "bad.h5").write_bytes(self.good)
        verbs = [["show", "bad.h5"], ["show", "bad.h5", "--csv"], ["show", "bad.h5:traces/0/hil", "--csv"],
                 ["explain", "bad.h5", "--index", "1"], ["analyse", "bad.h5"], ["compare", "bad.h5:traces/0"]]
        right = [self.hilspace(*verb)[0] for verb in verbs]
        for what, change in RESULTS.items():
            self.changed("bad.h5", self.good, change)
            found = 0
            for verb, expected in zip(verbs, right):
                with self.subTest(what, verb=verb):
                    done = self.ends_well(*verb, expected=None if what in LESS else expected)
                    found += done.returncode != DONE
            with self.subTest(what, verb="run and status"):
                again = [self.ends_well("run", "study.toml", "-o", "bad.h5", "--quiet"), self.ends_well("status", "bad.h5")]
                shown = self.ends_well("show", "bad.h5", "--csv")
                if shown.returncode != DONE and "traces" not in shown.stderr:
                    self.assertNotIn(DONE, [done.returncode for done in again])
            with self.subTest(what, verb="--extend"):
                done = self.ends_well("run", "study.toml", "-o", "bad.h5", "--extend", "--set", "design.samples=16", "--quiet")
                found += done.returncode != DONE
                if done.returncode == DONE:
                    self.hilspace("show", "bad.h5")
            self.assertGreater(found, 0, f"{what}: nobody said a word")

    def test_numbers_that_are_wrong_are_never_printed(self):
        for what in ("outcome 77", "never written", "a chunk is missing", "virtual", "from another file"):
            self.changed("bad.h5", self.good, RESULTS[what])
            done = self.ends_well("show", "bad.h5", "--csv")
            self.assertEqual(done.returncode, BAD_INPUT)
            self.assertRegex(done.stderr, f"bad.h5: is damaged \\((outcome|{METRIC}):? .*; delete it and compute it again")

    def test_status_knows_what_is_there(self):
        self.assertIn("done, all scenarios of", self.hilspace("status", "good.h5")[0])
        self.assertIn("time histories of", self.hilspace("status", "trace.h5")[0])
        self.assertIn("to be merged", self.hilspace("status", "s1.h5")[0])
        (self.folder / "text.h5").write_text("done")
        (self.folder / "cut.h5").write_bytes(self.good[:len(self.good) // 2])
        for name, said in (("text.h5", "is not an HDF5 file"), ("cut.h5", "is damaged")):
            self.assertIn(said, self.hilspace("status", name, code=BAD_INPUT)[1])

    def test_parts(self):
        kept = (self.folder / "s1.h5").read_bytes()
        for what, change in PARTS.items():
            self.changed("s1.h5", kept, change)
            with self.subTest(what):
                done = self.ends_well("merge", "s1.h5", "s2.h5", "-o", "merged.h5", "--quiet")
                if done.returncode == DONE:
                    self.assert_same("merged.h5", "good.h5")
                    (self.folder / "merged.h5").unlink()
                self.ends_well("run", "study.toml", "--shard", "1/2", "-o", "s1.h5", "--quiet")

    def test_sources(self):
        self.hilspace("merge", "s1.h5", "s2.h5", "-o", "view.h5", "--virtual", "--quiet")
        right, kept = self.hilspace("show", "view.h5", "--csv")[0], (self.folder / "view.h5").read_bytes()
        for what, change in SOURCES.items():
            self.changed("view.h5", kept, change)
            with self.subTest(what):
                done = self.ends_well("show", "view.h5", "--csv", expected=right)
                self.assertEqual(done.returncode, BAD_INPUT)

    def test_traces(self):
        kept = (self.folder / "trace.h5").read_bytes()
        verbs = [["show", "trace.h5"], ["show", "trace.h5", "--csv"], ["show", "trace.h5:hil", "--csv"], ["compare", "trace.h5"]]
        right = [self.hilspace(*verb)[0] for verb in verbs]
        for what, change in {
                "recorded": lambda file: file.__setitem__("recorded", -5.0),
                "recorded nan": lambda file: file.__setitem__("recorded", np.nan),
                "recorded more": lambda file: file.__setitem__("recorded", 1e12),
                "index": attribute("scenario_index", -3), "far index": attribute("scenario_index", 1 << 60),
                "outcome 77": lambda file: file["outcome"].__setitem__((), 77),
                "a row": lambda file: replaced(file, METRIC, data=[]),
                "short": lambda file: replaced(file, "hil/force", data=[1.0]),
                "no time": without("hil/time")}.items():
            self.changed("trace.h5", kept, change)
            is_damage = what not in ("recorded more", "index", "far index", "short")
            for verb, expected in zip(verbs, right):
                with self.subTest(what, verb=verb):
                    self.ends_well(*verb, expected=expected if is_damage else None)

    def test_plots_and_reports(self):
        for what in ("records for numbers", "no values", "a group for numbers", "outcome 77", "no outcome",
                     "never written", "virtual"):
            self.changed("bad.h5", self.good, RESULTS[what])
            for verb, output in (("plot", "bad.png"), ("report", "bad.html")):
                with self.subTest(what, verb=verb):
                    done = subprocess.run([HILSPACE, verb, "bad.h5", "-o", output], cwd=self.folder, capture_output=True,
                                          text=True, timeout=120)
                    self.assertEqual(done.returncode, BAD_INPUT)
                    self.assertRegex(done.stderr, rf"^(hilspace {verb}|bad\.h5): .*\n$")

    def test_a_heap_without_end_is_found(self):
        for good in ("good.h5", "trace.h5"):
            (self.folder / "bad.h5").write_bytes(without_end((self.folder / good).read_bytes()))
            for verb, *more in (("plot", "-o", "bad.png"), ("report", "-o", "bad.html"), ("status",)):
                with self.subTest(good, verb=verb):
                    _, said = self.hilspace(verb, "bad.h5", *more, code=BAD_INPUT)
                    self.assertRegex(said, r"^bad\.h5: is damaged \(\S+: one of its heaps, .*\); delete it .*\n$")

    def test_a_heap_of_any_size_is_found(self):
        begin = self.good.index(b"GCOL\1\0\0\0")
        for size in (0, 1 << 44, 1 << 62):
            with (self.folder / "bad.h5").open("wb") as file:
                file.write(self.good[:begin + 8] + struct.pack("<Q", size) + self.good[begin + 16:])
                file.truncate(1 << 42)  # a hole
            with self.subTest(size):
                self.assertRegex(self.hilspace("status", "bad.h5", code=BAD_INPUT)[1], "is damaged .*: one of its heaps lies outside the file")

    def test_what_others_add_is_no_damage(self):
        for what, add in (IN_HEAPS | UNREAD).items():
            self.changed("bad.h5", self.good, lambda file, add=add: add(file.create_group("mine")))
            with self.subTest(what):
                self.hilspace("status", "bad.h5")

    def test_a_heap_without_end_is_found_in_what_others_add(self):
        for what, add in IN_HEAPS.items():
            self.changed("bad.h5", self.good, lambda file, add=add: add(file.create_group("mine")))
            contents = (self.folder / "bad.h5").read_bytes()
            (self.folder / "bad.h5").write_bytes(without_end(contents, contents.rindex(b"GCOL\1\0\0\0")))
            with self.subTest(what):
                _, said = self.hilspace("status", "bad.h5", code=BAD_INPUT)
                self.assertRegex(said, r"^bad\.h5: is damaged \(mine\S*: one of its heaps, .*\); delete it .*\n$")

    def test_a_plot_of_a_group_looks_at_the_whole_file(self):
        self.hilspace("plot", "good.h5:traces/0", "-o", "good.png")
        for what in ("outcome 77", "never written", "virtual"):
            self.changed("bad.h5", self.good, RESULTS[what])
            with self.subTest(what):
                _, said = self.hilspace("plot", "bad.h5:traces/0", "-o", "bad.png", code=BAD_INPUT)
                self.assertRegex(said, r"^bad\.h5: is damaged .*\n$")


if __name__ == "__main__":
    unittest.main()
