"""Evidence in the laboratory's store: copied once a run has ended, read back, fetched by another bench."""

import errno
import hashlib
import json
import os
import shutil
import sys
import threading
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from labharness.app.overview.overview import Overviews
from labharness.app.shared_store import copying, media
from labharness.app.shared_store.copying import copy, open_store, waiting
from labharness.app.shared_store.store import (
    FILE,
    MANIFESTS,
    RUNS,
    Receipts,
    Store,
    StoredRun,
    check,
    fetch,
    medium_of,
)
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, StorageError
from labharness.evidence.verify import verify
from labharness.model.reasons.database import Stores
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Qualifier
from tests.app.shared_store.conftest import named
from tests.support.interruptions import AtStep, at_every_step, full, images
from tests.support.runs import tiny_run, tiny_start, tiny_unit

RELEASED = Path(__file__).parents[2] / "released" / "0.1.0"


def files(path):
    there = (file for file in sorted(path.rglob("*")) if file.is_file())
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in there}


def stored(space, name):
    return space.path.parent / "store" / RUNS / name


def kept(bench):
    """Copy a run of a bench to the store, and return its name there."""
    run = tiny_run(bench.path / "runs" / "night")
    assert [done.reasons for done in copy(bench)] == [()]
    return f"night-{verify(run.path).head}"


def test_a_run_is_copied_once_and_fetched_by_another_bench(benches):
    each, two = benches
    run = tiny_run(each.path / "runs" / "night", 3)
    before = files(run.path)
    assert [wait.run for wait in waiting(each)] == ["night"]
    assert [done.reasons for done in copy(each)] == [()]
    assert files(run.path) == before, "the local copy stays as it is"
    assert not waiting(each)
    assert not copy(each)
    head = verify(run.path).head
    assert open_store(two).arrived() == (("night", head),)
    for wanted in ("night", head[:16]):
        result = fetch(two, open_store(two), wanted)
        assert verify(result.path, head).clean
        assert files(result.path) == {name: content for name, content in before.items() if name != "lock"}
    assert waiting(two) == (), "what was fetched has arrived already"
    assert not check(two, open_store(two), "night", head)


def test_a_copy_that_was_interrupted_is_taken_up_again(benches, monkeypatch):
    bench = benches[0]
    tiny_run(bench.path / "runs" / "night", 3)
    kind, sent = type(medium_of(read_settings(bench))), []
    original = kind.put

    def put(self, name, source):
        if len(sent) == 3:
            sent.append("")
            raise KeyboardInterrupt
        sent.append(name)
        original(self, name, source)

    monkeypatch.setattr(kind, "put", put)
    with pytest.raises(KeyboardInterrupt):
        copy(bench)
    assert not open_store(bench).arrived(), "a run without its list has not arrived"
    assert [wait.run for wait in waiting(bench)] == ["night"]
    assert [done.reasons for done in copy(bench)] == [()]
    assert len(set(sent)) == len(sent) > 5, "what had arrived is read, not sent again"


def test_another_object_is_never_overwritten(benches):
    bench = benches[0]
    run = tiny_run(bench.path / "runs" / "night")
    medium, head = open_store(bench).medium, verify(run.path).head
    other = bench.path / "other"
    other.write_bytes(b"another ledger")
    name = f"{RUNS}/night-{head}/ledger.jsonl"
    medium.put(name, other)
    (done,) = copy(bench)
    assert done.reasons == (Stores.OTHER_OBJECT(store=medium.shown, file=name),)
    assert b"".join(medium.pieces(name)) == b"another ledger"
    with pytest.raises(FileExistsError):
        medium.put(name, run.path / "ledger.jsonl")
    (wait,) = waiting(bench)
    assert wait.reasons[0]["why"] == done.reasons
    assert not open_store(bench).arrived()


def test_a_run_that_is_found_damaged_in_the_store_waits_again(folders):
    folder = folders[0]
    place = stored(folder, kept(folder)) / "plan.toml"
    genuine = place.read_bytes()
    place.write_bytes(genuine + b"#")
    assert copy(folder, ["night"])[0].reasons[0].is_a(Stores.OTHER_OBJECT)
    (wait,) = waiting(folder)
    assert wait.reasons[0]["why"][0].is_a(Stores.OTHER_OBJECT), "it was called copied"
    place.write_bytes(genuine)
    assert not copy(folder)[0].reasons
    assert not waiting(folder)


