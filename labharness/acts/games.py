"""The Board's games: sets, requirements and exact odds of each chapter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Listing, Seat, Shown, Styled, WindowControl, act, tr
from labharness.acts.gates import OUTSIDE
from labharness.acts.headings import REFUSED, code_of_list, left_out
from labharness.errors import PlanError
from labharness.language.catalog import clause, say

if TYPE_CHECKING:  # they load what counts odds
    from labharness.app.catalog.games import Hold, Odds
    from labharness.games.dealing import Game
    from labharness.reason import Reason


def _facts(game: Game) -> dict[str, Any]:
    from labharness.games.consistency import permitted

    return {
        "id": game.id,
        "title": game.title,
        "chapter": game.chapter,
        "source": game.source,
        "positions": game.positions,
        "sets": [{"id": each.id, "decks": permitted(each), "batches": each.batches} for each in game.sets],
        "tiles": sum(each.total for each in game.tiles),
        "dice": [{"id": each.id, "number": each.number} for each in game.dice],
        "devices": {each.device.value: each.permitted for each in game.devices},
        "outcomes": [each.id for each in game.outcomes],
    }


def _equipment(game: Game) -> str:
    """Return what a game is played with, in words."""
    cards = sorted({clause(each.allowed) for each in game.sets})
    tiles = [f"{each.total} tiles" for each in game.tiles]
    dice = [f"{each.number} dice" for each in game.dice]
    return ", ".join((*cards, *tiles, *dice))


def _listing(games: Iterable[Game]) -> Iterator[Shown]:
    yield Listing(
        ("Game", "Devices", "Outcomes", "Title", "Played with"),
        tuple(
            (each.id, str(len(each.devices)), str(len(each.outcomes)), each.title, _equipment(each))
            for each in games
        ),
        whole=3,
    )


@act(
    OUTSIDE,
    WindowControl("New run", tr("Choose a plan")),
    shown=_listing,
    values=lambda games: list(map(_facts, games)),
    notes=left_out,
    code=code_of_list,
)
def list_(_: Seat) -> list[Game]:
    """List the games with their sets, devices and numbers of outcomes."""
    from labharness.games.game import readable_games

    return list(readable_games()[0].values())


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """What a game file is: the game and its odds, or every mistake."""

    game: Game | None
    odds: tuple[Odds, ...] = ()
    problems: tuple[Reason, ...] = ()

    @property
    def counted(self) -> dict[str, int]:
        """How many figures were counted from the file."""
        return {
            "outcomes": len({each.outcome for each in self.odds}),
            "laws_counted": len(self.odds),
            "chances_counted": sum(len(each.law) for each in self.odds),
            "holds_of_paytables": sum(len(each.holds) for each in self.odds),
            "published_holds_met": sum(
                hold.published is not None for each in self.odds if each.default for hold in each.holds
            ),
        }


def _check_lines(checked: CheckedGame) -> Iterator[Shown]:
    game = checked.game
    if game is None:
        yield from map(say, checked.problems)
        return
    yield f"{game.id}: {game.title}, 58 Pa. Code ch. {game.chapter}; {_equipment(game)}"
    parts = {
        "devices": len(game.devices),
        "obligations": len(game.obligations),
        "readings": len(game.readings),
    }
    for what, number in (parts | checked.counted).items():
        yield f"  {what.replace('_', ' ')}: {number:,}"
    yield "No errors: every cited section is known, the numbers agree, and all odds were computed."


def _check_values(checked: CheckedGame) -> dict[str, Any]:
    if checked.game is None:
        return {"good": False, "problems": checked.problems}
    return {"good": True, "game": _facts(checked.game), **checked.counted}


@act(
    OUTSIDE,
    "A game is a file of the product, checked by whoever writes one; the window reads games and never changes them.",
    shown=_check_lines,
    values=_check_values,
    code=lambda checked: REFUSED if checked.problems else 0,
)
def check(_: Seat, file: Path) -> CheckedGame:
    """Check all of a game file: citations, numbers, rules, and exact odds."""
    from labharness.app.catalog.games import check as checked

    try:
        game, odds = checked(file)
    except PlanError as error:
        return CheckedGame(None, problems=error.reasons)
    return CheckedGame(game, tuple(odds))


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game, and its odds where they were asked for."""

    game: Game
    odds: tuple[Odds, ...] | None


