"""Copy runs to the laboratory's store of evidence, and fetch those of other benches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Hear, Seat, Shown, WindowControl, act, silent, tr
from labharness.acts.gates import EVERYBODY, PersonSeat, by_role, elsewhere
from labharness.acts.headings import COMPUTER, ENDING, PLAN, RUN, VERDICT, ListHead, listing, when
from labharness.acts.parameters import BenchOfQueueOption
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.entry import Role
from labharness.language.catalog import say
from labharness.language.numbers import size
from labharness.language.run_groups import worded
from labharness.model.device import MAY_FETCH, MAY_RUN
from labharness.model.reasons.conduct import Doing
from labharness.reason import OnStep

if TYPE_CHECKING:
    from labharness.app.shared_store.copying import Copied
    from labharness.app.shared_store.store import Store, StoredRun
    from labharness.evidence.folder import RunFolder
    from labharness.reason import Reason

_ERROR = 3


def _copied(copied: Copied) -> Iterator[Shown]:
    yield f"{copied.run}: {worded(copied.reasons) if copied.reasons else 'copied and verified'}"


@act(
    elsewhere(
        "the queue of the bench whose worker copies, and the list of people for everybody else", *MAY_RUN
    ),
    WindowControl("Settings", tr("&Copy what waits")),
    each=_copied,
    shown=lambda done: () if done else ("All runs that have ended are in the store.",),
    values=lambda done: [
        {"run": each.run, "copied": not each.reasons, "problems": each.reasons} for each in done
    ],
    code=lambda done: _ERROR if any(each.reasons for each in done) else 0,
)
def copy(
    seat: Seat,
    runs: Annotated[list[str] | None, typer.Argument(metavar="[RUN]...")] = None,
    *,
    bench: BenchOfQueueOption = "",
    ticket: str = "",
    hear: Hear = silent,
) -> tuple[Copied, ...]:
    """Copy runs that have ended to the store, and read every file back.

    The copies here stay. Repeat the command after an interruption: it goes on with what is missing.
    """
    from labharness.app.people.conducting import may_copy
    from labharness.app.shared_store import copying

    may_copy(seat.workspace, seat.by, bench, ticket)
    return copying.copy(seat.workspace, runs or (), hear)


@act(
    by_role(*MAY_FETCH),
    WindowControl("Settings", tr("&Fetch run")),
    shown=lambda folder: (
        f"{folder.run}: fetched and verified. To see it, run: labharness show {folder.run}",
    ),
    values=lambda folder: {"run": folder.run, "folder": folder.path},
)
def fetch(
    on: PersonSeat, run: Annotated[str, typer.Argument(metavar="RUN")], *, step: OnStep = silent
) -> RunFolder:
    """Fetch a run of any bench from the store into the workspace; it is verified first."""
    from labharness.app.shared_store import store
    from labharness.app.shared_store.copying import open_store

    step(Doing.FETCHING(run=run))
    return store.fetch(on.workspace, open_store(on.workspace), run)


@act(
    by_role(Role.ADMINISTRATOR),
    WindowControl("Settings", tr("&Make the store")),
    shown=lambda store: (f"The store {store.medium.shown} is ready.",),
    values=lambda store: {"store": store.medium.shown},
)
def init(on: PersonSeat) -> Store:
    """Make the store that the workspace names; once for all benches."""
    from labharness.app.shared_store.store import Store, medium_of
    from labharness.app.workspace.settings import read_settings

    return Store.make(medium_of(read_settings(on.workspace)))


@dataclass(frozen=True, slots=True)
class StoreContent:
    """What a store holds.

    Parameters
    ----------
    shown
        Where it lies.
    runs
        Those of all benches, as their lists of files have them.
    waiting
        Runs of this workspace that are not in it, each with why.
    problems
        Lists that cannot be read.
    """

    shown: str
    runs: tuple[StoredRun, ...]
    waiting: tuple[Copied, ...]
    problems: tuple[Reason, ...]


ENDED = ListHead[Any](tr("Ended"), lambda run: when(run.ended))
SIZE = ListHead[Any](tr("Size"), lambda run: size(run.size) if run.head else "")
HEAD = ListHead[Any](tr("Head hash"), lambda run: run.head)


def _content(content: StoreContent) -> Iterator[Shown]:
    yield listing(content.runs, (RUN, PLAN), (VERDICT, ENDING), (COMPUTER, ENDED, SIZE), HEAD)
    yield from map(say, content.problems)
    for each in content.waiting:
        yield f"{each.run}: {worded(each.reasons)}"
    yield "Verdicts as recorded. To use a run here, fetch it with: labharness store fetch RUN"


def _content_values(content: StoreContent) -> dict[str, Any]:
    runs = [
        run.model_dump(mode="json", exclude={"files", "schema_"})
        | {"bytes": run.size, "verdict": run.standing.verdict, "standing": run.standing}
        for run in content.runs
    ]
    waiting = {each.run: each.reasons for each in content.waiting}
    return {"store": content.shown, "runs": runs, "waiting": waiting, "problems": content.problems}


@act(
    EVERYBODY,
    WindowControl("Settings", tr("Shared store")),
    shown=_content,
    values=_content_values,
    code=lambda content: _ERROR if content.problems else 0,
)
def list_(workspace: Workspace) -> StoreContent:
    """List the runs of all benches in the store, and the runs of this workspace that wait to be copied."""
    from labharness.app.shared_store.copying import Copied, open_store, waiting
    from labharness.errors import LabharnessError
    from labharness.model.reasons.database import Stores

    store = open_store(workspace)
    runs: list[StoredRun] = []
    problems: list[Reason] = []
    for key in store.arrived():
        try:
            runs.append(store.run(*key))
        except LabharnessError as error:  # the others are listed
            if error.reasons[0].is_a(Stores.UNREACHABLE):
                raise
            problems += error.reasons
    waits = tuple(Copied(each.run, each.reasons or (Stores.WAITING(),)) for each in waiting(workspace))
    return StoreContent(store.medium.shown, tuple(runs), waits, tuple(problems))


@dataclass(frozen=True, slots=True)
class VerifiedCopy:
    """A run in the store, and what is wrong with it."""

    run: str
    head: str
    problems: tuple[Reason, ...]


def _verified(copy: VerifiedCopy) -> Iterator[Shown]:
    yield from map(say, copy.problems)
    yield f"{copy.run}: {'INTEGRITY NOT VERIFIED' if copy.problems else 'integrity verified'}, head {copy.head}"


@act(
    EVERYBODY,
    WindowControl("Settings", tr("&Verify in the store")),
    each=_verified,
    shown=lambda _: (),
    code=lambda copies: _ERROR if any(each.problems for each in copies) else 0,
)
def verify(
    workspace: Workspace,
    runs: Annotated[list[str] | None, typer.Argument(metavar="[RUN]...")] = None,
    *,
    hear: Hear = silent,
) -> tuple[VerifiedCopy, ...]:
    """Read every file of runs in the store, and verify them as 'labharness verify' does."""
    from labharness.app.shared_store.copying import open_store
    from labharness.app.shared_store.store import check

    store = open_store(workspace)
    copies: list[VerifiedCopy] = []
    for name, head in [store.find(run) for run in runs] if runs else store.arrived():
        copies.append(VerifiedCopy(name, head, check(workspace, store, name, head)))
        hear(copies[-1])
    return tuple(copies)
