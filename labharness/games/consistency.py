"""What a game file must agree with: its own numbers, the rules that read its outcomes, the sections there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from labharness.games.citations import unknown
from labharness.games.outcomes.registry import RULES
from labharness.games.places import Problem, entries
from labharness.model.device import DeviceClass

if TYPE_CHECKING:
    from labharness.games.equipment import PermittedSet
    from labharness.games.game_file import Game
    from labharness.games.outcomes.rule import Rule
    from labharness.games.provisions import OutcomeUse

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


def permitted(one: PermittedSet) -> list[int]:
    """Return the permitted numbers of decks, up to :data:`MOST_DECKS` where the chapter states no limit."""
    most = one.max_decks or max(MOST_DECKS, one.min_decks)
    return [decks for decks in range(one.min_decks, most + 1) if one.permits(decks)]


def contradictions(game: Game) -> Iterator[Problem]:
    """Yield what in a game file cannot be, with its key; what takes long to count is not looked at."""
    if not game.id.endswith(f"-{game.chapter}"):
        yield "id", f"it must end with the chapter, -{game.chapter} (got {game.id!r})"
    yield from _jokers(game)
    yield from _dealing(game)
    yield from _counts(game)
    yield from _devices(game)
    for key, outcome in entries("outcomes", game.outcomes):
        rule = RULES.get(outcome.rule)
        if rule is None:
            yield (
                f"{key}.rule",
                f"there is no rule {outcome.rule!r}; choose one of: {', '.join(sorted(RULES))}",
            )
            continue
        yield from _played_with(game, key, outcome, rule)
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
                f"{len(way.stacks)} stacks for {game.positions} positions; correct one of them",
            )
        needed = {size: way.layout(game.positions, size) for size in sizes}
        if not any(one.stub >= 0 and one.total == size for size, one in needed.items()):
            found = next(iter(needed.values()), None)
            dealt = 0 if found is None else found.burns + sum(found.stacks) + (way.stub or 0)
            held = ", ".join(map(str, sorted(sizes))) or "none"
            yield (
                key,
                (
                    f"it takes {dealt} cards or tiles for {game.positions} positions; "
                    f"the permitted sets hold {held}"
                ),
            )


def _counts(game: Game) -> Iterator[Problem]:
    stubs = {way.stub for way in game.dealing if way.stub is not None}
    for key, count in entries("counts", game.counts):
        right = stubs if count.id == "stub" else _sizes(game)
        if isinstance(count.expected, int) and count.expected not in right:
            what = "what remains by the dealing" if count.id == "stub" else "a whole permitted set"
            known = ", ".join(map(str, sorted(right))) or "none"
            yield f"{key}.expected", f"{count.expected} is not {what}; choose of: {known}"


def _devices(game: Game) -> Iterator[Problem]:
    bound = {device for one in game.obligations for device in one.devices}
    for key, use in entries("devices", game.devices):
        name = use.device.value
        if use.device not in bound:
            yield key, f"no obligation binds the {name}; add to obligations what the chapter asks of it"
        if use.set is None and use.device in CARD_DEVICES:
            yield f"{key}.set", f"a {name} holds cards; name the set that is used with it"
        if use.set is not None and use.device not in CARD_DEVICES:
            yield f"{key}.set", f"a {name} holds no cards; leave the set out"


def _played_with(game: Game, key: str, outcome: OutcomeUse, rule: Rule) -> Iterator[Problem]:
    if outcome.set is None and rule.pieces == "cards":
        yield f"{key}.set", f"the rule {rule.name} reads cards; name the set that they are dealt from"
    if outcome.set is None:
        return
    if rule.pieces != "cards":
        yield f"{key}.set", f"the rule {rule.name} reads {rule.pieces}; leave the set out"
        return
    for one in game.sets:
        if one.id != outcome.set:
            continue
        if rule.whole_decks is not None and (one.removed or permitted(one) != [rule.whole_decks]):
            said = f"the rule {rule.name} is played with {rule.whole_decks} whole deck"
            yield f"{key}.set", f"{said}, and set {one.id!r} is another"


def _jokers(game: Game) -> Iterator[Problem]:
    for key, one in entries("sets", game.sets):
        rules = [(use.id, RULES.get(use.rule)) for use in game.outcomes if use.set == one.id]
        wrong = ((use, rule) for use, rule in rules if rule is not None and rule.pieces == "cards")
        for use, rule in [(use, rule) for use, rule in wrong if rule.jokers != one.jokers][:1]:
            said = f"the rule {rule.name} of outcome {use!r} is played with {rule.jokers} in each deck"
            yield f"{key}.jokers", f"{said}, not {one.jokers}"


def _readings(game: Game, key: str, outcome: OutcomeUse, rule: Rule) -> Iterator[Problem]:
    declared = {one.id: one for one in game.readings}
    if any(name not in declared for name in outcome.reading):
        return
    if not outcome.reading:
        if len(rule.readings) > 1:
            known = "', '".join(rule.readings)
            yield (
                f"{key}.reading",
                f"the rule {rule.name} can be read as '{known}'; name the reading of the file",
            )
        return
    made = {
        "; ".join(words) for words in product(*(declared[name].choices.values() for name in outcome.reading))
    }
    for words in sorted(made - set(rule.readings)):
        known = "', '".join(rule.readings)
        yield f"{key}.reading", f"the rule {rule.name} has no reading {words!r}; choose one of: '{known}'"
    for words in sorted(set(rule.readings) - made):
        yield f"{key}.reading", f"the rule {rule.name} has a reading {words!r} that no choices make; add it"


def _paytables(game: Game, key: str, outcome: OutcomeUse, rule: Rule) -> Iterator[Problem]:
    chosen = next((one for one in game.sets if one.id == outcome.set), None)
    for where, table in entries(f"{key}.pays", outcome.pays):
        for name in table.odds:
            if name not in rule.outcomes:
                known = ", ".join(rule.outcomes)
                yield f"{where}.odds", f"it pays {name!r}, and the rule {rule.name} knows only: {known}"
        if chosen is not None and not any(map(table.serves, permitted(chosen))):
            yield (
                where,
                f"it is for numbers of decks that set {chosen.id!r} does not permit ({chosen.allowed})",
            )


def _idle_readings(game: Game) -> Iterator[Problem]:
    """Yield readings in the words of a rule of this game that no outcome names."""
    rules = [RULES[one.rule] for one in game.outcomes if one.rule in RULES]
    known = {words for rule in rules for reading in rule.readings for words in reading.split("; ")}
    used = {name for outcome in game.outcomes for name in outcome.reading}
    for key, reading in entries("readings", game.readings):
        if reading.id not in used and known & set(reading.choices.values()):
            yield (
                key,
                "its choices are words of a rule, and no outcome names it; add it to the outcome's reading",
            )


def _sizes(game: Game) -> set[int]:
    """Cards of every permitted set, and tiles."""
    cards = {decks * (52 + one.jokers - len(one.removed)) for one in game.sets for decks in permitted(one)}
    return cards | {one.total for one in game.tiles}
