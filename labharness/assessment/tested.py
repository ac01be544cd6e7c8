"""Units, games and versions that no run tested, or that only runs with replaced software tested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from labharness.assessment.dossier import Dossier, Group, SoftwareStanding, tested_games
from labharness.assessment.sameness import is_same, reads_the_same
from labharness.filings.entries.items import Component, Product, Unit
from labharness.model.reasons.conclusion import Conclusions
from labharness.reason import Reason


def untested(dossier: Dossier) -> Iterator[Reason]:
    """Yield the units and versions that no run of the submitted software tested, and the games for which none did."""
    submission = dossier.submission
    for unit in submission.of(Unit):
        if unit.use == "tested":
            product = submission.named(Product, unit.product)
            model = product.model if product else unit.product
            current, replaced = _split(dossier, lambda group, unit=unit: _is(dossier.unit(group), unit))  # type: ignore[misc]
            if not current and replaced:
                yield Conclusions.UNIT_REPLACED(serial=unit.serial, model=model, runs=_runs(replaced))
            elif not current:
                yield Conclusions.UNIT_UNTESTED(serial=unit.serial, model=model)
    for product in submission.of(Product):
        current, replaced = _split(
            dossier,
            lambda group, product=product: _is(dossier.product(group), product),  # type: ignore[misc]
        )
        yield from _games(dossier, product, current, replaced)
        yield from _versions(dossier, product, current, replaced)


def unnamed(dossier: Dossier) -> Iterator[Reason]:
    """Yield submitted software that nothing shows to have been in a device that was tested as submitted."""
    for component in dossier.submission.of(Component):
        own = [
            group
            for group in dossier.groups
            if (product := dossier.product(group)) is not None and product.id == component.product
        ]
        if not component.submitted or not any(group.software for group in own):
            continue
        showing = [group for group in own if _shows(dossier, group, component)]
        if not showing:
            yield Conclusions.COMPONENT_UNNAMED(component=component.name, version=component.version)
        elif all(dossier.standing(group) is SoftwareStanding.REPLACED for group in showing):
            yield Conclusions.COMPONENT_REPLACED(
                component=component.name, version=component.version, runs=_runs(showing)
            )


def _shows(dossier: Dossier, group: Group, component: Component) -> bool:
    """Whether a group's device names a component, or its unit holds it by the submission."""
    unit = dossier.unit(group)
    named = any(component.digest.casefold() == part.digest.casefold() for part in group.software)
    return named or (unit is not None and component.id in unit.holds)


def _games(
    dossier: Dossier, product: Product, current: list[Group], replaced: list[Group]
) -> Iterator[Reason]:
    for game in product.games or dossier.submission.filing.games:
        asked = (game, product.device_class.value)
        if asked in tested_games(current):
            continue
        before = [group for group in replaced if asked in tested_games([group])]
        if before:
            yield Conclusions.GAME_REPLACED(product=product.model, game=game, runs=_runs(before))
        else:
            yield Conclusions.GAME_UNTESTED(product=product.model, game=game)


def _versions(
    dossier: Dossier, product: Product, current: list[Group], replaced: list[Group]
) -> Iterator[Reason]:
    """Yield submitted versions in whose place the device of every run named another one."""
    reported = {part for group in current for part in group.software}
    for component in dossier.submission.of(Component):
        asked = component.product == product.id and component.submitted
        named = any(reads_the_same(component.name, part.name) for part in reported)
        if not asked or not named or any(is_same(component, part) for part in reported):
            continue
        before = [group for group in replaced if any(is_same(component, part) for part in group.software)]
        if before:
            yield Conclusions.VERSION_REPLACED(
                product=product.model, component=component.name, version=component.version, runs=_runs(before)
            )
        else:
            yield Conclusions.VERSION_UNTESTED(
                product=product.model, component=component.name, version=component.version
            )


def _split(dossier: Dossier, is_of: Callable[[Group], bool]) -> tuple[list[Group], list[Group]]:
    """Return the groups of something: those of software that was not replaced, and those of replaced software."""
    own = [group for group in dossier.groups if is_of(group)]
    replaced = [group for group in own if dossier.standing(group) is SoftwareStanding.REPLACED]
    return [group for group in own if group not in replaced], replaced


def _is(known: Unit | Product | None, other: Unit | Product) -> bool:
    return known is not None and known.id == other.id


def _runs(groups: Iterable[Group]) -> tuple[str, ...]:
    return tuple(run.run for group in groups for run in group.runs)
