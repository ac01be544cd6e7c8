"""Import a folder: what differs from the register, and why it is imported."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from labharness.app.submission.folder_import import FolderPreview
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.text import plain

ABOUT = tr(
    "A file of the folder replaces its kind of entry as a whole: entries that it does not have are removed. "
    "A kind without a file stays as it is."
)
SAME = tr("The folder holds what the register holds. There is nothing to import.")


class ImportDialog(ActDialog):
    """Lists every entry that would be written or removed."""

    def __init__(
        self, found: FolderPreview, place: Path, *, keyed: bool, parent: QWidget | None = None
    ) -> None:
        what = found.submission if found.known else tr("{submission} (new)", submission=found.submission)
        count = len(found.differences)
        super().__init__(
            tr("Import {what}", what=what),
            tr("Import {differences:,} {differences:change|changes}", differences=count),
            f"{plain(found.folder, 200)}\n{ABOUT}",
            place=place,
            keyed=keyed,
            reasoned=True,
            parent=parent,
        )
        self.resize(760, 520)
        self.found = found
        self.list = FactTable(tr("Differences"), ((tr("Entry"), 260), (tr("Act"), 90), (tr("Fields"), 320)))
        self.list.show_rows(
            [
                FactRow(
                    (
                        plain(f"{kind_words(difference.kind).one} {difference.id}", 120),
                        difference.act,
                        ", ".join(field_words(difference.kind, name).label for name in difference.fields),
                    )
                )
                for difference in found.differences
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
        return "" if self.found.differences else SAME
