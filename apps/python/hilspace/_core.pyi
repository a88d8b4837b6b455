from collections.abc import Callable
from typing import Any

__version__: str
revision: str

class StudyError(ValueError):
    findings: list[str]

class RunError(RuntimeError):
    findings: list[str]

_Pairs = list[tuple[str, str]]

def run(source: str, is_text: bool, sets: _Pairs, threads: int,
        progress: Callable[[int, int], object] | None) -> dict[str, Any]: ...
def simulate(source: str, is_text: bool, sets: _Pairs, index: int,
             at: _Pairs) -> tuple[dict[str, Any], dict[str, Any], list[str]]: ...
def check(source: str, is_text: bool, sets: _Pairs) -> dict[str, Any]: ...
def axes(source: str) -> dict[str, Any]: ...
def in_si(text: str, units: str) -> float: ...
def check_file(file: str) -> None: ...
