"""The room of submissions: their list, and the submission that an address names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from labharness.acts.declaring import Seat
from labharness.app.people.staff import Staff
from labharness.app.submission.draft_saving import Recorded
from labharness.app.submission.drafts import SubmissionDraft
from labharness.app.submission.open_items import PART_OF, OpenItemPlace, SubmissionPart
from labharness.filings.entries.snapshot import Submission
from labharness.gui.filings.case_tabs import PART_TITLES
from labharness.gui.filings.draft_book import ActorChoice, DraftBook
from labharness.gui.filings.filing_acts import Devices, FilingActs
from labharness.gui.filings.list_page import ListPage, Verdicts, link_rows, rows_of
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.filings.reports_tab import ReportsTab
from labharness.gui.filings.submission_facts import Filed
from labharness.gui.filings.submission_view import SubmissionView
from labharness.gui.kit.findable import name_buttons
from labharness.gui.kit.forms.field_form import Offers
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.model.address import MORNING, Address, Room
from labharness.model.field import Refers
from labharness.model.reasons.wire import Addresses

Read = tuple[Sequence[Filed], Staff, Sequence[SubmissionDraft]]
Opened = tuple[Recorded | None, SubmissionDraft, Offers, Submission | None]


class SubmissionsRoom(Page):
    """The list, or one submission; what is judged goes on while another room is shown.

    Parameters
    ----------
    reader
        Reads the register, its dossiers and their reports.
    seat
        The workspace, and who acts in it.
    devices
        Looks for the devices that are present.
    open_file
        Opens a file or a folder with the desktop's program for it.
    """

    def __init__(
        self, reader: RegisterReader, seat: Seat, devices: Devices, open_file: Callable[[Path], bool]
    ) -> None:
        super().__init__()
        self._reader, self._seat, self._open_file = reader, seat, open_file
        self._filed: tuple[Filed, ...] = ()
        self._drafts: tuple[SubmissionDraft, ...] = ()
        self._read = False
        self.shown = ""
        self.actor = ActorChoice()
        self.listed = self.list = ListPage(self.actor)
        self.book = DraftBook(reader, self)
        self.reports = ReportsTab(reader, self.actor, open_file)
        self.view = SubmissionView(self.book, self.actor, self.reports)
        self._stack = QStackedLayout(self)
        for widget in (self.list, self.view):
            self._stack.addWidget(widget)
        self.list.actor_place.addWidget(self.actor)
        self._order_keys()
        self.verdicts, self._opening = Verdicts(reader, self), Latest(self, self._fail_opening)
        self._register = Latest(self, self.list.lose)
        self.acts = FilingActs(reader, seat, devices, self.view, self.actor, self)
        self._judging = False
        self._wanted: Address | None = None
        self._coming: Address | None = None
        self._connect()
        name_buttons(self)

    def _connect(self) -> None:
        self.verdicts.arrived.connect(self._show_verdict)
        self.actor.chosen.connect(self._change_actor)
        self.list.opened.connect(self._go)
        self.list.new_wanted.connect(self.begin)
        self.list.take_in.clicked.connect(lambda _=False: self.acts.ask_import())
        self.list.folders_dropped.connect(lambda paths: self.acts.ask_import(paths[0]))
        self.list.again.triggered.connect(lambda _=False: self.judge())
        self.list.give_out.triggered.connect(lambda _=False: self._export())
        self.list.verify.triggered.connect(lambda _=False: self.acts.verify_register())
        self.list.night.triggered.connect(lambda _=False: self.went.emit(MORNING))
        self.acts.saved.connect(self._saved)
        self.reports.changed.connect(self._read_register)
        for acts in (self.acts, self.reports):
            acts.announced.connect(self.say)
        view = self.view
        view.tabs.currentChanged.connect(lambda _: self.moved.emit())
        for tab in (view.runs, view.clauses):
            tab.open_wanted.connect(self.went)
        view.runs.new.clicked.connect(
            lambda: self.went.emit(Address(Room.NEW_RUN, ("submission", self.shown)))
        )
        view.reports.open_wanted.connect(lambda number: self.went.emit(Address(Room.REPORTS, (number,))))
        view.documents.open_wanted.connect(self._open_kept)
        link_rows(self.list.table, view, lambda: self.shown)

    def show_address(self, address: Address) -> None:
        """Show the list, or the submission, part and entry that an address names, as soon as the register is read."""
        self._wanted = address
        if self._read:
            self._turn(address)

    def take_files(self, files: Sequence[Path]) -> None:
        """Compare the folder of a submission that was dropped elsewhere with the register."""
        self.acts.ask_import(files[0])

    def use_memory(self, memory: WindowState) -> None:
        """Take up the filters that were left."""
        super().use_memory(memory)
        self.list.filter.use_memory(memory, "submissions")
        self.view.use_memory(memory)

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the submission and the part that are shown."""
        if not self.shown or not self._at_view:
            return ()
        here = Address(Room.SUBMISSIONS, (self.shown,))
        titles = {each.id: each.reference or each.id for each in self._filed}
        title = titles.get(self.shown, tr("New submission"))
        part = self.view.part
        if part is SubmissionPart.OVERVIEW:
            return (Crumb(title, here),)
        return Crumb(title, here), Crumb(PART_TITLES[part], here.within(part.value))

    def stop(self) -> None:
        """Keep the draft, and give up what is being done between two steps of it; the main window is going."""
        for work in (self.verdicts, self._opening, self.acts, self.reports, self.book, self._register):
            work.stop()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Judge what the register holds now."""
        super().showEvent(event)
        if not event.spontaneous():
            self.judge()

    def judge(self) -> None:
        """Read the register again, and judge every dossier in it."""
        self._judging = True
        self._register.ask(self._look, self._take)

    def say(self, sentence: str) -> None:
        """Show one sentence on the page at hand."""
        (self.view if self._at_view else self.list).say(sentence)

    @property
    def _at_view(self) -> bool:
        return self._stack.currentWidget() is self.view

    def begin(self) -> None:
        """Begin a new submission as a draft."""
        reader, person = self._reader, self.actor.person
        self._opening.ask_if_idle(
            lambda: reader.keep_draft(reader.new_draft(person)), lambda draft: self._go(draft.name)
        )

    def _read_register(self) -> None:
        self._register.ask_if_idle(self._look, self._take)

    def _look(self) -> Read:
        staff = self._reader.staff()
        person = self.actor.person or (staff.acting.id if staff.acting else "")
        return self._reader.filed(), staff, self._reader.drafts(person) if person else ()

    def _take(self, read: Read) -> None:
        filed, staff, drafts = read
        self._filed, self._drafts, self._read = tuple(filed), tuple(drafts), True
        self.actor.show_staff(staff)
        if self._judging:
            self._judging = False
            names = [each.id for each in reversed(self._filed)]
            self.verdicts.want(sorted(names, key=lambda name: name != self.shown))
        self.list.take_reading()
        self.list.judge()
        self._show_list()
        self._show_verdict(self.shown)
        if self._wanted is not None:
            self._turn(self._wanted)

    def _show_list(self) -> None:
        known = self.verdicts.known
        rows = list(rows_of(self._filed, self._drafts, known, self.verdicts.at))
        self.list.show_rows(rows, judged=len(known), every=len(self._filed))

    def _go(self, submission: str) -> None:
        self.went.emit(Address(Room.SUBMISSIONS, (submission,)))

    def _turn(self, wanted: Address, *, stays: bool = False) -> None:
        """Show the list, or the submission that an address names, at its part or, who ``stays``, at the part at hand."""
        self._wanted = self._coming = None
        self._opening.drop()
        name = wanted.path[0] if wanted.path else ""
        if not name:
            self._turn_to_list()
        elif name == self.shown:
            self._turn_to(wanted)
        elif name.startswith("+") or name in [each.id for each in self._filed]:
            self._open(name, wanted, stays=stays)
        else:
            self._turn_to_list()
            self.say(say(Addresses.NOT_HERE(text=str(wanted))))

    def _open(self, name: str, wanted: Address, *, stays: bool) -> None:
        person, shared = self.actor.person, Submission(self.actor.staff.people)
        self._coming = wanted

        def read() -> Opened:
            recorded = None if name.startswith("+") else self._reader.recorded(name)
            draft = self._reader.draft(person, name) if person else SubmissionDraft(name=name, person="")
            return recorded, draft, self._reader.offers("" if recorded is None else name), shared

        def take(opened: Opened) -> None:
            self._coming = None
            self._show_opened(name, opened)
            self._turn_to(wanted.within(self.view.part.value) if stays else wanted)

        self._opening.ask(read, take)

    def _show_opened(self, name: str, opened: Opened) -> None:
        recorded, draft, offers, shared = opened
        self.shown = name
        self.verdicts.prefer(name)
        self.view.begin(name)
        self.book.open(recorded, draft, shared)
        self._offer(offers)
        self.view.show_record(recorded)
        self._show_verdict(name)
        self.reports.show_submission(name)

    def _offer(self, offers: Offers) -> None:
        """Offer what fields can name, the entries of the draft among it."""
        drafted = self.book.drafted
        named = {
            Refers.PRODUCT: [(each.id, str(each.values.get("model", ""))) for each in drafted.of("product")],
            Refers.UNIT: [(each.id, str(each.values.get("serial", ""))) for each in drafted.of("unit")],
            Refers.COMPONENT: [
                (each.id, str(each.values.get("name", ""))) for each in drafted.of("component")
            ],
            Refers.PERSON: [(person.id, person.name) for person in self.actor.staff.people],
        }
        self.acts.offers = {**offers, **named}
        self.view.show_offers(self.acts.offers)

    def _order_keys(self) -> None:
        """Let the keyboard come to who acts before the table below."""
        QWidget.setTabOrder(self.list.more, self.actor)
        QWidget.setTabOrder(self.actor, self.list.table)

    def _turn_to_list(self) -> None:
        self.book.flush()
        if self._at_view:
            self.list.actor_place.addWidget(self.actor)
            self._order_keys()
            self._stack.setCurrentWidget(self.list)
            self._read_register()
        self.moved.emit()

    def _turn_to(self, wanted: Address) -> None:
        self.view.actor_place.addWidget(self.actor)
        self._stack.setCurrentWidget(self.view)
        part = next((each for each in SubmissionPart if wanted.path[1:2] == (each.value,)), None)
        if part is not None:
            self.view.show_part(part)
            if len(wanted.path) > 2:
                row = "/".join(wanted.path[2:])
                self.view.go(OpenItemPlace(PART_OF.get(row.partition("/")[0], part), row))
        elif len(wanted.path) == 1:
            self.view.show_part(SubmissionPart.OVERVIEW)
        self.moved.emit()

    def _show_verdict(self, submission: str) -> None:
        self._show_list()
        if self.shown and submission == self.shown:
            judging = submission == self.verdicts.at
            known = self.verdicts.known.get(submission)
            self.view.show_case(known, self.verdicts.step, judging=judging)

    def _change_actor(self) -> None:
        """Show the drafts of the person who acts now; the draft at hand is kept first."""
        self.book.flush()
        self._read_register()
        at_hand = Address(Room.SUBMISSIONS, (self.shown,)) if self.shown and self._at_view else None
        again, self.shown = self._coming or at_hand, ""
        if again is not None:
            self._turn(again, stays=self._at_view)

    def _saved(self, submission: str) -> None:
        """Read what was changed again, and judge it; who turns to another part meanwhile stays there."""
        self.shown = ""
        self._filed = (*self._filed, Filed(submission, "", "", ""))  # until the register is read
        self._turn(Address(Room.SUBMISSIONS, (submission,)), stays=self._at_view)
        self.judge()

    def _fail_opening(self, sentence: str) -> None:
        self._coming = None
        self._turn_to_list()
        self.say(sentence)

    def _open_kept(self, sha256: str) -> None:
        from labharness.app.workspace.register import store

        path = store(self._seat.workspace).place(sha256)
        if not self._open_file(path):
            self.say(tr("No program opens this file here: {path}", path=path))

    def _export(self) -> None:
        if (row := self.list.table.current) is not None:
            self.acts.ask_export(row.id)
