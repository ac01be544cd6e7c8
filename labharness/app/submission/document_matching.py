"""Which line of the checklist a dropped file belongs to; a proposal that a person confirms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import file_digest
from pathlib import Path

from labharness.app.submission.submissions import is_picture
from labharness.errors import StorageError
from labharness.model.reasons.inputs import Inputs

LEAST = 0.6
"""Likeness of a file's name and an item's id from which on it is proposed without a common word."""
MOST_FILES = 500
_STOP = frozenset(
    [
        "a",
        "an",
        "and",
        "by",
        "for",
        "from",
        "in",
        "is",
        "it",
        "its",
        "of",
        "on",
        "or",
        "that",
        "the",
        "this",
        "to",
        "with",
        "all",
        "every",
        "each",
    ]
)


@dataclass(frozen=True, slots=True)
class Target:
    """Where a file can be filed.

    Parameters
    ----------
    key
        ``document/ITEM`` of a line of the checklist, ``unit/KEY`` for a photograph of a unit, or the key of an entry.
    title
        What people call it.
    names
        Further words that tell it, such as a serial number.
    """

    key: str
    title: str
    names: tuple[str, ...] = ()
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """A dropped file with the place that is proposed for it, "" where none fits."""

    path: Path
    size: int
    sha256: str
    picture: bool
    target: str


def files_below(dropped: Iterable[Path]) -> list[Path]:
    """Return the files that were dropped and those in dropped folders; links and hidden files are left out."""
    result: dict[Path, None] = {}
    for path in dropped:
        inside = sorted(path.rglob("*")) if path.is_dir() and not path.is_symlink() else [path]
        for each in inside:
            hidden = (
                any(part.startswith(".") for part in each.relative_to(path).parts) if each != path else False
            )
            if each.is_file() and not each.is_symlink() and not hidden:
                result[each] = None
    return list(result)[:MOST_FILES]


def propose(dropped: Iterable[Path], targets: Sequence[Target]) -> tuple[Proposal, ...]:
    """Return every dropped file with its hash and the place that its name suggests.

    Raises
    ------
    StorageError
        If a file cannot be read.
    """
    return tuple(_proposals(files_below(dropped), targets))


def _proposals(files: Iterable[Path], targets: Sequence[Target]) -> Iterator[Proposal]:
    for file in files:
        try:
            with file.open("rb") as content:
                digest = file_digest(content, "sha256").hexdigest()
            size = file.stat().st_size
        except OSError as error:
            raise StorageError(Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror))) from error
        picture = is_picture(file)
        yield Proposal(file, size, digest, picture, best_target(file.stem, targets, picture=picture))


def best_target(name: str, targets: Sequence[Target], *, picture: bool = False) -> str:
    """Return the key of the place that a file's name suggests, "" where none does.

    Examples
    --------
    >>> best_target("02_Operator Manual v3", [Target("document/operator-manual", "The manual for operators")])
    'document/operator-manual'
    >>> best_target("scan0001", [Target("document/operator-manual", "The manual for operators")])
    ''
    """
    words, best, most = _words(name), "", 0.0
    for target in targets:
        if target.picture and not picture:
            continue
        score = _score(words, target)
        if score > most:
            best, most = target.key, score
    return best


def _score(words: frozenset[str], target: Target) -> float:
    stem = target.key.partition("/")[2]
    own = _words(stem)
    whole = 4.0 + len(own) / 2 if own and own <= words else 0.0  # of two that fit wholly, the longer
    named = any(_words(each) and _words(each) <= words for each in target.names)
    common = len(words & own) / max(len(own), 1) + len(words & _words(target.title)) / 8
    alike = SequenceMatcher(None, "".join(sorted(words)), "".join(sorted(own))).ratio()
    score = whole + (5.0 if named else 0.0) + common
    if (
        whole
        or named
        or len(words & own) * 2 >= len(own) > 0
        or (alike >= LEAST and words & _words(target.title))
    ):
        return score + alike / 10
    return 0.0


def _words(text: str) -> frozenset[str]:
    """Return the words of a name, without numbers in front, endings of plurals and words that tell nothing."""
    result = re.findall(r"[a-z]+|[0-9]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower())
    return frozenset(each.removesuffix("s") for each in result if each not in _STOP)
