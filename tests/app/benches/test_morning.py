"""The morning of a workspace with a queue."""

import json

from labharness.app.benches.queue_access import open_queue
from labharness.app.workspace import Workspace
from labharness.model.reasons.night import Nights
from labharness.nights.items import Closing, Item
from labharness.nights.store.audit import Actor
from labharness.nights.store.benches import Benches


def test_the_queue_of_a_workspace_stands_in_its_morning(cli, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    assert json.loads(cli("morning", "--json", "--workspace", space.path)[1])["tasks"] == []
    with open_queue(space) as queue:
        actor = Actor("engineer", "x")
        queue.add([Item(id="n", bench="1", device="d", order={})], actor)
        benches = Benches(queue.database)
        fence = benches.hold("1", "desk", 1, actor)
        benches.take("1", fence, actor, "9999")
        benches.end("1", fence, actor, "n", Closing.NOT_RUN, Nights.CLOCK_UNSYNCHRONIZED(), None)
    (task,) = json.loads(cli("morning", "--json", "--workspace", space.path)[1])["tasks"]
    assert (task["need"], task["run"]) == ("not_run", "n")
    assert "clock of this computer" in cli("morning", "--workspace", space.path)[1]