def _game_values(shown: ShownGame) -> dict[str, Any]:
    values: dict[str, Any] = shown.game.model_dump(mode="json", by_alias=True)
    return values if shown.odds is None else values | {"odds": [each.plain for each in shown.odds]}


def _game_lines(shown: ShownGame) -> Iterator[Shown]:
    yield Styled(f"{shown.game.title}, 58 Pa. Code ch. {shown.game.chapter}")
    yield from _requirements(shown.game) if shown.odds is None else _odds(shown.game, shown.odds)


@act(OUTSIDE, WindowControl("Plans", tr("Read")), shown=_game_lines, values=_game_values)
def show(
    _: Seat,
    game: str,
    *,
    odds: bool = False,
    decks: Annotated[int | None, typer.Option(min=1)] = None,
    card_set: Annotated[str | None, typer.Option("--set")] = None,
) -> ShownGame:
    """Show the requirements of a game's chapter; with --odds, also the exact odds of its outcomes."""
    from labharness.app.catalog import games
    from labharness.games.game import packaged_game

    chosen = packaged_game(game)
    wanted = odds or decks or card_set
    return ShownGame(chosen, tuple(games.odds(game, set_id=card_set, decks=decks)) if wanted else None)


def _requirements(game: Game) -> Iterator[Shown]:
    from labharness.games.chapter_standing import standing_reasons
    from labharness.games.game import cite
    from labharness.language.run_groups import worded

    if game.source:
        yield game.source
    yield worded(standing_reasons(game.chapter, game.standing))
    yield f"{game.positions} positions at most"
    yield from _titled(
        "Sets of cards",
        ("Set", "Decks", "Jokers in each", "Taken out of each", "Batches", "Section"),
        (
            (
                each.id,
                clause(each.allowed),
                str(each.jokers),
                " ".join(each.removed) or "none",
                "1" if each.batches == 1 else f"{each.batches}, by {each.alternate}",
                cite(each.citation),
            )
            for each in game.sets
        ),
    )
    yield from _titled(
        "Tiles", ("Tiles", "Section"), ((str(each.total), cite(each.citation)) for each in game.tiles)
    )
    yield from _titled(
        "Dice",
        ("Dice", "Number", "Section"),
        ((each.id, str(each.number), cite(each.citation)) for each in game.dice),
    )
    yield from _titled(
        "Delivery of cards",
        ("Way of dealing", "Cards", "Order and section"),
        ((each.method, _stacks(each), _cited(each.order, each)) for each in game.dealing),
    )
    yield from _titled(
        "Numbers selected",
        ("Selection", "From", "To", "Section"),
        ((each.id, str(each.low), str(each.high), cite(each.citation)) for each in game.selections),
    )
    yield from _titled(
        "Devices named in the chapter",
        ("Device", "Permitted", "Set", "Condition and section"),
        (
            (each.device.words, each.permitted, each.set or "", _cited(each.condition, each))
            for each in game.devices
        ),
    )
    yield from _titled(
        "Obligations",
        ("Obligation", "About", "Text and section"),
        ((each.id, each.aspect.value, _cited(each.text, each)) for each in game.obligations),
    )
    yield from _titled(
        "Counts",
        ("Count", "Who", "Expected", "When, and section"),
        (
            (
                each.id,
                each.who,
                "not said" if each.expected is None else str(each.expected),
                _cited(each.when, each),
            )
            for each in game.counts
        ),
    )
    yield from _titled(
        "Open readings",
        ("Reading", "Choices; the default first", "Provision, reason for the default, and section"),
        (
            (each.id, _choices(each.choices, each.default), _cited(f"{each.point} {each.why}", each))
            for each in game.readings
        ),
    )
    yield from _titled(
        "Outcomes",
        ("Outcome", "Paytables", "Title, rule and section"),
        (
            (each.id, str(len(each.pays)), _cited(f"{each.title}: {each.rule}", each))
            for each in game.outcomes
        ),
    )
    yield f"Next: labharness games show {game.id} --odds"


