"""Plans against the faults that they claim to find: one pair at a time, each carried out from a seed of its name."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from labharness.language.catalog import say
from labharness.language.run_groups import worded
from labharness.model.device import DeviceClass
from labharness.model.results import Ending, Outcome
from labharness.plans.claimed_trials import MISREAD, UNTRUE, Claim
from labharness.plans.frozen import FrozenPlan
from labharness.plans.procedures import Inspect
from tests.support.in_process import InProcess, People, Subject

FAIR = Claim("", "a sound device")
REPLICATES = 4
"""Runs of a pair whose claim is a chance; what is certain is shown by one."""
LEVEL = 1e-4
"""Chance, at most, that the claims of all plans together are called broken where each is true."""
MACHINES = {
    DeviceClass.BATCH_SHUFFLER: "fair_shuffler",
    DeviceClass.CONTINUOUS_SHUFFLER: "continuous_shuffler",
    DeviceClass.RESHUFFLING_SHOE: "reshuffling_shoe",
    DeviceClass.AUTOMATED_DEALING_SHOE: "dealing_shoe",
    DeviceClass.DOUBLE_SHOE: "double_shoe",
    DeviceClass.MANUAL_SHOE: "manual_shoe",
    DeviceClass.CARD_READER: "card_reader",
    DeviceClass.DICE_SHAKER: "dice_shaker",
    DeviceClass.COMPUTERIZED_RNG: "rng",
    DeviceClass.TABLE_GAME_SYSTEM: "table_game_system",
    DeviceClass.PROGRESSIVE_SYSTEM: "progressive_system",
}
"""The sound machine of each class."""
TWO_BATCHES = "two_batch_shuffler"
PORTS = frozenset(
    {
        DeviceClass.CONTINUOUS_SHUFFLER,
        DeviceClass.RESHUFFLING_SHOE,
        DeviceClass.AUTOMATED_DEALING_SHOE,
        DeviceClass.COMPUTERIZED_RNG,
        DeviceClass.TABLE_GAME_SYSTEM,
    }
)
"""Classes that are asked over their port; the others are worked by people unless a claim is about the port."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run came to.

    Parameters
    ----------
    against
        Ids of the decisions that speak against the device, with their outcome.
    """

    seed: int
    ending: Ending | None
    verdict: Outcome
    against: dict[str, Outcome]
    sentence: str


def seed_of(plan: str, claim: str, replicate: int) -> int:
    """Return the seed of a run: the CRC-32 of what it is called, so that nobody chose it.

    Examples
    --------
    >>> seed_of("pai-gow-535-dice-shaker", "stuck_die=1@1", 0)
    1829961550
    """
    return zlib.crc32(f"{plan} {claim or 'fair'} {replicate}".encode())


def subject_of(frozen: FrozenPlan, claim: Claim) -> Subject:
    """Return what a plan is carried out on to try a claim."""
    plan = frozen.plan
    two = any(stage.name == "batch-exchange" for stage in plan.stages)
    usual = TWO_BATCHES if two else MACHINES[plan.device_class]
    name, _, value = claim.fault.partition("=")
    port = claim.port or plan.device_class in PORTS
    machine = claim.machine or usual
    if name == MISREAD:
        return Subject(machine, port=port, misread=float(value))
    if name == UNTRUE:
        return Subject(machine, port=port, people=_untrue(frozenset(value.split(",")), frozen))
    return Subject(machine, (claim.fault,) if claim.fault else (), port=port)


def carried_out(where: InProcess, frozen: FrozenPlan, claim: Claim, replicate: int = 0) -> Run:
    """Carry a plan out at its own sample sizes and say what it came to."""
    seed = seed_of(frozen.plan.id, claim.name, replicate)
    folder, outcome = where.run(frozen, subject_of(frozen, claim), seed)
    if outcome.verdict is None:  # the run goes on another time, and is no pass before that
        shutil.rmtree(folder.path.parent)
        return Run(seed, Ending.INTERRUPTED, Outcome.INCONCLUSIVE, {}, worded(outcome.reasons))
    against: dict[str, Outcome] = {
        decision.check_id: decision.outcome
        for decision in outcome.verdict.decisions
        if decision.outcome is not Outcome.PASS and decision.family != "informational"
    }
    shutil.rmtree(folder.path.parent)
    reasons = " ".join(map(say, outcome.verdict.reasons[:3]))
    return Run(seed, outcome.ending, outcome.verdict.outcome, against, f"{worded(outcome.reasons)} {reasons}")


def is_certain(claim):
    """Say whether one run must show all of a claim."""
    return all(chance == 1 for chance in claim.finds.values())


def kind_of(claim: Claim) -> str:
    """Return the name of what is claimed to be found, without its strength."""
    return (claim.fault.partition("=")[0] or claim.machine.partition(":")[0]) if claim.name else "fair"


def broken(claim: Claim, runs: Sequence[Run]) -> list[str]:
    """Say which of the parts of a claim that are certain its runs contradict."""
    texts = []
    for run in runs:
        if run.ending is not claim.ending:
            texts.append(f"seed {run.seed}: the run ended {run.ending}, not {claim.ending}: {run.sentence}")
        if claim.verdict is not None and run.verdict is not claim.verdict:
            texts.append(f"seed {run.seed}: {run.verdict}, not {claim.verdict}: {run.sentence}")
        texts += [
            f"seed {run.seed}: {name} is {run.against.get(name)}, not FAIL"
            for name, chance in claim.finds.items()
            if chance == 1 and run.against.get(name) is not Outcome.FAIL
        ]
        if run.verdict is Outcome.PASS and run.against:
            texts.append(f"seed {run.seed}: PASS, although {run.against}")
    return texts


def rare(hits: int, chances: Sequence[float], level: float) -> bool:
    """Say whether so few hits come with less than a level where each trial has at least its chance.

    Notes
    -----
    Exact: the distribution of a sum of independent trials, one after the other.
    """
    law = np.ones(1)
    for chance in chances:
        law = np.convolve(law, (1 - chance, chance))
    return float(law[: hits + 1].sum()) < level


def alarms(runs: Iterable[Run], statistical: frozenset[str]) -> list[str]:
    """Say what speaks against a sound device that no chance explains."""
    return [
        f"seed {run.seed}: {run.ending}, {run.verdict}, {run.against}: {run.sentence}"
        for run in runs
        if run.ending is not Ending.COMPLETE
        or set(run.against) - statistical
        or (run.verdict is not Outcome.PASS and not run.against)
    ]


def _untrue(lists: frozenset[str], frozen: FrozenPlan) -> People:
    trials = [trial for trial in frozen.plan.trials if isinstance(trial, Inspect) and trial.name in lists]
    items = {item.id for stage in trials for item in stage.items}

    def answer(prompt: dict[str, Any]) -> str | None:
        untrue = prompt["action"] == "inspect" and prompt["data"]["item"] in items
        return "no: it is not so" if untrue else None

    return answer
