"""Every plan that comes with the product, each read once in a process; nothing of it is imported to list tests."""

from functools import cache


@cache
def catalog():
    from labharness.app.plug_ins.discovery import discover

    return discover()


@cache
def read_plan(name):
    from labharness.app.services import load_plan

    return load_plan(name, catalog())


def every_plan():
    """Return all plans by id: those with a file of their own, and those of a game and a device class."""
    from labharness.plans.composed import composable
    from labharness.plans.files import packaged

    return {name: read_plan(name) for name in {**packaged(), **composable()}}
