"""The form engine over every field, and the form of an act: what is shown is what is read and taken, mistakes, steps back."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton

from labharness.acts import queue, report
from labharness.acts.analyze import analyze
from labharness.acts.declaring import Seat
from labharness.analysis.sampling.files.source import Observes
from labharness.errors import StorageError
from labharness.filings.entries.form_values import FieldMistake
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.forms.field_form import FieldForm
from labharness.gui.kit.forms.saved_form import Draft, KeyFields, SavedForm
from labharness.model.field import Field, FieldShape
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Forms
from tests.support.every_field import every_field
from tests.support.seats import Seats
from tests.support.window.hands import fill

FIELDS = {key: field for key, field in every_field().items() if key != "Plan.stages"}
"""Stages are of several kinds, and stand in the outline."""
ATTACHED = {"name": "a.pdf", "sha256": "a" * 64, "size": 3, "caption": ""}
SAMPLES = {
    FieldShape.LINE: ["a < b & c", "é 😀", ""],
    FieldShape.PROSE: ["first\nsecond", ""],
    FieldShape.DATE: ["2026-11-23", "no date", ""],
    FieldShape.FLAG: [True, False],
    FieldShape.WHOLE: ["12", "many", ""],
    FieldShape.NUMBER: ["0.50", "1e", ""],
    FieldShape.FOLDER: ["/lab/reader", ""],
    FieldShape.OTHER: ['{ groups = ["ace"] }', ""],
}


def samples(field):
    """Values of a field as a form has them."""
    if field.shape is FieldShape.FILE:
        return [[ATTACHED], []]
    if field.shape is FieldShape.TABLE:
        return [[{each.name: f"{each.name} 1" for each in field.inner}], []]
    if field.choices:
        return [list(field.choices[:2]), []] if field.many else [*field.choices, ""]
    values = SAMPLES[field.shape]
    return [[each for each in values if "\n" not in each and each], []] if field.many else values


@pytest.fixture
def form(qtbot):
    form = qtbot.addWidget(FieldForm())
    form.begin()
    return form


def test_what_is_shown_is_what_is_read_and_nothing_is_edited_by_showing(form):
    edited = []
    form.edited.connect(lambda *given: edited.append(given))
    for key, field in FIELDS.items():
        row = form.add(key, field)
        for value in samples(field):
            row.editor.show_value(value)
            assert row.editor.value == value, key
            assert row.editor.target.accessibleName().startswith(row.words.label), key
        assert edited == [], key
        row.editor.changed.emit()
        assert edited == [(key, row.editor.value)]
        edited.clear()


def test_a_mistake_is_shown_at_its_field_and_opens_what_hides_it(form):
    for key, field in FIELDS.items():
        form.begin()
        form.add("other", FIELDS["laboratory.name"])
        form.fold({"it": field})
        row = form.rows["it"]
        assert not row.isVisibleTo(form), key
        form.show_wrong({"it": [Inputs.NOT_TEXT(got="5")]}, [Forms.NO_REASON()])
        assert row.isVisibleTo(form), key
        assert row.mistake, key
        assert row.mistake in row.note.text(), key
        assert form.rows["other"].mistake == "", key
        assert form.whole.text(), key
        form.show_wrong({})
        assert (row.mistake, row.note.text()) == ("", row.help), key


def test_an_empty_field_is_not_marked_before_somebody_came_to_it(form):
    row = form.add("name", FIELDS["laboratory.name"])
    form.show_wrong({"name": [Forms.NEEDED()]})
    assert "⚠" not in row.note.text()
    row.editor.changed.emit()
    form.show_wrong({"name": [Forms.NEEDED()]})
    assert "⚠" in row.note.text()


def test_a_field_says_limits_offers_what_the_form_offers_and_why_it_is_fixed(form):
    keys = ("Plan.sessions", "Plan.version", "laboratory.addressee", "filing.type")
    rows = {key: form.add(key, FIELDS[key]) for key in keys}
    assert rows["Plan.sessions"].help.endswith("1 to 1,000. If left empty: 1.")
    assert rows["Plan.version"].help.endswith("At least 1.")
    assert "Executive Director" in rows["laboratory.addressee"].help
    rows["filing.type"].editor.show_value("what a later version knows")
    assert rows["filing.type"].editor.value == "what a later version knows"
    field = FIELDS["unit.product"]
    form.show_offers({field.refers: [("p-1", "A product")]})
    box = form.add("it", field).editor.box
    assert [box.itemData(place) for place in range(box.count())] == ["p-1"]
    form.allow("", {"Plan.sessions": "It is signed."})
    stand = [(rows[key].editor.isEnabled(), rows[key].editor.toolTip()) for key in keys[:2]]
    assert stand == [(False, "It is signed."), (True, "")]


class Disk(QObject):
    """Keeps drafts, or cannot."""

    def __init__(self):
        super().__init__()
        self.kept, self.broken = [], False

    def keep(self, record):
        if self.broken:
            raise StorageError(Inputs.UNWRITABLE(path="draft", why="full"))
        self.kept.append(record)


@pytest.fixture
def draft(qapp):
    disk = Disk()
    draft = Draft(("",), disk.keep)
    draft.disk = disk
    yield draft
    draft.stop()


def test_undo_returns_to_each_state_and_redo_leads_forth(draft):
    states = [draft.state]
    for at, same in enumerate(("a", "a", "b", "", "", "a")):
        draft.put((*draft.state, str(at)), "step", same)
        if same and same == ("a", "a", "b", "", "", "a")[at - 1] and at:
            states.pop()
        states.append(draft.state)
    for state in reversed(states[:-1]):
        draft.stack.undo()
        assert draft.state == state
    assert not draft.stack.canUndo()
    while draft.stack.canRedo():
        draft.stack.redo()
    assert draft.state == states[-1]


def test_a_sealed_step_is_undone_by_itself_and_no_change_is_no_step(draft):
    draft.put(("1",), "step", "a")
    draft.seal()
    draft.put(("2",), "step", "a")
    draft.put(("2",), "step", "a")
    draft.stack.undo()
    assert draft.state == ("1",)


def test_a_draft_is_kept_by_itself_and_at_the_end_and_what_cannot_be_written_is_told(draft, qtbot):
    text = []
    draft.failed.connect(text.append)
    draft.put(("1",), "step")
    assert not draft.is_kept
    qtbot.waitUntil(lambda: draft.is_kept)
    draft.disk.broken = True
    draft.put(("2",), "step")
    qtbot.waitUntil(lambda: bool(text))
    assert not draft.is_kept
    draft.disk.broken = False
    draft.begin(("another",))
    assert draft.disk.kept == [("1",), ("2",)], "before another draft begins"
    assert not draft.stack.canUndo()
    draft.put(("3",), "step")
    draft.forget()
    draft.stop()
    assert draft.disk.kept == [("1",), ("2",)], "what was let go of is not written"


def needs_a_name(values):
    return () if values["name"] else (FieldMistake(("name",), Forms.NEEDED()),)


@pytest.fixture
def saved(qtbot):
    form = FieldForm()
    form.begin()
    for name in ("name", "address"):
        form.add(name, Field(("laboratory",), name, FieldShape.LINE))
    saved = qtbot.addWidget(SavedForm(form, "it", QPushButton("Save"), needs_a_name))
    saved.begin({"name": "A", "address": "B"})
    return saved


def test_what_is_on_record_follows_but_for_what_somebody_is_about_to_enter(saved):
    fill(saved, name="mine")
    saved.follow({"name": "A", "address": "theirs"})
    assert saved.values == {"name": "mine", "address": "theirs"}
    assert saved.form.rows["name"].mistake == ""
    saved.follow({"name": "theirs", "address": "theirs"})
    assert saved.values["name"] == "mine"
    assert "theirs" in saved.form.rows["name"].mistake
    fill(saved, name="theirs")
    saved.follow({"name": "theirs", "address": "theirs"})
    assert saved.form.rows["name"].mistake == ""


def test_nothing_is_saved_without_the_key_that_the_laboratory_requires(saved):
    saved.key.need(needed=True)
    fill(saved, name="mine")
    saved.why.setText("because")
    assert not saved.save.isEnabled()
    saved.key.file.line.setText("key.p12")
    assert saved.save.isEnabled()


def test_what_is_typed_before_the_record_was_read_stays(qtbot):
    form = FieldForm()
    form.begin()
    form.add("name", FIELDS["laboratory.name"])
    saved = qtbot.addWidget(SavedForm(form, "it", QPushButton("Save")))
    fill(saved, name="mine")
    saved.follow({"name": "theirs"})
    assert saved.values["name"] == "mine"
    assert "theirs" in saved.form.rows["name"].mistake


def test_a_change_is_saved_with_a_reason_and_a_refused_one_shows_the_record(saved):
    wanted = []
    saved.wanted.connect(lambda: wanted.append((saved.values["name"], saved.reason)))
    assert not saved.save.isEnabled()
    fill(saved, name="mine")
    assert not saved.save.isEnabled()
    saved.why.setText(" because ")
    saved.save.click()
    assert wanted == [("mine", "because")]
    saved.refuse("No.")
    assert saved.values["name"] == "A"
    assert saved.reason == "because"
    fill(saved, name="mine")
    saved.accept("Done.")
    assert saved.recorded["name"] == "mine"
    assert saved.reason == ""
    fill(saved, name="")
    saved.why.setText("Emptied.")
    assert saved.form.rows["name"].mistake
    assert not saved.save.isEnabled()
    saved.restrict("Only an administrator.")
    assert not saved.form.rows["name"].editor.isEnabled()


TOKEN = "pkcs11:token=lab;object=key?module-path=/usr/lib/softhsm.so"


def test_a_key_is_a_token_or_a_file_and_its_pass_phrase_is_taken_once(qtbot, tmp_path):
    fields = qtbot.addWidget(KeyFields(tmp_path))
    assert fields.take()["key"] == ""
    fields.need(needed=True)
    for written, key in ((TOKEN, TOKEN), ("mine.p12", str(tmp_path / "mine.p12"))):
        fields.file.line.setText(written)
        fields.passphrase.setText("secret")
        taken = fields.take()
        assert (taken["key"], taken["ask"](""), fields.passphrase.text()) == (key, "secret", "")


@pytest.fixture
def show(qtbot):
    def show(*given, **options):
        return qtbot.addWidget(ActForm(*given, **options))

    return show


def test_what_is_entered_has_the_type_of_the_parameter_and_else_the_act_decides(show, tmp_path):
    form = show(
        analyze,
        ("observes", "level", "decks", "power", "buffer"),
        offers={"power": [("40", "forty")]},
        limits={"level": (0.0001, 0.05)},
    )
    assert form.take() == {"level": 0.01}
    fill(form, observes="outcomes", decks=6, power="40")
    assert form.take() == {"level": 0.01, "observes": Observes.OUTCOMES, "decks": 6, "power": 40}
    form = show(report.verify, ("trust", "signers"), folder=tmp_path)
    fill(form, trust=" one.pem ", signers="list.json")
    assert form.take() == {"trust": [tmp_path / "one.pem"], "signers": tmp_path / "list.json"}
    box = show(queue.add, ("repeat",)).rows["repeat"].editor.box
    assert (box.minimum(), box.maximum(), box.value()) == (1, 1000, 1)


def test_a_field_that_does_not_apply_is_not_given(show):
    form = show(analyze, ("observes", "decks"))
    fill(form, observes="decks", decks=6)
    form.allow(fixed={"decks": "A file of this content has none."})
    assert form.take() == {"observes": Observes.DECKS}
    form.setEnabled(False)  # while it is done
    assert form.take() == {"observes": Observes.DECKS}


def test_what_lacks_something_says_what_and_is_never_begun(show):
    form = show(report.trial_key, ("file", "ask"), twice=True)
    assert "“File”" in form.lack
    with pytest.raises(AssertionError):
        form.order(Seats(print))
    fill(form, file="/lab/a.p12")
    assert form.lack  # a new pass phrase


def test_who_acts_is_chosen_and_a_pass_phrase_is_given_once(show):
    form = show(
        report.sign, ("by", "key", "ask"), offers={"by": [("a", "A"), ("b", "B")]}, values={"by": "b"}
    )
    fill(form, key="/lab/a.p12", ask=" four words ")
    order = form.order(Seat(None), number="r1")

    assert (order.func.__self__.by, order.keywords["key"]) == ("b", Path("/lab/a.p12"))
    assert order.keywords["ask"]("") == " four words "
    assert "four" not in repr(order)
    assert form.rows["ask"].editor.value == ""
