"""The settings of a workspace: what each is for, its value, and its change by whom the laboratory lets; everything that settings show at once.

Change one value of a workspace's settings file, and nothing else of it.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from labharness.app.people import authority as lists
from labharness.app.people.authority import LIST, Authority, places, read_list
from labharness.app.people.signing import trusted
from labharness.app.people.staff import Staff, read_staff
from labharness.app.workspace.file_change import FileChange, finish_changes
from labharness.app.workspace.register import (
    database_place,
    has_queue,
    has_register,
    open_queue,
    open_register,
)
from labharness.app.workspace.settings import (
    QUEUE,
    REGISTER,
    Settings,
    holds_secret,
    identity,
    read_settings,
    without_secret,
)
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import InputError, LabharnessError, PlanError, WorkspaceError
from labharness.evidence.outside import SizeLimit, text_outside
from labharness.games.mistakes import parse
from labharness.model.field import Field, fields_of
from labharness.model.reasons.register import Laboratories
from labharness.nights.items import Bench
from labharness.reason import Reason


class Owner(StrEnum):
    """Whose list it is."""

    WORKSPACE = "workspace"
    USER = "user"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class TrustRow:
    """An authority on a list."""

    owner: Owner
    file: Path
    authority: Authority


def trust_rows(workspace: Workspace | None) -> tuple[TrustRow, ...]:
    """Return every authority on the lists.

    Raises
    ------
    LabharnessError
        If a list cannot be read or holds anything but certificates.
    """
    return tuple(
        TrustRow(_owner(workspace, file), file, Authority.of(each))
        for file in places(workspace.path if workspace else None)
        for each in read_list(file)
    )


def authorities_in(file: Path) -> tuple[Authority, ...]:
    """Return the authorities of a file of certificates, to be compared before they are trusted."""
    return tuple(Authority.of(each) for each in trusted([file]))


def _owner(workspace: Workspace | None, file: Path) -> Owner:
    if workspace is not None and file == workspace.path / LIST:
        return Owner.WORKSPACE
    known = lists.installed()
    if file not in known:
        raise InputError(Laboratories.NOT_A_LIST(file=str(file)))
    return Owner.USER if file == known[0] and len(known) > 1 else Owner.COMPUTER


Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class PresentSettings:
    """The present settings.

    Parameters
    ----------
    staff
        None where the register cannot be read: nobody may change anything then.
    problems
        Why a part could not be read.
    """

    staff: Staff | None
    settings: tuple[SettingValue, ...]
    trust: tuple[TrustRow, ...]
    benches: tuple[Bench, ...]
    problems: tuple[Reason, ...] = ()


def standing(workspace: Workspace) -> PresentSettings:
    """Read the settings of a workspace."""
    problems: list[Reason] = []

    def part(read: Callable[[Workspace], Part], otherwise: Part) -> Part:
        try:
            return read(workspace)
        except LabharnessError as error:
            problems.extend(error.reasons)
            return otherwise

    settings: tuple[SettingValue, ...] = part(setting_values, ())
    staff: Staff | None = part(read_staff, None)
    if problems:
        staff = None
    return PresentSettings(staff, settings, part(trust_rows, ()), part(benches, ()), tuple(problems))


def benches(workspace: Workspace) -> tuple[Bench, ...]:
    """Return the benches that the queue knows."""
    if not has_queue(workspace):
        return ()
    from labharness.nights.store.benches import Benches

    with open_queue(workspace) as queue:
        return tuple(Benches(queue.database).all())


def with_value(workspace: Workspace, key: str, value: str | bool) -> bytes:
    """Return the settings file with a value changed; comments, order and every other value stay as they are.

    Raises
    ------
    WorkspaceError
        If the file cannot be read, or has the value in a form that would not be kept.
    """
    before, text = (
        read_settings(workspace),
        text_outside(workspace.path / MARKER, SizeLimit.WRITTEN, "utf-8-sig"),
    )
    line = f"{key} = {_toml(value)}"
    pattern = re.compile(rf"^{key}[ \t]*=.*$", re.MULTILINE)
    # At the top where it is new: there it is in no table, and after no mark of the encoding.
    changed = pattern.sub(lambda _: line, text) if pattern.search(text) else f"{line}\n{text}"
    try:
        after = parse(Settings, changed.encode(), MARKER)
    except PlanError as error:
        raise WorkspaceError(Laboratories.NOT_TAKEN(name=key)) from error
    field = next(name for name, each in Settings.model_fields.items() if (each.alias or name) == key)
    if after != before.model_copy(update={field: value}):
        raise WorkspaceError(Laboratories.NOT_TAKEN(name=key))
    return changed.encode()


def _toml(value: str | bool) -> str:
    """Return a value as TOML has it; the escapes of a basic string are those of JSON but for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


CHANGED = "setting changed"
"""Event of the register: a setting of a workspace was changed."""
_YES, _NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0", "")


@dataclass(frozen=True, slots=True)
class SettingValue:
    """A setting with its present value, as text; "" where it is not set."""

    field: Field
    value: str


def setting_values(workspace: Workspace) -> tuple[SettingValue, ...]:
    """Return every setting with its value; raises :class:`WorkspaceError` where the file cannot be read."""
    finish_changes(workspace)
    held = read_settings(workspace).model_dump(by_alias=True)
    return tuple(SettingValue(each, _shown(held[each.name])) for each in SETTINGS.values())


