"""What the room of plans shows: one plan as prose, two beside each other, and a plan at work with what it takes.

One plan as prose, with its citations, and what can be done with it.

Two plans, or two versions of one, field by field; and the mistakes of a plan file that was dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTextBrowser, QWidget

from labharness.acts import plans as acts
from labharness.acts.declaring import Seat
from labharness.analysis.decision.rule import FalseAlarms
from labharness.analysis.power.defects.named import Defect
from labharness.analysis.power.detection import Power
from labharness.analysis.power.power_table import PowerTable
from labharness.analysis.sampling.catalog import Catalog
from labharness.app.catalog.plan_cache import PlanOrigin
from labharness.app.planning.estimates import (
    Cost,
    SimulatorPool,
    alarms_of,
    cost_of,
    defects_of,
    known_powers,
    table_of,
)
from labharness.app.planning.plan_prose import FieldTitles, PlanSection, plan_prose
from labharness.app.planning.plan_versions import (
    SHORT,
    named,
    of_product,
    own_files,
    problems_of_save,
    read_version,
)
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import load_plan
from labharness.assessment.runs.trust import lenient
from labharness.errors import LabharnessError, PlanError
from labharness.games.mistakes import parse
from labharness.gui.kit import theme
from labharness.gui.kit.labels import ElidedLabel
from labharness.gui.kit.parts import ActButton, follow_colors, in_column, in_row, push_button, text_label
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.words import cited, tr
from labharness.language.catalog import term
from labharness.language.template import plain
from labharness.model.reasons.plan import PlanPart, PlanProse
from labharness.plans.frozen import FrozenPlan
from labharness.plans.origin import Difference, differences
from labharness.plans.plan import Plan
from labharness.plans.written.mistakes import Mistake, find_mistakes
from labharness.reason import Reason

WHERE = "draft.toml"
"""What messages call a plan at work; :func:`problems_of_save` gives it this name."""


@dataclass(frozen=True, slots=True)
class ReadPlan:
    """One plan to read.

    Parameters
    ----------
    name
        What finds it again: ``ID@HASH``, or the path of a file that is not in the workspace.
    runs_as
        What a new run is told.
    latest
        Whether new runs of its id take this version.
    """

    name: str
    runs_as: str
    id: str
    version: int
    title: str
    sha256: str
    origin: PlanOrigin
    latest: bool
    sections: tuple[PlanSection, ...]


@dataclass(frozen=True, slots=True)
class ComparedPlans:
    """Two plans field by field, each with what to call it and its fields."""

    first: str
    second: str
    differences: tuple[Difference, ...]
    titles: FieldTitles


@dataclass(frozen=True, slots=True)
class Examined:
    """What a plan at work is.

    Parameters
    ----------
    frozen
        The plan, None where it has mistakes.
    mistakes
        Every mistake, and everything that prevents a save.
    lenient
        Where it is more lenient than the rule.
    """

    frozen: FrozenPlan | None
    mistakes: tuple[Mistake, ...] = ()
    lenient: tuple[Reason, ...] = ()
    alarms: FalseAlarms | None = None
    cost: Cost | None = None
    defects: tuple[Defect, ...] = field(default=())
    known: tuple[Power, ...] = field(default=())


class PlanFacts:
    """The plans of a workspace; each question may take seconds and is asked on another thread.

    Attributes
    ----------
    place
        Folder of the workspace.
    simulators
        Processes that compute detection rates.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat, self.place = seat, seat.workspace.path
        self.simulators = SimulatorPool()
        self._tables: dict[str, PowerTable | None] = {}

    @cached_property
    def catalog(self) -> Catalog:
        """The checks and adapters that plans may name."""
        return discover(self.place)

    def read(self, name: str) -> ReadPlan:
        """Return a plan by id, ``ID@HASH`` or file, as prose."""
        frozen = read_version(name, self.catalog, self.place)
        plan, current = frozen.plan, frozen.sha256
        own = {plan_id: file for file, plan_id in own_files(self.place)}
        product, runs_as = of_product(plan.id), plan.id
        if not product:
            file = own.get(plan.id)
            runs_as = str(file) if file is not None else name if name.endswith(".toml") else plan.id
        if "@" in name:
            current = read_version(plan.id, self.catalog, self.place).sha256
        mine = PlanOrigin.OWN if plan.id in own or name.endswith(".toml") else PlanOrigin.PLUG_IN
        return ReadPlan(
            name=name if name.endswith(".toml") and plan.id not in own else named(frozen),
            runs_as=runs_as,
            id=plan.id,
            version=plan.version,
            title=plan.title,
            sha256=frozen.sha256,
            origin=PlanOrigin.BUREAU if product else mine,
            latest=current == frozen.sha256,
            sections=plan_prose(frozen, self.catalog, self.place),
        )

    def compare(self, first: str, second: str) -> ComparedPlans:
        """Compare two plans field by field."""
        before, after = (read_version(name, self.catalog, self.place) for name in (first, second))
        return _compared(_called(before), before.plan, _called(after), after.plan)

    def compare_draft(self, base: str, content: bytes) -> ComparedPlans:
        """Compare a plan with a draft of it, which may not be fit for a run yet."""
        before = read_version(base, self.catalog, self.place)
        draft = parse(Plan, content, WHERE)
        called = tr("{id} version {version} (your draft)", id=draft.id, version=draft.version)
        return _compared(_called(before), before.plan, called, draft)

    def examine(self, content: bytes, base: str) -> Examined:
        """Check a plan at work and say what it takes."""
        problems = problems_of_save(content, self.place, self.catalog)
        mistakes = find_mistakes(problems, content, WHERE)
        try:
            frozen = load_plan("draft", self.catalog, content)
        except LabharnessError:
            return Examined(None, mistakes)
        return Examined(
            frozen,
            mistakes,
            lenient(frozen.plan),
            alarms_of(frozen, self.catalog),
            cost_of(frozen, self.seat.workspace, base.partition("@")[0]),
            defects_of(frozen),
            known_powers(frozen, self.catalog, self.place, self._table(base)),
        )

    def base_powers(self, base: str) -> Sequence[Power]:
        """Return the table of the plan that a draft was begun from."""
        table = self._table(base)
        return () if table is None else table.rows

    def _table(self, base: str) -> PowerTable | None:
        if base not in self._tables:
            try:
                frozen = read_version(base, self.catalog, self.place)
                self._tables[base] = table_of(frozen, self.catalog, self.place)
            except PlanError:  # the file that it was begun from is gone
                self._tables[base] = None
        return self._tables[base]


