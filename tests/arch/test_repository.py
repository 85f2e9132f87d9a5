"""The repository's own rules: the layout of src/, no path of somebody's machine, examples built.

Each rule is also shown to catch a violation, so that a rule that checks nothing fails here.
"""

import pathlib
import subprocess
import sys

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_layout  # noqa: E402


def test_the_house_is_as_it_is_drawn():
    assert list(check_layout.check_house(REPOSITORY / "src")) == []


def test_no_tracked_file_names_a_path_of_one_machine():
    assert list(check_layout.check_home_paths(REPOSITORY)) == []


@pytest.fixture
def house(tmp_path):
    """A small house without fault: an attic that stands on the ground floor, which stands on the cellar."""
    (tmp_path / "layout.txt").write_text("# a comment: with a colon\ncellar : | Some::library\n"
                                         "ground : cellar\nground/hall : cellar\nattic : cellar ground\n")
    for name, text in {
        "cellar/wine.h": "",
        "ground/door.h": '#include "cellar/wine.h"\n',
        "ground/door.cc": '#include "ground/door.h"\n#include <string>\n',
        "ground/door_test.cc": '#include "ground/door.h"\n#include "ground/hall/coat.h"\n',
        "ground/hall/coat.h": '#include "cellar/wine.h"\n',
        "attic/trunk.cc": '#include "ground/door.h"\n#include "generated.h"\n',
    }.items():
        put(tmp_path, name, text)
    assert list(check_layout.check_house(tmp_path)) == []
    return tmp_path


def put(house, name, text=""):
    (house / name).parent.mkdir(parents=True, exist_ok=True)
    (house / name).write_text(text)


def offences(house):
    return list(check_layout.check_house(house))


def test_an_arrow_up_is_found(house):
    put(house, "cellar/rat.cc", '#include "cellar/wine.h"\n#include "attic/trunk.h"\n')
    assert offences(house) == ["src/cellar/rat.cc:2: cellar may not include attic (attic/trunk.h)"]


def test_an_arrow_between_subfolders_is_found(house):
    put(house, "ground/key.h", '#include "ground/hall/coat.h"\n')
    assert offences(house) == ["src/ground/key.h:1: ground may not include ground/hall (ground/hall/coat.h)"]


def test_a_test_may_not_leave_what_its_folder_may_use(house):
    put(house, "ground/key_test.cc", '#include "attic/trunk.h"\n')
    assert offences(house) == ["src/ground/key_test.cc:1: ground may not include attic (attic/trunk.h)"]


def test_a_relative_include_is_found(house):
    put(house, "ground/key.h", '#include "../cellar/wine.h"\n')
    assert "relative" in offences(house)[0]


def test_a_circle_between_files_is_found(house):
    put(house, "ground/key.h", "")
    put(house, "ground/key.cc", '#include "ground/key.h"\n#include "ground/lock.h"\n')
    put(house, "ground/lock.h", '#include "ground/key.h"\n')
    assert offences(house) == ["src: files include each other: ground/key, ground/lock"]


def test_a_circle_between_rooms_is_found(house):
    (house / "layout.txt").write_text("cellar : attic\nground : cellar\nground/hall : cellar\nattic : cellar ground\n")
    assert offences(house) == ["src/layout.txt: rooms include each other: attic, cellar, ground"]


def test_a_crowd_is_found(house):
    for i in range(24):
        put(house, f"cellar/bottle_{i}.h")
    assert offences(house) == []
    put(house, "cellar/one_too_many.txt")
    assert offences(house) == ["src/cellar: 26 files; a room has at most 25"]


def test_an_unknown_folder_is_found(house):
    put(house, "garage/car.h")
    assert offences(house) == ["src/garage/car.h: the folder is not in src/layout.txt"]


def test_an_empty_room_is_found(house):
    (house / "layout.txt").write_text((house / "layout.txt").read_text() + "pool : cellar\n")
    assert offences(house) == ["src/layout.txt: the room pool has no files"]


def test_a_home_path_is_found(tmp_path):
    (tmp_path / "note.md").write_text("see /ho" + "me/alice/project/notes.txt\n")
    assert len(list(check_layout.check_home_paths(tmp_path))) == 1


def test_the_examples_file_is_up_to_date():
    made = subprocess.run([sys.executable, REPOSITORY / "scripts" / "make-examples.py", "--check"],
                          capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
