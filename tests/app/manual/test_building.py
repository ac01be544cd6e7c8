"""A manual is made of Markdown, and what leads nowhere is named."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from labharness.app.manual import place
from labharness.app.manual.building import build
from labharness.app.manual.place import read
from labharness.errors import InputError, StorageError
from labharness.model.reasons.command import Manuals

INDEX = "# Manual\n\n[One](one.md), [folder](folder/README.md), [words](glossary.md)\n"
GLOSSARY = "# Words\n\n## shuffle, shuffled deck\n\nOne output of a shuffler.\n\n## shuffler\n\nA device.\n"


@pytest.fixture
def source(tmp_path):
    files = {
        "index.md": INDEX,
        "one.md": "# One\n\nTwo shuffles by a shuffler; `shuffle` in code.\n\n## The shuffle\n\n[here](#the-shuffle)\n",
        "folder/README.md": "# Folder\n",
        "folder/deep.md": "# Deep\n\nA shuffle. [Up](../one.md#the-shuffle) ![A picture](../images/a.png)\n",
        "glossary.md": GLOSSARY,
        "images/a.png": "",
    }
    for name, text in files.items():
        place = tmp_path / "docs" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return tmp_path / "docs"


def test_every_page_is_made_with_its_links_pictures_and_explained_words(source, tmp_path):
    assert build(source, tmp_path / "made") == ()
    deep = (tmp_path / "made/folder/deep.html").read_text("utf-8")
    assert 'href="../one.html#the-shuffle"' in deep
    assert 'href="../glossary.html#shuffle-shuffled-deck"' in deep
    assert 'src="../images/a.png" alt="A picture"' in deep
    assert (tmp_path / "made/images/a.png").is_file()
    assert (tmp_path / "made/style.css").is_file()
    page = (tmp_path / "made/one.html").read_text("utf-8")
    assert page.count('class="term"') == 2, "once a page, and never in code or headings"
    assert '<a href="glossary.html#shuffle-shuffled-deck" class="term">shuffles</a>' in page
    assert "<code>shuffle</code>" in page
    assert 'class="term"' not in (tmp_path / "made/glossary.html").read_text("utf-8")
    assert 'href="deep.html"' in (tmp_path / "made/folder/README.html").read_text("utf-8")
    assert [page.name for page in read(tmp_path / "made").pages if not page.listed] == ["folder/deep"]


def test_what_is_wrong_is_named(source, tmp_path):
    for text, code in (
        ("# T\n\n[x](nothing.md)\n", Manuals.NO_PAGE),
        ("# T\n\n[x](../secret.md)\n", Manuals.NO_PAGE),
        ("# T\n\n[x](ftp://example.org/x)\n", Manuals.NO_PAGE),
        ("# T\n\n[x](#nowhere)\n", Manuals.NO_HEADING),
        ("# T\n\n![x](images/b.png)\n", Manuals.NO_PICTURE),
        ("# T\n\n![](images/a.png)\n", Manuals.PICTURE_WITHOUT_WORDS),
        ("## No title\n", Manuals.NO_TITLE),
        ("Nothing\n", Manuals.NO_TITLE),
    ):
        (source / "one.md").write_text(text, encoding="utf-8")
        assert any(reason.is_a(code) for reason in build(source, tmp_path / "made")), text


def test_a_page_that_is_reached_from_nowhere_is_named_and_html_in_one_is_text(source, tmp_path):
    (source / "lost.md").write_text("# Lost\n\n<script>alert(1)</script>\n", encoding="utf-8")
    assert build(source, tmp_path / "made") == (Manuals.UNLISTED(page="lost"),)
    assert "<script>" not in (tmp_path / "made/lost.html").read_text("utf-8")


def test_a_source_without_an_index_and_a_target_that_cannot_be_written_are_refused(source, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError):
        build(source, tmp_path / "file" / "made")
    (source / "index.md").unlink()
    with pytest.raises(InputError):
        build(source, tmp_path / "made")


def test_it_is_searched_by_words_headings_first(source, tmp_path):
    build(source, tmp_path / "made")
    manual = read(tmp_path / "made")
    assert {hit.reference for hit in manual.search("SHUFFLE")[:3]} == {
        "one#the-shuffle",
        "glossary#shuffle-shuffled-deck",
        "glossary#shuffler",
    }
    assert [hit.page for hit in manual.search("deep")] == ["folder/deep"]
    assert manual.search("shuffle nothing") == []
    assert manual.search("huffle") == []
    assert manual.meaning("shuffler") == "A device."


def test_a_search_names_what_is_for_users_before_what_is_for_developers(source, tmp_path):
    (source / "index.md").write_text(
        "# Manual\n\n[Words](glossary.md)\n\n## Extending and developing\n\n[one](one.md), [more](folder/README.md)\n",
        encoding="utf-8",
    )
    assert build(source, tmp_path / "made") == ()
    manual = read(tmp_path / "made")
    assert [page.name for page in manual.pages if page.developing] == ["one", "folder/README", "folder/deep"]
    hits = [hit.page for hit in manual.search("shuffle")]
    assert hits == sorted(hits, key=lambda page: page != "glossary")
    assert set(hits) == {"glossary", "one", "folder/deep"}
    assert manual.paragraph("glossary#shuffler") == ("shuffler", "A device.")
    assert manual.paragraph("one")[0] == "One"
    assert manual.file("one#the-shuffle") == (tmp_path / "made/one.html", "the-shuffle")
    for wrong in ("../one", "one#other"):
        with pytest.raises(InputError):
            manual.file(wrong)


def test_contents_that_are_no_contents_are_refused(source, tmp_path):
    build(source, tmp_path / "made")
    (tmp_path / "made/contents.json").write_text(json.dumps([{"page": 1}]), encoding="utf-8")
    with pytest.raises(InputError):
        read(tmp_path / "made")


def test_a_program_of_sources_makes_it_once_whoever_asks(source, tmp_path, monkeypatch):
    monkeypatch.setattr(place, "SOURCE", source)
    monkeypatch.setattr(place, "PACKED", tmp_path / "nowhere")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    with ThreadPoolExecutor(4) as threads:
        result = list(threads.map(lambda _: place.manual(), range(8)))
    assert len({manual.folder for manual in result}) == 1
    assert [folder.name for folder in (tmp_path / "cache/labharness").iterdir()] == [result[0].folder.name]
    before = result[0].folder
    (source / "one.md").write_text("# One\n\nOther words.\n", encoding="utf-8")
    (source / "folder/deep.md").write_text("# Deep\n", encoding="utf-8")
    assert place.manual().folder != before
    monkeypatch.setattr(place, "SOURCE", tmp_path / "nowhere either")
    with pytest.raises(InputError):
        place.manual()
