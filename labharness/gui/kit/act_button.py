"""The button of an act: its text, who may press it, and why it cannot be pressed now."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from PySide6.QtWidgets import QAbstractButton, QPushButton

from labharness.acts.declaring import Act
from labharness.app.overview.overview import Desk
from labharness.filings.entries.entry import Role
from labharness.gui.kit.findable import allow, permit, refuse
from labharness.gui.kit.parts import Do, push_button
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.words import translated
from labharness.language.template import plain


class ActButton(QPushButton):
    """A button that does an act.

    Parameters
    ----------
    act
        What it does.
    text
        Another text than that of the act's control, where one act has several buttons.
    do
        Asks what the act needs to know, and does it.
    """

    def __init__(self, act: Act[Any, Any, Any], text: str = "", do: Do | None = None) -> None:
        super().__init__()
        push_button(self, do)
        self.become(act, text)

    def become(self, act: Act[Any, Any, Any], text: str = "") -> None:
        """Do this act from now on."""
        self.act = act
        self.setText(text or translated(act.control.text))
        self.setAccessibleName(self.text().replace("&", "").rstrip("…"))

    def offer(self, chosen: object, refusal: str = "", *, free: bool = True) -> None:
        """Let it be pressed where the act is possible.

        Parameters
        ----------
        chosen
            What would be acted on, None for nothing.
        refusal
            Why whoever sits here may not, "" where they may.
        free
            Whether nothing else keeps it from being pressed.
        """
        reason = self.act.why_not(chosen) if chosen is not None else None
        why = refusal or ("" if reason is None else plain(say(reason), 400))
        permit(self, why)
        if not why:
            self.setEnabled(free and chosen is not None)


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
