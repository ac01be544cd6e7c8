"""Finds machines and faults by folder and builds them from what a person types."""

from __future__ import annotations

import zlib
from dataclasses import fields
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeVar

from numpy.random import PCG64, Generator, SeedSequence

from labharness.errors import InputError
from labharness.model.reasons.wire import Simulated
from labharness.simulators import faults as fault_folder
from labharness.simulators import machines as machine_folder
from labharness.simulators.fault import Fault, Machine

_Part = TypeVar("_Part")
MAX_NUMBER = 1000
"""Largest number that may follow a machine's name."""


@cache
def machine_classes() -> dict[str, type[Machine]]:
    """Return all machines by name."""
    return {name: _class_in(module, Machine) for name, module in _modules(machine_folder).items()}


@cache
def fault_classes() -> dict[str, type[Fault]]:
    """Return all faults by name."""
    return {name: _class_in(module, Fault) for name, module in _modules(fault_folder).items()}


def build_machine(kind: str, seed: int | None) -> Machine:
    """Build a machine from ``NAME`` or ``NAME:NUMBER``, such as ``riffle_shuffler:5``.

    Parameters
    ----------
    kind
        What to build.
    seed
        Seed of its chance; None takes the operating system's entropy.
    """
    name, _, number = kind.partition(":")
    classes = machine_classes()
    if seed is not None and seed < 0:
        raise InputError(Simulated.NEGATIVE_SEED())
    if name not in classes:
        raise InputError(Simulated.UNKNOWN_MACHINE(name=name, known=tuple(classes)))
    generator = Generator(PCG64(seed))
    if not number:
        return classes[name](generator)
    settings = [field.name for field in fields(classes[name])[1:] if field.init]
    if not settings:
        raise InputError(Simulated.NO_SETTING(machine=name, number=number))
    least = 0 if settings[0] == "buffer" else 1
    if not (
        number.isascii() and number.isdigit() and len(number) <= 9 and least <= int(number) <= MAX_NUMBER
    ):
        raise InputError(
            Simulated.SETTING_OUT_OF_RANGE(machine=name, setting=settings[0], low=least, high=MAX_NUMBER)
        )
    return classes[name](generator, **{settings[0]: int(number)})


def build_fault(text: str, seed: int | None, machine: Machine) -> Fault:
    """Build a fault from ``NAME`` or ``NAME=VALUE`` for a machine that it can befall."""
    name, _, value = text.partition("=")
    classes = fault_classes()
    if name not in classes:
        raise InputError(Simulated.UNKNOWN_FAULT(name=name, known=tuple(classes)))
    fault = classes[name]
    if not fault.befalls(machine):
        raise InputError(Simulated.OTHER_MACHINE(fault=name, machine=machine.TITLE))
    # A seed of its own for each fault leaves the machine's chance as it is without faults.
    chance = SeedSequence(None if seed is None else [seed, zlib.crc32(name.encode())])
    return fault(value or fault.DEFAULT, Generator(PCG64(chance)))


def befallen(name: str) -> list[str]:
    """Return the names of the machines that a fault can befall."""
    fault, chance = fault_classes()[name], Generator(PCG64(0))
    return [kind for kind, machine in machine_classes().items() if fault.befalls(machine(chance))]


def _modules(folder: ModuleType) -> dict[str, ModuleType]:
    modules = sorted(info.name for info in iter_modules(folder.__path__))
    return {name: import_module(f"{folder.__name__}.{name}") for name in modules}


def _class_in(module: ModuleType, parent: type[_Part]) -> type[_Part]:
    own = [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, parent) and thing.__module__ == module.__name__
    ]
    if len(own) != 1:
        raise InputError(
            Simulated.NO_SINGLE_CLASS(module=module.__name__, classes=len(own), parent=parent.__name__)
        )
    return own[0]