def test_runs_of_one_name_lie_side_by_side(folders, refusal):
    each, two = folders
    tiny_run(each.path / "runs" / "night", 2)
    tiny_run(two.path / "runs" / "night", 3)
    assert not copy(each)[0].reasons
    assert not copy(two)[0].reasons
    store = open_store(each)
    heads = {head for _, head in store.arrived()}
    assert len(heads) == 2
    assert refusal(fetch, each, store, "night").is_a(Stores.AMBIGUOUS)
    mine = verify(each.path / "runs" / "night").head
    (other,) = heads - {mine}
    assert fetch(each, store, mine).path == each.path / "runs" / "night"
    assert refusal(fetch, each, store, other) == Stores.RUN_DIFFERS(run="night", here=mine, there=other)
    assert refusal(fetch, each, store, "morning") == Stores.UNKNOWN(store=store.medium.shown, run="morning")


def test_only_ended_and_undamaged_runs_are_copied(folders):
    folder = folders[0]
    with_gap = tiny_start(folder.path / "runs" / "open")
    tiny_unit(with_gap, 0)
    with_gap.close()
    damaged = tiny_run(folder.path / "runs" / "damaged")
    segment = next(damaged.raw.iterdir())
    *kept, last = segment.read_bytes()
    segment.write_bytes(bytes([*kept, last ^ 1]))
    assert [wait.run for wait in waiting(folder)] == ["damaged"]
    (done,) = copy(folder)
    assert done.reasons[0].is_a(Stores.NOT_VERIFIED)
    assert copy(folder, ["open"])[0].reasons == (Stores.NOT_ENDED(run="open"),)
    assert not open_store(folder).arrived()
    assert [type(wait.reasons[0]["utc"]) for wait in waiting(folder)] == [str]


@pytest.mark.parametrize("name", ["ledger.jsonl", "plan.toml", "raw"])
def test_what_was_altered_in_the_store_is_never_used(folders, name, refusal):
    each, two = folders
    place = stored(each, key := kept(each)) / name
    place = next(place.iterdir()) if place.is_dir() else place
    place.write_bytes(place.read_bytes()[:-2] + b"x\n")
    store = open_store(two)
    assert refusal(fetch, two, store, "night").is_a(Evidence.ALTERED)
    assert check(two, store, *key.split("-"))[0].is_a(Evidence.ALTERED)
    place.unlink()
    assert refusal(fetch, two, store, "night").is_a(Stores.MISSING)
    assert not list((two.path / "runs").iterdir()), "nothing is left of what was refused"


def test_a_forged_run_with_a_list_that_fits_is_never_used(folders, refusal):
    entry, two = folders
    key = kept(entry)
    ledger = stored(entry, key) / "ledger.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(lines[:-1]))  # the chain holds, the end is gone
    manifest = entry.path.parent / "store" / MANIFESTS / f"{key}.json"
    values = json.loads(manifest.read_bytes())
    for each in values["files"]:
        if each["name"] == "ledger.jsonl":
            each |= {"size": ledger.stat().st_size, "sha256": hashlib.sha256(ledger.read_bytes()).hexdigest()}
    manifest.write_text(json.dumps(values), "utf-8")
    assert refusal(fetch, two, open_store(two), "night").is_a(Stores.NOT_VERIFIED)


@pytest.mark.parametrize("wrong", ["moment", "folder"])
def test_a_list_that_cannot_be_shown_is_named_and_the_others_are_listed(folders, cli, wrong):
    folder = folders[0]
    for name in ("day", "night"):
        tiny_run(folder.path / "runs" / name)
    copy(folder)
    (day, *_) = sorted((folder.path.parent / "store" / MANIFESTS).iterdir())
    if wrong == "moment":
        day.write_text(json.dumps(json.loads(day.read_bytes()) | {"ended": "yesterday"}), "utf-8")
    else:
        day.unlink()
        day.mkdir()
    code, text, _ = cli("store", "list", "--workspace", folder.path)
    assert (code, "night" in text, day.name in text) == (3, True, True)


def test_the_list_of_a_store_says_whether_a_device_was_simulated(folders, cli, rng_run):
    bench = folders[0]
    shutil.copytree(rng_run[1].path, bench.path / "runs" / rng_run[1].run)
    copy(bench)
    assert "PASS, simulated" in cli("store", "list", "--workspace", bench.path)[1]
    (row,) = cli.json("store", "list", "--workspace", bench.path)[1]["runs"]
    assert row["standing"] == {"phase": "ended", "verdict": "PASS", "qualifiers": ["simulated"]}


