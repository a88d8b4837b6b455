"""Building blocks of HTML: escaped text, tables, sections."""
import html
import re

import style


def words(text):
    """Escaped text."""
    return html.escape(str(text))


def breakable(key):
    """An escaped key that may be broken behind its dots and underscores, so that it makes no column wide."""
    return re.sub(r"([._])", r"\1<wbr>", words(key))


def units(text):
    """Escaped text of numbers and units, with the micro sign in place of 'u'."""
    return html.escape(style.MICRO.sub("µ", str(text)))


def paragraph(text, kind=""):
    return f'<p{f" class={kind}" if kind else ""}>{words(text)}</p>'


def table(head, rows, numbers=(), kind=""):
    """A table; the columns `numbers` are right-aligned. A cell is text, or (text, key shown below it)."""
    def inside(cell, tag):
        key = breakable if tag == "th" else words
        return f"{words(cell[0])}<code>{key(cell[1])}</code>" if isinstance(cell, tuple) else units(cell)

    def cells(row, tag):
        scope = ' scope="col"' if tag == "th" else ""
        return "".join(f'<{tag}{scope}{" class=number" if i in numbers else ""}>{inside(cell, tag)}</{tag}>' for i, cell in enumerate(row))
    body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return f'<div class="wide"><table{f" class={kind}" if kind else ""}><thead><tr>{cells(head, "th")}</tr></thead>' \
           f"<tbody>{body}</tbody></table></div>"


def details(summary, inside):
    return f"<details><summary>{words(summary)}</summary>{inside}</details>"


def section(name, title, inside):
    return (name, title, f'<section id="{name}"><h2>{words(title)}</h2>\n{inside}\n</section>\n')
