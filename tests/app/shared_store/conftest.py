"""Two benches and a store, in a folder and on an S3-compatible server."""

import pytest

from labharness.app.shared_store.store import Store, medium_of
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import MARKER, Workspace
from tests.support.object_store import bucket, object_server

__all__ = ["bucket", "object_server"]


def named(space, place, endpoint=""):
    """Write a store into a workspace's settings."""
    marker = space.path / MARKER
    lines = [each for each in marker.read_text("utf-8").splitlines() if not each.startswith("store")]
    marker.write_text("\n".join([f'store = "{place}"', f'store_endpoint = "{endpoint}"', *lines]), "utf-8")
    return space


@pytest.fixture(params=["folder", "bucket"])
def place(request, tmp_path):
    """Where a store lies: path or URL, and the URL of its server."""
    if request.param == "folder":
        return str(tmp_path / "store"), ""
    name, server = request.getfixturevalue("bucket")
    return f"s3://{name}/evidence", server


@pytest.fixture
def benches(place, tmp_path):
    """Two workspaces that name the same store, which is made."""
    result = [named(Workspace.init(tmp_path / name), *place) for name in ("one", "two")]
    Store.make(medium_of(read_settings(result[0])))
    return result


@pytest.fixture
def folders(tmp_path):
    """Two workspaces with a store in a folder."""
    result = [named(Workspace.init(tmp_path / name), tmp_path / "store") for name in ("one", "two")]
    Store.make(medium_of(read_settings(result[0])))
    return result
