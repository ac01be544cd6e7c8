# The commands of the README. What they make lies in .venv/, dist/, demo-workspace/ and the tools' caches.
#
#   make demo         the main job, end to end, on simulated devices; needs no Debian packages and no Qt
#   make test         every gate: ruff, mypy, import-linter, pytest; installs the Debian packages that it needs where that asks nobody,
#                     and names at its end what it left out for lack of them
#   make check        the gates and the tests of what changed, within a minute of processor time and without Debian packages
#   make lint         the gates without pytest    make timed        the tests, held to six minutes on two cores
#   make windows      mypy as on Windows; with make test the gates of .ci/run
#   make long         the tests of whole plans, large samples and several processes that make test leaves out; before a release
#   make soak         the crash tests of hours         make calibrate    the checks on many fair samples
#   make kernel       USB and serial ports under a true kernel: a guest in QEMU with Debian's kernel
#   make fuzz         every decoder that has a fuzz test, with a million inputs each; make test takes 2,000
#   make flows        every test of the window before a true X server, the whole flow by keys among them
#   make power        the packaged plans' tables of what their samples could show
#   make faults       every plan against its sound device and against each fault that it claims to find
#   make bench        every benchmark, benchmarks/results.json and the tables of both READMEs; up to twenty minutes
#   make bench-short  every benchmark on small samples, its ratio against the one on record; three minutes
#   make figures      the tables again, from benchmarks/results.json
#   make screenshots  the manual's pictures in docs/images/, and every view in both themes, three sizes and both scales, and the film of a run in dist/screenshots/
#   make manual       the manual's tables of checks and commands, from the checks and the acts
#   make goldens      what tests/goldens keeps of the product, anew; read the difference before it is committed
#   make words        the window's words in another language, for a translator: make words TO=de_DE
#   make docs         the manual as pages for a browser, in dist/manual, with every link checked
#   make package      the bundle that a laboratory installs (Linux), in dist/, tried: selftest and window
#   make bare         make demo and make test from nothing, in a bare Debian: make bare RELEASE=trixie ACCOUNT=root PYTEST="tests/plans"
#   make lock         resolve the dependencies again, within the bounds of pyproject.toml
#   make clean        remove all of it
#
# make PYTHON=python3.12 demo   uses another interpreter than python3.
# make test PYTEST="tests/plans -k odds"   gives pytest more arguments.

PYTHON ?= python3
venv := .venv/bin/python
pip := $(venv) -m pip --disable-pip-version-check --no-input
workspace ?= demo-workspace

# What the wheels of Qt and libusb load from the system, a font to draw with, and the mock of the kernel's USB.
# a|b: releases name it differently.
debian := libbrotli1 libdbus-1-3 libegl1 libfontconfig1 libfreetype6 libgl1 libglib2.0-0t64|libglib2.0-0 libgssapi-krb5-2 libx11-6 \
          libxkbcommon0 fonts-dejavu-core \
          umockdev gir1.2-umockdev-1.0 python3-gi libusb-1.0-0 postgresql poppler-utils \
          chaosread infnoise desktop-file-utils appstream xvfb xdotool \
          libx11-xcb1 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 \
          libxcb-render0 libxcb-shape0 libxcb-shm0 libxcb-sync1 libxcb-util1 libxcb-xfixes0 libxcb-xkb1 libxcb1 \
          libxkbcommon-x11-0

# What the guest of make kernel needs beside; its own kernel is fetched and unpacked, not installed.
kernel_debian := qemu-system-x86 busybox-static kmod usbip usbutils
KERNEL_SECONDS ?= 900

# What is slow for the many samples it takes; the rest of what is slow is make soak's.
calibrated := tests/analysis tests/checks tests/contracts/test_checks.py
claimed := tests/contracts/test_faults.py

# More workers than the two cores of the smallest machine, as tests wait for devices and people; each takes whole files,
# so that what a file shares is made once.
parallel := -n 3 --dist loadfile
# Few files hold most of the long ones: a worker that has none left takes tests of another.
stolen := -n 3 --dist worksteal

# What make timed holds the tests to: six minutes on two cores.  A loaded computer counts more.
processor_seconds ?= 720

# The commands that tests start by the hundred need not translate the sources again each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo check test windows long flows timed lint soak calibrate faults kernel fuzz power bench bench-short figures screenshots manual goldens words docs package lock clean \
        packages packages-where-allowed debian-packages kernel-packages bare
.DELETE_ON_ERROR:
.NOTPARALLEL:

demo: .venv/demo.stamp
	.venv/bin/labharness demo --workspace $(workspace)

check: lint
	MISSING_DEBIAN_PACKAGES="$(missing_packages)" QT_QPA_PLATFORM=offscreen $(venv) -m tests.support.changed

test: packages-where-allowed lint .venv/collected.stamp
	MISSING_DEBIAN_PACKAGES="$(missing_packages)" QT_QPA_PLATFORM=offscreen \
	  $(venv) -m tests.support.without_packages $(parallel) $(PYTEST)

