"""Secrets in URLs that people write by hand: they are found, and never shown."""

from __future__ import annotations

import re

HIDDEN = "***"
_DATABASES = ("postgresql", "sqlite")


# A password may hold any sign, also those that end the name of a host; digits and a slash are a port.
_PASSWORD = re.compile(r"(?<=://)([^:/?#@]*):(?!\d+(?:[/?#]|$)).*@")
_USER = re.compile(r"(?<=://)[^/?#@]+@")


_QUERY = re.compile(r"(?i)(?<=[?&])([^=&]*(?:password|passwd|secret|token|apikey|api_key|signature)=)[^&]+")
_ESCAPED = re.compile(r"%([0-7][0-9A-Fa-f])")


def without_secret(url: str) -> str:
    """Return a URL as it may be shown; any other text as it is.

    Examples
    --------
    >>> without_secret("postgresql+psycopg://lab:pa/ss@db.example/lab")
    'postgresql+psycopg://lab:***@db.example/lab'
    >>> without_secret("s3://KEY:SECRET@bucket"), without_secret("https://objects.example:9000/?token=1")
    ('s3://***@bucket', 'https://objects.example:9000/?token=***')
    """
    if "://" not in url:
        return url
    place, mark, query = url.partition("?")
    whole = place + mark + _ESCAPED.sub(_letter, query)
    result = _PASSWORD.sub(rf"\1:{HIDDEN}@", whole)
    if not url.startswith(_DATABASES):
        result = _USER.sub(f"{HIDDEN}@", result)
    result = _QUERY.sub(rf"\1{HIDDEN}", result)
    return url if result == whole else result


def holds_secret(url: str) -> bool:
    """Say whether a URL holds what must not be shown."""
    return without_secret(url) != url


def _letter(match: re.Match[str]) -> str:
    """Return a letter as itself: a name of a query that is spelled otherwise is the same name."""
    letter = chr(int(match[1], 16))
    return letter if letter.isalnum() or letter == "_" else match[0]
