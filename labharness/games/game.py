"""Games by their files: the packaged ones, those that somebody wrote, and those frozen with a run."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from labharness.errors import PlanError
from labharness.games.chapter_standing import ChapterStanding
from labharness.games.consistency import citations, contradictions
from labharness.games.dealing import Game, references
from labharness.games.mistakes import parse, placed
from labharness.model.reasons.inputs import Inputs, Noun


@lru_cache(maxsize=64)
def parse_game(text: bytes, where: str) -> Game:
    """Read a game file and hold it against itself, the rules and the sections that there are.

    Raises
    ------
    PlanError
        With every mistake: file, key, and what is wrong.
    """
    game = recorded_game(text, where)
    problems = placed(where, (*contradictions(game), *citations(game)))
    if problems:
        raise PlanError(problems)
    return game


@lru_cache(maxsize=64)
def recorded_game(text: bytes, where: str) -> Game:
    """Read a game file that was frozen with a run: by its own words, whatever rules and sections there are today.

    Raises
    ------
    PlanError
        With every mistake.
    """
    model = parse(Game, text, where)
    problems = placed(where, references(model))
    if problems:
        raise PlanError(problems)
    return model


def packaged_game(game_id: str) -> Game:
    """Return the packaged game of an id; raises :class:`PlanError` naming its mistakes, or the games there are."""
    game = parse_game(find_game(game_id), f"{game_id}.toml")
    if game.id != game_id:
        raise PlanError(placed(f"{game_id}.toml", [("id", Inputs.WRONG_FILE_NAME(id=game.id))]))
    return game


def readable_games() -> tuple[dict[str, Game], tuple[PlanError, ...]]:
    """Return the packaged games by id, and the errors of those that cannot be read."""
    games: dict[str, Game] = {}
    errors: list[PlanError] = []
    for name in game_ids():
        try:
            games[name] = packaged_game(name)
        except PlanError as error:
            errors.append(error)
    return games, tuple(errors)


def cite(citation: str, standing: ChapterStanding | None = None) -> str:
    """Return a citation as people read it: the section that is meant stands behind one that the Board misprinted.

    Parameters
    ----------
    standing
        Of the chapter of a game that is not packaged.

    Examples
    --------
    >>> cite("58 Pa. Code § 645.14(h), (k)"), cite("§ 645a.14(h)")
    ('58 Pa. Code § 645.14(h), (k) [sic, § 645a.14]', '§ 645a.14(h)')
    """
    for each in (*_misprinting(), standing):
        citation = citation if each is None else each.marked(citation)
    return citation


@lru_cache(maxsize=1)
def _misprinting() -> tuple[ChapterStanding, ...]:
    """Return the standings of packaged chapters with misprints."""
    games, _ = readable_games()
    return tuple(
        game.standing for game in games.values() if game.standing is not None and game.standing.misprints
    )


def game_ids() -> tuple[str, ...]:
    """Return the ids of the packaged games."""
    files = resources.files("test_plans.games").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def find_game(game_id: str) -> bytes:
    """Return the packaged game file of an id; raises :class:`PlanError` naming those there are."""
    known = game_ids()
    if game_id not in known:
        raise PlanError((Inputs.UNKNOWN(what=Noun.GAME, name=game_id, known=known),))
    return resources.files("test_plans.games").joinpath(f"{game_id}.toml").read_bytes()
