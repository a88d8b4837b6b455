"""Studies and what replaces their values, in the notation of the program."""
import os
import sys

try:
    import tomli_w
except ModuleNotFoundError as error:
    raise ImportError(f"hilspace needs {error.name}, which this Python, {sys.executable}, has not; `tools/setup quickstart` "
                      "and the package install it for /usr/bin/python3") from error


def _plain(value):
    """Numbers and lists of Python in the place of numpy's."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):  # an axis has a path as its key
        return {str(key): _plain(its) for key, its in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [_plain(one) for one in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if not isinstance(value, (bool, int, float, str)):
        raise TypeError(f"a study cannot hold {value!r}; use numbers, texts, lists and dictionaries")
    return value


def _tables(study):
    """Tables in tables in the place of the paths of keys."""
    tables = {}
    for path, value in study.items():
        *folders, key = str(path).split(".")
        table = tables
        for folder in folders:
            table = table.setdefault(folder, {})
            if not isinstance(table, dict):
                raise ValueError(f"{path}: '{folder}' is a value already, not a table")
        value = _tables(value) if isinstance(value, dict) else _plain(value)
        if isinstance(value, dict) and isinstance(table.get(key), dict):
            table[key].update(value)
        elif key in table:
            raise ValueError(f"{path}: is there twice; remove one of them")
        else:
            table[key] = value
    return tables


def toml_text(study):
    """A dictionary as the text of a study. Keys may be paths: {"contact.stiffness": "1 N/um"}."""
    return tomli_w.dumps(_tables(study))


def _toml_value(value):
    return tomli_w.dumps({"value": _plain(value)}).removeprefix("value = ").rstrip("\n")


def as_source(study):
    """(text or file name, whether it is text)"""
    if isinstance(study, dict):
        return toml_text(study), True
    if isinstance(study, os.PathLike):
        return os.fspath(study), False
    if isinstance(study, str):
        return study, "\n" in study
    raise TypeError(f"a study is a file name, TOML text or a dictionary, not {type(study).__name__}")


def as_pairs(first, more, as_text=True):
    """Keys and values: of a dictionary, and of arguments, whose names have __ for each dot."""
    pairs = {str(key): value for key, value in (first or {}).items()}
    pairs.update({name.replace("__", "."): value for name, value in more.items()})
    if not as_text:
        return list(pairs.items())
    return [(key, value if isinstance(value, str) else _toml_value(value)) for key, value in pairs.items()]
