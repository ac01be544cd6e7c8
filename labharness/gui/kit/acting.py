"""Who may act at this computer: what somebody may not do stays visible, is disabled, and says who may."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from PySide6.QtWidgets import QAbstractButton

from labharness.app.overview.desk import Desk
from labharness.filings.entries.people import Role
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.window_sentences import say
from labharness.language.text import plain


def why_not(desk: Desk | None, roles: Collection[Role]) -> str:
    """Return why who sits here may not do what takes one of some roles, "" where they may or nobody knows yet."""
    reason = desk.refusal(roles) if desk is not None else None
    return plain(say(reason), 400) if reason is not None else ""


def hold(buttons: Iterable[QAbstractButton], why: str) -> None:
    """Disable buttons that nothing else disables, and say why; "" lets them be pressed again."""
    for button in buttons:
        if why:
            refuse(button, why)
        elif not button.isEnabled():
            allow(button)
