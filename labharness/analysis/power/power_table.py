"""What the sample of a plan could show, computed beforehand and kept beside the plan or in a workspace.

What a plan claims to find: faults with their strength, the decision that speaks, and how surely.

A claim is about a simulated machine and a fault as ``labharness simulate`` takes them, so that anybody can try it.
Strengths come from the functions that justify sample sizes (:mod:`labharness.plans.sample_sizes`): for the units
of this very plan, the strength that is found with their power.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import resources
from math import sqrt
from pathlib import Path
from typing import Any

from labharness.analysis.decision.rule import (
    DeclaredCheck,
    FalseAlarms,
    declared_checks,
    declared_rule,
    false_alarms,
    families,
)
from labharness.analysis.power.detection import Power
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.monitors import VERSION, watched_samples
from labharness.analysis.sampling.sample import population_of
from labharness.errors import InputError
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.evidence.records.body import dump, load
from labharness.model.cards import JOKER, parse_card
from labharness.model.observations import Kind
from labharness.model.reasons.wire import Simulations
from labharness.model.results import Ending, Outcome, monitor_decision, reads_decision, stage_decision
from labharness.plans import sample_sizes as sizes
from labharness.plans.claimed_trials import MISREAD, Claim, of_trials
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import Acquire, Count, Load, ValidateCapture

SURE = 1 - 1e-9
"""A chance above this is called certain."""
WIRE = {
    "unplug_after=10": "a device that leaves the bus",
    "killed_after=10": "a device whose process ends",
    "corrupt_crc=10": "an answer with a wrong checksum",
    "garbage=10": "an answer that is none",
    "stall_after=10": "a device that halts its endpoints",
    "late=3600": "an answer that does not come in time",
}
JACK = parse_card("JD")
DETERMINANT = ("mixed_sides", "determinant_ignored", "determinant_chosen=2", "determinant_unused")
MECHANISMS = (
    ("shelf_shuffler:10", "kept_neighbours"),
    ("shelf_shuffler:10", "equal_types"),
    ("riffle_shuffler:7", "rising_sequences"),
)
"""Flawed mechanisms, and the checks of cards with and without marks that find them."""
MIXING = frozenset({Kind.SHUFFLE, Kind.DEAL})
CARDS = MIXING | {Kind.ROUND}


def claims(frozen: FrozenPlan, catalog: Catalog) -> tuple[Claim, ...]:
    """Return what a plan claims to find, in the order in which its stages look for it."""
    claims: dict[str, Claim] = {}
    for claim in _Claims(frozen, catalog).all():
        before = claims.get(claim.name)
        claims[claim.name] = claim if before is None else replace(before, finds=before.finds | claim.finds)
    return tuple(claims.values())


@dataclass
class _Claims:
    """One plan and what its parts claim."""

    frozen: FrozenPlan
    catalog: Catalog
    _ids: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for check in self.frozen.plan.checks:
            if check.role == "required":
                self._ids.setdefault((check.stage, check.check), []).append(check.id)

    def all(self) -> Iterator[Claim]:
        """Yield them."""
        plan = self.frozen.plan
        if any(isinstance(stage, ValidateCapture) and stage.otherwise == "stop" for stage in plan.stages):
            why = "a reader that misreads one card in twenty stops the run before the device is judged"
            yield Claim(f"{MISREAD}=0.05", why, verdict=Outcome.INCONCLUSIVE, ending=Ending.STOPPED_BY_RULE)
        if plan.acquisitions:
            yield from (_ended(fault, why, Ending.INTERRUPTED) for fault, why in WIRE.items())
        if any(stage.observes in CARDS for stage in plan.acquisitions):
            yield from self._cards()
        for stage in plan.acquisitions:
            if stage.observes is Kind.DRAW:
                yield from self._draws(stage)
            elif stage.observes is Kind.BYTES:
                yield from self._bytes(stage)
        yield from of_trials(self.frozen)

    # Cards

    def _cards(self) -> Iterator[Claim]:
        plan, cards = self.frozen.plan, self.frozen.cards
        assert cards is not None
        stages = [stage for stage in plan.acquisitions if stage.observes in CARDS]
        if all(stage.jams_allowed == 0 for stage in stages):
            yield _ended("jams_at=10", "a jam in the middle of the sample ends the run", Ending.ERROR)
        reads = [reads_decision(stage.name) for stage in stages if stage.independent_reads]
        if reads:
            why = "orders read independently are compared with what the device reports"
            yield _certain("reports_other_order", reads, why, port=True)
        composed = [each for stage in stages for each in self._of(stage, "composition")]
        counted = [each for stage in stages for each in self._of(stage, "card_count")]
        if composed:
            yield _certain("foreign_back=7C", composed, "the backs of all cards are looked at")
        if all(stage.observes in MIXING for stage in stages):
            yield from self._whole_sets(composed, counted, stages[0])
            yield from (claim for stage in stages for claim in self._mixing(stage))
        else:
            yield from self._rounds(stages[0], composed)

    def _whole_sets(self, composed: list[str], counted: list[str], first: Acquire) -> Iterator[Claim]:
        """Yield what shows wherever all cards of the set come together."""
        cards, whole = self.frozen.cards, composed + counted
        assert cards is not None
        if not composed:
            return
        missing = "JK" if cards.counts[JOKER] else "QD"
        yield _certain(f"missing_card={missing}", whole, "every unit is compared with the whole set")
        yield _certain("duplicated_card=JD", composed, "every unit is compared with the whole set")
        kept = self._of(first, "composition") + self._of(first, "card_count")
        yield _certain("kept_inside=1@10", kept, "every unit is compared with the whole set")

    def _mixing(self, stage: Acquire) -> Iterator[Claim]:
        size = self._size
        unshuffled, repeat = self._of(stage, "unshuffled_deck"), self._of(stage, "exact_repeat")
        if unshuffled:
            why = "a deck that comes out as it went in fails the device by itself"
            for rate in sizes.UNSHUFFLED:
                yield Claim(
                    f"returned_unshuffled={rate:g}",
                    why,
                    dict.fromkeys(unshuffled, _chance(sizes.met(rate, stage.units))),
                )
        table, cards = self._of(stage, "position_card"), self.frozen.cards
        assert cards is not None
        if table and (cards.distinct or self.frozen.plan.game.marked):  # of identified cards
            equal = sizes.equal_orders(stage.units, size)
            finds = {**dict.fromkeys(repeat, 1.0), **dict.fromkeys(table, sizes.POWER)}
            why = f"{equal} equal orders among {stage.units} show in the table of position by card"
            yield self._early(stage, Claim(f"same_order={equal}", why, finds))
        if stage.observes is Kind.SHUFFLE:
            yield from self._shuffles(stage)
        elif drawn := self._of(stage, "determinant_card"):
            why = "determinant card and first card of every round are compared with what must be"
            for fault in DETERMINANT:
                yield _certain(fault, drawn, why)
        elif stacks := self._of(stage, "stack_size"):
            yield _certain("uneven_stack=2-1", stacks, "every stack is counted")
            if stage.independent_reads:
                why = "stacks are read in the order in which they leave"
                yield _certain("swapped_stacks=1", [reads_decision(stage.name)], why)

    def _shuffles(self, stage: Acquire) -> Iterator[Claim]:
        why = "the checks of neighbors, of rising sequences and of equal cards are made for such machines"
        for machine, check in MECHANISMS:
            if result := self._of(stage, check):
                yield self._early(stage, _certain("", result, why, machine=machine))
        if batches := self._of(stage, "batches"):
            why = "every card is looked at for the batch whose turn it is"
            yield _certain("mixed_batches=3", batches, why)
            yield _certain("same_batch_twice=3", batches, why)
            yield _certain("batches_together=2", self._of(stage, "card_count"), "every unit is counted")

    def _early(self, stage: Acquire, claim: Claim) -> Claim:
        """Return a claim about a hopeless machine, which the monitor of a stage ends before its checks say anything."""
        if stage.name not in watched_samples(self.frozen):
            return claim
        finds = {monitor_decision(stage.name): 1.0}
        return replace(claim, finds=finds, verdict=Outcome.FAIL, ending=Ending.STOPPED_BY_RULE)

    def _rounds(self, stage: Acquire, composed: list[str]) -> Iterator[Claim]:
        plan, cards = self.frozen.plan, self.frozen.cards
        assert cards is not None
        counts = [stage_decision(stage.name) for stage in plan.stages if isinstance(stage, Load | Count)]
        if counts:
            yield _certain("missing_card=QD", counts, "the device counts its cards, and people do")
        by_hand = [
            stage_decision(stage.name)
            for stage in plan.stages
            if isinstance(stage, Count) and stage.by == "hand"
        ]
        if by_hand:
            why = "the device is emptied and looked into"
            yield _certain("kept_at_unload=2", by_hand, why)
        twice = sizes.every_copy(stage.units, stage.round_cards, self._size, cards.counts[JACK] + 1)
        if composed and twice > sizes.POWER:
            why = "a round in which all copies of the doubled card come holds one too many"
            yield Claim("duplicated_card=JD", why, dict.fromkeys(composed, _chance(twice)))
        if table := self._of(stage, "round_frequency"):
            share = sizes.frequencies(
                stage.units, stage.round_cards, self._size, len(cards.present), self._level(table[0])
            )
            why = f"such frequencies of cards show in {stage.units:,} rounds of {stage.round_cards}"
            yield Claim(f"favored_cards={share:.4f}", why, dict.fromkeys(table, sizes.POWER))

    # Numbers

    def _draws(self, stage: Acquire) -> Iterator[Claim]:
        selection, table = self.frozen.selection(stage), self._of(stage, "frequency")
        if not table or selection is None:
            return
        level, count = self._level(table[0]), selection.high - selection.low + 1
        thrown = next((die for die in self.frozen.game.dice if die.id == stage.selection), None)
        if thrown is None:
            chance = sizes.power_of(sizes.remainder_effect(count), stage.units, count - 1, level)
            why = f"{stage.units:,} outcomes show a byte taken modulo {count}"
            if chance > 0.5:  # the table claims only what is found more often than not
                yield Claim("modulo_bias", why, dict.fromkeys(table, _chance(chance)))
            return
        share = sizes.faces(stage.units, level)
        chance = sizes.loaded(share, thrown.number)
        why = f"a root-mean-square deviation of {share:.1%} shows in {stage.units:,} faces"
        yield Claim(f"loaded_die=6@{chance:.4f}", why, dict.fromkeys(table, sizes.POWER))
        throws = stage.units // thrown.number
        if alone := self._of(stage, "faces_by_die"):
            each = sizes.of_each_die(self._level(alone[0]) / 2, thrown.number)
            chance = sqrt(sizes.noncentrality(5, each) / (sizes.ONE_FACE * throws))
            why = f"one die of {thrown.number} shows its faces in {throws:,} throws by itself"
            yield Claim(f"loaded_die=6@{chance:.4f}", why, dict.fromkeys(alone, sizes.POWER))
        if again := self._of(stage, "kept_faces"):
            kept = sizes.staying(0.4, throws, thrown.number, self._level(again[0]) / 2)
            why = f"faces that one die keeps are counted over {throws:,} throws"
            yield Claim("staying_die=1@0.4", why, dict.fromkeys(again, _chance(kept)))
        stuck = sizes.power_of(sizes.ONE_FACE / thrown.number**2, stage.units, 5, level)
        yield Claim(
            "stuck_die=1@1",
            f"one die of {thrown.number} that does not turn over",
            dict.fromkeys(table, _chance(stuck)),
        )
        yield _certain("beyond_range=0.05", table, "a face that no die has", port=True)

    def _bytes(self, stage: Acquire) -> Iterator[Claim]:
        frequency, runs = self._of(stage, "bit_frequency"), self._of(stage, "bit_runs")
        if result := frequency or runs:
            yield _certain("stuck_bit=0", result, "one bit of every byte is always one")
        if frequency:
            share = sizes.ones(stage.units, self._level(frequency[0]))
            why = f"such a share of ones shows in {stage.units:,} bytes"
            yield Claim(f"more_ones={share:.3g}", why, dict.fromkeys(frequency, sizes.POWER))

    # What the plan declares

    @property
    def _size(self) -> int:
        assert self.frozen.cards is not None
        return self.frozen.cards.size

    def _of(self, stage: Acquire, check: str) -> list[str]:
        """Return the ids of the required checks of one kind that read a stage."""
        return self._ids.get((stage.name, check), [])

    @cached_property
    def _levels(self) -> dict[str, float]:
        """Level that is left to each required statistical check whatever the others of its family say."""
        rule = declared_rule(self.frozen.plan)
        return {
            item.check_id: (item.citation.alpha if item.citation else rule.family_alpha) / len(family)
            for family in families(declared_checks(self.frozen.plan, self.catalog))
            for item in family
        }

    def _level(self, check_id: str) -> float:
        return self._levels[check_id]


def _certain(fault: str, finds: list[str], why: str, *, machine: str = "", port: bool = False) -> Claim:
    return Claim(fault, why, dict.fromkeys(finds, 1.0), machine=machine, port=port, verdict=Outcome.FAIL)


def _ended(fault: str, why: str, ending: Ending) -> Claim:
    return Claim(fault, why, port=True, verdict=Outcome.INCONCLUSIVE, ending=ending)


def _chance(chance: float) -> float:
    return 1.0 if chance > SURE else chance


FILE = "power.json"
"""Name of the table in a run folder."""
FOLDER = "power"
"""Folder of the tables beside the packaged plans, and under a workspace's plans."""


