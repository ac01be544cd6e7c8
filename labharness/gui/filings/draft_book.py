"""The draft at hand: edited, undone, and written to the workspace by itself; only "Save to register" leaves it.

Who acts: an active person of the laboratory, first the one who is logged in.

Units, and where a device was asked its product and software, as entries of the draft.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

from labharness.app.people.staff import Staff
from labharness.app.submission.draft_saving import Recorded
from labharness.app.submission.drafts import DraftedSubmission, SubmissionDraft
from labharness.app.submission.open_items import AskedDevice, slug_of
from labharness.filings.entries.entry import Role
from labharness.filings.entries.form_values import Values
from labharness.filings.entries.snapshot import Submission
from labharness.gui.filings.register_dialogs import UnitsDialog
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.kit.forms.saved_form import Draft
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.template import plain


class DraftBook(Draft[SubmissionDraft]):
    """Holds a submission on record with a draft of its changes.

    Attributes
    ----------
    drafted
        The submission as the draft changes it.
    """

    def __init__(self, reader: RegisterReader, parent: QObject | None = None) -> None:
        self._recorded: Recorded | None = None
        self._shared: Submission | None = None
        nothing = SubmissionDraft(name="", person="")
        self.drafted = DraftedSubmission(None, {}, nothing)
        super().__init__(nothing, reader.keep_draft, parent)

    @property
    def draft(self) -> SubmissionDraft:
        """The draft as it is."""
        return self.state

    def kept_as(self) -> SubmissionDraft | None:
        """Return what is written of the draft, None where there is nothing to write."""
        return self.state if self.state.name else None

    def open(
        self, recorded: Recorded | None, draft: SubmissionDraft, shared: Submission | None = None
    ) -> None:
        """Begin with a draft.

        Parameters
        ----------
        shared
            Entries of the laboratory, for a submission that is not on record.
        """
        self.flush()
        self._recorded, self._shared = recorded, shared
        self.begin(draft)

    def refresh(self, recorded: Recorded | None) -> None:
        """Show the draft above what is on record now."""
        self._recorded = recorded
        self.show_state(self.draft)

    def edit(self, key: str, name: str, value: Any) -> None:
        """Change a field of an entry; what is typed in one field is one step to undo."""
        entry = self.drafted.entry(key)
        if entry is None or entry.values.get(name) == value:
            return
        kind = entry.kind
        label = tr(
            "{label} of {one} {id}",
            label=field_words(kind, name).label,
            one=kind_words(kind).one,
            id=entry.id,
        )
        self.put(self.drafted.changed(entry.key, {**entry.values, name: value}), label, f"{entry.key}.{name}")

    def edit_values(self, key: str, values: Values, label: str) -> None:
        """Change several fields of an entry as one step."""
        entry = self.drafted.entry(key)
        assert entry is not None
        self.put(self.drafted.changed(entry.key, {**entry.values, **values}), label)

    def add(self, kind: str, **values: Any) -> str:
        """Add an entry; returns its key."""
        draft, key = self.drafted.added(kind, **values)
        self.put(draft, tr("new {one}", one=kind_words(kind).one))
        return key

    def remove(self, key: str) -> None:
        """Remove an entry, which the register does when the draft is saved."""
        entry = self.drafted.entry(key)
        if entry is not None:
            self.put(
                self.drafted.removed(entry.key),
                tr("remove {one} {id}", one=kind_words(entry.kind).one, id=entry.id),
            )

    def discard(self) -> None:
        """Take every change back; this can be undone as well."""
        self.put(self.draft.model_copy(update={"entries": ()}), tr("discard all changes"))

    def show_state(self, state: SubmissionDraft) -> None:
        """Let this be the draft."""
        if self._recorded is None:
            self.drafted = DraftedSubmission(self._shared, {}, state)
        else:
            self.drafted = self._recorded.with_draft(state)
        super().show_state(state)

    def take_kept(self, kept: SubmissionDraft) -> None:
        """Take up when the draft was written."""
        before = self.state
        if kept.name == before.name:
            self.state = self.drafted.draft = before.model_copy(update={"changed": kept.changed})
            self._tried = self.state if self._tried is before else self._tried
        super().take_kept(kept)


NOBODY = tr("Choose who acts")
LONGEST = 20
"""Wide letters for which there is room in a narrow window."""
MARGIN = 8
"""Pixels beside a name."""


class ActorChoice(QComboBox):
    """Offers the active people only; nobody is chosen for a login that is not on the list.

    Attributes
    ----------
    chosen
        Emitted when another person acts.
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.staff = Staff()
        self.setAccessibleName(tr("Acting as"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumHeight(32)
        self.activated.connect(lambda _: self.chosen.emit())
        self._fill("")

    @property
    def person(self) -> str:
        """Id of the person who acts, "" for nobody."""
        return str(self.currentData() or "")

    def show_staff(self, staff: Staff) -> None:
        """Offer these people; the one who is chosen stays."""
        if staff == self.staff:
            return
        before, self.staff = self.person, staff
        self._fill(before or (staff.acting.id if staff.acting else ""))
        if self.person != before:
            self.chosen.emit()

    def choose(self, person: str) -> None:
        """Let a person act."""
        at = self.findData(person)
        if at >= 0 and at != self.currentIndex():
            self.setCurrentIndex(at)
            self.chosen.emit()

    def refusal(self, kind: str, owner: str = "") -> str:
        """Return why the person at hand may not write an entry of a kind, "" where they may."""
        why = self.staff.entry_refusal(self.person, kind, owner)
        return say(why) if why is not None else ""

    def lacking(self, roles: Collection[Role]) -> str:
        """Return why the person at hand may not do what takes one of some roles, "" where they may."""
        why = self.staff.refusal(roles, self.person)
        return plain(say(why), 400) if why is not None else ""

    def _fill(self, person: str) -> None:
        self.clear()
        self.addItem(NOBODY, "")
        for each in self.staff.people:
            self.addItem(plain(f"{each.name} · {', '.join(each.roles)}", 80), each.id)
        self.setCurrentIndex(max(0, self.findData(person)))
        width = self.fontMetrics().horizontalAdvance
        longest = max(width(name) for name in (NOBODY, *(person.name for person in self.staff.people)))
        self.setMinimumContentsLength(min((longest + 2 * MARGIN) // width("X") + 1, LONGEST))
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 2 * MARGIN)
        self.setToolTip(tr("Who acts, for the record"))

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:  # noqa: N802  Qt's name
        """Show the name alone while the list is closed; the roles stand in the list."""
        super().initStyleOption(option)
        name = next((person.name for person in self.staff.people if person.id == self.person), NOBODY)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        option.currentText = self.fontMetrics().elidedText(
            plain(name, 80), Qt.TextElideMode.ElideRight, field.width() - MARGIN
        )


REPORTED = "Reported by the device; the laboratory obtained no hash of its own."


def add_units(book: DraftBook, dialog: UnitsDialog) -> str:
    """Add what a dialog holds as one step that can be undone; returns the key of the last unit."""
    serials, key = dialog.units.serials, ""
    book.stack.beginMacro(tr("add {serials:,} {serials:unit|units}", serials=len(serials)))
    try:
        product = str(dialog.product.currentData() or "")
        asked = dialog.asked
        if not product and asked is not None:
            product = _add_product(book, asked)
        for serial in serials:
            key = book.add(
                "unit",
                id=book.drafted.free_id("unit", slug_of(serial, "unit")),
                product=product,
                serial=serial,
                received=str(dialog.received.value),
                condition=dialog.condition.text(),
            )
    finally:
        book.stack.endMacro()
    return key


def _add_product(book: DraftBook, asked: AskedDevice) -> str:
    """Add the product that a device says it is, and its software; returns the product's id."""
    identity = asked.identity
    name = book.drafted.free_id("product", slug_of(identity.model) or "product")
    book.add(
        "product",
        id=name,
        manufacturer=identity.manufacturer,
        model=identity.model,
        device_class=identity.device_class,
    )
    for text in asked.software:
        book.add(
            "component",
            id=book.drafted.free_id("component", slug_of(f"{name} {text.name}")),
            product=name,
            name=text.name,
            version=text.version,
            medium="",
            algorithm=text.algorithm,
            digest=text.digest,
            obtained=REPORTED,
            taken_over=True,
        )
    return name
