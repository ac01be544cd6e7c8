"""Checks of what seats are dealt, from what a game file says of dealing."""

from __future__ import annotations

from labharness.games.dealing import Dealing
from labharness.games.game import Game
from labharness.plans.inspections import quoted

METHODS = ("manual-shoe", "hand")
"""Ways in which cards are dealt out of what a shuffler leaves, the usual one first."""
BLACKJACK = ("ace", "ten-value", "ten-or-ace", "two-to-six", "hi-lo", "pair", "suited-pair")
BACCARAT = ("eight-or-nine", "zero-points", "points", "pair")
POKER = ("ace", "court", "spades", "diamonds", "clubs", "hearts", "red", "joker", "pair")


def card_groups(game: Game) -> tuple[str, ...]:
    """Return the groups of cards that a game turns on, by the rules of its outcomes.

    Examples
    --------
    >>> from labharness.games.game import packaged_game
    >>> card_groups(packaged_game("baccarat-545"))
    ('eight-or-nine', 'zero-points', 'points', 'pair')
    """
    rules = [outcome.rule for outcome in game.outcomes]
    if any(rule.startswith(("blackjack", "21-")) for rule in rules):
        return BLACKJACK
    return BACCARAT if any(rule.startswith("baccarat") for rule in rules) else POKER


def seat_parameters(game: Game, *, stacks: bool = False) -> str:
    """Return the parameters of ``seat_contrasts`` as TOML, on one line.

    Parameters
    ----------
    stacks
        Whether the device deals stacks, which the capture of a deal tells apart; else the seats follow from the
        dealing order, and where a game file has none single places are looked at.

    Examples
    --------
    >>> from labharness.games.game import packaged_game
    >>> print(seat_parameters(packaged_game("midibaccarat-543")).split("], positions")[0])
    groups = ["eight-or-nine", "zero-points", "points", "pair"], served = ["Player's Hand 1", "Banker's Hand 1", "Player's Hand 1", "Banker's Hand 1"
    """
    parameters = [f"groups = [{', '.join(map(quoted, card_groups(game)))}]"]
    dealing = None if stacks else _dealing(game)
    if dealing is not None:
        served = (
            f"{'players' if part.stacks == 'players' else part.to} "
            f"{part.cards * (1 if part.stacks == 'players' else part.stacks)}"
            for part in dealing.parts
        )
        parameters += [f"served = [{', '.join(map(quoted, served))}]", f"positions = {game.positions}"]
        parameters += [f"burns = {dealing.burns}"] if dealing.burns else []
    return ", ".join(parameters)


def edge_check(game: Game, stage: str) -> str:
    """Return the check of what the first cards are worth as TOML; empty where the main wager is not valued.

    It estimates and bounds a gain, and takes nothing from the level of the required checks.

    Examples
    --------
    >>> from labharness.games.game import packaged_game
    >>> print(edge_check(packaged_game("midibaccarat-629a"), "shuffles"), end="")
    [[checks]]
    id = "edge"
    check = "edge"
    stage = "shuffles"
    role = "informational"
    parameters = { wager = "baccarat" }
    """
    if game.main_wager is None:
        return ""
    parameters = [f"wager = {quoted(game.main_wager)}"]
    if game.main_wager == "blackjack":
        _, *order = seat_parameters(game).split(", served", 1)
        parameters += [f"served{each}" for each in order]
    return (
        f'[[checks]]\nid = "edge"\ncheck = "edge"\nstage = "{stage}"\nrole = "informational"\n'
        f"parameters = {{ {', '.join(parameters)} }}\n"
    )


def _dealing(game: Game) -> Dealing | None:
    """Return how a round is dealt where the game file says who gets what in turn."""
    result = {dealing.method: dealing for dealing in game.dealing}
    return next((result[name] for name in METHODS if name in result and result[name].parts), None)
