"""The room of plans: its table, one plan as prose, two beside each other, the mistakes of a file, or a draft at work."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QStackedLayout

from labharness.acts import plans as acts
from labharness.acts.declaring import Seat
from labharness.app.catalog.plan_index import PlanIndex, plan_index
from labharness.app.planning import plan_versions as kept_drafts
from labharness.app.planning.plan_versions import SHORT, Saved, SavedVersion, StoredDraft
from labharness.gui.kit.files import DroppedPaths, is_plan, is_submission
from labharness.gui.kit.page import Crumb, Handed, Page
from labharness.gui.kit.parts import confirm
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.plans.editor_page import CompareDialog, CopyDialog, EditorPage
from labharness.gui.plans.plan_list import PlanList
from labharness.gui.plans.plan_views import ComparisonView, MistakesView, PlanFacts, ProseView, ReadPlan
from labharness.language.dates import brief
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.plans.written.mistakes import Mistake

EDIT, COMPARE, STAGE = "edit", "compare", "stage"


class PlansRoom(Page):
    """The plans.

    Parameters
    ----------
    seat
        The workspace, and who sits there.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._seat, self._facts = seat, PlanFacts(seat)
        self._path: tuple[str, ...] = ()
        self._index = PlanIndex()
        self._file: Path | None = None
        self.copying: CopyDialog | None = None
        self.listed = self.table = PlanList()
        self.prose = ProseView()
        self.comparison, self.wrong, self.editor = ComparisonView(), MistakesView(), EditorPage(self._facts)
        self._lists, self._asks = Latest(self, self.table.lose), Latest(self, self._fail)
        self._begins = Latest(self, self._refuse)
        self._stack = QStackedLayout(self)
        for widget in (self.table, self.prose, self.comparison, self.wrong, self.editor):
            self._stack.addWidget(widget)
        DroppedPaths(self, self.take_files)
        self._connect()
        self._list()

    def _connect(self) -> None:
        self.table.opened.connect(self._go)
        self.table.used.connect(self._use)
        self.table.copied.connect(self._ask_copy)
        self.table.resumed.connect(self._edit)
        self.table.compared.connect(self._beside)
        self.prose.used.connect(lambda: self._use(self._read.runs_as) if self._read else None)
        self.prose.copied.connect(lambda: self._ask_copy(self._read.name) if self._read else None)
        self.prose.compared.connect(self._ask_compare)
        self.comparison.swapped.connect(self._exchange)
        self.editor.saved.connect(self._saved)
        self.editor.compared.connect(self._compare_draft)
        self.editor.discarded.connect(self._ask_discard)
        self.editor.announced.connect(self.announced)

    @property
    def _read(self) -> ReadPlan | None:
        return self.prose.plan

    def show_address(self, address: Address) -> None:
        """Show the table, a plan, one of its stages, two plans, or a draft."""
        self._path, named = address.path, address.named
        name = named.get("plan", "")
        digest = f"@{named['hash']}" if "hash" in named else ""
        if not name:
            self._stack.setCurrentWidget(self.table)
            self._list()
        elif named.get("tab") == EDIT:
            self._stack.setCurrentWidget(self.editor)
            if self.editor.name != name:
                self._asks.ask(
                    lambda: kept_drafts.read_draft(name, self._facts.place), self.editor.show_draft
                )
        elif "other" in named:
            self._stack.setCurrentWidget(self.comparison)
            self.comparison.show_compared(None)
            other = named["other"]
            self._asks.ask(
                lambda: self._facts.compare(f"{name}{digest}", other), self.comparison.show_compared
            )
        else:
            self._open(f"{name}{digest}", named.get("stage", ""))

    def _open(self, name: str, stage: str = "") -> None:
        self._stack.setCurrentWidget(self.prose)
        self.prose.show_plan(None)
        self._asks.ask(lambda: self._facts.read(name), lambda plan: self._take_plan(plan, stage))

    def _take_plan(self, plan: ReadPlan, stage: str) -> None:
        self.prose.show_plan(plan, stage)
        if self._path:  # from now on the address says which version it was
            self._path = (plan.name, *((STAGE, stage) if stage else ()))
        self.arrived.emit()

    def use_memory(self, memory: WindowState) -> None:
        """Take up the filter that was left."""
        super().use_memory(memory)
        self.table.filter.use_memory(memory, "plans")

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the plan, and what is shown of it."""
        if self._file is not None and self._stack.currentWidget() in (self.wrong, self.prose):
            return (Crumb(plain(self._file.name, 60), Address(Room.PLANS)),)
        if not self._path:
            return ()
        whole = Address(Room.PLANS, self._path)
        name = whole.named.get("plan", "")
        if len(self._path) == 1:
            return (Crumb(name, whole),)
        words = {EDIT: tr("Draft"), COMPARE: tr("Compare"), STAGE: whole.named.get("stage", "")}
        return (Crumb(name, Address(Room.PLANS, self._path[:1])), Crumb(words.get(self._path[1], ""), whole))

    def stop(self) -> None:
        """Keep the draft at work, and let go of threads and processes."""
        self.editor.stop()
        for each in (self._lists, self._asks, self._begins):
            each.stop()
        self._facts.simulators.close()

    def take_files(self, files: Sequence[Path]) -> None:
        """Read a plan file, or show every mistake in it."""
        if len(files) == 1 and is_submission(files[0]):
            self.handed.emit(Handed(Room.SUBMISSIONS, tuple(files)))
        elif len(files) != 1 or not is_plan(files[0]):
            names = plain(", ".join(file.name for file in files), 200)
            self.table.tell(
                tr("{names}: drop one plan file (TOML), or the folder of a submission.", names=names)
            )
            self._stack.setCurrentWidget(self.table)
        else:
            file = self._file = files[0]
            self._path = ()
            self._begins.ask(
                lambda: self._seat.do(acts.check, str(file)).mistakes,
                lambda mistakes: self._take_file(file, mistakes),
            )

    def _take_file(self, file: Path, mistakes: tuple[Mistake, ...]) -> None:
        if mistakes:
            self.wrong.show_mistakes(file, mistakes)
            self._stack.setCurrentWidget(self.wrong)
            self.moved.emit()
        else:
            self._open(str(file))

    def _list(self) -> None:
        self._file = None
        place = self._facts.place
        self._lists.ask(lambda: (plan_index(place / "plans"), kept_drafts.drafts(place)), self._take_list)

    def _take_list(self, pair: tuple[PlanIndex, Sequence[StoredDraft]]) -> None:
        self._index, drafts = pair
        self.table.show_index(self._index)
        self.table.show_drafts([draft.name for draft in drafts])

    def _use(self, name: str) -> None:
        self.went.emit(Address(Room.NEW_RUN, ("plan", name)))

    def _go(self, *path: str) -> None:
        self.went.emit(Address(Room.PLANS, path))

    def _edit(self, name: str) -> None:
        self._go(name, EDIT)

    def _beside(self, text: str, other: str) -> None:
        self._go(text, COMPARE, other)

    def _exchange(self) -> None:
        match self._path:
            case (str(first), str(), str(second)):
                self._beside(second, first)

    def _ask_copy(self, base: str) -> None:
        """Ask for the id of a copy; an own plan goes on under its id."""
        plan_id = Path(base).stem if base.endswith(".toml") else base.partition("@")[0]
        entry = next((plan for plan in self._index.plans if plan.id == plan_id), None)
        if entry is not None and entry.own:
            self._begin(base, "")
            return
        title = entry.title if entry is not None else plan_id
        self._begins.ask(
            lambda: kept_drafts.free_id(plan_id, self._facts.place),
            lambda free: self._show_copy(base, title, free),
        )

    def _show_copy(self, base: str, title: str, free: str) -> None:
        self.copying = copying = CopyDialog(title, free, self)
        self.copying.wanted.connect(lambda: self._begin(base, copying.plan_id))
        self.copying.finished.connect(lambda _: setattr(self, "copying", None))
        self.copying.open()

    def _begin(self, base: str, plan_id: str) -> None:
        facts = self._facts
        self._begins.ask(
            lambda: kept_drafts.begin_draft(base, plan_id, facts.place, facts.catalog), self._begun
        )

    def _begun(self, draft: StoredDraft) -> None:
        if self.copying is not None:
            self.copying.accept()
        self.editor.show_draft(draft)
        self._edit(draft.name)

    def _ask_compare(self) -> None:
        if (plan := self._read) is not None:
            self._begins.ask(lambda: self._seat.do(acts.history, plan.id), self._show_compare)

    def _show_compare(self, versions: Sequence[SavedVersion]) -> None:
        if (plan := self._read) is None:
            return
        others = [
            (_words(version), f"{version.plan}@{version.sha256[:SHORT]}")
            for version in reversed(versions)
            if version.sha256 != plan.sha256
        ]
        others += [
            (f"{each.title} ({each.id})", each.id) for each in self._index.plans if each.sha256 != plan.sha256
        ]
        dialog = CompareDialog(plan.title, others, self)
        dialog.wanted.connect(lambda: self._beside(plan.name, str(dialog.box.currentData())))
        dialog.open()

    def _compare_draft(self, base: str) -> None:
        """Show what a draft changes; it stays at work."""
        content = self.editor.draft.stored.content
        self._stack.setCurrentWidget(self.comparison)
        self.comparison.show_compared(None)
        self._asks.ask(lambda: self._facts.compare_draft(base, content), self.comparison.show_compared)

    def _ask_discard(self, name: str) -> None:
        confirm(
            self,
            tr("Discard the draft “{name}”?", name=plain(name, 80)),
            tr("Nothing of it is kept. Versions that were saved stay."),
            tr("Discard the draft"),
            tr("Keep it"),
            lambda: self._discard(name),
        )

    def _discard(self, name: str) -> None:
        self.editor.forget()
        self._begins.ask(lambda: kept_drafts.discard_draft(name, self._facts.place), lambda _: self._go())

    def _saved(self, saved: Saved) -> None:
        plan, number = saved.version.plan, saved.version.version
        self.announced.emit(
            tr("Version {version} of {plan} is saved; new runs take it.", version=number, plan=plan)
        )
        self._go(f"{plan}@{saved.version.sha256[:SHORT]}")

    def _fail(self, sentence: str) -> None:
        if self._stack.currentWidget() is self.prose:
            self.prose.show_plan(None, note=sentence)
        elif self._stack.currentWidget() is self.comparison:
            self.comparison.show_compared(None, sentence)
        self.announced.emit(sentence)

    def _refuse(self, sentence: str) -> None:
        if self.copying is not None:
            self.copying.refuse(sentence)
        else:
            self.announced.emit(sentence)


def _words(version: SavedVersion) -> str:
    return tr(
        "version {version}, {when}: {reason}",
        version=version.version,
        when=brief(version.when),
        reason=version.reason,
    )
