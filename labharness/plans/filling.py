"""What a game puts into the blanks of a template: names, numbers, sample sizes and their reasons.

Lists of what is looked at, as stages of a plan.

Checks of what seats are dealt, from what a game file says of dealing.

Checks of a game's outcomes for the plan of a device: exact odds against what left the device.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from labharness.errors import InputError, PlanError
from labharness.games.dealing import Dealing, Game, Selection
from labharness.games.equipment import Aspect, DeviceUse, Dice, Obligation, OutcomeUse
from labharness.games.mistakes import parse
from labharness.games.outcomes.hands import hands_of
from labharness.games.outcomes.registry import rule as find_rule
from labharness.model.cards import RANKS
from labharness.model.device import DeviceClass
from labharness.model.reasons.plan import Plans
from labharness.plans import sample_sizes
from labharness.plans.coverage import title_blanks, two_batches
from labharness.plans.procedures import InspectionItem, InspectionList, InspectRole


@cache
def inspection_list(name: str) -> InspectionList:
    """Read a packaged list by its id; raises :class:`PlanError` with every mistake."""
    file = resources.files("test_plans.inspections").joinpath(f"{name}.toml")
    return parse(InspectionList, file.read_bytes(), f"inspections/{name}.toml")


def inspection(name: str, game: Game) -> str:
    """Return the stage of a packaged list, "" where the list is for other games."""
    result = inspection_list(name)
    return _stage(result.id, result.items, result.role) if not result.games or game.id in result.games else ""


def chapter_inspection(duties: Iterable[Obligation], answered: Iterable[str]) -> str:
    """Return the stage of all that a chapter asks and no check or procedure of the plan answers.

    Parameters
    ----------
    duties
        What the chapter asks of the device class.
    answered
        Ids of those that a check or a procedure answers.
    """
    left = [
        InspectionItem(id=duty.id, text=duty.text, citation=f"58 Pa. Code {duty.citation}")
        for duty in duties
        if duty.id not in set(answered) and duty.aspect is not Aspect.APPROVAL
    ]
    return _stage("chapter", left) if left else ""


def quoted(text: str) -> str:
    """Write a string as TOML does; JSON's way is a part of it."""
    return json.dumps(text, ensure_ascii=False)


def _stage(name: str, items: Iterable[InspectionItem], role: InspectRole = "required") -> str:
    lines = ["[[stages]]", 'kind = "inspect"', f"name = {quoted(name)}"]
    lines += ['role = "bench"', 'otherwise = "stop"'] * (role == "bench")
    for item in items:
        lines += ["", "[[stages.items]]", f"id = {quoted(item.id)}", f"text = {quoted(item.text)}"]
        lines += [f"citation = {quoted(item.citation)}"]
        lines += ["blocking = false"] * (not item.blocking) + ["photograph = true"] * item.photograph
    return "\n".join(lines) + "\n"


METHODS = ("manual-shoe", "hand")
"""Ways in which cards are dealt out of what a shuffler leaves, the usual one first."""
BLACKJACK = ("ace", "ten-value", "ten-or-ace", "two-to-six", "hi-lo", "pair", "suited-pair")
BACCARAT = ("eight-or-nine", "zero-points", "points", "pair")
POKER = ("ace", "court", "spades", "diamonds", "clubs", "hearts", "red", "joker", "pair")


def card_groups(game: Game) -> tuple[str, ...]:
    """Return the groups of cards that a game turns on, by the rules of its outcomes.

    Examples
    --------
    >>> from labharness.games.game import packaged_game
    >>> card_groups(packaged_game("baccarat-545"))
    ('eight-or-nine', 'zero-points', 'points', 'pair')
    """
    rules = [outcome.rule for outcome in game.outcomes]
    if any(rule.startswith(("blackjack", "21-")) for rule in rules):
        return BLACKJACK
    return BACCARAT if any(rule.startswith("baccarat") for rule in rules) else POKER


