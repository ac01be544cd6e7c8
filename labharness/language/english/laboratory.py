"""Sentences about the settings of a laboratory."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.laboratory import Laboratories
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Laboratories.ROLE_NEEDED: (
        "{person} may not do this. It takes the role {roles:or}, which these people have: {people}."
    ),
    Laboratories.UNKNOWN_SETTING: 'Unknown setting "{name}". Choose from: {known}.',
    Laboratories.NOT_YES_OR_NO: "{got} is neither yes nor no. Write yes or no.",
    Laboratories.NOT_A_FOLDER: "{folder} is not a folder. Create it, or choose another one.",
    Laboratories.SECRET_IN_URL: (
        "The URL holds a user, a password or a key. Remove it: keep keys of a store in ~/.aws/credentials or the environment."
    ),
    Laboratories.NOT_A_URL: "{got} is not a complete URL. Begin it with one of: {schemes}.",
    Laboratories.WOULD_BEGIN_ANEW: (
        "There is no {what} at {place}, and the present one holds records. Copy it there first, then set its place."
    ),
    Laboratories.NOT_TAKEN: (
        "The settings file has {name} in a form that is not changed from here. Change it in a text editor."
    ),
    Laboratories.NOT_OPENED: "{place} cannot be used: {why:clause}.",
    Laboratories.NO_DIFFERENCE: "This is the present value. Nothing was changed.",
    Laboratories.REASON_NEEDED: "A change is recorded with its reason. Write the reason.",
    Laboratories.NOT_A_LIST: "{file} is not a list of trusted authorities of this computer. Choose one of those shown.",
}