@pytest.mark.parametrize("earlier", [False, True], ids=["this version", "earlier version"])
def test_the_list_of_a_store_says_under_which_law_a_run_was_made(folders, rng_run, earlier):
    """A list of an earlier version does not state it; the store then reads the run's game file."""
    folder = folders[0]
    shutil.copytree(rng_run[1].path, folder.path / "runs" / rng_run[1].run)
    copy(folder)
    store = open_store(folder)
    (key,) = store.arrived()
    assert Qualifier.RESCINDED_LAW not in store.run(*key).standing.qualifiers
    (day,) = (folder.path.parent / "store" / MANIFESTS).iterdir()
    stated = json.loads(day.read_bytes())
    if earlier:
        del stated["rescinded_law"]
        game = folder.path.parent / "store" / RUNS / f"{key[0]}-{key[1]}" / "game.toml"
        game.chmod(0o644)
        game.write_text('standing = { kind = "temporary", rescinded_by = "46 Pa.B. 5540" }\n', "utf-8")
    else:
        stated["rescinded_law"] = True
    day.chmod(0o644)
    day.write_text(json.dumps(stated), "utf-8")
    assert Qualifier.RESCINDED_LAW in store.run(*key).standing.qualifiers


def test_a_list_of_an_earlier_version_does_not_state_the_device():
    earlier = StoredRun(run="rng", head="0" * 64, records=1, verdict="PASS", ending="COMPLETE", files=())
    assert earlier.standing.qualifiers == (Qualifier.ORIGIN_UNKNOWN,)


def test_a_full_drive_keeps_nothing_of_an_attempt(tmp_path, monkeypatch, refusal):
    (tmp_path / "source").write_bytes(b"evidence")

    def full(content, file, piece):
        file.write(content.read(4))
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(media.shutil, "copyfileobj", full)
    for _ in range(2):
        put = media.Folder(tmp_path / "store").put
        assert refusal(put, "runs/x", tmp_path / "source").is_a(Stores.UNREACHABLE)
    assert not list((tmp_path / "store" / "runs").iterdir())


def test_a_list_never_leads_outside_its_folder(folders, refusal):
    each, two = folders
    key = kept(each)
    manifest = each.path.parent / "store" / MANIFESTS / f"{key}.json"
    values = json.loads(manifest.read_bytes())
    for name in ("../../escaped", "/escaped", "raw/../../../escaped", "a\\b"):
        values["files"][0]["name"] = name
        manifest.write_text(json.dumps(values), "utf-8")
        assert refusal(fetch, two, open_store(two), "night").is_a(Stores.MANIFEST_UNREADABLE), name


def test_an_empty_folder_where_the_store_should_be_mounted_is_no_store(folders):
    folder = folders[0]
    tiny_run(folder.path / "runs" / "night")
    shutil.move(folder.path.parent / "store", folder.path.parent / "elsewhere")
    (folder.path.parent / "store").mkdir()
    with pytest.raises(StorageError) as refused:
        copy(folder)
    assert refused.value.reasons[0].is_a(Stores.NOT_A_STORE)
    assert [each.code for each in Overviews(folder).look().matters].count("attention.not_copied") == 1
    (wait,) = waiting(folder)
    assert wait.reasons[0]["why"] == refused.value.reasons
    assert not list((folder.path.parent / "store").iterdir())
    (folder.path.parent / "store").rmdir()
    shutil.move(folder.path.parent / "elsewhere", folder.path.parent / "store")
    assert not copy(folder)[0].reasons
    assert not waiting(folder)


def test_receipts_of_another_store_count_for_nothing(folders, tmp_path):
    folder = folders[0]
    kept(folder)
    Store.make(medium_of(read_settings(named(folder, tmp_path / "second"))))
    assert [wait.run for wait in waiting(folder)] == ["night"]
    named(folder, tmp_path / "store")
    shutil.rmtree(tmp_path / "store")
    Store.make(medium_of(read_settings(folder)))
    assert not copy(folder), "a receipt names the store, which is asked only when something waits"
    tiny_run(folder.path / "runs" / "next")
    copy(folder)
    assert [run.run for run in copy(folder)] == ["night"], "the new store knows nothing of the run"
    (folder.path / FILE).write_bytes(b"\xff no receipts")
    assert len(waiting(folder)) == 2
    assert [done.reasons for done in copy(folder)] == [(), ()]


