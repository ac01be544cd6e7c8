"""Put pip into the virtual environment of this interpreter, for a Python without ensurepip: Debian packs that separately.

The file is known by its SHA-256, so nothing else need vouch for it: a bare system has no list of authorities yet.
"""

import hashlib
import ssl
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

URL = (
    "https://files.pythonhosted.org/packages/44/3c/d717024885424591d5376220b5e836c2d5293ce2011523c9de23ff7bf068/"
    "pip-25.3-py3-none-any.whl"
)
SHA256 = "9655943313a94722b7774661c21049070f6bbb0a1516bf02f7c8d5d9201514cd"


def main() -> None:
    """Fetch the wheel of pip, compare its hash, and let it install itself."""
    unverified = ssl._create_unverified_context()  # noqa: S323, SLF001  the hash is what vouches for the file
    try:
        with urllib.request.urlopen(URL, timeout=60, context=unverified) as answer:
            wheel = answer.read()
    except OSError as error:
        sys.exit(f"pip was not fetched: {error}.")
    if hashlib.sha256(wheel).hexdigest() != SHA256:
        sys.exit("pip was not installed: the file that was fetched has another SHA-256.")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, URL.rpartition("/")[2])
        file.write_bytes(wheel)
        subprocess.run(
            [sys.executable, file / "pip", "install", "--quiet", "--no-index", "--no-deps", file], check=True
        )


if __name__ == "__main__":
    main()
