"""The editor of a draft: outline, form or text, figures beside it; kept as it is typed, saved with a reason.

Short questions of the room of plans: the id of a copy, the plan to compare with, the reason of a new version.

Questions of which only the latest matters: an answer that comes late is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QStackedWidget, QWidget

from labharness.acts import plans as acts
from labharness.analysis.power.detection import Power
from labharness.app.planning.plan_versions import Saved, StoredDraft, discard_draft, write_draft
from labharness.gui.kit import theme
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.field_form import Offers, form_area
from labharness.gui.kit.keys import explained_by
from labharness.gui.kit.layouts import StackedParts
from labharness.gui.kit.parts import (
    boxed,
    choice_box,
    in_column,
    in_splitter,
    line_edit,
    text_field,
    text_label,
    timer_of,
)
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.words import tr
from labharness.gui.plans.form_view import EditorBar, FormView
from labharness.gui.plans.plan_draft import Outline, OutlineBar, OutlinePart, PlanDraft
from labharness.gui.plans.plan_views import Examined, PlanFacts
from labharness.gui.plans.power_panel import PowerPanel, PowerWork
from labharness.language.template import plain
from labharness.model.field import Refers
from labharness.plans.written.mistakes import Mistake

LENIENT = tr(
    "The plan is more lenient than the rule. It can be saved and run, but no run of it can pass, and its report says why:"
)


class CopyDialog(ActDialog):
    """The id of a copy."""

    def __init__(self, title: str, proposed: str, parent: QWidget) -> None:
        words = tr(
            "A copy of “{title}” is edited as a draft. It needs an id that no other plan has.",
            title=plain(title, 200),
        )
        super().__init__(tr("Edit a copy"), tr("Edit the copy"), words, parent=parent)
        self.line = line_edit(tr("Id of the copy"), changed=self.judge, entered=self.do.click)
        self.line.setText(proposed)
        self.line.selectAll()
        self.content.addWidget(self.line)
        self.line.setFocus()

    @property
    def plan_id(self) -> str:
        """The id that is entered."""
        return self.line.text().strip()

    @property
    def lack(self) -> str:
        """What keeps from it."""
        return "" if self.plan_id else tr("Write the id of the copy.")


class CompareDialog(ActDialog):
    """The plan that another is compared with."""

    def __init__(self, title: str, others: Sequence[tuple[str, str]], parent: QWidget) -> None:
        words = tr("Compare “{title}” with:", title=plain(title, 200))
        super().__init__(tr("Compare"), tr("Compare"), words, parent=parent)
        self.box = choice_box(tr("Plan to compare with"), ((plain(text, 160), name) for text, name in others))
        self.box.setMaxVisibleItems(20)
        self.content.addWidget(self.box)
        self.do.setEnabled(bool(others))
        self.wanted.connect(self.accept)


class SaveVersionDialog(ActDialog):
    """The reason of a new version."""

    def __init__(self, plan: str, version: int, lenient: Sequence[str], parent: QWidget) -> None:
        words = tr(
            "Version {version} of {plan} is kept with your name and the reason. New runs take it from then on; runs that have begun keep the version that they were begun with.",
            version=version,
            plan=plain(plan, 100),
        )
        verb = tr("Save version {version}", version=version)
        super().__init__(tr("Save the plan"), verb, words, reasoned=True, parent=parent)
        self.warning = text_label("\n".join((LENIENT, *(f"• {plain(each, 600)}" for each in lenient))))
        theme.tint(self.warning, Tone.UNSURE, grounded=True)
        self.content.addWidget(self.warning)
        self.warning.setVisible(bool(lenient))
        self.why.setPlaceholderText(tr("Why it differs from the version before"))
        self.judge()
        self.why.setFocus()


REST_MS = 250
"""So long after the last change the plan is checked and kept."""
KEPT, KEEPING = tr("The draft is kept; only you can read it."), tr("Keeping the draft…")

BESIDE, STACKED = 900, 1000
"""Pixels that outline, form and figures need beside each other, and above each other."""


class EditorPage(QWidget):
    """One draft.

    Attributes
    ----------
    saved
        Emitted with what a save did.
    compared
        Emitted with the name of the plan that the draft is to be compared with.
    discarded
        Emitted with the name of the draft when somebody no longer wants it.
    announced
        Emitted with one sentence.
    """

    saved = Signal(object)
    compared = Signal(str)
    discarded = Signal(str)
    announced = Signal(str)

    def __init__(self, facts: PlanFacts) -> None:
        super().__init__()
        self._facts = facts
        self.draft = PlanDraft(partial(write_draft, workspace=facts.place), self)
        self.bar, self.outline, self.form = EditorBar(self.draft.stack), Outline(), FormView(self.draft)
        self.outline_bar = OutlineBar(self.draft, self.outline)
        self.text, self.panel = text_field(tr("Text of the plan")), PowerPanel()
        self.work = PowerWork(facts, self)
        self.mistakes: Sequence[Mistake] = ()
        self.examined: Examined | None = None
        self.dialog: SaveVersionDialog | None = None
        self._before: Sequence[Power] = ()
        self._next = 0
        self._check, self._ask = Latest(self, self.announced), Latest(self, self._refuse)
        self._rest = timer_of(self, self._examine)
        self._rest.setInterval(REST_MS)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setUndoRedoEnabled(False)  # the changes of the plan are undone in one order
        left, middle = boxed(in_column((self.outline, 1), self.outline_bar)), QStackedWidget()
        middle.addWidget(form_area(self.form))
        middle.addWidget(self.text)
        self._middle = middle
        # The buttons of the outline stand in one row.
        for widget, least in ((left, 236), (middle, 300), (self.panel, 290)):
            widget.setMinimumWidth(least)
        three, sizes = (left, middle, self.panel), (205, 415, 350)
        parts = in_splitter(StackedParts(BESIDE, STACKED), *three, sizes=sizes, grows=(1,))
        self.setLayout(in_column(self.bar, (parts, 1), gap=10, edges=(20, 14, 20, 12)))
        explained_by(self, "user-guide-window#editing-a-plan")

    def _connect(self) -> None:
        self.draft.changed.connect(self._change)
        self.draft.refused.connect(self.announced)
        self.draft.kept.connect(lambda: self.bar.note.setText(KEPT))
        self.draft.failed.connect(
            lambda error: self.bar.note.setText(tr("The draft is not kept: {error}", error=error))
        )
        self.outline.chosen.connect(self._choose)
        self.bar.text.toggled.connect(self._turn)
        self.bar.wrong.clicked.connect(self.next_mistake)
        self.bar.store.clicked.connect(self._ask_reason)
        self.bar.beside.clicked.connect(lambda: self.compared.emit(self.draft.base.based_on))
        self.bar.drop.clicked.connect(lambda: self.discarded.emit(self.draft.base.name))
        self.text.textChanged.connect(lambda: self.draft.write(self._typed()))
        self.work.announced.connect(self.panel.state.setText)
        self.work.changed.connect(self._figures)
        self.panel.button.clicked.connect(self.work.finely)

    @property
    def name(self) -> str:
        """Name of the draft, "" where there is none."""
        return self.draft.base.name

    def show_draft(self, draft: StoredDraft) -> None:
        """Take up a draft; the one at work already stays as it is, with everything that can be undone."""
        if draft.name == self.draft.base.name:
            return
        self._before, self.examined, self.mistakes = (), None, ()
        self.draft.open(draft)
        self.outline.choose(())

    def forget(self) -> None:
        """Let go of a draft that is one no more, and keep nothing of it."""
        self._rest.stop()
        self._check.drop()
        self.work.rest()
        self.draft.forget()

    def stop(self) -> None:
        """Keep the draft, and let go of threads."""
        self._rest.stop()
        self.draft.stop()
        self._check.stop()
        self._ask.stop()
        self.work.stop()

    def next_mistake(self) -> None:
        """Go to the next mistake, from the last to the first again."""
        if self.mistakes:
            mistake = self.mistakes[self._next % len(self.mistakes)]
            self._next += 1
            if self.draft.broken or self.bar.text.isChecked():
                self.bar.text.setChecked(True)
                self._stand_on_line(mistake.line or 1)
                return
            self.outline.choose(mistake.path)
            self.form.focus(mistake.path)

    def _stand_on_line(self, line: int) -> None:
        cursor = self.text.textCursor()
        cursor.setPosition(self.text.document().findBlockByNumber(line - 1).position())
        self.text.setTextCursor(cursor)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _change(self) -> None:
        """Take up that the text is another."""
        if not self.draft.broken:
            self.outline.show_parts(self.draft.data)
        if self._typed() != self.draft.text:
            self._fill_text()
        title, version = self.draft.value(("title",)), self.draft.value(("version",))
        note = KEPT if self.draft.is_kept else KEEPING
        self.bar.show_plan(str(title or self.draft.base.name), version, self.draft.base.based_on, note)
        self.bar.wait()
        self.work.rest()
        self._figures()
        self._rest.start()

    def _typed(self) -> str:
        """Return the text of the text view; Qt shows one kind of line end, the file keeps its own."""
        shown = self.text.toPlainText()
        return shown.replace("\n", "\r\n") if "\r\n" in self.draft.text else shown

    def _fill_text(self) -> None:
        with QSignalBlocker(self.text):
            place = self.text.textCursor().position()
            self.text.setPlainText(self.draft.text)
            cursor = self.text.textCursor()
            cursor.setPosition(min(place, len(self.text.toPlainText())))
            self.text.setTextCursor(cursor)

    def _examine(self) -> None:
        """Check the plan, once it rests."""
        self.draft.seal()  # what is typed after a rest is undone by itself
        if self.draft.base.name:
            stored, before = self.draft.stored, self._before or None
            self._check.ask(lambda: self._look(stored.content, stored.based_on, before), self._take)

    def _look(
        self, content: bytes, base: str, before: Sequence[Power] | None
    ) -> tuple[Examined, Sequence[Power]]:
        known = self._facts.base_powers(base) if before is None else before
        return self._facts.examine(content, base), known

    def _take(self, pair: tuple[Examined, Sequence[Power]]) -> None:
        self.examined, self._before = pair
        self.mistakes, self._next = self.examined.mistakes, 0
        self.bar.show_mistakes(len(self.mistakes))
        self.outline.show_mistakes(self.mistakes)
        self.form.show_mistakes(self.mistakes)
        self.work.show(self.examined, self._before)
        self._figures()

    def _figures(self) -> None:
        if self.examined is not None:
            now = tuple(self.work.known.values())
            self.panel.show_examined(self.examined, self._before, now, stale=self.work.stale)

    def _choose(self, part: OutlinePart) -> None:
        self.form.show_offers(self._offers())
        self.form.show_part(part)
        self.form.show_mistakes(self.mistakes)

    def _offers(self) -> Offers:
        """Return what fields of a plan can name."""

        def entries(key: str) -> list[Mapping[str, Any]]:
            return [each for each in self.draft.value((key,)) or () if isinstance(each, dict)]

        return {
            Refers.CITATION: [(str(each.get("id")), "") for each in entries("citations")],
            Refers.SAMPLE: [
                (str(each.get("name")), "") for each in entries("stages") if each.get("kind") == "acquire"
            ],
        }

    def _turn(self, text: bool) -> None:
        self._middle.setCurrentIndex(int(text))
        self.draft.seal()

    def _ask_reason(self) -> None:
        if self.examined is None or self.examined.frozen is None or self.mistakes or self._rest.isActive():
            return
        plan = self.examined.frozen.plan
        lenient = [say(each) for each in self.examined.lenient]
        self.dialog = dialog = SaveVersionDialog(plan.id, plan.version, lenient, self)
        self.dialog.wanted.connect(lambda: self._save(dialog.reason))
        self.dialog.finished.connect(lambda _: setattr(self, "dialog", None))
        self.dialog.open()

    def _save(self, reason: str) -> None:
        self.draft.flush()
        draft = self.draft.stored
        self._ask.ask(lambda: self._saved_version(draft, reason), self._end)

    def _saved_version(self, draft: StoredDraft, reason: str) -> Saved:
        """Save a draft as the next version; it is a draft no more."""
        place = self._facts.place
        file = write_draft(draft, place)
        saved = self._facts.seat.do(acts.save, file, reason=reason, based_on=draft.based_on)
        discard_draft(draft.name, place)
        return saved

    def _end(self, saved: Saved) -> None:
        if self.dialog is not None:
            self.dialog.accept()
        self.forget()
        self.saved.emit(saved)

    def _refuse(self, sentence: str) -> None:
        if self.dialog is not None:
            self.dialog.refuse(sentence)
        else:
            self.announced.emit(sentence)
