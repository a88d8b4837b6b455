"""tools/check_style finds long files, headers that do not introduce themselves, and what C++ has a better way for."""
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools/check_style"


class CheckStyle(unittest.TestCase):
    def check(self, name, content):
        with tempfile.TemporaryDirectory() as root:
            path = Path(root, name)
            path.parent.mkdir(parents=True)
            path.write_text(content)
            done = subprocess.run([TOOL, root], capture_output=True, text=True)
            return done.returncode, done.stdout

    def test_good(self):
        self.assertEqual(self.check("lib/core/a.hpp", "#pragma once\n// What it is.\n"), (0, ""))
        self.assertEqual(self.check("tools/a", "#!/bin/sh\n" + "\n" * 399), (0, ""))
        self.assertEqual(self.check("tools/data", "\n" * 1000), (0, ""))

    def test_long_files(self):
        for name in ("lib/core/a.cpp", "tests/unit/CMakeLists.txt", "cmake/a.cmake", "tests/cli/a.py", "tools/a.sh"):
            code, output = self.check(name, "\n" * 401)
            self.assertEqual(code, 1, name)
            self.assertIn(f"{name}:401: 401 lines", output)
        self.assertEqual(self.check("tools/a", "#!/bin/sh\n" + "\n" * 400)[0], 1)

    def test_headers_that_say_nothing(self):
        for content in ("", "// What it is.\n#pragma once\n", "#pragma once\n\n#include <cmath>\n"):
            code, output = self.check("lib/core/a.hpp", content)
            self.assertEqual(code, 1)
            self.assertIn("lib/core/a.hpp:1: ", output)

    def test_old_ways(self):
        for line, better in (("typedef int Number;", "typedef; use using"), ("size /= 2; assert(size);", "assert; use an exception"),
                             ('call("x", strcmp(a, b));', "strcmp; use std::string_view or std::ranges::equal"),
                             ("int f(void);", "(void); use ()"), ("[](void) {};", "(void); use ()")):
            self.assertEqual(self.check("apps/hilspace/a.cpp", f"\n{line}\n"), (1, f"apps/hilspace/a.cpp:2: {better}\n"))
        for line in ("static_assert(true);", "// typedef, assert", r'const char* said = "an \" assert";', "int assert_that;"):
            self.assertEqual(self.check("lib/core/a.cpp", line), (0, ""), line)
        self.assertEqual(self.check("tests/a.cpp", "typedef int Number;"), (0, ""))


if __name__ == "__main__":
    unittest.main()
