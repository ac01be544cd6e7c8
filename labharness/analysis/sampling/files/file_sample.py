"""A file as a sample: what its units are drawn from, and its blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from labharness.analysis.sampling.files.card_text import (
    LARGEST,
    CardLines,
    CardUnits,
    Header,
    Pairs,
    ascii_bits,
    count_decks,
    count_outcomes,
    decks_from,
    last_separator,
    outcomes,
    outcomes_of,
    rounds,
    shuffles,
)
from labharness.analysis.sampling.files.source import TEXT_PART, Observes, Piece, SourceFile, never
from labharness.analysis.sampling.files.stretches import Form, Stretch, stretches
from labharness.analysis.sampling.tables import BLOCK_UNITS, Block, Population, still_near, tail
from labharness.errors import InputError
from labharness.model.cards import CardSet, Order
from labharness.model.observations import (
    OF_KIND,
    Draws,
    Event,
    InputKnown,
    Kind,
    Observation,
    Provenance,
    RawBytes,
    Round,
)
from labharness.model.observations import Source as ReadBy
from labharness.model.reasons.inputs import Files
from labharness.reason import Reason

NEW_DECK = "new-deck"
_TEXT = bytes([*b"\t\r\n", *range(0x20, 0x7F)])
DETECTED = 4096
"""Bytes from which packed bits and digits are told apart."""

Units = Callable[[], Iterator[Sequence[Observation]]]


@dataclass(frozen=True, slots=True)
class FileSample:
    """A file that has been looked at and can be read.

    Parameters
    ----------
    population
        What its units are drawn from, as declared or inferred.
    provenance
        The manufacturer supplied it; inputs are as the file says.
    notes
        What was assumed because nobody declared it; complete once all blocks are read.
    source
        The bytes.
    events
        What happened to the device between units, as far as they are read.
    form
        How units stand in the file if it can be read in stretches, None if only from its start.
    skip
        Bytes of the header.
    """

    population: Population
    provenance: Provenance
    notes: list[Reason]
    source: SourceFile
    units: Units
    events: list[Event] = field(default_factory=list)
    form: Form | None = None
    skip: int = 0

    def parts(self, look_back: int, workers: int) -> Iterator[Block | Stretch]:
        """Yield the sample for so many processes: stretches that they read themselves where that can be."""
        if self.form is None or workers == 1:
            yield from self.blocks(look_back)
            return
        units = 0
        known = self.form, self.population, self.provenance, look_back
        for stretch in stretches(self.source, *known, skip=self.skip, workers=workers):
            yield stretch
            units += stretch.units
        if not units:
            raise self._empty()

    def blocks(self, look_back: int) -> Iterator[Block]:
        """Yield the sample in blocks of bounded size, each with the last units before it.

        Raises
        ------
        InputError
            With line and column of the first thing that is wrong, or if there is no unit at all.
        """
        index = 0
        context: tuple[Observation, ...] = ()
        self.events.clear()
        for units in self.units():
            self.events[:] = still_near(self.events, index)
            block = Block(self.population, index, units, self.provenance, context, tuple(self.events))
            if block.units:
                yield block
                index, context = index + block.units, tail(block, look_back)
        if not index:
            raise self._empty()

    def _empty(self) -> InputError:
        return _empty(self.source, self.population.kind)


def _empty(source: SourceFile, kind: Kind) -> InputError:
    return InputError(Files.EMPTY(file=source.name, what=OF_KIND[kind]))


def file_sample(
    source: SourceFile, observes: Observes, given: Mapping[str, str], planned: Population | None = None
) -> FileSample:
    """Look at the start of a file, and at all of it where a range must be inferred.

    Parameters
    ----------
    given
        What the command line says of the units, by the header's keys.
    planned
        What a plan declares, with which the file must agree.

    Raises
    ------
    InputError
        If the file, the command line and the plan cannot all be right.
    """
    keys, header = observes.keys, Header()
    if keys:
        header = Header.of(next(source.pieces(len), Piece(source.name, b"")), keys)
    header = header.joined(given, keys)
    if observes in (Observes.BITS, Observes.BYTES):
        return _raw(source, observes)
    if observes is Observes.OUTCOMES:
        return _draws(source, header, planned)
    return _cards(source, observes, header, planned)


def _raw(source: SourceFile, observes: Observes) -> FileSample:
    start = next(source.parts(DETECTED), b"")
    # Packed bits come out as nothing but text once in 4,000,000 files of 16 bytes, and never in longer ones.
    digits = not Piece(source.name, start).without_remarks().text.strip(_TEXT)
    notes: list[Reason] = []

    def written() -> Iterator[Sequence[Observation]]:
        remainder: list[int] = []
        for part in ascii_bits(source, remainder):
            yield (RawBytes(part),)
        if remainder[0]:
            notes.append(Files.BITS_LEFT_OUT(bits=remainder[0]))

    if observes is Observes.BITS:
        notes.append(Files.BITS_WRITTEN() if digits else Files.BITS_PACKED())
    population, provenance = Population(Kind.BYTES), _supplied(InputKnown.NOT_APPLICABLE)
    if observes is Observes.BITS and digits:
        return FileSample(population, provenance, notes, source, written)
    return _apart(population, provenance, notes, source, _PACKED)


def _apart(
    population: Population,
    provenance: Provenance,
    notes: list[Reason],
    source: SourceFile,
    form: Form,
    skip: int = 0,
) -> FileSample:
    """Return a sample that can be read in stretches."""

    def units() -> Iterator[Sequence[Observation]]:
        return map(form.units, form.pieces(source, skip, form.part))

    return FileSample(population, provenance, notes, source, units, form=form, skip=skip)


def _bytes(piece: Piece) -> tuple[RawBytes]:
    return (RawBytes(piece.text),)


def _values(piece: Piece) -> tuple[Draws]:
    return (Draws(outcomes_of(piece)),)


_PACKED = Form(_bytes, len, b"", never, BLOCK_UNITS[Kind.BYTES])
_OUTCOMES = Form(_values, count_outcomes, rb"[\s,;]", last_separator, TEXT_PART)


def _draws(source: SourceFile, header: Header, planned: Population | None) -> FileSample:
    low, high = header.number("low", 0, LARGEST), header.number("high", 0, LARGEST)
    if planned is not None:
        _agree(header, {"low": (low, planned.low), "high": (high, planned.high)})
        low, high = planned.low, planned.high
    elif low is None or high is None:
        # The range is part of the null hypothesis: one taken from the file hides an outcome that never occurs.
        raise _unstated(source, header)
    if low >= high:
        raise InputError(Files.NO_CHOICE(file=source.name, low=low, high=high))
    population = Population(Kind.DRAW, low=low, high=high)
    known = _supplied(InputKnown.NOT_APPLICABLE)
    return _apart(population, known, [], source, _OUTCOMES, header.end)


def _unstated(source: SourceFile, header: Header) -> InputError:
    """Return that the range is not stated, with the outcomes that occur."""
    least, most = LARGEST, 0
    for values in outcomes(source, header.end):
        if len(values):
            least, most = min(least, int(values.min())), max(most, int(values.max()))
    if least > most:
        return _empty(source, Kind.DRAW)
    return InputError(Files.RANGE_UNSTATED(file=source.name, low=least, high=most))


def _cards(source: SourceFile, observes: Observes, header: Header, planned: Population | None) -> FileSample:
    notes: list[Reason] = []
    cards = _card_set(source, header, planned, notes)
    if observes is Observes.DECKS:
        entry = header.entries.get("input")
        population = Population(Kind.SHUFFLE, cards)
        if entry is not None:
            form = Form(partial(decks_from, _input(entry, cards)), count_decks, rb"\n", never, TEXT_PART)
            return _apart(population, _supplied(InputKnown.RESET), notes, source, form, header.end)

        def decks() -> Iterator[CardUnits]:
            return _paired(shuffles(), source.pieces(skip=header.end))

        return FileSample(population, _supplied(InputKnown.READ), notes, source, decks)

    events: list[Event] = []

    def dealt() -> Iterator[CardUnits]:
        return _paired(rounds(events), source.pieces(skip=header.end))

    size = header.number("round-cards", 1, cards.size - 1)
    if planned is not None:
        _agree(header, {"round-cards": (size, planned.round_cards)})
        size = planned.round_cards
    elif size is None:
        size = _first_round(source, dealt())
        notes.append(Files.ROUND_ASSUMED(cards=size))
    if not 0 < size < cards.size:
        raise InputError(Files.ROUND_TOO_LARGE(file=source.name, size=size, set=cards.name))
    buffer = header.number("buffer", 0, cards.size - size) or 0
    if planned is not None:
        _agree(header, {"buffer": (header.number("buffer", 0, cards.size), planned.buffer)})
        buffer = planned.buffer
    if not buffer:
        notes.append(Files.NO_BUFFER())
    population = Population(Kind.ROUND, cards, round_cards=size, buffer=buffer)
    return FileSample(population, _supplied(InputKnown.NOT_APPLICABLE), notes, source, dealt, events)


def _first_round(source: SourceFile, dealt: Iterator[CardUnits]) -> int:
    """Return how many cards the first round of a file has."""
    for units in dealt:
        for unit in units[:1]:
            assert isinstance(unit, Round)
            return len(unit.dealt)
    raise _empty(source, Kind.ROUND)


def _paired(pairs: Pairs, pieces: Iterator[Piece]) -> Iterator[CardUnits]:
    for piece in pieces:
        yield pairs.units(piece)
    pairs.finish()


def _card_set(source: SourceFile, header: Header, planned: Population | None, notes: list[Reason]) -> CardSet:
    decks, jokers = header.number("decks", 1, 64), header.number("jokers", 0, 4)
    name = f"{decks} decks" if decks and decks > 1 else "one deck"
    name += f" with {jokers} joker{'s' * (jokers > 1)} each" if jokers else ""
    cards = CardSet.of_decks(name, decks or 1, jokers=jokers or 0)
    text = decks is not None or jokers is not None
    if planned is None:
        if not text:
            notes.append(Files.SET_ASSUMED(decks=decks or 1, jokers=jokers or 0, cards=cards.size))
        return cards
    assert planned.cards is not None
    if text and cards.counts != planned.cards.counts:
        raise InputError(
            Files.SET_DISAGREES(
                file=source.name, decks=decks or 1, jokers=jokers or 0, planned=planned.cards.name
            )
        )
    return planned.cards


def _input(entry: Piece, cards: CardSet) -> Order:
    """Return the one order in which every deck was put in."""
    if entry.text.decode("utf-8", "replace").strip() == NEW_DECK:
        return cards.new_deck_order()
    order = CardLines.of(entry).cards
    difference = cards.difference(order)
    if difference:
        raise entry.error(0, Files.WRONG_INPUT_ORDER(set=cards.name, differences=difference.reasons))
    return order


def _agree(header: Header, numbers: Mapping[str, tuple[int | None, int]]) -> None:
    for key, (text, planned) in numbers.items():
        if text is not None and text != planned:
            raise header.entries[key].error(0, Files.PLAN_DISAGREES(key=key, here=text, planned=planned))


def _supplied(how: InputKnown) -> Provenance:
    return Provenance(how, ReadBy.MANUFACTURER_SUPPLIED)