def test_a_store_is_named_without_secrets_and_a_bucket_needs_its_library(workspace, monkeypatch, refusal):
    for place, endpoint, code in (
        ("", "", Stores.NOT_SET),
        ("evidence", "", Stores.URL_UNSUPPORTED),
        ("ftp://server/evidence", "", Stores.URL_UNSUPPORTED),
        ("s3://user:hunter2@bucket", "", Stores.SECRET_IN_URL),
        ("s3://bucket/x?secret=hunter2", "", Stores.SECRET_IN_URL),
        ("s3://bucket", "https://user:hunter2@server", Stores.SECRET_IN_URL),
    ):
        reason = refusal(open_store, named(workspace, place, endpoint))
        assert (reason.is_a(code), "hunter2" in str(reason)) == (True, False)
    monkeypatch.setitem(sys.modules, "s3fs", None)
    assert refusal(open_store, named(workspace, "s3://bucket/x")) == Stores.LIBRARY()


def test_a_store_is_made_only_where_nothing_is(tmp_path, refusal):
    place = tmp_path / "store"
    place.mkdir()
    (place / "thesis.txt").write_text("x", "utf-8")
    assert refusal(Store.make, media.Folder(place)).is_a(Stores.NOT_EMPTY)
    (place / "thesis.txt").unlink()
    assert Store.make(media.Folder(place)).id == Store.make(media.Folder(place)).id


def test_a_server_that_is_gone_is_named_without_what_its_url_hides(
    object_server, tmp_path, monkeypatch, refusal
):
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://user:hunter2@127.0.0.1:9")
    space = named(Workspace.init(tmp_path / "w"), "s3://bucket/x")
    tiny_run(space.path / "runs" / "night")
    reason = refusal(copy, space)
    assert reason.is_a(Stores.UNREACHABLE)
    assert "hunter2" not in f"{reason}{(space.path / FILE).read_text('utf-8')}"
    assert waiting(space)[0].reasons[0]["why"] == (reason,)


def test_what_a_killed_copy_left_is_removed_a_day_later_and_never_written_to(tmp_path):
    folder, source = media.Folder(tmp_path / "store"), tmp_path / "source"
    source.write_bytes(b"evidence")
    folder.put("a/one", source)
    place = tmp_path / "store" / "a"
    for name in ("one", "two"):
        (place / f".{name}.0123{media.DRAFT}").hardlink_to(place / "one")  # killed between two names
    with pytest.raises(FileExistsError):
        folder.put("a/one", tmp_path / "store" / "a" / "one")
    assert b"".join(folder.pieces("a/one")) == b"evidence"
    assert folder.names("a") == ["one"]
    os.utime(place / "one", (0, 0))  # of all three names
    folder.put("a/two", source)
    with pytest.raises(FileExistsError):
        folder.put("a/one", source)
    assert sorted(each.name for each in place.iterdir()) == ["one", "two"]


def test_what_a_killed_fetch_left_is_removed_a_day_later(folders):
    each, two = folders
    kept(each)
    old, new = (two.path / "runs" / f".fetching-{name}" for name in ("old", "new"))
    for place in (old, new):
        (place / "night").mkdir(parents=True)
    past = time.time() - media.DRAFT_S - 60
    os.utime(old, (past, past))
    fetch(two, open_store(two), "night")
    assert (old.exists(), new.exists()) == (False, True), "another fetch may be at work"


def test_writers_that_meet_leave_one_whole_object(tmp_path):
    folder, taken = media.Folder(tmp_path / "store"), []
    sources = [tmp_path / f"source-{number}" for number in range(8)]
    for number, source in enumerate(sources):
        source.write_bytes(bytes([number]) * 300_000)

    def put(source):
        try:
            folder.put("a/one", source)
        except FileExistsError:
            taken.append(source)

    threads = [threading.Thread(target=put, args=(source,)) for source in sources]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    result = b"".join(folder.pieces("a/one"))
    assert len(taken) == 7
    assert result in [source.read_bytes() for source in sources if source not in taken]
    assert folder.names("a") == ["one"]


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of POSIX")
def test_neither_links_nor_pipes_of_a_store_are_read(folders, tmp_path, refusal):
    each, two = folders
    plan = stored(each, kept(each)) / "plan.toml"
    shutil.move(plan, tmp_path / "elsewhere")
    plan.symlink_to(tmp_path / "elsewhere")
    assert refusal(fetch, two, open_store(two), "night").is_a(Evidence.NOT_A_FILE)
    plan.unlink()
    os.mkfifo(plan)
    assert refusal(fetch, two, open_store(two), "night").is_a(Evidence.NOT_A_FILE)
    (each.path / FILE).unlink()
    assert copy(each)[0].reasons[0].is_a(Evidence.NOT_A_FILE)


