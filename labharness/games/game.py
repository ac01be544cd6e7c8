"""A game file: which cards, dealt how, with which citation."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from labharness.errors import CardError, PlanError
from labharness.model.cards import CardSet, parse_card

Model = TypeVar("Model", bound=BaseModel)
Text = Annotated[str, Field(min_length=1, max_length=2000)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,79}$")]


class Data(BaseModel):
    """Base of everything read from a file: frozen, and nothing unknown passes."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class PermittedSet(Data):
    """One set of cards that the chapter permits.

    Parameters
    ----------
    min_decks, max_decks
        Fewest and most decks; ``max_decks`` is absent where the chapter states no upper limit.
    jokers
        Jokers in each deck.
    removed
        Cards taken out of each deck.
    """

    id: Slug
    min_decks: Annotated[int, Field(ge=1, le=64)]
    max_decks: Annotated[int, Field(ge=1, le=64)] | None = None
    jokers: Annotated[int, Field(ge=0, le=4)] = 0
    removed: tuple[str, ...] = ()
    citation: Text

    @field_validator("removed")
    @classmethod
    def _cards(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for card in value:
            try:
                parse_card(card)
            except CardError as error:
                raise ValueError(str(error)) from error
        return value

    @model_validator(mode="after")
    def _range(self) -> PermittedSet:
        if self.max_decks is not None and self.max_decks < self.min_decks:
            raise ValueError("max_decks is smaller than min_decks")
        return self


class Dealing(Data):
    """How one method takes cards out of the device: stacks in order, and the stub that must remain."""

    method: Slug
    stacks: Annotated[tuple[Annotated[int, Field(ge=1, le=416)], ...], Field(min_length=1)]
    stub: Annotated[int, Field(ge=0)]
    citation: Text


class Selection(Data):
    """A number that a generator selects, such as a starting position."""

    id: Slug
    low: Annotated[int, Field(ge=0, le=65535)]
    high: Annotated[int, Field(ge=1, le=65535)]
    citation: Text

    @model_validator(mode="after")
    def _range(self) -> Selection:
        if self.high <= self.low:
            raise ValueError("high must be larger than low")
        return self


class Game(Data):
    """A game of one chapter."""

    schema_: Literal[1] = Field(alias="schema")
    id: Slug
    title: Text
    chapter: Text
    positions: Annotated[int, Field(ge=1, le=100)]
    sets: Annotated[tuple[PermittedSet, ...], Field(min_length=1)]
    dealing: tuple[Dealing, ...] = ()
    selections: tuple[Selection, ...] = ()

    def card_set(self, set_id: str, decks: int) -> CardSet:
        """Return the set of so many decks.

        Raises
        ------
        CardError
            If the chapter does not permit it; the sentence says what it permits.
        """
        chosen = next((one for one in self.sets if one.id == set_id), None)
        if chosen is None:
            known = ", ".join(one.id for one in self.sets)
            raise CardError(f"{self.title} has no set {set_id!r}; choose one of: {known}.")
        most = chosen.max_decks
        if decks < chosen.min_decks or (most is not None and decks > most):
            allowed = f"{chosen.min_decks} to {most}" if most else f"{chosen.min_decks} or more"
            raise CardError(f"{self.title} permits {allowed} decks ({chosen.citation}), not {decks}.")
        name = f"{self.title}, {decks} deck{'s' if decks > 1 else ''}"
        return CardSet.of_decks(name, decks, jokers=chosen.jokers, removed=chosen.removed)


def parse_game(text: bytes, where: str) -> Game:
    """Read a game file; raises :class:`PlanError` with one line for each mistake."""
    return parse(Game, text, where)


def find_game(game_id: str) -> bytes:
    """Return the packaged game file of an id; raises :class:`PlanError` naming those there are."""
    folder = resources.files("test_plans.games")
    known = sorted(
        file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")
    )
    if game_id not in known:
        raise PlanError((f"game: {game_id!r} is not known; choose one of: {', '.join(known)}.",))
    return folder.joinpath(f"{game_id}.toml").read_bytes()


def parse(model: type[Model], text: bytes, where: str) -> Model:
    """Validate a TOML file against a model, collecting every mistake before raising."""
    try:
        # As JSON, strictly: true is no number and "100" is none, but a list is a tuple and text an enum.
        data = json.dumps(tomllib.loads(text.decode("utf-8")), default=str)
        return model.model_validate_json(data, strict=True)
    except UnicodeDecodeError as error:
        raise PlanError(
            (f"{where}: the file is not UTF-8 (byte {error.start}); save it as UTF-8.",)
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise PlanError((f"{where}: this is not TOML: {error}.",)) from error
    except ValidationError as error:
        raise PlanError(tuple(_line(where, item) for item in error.errors())) from error


def _line(where: str, item: object) -> str:
    assert isinstance(item, dict)
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in item["loc"]).lstrip(".")
    got = "" if item["type"] in ("missing", "value_error") else f" (got {str(item['input'])[:60]!r})"
    return f"{where}: {key or 'the file'}: {item['msg'].removeprefix('Value error, ')}{got}."
