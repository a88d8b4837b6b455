"""The messages of docs/faq.md are those of the program: faq_test.py HILSPACE

In ```console blocks a line "$ COMMAND" is run, and what follows it is what it prints, to either stream; "..." stands for any
text. Commands share a folder that looks like the repository after a build.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import run_document


def shown(code):
    """[(command, what is said to be printed)] of a block."""
    for part in re.split(r"^\$ ", code, flags=re.M)[1:]:
        command, _, said = part.partition("\n")
        yield command, said.strip()


def main():
    binary = Path(sys.argv[1]).resolve()
    page = run_document.REPOSITORY / "docs/faq.md"
    wrong = ran = 0
    with tempfile.TemporaryDirectory(prefix="hilspace faq ") as folder:
        shutil.copytree(run_document.REPOSITORY / "studies", Path(folder, "studies"))
        environment = {**os.environ, "PATH": f"{binary.parent}:{os.environ['PATH']}", "MPLBACKEND": "Agg"}
        for line, info, code in run_document.blocks(page.read_text()):
            if info != "console":
                continue
            for command, said in shown(code):
                done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, check=False,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                ran += 1
                if not re.fullmatch(re.escape(said).replace(r"\.\.\.", ".*"), done.stdout.strip(), re.S):
                    wrong += 1
                    print(f"faq.md:{line}: $ {command}\n  says:   {said}\n  prints: {done.stdout.strip()}")
    print(f"{ran} commands, {wrong} wrong")
    return 1 if wrong or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
