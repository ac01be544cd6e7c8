"""Plans made of two parts: what a device class is put through, and the numbers of a game.

A template in ``test_plans/device_classes/`` is a plan with ``$names`` where the game has the say, and
``$with_...`` where it takes in a part of ``test_plans/parts/`` that others have too.  The plan that comes out is an ordinary TOML file, which people can read, copy and change, and whose bytes are frozen.
"""

from __future__ import annotations

import json
from importlib import resources
from string import Template

from labharness.errors import PlanError
from labharness.games.game import Game, find_game, game_ids, parse_game
from labharness.games.provisions import DeviceUse, Obligation
from labharness.model.device import DeviceClass

SHUFFLE_S, LOAD_S, READ_S = 45, 15, 80
"""Seconds for one deck in the machine, into it, and through the reader; more decks take as much longer."""

NIGHT_S = 10 * 3600
"""A person's work that one plan may ask for."""


WITH = "with_"


def composed_id(game: str, device: DeviceClass) -> str:
    """Return the id of the plan of a game and a device class."""
    return f"{game}-{device.value.replace('_', '-')}"


def templates() -> dict[DeviceClass, Template]:
    """Return the templates that come with the product."""
    found = {}
    for file in resources.files("test_plans.device_classes").iterdir():
        if file.name.endswith(".toml"):
            found[DeviceClass(file.name.removesuffix(".toml"))] = Template(file.read_text("utf-8"))
    return found


def composable() -> dict[str, tuple[str, DeviceClass]]:
    """Return the ids of all plans that games and templates make, with their parts."""
    made: dict[str, tuple[str, DeviceClass]] = {}
    have = templates()
    for name in game_ids():
        game = parse_game(find_game(name), f"{name}.toml")
        made |= {
            composed_id(name, use.device): (name, use.device) for use in game.devices if use.device in have
        }
    return made


def compose(game: Game, device: DeviceClass, decks: int | None = None) -> bytes:
    """Return the plan of a game and a device class, as a TOML file.

    Parameters
    ----------
    decks
        Decks of one batch; what the game's file calls usual, else the most, else the fewest.

    Raises
    ------
    PlanError
        If the chapter is silent of the device, or there is no template for it.
    """
    use, template = game.device(device), templates().get(device)
    if use is None:
        named = ", ".join(one.device.value for one in game.devices) or "none"
        raise PlanError(
            (f"{game.title} ({game.chapter}) does not name a {device.words}; it names: {named}.",)
        )
    if template is None:
        raise PlanError((f"There is no plan for a {device.words} yet.",))
    names = _names(game, use, decks)
    wanted = {name for name in template.get_identifiers() if name.startswith(WITH)}
    parts = {name: Template(_part(name)).substitute(names) for name in wanted}
    return template.substitute(names | parts).encode()


def _part(name: str) -> str:
    """Return the text of a part by the name that templates give it."""
    file = resources.files("test_plans.parts").joinpath(f"{name.removeprefix(WITH).replace('_', '-')}.toml")
    return file.read_text("utf-8")


def _names(game: Game, use: DeviceUse, decks: int | None) -> dict[str, str]:
    device = use.device
    names = {
        "id": composed_id(game.id, device),
        "game": game.id,
        "title": game.title,
        "chapter": game.chapter,
        "positions": str(game.positions),
        "citations": _citations(game, device),
    }
    duties = {one.aspect.value.replace("-", "_"): one.id for one in reversed(_duties(game, device))}
    for aspect in ("random", "composition", "count", "dealing", "stub", "range"):
        names[f"cites_{aspect}"] = f'\ncites = "{duties[aspect]}"' if aspect in duties else ""
    if use.set is not None:
        names |= _cards(game, use.set, decks)
    if game.selections:
        chosen = game.selections[0]
        names |= {"selection": chosen.id, "low": str(chosen.low), "high": str(chosen.high)}
    return names


def _cards(game: Game, set_id: str, decks: int | None) -> dict[str, str]:
    chosen = next(one for one in game.sets if one.id == set_id)
    number = decks or chosen.usual or chosen.max_decks or chosen.min_decks
    cards = game.card_set(set_id, number).size
    shuffle = (SHUFFLE_S + LOAD_S + READ_S) * max(1, round(cards / 52))
    shuffles = max(60, NIGHT_S // shuffle // 20 * 20)
    return {
        "set": set_id,
        "decks": str(number),
        "decks_words": "one deck" if number == 1 else f"{number} decks",
        "cards": str(cards),
        "round_cards": str(min(20, cards // 3)),
        "shuffle_s": str(shuffle),
        "shuffles": str(shuffles),
        "hours": f"{shuffles * shuffle / 3600:.0f}",
        "unshuffled_power": f"{1 - 0.99**shuffles:.0%}".replace("%", " %"),
        "deals": str(10 * cards),
    }


def _duties(game: Game, device: DeviceClass) -> list[Obligation]:
    return [one for one in game.obligations if device in one.devices]


def _citations(game: Game, device: DeviceClass) -> str:
    made = [
        f"[[citations]]\nid = {_quoted(one.id)}\nclause = {_quoted('58 Pa. Code ' + one.citation)}\n"
        f"text = {_quoted(one.text)}\nstatus = {_quoted('seen')}\n"
        for one in _duties(game, device)
    ]
    return "\n".join(made)


def _quoted(text: str) -> str:
    """Write a string as TOML does; JSON's way is a part of it."""
    return json.dumps(text, ensure_ascii=False)
