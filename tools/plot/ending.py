"""How a script ends, as the other verbs do: interrupted, or with an output that cannot be written."""
import codecs
import contextlib
import os
import signal
import sys
import tempfile

FAILED, INTERRUPTED = 1, 3  # as in apps/common/exit_codes.hpp
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupted(BaseException):
    """Unwinds what runs, so that temporary files and called programs end with it."""


def leave(*_):
    try:
        os.write(2, b"interrupted\n")
    except OSError:
        pass  # nobody reads it
    os._exit(INTERRUPTED)


def unwind(*_):
    handle(leave)  # a second signal does not wait
    raise Interrupted


def handle(by):
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:  # as in a background job
            signal.signal(number, by)


def await_signals():
    """Before the large imports: modules written in C make errors of an exception, so the process ends at once.

    apps/hilspace/script.cpp holds the signals back until here."""
    handle(leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


@contextlib.contextmanager
def undisturbed():
    """What is short and must not be left half done."""
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def replace(output, contents, prefix):
    """Writes a file, whole or not at all: what was there stays until then."""
    place = os.path.realpath(output)
    if os.path.exists(place) and not os.path.isfile(place):  # a device
        with open(place, "wb") as file:
            file.write(contents)
        return
    temporary = tempfile.NamedTemporaryFile("wb", dir=os.path.dirname(place), prefix=prefix, delete=False)
    try:
        with temporary as file:
            file.write(contents)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary.name, 0o666 & ~mask)
        os.replace(temporary.name, place)
    except BaseException:
        os.unlink(temporary.name)
        raise


def swallowed(error):
    """An exception in a finaliser unwinds nothing."""
    if error.exc_type is Interrupted:
        leave()
    sys.__unraisablehook__(error)


def encoded(error):
    """What the terminal's encoding has not: bytes of a file's name as they are, else a question mark."""
    part = error.object[error.start:error.end]
    return b"".join(bytes([ord(c) - 0xDC00]) if "\udc80" <= c <= "\udcff" else b"?" for c in part), error.end


def code_of(main, program):
    """The exit code of main(), or that of an interruption."""
    sys.unraisablehook = swallowed
    codecs.register_error("hilspace", encoded)
    sys.stdout.reconfigure(errors="hilspace")
    try:
        try:
            handle(unwind)
            return main()
        except SystemExit as end:  # of --help
            return end.code or printed("", program)
        except OSError as error:  # of --help as well: main() tells of all that concerns files
            return unprinted(error, program)
        finally:
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # done: what comes now changes nothing
    except Interrupted:
        leave()


def printed(text, program):
    """Prints; the exit code."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
        return 0
    except OSError as error:
        return unprinted(error, program)


def unprinted(error, program):
    """The exit code where that stopped the printing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes the rest as it ends
    if isinstance(error, BrokenPipeError):  # its reader has seen enough
        return 0
    print(f"{program}: standard output: cannot be written: {error.strerror or error}", file=sys.stderr)
    return FAILED
