"""What the room Settings can change, the command line can, and the reverse."""

import inspect

from labharness.cli.folder import CommandFolder
from labharness.gui.settings.services import SettingsServices

COMMANDS = {
    "standing": ("people list", "trust list", "settings list", "status"),
    "set_value": ("settings set",),
    "add_person": ("people add",),
    "change_person": ("people change",),
    "set_laboratory": ("people laboratory",),
    "authorities_in": ("trust add",),
    "trust": ("trust add",),
    "distrust": ("trust remove",),
    "issue_trial_key": ("report trial-key",),
    "examine": ("doctor",),
    "workspace_code": ("plug-ins list",),
    "trust_code": ("plug-ins trust",),
    "store": ("store list",),
    "copy_to_store": ("store copy",),
    "fetch_from_store": ("store fetch",),
    "verify_in_store": ("store verify",),
    "make_store": ("store init",),
    "worker_service": ("worker install",),
}
"""Commands that do what a service does."""
GROUPS = ("people", "trust", "settings", "store", "plug-ins")
"""Groups whose every command the room has."""


def commands(*path):
    folder = CommandFolder()
    for name in path:
        folder = folder.get_command(None, name)
    return folder.list_commands(None)


def services():
    return {
        name
        for name, _ in inspect.getmembers(SettingsServices, inspect.isfunction)
        if not name.startswith("_")
    }


def test_every_service_has_its_command():
    assert services() == set(COMMANDS)
    for named in COMMANDS.values():
        for command in named:
            *group, name = command.split()
            assert name in commands(*group), command


def test_every_command_has_its_service():
    done = {command for named in COMMANDS.values() for command in named}

    assert {f"{group} {name}" for group in GROUPS for name in commands(group)} <= done
