"""Colors and type: one light and one dark theme, every pair of text and ground readable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from labharness.gui.kit.layouts import set_text, text_scale
from labharness.gui.kit.run_standing import Tone


@dataclass(frozen=True, slots=True)
class Theme:
    """Colors as ``#rrggbb``.

    Parameters
    ----------
    tones
        Ink and ground of each kind of news.
    border, field
        Line that only decorates; border of a control, which stands out 3 to 1.
    heat
        Fewer than expected, as expected, more than expected: blue and orange-brown, which people with
        every common kind of color vision tell apart.
    raised
        Ground of what the style draws by itself, such as lists to choose from; the card's where empty.
    """

    window: str
    card: str
    base: str
    text: str
    muted: str
    border: str
    field: str
    accent: str
    on_accent: str
    tones: Mapping[Tone, tuple[str, str]]
    heat: tuple[str, str, str, str, str]
    raised: str = ""


LIGHT = Theme(
    window="#f3f5f8",
    card="#ffffff",
    base="#ffffff",
    text="#1b2430",
    muted="#566273",
    border="#d3d9e2",
    field="#79879a",
    accent="#1c5fae",
    on_accent="#ffffff",
    tones={
        Tone.QUIET: ("#4b5768", "#e9edf2"),
        Tone.BUSY: ("#17518f", "#e4eefa"),
        Tone.ASKING: ("#5b3a9e", "#efe9fb"),
        Tone.PASS: ("#17692f", "#e1f4e6"),
        Tone.UNSURE: ("#7d5200", "#fff3d6"),
        Tone.FAIL: ("#a4201a", "#fde9e7"),
    },
    heat=("#053061", "#4393c3", "#f7f7f7", "#d6804d", "#7f3b08"),
)
DARK = Theme(
    window="#171a20",
    card="#20252d",
    base="#14171c",
    text="#e5e9ef",
    muted="#9da8b7",
    border="#39414d",
    field="#717e90",
    accent="#6aa8f7",
    on_accent="#0c1420",
    tones={
        Tone.QUIET: ("#b4becb", "#2a303a"),
        Tone.BUSY: ("#8fc0ff", "#1b2d45"),
        Tone.ASKING: ("#c9b3ff", "#2d2447"),
        Tone.PASS: ("#7fd797", "#16311f"),
        Tone.UNSURE: ("#f3c666", "#38290c"),
        Tone.FAIL: ("#ff9d94", "#421a18"),
    },
    heat=("#8ec9f5", "#2f6f9f", "#2b3038", "#a35a28", "#f6b26b"),
)
CONTRAST = Theme(
    window="#000000",
    card="#000000",
    base="#000000",
    text="#ffffff",
    muted="#ffffff",
    border="#ffffff",
    field="#ffffff",
    accent="#ffd400",
    on_accent="#000000",
    tones={
        Tone.QUIET: ("#ffffff", "#000000"),
        Tone.BUSY: ("#8fd0ff", "#00284d"),
        Tone.ASKING: ("#dcc8ff", "#000000"),
        Tone.PASS: ("#7dff9b", "#000000"),
        Tone.UNSURE: ("#ffd95e", "#000000"),
        Tone.FAIL: ("#ffb3ab", "#000000"),
    },
    heat=("#8ec9f5", "#2f6f9f", "#000000", "#a35a28", "#f6b26b"),
    raised="#5a5a5a",
)
"""High contrast: white on black, grounds left away, every pair at 7:1 or more."""
THEMES: tuple[Theme, ...] = (LIGHT, DARK, CONTRAST)
_FACTOR, _TONE = "enlarged", "tone"
DRESSED = "dressed"


def current() -> Theme:
    """Return the theme that the application's palette is of."""
    ground = QApplication.palette().color(QPalette.ColorRole.Window)
    dark = DARK if ground.lightness() < 128 else LIGHT
    return next((each for each in THEMES if QColor(each.window) == ground), dark)


