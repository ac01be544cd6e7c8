"""From nothing to a signed SPECIMEN in the window that ``labharness-gui`` opens, without a command line and without TOML."""

import keyring
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import QPushButton

from labharness.app.people import authority as trusted_authorities
from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.evidence.history.run import RunHistory
from labharness.filings.entries.entry import Role
from labharness.gui.filings.decision_dialog import DecisionDialog
from labharness.gui.filings.register_dialogs import ChangesDialog, DropDialog, UnitsDialog
from labharness.gui.kit import findable as deciding_button
from labharness.gui.main import DEFAULT
from labharness.gui.reports.sign_dialog import SignDialog
from labharness.model.address import Room
from labharness.model.eastern_time import today
from labharness.model.reasons.evidence import Answer
from labharness.model.results import Outcome
from labharness.reporting.layout import SPECIMEN
from tests.gui.filings.conftest import FIELDS, dialog_of, papers
from tests.gui.test_main_job import JUDGED_MS
from tests.support.window.person import Person

SEED = 4614
ENGINEER, REVIEWER, AUTHORIZER = "engineer-a", "reviewer-b", "head-c"
PEOPLE = {
    ENGINEER: ("A. Engineer", (Role.ADMINISTRATOR, Role.ENGINEER)),
    REVIEWER: ("B. Reviewer", (Role.REVIEWER,)),
    AUTHORIZER: ("C. Head", (Role.AUTHORIZER,)),
}
SIGNERS = {"tested": ENGINEER, "reviewed": REVIEWER, "authorized": AUTHORIZER}
PLAN = "pai-gow-poker-645a-computerized-rng"
NUMBER = "bglo-2026-0117"
PASSPHRASE = "four words nobody says"
MOST_SECONDS = 600
MOST_TO_FILE = 40
"""Clicks, drops and fields of the filing of 30 documents."""
MOST_TO_START, MOST_TO_SIGN = 5, 4
"""Clicks; a signature takes one field, the pass phrase."""
MOST_FOR_A_KEY, FIELDS_OF_A_KEY = 2, 2
"""What a first signature takes more, because its key is made: two clicks, and a new pass phrase twice."""


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A desk where labharness was never started; returns what the desktop was asked to open."""
    opened = []
    for name in ("HOME", "XDG_CONFIG_HOME"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("USER", ENGINEER)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()) or True)
    monkeypatch.setattr(keyring, "get_password", lambda *_: None)
    monkeypatch.setattr(trusted_authorities, "installed", lambda: (tmp_path / "user.pem",))
    monkeypatch.setattr(deciding_button, "SETTLING_MS", 0)  # which has tests of its own
    return opened


@pytest.mark.parametrize(
    "keys",
    [pytest.param(False, marks=pytest.mark.long), pytest.param(True, marks=pytest.mark.slow)],
    ids=["mouse", "keys"],
)
def test_a_generator_goes_from_nothing_to_a_signed_specimen(
    qtbot, sit_down, desk, simulated, tmp_path, keys, record_property, whole_searches
):
    url = simulated("rng", seed=SEED)
    person, done = Person(qtbot, keys), []

    def work(window):
        qtbot.front(window)
        marker = Workspace.open(DEFAULT).path / MARKER
        # Whatever the clock of this computer is, also for the runner.
        marker.write_text(f"clock_by_hand = true\n{marker.read_text('utf-8')}", encoding="utf-8")
        for act in (enter_people, file_submission, run_plan, look_at_results, decide, report):
            act(person, window, tmp_path)
            done.append(act.__name__)
            record_property(act.__name__, f"{person.steps} steps, {person.seconds:.0f} s so far")

    sit_down(work, "--usbip", url.split("/")[2])
    assert done[-1] == "report"
    assert person.seconds <= MOST_SECONDS
    space = Workspace.open(DEFAULT)
    (run,) = space.runs()
    assert RunHistory.of(run).summary.outcome is Outcome.PASS
    assert [path.name for path in space.path.glob("reports/*/SPECIMEN.pdf")] == ["SPECIMEN.pdf"]


def room(person, window, room):
    """Open a room by the rail, or by its key."""
    if person.keys:
        number = list(window.rail.buttons).index(room) + 1
        person.key(window, Qt.Key(Qt.Key.Key_0.value + number), Qt.KeyboardModifier.AltModifier)
    else:
        person.press(window.rail.buttons[room])
    person.qtbot.waitUntil(lambda: window.address.room is room)
    return window.page


def enter_people(person, window, _):
    """Put the people on the list, the laboratory in its entry; the first person is whoever sits here."""
    page = room(person, window, Room.SETTINGS)
    people, laboratory = page.sections["people"], page.sections["laboratory"]
    person.pick(page.list, list(page.sections).index("people"))
    rows, roles_of = people.form.form.rows, people.form.form.rows["roles"].editor.boxes
    person.qtbot.waitUntil(lambda: people.form.values["id"] == ENGINEER)
    for id_, (name, roles) in PEOPLE.items():
        if id_ != ENGINEER:
            if person.keys:
                person.press(people.new)
            person.write(rows["id"].editor.target, id_)
            person.write(people.form.why, "New in the laboratory.")
        person.write(rows["name"].editor.target, name)
        for role in roles:
            if not roles_of[role].isChecked():
                person.press(roles_of[role])
        person.press(people.save)
        person.qtbot.waitUntil(lambda id_=id_: people.table.rows.place(id_) >= 0)
        person.qtbot.waitUntil(lambda: people.form.values["id"] == "")
    person.pick(page.list, list(page.sections).index("laboratory"))
    person.enter(laboratory.form.form, name="Example Laboratory", address="1 Test Street")
    person.write(laboratory.form.why, "The laboratory.")
    person.press(laboratory.form.save)
    person.qtbot.waitUntil(lambda: laboratory.form.message.text().startswith("✓"))


def file_submission(person, window, place):
    """Fill in the filing, ask the device who it is, drop the documents, and save with the reason."""
    person.reset()
    qtbot, page = person.qtbot, room(person, window, Room.SUBMISSIONS)
    qtbot.waitUntil(lambda: page.actor.person == ENGINEER)
    person.press(page.list.new)
    view = page.view
    qtbot.waitUntil(view.isVisible)
    person.enter(view.overview.form, **{**FIELDS, "received": today().isoformat()})

    person.turn(view.tabs, list(SubmissionPart).index(SubmissionPart.ITEMS))
    person.press(view.units)
    dialog = dialog_of(qtbot, page, UnitsDialog)
    qtbot.waitUntil(lambda: "usbip://" in dialog.url)  # the only device is chosen
    person.press(dialog.ask)
    qtbot.waitUntil(lambda: dialog.asked is not None)
    person.write(dialog.condition, "Seals intact.")
    person.press(dialog.do)
    for each in view.book.drafted.of("component"):
        person.pick_key(view.items.table, each.key)
        person.enter(view.items.forms["component"], medium="flash", rebuilt="No")

    person.turn(view.tabs, list(SubmissionPart).index(SubmissionPart.DOCUMENTS))
    person.drop(view, papers(place / "delivered"))
    person.press(dialog_of(qtbot, page, DropDialog).do)
    qtbot.waitUntil(lambda: len(view.book.drafted.of("document")) >= 29)
    assert view.book.drafted.mistakes() == {}
    person.press(view.save)
    dialog = dialog_of(qtbot, page, ChangesDialog)
    person.write(dialog.why, "As filed.")
    person.press(dialog.do)
    qtbot.waitUntil(lambda: page.shown == NUMBER)
    assert person.steps <= MOST_TO_FILE


def run_plan(person, window, place):
    """Start the plan from the page of the submission, and answer what the run asks."""
    person.reset()
    qtbot, page = person.qtbot, window.page
    person.turn(page.view.tabs, list(SubmissionPart).index(SubmissionPart.RUNS))
    person.reset()
    person.press(page.view.runs.new)
    qtbot.waitUntil(lambda: window.address.room is Room.NEW_RUN)
    form = window.page.panel
    qtbot.waitUntil(lambda: form.submission.submission == NUMBER)
    qtbot.waitUntil(lambda: "usbip://" in str(form.device.currentData()))
    person.press(form.plan.button)
    qtbot.waitUntil(lambda: form.plan.chooser is not None and form.plan.chooser.isVisible())
    chooser = form.plan.chooser
    names = [chooser.plans.item(at).toolTip() for at in range(chooser.plans.count())]
    person.pick(chooser.plans, names.index(PLAN))
    person.press(chooser.choose)
    assert not Workspace.open(DEFAULT).runs()  # nothing is recorded by the preflight
    person.press(form.start)
    assert (person.clicks <= MOST_TO_START, person.fields) == (True, 0)

    qtbot.waitUntil(lambda: window.address.room is Room.LIVE)
    live, photograph = window.page, place / "door.png"
    QImage(8, 8, QImage.Format.Format_RGB32).save(str(photograph))
    qtbot.waitUntil(lambda: live.view.prompt.isVisible() or live.view.banner.word.text() in ENDED)
    while live.view.banner.word.text() not in ENDED:
        answer(person, live.view, photograph)
    assert live.view.banner.word.text() == "PASS, simulated"
    assert "hardware revision “simulator”" in live.view.simulated.text()


ENDED = ("PASS, simulated", "FAIL, simulated", "INCONCLUSIVE, simulated")


def answer(person, view, photograph):
    """Answer the inspection that is asked; the next takes its place."""
    prompt = view.prompt
    asked = prompt._number
    if prompt.choices.photograph.label.text() == "Photograph (required)":
        person.drop(prompt.choices.photograph, photograph)
    buttons = prompt.findChildren(QPushButton)
    person.press(next(button for button in buttons if button.text() == "&As required"))
    person.qtbot.waitUntil(lambda: prompt._number != asked)
    done = lambda: prompt._number is not None or view.banner.word.text() in ENDED  # noqa: E731
    person.qtbot.waitUntil(done, JUDGED_MS)


def look_at_results(person, window, _):
    """Open the run that ended, and go from its checks to the bytes of a sample."""
    page = room(person, window, Room.RUNS)
    qtbot = person.qtbot
    rows = page.table.table.rows
    qtbot.waitUntil(lambda: rows.rowCount() == 1 and rows.row(0).ended)
    person.pick(page.table.table, 0)
    person.key(page.table.table, Qt.Key.Key_Return)
    checks = page.results.checks
    qtbot.waitUntil(lambda: checks.rows.rowCount() > 0)
    decided = [checks.rows.row(at).outcome for at in range(checks.rows.rowCount())]
    assert set(decided) <= {Outcome.PASS, None}
    assert Outcome.PASS in decided
    person.pick(checks, decided.index(Outcome.PASS))
    sample = page.results.sample
    qtbot.waitUntil(lambda: sample.units.rows.rowCount() > 0)
    for level, named in (
        (checks, "unit"),
        (sample.units, "record"),
        (sample.record, "frame"),
        (sample.frames, "first"),
    ):
        person.key(level, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda named=named: named in window.page.crumbs()[-1].address.named)


def decide(person, window, _):
    """Confirm the wording of a clause and recommend, both by the authorizer."""
    page = room(person, window, Room.SUBMISSIONS)
    view, qtbot = page.view, person.qtbot
    qtbot.waitUntil(lambda: view.facts is not None and len(view.facts.runs) == 1)
    person.turn(view.tabs, list(SubmissionPart).index(SubmissionPart.CLAUSES))
    assert not view.clauses.deciders["confirmation"].isEnabled()  # the engineer may not
    person.choose(page.actor, PEOPLE[AUTHORIZER][0])
    table = view.clauses.table
    rows = table.rows
    waiting = next(at for at in range(rows.rowCount()) if "not confirmed" in rows.row(at).wording)
    person.pick_key(table, rows.key(waiting))
    person.press(view.clauses.deciders["confirmation"])
    dialog = dialog_of(qtbot, page, DecisionDialog)
    source = "Pa. Code, Title 58, as of today, page 1."
    person.enter(dialog.form, source=source, reason="Compared word by word.")
    person.press(dialog.do)
    qtbot.waitUntil(lambda: page.acts.dialog is None)
    person.turn(view.tabs, list(SubmissionPart).index(SubmissionPart.DECISIONS))
    person.press(view.decisions.makers["recommendation"])
    dialog = dialog_of(qtbot, page, DecisionDialog)
    assert dialog.by == AUTHORIZER
    person.choose(dialog.form.rows["disposition"].editor.box, "Approve")
    person.enter(dialog.form, grounds="Every test passed.")
    person.press(dialog.do)
    qtbot.waitUntil(lambda: page.acts.dialog is None)


def report(person, window, _):
    """Build the report as a rehearsal; then three people read, sign and see it verified."""
    page, qtbot = window.page, person.qtbot
    person.turn(page.view.tabs, list(SubmissionPart).index(SubmissionPart.REPORTS))
    bar = page.view.reports
    person.press(bar.makers["rehearsal"])
    qtbot.waitUntil(lambda: bar.report is not None)
    person.press(bar.buttons["sign"])
    qtbot.waitUntil(lambda: window.address.room is Room.REPORTS)
    shown = window.page.report
    for role, signer in SIGNERS.items():
        sign(person, shown, role, signer)
    assert shown.verification.facts.answer is Answer.NOT_ISSUED  # as the trial authority signed a rehearsal


def sign(person, shown, role, signer):
    """Make a key, sign with it in the role whose turn it is, and see the report verified."""
    person.reset()
    qtbot = person.qtbot
    qtbot.waitUntil(lambda: shown.buttons["sign"].text() == f"&Sign as {role}…")
    assert shown.stamp.text() == SPECIMEN
    person.press(shown.buttons["sign"])
    qtbot.waitUntil(lambda: isinstance(shown.dialog, SignDialog))
    dialog = shown.dialog
    assert dialog.by == signer
    person.press(dialog.trial)
    qtbot.waitUntil(lambda: shown.key_dialog is not None)
    for line in shown.key_dialog.form.rows["ask"].editor.lines:
        person.write(line, PASSPHRASE)
    person.press(shown.key_dialog.do)
    qtbot.waitUntil(lambda: bool(dialog.file.text))
    person.write(dialog.passphrase.lines[0], PASSPHRASE)
    person.press(dialog.do)
    qtbot.waitUntil(lambda: shown.verification.facts is not None and not shown.work.busy)
    qtbot.waitUntil(lambda: role in {signature.role for signature in shown.row.report.signatures})
    assert person.clicks <= MOST_TO_SIGN + MOST_FOR_A_KEY
    assert person.fields <= 1 + FIELDS_OF_A_KEY
