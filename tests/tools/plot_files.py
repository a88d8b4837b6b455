"""Common parts of the tests of hilspace plot: its options, and results in small."""
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/plot"))


def options(**given):
    plain = {"axis": None, "by": None, "at": [], "metric": [], "below": None, "log": False, "width": None, "group": ""}
    return SimpleNamespace(**(plain | given))


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="plot with space ")
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "a.h5"

    def file(self, axes, variables, outcome=None):
        """A result in small; `variables` are {name: (values, unit, attributes)}, axes {name: (values, unit)}."""
        file = h5py.File(self.path, "w")
        self.addCleanup(file.close)
        file.attrs["title"], file.attrs["file_kind"] = "A test", "result"
        for name, (points, unit) in axes.items():
            file[name] = points
            file[name].make_scale(name if unit is not None else "This is a netCDF dimension but not a netCDF variable.  3")
            file[name].attrs["units"] = unit or ""
        shape = tuple(len(points) for points, _ in axes.values())
        flags = np.zeros(shape, "i1") if outcome is None else np.reshape(np.array(outcome, "i1"), shape)
        for name, (values, unit, attributes) in {"outcome": (flags, "1", {}), **variables}.items():
            file[name] = np.reshape(values, shape[:np.ndim(values)] if np.ndim(values) == len(shape) else shape)
            for key, value in {"units": unit, "numerical_error": 1e-6, **attributes}.items():
                file[name].attrs[key] = value
            for dimension, axis in zip(file[name].dims, axes):
                dimension.attach_scale(file[axis])
        file["outcome"].attrs["flag_meanings"] = "ok no_contact time_limit penetration_limit diverged"
        return file
