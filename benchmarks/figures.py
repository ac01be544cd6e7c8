"""Figures of the benchmarks: measured, compared with a peer of the same run, recorded and made into tables.

Run as a program, it writes the tables of both README files from ``results.json``.
"""

import ast
import json
import os
import platform
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
SHORT = "BENCH_SHORT" in os.environ
"""Small samples, for CI; nothing is recorded but the ratios of this form."""
RECORD = "BENCH_RECORD" in os.environ
LOOSE = 10 if SHORT else 4
"""How many times worse than on record a ratio may be. It is no target: computers and their load differ by less."""
LOOP = "a Python loop of a million steps"
BEGIN, END = "<!-- figures: written by make figures -->\n", "<!-- end of figures -->\n"
FRONT = (
    "test_capture_rate.py::test_capture_from_file[file]: capture from a file, a sync for each MiB",
    "test_capture_rate.py::test_capture_from_file[pipe]: capture from a pipe, a sync for each MiB",
    "test_desk.py::test_bulk_into_the_ledger: bulk bytes over USB/IP with health tests",
    "test_shuffle_rate.py::test_shuffles_into_the_ledger[50]: shuffles of a run over USB/IP, 50 a request, five checks included",
    "test_shuffle_rate.py::test_shuffles_into_the_ledger[1]: shuffles of a run over USB/IP, 1 a request, five checks included",
    "test_verify_rate.py::test_verify[frames of 1 MiB]: `verify`, frames of 1,024 KiB",
    "test_verify_rate.py::test_verify[frames of 16 KiB]: `verify`, frames of 16 KiB",
    "test_bits.py::test_a_file_is_read_hashed_and_judged[the bytes suite without its search]: the bytes suite without its search, from the file to the results",
    "test_entropy.py::test_samples_are_assessed[fair bytes]: the estimates of SP 800-90B of fair bytes",
    "test_decks.py::test_the_suite_on_fresh_fair_decks: tallies of the required checks of the decks suite without their search, decks made anew",
    "test_outcomes.py::test_the_suite[the outcomes suite without its search]: the outcomes suite without its search, from memory to the results",
    "test_report_rate.py::test_a_typical_report: a typical report of a run, processor time",
    "test_report_rate.py::test_a_report_of_hundreds_of_pages: a report of a run with 5,800 deviations, over 275 pages, processor time",
    "test_queue.py::test_the_list_of_two_thousand_runs: `labharness runs` with 2,000 runs, processor time",
    "test_queue.py::test_an_idle_worker: an idle worker of a bench, processor time of a minute",
    "test_window.py::test_a_cold_start_to_a_usable_window: a window from nothing until it is usable, processor time",
    "test_memory.py::test_memory_is_flat: peak memory of a run of 10⁷ draws, report included",
)
"""Rows of the project's README; all others are in that of the benchmarks."""


def scaled(full, short):
    """Return the size of a benchmark in this form."""
    return short if SHORT else full


def timed(work, rounds=5, clock=time.process_time, setup=tuple, warmup=False):
    """Return the seconds of each round, and what the last one returned; ``setup`` makes the arguments, untimed."""
    if warmup:
        work(*setup())
    seconds = []
    for _ in range(min(rounds, scaled(rounds, 2))):
        arguments = setup()
        begun = clock()
        result = work(*arguments)
        seconds.append(clock() - begun)
    return seconds, result


def best(work, rounds=5, clock=time.process_time):
    """Return the seconds of the fastest round."""
    return min(timed(work, rounds, clock)[0])


def loop_seconds():
    """Return the processor seconds of a piece of plain Python, for a figure that has no other peer."""

    def steps():
        for _ in range(10**6):
            pass

    return best(steps)


