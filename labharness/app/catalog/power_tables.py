"""Tables of power computed for a plan, kept beside it, and in the user's cache for every workspace."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from labharness.analysis.power import QUICK, SEED
from labharness.analysis.power.defects.named import Defect, usual_defects
from labharness.analysis.power.detection import powers
from labharness.analysis.power.power_table import (
    FOLDER,
    PowerTable,
    dump_table,
    file_name,
    find_table,
    power_table,
)
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.sample import population_of
from labharness.app.catalog import odds_cache
from labharness.app.versions import versions
from labharness.evidence.durable import Writing
from labharness.model.observations import Kind
from labharness.plans.composed import find_composed
from labharness.plans.frozen import FrozenPlan


def usual(frozen: FrozenPlan) -> tuple[Defect, ...]:
    """Return the defects that a plan's table names; none where the plan draws no sample."""
    kinds = frozenset(stage.observes for stage in frozen.plan.acquisitions)
    alike = frozen.cards is not None and not frozen.cards.distinct and not frozen.plan.game.marked
    return usual_defects(kinds, unmarked=alike and Kind.SHUFFLE in kinds) if kinds else ()


def computed(
    frozen: FrozenPlan,
    catalog: Catalog,
    defects: Sequence[Defect],
    replicates: int = QUICK,
    seed: int = SEED,
    *,
    workers: int = 1,
    on_done: Callable[[str, int], None] = lambda _name, _done: None,
) -> PowerTable:
    """Return what a plan would do with devices of some defects; parameters as those of ``powers``."""
    rows = list(powers(frozen, catalog, defects, replicates, seed, workers=workers, on_done=on_done))
    known = versions()
    return power_table(
        frozen,
        catalog,
        rows,
        {name: known[name] for name in ("labharness", "python", "numpy", "scipy")},
    )


def cache() -> Path | None:
    """Return the folder of tables in the user's cache, None where there is no home."""
    place = odds_cache.folder()
    return None if place is None else place / FOLDER


def known_table(frozen: FrozenPlan, catalog: Catalog, folder: Path | None = None) -> bytes | None:
    """Return the table that fits a plan: a workspace's, the packaged one, or one that the user computed before."""
    content = find_table(frozen, catalog, folder)
    return content if content is not None else find_table(frozen, catalog, cache())


def table_for_run(
    frozen: FrozenPlan,
    catalog: Catalog,
    folder: Path,
    replicates: int = QUICK,
    on_step: Callable[[str], None] = lambda _: None,
) -> bytes | None:
    """Return the table that a run's folder is to hold; a plan of the catalog has one always.

    Parameters
    ----------
    folder
        Of the workspace's tables.

    Notes
    -----
    The tables of all plans that ``labharness plans list`` names come with the product.  That of such a plan for
    other decks is computed before its first run: it takes up to two minutes of processor time.
    """
    known = known_table(frozen, catalog, folder)
    if known is not None or not simulated(frozen) or find_composed(frozen.plan.id) is None:
        return known
    on_step("computing the power table")
    table = computed(frozen, catalog, usual(frozen), replicates, workers=os.cpu_count() or 1)
    content = dump_table(table)
    remember(content, file_name(frozen))
    return content


def simulated(frozen: FrozenPlan) -> bool:
    """Whether the samples of a plan can be simulated: the two sides of a double shoe cannot be."""
    stages = frozen.plan.acquisitions
    return bool(stages) and not any(population_of(frozen, stage).determinant for stage in stages)


def keep(table: PowerTable, frozen: FrozenPlan, folder: Path) -> Path:
    """Write a table into a folder, and into the user's cache.

    Raises
    ------
    StorageError
        If the folder cannot be written; a cache that cannot is no error.
    """
    content, name = dump_table(table), file_name(frozen)
    remember(content, name)
    with Writing(folder / name):
        return _written(folder / name, content)


def remember(content: bytes, name: str) -> None:
    """Write a table into the user's cache, from where runs of the plan by its name take it."""
    place = cache()
    if place is not None:
        with suppress(OSError):
            _written(place / name, content)


def _written(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    draft.write_bytes(content)
    draft.replace(path)
    return path
