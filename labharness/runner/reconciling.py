"""Reconciliation: the cards that were put in come out again, and none is left inside."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.model.device import CountReport
from labharness.model.findings import Result
from labharness.plans.stages import Count
from labharness.runner.bench import Bench
from labharness.runner.capture import composition_objection, read_order

Report = tuple[str, str]

MOST_COUNTS = 5
HOW = "Answer OUT; INSIDE, two numbers of cards."


@dataclass(frozen=True, slots=True)
class HandCount:
    """What a person counted: cards that came out, and cards that were found inside afterwards."""

    out: int
    inside: int


def count_by_hand(bench: Bench, stage: Count) -> Report:
    """Have the device emptied, its cards counted, and every place looked into that can hold one.

    Notes
    -----
    A count that is not the set is made again; two equal ones in a row are believed.  The cards that came out
    are then read, where there is a reader, so that those that are missing have names.
    """
    cards = bench.frozen.cards
    assert cards is not None
    counted = _counted(bench, stage, cards.size)
    whole = counted == HandCount(cards.size, 0)
    status, said = "done", f"By hand: all {cards.size} cards came out, and none was left inside."
    if counted is None:
        status, said = "doubtful", f"By hand: no two of {MOST_COUNTS} counts were equal."
    elif not whole:
        status = "failed"
        said = f"By hand: {counted.out} of {cards.size} cards came out; left inside: {counted.inside}"
        read = "" if bench.reader is None else _difference(bench, stage)
        if read == "complete" and counted.out != cards.size:
            status, read = "doubtful", "yet the reader finds the whole set among those that came out"
        said = f"{said}{f'; {read}' if read not in ('', 'complete') else ''}."
    result = {"done": Result.AS_EXPECTED, "failed": Result.NOT_AS_EXPECTED, "doubtful": Result.LEFT_OUT}
    bench.finding(stage.name, "cards", result[status], said)
    if not bench.device.info.source.independent:
        text = "Put every card back into the device, also those that were found inside."
        bench.control.ask("put_back", text, {}, stage.patience_s)
        bench.progress.last_output.clear()
    return status, said


def judge_count(found: CountReport, size: int) -> Report:
    """Compare a device's own count with the cards that must be inside."""
    said = f"The device counts {found.inside} cards and expects {found.expected}; the set holds {size}."
    return ("done" if found.inside == found.expected == size and found.correct else "failed"), said


def _counted(bench: Bench, stage: Count, size: int) -> HandCount | None:
    previous, why = None, ""
    text = (
        "Unload the device and count by hand the cards that came out. Then open every place that can hold a card and "
        "count those that were left inside. "
    )
    for _ in range(MOST_COUNTS):
        answer = bench.control.ask(
            "unload", f"{why}{text}{HOW}", {"size": size, "how": HOW}, stage.patience_s
        )
        found = _understood(answer)
        if found is None:
            why = "That was not two numbers. "
            continue
        if found in (HandCount(size, 0), previous):
            return found
        previous = found
        why = f"Out {found.out}, inside {found.inside}, but the set holds {size}: count again. "
    return None


def _understood(answer: str) -> HandCount | None:
    words = [word.strip() for word in answer.split(";")]
    if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        return None
    return HandCount(*map(int, words))


def _difference(bench: Bench, stage: Count) -> str:
    """Have the cards that came out read, and say how they differ from the set."""
    assert bench.frozen.cards is not None
    order, _ = read_order(
        bench,
        (stage.name, 0),
        ("read_unloaded", "Lay the cards that came out in the reader, top card first.", {}),
        composition_objection(bench.frozen.cards),
        stage.patience_s,
    )
    return str(bench.frozen.cards.difference(order))
