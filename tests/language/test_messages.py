"""Catalogs are read line by line, and a damaged one names the line and what to write.

Templates refuse what they cannot fill.
"""

import pytest

from labharness.errors import WorkspaceError
from labharness.language.catalog import Language, explain
from labharness.language.messages import CatalogError, messages
from labharness.language.template import places
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.conduct import Doing


@pytest.fixture
def read(tmp_path):
    """Read a catalog of this text, in any bytes."""

    def read(text):
        (tmp_path / "words.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
        return messages("words", tmp_path)

    return read


def test_a_catalog_has_messages_their_forms_and_pieces(read):
    text = (
        "# Words.\n-lead = Line {line}\n-more = {-lead} of {file}\n\na.cut = {-more}: cut = 3 {{x}}.\n  .window = Line.\n"
        "b.two words = “§”.\n*.id = Id\n"
    )
    assert read(text) == {
        "a.cut": {"": "Line {line} of {file}: cut = 3 {{x}}.", "window": "Line."},
        "b.two words": {"": "“§”."},
        "*.id": {"": "Id"},
    }


def test_a_catalog_of_an_editor_of_windows_is_the_same(read):
    assert read("a.b = “c”\n".encode("utf-8-sig").replace(b"\n", b"\r\n")) == {"a.b": {"": "“c”"}}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a.b = c\na.b = d\n", 2),
        ("a.b = c\n  .window = d\n  .window = e\n", 3),
        ("a.b = c\n\n-p = q\n-p = r\n", 4),
        ("a.b = {-gone}.\n", 1),
        ("a.b = {-late}.\n-late = c\n", 1),
        ("  .window = c\n", 1),
        ("a.b =\n", 1),
        ("a.b = c \n", 1),
        ("a.b: c\n", 1),
        ("a.b = c\nthe rest of c\n", 2),
        ("a.b = c\n  the rest of c\n", 2),
        (" a.b = c\n", 1),
    ],
)
def test_a_damaged_catalog_names_the_line(read, text, line):
    with pytest.raises(CatalogError, match=rf"words\.txt, line {line}: .+\.$") as caught:
        read(text)

    assert explain(caught.value) == str(caught.value)


def test_a_catalog_that_is_missing_or_no_text_is_an_error_that_is_shown(read, tmp_path):
    with pytest.raises(OSError, match=r"gone\.txt"):
        messages("gone", tmp_path)
    with pytest.raises(CatalogError, match="UTF-8"):
        read(b"a.b = \xff\n")


def test_an_error_whose_words_are_damaged_tells_its_code_and_the_damage(tmp_path):
    error = WorkspaceError(Workspaces.OCCUPIED(folder="runs"))
    for damaged in (None, "workspace.occupied: {folder}\n"):
        if damaged is not None:
            (tmp_path / "command.txt").write_text(damaged)
        text = Language(folder=tmp_path).explain(error)

        assert text.startswith("workspace.occupied(folder='runs')\n")
        assert "command.txt" in text


@pytest.mark.parametrize("text", ["{file} is there.", "{folder is there.", "{folder:one|two|many}."])
def test_a_sentence_that_cannot_be_filled_is_shown_as_code_and_values(tmp_path, text):
    (tmp_path / "command.txt").write_text(f"workspace.occupied = {text}\n")

    assert (
        Language(folder=tmp_path).say(Workspaces.OCCUPIED(folder="runs"))
        == "workspace.occupied: folder runs."
    )


@pytest.mark.parametrize("wrong", ["{}", "{0}", "{a.b}", "{a:unknown}", "{a:x|y|z}", "{a!r}", "{a"])
def test_a_place_that_cannot_be_filled_is_refused(wrong):
    with pytest.raises(ValueError, match=r"."):
        places(wrong)


def test_places_are_named_in_their_order():
    assert places("a {b} {c:p}.") == (("a ", "b", ""), (" ", "c", "p"), (".", "", ""))


def test_work_goes_on_where_the_words_of_its_steps_are_damaged(tmp_path):
    (tmp_path / "conduct.txt").write_text("no sentence\n", "utf-8")
    doing = Doing.COMPARING_DATA()
    with pytest.raises(CatalogError):
        Language(folder=tmp_path).clause(doing)
    assert Language(folder=tmp_path).step(doing) == "doing.comparing_data"
    assert Language().step(doing) == "Comparing its data with other runs"
