"""What a game file must agree with: its own numbers, the rules that read its outcomes, the sections there are.

Citations of sections, and the sections that there are: what a file cites must be one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from itertools import product
from typing import TYPE_CHECKING, Any

from labharness.errors import PlanError
from labharness.games.mistakes import Problem, entries
from labharness.games.outcomes.registry import RULES
from labharness.model.device import DeviceClass
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs, Noun, located
from labharness.reason import Reason

if TYPE_CHECKING:
    from labharness.games.dealing import Game
    from labharness.games.equipment import OutcomeUse, PermittedSet
    from labharness.games.outcomes.rule import Rule


Section = tuple[str, ...]
"""A section and the paragraphs of it, outermost first: ``("645a.10", "(b)", "(2)")``."""

_SECTION = re.compile(r"(?:§§? )?(\d{3,4}[a-z]?\.\d+[a-z]?)((?:\([0-9A-Za-z]+\))*)|((?:\([0-9A-Za-z]+\))+)")
_PARAGRAPH = re.compile(r"\([0-9A-Za-z]+\)")
_BETWEEN = ("", ", ", " and ", "-")
_KINDS = tuple(map(re.compile, (r"\(\d+\)", r"\([a-z]\)", r"\([A-Z]\)", r"\([ivx]+\)")))
"""How paragraphs of one level are counted; (i) may be a letter or a Roman number."""


def cited(citation: str) -> list[Section]:
    """Return the sections that a citation names, of a range the first and the last.

    Raises
    ------
    ValueError
        If it is no citation.

    Examples
    --------
    >>> cited("§ 645a.3(b)(2), (3)")
    [('645a.3', '(b)', '(2)'), ('645a.3', '(b)', '(3)')]
    >>> cited("§ 645a.10(b)-(d), § 645.14(f)")
    [('645a.10', '(b)'), ('645a.10', '(d)'), ('645.14', '(f)')]
    """
    sections: list[Section] = []
    place = 0
    for match in _SECTION.finditer(citation):
        if citation[place : match.start()] not in (_BETWEEN if sections else ("",)):
            break
        place = match.end()
        parts = tuple(_PARAGRAPH.findall(match[2] or match[3] or ""))
        sections.append((match[1], *parts) if match[1] else (*_before(sections, parts, citation), *parts))
    if not sections or place != len(citation) or not citation.startswith("§"):
        raise ValueError(Games.NOT_A_CITATION(text=citation[:60]))
    return sections


def unknown(citation: str) -> Reason | None:
    """Return what is wrong with a citation, None where every section that it names is one that there is."""
    try:
        sections = cited(citation)
    except ValueError as error:
        wrong: Reason = error.args[0]
        return wrong
    for section in sections:
        if section not in known_sections():
            return Games.UNKNOWN_SECTION(section="".join(section))
    return None


@lru_cache(maxsize=1)
def known_sections() -> frozenset[Section]:
    """Return the sections of all lists beside the game files, with every whole of which one is a part.

    Raises
    ------
    PlanError
        If a line of a list is no section.
    """
    sections: set[Section] = set()
    for file in resources.files("test_plans.games").iterdir():
        if not (file.name.startswith("sections") and file.name.endswith(".txt")):
            continue
        for number, line in enumerate(file.read_text("utf-8-sig").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                (section,) = cited(f"§ {line.strip()}")
            except ValueError as error:
                place = f"{file.name}:{number}"
                raise PlanError(located(place, [Games.NOT_A_SECTION()])) from error
            sections |= {section[:depth] for depth in range(1, len(section) + 1)}
    return frozenset(sections)


def _before(sections: list[Section], parts: Section, citation: str) -> Section:
    """Return what a paragraph without its section belongs to: the last one's, up to the level counted alike."""
    last = sections[-1] if sections else ()
    for depth in range(len(last) - 1, 0, -1):
        if any(kind.fullmatch(last[depth]) and kind.fullmatch(parts[0]) for kind in _KINDS):
            return last[:depth]
    raise ValueError(Games.PARAGRAPH_WITHOUT_SECTION(text=citation[:60], paragraph=parts[0]))


