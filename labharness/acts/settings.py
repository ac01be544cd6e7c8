"""Settings of the workspace: where its register, queue and store are, its reader, its time stamps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Listing, Shown, WindowControl, act, tr
from labharness.acts.gates import EVERYBODY, PersonSeat, by_role
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.entry import Role

if TYPE_CHECKING:
    from labharness.app.settings.workspace_settings import SettingValue


def _listing(values: Sequence[SettingValue]) -> Iterator[Shown]:
    from labharness.language.field_words import words_of

    yield Listing(
        ("Setting", "Value", "Purpose"),
        tuple((each.field.name, each.value or "not set", words_of(each.field).help) for each in values),
    )


def _values(values: Sequence[SettingValue]) -> dict[str, Any]:
    return {each.field.name: each.value for each in values}


@act(EVERYBODY, WindowControl("Settings", tr("Defaults")), shown=_listing, values=_values)
def list_(workspace: Workspace) -> tuple[SettingValue, ...]:
    """List the settings of the workspace with their values."""
    from labharness.app.settings.workspace_settings import setting_values

    return setting_values(workspace)


def _line(value: SettingValue) -> Iterator[Shown]:
    from labharness.language.field_words import words_of

    yield f"{words_of(value.field).label}: {value.value or 'not set'}."


@act(
    by_role(Role.ADMINISTRATOR),
    WindowControl("Settings", tr("Save")),
    shown=_line,
    values=lambda value: _values((value,)),
)
def set_(
    on: PersonSeat, name: Annotated[str, typer.Argument(metavar="SETTING")], value: str, *, why: str
) -> SettingValue:
    """Change a setting of the workspace. Where there is a list of people, only an administrator may."""
    from labharness.app.settings.workspace_settings import change_setting

    return change_setting(on.workspace, name, value, why, on.acting.who)
