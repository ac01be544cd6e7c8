"""The command ``labharness games show``."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Any

import typer

from labharness.app.catalog import games
from labharness.cli.console import JsonOption, print_json, screen
from labharness.cli.games import print_rows
from labharness.games.chapter_standing import standing_reasons
from labharness.games.consistency import MOST_DECKS
from labharness.games.game import Game, cite
from labharness.language.catalog import clause
from labharness.language.recorded import worded


def command(
    game: Annotated[str, typer.Argument(help="Id of a game from 'labharness games list'.")],
    *,
    odds: Annotated[
        bool, typer.Option("--odds", help="Also compute the exact odds of every outcome.")
    ] = False,
    decks: Annotated[
        int | None,
        typer.Option(min=1, help="Number of decks for the odds; default: every permitted number."),
    ] = None,
    card_set: Annotated[
        str | None, typer.Option("--set", help="Card set for the odds; default: the set of each outcome.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the requirements of a game's chapter; with --odds, also the exact odds of its outcomes."""
    chosen = games.game(game)
    found = games.odds(game, set_id=card_set, decks=decks) if odds or decks or card_set else None
    if as_json:
        said: dict[str, Any] = chosen.model_dump(mode="json", by_alias=True)
        if found is not None:
            said["odds"] = [one.plain for one in found]
        print_json(said)
        return
    if found is None:
        _show(chosen)
    else:
        screen.print(f"{chosen.title}, 58 Pa. Code ch. {chosen.chapter}", style="bold")
        _show_odds(chosen, found)


def _show(one: Game) -> None:
    screen.print(f"{one.title}, 58 Pa. Code ch. {one.chapter}", style="bold")
    if one.source:
        screen.print(one.source)
    screen.print(worded(standing_reasons(one.chapter, one.standing)))
    screen.print(f"{one.positions} positions at most")
    print_rows(
        "Sets of cards",
        ("Set", "Decks", "Jokers in each", "Taken out of each", "Batches", "Section"),
        [
            (
                each.id,
                clause(each.allowed),
                str(each.jokers),
                " ".join(each.removed) or "none",
                _batches(each),
                cite(each.citation),
            )
            for each in one.sets
        ],
    )
    print_rows("Tiles", ("Tiles", "Section"), [(str(each.total), cite(each.citation)) for each in one.tiles])
    print_rows(
        "Dice",
        ("Dice", "Number", "Section"),
        [(each.id, str(each.number), cite(each.citation)) for each in one.dice],
    )
    print_rows(
        "Delivery of cards",
        ("Way of dealing", "Cards", "Order and section"),
        [(each.method, _stacks(each), _cited(each.order, each)) for each in one.dealing],
    )
    print_rows(
        "Numbers selected",
        ("Selection", "From", "To", "Section"),
        [(each.id, str(each.low), str(each.high), cite(each.citation)) for each in one.selections],
    )
    print_rows(
        "Devices named in the chapter",
        ("Device", "Permitted", "Set", "Condition and section"),
        [
            (each.device.words, each.permitted, each.set or "", _cited(each.condition, each))
            for each in one.devices
        ],
    )
    print_rows(
        "Obligations",
        ("Obligation", "About", "Text and section"),
        [(each.id, each.aspect.value, _cited(each.text, each)) for each in one.obligations],
    )
    print_rows(
        "Counts",
        ("Count", "Who", "Expected", "When, and section"),
        [
            (
                each.id,
                each.who,
                "not said" if each.expected is None else str(each.expected),
                _cited(each.when, each),
            )
            for each in one.counts
        ],
    )
    print_rows(
        "Open readings",
        ("Reading", "Choices; the default first", "Provision, reason for the default, and section"),
        [
            (each.id, _choices(each.choices, each.default), _cited(f"{each.point} {each.why}", each))
            for each in one.readings
        ],
    )
    print_rows(
        "Outcomes",
        ("Outcome", "Paytables", "Title, rule and section"),
        [(each.id, str(len(each.pays)), _cited(f"{each.title}: {each.rule}", each)) for each in one.outcomes],
    )
    screen.print(f"Next: labharness games show {one.id} --odds")


def _cited(text: str | None, part: Any) -> str:
    """Text of a part with its section behind."""
    return f"{text} ({cite(part.citation)})" if text else cite(part.citation)


def _batches(one: Any) -> str:
    return "1" if one.batches == 1 else f"{one.batches}, by {one.alternate}"


def _stacks(one: Any) -> str:
    if one.stacks:
        return f"{' '.join(map(str, one.stacks))}; {one.stub} remain"
    return "; ".join(
        f"{part.cards} to {part.to}" + (f" × {part.stacks}" if part.stacks != 1 else "") for part in one.parts
    )


def _choices(choices: dict[str, str], default: str) -> str:
    others = [f"{name}: {words}" for name, words in choices.items() if name != default]
    return "; ".join((f"{default}: {choices[default]}", *others))


def _show_odds(one: Game, found: list[games.Odds]) -> None:
    for (_, reading), group in groupby(_in_order(found), key=lambda each: (each.outcome, each.reading)):
        each = list(group)
        first = each[0]
        words = "" if reading is None else f"; {reading}" + (" (default)" if first.default else "")
        screen.print(f"\n{first.title} ({first.rule}, {cite(first.citation)}){words}", style="bold")
        decks = () if first.decks is None else ("Decks",)
        print_rows(
            "",
            ("Outcome", *decks, "Chance", "Exactly"),
            [
                (name, *_decks(odds), f"{float(chance):.12f}", str(chance))
                for odds in each
                for name, chance in odds.law.items()
            ],
        )
        print_rows(
            "",
            ("Paytable", *decks, "Wager", "House keeps", "Published", "Exactly"),
            [
                (hold.paytable, *_decks(odds), hold.wager, _kept(hold), _published(hold), _exact(hold))
                for odds in each
                for hold in odds.holds
            ],
        )
    unlimited = [each.id for each in one.sets if each.max_decks is None]
    if unlimited:
        screen.print(
            f"The chapter states no upper limit of decks; without --decks, odds are "
            f"printed for at most {MOST_DECKS} ({', '.join(unlimited)}).",
        )


def _in_order(found: list[games.Odds]) -> list[games.Odds]:
    """Return odds by outcome, then reading, the default first, then decks."""
    places = {name: place for place, name in enumerate(dict.fromkeys(each.outcome for each in found))}
    return sorted(
        found, key=lambda each: (places[each.outcome], not each.default, each.reading or "", each.decks or 0)
    )


def _decks(one: games.Odds) -> tuple[str, ...]:
    """Return the column of decks; dice, tiles and numbers have none."""
    return () if one.decks is None else (str(one.decks),)


def _kept(hold: games.Hold) -> str:
    words = f"{float(hold.exact):.4%}"
    return words if hold.per_meter is None else f"{words} less {float(hold.per_meter):.6%} × meter"


def _exact(hold: games.Hold) -> str:
    return str(hold.exact) if hold.per_meter is None else f"{hold.exact} - {hold.per_meter} × meter"


def _published(hold: games.Hold) -> str:
    return "" if hold.published is None else f"{100 * hold.published:.10g}%"
