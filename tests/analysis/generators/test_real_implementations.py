"""Streams of real programs are proved under the right name; a program that is not installed is skipped loudly."""

import ctypes
import ctypes.util
import shutil
import subprocess
import sys

import numpy as np
import pytest

from labharness.analysis.identification.catalog import families
from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.search import search
from labharness.analysis.identification.stream import Stream

FAMILIES = [family for family in families() if isinstance(family, Congruential)]
SAME = {"drand48 (POSIX, Perl)": ("java.util.Random",), "java.util.Random": ("drand48 (POSIX, Perl)",)}
"""Families of the same states, whose calls can give the same outcomes."""
LENGTH, SKIPPED = 1_200, 777
GLIBC = sys.platform == "linux" and ctypes.util.find_library("c")


@pytest.fixture(params=["own", pytest.param("all", marks=pytest.mark.long)])
def proves(request):
    """Whether the search, of the family alone or of all congruential ones, names it and the call, and no other family."""

    def proved(family, call, stride, outcomes, n):
        known = FAMILIES if request.param == "all" else [each for each in FAMILIES if each.name == family]
        proofs = search(Stream.of(outcomes, n), known=known).proofs
        named = {(proof.generator.name, proof.way.call.name, proof.way.stride) for proof in proofs}
        assert (family, call, stride) in named
        return {name for name, _, _ in named} <= {family, *SAME.get(family, ())}

    return proved


def tool(name):
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def printed(*command, source=None):
    done = subprocess.run(
        command, input=source, capture_output=True, check=True, encoding="utf-8", timeout=120
    )
    return [int(word) for word in done.stdout.split()]


@pytest.mark.skipif(not GLIBC, reason="needs the GNU C Library")
@pytest.mark.parametrize("n", [7, 52])
def test_glibc(n, proves):
    c = ctypes.CDLL(None)
    if not hasattr(c, "gnu_get_libc_version"):
        pytest.skip("the C library is not GNU's")
    c.drand48.restype, c.lrand48.restype = ctypes.c_double, ctypes.c_long
    c.srand48(2024)
    scaled = [int(c.drand48() * n) for _ in range(SKIPPED + LENGTH)][SKIPPED:]
    remainders = [c.lrand48() % n for _ in range(3 * LENGTH)][::3]

    assert proves("drand48 (POSIX, Perl)", "(int)(drand48() * n), int(rand(n))", 1, scaled, n)
    assert proves("drand48 (POSIX, Perl)", "lrand48() % n", 3, remainders, n)

    data, state, value = ctypes.create_string_buffer(128), ctypes.create_string_buffer(8), ctypes.c_int32()
    c.initstate_r(99, state, ctypes.c_size_t(8), data)
    small = []
    for _ in range(LENGTH):
        c.random_r(data, ctypes.byref(value))
        small.append(value.value % n)
    assert proves("glibc rand, TYPE_0 (old BSD rand)", "rand() % n", 1, small, n)


JAVA = """
import java.util.Random;
class Draws { public static void main(String[] a) {
  for (String each : a[2].split(",")) for (int way = 0; way < 4; way++) {
  int n = Integer.parseInt(each); Random r = new Random(Long.parseLong(a[0]));
  for (int i = 0; i < Integer.parseInt(a[1]); i++) System.out.println(
    way == 0 ? r.nextInt(n) : way == 1 ? (int) (r.nextFloat() * n) : way == 2 ? (int) (r.nextDouble() * n)
    : Math.floorMod(r.nextInt(), n)); } } }
"""
JAVA_BOUNDS = 7, 52, 8


@pytest.fixture(scope="module")
def java_outcomes(tmp_path_factory):
    """What Java draws with each call, by the bound; it compiles and starts once."""
    java, source = tool("java"), tmp_path_factory.mktemp("java") / "Draws.java"
    source.write_text(JAVA, encoding="utf-8")
    try:
        outcomes = printed(java, str(source), "-77", str(LENGTH), ",".join(map(str, JAVA_BOUNDS)))
    except subprocess.CalledProcessError as error:
        if ": error:" in error.stderr:  # the program above does not compile
            raise
        pytest.skip("java has no compiler")
    return dict(zip(JAVA_BOUNDS, np.reshape(outcomes, (len(JAVA_BOUNDS), -1, LENGTH)).tolist(), strict=True))


@pytest.mark.parametrize("n", JAVA_BOUNDS)
def test_java(n, java_outcomes, proves):
    (family,) = [family for family in FAMILIES if family.name == "java.util.Random"]
    for way, call in enumerate(family.calls):
        if way == 3 and n == 8:
            continue
        assert proves(family.name, call.name, 1, java_outcomes[n][way], n)


def test_perl(proves):
    outcomes = printed(tool("perl"), "-e", f"srand(5); print int(rand(52)), ' ' for 1..{LENGTH}")

    assert proves("drand48 (POSIX, Perl)", "(int)(drand48() * n), int(rand(n))", 1, outcomes, 52)


