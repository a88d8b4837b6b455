"""The probability of which a share of n draws is known."""
import math


def interval(share, n):
    """(low, high) of its 95 % interval by Wilson's score; of n independent draws, which need be no whole number."""
    z = 1.959964
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # At the ends both are equal, but for rounding.
    return (0.0 if share == 0.0 else centre - half), (1.0 if share == 1.0 else centre + half)


def said(count, n, draws=None):
    """'8.3 % (2.3 to 25.8 %)'"""
    low, high = interval(count / n, n if draws is None else draws)
    return f"{100 * count / n:.3g} % ({100 * low:.3g} to {100 * high:.3g} %)"
