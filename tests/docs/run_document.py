"""Runs the commands shown in a document: python3 run_document.py DOCUMENT.md HILSPACE [RESULTS]

The ```sh blocks run one after the other in one shell, as a reader would type them, in an empty folder that
looks like the repository after a build: ./tools, ./studies (a copy), ./build/release/bin, which is on the PATH
too. Any command that fails, fails the document. ```python blocks run between them, each in an interpreter of its own.
```console blocks are what is printed: each of their lines, "..." for any text; those with "$ COMMAND" are faq_test.py's.
Blocks in other languages are text; so is ```sh no-run, which needs its reason on the same line
("```sh no-run (installs packages)").

RESULTS/NAME/STUDY.h5 is what the test of studies/NAME/STUDY.toml left. Where it is newer than the program, a document
that begins with `hilspace run studies/NAME/STUDY.toml -o FILE` finds it as FILE: the program sees that it is
complete, of the same study and revision, and need not compute it again.

A picture that lies beside a document is what its commands draw: the one of the same name, or result.png the first one.
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
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)/]+\.png)\)")
CHANGED = 0.01  # share of pixels that another release of fonts may move
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


def plain(line):
    """A line without the width of its gaps, which follow the longest text of a column."""
    return " ".join(line.split())


def not_printed(listed, printed):
    """What is wrong with the ```console blocks, next to all lines that the commands have printed."""
    said = {plain(line) for line in printed}
    for start, info, code in listed:
        if info != "console" or re.search(r"^\$ ", code, re.M):
            continue
        for number, line in enumerate(code.splitlines(), start):
            wanted = re.compile(re.escape(plain(line)).replace(r"\.\.\.", ".*"))
            if not any(wanted.fullmatch(one) for one in said) and line.strip():
                yield f"line {number}: no command prints '{line.strip()}'"


def run(commands, folder, environment):
    """Runs a script and shows what it prints; (its exit code, the lines)."""
    lines = []
    with subprocess.Popen(["bash", "-c", commands], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    return process.returncode, lines


def other_pictures(document, folder):
    """What is wrong with the pictures beside a document, next to those that its commands have drawn in a folder."""
    names = PICTURE.findall(document.read_text())
    if not names:
        return
    from matplotlib.image import imread
    drawn = sorted(folder.glob("*.png"), key=lambda path: path.stat().st_mtime_ns)
    for name in names:
        again = drawn[0] if name == "result.png" and drawn else folder / name
        if not again.exists():
            yield f"{name}: no command of {document} draws it"
            continue
        kept, new = imread(document.with_name(name)), imread(again)
        if kept.shape != new.shape:
            yield f"{name}: has {kept.shape[1]} x {kept.shape[0]} pixels, {again.name} as it is drawn now {new.shape[1]} x {new.shape[0]}"
        elif (changed := float((abs(kept - new).max(axis=2) > 0.2).mean())) > CHANGED:
            yield f"{name}: {100 * changed:.1f} % of its pixels are not those of {again.name} as it is drawn now"
        else:
            print(f"{name} is what is drawn, but for {100 * changed:.1f} % of its pixels")


def main():
    document, binary = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    results = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    try:
        listed = blocks(document.read_text())
        commands = script(document, listed)
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
        code, printed = run(commands, folder, environment)
        wrong = [*not_printed(listed, printed), *other_pictures(document, folder)] if code == 0 else []
        print("\n".join(f"{document.name}: {one}" for one in wrong), end="\n" if wrong else "", file=sys.stderr)
        return code or (1 if wrong else 0)


if __name__ == "__main__":
    sys.exit(main())
