"""An S3-compatible server of this process, on a port of the loopback, with keys in the environment."""

from itertools import count

import pytest

NAMES = count(1)


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

    name = f"laboratory{next(NAMES)}"
    boto3.client("s3", endpoint_url=object_server).create_bucket(Bucket=name)
    return name, object_server
