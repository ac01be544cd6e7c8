"""Every change and its record are one; what is refused leaves nothing; nobody writes over another unseen.

Files are kept once, under the hash of what they hold, and what was altered is named.
"""

import hashlib
import os
from datetime import date, timedelta
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labharness.errors import RegisterError
from labharness.filings.entries import filing as typed
from labharness.filings.entries.entry import Attached, Laboratory, Role
from labharness.filings.entries.events import Equipment, Product, Unit
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.review import Confirmation, Opinion
from labharness.filings.store.file_store import FileStore
from labharness.filings.store.register import Register
from labharness.model.eastern_time import today
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries, Registers
from tests.support.small_filing import ADMINISTRATOR, ENGINEER, FILING, PRODUCT, UNIT

CONFIRMATION = Confirmation(
    id="c-1",
    clause="58 Pa. Code § 603a.17(e)",
    by="authorizer",
    date=date(2026, 4, 1),
    source="The Code, as printed.",
    reason="Read.",
)
HOSTILE = (
    "\x00\x01\r\n\t\x1b[31m \u202eevil\u2066 <b>&amp;</b> =1+1 '; DROP TABLE change; -- 😀" + "x" * 10_000
)


def changed(entry, **fields):
    return entry.model_copy(update=fields)


def test_a_snapshot_holds_what_was_written_and_who_wrote_it(register):
    submission = register.snapshot("s-1")
    assert (submission.id, submission.filing, submission.of(type(UNIT))) == ("s-1", FILING, (UNIT,))
    assert [person.id for person in register.people()] == ["administrator", "engineer-a", "authorizer"]
    assert register.submissions() == ("s-1",)
    assert [
        (change.what, change.kind, change.entry, change.who, change.why, change.before)
        for change in submission.changes
    ] == [
        ("put", kind, name, "engineer-a", "As filed.", None)
        for kind, name in (("filing", "s-1"), ("product", "shuffler"), ("unit", "unit-1"))
    ]
    assert submission.changes[-1].after == UNIT.model_dump(mode="json")
    assert submission.head == submission.changes[-1].hash == register.head
    assert register.verify().problems == ()


def test_nothing_new_is_of_a_day_that_is_yet_to_come_and_what_is_on_record_stays_readable(
    register, refusal, monkeypatch
):
    tomorrow = today() + timedelta(days=1)
    unit = changed(UNIT, received=tomorrow)
    with monkeypatch.context() as ahead:  # the clock of another computer was a day ahead
        ahead.setattr(typed, "today", lambda: tomorrow)
        register.put("s-1", unit, "engineer-a", "Received.")
    assert register.snapshot("s-1").of(type(UNIT)) == (unit,)
    looked = changed(unit, condition="Scratched.")
    assert refusal(register.put, "s-1", looked, "engineer-a", "Looked again.").is_a(Entries.FUTURE_DAY)
    right = changed(looked, received=today())
    change = register.put("s-1", right, "engineer-a", "The clock was a day ahead.")
    assert change.after["condition"] == "Scratched."
    due = Equipment(id="scale", name="Scale", identification="3", due=tomorrow)
    assert register.put("s-1", due, "engineer-a", "Calibration is due later.")
    assert register.verify().problems == ()


def test_a_change_says_before_and_after_and_no_change_says_nothing(register, refusal):
    worn = changed(UNIT, condition="Scratched.")
    assert register.put("s-1", UNIT, "engineer-a", "Again.") is None
    change = register.put("s-1", worn, "engineer-a", "Looked again.")
    assert (change.before["condition"], change.after["condition"]) == ("As new.", "Scratched.")
    gone = register.remove("s-1", "unit", "unit-1", "engineer-a", "Sent back.")
    assert (gone.before["condition"], gone.after) == ("Scratched.", None)
    assert register.snapshot("s-1").of(type(UNIT)) == ()
    again = refusal(register.remove, "s-1", "unit", "unit-1", "engineer-a", "Again.")
    assert again.is_a(Registers.NO_SUCH_ENTRY)
    assert register.verify().problems == ()


def test_what_comes_later_stands_later_and_a_change_keeps_its_place(register):
    second = changed(UNIT, id="a-unit", serial="0002")
    register.put("s-1", second, "engineer-a", "Another.")
    register.put("s-1", changed(UNIT, condition="Worn."), "engineer-a", "Looked again.")
    assert [each.id for each in register.snapshot("s-1").of(type(UNIT))] == ["unit-1", "a-unit"]


def test_hostile_text_comes_back_as_it_was(register):
    hostile = changed(UNIT, condition=HOSTILE)
    register.put("s-1", hostile, "engineer-a", HOSTILE)
    register.note("s-1", "run annotated", {"text": HOSTILE}, HOSTILE[:300], HOSTILE)
    submission = register.snapshot("s-1")
    assert submission.named(type(UNIT), "unit-1") == hostile
    assert (submission.changes[-1].why, submission.changes[-1].after) == (HOSTILE, {"text": HOSTILE})
    assert register.verify().problems == ()


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
def test_half_a_character_is_refused_in_a_sentence(register, text, refusal):
    before, half = register.head, changed(UNIT, condition=text)
    assert refusal(register.put, "s-1", half, "engineer-a", "x").is_a(Registers.NOT_STORABLE)
    assert refusal(register.put, "s-1", UNIT, "engineer-a", text).is_a(Inputs.HALF_CHARACTER)
    with pytest.raises(RegisterError):
        register.note("s-1", "report built", {}, text, "x")
    assert register.head == before


