"""Decisions and authentications in the window: who may, what will follow before it is made, and what is refused stays as typed."""

import hashlib
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyleOptionComboBox

from labharness.app.devices import authentication as module
from labharness.app.people.authority import TrialAuthority
from labharness.app.people.keys import open_file
from labharness.app.people.signing import deciding_with
from labharness.app.people.staff import Staff
from labharness.app.submission.dossiers import InvalidationEffect
from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.devices.gat import GatTerminal
from labharness.filings.entries.entry import Person, Role
from labharness.filings.entries.events import Component
from labharness.filings.entries.review import Opinion, Recommendation, Waiver
from labharness.filings.entries.snapshot import Authentication
from labharness.gui.filings.decision_dialog import ASKING, DecisionDialog
from labharness.gui.filings.draft_book import NOBODY, ActorChoice
from labharness.gui.filings.register_dialogs import AuthenticateDialog
from labharness.language.catalog import say
from labharness.model.address import Address, Room
from labharness.model.reasons.register import Entries, Forms, Invalidations
from labharness.model.reasons.run import Attempts
from labharness.model.results import Ending
from labharness.reason import quoted
from labharness.simulators.firmware import StreamServer, TcpSocket
from labharness.simulators.gat import GatFault, GatUnit, sample_images
from tests.gui.filings.conftest import dialog_of
from tests.support.filing_factory import NAME, PEOPLE, copied, file_submission, put
from tests.support.window.hands import fill

PASSPHRASE = "four cards in a row"
STAFF = Staff(
    login="authorizer-c",
    listed=tuple(Person(id=id_, name=id_.title(), roles=(role,)) for id_, role in PEOPLE.items()),
)
ROWS = {
    "another run decides": None,
    "an ending that may be the device's": Attempts.COUNTS_BY_ENDING(ending=Ending.DEVICE_LOST),
    "something speaks against the device": Attempts.COUNTS_AGAINST(why=quoted("A card was torn.")),
    "the run that decides": Attempts.COUNTS_AS_DECIDING(),
    "no other complete run": Attempts.COUNTS_ALONE(),
    "the run is missing": Invalidations.RUN_UNKNOWN(),
    "the attempts are not settled": Invalidations.NOT_SETTLED(),
    "settled like any other": Invalidations.AS_ANY_OTHER(),
    "no file": Entries.NO_FILE(),
    "no fact": Entries.STATES_NO_FACT(key="cause"),
}
"""Every row of the rule of runs set aside, with the reason why a run counts all the same."""


def decision(qtbot, tmp_path, kind, staff=STAFF, person="authorizer-c", **values):
    dialog = qtbot.addWidget(DecisionDialog(kind, values, staff, person, {}, tmp_path))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def test_invalidate_says_beforehand_what_the_rule_decides_for_every_row(qtbot, tmp_path):
    counting = {attempt.code for attempt in Attempts if attempt.code.startswith("attempts.counts_")}
    assert counting <= {each.code for each in ROWS.values() if each is not None}
    dialog = decision(qtbot, tmp_path, "invalidation", run="night-3")
    assert dialog.effect.text() == ASKING
    for row, counts in ROWS.items():
        dialog.show_effect(InvalidationEffect("night-3", counts))
        effect = Forms.TAKES_EFFECT(run="night-3")
        if counts is not None:
            effect = Forms.TAKES_NO_EFFECT(run="night-3", why=counts)
        assert dialog.effect.text() == say(effect), row
        assert dialog.effect.isVisible()
    doubt = Invalidations.BY_PARTICIPANT(invalidation="planned", person="C", run="night-3")
    dialog.show_effect(InvalidationEffect("night-3", None, doubt))
    assert say(doubt) in dialog.effect.text()
    before = dialog.effect.text()
    dialog.show_effect(InvalidationEffect("another-run", None))  # an answer that came too late
    assert dialog.effect.text() == before


def test_only_active_people_who_may_decide_are_offered(qtbot, tmp_path):
    left = Person(id="gone", name="Gone", roles=(Role.AUTHORIZER,), active=False)
    staff = Staff(login="authorizer-c", listed=(*STAFF.listed, left))
    dialog = decision(qtbot, tmp_path, "waiver", staff=staff, person="engineer-a")
    assert [dialog.person.itemData(at) for at in range(dialog.person.count())] == ["authorizer-c"]
    everybody = decision(qtbot, tmp_path, "opinion", person="engineer-a")
    assert everybody.person.count() == len(PEOPLE)
    assert everybody.by == "engineer-a"