CPP = """
#include <random>
#include <cstdio>
template <class G> void draw(int way, int n, int length) {
  G g(4711); std::uniform_int_distribution<int> d(0, n - 1);
  for (int i = 0; i < length; i++) std::printf("%d\\n", way ? (int)(g() % n) : d(g)); }
int main(int, char **a) {
  int n = atoi(a[2]), way = atoi(a[3]), length = atoi(a[4]);
  if (atoi(a[1])) draw<std::minstd_rand>(way, n, length); else draw<std::minstd_rand0>(way, n, length); }
"""


def test_libstdcxx(tmp_path, proves):
    program = tmp_path / "draws"
    printed(tool("g++"), "-x", "c++", "-O1", "-o", str(program), "-", source=CPP)
    for which, name in enumerate(("minstd_rand0", "minstd_rand")):
        (family,) = [family for family in FAMILIES if family.name.startswith(f"{name} ")]
        for way, call in enumerate(family.calls[:2]):
            for n in (7, 52):
                outcomes = printed(str(program), str(which), str(n), str(way), str(LENGTH))
                assert proves(family.name, call.name, 1, outcomes, n)


ENGINE = """
#include <random>
#include <cstdint>
#include <cstdio>
int main() { std::linear_congruential_engine<TYPE> g(4711);
  for (int i = 0; i < 1200; i++) std::printf("%u\\n", (unsigned)((unsigned __int128)g() * 52 >> BITS)); }
"""
PARAMETERS = {
    "Delphi Random": ("std::uint32_t, 134775813, 1, 0", "Random(n)"),
    "ranqd1 (Numerical Recipes)": (
        "std::uint32_t, 1664525, 1013904223, 0",
        "(int)(ranqd1 / 4294967296.0 * n)",
    ),
    "MMIX (Knuth)": ("std::uint64_t, 6364136223846793005, 1442695040888963407, 0", "x * n >> 64"),
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_the_arithmetic_of_published_parameters(name, tmp_path, proves):
    """No program of these is packaged: the engine of libstdc++ runs what their sources publish."""
    program, (parameters, call) = tmp_path / "draws", PARAMETERS[name]
    source = ENGINE.replace("TYPE", parameters).replace("BITS", "64" if "64_t" in parameters else "32")
    printed(tool("g++"), "-x", "c++", "-O1", "-o", str(program), "-", source=source)

    assert proves(name, call, 1, printed(str(program)), 52)


MUSL = """
#include <stdio.h>
#include <stdlib.h>
int main(void) { srand(31); for (int i = 0; i < 1200; i++) printf("%d\\n", (int)(rand() / (RAND_MAX + 1.0) * 52)); }
"""


def test_musl(tmp_path, proves):
    program = tmp_path / "draws"
    printed(tool("musl-gcc"), "-x", "c", "-static", "-o", str(program), "-", source=MUSL)

    assert proves("musl rand", "(int)(rand() / (RAND_MAX + 1.0) * n)", 1, printed(str(program)), 52)


GSL = {
    "vax": "VAX MTH$RANDOM",
    "transputer": "Transputer",
    "randu": "RANDU",
    "borosh13": "Borosh & Niederreiter",
    "waterman14": "Waterman",
    "fishman18": "Fishman & Moore (multiplier 62089911)",
    "lecuyer21": "L'Ecuyer (multiplier 40692)",
    "ranf": "Cray RANF",
}


@pytest.mark.parametrize("kind", GSL)
def test_gnu_scientific_library(kind, proves):
    name = ctypes.util.find_library("gsl")
    if not name:
        pytest.skip("the GNU Scientific Library is not installed")
    ctypes.CDLL(ctypes.util.find_library("gslcblas"), mode=ctypes.RTLD_GLOBAL)
    gsl = ctypes.CDLL(name)
    gsl.gsl_rng_alloc.restype = ctypes.c_void_p
    gsl.gsl_rng_alloc.argtypes = [ctypes.c_void_p]
    gsl.gsl_rng_set.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
    for call in ("get", "uniform", "uniform_int"):
        getattr(gsl, f"gsl_rng_{call}").argtypes = [ctypes.c_void_p] + [ctypes.c_ulong] * (
            call == "uniform_int"
        )
    gsl.gsl_rng_uniform.restype = ctypes.c_double
    gsl.gsl_rng_uniform_int.restype = gsl.gsl_rng_get.restype = ctypes.c_ulong
    random = gsl.gsl_rng_alloc(ctypes.c_void_p.in_dll(gsl, f"gsl_rng_{kind}"))
    gsl.gsl_rng_set(random, 4713)
    streams = (
        [gsl.gsl_rng_uniform_int(random, 52) for _ in range(LENGTH)],
        [int(gsl.gsl_rng_uniform(random) * 52) for _ in range(LENGTH)],
        [gsl.gsl_rng_get(random) % 7 for _ in range(LENGTH)],
    )
    calls = ("gsl_rng_uniform_int(r, n)", "(int)(gsl_rng_uniform(r) * n)", "x % n")
    if kind == "ranf":
        streams, calls = streams[1:2], ("(int)(ranf() * n)",)
    for outcomes, n, call in zip(streams, (52, 52, 7), calls, strict=False):
        assert proves(GSL[kind], call, 1, np.array(outcomes), n)
