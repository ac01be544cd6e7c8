"""What commands say of runs that are at work, damaged, simulated or elsewhere."""

import json
from datetime import UTC, datetime

from labharness.app.reports.morning_report import gather_night
from labharness.app.workspace.register import open_queue
from labharness.model.reasons.night import Nights
from labharness.model.results import ExitCode
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from tests.support.runs import tiny_run, tiny_start, tiny_unit


def test_a_run_at_work_has_no_verdict_and_an_exit_code_of_its_own(cli, workspace):
    writer = tiny_start(workspace.path / "runs" / "now")
    tiny_unit(writer, 0)
    writer.barrier()
    code, out, _ = cli("show", "now", "--json", "--workspace", workspace.path)
    shown = json.loads(out)
    assert (code, shown["verdict"], shown["standing"]["phase"]) == (ExitCode.NO_VERDICT, None, "at_work")
    assert ExitCode.NO_VERDICT not in (0, 1, 2, ExitCode.ERROR)
    code, out, _ = cli("show", "now", "--workspace", workspace.path)
    assert (code, "At work" in out, "INCONCLUSIVE" in out) == (ExitCode.NO_VERDICT, True, False)
    listed = cli("runs", "--workspace", workspace.path)[1]
    assert ("At work" in listed, "INCONCLUSIVE" in listed) == (True, False)
    (row,) = json.loads(cli("runs", "--json", "--workspace", workspace.path)[1])
    assert (row["verdict"], row["standing"]["phase"]) == (None, "at_work")
    writer.close()
    code, out, _ = cli("show", "now", "--json", "--workspace", workspace.path)
    assert (code, json.loads(out)["standing"]["phase"]) == (ExitCode.NO_VERDICT, "interrupted")


def test_a_damaged_run_has_no_verdict_and_is_an_error(cli, workspace):
    run = tiny_run(workspace.path / "runs" / "night")
    (run.path / "game.toml").write_bytes(b"")
    code, out, _ = cli("show", "night", "--json", "--workspace", workspace.path)
    assert (code, json.loads(out)["verdict"], json.loads(out)["standing"]["phase"]) == (
        ExitCode.ERROR,
        None,
        "damaged",
    )


def test_a_simulated_run_says_so_beside_its_verdict(cli, demo_runs):
    workspace = demo_runs[0]
    rows = json.loads(cli("runs", "--json", "--workspace", workspace.path)[1])
    assert all("simulated" in row["standing"]["qualifiers"] for row in rows)
    for words in (("runs",), ("status",), ("morning",)):
        out = cli(*words, "--workspace", workspace.path)[1]
        assert out.count("PASS, simulated")
        assert out.count("PASS") == out.count("PASS, simulated")


def test_lists_name_the_computer_of_each_run_and_say_which_computers_they_leave_out(cli, workspace):
    tiny_run(workspace.path / "runs" / "night")
    actor = Actor("engineer", "x")
    with open_queue(workspace) as queue:
        benches = Benches(queue.database)
        benches.hold("west", "lab-2", 1, actor)
        benches.hold("east", "lab-3", 1, actor)
    status = json.loads(cli("status", "--json", "--workspace", workspace.path)[1])
    elsewhere = {
        each["parameters"]["computer"]: each["parameters"]["benches"] for each in status["not_covered"]
    }
    assert elsewhere == {"lab-2": ["west"], "lab-3": ["east"]}
    assert [each["computer"] for each in status["ended"]] == ["bench"]
    assert "lab-2" in cli("status", "--workspace", workspace.path)[1]
    now = datetime.now(UTC)
    night = gather_night(workspace, now.replace(hour=0, minute=0, second=0), now)
    assert [reason.is_a(Nights.RUNS_ELSEWHERE) for reason in night.elsewhere] == [True, True]
