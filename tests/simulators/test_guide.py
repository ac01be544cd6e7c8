"""The guide and the command name every machine and every fault."""

import re
from pathlib import Path

import pytest

from labharness.cli import main
from labharness.simulators.catalog import befallen, fault_classes, machine_classes

GUIDE = (Path(__file__).parents[2] / "docs" / "user-guide.md").read_text(encoding="utf-8")


def test_the_guide_names_every_machine_and_fault_and_which_only_people_see():
    for name in [*machine_classes(), *fault_classes()]:
        assert re.search(rf"`{name}\b", GUIDE), name
    for name in [name for name, machine in machine_classes().items() if not machine.KINDS]:
        assert f"`{name}` †" in GUIDE, name
    for name in fault_classes():
        assert befallen(name), name


def test_the_command_lists_them_all(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "list"])
    assert not ended.value.code
    out = capsys.readouterr().out
    assert all(name in out for name in (*machine_classes(), *fault_classes()))
