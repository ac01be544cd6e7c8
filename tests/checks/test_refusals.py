"""Parameters that make no sense are refused by every check, whatever it is asked to read."""

from labharness.app.plug_ins.discovery import discover
from labharness.errors import InputError
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Parameters

REFUSED = (
    ("approximate_entropy", "width", 16),
    ("block_frequency", "block", 100, 16),
    ("composition_dependence", "value", "color"),
    ("coupon_collector", "unit", 10001),
    ("cumulative_sums", "sequence", 96, 108, 1000008),
    ("cumulative_sums", "direction", "up"),
    ("determinant_card", "first", "blue"),
    ("dice_law", "rule", "baccarat-result"),
    ("displacement", "replicates", 1000000),
    ("drift_after_event", "after", "fire"),
    ("drift_after_event", "horizon", 0),
    ("drift_after_event", "replicates", 1),
    ("edge", "served", ("players",)),
    ("entropy_health", "exponent", 10),
    ("entropy_health", "bits", 0),
    ("entropy_restarts", "samples", 5000),
    ("equidistribution", "length", 20000),
    ("game_positions", "game", 0),
    ("gap", "first", -1),
    ("guessing_advantage", "known", 0),
    ("guessing_advantage", "limit", 0.1),
    ("guessing_advantage", "source", "nobody"),
    ("halves", "of", "third"),
    ("iid_permutation", "samples", 2000000),
    ("interplay_correlation", "game", 1),
    ("lag_profile", "lags", 0),
    ("lagged_pairs", "longest", 15),
    ("linear_complexity", "block", 31, 5001),
    ("longest_run", "block", 64),
    ("min_entropy", "bits", 9),
    ("min_entropy", "samples", 999),
    ("min_entropy", "limit", 1.0),
    ("min_entropy", "source", "sheet"),
    ("next_card", "seed", -1),
    ("non_overlapping_templates", "sequence", 15936, 16008),
    ("overlaps", "width", 1),
    ("permutation", "size", 7),
    ("poisson", "mean", 0),
    ("poker", "hand", 1),
    ("position_card", "bins", 1, -1),
    ("position_face", "bins", 1),
    ("random_excursions", "walk", 992, 1004, 1000008),
    ("random_excursions_variant", "walk", 992, 1004, 1000008),
    ("reappearance_gaps", "by", "backs"),
    ("reappearance_gaps", "ages", 0, 1000),
    ("reappearance_gaps", "replicates", 1),
    ("riffle_likelihood", "most", 0),
    ("round_position", "replicates", 10),
    ("round_position", "seed", -1),
    ("round_position", "asymptotic_from", 1),
    ("round_repeats", "by", "backs"),
    ("round_repeats", "replicates", 1),
    ("runs", "unit", -1),
    ("seat_contrasts", "served", ("players",), ("players x",), (" 1",), ("players 0",), ("players 61",), ("players ²",)),
    ("serial_bits", "width", 17),
    ("serial_correlation", "near", 0),
    ("shelf_likelihood", "most", 1),
    ("shelf_likelihood", "replicates", 5),
    ("spectral", "sequence", 999, 1004, 1000008),
    ("steps", "replicates", 10),
    ("subsequences", "step", 1),
    ("successions", "lag", 0),
    ("successive_orders", "lags", (), (0,), (17,), (1, -1)),
    ("type_steps", "replicates", 0),
    ("universal", "sequence", 8072, 8084, 1000008),
    ("window_repeats", "keep", 3),
)  # fmt: skip
"""Name of a check, a parameter and its values that are refused."""
TOGETHER = (
    ("entropy_health", {"limit": 0.001, "source": "sheet"}),
    ("guessing_advantage", {"limit": float("nan"), "source": "plan"}),
    ("kept_ends", {"first": 0, "last": 0}),
    ("min_entropy", {"limit": 9.0, "source": "sheet"}),
    ("order_statistic", {"size": 3, "rank": 4}),
)
BY_RULE = (
    (Inputs.UNKNOWN, {"rule": "snap"}),
    (Games.TILES_TOO_FEW, {"rule": "two-tiles", "hands": 17}),
    (Games.NOT_WHOLE_ROUNDS, {"rule": "magic-card", "hands": 3, "players": 2}),
    (Games.RULE_WITHOUT_READING, {"rule": "in-between", "reading": "ace"}),
    (Games.PLAYERS_BY_RULE, {"rule": "baccarat-result", "players": 3, "hands": 3}),
    (Games.NOT_WHOLE_ROUNDS, {"hands": 5, "players": 2}),
    (Parameters.OUT_OF_RANGE, {"hands": 0}),
    (Parameters.OUT_OF_RANGE, {"replicates": 9}),
)
CHECKS = discover().checks


def refusals(name, parameters):
    try:
        CHECKS[name](**parameters)
    except InputError as refused:
        return refused.reasons
    return ()


def test_parameters_that_make_no_sense_are_refused():
    cases = [(name, {parameter: value}) for name, parameter, *values in REFUSED for value in values]

    assert [case for case in (*cases, *TOGETHER) if not refusals(*case)] == []


def test_a_rule_of_a_game_is_refused_for_what_does_not_fit_it():
    assert [
        (code.code, parameters)
        for code, parameters in BY_RULE
        if [reason.code for reason in refusals("outcome_law", parameters)] != [code.code]
    ] == []


def test_a_refusal_says_which_values_are_possible(refusal):
    choices = ("forward", "backward")
    assert refusal(CHECKS["cumulative_sums"], direction="up") == Parameters.NOT_A_CHOICE(
        name="direction", choices=choices, got="up"
    )
    assert refusal(CHECKS["successions"], 0) == Parameters.NOT_A_DISTANCE(name="lag", most=20, got=0)
    assert refusal(CHECKS["kept_ends"], 0, 0) == Parameters.ALL_ZERO(names=("first", "last"))
    for name, least in (("cumulative_sums", 104), ("random_excursions", 1000), ("universal", 8080)):
        CHECKS[name](least)
        reason = refusal(CHECKS[name], least - 8)
        assert (reason["step"], reason["least"], reason["got"]) == (8, least, least - 8)
