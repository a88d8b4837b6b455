"""Sphinx's settings of the site; tools/docs runs it on the pages that it has gathered."""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

project = "hilspace"
release = version = os.environ["HILSPACE_VERSION"]
html_title = f"hilspace {release}"
project_copyright = "the hilspace authors, Apache-2.0"
root_doc = "index"
source_suffix = {".md": "markdown"}
extensions = ["myst_parser", "equations"]
myst_enable_extensions = ["dollarmath"]
myst_update_mathjax = False
html_math_renderer = "katex"
include_patterns = ["index.md", "CHANGELOG.md", "docs/**.md", "studies/README.md", "studies/*/README.md"]
myst_heading_anchors = 4
# Blocks without a language are tables of a terminal and messages.
highlight_language = "none"
language = "en"
smartquotes = False  # d' is a derivative

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["katex/katex.css", "site.css"]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5c8a", "color-brand-content": "#0b5c8a"},
    "dark_css_variables": {"color-brand-primary": "#7cc4ec", "color-brand-content": "#7cc4ec"},
}
# The same files on every build: no dates.
html_last_updated_fmt = None
