"""The agent in the guest: connects to the host and runs the commands that come, each in a thread of its own.

A command is one line of JSON, ``{"id": …, "argv": […], "timeout": …, "env": {…}}``, and so is its answer, ``{"id": …, "code": …,
"out": …, "err": …}``.  It needs nothing but Python's own library.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from typing import Any

HOST = "10.0.2.2"
"""The host, as QEMU's user networking names it."""


def main(port: int) -> None:
    """Serve the host until it hangs up."""
    with socket.create_connection((HOST, port)) as connection, connection.makefile("rwb") as stream:
        sending = threading.Lock()
        for line in stream:
            threading.Thread(target=_answer, args=(json.loads(line), stream, sending), daemon=True).start()


def _answer(command: dict[str, Any], stream: Any, sending: threading.Lock) -> None:
    answer = json.dumps({"id": command["id"], **_carried_out(command)}).encode() + b"\n"
    with sending:
        stream.write(answer)
        stream.flush()


def _carried_out(command: dict[str, Any]) -> dict[str, Any]:
    try:
        done = subprocess.run(
            command["argv"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=command["timeout"],
            env=os.environ | command["env"],
            cwd="/tmp",
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        return {"code": None, "out": _text(error.stdout), "err": _text(error.stderr)}
    except OSError as error:
        return {"code": 127, "out": "", "err": str(error)}
    return {"code": done.returncode, "out": _text(done.stdout), "err": _text(done.stderr)}


def _text(data: bytes | None) -> str:
    return (data or b"").decode(errors="replace")


if __name__ == "__main__":
    main(int(sys.argv[1]))
