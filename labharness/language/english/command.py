"""Sentences about command lines.

Sentences about workspaces.

Sentences about plug-ins.

Sentences about the manual.
"""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.command import Commands, Manuals, PlugIns, Workspaces
from labharness.reason import Code

_NOT_CITED = '{report} has no citation "{clause}". Copy a whole citation from the report'

SENTENCES: Mapping[Code, str] = {
    Commands.OUTPUT_CLOSED: "Standard output is closed, so nothing can be printed. Open it, or omit --json.",
    Commands.ONE_SUBJECT: "Name the subject of the report: RUN, --submission ID, or --night SPAN.",
    Commands.TOKEN_KEY_INCOMPLETE: (
        "Not the key of a token: {got}. Write pkcs11:token=NAME;object=KEY?module-path=DRIVER."
    ),
    Commands.KEY_NEEDED: "Name the key that signs: --key FILE, or --token NAME --module DRIVER --label KEY.",
    Commands.PASSPHRASES_DIFFER: "The two pass phrases differ. Try again.",
    Commands.BENCH_NEEDS: "A simulated bench needs --run RUN_FOLDER and --reader FOLDER. Give both.",
    Commands.NOT_AN_ADDRESS: 'Not an address: "{got}". Write HOST:PORT, such as 127.0.0.1:3240.',
    Commands.FILE_EXISTS: "{path} already exists. Choose another name.",
    Commands.PERSON_LISTED: (
        'The person "{person}" is already on the list. To change the entry, run: labharness people change {person}.'
    ),
    Commands.PERSON_NOT_LISTED: (
        'The person "{person}" is not on the list. To add the person, run: labharness people add.'
    ),
    Commands.CLAUSE_NOT_CITED: f"{_NOT_CITED}.",
    Commands.CLAUSE_NOT_AWAITING: f"{_NOT_CITED}. These await a confirmation: {{awaiting:;}}.",
    Commands.CLAUSE_NOT_UNTESTED: f"{_NOT_CITED}. These are NOT TESTED: {{untested:;}}.",
    Workspaces.OCCUPIED: "{folder} holds other files. Choose an empty or new folder.",
    Workspaces.NOT_A_WORKSPACE: "{folder} is not a workspace. To make one, run: {command:raw}",
    Workspaces.NOT_LOCATED: "Cannot locate {folder}: {why}. Write its full path.",
    Workspaces.NETWORK_DRIVE: (
        "{folder} is on a network drive ({kind}), which cannot keep evidence. Use a local drive."
    ),
    Workspaces.LOW_SPACE: (
        "The drive of {folder} has {free:size} free, and a run needs {needed:size}. Free disk space, then try again."
    ),
    Workspaces.CHANGE_UNREADABLE: (
        "An interrupted change of {target} cannot be completed, because {file} is damaged. Restore that file from a copy."
    ),
    Workspaces.CHANGE_UNFINISHED: (
        "The change of {target} is on record, and its file is not in place: {why}. "
        "Remove the cause; the next command completes the change."
    ),
    PlugIns.NAMED_TWICE: "{files} have the same name, {name}. Rename one of them.",
    PlugIns.NOT_LOADED: "{file} cannot be loaded: {why}. Correct or remove it.",
    PlugIns.MISNAMED: "{file} holds {names}. It must hold one plug-in, named {name} as the file is.",
    PlugIns.UNMARKED: "{file} holds no plug-in. Put the decorator with the name {name} above its class, "
    "or begin the file's name with an underscore.",
    PlugIns.UNTRUSTED: "{file} is not trusted, and none of its code runs. Read the file, then run: labharness plug-ins trust.",
    PlugIns.OTHER_THAN_TRUSTED: "{file} has changed since it was trusted, and none of its code runs. Read the file, then run: "
    "labharness plug-ins trust.",
    PlugIns.CHANGED: "{file} has changed since the run began.",
    PlugIns.MISSING: "{file} is missing; the run used it.",
    Manuals.NO_INDEX: "{folder} has no index.md. Name the folder docs of a checkout.",
    Manuals.NO_PAGE: "{page}: the link {target} leads to no page of the manual. Correct it.",
    Manuals.NO_HEADING: "{page}: the link {target} names a heading that does not exist. Correct it.",
    Manuals.NO_PICTURE: "{page}: the picture {target} does not exist. Take it with make screenshots.",
    Manuals.PICTURE_WITHOUT_WORDS: "{page}: the picture {target} has no description. Write one in its brackets.",
    Manuals.NO_TITLE: "{page} does not begin with a title. Write one in its first line.",
    Manuals.UNLISTED: "{page} is not listed in index.md. List it, so that readers find it.",
    Manuals.NOT_INSTALLED: "The manual is not at {folder}. Install labharness again.",
    Manuals.UNKNOWN_PAGE: "The manual has no page or paragraph {page}. Search for a word of it.",
    Manuals.NOTHING_FOUND: "No page of the manual has all of these words: {words}. Remove one.",
}

IN_WINDOW: Mapping[Code, str] = {
    Commands.KEY_NEEDED: "Choose the key that signs: a file, or a token with its driver and the name of the key.",
    Commands.PERSON_LISTED: 'The person "{person}" is already on the list. To change the entry, choose the person in the list.',
    Commands.PERSON_NOT_LISTED: 'The person "{person}" is not on the list. To add the person, choose New person in Settings.',
    PlugIns.UNTRUSTED: "{file} is not trusted, and none of its code runs. Read the file, then choose Trust plug-ins… in Settings.",
    PlugIns.OTHER_THAN_TRUSTED: "{file} has changed since it was trusted, and none of its code runs. Read the file, then choose "
    "Trust plug-ins… in Settings.",
}
