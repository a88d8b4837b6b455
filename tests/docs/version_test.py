"""What is cited is what the program says it is: version_test.py HILSPACE

CMakeLists.txt has the version; CITATION.cff, the bibliography's text and the changelog repeat it, and nothing else does.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REPEATED = {"CITATION.cff": r"^version: (.*)$", "docs/bibliography.md": r"Version ([\d.]*\d)", "CHANGELOG.md": r"^## ([\d.]+)$"}


def main():
    said = subprocess.run([sys.argv[1], "--version"], capture_output=True, text=True, check=True).stdout
    version = said.split()[1]
    wrong = []
    for name, pattern in REPEATED.items():
        found = re.search(pattern, (ROOT / name).read_text(), re.MULTILINE)
        if not found or found[1] != version:
            wrong.append(f"{name} says {found[1] if found else 'nothing'}, the program {version}")
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        if page.relative_to(ROOT).as_posix() not in REPEATED and re.search(rf"(?<![\d.]){re.escape(version)}(?![\d.]*\d)", page.read_text()):
            wrong.append(f"{page.relative_to(ROOT)} repeats the version, which the next one will not find")
    print("\n".join(wrong) or f"{version} everywhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
