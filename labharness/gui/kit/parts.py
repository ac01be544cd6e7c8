"""Controls, layouts and questions, each made whole in one expression: how it is named, what it says, whom it calls.

The button of an act: its text, who may press it, and why it cannot be pressed now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, SignalInstance
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLayout,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from labharness.acts.declaring import Act
from labharness.app.overview.overview import Desk
from labharness.filings.entries.entry import Role
from labharness.gui.kit import theme
from labharness.gui.kit.findable import allow, permit, refuse
from labharness.gui.kit.layouts import GAP, UNALIGNED, WrapRow, mono, on_event
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.words import translated
from labharness.language.template import plain

Part = QWidget | QLayout
Placed = Part | int | tuple[Part, int] | tuple[Part, int, Qt.AlignmentFlag]
"""A part; with its share of the room that is left; with its place in its cell; or a share that stays empty."""
Edges = int | tuple[int, int, int, int]
Box = TypeVar("Box", bound=QBoxLayout)
Do = Callable[..., object] | SignalInstance
TOP, LEFT = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignLeft
MIDDLE = Qt.AlignmentFlag.AlignVCenter
SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
PLAIN_MENU = "QToolButton::menu-indicator { image: none; }"
"""For buttons whose text has the sign of a menu itself."""


def in_row(*parts: Placed, gap: int = -1, edges: Edges = 0, on: QWidget | None = None) -> QHBoxLayout:
    """Lay parts out beside each other, on a widget or within another layout; -1 leaves gap or edges to the style."""
    return _filled(QHBoxLayout(), parts, gap, edges, on)


def in_column(*parts: Placed, gap: int = -1, edges: Edges = 0, on: QWidget | None = None) -> QVBoxLayout:
    """Lay parts out above each other, on a widget or within another layout; -1 leaves gap or edges to the style."""
    return _filled(QVBoxLayout(), parts, gap, edges, on)


def in_wrapped_row(
    *parts: Part | int | tuple[Part, int] | tuple[Part, int, int | Qt.AlignmentFlag],
    gap: int = GAP,
    edges: Edges = 0,
    on: QWidget | None = None,
) -> WrapRow:
    """Lay parts out in a row that goes on in further lines; the third of a tuple is a place or the least width."""
    row = WrapRow(gap)
    _set_edges(row, edges)
    for placed in parts:
        part, stretch, third = (*placed, 0)[:3] if isinstance(placed, tuple) else (placed, 0, 0)
        if isinstance(part, int):
            row.spring()
        elif isinstance(third, Qt.AlignmentFlag):
            row.put(part, int(stretch), third)
        else:
            row.put(part, int(stretch), least=int(third))
    if on is not None:
        on.setLayout(row)
    return row


def in_form(*rows: tuple[str, Part]) -> QFormLayout:
    """Lay fields out below each other, each behind its label, which is its buddy."""
    form = QFormLayout()
    form.setContentsMargins(0, 0, 0, 0)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    for label, part in rows:
        form.addRow(label, part)
    return form


def in_tabs(tabs: QTabWidget, *parts: tuple[str, QWidget]) -> QTabWidget:
    """Put parts into tabs, each under its title."""
    for title, part in parts:
        tabs.addTab(part, title)
    return tabs


def passing_menu(owner: QWidget) -> QMenu:
    """Return a menu that is gone once it was closed."""
    menu = QMenu(owner)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def boxed(layout: QLayout) -> QWidget:
    """Return a widget that shows a layout and nothing else."""
    box = QWidget()
    box.setLayout(layout)
    return box


def in_splitter(
    splitter: QSplitter,
    *parts: QWidget,
    sizes: Iterable[int] = (),
    grows: Iterable[int] = (),
    shares: Iterable[int] = (),
    handle: int = 0,
) -> QSplitter:
    """Put parts into a splitter, with their sizes at first, the places of those that grow, or what each gets of the rest."""
    for part in parts:
        splitter.addWidget(part)
    splitter.setChildrenCollapsible(False)
    splitter.setSizes(list(sizes))
    for at, share in (*((at, 1) for at in grows), *enumerate(shares)):
        splitter.setStretchFactor(at, share)
    if handle:
        splitter.setHandleWidth(handle)
    return splitter


def text_label(
    text: str = "",
    *,
    muted: bool = False,
    name: str = "",
    size: float = 0.0,
    bold: bool = False,
    wraps: bool = True,
    buddy: QWidget | None = None,
    selects: bool = False,
    label: QLabel | None = None,
) -> QLabel:
    """Return a label of plain text.

    Parameters
    ----------
    size
        Factor of the usual size, 0 for the usual one.
    selects
        Whether its text can be selected, with the mouse and by keys.
    label
        One that is there already, such as of a kind of its own.
    """
    label = QLabel(text) if label is None else label
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    label.setAccessibleName(name)
    if muted:
        label.setProperty("muted", True)  # noqa: FBT003  Qt's call
    if size or bold:
        theme.enlarge(label, size or 1.0, bold=bold)
    if buddy is not None:
        label.setBuddy(buddy)
    if selects:
        label.setTextInteractionFlags(SELECTABLE)
    return label


def push_button(
    text: str | QPushButton,
    do: Do | None = None,
    *,
    name: str = "",
    hint: str = "",
    main: bool = False,
    key: str | None = None,
    high: int = 0,
    toggles: Do | None = None,
) -> QPushButton:
    """Return a button that never takes Return from a dialog.

    Parameters
    ----------
    text
        Its text, or a button that is there already, such as of a kind of its own.
    main
        Whether it is what the page is for.
    toggles
        Hears whether it is pressed; it stays pressed then.
    """
    button = QPushButton(text) if isinstance(text, str) else text
    button.setAutoDefault(False)
    if name:
        button.setAccessibleName(name)
    if hint:
        button.setToolTip(hint)
    if main:
        button.setProperty("main", True)  # noqa: FBT003  Qt's call
    if key is not None:
        button.setShortcut(key)
    if high:
        button.setMinimumHeight(high)
    if toggles is not None:
        button.setCheckable(True)
        button.toggled.connect(toggles)
    if do is not None:
        button.clicked.connect(do)
    return button


def tool_button(
    text: str, name: str, hint: str = "", do: Do | None = None, *, raised: bool = True
) -> QToolButton:
    """Return a small button that keys reach; one that is not ``raised`` has no frame, and keys of its own elsewhere."""
    button = QToolButton()
    button.setText(text)
    button.setAccessibleName(name)
    button.setToolTip(hint)
    button.setProperty("deed", raised)
    button.setAutoRaise(not raised)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if raised else Qt.FocusPolicy.NoFocus)
    if do is not None:
        button.clicked.connect(do)
    return button


def menu_button(text: str, name: str, menu: QMenu | None = None, hint: str = "") -> QToolButton:
    """Return a button that opens a menu, its own or one that is given to it later."""
    button = tool_button(text, name, hint)
    button.setStyleSheet(PLAIN_MENU)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    if menu is not None:
        menu.setParent(button, menu.windowFlags())
        button.setMenu(menu)
    return button


def line_edit(
    name: str,
    hint: str = "",
    changed: Do | None = None,
    *,
    entered: Do | None = None,
    high: int = 0,
    secret: bool = False,
    clears: bool = False,
) -> QLineEdit:
    """Return a line; ``changed`` hears each letter, ``entered`` Return."""
    line = QLineEdit()
    line.setAccessibleName(name)
    line.setPlaceholderText(hint)
    line.setClearButtonEnabled(clears)
    line.setMinimumHeight(high)
    if secret:
        line.setEchoMode(QLineEdit.EchoMode.Password)
    if changed is not None:
        line.textChanged.connect(changed)
    if entered is not None:
        line.returnPressed.connect(entered)
    return line


def text_field(
    name: str, hint: str = "", changed: Do | None = None, *, text: str = "", fixed: bool = False
) -> QPlainTextEdit:
    """Return a field of several lines, which Tab leaves; a ``fixed`` one is read, in letters of equal width."""
    field = QPlainTextEdit(text)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    field.setTabChangesFocus(True)
    if fixed:
        field.setReadOnly(True)
        field.setFont(mono())
    if changed is not None:
        field.textChanged.connect(changed)
    return field


def choice_box(
    name: str,
    offers: Iterable[tuple[str, Any]] = (),
    chosen: Do | None = None,
    *,
    high: int = 0,
    least: int = 0,
    typed: tuple[str, str] | None = None,
) -> QComboBox:
    """Return a choice among words, each with its value.

    Parameters
    ----------
    chosen
        Hears the place that a person chose.
    least
        Letters that are seen at least, of words however long; 0 for as wide as the longest.
    typed
        Name and hint of the line, where something else may be typed.
    """
    box = QComboBox()
    box.setAccessibleName(name)
    box.setMinimumHeight(high)
    if least:
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(least)
    for words, value in offers:
        box.addItem(words, value)
    if typed is not None:
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = line_of(box)
        line.setAccessibleName(typed[0])
        line.setPlaceholderText(typed[1])
    if chosen is not None:
        box.activated.connect(chosen)
    return box


def line_of(box: QComboBox) -> QLineEdit:
    """Return the line of a choice in which something else may be typed."""
    line = box.lineEdit()
    assert line is not None
    return line


def timer_of(owner: QObject, do: Do, *, every_ms: int = 0) -> QTimer:
    """Return a timer that calls again and again, or once after each start."""
    timer = QTimer(owner)
    timer.timeout.connect(do)
    if every_ms:
        timer.start(every_ms)
    else:
        timer.setSingleShot(True)
    return timer


def follow_colors(widget: QWidget, paint: Callable[[], object]) -> None:
    """Paint a widget now, and whenever the colors of the window are others."""
    on_event(widget, paint, QEvent.Type.ApplicationPaletteChange)
    paint()


def ask_for_file(
    parent: QWidget,
    title: str,
    take: Callable[[Path], object],
    *,
    place: Path | str = "",
    kinds: str = "",
    folder: bool = False,
    writes: str | None = None,
) -> None:
    """Open the choice of a file, of a folder, or of a file to write with the ending that is given, "" for none."""
    dialog = QFileDialog(parent, title, str(place), kinds)
    mode = QFileDialog.FileMode
    if writes is not None:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(writes)
    dialog.setFileMode(
        mode.Directory if folder else mode.AnyFile if writes is not None else mode.ExistingFile
    )
    dialog.fileSelected.connect(lambda name: take(Path(name)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def confirm(
    parent: QWidget,
    question: str,
    follows: str,
    verb: str,
    keep: str,
    do: Callable[[], object],
    *,
    name: str = "",
) -> QMessageBox:
    """Ask whether something is done that cannot be undone.

    Parameters
    ----------
    follows
        What follows of it.
    verb, keep
        What the buttons say that do it and that leave it; Return leaves it.
    name
        What the box is called for whoever looks for it.
    """
    box = QMessageBox(QMessageBox.Icon.Question, verb, question, parent=parent)
    box.setObjectName(name)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setInformativeText(follows)
    wanted = box.addButton(verb, QMessageBox.ButtonRole.DestructiveRole)
    wanted.setAccessibleName(verb)
    box.setDefaultButton(box.addButton(keep, QMessageBox.ButtonRole.RejectRole))
    wanted.clicked.connect(do)
    box.open()
    return box


def ask_text(
    parent: QWidget,
    title: str,
    words: str,
    take: Callable[[str], object],
    *,
    verb: str = "",
    name: str = "",
    offers: Sequence[str] = (),
    lines: bool = False,
    wide: int = 0,
) -> QInputDialog:
    """Ask for a text, one of those that are offered, or several lines.

    Parameters
    ----------
    words
        What is asked, and what follows of the answer.
    wide
        Pixels of the question at least; its words stand on several lines then.
    """
    box = QInputDialog(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setObjectName(name)
    box.setWindowTitle(title)
    box.setLabelText(words)
    if wide and (label := box.findChild(QLabel)) is not None:
        label.setWordWrap(True)  # it stood on one line, wider than a screen
        box.setMinimumWidth(wide)
    box.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput, lines)
    if offers:
        box.setComboBoxItems([plain(each, 120) for each in offers])
    if verb:
        box.setOkButtonText(verb)
    box.textValueSelected.connect(take)
    box.open()
    return box


def _filled(box: Box, parts: Iterable[Placed], gap: int, edges: Edges, on: QWidget | None) -> Box:
    _set_edges(box, edges)
    if gap >= 0:
        box.setSpacing(gap)
    for placed in parts:
        part, stretch, align = (
            (*placed, UNALIGNED)[:3] if isinstance(placed, tuple) else (placed, 0, UNALIGNED)
        )
        if isinstance(part, int):
            box.addStretch(part)
        elif isinstance(part, QWidget):
            box.addWidget(part, stretch, align)
        else:
            box.addLayout(part, stretch)
    if on is not None:
        on.setLayout(box)
    return box


def _set_edges(layout: QLayout, edges: Edges) -> None:
    if edges != -1:
        layout.setContentsMargins(*(edges if isinstance(edges, tuple) else (edges,) * 4))


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
    """Return why the person at this computer may not do what takes one of some roles, "" if they may or it is not known yet."""
    reason = desk.refusal(roles) if desk is not None else None
    return plain(say(reason), 400) if reason is not None else ""


def hold(buttons: Iterable[QAbstractButton], why: str) -> None:
    """Disable buttons that nothing else disables, and say why; "" lets them be pressed again."""
    for button in buttons:
        if why:
            refuse(button, why)
        elif not button.isEnabled():
            allow(button)
