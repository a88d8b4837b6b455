"""Errors that end a plot: a problem of the file or the request, reported in one line."""


class PlotError(Exception):
    """A problem of the file or the request."""


# Includes the exceptions of h5py and numpy for malformed files.
FAILURES = (PlotError, OSError, KeyError, ValueError, TypeError, IndexError, AttributeError, MemoryError, RuntimeError,
            OverflowError, AssertionError)
