"""The window and the command line have the same powers over submissions: what one can do, the other can."""

import inspect

from labharness.gui.filings.filing_desk import FilingDesk
from labharness.gui.filings.services import SubmissionServices
from tests.support.every_act import every_act

COMMANDS = {
    "submission attach": ("keep_files", "save"),
    "submission confirm": ("decide",),
    "submission exclude": ("decide",),
    "submission explain": ("decide",),
    "submission export": ("give_out",),
    "submission history": ("recorded",),
    "submission import": ("preview_folder", "take_in"),
    "submission invalidate": ("would_take_effect", "decide"),
    "submission list": ("filed",),
    "submission new": ("new_draft", "offers"),
    "submission recommend": ("decide",),
    "submission show": ("recorded", "case"),
    "submission verify": ("verify_register",),
    "submission waive": ("decide",),
    "submission withdraw": ("withdraw",),
    "people list": ("staff",),
    "report build": ("build",),
    "authenticate": ("authenticate", "write_authentication"),
    "lti check": ("devices", "ask_device"),
}
"""Commands with the services of the window that do the same."""
OF_THE_WINDOW = {
    "case_sign": "whether a dossier was judged as it is now: a command judges it anew",
    "drafts": "what is not saved yet: on the command line the folder of TOML files is the draft",
    "draft": "as drafts",
    "keep_draft": "as drafts",
    "drop_draft": "as drafts",
    "propose": "a person at the command line names the file's entry",
    "reports": "the room of reports lists, signs and verifies; its powers have a test of their own",
    "kept_file": "the path of a file in the workspace, for the desktop's program",
}
"""Services without a command, each with the reason."""


def test_every_command_about_submissions_has_services():
    commands = {each.name for each in every_act() if each.name.startswith("submission ")}

    assert commands == {name for name in COMMANDS if name.startswith("submission ")}


def test_every_service_has_a_command_or_a_reason_for_none():
    services = {
        name for name, _ in inspect.getmembers(SubmissionServices, inspect.isfunction) if name[0] != "_"
    }

    assert services == {each for named in COMMANDS.values() for each in named} | set(OF_THE_WINDOW)


def test_the_desk_offers_exactly_the_services():
    services = {
        name for name, _ in inspect.getmembers(SubmissionServices, inspect.isfunction) if name[0] != "_"
    }
    desk = {name for name, _ in inspect.getmembers(FilingDesk, inspect.isfunction) if name[0] != "_"}

    assert desk == services