def test_an_event_is_on_record(register, refusal):
    event = register.note("s-1", "report built", {"sha256": "0" * 64}, "A login", "Asked for.")
    assert register.snapshot("s-1").changes[-1] == event
    assert list(register.changes(""))[-1].kind == "person"
    for name in ("put", "remove", "Built", "", "x" * 100):
        assert refusal(register.note, "s-1", name, {}, "A login", "x").is_a(Registers.NOT_AN_EVENT)
    endless = refusal(register.note, "s-1", "report built", {"p": float("nan")}, "A login", "x")
    assert endless.is_a(Registers.PARTICULARS_NOT_STORABLE)


def test_an_empty_register_begins_with_an_administrator_who_enters_themselves(empty, refusal):
    for entry, who in ((ENGINEER, "engineer-a"), (ADMINISTRATOR, "engineer-a"), (FILING, "administrator")):
        assert refusal(empty.put, "s-1", entry, who, "x").is_a(Registers.BEGIN_WITH_ADMINISTRATOR)
    assert list(empty.changes()) == []
    empty.put("", ADMINISTRATOR, "administrator", "Begin.")
    assert empty.people() == (ADMINISTRATOR,)


def test_who_may_not_is_told_why(register, refusal, mistakes):
    laboratory = Laboratory(id="laboratory", name="A laboratory", address="A street")
    for entry in (laboratory, changed(ENGINEER, roles=tuple(Role))):
        assert refusal(register.put, "", entry, "engineer-a", "x").is_a(Registers.ROLE_NEEDED)
    of_it = {"kind": "confirmation", "entry": "c-1"}
    not_theirs = [
        Registers.ROLE_NEEDED(**of_it, role=Role.AUTHORIZER.value, person="engineer-a"),
        Registers.WORD_OF_ANOTHER(**of_it, by="authorizer"),
    ]
    result = mistakes(register.put, "s-1", CONFIRMATION, "engineer-a", "x")
    assert [reason for _, reason in result] == not_theirs
    other = changed(UNIT, serial="2")
    assert refusal(register.put, "s-1", other, "nobody", "x").is_a(Inputs.UNKNOWN)
    register.put("s-1", CONFIRMATION, "authorizer", "Read.")
    result = mistakes(register.remove, "s-1", "confirmation", "c-1", "engineer-a", "x")
    assert [reason for _, reason in result] == not_theirs
    register.put("", changed(ENGINEER, active=False), "administrator", "Left.")
    assert refusal(register.put, "s-1", other, "engineer-a", "x").is_a(Registers.NOT_ACTIVE)
    assert register.verify().problems == ()


def test_nobody_speaks_for_another(register, refusal):
    opinion = Opinion(id="o-1", by="engineer-a", date=date(2026, 4, 1), text="It will do.")
    assert refusal(register.put, "s-1", opinion, "authorizer", "x").is_a(Registers.WORD_OF_ANOTHER)
    register.put("s-1", opinion, "engineer-a", "x")
    stolen = changed(opinion, by="authorizer", text="It will not.")
    assert refusal(register.put, "s-1", stolen, "authorizer", "x").is_a(Registers.WORD_OF_ANOTHER)


def test_what_names_what_is_not_there_is_refused(register, refusal):
    put, remove = register.put, register.remove
    for code, call, *arguments in (
        (Entries.NOT_ON_RECORD, put, "s-1", changed(UNIT, product="other"), "engineer-a"),
        (Entries.NOT_ON_RECORD, remove, "s-1", "product", "shuffler", "engineer-a"),
        (Registers.FILING_NEEDED, put, "s-2", PRODUCT, "engineer-a"),
        (Registers.FILING_NEEDED, remove, "s-1", "filing", "s-1", "engineer-a"),
        (Registers.FILING_TWICE, put, "s-1", changed(FILING, id="s-2"), "engineer-a"),
        (Registers.LABORATORY_ENTRY_STAYS, remove, "", "person", "engineer-a", "administrator"),
        (Registers.LAST_ADMINISTRATOR, put, "", changed(ADMINISTRATOR, active=False), "administrator"),
    ):
        assert refusal(call, *arguments, "x").is_a(code), arguments
    assert refusal(register.snapshot, "s-2").is_a(Inputs.UNKNOWN)
    assert register.verify().problems == ()


