"""A folder that was written is read as the same submission; every mistake in one is named at once."""

import hashlib
import os
from datetime import date
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from labharness.errors import LabharnessError
from labharness.filings.entries.entry import Attached, Sha256
from labharness.filings.entries.events import Product, Unit
from labharness.filings.entries.review import Document
from labharness.filings.entries.snapshot import KINDS, Submission
from labharness.filings.entries.submission_folder import Stamp, read_folder, write_folder
from labharness.games.mistakes import SLUG, Data
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.register import Registers
from tests.support.reasons import refused
from tests.support.small_filing import FILING

SETTINGS = settings(max_examples=10, deadline=None)
HOSTILE = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | st.text(
    alphabet='"\\\n\r\t \x00\x1b\x7f\u202e\u2066<&=+;😀é', max_size=25
)
SLUGS = st.text("abc019-", min_size=1, max_size=9).map(lambda text: f"x{text}")
ATTACHED = st.fixed_dictionaries(
    {
        "name": st.text("aé.\u202e😀 <", min_size=1, max_size=9),
        "sha256": st.binary(min_size=32, max_size=32).map(bytes.hex),
        "size": st.integers(0, 2**60),
        "caption": HOSTILE,
    }
)
DATES = st.dates(date(2020, 1, 1), date(2030, 1, 1))
PLAIN = {date: DATES, bool: st.booleans(), int: st.integers(0, 2**60), str: HOSTILE}


def values(annotation):  # noqa: PLR0911  one line for each kind of type
    """Any value of a type, texts as bad as they come."""
    if annotation == Sha256:
        return st.binary(min_size=32, max_size=32).map(bytes.hex)
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        if SLUG in repr(inside[1:]):
            return SLUGS
        return st.just("0123abCD") if "0-9A-F" in repr(inside[1]) else values(inside[0])
    if origin in (Union, UnionType):
        return st.one_of(*(st.none() if each is type(None) else values(each) for each in inside))
    if origin is Literal:
        return st.sampled_from(inside)
    if origin is tuple:
        return st.lists(values(inside[0]), max_size=2).map(tuple)
    if annotation is Attached:
        return ATTACHED
    if issubclass(annotation, Data):
        return st.fixed_dictionaries({name: values(result) for name, result in hints(annotation).items()})
    return st.sampled_from(list(annotation)) if issubclass(annotation, Enum) else PLAIN[annotation]


def hints(model):
    known = get_type_hints(model, include_extras=True)
    return {name: known[name] for name in model.model_fields}


def entries(kind):
    """Entries of one kind with anything in them; what does not hang together is left out."""
    rows = st.lists(values(KINDS[kind]), max_size=9)
    return rows.map(lambda result: _fitting(KINDS[kind], result))


def _fitting(model, rows):
    result = {}
    for row in rows:
        try:
            each = model.model_validate(row)
        except ValidationError:
            continue
        result[each.id] = each
    return tuple(result.values())


def test_hostile_text_comes_back_exactly():
    @SETTINGS
    @given(
        st.lists(HOSTILE, min_size=6, max_size=6), st.text(alphabet="x\u202e\n\x07", min_size=1, max_size=9)
    )
    def holds(texts, repeated):
        long = (repeated * 10_000)[:10_000]
        texts = [text or "-" for text in texts]
        filing = FILING.model_copy(
            update={"title": texts[0], "remarks": long, "distribution": tuple(texts), "license": texts[5]}
        )
        product = Product(id="one", manufacturer=texts[1], model=texts[2], device_class="batch_shuffler")
        unit = Unit(
            id="unit-1",
            product="one",
            serial=texts[3],
            received=date(2026, 1, 1),
            condition=texts[4] + long,
            boards=({"name": texts[0], "revision": texts[1]},),
        )
        submission = Submission((filing, product, unit))
        with TemporaryDirectory() as folder:
            write_folder(submission, Path(folder) / "out", Path)
            assert read_folder(Path(folder) / "out").entries == submission.entries

    holds()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "filing"])