def processor():
    """Return the name of this computer's processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next(
        (line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine()
    )


class Unclean(Exception):
    """The tree has changes that no commit names."""


def uncommitted(root=HERE.parent):
    """Return the files whose changes no commit names: ``results.json`` is none, and of a README the tables are not."""

    def git(*arguments):
        return subprocess.run(
            ["git", "-C", root, *arguments], capture_output=True, check=True
        ).stdout.decode()

    def only_tables(name):
        text = (root / name).read_text("utf-8")
        return page(text, "") == page(git("show", f"HEAD:{name}"), "")

    listed = git("status", "--porcelain", "--untracked-files=all", "--no-renames", "-z").split("\0")
    names = [line[3:] for line in listed if line]
    pages = [path.relative_to(HERE.parent).as_posix() for path in PAGES]
    free = RESULTS.relative_to(HERE.parent).as_posix()
    return [name for name in names if name != free and not (name in pages and only_tables(name))]


def commit(root=HERE.parent):
    """Return what names the program that is measured; a tree with other changes is refused."""
    changed = uncommitted(root)
    if changed:
        raise Unclean(f"Commit or stash first, so that the figures name their commit: {', '.join(changed)}")
    done = subprocess.run(
        ["git", "-C", root, "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True
    )
    return {"commit": done.stdout.strip(), "clean": True, "date": f"{datetime.now(UTC):%Y-%m-%d}"}


def circumstances():
    """Return what a figure depends on beside the program."""
    return {
        "machine": f"{os.cpu_count()} × {processor()}, {platform.system()} {platform.release().partition('-')[0]}",
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def rounded(value):
    """Return three digits: no figure here has more."""
    return float(f"{value:.3g}")


def is_rate(unit):
    """Tell whether more is better."""
    return unit.endswith("/s")


def read(results=RESULTS):
    """Return the rows on record by their id."""
    return {row["id"]: row for row in json.loads(results.read_text("utf-8"))} if results.exists() else {}


def write(rows, results=RESULTS):
    """Keep rows, a line each, so that a change of one is a change of one line."""
    lines = ",\n".join(json.dumps(rows[key], ensure_ascii=False) for key in sorted(rows))
    results.write_text(f"[\n{lines}\n]\n", "utf-8")


def reached(row):
    """Tell whether a figure is as good as was asked for; where nothing was, it is."""
    if row["target"] is None:
        return True
    return row["figure"] >= row["target"] if is_rate(row["unit"]) else row["figure"] <= row["target"]


class Figure:
    """The figures of one benchmark.

    Parameters
    ----------
    node
        The test's address, which is what its command names.
    results
        The file of rows.
    """

    def __init__(self, node, results=RESULTS):
        self._node, self._results = node, results
        self.lines, self._missed, self._keys = [], [], set()

    def __call__(self, what, values, unit, peer=None, target=None):
        """Compare a figure, the best of several rounds, with its peer, and record it.

        Parameters
        ----------
        what
            Exactly what was measured.
        values
            The figure of each round, or the only one.
        unit
            More is better where it ends with ``/s``, less otherwise.
        peer
            What the same machine did beside it, and its figure in the same unit; none is plain Python, for a figure in ``s`` or ``ms``.
        target
            What is asked for of the full form, in absolute terms. The table says where it is missed; `hold` fails there.
        """
        values = values if isinstance(values, list) else [values]
        figure = max(values) if is_rate(unit) else min(values)
        name, beside = peer or (LOOP, loop_seconds() * {"s": 1, "ms": 1000}[unit])
        ratio, key = rounded(figure / beside), f"{self._node}: {what}"
        text = f"{what}: {rounded(figure):g} {unit}, {ratio:g} × {name}"
        self.lines.append(text)
        self._keys.add(key)
        rows = read(self._results)
        row = {
            "id": key,
            "what": what,
            "figure": rounded(figure),
            "unit": unit,
            "range": [rounded(min(values)), rounded(max(values))],
            "target": None if target is None else rounded(target),
            "peer": {"what": name, "figure": rounded(beside)},
            "ratio": ratio,
            "short": rows.get(key, {}).get("short"),
            "command": f"python -m pytest --timeout 0 'benchmarks/{self._node}'",
        }
        if not reached(row) and not SHORT:
            self._missed.append(f"{text}; {target:g} {unit} is asked for")
        recorded = rows.get(key, {})
        if SHORT:
            recorded = recorded.get("short") or {}
        if recorded:  # that each has a record is for make test to see
            worse = recorded["ratio"] / ratio if is_rate(unit) else ratio / recorded["ratio"]
            assert worse <= LOOSE, f"{text}; on record {recorded['ratio']:g} ×"
        if RECORD and SHORT and key in rows:
            rows[key]["short"] = {"ratio": ratio, **commit()}
        elif RECORD and not SHORT:
            rows[key] = row | commit() | circumstances()
        if RECORD:
            write(rows, self._results)

    def hold(self):
        """Fail where a target of this benchmark was missed: for what the documents promise. All of it is on record by then."""
        assert not self._missed, self._missed

    def forget(self):
        """Take rows from the record that this benchmark no longer makes."""
        rows = read(self._results)
        old = {key for key in rows if key.startswith(f"{self._node}: ")} - self._keys
        if RECORD and not SHORT and old:
            write({key: row for key, row in rows.items() if key not in old}, self._results)


def number(value):
    """Return a figure as people read it."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:g}"


