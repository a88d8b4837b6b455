"""The ranking of a result's parameters, from `hilspace analyse`."""
import os
import subprocess
import tempfile

import numpy as np

import overview
import tables
from reading import numbers, opened

MOST_SCENARIOS = 2_000_000  # beyond, the analysis takes longer than one waits for a page


def of_result(file, path):
    """(charts, notes): none where there is nothing to be ranked."""
    program, total = os.environ.get("HILSPACE_PROGRAM"), int(file["outcome"].size)
    if not program or sum(overview.span(axis)[0] > 1 for axis in overview.varied(file)) < 2:
        return [], []
    if total > MOST_SCENARIOS:
        return [], [f"The parameters of {total:,} scenarios are not ranked here: hilspace analyse {os.path.basename(path)} does that."]
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "ranking.h5")
        ended = subprocess.run([program, "analyse", path, "-o", output], capture_output=True, encoding="utf-8", errors="surrogateescape")
        if ended.returncode != 0:
            reason = (ended.stderr.strip().splitlines() or ["no reason was given"])[-1]
            return [], [f"The parameters are not ranked: {reason.removeprefix(f'{path}: ')}"]
        with opened(output) as table:
            if not np.nanmax(numbers(table, "key.importance"), initial=0.0) > 1e-3:
                return [], ["The parameters are not ranked: none has a measurable effect of its own, or too few scenarios have a value."]
            charts, lines = tables.of_sensitivity(table)
            return [charts[0] | {"title": "Which parameters matter", "notes": [f"{line[0].upper()}{line[1:]}." for line in lines[:1]]}], []