CARD_DEVICES = frozenset(
    {
        DeviceClass.BATCH_SHUFFLER,
        DeviceClass.CONTINUOUS_SHUFFLER,
        DeviceClass.RESHUFFLING_SHOE,
        DeviceClass.MANUAL_SHOE,
        DeviceClass.AUTOMATED_DEALING_SHOE,
        DeviceClass.DOUBLE_SHOE,
    }
)
"""Device classes that hold cards."""
MOST_DECKS = 8
"""Most decks that are looked at, and that odds are given for, where the chapter states no upper limit."""
LISTS = ("sets", "tiles", "dice", "dealing", "selections", "devices", "obligations", "counts", "faults", "readings",
         "outcomes")  # fmt: skip


def permitted(each: PermittedSet) -> list[int]:
    """Return the permitted numbers of decks, up to :data:`MOST_DECKS` where the chapter states no limit."""
    most = each.max_decks or max(MOST_DECKS, each.min_decks)
    return [decks for decks in range(each.min_decks, most + 1) if each.permits(decks)]


def contradictions(game: Game) -> Iterator[Problem]:
    """Yield what in a game file cannot be, with its key; what takes long to count is not looked at."""
    if not game.id.endswith(f"-{game.chapter}"):
        yield "id", Games.ID_WITHOUT_CHAPTER(chapter=game.chapter)
    yield from _jokers(game)
    yield from _dealing(game)
    yield from _counts(game)
    yield from _devices(game)
    for key, outcome in entries("outcomes", game.outcomes):
        rule = RULES.get(outcome.rule)
        if rule is None:
            yield (
                f"{key}.rule",
                Inputs.UNKNOWN(what=Noun.RULE, name=outcome.rule, known=tuple(sorted(RULES))),
            )
            continue
        yield from _played_with(game, key, outcome, rule)
        yield from _selected(game, key, rule)
        yield from _readings(game, key, outcome, rule)
        yield from _paytables(game, key, outcome, rule)
    yield from _idle_readings(game)


def citations(game: Game) -> Iterator[Problem]:
    """Yield every citation that names no section that there is, with its key."""
    for name in LISTS:
        for key, part in entries(name, getattr(game, name)):
            yield from _citation(key, part)
            for inner, table in entries(f"{key}.pays", getattr(part, "pays", ())):
                yield from _citation(inner, table)


def _citation(key: str, part: Any) -> Iterator[Problem]:
    wrong = unknown(part.citation)
    if wrong is not None:
        yield f"{key}.citation", wrong


def _dealing(game: Game) -> Iterator[Problem]:
    sizes = _sizes(game)
    for key, way in entries("dealing", game.dealing):
        if way.stacks and len(way.stacks) < game.positions:
            yield (
                f"{key}.stacks",
                Games.STACKS_WITHOUT_POSITIONS(stacks=len(way.stacks), positions=game.positions),
            )
        needed = {size: way.layout(game.positions, size) for size in sizes}
        if not any(each.stub >= 0 and each.total == size for size, each in needed.items()):
            result = next(iter(needed.values()), None)
            dealt = 0 if result is None else result.burns + sum(result.stacks) + (way.stub or 0)
            yield (
                key,
                Games.DEALING_DOES_NOT_FIT(dealt=dealt, positions=game.positions, sizes=tuple(sorted(sizes))),
            )


def _counts(game: Game) -> Iterator[Problem]:
    stubs = {way.stub for way in game.dealing if way.stub is not None}
    for key, count in entries("counts", game.counts):
        right = stubs if count.id == "stub" else _sizes(game)
        if isinstance(count.expected, int) and count.expected not in right:
            known = tuple(sorted(right))
            yield (
                f"{key}.expected",
                Games.NOT_THE_STUB(expected=count.expected, stubs=known)
                if count.id == "stub"
                else Games.NOT_A_WHOLE_SET(expected=count.expected, sizes=known),
            )


def _devices(game: Game) -> Iterator[Problem]:
    bound = {device for obligation in game.obligations for device in obligation.devices}
    for key, use in entries("devices", game.devices):
        if use.device not in bound:
            yield key, Games.DEVICE_UNBOUND(device=use.device)
        if use.set is None and use.device in CARD_DEVICES:
            yield f"{key}.set", Games.DEVICE_NEEDS_SET(device=use.device)
        if use.set is not None and use.device not in CARD_DEVICES:
            yield f"{key}.set", Games.DEVICE_HOLDS_NO_CARDS(device=use.device)


