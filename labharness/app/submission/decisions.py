"""Decisions about a submission: what each may be about, what it is refused for, and how it is put on record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from labharness.app.manifest import kept
from labharness.app.submission.dossier_records import CONCLUSION, read_conclusion
from labharness.app.workspace import Workspace
from labharness.errors import EvidenceError, RegisterError
from labharness.filings.entries.checklist import read_checklist
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.examinations import read_examinations
from labharness.filings.entries.form_values import checked_values
from labharness.filings.entries.review import (
    Confirmation,
    Exclusion,
    Explanation,
    Invalidation,
    PlanApproval,
    Recommendation,
    Waiver,
)
from labharness.filings.entries.snapshot import KINDS, Change
from labharness.model.eastern_time import today
from labharness.model.reasons.command import Commands
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.inputs import Inputs, Noun, located
from labharness.model.reasons.register import Registers
from labharness.model.results import ClauseResult
from labharness.reason import Reason

if TYPE_CHECKING:
    from labharness.filings.store.register import Register

Cited = Mapping[str, tuple[str, str]]
"""Result and wording by citation."""
NOT_IN_FORCE = "not shown to be in force"
"""Stands for the wording of a chapter whose law in force is to be named."""


def decide(
    workspace: Workspace,
    register: Register,
    who: str,
    submission: str,
    kind: str,
    values: Mapping[str, Any],
) -> Change:
    """Put a person's word on record: a confirmation, a waiver, an exclusion, an invalidation, a recommendation.

    Parameters
    ----------
    values
        What a form of the kind holds; number, person, day and hashes are filled in.

    Raises
    ------
    RegisterError
        With everything that forbids it.
    """
    taken = {each.id for each in register.snapshot(submission).of(KINDS[kind])}
    if problems := tuple(_problems(workspace, submission, kind, values)):
        raise RegisterError(*problems)
    stem = kind.replace("_", "-")
    id_ = next(name for at in range(1, len(taken) + 2) if (name := f"{stem}-{at}") not in taken)
    entry = decision(workspace, kind, values, id_, who)
    why = str(values.get("reason") or values.get("grounds") or values.get("text") or "Decided.")
    change = register.put(submission, entry, who, why, expecting=0)
    assert change is not None  # its id is new
    return change


def decision(workspace: Workspace, kind: str, values: Mapping[str, Any], id_: str, who: str) -> Entry:
    """Return the entry of a decision made today; raises :class:`RegisterError` with every mistake in its values."""
    filled = {**values, **_hashes(workspace, kind, values)}
    entry, mistakes = checked_values(kind, {**filled, "id": id_, "by": who, "date": today().isoformat()})
    if entry is None:
        raise RegisterError(
            *(
                reason
                for each in mistakes
                for reason in (located(str(each.path[0]), (each.reason,)) if each.path else (each.reason,))
            )
        )
    return entry


def _hashes(workspace: Workspace, kind: str, values: Mapping[str, Any]) -> dict[str, str]:
    """Return the hash of what a decision is about, of the start records of runs or of a plan, beside the name that it has there."""
    filled = dict[str, str]()
    if kind in (Invalidation.kind, Explanation.kind):
        folder = workspace.run(str(values.get("run", "")))
        filled |= {"run": folder.begun().run, "start": folder.start().hash}
    if kind == Explanation.kind:
        folder = workspace.run(str(values.get("other", "")))
        filled |= {"other": folder.begun().run, "other_start": folder.start().hash}
    elif kind == PlanApproval.kind and values.get("plan"):
        from labharness.app.plug_ins.discovery import discover
        from labharness.app.services import load_plan

        catalog = discover(workspace.path)
        filled["sha256"] = load_plan(str(values["plan"]), catalog, workspace=workspace.path).sha256
    return filled


def _problems(
    workspace: Workspace, submission: str, kind: str, values: Mapping[str, Any]
) -> Iterator[Reason]:
    """Yield why a decision is about nothing that there is: a clause, an item, a disposition."""
    if kind in (Confirmation.kind, Exclusion.kind):
        wrong = uncited(kind, *cited(workspace, submission), str(values.get("clause", "")))
    elif kind == Waiver.kind:
        items = tuple(name for name, _ in waivable_items())
        wrong = _unknown(Noun.ITEM, str(values.get("item", "")), items)
    elif kind == Recommendation.kind:
        wrong = _no_disposition(str(values.get("disposition", "")), values.get("conditions", ()))
    else:
        wrong = None
    if wrong is not None:
        yield wrong


def _unknown(what: Noun, name: str, known: Sequence[str]) -> Reason | None:
    return None if name in known else Inputs.UNKNOWN(what=what, name=name, known=tuple(known))


def _no_disposition(name: str, conditions: Sequence[str]) -> Reason | None:
    from labharness.assessment.law import disposition, dispositions

    kind = disposition(name)
    if kind is None:
        return _unknown(Noun.DISPOSITION, name, tuple(each.id for each in dispositions()))
    lacking = kind.conditions and not any(conditions)
    return Registers.CONDITIONS_NEEDED(disposition=name) if lacking else None


def waivable_items() -> list[tuple[str, str]]:
    """Return id and title of everything that can be waived: lines of the checklist, and examinations."""
    examinations = read_examinations().values()
    return [
        *((each.id, each.title) for each in read_checklist().items),
        *((each.id.value, each.title) for each in examinations),
    ]


def uncited(kind: str, report: str, clauses: Cited, clause: str) -> Reason | None:
    """Return why a clause can be neither confirmed nor excluded, None where it can.

    Only a whole citation of the newest report counts; before the first report nothing can be told.
    """
    if not clauses or not clause or clause in clauses:
        return None
    if kind == Confirmation.kind:
        awaiting = tuple(name for name, (_, wording) in clauses.items() if wording != "seen")
        if awaiting:
            return Commands.CLAUSE_NOT_AWAITING(report=report, clause=clause, awaiting=awaiting)
    else:
        untested = tuple(name for name, (result, _) in clauses.items() if result == ClauseResult.NOT_TESTED)
        if untested:
            return Commands.CLAUSE_NOT_UNTESTED(report=report, clause=clause, untested=untested)
    return Commands.CLAUSE_NOT_CITED(report=report, clause=clause)


def cited(workspace: Workspace, submission: str) -> tuple[str, dict[str, tuple[str, str]]]:
    """Return the newest report of a submission, and how it cites clauses, with the result of each and its wording.

    Returns
    -------
    tuple
        Number of the report, empty where none was built; result and wording by citation.
    """
    paths = (workspace.path / "reports").glob(f"{submission}-r*/dossier/conclusion.json")
    newest = max(paths, key=lambda path: path.stat().st_mtime, default=None)
    if newest is None:
        return "", {}
    report = newest.parent.parent
    name = f"dossier/{CONCLUSION}"
    with suppress(EvidenceError):  # a damaged report is another command's matter
        conclusion = read_conclusion({CONCLUSION: kept(report, name)})
        laws = [str(each["clause"]) for each in conclusion.objections if each.is_a(Conclusions.LAW_NOT_NAMED)]
        rows = {each.clause: (each.result, each.wording) for each in conclusion.clauses}
        return report.name, rows | dict.fromkeys(laws, ("", NOT_IN_FORCE))
    return report.name, {}
