"""From a new folder to a recommendation by the commands, and what they refuse."""

import json
import shlex
from datetime import date, timedelta
from pathlib import Path

import keyring
import pytest
from keyring.errors import NoKeyringError

from labharness.app.submission.decisions import ClauseConcluded, Concluded
from labharness.app.workspace.register import BUILT, acting, issued, open_register, record, verify_register
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import RegisterError, WorkspaceError
from labharness.filings.entries.entry import Person, Role
from labharness.filings.entries.form_values import dump
from labharness.filings.entries.review import Opinion
from labharness.model.eastern_time import today
from labharness.model.reasons.conclusion import Compliance
from labharness.model.reasons.database import Databases
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries, Registers
from labharness.model.reasons.run import Runs
from labharness.model.results import ClauseResult
from tests.support.filed import attach, give_out, take_in
from tests.support.interruptions import images

NAME = "bglo-2026-0117"
FILING = {
    "id": NAME,
    "reference": "BGLO/2026-0117",
    "type": "prototype",
    "title": "Batch shuffler One",
    "submitter": "A manufacturer",
    "submitter_kind": "manufacturer",
    "license": "F-1",
    "received": date(2026, 3, 1),
    "games": ["blackjack-633a"],
}
PRODUCT = {"id": "one", "manufacturer": "A manufacturer", "model": "One", "device_class": "batch_shuffler"}
UNIT = {
    "id": "unit-1",
    "product": "one",
    "serial": "0001",
    "received": date(2026, 3, 2),
    "condition": "As new.",
    "photographs": [{"name": "front.png", "caption": "The front"}],
}
DOCUMENT = {"id": "d", "item": "compiler", "title": "T", "status": "received", "received": date(2026, 3, 3)}
LATER = today() + timedelta(days=7)
"""A day that is yet to come."""
HIDDEN = Entries.HIDDEN_CHARACTER
FUTURE = Entries.FUTURE_DAY(date=LATER.isoformat(), today=(LATER - timedelta(days=7)).isoformat())
PICTURE = b"\x89PNG\r\n\x1a\n and so on"


@pytest.fixture
def space(workspace, monkeypatch):
    """A workspace with people in its register."""
    monkeypatch.setenv("LABHARNESS_WORKSPACE", str(workspace.path))
    monkeypatch.setenv("USER", "Engineer A")
    with open_register(workspace) as register:
        people = {"chief": Role.ADMINISTRATOR, "engineer-a": Role.ENGINEER, "authorizer": Role.AUTHORIZER}
        for id_, role in people.items():
            person = Person(id=id_, name=id_.title(), roles=(role,))
            register.put("", person, "chief", "The laboratory's people.")
    return workspace


def write(folder, **kinds):
    (folder / "files").mkdir(parents=True, exist_ok=True)
    for kind, rows in kinds.items():
        (folder / f"{kind}.toml").write_bytes(dump({"schema": 1, kind: rows}).encode())
    return folder


def test_a_first_import_that_was_killed_at_any_step_is_made_again(space, tmp_path):
    folder = write(tmp_path / "filed", filing=[FILING], product=[PRODUCT], unit=[UNIT])
    (folder / "files" / "front.png").write_bytes(PICTURE)
    left = images(space.path, tmp_path / "images", lambda: take_in(space, folder, "engineer-a", "As filed."))
    assert any(not any(open_submissions(image)) for image in left)
    for image in map(Workspace, left):
        assert verify_register(image)[2] == ()
        if not any(open_submissions(image.path)):
            take_in(image, folder, "engineer-a", "As filed.")
        assert open_submissions(image.path) == [NAME]
        assert verify_register(image)[2] == ()


def open_submissions(place):
    with open_register(Workspace(place)) as register:
        return list(register.submissions())


@pytest.fixture
def filed(space, tmp_path):
    """A submission on record, and the folder that it came from."""
    folder = write(tmp_path / "filed", filing=[FILING], product=[PRODUCT], unit=[UNIT])
    (folder / "files" / "front.png").write_bytes(PICTURE)
    assert len(take_in(space, folder, "engineer-a", "As filed.")) == 3
    return folder


