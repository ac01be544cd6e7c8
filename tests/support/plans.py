"""Every plan that comes with the product, each read once in a process; nothing of it is imported to list tests."""

from functools import cache


@cache
def catalog():
    from labharness.app.plug_ins.discovery import discover

    return discover()


@cache
def read_plan(name):
    from labharness.app.runs.services import load_plan

    return load_plan(name, catalog())


def every_plan():
    """Return all plans by id: those with a file of their own, and those of a game and a device class."""
    from labharness.plans.coverage import packaged
    from labharness.plans.frozen import composable

    return {name: read_plan(name) for name in {**packaged(), **composable()}}


def written_plan(plan_id, *stages, device_class="computerized_rng", game="pai-gow-poker-645a", more=""):
    """Return the text of a small plan: ``more`` stands before the stages, each stage or check is its lines."""
    return "\n".join(
        (
            "schema = 1",
            f'id = "{plan_id}"',
            "version = 1",
            'title = "A small plan"',
            'purpose = "For a test."',
            f'device_class = "{device_class}"',
            'sample_size_reason = "Enough for the test."',
            more,
            f'[game]\nid = "{game}"',
            *stages,
            "",
        )
    )


def stage(kind, name, *lines):
    """Return the lines of a stage."""
    return "\n".join(("[[stages]]", f'kind = "{kind}"', f'name = "{name}"', *lines))


def check(name, of, *lines):
    """Return the lines of a check named after itself."""
    return "\n".join(
        ("[[checks]]", f'id = "{name.replace("_", "-")}"', f'check = "{name}"', f'stage = "{of}"', *lines)
    )


def byte_stage(units, batch, *lines):
    """Return the lines of a stage that reads raw bytes."""
    return stage("acquire", "noise", 'observes = "bytes"', f"units = {units}", f"batch = {batch}", *lines)


HEALTH = '[stages.health]\nmin_entropy = 7.5\nsource = "data sheet"\n'
"""What follows a stage of bytes whose source states its entropy."""