def dress(application: QApplication, theme: Theme | None = None, scale: float | None = None) -> None:
    """Give the application its look.

    Parameters
    ----------
    theme
        Left out, the one that the desktop asks for.
    scale
        How large the text is, 1 for its usual size; left out, as it was.
    """
    dressed, before = application.property(DRESSED), text_scale()
    if scale is not None or not dressed:
        set_text(application, scale if scale is not None else 1.0)
    if theme is None:
        dark = application.styleHints().colorScheme() is Qt.ColorScheme.Dark
        theme = DARK if dark else LIGHT
    sheet = _sheet(theme)
    if dressed and text_scale() == before and application.styleSheet() == sheet:
        return  # to lay out every widget anew takes a fifth of a second, or seconds where every room is open
    if not dressed:
        application.setStyle("Fusion")
        application.setProperty(DRESSED, True)  # noqa: FBT003  Qt's call
    application.setPalette(_palette(theme))
    application.setStyleSheet(sheet)
    # Qt tells this to windows and to no widget, and icons and pictures would keep their ink.
    for widget in application.allWidgets():
        changed = QEvent(QEvent.Type.ApplicationPaletteChange)
        QApplication.sendEvent(widget, changed)
        widget.changeEvent(changed)
    if scale is not None:
        _enlarge_again(application)


def enlarge(widget: QWidget, factor: float, *, bold: bool = False) -> None:
    """Set a widget's letters larger than the desktop's, and bold where they head something."""
    font = QFont(widget.font())
    font.setPointSizeF(QApplication.font().pointSizeF() * factor)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    widget.setFont(font)
    widget.setProperty(_FACTOR, factor)


def tint(widget: QWidget, tone: Tone, *, grounded: bool = False) -> None:
    """Give a label or button the ink of a tone, that of the theme also after the colors changed.

    Parameters
    ----------
    grounded
        Whether it stands on the ground of the tone.
    """
    name = f"{tone.name}-ground" if grounded else tone.name
    if widget.property(_TONE) != name:
        widget.setProperty(_TONE, name)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def _enlarge_again(application: QApplication) -> None:
    """Keep what was enlarged larger than the rest by as much."""
    for widget in application.allWidgets():
        if factor := widget.property(_FACTOR):
            enlarge(widget, float(factor), bold=widget.font().weight() > QFont.Weight.Normal)


def _palette(theme: Theme) -> QPalette:
    role, palette = QPalette.ColorRole, QPalette()
    for roles, color in (
        ((role.Window,), theme.window),
        ((role.Button,), theme.raised or theme.card),
        ((role.Base, role.ToolTipBase), theme.base),
        ((role.AlternateBase,), theme.window),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), theme.text),
        ((role.PlaceholderText,), theme.muted),
        ((role.Highlight, role.Link, role.Accent), theme.accent),
        ((role.HighlightedText,), theme.on_accent),
        ((role.Mid, role.Midlight, role.Dark), theme.border),
    ):
        for each in roles:
            palette.setColor(each, QColor(color))
    faded = QColor(theme.muted)
    faded.setAlphaF(0.6)
    for each in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, each, faded)
    return palette


def _check(theme: Theme) -> str:
    """Return the file of the sign in a chosen box, which stands out of the accent."""
    light = QColor(theme.on_accent).lightness() > 128
    return (Path(__file__).parent / f"check-{'light' if light else 'dark'}.svg").as_posix()


def _tones(theme: Theme) -> str:
    return "\n".join(
        f"""
    QLabel[{_TONE}="{tone.name}"], QPushButton[{_TONE}="{tone.name}"]:enabled {{ color: {ink}; }}
    QLabel[{_TONE}="{tone.name}-ground"] {{
        color: {ink}; background: {ground}; border-radius: 4px; padding: 4px 8px;
    }}"""
        for tone, (ink, ground) in theme.tones.items()
    )


