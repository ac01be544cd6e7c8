"""Right devices: each uses a freedom that the Lab Test Interface leaves to its maker, a line for each."""

from dataclasses import dataclass

from labharness.devices.lti.message import RequestType
from labharness.simulators.firmware import Traits

_USUAL = Traits()


@dataclass(frozen=True, slots=True)
class RightDevice:
    """A conforming device, named for what it makes use of, with packets of its bulk endpoint."""

    name: str
    machine: str
    traits: Traits = _USUAL
    packet: int = 512


RIGHT: tuple[RightDevice, ...] = (
    RightDevice("one_shuffle_at_a_time", "fair_shuffler", Traits(max_units=1)),
    RightDevice("one_round_at_a_time", "continuous_shuffler", Traits(max_units=1)),
    RightDevice("one_deal_at_a_time", "dealing_shoe", Traits(max_units=1)),
    RightDevice("as_many_units_as_can_be_written", "fair_shuffler", Traits(max_units=(1 << 32) - 1)),
    RightDevice("holds_36_cards", "fair_shuffler", Traits(max_cards=36)),
    RightDevice("holds_36_cards_in_rounds", "continuous_shuffler", Traits(max_cards=36)),
    RightDevice("holds_52_cards_and_deals", "dealing_shoe", Traits(max_cards=52)),
    RightDevice("holds_20_cards", "continuous_shuffler", Traits(max_cards=20)),
    RightDevice("holds_exactly_a_deck", "fair_shuffler", Traits(max_cards=52)),
    RightDevice("shortest_requests", "fair_shuffler", Traits(max_cards=52, max_request=120)),
    RightDevice("longest_requests", "fair_shuffler", Traits(max_request=261_632)),
    RightDevice("many_parts", "fair_shuffler", Traits(part=3)),
    RightDevice("more_than_256_parts", "rng", Traits(part=64)),
    RightDevice("one_byte_a_part", "dealing_shoe", Traits(part=1)),
    RightDevice("empty_last_part", "fair_shuffler", Traits(empty_last=True)),
    RightDevice("signs_of_life", "fair_shuffler", Traits(start_s=60.0, alive_s=1.9)),
    RightDevice("signs_of_life_of_a_generator", "rng", Traits(start_s=7.5)),
    RightDevice("signs_of_life_and_parts", "dealing_shoe", Traits(start_s=6.0, part=17, empty_last=True)),
    RightDevice("slow_start", "dice_shaker", Traits(start_s=600.0)),
    RightDevice("no_raw", "rng", Traits(without=frozenset({RequestType.RAW}))),
    RightDevice("no_draw", "rng", Traits(without=frozenset({RequestType.DRAW}))),
    RightDevice("one_die", "dice_shaker"),
    RightDevice("full_speed", "fair_shuffler", packet=64),
    RightDevice("full_speed_generator", "rng", packet=64),
)
"""Every right device beside the simulated machines themselves."""