def _played_with(game: Game, key: str, outcome: OutcomeUse, rule: Rule) -> Iterator[Problem]:
    if outcome.set is None and rule.pieces == "cards":
        yield f"{key}.set", Games.RULE_NEEDS_SET(rule=rule.name)
    if outcome.set is None:
        return
    if rule.pieces != "cards":
        yield f"{key}.set", Games.RULE_TAKES_NO_SET(rule=rule.name, pieces=rule.pieces)
        return
    for each in game.sets:
        if each.id != outcome.set:
            continue
        if rule.whole_decks is not None and (each.removed or permitted(each) != [rule.whole_decks]):
            yield (
                f"{key}.set",
                Games.RULE_NEEDS_WHOLE_DECKS(rule=rule.name, decks=rule.whole_decks, set=each.id),
            )


def _selected(game: Game, key: str, rule: Rule) -> Iterator[Problem]:
    if rule.pieces != "numbers":
        return
    ranges = tuple(f"{selection.low} to {selection.high}" for selection in game.selections)
    wanted = f"1 to {len(rule.outcomes)}"
    if wanted not in ranges:
        yield f"{key}.rule", Games.RULE_NEEDS_SELECTION(rule=rule.name, needed=wanted, ranges=ranges)


def _jokers(game: Game) -> Iterator[Problem]:
    for key, each in entries("sets", game.sets):
        rules = [(use.id, RULES.get(use.rule)) for use in game.outcomes if use.set == each.id]
        wrong = ((use, rule) for use, rule in rules if rule is not None and rule.pieces == "cards")
        for use, rule in [(use, rule) for use, rule in wrong if rule.jokers != each.jokers][:1]:
            yield (
                f"{key}.jokers",
                Games.RULE_NEEDS_JOKERS(rule=rule.name, outcome=use, needed=rule.jokers, jokers=each.jokers),
            )


def _readings(game: Game, key: str, outcome: OutcomeUse, rule: Rule) -> Iterator[Problem]:
    declared = {reading.id: reading for reading in game.readings}
    if any(name not in declared for name in outcome.reading):
        return
    if not outcome.reading:
        if len(rule.readings) > 1:
            yield f"{key}.reading", Games.RULE_NEEDS_READING(rule=rule.name, readings=rule.readings)
        return
    result = {
        "; ".join(words) for words in product(*(declared[name].choices.values() for name in outcome.reading))
    }
    for words in sorted(result - set(rule.readings)):
        yield (
            f"{key}.reading",
            Games.RULE_WITHOUT_READING(rule=rule.name, reading=words, readings=rule.readings),
        )
    for words in sorted(set(rule.readings) - result):
        yield f"{key}.reading", Games.READING_NOT_MADE(rule=rule.name, reading=words)


def _paytables(game: Game, key: str, outcome: OutcomeUse, rule: Rule) -> Iterator[Problem]:
    chosen = next((each for each in game.sets if each.id == outcome.set), None)
    for where, table in entries(f"{key}.pays", outcome.pays):
        for name in table.odds:
            if name not in rule.outcomes:
                yield (
                    f"{where}.odds",
                    Games.NOT_PAID(rule=rule.name, outcome=name, outcomes=tuple(rule.outcomes)),
                )
        if chosen is not None and not any(map(table.serves, permitted(chosen))):
            yield (where, Games.PAYTABLE_SERVES_NO_SET(set=chosen.id, permitted=chosen.allowed))


def _idle_readings(game: Game) -> Iterator[Problem]:
    """Yield readings in the words of a rule of this game that no outcome names."""
    rules = [RULES[outcome.rule] for outcome in game.outcomes if outcome.rule in RULES]
    known = {words for rule in rules for reading in rule.readings for words in reading.split("; ")}
    used = {name for outcome in game.outcomes for name in outcome.reading}
    for key, reading in entries("readings", game.readings):
        if reading.id not in used and known & set(reading.choices.values()):
            yield key, Games.READING_IDLE()


def _sizes(game: Game) -> set[int]:
    """Cards of every permitted set, and tiles."""
    cards = {
        decks * (52 + each.jokers - len(each.removed)) for each in game.sets for decks in permitted(each)
    }
    return cards | {tile.total for tile in game.tiles}
