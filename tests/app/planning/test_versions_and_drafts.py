"""Copies, drafts and saved versions: ids are enforced, versions are raised, nothing that was saved is lost."""

import hashlib
import stat
import sys
import tomllib

import pytest

from labharness.app.planning.plan_versions import (
    begin_draft,
    discard_draft,
    drafts,
    free_id,
    history,
    named,
    problems_of_save,
    read_draft,
    read_version,
    save_version,
    write_draft,
)
from labharness.app.plug_ins.discovery import discover
from labharness.app.workspace.file_change import finish_changes
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError, PlanError
from labharness.language.catalog import say
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans, PlanTexts, Stated
from labharness.plans.frozen import find_plan
from labharness.plans.written.edits import put
from tests.support.interruptions import full_disks, images

BASE = "blackjack-633a-batch-shuffler-by-hand"


@pytest.fixture(scope="module")
def catalog():
    return discover()


@pytest.fixture
def place(tmp_path):
    return Workspace.init(tmp_path / "w").path


def changed(content, *path, to):
    return put(content.decode(), path, to).encode()


def test_a_copy_changes_id_and_version_and_no_other_byte(place, catalog):
    draft = begin_draft(BASE, "ours", place, catalog)
    before = find_plan(BASE)[0].decode().split("\n")
    after = draft.content.decode().split("\n")
    assert [(old, new) for old, new in zip(before, after, strict=True) if old != new] == [
        (f'id = "{BASE}"', 'id = "ours"'),
        ("version = 4", "version = 5"),
    ]
    assert draft.based_on.startswith(f"{BASE}@")
    assert begin_draft(BASE, "ours", place, catalog) == draft  # it goes on


def test_a_copy_needs_an_id_of_its_own(place, catalog, refusal):
    for plan_id in ("", BASE, "blackjack-633a-batch-shuffler"):
        assert refusal(begin_draft, BASE, plan_id, place, catalog).is_a(PlanTexts.ID_OF_THE_PRODUCT)
    for plan_id in ("Our Plan", "../out"):
        assert refusal(begin_draft, BASE, plan_id, place, catalog).is_a(Inputs.NOT_SLUG)
    assert free_id(BASE, place) == f"{BASE}-own"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission bits")
def test_a_draft_is_its_persons_alone(place, catalog):
    begin_draft(BASE, "ours", place, catalog)
    files = [file for file in (place / "drafts").rglob("*") if file.is_file()]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert len(files) == 2


def test_drafts_are_kept_and_discarded(place, catalog):
    draft = begin_draft(BASE, "ours", place, catalog)
    write_draft(type(draft)("ours", b"half = ", draft.based_on), place)
    assert read_draft("ours", place).content == b"half = "
    assert [draft.name for draft in drafts(place)] == ["ours"]
    discard_draft("ours", place)
    assert drafts(place) == ()
    with pytest.raises(InputError):
        read_draft("ours", place)


def test_versions_are_kept_with_their_reasons_and_found_by_hash(place, catalog, refusal):
    first = begin_draft(BASE, "ours", place, catalog).content
    saved = save_version(first, "  Our own\n start. ", place, catalog, who="A. Clerk", based_on="x@1")
    assert saved.file == place / "plans" / "ours.toml"
    assert saved.file.read_bytes() == first
    assert saved.lenient == ()
    second = changed(changed(first, "version", to=6), "title", to="Ours")
    save_version(second, "Another title.", place, catalog)
    each, two = history("ours", place)
    assert (each.version, each.reason, each.who, each.based_on) == (5, "Our own start.", "A. Clerk", "x@1")
    assert (two.version, two.previous) == (6, each.sha256)
    assert read_version("ours", catalog, place).plan.title == "Ours"
    old = read_version(f"ours@{each.sha256[:12]}", catalog, place)
    assert (old.plan.version, old.plan_bytes) == (5, first)
    assert named(old) == f"ours@{each.sha256[:12]}"
    assert refusal(read_version, "ours@00000000", catalog, place).is_a(PlanTexts.NO_VERSION)


def test_a_version_written_by_hand_is_kept_before_it_is_replaced(place, catalog):
    first = begin_draft(BASE, "ours", place, catalog).content
    (place / "plans" / "ours.toml").write_bytes(first)
    save_version(changed(first, "version", to=9), "Next.", place, catalog)
    assert (place / "plans" / "versions" / "ours-v5.toml").read_bytes() == first


def states(place):
    """Versions on record; each agrees with its file, and the newest with the plan."""
    versions, folder = history("ours", place), place / "plans" / "versions"
    contents = [(folder / f"ours-v{each.version}.toml").read_bytes() for each in versions]
    assert [hashlib.sha256(content).hexdigest() for content in contents] == [each.sha256 for each in versions]
    assert (place / "plans" / "ours.toml").read_bytes() == contents[-1]
    return [each.version for each in versions]


def test_a_kill_at_any_step_of_a_save_leaves_what_the_next_one_completes(place, catalog, tmp_path):
    first = begin_draft(BASE, "ours", place, catalog).content
    save = lambda image, version: save_version(changed(first, "version", to=version), "So.", image, catalog)  # noqa: E731
    for version, before in ((5, []), (6, [5])):
        left = images(place, tmp_path / f"images-{version}", lambda version=version: save(place, version))
        assert len(left) > 10
        for image in left:
            save(image, 7)
            assert states(image) in ([*before, 7], [*before, version, 7])


