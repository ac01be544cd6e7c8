"""Words of 64 bits: read from bytes, first bit first, and their ones counted.

Both are one or two instructions of the processor, which the compiler does not find behind plain arithmetic;
with them loops over words read memory as fast as it comes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.extending import intrinsic

BITS, BYTES = np.uint64(64), np.uint64(8)
"""Bits and bytes of a word."""


def _ones(_typing: Any, word: Any) -> Any:  # noqa: ARG001  numba asks for its name
    """Return the number of ones of a word."""

    def generated(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generated


def _word(_typing: Any, data: Any, place: Any) -> Any:  # noqa: ARG001  numba asks for its names
    """Return the eight bytes from a place on as one word, the first bit weighing most.

    As everywhere in a kernel nothing checks that the array holds them.
    """

    def generated(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer = context.get_value_type(types.uint64).as_pointer()
        start = builder.bitcast(builder.gep(array.data, [arguments[1]]), pointer)
        result = builder.load(start, align=1)
        return builder.bswap(result) if sys.byteorder == "little" else result

    return types.uint64(data, types.uint64), generated


ones = cast("Callable[[Any], Any]", intrinsic(_ones))
word = cast("Callable[[Any, Any], Any]", intrinsic(_word))
