"""Errors that end a plot: a problem of the file or the request, reported in one line."""
import os


class PlotError(Exception):
    """A problem of the file or the request."""


def check_folder(output):
    """Before anything is drawn."""
    folder = os.path.dirname(output)
    if folder and not os.path.isdir(folder):
        raise PlotError(f"-o {output}: there is no folder {folder}; create it first")


# Includes the exceptions of h5py and numpy for malformed files.
FAILURES = (PlotError, OSError, KeyError, ValueError, TypeError, IndexError, AttributeError, MemoryError, RuntimeError,
            OverflowError, AssertionError)