def test_a_decision_without_grounds_cannot_be_made_and_says_what_is_missing(qtbot, tmp_path):
    dialog = decision(qtbot, tmp_path, "waiver", item="special-test-equipment")
    assert not dialog.do.isEnabled()
    assert dialog.form.rows["reason"].mistake == ""  # nobody has come to it yet
    fill(dialog, source="Letter of Nov 9, page 2", reason="not needed")
    assert "states no fact" in dialog.form.rows["reason"].mistake
    fill(dialog, reason="The device has no door.")
    assert dialog.form.rows["reason"].mistake == ""
    assert not dialog.do.isEnabled()
    dialog.attach("files", [{"name": "letter.pdf", "sha256": "ab" * 32, "size": 3, "caption": ""}])
    assert dialog.do.isEnabled()


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    workspace = Workspace.init(tmp_path_factory.mktemp("decided") / "space")
    file_submission(workspace)
    return workspace


@pytest.fixture
def space(begun, tmp_path, monkeypatch):
    """The authorizer is logged in."""
    monkeypatch.setenv("USER", "authorizer-c")
    return copied(begun, tmp_path)


@pytest.fixture
def room(qtbot, open_room, space):
    """The room of submissions with the decisions of the submission."""
    room = open_room(space, Address(Room.SUBMISSIONS, (NAME, SubmissionPart.DECISIONS.value)))
    qtbot.waitUntil(lambda: room.shown == NAME and room.view.part is SubmissionPart.DECISIONS)
    return room


def opened(qtbot, room, kind):
    button = room.view.decisions.makers[kind]
    qtbot.waitUntil(button.isEnabled)
    qtbot.click(button)
    return dialog_of(qtbot, room, DecisionDialog)


def on_record(space, kind):
    with open_register(space) as register:
        return register.snapshot(NAME).of(kind)


def test_decisions_are_made_withdrawn_and_refused_in_the_window(qtbot, room, space, tmp_path):
    def decide(refused, mended, **values):
        """Fill in what is refused with these words, and what is not."""
        fill(dialog, **values)
        qtbot.waitUntil(dialog.do.isEnabled)
        dialog.do.click()
        qtbot.waitUntil(lambda: refused in dialog.note.text())
        assert all(dialog.form.rows[name].editor.value == value for name, value in values.items())
        fill(dialog, **mended)
        dialog.do.click()
        qtbot.waitUntil(lambda: room.acts.dialog is None)

    dialog = opened(qtbot, room, "recommendation")
    mended = {"conditions": ["Only with six decks."]}
    decide("needs conditions", mended, disposition="approve-with-conditions", grounds="Every clause is met.")
    assert [each.disposition for each in on_record(space, Recommendation)][-1] == "approve-with-conditions"

    dialog = opened(qtbot, room, "waiver")
    paper = tmp_path / "letter.txt"
    paper.write_text("No door.", encoding="utf-8")
    dialog.dropped.emit("files", [paper])
    qtbot.waitUntil(lambda: len(dialog.values["files"]) == 1)
    given = {"source": "The letter.", "reason": "The device has no door."}
    decide("no-such-item", {"item": "special-test-equipment"}, item="no-such-item", **given)
    (waiver,) = on_record(space, Waiver)
    assert (waiver.by, waiver.files[0].name) == ("authorizer-c", "letter.txt")

    tab = room.view.decisions
    qtbot.waitUntil(lambda: tab.table.select(f"waiver/{waiver.id}") and tab.remove.isEnabled())
    qtbot.click(tab.remove)
    qtbot.waitUntil(lambda: room.acts.dialog is not None)
    dialog = room.acts.dialog
    assert not dialog.do.isEnabled()
    dialog.why.setText("Entered for the wrong submission.")
    dialog.do.click()
    qtbot.waitUntil(lambda: room.acts.dialog is None and on_record(space, Waiver) == ())


def test_a_decision_asks_for_the_key_where_the_laboratory_requires_it(qtbot, request, space, tmp_path):
    keys = {name: tmp_path / f"{name}.p12" for name in ("Chief", "Authorizer C")}
    for name, file in keys.items():
        file.write_bytes(TrialAuthority.of(space.path).issue(name, "role", PASSPHRASE))
    with open_register(space) as register:
        laboratory = register.laboratory()
        register.sign_with(deciding_with(space.path, open_file(keys["Chief"], lambda _: PASSPHRASE)))
        register.put("", laboratory.model_copy(update={"signed_decisions": True}), "chief", "Required.")
    room = request.getfixturevalue("room")
    dialog = opened(qtbot, room, "recommendation")
    fill(dialog, disposition="reject", grounds="A failure stands.")
    assert not dialog.do.isEnabled()
    assert "key" in dialog.do.toolTip()
    for name, file in keys.items():
        dialog.key.file.line.setText(str(file))
        dialog.key.passphrase.setText(PASSPHRASE)
        dialog.do.click()
        if name == "Chief":  # the key of somebody else
            qtbot.waitUntil(lambda: "Chief" in dialog.note.text())
            assert dialog.key.passphrase.text() == ""
    qtbot.waitUntil(lambda: room.acts.dialog is None)
    assert on_record(space, Recommendation)[-1].disposition == "reject"
    # An opinion is everybody's, and needs no key.
    dialog = opened(qtbot, room, "opinion")
    assert not dialog.key.needed
    fill(dialog, text="The deviation is small.")
    dialog.do.click()
    qtbot.waitUntil(lambda: room.acts.dialog is None)
    assert on_record(space, Opinion)[-1].by == "authorizer-c"


