"""Fetches Debian's kernel and makes what QEMU boots: kernel, modules and a first file system.

``python -m tests.support.kernel.image`` does it ahead of the tests.  Nothing is installed: the package is unpacked into ``build/kernel``,
the kernel's modules stay there, and the guest reads them where they are.
"""

from __future__ import annotations

import lzma
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
BUILD = ROOT / "build" / "kernel"
BOOTED_WITH = ("virtio_pci", "9p", "9pnet_virtio", "overlay", "virtio_net")
"""Modules without which the guest has no root file system and no network; the rest is loaded from the root."""
TOOLS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "busybox": "busybox-static",
    "modprobe": "kmod",
    "usbip": "usbip",
    "lsusb": "usbutils",
}
"""Programs and the Debian packages that bring them."""


class UnavailableError(Exception):
    """This computer cannot have the guest."""


@dataclass(frozen=True, slots=True)
class Image:
    """What QEMU boots.

    Parameters
    ----------
    kernel, initramfs
        Files.
    modules
        Folder that ``modprobe -d`` is given.
    release
        The kernel's name of itself.
    """

    kernel: Path
    initramfs: Path
    modules: Path
    release: str


def prepared() -> Image:
    """Make the image, or return the one that is there.

    Raises
    ------
    UnavailableError
        If a program is missing, or the kernel's package cannot be had.
    """
    missing = sorted(package for tool, package in TOOLS.items() if not found(tool))
    if missing:
        raise UnavailableError(f"missing: apt-get install -y --no-install-recommends {' '.join(missing)}")
    package = _package()
    folder = BUILD / package
    if not (folder / "initramfs").exists():
        shutil.rmtree(BUILD, ignore_errors=True)
        folder.mkdir(parents=True)
        _unpack(folder, package)
    (modules,) = (folder / "lib" / "modules").iterdir()
    (kernel,) = (folder / "boot").glob("vmlinuz-*")
    initramfs = folder / "initramfs"
    if not initramfs.exists():
        _run("depmod", "-b", folder, modules.name)
        result = initramfs.with_suffix(".new")
        result.write_bytes(_initramfs(folder, modules.name))
        result.rename(initramfs)
    return Image(kernel, initramfs, folder, modules.name)


def found(tool: str) -> str | None:
    """Return where a program is, also among those of the administrator."""
    return shutil.which(tool) or shutil.which(tool, path="/usr/sbin:/sbin")


def _package() -> str:
    """Return the name of the package that Debian's newest kernel is in."""
    depends = _run("apt-cache", "depends", "linux-image-amd64")
    match = re.search(r"Depends: (linux-image-[0-9][^ ]*-amd64)$", depends, re.MULTILINE)
    if match is None:
        raise UnavailableError("apt knows no package linux-image-amd64: run apt-get update")
    return match[1]


def _unpack(folder: Path, package: str) -> None:
    _run("apt-get", "download", package, cwd=folder)
    (archive,) = folder.glob("*.deb")
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE) as unpacking:
        _run("tar", "-x", "./boot", "./lib/modules", stdin=unpacking.stdout, cwd=folder)
    archive.unlink()


def _run(program: str, *arguments: str | Path, **options: object) -> str:
    path = found(program)
    if path is None:
        raise UnavailableError(f"{program} is not on this computer: the guest needs Debian")
    done = subprocess.run([path, *arguments], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise UnavailableError(f"{program} failed: {done.stderr.strip()}")
    return done.stdout


# --- the first file system: busybox, a script and the modules it loads, in the order in which they need each other


def _initramfs(folder: Path, release: str) -> bytes:
    listed = [
        line.split()[1]
        for module in BOOTED_WITH
        for line in _run("modprobe", "-d", folder, "-S", release, "--show-depends", module).splitlines()
        if line.startswith("insmod ")
    ]
    files = {"init": (HERE / "init.sh").read_bytes(), "busybox": Path(str(found("busybox"))).read_bytes()}
    for number, path in enumerate(dict.fromkeys(listed)):
        data = Path(path).read_bytes()
        files[f"modules/{number:02}.ko"] = lzma.decompress(data) if path.endswith(".xz") else data
    folders = ("dev", "proc", "sys", "modules", "host", "new", "over")
    entries = [_entry(name, 0o040755) for name in folders]
    entries += [_entry(name, 0o100755, data) for name, data in files.items()]
    return b"".join(entries) + _entry("TRAILER!!!", 0)


def _entry(name: str, mode: int, data: bytes = b"") -> bytes:
    """Return one entry of a cpio archive in the form that the kernel reads ("newc")."""
    numbers = (0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
    head = b"070701" + b"".join(b"%08X" % number for number in numbers) + name.encode() + b"\0"
    return _padded(head) + _padded(data)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


if __name__ == "__main__":
    try:
        sys.stdout.write(f"Kernel {prepared().release} is ready.\n")
    except UnavailableError as error:
        sys.exit(f"The guest cannot be had: {error}")
