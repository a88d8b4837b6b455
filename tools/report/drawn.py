"""Files without charts of their own: the plot and the key numbers of `hilspace plot`."""
import base64
import io

import html_parts as html
from errors import PlotError


def picture(path):
    """The plot as an SVG image within the page, or the reason why there is none."""
    import main as plotter  # only these files need matplotlib
    import style
    try:
        made, lines = plotter.draw(plotter.parser().parse_args([path]))
    except ImportError as error:
        raise PlotError(f"{path}: plotting it needs matplotlib: install python3-matplotlib ({error})") from error
    except PlotError as error:
        return [html.section("picture", "Plot", html.paragraph(f"This file cannot be plotted: {error}."))]
    style.finish(made)
    drawn = io.StringIO()
    made.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    image = base64.b64encode(drawn.getvalue().encode()).decode()  # an image, so that its styles do not affect the page
    listed = "".join(f"<li>{html.units(line)}</li>" for line in lines)
    return [html.section("picture", "Plot and key numbers", f'<figure class="picture"><img alt="output of hilspace plot" '
                         f'src="data:image/svg+xml;base64,{image}"></figure><ul>{listed}</ul>')]
