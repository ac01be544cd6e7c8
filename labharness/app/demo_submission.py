"""The demonstration's submission: what was filed, its people, and its report signed with trial keys."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from labharness.app import keys
from labharness.app.authority import TrialAuthority
from labharness.app.issuing import sign_report
from labharness.app.register import open_register
from labharness.app.signing import NEEDS, with_trial_proof
from labharness.app.submission_reports import Issued, build_submission_report
from labharness.app.workspace import Workspace
from labharness.evidence.folder import RunFolder
from labharness.evidence.summary import RunSummary
from labharness.model.device import DeviceClass
from labharness.register.register import Register
from labharness.submissions.entry import Entry
from labharness.submissions.filing import Filing, OmittedTest, SubmissionKind, SubmitterKind
from labharness.submissions.items import Component, Product, Unit
from labharness.submissions.papers import Certification
from labharness.submissions.people import Laboratory, Person, Role
from labharness.submissions.review import Recommendation

_PEOPLE = (
    Person(id="administrator", name="Demonstration administrator", roles=(Role.ADMINISTRATOR,)),
    Person(id="engineer", name="Demonstration engineer", roles=(Role.ENGINEER,)),
    Person(id="reviewer", name="Demonstration reviewer", roles=(Role.REVIEWER,)),
    Person(id="authoriser", name="Demonstration authoriser", roles=(Role.AUTHORISER,)),
)
_LABORATORY = Laboratory(
    id="laboratory",
    name="Bureau of Gaming Laboratory Operations (demonstration)",
    address="The computer on which this demonstration ran",
)
_WHY = "Part of the demonstration."


def file_submission(workspace: Workspace) -> str:
    """Put a laboratory, its people and a filing on record; returns the submission's id."""
    with open_register(workspace) as register:
        known = {one.id for one in register.people()}
        for person in _PEOPLE:
            if person.id not in known:
                register.put("", person, "administrator", _WHY)
        register.put("", _LABORATORY, "administrator", _WHY)
        taken, number = set(register.submissions()), 1
        while f"demo-{number}" in taken:
            number += 1
        today = datetime.now(UTC).date()
        filing = Filing(
            id=f"demo-{number}",
            reference=f"DEMO-{number}",
            type=SubmissionKind.ABBREVIATED,
            title="Three simulated devices",
            submitter="labharness",
            submitter_kind=SubmitterKind.MANUFACTURER,
            licence="none: a demonstration",
            received=today,
            games=("blackjack-633a", "pai-gow-poker-645a"),
            omitted=(
                OmittedTest(
                    test="procedures and inspections of the composed plans",
                    reason="The demonstration is to take less than a minute.",
                ),
            ),
        )
        register.put(filing.id, filing, "engineer", _WHY)
    return filing.id


def report_submission(
    workspace: Workspace,
    submission: str,
    runs: Sequence[RunFolder],
    on_step: Callable[[str], None] = lambda _: None,
) -> Issued:
    """Put on record what the runs tested, build the report, and let three people sign it."""
    today = datetime.now(UTC).date()
    with open_register(workspace) as register:
        for run in runs:
            for entry in _items(RunSummary.of(run)):
                register.put(submission, entry, "engineer", _WHY)
        word = Certification(
            id="certification",
            name="labharness",
            title="the program itself",
            date=today,
            statement="The simulated devices are those that labharness offers to everybody.",
        )
        register.put(submission, word, "engineer", _WHY)
        _recommend(register, submission)
    made = build_submission_report(workspace, submission, by="engineer", on_step=on_step)
    on_step("signing the report")
    with tempfile.TemporaryDirectory() as folder:
        for role, part in NEEDS.items():
            person = next(one for one in _PEOPLE if part in one.roles)
            passphrase = secrets.token_hex(16)
            file = Path(folder) / f"{person.id}.p12"
            file.write_bytes(
                TrialAuthority.of(workspace.path).issue(person.name, ", ".join(person.roles), passphrase)
            )
            key = keys.open_file(file, _answering(passphrase))
            proven = with_trial_proof(workspace, key, person.name)
            sign_report(workspace, made.number, role, person.name, proven, submission=submission)
    return made


def _answering(passphrase: str) -> keys.Ask:
    return lambda _: passphrase


def _recommend(register: Register, submission: str) -> None:
    advice = Recommendation(
        id="recommendation",
        disposition="approve",
        grounds="Put on record to show that the report refuses it: simulated devices prove nothing.",
        by="authoriser",
        date=datetime.now(UTC).date(),
    )
    register.put(submission, advice, "authoriser", _WHY)


def _items(summary: RunSummary) -> list[Entry]:
    """Return product, unit and software as the simulated device names them."""
    found = summary.identity
    if found is None:
        return []
    product = f"{summary.start['plan']['device_class'].replace('_', '-')}"
    game = "blackjack-633a" if "blackjack-633a" in summary.start["plan"]["id"] else "pai-gow-poker-645a"
    made: list[Entry] = [
        Product(
            id=product,
            manufacturer=found.manufacturer,
            model=found.model,
            device_class=DeviceClass(summary.start["plan"]["device_class"]),
            games=(game,),
        ),
        Unit(
            id=product,
            product=product,
            serial=found.serial,
            received=datetime.fromisoformat(summary.started).date(),
            condition="A process of this computer.",
        ),
    ]
    for place, one in enumerate(summary.software[0] if summary.software else (), 1):
        made.append(
            Component(
                id=f"{product}-{place}",
                product=product,
                name=one.name,
                version=one.version,
                medium="none: a simulation",
                algorithm=one.algorithm,
                digest=one.digest,
                obtained="As the simulated device reports it.",
                taken_over=True,
                rebuilt="no",
            )
        )
    return made
