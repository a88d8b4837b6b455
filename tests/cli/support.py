"""Common parts of the command line tests: the binary, a temporary folder, studies, and process control."""
import contextlib
import functools
import hashlib
import importlib.machinery
import importlib.util
import io
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HILSPACE = os.environ.get("HILSPACE") or sys.exit("set HILSPACE to the path of the binary to be tested")
REPOSITORY = Path(__file__).resolve().parents[2]
SEVERAL_AXES = Path(__file__).with_name("several_axes.toml")
CHAINS = Path(__file__).with_name("chains.toml")
# What is repeated at random: how many times as often as usual, and which moments and places (tools/nightly).
TIMES, SEED = int(os.environ.get("HILSPACE_TEST_TIMES", "1")), int(os.environ.get("HILSPACE_TEST_SEED", "1"))
# A sanitized program takes ten times as long: where a size does not matter to memory, it is smaller there.
SANITIZED = any(mark in Path(HILSPACE).read_bytes() for mark in (b"__asan_init", b"__tsan_init"))
# What only tools/test --all runs, where a shorter test has the same subject.
WITHOUT_LONG = os.environ.get("HILSPACE_LONG_TESTS") == "false"
long_test = unittest.skipIf(WITHOUT_LONG, "tools/test --all runs it")
DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 3

SMALL = """\
title = "Small"
model = "axial"
[chaser]
mass = "30 kg"
[target]
mass = "75 kg"
[approach]
velocity = "0.1 m/s"
[contact]
law = "flores"
restitution = 0.8
chaser_material = "polyimide"
target_material = "aluminium"
radius = "25 mm"
[actuator]
resolution = "1 um"
[force_sensor]
bandwidth = "10 kHz"
resolution = "1 N"
"""
DELAYS = '[[axis]]\n"actuator.total_delay" = ["0.2 ms", "0.4 ms", "1 ms"]\n'


def many(count):
    """A study of about `count` scenarios."""
    return SMALL.replace("restitution = 0.8\n", "") + (
        '[[axis]]\n"actuator.total_delay" = { from = "0.2 ms", to = "1.2 ms", count = 10 }\n'
        f'[[axis]]\n"contact.restitution" = {{ from = 0.5, to = 0.9, count = {max(count // 10, 2)} }}\n')


def coarse(count):
    """The same without expensive options: fast even under sanitizers."""
    return many(count).split("[actuator]")[0] + many(count)[many(count).index("[[axis]]"):] + (
        '[numerics]\nstep = "50 us"\n[output]\nmetrics = ["velocity.error_pct"]\n')


def default_signals():
    """A test runner may ignore SIGINT, and its children would inherit that."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def small_files_only():
    """Simulates a full disk: writes fail after the first few kilobytes of a file."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))


class CommandLine(unittest.TestCase):
    """Each test works in an empty folder (whose path has a space)."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="hilspace cli ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def study(self, text, name="study.toml"):
        path = self.folder / name
        path.write_text(text)
        return path

    def hilspace(self, *arguments, code=DONE, **options):
        """Runs to the end, checks the exit code (None: any), returns what was printed (stdout, stderr)."""
        done = subprocess.run([HILSPACE, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                              timeout=500, **options)
        command = "hilspace " + " ".join(map(str, arguments))
        said = f"{command}\nexit code {done.returncode}\n{done.stdout}{done.stderr}"
        if code is not None:
            self.assertEqual(done.returncode, code, said)
        return done.stdout, done.stderr

    def assert_helps(self):
        """--help and -h are equivalent, and every listed verb has both."""
        output, _ = self.hilspace("--help")
        self.assertEqual(self.hilspace("-h")[0], output)
        verbs = re.findall(r"(?m)^  (\w+) ", output)
        self.assertGreater(len(verbs), 4, output)
        for verb in verbs:
            with self.subTest(verb):
                help_of_verb, _ = self.hilspace(verb, "--help")
                self.assertRegex(help_of_verb, rf"^usage: {Path(HILSPACE).name} {verb} ?")
                self.assertEqual(self.hilspace(verb, "-h")[0], help_of_verb)
                self.assertRegex(help_of_verb, r"(?m)^[A-Z][^.]+[.:]", "a sentence says what it does")
                self.assert_is_a_command(re.search(r"(?m)^example: (.*)$", help_of_verb)[1], verb)
        return verbs

    def assert_is_a_command(self, example, verb):
        """It is one of that verb, and its options are known; the files that it names are not there."""
        words = shlex.split(example)
        self.assertEqual(words[:2], [Path(HILSPACE).name, verb])
        if verb == "doctor":  # looks at the machine for a while
            return
        with tempfile.TemporaryDirectory() as empty:
            done = subprocess.run([HILSPACE, *words[1:]], capture_output=True, text=True, cwd=empty, timeout=100,
                                  stdin=subprocess.DEVNULL)
        self.assertNotIn("usage:", done.stderr, example)
        self.assertTrue(done.returncode == DONE or re.search("no such|not there|exist", done.stderr),
                        f"{example}\n{done.stderr}")

    def start(self, *arguments):
        """A process to be disturbed. Its output goes to a file, so that it never waits for a reader."""
        with open(self.folder / "said", "w") as said:
            process = subprocess.Popen([HILSPACE, *map(str, arguments)], cwd=self.folder, stdout=said, stderr=said,
                                       preexec_fn=default_signals)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def said(self):
        return (self.folder / "said").read_text()

    def wait_for(self, condition, process, what):
        """Waits until the condition holds; fails if the process ends first."""
        until = time.monotonic() + 600
        while True:
            ended = process.poll() is not None  # looked up first: what it did last still counts
            if condition():
                return
            self.assertFalse(ended, f"ended before {what}: {self.said()}")
            self.assertLess(time.monotonic(), until, f"waited too long for {what}: {self.said()}")
            time.sleep(0.002)  # between two looks

    def assert_same(self, a, b):
        """Two results hold the same bits."""
        said = io.StringIO()
        # In this process: starting Python and its libraries takes longer than most comparisons.
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = compare_results().main([str(self.folder / a), str(self.folder / b)])
        self.assertEqual(code, 0, said.getvalue())


@functools.cache
def compare_results():
    """The program of that name, as a module."""
    loader = importlib.machinery.SourceFileLoader("compare_results", str(REPOSITORY / "tools/compare_results"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def set_study(file, text):
    """Replaces the study in an open h5py file, with its digest."""
    file.attrs["study"] = text.encode()
    file.attrs["study_sha256"] = hashlib.sha256(text.encode()).hexdigest().encode()


def parts(output):
    """The parts beside an output; one that is being written has another suffix."""
    return list(Path(f"{output}.parts").glob("*.h5"))
