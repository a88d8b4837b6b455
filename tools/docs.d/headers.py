"""The library's headers on the site: Doxygen's pages in the folder api, and a page that lists every header with its first sentence."""
import html
import subprocess
import xml.etree.ElementTree as xml
from pathlib import Path

PARTS = Path(__file__).resolve().parent
ROOT = PARTS.parents[1]
INTRODUCTION = """# Headers of the library

What a program of one's own can include, from an [installed tree](user-guide.md#install) or from `lib` of the repository. Each header
is a sheet: law, sign convention, symbols with units, limits, source. The [architecture](architecture.md) says what lives where;
these are good to begin with: `sweep/sweep.hpp`, `simulate/simulate.hpp`, `models/axial_model.hpp`, `contact/general_law.hpp`.
"""


def described(folder):
    """Makes Doxygen's pages in a folder: {header below lib: (page, first sentence)}. Any warning of Doxygen is an error."""
    folder.mkdir(parents=True)
    tags = folder / "headers.tag"
    settings = (PARTS / "Doxyfile").read_text() + f'OUTPUT_DIRECTORY = "{folder}"\nGENERATE_TAGFILE = "{tags}"\n'
    if subprocess.run(["doxygen", "-"], input=settings, text=True, cwd=ROOT, check=False).returncode != 0:
        raise SystemExit("docs: Doxygen does not understand a comment of a header")
    found = {}
    for entry in xml.parse(tags).iterfind("compound[@kind='file']"):
        header = Path(entry.findtext("path"), entry.findtext("name")).relative_to(ROOT / "lib")
        found[header.as_posix()] = entry.findtext("filename")
    tags.unlink()
    return {header: (found[header], first_sentence(ROOT / "lib" / header)) for header in sorted(found, key=lambda name: name.split("/")[:-1] + ["", name])}


def first_sentence(header):
    """Of the sheet at a header's top."""
    words = []
    for line in header.read_text().splitlines()[1:]:
        if not line.startswith("// ") or line.startswith("//  "):
            break
        words.append(line[3:])
    return (" ".join(words) + " ").partition(". ")[0].strip().removesuffix(".")


def write_page(page, headers):
    """One table for each folder of lib."""
    parts, last = [INTRODUCTION], None
    for header, (target, sentence) in headers.items():
        folder = header.rpartition("/")[0]
        if folder != last:
            parts.append(f"\n## {folder}\n\n| header | what it is |\n|---|---|")
            last = folder
        text = html.escape(sentence, quote=False).replace("|", "\\|").replace("*", "\\*").replace("_", "\\_").replace("$", "\\$")
        parts.append(f'| <a href="../api/{target}"><code>{header.rpartition("/")[2]}</code></a> | {text} |')
    page.write_text("\n".join(parts) + "\n")