def snapshot(space):
    with open_register(space) as register:
        return register.snapshot(NAME)


def test_people_are_entered_by_commands(cli, workspace):
    place = ("--workspace", workspace.path)
    assert "The list is empty" in cli("people", "list", *place)[1]
    for words, code, begins in (
        ("add chief --name Chief --role administrator", 0, ""),
        ("add b --name B --role engineer --role authorizer", 0, ""),
        ("add 'No One' --name N --role engineer", 3, "id: "),
        ("laboratory --name '' --address S", 3, "name: The text is empty. Write something."),
        ("change b --left --why Left.", 0, ""),
        ("laboratory --name L --address S", 0, ""),
    ):
        result, _, err = cli("people", *shlex.split(words), "--by", "chief", *place)
        assert (result, err.startswith(begins)) == (code, True), words
    result = {each["id"]: each for each in cli.json("people", "list", *place)[1]}
    assert (result["b"]["roles"], result["b"]["active"]) == (["engineer", "authorizer"], False)


def test_a_submission_from_its_folder_to_its_recommendation(cli, space, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = cli("submission", "new", "BGLO/2026-0117", "--type", "prototype", "--json")
    assert (code, json.loads(out)) == (0, {"submission": NAME, "folder": NAME})
    code, _, err = cli("submission", "import", NAME, "--why", "As filed.")
    assert code == 3
    assert all(line.startswith(f"filing.toml: filing 1 (id {NAME}).") for line in err.splitlines())
    write(Path(NAME), filing=[FILING], product=[PRODUCT], unit=[UNIT])
    code, out, _ = cli("submission", "import", NAME, "--why", "As filed.", "--json")
    assert (code, [each["sentence"] for each in json.loads(out)["problems"]]) == (
        3,
        ["unit.toml: unit-1.photographs: The file files/front.png is not in the folder. Put it there."],
    )
    (Path(NAME) / "files" / "front.png").write_bytes(PICTURE)
    code, text = cli.json("submission", "import", NAME, "--why", "As filed.")
    assert code == 0
    assert [(each["kind"], each["who"], each["why"]) for each in text["changes"]] == [
        (kind, "engineer-a", "As filed.") for kind in ("filing", "product", "unit")
    ]
    assert cli.json("submission", "import", NAME, "--why", "Again.")[1]["changes"] == []
    by, clause = ("--by", "authorizer"), "58 Pa. Code § 603a.17(e)"
    cited = f"{clause}(1)"
    dossier = space.path / "reports" / f"{NAME}-r1" / "dossier"
    dossier.mkdir(parents=True)
    law, not_tested = Compliance.GENERAL_LAW(), ClauseResult.NOT_TESTED
    whole = ClauseConcluded(matrix=law, clause=cited, result=not_tested, wording="sister")
    nothing = {"reasons": (), "objections": (), "recommendation": None, "refused": False}
    concluded = Concluded(outcome="PASS", clauses=(whole,), **nothing)
    (dossier / "conclusion.json").write_text(concluded.model_dump_json(by_alias=True))
    assert cli("submission", "confirm", NAME, cited, "--source", "The Code", "--reason", "Read")[0] == 3
    shown = ("--file", Path(NAME) / "files" / "front.png")
    for words in (("confirm", NAME, clause), ("exclude", NAME, clause, *shown)):
        code, _, err = cli("submission", *words, "--source", "The Code", "--reason", "Read", *by)
        assert (code, f": {cited}.\n" in err) == (3, True), "part of a citation counts for nothing"
    for words in (
        ("confirm", NAME, cited, "--source", "The Code", "--reason", "Read", *by),
        ("waive", NAME, "compiler", "--source", "A letter", "--reason", "Seen on site", *shown, *by),
        ("exclude", NAME, cited, "--source", "The picture", "--reason", "It has no such part", *shown, *by),
        ("recommend", NAME, "approve", "--grounds", "All passed", "--condition", "Sealed", *by),
    ):
        code, _, err = cli("submission", *words)
        assert (code, err) == (0, "")
    for words in (
        ("waive", NAME, "compilers", "--source", "The letter", "--reason", "Seen on site", *shown, *by),
        ("recommend", NAME, "bless", "--grounds", "x", *by),
        ("recommend", NAME, "approve-with-conditions", "--grounds", "x", *by),
        ("confirm", NAME, "", "--source", "x", "--reason", "x", *by),
    ):
        code, _, err = cli("submission", *words)
        assert (code, len(err.splitlines())) == (3, 1), err
    text = cli.json("submission", "show", NAME)[1]
    assert (text["recommendation"], text["recommendation_on_file"]) == (None, "approve")
    assert "Recommendation: none: “approve” is on file and withheld" in cli("submission", "show", NAME)[1]
    assert text["entries"]["recommendation"][0]["conditions"] == ["Sealed"]
    assert text["checklist"]["compiler"] == "waived"
    assert "schematics" in text["missing"]
    assert "compiler" not in text["missing"]
    history = cli.json("submission", "history", NAME)[1]
    kinds = [each["kind"] or each["what"] for each in history[3:]]
    assert kinds == ["act refused", "confirmation", "waiver", "exclusion", "recommendation"]
    assert history[-1]["hash"] == text["head"]
    shown = cli("submission", "history", NAME)[1]
    assert all(words in shown for words in ("wrote recommendation recommendation-1", "All passed"))
    assert "Missing: schematics" in cli("submission", "show", NAME)[1]
    (listed,) = cli.json("submission", "list")[1]
    assert listed["id"] == NAME
    assert "Batch shuffler One" in cli("submission", "list")[1]
    code, out, _ = cli("submission", "verify", "--json")
    assert (code, json.loads(out)["problems"], json.loads(out)["head"]) == (0, [], text["head"])


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        ({"title": "One\x1b[2J"}, "title", HIDDEN(character="U+001B")),
        ({"title": "Two\nlines"}, "title", HIDDEN(character="U+000A")),
        ({"contacts": [{"name": "N", "role": "\0"}]}, "contacts 1.role", HIDDEN(character="U+0000")),
        ({"complete": date(9999, 12, 31)}, "complete", Entries.YEAR_IMPOSSIBLE(date="9999-12-31")),
        ({"received": LATER}, "received", FUTURE),
    ],
)
def test_what_nobody_means_to_type_is_refused(filed, space, change, key, reason, mistakes, refusal):
    before = snapshot(space)
    write(filed, filing=[FILING | change])
    result = mistakes(take_in, space, filed, "engineer-a", "Why not.")
    assert result == [(f"filing {NAME}: {key}", reason)]
    assert refusal(take_in, space, filed, "engineer-a", "   ").is_a(Entries.ONLY_SPACES)
    assert snapshot(space) == before


