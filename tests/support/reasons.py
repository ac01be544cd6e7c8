"""Reasons within reasons, and every code that is loaded."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from labharness import reason as codes
from labharness.errors import LabharnessError, QueueError
from labharness.reason import Code, Reason


def refused(
    error: type[LabharnessError], call: Callable[..., object], *arguments: Any, **named: Any
) -> tuple[Reason, ...]:
    """Return the reasons for which a call is refused with an error of this class."""
    with pytest.raises(error) as caught:
        call(*arguments, **named)
    return caught.value.reasons


def refusal(call: Callable[..., object], *arguments: Any, **named: Any) -> Reason:
    """Return the one reason for which a queue refuses a call."""
    (why,) = refused(QueueError, call, *arguments, **named)
    return why


def declared_codes() -> Iterator[Code]:
    """Yield every member of every enumeration that is loaded."""
    yield from list(codes._CODES.values())


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
