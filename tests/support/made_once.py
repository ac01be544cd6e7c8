"""What takes seconds to make and is only read or copied: made by the first worker of a session that needs it."""

import atexit
import pickle
import shutil
import tempfile
import time
from pathlib import Path


class Shared:
    """Where it lies: a folder that all workers of a session have, or one of this process where no session is."""

    folder = None


def made_once(name, make):
    """Return what a function makes in an empty folder; it is called once in a session, whatever the number of workers."""
    if Shared.folder is None:
        Shared.folder = Path(tempfile.mkdtemp(prefix="made-"))
        atexit.register(shutil.rmtree, Shared.folder, ignore_errors=True)
    folder, kept = Shared.folder / name, Shared.folder / f"{name}.pickle"
    while not kept.is_file():
        try:
            folder.mkdir(parents=True)
        except FileExistsError:  # another worker is at it, or gives it up
            time.sleep(0.1)
            continue
        try:
            draft = kept.with_suffix(".draft")
            draft.write_bytes(pickle.dumps(make(folder)))
            draft.replace(kept)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    return pickle.loads(kept.read_bytes())
