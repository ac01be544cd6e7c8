"""Sentences of simulated devices and benches."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.simulator import Simulated
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Simulated.UNKNOWN_MACHINE: 'No simulated machine is named "{name}". Choose {known:or}.',
    Simulated.UNKNOWN_FAULT: 'No fault is named "{name}". Choose {known:or}.',
    Simulated.NEGATIVE_SEED: "A seed is a whole number from 0. Omit it to use the entropy of the operating system.",
    Simulated.NO_SETTING: "Machine {machine} takes no number. Write it without :{number}.",
    Simulated.SETTING_OUT_OF_RANGE: "The {setting} of machine {machine} must be a whole number from {low} to {high}. Correct it.",
    Simulated.OTHER_MACHINE: 'Fault {fault} does not apply to machine "{machine}". Choose another fault.',
    Simulated.NO_SINGLE_CLASS: "Module {module} holds {classes} classes of {parent}. Keep exactly one.",
    Simulated.NOT_A_STREAM: 'Cannot listen at "{address}". Write tcp://127.0.0.1:4000, or pty for a pseudo-terminal (on Linux and macOS).',
    Simulated.NO_PORT: "Machine {machine} has no port. Put it on a simulated bench with --machine {machine}.",
    Simulated.NOT_STARTED: "The simulated device did not start: {device}. To see why, run: {command:raw}.",
    Simulated.CANNOT_LISTEN: "Cannot listen on {address}: {why}. Choose another port.",
    Simulated.NO_VALUE: 'Fault {fault} takes no value, but "{value}" was given. Omit it.',
    Simulated.NOT_WHOLE: 'Fault {fault} takes a whole number from {low} to {high}, not "{value}". Correct it.',
    Simulated.NOT_IN_RANGE: 'Fault {fault} takes a number from {low} to {high}, not "{value}". Correct it.',
    Simulated.NOT_LISTED: 'Fault {fault} takes {choices:or}, not "{value}". Correct it.',
    Simulated.OTHER_FORM: 'Fault {fault} takes values such as {examples:or}, not "{value}". Correct it.',
    Simulated.NEEDS_CARD: "Fault {fault} needs {card} among the loaded cards. Name another card.",
    Simulated.NEEDS_CARD_TYPES: "Fault {fault} needs cards of two types. Load a whole set.",
    Simulated.NEEDS_DICE: "Fault {fault} needs {dice} {dice:die|dice}. Name another die.",
    Simulated.NEEDS_STACK: "Fault {fault} needs a stack {stack}. Name another stack.",
    Simulated.MISREAD_OUT_OF_RANGE: "The probability of a misread card must be a number from 0 to 1, not {misread}. Correct it.",
    Simulated.NO_MACHINE: "This simulated bench has no machine without a port. Give it one with --machine.",
    Simulated.NO_MACHINE_OR_TRAY: "This simulated bench has no machine and no tray. Give it one with --machine or --tray.",
    Simulated.TRAY_EMPTY: "Tray {tray} holds no cards. Have the simulated device deliver cards there first.",
}