def test_a_name_is_whole_and_its_roles_are_in_the_list(qtbot):
    choice = qtbot.addWidget(ActorChoice())

    def shown():
        option = QStyleOptionComboBox()
        choice.initStyleOption(option)
        return option.currentText

    assert shown() == NOBODY
    names = ("Demonstration engineer", "A. Clerk")
    people = [
        Person(id=f"p{at}", name=name, roles=("engineer", "authorizer")) for at, name in enumerate(names)
    ]
    choice.show_staff(Staff(login="p0", listed=tuple(people)))
    choice.resize(choice.sizeHint())
    choice.show()
    with_roles = "Demonstration engineer · engineer, authorizer"
    assert (shown(), choice.itemData(1, Qt.ItemDataRole.DisplayRole)) == (names[0], with_roles)
    choice.choose("p1")
    assert shown() == names[1]
    # No room for roles is taken from the page, in whatever look the window is.
    assert choice.width() < choice.fontMetrics().horizontalAdvance(with_roles)


IMAGES = sample_images()
IDS = {name: name.split()[0].lower() for name in IMAGES}


@pytest.fixture
def authenticated(tmp_path, monkeypatch):
    monkeypatch.setenv("USER", "engineer-a")
    monkeypatch.setattr(module, "GatTerminal", partial(GatTerminal, gap_s=0.001, poll_s=0.001))
    workspace = Workspace.init(tmp_path / "workspace")
    file_submission(workspace)
    for name, image in IMAGES.items():
        title, _, version = name.rpartition(" ")
        part = Component(
            id=IDS[name],
            product="rng",
            name=title,
            version=version,
            medium="flash",
            algorithm="SHA-256",
            digest=hashlib.sha256(image).hexdigest(),
            obtained="Read from the chip.",
            rebuilt="no",
        )
        put(workspace, part)
        (tmp_path / IDS[name]).write_bytes(image)
    return workspace


@pytest.fixture
def dialog(qtbot, authenticated, open_room):
    room = open_room(authenticated, Address(Room.SUBMISSIONS, (NAME, SubmissionPart.ITEMS.value)))
    items = room.view.items
    qtbot.waitUntil(lambda: room.view.isVisible() and items.choose("product/rng"))
    assert not room.view.authenticate.isEnabled()
    assert room.view.authenticate.toolTip() == "Choose a unit first."
    items.choose("unit/unit-1")
    qtbot.click(room.view.authenticate)
    return dialog_of(qtbot, room, AuthenticateDialog)


def choose(dialog, folder, url=""):
    fill(dialog, device=url)
    for id_, field in dialog.images.items():
        field.line.setText(str(folder / id_))


def test_a_device_and_its_images_are_compared_and_the_result_is_on_record(
    qtbot, dialog, authenticated, tmp_path
):
    assert list(dialog.images) == list(IDS.values())
    assert dialog.do.toolTip() == "Type the address of a device, or choose an image."
    with StreamServer(TcpSocket("127.0.0.1", 0), GatUnit(IMAGES, (GatFault.WRONG_RESULT,)).receive) as server:
        choose(dialog, tmp_path, server.url)
        qtbot.click(dialog.do)
        qtbot.waitUntil(lambda: dialog.record is not None)
    (entry,) = _on_record(authenticated)
    table = dialog.table
    rows = [[table.item(at, column).text() for column in range(6)] for at in range(table.rowCount())]
    assert {(row[1], row[2]) for row in rows} == {
        ("MATCH", "image"),
        ("MATCH", "device"),
        ("MISMATCH", "device"),
    }
    (wrong,) = [row for row in rows if row[1] == "MISMATCH"]
    assert wrong[4] != wrong[5], "expected and obtained stand beside each other"
    assert [result.result.value.upper() for result in entry.results] == [row[1] for row in rows]
    assert (entry.by, entry.unit, entry.seed != "") == ("engineer-a", "unit-1", True)
    assert "DIFFERS from the hashes on file" in dialog.note.text()
    assert "The device calculated its checksums itself" in dialog.note.text()
    assert not dialog.do.isEnabled()
    dialog.pdf_wanted.emit(tmp_path / "result.pdf")
    qtbot.waitUntil((tmp_path / "result.pdf").is_file)


def test_what_cannot_be_authenticated_is_told_and_what_was_entered_stays(
    qtbot, dialog, authenticated, tmp_path
):
    choose(dialog, tmp_path / "nowhere")
    qtbot.click(dialog.do)
    qtbot.waitUntil(dialog.inside.isEnabled)

    assert "nowhere" in dialog.note.text()
    assert dialog.record is None
    assert all(field.text for field in dialog.images.values())
    assert _on_record(authenticated) == ()


def _on_record(authenticated):
    with open_register(authenticated) as register:
        return tuple(register.snapshot(NAME).of(Authentication))
