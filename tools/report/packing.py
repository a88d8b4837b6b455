"""Compact encoding of numbers for the page: 32-bit floats, deflated, base64 (decoded in data.js)."""
import base64
import zlib

import numpy as np

KEPT_BITS = 14  # of the mantissa: 4 digits
ALL_BITS = 23


def packed(values, bits=KEPT_BITS):
    """Rounds values to `bits` of mantissa and groups bytes by significance, which compresses better. Infinities become NaN."""
    with np.errstate(over="ignore"):
        single = np.ascontiguousarray(values, dtype=np.float32).ravel()
    known = np.isfinite(single)
    raw = single.view(np.uint32).copy()
    dropped = ALL_BITS - bits
    if dropped:
        raw[known] = (raw[known] + np.uint32(1 << (dropped - 1))) & np.uint32(0xFFFFFFFF << dropped & 0xFFFFFFFF)
    raw[~known] = np.uint32(0x7FC00000)
    planes = raw.view(np.uint8).reshape(-1, 4).T
    return base64.b64encode(zlib.compress(np.ascontiguousarray(planes).tobytes(), 6)).decode()
