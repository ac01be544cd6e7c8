import os
import sys

import pytest

from labharness.analysis.sampling.processes import MOST, pool, useful
from labharness.errors import LabharnessError
from labharness.model.reasons.wire import Simulations, Task


def test_windows_can_wait_for_so_many_and_an_ended_process_says_what_to_do(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert (useful(4), useful(62), useful(1000)) == (4, MOST, MOST)
    monkeypatch.setattr(sys, "platform", "linux")
    assert useful(62) == 62
    with pytest.raises(LabharnessError) as refused, pool(1, Task.COUNTING) as processes:
        processes.submit(os._exit, 1).result()
    assert refused.value.reasons == (Simulations.PROCESS_ENDED(task=Task.COUNTING),)
