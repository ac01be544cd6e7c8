"""Programs that print outcomes of the generators of a language's own library."""

import ctypes
import ctypes.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

HERE = Path(__file__).parent
COMMONS = "/usr/share/java/commons-math3.jar"
GSL_FILE = ctypes.util.find_library("gsl") or "libgsl.so"
GNU = sys.platform == "linux" and hasattr(ctypes.CDLL(None), "gnu_get_libc_version")


class Asked(NamedTuple):
    """A line of outcomes that is asked for."""

    way: str
    bound: int
    seed: int
    skipped: int
    stride: int
    count: int


@dataclass(frozen=True)
class Program:
    """A program, and what it needs.

    Parameters
    ----------
    name
        Of the implementation.
    ways
        By family and call, how the program takes outcomes.
    source
        File beside this one.
    run, build
        What runs it, and what compiles it before.
    needs
        What must be there, with the Debian packages that bring it: commands, or whether something else is.
    """

    name: str
    ways: dict[tuple[str, str], str]
    source: str
    run: tuple[str, ...] = ("{folder}/draws",)
    build: tuple[str, ...] = ()
    needs: dict[str, tuple[str, bool | None]] = field(default_factory=dict)

    def missing(self) -> str:
        """Return what is not there, nothing if all is."""
        return ", ".join(
            f"{what} (Debian: {package})"
            for what, (package, there) in self.needs.items()
            if not (bool(shutil.which(what)) if there is None else there)
        )

    def outcomes(self, asked: list[Asked], folder: Path) -> list[np.ndarray]:
        """Return the outcomes of each line; what is compiled is kept in a folder."""
        place = folder / "-".join((*self.build[:1], self.source))
        places = {"source": str(HERE / self.source), "folder": str(place)}
        if self.build:
            compiled(tuple(word.format(**places) for word in self.build), place)
        done = subprocess.run(
            [word.format(**places) for word in self.run],
            input="".join(" ".join(map(str, each)) + "\n" for each in asked),
            capture_output=True,
            encoding="utf-8",
            env=os.environ | {"NODE_PATH": "/usr/share/nodejs"},
            check=False,
        )
        assert done.returncode == 0, (self.name, done.stderr[:500])
        rows = [np.array(line.split(), dtype=np.int64) for line in done.stdout.splitlines()]
        assert [len(row) for row in rows] == [each.count for each in asked], self.name
        return rows