def seat_parameters(game: Game, *, stacks: bool = False) -> str:
    """Return the parameters of ``seat_contrasts`` as TOML, on one line.

    Parameters
    ----------
    stacks
        Whether the device deals stacks, which the capture of a deal tells apart; else the seats follow from the
        dealing order, and where a game file has none single places are looked at.

    Examples
    --------
    >>> from labharness.games.game import packaged_game
    >>> print(seat_parameters(packaged_game("midibaccarat-543")).split("], positions")[0])
    groups = ["eight-or-nine", "zero-points", "points", "pair"], served = ["Player's Hand 1", "Banker's Hand 1", "Player's Hand 1", "Banker's Hand 1"
    """
    parameters = [f"groups = [{', '.join(map(quoted, card_groups(game)))}]"]
    dealing = None if stacks else _dealing(game)
    if dealing is not None:
        served = (
            f"{'players' if part.stacks == 'players' else part.to} "
            f"{part.cards * (1 if part.stacks == 'players' else part.stacks)}"
            for part in dealing.parts
        )
        parameters += [f"served = [{', '.join(map(quoted, served))}]", f"positions = {game.positions}"]
        parameters += [f"burns = {dealing.burns}"] if dealing.burns else []
    return ", ".join(parameters)


def edge_check(game: Game, stage: str) -> str:
    """Return the check of what the first cards are worth as TOML; empty where the main wager is not valued.

    It estimates and bounds a gain, and takes nothing from the level of the required checks.

    Examples
    --------
    >>> from labharness.games.game import packaged_game
    >>> print(edge_check(packaged_game("midibaccarat-629a"), "shuffles"), end="")
    [[checks]]
    id = "edge"
    check = "edge"
    stage = "shuffles"
    role = "informational"
    parameters = { wager = "baccarat" }
    """
    if game.main_wager is None:
        return ""
    parameters = [f"wager = {quoted(game.main_wager)}"]
    if game.main_wager == "blackjack":
        _, *order = seat_parameters(game).split(", served", 1)
        parameters += [f"served{each}" for each in order]
    return (
        f'[[checks]]\nid = "edge"\ncheck = "edge"\nstage = "{stage}"\nrole = "informational"\n'
        f"parameters = {{ {', '.join(parameters)} }}\n"
    )


def _dealing(game: Game) -> Dealing | None:
    """Return how a round is dealt where the game file says who gets what in turn."""
    return next((way for name in METHODS if (way := game.dealt_by(name)) and way.parts), None)


STAGES = {
    DeviceClass.BATCH_SHUFFLER: "shuffles",
    DeviceClass.CONTINUOUS_SHUFFLER: "rounds",
    DeviceClass.RESHUFFLING_SHOE: "rounds",
    DeviceClass.AUTOMATED_DEALING_SHOE: "deals",
}
"""Stages of the templates whose cards are dealt."""
MOST_HANDS = 60


def outcome_checks(game: Game, use: DeviceUse, decks: int | None, round_cards: int) -> str:
    """Return checks of all outcomes that the cards or dice of a device decide, as TOML; often none.

    They look at the cards that the required checks look at, and what they find is a matter of the table: so
    they are informational, and take nothing from the level of the others.

    Parameters
    ----------
    decks
        Decks of one batch, None where the device holds no cards.
    round_cards
        Cards of a round, where the plan captures rounds.

    Examples
    --------
    >>> from labharness.games.game import find_game, parse_game
    >>> game = parse_game(find_game("pai-gow-poker-645a"), "example")
    >>> text = outcome_checks(game, game.device(DeviceClass.AUTOMATED_DEALING_SHOE), 1, 0)
    >>> for line in text.splitlines()[:6]:
    ...     print(line)
    [[checks]]
    id = "odds-of-best-hand"
    check = "outcome_law"
    stage = "deals"
    role = "informational"
    parameters = { rule = "pai-gow-poker-hand", reading = "joker as any card of a royal", hands = 7 }
    """
    if use.device is DeviceClass.DICE_SHAKER:
        return "\n".join(_of_dice(game))
    if use.set is None or decks is None or use.device not in STAGES:
        return ""
    return "\n".join(_of_cards(game, use, use.set, decks, round_cards))


