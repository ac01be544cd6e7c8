"""What people note about a run after it: in the register, never in the run, which does not change any more."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.filings.entries.events import RunRemarked
from labharness.language.text import plain
from labharness.model.reasons.remark import Remarks

REMARKED = "run remarked"
MOST = 2000
"""Characters of the longest remark."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark about a run.

    Parameters
    ----------
    who
        Id of the person, or the login where there is no list of people.
    check
        "" where it is about the whole run.
    account
        Account of the operating system that wrote it, "" where an earlier version did not record it.
    """

    utc: str
    who: str
    check: str
    text: str
    account: str = ""

    @property
    def author(self) -> str:
        """Who wrote it, with the account where that has another name."""
        return self.who if self.account in ("", self.who) else f"{self.who} (account {self.account})"


def add_remark(workspace: Workspace, run: str, check: str, text: str, by: str | None = None) -> Remark:
    """Put a remark on record.

    Parameters
    ----------
    by
        Id of the person, None for the one whose login it is.

    Raises
    ------
    NotPermitted
        If the list of people does not let this person take part in tests.
    LabharnessError
        If there is no such run, the remark is empty or too long, or the register does not answer.
    """
    from labharness.app.people.permission import TESTING, permitted
    from labharness.app.register import record

    text = " ".join(text.split())
    if not text or len(text) > MOST:
        raise InputError(Remarks.LENGTH(most=MOST))
    folder = workspace.run(run)
    submission = folder.begun().submission
    acting = permitted(workspace, TESTING, by, submission)
    body = {
        "run": folder.run,
        "head": folder.start().hash,
        "check": check,
        "text": text,
        "account": acting.account,
    }
    change = record(workspace, REMARKED, body, "A remark about a run.", submission, acting.who)
    return Remark(change.utc, change.who, check, text, acting.account)


def remarks(workspace: Workspace, run: str) -> tuple[Remark, ...]:
    """Return the remarks about a run, the earliest first; none where there is no register.

    Raises
    ------
    LabharnessError
        If the register does not answer.
    """
    from labharness.app.register import has_register, open_register

    if not has_register(workspace):
        return ()
    with open_register(workspace) as register:
        events = ((change, change.event(RunRemarked)) for change in register.changes())
        return tuple(
            Remark(
                each.utc,
                each.who,
                plain(event.check, 200),
                plain(event.text, MOST),
                plain(event.account, 200),
            )
            for each, event in events
            if event is not None and event.run == run
        )
