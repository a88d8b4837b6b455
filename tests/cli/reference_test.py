"""docs/reference.md equals the program's output, and the lists are complete."""
import re
import unittest

from support import REPOSITORY, CommandLine

REFERENCE = REPOSITORY / "docs/reference.md"
AGAIN = "docs/reference.md is out of date; make it anew with: build/release/bin/hilspace list reference > docs/reference.md"


class Reference(CommandLine):
    maxDiff = 2000

    def test_is_what_the_program_prints(self):
        self.assertEqual(self.hilspace("list", "reference")[0], REFERENCE.read_text(), AGAIN)

    def test_names_what_every_list_names(self):
        reference = self.hilspace("list", "reference")[0]
        for topic in ("parameters", "laws", "materials", "instruments", "shapes", "solvers", "metrics", "outcomes"):
            names = re.findall(r"(?m)^  (?:\d+ +)?([a-z][\w.]*)", self.hilspace("list", topic)[0])
            self.assertGreater(len(names), 2, topic)
            for name in names:
                self.assertIn(f"`{name}`", reference, topic)

    def test_links_lead_somewhere(self):
        for file, anchor in re.findall(r"\]\(([\w-]+\.md)(?:#([\w-]+))?\)", REFERENCE.read_text()):
            text = (REPOSITORY / "docs" / file).read_text()
            anchors = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
                       for heading in re.findall(r"(?m)^#+ (.*)$", text)]
            if anchor:
                self.assertIn(anchor, anchors, file)

    def test_every_row_has_the_cells_of_its_table(self):
        cells = None
        for line in REFERENCE.read_text().splitlines():
            found = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else None
            if cells is not None and found is not None:
                self.assertEqual(found, cells, line)
            cells = found

    def test_lines_fit_a_terminal(self):
        for topic in ("parameters", "laws", "materials", "instruments", "shapes", "solvers", "outcomes"):
            for line in self.hilspace("list", topic)[0].splitlines():
                self.assertLessEqual(len(line), 112, line)


if __name__ == "__main__":
    unittest.main()
