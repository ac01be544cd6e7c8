"""One authentication of a device: its version, the functions that it offers, and the checksum of every component."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from labharness.devices.gat.report import ReportedComponent
from labharness.devices.gat.terminal import COMPONENT, FILE, RESPONSE, XML, GatTerminal
from labharness.errors import DeviceError, DeviceRefused, ProtocolError
from labharness.model.reasons.gat import Gat
from labharness.reason import Reason

SEED_BYTES = 20
"""Bytes of a seed, as many as SHA-1 has: no device can have calculated for a seed in advance."""


MOST_COMPONENTS = 1000
"""Components of a session; a device that names more is refused."""


@dataclass(slots=True)
class GatSession:
    """What a device reported; a session that was cut short keeps what came before.

    Parameters
    ----------
    version
        Of the protocol, "" where the device did not answer.
    components
        In the order of the reports; a name can come twice.
    listed
        Names of the components that the device says it can authenticate, reported or not.
    problems
        Why components were not reported, and why the session was cut short.
    """

    version: str = ""
    components: list[ReportedComponent] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    problems: list[Reason] = field(default_factory=list)


def fresh_seed() -> bytes:
    """Return a new random seed; a device can answer only by calculating."""
    return secrets.token_bytes(SEED_BYTES)


def hold_session(terminal: GatTerminal, seed: bytes) -> GatSession:
    """Have everything authenticated that a device offers; an error of the device is a problem of the session.

    Parameters
    ----------
    seed
        Fresh and random, see :func:`fresh_seed`; empty asks for plain SHA-1, which proves that no calculation was made.
    """
    session = GatSession()
    try:
        _hold(terminal, seed, session)
    except DeviceError as error:
        session.problems += error.reasons
    return session


def _hold(terminal: GatTerminal, seed: bytes, session: GatSession) -> None:
    status = terminal.status()
    session.version = status.version
    if not status.formats & XML:
        raise DeviceRefused(Gat.NO_XML(version=status.version))
    functions = terminal.functions()
    single = [
        function.parameters[0]
        for function in functions
        if function.feature == COMPONENT and function.parameters
    ]
    if len(single) > MOST_COMPONENTS:
        raise ProtocolError(Gat.REPORT_TOO_LARGE())
    session.listed += dict.fromkeys(single)
    if any(function.feature == FILE and function.parameters[:1] == (RESPONSE,) for function in functions):
        try:
            _take(session, terminal.all_components(seed))
        except DeviceRefused as error:
            session.problems += error.reasons
    reported = {component.name for component in session.components if component.checksum}
    for name in session.listed:
        if name not in reported:
            try:
                _take(session, terminal.component(name, seed))
            except DeviceRefused as error:
                session.problems += error.reasons


def _take(session: GatSession, components: tuple[ReportedComponent, ...]) -> None:
    if len(session.components) + len(components) > MOST_COMPONENTS:
        raise ProtocolError(Gat.REPORT_TOO_LARGE())
    session.components += components
