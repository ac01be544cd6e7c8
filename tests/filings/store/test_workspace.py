"""A workspace whose register is in PostgreSQL."""

import json

from labharness.app.register import BUILT, issued, open_register, record, verify_register
from labharness.app.workspace import MARKER, Workspace


def test_two_workspaces_share_a_server(postgres, tmp_path):
    url = postgres()
    spaces = [Workspace.init(tmp_path / name) for name in ("one", "two")]
    for one in spaces:
        with (one.path / MARKER).open("a", encoding="utf-8") as settings:
            settings.write(f"register = {json.dumps(url)}\n")
        record(one, BUILT, {"run": one.path.name}, "Asked for.")
    assert [[body["run"] for body in issued(one)] for one in spaces] == [["one"], ["two"]]
    with open_register(spaces[0]) as register:
        assert [one.after["run"] for one in register.changes()] == ["one", "two"]
    changes, _, problems = verify_register(spaces[1])
    assert (changes, problems) == (2, ())
    assert not list(tmp_path.rglob("register.db"))
