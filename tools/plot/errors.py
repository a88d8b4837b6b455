"""What ends a plot: something about the file or the request, said in one line."""


class PlotError(Exception):
    """The file or the request is at fault."""


# What h5py and numpy raise on files that nobody wrote like that, as well.
FAILURES = (PlotError, OSError, KeyError, ValueError, TypeError, IndexError, AttributeError, MemoryError, RuntimeError,
            OverflowError, AssertionError)
