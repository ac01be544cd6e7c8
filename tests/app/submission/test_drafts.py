"""Drafts of a submission: saved to the register whole or not at all, and never over what others wrote."""

import os
import stat

import pytest

from labharness.app.people.staff import staff_of
from labharness.app.submission.draft_saving import (
    DraftMistakenError,
    DraftOvertakenError,
    body_differences,
    read_recorded,
    save_draft,
    settle_overtaken,
)
from labharness.app.submission.drafts import (
    DraftedSubmission,
    EntryState,
    SubmissionDraft,
    begin_submission,
    drafts_of,
    new_name,
    read_draft,
    write_draft,
)
from labharness.app.workspace.register import open_register
from labharness.filings.entries.events import Unit
from labharness.model.reasons.register import Forms, Registers
from tests.support.filing_factory import NAME, copied, put

FIELDS = {
    "reference": "S/462",
    "id": "s-462",
    "type": "prototype",
    "title": "A generator",
    "submitter": "A manufacturer",
    "submitter_kind": "manufacturer",
    "license": "F-1",
    "received": "2026-03-02",
    "games": ["pai-gow-poker-645a"],
}


@pytest.fixture
def space(filed, tmp_path):
    return copied(filed, tmp_path)


@pytest.fixture
def mine(space):
    """The submission with an empty draft of engineer A."""
    return read_recorded(space, NAME).with_draft(SubmissionDraft(name=NAME, person="engineer-a"))


def edited(drafted, key, **values):
    """Return the submission with fields of an entry changed in the draft."""
    draft = drafted.changed(key, {**drafted.entry(key).values, **values})
    return DraftedSubmission(drafted.submission, drafted._last, draft)


def filing(space):
    with open_register(space) as register:
        return register.snapshot(NAME).filing


def test_a_draft_lies_in_the_workspace_for_its_owner_alone(space, mine):
    draft = edited(mine, f"filing/{NAME}", title="Another").draft
    written = write_draft(space, draft)
    file = space.path / "drafts" / "engineer-a" / f"{NAME}.json"
    assert read_draft(space, "engineer-a", NAME) == written
    assert written.changed
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) & 0o077 == 0
    assert drafts_of(space, "engineer-a") == (NAME,)
    assert drafts_of(space, "authorizer-c") == ()
    write_draft(space, SubmissionDraft(name=NAME, person="engineer-a"))
    assert not file.exists()


def test_a_draft_that_cannot_be_read_is_left_as_it_is(space, mine, refusal):
    write_draft(space, edited(mine, f"filing/{NAME}", title="Another").draft)
    file = space.path / "drafts" / "engineer-a" / f"{NAME}.json"
    file.write_text("{", encoding="utf-8")
    assert refusal(read_draft, space, "engineer-a", NAME) == Forms.DRAFT_UNREADABLE(file=str(file))
    assert file.read_text(encoding="utf-8") == "{"


def test_an_entry_that_is_as_on_record_leaves_the_draft(mine):
    changed = edited(mine, f"filing/{NAME}", title="Another")
    assert [each.state for each in changed.of("filing")] == [EntryState.CHANGED]
    assert edited(changed, f"filing/{NAME}", title=mine.submission.filing.title).draft.entries == ()


def test_everything_is_written_as_one_change(space, mine):
    changed = edited(mine, f"filing/{NAME}", title="Another")
    draft, key = changed.added("unit", product="rng", serial="8", received="2026-03-02", condition="New.")
    changed = DraftedSubmission(mine.submission, mine._last, draft)
    draft = changed.removed("unit/unit-1")
    name, changes = save_draft(space, draft, "engineer-a", "Corrected.")
    assert name == NAME
    assert [(change.what, change.kind, change.entry) for change in changes] == [
        ("remove", "unit", "unit-1"),
        ("put", "filing", NAME),
        ("put", "unit", changed.entry(key).id),
    ]
    assert {change.why for change in changes} == {"Corrected."}
    assert filing(space).title == "Another"


def test_a_new_submission_is_named_by_its_reference(space, refusal):
    draft, key = begin_submission(new_name(space, "engineer-a"), "engineer-a")
    drafted = DraftedSubmission(None, {}, draft)
    draft = drafted.changed(key, {**drafted.entry(key).values, **FIELDS})
    name, changes = save_draft(space, draft, "engineer-a", "As filed.")
    assert (name, len(changes)) == ("s-462", 1)
    assert refusal(save_draft, space, draft, "engineer-a", "As filed.") == Forms.TAKEN_REFERENCE(
        submission="s-462"
    )


