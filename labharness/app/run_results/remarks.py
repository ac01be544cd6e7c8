"""What people note about a run after it: in the register, never in the run, which does not change any more."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.language.text import plain
from labharness.model.reasons.remark import Remarks

REMARKED = "run remarked"
MOST = 2000
"""Characters of the longest remark."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark about a run; ``check`` is "" where it is about the whole run."""

    utc: str
    who: str
    check: str
    text: str


def add_remark(workspace: Workspace, run: str, check: str, text: str, who: str = "") -> Remark:
    """Put a remark on record.

    Raises
    ------
    LabharnessError
        If there is no such run, the remark is empty or too long, or the register does not answer.
    """
    from labharness.app.register import record

    text = " ".join(text.split())
    if not text or len(text) > MOST:
        raise InputError(Remarks.LENGTH(most=MOST))
    folder = workspace.run(run)
    submission = folder.begun().submission
    body = {"run": folder.run, "head": folder.start().hash, "check": check, "text": text}
    change = record(workspace, REMARKED, body, "A remark about a run.", submission, who)
    return Remark(change.utc, change.who, check, text)


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
        return tuple(
            Remark(
                one.utc,
                one.who,
                plain(one.after.get("check", ""), 200),
                plain(one.after.get("text", ""), MOST),
            )
            for one in register.changes()
            if one.what == REMARKED and one.after is not None and one.after.get("run") == run
        )
