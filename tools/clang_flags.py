"""The compiler's commands of lib and apps under the preset clang, in a folder where no source is compiled."""
import json
import shlex
import subprocess
import sys
from pathlib import Path

from remembered import ROOT


def commands(build, *options):
    """Entries of compile_commands.json in the folder `build`, which is configured with these options of CMake."""
    for command in (["cmake", "--preset", "clang", "-B", str(build), "-DHILSPACE_TESTS=OFF", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", *options],
                    ["cmake", "--build", str(build), "--target", "hilspace_revision"]):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{Path(sys.argv[0]).name}: {shlex.join(command)} failed\n{done.stdout}{done.stderr}")
    return json.loads((build / "compile_commands.json").read_text())