def test_every_kind_comes_back(kind):
    seen = []

    @SETTINGS
    @given(entries(kind))
    def holds(drawn):
        with TemporaryDirectory() as folder:
            file = Path(folder, "file")
            file.touch()
            write_folder(Submission((FILING, *drawn)), Path(folder) / "out", lambda _: file)
            draft = read_folder(Path(folder) / "out")
        assert [entry for entry in draft.entries if entry.kind == kind] == list(drawn)
        assert draft.kinds == {"filing"} | ({kind} if drawn else set())
        seen.extend(drawn)

    holds()
    assert seen  # entries that hang together do occur


def folder_of(path, **files):
    path.mkdir()
    for name, text in files.items():
        (path / f"{name}.toml").write_text(text, encoding="utf-8")
    return path


GOOD = (
    'schema = 1\n[[filing]]\nid = "s-1"\nreference = "S/1"\ntype = "prototype"\ntitle = "A"\nsubmitter = "B"\n'
    'submitter_kind = "manufacturer"\nlicense = "F"\nreceived = 2026-03-01\ngames = ["blackjack-633a"]\n'
)


def test_every_mistake_is_named_at_once(tmp_path, mistakes):
    folder = folder_of(
        tmp_path / "s",
        filing=GOOD.replace("prototype", "protoype").replace('"F"', "7"),
        unit='schema = 1\n[[unit]]\nid = "Unit 1"\n',
        product="schema = 1\n[[product]\n",
        units="schema = 1\n",
        option='schema = 1\n[[option]]\nid = "a"\nproduct = "x"\nname = "n"\nchoices = "c"\ntested = "t"\n'
        '[[option]]\nid = "a"\nproduct = "x"\nname = "n"\nchoices = "c"\ntested = "t"\n',
        document='schema = 1\n[[document]]\nid = "d"\nitem = "compiler"\ntitle = "t"\nstatus = "received"\n'
        'received = 2026-03-01\nfiles = [{ name = "../../etc/passwd" }, { name = "manual.pdf" }]\n',
    )
    result = mistakes(read_folder, folder)
    for place, code in (
        ("units.toml", Inputs.UNKNOWN),
        ("filing.toml: filing 1 (id s-1).type", Inputs.NOT_A_CHOICE),
        ("filing.toml: filing 1 (id s-1).license", Inputs.NOT_TEXT),
        ("product.toml", Inputs.NOT_TOML),
        ("unit.toml: unit 1 (id Unit 1).id", Inputs.NOT_SLUG),
        ("unit.toml: unit 1 (id Unit 1).serial", Inputs.KEY_MISSING),
    ):
        assert any(where == place and reason.is_a(code) for where, reason in result), (place, result)
    assert ("option.toml", Inputs.TWICE(what=Noun.ENTRY, name="a")) in result
    for name in ("../../etc/passwd", "manual.pdf"):
        assert ("document.toml: d.files", Registers.NOT_IN_THE_FOLDER(file=f"files/{name}")) in result


@pytest.mark.parametrize(
    "content",
    [
        b"schema = " + b"9" * 5000,
        b"unit = " + b"[" * 20_000,
        b"\xff\xfe",
        b'unit = "\\ud800"',
        b"unit = 7",
        b'[[unit]]\nphotographs = 7\n[[unit]]\nphotographs = ["x"]\n',
        b"[unit]\nphotographs = [{ name = 7 }]",
        b"schema = nan",
    ],
)
def test_no_file_breaks_the_reading(tmp_path, content, mistakes):
    folder = folder_of(tmp_path / "s", filing=GOOD)
    (folder / "unit.toml").write_bytes(content)
    (folder / "product.toml").mkdir()
    result = mistakes(read_folder, folder)
    unreadable = [Path(reason["path"]).name for _, reason in result if reason.is_a(Inputs.FILE_UNREADABLE)]
    placed = {place.split(":")[0] for place, _ in result if place}
    assert placed | {*unreadable} == {"unit.toml", "product.toml"}


