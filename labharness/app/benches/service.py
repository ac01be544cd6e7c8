"""Service files: how systemd or Windows starts a worker, and leaves its runs alone when it stops it."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from xml.sax.saxutils import escape

from labharness.app.workspace import Workspace, quoted
from labharness.child_processes import command_line
from labharness.errors import InputError
from labharness.evidence.durable import Writing
from labharness.model.reasons.night import Nights

SYSTEMD = """\
[Unit]
Description=labharness worker of the bench {bench}
Documentation=https://pypi.org/project/labharness/
Wants=time-sync.target network-online.target
After=time-sync.target network-online.target

[Service]
Type=exec
ExecStart={command}
Restart=on-failure
RestartSec=10
# Only the worker is told to stop: a run at work goes on, and the next worker finds it.
KillMode=process
KillSignal=SIGTERM
TimeoutStopSec=60

[Install]
WantedBy=default.target
"""
WINDOWS = """\
<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.4" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>labharness worker of the bench {bench}</Description></RegistrationInfo>
  <Triggers><BootTrigger><Enabled>true</Enabled></BootTrigger></Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions><Exec><Command>{program}</Command><Arguments>{arguments}</Arguments></Exec></Actions>
</Task>
"""


@dataclass(frozen=True, slots=True)
class ServiceFile:
    """A file for the system's service manager.

    Parameters
    ----------
    next
        Commands that put it into effect.
    written
        Whether it is there.
    """

    path: Path
    content: str
    encoding: str
    next: tuple[str, ...]
    written: bool = False

    def write(self) -> ServiceFile:
        """Write the file; raises :class:`StorageError` where that is not possible."""
        with Writing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(self.content, encoding=self.encoding)
        return replace(self, written=True)


def service_file(workspace: Workspace, bench: str, system: str = sys.platform) -> ServiceFile:
    """Return the service file of a bench's worker.

    Parameters
    ----------
    system
        As ``sys.platform`` names it.

    Raises
    ------
    InputError
        If there is none for the system.
    """
    program, *words = command_line("worker", "--bench", bench, "--workspace", str(workspace.path))
    name = "labharness-" + (re.sub(r"[^A-Za-z0-9]+", "-", bench).strip("-") or "bench")
    if system == "linux":
        home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        path = home / "systemd" / "user" / f"{name}.service"
        command = " ".join(_systemd_word(word) for word in [program, *words])
        return ServiceFile(
            path,
            SYSTEMD.format(bench=_one_line(bench), command=command),
            "utf-8",
            (
                "systemctl --user daemon-reload",
                f"systemctl --user enable --now {name}.service",
                "loginctl enable-linger",
            ),
        )
    if system == "win32":
        import subprocess

        path = workspace.path / f"{name}.xml"
        content = WINDOWS.format(
            bench=escape(_one_line(bench)),
            program=escape(program),
            arguments=escape(subprocess.list2cmdline(words)),
        )
        return ServiceFile(
            path, content, "utf-16", (f"schtasks /Create /TN {name} /XML {quoted(path)} /RU SYSTEM",)
        )
    raise InputError(Nights.SERVICE_UNSUPPORTED(system=system))


def _systemd_word(word: str) -> str:
    """Quote a word of ExecStart; ``%`` and ``$`` are doubled, as systemd.service(5) says."""
    safe = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{safe}"' if re.search(r"[^\w@%+=:,./-]", word) else safe


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("%", "%%")