def _compared(called: str, plan: Plan, other_called: str, other: Plan) -> ComparedPlans:
    return ComparedPlans(called, other_called, differences(plan, other), FieldTitles.of(plan, other))


def _called(frozen: FrozenPlan) -> str:
    return tr("{id} version {version}", id=frozen.plan.id, version=frozen.plan.version)


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

    def __init__(self) -> None:
        super().__init__()
        self.plan: ReadPlan | None = None
        self._stage = ""
        self.title, self.about = ElidedLabel(READING), text_label(muted=True, wraps=False)
        theme.enlarge(self.title, 1.3, bold=True)
        self.about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.use = push_button(tr("&Use in a run"), self.used, main=True)
        self.copy = push_button(ActButton(acts.copy), self.copied, key="Ctrl+E")
        self.compare = push_button(ActButton(acts.compare, tr("Co&mpare with…")), self.compared)
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("The plan"))
        self.text.setOpenLinks(False)
        self.text.setTabChangesFocus(True)
        head = in_row((in_column(self.title, self.about), 1), self.compare, self.copy, self.use)
        self.setLayout(in_column(head, (self.text, 1), gap=10, edges=(20, 16, 20, 12)))
        self.show_plan(None)
        follow_colors(self, self._draw)

    def show_plan(self, plan: ReadPlan | None, stage: str = "", note: str = READING) -> None:
        """Show a plan from the top or from a stage on; without one say what there is instead."""
        self.plan, self._stage = plan, stage
        self.title.setText(plain(plan.title, 300) if plan is not None else note)
        for button in (self.use, self.copy, self.compare):
            button.setEnabled(plan is not None)
        if plan is None:
            self.about.clear()
            self.text.clear()
            return
        version = tr("version {version}", version=plan.version)
        parts = (plan.id, version, term(plan.origin), plan.sha256[:SHORT], "" if plan.latest else OLD)
        self.about.setText(" · ".join(filter(None, parts)))
        self._draw()

    def _draw(self) -> None:
        if self.plan is None:
            return
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


SAME = tr("The plans have the same values in all fields.")
COMPARING = tr("Comparing…")


class ComparisonView(QWidget):
    """What differs between two plans.

    Attributes
    ----------
    swapped
        Emitted when the other order is wanted.
    """

    swapped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.heading, self.note = text_label(COMPARING, size=1.3, bold=True), text_label(muted=True)
        self.table = FactTable(tr("Differences"), ((tr("Field"), 230), ("", 330), ("", 330)))
        top = in_row((self.heading, 1), push_button(tr("E&xchange the sides"), self.swapped))
        self.setLayout(in_column(top, self.note, (self.table, 1), gap=8, edges=(20, 16, 20, 12)))

    def show_compared(self, plans: ComparedPlans | None, text: str = COMPARING) -> None:
        """Show the fields that differ, or a sentence instead."""
        self.heading.setText(tr("Compare plans") if plans is not None else plain(text, 300))
        count = len(plans.differences) if plans is not None else 0
        differ = tr("{count:,} {count:field differs|fields differ}.", count=count) if count else SAME
        self.note.setText(differ if plans is not None else "")
        first, second = (plans.first, plans.second) if plans is not None else ("", "")
        self.table.setHorizontalHeaderLabels([tr("Field"), plain(first, 120), plain(second, 120)])
        self.table.show_rows([] if plans is None else list(_rows(plans)))


class MistakesView(QWidget):
    """Every mistake of a plan file, with line and field."""

    def __init__(self) -> None:
        super().__init__()
        self.heading = text_label(size=1.3, bold=True, wraps=False)
        note = text_label(
            tr("Correct the file in a text editor, then drop it here again."), muted=True, wraps=False
        )
        columns = ((tr("Line"), 70), (tr("What to do"), 520), (tr("Field"), 260))
        self.table = FactTable(tr("Mistakes"), columns)
        self.setLayout(in_column(self.heading, note, (self.table, 1), gap=8, edges=(20, 16, 20, 12)))

    def show_mistakes(self, file: Path, mistakes: tuple[Mistake, ...]) -> None:
        """Show the mistakes of a file."""
        count = tr("{mistakes:,} {mistakes:mistake|mistakes}", mistakes=len(mistakes))
        self.heading.setText(f"{plain(file.name, 80)}: {count}")
        rows = (
            ("–" if each.line is None else str(each.line), say(each.problem), each.key or tr("whole plan"))
            for each in mistakes
        )
        self.table.show_rows([FactRow(cells, Tone.FAIL) for cells in rows])


def _rows(plans: ComparedPlans) -> Iterator[FactRow]:
    for difference in plans.differences:
        before, after = (
            plans.titles.value(difference.key, value) for value in (difference.before, difference.after)
        )
        yield FactRow((plans.titles.title(difference.key), before, after))
