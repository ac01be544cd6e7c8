"""Comparison of authenticated software: names, what is missing, and what of it holds later."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from labharness.assessment.authentication import (
    ImageDigests,
    compare_device,
    compare_images,
    current,
    differing,
    exit_status,
)
from labharness.filings.entries.events import Component, Unit
from labharness.filings.entries.snapshot import AuthenticatedComponent, Authentication, Comparison, Submission
from labharness.model.reasons.report import Authentications

DAY = dt.date(2026, 3, 2)
UNIT = Unit(id="unit-1", product="one", serial="0001", received=DAY, condition="New.")
SHA1 = {"a": "AA" * 20, "b": "BB" * 20}


def component(id_, name, version="1.0", **fields):
    values = {"product": "one", "medium": "flash", "obtained": "Read.", "rebuilt": "no", "algorithm": "SHA-1"}
    digest = {"digest": SHA1.get(id_, "CC" * 20)}
    return Component(id=id_, name=name, version=version, **values | digest | fields)


A, B = component("a", "Games"), component("b", "Display")


def image(part, keyed="99" * 20, **fields):
    values = {"filed": part.digest.upper(), "cryptographic": True} | fields
    return ImageDigests("file", 1, "00" * 32, part.digest.upper(), keyed, **values)


def results(lines):
    return {line.component or line.name: line.result.value for line in lines}


def device(parts, reported, images=None, listed=(), *, seeded=True):
    return results(compare_device(parts, reported, listed, images or {}, seeded=seeded))


@pytest.mark.parametrize("name", ["Games 1.0", "games_1.0", " Games  1.0", "GAMES"])
def test_a_component_is_named_with_or_without_its_version(name):
    assert device([A], [(name, "99" * 20)], {"a": image(A)}) == {"a": "match"}


@pytest.mark.parametrize("name", ["Games 1.1", "Game", "Games1.0", "", "Games 1.0 x"])
def test_another_name_is_not_filed(name):
    other = {name or "(without a name)": "not filed"}
    assert device([A], [(name, "99" * 20)], {"a": image(A)}) == {"a": "not reported"} | other


def test_a_name_of_two_versions_is_of_neither():
    newer = component("b", "Games", "2.0")
    assert device([A, newer], [("Games", "99" * 20)], {"a": image(A)}) == {
        "a": "not reported",
        "b": "not reported",
        "Games": "not filed",
    }


@pytest.mark.parametrize(
    ("sums", "result"),
    [
        ([], "not reported"),
        ([""], "not reported"),
        (["", "99" * 20], "match"),
        (["99" * 20, "99" * 20], "match"),
        (["99" * 20, "98" * 20], "mismatch"),
        (["99" * 19], "mismatch"),
        (["99" * 20 + "00"], "mismatch"),
        (["NOT HEXADECIMAL"], "mismatch"),
    ],
)
def test_checksums_of_one_component(sums, result):
    assert device([A], [("Games 1.0", each) for each in sums], {"a": image(A)}) == {"a": result}


def test_what_the_device_lists_and_does_not_report_is_stated():
    assert device([A], [], {}, ["Games 1.0", "Extra"]) == {"a": "not reported", "Extra": "not filed"}


def test_only_an_image_whose_cryptographic_hash_is_on_file_tells_what_a_seed_gives():
    reported = [("Games", "99" * 20)]
    assert device([A], reported) == {"a": "not comparable"}
    assert device([A], reported, {"a": image(A, filed="00" * 20)}) == {"a": "not comparable"}
    assert device([A], reported, {"a": image(A, filed=None)}) == {"a": "not comparable"}
    assert device([A], reported, {"a": image(A, cryptographic=False)}) == {"a": "not comparable"}


def test_without_a_seed_equality_proves_nothing():
    assert device([A], [("Games", SHA1["a"])], seeded=False) == {"a": "equal, not proven"}
    assert device([A], [("Games", "00" * 20)], seeded=False) == {"a": "mismatch"}
    by_sha256 = component("a", "Games", algorithm="SHA-256", digest="11" * 32)
    assert device([by_sha256], [("Games", SHA1["a"])], seeded=False) == {"a": "not comparable"}


def test_lower_case_on_file_is_the_same_hash():
    part = component("a", "Games", digest="aa" * 20)
    assert results(compare_images([part], {"a": image(part)})) == {"a": "match"}


LINES = st.lists(st.sampled_from(list(Comparison)), max_size=6)


@given(LINES)
def test_only_matches_alone_end_with_0(compared):
    lines = [
        AuthenticatedComponent.model_construct(component="a", name="Games", result=each) for each in compared
    ]
    expected = 1 if Comparison.MISMATCH in compared else 0 if set(compared) == {Comparison.MATCH} else 2
    assert exit_status(lines) == expected


def line(part, result, expected="99" * 20, obtained=None, source="device"):
    if obtained is None:
        obtained = {"match": expected, "mismatch": "00" * 20}.get(result, "")
    return AuthenticatedComponent(
        component=part.id, name=f"{part.name} {part.version}", filed=f"{part.algorithm}: {part.digest.upper()}", source=source,
        algorithm="HMAC-SHA-1", expected=expected, obtained=obtained, result=result,
    )  # fmt: skip


def authentication(number, *lines, **fields):
    values = {"url": "tcp://a:1", "seed": "AB" * 20, "time": "2026-03-02T10:00:00+00:00"} | fields
    of = {"unit": "unit-1", "by": "engineer-a", "date": DAY}
    return Authentication(id=f"authentication-{number}", results=lines, **of, **values)


@pytest.mark.parametrize(
    "fields",
    [
        {"result": "match", "obtained": "00" * 20},
        {"result": "match", "expected": "", "obtained": ""},
        {"result": "mismatch", "obtained": "99" * 20},
        {"result": "mismatch", "obtained": ""},
        {"result": "equal, not proven", "obtained": ""},
    ],
)
def test_no_record_states_a_result_that_its_checksums_do_not_give(fields):
    with pytest.raises(ValidationError):
        line(A, **fields)


def test_no_record_of_a_device_states_a_match_without_a_seed():
    with pytest.raises(ValidationError):
        authentication(1, line(A, "match"), seed="")
    assert authentication(1, line(A, "match", source="image"), seed="", url="")


def open_items(*entries, parts=(A, B)):
    return [
        (reason["authentication"], reason["components"])
        for reason in differing(Submission((UNIT, *parts, *entries)))
    ]


def test_a_mismatch_stands_until_the_same_component_matches():
    wrong = authentication(1, line(A, "mismatch"), line(B, "match"))
    stands = [("authentication-1", ("Games 1.0",))]
    assert open_items(wrong) == stands
    assert next(differing(Submission((UNIT, A, B, wrong)))).is_a(Authentications.MISMATCH)
    for silent in ("not reported", "not comparable"):
        assert open_items(wrong, authentication(2, line(A, silent))) == stands
    assert open_items(wrong, authentication(2, line(B, "match"))) == stands
    assert open_items(wrong, authentication(2, line(A, "match", source="image"))) == stands
    assert open_items(wrong, authentication(2, line(A, "match"))) == []
    assert open_items(authentication(1, line(A, "match")), authentication(2, line(A, "mismatch"))) == [
        ("authentication-2", ("Games 1.0",))
    ]


def test_what_was_filed_or_changed_since_was_not_authenticated():
    result = authentication(1, line(A, "match"), line(B, "match"))
    changed, added = component("b", "Display", digest="DD" * 20), component("c", "Boot")
    lines = current(Submission((UNIT, A, changed, added, result)), UNIT, result)
    assert results(lines) == {"a": "match", "b": "not reported", "c": "not reported"}
    replaced = component("b", "Display", submitted=False)
    assert results(current(Submission((UNIT, A, replaced, result)), UNIT, result)) == {"a": "match"}


def test_an_authentication_of_a_unit_that_is_gone_is_dangling():
    reasons = Submission((A, authentication(1, line(A, "match")))).dangling()
    assert "unit" in {each["missing"] for each in reasons}
