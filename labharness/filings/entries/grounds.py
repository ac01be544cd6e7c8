"""Whether what people decide rests on grounds: words that state a fact, and a file that shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from labharness.filings.entries.entry import Entry, Typed
from labharness.filings.entries.items import Unit
from labharness.filings.entries.papers import Document
from labharness.filings.entries.review import Exclusion, Explanation, Invalidation, Waiver
from labharness.model.reasons.entry import Entries
from labharness.reason import Reason

Lifting = Waiver | Exclusion | Invalidation | Explanation
"""What lifts something that would otherwise stand against an approval: a file has to show why."""

_WORD = re.compile(r"[^\W\d_]+")
_EMPTY = frozenset(
    _WORD.findall(
        "a again already an and any anything applicable are as asked at be because been before by can case "
        "cause caused choice choose chose chosen could decide decided decision did do does done engineer "
        "enough for from had has have he her here him his i in is it its just me my na necessary need needed "
        "needs nil no nobody none not nothing of off ok okay on one operator or our own person please purpose "
        "reason reasons request requested run runs said see she should so stop stopped stopping stops such "
        "test tested tests that the their them then there they this to unknown us void waive waived wanted "
        "was we well were what when which who why will wish with without would yes you"
    )
)
"""Words that state no fact by themselves: a reason made of them alone is none."""


def states_nothing(text: str) -> bool:
    """Whether a text names no fact that anybody could look for.

    Examples
    --------
    >>> [states_nothing(one) for one in ("none", "By choice.", "The operator stopped it", "n/a", "–")]
    [True, True, True, True, True]
    >>> states_nothing("The operator stopped it: the fire alarm went off.")
    False
    """
    return all(len(word) < 2 or word in _EMPTY for word in _WORD.findall(text.casefold()))


def lacking(entry: Entry) -> Iterator[Reason]:
    """Yield what an entry lacks to be a decision on grounds."""
    for name, field in type(entry).model_fields.items():
        grounds = any(isinstance(mark, Typed) and mark.grounds for mark in field.metadata)
        if grounds and states_nothing(str(getattr(entry, name))):
            yield Entries.STATES_NO_FACT(key=name)
    if isinstance(entry, Document) and entry.status == "not applicable" and states_nothing(entry.remark):
        yield Entries.STATES_NO_FACT(key="remark")
    if isinstance(entry, Unit) and entry.use == "reserve" and states_nothing(entry.reason):
        yield Entries.STATES_NO_FACT(key="reason")
    if isinstance(entry, Lifting) and not any(file.size for file in entry.files):
        yield Entries.NO_FILE()