def table(rows):
    """Yield the lines of a table of figures."""
    yield "| measurement | target | measured | rounds | beside it, in the same run | ratio |"
    yield "|---|---|---|---|---|---|"
    for row in rows:
        unit, (low, high), target = row["unit"], row["range"], ""
        if row["target"] is not None:
            target = f"{'≥' if is_rate(unit) else '≤'} {number(row['target'])} {unit}{'' if reached(row) else ', **missed**'}"
        rounds = f"{number(low)}–{number(high)}" if low != high else ""
        beside = f"{row['peer']['what']}: {number(row['peer']['figure'])} {unit}"
        yield (
            f"| {row['what']} | {target} | {number(row['figure'])} {unit} | {rounds} | {beside} | {row['ratio']:g} |"
        )
    yield ""


def taken(rows):
    """Yield a sentence for each machine and commit that figures come from."""
    groups = {}
    for row in rows:
        groups.setdefault((row["machine"], row["python"]), []).append(row)
    for (machine, python), those in groups.items():
        loads = [row["load"] for row in those if row["load"] is not None]
        commits = ", ".join(sorted({row["commit"] for row in those}))
        dates = ", ".join(sorted({row["date"] for row in those}))
        load = f"; load average {min(loads):g} to {max(loads):g}" if loads else ""
        yield f"Measured on {machine}, Python {python}, at commit {commits} on {dates}{load}."
    yield ""


def front(rows):
    """Return the figures of the project's README."""
    chosen = [rows[key] for key in FRONT if key in rows]
    return "\n".join((*taken(chosen), *table(chosen)))


def every(rows):
    """Return all figures, under the benchmark that makes them."""
    lines = [*taken(rows.values())]
    for path in sorted(HERE.glob("test_*.py")):
        own = [row for key, row in rows.items() if key.startswith(f"{path.name}::")]
        text = ast.get_docstring(ast.parse(path.read_text("utf-8")))
        lines += [
            f"### {path.name}",
            "",
            text,
            "",
            "```",
            f"python -m pytest --timeout 0 benchmarks/{path.name}",
            "```",
            "",
        ]
        lines += table(own)
    return "\n".join(lines)


PAGES = {HERE.parent / "README.md": front, HERE / "README.md": every}


def page(text, figures):
    """Return the text of a README with its figures made anew."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + figures + END + rest.partition(END)[2]


if __name__ == "__main__":
    for path, figures in PAGES.items():
        path.write_text(page(path.read_text("utf-8"), figures(read())), "utf-8")
