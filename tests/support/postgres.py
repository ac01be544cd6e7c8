"""A real PostgreSQL, which is started once from the Debian package, without a network."""

import os
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

NAMES = count(1)


def programs():
    """Folder of the newest PostgreSQL's programs, None where the package is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    return found[-1].parent if found else None


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """Start a PostgreSQL on a socket; give a function that makes an empty place in it and returns its URL."""
    folder = programs()
    if folder is None or sys.platform == "win32":
        pytest.skip("PostgreSQL is not installed; on Debian: apt-get install postgresql")
    # PostgreSQL refuses to run as root, and a socket's path must be short.
    root = os.geteuid() == 0
    place = Path(subprocess.check_output(["mktemp", "-d", "-t", "pg.XXXXXX"], text=True).strip())
    user = ["runuser", "-u", "nobody", "--"] if root else []
    if root:
        shutil.chown(place, "nobody")
    data, log = place / "data", place / "log"

    def call(program, *arguments):
        command = [*user, folder / program, *arguments]
        done = subprocess.run(
            command, cwd=place, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr + (log.read_text() if log.exists() else "")

    call("initdb", "-D", data, "-A", "trust", "-U", "lab", "-E", "UTF8", "--locale=C", "--no-sync")
    # Here processes are killed and not the machine, so nothing need wait for the disk.
    options = f"-c listen_addresses= -c fsync=off -c unix_socket_directories={place} -c max_connections=40"
    # Its output goes to a file: a pipe would stay open with the server.
    subprocess.run(
        [*user, folder / "pg_ctl", "-D", data, "-w", "-l", log, "-o", options, "start"],
        cwd=place,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )

    engine = sa.create_engine(
        f"postgresql+psycopg://lab@/postgres?host={place}", isolation_level="AUTOCOMMIT"
    )

    def database():
        name = f"place{next(NAMES)}"
        with engine.connect() as connection:
            connection.exec_driver_sql(
                f"CREATE SCHEMA {name}"
            )  # a database of its own takes thirty times as long
        return f"postgresql+psycopg://lab@/postgres?host={place}&options=-csearch_path%3D{name}"

    yield database
    engine.dispose()
    call("pg_ctl", "-D", data, "-m", "immediate", "stop")
    shutil.rmtree(place, ignore_errors=True)
