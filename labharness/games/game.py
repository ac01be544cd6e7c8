"""A game file: which equipment, dealt how, by which devices, counted when, with which citation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Annotated, Literal

from pydantic import Field, model_validator

from labharness.errors import CardError, PlanError
from labharness.games.data import Data, Slug, Text, parse
from labharness.games.dealing import Dealing, Selection
from labharness.games.equipment import Dice, PermittedSet, Tiles
from labharness.games.provisions import CountRule, DeviceUse, FaultRule, Obligation, OutcomeUse, Reading
from labharness.model.cards import CardSet
from labharness.model.device import DeviceClass


class Game(Data):
    """A game of one chapter.

    Parameters
    ----------
    positions
        Most player positions.
    source
        Where the text was published, and whether it is still in force.
    devices
        Device classes that the chapter names; of all others it is silent.
    """

    schema_: Literal[1] = Field(alias="schema")
    id: Slug
    title: Text
    chapter: Text
    source: Text | None = None
    positions: Annotated[int, Field(ge=1, le=100)]
    sets: tuple[PermittedSet, ...] = ()
    tiles: tuple[Tiles, ...] = ()
    dice: tuple[Dice, ...] = ()
    dealing: tuple[Dealing, ...] = ()
    selections: tuple[Selection, ...] = ()
    devices: tuple[DeviceUse, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    counts: tuple[CountRule, ...] = ()
    faults: tuple[FaultRule, ...] = ()
    readings: tuple[Reading, ...] = ()
    outcomes: tuple[OutcomeUse, ...] = ()

    @model_validator(mode="after")
    def _refer(self) -> Game:
        problems = [] if self.sets or self.tiles or self.dice else ["it has no set, tiles or dice"]
        for label, names in (
            ("set", [one.id for one in self.sets]),
            ("dice", [one.id for one in self.dice]),
            ("dealing", [one.method for one in self.dealing]),
            ("selection", [one.id for one in self.selections]),
            ("device", [one.device for one in self.devices]),
            ("obligation", [one.id for one in self.obligations]),
            ("count", [one.id for one in self.counts]),
            ("fault", [one.id for one in self.faults]),
            ("reading", [one.id for one in self.readings]),
            ("outcome", [one.id for one in self.outcomes]),
        ):
            problems += [f"{label} {name!r} occurs twice" for name in _twice(names)]
        sets, readings = {one.id for one in self.sets}, {one.id for one in self.readings}
        used = {use.set for use in self.devices} | {outcome.set for outcome in self.outcomes}
        problems += [f"set {name!r} is not among the sets" for name in used - sets - {None}]
        named = {one.device for one in self.devices}
        for obligation in self.obligations:
            problems += [
                f"obligation {obligation.id!r}: the chapter names no {device}, says devices"
                for device in obligation.devices
                if device not in named
            ]
        for outcome in self.outcomes:
            problems += [
                f"outcome {outcome.id!r}: reading {name!r} is not declared"
                for name in outcome.reading
                if name not in readings
            ]
        if problems:
            raise ValueError("; ".join(sorted(problems)))
        return self

    def device(self, device: DeviceClass) -> DeviceUse | None:
        """Return what the chapter says of a device class, None where it is silent."""
        return next((one for one in self.devices if one.device is device), None)

    def reading(self, outcome: OutcomeUse, chosen: Mapping[str, str] | None = None) -> str | None:
        """Return the reading of an outcome's rule, None where it has no other.

        Parameters
        ----------
        outcome
            One of the game's outcomes.
        chosen
            Choices other than the defaults, by the ids of readings.
        """
        declared = {one.id: one for one in self.readings}
        words = [
            declared[name].choices[(chosen or {}).get(name, declared[name].default)]
            for name in outcome.reading
        ]
        return "; ".join(words) or None

    def card_set(self, set_id: str, decks: int) -> CardSet:
        """Return one batch of a permitted set, of so many decks.

        Raises
        ------
        CardError
            If the chapter does not permit it; the sentence says what it permits.
        """
        chosen = next((one for one in self.sets if one.id == set_id), None)
        if chosen is None:
            known = ", ".join(one.id for one in self.sets) or "none"
            raise CardError(f"{self.title} has no set {set_id!r}; choose one of: {known}.")
        if not chosen.permits(decks):
            raise CardError(f"{self.title} permits {chosen.allowed} ({chosen.citation}), not {decks}.")
        name = f"{self.title}, {decks} deck{'s' if decks > 1 else ''}"
        return CardSet.of_decks(name, decks, jokers=chosen.jokers, removed=chosen.removed)

    def both_batches(self, set_id: str, decks: int) -> CardSet:
        """Return all cards of a permitted set: those of both batches, or of both sides, where it has two."""
        cards, (chosen,) = self.card_set(set_id, decks), [one for one in self.sets if one.id == set_id]
        if chosen.batches == 1:
            return cards
        what = "on each side" if chosen.alternate == "determinant" else "in each batch"
        return CardSet(f"{cards.name} {what}", tuple(2 * count for count in cards.counts))

    def takes_turns(self, set_id: str) -> str | None:
        """Return when the other batch of a set comes into play, None where there is no other."""
        return next((one.alternate for one in self.sets if one.id == set_id), None)


@lru_cache(maxsize=64)
def parse_game(text: bytes, where: str) -> Game:
    """Read a game file; raises :class:`PlanError` with one line for each mistake."""
    return parse(Game, text, where)


def game_ids() -> tuple[str, ...]:
    """Return the ids of the packaged games."""
    files = resources.files("test_plans.games").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def find_game(game_id: str) -> bytes:
    """Return the packaged game file of an id; raises :class:`PlanError` naming those there are."""
    known = game_ids()
    if game_id not in known:
        raise PlanError((f"game: {game_id!r} is not known; choose one of: {', '.join(known)}.",))
    return resources.files("test_plans.games").joinpath(f"{game_id}.toml").read_bytes()


def _twice(names: Iterable[str]) -> list[str]:
    seen = list(names)
    return sorted({name for name in seen if seen.count(name) > 1})
