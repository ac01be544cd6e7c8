"""A change of one key changes its line and nothing else, in every plan and in every way that TOML is written."""

import tomllib
from copy import deepcopy
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labharness.errors import InputError
from labharness.plans.coverage import packaged
from labharness.plans.frozen import composable, find_composed
from labharness.plans.written.edits import add, key_of, literal, move, put, remove
from labharness.plans.written.places import read_places

SUITES = resources.files("test_plans").joinpath("suites")
GAMES = resources.files("test_plans").joinpath("games")
ODD = """\ufeff# our own
schema = 1   # first
"quoted key" = 'lit#eral'
text = \"\"\"
two "quoted" lines, [not] a = heading\"\"\"\"
when = 2026-01-31 07:30:00
a.b . "c d" = 3
list = [ # comment with ]
  1, 2 , # two
  [ "x", { deep = [true] } ],
]
inline = { one = 1, two = "},]" }

[table] # of ours
x = 1 # keep

  [table.inner]
  y = 2

# above the first
[[entries]]
id = "first"
[entries.sub]
z = 1
[[entries.items]]
n = 1
[[entries.items]]
n = 2

# above the second
[[entries]]
id = "second"  # the name
"""


def files(step):
    """Return the text of the suites and games of the product and of every so many-th composed plan, by its name."""
    data = [each for folder in (SUITES, GAMES) for each in folder.iterdir() if each.name.endswith(".toml")]
    composed = {name: find_composed(name) for name in list(composable())[::step]}
    return {**packaged(), **composed, **{each.name: each.read_bytes() for each in data}}


def leaves(data, path=()):
    yield path, data
    if isinstance(data, dict | list):
        pairs = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in pairs:
            yield from leaves(value, (*path, key))


def data_of(text):
    return tomllib.loads(text.removeprefix("\ufeff"))


def assert_every_value_has_its_place(text):
    written = read_places(text)
    for path, value in leaves(data_of(text)):
        place = written.places.get(path)
        if place is None or place.headed:
            assert isinstance(value, dict | list), path
        else:
            assert tomllib.loads(f"v = {written.shown(path)}")["v"] == value, path
    return written


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_odd_files_are_read(end):
    text = ODD.replace("\n", end)
    written = assert_every_value_has_its_place(text)
    lines = text.split(end)
    for path, start in (
        (("schema",), "schema"),
        (("list", 2), '  [ "x"'),
        (("table", "inner", "y"), "  y"),
        (("entries", 1), "[[entries]]"),
        (("entries", 1, "id"), 'id = "second"'),
    ):
        assert lines[written.line(path) - 1].startswith(start)
    assert written.line(("entries", 1, "missing")) == written.line(("entries", 1))
    assert written.line(("nowhere",)) is None


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.long)])
def test_every_value_of_a_packaged_file_has_its_place_and_one_changed_field_is_one_changed_line(step):
    for name, content in files(step).items():
        text = content.decode()
        assert_every_value_has_its_place(text)
        numbers = [
            (path, value)
            for path, value in leaves(data_of(text))
            if isinstance(value, int) and type(value) is int
        ]
        path, value = numbers[len(name) % len(numbers)]
        changed = put(text, path, value + 1)
        pairs = zip(text.split("\n"), changed.split("\n"), strict=True)
        assert sum(before != after for before, after in pairs) == 1
        assert put(changed, path, value) == text


VALUES = st.recursive(
    st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",)), max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
PATHS = [path for path, _ in leaves(data_of(ODD)) if path]


@settings(max_examples=60)
@given(st.sampled_from(PATHS), VALUES, st.sampled_from(["\n", "\r\n"]))
def test_a_value_is_changed_and_all_else_stays(path, value, end):
    text = ODD.replace("\n", end)
    before = read_places(text).places.get(path)
    try:
        changed = put(text, path, value)
    except InputError:
        assert before is None or before.headed  # a table with a heading, or one of dotted keys
        return
    wanted = deepcopy(data_of(text))
    around = wanted
    for part in path[:-1]:
        around = around[part]
    around[path[-1]] = value
    assert data_of(changed) == wanted
    assert changed.startswith(text[: before.start])
    assert changed.endswith(text[before.stop :])


@settings(max_examples=40)
@given(VALUES)
def test_literals_are_read_back(value):
    assert tomllib.loads(f"v = {literal(value)}")["v"] == value
    assert "\n" not in literal(value)


def test_a_key_is_taken_out_or_the_file_stays():
    for path in PATHS:
        wanted = deepcopy(data_of(ODD))
        around = wanted
        for part in path[:-1]:
            around = around[part]
        del around[path[-1]]
        try:
            changed = remove(ODD, path)
        except InputError:
            continue
        assert data_of(changed) == wanted, key_of(path)
    entries = [("entries", 1, "id"), ("entries", 0, "items", 1), ("entries", 0)]
    for path in (("schema",), ("inline", "two"), ("list", 0), *entries):
        assert remove(ODD, path) != ODD, key_of(path)


def test_a_new_key_stands_at_the_end_of_its_table():
    changed = put(ODD, ("entries", 1, "note"), "new")
    assert changed == ODD + 'note = "new"\n'
    assert "x = 1 # keep\nnew = 2\n\n  [table.inner]" in put(ODD, ("table", "new"), 2)
    assert 'inline = { one = 1, two = "},]", three = 3 }' in put(ODD, ("inline", "three"), 3)
    assert "\n\n[fresh]\nkey = 1\n\n# above the first\n[[entries]]" in put(ODD, ("fresh", "key"), 1)
    assert put("a = 1", ("b",), 2) == "a = 1\nb = 2\n"


def test_entries_are_added_after_others_and_exchanged_with_their_comments():
    changed = add(ODD, ("entries",), {"id": "between"}, after=0)
    assert [each["id"] for each in data_of(changed)["entries"]] == ["first", "between", "second"]
    assert '# above the second\n[[entries]]\nid = "second"' in changed
    inner = add(ODD, ("entries", 0, "items"), {"n": 3})
    assert data_of(inner)["entries"][0]["items"] == [{"n": 1}, {"n": 2}, {"n": 3}]
    last = add("a = 1", ("new",), {"x": 1})
    assert last == "a = 1\n\n[[new]]\nx = 1\n"
    changed = move(ODD, ("entries",), 0, 1)
    assert [each["id"] for each in data_of(changed)["entries"]] == ["second", "first"]
    assert (
        changed.index("# above the second")
        < changed.index('id = "second"')
        < changed.index("# above the first")
    )
    with pytest.raises(InputError):
        move(ODD, ("entries",), 1, 1)
