"""What the demonstration files for its rehearsal: items, software, documents, and the decisions of its people.

Each text says that it belongs to a rehearsal and stands for another; nothing here is claimed of a product.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, date, datetime
from inspect import getfile
from pathlib import Path

from labharness.app.workspace.register import store
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.conclusion import Conclusion
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.filings.entries.checklist import ChecklistItem, checklist_state
from labharness.filings.entries.entry import Attached, Entry
from labharness.filings.entries.events import Component, Equipment, Product, Unit
from labharness.filings.entries.review import (
    Certification,
    Confirmation,
    Document,
    ErrorCondition,
    PlanApproval,
    SecurityFinding,
    Waiver,
)
from labharness.filings.entries.snapshot import Submission
from labharness.model.device import DeviceIdentity, SoftwareComponent
from labharness.model.eastern_time import eastern
from labharness.plans.frozen import FrozenPlan, frozen_plan
from labharness.simulators.catalog import machine_classes
from labharness.simulators.firmware import Firmware

WAIVED = "special-test-equipment"
"""Document that the rehearsal waives, to show how it is done."""
_ERRORS = {"jam": "A card is jammed", "door": "A door is open", "generator": "The generator's own test fails"}
"""Error conditions by the stage that brings each about."""
_ITEMS = {"generator": ("failure",)}
"""Items of an inspection that show the condition."""


def tested(runs: list[RunFolder]) -> Iterator[Entry]:
    """Yield products, units, software and error conditions of what the runs tested, each once."""
    entries: dict[tuple[str, str], Entry] = {}
    for run in runs:
        summary, frozen = RunHistory.of(run).summary, frozen_plan(run)
        if summary.identity is not None:
            for entry in _tested(summary, summary.identity, frozen):
                entries.setdefault((entry.kind, entry.id), entry)
    yield from entries.values()


def _tested(summary: RunSummary, identity: DeviceIdentity, frozen: FrozenPlan) -> Iterator[Entry]:
    device = frozen.plan.device_class
    product = device.value.replace("_", "-")
    yield Product(
        id=product,
        manufacturer=identity.manufacturer,
        model=identity.model,
        device_class=device,
        games=(frozen.game.id,),
    )
    yield Unit(
        id=product,
        product=product,
        serial=identity.serial,
        received=eastern(datetime.fromisoformat(summary.started))[0].date(),
        condition="A process of this computer.",
    )
    for text in summary.software[0] if summary.software else ():
        yield from _component(
            product, identity.model, text, eastern(datetime.fromisoformat(summary.started))[0].date()
        )
    for stage in frozen.plan.trials:
        if stage.name in _ERRORS:
            yield ErrorCondition(
                id=f"{product}-{stage.name}",
                product=product,
                code=stage.name.upper(),
                condition=_ERRORS[stage.name],
                action="Rehearsal: take it out of service.",
                stages=(stage.name,),
                items=_ITEMS.get(stage.name, ()),
            )


def _component(product: str, model: str, component: SoftwareComponent, today: date) -> Iterator[Entry]:
    """Yield a component with the hash that is computed here, and the search for its weaknesses."""
    machine = next((each for each in machine_classes().values() if model == each.TITLE), None)
    owner = Firmware if component.name == "interface" else machine
    assert owner is not None  # the demonstration started it
    result = Component(
        id=f"{product}-{component.name}",
        product=product,
        name=component.name,
        version=component.version,
        medium="a file of this installation",
        algorithm="sha256",
        digest=hashlib.sha256(Path(getfile(owner)).read_bytes()).hexdigest(),
        obtained="Computed by the demonstration from the file that the simulation runs.",
        taken_over=False,
        rebuilt="no",
        rebuilt_remark="It is the source itself.",
    )
    yield result
    yield SecurityFinding(
        id=result.id,
        title="Published vulnerabilities",
        component=result.id,
        assessment="Rehearsal: nothing was searched for, as the component is a file of labharness itself.",
        status="not affected",
        checked=today,
    )


def equipment() -> Iterator[Entry]:
    """Yield what the demonstration measures with."""
    for id_, name in (("computer", "Computer of the demonstration"), ("reader", "Simulated reading shoe")):
        yield Equipment(id=id_, name=name, identification=id_, remark="Rehearsal: nothing is calibrated.")


def documents(workspace: Workspace, submission: Submission, today: date) -> Iterator[Entry]:
    """Yield a paper for each document that is asked for, but the one that is waived."""
    for state in checklist_state(submission):
        item = state.item
        if item is not None and item.id == "certification":
            yield Certification(
                id=item.id,
                name="labharness",
                title="the program itself",
                date=today,
                statement="Rehearsal: the simulated devices are those that labharness offers to everybody.",
                files=(_paper(workspace, item),),
            )
        elif item is not None and item.required and item.id != WAIVED:
            yield Document(
                id=item.id,
                item=item.id,
                title="A paper of the rehearsal that stands for it",
                status="received",
                received=today,
                files=(_paper(workspace, item),),
            )


def decisions(
    workspace: Workspace, submission: Submission, conclusion: Conclusion, by: str, today: date
) -> Iterator[Entry]:
    """Yield the authorizer's words: the waiver, and the confirmation of each clause that waits for one."""
    item = next(state.item for state in checklist_state(submission) if state.item and state.item.id == WAIVED)
    yield Waiver(
        id="waiver",
        item=WAIVED,
        by=by,
        date=today,
        source="The whole of the attached paper.",
        reason="The devices are processes of this computer and have no lock, cable or door.",
        files=(_paper(workspace, item, "No key, cable or tool opens a process of this computer."),),
    )
    waiting = dict.fromkeys(row.clause for each in conclusion.matrices for row in each.rows if row.open)
    for place, clause in enumerate(waiting, 1):
        yield Confirmation(
            id=f"confirmation-{place}",
            clause=clause,
            by=by,
            date=today,
            source="The list of clauses of this installation.",
            reason="Rehearsal: it shows where a wording is confirmed; the Code itself was not opened.",
        )


def approval(frozen: FrozenPlan, by: str) -> PlanApproval:
    """Return the approval of a plan, for the demonstration to file before the plan's run."""
    today = eastern(datetime.now(UTC))[0].date()
    return PlanApproval(id=frozen.plan.id, plan=frozen.plan.id, sha256=frozen.sha256, by=by, date=today)


def _paper(workspace: Workspace, item: ChecklistItem, says: str = "") -> Attached:
    """Keep a file that says which document it stands for."""
    folder = workspace.path / "bench" / "papers"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"SPECIMEN-{item.id}.txt"
    text = says or "A submitter sends the document itself."
    path.write_text(f"SPECIMEN of a document, for a rehearsal.\n{item.title}.\n{text}\n", encoding="utf-8")
    return store(workspace).add(path)
