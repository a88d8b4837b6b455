"""Files that no chart of the report is made for yet: the plotter's picture and its answer."""
import base64
import io

import html_parts as html
from errors import PlotError


def picture(path):
    """The picture as SVG within the page; where there is none, why."""
    import main as plotter  # matplotlib is needed for these files alone
    import style
    try:
        made, lines = plotter.draw(plotter.parser().parse_args([path]))
    except ImportError as error:
        raise PlotError(f"{path}: its picture needs matplotlib: install python3-matplotlib ({error})") from error
    except PlotError as error:
        return [html.section("picture", "Picture", html.paragraph(f"There is no picture of this file: {error}."))]
    style.finish(made)
    drawn = io.StringIO()
    made.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    image = base64.b64encode(drawn.getvalue().encode()).decode()  # an image of its own, whose styles stay in it
    listed = "".join(f"<li>{html.words(line)}</li>" for line in lines)
    return [html.section("picture", "Picture and answer", f'<figure class="picture"><img alt="as hilspace plot draws it" '
                         f'src="data:image/svg+xml;base64,{image}"></figure><ul>{listed}</ul>')]
