"""Reasons are values: they compare, travel through JSON and refuse what does not fit them."""

import json
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.errors import PlanError, RegisterError
from labharness.model.reasons.inputs import Inputs, located
from labharness.reason import (
    Code,
    Reason,
    ReasonKind,
    cut_short,
    dump_reason,
    failure,
    known_code,
    load_reason,
    note,
    quoted,
)


class Sky(StrEnum):
    CLEAR = "clear"
    DARK = "dark"


class Weather(Code, area="weather_of_tests"):
    SUN = note()
    RAIN = failure("§ 1", millimeters=int, share=float, sky=Sky, stations=tuple[str, ...])
    CHANGE = cut_short(why=Reason, before=Reason | None)


values = st.builds(
    Weather.RAIN,
    millimeters=st.integers(),
    share=st.floats(allow_nan=False, allow_infinity=False),
    sky=st.sampled_from(Sky),
    stations=st.lists(st.text()).map(tuple),
)
reasons = st.recursive(
    values | st.just(Weather.SUN()),
    lambda inner: st.builds(Weather.CHANGE, why=inner, before=st.none() | inner),
    max_leaves=4,
)


@given(reasons)
def test_a_reason_survives_json(reason):
    again = load_reason(json.loads(json.dumps(dump_reason(reason))))
    assert again == reason
    assert hash(again) == hash(reason)
    assert again.kind is reason.kind


def test_a_loaded_parameter_is_the_member_that_its_field_declares():
    again = load_reason(dump_reason(Weather.RAIN(millimeters=1, share=0.5, sky=Sky.DARK, stations=())))
    assert again["sky"] is Sky.DARK


GOOD = {"millimeters": 1, "share": 0.5, "sky": Sky.DARK, "stations": ()}


def test_a_code_refuses_parameters_that_do_not_fit():
    changes = ({"more": 1}, {"millimeters": "1"}, {"millimeters": True}, {"sky": "dark"})
    changes += ({"stations": ("a", 1)}, {"stations": ["a"]})
    for wrong in ({"millimeters": 1}, *(GOOD | change for change in changes)):
        with pytest.raises(TypeError):
            Weather.RAIN(**wrong)


def test_what_is_not_a_reason_is_refused():
    green = {"millimeters": 1, "share": 0.5, "sky": "green", "stations": []}
    for wrong in (
        "weather_of_tests.sun",
        {"parameters": {}},
        {"code": 1},
        {"code": "weather_of_tests.sun", "parameters": []},
        {"code": "weather_of_tests.sun", "parameters": {"more": 1}},
        {"code": "weather_of_tests.sun", "words": "sunny"},
        {"code": "weather_of_tests.rain", "parameters": green},
        {"code": "unknown.code", "parameters": {"deep": {"no": "reason"}}},
    ):
        with pytest.raises(ValueError, match=r"reason|takes|green|fit"):
            load_reason(wrong)


def test_an_undeclared_code_keeps_its_values_and_is_information():
    reason = load_reason({"code": "not_installed.finding", "parameters": {"cells": [1, 2], "share": 0.5}})
    assert reason["cells"] == (1, 2)
    assert reason.kind is ReasonKind.NOTE
    assert load_reason(dump_reason(reason)) == reason


def test_a_code_knows_its_kind_and_citation():
    reason = Weather.RAIN(millimeters=1, share=0.5, sky=Sky.CLEAR, stations=("north",))
    assert (reason.code, reason.kind, reason.citation) == ("weather_of_tests.rain", ReasonKind.FAILURE, "§ 1")
    assert reason.is_a(Weather.SUN, Weather.RAIN)
    assert known_code(reason.code) is Weather.RAIN


def test_inner_reasons_are_those_among_the_parameters():
    assert list(Weather.CHANGE(why=Weather.SUN(), before=None).inner()) == [Weather.SUN()]


def test_two_enumerations_cannot_declare_one_code():
    source = "from labharness.reason import Code, note\nclass Other(Code, area='weather_of_tests'):\n    SUN = note()\n"
    with pytest.raises(TypeError, match="stands in"):
        exec(compile(source, "elsewhere", "exec"), {"__name__": "elsewhere"})


@pytest.mark.parametrize("error", [PlanError(("It is torn.",)), RegisterError("It is torn.")])
def test_text_of_a_plug_in_is_quoted(error):
    assert error.reasons == error.problems == (quoted("It is torn."),)
    assert located("a.toml", error.problems) == (Inputs.AT(where="a.toml", problem=quoted("It is torn.")),)
    assert error.dumped() == [{"code": "quoted.text", "parameters": {"text": "It is torn."}}]