def _of_dice(game: Game) -> Iterator[str]:
    for dice in game.dice:
        for outcome in game.outcomes:
            rule = find_rule(outcome.rule)
            if rule.pieces == "dice" and rule.needed == dice.number:
                yield _check(game, outcome, "dice_law", dice.id)


def _of_cards(game: Game, use: DeviceUse, set_id: str, decks: int, round_cards: int) -> Iterator[str]:
    cards, stage = game.card_set(set_id, decks), STAGES[use.device]
    dealt = round_cards if stage == "rounds" else cards.size
    stacks: tuple[int, ...] = ()
    if stage == "deals":
        way = game.dealt_by(_method(use))
        stacks = way.layout(game.positions, cards.size).stacks if way else ()  # where all positions play
        dealt = sum(stacks)
    sets = {each.id: each for each in game.sets}
    for outcome in game.outcomes:
        if outcome.set is None:
            continue
        own, here = sets[outcome.set], sets[set_id]
        if (own.jokers, own.removed) != (here.jokers, here.removed) or not own.permits(decks):
            continue
        if "determinant" in (own.alternate, here.alternate) and own.alternate != here.alternate:
            continue  # only where a determinant card is drawn does anything depend on it
        hands = _most(outcome.rule, dealt, stacks)
        if hands:
            yield _check(game, outcome, "outcome_law", stage, hands)
    if stage != "deals":
        yield edge_check(game, stage)


def _method(use: DeviceUse) -> str:
    """Return the name of the way in which a device deals."""
    return use.device.value.replace("_", "-")


@cache
def _most(name: str, dealt: int, stacks: tuple[int, ...]) -> int:
    """Most hands of a rule that can be dealt, 0 where not even one can."""
    rule = find_rule(name)
    for hands in range(MOST_HANDS, 0, -1):
        try:
            hands_of(rule, hands, dealt, stacks=stacks)
        except InputError:
            continue
        return hands
    return 0


def _check(game: Game, outcome: OutcomeUse, check: str, stage: str, hands: int = 0) -> str:
    reading = game.reading(outcome)
    parameters = [
        f"rule = {quoted(outcome.rule)}",
        *([f"reading = {quoted(reading)}"] if reading else []),
        *([f"hands = {hands}"] if hands else []),
    ]
    return (
        f'[[checks]]\nid = "odds-of-{outcome.id}"\ncheck = "{check}"\nstage = "{stage}"\n'
        f'role = "informational"\nparameters = {{ {", ".join(parameters)} }}\n'
    )


TRIALS, FAULT_TRIALS, POWER_TRIALS, RECORDED_TRIALS = 59, 20, 10, 10
"""Trials of a reaction that a rule asks for, of jams and doors, of power cuts, and of what is only put on record."""
INTERRUPTIONS = (
    "3 # each loses at most one request, ends every chain, and is on record with its cause and length"
)
"""Interruptions with which a run can pass: a cable, a service and a power cut in a night, at most 3 of 80 shuffles."""
COMMON_DECKS = 8
"""Decks of a common shoe; a plan for more says so where the chapter sets no upper limit."""
COUNT_TRIALS = 20
"""Trials of a count that the chapter does not ask for: what a device says of its cards must be so all the same."""
COUNTING = frozenset({DeviceClass.RESHUFFLING_SHOE, DeviceClass.CONTINUOUS_SHUFFLER})
"""Classes of which every device counts where the chapter asks for it; of others those with a counting feature."""
WHOLE = frozenset({Aspect.STACK, Aspect.COMPOSITION, Aspect.COUNT, Aspect.DEALING, Aspect.STUB})
"""Aspects of which what answers one duty answers all: they are about which cards there are and where."""
ROUND_CARDS = 20
"""Cards that stand for a round where players draw further ones, unless the first deal has more."""
FEW, FEW_POINTS, MANY_POINTS = 16, 1.0, 0.5
"""Outcomes of a short range, and the advantage in naming them, in points, that is harmful in one and in a long one."""
TENS = ("10", "J", "Q", "K")

Blanks = dict[str, str]


