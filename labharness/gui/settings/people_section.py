"""Pages of the settings about people, the notices of this window, the laboratory, and the shared store of its evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox

from labharness.acts import people, store
from labharness.acts.declaring import Seat
from labharness.acts.headings import COMPUTER, ENDING, PLAN, RUN
from labharness.app.settings.workspace_settings import PresentSettings
from labharness.app.workspace.register import login_id
from labharness.filings.entries.entry import Laboratory, Person, Role
from labharness.filings.entries.form_values import blank_values, checked_values, values_of
from labharness.gui.kit.findable import permit
from labharness.gui.kit.forms.field_form import FIXED, EntryForm
from labharness.gui.kit.forms.list_editors import ChecksEditor
from labharness.gui.kit.forms.saved_form import SavedForm
from labharness.gui.kit.keys import explained_by
from labharness.gui.kit.parts import LEFT, ActButton, in_column, in_row, push_button, text_label
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.slow_work import LongWork, WorkProgress
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.columns import SHORT, shown
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable, below_filter
from labharness.gui.kit.window_state import DEFAULTS, ON_DESKTOP, REPEAT, SOUND, WindowState
from labharness.gui.kit.words import tr, translated
from labharness.gui.settings.section import SettingsSection, refusal
from labharness.language.run_groups import worded
from labharness.language.template import plain
from labharness.model.device import MAY_FETCH, MAY_RUN
from labharness.model.reasons.conduct import Doing
from labharness.model.results import Standing

NOBODY = tr("Nobody is on the list. Enter yourself first, as administrator.")
BEGIN = "Begun by the first person."
ACTIVE = {"active": tr("Whoever is added is active.")}

PEOPLE = (
    shown(people.PERSON, 90),
    shown(people.NAME, 130),
    shown(people.FUNCTION, 150),
    shown(people.ROLES, 200),
    shown(people.STATE, 70),
)


class PeopleSection(SettingsSection):
    """People of the laboratory."""

    def __init__(self) -> None:
        super().__init__(
            tr("People and roles"),
            tr("Who may do what. The account of the operating system is the person whose id is its name."),
            "settings#people-and-roles",
        )
        self._staff_is_empty = False
        self._chosen: Person | None = None
        self.table: RowTable[Person] = RowTable(tr("People"), PEOPLE, lambda each: each.id, NOBODY)
        self.table.setMinimumHeight(180)
        form = EntryForm()
        self.new = push_button(tr("&New person"), self._go_on)
        self.save = ActButton(people.add)
        push_button(self.save, main=True)
        form.show_kind(Person.kind)
        self.form = SavedForm(
            form,
            tr("a person"),
            self.save,
            lambda values: checked_values(Person.kind, values)[1],
            reverts=False,
        )
        roles = form.rows["roles"].editor
        assert isinstance(roles, ChecksEditor)
        for role, box in roles.boxes.items():
            explained_by(box, f"glossary#{role.replace(' ', '-')}")
        self.column.addLayout(in_column((self.table, 1), (self.new, 0, LEFT), self.form, gap=10), 1)
        self.note_label(tr("People"), self.table)
        self.note_rows(self.form)
        self.table.picked.connect(self._choose)
        self.form.wanted.connect(self._save)
        self._begin()

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the list, and who may change it."""
        staff = standing.staff
        self.show_permission(staff)
        listed = staff.listed if staff else ()
        self._staff_is_empty = staff is not None and not listed
        self.table.show_rows(listed)
        laboratory = staff.laboratory if staff else None
        self.form.key.need(needed=laboratory is not None and laboratory.signed_decisions)
        self.new.setEnabled(not self.restriction)
        chosen = next((each for each in listed if self._chosen and each.id == self._chosen.id), None)
        if self._staff_is_empty and not self.form.values["id"]:
            self._propose_oneself()
        elif chosen is not None:
            self.form.follow(values_of(chosen))
        self._mark()

    def _go_on(self) -> None:
        """Begin with somebody new, and where a button had the keyboard, in the form: it would go on to the rail."""
        self._begin()
        if self.isVisible():
            self.form.form.focus_field("id")

    def _propose_oneself(self) -> None:
        for name, value in (("id", login_id()), ("roles", [Role.ADMINISTRATOR.value])):
            self.form.form.rows[name].editor.show_value(value)
        self.form.why.setText(BEGIN)

    def _choose(self, person: Person) -> None:
        self._chosen = person
        self.form.why.clear()
        self.form.message.clear()
        self.form.begin(values_of(person))
        self._mark()

    def _begin(self) -> None:
        """Empty the form for somebody new."""
        self._chosen = None
        self.table.clearSelection()
        self.form.why.clear()
        self.form.begin(blank_values(Person.kind))
        self._mark()

    def _mark(self) -> None:
        changing = self._chosen is not None
        self.save.become(people.change if changing else people.add)
        self.form.restrict(self.restriction, {"id": FIXED} if changing else ACTIVE)

    def _save(self) -> None:
        person = checked_values(Person.kind, self.form.values)[0]
        assert isinstance(person, Person)
        fields: dict[str, Any] = {"name": person.name, "title": person.title, "role": list(person.roles)}
        changing, why, key = self._chosen is not None, self.form.reason, self.form.key.take()

        def change(seat: Seat) -> str:
            if changing:
                entry = seat.do(people.change, person.id, **fields, active=person.active, why=why, **key)
                return tr("The entry of {name} is changed.", name=entry.name)
            entry = seat.do(people.add, person.id, **fields, why=why, **key)
            return tr("{name} is on the list.", name=entry.name)

        self.wanted.emit(change, self.form, self._go_on)


