"""hilspace: how far a hardware-in-the-loop docking testbed will be from reality.

    import hilspace
    result = hilspace.run("study.toml", {"seed": 2})   # xarray.Dataset, in memory
    result["velocity.error_pct"].plot()

A study is the name of a file, TOML text (what has a line break) or a dictionary. What replaces its values has the
notation of `--set`: {"actuator.total_delay": "0.4 ms"}, or as arguments, actuator__total_delay="0.4 ms".

Numbers of results are in SI units, and in percent where a name ends in _pct; every variable says its own in
`.attrs["units"]`, in the notation of UDUNITS. Shapes below: a study with axes of 28 and 3 values gives variables of shape
(28, 3), with the axes' keys as dimensions and coordinates; one with a sampled design gives (samples,), dimension `scenario`.
"""
import os
import shutil
import subprocess
import tempfile
import warnings as _warnings
from pathlib import Path

import numpy

from . import _core
from ._core import RunError, StudyError, __version__, revision
from ._study import as_pairs, as_source

__all__ = ["run", "simulate", "check", "open", "select", "plot", "analyse", "explain", "require", "envelope",
           "stability", "StudyError", "RunError", "HilspaceWarning", "__version__", "revision"]

StudyError.__doc__ = """A mistake in a study or in an option. `findings` is the list of all of them: place, key and remedy."""
RunError.__doc__ = """A file or a disk failed. `findings` is the list of what failed."""


class HilspaceWarning(UserWarning):
    """What is worth knowing of a study or of a result: the warnings of `hilspace check` and `hilspace run`."""


def _dataset(parts):
    import xarray
    return xarray.Dataset(parts["data_vars"], parts["coords"], parts["attrs"])


def _run_error(text):
    error = RunError(text)
    error.findings = text.splitlines()
    return error


def _warn(text):
    for line in text.splitlines():
        _warnings.warn(line, HilspaceWarning, stacklevel=3)


def run(study, sets=None, /, *, threads=0, progress=None, **more_sets):
    """Runs all scenarios of a study in this process, without files.

    study      file name, TOML text or dictionary
    sets       what replaces values of the study, with units: {"contact.stiffness": "1 N/um"}
    threads    how many compute; 0: all. The numbers do not depend on it
    progress   None, or a function of the number of scenarios done and of all, called a few times a second

    Returns an xarray.Dataset: one dimension per axis of the study, in its order; outcome, end.docking, end.hil (integers,
    with their meanings in `flag_meanings`) and every metric (float64, or float32 as `output.precision` says) as variables of the shape of all axes, with `units`,
    `long_name`, `numerical_error` and `numerical_error_p95` (SI units); the same names, numbers and attributes as
    `hilspace run` writes into a file, without time histories (`simulate` has them).

    Raises StudyError, whose `findings` name line, key and remedy. Ctrl-C stops the run and raises KeyboardInterrupt;
    nothing of it is kept. A run that takes hours belongs in a file: `hilspace run` goes on where it was interrupted.
    """
    result = _dataset(_core.run(*as_source(study), as_pairs(sets, more_sets), threads, progress))
    _warn(result.attrs.get("warnings", ""))
    return result


def simulate(study, sets=None, /, *, index=0, at=None, **more_sets):
    """Simulates one scenario with its time histories.

    index      the scenario, counted from 0, the last axis fastest
    at         instead of it, the scenario that has these values or the nearest: {"actuator.total_delay": "0.4 ms"}; on
               axes of logarithmic spacing the nearest of the logarithms

    Returns (scenario, histories): a Dataset of parameters and metrics as scalars, shape (), and a dictionary with one
    Dataset for each model, "docking" and "hil", whose variables (force in N, penetration in m ...) have the shape (time,),
    time in s; and of dockings with impacts "hil/impacts". Both models are at the same times, as far as both go.
    """
    if at and index:
        raise ValueError("index and at both name the scenario; use one of them")
    scenario, histories, notes = _core.simulate(*as_source(study), as_pairs(sets, more_sets), index, as_pairs(at, {}))
    _warn("\n".join(notes))
    return _dataset(scenario), {name: _dataset(parts) for name, parts in histories.items()}


