"""Compares peers with hilspace: the same scenarios, each at the fastest setting that reaches the same error.

The error is measured against the reference solver, scenario by scenario, and relative to each number itself.
"""
import csv
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
TARGET = 0.002  # largest relative error of a number
USUAL = 0.95  # share of the scenarios that must reach it, if not all
SAMPLE = 64  # scenarios on which errors are measured, unless a peer is too slow
MANY = 64 * SAMPLE  # scenarios on which hilspace is timed: its lanes take in new ones as others end
SECONDS = 2.0  # minimum duration of a throughput measurement
PATIENCE = 600.0  # s for one run of a peer


class Rung(NamedTuple):
    """One setting of a peer, interpreted by the peer."""
    tolerance: float
    step_us: float
    variant: str = "-"

    def arguments(self):
        return [repr(self.tolerance), repr(self.step_us), self.variant]


class Peer(NamedTuple):
    name: str
    command: list
    sample: int
    describe: str  # format of a rung
    rungs: list


class Errors(NamedTuple):
    largest: float
    worst: str  # the metric it is of
    usual: float  # the same of all but the worst scenarios of each metric
    median: float


class Timing(NamedTuple):
    count: int
    wall: float
    cpu: float

    def each(self):
        """Seconds of one core per scenario: processor time, which other processes do not affect."""
        return self.cpu / self.count


def peers(programs):
    def program(name):
        return [str(programs / f"bench_{name}")]
    return [
        Peer("Boost.odeint runge_kutta_dopri5, controlled", program("odeint_dopri5"), SAMPLE,
             "tolerance {tolerance:g}, step up to {step_us:g} us",
             [Rung(*both) for both in [(1e-3, 50), (1e-4, 50), (1e-5, 50), (1e-6, 50), (1e-7, 50), (1e-4, 5), (1e-3, 2),
                                       (1e-4, 2), (1e-3, 1), (1e-4, 1)]]),
        Peer("Boost.odeint runge_kutta4, fixed step", program("odeint_rk4"), SAMPLE, "step {step_us:g} us",
             [Rung(0.0, step) for step in (6, 4, 3, 2, 1, 0.7, 0.5, 0.35, 0.25, 0.125)]),
        Peer("SUNDIALS CVODE, root finding", program("cvode"), SAMPLE,
             "{variant}, tolerance {tolerance:g}, step up to {step_us:g} us",
             [Rung(*all_three) for all_three in [
                 (1e-5, 50, "adams"), (1e-6, 50, "adams"), (1e-7, 50, "adams"), (1e-3, 1, "adams"),
                 (1e-3, 0.5, "adams"), (1e-3, 0.25, "adams"), (1e-6, 50, "bdf"), (1e-6, 50, "adams-roots")]]),
        Peer("SciPy solve_ivp", ["/usr/bin/python3", str(HERE / "peers/scipy_ivp.py")], 8,
             "{variant}, tolerance {tolerance:g}, step up to {step_us:g} us",
             [Rung(*all_three) for all_three in [
                 (1e-4, 50, "RK45"), (1e-4, 10, "RK45"), (1e-5, 10, "RK45"), (1e-3, 2, "RK45"), (1e-5, 10, "DOP853"),
                 (1e-6, 50, "LSODA")]]),
        Peer("GNU Octave ode45", ["octave-cli", str(HERE / "peers/octave_ode45.m")], 4,
             "tolerance {tolerance:g}, MaxStep {step_us:g} us",
             [Rung(*both) for both in [(1e-2, 10), (1e-3, 10), (1e-4, 10)]]),
    ]


def run(command):
    """The rows of metrics printed by a program of the bench, and its time; nothing if it fails."""
    # One core each, also inside numerical libraries.
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None, None
    times = re.search(r"(\d+) scenarios, ([\d.]+) s, ([\d.]+) s of processor time", done.stderr)
    if done.returncode != 0 or not times:
        print(f"    {Path(command[0]).name} failed: {done.stderr.strip()[-200:]}", file=sys.stderr)
        return None, None
    rows = [{name: float(text) for name, text in row.items()} for row in csv.DictReader(done.stdout.splitlines())]
    return rows, Timing(int(times[1]), float(times[2]), float(times[3]))


def errors(rows, reference):
    """Of the metrics that `rows` have."""
    of_metric = {name: sorted(abs(row[name] - true[name]) / abs(true[name]) for row, true in zip(rows, reference))
                 for name in rows[0]}
    if any(error != error for all_errors in of_metric.values() for error in all_errors):
        return Errors(float("inf"), "a number that is none", float("inf"), float("inf"))
    worst = max(of_metric, key=lambda name: of_metric[name][-1])
    kept = max(1, int(USUAL * len(rows) + 1e-9))
    return Errors(of_metric[worst][-1], worst, max(all_errors[kept - 1] for all_errors in of_metric.values()),
                  statistics.median(error for all_errors in of_metric.values() for error in all_errors))