CHOICES = {
    ON_DESKTOP: tr("Notifications of the desktop"),
    SOUND: tr("One tone when something needs a person"),
    REPEAT: tr("Repeat the tone every 2 minutes while a prompt waits"),
}


class NoticesSection(SettingsSection):
    """Choices of one person."""

    def __init__(self) -> None:
        super().__init__(
            tr("Notifications"),
            tr(
                "What needs a person stays in the list behind the bell until its cause is gone. These choices add to it."
            ),
            "settings#notifications",
        )
        self._memory = WindowState()
        self.boxes: dict[str, QCheckBox] = {}
        for name, title in CHOICES.items():
            box = QCheckBox(title)
            box.toggled.connect(partial(self._keep, name))
            self.boxes[name] = box
            self.column.addWidget(box)
            self.note_label(title, box)
        self.column.addStretch(1)

    def use_memory(self, memory: WindowState) -> None:
        """Show the choices that are kept, and keep those that are made."""
        self._memory = WindowState()
        for name, default in DEFAULTS.items():
            self.boxes[name].setChecked(memory.flag(name, default=default))
        self._memory = memory

    def _keep(self, name: str, on: bool) -> None:
        self._memory.put(name, "true" if on else "false")
        self._memory.sync()


NOT_READ = tr("The store was not read yet.")
NO_RUN = tr("The store holds no run, and none of this workspace waits for it.")
CHOOSE = tr("Choose a run that is in the store first.")
IN_STORE, WAITS = tr("In the store"), tr("Waits")


@dataclass(frozen=True, slots=True)
class StoreRow:
    """A run in the store, or one that waits for it.

    Parameters
    ----------
    head
        Hash of its last record, "" while it waits.
    state
        Where it is, or what its verification found.
    """

    run: str
    head: str = ""
    state: str = IN_STORE
    tone: Tone = Tone.QUIET
    plan: str = ""
    standing: Standing | None = None
    ending: str = ""
    host: str = ""
    ended: str = ""
    size: int = 0


STORED: tuple[Column[StoreRow], ...] = (
    Column(translated(people.STATE.title), lambda row: row.state, 190, tone=lambda row: row.tone, facet=True),
    shown(RUN, 230, named=True),
    standing_column(lambda row: row.standing),
    shown(ENDING, 110, facet=True, yields=2),
    shown(PLAN, 200, named=True, facet=True, yields=4),
    shown(COMPUTER, 110, facet=True, yields=1),
    shown(store.ENDED, 215, sort=lambda row: row.ended, yields=5),
    shown(store.SIZE, 80, sort=lambda row: row.size, number=True, yields=3),
    shown(store.HEAD, 118, short=SHORT, name="head", yields=6),
)


