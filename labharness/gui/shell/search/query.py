"""What somebody typed into the search: a prefix that chooses a kind, and words that all must be there."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.gui.kit.findable import FoundObject, PageCommand, ResultGroup

LONGEST = 200
_SIGNS = {kind.prefix: kind for kind in ResultGroup if not kind.prefix.isalpha()}
_LETTERS = {kind.prefix: kind for kind in ResultGroup if kind.prefix.isalpha()}


@dataclass(frozen=True, slots=True)
class Query:
    """Parsed text.

    Parameters
    ----------
    kind
        The only kind looked for, None for all.
    words
        In lower case; an object has all of them.
    """

    kind: ResultGroup | None = None
    words: tuple[str, ...] = ()

    def wants(self, kind: ResultGroup) -> bool:
        """Say whether objects of a kind are looked for."""
        return self.kind is None or self.kind is kind

    def rank(self, title: str, rest: str = "") -> int | None:
        """Return how well a title fits, 0 the best; None where a word is in neither title nor rest."""
        return self._rank(title.casefold(), rest.casefold())

    def _rank(self, title: str, rest: str) -> int | None:
        for word in self.words:
            if word not in title and word not in rest:
                return None
        if not self.words or title.startswith(self.words[0]):
            return 0
        return 1 if self.words[0] in title else 2

    def rank_found(self, result: FoundObject) -> int | None:
        """Return how well an object fits, None where it does not."""
        return self._rank(*result.folded) if self.wants(result.kind) else None

    def rank_command(self, command: PageCommand) -> int | None:
        """Return how well a command fits, None where it does not."""
        return self.rank(command.title) if self.wants(ResultGroup.COMMAND) else None


def parse_query(text: str) -> Query:
    """Read what was typed: ``>pause``, ``r 0117 fail``, ``#812``, or words without a prefix."""
    text = text[:LONGEST].casefold().strip()
    if text[:1] in _SIGNS:
        return Query(_SIGNS[text[:1]], tuple(text[1:].split()))
    first, _, rest = text.partition(" ")
    if first in _LETTERS and rest:
        return Query(_LETTERS[first], tuple(rest.split()))
    return Query(None, tuple(text.split()))
