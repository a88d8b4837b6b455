"""Time histories of a result's worst scenario, which is simulated again: with the same numbers, or not shown."""
import os
import subprocess
import tempfile

import numpy as np

import histories
import measures
from errors import PlotError
from reading import opened, text


def is_error(measure):
    """Whether it compares the models, and is not of one of them."""
    return measure.name.endswith(("_pct", ".error"))


def simulated(file, index, output):
    """Runs the study in the result; the reason in words if that fails."""
    program = os.environ.get("HILSPACE_PROGRAM")
    if not program:
        return "the program is not known"
    command = [program, "simulate", "-", "--index", str(index), "-o", output]
    ended = subprocess.run(command, input=text(file.attrs["study"]), capture_output=True, encoding="utf-8", errors="replace")
    return None if ended.returncode == 0 else (ended.stderr.strip().splitlines() or ["no reason was given"])[-1]


def of_result(file, found):
    """(histories, notes): of the scenario with the largest magnitude of the leading error; none if it is traced."""
    leading = next(filter(is_error, measures.key(found)), None)
    if leading is None or "study" not in file.attrs or str(leading.worst) in file.get("traces", ()):
        return [], []
    index = leading.worst
    single = file["outcome"].size == 1
    name = "the only scenario" if single else f"largest {leading.name}, scenario {index}: {histories.place(file, index)}".rstrip(": ")
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "worst.h5")
        reason = simulated(file, index, output)
        if reason:
            return [], [f"Time histories of scenario {index} (largest {leading.name}) are missing: {reason}."]
        with opened(output) as trace:
            stored, again = file[leading.name][()].ravel()[index], float(trace[leading.name][()])
            if not np.isclose(again, stored, rtol=1e-12, atol=0.0):
                return [], [f"Time histories of scenario {index} (largest {leading.name}) are missing: this hilspace computes "
                            f"{again:.6g}, where the result has {stored:.6g}."]
            try:
                return [histories.of_group(trace, "", name)], []
            except PlotError:
                return [], []  # no contact to show