def _titled(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[Shown]:
    """Yield a table under its title, nothing where it has no rows."""
    if lines := tuple(rows):
        yield Styled(f"\n{title}")
        yield Listing(heads, lines)


def _cited(text: str | None, part: Any) -> str:
    """Return the text of a part with its section behind."""
    from labharness.games.game import cite

    return f"{text} ({cite(part.citation)})" if text else cite(part.citation)


def _stacks(dealing: Any) -> str:
    if dealing.stacks:
        return f"{' '.join(map(str, dealing.stacks))}; {dealing.stub} remain"
    return "; ".join(
        f"{part.cards} to {part.to}" + (f" × {part.stacks}" if part.stacks != 1 else "")
        for part in dealing.parts
    )


def _choices(choices: dict[str, str], default: str) -> str:
    others = [f"{name}: {words}" for name, words in choices.items() if name != default]
    return "; ".join((f"{default}: {choices[default]}", *others))


def _odds(game: Game, counted: tuple[Odds, ...]) -> Iterator[Shown]:
    from labharness.games.consistency import MOST_DECKS
    from labharness.games.game import cite

    for (_, reading), group in groupby(_in_order(counted), key=lambda each: (each.outcome, each.reading)):
        same = list(group)
        first = same[0]
        words = "" if reading is None else f"; {reading}" + (" (default)" if first.default else "")
        yield Styled(f"\n{first.title} ({first.rule}, {cite(first.citation)}){words}")
        decks = () if first.decks is None else ("Decks",)
        yield Listing(
            ("Outcome", *decks, "Chance", "Exactly"),
            tuple(
                (name, *_decks(each), f"{float(chance):.12f}", str(chance))
                for each in same
                for name, chance in each.law.items()
            ),
        )
        holds = tuple(
            (hold.paytable, *_decks(each), hold.wager, _kept(hold), _published(hold), _exact(hold))
            for each in same
            for hold in each.holds
        )
        if holds:
            yield Listing(("Paytable", *decks, "Wager", "House keeps", "Published", "Exactly"), holds)
    unlimited = [each.id for each in game.sets if each.max_decks is None]
    if unlimited:
        yield (
            f"The chapter states no upper limit of decks; without --decks, odds are "
            f"printed for at most {MOST_DECKS} ({', '.join(unlimited)})."
        )


def _in_order(counted: tuple[Odds, ...]) -> list[Odds]:
    """Return odds by outcome, then reading, the default first, then decks."""
    places = {name: place for place, name in enumerate(dict.fromkeys(each.outcome for each in counted))}
    return sorted(
        counted,
        key=lambda each: (places[each.outcome], not each.default, each.reading or "", each.decks or 0),
    )


def _decks(odds: Odds) -> tuple[str, ...]:
    """Return the column of decks; dice, tiles and numbers have none."""
    return () if odds.decks is None else (str(odds.decks),)


def _kept(hold: Hold) -> str:
    words = f"{float(hold.exact):.4%}"
    return words if hold.per_meter is None else f"{words} less {float(hold.per_meter):.6%} × meter"


def _exact(hold: Hold) -> str:
    return str(hold.exact) if hold.per_meter is None else f"{hold.exact} - {hold.per_meter} × meter"


def _published(hold: Hold) -> str:
    return "" if hold.published is None else f"{100 * hold.published:.10g}%"
