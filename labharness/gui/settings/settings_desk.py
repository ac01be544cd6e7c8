"""The product's settings, as :class:`labharness.gui.settings.services.SettingsServices`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from labharness.acts import people
from labharness.acts.declaring import Seat
from labharness.app.benches.service import ServiceFile, service_file
from labharness.app.installation.doctor import Diagnosis, examine
from labharness.app.laboratory import trust_lists, workspace_settings
from labharness.app.laboratory.present_settings import PresentSettings, standing
from labharness.app.outside.trusted import CodeFile, code_files
from labharness.app.outside.trusted import trust as trust_code
from labharness.app.people.trusted_authorities import Authority
from labharness.app.shared_store.content import StoreContent, content_of, make_store, verify_stored
from labharness.app.shared_store.copying import copy, open_store
from labharness.app.shared_store.fetching import fetch
from labharness.app.workspace import Workspace
from labharness.gui.kit.words import tr
from labharness.gui.settings.services import KeyFile
from labharness.language.recorded import worded


class SettingsDesk:
    """What the window asks of the settings; the person is the one who is logged in.

    Parameters
    ----------
    workspace
        Whose settings.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def standing(self) -> PresentSettings:
        """Read the present settings."""
        return standing(self._workspace)

    def set_value(self, name: str, value: str, why: str) -> str:
        """Give a setting of the workspace another value."""
        made = workspace_settings.change_setting(self._workspace, name, value, why)
        return tr("Saved: {made}.", made=made.value or tr("not set"))

    def add_person(self, person: Mapping[str, Any], why: str, key: KeyFile | None) -> str:
        """Put somebody on the list of people."""
        made = people.add(Seat(self._workspace), **person, why=why, **_key(key))
        return tr("{made} is on the list.", made=made.name)

    def change_person(self, person: str, changes: Mapping[str, Any], why: str, key: KeyFile | None) -> str:
        """Change what is on record of somebody."""
        made = people.change(Seat(self._workspace), person, **changes, why=why, **_key(key))
        return tr("The entry of {made} is changed.", made=made.name)

    def set_laboratory(self, changes: Mapping[str, Any], why: str, key: KeyFile | None) -> str:
        """Set who issues the reports."""
        made = people.laboratory(Seat(self._workspace), **changes, why=why, **_key(key))
        return tr("Reports are issued by {made}.", made=made.name)

    def authorities_in(self, file: Path) -> Sequence[Authority]:
        """Return the authorities of a file."""
        return trust_lists.authorities_in(file)

    def trust(self, file: Path, *, own: bool) -> str:
        """Trust the authorities of a file."""
        _, added = trust_lists.trust(None if own else self._workspace, file)
        return tr("Trusted: {added:,} {added:authority|authorities}.", added=len(added))

    def distrust(self, fingerprint: str, *, own: bool) -> str:
        """Trust an authority no more."""
        trust_lists.distrust(None if own else self._workspace, fingerprint)
        return tr("The authority is trusted no more.")

    def issue_trial_key(self, file: Path, passphrase: str) -> str:
        """Write a key for trials in the name of who is logged in."""
        from labharness.app.people.signing import issue_trial_key

        name = issue_trial_key(self._workspace, None, file, lambda: passphrase)
        return tr(
            "{file} holds a key of {name} for trials. It proves nothing about persons.",
            file=file.name,
            name=name,
        )

    def examine(self) -> Sequence[Diagnosis]:
        """Look whether this computer can do the job."""
        return examine(self._workspace.path)

    def workspace_code(self) -> tuple[Path, Sequence[CodeFile]]:
        """Return the folder of the workspace, and the code of its plug-ins."""
        return self._workspace.path, code_files(self._workspace.path)

    def trust_code(self, files: Sequence[CodeFile]) -> None:
        """Trust code as it was shown."""
        trust_code(self._workspace.path, files)

    def store(self) -> StoreContent:
        """Read what the shared store holds, and which runs wait for it."""
        return content_of(self._workspace)

    def copy_to_store(self, tell: Callable[[str], None]) -> str:
        """Copy the runs that wait, and read every file back."""
        done = copy(self._workspace, (), lambda one: tell(tr("copied {run}", run=one.run)))
        refused = [f"{one.run}: {worded(one.reasons)}" for one in done if one.reasons]
        good = tr("{done:,} {done:run|runs} copied and verified.", done=len(done) - len(refused))
        return " ".join((good, *refused)) if done else tr("All runs that have ended are in the store.")

    def fetch_from_store(self, run: str) -> str:
        """Fetch a run of any bench into the workspace; it is verified first."""
        return tr(
            "{run} was fetched and verified.",
            run=fetch(self._workspace, open_store(self._workspace), run).run,
        )

    def verify_in_store(self, run: str) -> tuple[bool, str]:
        """Read every file of a run in the store."""
        problems = verify_stored(self._workspace, run)
        return not problems, worded(problems) if problems else tr("Integrity verified: every file was read.")

    def make_store(self) -> str:
        """Make the store that the settings name."""
        return tr("The store {shown} is ready.", shown=make_store(self._workspace).medium.shown)

    def worker_service(self, bench: str) -> ServiceFile:
        """Write the file with which the system starts the worker of a bench."""
        made = service_file(self._workspace, bench)
        made.write()
        return made


def _key(key: KeyFile | None) -> dict[str, Any]:
    return {} if key is None else {"key": str(key.file), "ask": lambda _: key.passphrase}
