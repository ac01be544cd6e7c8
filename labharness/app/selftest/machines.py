"""Samples from the simulated machines themselves, in this process: what they do, without the cable to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.random import Generator

from labharness.analysis.sampling.population import Population
from labharness.model.observations import Deal, Draws, Kind, Observation, RawBytes, Round, Shuffle
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.unit import SimulatedUnit


@dataclass(frozen=True, slots=True)
class BenchMachine:
    """A simulated machine with its faults.

    Parameters
    ----------
    machine, faults
        As ``labharness simulate`` takes them.
    title
        What it is, in words.
    """

    machine: str
    faults: tuple[str, ...]
    title: str

    @property
    def name(self) -> str:
        """Machine and faults as a person types them."""
        return " ".join((self.machine, *self.faults))

    def make(self, random: Generator, population: Population, units: int) -> Sequence[Observation]:
        """Return what the machine reports of a sample, its cards put in as the plan says before each unit."""
        seed = int(random.integers(1 << 62))
        machine = build_machine(self.machine, seed)
        unit = SimulatedUnit(machine, [build_fault(fault, seed, machine) for fault in self.faults])
        if population.kind is Kind.BYTES:
            return [RawBytes(unit.raw(units))]
        if population.kind is Kind.DRAW:
            return [Draws(unit.draw(units, population.low, population.high))]
        assert population.cards is not None
        deck = population.cards.new_deck_order()
        unit.load(deck)
        result: list[Observation] = []
        for _ in range(units):
            if population.kind is Kind.ROUND:
                result.append(Round(*unit.round(population.round_cards)))
                continue
            unit.load(deck)
            if population.kind is Kind.SHUFFLE:
                result.append(Shuffle(deck, unit.shuffle()))
            else:
                *stacks, stub = unit.deal(population.stacks)
                result.append(Deal(tuple(stacks), stub))
        return result


_RETURNED = "returned_unshuffled=0.01"

MACHINES = {
    Kind.SHUFFLE: (
        BenchMachine("fair_shuffler", (), "a fair shuffler, as a control"),
        BenchMachine("shelf_shuffler:10", (), "one pass through 10 shelves"),
        BenchMachine("shelf_shuffler:38", (), "one pass through 38 shelves"),
        BenchMachine("riffle_shuffler:7", (), "7 riffles"),
        BenchMachine("fair_shuffler", (_RETURNED,), "comes out unshuffled with chance 0.01"),
        BenchMachine("fair_shuffler", ("missing_card",), "the queen of diamonds is not inside"),
        BenchMachine("fair_shuffler", ("duplicated_card",), "one card is there twice"),
        BenchMachine("fair_shuffler", ("foreign_back",), "one card has another back"),
    ),
    Kind.ROUND: (
        BenchMachine("continuous_shuffler", (), "a fair continuous shuffler, as a control"),
        BenchMachine("continuous_shuffler:5", (), "5 cards always lie ready"),
        BenchMachine("continuous_shuffler:16", (), "16 cards always lie ready"),
        BenchMachine("continuous_shuffler", ("missing_card",), "a queen of diamonds is not inside"),
    ),
    Kind.DEAL: (
        BenchMachine("dealing_shoe", (), "a fair dealing shoe, as a control"),
        BenchMachine("dealing_shoe", (_RETURNED,), "comes out unshuffled with chance 0.01"),
        BenchMachine("dealing_shoe", ("missing_card",), "the queen of diamonds is not inside"),
    ),
    Kind.DRAW: (
        BenchMachine("rng", (), "a fair generator, as a control"),
        BenchMachine("rng", ("modulo_bias",), "a byte modulo the range"),
        BenchMachine("rng", ("stuck_bit=0",), "bit 0 of every raw byte is set"),
    ),
    Kind.BYTES: (
        BenchMachine("rng", (), "a fair generator, as a control"),
        BenchMachine("rng", ("stuck_bit=0",), "bit 0 of every raw byte is set"),
    ),
}
"""What the simulators can be set to that changes a sample; faults of the wire change none."""