@dataclass(frozen=True, slots=True)
class PowerTable:
    """What one plan would do with devices of known defects.

    Parameters
    ----------
    sha256
        Hash of the plan file that it was computed for.
    design
        Hash of all that the figures depend on: samples, checks with their parameters and levels, rule. Empty in
        tables of earlier versions, which hold for the file of their hash alone.
    samples
        Hash of what plan and game declare the units of each stage to be drawn from.
    checks
        Version of each check, by name.
    false_alarms
        What the rule may do with a fair device, by its levels alone.
    versions
        What computed it.
    """

    plan: str
    version: int
    sha256: str
    samples: str
    checks: dict[str, int]
    replicates: int
    seed: int
    false_alarms: FalseAlarms
    rows: tuple[Power, ...]
    versions: dict[str, str]
    schema: int = 1
    design: str = ""


def power_table(
    frozen: FrozenPlan, catalog: Catalog, rows: Sequence[Power], versions: dict[str, str]
) -> PowerTable:
    """Return the table of a plan from what :func:`~labharness.analysis.power.detection.powers` found."""
    plan = frozen.plan
    return PowerTable(
        plan.id,
        plan.version,
        frozen.sha256,
        _samples(frozen),
        _checks(frozen, catalog),
        rows[0].replicates,
        rows[0].seed,
        false_alarms(declared_checks(plan, catalog), declared_rule(plan), plan.monitored_level),
        tuple(rows),
        versions,
        design=_design(frozen, catalog),
    )