@pytest.mark.parametrize("name", ["con", "COM1", "nul"])
def test_names_that_windows_keeps_are_refused(cli, space, tmp_path, name, refusal):
    assert "Windows reserves" in cli("submission", "new", name, "--out", tmp_path / "x")[2]
    folder = write(tmp_path / "s", filing=[FILING | {"id": name.lower()}])
    assert refusal(take_in, space, folder, "engineer-a", "x").is_a(Entries.RESERVED_NAME)
    assert refusal(space.new_run, f"{name}.x", "plan") == Runs.NAME_RESERVED(name=f"{name}.x")


def test_hostile_text_does_not_steer_the_terminal(cli, filed, space, monkeypatch):
    # As an older version let it pass.
    monkeypatch.setattr("labharness.filings.store.register.faults", lambda _: ())
    write(filed, filing=[FILING | {"title": "One\x1b[2J\u202e[bold]two\x07"}])
    take_in(space, filed, "engineer-a", "Why\x1b[31m not.")
    for words in (("list",), ("show", NAME), ("history", NAME)):
        code, out, _ = cli("submission", *words)
        assert code == 0
        assert not set("\x1b\x07\u202e") & set(out)
    assert "OneU+001B[2JU+202E[bold]twoU+0007" in cli("submission", "show", NAME)[1]
    assert "WhyU+001B[31m not." in cli("submission", "history", NAME)[1]


