"""The page About: versions, hashes, licenses; what a person copies into a question about the program."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from labharness import FILES_SHA256
from labharness.gui.kit.words import tr

_LEGAL = tr(
    "labharness is under the Apache License 2.0. It contains Qt (LGPL 3.0), IBM Plex (SIL Open Font License 1.1) and the "
    "libraries below under licenses of their own. Signatures and verdicts depend on these versions, and every run records them."
)
_OWN = tr(
    "The program's own SHA-256 is that of its Python files. <code>labharness about</code> prints the same."
)
ABOUT_TITLE = tr("About labharness")


def about_page(versions: Mapping[str, str]) -> str:
    """Return the page as HTML.

    Parameters
    ----------
    versions
        As runs record them.
    """
    rows = "".join(
        f"<tr><td>{escape(_title(name))}</td><td><code>{escape(version)}</code></td></tr>"
        for name, version in versions.items()
    )
    head = "".join(f"<th>{escape(title)}</th>" for title in (tr("Part"), tr("Version or SHA-256")))
    return f"<h1>{escape(ABOUT_TITLE)}</h1><p>{escape(_LEGAL)}</p><table><tr>{head}</tr>{rows}</table><p>{_OWN}</p>"


def _title(name: str) -> str:
    return tr("SHA-256 of the program's files") if name == FILES_SHA256 else name