def test_several_changes_are_all_made_or_none(register, refusal):
    before = register.head
    good = changed(UNIT, serial="0003")
    bad = changed(UNIT, id="unit-2", product="other")
    assert refusal(register.apply, "s-1", [good, bad], [], "engineer-a", "Both.").is_a(Entries.NOT_ON_RECORD)
    assert register.head == before
    gone = refusal(register.apply, "s-1", [good], [], "engineer-a", "It goes.", replaced={"product"})
    assert gone.is_a(Entries.NOT_ON_RECORD)
    other = changed(UNIT, id="unit-2")
    result = register.apply("s-1", [other], [], "engineer-a", "All units.", replaced={"unit"})
    assert [(each.what, each.entry) for each in result] == [("remove", "unit-1"), ("put", "unit-2")]
    assert register.apply("s-1", [other], [], "engineer-a", "All units.", replaced={"unit"}) == ()


def test_nobody_writes_over_what_another_wrote_meanwhile(register, refusal):
    seen = register.last_changes("s-1")["unit", "unit-1"]
    register.put("s-1", changed(UNIT, serial="A"), "engineer-a", "First.", expecting=seen)
    for known in (seen, 0):
        second = ("s-1", changed(UNIT, serial="B"), "authorizer", "Second.")
        assert refusal(register.put, *second, expecting=known).is_a(Registers.OVERTAKEN)
    new = changed(UNIT, id="unit-9")
    assert register.put("s-1", new, "engineer-a", "New.", expecting=0) is not None


def test_a_register_that_was_closed_opens_again(url):
    with Register.open(url) as register:
        register.put("", ADMINISTRATOR, "administrator", "Begin.")
        head = register.head
    with Register.open(url) as register:
        assert (register.head, register.verify().problems) == (head, ())


def test_an_entry_that_is_none_is_named(register, database, refusal):
    database("UPDATE entry SET body = '{\"id\":\"unit-1\"}' WHERE id = 'unit-1'")
    wrong = Registers.ENTRY_UNREADABLE(kind="unit", entry="unit-1", submission="s-1")
    assert refusal(register.snapshot, "s-1") == wrong


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30).filter(str.strip)
CHANGES = st.lists(st.tuples(st.sampled_from("abc"), TEXTS | st.none(), TEXTS), max_size=8)
NUMBERS = count(2)


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(changes=CHANGES)
def test_any_changes(register, changes):
    name = f"s-{next(NUMBERS)}"
    filing, product = register.snapshot("s-1").filing, register.snapshot("s-1").of(Product)[0]
    register.apply(name, [filing.model_copy(update={"id": name}), product], [], "engineer-a", "As filed.")
    wanted, records = {}, 2
    for id_, condition, why in changes:
        if condition is None:
            if wanted.pop(id_, None):
                register.remove(name, "unit", id_, "engineer-a", why)
                records += 1
            continue
        unit = Unit(id=id_, product="shuffler", serial="1", received=date(2026, 1, 1), condition=condition)
        change = register.put(name, unit, "engineer-a", why)
        assert (change is None) == (wanted.get(id_) == unit)
        records += change is not None
        wanted[id_] = unit
    submission = register.snapshot(name)
    assert {unit.id: unit for unit in submission.of(Unit)} == wanted
    assert [unit.id for unit in submission.of(Unit)] == list(wanted)
    assert submission.of(Filing)[0].id == name
    assert len(submission.changes) == records
    assert register.verify().problems == ()


@pytest.fixture
def kept(tmp_path):
    file = tmp_path / "manual.pdf"
    file.write_bytes(b"words" * 1000)
    files = FileStore(tmp_path / "files")
    return files, files.add(file, "All of it")


def test_a_file_is_kept_under_its_hash(kept):
    files, each = kept
    digest = hashlib.sha256(b"words" * 1000).hexdigest()
    assert each == Attached(name="manual.pdf", sha256=digest, size=5000, caption="All of it")
    assert files.place(digest) == files.path / digest[:2] / digest
    assert files.read(each) == b"words" * 1000
    assert files.problem(each) is None
    assert [path for path in files.path.rglob("*") if path.is_file()] == [files.place(digest)]


def test_the_same_content_lies_there_once_and_replaces_what_was_altered(kept, tmp_path):
    files, each = kept
    files.place(each.sha256).write_bytes(b"other")
    (tmp_path / "copy.pdf").write_bytes(b"words" * 1000)
    assert files.add(tmp_path / "copy.pdf").sha256 == each.sha256
    assert files.problem(each) is None
    assert sum(path.is_file() for path in files.path.rglob("*")) == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda place: place.unlink(), Registers.FILE_MISSING),
        (lambda place: place.write_bytes(b"w0rds" * 1000), Registers.FILE_ALTERED),
        (lambda place: os.truncate(place, 4999), Registers.FILE_ALTERED),
    ],
)
def test_what_is_missing_or_altered_is_named(kept, change, code, refusal):
    files, each = kept
    change(files.place(each.sha256))
    wrong = files.problem(each)
    assert (wrong.is_a(code), wrong["file"]) == (True, "manual.pdf")
    assert refusal(files.read, each) == wrong


def test_what_cannot_be_read_is_refused_and_leaves_nothing(kept, tmp_path, refusal):
    files, _ = kept
    before = sorted(files.path.rglob("*"))
    assert refusal(files.add, tmp_path / "none.pdf").is_a(Registers.COPY_FAILED)
    assert refusal(files.add, tmp_path).is_a(Registers.COPY_FAILED)
    assert sorted(files.path.rglob("*")) == before