def change_setting(workspace: Workspace, name: str, value: str, why: str, who: str) -> SettingValue:
    """Give a setting another value, and put the change on record where there is a register.

    Parameters
    ----------
    value
        As text; "" for the value that it has by itself.
    why, who
        Reason, and id of the person, for the record.

    Raises
    ------
    LabharnessError
        If there is no such setting, or the value cannot be used. The setting then keeps its value.
    """
    if name not in SETTINGS:
        raise InputError(Laboratories.UNKNOWN_SETTING(name=name[:60], known=tuple(SETTINGS)))
    if not why.strip():
        raise InputError(Laboratories.REASON_NEEDED())
    identity(workspace)  # one from before gets it while the file is free
    wanted = _READ[name](workspace, value.strip())
    marker = workspace.path / MARKER
    with FileChange(workspace, marker) as change:
        held = read_settings(workspace).model_dump(by_alias=True)[name]
        if wanted == held:
            raise InputError(Laboratories.NO_DIFFERENCE())
        change.put(marker, with_value(workspace, name, wanted))
        # The register that the settings name from then on knows how that came.
        register = str(wanted) if name == "register" else ""
        if has_register(workspace, register):
            body = {"setting": name, "before": _shown(held), "after": _shown(wanted), "file": MARKER}
            change.commit(CHANGED, body, why.strip(), who=who, register=register)
        else:
            change.commit()
    return SettingValue(SETTINGS[name], _shown(wanted))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return without_secret(str(value))


def _yes_or_no(workspace: Workspace, value: str) -> bool:
    del workspace
    if value.lower() not in (*_YES, *_NO):
        raise InputError(Laboratories.NOT_YES_OR_NO(got=value[:60]))
    return value.lower() in _YES


def _folder(workspace: Workspace, value: str) -> str:
    del workspace
    if value and not Path(value).expanduser().is_dir():
        raise InputError(Laboratories.NOT_A_FOLDER(folder=value[:200]))
    return str(Path(value).expanduser().absolute()) if value else ""


def _url(workspace: Workspace, value: str) -> str:
    del workspace
    return _checked_url(value, "http", "https") if value else ""


def _checked_url(value: str, *schemes: str) -> str:
    if holds_secret(value):
        raise InputError(Laboratories.SECRET_IN_URL())
    try:
        parts = urlsplit(value)
        whole = parts.scheme in schemes and bool(parts.hostname or parts.netloc)
    except ValueError:
        whole = False
    if not whole or any(sign.isspace() for sign in value):
        raise InputError(
            Laboratories.NOT_A_URL(got=value[:200], schemes=tuple(f"{each}://" for each in schemes))
        )
    return value


def _store(workspace: Workspace, value: str) -> str:
    return _checked_url(value, "s3") if "://" in value else _folder(workspace, value)


def _database(
    field: str, standard: str, opens: Callable[[Workspace], None]
) -> Callable[[Workspace, str], str]:
    """Return what reads the place of a database: it must answer, and hold what the present one was begun with."""

    def read(workspace: Workspace, value: str) -> str:
        value = value or standard
        held = read_settings(workspace)
        place = database_place(workspace, value)
        begun = held.begun if field == "place" else held.queue_begun
        if isinstance(place, Path) and begun and not place.is_file():
            what = "register" if field == "place" else "queue"
            raise InputError(Laboratories.WOULD_BEGIN_ANEW(what=what, place=str(place)))
        if not isinstance(place, Path) or place.is_file():
            _try(workspace, held.model_copy(update={field: value}), opens, str(place))
        return value

    return read


def _try(workspace: Workspace, held: Settings, opens: Callable[[Workspace], None], place: str) -> None:
    """Open a database that the settings do not name yet, from a folder with settings of its own."""
    with tempfile.TemporaryDirectory(prefix="labharness-") as folder:
        trial = Workspace(Path(folder))
        lines = [f"id = {json.dumps(held.id)}", "schema = 1"]
        for key, value in (("register", held.place), ("queue", held.queue)):
            lines.append(f"{key} = {json.dumps(str(database_place(workspace, value)))}")
        (trial.path / MARKER).write_text("\n".join(lines) + "\n", encoding="utf-8")
        try:
            opens(trial)
        except LabharnessError as error:
            raise InputError(Laboratories.NOT_OPENED(place=place, why=error.reasons[0])) from error


def _open_register(workspace: Workspace) -> None:
    with open_register(workspace) as register:
        register.people()


def _open_queue(workspace: Workspace) -> None:
    with open_queue(workspace) as queue:
        queue.items(limit=1)


_READ: dict[str, Callable[[Workspace, str], str | bool]] = {
    "reader": _folder,
    "time_stamps": _url,
    "store": _store,
    "store_endpoint": _url,
    "register": _database("place", REGISTER, _open_register),
    "queue": _database("queue", QUEUE, _open_queue),
    "clock_by_hand": _yes_or_no,
}
"""What reads each setting, in the order in which they are shown."""

_NAMED = {each.name: each for each in fields_of(Settings)}
SETTINGS: dict[str, Field] = {name: _NAMED[name] for name in _READ}
"""The settings that people change, by their names."""
