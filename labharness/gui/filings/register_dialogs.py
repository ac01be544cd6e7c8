"""Dialogs of the register: new units, conflicts between two people, dropped files, changes to save or import, and the software of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from labharness.acts.authenticate import COMPARED, authenticate
from labharness.app.submission.draft_saving import FolderPreview, Overtaken, settle_overtaken
from labharness.app.submission.drafts import SubmissionDraft, changes_in_words
from labharness.app.submission.open_items import AskedDevice, PastedUnits, pasted_units
from labharness.app.submission.submissions import Proposal, Target
from labharness.assessment.authentication import AuthenticationRecord
from labharness.filings.entries.snapshot import AuthenticatedComponent, Comparison
from labharness.gui.kit import theme
from labharness.gui.kit.files import FileField
from labharness.gui.kit.findable import permit
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.forms.editors import DateEditor
from labharness.gui.kit.forms.field_form import value_words
from labharness.gui.kit.forms.list_editors import DIGITS
from labharness.gui.kit.labels import WrappedLabel
from labharness.gui.kit.parts import (
    LEFT,
    ask_for_file,
    boxed,
    choice_box,
    in_column,
    in_form,
    in_row,
    line_edit,
    line_of,
    push_button,
    text_field,
    text_label,
)
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.tables.columns import written
from labharness.gui.kit.tables.fact_table import ChoiceTable, FactRow, FactTable
from labharness.gui.kit.words import day_and_time, in_groups, tr, translated
from labharness.language.field_words import field_words, kind_words
from labharness.language.numbers import size
from labharness.language.template import plain
from labharness.model.eastern_time import today
from labharness.model.reasons.report import Authentications

FROM_DEVICE = "of the device that was asked"


def date_of_today(name: str, changed: Callable[[], object]) -> DateEditor:
    """Return a date that is today until somebody enters another one."""
    editor = DateEditor(name)
    editor.show_value(today().isoformat())
    editor.changed.connect(changed)
    return editor


def date_lack(editor: DateEditor) -> str:
    """Return what is wrong with a date, "" for nothing."""
    try:
        datetime.fromisoformat(str(editor.value))
    except ValueError:
        return tr("Write the date as 2026-01-31.")
    return ""


class UnitsDialog(ActDialog):
    """Asks for serial numbers, one a line, and what all of the units have in common.

    Parameters
    ----------
    products
        Ids and names of the products on file.
    known
        Serial numbers on file.

    Attributes
    ----------
    ask_wanted
        Emitted with the URL of a device that is to be asked.
    look_wanted
        Emitted when devices are to be looked for again.
    """

    ask_wanted = Signal(str)
    look_wanted = Signal()

    def __init__(
        self, products: Sequence[tuple[str, str]], known: Iterable[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Add units"), tr("Add units"), parent=parent)
        self.resize(620, 480)
        self._known = tuple(known)
        self.asked: AskedDevice | None = None
        self.device = choice_box(
            tr("Device"),
            chosen=self._choose_device,
            high=32,
            typed=(tr("Address of the device"), tr("choose a device, or type its address")),
        )
        self.ask = push_button(tr("Ask the device"), lambda: self.ask_wanted.emit(self.url))
        self.look = push_button(tr("Look again"), self.look_wanted)
        offers = [(plain(name, 90), id_) for id_, name in products]
        self.product = choice_box(tr("Product"), offers, high=32)
        self.serials = text_field(
            tr("Serial numbers"), tr("Paste the serial numbers, one a line"), changed=self.judge
        )
        self.received = date_of_today(tr("Received"), self.judge)
        self.condition = line_edit(
            tr("Condition on receipt"), tr("as it arrived: seals, traces of use, damage"), self.judge
        )
        self.said, self.left_out = text_label(label=WrappedLabel(), muted=True), WrappedLabel()
        self.content.addLayout(
            in_form(
                (tr("Device"), in_row((self.device, 1), self.ask, self.look)),
                (tr("&Product"), self.product),
                (tr("&Serial numbers"), self.serials),
                (tr("&Received"), self.received),
                (tr("&Condition on receipt"), self.condition),
            )
        )
        self.content.addWidget(self.said)
        self.content.addWidget(self.left_out)
        line_of(self.device).textChanged.connect(self.judge)
        self.judge()

    @property
    def url(self) -> str:
        """Address of the device."""
        return line_of(self.device).text().strip()

    @property
    def units(self) -> PastedUnits:
        """The serial numbers that are entered."""
        return pasted_units(self.serials.toPlainText(), self._known)

    def show_devices(self, devices: Sequence[tuple[str, str]]) -> None:
        """Offer the devices that are present; a single one is chosen."""
        text = self.url
        self.device.clear()
        for url, title in devices:
            self.device.addItem(plain(f"{title} · {url}", 110), url)
        self.device.setCurrentIndex(-1)
        self.device.setEditText(text or (devices[0][0] if len(devices) == 1 else ""))
        self.judge()

    def begin_to_ask(self) -> None:
        """Say that a device is asked; what another one said before is not what this one says."""
        self.said.clear()
        self.note.setText(tr("Asking the device…"))

    def show_asked(self, device: AskedDevice) -> None:
        """Take up what a device said: its serial number, and a product of its own where none fits."""
        self.asked = device
        identity = device.identity
        names = [self.product.itemText(at) for at in range(self.product.count())]
        fitting = [at for at, name in enumerate(names) if identity.model and identity.model in name]
        if fitting:
            self.product.setCurrentIndex(fitting[0])
        else:
            self.product.addItem(plain(f"{identity.manufacturer} {identity.model}, {FROM_DEVICE}", 110), "")
            self.product.setCurrentIndex(self.product.count() - 1)
        if identity.serial and identity.serial not in self.serials.toPlainText().split("\n"):
            self.serials.setPlainText("\n".join([*self.units.serials, identity.serial]))
        software = tr(
            "{software:,} {software:software component|software components}", software=len(device.software)
        )
        who = f"{identity.manufacturer} {identity.model}"
        text = tr(
            "The device says: {who}, serial {serial}, {software}.",
            who=who,
            serial=identity.serial,
            software=software,
        )
        self.said.setText(plain(text, 400))
        self.refuse("")

    @property
    def lack(self) -> str:
        """What is missing."""
        if self.product.count() == 0:
            return tr("Add the product first, or ask the device.")
        if not self.units.serials:
            return tr("Paste at least one serial number, or ask the device.")
        if not self.condition.text().strip():
            return tr("Describe the condition on receipt.")
        return date_lack(self.received)

    def judge(self) -> None:
        """Say on the button how many units are added, and which numbers are left out."""
        units = self.units
        self.do.setText(tr("Add {serials:,} {serials:unit|units}", serials=len(units.serials)))
        self.left_out.setText(plain(" ".join(map(say, units.refused)), 400))
        super().judge()
        permit(self.ask, "" if self.url else tr("Choose a device first."))

    def _choose_device(self, at: int) -> None:
        self.device.setEditText(str(self.device.itemData(at) or self.url))


COLUMNS = (tr("Entry"), tr("Field"), tr("When you began"), tr("Yours"), tr("Theirs"), tr("Keep"))
MINE, THEIRS = "mine", tr("theirs")
_WORDS = {MINE: tr("yours"), THEIRS: tr("theirs")}
GONE = tr("The whole entry")


class ConflictDialog(ActDialog):
    """Asks for a choice where both changed a field; what only one of them changed is taken over by itself."""

    def __init__(
        self, draft: SubmissionDraft, overtaken: Sequence[Overtaken], parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Changed elsewhere"), tr("Use these values"), parent=parent)
        self.resize(980, 460)
        self._draft, self._overtaken = draft, tuple(overtaken)
        self.choices: dict[tuple[str, str], QComboBox] = {}
        self.table = ChoiceTable(tr("Both versions, field by field"), [(title, 0) for title in COLUMNS])
        for each in self._overtaken:
            self._add(each)
        self.content.addWidget(text_label(" ".join(_told(each) for each in self._overtaken)))
        self.content.addWidget(self.table, 1)
        self.judge()

    def settled(self) -> SubmissionDraft:
        """Return the draft that has seen what the other wrote."""
        draft = self._draft
        for each in self._overtaken:
            chosen = {
                field: str(box.currentData()) for (key, field), box in self.choices.items() if key == each.key
            }
            draft = settle_overtaken(draft, each, chosen)
        return draft

    @property
    def lack(self) -> str:
        """Which choice is missing."""
        open_ = [box for box in self.choices.values() if not box.currentData()]
        return tr("Choose yours or theirs in each row where both changed.") if open_ else ""

    def _add(self, overtaken: Overtaken) -> None:
        mine, key = self._draft.entry(overtaken.key), overtaken.key
        if overtaken.theirs is None or (mine is not None and mine.removed):
            theirs = tr("removed") if overtaken.theirs is None else tr("changed")
            yours = tr("removed") if mine is not None and mine.removed else tr("changed")
            self._ask((key, GONE, "", yours, theirs, ""))
            return
        for field in overtaken.fields:
            label = field_words(key.partition("/")[0], field.field).label
            values = map(value_words, (field.base, field.mine, field.theirs))
            if field.collides:
                self._ask((key, label, *values, ""), field.field)
            else:
                whose = _WORDS[MINE] if field.mine != field.base else _WORDS[THEIRS]
                self.table.add((key, label, *values, whose))

    def _ask(self, texts: Sequence[str], field: str = "") -> None:
        offers = [(tr("Choose…"), ""), *((words, value) for value, words in _WORDS.items())]
        box = choice_box(tr("Keep for {label}", label=texts[1]), offers, lambda _: self.judge())
        self.choices[texts[0], field] = box
        self.table.add(texts, box=box)


def _told(overtaken: Overtaken) -> str:
    kind, _, id_ = overtaken.key.partition("/")
    when = f", {day_and_time(overtaken.utc)}" if overtaken.utc else ""
    act = tr("removed") if overtaken.theirs is None else tr("changed")
    return tr(
        "{who} {act} the {one} {id_} since you began{when}.",
        who=overtaken.who or tr("Somebody"),
        act=act,
        one=kind_words(kind).one,
        id_=plain(id_, 80),
        when=when,
    )


LEAVE_OUT = tr("Leave out")
FILES = ((tr("File"), 220), (tr("Size"), 80), (tr("SHA-256"), 132), (tr("Filed as"), 370))
ABOUT_FILES = tr(
    "Each file goes to the row that its name suggests. Correct what is wrong; nothing is filed before you press the button, "
    "and what is filed is a draft until it is saved to the register."
)


class DropDialog(ActDialog):
    """Lists the files with their hashes and a choice of the place for each."""

    def __init__(
        self, proposals: Sequence[Proposal], targets: Sequence[Target], parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("File documents"), tr("File documents"), ABOUT_FILES, parent=parent)
        self.resize(900, 560)
        self._proposals, self._targets = tuple(proposals), tuple(targets)
        self.received = date_of_today(tr("Received"), self.judge)
        self.table = ChoiceTable(tr("Dropped files"), FILES)
        self.table.setShowGrid(False)
        self.boxes = [self._row(at, proposal) for at, proposal in enumerate(self._proposals)]
        self.content.addWidget(self.table, 1)
        self.content.addLayout(in_row(QLabel(tr("Received")), (self.received, 1)))
        self.judge()

    def filed(self) -> list[tuple[Proposal, str]]:
        """Return the files that are filed, each with the key of its place."""
        chosen = [str(box.currentData()) for box in self.boxes]
        return [(proposal, key) for proposal, key in zip(self._proposals, chosen, strict=True) if key]

    @property
    def lack(self) -> str:
        """What is missing."""
        return date_lack(self.received) if self.filed() else tr("Choose a place for at least one file.")

    def judge(self) -> None:
        """Say on the button how many files are filed."""
        count = len(self.filed())
        self.do.setText(tr("File {count:,} {count:document|documents}", count=count))
        left = len(self._proposals) - count
        self.note.setText(
            tr("{left:,} {left:file|files} without a place: left out.", left=left) if left else ""
        )
        super().judge()

    def _row(self, at: int, proposal: Proposal) -> QComboBox:
        fitting = [each for each in self._targets if proposal.picture or not each.picture]
        offers = [(LEAVE_OUT, ""), *((plain(target.title, 110), target.key) for target in fitting)]
        named = tr("Filed as: {path}", path=plain(proposal.path.name, 80))
        box = choice_box(named, offers, least=1)
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.setCurrentIndex(max(0, box.findData(proposal.target)))
        box.currentIndexChanged.connect(lambda _: self._change(at))
        path = str(proposal.path)
        texts = (proposal.path.name, size(proposal.size), proposal.sha256[:DIGITS])
        self.table.add(texts, (path, path, proposal.sha256), box)
        self._mark(at, box)
        return box

    def _change(self, at: int) -> None:
        self._mark(at, self.boxes[at])
        self.judge()

    def _mark(self, at: int, box: QComboBox) -> None:
        colors = theme.current()
        if (item := self.table.item(at, 0)) is not None:
            item.setForeground(QColor(colors.text if box.currentData() else colors.tones[Tone.UNSURE][0]))


ONE_RECORD = tr(
    "Each entry becomes one record of the audit trail. What is saved is taken back only by a new entry."
)
ABOUT_IMPORT = tr(
    "A file of the folder replaces its kind of entry as a whole: entries that it does not have are removed. "
    "A kind without a file stays as it is."
)
SAME = tr("The folder holds what the register holds. There is nothing to import.")


class ChangesDialog(ActDialog):
    """Lists every entry that is written or removed, and asks for the reason.

    Parameters
    ----------
    changes
        Kind and id of each entry, what is done with it, and the fields of it.
    nothing
        What is said where there are none.
    """

    def __init__(
        self,
        title: str,
        act: str,
        about: str,
        changes: Sequence[tuple[str, str, str, Sequence[str]]],
        place: Path,
        *,
        name: str,
        nothing: str = "",
        keyed: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, act, about, place=place, keyed=keyed, reasoned=True, parent=parent)
        self.resize(760, 520)
        self.changes, self._nothing = tuple(changes), "" if changes else nothing
        self.list = FactTable(name, ((tr("Entry"), 240), (tr("Act"), 90), (tr("Fields"), 320)))
        self.list.show_rows(
            [
                FactRow((plain(f"{kind_words(kind).one} {id_}", 120), act, ", ".join(_labels(kind, fields))))
                for kind, id_, act, fields in changes
            ]
        )
        self.content.addWidget(self.list, 1)
        self.why.setPlaceholderText(tr("As filed."))
        self.why.setFocus()
        self.note.setText(self.lack)
        self.judge()

    @property
    def lack(self) -> str:
        """What is missing."""
        return self._nothing


def _labels(kind: str, fields: Sequence[str]) -> Iterator[str]:
    return (field_words(kind, name).label for name in fields)


def save_dialog(
    draft: SubmissionDraft, person: str, place: Path, *, keyed: bool, parent: QWidget | None = None
) -> ChangesDialog:
    """Return the dialog that saves a draft to the register."""
    changes = [(*key.partition("/")[::2], act, fields) for key, act, fields in changes_in_words(draft)]
    count = tr("{entries:,} {entries:change|changes}", entries=len(draft.entries))
    about = tr("{one_record} Saved as: {person}.", one_record=ONE_RECORD, person=plain(person, 80))
    title, act = tr("Save to register"), tr("Save {count}", count=count)
    return ChangesDialog(title, act, about, changes, place, name=tr("Changes"), keyed=keyed, parent=parent)


def import_dialog(
    found: FolderPreview, place: Path, *, keyed: bool, parent: QWidget | None = None
) -> ChangesDialog:
    """Return the dialog that imports what a folder holds."""
    what = found.submission if found.known else tr("{submission} (new)", submission=found.submission)
    changes = [(each.kind, each.id, each.act, each.fields) for each in found.differences]
    return ChangesDialog(
        tr("Import {what}", what=what),
        tr("Import {differences:,} {differences:change|changes}", differences=len(changes)),
        f"{plain(found.folder, 200)}\n{ABOUT_IMPORT}",
        changes,
        place,
        name=tr("Differences"),
        nothing=SAME,
        keyed=keyed,
        parent=parent,
    )


ASKS = tr(
    "The device calculates a checksum of each component under a fresh random seed (GAT 3.50); without a seed, "
    "equality proves nothing. Dumped images are hashed here. "
    "The result is put on record, whatever it is."
)
TONES = {Comparison.MATCH: Tone.PASS, Comparison.MISMATCH: Tone.FAIL}
WIDTHS = (190, 150, 70, 110, 210, 210)
COMPARISONS = tuple((translated(each.title), width) for each, width in zip(COMPARED, WIDTHS, strict=True))
SIZE = (980, 560)


class AuthenticateDialog(ActDialog):
    """Asks for a device and for images, then shows what the comparison gave.

    Parameters
    ----------
    unit
        Id and serial number.
    components
        Ids and names of the components on file.

    Attributes
    ----------
    pdf_wanted
        Emitted with the path of the PDF that is to be written.
    """

    pdf_wanted = Signal(object)

    def __init__(
        self,
        unit: tuple[str, str],
        components: Sequence[tuple[str, str]],
        place: Path,
        *,
        keyed: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            tr("Authenticate the software of unit {unit}", unit=unit[1]),
            tr("Authenticate"),
            ASKS,
            place=place,
            keyed=keyed,
            parent=parent,
        )
        self.unit = unit[0]
        self.record: AuthenticationRecord | None = None
        self._place = place
        self.form = ActForm(authenticate, ("device", "no_seed"))
        self.images = {
            id_: FileField(
                tr("Image of {name}", name=plain(name, 80)),
                tr("none; dumped image"),
                tr("All files (*)"),
                place,
            )
            for id_, name in components
        }
        images = zip((plain(name, 60) for _, name in components), self.images.values(), strict=True)
        self.asked = boxed(in_column(self.form, in_form(*images)))
        self.table = FactTable(tr("Comparisons"), COMPARISONS)
        self.save = push_button(tr("Save &PDF…"), self._ask_file)
        for part in (self.table, self.save):
            part.hide()
        self.content.addLayout(in_column(self.asked, 1, (self.table, 10), (self.save, 0, LEFT)))
        for field in self.images.values():
            field.changed.connect(self.judge)
        self.form.edited.connect(self.judge)
        self.judge()

    def take(self) -> dict[str, Any]:
        """Return what was entered, as the act takes it."""
        images = [f"{id_}={field.text}" for id_, field in self.images.items() if field.text]
        return {**self.form.take(), "image": images, **self.key.take()}

    @property
    def lack(self) -> str:
        """What is missing."""
        if self.record is not None:
            return tr("It is done. Close the dialog, and authenticate again for another result.")
        if not self.images:
            return tr("File the components of this product first, and save them.")
        named = "device" in self.form.values or any(field.text for field in self.images.values())
        return "" if named else tr("Type the address of a device, or choose an image.")

    def show_record(self, record: AuthenticationRecord) -> None:
        """Show what the comparison gave, in the place of what was asked."""
        self.record = record
        for part in (self.about, self.asked):
            part.hide()
        self.inside.setEnabled(True)
        self.table.show_rows(list(map(_compared, record.results)))
        self.table.show()
        self.save.show()
        sentences = [record.conclusion, *record.problems]
        sentences += [Authentications.SEED_IGNORED(component=name) for name in record.unseeded]
        sentences += [Authentications.CALCULATED_BY_THE_DEVICE()] if record.url else []
        self.heading.setText(f"{self.windowTitle()}: {record.id}")
        self.cancel.setText(tr("Close"))
        self.refuse(" ".join(map(say, sentences)))
        self.resize(*SIZE)

    def _ask_file(self) -> None:
        title, kinds = tr("Save the PDF"), tr("PDF (*.pdf)")
        ask_for_file(self, title, self.pdf_wanted.emit, place=self._place, kinds=kinds, writes="pdf")


def _compared(result: AuthenticatedComponent) -> FactRow:
    *cells, expected, obtained = (written(each.cell(result)) for each in COMPARED)
    return FactRow((*cells, in_groups(expected), in_groups(obtained)), TONES.get(result.result, Tone.UNSURE))
