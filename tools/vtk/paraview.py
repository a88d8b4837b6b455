"""Writes a trace in six degrees of freedom for ParaView.

Beside the trace: target.vtp; for each model MODEL.pvd, the chaser over time in target axes, and MODEL-force.pvd, the force on
the chaser where it acts; with a link also MODEL-link.pvd, the link with its features and latches. Times are in s, lengths in m,
forces in N.
"""
import base64
import os
import sys

import numpy as np

import replay
import shapes
from ending import printed
from errors import FAILURES, PlotError
from reading import numbers, opened

PROGRAM = "hilspace simulate --vtk"
MARK = "<!-- hilspace replay folder -->"  # by which apps/hilspace/replay_folder.cpp knows what it may replace
HEAD = f'<?xml version="1.0"?>\n{MARK}\n'
TYPES = {"float32": "Float32", "int32": "Int32"}


def array(name, values, components):
    """A DataArray in VTK's inline binary format: base64 of the length in bytes, and of the numbers."""
    values = np.ascontiguousarray(values)
    data = base64.b64encode(np.uint32(values.nbytes).tobytes() + values.tobytes()).decode()
    return f'<DataArray type="{TYPES[values.dtype.name]}" Name="{name}" NumberOfComponents="{components}" format="binary">{data}</DataArray>'


def cells(name, rows):
    """Cells as lists of point numbers."""
    connected = np.array([point for row in rows for point in row], np.int32)
    ends = np.cumsum([len(row) for row in rows]).astype(np.int32)
    return f'<{name}>{array("connectivity", connected, 1)}{array("offsets", ends, 1)}</{name}>'


def poly_data(points, tags, counts, data=""):
    head = " ".join(f'NumberOf{name}="{count}"' for name, count in counts.items())
    return (f'{HEAD}<VTKFile type="PolyData" version="0.1" byte_order="LittleEndian">\n<PolyData>\n'
            f'<Piece NumberOfPoints="{len(points)}" {head}>\n{data}<Points>{array("Points", points.astype(np.float32), 3)}</Points>\n'
            f"{tags}\n</Piece>\n</PolyData>\n</VTKFile>\n")


def surface(grids):
    """The grids of points as quadrilaterals; those of one row or column as lines."""
    points = np.concatenate([grid.reshape(-1, 3) for grid in grids])
    quads, lines, first = [], [], 0
    for grid in grids:
        rows, columns = grid.shape[:2]
        at = first + np.arange(rows * columns).reshape(rows, columns)
        if min(rows, columns) > 1:
            quads += np.stack([at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]], -1).reshape(-1, 4).tolist()
        else:
            lines.append(at.ravel().tolist())
        first += rows * columns
    tags = (cells("Lines", lines) if lines else "") + (cells("Polys", quads) if quads else "")
    return points, lambda moved: poly_data(moved, tags, {"Lines": len(lines), "Polys": len(quads)})


def force_at(frame):
    data = f'<PointData Vectors="force">{array("force", frame[None, 12:15].astype(np.float32), 3)}</PointData>\n'
    return poly_data(np.nan_to_num(frame[None, 15:18]), cells("Verts", [[0]]), {"Verts": 1}, data)


def series(folder, name, times, pages):
    """One .vtp per instant in a folder of its own, and the .pvd that gives each its time."""
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    entries = []
    for number, (time, page) in enumerate(zip(times, pages)):
        file = f"{name}/{number:04d}.vtp"
        with open(os.path.join(folder, file), "w", encoding="ascii") as out:
            out.write(page)
        entries.append(f'<DataSet timestep="{time:.9g}" file="{file}"/>')
    with open(os.path.join(folder, f"{name}.pvd"), "w", encoding="ascii") as out:
        out.write(f'{HEAD}<VTKFile type="Collection" version="0.1" byte_order="LittleEndian">\n<Collection>\n' +
                  "\n".join(entries) + "\n</Collection>\n</VTKFile>\n")


def of_bodies(file, shown):
    """{body: grids} of target, chaser and link; `shown` is what both sides show without one."""
    table = replay.described(file)
    found = {body: [grid for on, grid in shown if on == body] for body in ("target", "chaser")}
    if "link" not in table:
        return found
    carrier = table["link"].get("side", "chaser")
    found = {"target": [], "chaser": [], "link": []}
    for feature in table["feature"]:
        for side, grid in shapes.of_features([feature]):
            found["link" if feature.get("on") == "link" and side == carrier else side].append(grid)
    for latch in table.get("latch", []):
        found["link" if latch.get("on") == "link" and carrier == "chaser" else "chaser"] += shapes.of_latches([latch])
    return found


def moved(grids, frames):
    """A page for each place and attitude of a body."""
    points, page = surface(grids)
    return (page(points @ frame[3:12].reshape(3, 3).T + frame[:3]) for frame in frames)


def write(path):
    """Returns lines that tell what was written."""
    folder, said = os.path.dirname(path), []
    with opened(path) as file:
        models = replay.models(file, "")
        shown = replay.of_mechanism(file) if models else []
        if not shown:
            raise PlotError(f"{path}: has no docking in six degrees of freedom with two samples and a mechanism")
        grids = of_bodies(file, shown)
        if grids["target"]:
            points, page = surface(grids["target"])
            with open(os.path.join(folder, "target.vtp"), "w", encoding="ascii") as out:
                out.write(page(points))
        for name, group in models.items():
            times = replay.instants([group])
            frames = replay.motion(group, times)
            bodies = {name: (grids["chaser"], frames)}
            if grids.get("link") and "link_x" in group:
                bodies[f"{name}-link"] = grids["link"], replay.link_motion(group, times)
            for body, (its, motion) in bodies.items():
                if its:  # where all of a chaser's features are on its link there is nothing of itself
                    series(folder, body, times, moved(its, motion))
                    said.append(f"{os.path.join(folder, body)}.pvd: {len(times)} instants, {numbers(group, 'time')[-1]:.4g} s\n")
            series(folder, f"{name}-force", times, map(force_at, frames))
    return said


def main():
    try:
        said = write(sys.argv[1])
    except FAILURES as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return 2 if isinstance(error, PlotError) else 1
    return printed("".join(said), PROGRAM)
