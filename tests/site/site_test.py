"""The site that tools/docs builds: nothing is broken, nothing is missing, and the search finds what newcomers type."""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
from html.parser import HTMLParser
from pathlib import Path

from sphinx.search import languages

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/docs.d"))
import equations  # noqa: E402
import headers  # noqa: E402
import notebooks  # noqa: E402

# What a newcomer types, and a page that must be among those found.
WANTED = {
    "install": "docs/user-guide", "python": "docs/guide-python", "jupyter notebook": "docs/guide-python",
    "matlab": "docs/user-guide", "latency": "docs/glossary", "actuator bandwidth": "docs/people/specifier",
    "buy": "docs/people/buyer", "restitution": "docs/theory", "contact law": "docs/user-guide", "noise": "docs/user-guide",
    "cluster": "docs/guide-cluster", "docking mechanism": "docs/theory-mechanisms", "stability": "docs/guide-stability",
    "delay compensation": "docs/theory-compensation", "error": "docs/faq", "csv": "docs/file-formats",
    "paraview": "docs/user-guide", "sensitivity": "docs/guide-analyse", "emergency stop": "docs/rig-manual",
    "cite": "docs/bibliography", "units": "docs/faq", "resume": "docs/faq", "gallery": "studies/README",
    "validation": "docs/validation", "requirement": "docs/guide-require", "headers": "docs/headers", "debian package": "docs/user-guide",
    "archive": "docs/user-guide", "robot delay": "docs/theory-sixdof", "hybrid": "docs/theory-hybrid",
    "load cell": "docs/glossary", "hil": "docs/glossary", "xarray": "docs/guide-python", "slurm": "docs/guide-cluster",
    "capture": "docs/theory-mechanisms", "latch": "docs/theory-impact", "resolution": "docs/user-guide", "delay": "docs/glossary",
    "monte carlo": "docs/guide-designs", "license": "index", "settling time": "docs/glossary", "cubesat": "docs/tutorial",
    "simulink": "docs/faq", "docker": "docs/faq", "windows": "docs/faq",
    "completion": "docs/user-guide", "quantizer": "docs/user-guide", "bandwidth": "docs/user-guide",
}

SILENT = ("script", "style", "code", "pre", "annotation")  # what is in them is not text with equations


