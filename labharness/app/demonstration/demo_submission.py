"""The demonstration's submission: filed, rehearsed to the recommendation, and signed with trial keys."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from labharness.app.demonstration import demo
from labharness.app.demonstration.demo import CASES, ENGINEER, TRIALS, DemonstrationRun
from labharness.app.people import keys
from labharness.app.people.signing import NEEDS, issue_trial_key, with_trial_proof
from labharness.app.reports.issuing import sign_report
from labharness.app.reports.submission_reports import Issued, build_submission_report
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace, numbered
from labharness.assessment.conclusion import conclude
from labharness.assessment.dossier import SPECIMEN
from labharness.evidence.folder import RunFolder
from labharness.filings.entries.entry import Entry, Laboratory, Person, Role
from labharness.filings.entries.filing import Filing, OmittedTest, SubmissionKind, SubmitterKind
from labharness.filings.entries.review import Recommendation
from labharness.filings.entries.snapshot import MAY
from labharness.model.eastern_time import today
from labharness.plans.frozen import find_plan, freeze

_PEOPLE = (
    Person(id="administrator", name="Demonstration administrator", roles=(Role.ADMINISTRATOR,)),
    Person(id=ENGINEER, name="Demonstration engineer", roles=(Role.ENGINEER,)),
    Person(id="reviewer", name="Demonstration reviewer", roles=(Role.REVIEWER,)),
    Person(id="authorizer", name="Demonstration authorizer", roles=(Role.AUTHORIZER,)),
)
_LABORATORY = Laboratory(
    id="laboratory",
    name="Bureau of Gaming Laboratory Operations (demonstration)",
    address="The computer on which this demonstration ran",
)
_WHY = "Part of the demonstration."


def file_submission(workspace: Workspace, cases: Sequence[DemonstrationRun] = CASES) -> str:
    """Put a laboratory, its people and a filing on record; returns the submission's id."""
    with open_register(workspace) as register:
        known = {person.id for person in register.people() if person.active}
        for person in _PEOPLE:
            if person.id not in known:
                register.put("", person, "administrator", _WHY)
        register.put("", _LABORATORY, "administrator", _WHY)
        name, day = numbered("demo-", set(register.submissions())), today()
        plans = [case.plan for case in cases if not case.by_hand]
        few = OmittedTest(
            test=f"more than {TRIALS} trials of each procedure",
            reason="The demonstration is to take about a minute.",
        )
        filing = Filing(
            id=name,
            reference=name.upper(),
            type=SubmissionKind.ABBREVIATED,
            title="Rehearsal with simulated devices",
            submitter="labharness",
            submitter_kind=SubmitterKind.MANUFACTURER,
            license="none: a demonstration",
            received=day,
            games=tuple(dict.fromkeys(freeze(*find_plan(plan)).game.id for plan in plans)),
            omitted=(few,),
        )
        register.put(filing.id, filing, ENGINEER, _WHY)
    return filing.id


def report_submission(workspace: Workspace, submission: str, runs: Sequence[RunFolder]) -> Issued:
    """Put on record what the runs tested and what a report needs, build the rehearsal, and let three people sign it."""
    day = today()
    _put(workspace, submission, [*demo.tested(list(runs)), *demo.equipment()])
    with open_register(workspace) as register:
        snapshot = register.snapshot(submission)
    whole = snapshot.filing.model_copy(update={"complete": day})
    _put(workspace, submission, [*demo.documents(workspace, snapshot, day), whole])
    dossier = gather_dossier(workspace, submission, series=SPECIMEN)
    result = conclude(dossier)
    decided = demo.decisions(workspace, dossier.submission, result, "authorizer", day)
    _put(workspace, submission, decided)
    advice = Recommendation(
        id="recommendation",
        disposition="approve",
        grounds="Rehearsal: every clause that applies is met and no open item prevents a recommendation to approve.",
        by="authorizer",
        date=day,
    )
    _put(workspace, submission, [advice])
    issued = build_submission_report(workspace, submission, "rehearsal", by=ENGINEER)
    passphrase = secrets.token_hex(16)
    with tempfile.TemporaryDirectory() as folder:
        for role, part in NEEDS.items():
            person = next(each for each in _PEOPLE if part in each.roles)
            file = Path(folder) / f"{person.id}.p12"
            name = issue_trial_key(workspace, person.id, file, lambda: passphrase)
            key = keys.open_file(file, lambda _: passphrase)
            proven = with_trial_proof(workspace, key, name)
            sign_report(workspace, issued.number, role, name, proven, submission=submission)
    return issued


def _put(workspace: Workspace, submission: str, entries: Iterable[Entry]) -> None:
    """Write entries, each by somebody who may."""
    with open_register(workspace) as register:
        for entry in entries:
            who = "authorizer" if MAY.get(entry.kind) is Role.AUTHORIZER else ENGINEER
            register.put(submission, entry, who, _WHY)