def check(study, sets=None, /, **more_sets):
    """Reads and checks a study without running it.

    Returns a dictionary: `title`; `scenarios`, their number; `study`, the resolved study as TOML text; `warnings`, a list of
    text. Raises StudyError."""
    return _core.check(*as_source(study), as_pairs(sets, more_sets))


def open(file):  # noqa: A001 - as in xarray and h5py
    """Opens a result, trace or table of hilspace as an xarray.Dataset; numbers are read when they are used.

    A result has what `run` returns, with the same shapes and units; a group of a trace is opened with
    xarray.open_dataset(file, engine="h5netcdf", group="hil")."""
    import h5py
    import xarray
    if isinstance(file, (str, bytes, os.PathLike)):  # an open file is xarray's to judge
        if os.path.isdir(file):
            raise _run_error(f"{os.fspath(file)}: is a folder, not a result")
        if os.path.exists(file) and not os.path.isfile(file):
            raise _run_error(f"{os.fspath(file)}: is a pipe or a device, not a result")
        if h5py.is_hdf5(file):
            _core.check_file(os.fspath(file))  # HDF5 does not return from some that are damaged
    try:
        return xarray.open_dataset(file, engine="h5netcdf")
    except FileNotFoundError:
        raise
    except OSError as error:
        failure = f"{file}: cannot be opened as a result of hilspace, which is an HDF5 file: {error}"
        raise _run_error(failure) from error


def _logarithmic(values):
    """Positive values over about a decade and more whose median is nearer to the middle of their logarithms: the rule of
    `--at` (lib/study/nearest_scenario.cpp)."""
    x = numpy.unique(values)
    if len(x) < 3 or x[0] <= 0 or x[-1] < 8 * x[0]:
        return False
    middle = numpy.median(x)
    plain = (middle - x[0]) / (x[-1] - x[0])
    return abs(numpy.log(middle / x[0]) / numpy.log(x[-1] / x[0]) - 0.5) < abs(plain - 0.5) - 0.02


def _nearest(values, wanted):
    """Position of the value, in any order of them; of several wanted ones, the positions."""
    values, wanted = numpy.asarray(values, dtype=float), numpy.asarray(wanted, dtype=float)
    if (wanted > 0).all() and _logarithmic(values):
        values, wanted = numpy.log(values), numpy.log(wanted)
    return numpy.argmin(numpy.abs(numpy.subtract.outer(values, wanted)), axis=0)


def select(result, at=None, /, **more_at):
    """The part of a result at these values of its axes, or the nearest: select(result, {"actuator.total_delay": "0.4 ms"}).
    On an axis of logarithmic spacing the nearest is that of the logarithms, as `simulate(at=)` and `--at` have it. Bare numbers are in the units of the coordinate, SI; names (a material, a law) must be there. The dimensions that are
    named go, the others stay: of shape (28, 3), select(result, {"actuator.resolution": "1 um"}) leaves (28,). KeyError for
    what is no axis; a HilspaceWarning says which value is taken where another one was wanted."""
    wanted = dict(as_pairs(at, more_at, as_text=False))
    unknown = [key for key in wanted if key not in result.dims]
    if unknown:
        raise KeyError(f"{', '.join(unknown)}: not an axis of this result; its axes are "
                       f"{', '.join(map(str, result.dims)) or 'none'}")
    names, numbers = {}, {}
    for key, value in wanted.items():
        if result[key].dtype.kind in "OUS":
            names[key] = value
        else:
            numbers[key] = _core.in_si(value, result[key].attrs["units"]) if isinstance(value, str) else value
    part = result.sel(names).isel({key: _nearest(result[key].values, value) for key, value in numbers.items()})
    for key, value in numbers.items():
        found = part[key].values
        if not numpy.allclose(found, value, rtol=1e-9, atol=0.0):
            _warn(f"{key}: {found} {result[key].attrs['units']} taken for {wanted[key]}, the nearest there is")
    return part


