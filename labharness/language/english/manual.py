"""Sentences about the manual."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.manual import Manuals
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
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
