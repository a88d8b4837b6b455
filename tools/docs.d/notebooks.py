"""Jupyter notebooks without Jupyter: as pages of the site, and run cell by cell.

usage: tools/docs.d/notebooks.py FILE.ipynb [--write]     runs the cells in the present folder; fails where a cell fails or
                                                          prints something else than it is said to; --write keeps what is shown
"""
import ast
import base64
import contextlib
import io
import json
import sys
from pathlib import Path


def joined(text):
    return text if isinstance(text, str) else "".join(text)


def as_page(notebook, page):
    """A notebook as Markdown; its pictures are written beside the page."""
    parts, pictures = [], 0
    for cell in json.loads(notebook.read_text())["cells"]:
        source = joined(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "image/png" in data:
                pictures += 1
                picture = page.with_name(f"{page.stem}-{pictures}.png")
                picture.write_bytes(base64.b64decode(joined(data["image/png"])))
                parts.append(f"![{data['text/plain']}]({picture.name})")
            else:
                parts.append(f"```text\n{joined(output.get('text') or data['text/plain']).rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def shown(code, names):
    """Runs a cell as Jupyter does: [output], what it prints, its last expression, and the figures it leaves open."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    tree, printed = ast.parse(code), io.StringIO()
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - that is what a notebook is
        value = eval(compile(last, "cell", "eval"), names) if last else None  # noqa: S307
    outputs = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
    figures = [pyplot.figure(number) for number in pyplot.get_fignums()]
    if value is not None and not figures:
        outputs.append({"output_type": "execute_result", "execution_count": None, "metadata": {},
                        "data": {"text/plain": repr(value)}})
    for figure in figures:
        png = io.BytesIO()
        figure.savefig(png, dpi=80, bbox_inches="tight", metadata={"Software": None})
        title = figure.axes[0].get_title() or figure.axes[0].get_ylabel()
        outputs.append({"output_type": "display_data", "metadata": {},
                        "data": {"image/png": base64.b64encode(png.getvalue()).decode(), "text/plain": title}})
        pyplot.close(figure)
    return outputs


def texts(outputs):
    """What is compared: pictures depend on fonts."""
    return [joined(output["text"]) if "text" in output else
            "picture" if "image/png" in output["data"] else joined(output["data"]["text/plain"]) for output in outputs]


def run(path, write=False):
    """Runs all cells; returns what differs from the outputs in the file."""
    book, names, differences = json.loads(path.read_text()), {"__name__": "__main__"}, []
    for number, cell in enumerate(book["cells"], 1):
        if cell["cell_type"] != "code":
            continue
        try:
            outputs = shown(joined(cell["source"]), names)
        except Exception as error:
            raise RuntimeError(f"{path.name}, cell {number}: {type(error).__name__}: {error}") from error
        if texts(outputs) != texts(cell["outputs"]):
            differences.append(f"{path.name}, cell {number}: shows {texts(outputs)}, said {texts(cell['outputs'])}")
        cell["outputs"] = outputs
    if write:
        path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n")
        return []
    return differences


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3 or sys.argv[2:] not in ([], ["--write"]):
        sys.exit(__doc__)
    found = run(Path(sys.argv[1]), write=len(sys.argv) == 3)
    print("\n".join(found) or "as it says")
    sys.exit(1 if found else 0)
