"""How this window looks: colors, size of text, colors of suits. Everything is applied at once."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSlider,
    QSpinBox,
    QWidget,
)

from labharness.gui.kit import appearance
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.settings.section import SettingsSection

CHOICES = {
    appearance.SYSTEM: tr("As the system"),
    "light": tr("Light"),
    "dark": tr("Dark"),
    "contrast": tr("High contrast"),
}


class AppearanceSection(SettingsSection):
    """The look, for this user and workspace.

    Attributes
    ----------
    changed
        Emitted when a choice was made and applied.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Appearance"),
            tr("How the window looks for you in this workspace."),
            "settings#appearance",
            parent,
        )
        self._memory = WindowState()
        self.theme, self.slider, self.percent = QComboBox(), QSlider(Qt.Orientation.Horizontal), QSpinBox()
        self.theme.setAccessibleName(tr("Colors"))
        for name, title in CHOICES.items():
            self.theme.addItem(title, name)
        for control in (self.slider, self.percent):
            control.setRange(appearance.SMALLEST, appearance.LARGEST)
            control.setSingleStep(5)
        self.slider.setPageStep(25)
        self.slider.setAccessibleName(tr("Text size, slider"))
        self.percent.setSuffix(" %")
        self.percent.setAccessibleName(tr("Text size in percent"))
        self.four_colors = QCheckBox(tr("Show the four suits of cards in four colors"))
        self.sample = QLabel(tr("A deck in order has 52 cards: A♣ to K♠."))
        self._add(tr("Colors"), self.theme)
        row = QHBoxLayout()
        row.addWidget(self.slider, 1)
        row.addWidget(self.percent)
        label = QLabel(tr("Text size"))
        label.setBuddy(self.percent)
        self.column.addWidget(label)
        self.column.addLayout(row)
        self.note_label(tr("Text size"), self.percent)
        self.column.addWidget(self.four_colors)
        self.note_label(tr("Four-color cards"), self.four_colors)
        self.column.addStretch(1)
        self.theme.currentIndexChanged.connect(self._keep)
        self.slider.valueChanged.connect(self.percent.setValue)
        self.percent.valueChanged.connect(self.slider.setValue)
        self.percent.valueChanged.connect(self._keep)
        self.four_colors.toggled.connect(self._keep)

    def use_memory(self, memory: WindowState) -> None:
        """Show the choices that are kept, and keep those that are made."""
        self._memory = WindowState()
        self.theme.setCurrentIndex(
            max(self.theme.findData(memory.text(appearance.THEME, appearance.SYSTEM)), 0)
        )
        self.percent.setValue(appearance.text_size(memory))
        self.four_colors.setChecked(memory.flag(appearance.FOUR_COLORS, default=False))
        self._memory = memory

    def _add(self, title: str, control: QWidget) -> None:
        label = QLabel(title)
        label.setBuddy(control)
        self.column.addWidget(label)
        self.column.addWidget(control)
        self.note_label(title, control)

    def _keep(self) -> None:
        memory = self._memory
        memory.put(appearance.THEME, str(self.theme.currentData()))
        memory.put(appearance.TEXT_SIZE, self.percent.value())
        memory.put(appearance.FOUR_COLORS, "true" if self.four_colors.isChecked() else "false")
        application = QApplication.instance()
        if isinstance(application, QApplication) and self.isVisible():
            memory.sync()
            appearance.apply(application, memory)
            self.changed.emit()