def test_a_ledger_that_names_a_file_outside_its_folder_sends_nothing(folders, monkeypatch):
    each = folders[0]
    tiny_run(each.path / "runs" / "night")
    examined = copying.examine

    def with_a_file_outside(folder):
        result = examined(folder)
        result.frozen["../../../etc/passwd"] = "0" * 64
        return result

    monkeypatch.setattr(copying, "examine", with_a_file_outside)
    assert copy(each)[0].reasons[0].is_a(Stores.NOT_VERIFIED)
    (only,) = (each.path.parent / "store").iterdir()
    assert only.name == "labharness-store.json"


def test_a_run_of_another_bench_is_repeated_from_its_bytes(folders, cli):
    each, two = folders
    shutil.copytree(RELEASED / "shoe", each.path / "runs" / "shoe")
    assert not copy(each)[0].reasons
    assert cli("store", "fetch", "shoe", "--workspace", two.path)[0] == 0
    assert cli("show", "shoe", "--json", "--workspace", two.path)[0] in (0, 1, 2)
    code, text, _ = cli("reverify", "shoe", "--json", "--workspace", two.path)
    assert (code, json.loads(text)["same"]) == (0, True)


def tasks(cli, space):
    listed = cli.json("morning", "--workspace", space.path)[1]["tasks"]
    return {(task["need"], task["run"]) for task in listed}


def test_the_commands(folders, cli):
    each, two = folders
    tiny_run(each.path / "runs" / "night")
    assert "to be copied" in cli("store", "list", "--workspace", each.path)[1]
    assert ("uncopied", "night") in tasks(cli, each)
    code, text, _ = cli("store", "copy", "--workspace", each.path)
    assert (code, text) == (0, "night: copied and verified\n")
    assert "All runs" in cli("store", "copy", "--workspace", each.path)[1]
    assert ("uncopied", "night") not in tasks(cli, each)
    (row,) = cli.json("store", "list", "--workspace", two.path)[1]["runs"]
    assert row["standing"]["qualifiers"] == []
    head = verify(each.path / "runs" / "night").head
    assert (row["run"], row["head"], row["verdict"], row["host"]) == ("night", head, "PASS", "bench")
    assert cli("store", "fetch", head[:20], "--workspace", two.path)[0] == 0
    assert cli.json("runs", "--workspace", two.path)[1][0]["head"] == head
    assert cli("verify", "night", "--head", head, "--workspace", two.path)[0] == 0
    assert cli("store", "verify", "--workspace", two.path)[0] == 0
    (stored(each, f"night-{head}") / "game.toml").write_bytes(b"")
    code, text, _ = cli("store", "verify", "--json", "--workspace", two.path)
    assert (code, json.loads(text)[0]["problems"][0]["code"]) == (3, "evidence.altered")
    assert cli("store", "init", "--workspace", two.path)[0] == 0


RUN = "night"


def placed(bench, was):
    """A copy of bench and store, whose settings and receipts name the store beside it."""
    receipts = bench / "one" / FILE
    if receipts.exists():
        receipts.write_text(receipts.read_text("utf-8").replace(str(was), str(bench)), "utf-8")
    return named(Workspace(bench / "one"), bench / "store")


def is_sound(space):
    """Whether what the store lists verifies, the receipts promise no more, and the next copy brings the rest."""
    store = open_store(space)
    arrived = store.arrived()
    for name, head in arrived:
        assert check(space, store, name, head) == ()
    receipts = Receipts.of(space, read_settings(space))
    assert set(receipts.arrived) <= {f"{name}-{head}" for name, head in arrived}
    assert all(each.reasons == () for each in copy(space))
    assert waiting(space) == ()
    assert [name for name, _ in store.arrived()] == [RUN]
    return True


def test_a_kill_or_a_full_disk_at_any_step_of_a_copy(folders, tmp_path):
    folder = folders[0]
    run = tiny_run(folder.path / "runs" / RUN)
    before = shutil.copytree(tmp_path, tmp_path.parent / f"{tmp_path.name}-before")
    into = tmp_path.parent / f"{tmp_path.name}-images"
    left = images(tmp_path, into, lambda: copy(folder))
    assert len(left) > 15
    for image in left:
        assert is_sound(placed(image, tmp_path))
    for number in count():
        where = shutil.copytree(before, into / "full" / str(number))
        space, step = placed(where, tmp_path), AtStep(number, full)
        with at_every_step(where, step), suppress(LabharnessError):
            copy(space)
        assert is_sound(space)
        if not step.reached:
            break
    assert number > 15
    assert fetch(placed(left[-1], tmp_path), open_store(folder), RUN).run == run.run
    assert verify(run.path).clean