class StoreSection(SettingsSection):
    """What ``labharness store`` does.

    Parameters
    ----------
    seat
        Who acts, and in which workspace.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(
            tr("Shared store"),
            tr(
                "Runs of all benches, copied when they have ended. The worker of a bench copies by itself; here is what waits, "
                "and what a repair needs. Nothing in the store is overwritten."
            ),
            "settings#shared-store",
        )
        self._seat = seat
        self._may_copy = self._may_fetch = ""
        self._read = False
        self._found: dict[str, bool] = {}
        self.place = text_label()
        self.work = LongWork()
        self.table: RowTable[StoreRow] = RowTable(
            tr("Shared store"), STORED, lambda row: f"{row.run} {row.head}", NOT_READ
        )
        self.table.setMinimumHeight(200)
        self.filter, listed = below_filter(self.table, tr("store"), "verdict:fail computer:bench-2")
        self.again = push_button(tr("&Read the store"), self.read)
        self.copy = ActButton(store.copy, do=self._copy)
        self.fetch = ActButton(store.fetch, do=self.table.on_current(self._fetch))
        self.verify = ActButton(store.verify, do=self.table.on_current(self._verify))
        self.make = ActButton(store.init, do=self._make)
        self.table.acts = (self.fetch, self.verify)
        row = in_row(self.again, self.copy, self.fetch, self.verify, self.make, 1)
        self.column.addLayout(in_column(self.place, (listed, 1), row, self.work, gap=10), 1)
        self.note_label(tr("Runs in the shared store"), self.table)
        self.note_label(tr("Copy runs to the store"), self.copy)
        self.note_label(tr("Make the store"), self.make)
        self.work.changed.connect(self._judge)
        self.table.chosen.connect(lambda _: self._judge())
        self._judge()

    def show_standing(self, standing: PresentSettings) -> None:
        """Take up who may make the store, copy and fetch."""
        self.show_permission(standing.staff)
        self._may_copy, self._may_fetch = (refusal(standing.staff, roles) for roles in (MAY_RUN, MAY_FETCH))
        self._judge()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Read the store when it is looked at for the first time."""
        super().showEvent(event)
        if not self._read:
            self._read = True
            self.read()

    def stop(self) -> None:
        """Let go of the thread."""
        self.work.stop()

    def read(self) -> None:
        """Read what the store holds."""
        self.work.do(tr("Reading the store…"), lambda _: self._seat.do(store.list_), self._take)

    def _take(self, content: store.StoreContent, text: str = "") -> None:
        waits = [
            StoreRow(each.run, state=f"{WAITS}: {worded(each.reasons)}", tone=Tone.UNSURE)
            for each in content.waiting
        ]
        held = [
            StoreRow(
                run.run,
                run.head,
                *self._state(run.head),
                run.plan,
                run.standing,
                run.ending,
                run.host,
                run.ended,
                run.size,
            )
            for run in content.runs
        ]
        self.table.tell_empty(NO_RUN)
        self.table.show_rows([*waits, *held])
        problems = f" {worded(content.problems)}" if content.problems else ""
        counts = tr("{held:,} {held:run|runs}, {waits} waiting.", held=len(held), waits=len(waits))
        self.place.setText(plain(f"{content.shown}: {counts}{problems}", 1500))
        self.work.say(text)
        self._judge()

    def _state(self, head: str) -> tuple[str, Tone]:
        if head not in self._found:
            return IN_STORE, Tone.QUIET
        return (tr("Verified"), Tone.PASS) if self._found[head] else (tr("NOT VERIFIED"), Tone.FAIL)

    def _do(self, doing: str, act: Callable[[WorkProgress], str]) -> None:
        """Do something, then read the store again and say what came of it."""
        self.work.do(
            doing,
            lambda progress: (act(progress), self._seat.do(store.list_)),
            lambda answer: self._take(answer[1], answer[0]),
        )

    def _make(self) -> None:
        self._do(
            tr("Making the store…"),
            lambda _: tr("The store {shown} is ready.", shown=self._seat.do(store.init).medium.shown),
        )

    def _copy(self) -> None:
        def copy(progress: WorkProgress) -> str:
            done = self._seat.do(store.copy, hear=lambda copied: progress.say(Doing.COPIED(run=copied.run)))
            refused = [f"{each.run}: {worded(each.reasons)}" for each in done if each.reasons]
            good = tr("{done:,} {done:run|runs} copied and verified.", done=len(done) - len(refused))
            return " ".join((good, *refused)) if done else tr("All runs that have ended are in the store.")

        self._do(tr("Copying what waits…"), copy)

    def _fetch(self, row: StoreRow) -> None:
        def fetch(_: WorkProgress) -> str:
            return tr("{run} was fetched and verified.", run=self._seat.do(store.fetch, row.head).run)

        self._do(tr("Fetching {run}…", run=row.run), fetch)

    def _verify(self, row: StoreRow) -> None:
        def verify(_: WorkProgress) -> str:
            (copy,) = self._seat.do(store.verify, [row.head])
            self._found[row.head] = not copy.problems
            read = tr("Integrity verified: every file was read.")
            return f"{row.run}: {worded(copy.problems) if copy.problems else read}"

        self._do(tr("Verifying {run} in the store…", run=row.run), verify)

    def _judge(self) -> None:
        """Enable what can be done now."""
        busy = tr("Another act is going on.") if self.work.busy else ""
        row = self.table.current
        stored = "" if row is not None and row.head else CHOOSE
        waiting = any(not row.head for row in self.table.rows.every)
        waits = "" if waiting else tr("No run of this workspace waits.")
        for button, why in (
            (self.again, busy),
            (self.copy, busy or self._may_copy or waits),
            (self.fetch, busy or self._may_fetch or stored),
            (self.verify, busy or stored),
            (self.make, busy or self.restriction),
        ):
            permit(button, why)


