"""Two benches and a store, in a folder and on an S3-compatible server."""

from itertools import count

import pytest

from labharness.app.shared_store.store import Store, medium_of
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import MARKER, Workspace

NUMBERS = count(1)


def named(space, place, endpoint=""):
    """Write a store into a workspace's settings."""
    marker = space.path / MARKER
    lines = [each for each in marker.read_text("utf-8").splitlines() if not each.startswith("store")]
    marker.write_text("\n".join([f'store = "{place}"', f'store_endpoint = "{endpoint}"', *lines]), "utf-8")
    return space


@pytest.fixture(scope="session")
def object_server():
    """Start the server; give its URL."""
    from moto.server import ThreadedMotoServer
    from werkzeug.serving import WSGIRequestHandler

    patch = pytest.MonkeyPatch()
    patch.setattr(WSGIRequestHandler, "log", lambda *_: None)
    # Keys as the AWS tools find them; no other server is asked for some.
    for name, value in {
        "AWS_ACCESS_KEY_ID": "bench",
        "AWS_SECRET_ACCESS_KEY": "hunter2",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_MAX_ATTEMPTS": "1",
    }.items():
        patch.setenv(name, value)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()
    patch.undo()


@pytest.fixture
def bucket(object_server):
    """Make an empty bucket; give its name and the server's URL."""
    import boto3

    name = f"laboratory{next(NUMBERS)}"
    boto3.client("s3", endpoint_url=object_server).create_bucket(Bucket=name)
    return name, object_server


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
