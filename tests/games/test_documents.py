"""Files that people write are read whatever editor wrote them, and every mistake is one line that helps."""

from datetime import date
from typing import Annotated, Literal

import pytest
from pydantic import Field

from labharness.games.mistakes import Data, Slug, Text, parse, read_toml
from labharness.model.reasons.inputs import Inputs


class Part(Data):
    id: Slug
    day: date | None = None
    weight: Annotated[float, Field(gt=0)] = 1.0
    words: dict[str, str] = Field(default_factory=dict)


class Whole(Data):
    schema_: Literal[1] = Field(alias="schema")
    title: Text
    parts: Annotated[tuple[Part, ...], Field(min_length=1)]
    names: tuple[str, ...] = ()


GOOD = 'schema = 1\ntitle = "A"\n[[parts]]\nid = "a"\nday = 2026-01-31\n'


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"a = " + b"[" * 20_000, Inputs.TOO_DEEP),
        (b"[" + b".".join([b"a"] * 5000) + b"]\nb = 1", Inputs.TOO_DEEP),
        (b"[[" + b".".join([b"a"] * 200) + b"]]\nb = 1", Inputs.TOO_DEEP),
        (b"a = " + b"9" * 5000, Inputs.NUMBER_TOO_LONG),
        (b"a = ", Inputs.NOT_TOML),
        (b"\xff\xfea", Inputs.NOT_UTF8),
    ],
)
def test_what_no_program_could_use_is_refused(content, code, mistakes):
    ((place, reason),) = mistakes(read_toml, content, "mine.toml")
    assert place == "mine.toml"
    assert reason.is_a(code)


def test_mistakes_are_refused_by_key(mistakes):
    for old, new, key, code in [
        ("[[parts]]", "[parts]", "parts", Inputs.NOT_LIST_OF_TABLES),
        ('title = "A"\n', "", "title", Inputs.KEY_MISSING),
        ('title = "A"', 'title = ""', "title", Inputs.TEXT_EMPTY),
        ('title = "A"', "title = 2026-01-01", "title", Inputs.NOT_TEXT),
        ('title = "A"', "title = 7", "title", Inputs.NOT_TEXT),
        ('title = "A"', 'title = "A"\ntitel = "B"', "titel", Inputs.KEY_UNKNOWN),
        ('title = "A"', 'title = "A"\nnames = [2026-01-01]', "names 1", Inputs.NOT_TEXT),
        ('title = "A"', 'title = "A"\nnames = "x"', "names", Inputs.NOT_LIST),
        ('"a"', "2026-01-01", "parts 1.id", Inputs.NOT_TEXT),
        ('"a"', '"A b"', "parts 1 (id A b).id", Inputs.NOT_SLUG),
        ("2026-01-31", '"soon"', "parts 1 (id a).day", Inputs.NOT_DATE),
        ("day = 2026-01-31", "weight = -1", "parts 1 (id a).weight", Inputs.NOT_ABOVE),
        ("schema = 1", "schema = 2", "schema", Inputs.NOT_A_CHOICE),
    ]:
        ((place, reason),) = mistakes(parse, Whole, GOOD.replace(old, new).encode(), "mine.toml")
        assert place == f"mine.toml: {key}", new
        assert reason.is_a(code), new


def test_a_mark_at_the_start_is_passed_over_and_an_empty_list_is_named(mistakes):
    assert parse(Whole, b"\xef\xbb\xbf" + GOOD.encode(), "mine.toml").parts[0].day == date(2026, 1, 31)
    empty, lacking = b'schema = 1\ntitle = "A"\nparts = []', b'schema = 1\ntitle = "A"\n[[parts]]\n'
    assert mistakes(parse, Whole, empty, "mine.toml") == [("mine.toml: parts", Inputs.TOO_FEW(least=1))]
    assert mistakes(parse, Whole, lacking, "mine.toml") == [("mine.toml: parts 1.id", Inputs.KEY_MISSING())]
