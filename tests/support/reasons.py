"""Reasons within reasons."""

from collections.abc import Iterable, Iterator

from labharness.reason import Reason


def every(reasons: Iterable[Reason]) -> Iterator[Reason]:
    """Yield reasons, each followed by those among its parameters."""
    for reason in reasons:
        yield reason
        yield from every(reason.inner())


def name(reasons: Iterable[Reason], value: str) -> bool:
    """Whether a reason or one within it has a parameter of this value, or a list with it."""
    return any(
        value == held or (isinstance(held, tuple) and value in held)
        for reason in every(reasons)
        for _, held in reason.parameters
    )
