"""The command ``labharness games list``."""

from __future__ import annotations

from labharness.app.catalog import games
from labharness.cli.console import JsonOption, print_json
from labharness.cli.games import equipment, game_facts, print_rows
from labharness.cli.unreadable_games import left_out


def command(*, as_json: JsonOption = False) -> int:
    """List the games with their sets, devices and numbers of outcomes."""
    found = games.games()
    if as_json:
        print_json([game_facts(one) for one in found])
        return left_out()
    rows = [
        (one.id, str(len(one.devices)), str(len(one.outcomes)), one.title, equipment(one)) for one in found
    ]
    print_rows("", ("Game", "Devices", "Outcomes", "Title", "Played with"), rows, whole=3)
    return left_out()
