"""A workspace with a finished run of a simulated generator, and a submission of the unit that it tested."""

import datetime as dt
import shutil

from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.history.run import RunHistory
from labharness.filings.entries.entry import Laboratory, Person, Role
from labharness.filings.entries.events import Product, Unit
from labharness.filings.entries.filing import Filing, SubmissionKind, SubmitterKind
from labharness.model.device import DeviceClass

PEOPLE = (("keeper", Role.ADMINISTRATOR), ("engineer-a", Role.ENGINEER), ("reviewer-b", Role.REVIEWER))
AUTHORIZER = ("head-c", Role.AUTHORIZER)


def file_generator(tested, place, people=PEOPLE):
    """Copy the workspace of a run named ``small``, and file a submission of its device."""
    workspace = Workspace(shutil.copytree(tested.path, place))
    device = RunHistory.of(workspace.run("small")).summary.identity
    today = dt.date(2026, 3, 1)
    with open_register(workspace) as register:
        for name, role in people:
            register.put("", Person(id=name, name=name.title(), roles=(role,)), "keeper", "The people.")
        register.put("", Laboratory(id="laboratory", name="A laboratory", address="Here"), "keeper", "It.")
        filing = Filing(
            id="sub-1",
            reference="SUB-1",
            type=SubmissionKind.PROTOTYPE,
            title="A generator",
            submitter="A manufacturer",
            submitter_kind=SubmitterKind.MANUFACTURER,
            license="F-1",
            received=today,
            games=("pai-gow-poker-645a",),
        )
        product = Product(
            id="one",
            manufacturer=device.manufacturer,
            model=device.model,
            device_class=DeviceClass.COMPUTERIZED_RNG,
        )
        unit = Unit(id="unit-1", product="one", serial=device.serial, received=today, condition="As new.")
        for entry in (filing, product, unit):
            register.put("sub-1", entry, "engineer-a", "As filed.")
    return workspace