def _sheet(theme: Theme) -> str:
    return f"""
    QToolTip {{ color: {theme.text}; background: {theme.base}; border: 1px solid {theme.border}; padding: 4px; }}
    QFrame#card, QListView, QTableView, QPlainTextEdit {{
        background: {theme.card}; border: 1px solid {theme.border}; border-radius: 6px;
    }}
    QFrame#floating {{ background: {theme.card}; border: 1px solid {theme.field}; border-radius: 8px; }}
    QFrame#floating QListView, QFrame#floating QTableView {{ border: none; }}
    QListView:focus {{ border-color: {theme.accent}; }}
    QLabel[muted="true"] {{ color: {theme.muted}; }}
    QLabel[loud="true"] {{
        color: {theme.window}; background: {theme.text}; border-radius: 6px; padding: 6px 12px; font-weight: 600;
    }}
    QListView::item {{ padding: 6px 4px; border-radius: 4px; }}
    QListView::item:selected {{ background: {theme.tones[Tone.BUSY][1]}; color: {theme.text}; }}
    QTableView::item {{ padding: 0 8px; }}
    QTableView::item:selected {{ background: {theme.tones[Tone.BUSY][1]}; color: {theme.text}; }}
    QLineEdit {{ padding: 4px 6px; border: 1px solid {theme.field}; border-radius: 5px; background: {theme.base}; }}
    QLineEdit:focus, QPlainTextEdit:focus {{ border: 2px solid {theme.accent}; padding: 3px 5px; }}
    QLineEdit:disabled {{ background: {theme.window}; }}
    QCheckBox::indicator {{
        width: 14px; height: 14px; border: 1px solid {theme.field}; border-radius: 3px; background: {theme.base};
    }}
    QCheckBox::indicator:checked {{
        border-color: {theme.accent}; background: {theme.accent}; image: url("{_check(theme)}");
    }}
    QCheckBox::indicator:disabled {{ border-color: {theme.border}; background: {theme.window}; }}
    QCheckBox::indicator:checked:disabled {{ background: {theme.muted}; border-color: {theme.muted}; }}
    QHeaderView::section {{
        background: {theme.card}; color: {theme.muted}; border: none;
        border-bottom: 1px solid {theme.border}; padding: 5px 8px;
    }}
    ListedTable QHeaderView::section:last {{ padding-right: 30px; }}
    QPushButton, QToolButton[deed="true"] {{
        background: {theme.card}; border: 1px solid {theme.field}; border-radius: 5px; padding: 5px 12px;
    }}
    QPushButton:hover, QToolButton[deed="true"]:hover {{ border-color: {theme.accent}; }}
    QPushButton:focus, QToolButton[deed="true"]:focus {{ border: 2px solid {theme.accent}; padding: 4px 11px; }}
    QPushButton[wordy="true"] {{ text-align: left; padding-left: 8px; }}
    QPushButton:pressed, QToolButton[deed="true"]:pressed {{ background: {theme.tones[Tone.BUSY][1]}; }}
    QPushButton:disabled, QToolButton[deed="true"]:disabled {{ background: {theme.window}; }}
    QPushButton[main="true"]:enabled {{
        background: {theme.accent}; color: {theme.on_accent}; border-color: {theme.accent}; font-weight: 600;
    }}
    QPushButton[main="true"]:focus {{ border: 2px solid {theme.text}; }}
    QFrame#rail {{ background: {theme.card}; border: none; border-right: 1px solid {theme.border}; }}
    QFrame#top {{ background: {theme.card}; border: none; border-bottom: 1px solid {theme.border}; }}
    QToolButton[room="true"] {{
        background: transparent; border: 2px solid transparent; border-radius: 6px; padding: 4px 8px;
    }}
    QToolButton[room="true"]:hover {{ background: {theme.window}; }}
    QToolButton[room="true"]:checked {{ background: {theme.tones[Tone.BUSY][1]}; font-weight: 600; }}
    QToolButton[room="true"]:focus {{ border-color: {theme.accent}; }}
    QToolButton[calls="true"], QToolButton[calls="true"]:focus {{
        background: {theme.tones[Tone.ASKING][1]}; color: {theme.tones[Tone.ASKING][0]}; font-weight: 600;
    }}
    QSplitter::handle {{ background: transparent; }}
    {_tones(theme)}
    """