def _program():
    """The program of the same build or installation, or else the first one in PATH."""
    here = Path(__file__).absolute().parents
    beside = here[4] / "bin" / "hilspace" if len(here) > 4 else None
    found = str(beside) if beside and beside.exists() else shutil.which("hilspace")
    if found is None:
        raise FileNotFoundError("the program hilspace is neither beside this package nor in PATH; install it")
    return found


def _call(verb, arguments):
    """Runs a verb of the program; raises its message."""
    done = subprocess.run([_program(), verb, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode == 2:
        error = StudyError(done.stderr.strip())
        error.findings = done.stderr.strip().splitlines()
        raise error
    if done.returncode != 0:
        raise _run_error(done.stderr.strip())
    return done.stdout


def _option(name, value):
    name = "--" + name.replace("_", "-")
    if value is True:
        return [name]
    if value is False or value is None:
        return []
    if isinstance(value, dict):
        return [part for pair in as_pairs(value, {}) for part in (name, "=".join(pair))]
    if isinstance(value, (list, tuple)):
        return [part for one in value for part in (name, str(one))]
    return [name, str(value)]


def _table(verb, study, options):
    """Runs a verb that writes a table; the table, and what the verb prints."""
    import xarray
    arguments = [part for name, value in options.items() for part in _option(name, value)]
    with tempfile.TemporaryDirectory(prefix="hilspace-") as folder:
        if isinstance(study, xarray.Dataset):  # a result in memory; of most what it says of itself is enough
            source = str(Path(folder, "result.h5"))
            its = study if verb == "analyse" else xarray.Dataset(attrs=study.attrs)
            its.to_netcdf(source, engine="h5netcdf")
        else:
            source, is_text = as_source(study)
            if is_text:
                Path(folder, "study.toml").write_text(source, encoding="utf-8")
                source = str(Path(folder, "study.toml"))
        output = Path(folder, "table.h5")
        said = _call(verb, [source, "-o", str(output), *arguments])
        with open(output) as table:
            return table.load(), said


def require(study, /, **options):
    """How far a parameter may go until a target breaks: `hilspace require` with its options as arguments,
    require(study, target="abs(velocity.error_pct) <= 10 %", vary="actuator.total_delay=0.1 ms..5 ms"); several values of
    one option are a list. `hilspace require --help` has all options; with `_` for `-` they are arguments.

    Returns its table, a Dataset: limit, limit_low, limit_high (with all errors) and first_bad in the SI unit of the first
    `vary`, binding_scenario, found ... of the shape of the other ones: (points,) each, none: (). Where there is no limit it is
    NaN, and a HilspaceWarning says what the program says of it: which end fails, by how much and because of what."""
    table, said = _table("require", study, options)
    if table["limit"].isnull().any():
        lines = [" ".join(line.split()) for line in said.split("\n\n", 1)[-1].splitlines()]
        if table["limit"].ndim > 0:  # below the rows, which the table has
            lines = [line for line in lines if line.startswith("nowhere: ")] or ["some points have no limit: `found` says why"]
        _warn("\n".join(filter(None, lines)))
    return table


def envelope(study, /, **options):
    """Which virtual stiffness and damping a hybrid testbed emulates stably: `hilspace envelope`, its options as arguments.

    Returns its table, a Dataset with the study's axes: virtual.damping_min and virtual.damping_max in N s/m,
    the border of what is stable, and the rebound of each scenario (1)."""
    return _table("envelope", study, options)[0]


def stability(study, /, **options):
    """Which delay makes a contact unstable: `hilspace stability` with its options as arguments.

    Returns its table, a Dataset with the study's axes: loop_lag, loop_delay and critical_delay in s, crossing_frequency in
    rad/s, rebound_ratio (1), and the verdicts stable.linear and stable.simulated."""
    return _table("stability", study, options)[0]


def _alike(found, expected):
    """Whether a coordinate has the study's values: the same numbers to rounding, or the same names."""
    if found.shape != expected.shape:
        return False
    if expected.dtype.kind == "f":
        return found.dtype.kind in "fiu" and numpy.allclose(found, expected, rtol=1e-9, atol=0.0, equal_nan=True)
    return [str(one) for one in found.ravel()] == [str(one) for one in expected.ravel()]


def _as_run(result, verb):
    """The result with the dimensions in the order of its study. The program knows a scenario by its place alone, and takes
    its parameters from the study: the values along each axis must be the study's, in its order."""
    study = result.attrs.get("study")
    if study is None or "outcome" not in result:
        return result  # the program says what is missing
    try:
        count = _core.check(study, True, [])["scenarios"]
        axes = _core.axes(study)
    except StudyError:
        return result  # the program says what is wrong with it, and where
    if result["outcome"].size < count:
        raise ValueError(f"the result is a part of its study's result, {result['outcome'].size} of {count} scenarios; "
                         f"{verb} takes the whole one")
    remedy = f"{verb} takes the result as `run` or `open` returned it"
    if set(result["outcome"].dims) != set(axes["dims"]) or result["outcome"].size != count:
        raise ValueError(f"the result has not the scenarios of its study, {count} over {', '.join(axes['dims']) or 'no axis'}; {remedy}")
    for name, (dims, values, _) in axes["coords"].items():
        if name not in result.variables:
            raise ValueError(f"the result lacks {name}, without which its order is not known; {remedy}")
        if result[name].dims != dims or not _alike(result[name].values, numpy.asarray(values)):
            raise ValueError(f"the values of {name} are not those of the study in its order: the result was sorted or "
                             f"selected; {remedy}")
    return result.transpose(*axes["dims"], ...)


def analyse(result, /, **options):
    """Which parameters matter: `hilspace analyse` with its options as arguments,
    analyse(result, metric="velocity.error_pct").

    result   a Dataset from `run` or `open`, or the name of a result file. A part of it, as `select` and `isel` leave, is a
             ValueError, and so is one that is sorted otherwise; its dimensions may have any order

    Returns its table, a Dataset over (metric, parameter): importance, a share of 1, its rank, and the indices with their
    intervals."""
    import xarray
    if isinstance(result, xarray.Dataset):
        result = _as_run(result, "analyse")
    return _table("analyse", result, options)[0]


def explain(result, /, **options):
    """Which stage of which instrument causes a scenario's error: `hilspace explain` with its options as arguments,
    explain(result, at={"actuator.total_delay": "0.4 ms"}, metric="velocity.error_pct"). Each stage is removed in turn.

    result   a Dataset from `run` or `open`, or the name of a result file

    Returns its table, a Dataset over (stage,): what was removed, "nothing" first; the metrics without it, and their
    numerical errors."""
    return _table("explain", result, options)[0]


def plot(file, /, output=None, **options):
    """Draws any file of hilspace, as `hilspace plot` does: plot("study.h5", "study.png", below="10 %").

    output   name of the picture, .png, .svg or .pdf; None: beside the file

    Returns the name of the picture; the key numbers that `hilspace plot` prints are not returned."""
    file = os.fspath(file)
    if output is None:
        whole = file if os.path.exists(file) or ":" not in file else file.rpartition(":")[0]  # FILE.h5:GROUP
        output = os.path.splitext(whole)[0] + ".png"
    arguments = [part for name, value in options.items() for part in _option(name, value)]
    _call("plot", [file, "-o", os.fspath(output), *arguments])
    return output
