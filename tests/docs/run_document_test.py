"""run_document.py runs what it should, and fails when a command does."""
import contextlib
import io
import os
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import run_document


def judged(document):
    """(exit code, stdout, stderr); in this process, since starting Python takes longer than a document."""
    said, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors), \
            unittest.mock.patch.object(sys, "argv", ["run_document.py", str(document), "/bin/true"]):
        code = run_document.main()
    return code, said.getvalue(), errors.getvalue()


class RunDocument(unittest.TestCase):
    def run_document(self, text):
        with tempfile.TemporaryDirectory() as folder:
            document = Path(folder, "guide.md")
            document.write_text(text)
            code, said, errors = judged(document)
            return code, said + errors

    def test_blocks_share_a_shell_in_a_folder_like_the_repository(self):
        code, said = self.run_document("# Guide\n```sh\nmkdir -p a && cd a\nb=7\n```\ntext\n"
                                       "```sh\nls ../tools/quickstart; test -d ../studies; echo $b > c; cat c\n```\n")
        self.assertEqual(code, 0, said)
        self.assertIn("\n7\n", said)

    def test_a_result_of_a_studys_test_is_laid_out_once_if_it_is_new(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            kept, program = folder / "results/one/study.h5", folder / "hilspace"
            kept.parent.mkdir(parents=True)
            kept.write_text("kept")
            program.write_text("#!/bin/sh\n")
            commands = "hilspace run studies/one/study.toml -o a.h5\nhilspace run studies/one/fine.toml -o b.h5\n" \
                       "hilspace run studies/two/study.toml -o c.h5\nhilspace run studies/one/study.toml -o c.h5\n"
            for age, expected in ((-1, ["a.h5"]), (1, [])):
                target = folder / str(age)
                target.mkdir()
                os.utime(program, (kept.stat().st_mtime + age,) * 2)
                run_document.lay_out(commands, program, folder / "results", target)
                self.assertEqual([path.name for path in target.iterdir()], expected)

    def test_a_failing_command_is_named(self):
        for command in ("false", "false | true", "true\ncat none\ntrue", "echo $unset"):
            code, said = self.run_document(f"# Guide\n\n```sh\n{command}\n```\n```sh\necho later\n```\n")
            self.assertNotEqual(code, 0, command)
            self.assertNotIn("\nlater\n", said)
        self.assertIn('guide.md:4: "cat none" failed', self.run_document("\n\n```sh\ncat none\n```\n")[1])

    def test_other_blocks_are_text(self):
        code, said = self.run_document("```console\n$ false\n```\n```\nfalse\n```\n~~~text\n```sh\nfalse\n```\n~~~\n")
        self.assertEqual(code, 0, said)

    def test_what_is_shown_is_what_is_printed(self):
        shown = "```sh\nprintf 'a   1\\nb 2 s\\n'; echo c >&2\n```\n```console\n{}\n```\n"
        for lines in ("a 1\nb 2 s", "b ... s", "c"):
            self.assertEqual(self.run_document(shown.format(lines))[0], 0, lines)
        code, said = self.run_document(shown.format("a 1\nb 3 s"))
        self.assertEqual(code, 1)
        self.assertIn("guide.md: line 6: no command prints 'b 3 s'", said)

    def test_python_runs_between(self):
        code, said = self.run_document("```sh\nprintf 41 > n\n```\n```python\nprint(int(open('n').read()) + 1)\n```\n")
        self.assertEqual(code, 0, said)
        self.assertIn("\n42\n", said)
        self.assertNotEqual(self.run_document("```python\nraise ValueError\n```\n")[0], 0)

    def test_no_run_needs_a_reason(self):
        code, said = self.run_document("```sh no-run (installs packages)\nfalse\n```\n")
        self.assertEqual(code, 0, said)
        self.assertIn("guide.md:2: not run: installs packages", said)
        self.assertEqual(self.run_document("```sh no-run\nfalse\n```\n")[0], 1)

    def test_a_picture_beside_a_document_is_what_its_commands_draw(self):
        def draw(value, size=8, name="a.png"):
            return f"import numpy\nfrom matplotlib.image import imsave\nimsave({name!r}, numpy.full(({size}, 8, 3), {value}))\n"

        def drawn(kept, shown, *, text="![one](a.png)"):
            with tempfile.TemporaryDirectory() as folder:
                with contextlib.chdir(folder):
                    exec(kept, {})
                document = Path(folder, "page.md")
                document.write_text(f"{text}\n```python\n{shown}```\n")
                code, _, wrong = judged(document)
                return code, wrong

        self.assertEqual(drawn(draw(0.5), draw(0.5))[0], 0)
        self.assertEqual(drawn(draw(0.5, name="result.png"), draw(0.5, name="b.png"), text="![one](result.png)")[0], 0)
        for shown, said in ((draw(0.9), "100.0 % of its pixels"), (draw(0.5, size=9), "8 x 9"), ("a = 1\n", "no command of")):
            code, wrong = drawn(draw(0.5), shown)
            self.assertEqual(code, 1)
            self.assertIn(said, wrong)

    def test_broken_blocks(self):
        self.assertIn("never ends", self.run_document("```sh\ntrue\n")[1])
        self.assertIn("does not understand", self.run_document("```sh\nif true\n```\n")[1])


if __name__ == "__main__":
    unittest.main()
