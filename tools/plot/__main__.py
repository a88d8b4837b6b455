"""Entry point: `hilspace plot` runs `python3 share/hilspace/plot FILE`."""
import sys

PACKAGES = {"numpy": "python3-numpy", "h5py": "python3-h5py", "matplotlib": "python3-matplotlib", "PIL": "python3-pil"}


def missing():
    """Debian packages of modules that are not there."""
    from importlib.util import find_spec
    return [package for module, package in PACKAGES.items() if find_spec(module) is None]


if __name__ == "__main__":
    import ending
    ending.await_signals()
    lacking = missing()
    if lacking:
        print(f"hilspace plot: Python cannot draw: install {' '.join(lacking)} (apt-get install {' '.join(lacking)})",
              file=sys.stderr)
        sys.exit(1)
    from main import main
    sys.exit(ending.code_of(main, "hilspace plot"))
