"""Run as `python3 share/hilspace/vtk TRACE.h5`, by `hilspace simulate --vtk`. Frames are those of tools/report, shapes and reading those of tools/plot."""
import os
import sys

if __name__ == "__main__":
    FOLDER = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    sys.path[1:1] = [os.path.join(FOLDER, "report"), os.path.join(FOLDER, "plot")]
    import ending
    ending.await_signals()
    from paraview import PROGRAM, main
    sys.exit(ending.code_of(main, PROGRAM))
