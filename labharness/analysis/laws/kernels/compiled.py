"""Compiled inner loops: plain arrays in, plain arrays out, compiled once and kept on disk; and the words of 64 bits that they read.

Kernels live in :mod:`labharness.analysis.laws.kernels`, a family to a module.  Their signatures are declared, so
that importing a module compiles it, or loads what was compiled before; nothing is compiled behind anybody's
back in the middle of a night.  Import them where they are used, like SciPy: numba takes half a second.

To read a word and to count its ones are one or two instructions of the processor, which the compiler does not find behind plain arithmetic;
with them loops over words read memory as fast as it comes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit, types
from numba.extending import intrinsic


def _without_products() -> None:
    """Have numba look for no BLAS: it would load all of SciPy's linear algebra, and no kernel multiplies matrices."""
    from numba.np import linalg

    def missing() -> None:
        raise ImportError("kernels do without")

    ensure = linalg.ensure_blas
    linalg.ensure_blas = missing
    try:
        import_module("numba.np.arraymath")  # it looks when it is loaded, once
    finally:
        linalg.ensure_blas = ensure


_without_products()
Function = TypeVar("Function", bound=Callable[..., Any])


def read(dtype: types.Type, dimensions: int = 1) -> types.Array:
    """Return the type of a contiguous array that a kernel only reads; buffers of bytes are such."""
    return types.Array(dtype, dimensions, "C", readonly=True)


def written(dtype: types.Type, dimensions: int = 1) -> types.Array:
    """Return the type of a contiguous array that a kernel fills in."""
    return types.Array(dtype, dimensions, "C")


def several(*parts: types.Type) -> types.Type:
    """Return the type of a kernel's result that has several parts."""
    return types.Tuple(parts)  # type: ignore[no-untyped-call]  # numba's own constructor has no types


def kernel(result: types.Type, *arguments: types.Type) -> Callable[[Function], Function]:
    """Compile a function for these types, or load it from the cache.

    Notes
    -----
    Where neither the package's folder nor the user's cache can be written, it is compiled for this process
    alone.  Arithmetic follows IEEE 754 strictly, so that results do not depend on the machine, and the
    interpreter's lock is let go.
    """

    def compiled(function: Function) -> Function:
        signature = result(*arguments)
        try:
            built = njit(signature, cache=True, nogil=True, error_model="numpy")(function)
        except RuntimeError as error:
            if "no locator available" not in str(error):
                raise
            built = njit(signature, nogil=True, error_model="numpy")(function)
        return cast("Function", built)

    return compiled


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