def file_name(frozen: FrozenPlan) -> str:
    """Return the name of a plan's table among others."""
    return f"{frozen.plan.id}-v{frozen.plan.version}.json"


def dump_table(table: PowerTable) -> bytes:
    """Return a table as it is kept."""
    return (json.dumps(dump(table), indent=1) + "\n").encode()


def load_table(content: bytes) -> PowerTable:
    """Read a table; raises :class:`InputError` for anything else."""
    try:
        table = load(PowerTable, json.loads(content))
    except ValueError as error:
        raise InputError(Simulations.NOT_A_TABLE()) from error
    if table.schema != 1 or not table.rows:
        raise InputError(Simulations.OTHER_TABLE())
    return table


def fits(table: PowerTable, frozen: FrozenPlan, catalog: Catalog) -> bool:
    """Say whether a table is that of this plan's design, of its game's sets, and of the checks that there are.

    Notes
    -----
    Words of a plan, its procedures and its inspections have no part in the figures: a table outlives them.
    """
    if (table.samples, table.checks) != (_samples(frozen), _checks(frozen, catalog)):
        return False
    if not table.design:
        return table.sha256 == frozen.sha256
    return table.design == _design(frozen, catalog)


def find_table(frozen: FrozenPlan, catalog: Catalog, folder: Path | None = None) -> bytes | None:
    """Return the table that fits a plan, as it is kept: one of a workspace first, then a packaged one."""
    for content in _kept(file_name(frozen), folder):
        try:
            if fits(load_table(content), frozen, catalog):
                return content
        except InputError:
            continue  # whoever computes it anew replaces it
    return None


