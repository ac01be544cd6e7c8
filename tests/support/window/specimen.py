"""A made-up run, written as a runner writes one: for pictures and tests of the window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.evidence.folder import RunFolder
from labharness.evidence.records.body import SCHEMA
from labharness.evidence.records.calls import IdentifyCall, ObservedBody
from labharness.evidence.records.course import (
    AdapterNamed,
    AdaptersNamed,
    DeviationBody,
    SessionOpenedBody,
    StageFinishedBody,
    StageStartedBody,
    StartBody,
    VerdictBody,
)
from labharness.evidence.records.people import AnswerBody, Command, CommandBody, PromptBody, PromptData
from labharness.evidence.writer import RunWriter
from labharness.model.device import DeviceIdentity
from labharness.model.observations import (
    Batch,
    Deal,
    Draws,
    InputKnown,
    Kind,
    Observation,
    Provenance,
    RawBytes,
    Round,
    Shuffle,
    Source,
)
from labharness.model.results import Ending, Outcome, Verdict
from labharness.model.stages import StageStatus
from labharness.plans.frozen import FrozenPlan, find_plan, freeze
from labharness.plans.origin import plan_named
from labharness.plans.plan import Acquire
from labharness.reason import Reason, quoted

ROUNDS = "blackjack-633a-continuous-shuffler-rounds"
SHUFFLES = "blackjack-633a-batch-shuffler-by-hand"
BATCHES = "blackjack-633a-batch-shuffler"
DRAWS = "pai-gow-poker-645a-starting-position"
IDENTITY = DeviceIdentity("Example Gaming", "Specimen 1", "0001", "A", "specimen", "made up")


class Specimen:
    """Writes a run of a packaged plan with seeded random cards."""

    def __init__(
        self, path: Path, plan_id: str, seed: int = 1, shelves: int = 0, reader: str | None = None
    ) -> None:
        content, where = find_plan(plan_id)
        self.frozen: FrozenPlan = freeze(content, where)
        self._random = np.random.Generator(np.random.PCG64(seed))
        self._shelves = shelves
        self.writer = RunWriter.create(path, self.frozen.files, self._start(path.name, reader))
        self.folder = RunFolder(path)
        self._done: dict[str, int] = {}
        self._closed = False
        self.writer.append(SessionOpenedBody(session=1))
        self.writer.append(IdentifyCall(channel="device", frames=(0, -1), answer=IDENTITY))

    def _start(self, run: str, reader: str | None) -> StartBody:
        adapter = AdapterNamed(name="specimen", title="Specimen", version=1, source=Source.DEVICE_REPORTED)
        return StartBody(
            schema=SCHEMA,
            labharness="specimen",
            plan=plan_named(self.frozen),
            device="usb://1209:4614",
            reader=reader,
            operator="specimen",
            host="specimen",
            versions={},
            adapter=AdaptersNamed(device=adapter, reader=None),
            simulated="made up, no device",
            run=run,
            files={},
        )

    def begin(self, name: str) -> None:
        """Start a stage, after finishing those before it that were not run."""
        for stage in self.frozen.plan.stages:
            if stage.name == name:
                break
            if stage.name not in self._done:
                self._stage_started(stage.name)
                self.finish(stage.name)
        self._stage_started(name)

    def _stage_started(self, name: str) -> None:
        stage = next(stage for stage in self.frozen.plan.stages if stage.name == name)
        units, done = getattr(stage, "units", 0), self._done.setdefault(name, 0)
        self.writer.append(StageStartedBody(stage=name, kind=stage.kind, session=1, units=units, done=done))

    def finish(self, name: str, status: str = "done", sentence: str = "As planned.") -> None:
        """Finish a stage."""
        self.writer.append(
            StageFinishedBody(stage=name, session=1, status=StageStatus(status), reasons=(quoted(sentence),))
        )

    def observe(self, name: str, units: int) -> None:
        """Record so many units of a stage that acquires, in one batch."""
        stage = next(each for each in self.frozen.plan.acquisitions if each.name == name)
        known = InputKnown.RESET if stage.observes is Kind.SHUFFLE else InputKnown.NOT_APPLICABLE
        result = self._make(stage, units)
        first = self._done[name]
        batch = Batch(name, stage.observes, first, result, Provenance(known, Source.DEVICE_REPORTED))
        self._done[name] += units
        self.writer.append(ObservedBody.of(batch, 0))

    def recorded(self, name: str) -> int:
        """Return how many units of a stage were recorded."""
        return self._done.get(name, 0)

    def _make(self, stage: Acquire, units: int) -> tuple[Observation, ...]:
        selection, cards, layout = (
            self.frozen.selection(stage),
            self.frozen.cards,
            self.frozen.layout(stage),
        )
        if selection is not None:
            drawn = self._random.integers(selection.low, selection.high + 1, units)
            return (Draws(drawn.astype(np.uint16)),)
        if stage.observes is Kind.BYTES:
            return (RawBytes(self._random.bytes(units)),)
        assert cards is not None
        deck = cards.new_deck_order()
        if stage.observes is Kind.SHUFFLE:
            return tuple(Shuffle(deck, self._shuffled(deck)) for _ in range(units))
        if layout is not None:
            edges = np.cumsum(layout.stacks)
            parts = [np.split(self._random.permutation(deck), edges) for _ in range(units)]
            return tuple(Deal(tuple(part[:-1]), part[-1]) for part in parts)
        dealt = [self._random.permutation(deck)[: stage.round_cards] for _ in range(units)]
        return tuple(Round(cards, cards) for cards in dealt)

    def _shuffled(self, deck: NDArray[np.uint16]) -> NDArray[np.uint16]:
        if not self._shelves:
            return self._random.permutation(deck)
        places = self._random.integers(0, 2 * self._shelves, len(deck))
        # A card that goes below what lies on its shelf comes out before it.
        order = np.where(places % 2, np.arange(len(deck)), -np.arange(len(deck)))
        return deck[np.lexsort((order, places))]

    def prompt(self, number: int, action: str, text: str, **data: Any) -> None:
        """Ask a person, and put it on record at once."""
        question = PromptData.model_validate(data, strict=False)
        asks = (quoted(text),)
        self.writer.append(
            PromptBody(prompt=number, action=action, asks=asks, data=question, timeout_s=900.0)
        )
        self.writer.barrier()

    def answer(self, number: int, who: str, answer: str) -> None:
        """Record an answer at once."""
        self.writer.append(AnswerBody(prompt=number, who=who, answer=answer))
        self.writer.barrier()

    def command(self, command: str, who: str) -> None:
        """Record a command as taken from the inbox."""
        self.writer.append(CommandBody(command=Command(command), who=who))

    def end(
        self, outcome: Outcome, *reasons: Reason, ending: str = "COMPLETE", sentence: str = "Complete."
    ) -> None:
        """Judge and end the run."""
        self.writer.append(VerdictBody(verdict=Verdict(outcome, reasons)))
        self.writer.end(Ending(ending), (quoted(sentence),))
        self._closed = True

    def close(self) -> None:
        """Let go as a runner that dies, unless the run has ended; safe to call twice."""
        if not self._closed:
            self._closed = True
            self.writer.close()

    def note(self, text: str) -> None:
        """Record a deviation."""
        self.writer.append(DeviationBody(reasons=(quoted(text),)))
