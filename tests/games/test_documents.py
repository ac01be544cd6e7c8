"""Files that people write are read whatever editor wrote them, and every mistake is one line that helps."""

from datetime import date
from typing import Annotated, Literal

import pytest
from pydantic import Field

from labharness.errors import PlanError
from labharness.games.data import Data, Slug, Text, parse
from labharness.games.documents import read_toml


class Part(Data):
    id: Slug
    made: date | None = None
    weight: Annotated[float, Field(gt=0)] = 1.0
    words: dict[str, str] = Field(default_factory=dict)


class Whole(Data):
    schema_: Literal[1] = Field(alias="schema")
    title: Text
    parts: Annotated[tuple[Part, ...], Field(min_length=1)]
    names: tuple[str, ...] = ()


GOOD = 'schema = 1\ntitle = "A"\n[[parts]]\nid = "a"\nmade = 2026-01-31\n'


def refused(text):
    with pytest.raises(PlanError) as error:
        parse(Whole, text.encode(), "mine.toml")
    return error.value.problems


def test_a_mark_at_the_start_is_passed_over():
    assert parse(Whole, b"\xef\xbb\xbf" + GOOD.encode(), "mine.toml").parts[0].made == date(2026, 1, 31)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a = " + b"[" * 20_000, "more than 40 deep"),
        (b"[" + b".".join([b"a"] * 5000) + b"]\nb = 1", "more than 40 deep"),
        (b"[[" + b".".join([b"a"] * 200) + b"]]\nb = 1", "more than 40 deep"),
        (b"a = " + b"9" * 5000, "a number in it has thousands of digits; shorten it."),
        (b"a = ", "this is not TOML: "),
        (b"\xff\xfea", "the file is not UTF-8 (byte 0); save it as UTF-8."),
    ],
)
def test_what_no_program_could_use_is_said(content, words):
    with pytest.raises(PlanError) as error:
        read_toml(content, "mine.toml")
    (line,) = error.value.problems
    assert line.startswith(f"mine.toml: {'' if words[0] != 'm' else 'lists or tables'}")
    assert words in line
    assert "sys." not in line


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "[[parts]]",
            "[parts]",
            "parts: write it with two brackets, [[parts]] (got {'id': 'a', 'made': '2026",
        ),
        ('title = "A"\n', "", "title: it is missing; add it."),
        ('title = "A"', 'title = ""', "title: it is empty; write something."),
        ('title = "A"', "title = 2026-01-01", "title: write a text, in quotation marks (got 2026-01-01)."),
        ('title = "A"', "title = 7", "title: write a text, in quotation marks (got 7)."),
        ('title = "A"', 'title = "A"\ntitel = "B"', "titel: there is no such key here; correct its name"),
        ('title = "A"', 'title = "A"\nnames = [2026-01-01]', "names 1: write a text, in quotation marks"),
        ('title = "A"', 'title = "A"\nnames = "x"', "names: write a list, in brackets [ ] (got 'x')."),
        ('"a"', "2026-01-01", "parts 1.id: write a text, in quotation marks (got 2026-01-01)."),
        ('"a"', '"A b"', "parts 1 (id A b).id: write small letters, digits and hyphens only"),
        ("2026-01-31", '"soon"', "parts 1 (id a).made: write a date that there is, such as 2026-01-31"),
        ("made = 2026-01-31", "weight = -1", "parts 1 (id a).weight: it must be more than 0.0 (got -1)."),
        ("schema = 1", "schema = 2", "schema: write 1 (got 2)."),
    ],
)
def test_mistakes_are_said_in_plain_words(old, new, said):
    (line,) = refused(GOOD.replace(old, new))
    assert line.startswith(f"mine.toml: {said}")
    assert line.endswith(".")


def test_an_empty_list_is_named_and_a_list_with_a_mistake_only_by_the_mistake():
    assert refused('schema = 1\ntitle = "A"\nparts = []') == ("mine.toml: parts: give at least 1.",)
    assert refused('schema = 1\ntitle = "A"\n[[parts]]\n') == (
        "mine.toml: parts 1.id: it is missing; add it.",
    )
