"""Run as `python3 share/hilspace/report FILE`: by `hilspace report`. Reading, units and wording are shared with tools/plot."""
import os
import sys

PACKAGES = {"numpy": "python3-numpy", "h5py": "python3-h5py"}


def missing():
    """Debian packages of modules that are not there."""
    from importlib.util import find_spec
    return [package for module, package in PACKAGES.items() if find_spec(module) is None]


if __name__ == "__main__":
    sys.path.insert(1, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "plot"))
    import ending
    ending.await_signals()
    lacking = missing()
    if lacking:
        print(f"hilspace report: Python cannot read results: install {' '.join(lacking)} "
              f"(apt-get install {' '.join(lacking)})", file=sys.stderr)
        sys.exit(1)
    from report import main
    sys.exit(ending.code_of(main, "hilspace report"))
