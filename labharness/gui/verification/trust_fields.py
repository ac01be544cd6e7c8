"""Whom to trust for one verification, named by hand: a fingerprint, certificates, and lists of revoked certificates and of signers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from labharness.gui.kit.file_field import FileField
from labharness.gui.kit.words import tr

HINT = tr(
    "Get these directly from the laboratory, never from the folder that they are to vouch for. Left empty, the lists and people of Settings count."
)
CERTIFICATES = tr("Certificates (*.pem *.crt *.cer);;All files (*)")
SIGNERS = tr("Lists of signers (*.json);;All files (*)")
LISTS = tr("Lists of revoked certificates (*.crl *.pem);;All files (*)")


@dataclass(frozen=True, slots=True)
class NamedTrust:
    """What somebody named for one verification; nothing named leaves it to the lists."""

    certificates: tuple[Path, ...] = ()
    fingerprints: tuple[str, ...] = ()
    crls: tuple[Path, ...] = ()
    signers: Path | None = None


class TrustFields(QWidget):
    """Four fields.

    Parameters
    ----------
    folder
        Where the choice of a file begins.

    Attributes
    ----------
    changed
        Emitted when a field is another.
    """

    changed = Signal()

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fingerprint = QLineEdit()
        self.fingerprint.setAccessibleName(tr("Fingerprint of the authority"))
        self.fingerprint.setPlaceholderText(tr("SHA-256, 64 digits"))
        self.certificate = FileField(
            tr("Certificate of the authority"), tr("PEM or DER file"), CERTIFICATES, folder
        )
        self.crl = FileField(tr("List of revoked certificates"), tr("optional"), LISTS, folder)
        self.signers = FileField(tr("List of signers"), tr("optional"), SIGNERS, folder)
        hint = QLabel(HINT)
        hint.setWordWrap(True)
        hint.setProperty("muted", True)  # noqa: FBT003  Qt's call
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Fingerprint"), self.fingerprint)
        form.addRow(tr("Certificate"), self.certificate)
        form.addRow(tr("Revoked"), self.crl)
        form.addRow(tr("Signers"), self.signers)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(hint)
        column.addLayout(form)
        self.fingerprint.textChanged.connect(self.changed)
        self.certificate.changed.connect(self.changed)
        self.crl.changed.connect(self.changed)
        self.signers.changed.connect(self.changed)

    def named(self) -> NamedTrust:
        """Return what was entered."""
        return NamedTrust(
            tuple(Path(each).expanduser() for each in (self.certificate.text,) if each),
            tuple(each for each in (self.fingerprint.text().strip(),) if each),
            tuple(Path(each).expanduser() for each in (self.crl.text,) if each),
            Path(self.signers.text).expanduser() if self.signers.text else None,
        )
