"""Closed forms of an impact F = k d^1.5 (1 + chi v/v0), and the published damping numbers.

From m v dv = -F dd follows, with s = v/v0 falling from 1 to -c (Bondoky 4.19 to 4.21, for any law of this form):

    2/5 k d^2.5 = m v0^2 G(s),   G(s) = integral from s to 1 of u/(1 + chi u) du
    realised restitution c:      G(-c) = 0, which is ln((1 + chi)/(1 - chi c)) = chi (1 + c)
    largest penetration:         at s = 0
    largest force:               k d^1.5 (1 + chi s) where it is largest between s = 0 and 1
    duration:                    m v0 times the integral of ds/F from -c to 1
"""
import numpy as np


def root(function, low, high):
    """Bisection; the function changes sign between the ends."""
    sign = function(low) > 0.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if (function(middle) > 0.0) == sign else (low, middle)
    return 0.5 * (low + high)


def gonthier_exact(c):
    """d/c with (1 + d/c)/(1 - d) = exp(d (1 + 1/c)): the damping that realises what it projects (4.20, 4.21)."""
    if c == 1.0:
        return 0.0
    return root(lambda d: np.log1p(d / c) - np.log1p(-d) - d * (1.0 + 1.0 / c), 1e-3 * (1.0 - c), 1.0 - 1e-15) / c


DAMPING_NUMBERS = {  # chi of the projected coefficient of restitution
    "hertz": lambda c: 0.0,
    "hunt_crossley": lambda c: 1.5 * (1.0 - c),  # 4.12
    "herbert_mcwhannell": lambda c: 6.0 * (1.0 - c) / ((2.0 * c - 1.0)**2 + 3.0),  # 4.13
    "lee_wang": lambda c: 0.75 * (1.0 - c),  # 4.15
    "lankarani_nikravesh": lambda c: 0.75 * (1.0 - c**2),  # 4.17
    "gonthier": lambda c: (1.0 - c**2) / c,  # 4.20 with 4.22
    "gonthier_exact": gonthier_exact,
    "zhiying_qishao": lambda c: 0.75 * (1.0 - c**2) * np.exp(2.0 * (1.0 - c)),  # 4.24
    "flores": lambda c: 1.6 * (1.0 - c) / c,  # 4.27
}


def work(s, chi):
    """G(s), for s anywhere."""
    return work_after(1.0 - s, chi)


def work_after(x, chi):
    """G(1 - x), which stays exact for small x."""
    if chi < 1e-6:
        return x - 0.5 * x**2
    return (x + np.log1p(-chi * x / (1.0 + chi)) / chi) / chi


def work_before(x, chi, c):
    """G(x - c), which stays exact for small x."""
    if chi < 1e-6:
        return c * x - 0.5 * x**2
    return (np.log1p(chi * x / (1.0 - chi * c)) / chi - x) / chi


def realised_restitution(chi):
    if chi < 1e-9:
        return 1.0
    return root(lambda c: np.log1p(chi) - np.log1p(-chi * c) - chi * (1.0 + c), 1e-9, min(1.0, (1.0 - 1e-15) / chi))


def duration(chi, c):
    """Of the contact, as the integral of ds/(G(s)^(3/5) (1 + chi s)) from -c to 1.

    G falls linearly at both ends. With x the distance to the end and x = y^5 the integrand stays finite; each half
    is integrated from its end to s = 0.
    """
    y, weight = np.polynomial.legendre.leggauss(400)
    y, weight = 0.5 * (y + 1.0), 0.5 * weight
    x, share = y**5, 5.0 * y**4 * weight
    first = share / (work_after(x, chi)**0.6 * (1.0 + chi * (1.0 - x)))
    second = c * share / (work_before(c * x, chi, c)**0.6 * (1.0 - chi * c + chi * c * x))
    return np.sum(first) + np.sum(second)


def impact(mass, velocity, stiffness, chi):
    """{metric: value} of a docking impact; `mass` is the reduced one."""
    energy = 2.5 * mass * velocity**2 / stiffness

    def force(s):
        return stiffness * (energy * work(s, chi))**0.6 * (1.0 + chi * s)

    c = realised_restitution(chi)
    low, high = 0.0, 1.0  # golden section; the force has one summit
    ratio = 0.5 * (np.sqrt(5.0) - 1.0)
    for _ in range(100):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (left, high) if force(left) < force(right) else (low, right)
    return {"restitution.docking": c, "velocity.after_docking": -c * velocity,
            "force.peak_docking": force(0.5 * (low + high)),
            "penetration.peak_docking": (energy * work(0.0, chi))**0.4,
            "contact.duration_docking": mass * velocity / (stiffness * energy**0.6) * duration(chi, c)}


def critical_delay(mass, stiffness, damping):
    """Of m s^2 + (k + b s) exp(-h s): the least h for which it is 0 at some s = jw. By |m w^2| = |k + j w b|."""
    low, high = 0.0, 1e3 * (np.sqrt(stiffness / mass) + damping / mass)
    w = root(lambda w: mass * w**2 - np.hypot(stiffness, damping * w), low, high)
    return np.angle(stiffness + 1j * w * damping) / w
