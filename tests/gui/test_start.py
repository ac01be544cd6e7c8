import os
import subprocess
import sys

from labharness.gui.main import INSTALL, main
from labharness.language.template import installation

NO_QT = "import sys; sys.modules['PySide6'] = None; sys.argv = ['labharness-gui']\n"
MAIN = "from labharness.gui.main import main; sys.exit(main())"


def run(code):
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=kept)


def test_without_qt_one_sentence_says_how_to_install_it():
    done = run(NO_QT + MAIN)
    assert done.returncode == 3
    assert done.stderr == INSTALL + "\n"
    assert installation("gui") in INSTALL


def test_without_a_display_one_sentence_says_so():
    done = run("import sys; sys.argv = ['labharness-gui']\n" + MAIN)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1) if sys.platform.startswith("linux") else True


def test_a_folder_that_is_no_workspace_is_refused_with_the_way_to_make_one(qapp, tmp_path, capsys):
    assert main(["--workspace", str(tmp_path)]) == 3
    assert "labharness init" in capsys.readouterr().err
