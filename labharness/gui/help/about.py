"""The page About: versions, hashes, licenses; what a person copies into a question about the program."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from labharness import FILES_SHA256

_LEGAL = (
    "labharness is under the Apache License 2.0. It contains Qt (LGPL 3.0), IBM Plex (SIL Open Font License 1.1) and the "
    "libraries below under licenses of their own. Signatures and verdicts depend on these versions, and every run records them."
)


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
    return (
        f"<h1>About labharness</h1><p>{escape(_LEGAL)}</p>"
        f"<table><tr><th>Part</th><th>Version or SHA-256</th></tr>{rows}</table>"
        "<p>The program's own SHA-256 is that of its Python files. "
        "<code>labharness about</code> prints the same.</p>"
    )


def _title(name: str) -> str:
    return "SHA-256 of the program's files" if name == FILES_SHA256 else name