@cache
def compiled(command: tuple[str, ...], folder: Path) -> None:
    """Compile a program, once."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, (command, done.stdout, done.stderr)


def needing(**packages: str) -> dict[str, tuple[str, bool | None]]:
    """Return commands and the packages that bring them."""
    return {command.replace("__", "++"): (package, None) for command, package in packages.items()}


DRAND48, MINSTD0, MINSTD = (
    "drand48 (POSIX, Perl)",
    "minstd_rand0 (multiplier 16807)",
    "minstd_rand (multiplier 48271)",
)
TYPE_0, TYPE_3 = "glibc rand, TYPE_0 (old BSD rand)", "glibc rand (TYPE_3)"
SCALED, WIDE, REMAINDER = "floor(word n / 2^32)", "floor(word n / 2^64)", "word % n"
LEADING, HALVED = "floor((word >> 11) 2^-53 n)", "(word >> 1) % n"
RAND, RAND_REMAINDER = "(int)(rand() / (RAND_MAX + 1.0) * n)", "rand() % n"
MASKED, REAL, SEEDED = (
    "low bits of a word, again if n or more",
    "floor(random() n)",
    "MT19937, init_genrand(seed)",
)
GSL_KINDS = {
    "vax": "VAX MTH$RANDOM",
    "transputer": "Transputer",
    "randu": "RANDU",
    "borosh13": "Borosh & Niederreiter",
    "waterman14": "Waterman",
    "fishman18": "Fishman & Moore (multiplier 62089911)",
    "lecuyer21": "L'Ecuyer (multiplier 40692)",
}
GSL_REGISTERS = {"taus": "taus88", "taus113": "LFSR113", "tt800": "TT800"}
BELOW, UNIFORM = "gsl_rng_uniform_int(r, n)", "(int)(gsl_rng_uniform(r) * n)"

PROGRAMS = (
    Program(
        "GNU C Library",
        {
            (DRAND48, "(int)(drand48() * n), int(rand(n))"): "drand48",
            (DRAND48, "lrand48() % n"): "lrand48",
            (TYPE_0, RAND_REMAINDER): "small-remainder",
            (TYPE_0, RAND): "small-scaled",
            (TYPE_3, RAND): "scaled",
            (TYPE_3, RAND_REMAINDER): "remainder",
        },
        source="draws.c",
        build=("gcc", "-O1", "-o", "{folder}/draws", "{source}"),
        needs=needing(gcc="gcc") | {"the GNU C Library": ("libc6", GNU)},
    ),
    Program(
        "musl",
        {("musl rand", RAND): "scaled", ("musl rand", RAND_REMAINDER): "remainder"},
        source="draws.c",
        build=("musl-gcc", "-static", "-O1", "-o", "{folder}/draws", "{source}"),
        needs={"musl-gcc": ("musl-tools", None)},
    ),
    Program(
        "libstdc++",
        {
            (MINSTD0, "uniform_int_distribution(0, n - 1)"): "minstd_rand0/distribution",
            (MINSTD0, "minstd_rand0() % n"): "minstd_rand0/remainder",
            (MINSTD0, "(int)(minstd_rand0() / 2147483647.0 * n)"): "minstd_rand0/minimal",
            (MINSTD, "uniform_int_distribution(0, n - 1)"): "minstd_rand/distribution",
            (MINSTD, "minstd_rand() % n"): "minstd_rand/remainder",
            (MINSTD, "(int)(minstd_rand() / 2147483647.0 * n)"): "minstd_rand/minimal",
            ("MT19937", SCALED): "mt19937/distribution",
            ("MT19937", REMAINDER): "mt19937/remainder",
            (SEEDED, SCALED): "mt19937/distribution",
            (SEEDED, HALVED): "mt19937/halved",
            ("MT19937-64", WIDE): "mt19937_64/distribution",
            ("MT19937-64", LEADING): "mt19937_64/leading",
            ("MT19937-64", REMAINDER): "mt19937_64/remainder",
        },
        source="draws.cpp",
        build=("g++", "-O1", "-std=c++17", "-o", "{folder}/draws", "{source}"),
        needs=needing(g__="g++"),
    ),
    Program(
        "GNU Scientific Library",
        {(name, BELOW): f"{kind}/below" for kind, name in (GSL_KINDS | GSL_REGISTERS).items()}
        | {(name, UNIFORM): f"{kind}/uniform" for kind, name in GSL_KINDS.items()}
        | {(name, "x % n"): f"{kind}/remainder" for kind, name in GSL_KINDS.items()}
        | {(name, SCALED): f"{kind}/scaled" for kind, name in (GSL_REGISTERS | {"r250": "R250"}).items()}
        | {
            (name, REMAINDER): f"{kind}/remainder"
            for kind, name in (GSL_REGISTERS | {"r250": "R250"}).items()
        }
        | {
            ("Cray RANF", "(int)(ranf() * n)"): "ranf/uniform",
            ("Cray RANF", "(x >> 16) * n >> 32"): "ranf/scaled",
            ("MT19937", "word / ((2^32 - 1) / n)"): "mt19937/below",
        },
        source="gsl.c",
        build=("gcc", "-O1", "-o", "{folder}/draws", "{source}", "-ldl"),
        run=("{folder}/draws", GSL_FILE),
        needs=needing(gcc="gcc")
        | {"the GNU Scientific Library": ("libgsl27", bool(ctypes.util.find_library("gsl")))},
    ),
    Program(
        "OpenJDK",
        {
            ("java.util.Random", "nextInt(n)"): "nextInt",
            ("java.util.Random", "(int)(nextFloat() * n)"): "nextFloat",
            ("java.util.Random", "(int)(nextDouble() * n)"): "nextDouble",
            ("java.util.Random", "Math.floorMod(nextInt(), n)"): "floorMod",
            ("xorshift32 (13, 17, 5)", SCALED): "secondary-scaled",
            ("xorshift32 (13, 17, 5)", REMAINDER): "secondary-remainder",
        },
        source="Draws.java",
        build=("javac", "-d", "{folder}", "{source}"),
        run=(
            "java",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "-cp",
            "{folder}",
            "Draws",
        ),
        needs=needing(java="default-jre-headless", javac="default-jdk-headless"),
    ),
    Program(
        "Apache Commons Math",
        {("WELL512a", SCALED): "well-scaled", ("WELL512a", REMAINDER): "well-remainder"},
        source="Draws.java",
        build=("javac", "-d", "{folder}", "{source}"),
        run=("java", "-cp", "{folder}" + os.pathsep + COMMONS, "Draws"),
        needs=needing(java="default-jre-headless", javac="default-jdk-headless")
        | {COMMONS: ("libcommons-math3-java", Path(COMMONS).exists())},
    ),
    Program(
        "Node",
        {("V8 Math.random", "floor(Math.random() n), 52 bits"): "random"},
        source="draws.js",
        run=("node", "{source}"),
        needs=needing(node="nodejs"),
    ),
    Program(
        "seedrandom",
        {("xorshift128 (11, 8, 19)", SCALED): "seedrandom"},
        source="draws.js",
        run=("node", "{source}"),
        needs=needing(node="nodejs")
        | {"seedrandom": ("node-seedrandom", Path("/usr/share/nodejs/seedrandom").exists())},
    ),
    Program(
        "Perl",
        {(DRAND48, "(int)(drand48() * n), int(rand(n))"): "rand"},
        source="draws.pl",
        run=("perl", "{source}"),
        needs=needing(perl="perl"),
    ),
    Program(
        "PHP",
        {
            ("MT19937", REMAINDER): "range",
            ("MT19937", HALVED): "rand",
            (SEEDED, REMAINDER): "range",
            (SEEDED, HALVED): "rand",
        },
        source="draws.php",
        run=("php", "{source}"),
        needs=needing(php="php-cli"),
    ),
    Program(
        "Ruby",
        {("MT19937", REAL): "real", (SEEDED, MASKED): "rand", (SEEDED, REAL): "real"},
        source="draws.rb",
        run=("ruby", "{source}"),
        needs=needing(ruby="ruby"),
    ),
    Program(
        "Mono",
        {(".NET System.Random", "Next(n)"): "below", (".NET System.Random", "Next() % n"): "remainder"},
        source="draws.cs",
        build=("mcs", "-out:{folder}/draws.exe", "{source}"),
        run=("mono", "{folder}/draws.exe"),
        needs=needing(mono="mono-runtime", mcs="mono-mcs"),
    ),
    Program(
        "Free Pascal",
        {("MT19937", SCALED): "random", (SEEDED, SCALED): "random"},
        source="draws.pas",
        build=("fpc", "-v0", "-o{folder}/draws", "-FU{folder}", "{source}"),
        needs=needing(fpc="fp-compiler"),
    ),
)
