"""What the room Settings needs from the product."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from labharness.app.benches.service import ServiceFile
from labharness.app.installation.doctor import Diagnosis
from labharness.app.laboratory.present_settings import PresentSettings
from labharness.app.outside.trusted import CodeFile
from labharness.app.people.trusted_authorities import Authority
from labharness.app.shared_store.content import StoreContent


@dataclass(frozen=True, slots=True)
class KeyFile:
    """The key of the person who acts; the pass phrase is in no text of it."""

    file: Path
    passphrase: str = field(repr=False)


class SettingsServices(Protocol):
    """The settings of a workspace, of its laboratory and of this computer.

    Each is called on another thread and may raise a ``LabharnessError``, whose sentence is shown beside its cause; the person is the
    one who is logged in, and who may not act is refused. What changes something returns a sentence that says so.
    """

    def standing(self) -> PresentSettings:
        """Read the present settings."""
        ...

    def set_value(self, name: str, value: str, why: str) -> str:
        """Give a setting of the workspace another value."""
        ...

    def add_person(self, person: Mapping[str, Any], why: str, key: KeyFile | None) -> str:
        """Put somebody on the list of people."""
        ...

    def change_person(self, person: str, changes: Mapping[str, Any], why: str, key: KeyFile | None) -> str:
        """Change what is on record of somebody."""
        ...

    def set_laboratory(self, changes: Mapping[str, Any], why: str, key: KeyFile | None) -> str:
        """Set who issues the reports."""
        ...

    def authorities_in(self, file: Path) -> Sequence[Authority]:
        """Return the authorities of a file, to be compared before they are trusted."""
        ...

    def trust(self, file: Path, *, own: bool) -> str:
        """Trust the authorities of a file, in this workspace or only for this user."""
        ...

    def distrust(self, fingerprint: str, *, own: bool) -> str:
        """Trust an authority no more."""
        ...

    def issue_trial_key(self, file: Path, passphrase: str) -> str:
        """Write a key for trials in the name of who is logged in."""
        ...

    def examine(self) -> Sequence[Diagnosis]:
        """Look whether this computer can do the job."""
        ...

    def workspace_code(self) -> tuple[Path, Sequence[CodeFile]]:
        """Return the folder of the workspace, and the code of its plug-ins."""
        ...

    def trust_code(self, files: Sequence[CodeFile]) -> None:
        """Trust code as it was shown."""
        ...

    def store(self) -> StoreContent:
        """Read what the shared store holds, and which runs wait for it."""
        ...

    def copy_to_store(self, tell: Callable[[str], None]) -> str:
        """Copy the runs that wait, and read every file back; ``tell`` hears of each and may end it."""
        ...

    def fetch_from_store(self, run: str) -> str:
        """Fetch a run of any bench into the workspace, by the hash of its head; it is verified first."""
        ...

    def verify_in_store(self, run: str) -> tuple[bool, str]:
        """Read every file of a run in the store; returns whether all is in order, and a sentence."""
        ...

    def make_store(self) -> str:
        """Make the store that the settings name."""
        ...

    def worker_service(self, bench: str) -> ServiceFile:
        """Write the file with which the system starts the worker of a bench."""
        ...
