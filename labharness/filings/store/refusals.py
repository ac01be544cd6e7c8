"""A change that a person may not make: it is refused, and the attempt is on record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from labharness.errors import NotPermitted
from labharness.evidence.account import own_account
from labharness.reason import dump_reason

REFUSED = "act refused"
WHY = "refused"
NOTHING: Mapping[str, str] = {}


@contextmanager
def refusals_recorded(
    note: Callable[..., Any], submission: str, who: str, about: Mapping[str, str] = NOTHING
) -> Iterator[None]:
    """Put a refusal of who may not act on record, after nothing was changed.

    Parameters
    ----------
    note
        :meth:`Register.note`.
    who
        Whom somebody claims to be; the account of the operating system stands beside it.
    about
        What else the record says of the act.
    """
    try:
        yield
    except NotPermitted as error:
        note(submission, REFUSED, {**about, **refusal_of(error)}, who, WHY)
        raise


def refusal_of(error: NotPermitted) -> dict[str, Any]:
    """Return the particulars of a refusal."""
    return {"account": own_account(), "refused": [dump_reason(reason) for reason in error.reasons]}