def test_mistakes_are_named_by_field_and_nothing_is_written(space, mine):
    changed = edited(mine, "unit/unit-1", product="gone", received="tomorrow")
    changed = edited(changed, f"filing/{NAME}", title="")
    with pytest.raises(DraftMistakenError) as refused:
        save_draft(space, changed.draft, "engineer-a", "Corrected.")
    wrong = {(key, entry.path) for key, each in refused.value.mistakes.items() for entry in each}
    assert wrong == {("unit/unit-1", ("received",)), (f"filing/{NAME}", ("title",))}
    assert filing(space).title == "Computerized RNG"
    ((key, (mistake,)),) = edited(mine, "unit/unit-1", product="gone").mistakes().items()
    assert (key, mistake.path) == ("unit/unit-1", ("product",))


def test_nobody_writes_over_what_another_wrote_meanwhile(space, mine):
    key = f"filing/{NAME}"
    changed = edited(mine, key, title="Mine", license="F-2")
    put(space, filing(space).model_copy(update={"title": "Theirs", "remarks": "New"}), by="reviewer-b")
    with pytest.raises(DraftOvertakenError) as refused:
        save_draft(space, changed.draft, "engineer-a", "Corrected.")
    (each,) = refused.value.overtaken
    shown = {field.field: (field.mine, field.theirs, field.collides) for field in each.fields}
    assert each.who == "reviewer-b"
    assert shown == {
        "title": ("Mine", "Theirs", True),
        "license": ("F-2", "F-1", False),
        "remarks": ("", "New", False),
    }
    assert filing(space).title == "Theirs"
    settled = settle_overtaken(changed.draft, each, {"title": "mine"})
    save_draft(space, settled, "engineer-a", "Both versions compared.")
    result = filing(space)
    assert (result.title, result.license, result.remarks) == ("Mine", "F-2", "New")


def test_an_entry_that_was_removed_meanwhile_is_written_anew_or_let_go(space, mine):
    changed = edited(mine, "unit/unit-1", condition="Scratched.")
    with open_register(space) as register:
        register.remove(NAME, "unit", "unit-1", "reviewer-b", "Sent back.")
    with pytest.raises(DraftOvertakenError) as refused:
        save_draft(space, changed.draft, "engineer-a", "Corrected.")
    (each,) = refused.value.overtaken
    assert each.theirs is None
    assert settle_overtaken(changed.draft, each, {"": "theirs"}).entries == ()
    save_draft(space, settle_overtaken(changed.draft, each, {}), "engineer-a", "It is here again.")
    assert read_recorded(space, NAME).submission.named(Unit, "unit-1").condition == "Scratched."


def test_a_reason_a_change_and_the_role_are_needed(space, mine, refusal):
    words = {"disposition": "approve", "grounds": "All.", "by": "engineer-a", "date": "2026-03-02"}
    for draft, why, code in (
        (edited(mine, f"filing/{NAME}", title="A").draft, " ", Forms.NO_REASON),
        (mine.draft, "Corrected.", Forms.NOTHING_CHANGED),
        (mine.added("recommendation", **words)[0], "Decided.", Registers.ROLE_NEEDED),
    ):
        assert refusal(save_draft, space, draft, "engineer-a", why).is_a(code)


def test_who_may_not_is_told_who_may(space):
    with open_register(space) as register:
        staff = staff_of(register)
    role = Forms.ROLE_ACTS(role="authorizer", people=("Authorizer C",))
    assert staff.entry_refusal("engineer-a", "unit") is None
    assert staff.entry_refusal("engineer-a", "waiver") == role
    assert staff.entry_refusal("authorizer-c", "waiver") is None
    assert staff.entry_refusal("authorizer-c", "waiver", "somebody") == Forms.OWNER_ACTS(person="somebody")
    assert staff.entry_refusal("nobody", "unit").is_a(Forms.ACTOR_UNKNOWN)
    assert staff.entry_refusal("authorizer-c", "authentication") == Forms.MEASURED()


def test_the_history_tells_what_a_record_changed(space, mine):
    save_draft(space, edited(mine, f"filing/{NAME}", title="B").draft, "engineer-a", "Corrected.")
    last = read_recorded(space, NAME).submission.changes[-1]
    (field,) = body_differences(last)
    assert (field.field, field.base, field.theirs) == ("title", "Computerized RNG", "B")