long: packages .venv/collected.stamp
	QT_QPA_PLATFORM=offscreen $(venv) -m pytest -p tests.support.without_packages $(stolen) -m long

timed: packages .venv/collected.stamp
	QT_QPA_PLATFORM=offscreen $(venv) -m tests.support.timed $(processor_seconds) $(parallel)

lint: .venv/test.stamp
	$(venv) -m ruff check .
	$(venv) -m ruff format --check .
	$(venv) -m mypy
	.venv/bin/lint-imports --no-logo

windows: .venv/test.stamp
	$(venv) -m mypy --platform win32 --cache-dir .mypy_cache/win32

flows: packages .venv/test.stamp
	$(venv) -m tests.support.window.display $(venv) -m pytest -m "not kernel" --timeout 900 tests/gui

soak: packages .venv/test.stamp
	QT_QPA_PLATFORM=offscreen $(venv) -m pytest -m slow --timeout 0 $(addprefix --ignore=,$(calibrated) $(claimed) tests/packaging/test_bundle.py)

calibrate: .venv/test.stamp
	CALIBRATION_REPLICATES=20000 $(venv) -m pytest -m slow --timeout 0 $(calibrated)

faults: .venv/test.stamp
	$(venv) -m pytest $(parallel) -m slow --timeout 0 --log-level INFO -rP $(claimed)

# KERNEL_GUEST=optional, as in CI: without a guest the tests are skipped, with the reason, and a fault of the product still fails.
kernel: .venv/test.stamp
	$(venv) -m compileall -q labharness device_adapters reports test_plans
	timeout --kill-after 10 $(KERNEL_SECONDS) $(venv) -m pytest -m kernel -rs --timeout 0 tests/kernel

fuzz: .venv/test.stamp
	FUZZ_INPUTS=1000000 $(venv) -m pytest $(parallel) --timeout 0 $(shell find tests -name 'test_*fuzz*.py')

