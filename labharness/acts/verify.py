"""The integrity of a run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labharness.acts.declaring import Read, Shown, WindowControl, act, silent, tr
from labharness.acts.gates import ANYWHERE, Place
from labharness.acts.parameters import RunArgument
from labharness.language.catalog import say
from labharness.language.standings import as_values
from labharness.model.reasons.conduct import Doing
from labharness.model.results import ExitCode
from labharness.reason import OnStep

if TYPE_CHECKING:
    from labharness.evidence.verify import RunVerification
    from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class VerifiedRun:
    """What the verification of a run found.

    Parameters
    ----------
    plug_ins
        Which plug-ins of the workspace are others than those that the run used.
    complete
        Whether the last record was compared with a hash from elsewhere.
    """

    run: str
    verification: RunVerification
    plug_ins: tuple[Reason, ...]
    complete: bool


def _verified(verified: VerifiedRun) -> Iterator[Shown]:
    run = verified.verification
    yield from map(say, (*run.problems, *run.notes, *verified.plug_ins))
    state = "integrity verified" if run.clean else "INTEGRITY NOT VERIFIED"
    size = f"{run.records:,} records, {run.raw_bytes:,} raw bytes"
    yield f"{verified.run}: {state} ({size}), ending {run.ending.value}, head {run.head}"
    if run.clean and not verified.complete:
        yield "To prove that the record is complete, give --head with the hash from the report's footer."


@act(
    ANYWHERE,
    WindowControl("Evidence", tr("&Verify")),
    shown=_verified,
    values=lambda verified: {**as_values(verified.verification), "plug_ins": verified.plug_ins},
    code=lambda verified: ExitCode.PASSED if verified.verification.clean else ExitCode.ERROR,
)
def verify(
    place: Place, run: RunArgument, *, head: str | None = None, read: Read = silent, step: OnStep = silent
) -> VerifiedRun:
    """Verify every line and byte of a run, and name the first alteration."""
    from labharness.app.plug_ins.plug_in_files import changed_since
    from labharness.evidence.verify import verify as verify_folder

    folder = place.run(run)
    step(Doing.VERIFYING(run=run))
    verification = verify_folder(folder.path, head, read=read)
    changed = changed_since(folder, place.folder) if verification.clean else ()
    return VerifiedRun(folder.run, verification, tuple(changed), head is not None)
