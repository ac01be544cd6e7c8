"""Ledgers that are soundly chained and yet were not written by labharness: refused in words, never with a crash."""

import hashlib
import json
import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labharness.acts.runs import runs
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.runs.subject import Subject
from labharness.cli.from_acts import command_of
from labharness.errors import IntegrityError, LabharnessError
from labharness.evidence.glimpse import glimpse
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.segments import GENESIS
from labharness.evidence.verify import verify
from labharness.games.game import find_game
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.run import Runs
from labharness.plans.frozen import find_plan
from tests.support.reasons import refused
from tests.support.runs import EXAMPLES, tiny_run

ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 1 << 70)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["../../../etc/hostname", "COMPLETE", "PASS", "validation", "plan.toml", "count"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run folder whose plan can be read, for its ledger to be replaced."""
    folder = tiny_run(tmp_path_factory.mktemp("foreign") / "run")
    (folder.path / "plan.toml").write_bytes(find_plan("pai-gow-poker-645a-starting-position")[0])
    (folder.path / "game.toml").write_bytes(find_game("pai-gow-poker-645a"))
    return folder, [
        (record.type.value, record.body.model_dump(mode="json", by_alias=True)) for record in folder.records()
    ]


def write(folder, lines):
    """Write lines of a type and a body, numbered and chained as the program would."""
    previous, written = GENESIS, []
    for seq, (kind, body) in enumerate(lines):
        head = {"seq": seq, "prev": previous, "type": kind, "utc": "2026-01-02T03:04:05Z", "mono_ns": seq}
        line = json.dumps({**head, "body": body}, separators=(",", ":")).encode()
        previous = hashlib.sha256(line).hexdigest()
        written.append(line[:-1] + b',"hash":"' + previous.encode() + b'"}\n')
    (folder.path / "ledger.jsonl").write_bytes(b"".join(written))


def read_everywhere(folder):
    """Read a folder in every way that lists and reports read one, and say what was refused."""
    refused = []
    for read, place in (
        (verify, folder.path),
        (glimpse, folder.path),
        (RunHistory.of, folder),
        (Subject.of, folder),
    ):
        try:
            read(place)
        except LabharnessError as error:
            refused.append(str(error))
    return refused


@st.composite
def bodies(draw):
    """A type and a body that has its fields more often than not."""
    kind = draw(st.sampled_from(sorted(RecordType)))
    if draw(st.booleans()):
        return kind.value, draw(ANY)
    return kind.value, {
        name: draw(ANY) for name in sorted(draw(st.sampled_from([f for k, f in EXAMPLES if k == kind])))
    }


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(bodies(), max_size=4), st.booleans())
def test_bodies_of_anything_are_refused_in_words(whole, lines, begun):
    folder, own = whole
    write(folder, [*own[: int(begun)], *lines])
    read_everywhere(folder)


def altered(data, tree):
    """Return a tree in which something, however deep, is another thing or gone."""
    keys = sorted(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    if not keys or data.draw(st.integers(0, 3)) == 0:
        return data.draw(ANY)
    key = data.draw(st.sampled_from(keys))
    changed = tree.copy()
    if data.draw(st.integers(0, 4)) == 0:
        del changed[key]
    else:
        changed[key] = altered(data, tree[key])
    return changed


@given(st.data())
def test_a_run_with_something_else_in_one_place_is_refused_in_words(whole, data):
    folder, own = whole
    place = data.draw(st.integers(0, len(own) - 1))
    kind, body = own[place]
    write(folder, [*own[:place], (kind, altered(data, body)), *own[place + 1 :]])
    read_everywhere(folder)


@pytest.mark.parametrize("body", [{}, [], "start", None, {"reasons": 1}])
def test_a_line_without_its_fields_is_named(whole, body):
    folder, own = whole
    for place, (kind, _) in enumerate(own):
        write(folder, [*own[:place], (kind, body), *own[place + 1 :]])
        problem = verify(folder.path).problems[0]
        assert (problem.is_a(Evidence.LINE_INVALID), problem["line"]) == (True, place + 1)
        assert refused(IntegrityError, RunHistory.of, folder) == (problem,)


def test_what_a_field_holds_is_named_with_its_line(whole):
    folder, own = whole
    write(folder, [*own[:-1], ("end", {**own[-1][1], "ending": "HAPPILY"})])
    (reason,) = refused(IntegrityError, RunHistory.of, folder)
    assert (reason.is_a(Evidence.LINE_INVALID), reason["line"]) == (True, len(own))
    assert reason["why"].startswith("ending: Input should be 'COMPLETE'")


@pytest.mark.parametrize(
    "name", ["../../../etc/hostname", "/etc/hostname", "raw/device-0001.seg", "", ".", "a" * 300]
)
def test_a_file_outside_the_folder_is_not_looked_for(whole, name):
    folder, own = whole
    start = own[0][1]
    write(folder, [("start", {**start, "files": {**start["files"], name: "0" * 64}}), *own[1:]])
    problem = verify(folder.path).problems[0]
    assert problem.is_a(Evidence.LINE_INVALID)
    assert problem["why"].startswith("files.")
    (reason,) = refused(IntegrityError, Subject.of, folder)
    assert reason == Runs.NOT_REPORTED(run=folder.run, problem=problem)


def test_an_attachment_outside_the_folder_is_not_looked_for(whole):
    folder, own = whole
    place = {"stage": "a", "item": "b", "result": "as expected", "comment": "", "reaction": []}
    body = {**place, "attachment": {"name": "x", "sha256": "../../../etc/hostname"}}
    write(folder, [*own[:-1], ("finding", body), own[-1]])
    problem = verify(folder.path).problems[0]
    assert problem.is_a(Evidence.LINE_INVALID)
    assert problem["why"].startswith("attachment.sha256")


def test_lines_too_deep_to_read_are_refused(whole):
    folder, _ = whole
    deep = b'{"seq":0,"prev":"' + GENESIS.encode() + b'","body":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    digest = hashlib.sha256(deep).hexdigest().encode()
    (folder.path / "ledger.jsonl").write_bytes(deep[:-1] + b',"hash":"' + digest + b'"}\n')
    problem = verify(folder.path).problems[0]
    assert (problem.is_a(Evidence.LINE_INVALID), problem["line"]) == (True, 1)
    assert len(read_everywhere(folder)) == 2


@pytest.mark.parametrize("plan", [{"id": 5}, {"id": ["x"]}, {"id": "\x1b[31mred"}, 7])
def test_one_bad_folder_does_not_keep_the_others_from_being_listed(whole, plan, tmp_path, capsys):
    folder, own = whole
    workspace = Workspace.init(tmp_path / "workspace")
    for name in ("bad", "good"):
        shutil.copytree(folder.path, workspace.path / "runs" / name)
    start = own[0][1]
    write(workspace.run("good"), [("start", {**start, "run": "good"}), *own[1:]])
    write(workspace.run("bad"), [("start", {**start, "run": "bad", "plan": plan}), *own[1:]])
    command_of(runs)(workspace=workspace.path, as_json=False)
    shown = capsys.readouterr().out
    assert "good" in shown
    assert "bad" in shown
    assert "\x1b[31m" not in shown