def test_a_full_disk_at_any_step_of_a_save_leaves_the_old_or_the_new_version(place, catalog, tmp_path):
    first = begin_draft(BASE, "ours", place, catalog).content
    save_version(first, "First.", place, catalog)
    save = lambda copy: save_version(changed(first, "version", to=6), "Second.", copy, catalog)  # noqa: E731
    left = list(full_disks(place, tmp_path / "full", save))
    for copy in left:
        finish_changes(Workspace(copy))
        assert states(copy) in ([5], [5, 6])
    assert len(left) > 11
    assert states(left[-1]) == [5, 6]


def test_a_version_that_lies_there_with_other_content_is_not_replaced(place, catalog, refusal):
    first = begin_draft(BASE, "ours", place, catalog).content
    stray = place / "plans" / "versions" / "ours-v5.toml"
    stray.parent.mkdir()
    stray.write_bytes(changed(first, "title", to="Another"))
    assert refusal(save_version, first, "First.", place, catalog).is_a(PlanTexts.CHANGED_MEANWHILE)
    stray.write_bytes(first)  # as a kill of a former release left it
    save_version(first, "First.", place, catalog)
    assert states(place) == [5]


@pytest.mark.parametrize(
    ("change", "reason", "code"),
    [
        (("version", 4), "Again.", PlanTexts.VERSION_NOT_RAISED),
        (("id", BASE), "Bureau's.", Plans.ID_OF_ANOTHER),
        (("title", "Ours"), " ", PlanTexts.NO_REASON),
        (("sessions", 0), "None.", Inputs.AT),
        (("id", "theirs"), "Theirs.", PlanTexts.ID_TAKEN),
    ],
)
def test_a_save_is_refused_and_nothing_is_written(place, catalog, change, reason, code):
    first = begin_draft(BASE, "ours", place, catalog).content
    save_version(first, "First.", place, catalog)
    (place / "plans" / "elsewhere.toml").write_bytes(changed(first, "id", to="theirs"))
    before = sorted(file.name for file in (place / "plans").rglob("*"))
    content = changed(first, "version", to=6)
    if change == ("id", BASE):  # the version of the product's plan, with other values
        content = changed(find_plan(BASE)[0], "sessions", to=3)
    else:
        content = changed(content, change[0], to=change[1])
    with pytest.raises(PlanError) as caught:
        save_version(content, reason, place, catalog)
    reasons = {each.code for each in caught.value.reasons}
    reasons |= {inner.code for each in caught.value.reasons for inner in each.inner()}
    assert code.code in reasons
    assert sorted(file.name for file in (place / "plans").rglob("*")) == before


def test_smaller_samples_state_a_reason_and_a_lenient_plan_says_that_no_run_of_it_can_pass(place, catalog):
    draft = begin_draft(BASE, "ours", place, catalog)
    fewer = changed(draft.content, "stages", 3, "units", to=100)
    (problem,) = problems_of_save(fewer, place, catalog)
    assert problem["problem"].is_a(Plans.REASON_OF_ANOTHER)
    own = changed(fewer, "sample_size_reason", to="100 shuffles are a trial.")
    assert problems_of_save(own, place, catalog) == ()
    lenient = changed(draft.content, "decision", "laboratory_level", to=0.0001)
    saved = save_version(lenient, "Fewer alarms.", place, catalog)
    assert [each.code for each in saved.lenient] == [Stated.LABORATORY_LEVEL.code]


def test_the_command_line_does_the_same(cli, place):
    where = ("--workspace", str(place))
    file = place / "draft.toml"
    assert cli("plans", "copy", BASE, str(file), "--id", "ours", *where)[0] == 0
    assert cli("plans", "set", str(file), "stages shuffles.units", "520")[0] == 0
    code, out, _ = cli("plans", "save", str(file), "--reason", "More.", *where, "--json")
    assert code == 3
    assert Plans.REASON_OF_ANOTHER.code in out
    assert cli("plans", "set", str(file), "sample_size_reason", "520 show more.")[0] == 0
    assert cli("plans", "save", str(file), "--reason", "More shuffles.", *where)[0] == 0
    assert [each["reason"] for each in cli.json("plans", "history", "ours", *where)[1]] == ["More shuffles."]
    before = tomllib.loads(find_plan(BASE)[0].decode())["sample_size_reason"]
    differences = cli.json("plans", "compare", BASE, "ours", *where)[1]["differences"]
    assert {each["key"]: (each["before"], each["after"]) for each in differences} == {
        "id": (BASE, "ours"),
        "version": (4, 5),
        "sample_size_reason": (before, "520 show more."),
        "stages shuffles.units": (260, 520),
    }
    listed = cli.json("plans", "list", "--details", *where)[1]
    (own,) = [each for each in listed if each["origin"] == "own"]
    assert (own["id"], own["version"]) == ("ours", 5)
    assert cli("plans", "set", str(file), "sessions")[0] == 0
    assert "sessions" not in file.read_text("utf-8").split("[game]")[0]


def test_mistakes_are_printed_with_their_lines(cli, tmp_path):
    file = tmp_path / "bad.toml"
    text = put(find_plan(BASE)[0].decode(), ("id",), "bad")
    file.write_text(put(text, ("stages", 3, "units"), -1), encoding="utf-8")
    code, out, _ = cli("plans", "check", str(file))
    assert code == 3
    line = file.read_text("utf-8").split("\n").index("units = -1") + 1
    assert out.startswith(f"bad.toml: line {line}: stages 4.units: ")
    assert say(Inputs.NOT_AT_LEAST(limit=1.0, got="-1")) in out
