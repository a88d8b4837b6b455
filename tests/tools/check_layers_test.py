"""tools/check_layers detects all violations, and nothing else."""
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/check_layers"
LAYERS = (ROOT / "lib/layers.txt").read_text()


class CheckLayers(unittest.TestCase):
    def check(self, files):
        """Exit code and output for a tree of {path: content}."""
        with tempfile.TemporaryDirectory(prefix="layers with space ") as root:
            for name, content in {"lib/layers.txt": LAYERS, "lib/core/scalar.hpp": "#pragma once\n", **files}.items():
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content)
            done = subprocess.run([TOOL, root], capture_output=True, text=True)
            self.assertEqual(done.stderr, "")
            return done.returncode, done.stdout

    def assert_clean(self, files):
        self.assertEqual(self.check(files), (0, ""))

    def assert_finding(self, name, include, *words):
        code, output = self.check({name: f"// first line\n#include {include}\n"})
        self.assertEqual(code, 1, f"{name} may include {include}")
        for word in (f"{name}:2: ", *words):
            self.assertIn(word, output)

    def test_downward_includes_are_clean(self):
        self.assert_clean({
            "lib/contact/law.cpp": '#include "contact/law.hpp"\n#include <string>\n#include "core/scalar.hpp"\n',
            "lib/simulate/simulate.cpp": '#include <vector>\n#include "metrics/a.hpp"\n#include "study/study.hpp"\n',
            "lib/numerics/quantile.cpp": '#include <boost/math/distributions/normal.hpp>\n#include "core/error.hpp"\n',
            "lib/core/random.cpp": '#include "core/random.hpp"\n#include <Random123/philox.h>\n',
            "lib/results/h5/file.cpp": '#include <hdf5.h>\n#include <hdf5_hl.h>\n',
            "lib/sweep/execution/workers.cpp": '#include <tbb/parallel_for.h>\n#include "results/results.hpp"\n',
            "apps/hilspace/run.cpp": '#include "verbs.hpp"\n#include "sweep/sweep.hpp"\n',
            "apps/common/command_line.cpp": '#include "command_line.hpp"\n#include <boost/program_options.hpp>\n',
        })

    def test_upward_include(self):
        self.assert_finding("lib/core/lanes.hpp", '"models/axial.hpp"', "core includes models", "downwards only")
        self.assert_finding("lib/numerics/vector.cpp", '"contact/law.hpp"', "numerics includes contact")
        self.assert_finding("lib/sweep/sweep.cpp", '"analysis/require.hpp"', "sweep includes analysis")

    def test_neighbours(self):
        self.assert_finding("lib/contact/law.cpp", '"dynamics/axial.hpp"', "neighbour")
        self.assert_finding("lib/study/study.cpp", '"metrics/catalogue.hpp"', "neighbour")
        self.assert_finding("lib/results/results.cpp", '"simulate/simulate.hpp"', "neighbour")

    def test_rooms(self):
        self.assert_clean({
            "lib/study/study.cpp": '#include "study/study.hpp"\n#include "study/checks/checks.hpp"\n',
            "lib/study/reading/range.cpp": '#include "study/reading/range.hpp"\n#include "study/notation/keys.hpp"\n',
            "lib/rig/loop/loop.cpp": '#include "rig/daq.hpp"\n#include "study/study.hpp"\n',
        })
        self.assert_finding("lib/study/notation/findings.cpp", '"study/study.hpp"', "study/notation includes .", "downwards")
        self.assert_finding("lib/study/reading/range.hpp", '"study/checks/checks.hpp"', "study/reading includes checks")
        self.assert_finding("lib/study/reading/range.hpp", '"study/setups/setup.hpp"', "neighbour", "reading, setups")
        self.assert_finding("lib/rig/backends/emulated.cpp", '"rig/loop/loop.hpp"', "rig/backends includes loop")
        self.assert_finding("lib/rig/bring_up/prove.cpp", '"rig/comparison/assess.hpp"', "neighbour", "bring_up, comparison")
        self.assert_finding("lib/study/schema/keys.cpp", '"sweep/sweep.hpp"', "study includes sweep")
        self.assertIn("study/attic is in no layer of study", self.check({"lib/study/attic/law.hpp": ""})[1])

    def test_rooms_of_a_program(self):
        tree = {"apps/hilspace/verbs.hpp": "", "apps/hilspace/text/show.hpp": "", "apps/hilspace/reference/list.hpp": ""}
        self.assert_clean({
            **tree,
            "apps/hilspace/show.cpp": '#include "text/show.hpp"\n#include "verbs.hpp"\n#include "messages.hpp"\n',
            "apps/hilspace/text/show_csv.cpp": '#include "text/show.hpp"\n#include "messages.hpp"\n#include "sweep/sweep.hpp"\n',
        })
        source = "apps/hilspace/text/show_csv.cpp"
        self.assertIn("apps/hilspace/text includes ., but includes go downwards",
                      self.check({**tree, source: '#include "verbs.hpp"\n'})[1])
        self.assertIn("apps/hilspace/text includes reference, its neighbour",
                      self.check({**tree, source: '#include "reference/list.hpp"\n'})[1])
        self.assertIn("apps/hilspace/attic is in no layer of apps/hilspace", self.check({"apps/hilspace/attic/a.cpp": ""})[1])

    def test_relative_and_unknown(self):
        self.assert_finding("lib/models/axial.cpp", '"../contact/law.hpp"', "relative")
        self.assert_finding("lib/models/axial.cpp", '"nowhere/law.hpp"', "no layer")
        self.assertIn("lib/nowhere is in no layer", self.check({"lib/nowhere/law.hpp": ""})[1])

    def test_gates(self):
        for name, include in [("lib/core/random_walk.hpp", "<Random123/philox.h>"), ("lib/sweep/sweep.cpp", "<hdf5.h>"),
                              ("lib/simulate/simulate.cpp", "<tbb/tbb.h>"), ("lib/results/results.cpp", "<toml++/toml.h>"),
                              ("apps/hilspace/run.cpp", "<udunits2.h>"), ("lib/study/study.cpp", "<boost/program_options.hpp>"),
                              ("apps/hilspace/run.cpp", "<boost/program_options.hpp>"),
                              ("apps/common/command_line.hpp", "<boost/program_options.hpp>"),
                              ("lib/study/reading/range.cpp", "<udunits2.h>"),
                              ("lib/simulate/simulate.cpp", "<cvode/cvode.h>"), ("lib/rig/loop.cpp", "<comedilib.h>"),
                              ("lib/rig/control/tune.cpp", "<unsupported/Eigen/MatrixFunctions>"),
                              ("lib/analysis/sensitivity/estimate.cpp", "<boost/math/distributions/normal.hpp>")]:
            self.assert_finding(name, include, "only")

    def test_setup_is_plain_numbers(self):
        for name in ("lib/models/sixdof_setup.hpp", "lib/study/study.hpp", "lib/metrics/docking_tally.hpp",
                     "lib/contact/friction_setup.hpp", "lib/sweep/execution/scenario.hpp", "apps/hilspace/explain.cpp"):
            self.assert_finding(name, "<Eigen/Core>", "Eigen may be included in", "lib/dynamics/", "only")
        self.assert_clean({
            "lib/dynamics/eigen.hpp": '#include <Eigen/Core>\n#include "core/vec.hpp"\n',
            "lib/mechanism/plane.hpp": "#include <Eigen/Core>\n",
            "lib/contact/friction.hpp": "#include <Eigen/Core>\n",
            "lib/models/sixdof.hpp": "#include <Eigen/Geometry>\n",
            "lib/simulate/sixdof/sixdof_run.hpp": "#include <Eigen/Core>\n",
        })

    def test_kernel_line(self):
        for include in ("<iostream>", "<fstream>", "<thread>", "<mutex>", "<vector>", "<string>", "<fmt/core.h>",
                        '"core/error.hpp"', '"numerics/matrix.hpp"'):
            self.assert_finding("lib/models/axial.hpp", include, "kernel")
        self.assert_finding("lib/contact/law.cpp", "<iostream>", "kernel line")
        self.assert_clean({"lib/models/axial_setup.cpp": '#include <string>\n#include "core/error.hpp"\n',
                           "lib/core/error.hpp": "#include <string>\n"})


if __name__ == "__main__":
    unittest.main()
