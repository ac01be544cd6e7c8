"""The bar above the page: back, forward, the path, search, what needs a person, who sits here, and the register."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics, QKeySequence
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QToolButton

from labharness.app.overview.overview import Desk, RegisterState
from labharness.gui.kit import theme
from labharness.gui.kit.icons import Sign, icon
from labharness.gui.kit.layouts import follow_text, on_event
from labharness.gui.kit.page import Crumb
from labharness.gui.kit.parts import follow_colors, in_wrapped_row, text_label, tool_button
from labharness.gui.kit.run_standing import explain
from labharness.gui.kit.words import LOOKS_ONLY, tr
from labharness.gui.shell.search_panel import SearchField
from labharness.language.numbers import number
from labharness.language.template import plain

LONGEST, SHORTEST = 80, 8
BETWEEN = "  ›  "


class CrumbPath(QLabel):
    """Where the page stands."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._crumbs: tuple[Crumb, ...] = ()
        on_event(self, self._fit, QEvent.Type.Resize, QEvent.Type.ApplicationPaletteChange)

    def show_path(self, crumbs: Sequence[Crumb]) -> None:
        """Show the levels, the last of which is the page itself; the others are links."""
        self._crumbs = tuple(crumbs)
        self._fit()

    def _fit(self) -> None:
        if not self._crumbs:
            return
        whole = [plain(crumb.text, LONGEST) for crumb in self._crumbs]
        *outer, last = fitted(whole, self.width(), self.fontMetrics())
        links = [
            f'<a href="{escape(str(crumb.address))}">{escape(text)}</a>'
            for text, crumb in zip(outer, self._crumbs, strict=False)
        ]
        self.clear()  # the color of a link is that of the moment in which it is set
        self.setText(BETWEEN.join([*links, f"<b>{escape(last)}</b>"]))
        self.setToolTip("" if [*outer, last] == whole else BETWEEN.join(whole))
        self.setAccessibleName((tr("Path:") + " ") + ", ".join(whole))


def fitted(texts: Sequence[str], width: int, metrics: QFontMetrics) -> list[str]:
    """Return texts of which the longest are shortened in their middle until all fit a width, then the outer ones left out."""
    shown = list(texts)

    def is_long() -> bool:
        return metrics.horizontalAdvance(BETWEEN.join(shown)) * 1.06 > width > 0

    while is_long():
        at = max(range(len(shown)), key=lambda each: len(shown[each]))
        keep = len(shown[at]) - 2
        if keep < SHORTEST:
            break
        half = keep // 2
        text = shown[at].replace("…", "")
        shown[at] = f"{text[:half]}…{text[len(text) - (keep - half - 1) :]}"
    for at in range(len(shown) - 1):
        if is_long():
            shown[at] = "…"
    return shown


SEARCH_WIDTH, BELL_WIDTH, PERSON_WIDTH, REGISTER_WIDTH, PATH_WIDTH = 210, 128, 150, 90, 150
"""Pixels that are reserved, so that nothing moves when what stands there changes."""
LONGEST_NAME = 24
REGISTER = {
    RegisterState.NONE: tr("nothing filed yet"),
    RegisterState.REACHABLE: tr("register ✓"),
    RegisterState.AWAY: tr("register ✕"),
}
REGISTER_SPOKEN = {
    RegisterState.NONE: tr(
        "Nothing was filed in this workspace yet: its register is made with the first submission"
    ),
    RegisterState.REACHABLE: tr("The register answers"),
    RegisterState.AWAY: tr("The register cannot be read"),
}
ANYBODY = tr("There is no list of people yet, so everybody may do everything. Settings, People makes one.")


class TopBar(QFrame):
    """Where the window stands."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("top")
        self.back_button = _arrow(tr("Back"), QKeySequence("Alt+Left"))
        self.forward_button = _arrow(tr("Forward"), QKeySequence("Alt+Right"))
        self.path = CrumbPath()
        self.search = SearchField()
        self.bell = tool_button("", "")
        self.bell.setShortcut(QKeySequence("Ctrl+Shift+A"))
        self.bell.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.bell.setMinimumWidth(BELL_WIDTH)
        self.person = text_label(muted=True, wraps=False)
        self.register = text_label(muted=True, wraps=False)
        self.person.setMinimumWidth(PERSON_WIDTH)
        self.register.setMinimumWidth(REGISTER_WIDTH)
        self.person.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.show_needs(None)
        self.show_desk(None)
        self.person.setContentsMargins(6, 0, 4, 0)
        in_wrapped_row(
            self.back_button,
            self.forward_button,
            (self.path, 1, PATH_WIDTH),
            self.search,
            self.bell,
            self.person,
            self.register,
            edges=(8, 6, 12, 6),
            on=self,
        )
        follow_colors(self, self._paint)
        follow_text(self, lambda scale: self.search.setFixedWidth(round(SEARCH_WIDTH * scale)))

    def _paint(self) -> None:
        for button, sign in (
            (self.back_button, Sign.BACK),
            (self.forward_button, Sign.FORWARD),
            (self.bell, Sign.BELL),
        ):
            button.setIcon(icon(sign, theme.current().text))

    def show_needs(self, count: int | None) -> None:
        """Show how many things need a person, None while nobody knows."""
        if count is None:
            shown, text = "?", tr("Not known what needs you")
        elif count:
            text = tr("{count:,} {count:needs|need} you", count=count)
            shown = tr("{count} need you", count=number(count)) if count > 1 else tr("1 needs you")
        else:
            shown, text = tr("Nothing"), tr("Nothing needs you")
        shortcut = self.bell.shortcut()
        self.bell.setText(f" {shown}")
        self.bell.setShortcut(shortcut)  # a new text takes it away
        self.bell.setAccessibleName(text)
        self.bell.setToolTip(tr("{text}: show the list (Ctrl+Shift+A)", text=text))
        self.bell.setProperty("calls", bool(count))
        self.bell.style().polish(self.bell)

    def show_desk(self, desk: Desk | None) -> None:
        """Show who sits here and how the register stands."""
        if desk is None:
            self._say(self.person, "", tr("Person not known yet"))
            self._say(self.register, "", tr("Register not known yet"))
            return
        person, account = desk.staff.acting, desk.staff.account
        if person is not None:
            first, *others = (role.value for role in person.roles)
            short = f"{first} +{len(others)}" if others else first
            self._say(
                self.person,
                f"{plain(person.name, LONGEST_NAME)} · {short}",
                f"{person.name}: {', '.join((first, *others))}",
            )
        else:
            name = plain(account, LONGEST_NAME)
            words = tr("{name} · looks only", name=name)
            if desk.may_act:
                words = tr("{account} (no list of people)", account=name)
            self._say(self.person, words, f"{account}. {ANYBODY if desk.may_act else LOOKS_ONLY}")
        why = f": {explain(desk.away)}" if desk.away is not None else "."
        self._say(self.register, REGISTER[desk.register], REGISTER_SPOKEN[desk.register] + why)

    def allow(self, *, back: bool, forward: bool) -> None:
        """Enable the arrows that lead somewhere."""
        self.back_button.setEnabled(back)
        self.forward_button.setEnabled(forward)

    def _say(self, label: QLabel, text: str, spoken: str) -> None:
        label.setText(text)
        label.setToolTip(plain(spoken, 400))
        label.setAccessibleName(plain(spoken, 400))


def _arrow(name: str, keys: QKeySequence) -> QToolButton:
    button = tool_button("", name, f"{name} ({keys.toString(QKeySequence.SequenceFormat.NativeText)})")
    button.setShortcut(keys)
    return button