def test_a_folder_given_out_is_taken_in_as_the_same(filed, space, tmp_path):
    with open_register(space) as register:
        text = "x\x00\u202e😀\r\n" * 900
        opinion = Opinion(id="o-1", by="engineer-a", date=date(2026, 4, 1), text=text)
        register.put(NAME, opinion, "engineer-a", "x")
    result = give_out(space, NAME, tmp_path / "out")
    assert take_in(space, tmp_path / "out", "engineer-a", "Nothing.") == ()
    other = Workspace.init(tmp_path / "other")
    with open_register(other) as register:
        for person in result.of(Person):
            register.put("", person, "chief", "The same people.")
    take_in(other, tmp_path / "out", "engineer-a", "Moved.")
    assert snapshot(other).entries == result.entries
    assert verify_register(other)[2] == ()


def test_a_folder_that_was_overtaken_is_refused(filed, space, tmp_path, refusal):
    give_out(space, NAME, tmp_path / "out")
    write(filed, unit=[UNIT | {"condition": "Scratched."}])
    take_in(space, filed, "engineer-a", "Looked again.")
    write(tmp_path / "out", unit=[UNIT | {"serial": "0002"}])
    (tmp_path / "out" / "files" / "front.png").write_bytes(PICTURE)
    late = refusal(take_in, space, tmp_path / "out", "engineer-a", "Late.")
    assert late.is_a(Registers.CHANGED_SINCE_EXPORT)
    give_out(space, NAME, tmp_path / "new")
    assert take_in(space, tmp_path / "new", "engineer-a", "In time.") == ()


def test_an_export_writes_over_nothing_that_was_not_taken_in(filed, space, tmp_path, refusal):
    out = tmp_path / "out"
    give_out(space, NAME, out)
    give_out(space, NAME, out)
    edited = (out / "unit.toml").read_text(encoding="utf-8") + "# mine\n"
    (out / "unit.toml").write_text(edited, encoding="utf-8")
    (out / "option.toml").write_text("schema = 1\n", encoding="utf-8")
    changed = Registers.FOLDER_EDITED(folder=str(out), files=("unit.toml", "option.toml"))
    assert refusal(give_out, space, NAME, out) == changed
    assert (out / "unit.toml").read_text(encoding="utf-8") == edited
    take_in(space, out, "engineer-a", "Mine.")
    give_out(space, NAME, out)  # it is on record now
    (out / "exported.toml").unlink()
    assert refusal(give_out, space, NAME, out).is_a(Registers.FOLDER_EDITED)
    (tmp_path / "file").touch()
    for place in (tmp_path / "file" / "x", tmp_path / ("a" * 300)):
        assert refusal(give_out, space, NAME, place).is_a(Inputs.UNWRITABLE)


def test_a_link_is_no_file_of_the_folder(filed, space, tmp_path, mistakes):
    secret = tmp_path / "secret"
    secret.write_text("not yours", encoding="utf-8")
    try:
        (filed / "files" / "link").symlink_to(secret)
    except OSError:
        pytest.skip("this system lets nobody make links")
    write(filed, document=[DOCUMENT | {"files": [{"name": "link"}]}])
    assert mistakes(take_in, space, filed, "engineer-a", "x") == [
        ("", Registers.LINK(path="files/link")),
        ("document.toml: d.files", Registers.NOT_IN_THE_FOLDER(file="files/link")),
    ]
    (filed / "files").rename(tmp_path / "elsewhere")
    (filed / "files").symlink_to(tmp_path / "elsewhere")
    assert ("", Registers.LINK(path="files")) in mistakes(take_in, space, filed, "engineer-a", "x")


def test_what_is_left_out_of_a_file_is_removed_and_a_file_left_out_says_nothing(filed, space):
    write(filed, unit=[])
    (filed / "product.toml").unlink()
    (change,) = take_in(space, filed, "engineer-a", "Sent back.")
    assert (change.what, change.kind, change.entry) == ("remove", "unit", "unit-1")
    assert snapshot(space).of(Person)


