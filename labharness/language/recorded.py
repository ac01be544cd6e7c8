"""Words for what a record holds."""

from __future__ import annotations

from collections.abc import Iterable

from labharness.devices.untrusted import printable
from labharness.evidence.records.people import PromptBody
from labharness.language.catalog import clause, say
from labharness.reason import Reason

LONGEST_QUESTION = 2400
"""Characters of a prompt that are shown."""


def worded(reasons: Iterable[Reason]) -> str:
    """Return the reasons of a record as sentences.

    Examples
    --------
    >>> from labharness.model.reasons.wire import Wire
    >>> worded((Wire.NOBODY_TO_ASK(),))
    "The URL operator:// needs a run that can ask people. Use it with 'labharness run'."
    """
    return " ".join(say(each) for each in reasons)


def phrase(reasons: Iterable[Reason]) -> str:
    """Return the reasons of a record as one phrase, for a table cell or brackets.

    Examples
    --------
    >>> from labharness.model.reasons.shown import Shown
    >>> from labharness.reason import quoted
    >>> phrase((Shown.NO_ALARM(), quoted("the card is torn")))
    'No alarm; the card is torn'
    """
    return "; ".join(clause(each) for each in reasons)


def asked(prompt: PromptBody) -> str:
    """Return a prompt in words: why it is put again, then what it asks."""
    return " ".join(filter(None, (worded(prompt.data.reasons), worded(prompt.asks))))


def question(prompt: PromptBody) -> str:
    """Return a prompt for a terminal: why it is put again, what it asks, the cards to lay, and how to answer."""
    how = say(prompt.data.how) if prompt.data.how else ""
    return printable(" ".join(filter(None, (asked(prompt), prompt.data.cards, how))), LONGEST_QUESTION)
