"""One plan as prose, with its citations, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QTextBrowser, QVBoxLayout, QWidget

from labharness.acts import plans as acts
from labharness.app.planning.plan_prose import PlanSection
from labharness.app.planning.plan_versions import SHORT
from labharness.gui.kit import theme
from labharness.gui.kit.act_button import ActButton
from labharness.gui.kit.labels.elided_label import ElidedLabel
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.screen_text import cited
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.gui.plans.plan_facts import ReadPlan
from labharness.language.catalog import term
from labharness.language.text import plain
from labharness.model.reasons.plan_prose import PlanPart, PlanProse

LONGEST = 6000
READING = tr("Reading the plan…")
OLD = tr("New runs take a later version of this plan.")


class ProseView(QWidget):
    """A plan to read.

    Attributes
    ----------
    used, copied, compared
        Emitted when the plan is wanted for a run, for a copy, or beside another.
    """

    used, copied, compared = Signal(), Signal(), Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plan: ReadPlan | None = None
        self._stage = ""
        self.title, self.about = ElidedLabel(READING), QLabel()
        theme.enlarge(self.title, 1.3, bold=True)
        self.about.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.use, self.copy = QPushButton(tr("&Use in a run")), ActButton(acts.copy)
        self.compare = ActButton(acts.compare, tr("Co&mpare with…"))
        self.use.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.copy.setShortcut(QKeySequence("Ctrl+E"))
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("The plan"))
        self.text.setOpenLinks(False)
        self.text.setTabChangesFocus(True)
        self._lay_out()
        self.use.clicked.connect(self.used)
        self.copy.clicked.connect(self.copied)
        self.compare.clicked.connect(self.compared)
        self.show_plan(None)

    def _lay_out(self) -> None:
        words, row, column = QVBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        words.addWidget(self.title)
        words.addWidget(self.about)
        row.addLayout(words, 1)
        for button in (self.compare, self.copy, self.use):
            row.addWidget(button)
        column.setContentsMargins(20, 16, 20, 12)
        column.setSpacing(10)
        column.addLayout(row)
        column.addWidget(self.text, 1)

    def show_plan(self, plan: ReadPlan | None, stage: str = "", told: str = READING) -> None:
        """Show a plan from its top or from one of its stages, or a sentence instead of one."""
        self.plan, self._stage = plan, stage
        self.title.setText(plain(plan.title, 300) if plan is not None else told)
        for button in (self.use, self.copy, self.compare):
            button.setEnabled(plan is not None)
        if plan is None:
            self.about.clear()
            self.text.clear()
            return
        old = "" if plan.latest else f" · {OLD}"
        self.about.setText(
            tr(
                "{id} · version {version} · {origin} · {sha256}{old}",
                id=plan.id,
                version=plan.version,
                origin=term(plan.origin),
                sha256=plan.sha256[:SHORT],
                old=old,
            )
        )
        self._draw()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange and self.plan is not None:
            self._draw()

    def _draw(self) -> None:
        assert self.plan is not None
        self.text.setHtml("".join(_html(self.plan.sections)))
        if self._stage:
            self.text.scrollToAnchor(f"{PlanPart.STAGES}-{self._stage}")


def _html(sections: tuple[PlanSection, ...]) -> Iterator[str]:
    now = theme.current()
    ink = now.tones[Tone.UNSURE][0]
    for part, group in groupby(sections, key=lambda each: each.part):
        yield f'<h3 style="color:{now.accent}; margin-top:16px">{escape(term(part))}</h3>'
        for section in group:
            if section.name:
                yield (
                    f'<p style="margin-bottom:2px"><a name="{part}-{escape(section.name)}"></a>'
                    f"<b>{escape(section.name)}</b></p>"
                )
            yield from _paragraphs(section, ink)


def _paragraphs(section: PlanSection, ink: str) -> Iterator[str]:
    """Yield sentences that run on as one paragraph, and those of a list on lines of their own."""
    running: list[str] = []
    for each in section.sentences:
        text = escape(cited(plain(say(each), LONGEST)))
        if each.is_a(PlanProse.LENIENT):
            yield f'<p style="color:{ink}"><b>{text}</b></p>'
        elif each.is_a(PlanProse.ITEM, PlanProse.DEFECT):
            if running:
                yield f"<p>{' '.join(running)}</p>"
                running = []
            yield f'<p style="margin-left:18px; margin-top:2px; margin-bottom:2px">• {text}</p>'
        elif section.name:
            running.append(text)
        else:
            yield f'<p style="margin-top:2px; margin-bottom:4px">{text}</p>'
    if running:
        yield f'<p style="margin-top:2px">{" ".join(running)}</p>'
