"""Runs the commands shown in a document: python3 run_document.py DOCUMENT.md HILSPACE [RESULTS]

The ```sh blocks run one after the other in one shell, as a reader would type them, in an empty folder that
looks like the repository after a build: ./tools, ./studies (a copy), ./build/release/bin, which is on the PATH
too. Any command that fails, fails the document. ```python blocks run between them, each in an interpreter of its own.
Blocks in other languages are text; so is ```sh no-run, which needs its reason on the same line
("```sh no-run (installs packages)").

RESULTS/NAME/STUDY.h5 is what the test of studies/NAME/STUDY.toml left. Where it is newer than the program, a document
that begins with `hilspace run studies/NAME/STUDY.toml -o FILE` finds it as FILE: the program sees that it is
complete, of the same study and revision, and need not compute it again.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"( {0,3})(`{3,}|~{3,})\s*(.*?)\s*$")


def blocks(text):
    """[(line of the first command, info string, code)] of all fenced blocks."""
    found, fence = [], None
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if fence is None and match:
            fence, start, info, code = match[2], number + 1, match[3], []
        elif fence is not None and match and match[2].startswith(fence) and not match[3]:
            found.append((start, info, "\n".join(code) + "\n"))
            fence = None
        elif fence is not None:
            code.append(line)
    if fence is not None:
        raise ValueError(f"the block at line {start - 1} never ends")
    return found


def script(document, listed):
    """One bash script of the blocks to be run; lists the omitted ones."""
    lines = ["set -Eeuo pipefail", "trap 'echo \"$at: \\\"$BASH_COMMAND\\\" failed\" >&2' ERR"]
    for start, info, code in listed:
        language, _, rest = info.partition(" ")
        at = f"{document.name}:{start}"
        if language not in ("sh", "python"):
            continue
        if rest:
            reason = re.fullmatch(r"no-run \((.+)\)", rest)
            if not reason:
                raise ValueError(f"{at}: '{info}'; say '```{language} no-run (REASON)' or '```{language}'")
            print(f"{at}: not run: {reason[1]}")
            continue
        if language == "python":
            code = f"{shlex.quote(sys.executable)} - <<'END_OF_BLOCK'\n{code}END_OF_BLOCK\n"
        if subprocess.run(["bash", "-n"], input=code, text=True).returncode != 0:
            raise ValueError(f"{at}: the shell does not understand this block")
        print(f"{at}: runs")
        lines += [f"at={shlex.quote(at)}", code]
    return "\n".join(lines)


def lay_out(commands, binary, results, folder):
    """Provides the results of the studies' tests where the commands would write the same files."""
    laid = set()
    for name, study, output in re.findall(r"^hilspace run studies/([\w-]+)/([\w-]+)\.toml -o ([\w.-]+)$", commands, re.M):
        kept = results / name / f"{study}.h5"
        if output not in laid and kept.exists() and kept.stat().st_mtime > binary.stat().st_mtime:
            shutil.copy(kept, folder / output)
            print(f"{output} is the result that the study's own test left")
        laid.add(output)  # a second run into it is the document's own affair


def main():
    document, binary = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    results = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    try:
        commands = script(document, blocks(document.read_text()))
    except ValueError as error:
        print(f"{document.name}: {error}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="hilspace docs ") as name:
        folder = Path(name)
        (folder / "build/release").mkdir(parents=True)
        (folder / "build/release/bin").symlink_to(binary.parent)
        (folder / "build/release/lib").symlink_to(binary.parent.parent / "lib")
        (folder / "tools").symlink_to(REPOSITORY / "tools")
        shutil.copytree(REPOSITORY / "studies", folder / "studies")
        if results:
            lay_out(commands, binary, results, folder)
        environment = {**os.environ, "PATH": f"{binary.parent}:{os.environ['PATH']}", "MPLBACKEND": "Agg"}
        sys.stdout.flush()
        return subprocess.run(["bash", "-c", commands], cwd=folder, env=environment, stdin=subprocess.DEVNULL).returncode


if __name__ == "__main__":
    sys.exit(main())
