"""What people of a laboratory may do."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a person may do."""

    ENGINEER = "engineer"
    """Keeps submissions and tests."""
    REVIEWER = "technical reviewer"
    """Reviews what another tested."""
    AUTHORIZER = "authorizer"
    """Confirms clauses, waives documents, invalidates runs, recommends and releases reports."""
    ADMINISTRATOR = "administrator"
    """Keeps the list of people."""

    @classmethod
    def _missing_(cls, value: object) -> Role | None:
        """Read the British spelling, which registers and reports of version 0.1 hold."""
        return cls.AUTHORIZER if value == "authoriser" else None


TESTING = (Role.ENGINEER, Role.REVIEWER, Role.AUTHORIZER)
"""Roles of those who take part in a test: they answer and command runs, remark on them, save plans and build reports."""
MAY_RUN = (Role.ENGINEER, Role.ADMINISTRATOR)
"""Roles of those who may queue, start and resume runs."""
MAY_FETCH = (*TESTING, Role.ADMINISTRATOR)
"""Roles of those who may fetch runs of other benches into the workspace; looking and verifying ask for none."""
