"""Which notices are announced outside the window, and when: new ones, and prompts near their limit. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from labharness.gui.shell.notices.notice import Notice
from labharness.model.reasons.attention import Attention

LAST_CALL = timedelta(minutes=5)
"""Time before the limit of a prompt at which it is announced once more."""
REPEAT = timedelta(minutes=2)
"""Time after which the tone of a prompt is repeated, where somebody wants that."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something to tell.

    Parameters
    ----------
    shown
        Whether it is shown on the desktop; a repeated tone is not.
    """

    notice: Notice
    sounds: bool
    shown: bool = True


@dataclass(slots=True)
class Announcer:
    """Remembers what was announced.

    Parameters
    ----------
    repeats
        Whether the tone of a prompt is repeated until it is answered.
    """

    repeats: bool = False
    _told: dict[str, set[str]] = field(default_factory=dict)
    _last_tone: dict[str, datetime] = field(default_factory=dict)
    _begun: bool = False

    def take(self, notices: Iterable[Notice], now: datetime) -> list[Announcement]:
        """Return what to announce now; what was there when the window opened is not new."""
        listed = list(notices)
        keys = {notice.key for notice in listed}
        self._told = {key: each for key, each in self._told.items() if key in keys}
        self._last_tone = {key: tone for key, tone in self._last_tone.items() if key in keys}
        result = [each for notice in listed for each in self._of(notice, now)]
        silent, self._begun = not self._begun, True
        return [] if silent else result

    def _of(self, notice: Notice, now: datetime) -> Iterator[Announcement]:
        text = self._told.setdefault(notice.key, set())
        due = [stage for stage in _stages(notice, now) if stage not in text]
        text.update(due)
        if due:
            self._last_tone[notice.key] = now
            yield Announcement(notice, notice.sounds)
        elif self.repeats and _is_prompt(notice) and now - self._last_tone.get(notice.key, now) >= REPEAT:
            self._last_tone[notice.key] = now
            yield Announcement(notice, sounds=True, shown=False)


def _stages(notice: Notice, now: datetime) -> Iterator[str]:
    """Yield the occasions of a notice that have come."""
    yield "new"
    if not (_is_prompt(notice) and notice.since and notice.until):
        return
    since, until = datetime.fromisoformat(notice.since), datetime.fromisoformat(notice.until)
    if now >= since + (until - since) / 2:
        yield "half"
    if now >= until - LAST_CALL and until - since > LAST_CALL:
        yield "last call"


def _is_prompt(notice: Notice) -> bool:
    return notice.code == Attention.ANSWER.code
