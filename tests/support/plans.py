"""Every plan that comes with the product, each read once in a process."""

from functools import cache

from labharness.app.plug_ins.discovery import discover
from labharness.app.services import load_plan
from labharness.plans.composed import composable
from labharness.plans.files import packaged


@cache
def catalog():
    return discover()


@cache
def read_plan(name):
    return load_plan(name, catalog())


def every_plan():
    """Return all plans by id: those with a file of their own, and those of a game and a device class."""
    return {name: read_plan(name) for name in {**packaged(), **composable()}}
