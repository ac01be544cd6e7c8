"""A made-up run, written as a runner writes one: for pictures and tests of the window."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.evidence.codec import dump, dump_batch
from labharness.evidence.folder import RunFolder
from labharness.evidence.records import SCHEMA, RecordType
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
from labharness.model.results import Outcome, Verdict
from labharness.plans.frozen import FrozenPlan, find_plan, freeze
from labharness.plans.stages import Acquire
from labharness.reason import Reason

IDENTITY = DeviceIdentity("Example Gaming", "Specimen 1", "0001", "A", "specimen", "made up")


class Specimen:
    """Writes a run of a packaged plan with seeded random cards.

    Parameters
    ----------
    path
        The run folder to make.
    plan_id
        A packaged plan.
    shelves
        For shuffles: none for a fair machine, else so many shelves, which leaves rising sequences.
    """

    def __init__(self, path: Path, plan_id: str, seed: int = 1, shelves: int = 0) -> None:
        content, where = find_plan(plan_id)
        self.frozen: FrozenPlan = freeze(content, where)
        self._random = np.random.Generator(np.random.PCG64(seed))
        self._shelves = shelves
        self.writer = RunWriter.create(path, self.frozen.files, self._start(content))
        self.folder = RunFolder(path)
        self._done: dict[str, int] = {}
        self._closed = False
        self._append(RecordType.SESSION_OPENED, {"session": 1})
        body = {"channel": "device", "call": "identify", "args": {}, "frames": [0, -1]}
        self._append(RecordType.EXCHANGE, {**body, "answer": dump(IDENTITY)})

    def _start(self, content: bytes) -> dict[str, Any]:
        plan = self.frozen.plan
        stages = [
            {"name": stage.name, "kind": stage.kind, "units": getattr(stage, "units", 0)}
            for stage in plan.stages
        ]
        described = {
            "id": plan.id,
            "version": plan.version,
            "title": plan.title,
            "device_class": plan.device_class.value,
            "sha256": hashlib.sha256(content).hexdigest(),
            "stages": stages,
        }
        return {
            "schema": SCHEMA,
            "labharness": "specimen",
            "plan": described,
            "device": "usb://1209:4614",
            "reader": None,
            "operator": "specimen",
            "host": "specimen",
            "versions": {},
            "adapter": {"device": {"name": "specimen", "version": 1, "title": "Specimen"}, "reader": None},
            "simulated": "made up, no device",
        }

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
        stage = next(one for one in self.frozen.plan.stages if one.name == name)
        units, done = getattr(stage, "units", 0), self._done.setdefault(name, 0)
        body = {"stage": name, "kind": stage.kind, "session": 1, "units": units, "done": done}
        self._append(RecordType.STAGE_STARTED, body)

    def finish(self, name: str, status: str = "done", sentence: str = "As planned.") -> None:
        """Finish a stage."""
        self._append(
            RecordType.STAGE_FINISHED, {"stage": name, "session": 1, "status": status, "sentence": sentence}
        )

    def observe(self, name: str, units: int) -> None:
        """Record so many units of a stage that acquires, in one batch."""
        stage = next(one for one in self.frozen.plan.acquisitions if one.name == name)
        known = InputKnown.RESET if stage.observes is Kind.SHUFFLE else InputKnown.NOT_APPLICABLE
        made = self._make(stage, units)
        first = self._done[name]
        batch = Batch(name, stage.observes, first, made, Provenance(known, Source.DEVICE_REPORTED))
        self._done[name] += units
        self._append(RecordType.OBSERVED, dump_batch(batch, 0))

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
        """Ask a person."""
        body = {"prompt": number, "action": action, "text": text, "data": data, "timeout_s": 900.0}
        self._append(RecordType.PROMPT, body)

    def answer(self, number: int, who: str, answer: str) -> None:
        """Record an answer."""
        self._append(RecordType.ANSWER, {"prompt": number, "who": who, "answer": answer})

    def command(self, command: str, who: str) -> None:
        """Record a command as taken from the inbox."""
        self._append(RecordType.COMMAND, {"command": command, "who": who})

    def end(
        self, outcome: Outcome, *reasons: Reason, ending: str = "COMPLETE", sentence: str = "Complete."
    ) -> None:
        """Judge and end the run."""
        self._append(RecordType.VERDICT, {"verdict": dump(Verdict(outcome, reasons))})
        self.writer.end(ending, sentence)
        self._closed = True

    def close(self) -> None:
        """Let go as a runner that dies, unless the run has ended; safe to call twice."""
        if not self._closed:
            self._closed = True
            self.writer.close()

    def note(self, text: str) -> None:
        """Record a deviation."""
        self._append(RecordType.DEVIATION, {"text": text})

    def _append(self, kind: RecordType, body: dict[str, Any]) -> None:
        self.writer.append(kind, body)
