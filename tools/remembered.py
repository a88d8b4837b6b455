"""Remembers which checks of a source passed, so that a check is repeated only after what it depends on has changed.

A check depends on its command, on the tool and the installed packages, on the source, and on every file of the project
that the source includes, directly or not. A digest of all of these is the name of an empty file in ~/.cache/hilspace/checks
(or $XDG_CACHE_HOME/hilspace/checks); where the repository lies does not matter.
"""
import hashlib
import os
import re
import subprocess
import time
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hilspace/checks"
KEPT = 30 * 24 * 3600  # seconds since a check was last asked for

INCLUDE = re.compile(rb'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


@cache
def system():
    """The compiler, its libraries and headers."""
    packages = subprocess.run(["dpkg-query", "-W"], capture_output=True).stdout
    version = subprocess.run(["clang", "--version"], capture_output=True).stdout
    return packages + version


@cache
def by_name():
    """Files of the project by their name, since an include does not say the folder it is looked for in."""
    found = {}
    for path in [*ROOT.glob("lib/**/*"), *ROOT.glob("apps/**/*")]:
        if path.is_file():
            found.setdefault(path.name, []).append(path)
    return found


@cache
def included(path):
    """Files that an include of this one may mean."""
    found = []
    for name in INCLUDE.findall(path.read_bytes()):
        wanted = Path(name.decode())
        if wanted.is_absolute():  # in a batch of a unity build
            found.append(wanted)
        else:
            found += [each for each in by_name().get(wanted.name, []) if each.as_posix().endswith("/" + wanted.as_posix())]
    return found


def closure(paths):
    seen = set()
    waiting = list(paths)
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            waiting += included(path)
    return seen


def relative(text, build):
    return text.replace(str(build), "build").replace(str(ROOT), ".")


def digest(command, source, build, settings=b""):
    """Of a check: its command (words), what it reads, and further settings that its result depends on."""
    whole = hashlib.sha256(system() + settings)
    whole.update(relative("\0".join(command), build).encode())
    for path in sorted(closure([source])):
        content = path.read_bytes()
        if not path.is_relative_to(ROOT / "lib") and not path.is_relative_to(ROOT / "apps"):
            content = relative(content.decode(), build).encode()  # made by the build, with paths of this machine
        whole.update(relative(str(path), build).encode() + b"\0" + content + b"\0")
    return whole.hexdigest()


def passed(key):
    try:
        os.utime(FOLDER / key)
    except OSError:
        return False
    return True


def remember(key):
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / key).touch()


def forget_old():
    for path in FOLDER.glob("*"):
        try:
            if path.stat().st_mtime < time.time() - KEPT:
                path.unlink()
        except OSError:  # another check has just done it
            pass
