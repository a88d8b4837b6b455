"""Equations of the site: KaTeX turns them into HTML when the site is built, so that pages need no script for them.

Sphinx's extension. An equation that KaTeX does not understand is a warning with its place, and so fails tools/docs.
"""
import json
import subprocess
from pathlib import Path

from docutils import nodes
from sphinx.util import logging

RENDERER = Path(__file__).with_name("equations.js")


def rendered(formulas):
    """[{"html": text} or {"error": text}] of [{"tex": text, "display": bool}]."""
    done = subprocess.run(["node", RENDERER], input=json.dumps(formulas), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def render(app, doctree, _page):
    """Renders all equations of a page at once; their source is left out of the search."""
    if app.builder.format != "html":
        return
    found = [*doctree.findall(nodes.math), *doctree.findall(nodes.math_block)]
    if not found:
        return
    formulas = [{"tex": node.astext(), "display": isinstance(node, nodes.math_block)} for node in found]
    for node, formula in zip(found, rendered(formulas)):
        if "error" in formula:
            logging.getLogger(__name__).warning("equation: %s", formula["error"], location=node)
        node["html"] = formula.get("html", "")
        node.clear()


def write(translator, node):
    translator.body.append(node["html"])
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("katex", inline_renderers=(write, None), block_renderers=(write, None))
    app.connect("doctree-resolved", render)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