def test_nobody_says_that_a_hash_was_obtained_by_leaving_the_line_out(tmp_path, mistakes):
    """Entries of before lack the line where the laboratory obtained the hash; a folder of today has it, also exported."""
    lines = ['id = "c"', 'product = "one"', 'name = "main"', 'version = "1"', 'medium = "flash"']
    lines += ['algorithm = "SHA-256"', f'digest = "{"ab" * 32}"', 'obtained = "Read out."', 'rebuilt = "no"']
    table = "\n".join(["schema = 1", "[[component]]", *lines])
    folder = folder_of(tmp_path / "s", filing=GOOD, component=table)
    ((place, why),) = mistakes(read_folder, folder)
    assert (place, why) == ("component.toml: component 1 (id c).taken_over", Inputs.KEY_MISSING())
    (folder / "component.toml").write_text(f"{table}\ntaken_over = true\n", encoding="utf-8")
    (result,) = [entry for entry in read_folder(folder).entries if entry.kind == "component"]
    assert result.taken_over


def test_a_folder_without_a_filing_is_none(tmp_path, mistakes):
    missing = ("filing.toml", Registers.FILING_MISSING())
    assert mistakes(read_folder, folder_of(tmp_path / "s")) == [missing]
    none = tmp_path / "none"
    assert mistakes(read_folder, none) == [("", Registers.NOT_A_FOLDER(folder=str(none)))]


def test_a_filing_that_cannot_be_read_is_not_called_missing(tmp_path, mistakes):
    ((place, reason),) = mistakes(read_folder, folder_of(tmp_path / "s", filing="schema = "))
    assert (place, reason.is_a(Inputs.NOT_TOML)) == ("filing.toml", True)


def test_a_file_needs_only_its_name(tmp_path):
    document = (
        'schema = 1\n[[document]]\nid = "d"\nitem = "compiler"\ntitle = "t"\nstatus = "received"\n'
        'received = 2026-03-01\nfiles = [{ name = "manual.pdf", caption = "All of it" }]\n'
    )
    folder = folder_of(tmp_path / "s", filing=GOOD, document=document)
    (folder / "files").mkdir()
    (folder / "files" / "manual.pdf").write_bytes(b"words")
    draft = read_folder(folder)
    digest = hashlib.sha256(b"words").hexdigest()
    (result,) = (entry for entry in draft.entries if isinstance(entry, Document))
    assert result.files == (Attached(name="manual.pdf", sha256=digest, size=5, caption="All of it"),)
    assert draft.files == {digest: folder / "files" / "manual.pdf"}
    assert draft.stamp is None


def test_files_lie_under_names_that_every_system_takes(tmp_path, refusal):
    names = ("a.pdf", "..", "CON", "x.e\u202exe", "a" * 200)
    kept = {hashlib.sha256(name.encode()).hexdigest(): name for name in names}
    for digest, name in kept.items():
        (tmp_path / digest).write_bytes(name.encode())
    files = (Attached(name=name, sha256=digest, size=len(name.encode())) for digest, name in kept.items())
    received = {"status": "received", "received": date(2026, 3, 1)}
    document = Document(id="d", item="compiler", title="t", files=tuple(files), **received)
    submission = Submission((FILING, document))
    stamp = Stamp(submission="s-1", record=3, hash="0" * 64)
    write_folder(submission, tmp_path / "out", lambda digest: tmp_path / digest, stamp)
    assert {each.name[:64] for each in (tmp_path / "out" / "files").iterdir()} == set(kept)
    draft = read_folder(tmp_path / "out")
    assert draft.stamp.files.keys() == {"filing.toml", "document.toml"}
    known = draft.stamp.model_copy(update={"files": {}})
    assert (draft.entries, draft.files.keys()) == (submission.entries, kept.keys())
    assert (known, draft.id) == (stamp, "s-1")
    (tmp_path / "out" / "other.txt").write_text("mine", encoding="utf-8")
    occupied = Registers.FOLDER_OCCUPIED(folder=str(tmp_path / "out"))
    assert refusal(write_folder, submission, tmp_path / "out", lambda digest: tmp_path / digest) == occupied


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
@pytest.mark.parametrize("name", ["unit.toml", "exported.toml"])
def test_a_pipe_in_the_folder_is_refused(tmp_path, name):
    write_folder(Submission((FILING,), (), ""), tmp_path / "s", Path)
    os.mkfifo(tmp_path / "s" / name)
    assert refused(LabharnessError, read_folder, tmp_path / "s") == (Evidence.NOT_A_FILE(file=name),)
