"""A whole run and a whole file give the same to the last bit, whoever counts and judges them, and whoever is killed."""

from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest

import test_plans
from labharness.analysis.sampling.files import stretches
from labharness.analysis.sampling.files.source import Observes
from labharness.app.runs.evaluating import evaluate_run
from labharness.app.runs.file_analysis import FileOrder, analyze
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.body import dump
from labharness.model.reasons.conduct import Doing
from labharness.runner import cutting

JUDGES_ANEW = True

pytestmark = pytest.mark.long

RUN = Path(__file__).parent.parent / "released" / "0.1.0" / "rng"


class Killer:
    """Ends the processes that count, once at each step that is named."""

    def __init__(self, *steps):
        self.left, self.killed = list(steps), []

    def __call__(self, step):
        for wanted in [each for each in self.left if step.is_a(each)]:
            self.left.remove(wanted)
            for process in active_children():
                process.kill()
                self.killed.append(wanted)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    """A short sample has as many parts as a long one."""
    monkeypatch.setattr(stretches, "SMALLEST", 2048)
    monkeypatch.setattr(stretches, "LARGEST", 8192)
    monkeypatch.setattr(cutting, "SMALLEST", 512)
    monkeypatch.setattr(cutting, "LARGEST", 2048)


def evaluated(workers, on_step=lambda _: None):
    return dump(evaluate_run(RunFolder.open(RUN), workers, on_step=on_step))


def test_a_run():
    killer = Killer(Doing.COUNTING, Doing.JUDGING)
    alone = evaluated(1)
    assert evaluated(4) == alone
    assert evaluated(2, killer) == alone
    assert killer.killed == [Doing.COUNTING, Doing.JUDGING], "each time a new process went on"
    assert not active_children()


def test_a_file(tmp_path, whole_searches):
    """Of the search of known generators, which takes long, for 2 declared seconds: in another process nothing shortens it."""
    suite = tmp_path / "suite.toml"
    packaged = (Path(test_plans.__file__).parent / "suites" / "outcomes.toml").read_text("utf-8")
    suite.write_text(packaged.replace("{ budget = 40 }", "{ budget = 2 }"), "utf-8")
    path = tmp_path / "sent.txt"
    values = np.random.default_rng(461).integers(10, 60, 30_000)
    path.write_text("low: 10\nhigh: 59\n" + "\n".join(map(str, values)), "ascii")
    killer = Killer("counting")

    def analyzed(workers, on_read=lambda *_: None):
        order = FileOrder(str(path), Observes.OUTCOMES, str(suite), workers=workers)
        return dump(analyze(order, on_read))

    def read(done, size):
        if done > size // 2:
            killer("counting")

    alone = analyzed(1)
    assert analyzed(4) == alone
    assert analyzed(2, read) == alone
    assert killer.killed == ["counting"]
    assert not active_children()
