"""Reasons of simulated devices and benches: settings that cannot be, and work that a simulated part cannot do."""

from __future__ import annotations

from labharness.reason import Code, refusal


class Simulated(Code, area="simulator"):
    """Why a simulated device, fault or bench cannot do what was asked of it."""

    UNKNOWN_MACHINE = refusal(name=str, known=tuple[str, ...])
    UNKNOWN_FAULT = refusal(name=str, known=tuple[str, ...])
    NEGATIVE_SEED = refusal()
    NO_SETTING = refusal(machine=str, number=str)
    SETTING_OUT_OF_RANGE = refusal(machine=str, setting=str, low=int, high=int)
    OTHER_MACHINE = refusal(fault=str, machine=str)
    NO_SINGLE_CLASS = refusal(module=str, classes=int, parent=str)
    NO_PORT = refusal(machine=str)
    NOT_A_STREAM = refusal(address=str)
    NOT_STARTED = refusal(device=str, command=str)
    CANNOT_LISTEN = refusal(address=str, why=str)

    NO_VALUE = refusal(fault=str, value=str)
    NOT_WHOLE = refusal(fault=str, value=str, low=int, high=int)
    NOT_IN_RANGE = refusal(fault=str, value=str, low=float, high=float)
    NOT_LISTED = refusal(fault=str, value=str, choices=tuple[str, ...])
    OTHER_FORM = refusal(fault=str, value=str, examples=tuple[str, ...])
    NEEDS_CARD = refusal(fault=str, card=str)
    NEEDS_CARD_TYPES = refusal(fault=str)
    NEEDS_DICE = refusal(fault=str, dice=int)
    NEEDS_STACK = refusal(fault=str, stack=int)

    MISREAD_OUT_OF_RANGE = refusal(misread=float)
    NO_MACHINE = refusal()
    NO_MACHINE_OR_TRAY = refusal()
    TRAY_EMPTY = refusal(tray=str)