class Page(HTMLParser):
    """Its links, its places, its words outside of code, and how many equations it displays."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.places, self.words, self.displayed, self.inside = [], set(), "", 0, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag in SILENT:
            self.inside.append(tag)
        for name, value in attributes:
            if name == "class" and value == "katex-display":
                self.displayed += 1
            if name == "id":
                self.places.add(value)
            elif name in ("href", "src") and value:
                self.targets.append(value)

    def handle_endtag(self, tag):
        if self.inside and tag == self.inside[-1]:
            self.inside.pop()

    def handle_data(self, data):
        if not self.inside:
            self.words += data


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="hilspace site ")
        cls.site = Path(cls.folder.name, "site")
        cls.built = subprocess.run([ROOT / "tools/docs", cls.site], capture_output=True, text=True, check=False)
        # Doxygen's pages are its own affair: it fails with any warning.
        cls.pages = {path: Page(path.read_text()) for path in cls.site.rglob("*.html") if cls.site / "api" not in path.parents}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_it_builds_without_warnings(self):
        self.assertEqual(self.built.returncode, 0, self.built.stdout + self.built.stderr)
        self.assertEqual(self.built.stderr, "")

    def test_every_page_of_the_repository_is_on_it(self):
        sources = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb"), *(ROOT / "studies").rglob("*.md")]
        for source in [ROOT / "CHANGELOG.md", *sources]:
            self.assertIn(self.site / source.relative_to(ROOT).with_suffix(".html"), self.pages)
        self.assertIn(self.site / "index.html", self.pages)

    def test_every_link_leads_somewhere(self):
        for path, page in self.pages.items():
            for target in page.targets:
                address = urllib.parse.urlsplit(target)
                if address.scheme or address.netloc:
                    continue
                other = (path.parent / urllib.parse.unquote(address.path)).resolve() if address.path else path
                self.assertTrue(other.is_file(), f"{path.relative_to(self.site)}: {target}")
                place = urllib.parse.unquote(address.fragment)
                if place and other in self.pages:
                    self.assertIn(place, self.pages[other].places, f"{path.relative_to(self.site)}: {target}")

    def test_nothing_comes_from_elsewhere(self):
        for path, page in self.pages.items():
            loaded = re.findall(r'<(?:script|img|link)[^>]*(?:src|href)="((?:https?:)?//[^"]*)"', path.read_text())
            self.assertEqual(loaded, [], path.relative_to(self.site))
        for style in self.site.rglob("*.css"):
            self.assertEqual(re.findall(r"url\([\"']?(?:/|https?:)[^)]*\)", style.read_text()), [], style.name)
        for script in (self.site / "_static").rglob("*.js"):
            self.assertNotRegex(script.read_text(), r"(?m)^import ", script.name)  # pages take them as plain scripts

    def test_every_equation_is_drawn(self):
        for source in [ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "studies").rglob("*.md")]:
            path = self.site / source.relative_to(ROOT).with_suffix(".html")
            with self.subTest(path.relative_to(self.site)):
                self.assertEqual(self.pages[path].displayed, len(re.findall(r"^ *```math$", source.read_text(), re.MULTILINE)))
                self.assertNotIn("katex-error", path.read_text())
                self.assertEqual(re.findall(r".{0,40}\$.{0,40}", self.pages[path].words), [])

    def test_theory_has_equations_and_not_code(self):
        for path in [*self.site.glob("docs/theory*.html"), self.site / "docs/numerics.html"]:
            self.assertGreater(self.pages[path].displayed, 0, path.name)
            self.assertNotIn("highlight-none", path.read_text(), path.name)  # a block without a language

    def test_equations_find_their_fonts(self):
        style = self.site / "_static/katex/katex.css"
        fonts = re.findall(r"url\(([^)]*)\)", style.read_text())
        self.assertGreater(len(fonts), 10)
        for font in fonts:
            self.assertTrue((style.parent / font).is_file(), font)

    def test_every_header_is_listed_and_described(self):
        page = (self.site / "docs/headers.html").read_text()
        listed = dict(re.findall(r'<a href="(\.\./api/[^"]+)"><code>([^<]+)</code>', page))
        headers = [path.name for path in (ROOT / "lib").rglob("*.hpp")]
        self.assertEqual(sorted(listed.values()), sorted(headers))
        law = next(target for target, name in listed.items() if name == "law.hpp")
        described = (self.site / "docs" / law).read_text()
        self.assertIn("The damping number chi at projected restitution c in (0, 1]", described)  # of a function
        self.assertIn("2. Kelvin and Voigt:  F = k d + b v for d &gt; 0.", described)  # of the header's sheet

    def test_the_gallery_shows_every_study(self):
        gallery = (ROOT / "studies/README.md").read_text()
        for study in sorted((ROOT / "studies").glob("*/README.md")):
            self.assertRegex(gallery, rf"!\[[^\]]+\]\([^)]+\)\]\({study.parent.name}/README\.md\)")

    def test_the_search_finds_what_newcomers_type(self):
        index = json.loads(re.fullmatch(r"Search\.setIndex\((.*)\)", (self.site / "searchindex.js").read_text())[1])
        stem = languages["en"]({}).stem

        def found(word):
            """The pages with a word, as searchtools.js looks it up: whole, or else as a part of others."""
            pages, stemmed = set(), stem(word.lower())
            for terms in (index["terms"], index["titleterms"]):
                for term, numbers in terms.items():
                    if term == stemmed or (stemmed not in terms and len(stemmed) > 2 and stemmed in term):
                        pages.update([numbers] if isinstance(numbers, int) else numbers)
            return {index["docnames"][number] for number in pages}

        for words, page in WANTED.items():
            with self.subTest(words):
                pages = set.intersection(*(found(word) for word in words.split()))
                self.assertIn(page, pages)
        self.assertEqual(found("zebrafish"), set())

    def in_a_browser(self, address, width=1280):
        return subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900",
                               "--virtual-time-budget=20000", "--dump-dom", address], capture_output=True, text=True, check=True).stdout

    @unittest.skipUnless(shutil.which("chromium"), "chromium is not installed (tools/setup all)")
    def test_no_page_is_wider_than_its_window(self):
        measure = "<script>onload = () => document.body.setAttribute('data-too-wide', " \
                  "document.documentElement.scrollWidth > innerWidth)</script></body>"
        for name, width in (("theory-hybrid", 1100), ("validation", 1024), ("tutorial", 500)):
            page = self.site / "docs" / f"measured-{name}.html"
            page.write_text((self.site / "docs" / f"{name}.html").read_text().replace("</body>", measure))
            self.addCleanup(page.unlink)
            self.assertIn('data-too-wide="false"', self.in_a_browser(page.as_uri(), width), f"{name} at {width} px")

    @unittest.skipUnless(shutil.which("chromium"), "chromium is not installed (tools/setup all)")
    def test_the_search_lists_them_in_a_browser_without_a_network(self):
        for words in ("delay compensation", "jupyter notebook", "emergency stop", "delay", "stability", "cite", "slurm"):
            shown = self.in_a_browser(f"{(self.site / 'search.html').as_uri()}?q={urllib.parse.quote_plus(words)}")
            first = re.findall(r'href="([^"#]*)[^"]*" data-score', shown)[:3]
            self.assertIn(f"{WANTED[words]}.html", first, words)


class Headers(unittest.TestCase):
    def test_the_filter_keeps_lines_and_marks_sheet_and_members(self):
        header = "#pragma once\n// One law: F = k <d>\n// and more. Rest\n//\n//   d  m\n\nstruct A {\n  double d = 0;  // depth, m\n};\n"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.hpp")
            path.write_text(header)
            done = subprocess.run(["awk", "-f", ROOT / "tools/docs.d/headers.awk", path], capture_output=True, text=True, check=True)
            self.assertEqual(headers.first_sentence(path), "One law: F = k <d> and more")
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), len(header.splitlines()))
        self.assertEqual(lines[5], "@endverbatim @brief One law: F = k \\<d\\> and more */")
        self.assertEqual(lines[7], "  double d = 0;  ///< depth, m")


class Equations(unittest.TestCase):
    def test_what_is_not_understood_is_an_error(self):
        right, wrong, unknown = equations.rendered([{"tex": tex, "display": True} for tex in ("\\frac{1}{2}", "\\frac{1}", "\\chy")])
        self.assertIn("katex-display", right["html"])
        self.assertIn("error", wrong)
        self.assertIn("\\chy", unknown["error"])


class Notebooks(unittest.TestCase):
    """The conversion and the run of notebooks, on small ones."""

    def run_cells(self, *cells):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "small.ipynb")
            path.write_text(json.dumps({"cells": [{"cell_type": "code", "source": source, "outputs": outputs}
                                                  for source, outputs in cells]}))
            differences = notebooks.run(path)
            return differences, notebooks.as_page(path, Path(folder, "small.md"))

    def test_cells_share_their_names_and_show_their_last_value(self):
        value = [{"output_type": "execute_result", "data": {"text/plain": ["42"]}}]
        differences, page = self.run_cells((["a = 41\n", "b = 1"], []), ("a + b", value))
        self.assertEqual(differences, [])
        self.assertIn("```python\na = 41\nb = 1\n```", page)
        self.assertIn("```text\n42\n```", page)

    def test_another_output_is_a_difference_and_an_error_is_named(self):
        differences, _ = self.run_cells(("print(2)", [{"output_type": "stream", "text": "1\n"}]))
        self.assertEqual(len(differences), 1)
        with self.assertRaisesRegex(RuntimeError, "small.ipynb, cell 1: ZeroDivisionError"):
            self.run_cells(("1/0", []))


if __name__ == "__main__":
    unittest.main()