power: .venv/test.stamp
	rm -f test_plans/power/*.json
	set -e; for plan in $(basename $(notdir $(wildcard test_plans/*.toml))); do \
	  .venv/bin/labharness plans power $$plan --into test_plans/power; \
	done
	$(venv) -m tests.support.power_tables

# Measured on a commit and nothing beside it; a figure that is four times worse than its peer was on record fails, and a slower one that
# is meant replaces its line of results.json.  The tables are made also where a promise was missed, which they then say.
benchmarked := QT_QPA_PLATFORM=offscreen $(venv) -m pytest benchmarks --timeout 600
bench: .venv/test.stamp
	full=0; BENCH_RECORD=1 $(benchmarked) || full=$$?; \
	short=0; BENCH_RECORD=1 BENCH_SHORT=1 $(benchmarked) || short=$$?; \
	$(venv) -m benchmarks.figures && exit $$((full | short))

# What fails is tried once more, alone: another job may have had the computer.
bench-short: .venv/test.stamp
	BENCH_SHORT=1 $(benchmarked) || BENCH_SHORT=1 $(benchmarked) --last-failed --last-failed-no-failures none

figures: .venv/test.stamp
	$(venv) -m benchmarks.figures

screenshots: packages .venv/test.stamp
	QT_QPA_PLATFORM=offscreen $(venv) -m tests.support.window.pictures manual docs/images
	QT_QPA_PLATFORM=offscreen $(venv) -m tests.support.window.pictures matrix dist/screenshots
	QT_QPA_PLATFORM=offscreen $(venv) -m tests.support.window.pictures film dist/screenshots/film

manual: .venv/test.stamp
	$(venv) -m tests.support.manual

# The pages of reports, which a section or a layout changes.
drawn := tests/released/test_released_runs.py::test_it_makes_the_report_that_its_golden_has tests/released/test_released_runs.py::test_it_is_judged_as_its_golden_has

goldens: packages .venv/test.stamp
	GOLDENS=write QT_QPA_PLATFORM=offscreen $(venv) -m pytest tests/goldens tests/gui/test_goldens.py tests/contracts/test_faults.py::test_what_is_carried_out_is_what_the_plans_claim tests/architecture/test_picture.py $(drawn) -m "long or not long"

# Texts that the window no longer has leave the file; what is translated stays; a guess of the tool is not used until it is confirmed.
words: .venv/test.stamp
	@test -n "$(TO)" || { echo "Name the language: make words TO=de_DE" >&2; exit 1; }
	mkdir -p labharness/gui/translations
	.venv/bin/pyside6-lupdate -extensions py -locations none -sort-messages -no-obsolete -target-language $(TO) \
	  labharness/gui labharness/acts -ts labharness/gui/translations/window_$(TO).ts
	.venv/bin/pyside6-lrelease -nounfinished labharness/gui/translations/window_$(TO).ts

docs: .venv/test.stamp
	$(venv) -m labharness.app.manual docs dist/manual

# A one-folder bundle; docs/packaging/windows.ps1 is the same for Windows, untried.
bundle := dist/labharness-$$(.venv/bin/labharness --version | cut -d ' ' -f 2)-linux-$$(uname -m).tar.gz

package: packages docs
	LABHARNESS_MANUAL="$(CURDIR)/dist/manual" $(venv) -m PyInstaller --noconfirm --log-level WARN \
	  --distpath dist --workpath .venv/package docs/packaging/labharness.spec
	cp docs/packaging/install.sh dist/labharness/
	LABHARNESS_BUNDLE="$(CURDIR)/dist/labharness" $(venv) -m pytest -m slow --timeout 0 tests/packaging/test_bundle.py
	tar -C dist -czf "$(bundle)" labharness
	sha256sum "$(bundle)"

clean:
	rm -rf .venv build dist demo-workspace .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- installation: once, and again only when pyproject.toml or a lock file changes; labharness was its name in older checkouts

.venv/demo.stamp: pyproject.toml requirements.lock | $(venv)
	$(pip) install --require-hashes --requirement requirements.lock
	$(pip) uninstall --quiet --yes labharness
	$(pip) install --no-deps --no-build-isolation --editable .
	.venv/bin/labharness warm
	@touch $@

.venv/test.stamp: pyproject.toml requirements-dev.lock | $(venv)
	$(pip) install --require-hashes --requirement requirements-dev.lock
	$(pip) uninstall --quiet --yes labharness
	$(pip) install --no-deps --no-build-isolation --editable .
	.venv/bin/labharness warm
	@touch $@

# pytest translates each file of tests once, for its messages: a worker that finds none of them does it all for itself.  What cannot be
# loaded here is left to the workers.
.venv/collected.stamp: .venv/test.stamp
	QT_QPA_PLATFORM=offscreen $(venv) -m pytest --collect-only -qq >/dev/null || true
	@touch $@

$(venv):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  found="$$($(PYTHON) --version 2>/dev/null || echo not found)"; \
	  echo "labharness needs Python 3.11 or newer; here $(PYTHON) is: $$found." \
	       "Install one and name it: make PYTHON=python3.12 demo" >&2; exit 1; }
	@if $(PYTHON) -c 'import ensurepip' 2>/dev/null; then $(PYTHON) -m venv --clear .venv; \
	else $(PYTHON) -m venv --clear --without-pip .venv && $(venv) docs/packaging/bring_pip.py; fi || { rm -rf .venv; \
	  echo "$(PYTHON) cannot make virtual environments with pip. Paste this line, then run make again:" >&2; \
	  echo "sudo apt-get install -y $$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')" >&2; exit 1; }

# --- Debian packages: installed by root, or where sudo asks for no password; otherwise named in one line to paste.
# Other systems are not asked.

missing_packages = $$($(MAKE) --silent --no-print-directory debian-packages)

packages-where-allowed:
	@test -n "$(missing_packages)" || exit 0; \
	if [ "$$(id -u)" -eq 0 ]; then as_root=; elif sudo -n true 2>/dev/null; then as_root="sudo -n"; else exit 0; fi; \
	$$as_root apt-get update -q; \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $(missing_packages) || true

packages: packages-where-allowed
	@missing="$(missing_packages)"; \
	if [ -n "$$missing" ]; then \
	  echo "Debian packages are missing. Paste this line, then run make again:" >&2; \
	  echo "sudo apt-get install -y $$missing" >&2; exit 1; \
	fi

# The folder of a bare system stays, for the next time, until make clean.
RELEASE ?= bookworm
ACCOUNT ?= user

bare:
	sh tests/packaging/bare.sh $(RELEASE) $(ACCOUNT) "$(PYTEST)"

kernel-packages:
	@echo $(kernel_debian)

debian-packages:
	@command -v dpkg-query >/dev/null || exit 0; \
	missing=; \
	for names in $(debian:%='%'); do \
	  chosen=; \
	  for name in $$(echo "$$names" | tr '|' ' '); do \
	    if dpkg-query --show --showformat '$${db:Status-Status}' "$$name" 2>/dev/null | grep -qx installed; \
	    then continue 2; fi; \
	    if [ -z "$$chosen" ] && apt-cache show "$$name" >/dev/null 2>&1; then chosen="$$name"; fi; \
	  done; \
	  missing="$$missing $${chosen:-$$name}"; \
	done; \
	echo $$missing

# --- lock files: one resolution for every supported Python and platform, with the hash of every file and no address.
# Each package has one version: another one for newer Pythons would give other numbers and other types there.
# Hatchling is in both, so that the project itself is built by a locked builder.

resolve := .venv/lock/bin/python -m uv pip compile --quiet --upgrade --universal --fork-strategy fewest --python-version 3.11 \
           --generate-hashes --no-header --no-annotate --no-emit-index-url

lock: | $(venv)
	$(venv) -m venv --clear .venv/lock
	.venv/lock/bin/python -m pip install --quiet uv
	echo 'hatchling>=1.25,<2' | $(resolve) pyproject.toml - --output-file requirements.lock
	$(resolve) pyproject.toml --extra dev --constraint requirements.lock --output-file requirements-dev.lock
