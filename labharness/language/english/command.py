"""Sentences about command lines."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.command import Commands
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
}
IN_WINDOW: Mapping[Code, str] = {
    Commands.KEY_NEEDED: "Choose the key that signs: a file, or a token with its driver and the name of the key.",
    Commands.PERSON_LISTED: 'The person "{person}" is already on the list. To change the entry, choose the person in the list.',
    Commands.PERSON_NOT_LISTED: 'The person "{person}" is not on the list. To add the person, choose New person in Settings.',
}
