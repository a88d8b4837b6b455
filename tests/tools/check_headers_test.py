"""tools/check_headers detects all violations, and nothing else."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools/check_headers"

# More than every bound, from a header that is not the project's.
HEAVY = "".join(f"inline double number_{i:06d}_that_nobody_needs() {{ return {i}; }}\n" for i in range(100_000))


class CheckHeaders(unittest.TestCase):
    def check(self, files, *options, **environment):
        """Exit code and output for a tree of {path: content}."""
        with tempfile.TemporaryDirectory(prefix="headers with space ") as root:
            for name, content in {"lib/core/scalar.hpp": "#pragma once\n", **files}.items():
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content)
            done = subprocess.run([TOOL, *options, root], capture_output=True, text=True,
                                  env={**os.environ, **environment})
            self.assertEqual(done.stderr, "")
            return done.returncode, done.stdout

    def test_small_headers_are_clean(self):
        self.assertEqual(self.check({"lib/study/study.hpp": '#include <string>\n#include "core/scalar.hpp"\n',
                                     "apps/hilspace/verbs.hpp": "#pragma once\n",
                                     "apps/hilspace-rig/rig_verbs.hpp": '#include "verbs.hpp"\n',
                                     "lib/study/study.cpp": "#error sources are not read\n"}), (0, ""))

    def test_what_a_header_brings_along_counts(self):
        code, output = self.check({"lib/study/study.hpp": '#include <string>\n#include "dynamics/shape.hpp"\n',
                                   "lib/dynamics/shape.hpp": '#pragma once\n#include "../../heavy.h"\n',
                                   "heavy.h": HEAVY})
        self.assertEqual(code, 1)
        self.assertIn("lib/study/study.hpp:1: ", output)
        self.assertIn(" of set-up and kernels", output)
        self.assertIn("most comes by dynamics/shape.hpp > ", output)
        self.assertIn("heavy.h (", output)
        self.assertEqual(len(output.splitlines()), 2, output)  # and of shape.hpp itself

    def test_a_header_is_as_large_as_its_own_text(self):
        code, output = self.check({"lib/models/axial_setup.hpp": HEAVY})
        self.assertEqual(code, 1)
        self.assertRegex(output, r"^lib/models/axial_setup.hpp:1: 6\d{3} kB .* most comes by its own text")

    def test_kernels_with_eigen_have_room_for_it(self):
        some = HEAVY[:4_000_000]
        some = some[:some.rindex("\n") + 1]
        self.assertEqual(self.check({"lib/models/sixdof.hpp": some}), (0, ""))
        self.assertEqual(self.check({"lib/models/sixdof_setup.hpp": some})[0], 1)

    def test_a_header_that_cannot_be_read(self):
        code, output = self.check({"lib/core/lanes.hpp": "#include <no/such/header.hpp>\n"})
        self.assertEqual(code, 1)
        self.assertIn("lib/core/lanes.hpp:1: the compiler cannot read it", output)
        self.assertIn("no/such/header.hpp", output)

    def test_list(self):
        code, output = self.check({"lib/study/study.hpp": '#include "core/scalar.hpp"\n#include <string>\n'}, "--list")
        self.assertEqual(code, 0)
        first, last = output.splitlines()
        self.assertRegex(first, r"^ *\d+  lib/study/study.hpp  string \(")
        self.assertIn("lib/core/scalar.hpp", last)


if __name__ == "__main__":
    unittest.main()