def test_files_are_attached_checked_and_printed_pictures_are_pictures(cli, filed, space, tmp_path, refusal):
    text = tmp_path / "notes.png"
    text.write_bytes(b"no picture")
    write(filed, document=[DOCUMENT])
    take_in(space, filed, "engineer-a", "A document.")
    assert refusal(attach, space, NAME, "unit/unit-1", text, "engineer-a").is_a(Registers.NOT_A_PICTURE)
    for target, file, code in (
        ("unit-1", text, Registers.NOT_AN_ENTRY),
        ("unit/unit-2", text, Registers.NO_SUCH_ENTRY),
        (f"filing/{NAME}", text, Registers.TAKES_NO_FILE),
        ("document/d", tmp_path / "none", Registers.COPY_FAILED),
    ):
        assert refusal(attach, space, NAME, target, file, "engineer-a").is_a(code), target
    code, out, _ = cli("submission", "attach", NAME, "document/d", text, "--json")
    assert (code, json.loads(out)["name"]) == (0, "notes.png")
    place = space.path / "files" / json.loads(out)["sha256"][:2] / json.loads(out)["sha256"]
    place.write_bytes(b"another")
    code, out, _ = cli("submission", "verify")
    assert code == 3
    assert "INTEGRITY NOT VERIFIED" in out
    assert 'The document "d" of the submission' in out
    place.unlink()
    (problem,) = verify_register(space)[2]
    assert problem.is_a(Registers.FILE_OF_ENTRY)
    assert problem["problem"].is_a(Registers.FILE_MISSING)
    assert refusal(give_out, space, NAME, tmp_path / "out").is_a(Registers.FILE_MISSING)
    (filed / "files" / "front.png").write_bytes(b"no picture any more")
    assert refusal(take_in, space, filed, "engineer-a", "x") == Registers.NOT_A_PICTURE(file="front.png")


def test_who_acts_is_who_is_logged_in_or_named(space, monkeypatch, refusal):
    with open_register(space) as register:
        assert acting(register, None) == "engineer-a"
        assert acting(register, "authorizer") == "authorizer"
        monkeypatch.setenv("USER", "somebody")
        assert refusal(acting, register, None) == Registers.ACTOR_NEEDED(
            login="somebody", people=("chief", "engineer-a", "authorizer")
        )


def test_a_workspace_from_before_gets_a_name_once(workspace):
    (workspace.path / MARKER).write_text("schema = 1\n", encoding="utf-8")
    record(workspace, BUILT, {"run": "a"}, "Asked for.")
    record(workspace, BUILT, {"run": "b"}, "Asked for.")
    assert (workspace.path / MARKER).read_text(encoding="utf-8").count("id = ") == 1
    assert [each.run for each in issued(workspace)] == ["a", "b"]


def set_register(workspace, value):
    (workspace.path / MARKER).write_text(f"schema = 1\nregister = {value}\n", encoding="utf-8")


def test_a_password_is_never_in_the_settings_and_never_printed(workspace, monkeypatch, refusal):
    set_register(workspace, '"postgresql://lab:secret@host/register"')
    with pytest.raises(WorkspaceError) as error:
        open_register(workspace)
    assert "secret" not in str(error.value)
    asked = []
    url = f"postgresql://lab@/register?host={workspace.path}"
    set_register(workspace, json.dumps(url))
    monkeypatch.setattr(keyring, "get_password", lambda *names: asked.append(names) or "secret")
    with pytest.raises(RegisterError) as refused:
        open_register(workspace)
    assert refused.value.reasons[0].is_a(Databases.NO_ANSWER)
    assert asked == [("labharness", url)]
    assert "secret" not in str(refused.value)

    def none(*_):
        raise NoKeyringError

    monkeypatch.setattr(keyring, "get_password", none)
    assert refusal(open_register, workspace).is_a(Databases.NO_ANSWER)


def test_names_that_nothing_knows_are_pointed_out(cli, filed):
    cover = DOCUMENT | {"id": "cover", "item": "cover-sheet"}
    write(filed, filing=[{**FILING, "games": ["blackjack"]}], document=[cover])
    code, out, _ = cli("submission", "import", filed, "--why", "More came.", "--by", "engineer-a")
    assert code == 0
    for words in (out, cli("submission", "show", NAME)[1]):
        assert 'names an unknown item: "cover-sheet". Nearest known name: cover-checklist.' in words
        assert f'Doubt: The filing "{NAME}" names an unknown game: "blackjack".' in words
