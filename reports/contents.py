"""Contents: the heading of every section with its page, each a link; the bookmarks hold those of its parts too."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:  # noqa: ARG001  every section takes the same
    """Return the contents; the section has no title of its own, so it knows the headings of all others."""
    return [
        *kit.blocks.subheading("Contents"),
        kit.blocks.contents([content for content in part.contents if content.level == 1]),
    ]