@dataclass
class Filling:
    """The blanks of one template.

    Parameters
    ----------
    game, use, decks
        The game, what it says of the device, and decks of one batch, None where the device holds no cards.
    family
        Required checks that share one level, by the part that lists them.
    """

    game: Game
    use: DeviceUse
    decks: int | None
    family: Mapping[str, int]

    @property
    def duties(self) -> list[Obligation]:
        """What the chapter asks of the device class."""
        return [obligation for obligation in self.game.obligations if self.use.device in obligation.devices]

    @property
    def held(self) -> int:
        """Cards of one load, of both sides where there are two; 0 where the device holds none."""
        if self.use.set is None or self.decks is None:
            return 0
        return self.game.card_set(self.use.set, self.decks).size * (2 if self._sides else 1)

    def answered(self, aspects: set[str]) -> set[str]:
        """Return the ids of the duties that checks and procedures citing these aspects answer."""
        return {id_ for name in aspects for id_ in self._asked(Aspect(name.replace("_", "-")))}

    def asks(self, aspects: set[str]) -> bool:
        """Say whether the chapter asks for anything of these aspects."""
        return bool(self.answered(aspects))

    def blanks(self) -> Blanks:
        """Return what the whole template may name."""
        game, device = self.game, self.use.device
        result = title_blanks(game, self.use, self.decks) | {
            "game": game.id,
            "chapter": game.chapter,
            "positions": str(game.positions),
            "citations": self._citations(),
            "trials": str(TRIALS),
            "fault_trials": str(FAULT_TRIALS),
            "power_trials": str(POWER_TRIALS),
            "interruptions": INTERRUPTIONS,
        }
        for aspect in Aspect:
            result[f"cites_{aspect.name.lower()}"] = _cited(self._asked(aspect))
        asked = self._asked(Aspect.COUNT)
        # Where every device counts the chapter says nothing of what follows a wrong count.
        result["stands_cites"] = "" if device in COUNTING else _cited(asked)
        result["count_trials"] = str(TRIALS if asked else COUNT_TRIALS)
        result["count_applies"] = (
            "" if asked and device in COUNTING else '\napplies_if = "it shows a count of its cards"'
        )
        result["recorded_trials"] = str(RECORDED_TRIALS)
        if self.decks is not None:
            result |= self._cards(self.decks)
        fill = {
            DeviceClass.CARD_READER: self._reader,
            DeviceClass.DICE_SHAKER: self._dice,
            DeviceClass.COMPUTERIZED_RNG: self._numbers,
            DeviceClass.TABLE_GAME_SYSTEM: self._numbers,
        }.get(device)
        result |= fill() if fill else {}
        rounds = int(result.get("round_cards", 0))
        return result | {"outcome_checks": outcome_checks(self.game, self.use, self.decks, rounds)}

    def repeated(self) -> list[Blanks]:
        """Return what differs where a part comes several times: once for each selection or each layout."""
        game, device = self.game, self.use.device
        if device is DeviceClass.DOUBLE_SHOE:
            return [{}] if self._sides else []
        if device is DeviceClass.BATCH_SHUFFLER:
            return [{}] if self._two_batches else []
        if device in (DeviceClass.RESHUFFLING_SHOE, DeviceClass.CONTINUOUS_SHUFFLER):
            return self._stub()
        if device is DeviceClass.AUTOMATED_DEALING_SHOE:
            return self._layouts()
        if device is DeviceClass.DICE_SHAKER:
            return [
                {"selection": each.id, "dice": str(each.number), "units": str(self._throws(each).units)}
                for each in game.dice
            ]
        return [
            {
                "selection": selection.id,
                "units": str(self._outcomes(selection).units),
                "typed": str(self._typed(selection).units),
                **_limited(selection.high - selection.low + 1),
            }
            for selection in game.selections
        ]

    def _layouts(self) -> list[Blanks]:
        """Return the deals of an automated shoe: to a full table, and to one player where their number says how many."""
        deals = str(sample_sizes.deals(self.held).units)
        full = {"deals": "deals", "players": "", "units": deals, "reads": "60"}
        if self._dealing().stacks:
            return [full]
        each = {"deals": "deals-to-one", "players": "\nplayers = 1", "units": str(TRIALS), "reads": "20"}
        return [full | {"players": f"\nplayers = {self.game.positions}"}, each]

    def _asked(self, aspect: Aspect) -> list[str]:
        """Return the duties that what cites an aspect answers: the first one, or all where one shows all of them."""
        duties = [duty.id for duty in self.duties if duty.aspect is aspect]
        return duties if aspect in WHOLE else duties[:1]

    def _citations(self) -> str:
        return "\n".join(
            f"[[citations]]\nid = {quoted(duty.id)}\nclause = {quoted('58 Pa. Code ' + duty.citation)}\n"
            f"text = {quoted(duty.text)}\nstatus = {quoted('seen')}\n"
            for duty in self.duties
        )

    def _cards(self, decks: int) -> Blanks:
        set_id = self.use.set
        assert set_id is not None
        cards = self.game.card_set(set_id, decks)
        loads = sample_sizes.loads(cards.size)
        shuffles, deals = sample_sizes.shuffles(cards.size), sample_sizes.deals(cards.size)
        round_cards, round_reason = self._round(cards.size)
        rounds = sample_sizes.rounds(cards.size, len(cards.present), round_cards)
        many = ""
        if decks > COMMON_DECKS:
            many = (
                f"{decks} decks are more than the {COMMON_DECKS} of a common shoe, and the chapter sets no upper limit: the "
                "device's maker says whether it takes them, and the hours grow with them. "
            )
        told_apart = self._sides if self.use.device is DeviceClass.DOUBLE_SHOE else not cards.distinct
        marks = "\nmarked = true # the two batches are told apart by their backs" if self._two_batches else ""
        if told_apart:
            marks = "\nmarked = true # equal cards bear marks, so that each of them is told apart"
        return {
            "set": set_id,
            "decks": str(decks),
            "by_turns": "\nbatches = 2 # the first and the second by turns" if self._two_batches else "",
            "cards": str(cards.size),
            "marked": marks,
            "marked_stock": inspection("marked-stock", self.game) if told_apart else "",
            "round_cards": str(round_cards),
            "shuffles": str(shuffles.units),
            "chained": str(sample_sizes.chained(shuffles.units)),
            "shuffles_reason": many + shuffles.reason,
            "unmarked_reason": many + sample_sizes.unmarked_shuffles(cards.size, decks).reason,
            "loads": str(loads.units),
            "load_rounds": str(sample_sizes.load_rounds(cards.size)),
            "loads_reason": f"{many}{loads.reason} " if self._sides else "",
            "rounds_reason": f"{many}{round_reason}{rounds.reason}",
            "deals_reason": deals.reason + self._deals_to_one(),
            "seats": seat_parameters(self.game),
            "stacks_groups": seat_parameters(self.game, stacks=True),
        }

    @property
    def _sides(self) -> bool:
        """Whether a determinant card says which of two sides deals."""
        return self.use.set is not None and self.game.takes_turns(self.use.set) == "determinant"

    @property
    def _two_batches(self) -> bool:
        return two_batches(self.game, self.use)

    @property
    def _shoe(self) -> Dealing | None:
        """How cards are dealt one at a time from whatever holds them."""
        return self.game.dealt_by("manual-shoe")

    def _round(self, cards: int) -> tuple[int, str]:
        """Return the cards of a round at a full table, and where their number comes from."""
        shoe = self._shoe
        if shoe is None:
            return min(ROUND_CARDS, cards // 3), ""
        layout = shoe.layout(self.game.positions, cards)
        first = layout.burns + sum(layout.stacks)
        text = f"A first deal at all positions has {first} cards ({shoe.citation})"
        if shoe.ends is None or first >= ROUND_CARDS:
            return first, f"{text}, which is the round of this plan. "
        return (
            ROUND_CARDS,
            f"{text}; further ones are drawn, and {ROUND_CARDS} cards stand for a round, or several in a row. ",
        )

    def _stub(self) -> list[Blanks]:
        """Return what the chapter says that a round leaves; nothing where that depends on the players."""
        shoe = self._shoe
        if shoe is None or shoe.stub is None:
            return []
        number, size = len(shoe.stacks), shoe.stacks[0]
        return [
            {
                "stacks_words": f"{number} stacks of {size}",
                "stub_cards": str(shoe.stub),
                "round_citation": f"58 Pa. Code {shoe.citation}",
            }
        ]

    def _deals_to_one(self) -> str:
        if self.use.device is not DeviceClass.AUTOMATED_DEALING_SHOE or self._dealing().stacks:
            return ""
        return (
            f" {TRIALS} more go to one player, where the fewest stacks leave: {sample_sizes.limit(TRIALS)}."
        )

    def _dealing(self) -> Dealing:
        dealing = self.game.dealt_by(_method(self.use))
        if dealing is None:
            raise PlanError((Plans.DEALING_NOT_STATED(**self._named()),))
        return dealing

    def _named(self) -> dict[str, str]:
        return {"game": self.game.title, "chapter": self.game.chapter, "device": self.use.device}

    def _numbers(self) -> Blanks:
        if not self.game.selections:
            raise PlanError((Plans.SELECTION_NOT_STATED(**self._named()),))
        sizes = list(map(self._outcomes, self.game.selections))
        of_outcomes = self.family["draw_checks"] * len(sizes)
        raw = sample_sizes.raw_bytes(self.family["raw_checks"] + of_outcomes)
        return {
            "outcomes_reason": " ".join(size.reason for size in sizes),
            "raw_units": str(raw.units),
            "raw_reason": raw.reason,
            "typed_reason": " ".join(self._typed(each).reason for each in self.game.selections),
        }

    def _outcomes(self, of: Selection) -> sample_sizes.SampleSize:
        return sample_sizes.draws(of.low, of.high, self.family["named_tests"] * len(self.game.selections))

    def _typed(self, of: Selection) -> sample_sizes.SampleSize:
        return sample_sizes.typed(of.low, of.high, self.family["typed_checks"] * len(self.game.selections))

    def _dice(self) -> Blanks:
        return {"dice_reason": " ".join(self._throws(each).reason for each in self.game.dice)}

    def _throws(self, of: Dice) -> sample_sizes.SampleSize:
        return sample_sizes.dice(of.number, self.family["face_checks"] * len(self.game.dice))

    def _reader(self) -> Blanks:
        """List up card and hole card, every rank with every rank that it may lie on."""
        removed = {card[:-1] for each in self.game.sets for card in each.removed}
        ranks = [rank for rank in RANKS if rank not in removed]
        tens = [rank for rank in TENS if rank in ranks]
        pairs = [(up, hole) for up in ("A", *tens) for hole in ranks]
        blackjacks = [pair for pair in pairs if (pair[0] == "A") != (pair[1] == "A") and {*pair} & {*tens}]
        others = [pair for pair in pairs if pair not in blackjacks]
        return {
            "up_cards": ", ".join(("A", *tens)),
            "blackjacks": _listed(blackjacks),
            "blackjack_trials": str(-(-TRIALS // len(blackjacks)) * len(blackjacks)),
            "others": _listed(others),
            "other_trials": str(-(-TRIALS // len(others)) * len(others)),
        }


def _limited(outcomes: int) -> Blanks:
    """Return the gain of somebody who names an outcome that the plan calls harmful, and why.

    A fair sample of the size that the plan asks for bounds it by a third of a point of seven outcomes, and by a tenth
    of 52, with five standard errors to spare below these limits.
    """
    below = FEW_POINTS if outcomes <= FEW else MANY_POINTS
    each = round(100 / below)
    reason = (
        f"One more right answer in {each} selections than the {each / outcomes:.1f} of chance is harmful."
    )
    return {"gain_below": str(below), "gain_reason": reason}


def _cited(duties: list[str]) -> str:
    """Return the lines by which a check or a procedure cites duties, "" where there are none."""
    if not duties:
        return ""
    first, *further = map(quoted, duties)
    return f"\ncites = {first}" + (f"\nalso_cites = [{', '.join(further)}]" if further else "")


def _listed(pairs: list[tuple[str, str]]) -> str:
    return ", ".join(f"{up} on {hole}" for up, hole in pairs)
