"""After a failure the scope may change; the verdict's sentence says that it did, and no renaming excuses a run."""

from dataclasses import replace

import pytest

from labharness.assessment.attempts.settling import cured_by
from labharness.assessment.conclusion import conclude
from labharness.assessment.dossier import SoftwareStanding
from labharness.assessment.headline import redrawn
from labharness.filings.entries.events import Component, Unit
from labharness.filings.entries.review import Deficiency
from labharness.filings.entries.snapshot import Change
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.results import Outcome
from tests.support.dossiers import dossier, example_submission

AFTER, BEFORE = "2026-09-20T10:00:00.000000Z", "2026-08-01T10:00:00.000000Z"


def changed(submission, kind, entry, utc=AFTER, **fields):
    """Return a submission with a change of an entry on record; without fields, its removal."""
    before = next(each for each in submission.entries if (each.kind, each.id) == (kind, entry))
    was = before.model_dump(mode="json")
    after = {**was, **fields} if fields else None
    change = Change(
        999, utc, "engineer-a", "put", submission.id, kind, entry, was, after, "Why not.", "", "0" * 64
    )
    return replace(submission, changes=(*submission.changes, change))


def field(name, kind, entry):
    """Return the reason that a field was changed."""
    return Conclusions.FIELD_CHANGED(field=name, kind=kind, entry=entry)


@pytest.mark.parametrize(
    ("kind", "entry", "fields", "told"),
    [
        ("unit", "unit-1", {"serial": "SN-9"}, (field("serial", "unit", "unit-1"),)),
        ("unit", "unit-2", {"use": "reserve", "reason": "Spare."}, (field("use", "unit", "unit-2"),)),
        ("unit", "unit-2", {}, (Conclusions.ENTRY_REMOVED(kind="unit", entry="unit-2"),)),
        ("product", "shuffler-52", {}, (Conclusions.ENTRY_REMOVED(kind="product", entry="shuffler-52"),)),
        ("filing", "sub-2026-017", {"games": []}, (field("games", "filing", "sub-2026-017"),)),
        ("filing", "sub-2026-017", {"title": "Other"}, ()),
        ("component", "app-240", {"submitted": True}, (field("submitted", "component", "app-240"),)),
        ("deficiency", "d1", {"runs": []}, (field("runs", "deficiency", "d1"),)),
        ("deficiency", "d1", {"retests": ["second-2.4.1", "third-2.4.1"]}, ()),
        ("document", "doc-circuits", {}, ()),
    ],
)
def test_changes_of_the_scope_after_a_failure_are_named(dossier_runs, kind, entry, fields, told):
    whole = example_submission()
    if not any((each.kind, each.id) == (kind, entry) for each in whole.entries):
        kind, entry = next((entry.kind, entry.id) for entry in whole.entries if entry.kind == kind)
    result = dossier(dossier_runs, submission=changed(whole, kind, entry, **fields))
    assert redrawn(result) == told
    changes = [
        sentence["changes"]
        for sentence in conclude(result).sentences
        if sentence.is_a(Conclusions.SCOPE_CHANGED)
    ]
    assert changes == ([told] if told else [])
    early = dossier(dossier_runs, submission=changed(whole, kind, entry, BEFORE, **fields))
    assert redrawn(early) == ()


def test_many_changes_leave_room_for_the_verdict(dossier_runs):
    result = example_submission()
    for unit in ("unit-1", "unit-2", "unit-3"):
        result = changed(result, "unit", unit)
    last = conclude(dossier(dossier_runs, submission=result)).sentences[-1]
    first, second = (Conclusions.ENTRY_REMOVED(kind="unit", entry=unit) for unit in ("unit-1", "unit-2"))
    assert last == Conclusions.SCOPE_CHANGED(changes=(first, second, Conclusions.MORE(number=1)))


def test_a_cure_is_something_that_was_not_there_when_it_failed(dossier_runs):
    whole = dossier(dossier_runs)
    failed = whole.groups[0]
    assert cured_by(whole, failed) is not None
    cure = whole.submission.named(Deficiency, "d1")
    for parts in (("boot-10",), ("app-241", "boot-10")):
        other = example_submission(cure.model_copy(update={"cure": parts}))
        result = dossier(dossier_runs, submission=other)
        assert cured_by(result, result.groups[0]) is None
        assert conclude(result).outcome is Outcome.FAIL


def test_failed_software_under_another_name_is_the_software_that_failed(dossier_runs):
    old = example_submission().named(Component, "app-240")
    renamed = old.model_copy(
        update={"id": "renamed", "name": "shuffle program", "version": "9", "submitted": True}
    )
    result = dossier(dossier_runs, submission=example_submission(renamed))
    assert result.standing(result.groups[0]) is SoftwareStanding.SUBMITTED
    assert conclude(result).outcome is Outcome.FAIL


def test_a_failed_unit_under_another_serial_number_still_fails(dossier_runs):
    unit = example_submission().named(Unit, "unit-1")
    moved = example_submission(unit.model_copy(update={"serial": "SN-9"}))
    result = conclude(dossier(dossier_runs, submission=moved))
    assert result.outcome is Outcome.FAIL
    assert result.refused