def climb(peer, scenarios, reference, names):
    """Every rung with its errors and its time. Notes the names of the metrics."""
    tried = []
    for rung in peer.rungs:
        rows, timing = run([*peer.command, scenarios, *rung.arguments()])
        if rows is None:
            continue
        names[:] = rows[0]
        tried.append((rung, errors(rows, reference), timing))
        error = tried[-1][1]
        print(f"    {peer.describe.format(**rung._asdict())}: {timing.each() * 1e3:.3g} ms,"
              f" errors up to {error.largest:.2%} ({error.worst}), usually {error.usual:.2%}", file=sys.stderr, flush=True)
    return tried


def chosen(tried):
    """The fastest rung that always meets the target, and the one that usually does; the most accurate one if none
    does."""
    picks = {}
    for what, measure in (("always", lambda error: error.largest), ("usually", lambda error: error.usual)):
        good = [entry for entry in tried if measure(entry[1]) <= TARGET]
        pick = min(good, key=lambda entry: entry[2].each()) if good else min(tried, key=lambda entry: measure(entry[1]))
        picks.setdefault(pick[0], pick)
    return list(picks.values())


def first_scenarios(path, count):
    """The same file with the first `count` scenarios only: a representative sample."""
    shorter = path.with_name(f"scenarios_{count}.csv")
    shorter.write_text("".join(path.read_text().splitlines(keepends=True)[:1 + count]))
    return str(shorter)


def line(name, setting, alone, together, error, own):
    """`own` is hilspace's timing on one core."""
    threads = number(together.count / together.wall) if together else "-"
    errors_of = "0 by definition | 0 | 0"
    if error:
        errors_of = f"{error.largest:.2%} `{error.worst}` | {error.usual:.2%} | {error.median:.1e}"
    return (f"| {name} | {setting} | {number(1.0 / alone.each())} | {threads} | {errors_of} |"
            f" {number(alone.each() / own.each())} |")


def number(x):
    """With three significant digits."""
    return f"{x:,.0f}" if x >= 100.0 else f"{x:.3g}"


def compare(study, programs):
    """Prints the table."""
    cores = os.cpu_count()
    own = [str(programs / "bench_hilspace")]
    print(f"  reference, {SAMPLE} scenarios", file=sys.stderr, flush=True)
    reference, slow = run([*own, "reference", study, str(SAMPLE), "0", str(cores)])
    rows, timing = run([*own, "lanes", study, str(MANY), str(SECONDS), "1"])
    _, both = run([*own, "lanes", study, str(MANY), str(SECONDS), str(cores)])
    if not (reference and rows and both):
        return 1
    solvers = [(name, *run([*own, name, study, str(MANY), str(SECONDS), "1"]),
                run([*own, name, study, str(MANY), str(SECONDS), str(cores)])[1]) for name in ("rk4", "collocation")]
    table, names = [], []
    with tempfile.TemporaryDirectory() as folder:
        scenarios = Path(folder, "scenarios.csv")
        scenarios.write_text(subprocess.run([*own, "scenarios", study, str(SAMPLE)], check=True, capture_output=True,
                                            text=True).stdout)
        for peer in peers(programs):
            print(f"  {peer.name}, {peer.sample} scenarios", file=sys.stderr, flush=True)
            sample = first_scenarios(scenarios, peer.sample)
            tried = climb(peer, sample, reference, names)
            for rung, error, alone in chosen(tried) if tried else []:
                command = [*peer.command, sample, *rung.arguments(), str(SECONDS)]
                if alone.wall < SECONDS:
                    _, alone = run([*command, "1"])
                # Only the C++ peers spread over threads.
                spread = run([*command, str(cores)])[1] if peer.sample == SAMPLE else None
                table.append(line(peer.name, peer.describe.format(**rung._asdict()), alone, spread, error, timing))
    measured = [{name: row[name] for name in names} for row in rows[:SAMPLE]]
    print(f"| program | setting | scenarios per second on one core | on {cores} threads | largest error"
          f" | in {USUAL:.0%} of the scenarios | median error | hilspace is faster by |")
    print("|---|---|---|---|---|---|---|---|")
    print(line("**hilspace**, lanes", "as it comes", timing, both, errors(measured, reference), timing))
    for name, its, alone, together in solvers:
        if its:
            print(line(f"hilspace, `{name}`", "as it comes", alone, together,
                       errors([{metric: row[metric] for metric in names} for row in its[:SAMPLE]], reference), timing))
    print(*table, sep="\n")
    print(line("hilspace, `reference`", "as it comes", slow, slow, None, timing))
    print(f"\nMetrics: {', '.join(f'`{name}`' for name in names)}.")
    return 0