ID = {"id": Laboratory.kind}
"""There is one such entry."""


class LaboratorySection(SettingsSection):
    """One entry of the register."""

    def __init__(self) -> None:
        super().__init__(
            tr("Laboratory"), tr("Who issues the reports and to whom they go."), "settings#laboratory"
        )
        form = EntryForm(hidden=ID)
        save = push_button(tr("&Save changes"), main=True)
        form.show_kind(Laboratory.kind)
        self.form = SavedForm(
            form,
            tr("the laboratory"),
            save,
            lambda values: checked_values(Laboratory.kind, {**values, **ID})[1],
        )
        self.form.begin(blank_values(Laboratory.kind))
        self.column.addWidget(self.form)
        self.column.addStretch(1)
        explained_by(form.rows["signed_decisions"], "signing#signed-decisions")
        self.note_rows(self.form)
        self.form.edited.connect(self._ask_key)
        self.form.wanted.connect(self._save)

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the entry, and who may change it."""
        staff = standing.staff
        self.show_permission(staff)
        why = self.restriction
        if not why and staff is not None and not staff.listed:
            why = tr("Enter yourself under People and roles first.")
        if staff is not None and staff.laboratory is not None:
            self.form.follow(values_of(staff.laboratory))
        self.form.restrict(why)
        self._ask_key()

    def _ask_key(self) -> None:
        recorded, entered = self.form.recorded, self.form.values
        self.form.key.need(needed=recorded["signed_decisions"] or entered["signed_decisions"])
        self.form.judge()

    def _save(self) -> None:
        entered = checked_values(Laboratory.kind, {**self.form.values, **ID})[0]
        assert isinstance(entered, Laboratory)
        values, why, key = entered.model_dump(exclude={"id"}), self.form.reason, self.form.key.take()

        def change(seat: Seat) -> str:
            entry = seat.do(people.laboratory, **values, why=why, **key)
            return tr("Reports are issued by {name}.", name=entry.name)

        self.wanted.emit(change, self.form, None)
