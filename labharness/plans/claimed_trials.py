"""What the procedures and the inspections of a plan claim to find.

What a claim of a plan is: a fault, its strength, and what must speak against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from labharness.model.results import Ending, Outcome, stage_decision
from labharness.plans import sample_sizes as sizes
from labharness.plans.frozen import FrozenPlan
from labharness.plans.procedures import Inspect, Procedure, ReactionSign

MISREAD, UNTRUE = "misread", "untrue_item"
"""Faults of no machine: the reader misreads cards with a chance, and no item of some lists is true."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One fault that a plan claims to find.

    Parameters
    ----------
    fault
        As ``labharness simulate`` takes it, its strength after the equals sign; "" where the machine is the flaw.
        ``misread=CHANCE`` is a fault of the reader, ``untrue_item=STAGE,STAGE`` what people see in inspections.
    why
        What finds it, in words.
    finds
        By the id of a decision, the chance at least that it speaks against the device at the first attempt: a
        check's id, ``stage-NAME``, ``reads-NAME``, or ``monitoring-NAME``.
    machine
        The machine, where it is not the sound one of the plan's device class.
    port
        Whether only a machine with a port can have it.
    verdict
        What the run must come to, None where only what finds it is known.
    ending
        How the run must end.
    """

    fault: str
    why: str
    finds: dict[str, float] = field(default_factory=dict)
    machine: str = ""
    port: bool = False
    verdict: Outcome | None = None
    ending: Ending = Ending.COMPLETE

    @property
    def name(self) -> str:
        """Machine and fault as a person types them."""
        return " ".join(part for part in (self.machine, self.fault) if part)


SEEN = {
    "early-stack": "early_stack",
    "blackjack": "misses_tens",
    "no-blackjack": "leaks_rank",
    "misuse": "reads_misplaced",
    "second-side": "mixed_sides",
    "closed-side": "open_sides",
    "determinant-card": "determinant_ignored",
    "late-wager": "late_wagers",
    "wagers-in-time": "miscounted_wagers",
    "alarm-persists": "alarm_clears",
    "count-alarm-persists": "alarm_clears",
    "lock-out-after-count": "works_on",
    "recount": "no_recount",
    "stub": "missing_card=QD",
}
"""The fault that a procedure looks for which only people can carry out, by its name."""
RATES = frozenset({"wrong_count", "false_count", "silent_alarms", "late_wagers"})
"""Faults whose strength is a chance in each trial."""


def of_trials(frozen: FrozenPlan) -> Iterator[Claim]:
    """Yield what the required procedures and the inspections find."""
    looked_for: dict[str, list[Procedure]] = {}
    for stage in frozen.plan.trials:
        if isinstance(stage, Procedure) and stage.role == "required" and (fault := _fault(stage)):
            looked_for.setdefault(fault, []).append(stage)
    for fault, procedures in looked_for.items():
        sure = {_decision(stage): 1.0 for stage in procedures}
        value = f"={_ten(frozen)}" if fault == "misses_tens" else ""
        yield Claim(f"{fault}{value}", "it shows in the trials", sure, verdict=Outcome.FAIL)
        for trials in sorted({stage.trials for stage in procedures} if fault in RATES else ()):
            finds = {_decision(stage): sizes.LIMIT for stage in procedures if stage.trials == trials}
            why = f"a miss in {trials} trials, which limit the rate to this"
            yield Claim(f"{fault}={sizes.missed(trials):.6f}", why, finds)
    yield from _inspected([stage for stage in frozen.plan.trials if isinstance(stage, Inspect)])


def _fault(stage: Procedure) -> str:
    """Return the fault that a procedure looks for, "" where none is simulated."""
    if stage.name in SEEN:
        return SEEN[stage.name]
    if stage.sign is ReactionSign.COUNT:
        return "wrong_count" if stage.objects else "false_count"
    return "silent_alarms" if stage.sign is ReactionSign.ALARM and stage.objects else ""


def _ten(frozen: FrozenPlan) -> str:
    """Return the rank of the first card that counts ten and that the game's sets hold."""
    removed = {card[:-1] for each in frozen.game.sets for card in each.removed}
    return next(rank for rank in ("10", "J", "Q", "K") if rank not in removed)


def _inspected(lists: list[Inspect]) -> Iterator[Claim]:
    """Yield that each list shows what is untrue in it; one of the bench stops the run or leaves it open."""
    required = [stage for stage in lists if stage.role == "required"]
    if required:
        names, finds = ",".join(stage.name for stage in required), {_decision(each): 1.0 for each in required}
        why = "each list in which an item is not as it should be fails the device by its name"
        yield Claim(f"{UNTRUE}={names}", why, finds, verdict=Outcome.FAIL)
    for stage in lists:
        if stage.role == "bench":
            ending = Ending.STOPPED_BY_RULE if stage.otherwise == "stop" else Ending.COMPLETE
            why = "a bench that is not as it should be carries no pass"
            yield Claim(f"{UNTRUE}={stage.name}", why, verdict=Outcome.INCONCLUSIVE, ending=ending)


def _decision(stage: Procedure | Inspect) -> str:
    return stage_decision(stage.name)
