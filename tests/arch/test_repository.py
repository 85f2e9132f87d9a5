"""The repository's own rules: arrows between folders, no path of somebody's machine, examples built.

Each rule is also shown to catch a violation, so that a rule that checks nothing fails here.
"""

import pathlib
import subprocess
import sys

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_arrows  # noqa: E402


def test_every_include_points_downward():
    assert list(check_arrows.check_arrows(REPOSITORY / "src")) == []


def test_no_tracked_file_names_a_path_of_one_machine():
    assert list(check_arrows.check_home_paths(REPOSITORY)) == []


@pytest.mark.parametrize("folder, include", [
    ("engine", "sandbox/box_runner.h"),
    ("model", "runner/runner.h"),
    ("grading", "langs/language.h"),
    ("api", "apps/options.h"),
])
def test_a_wrong_include_is_found(tmp_path, folder, include):
    (tmp_path / "layout.txt").write_text((REPOSITORY / "src" / "layout.txt").read_text())
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "bad.cc").write_text(f'#include "base/fd.h"\n#include "{include}"\n')
    offences = list(check_arrows.check_arrows(tmp_path))
    if folder == "model":
        assert offences == ["src/model/bad.cc:2: model may not include runner (runner/runner.h)"]
    else:
        assert len(offences) == 1 and include in offences[0]


def test_an_unknown_folder_is_found(tmp_path):
    (tmp_path / "layout.txt").write_text("base : \n")
    (tmp_path / "misc").mkdir()
    (tmp_path / "misc" / "a.h").write_text("")
    assert "not in src/layout.txt" in next(check_arrows.check_arrows(tmp_path))


def test_a_home_path_is_found(tmp_path):
    (tmp_path / "note.md").write_text("see /ho" + "me/alice/project/notes.txt\n")
    assert len(list(check_arrows.check_home_paths(tmp_path))) == 1


def test_the_examples_file_is_up_to_date():
    made = subprocess.run([sys.executable, REPOSITORY / "scripts" / "make-examples.py", "--check"],
                          capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