def _kept(name: str, folder: Path | None) -> Iterable[bytes]:
    if folder is not None and (folder / name).is_file():
        yield read_outside(folder / name, SizeLimit.KEPT)
    packaged = resources.files("test_plans").joinpath(FOLDER, name)
    if packaged.is_file():
        yield packaged.read_bytes()


LATER = (("batches", 1), ("determinant", False))
"""Fields of a population that were added, with the value that means what was meant without them."""


def _samples(frozen: FrozenPlan) -> str:
    # What came later counts only where it says something, so that tables computed before still fit.
    declared = {
        stage.name: {
            name: value
            for name, value in dump(population_of(frozen, stage)).items()
            if (name, value) not in LATER
        }
        for stage in frozen.plan.acquisitions
    }
    return hashlib.sha256(json.dumps(declared, sort_keys=True).encode()).hexdigest()


def _design(frozen: FrozenPlan, catalog: Catalog) -> str:
    """Return the hash of all that :mod:`labharness.analysis.power.detection` takes from a plan."""
    plan = frozen.plan
    taken = {
        "samples": _samples(frozen),
        "stages": [(each.name, each.observes, each.units, each.input) for each in plan.acquisitions],
        "marked": plan.game.marked,
        "checks": [(check.id, check.check, check.stage, check.parameters) for check in plan.checks],
        "declared": [_declared(check) for check in declared_checks(plan, catalog)],
        "rule": dump(declared_rule(plan)),
    }
    if plan.monitoring is not None:
        taken["monitoring"] = (plan.monitored_level, VERSION)
    return hashlib.sha256(json.dumps(taken, sort_keys=True).encode()).hexdigest()


def _declared(planned: DeclaredCheck) -> dict[str, Any]:
    """Return what the rule takes of a check; limits count only where there are some, as tables know none."""
    values: dict[str, Any] = dump(planned)
    return values if values["limits"] else {name: value for name, value in values.items() if name != "limits"}


def _checks(frozen: FrozenPlan, catalog: Catalog) -> dict[str, int]:
    names = sorted({check.check for check in frozen.plan.checks})
    return {name: catalog.check_info(name).version for name in names}
