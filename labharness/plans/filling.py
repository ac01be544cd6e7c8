"""What a game puts into the blanks of a template: names, numbers, sample sizes and their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from labharness.errors import PlanError
from labharness.games.dealing import Dealing
from labharness.games.game import Game
from labharness.games.provisions import Aspect, DeviceUse, Obligation
from labharness.model.cards import RANKS
from labharness.model.device import DeviceClass
from labharness.plans import sample_sizes
from labharness.plans.inspections import inspection, quoted
from labharness.plans.outcome_checks import outcome_checks

TRIALS, FAULT_TRIALS, POWER_TRIALS, RECORDED_TRIALS = 59, 20, 10, 10
"""Trials of a reaction that a rule asks for, of jams and doors, of power cuts, and of what is only put on record."""
ROUND_CARDS = 20
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
        return [one for one in self.game.obligations if self.use.device in one.devices]

    def answered(self, aspects: set[str]) -> set[str]:
        """Return the ids of the duties that checks and procedures citing these aspects answer."""
        return {self._first(Aspect(name.replace("_", "-"))) for name in aspects} - {""}

    def asks(self, aspects: set[str]) -> bool:
        """Say whether the chapter asks for anything of these aspects."""
        return bool(self.answered(aspects))

    def blanks(self) -> Blanks:
        """Return what the whole template may name."""
        game, device = self.game, self.use.device
        found = {
            "game": game.id,
            "title": game.title,
            "chapter": game.chapter,
            "positions": str(game.positions),
            "citations": self._citations(),
            "trials": str(TRIALS),
            "fault_trials": str(FAULT_TRIALS),
            "power_trials": str(POWER_TRIALS),
        }
        for aspect in Aspect:
            duty = self._first(aspect)
            found[f"cites_{aspect.name.lower()}"] = f'\ncites = "{duty}"' if duty else ""
        asked = bool(self._first(Aspect.COUNT))
        found["count_trials"] = str(TRIALS if asked else RECORDED_TRIALS)
        found["count_role"] = "" if asked else '\nrole = "informational" # the chapter asks for no count'
        found["recorded_trials"] = str(RECORDED_TRIALS)
        if self.decks is not None:
            found |= self._cards(self.decks)
        fill = {
            DeviceClass.CARD_READER: self._reader,
            DeviceClass.DICE_SHAKER: self._dice,
            DeviceClass.COMPUTERIZED_RNG: self._numbers,
            DeviceClass.TABLE_GAME_SYSTEM: self._numbers,
        }.get(device)
        found |= fill() if fill else {}
        rounds = int(found.get("round_cards", 0))
        return found | {"outcome_checks": outcome_checks(self.game, self.use, self.decks, rounds)}

    def repeated(self) -> list[Blanks]:
        """Return what differs where a part comes several times: once for each selection or each layout."""
        game, device = self.game, self.use.device
        if device is DeviceClass.DOUBLE_SHOE:
            return [{}] if self._sides else []
        if device is DeviceClass.BATCH_SHUFFLER:
            return [{}] if self._two_batches else []
        if device is DeviceClass.AUTOMATED_DEALING_SHOE:
            dealing = self._dealing()
            if dealing.stacks:
                return [{"deals": "deals", "players": "", "units": self._deals(), "reads": "60"}]
            full = {
                "deals": "deals",
                "players": f"\nplayers = {game.positions}",
                "units": self._deals(),
                "reads": "60",
            }
            one = {"deals": "deals-to-one", "players": "\nplayers = 1", "units": str(TRIALS), "reads": "20"}
            return [full, one]
        if device is DeviceClass.DICE_SHAKER:
            return [
                {
                    "selection": dice.id,
                    "dice": str(dice.number),
                    "units": str(self._throws(dice.number).units),
                }
                for dice in game.dice
            ]
        return [
            {"selection": one.id, "units": str(self._outcomes(one.low, one.high).units)}
            for one in game.selections
        ]

    def _first(self, aspect: Aspect) -> str:
        return next((one.id for one in self.duties if one.aspect is aspect), "")

    def _citations(self) -> str:
        return "\n".join(
            f"[[citations]]\nid = {quoted(one.id)}\nclause = {quoted('58 Pa. Code ' + one.citation)}\n"
            f"text = {quoted(one.text)}\nstatus = {quoted('seen')}\n"
            for one in self.duties
        )

    def _cards(self, decks: int) -> Blanks:
        set_id = self.use.set
        assert set_id is not None
        cards = self.game.card_set(set_id, decks)
        loads = sample_sizes.loads(cards.size)
        shuffles, deals = sample_sizes.shuffles(cards.size), sample_sizes.deals(cards.size)
        round_cards = min(ROUND_CARDS, cards.size // 3)
        rounds = sample_sizes.rounds(cards.size, len(cards.present), round_cards)
        reads = 60 * (sample_sizes.READ_S * cards.size / 52 + sample_sizes.LOAD_S)
        told_apart = self._sides if self.use.device is DeviceClass.DOUBLE_SHOE else not cards.distinct
        marks = "\nmarked = true # the two batches are told apart by their backs" if self._two_batches else ""
        if told_apart:
            marks = "\nmarked = true # equal cards bear marks, so that each of them is told apart"
        return {
            "set": set_id,
            "decks": str(decks),
            "decks_words": "one deck" if decks == 1 else f"{decks} decks",
            "of_batches": ", two batches by turns" if self._two_batches else "",
            "by_turns": "\nbatches = 2 # the first and the second by turns" if self._two_batches else "",
            "cards": str(cards.size),
            "marked": marks,
            "marked_stock": inspection("marked-stock", self.game) if told_apart else "",
            "round_cards": str(round_cards),
            "shuffles": str(shuffles.units),
            "chained": str(sample_sizes.chained(shuffles.units)),
            "shuffles_reason": shuffles.reason,
            "shuffle_sessions": str(sample_sizes.sessions(shuffles.seconds)),
            "shuffles_attendance": sample_sizes.attendance(
                shuffles.seconds, sample_sizes.sessions(shuffles.seconds)
            ),
            "loads": str(loads.units),
            "load_rounds": str(sample_sizes.load_rounds(cards.size)),
            "loads_reason": loads.reason + " " if self._sides else "",
            "loads_sessions": str(sample_sizes.sessions(loads.seconds)) if self._sides else "1",
            "loads_attendance": " "
            + sample_sizes.attendance(loads.seconds, sample_sizes.sessions(loads.seconds))
            if self._sides
            else "",
            "rounds_reason": rounds.reason,
            "rounds_attendance": sample_sizes.attendance(60 * sample_sizes.TRIAL_S, 1),
            "deals_reason": deals.reason + self._deals_to_one(),
            "deals_attendance": sample_sizes.attendance(reads, 1),
        }

    @property
    def _sides(self) -> bool:
        """Whether a determinant card says which of two sides deals."""
        return self.use.set is not None and self.game.takes_turns(self.use.set) == "determinant"

    @property
    def _two_batches(self) -> bool:
        """Whether a shuffler has one of two batches inside while the other is in play."""
        device, turns = self.use.device, self.game.takes_turns(self.use.set or "")
        return device is DeviceClass.BATCH_SHUFFLER and turns in ("shoe", "round")

    def _deals(self) -> str:
        assert self.use.set is not None
        assert self.decks is not None
        return str(sample_sizes.deals(self.game.card_set(self.use.set, self.decks).size).units)

    def _deals_to_one(self) -> str:
        if self.use.device is not DeviceClass.AUTOMATED_DEALING_SHOE or self._dealing().stacks:
            return ""
        return (
            f" {TRIALS} more go to one player, where the fewest stacks leave: {sample_sizes.limit(TRIALS)}."
        )

    def _dealing(self) -> Dealing:
        method = self.use.device.value.replace("_", "-")
        found = next((one for one in self.game.dealing if one.method == method), None)
        if found is None:
            raise PlanError(
                (
                    f"{self.game.title} ({self.game.chapter}) does not say how an {self.use.device.words} deals.",
                )
            )
        return found

    def _numbers(self) -> Blanks:
        if not self.game.selections:
            raise PlanError(
                (
                    f"{self.game.title} ({self.game.chapter}) does not say what the {self.use.device.words} selects.",
                )
            )
        sizes = [self._outcomes(one.low, one.high) for one in self.game.selections]
        of_outcomes = self.family["draw_checks"] * len(sizes)
        raw = sample_sizes.raw_bytes(self.family["raw_checks"] + of_outcomes)
        return {
            "outcomes_reason": " ".join(size.reason for size in sizes),
            "raw_units": str(raw.units),
            "raw_reason": raw.reason,
        }

    def _outcomes(self, low: int, high: int) -> sample_sizes.SampleSize:
        return sample_sizes.draws(low, high, self.family["named_tests"] * len(self.game.selections))

    def _dice(self) -> Blanks:
        sizes = [self._throws(dice.number) for dice in self.game.dice]
        spent = sum(size.seconds for size in sizes)
        return {
            "dice_reason": " ".join(size.reason for size in sizes),
            "dice_sessions": str(sample_sizes.sessions(spent)),
            "dice_attendance": sample_sizes.attendance(spent, sample_sizes.sessions(spent)),
        }

    def _throws(self, number: int) -> sample_sizes.SampleSize:
        return sample_sizes.dice(number, self.family["face_checks"] * len(self.game.dice))

    def _reader(self) -> Blanks:
        """List up card and hole card, every rank with every rank that it may lie on."""
        removed = {card[:-1] for one in self.game.sets for card in one.removed}
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


def _listed(pairs: list[tuple[str, str]]) -> str:
    return ", ".join(f"{up} on {hole}" for up, hole in pairs)
