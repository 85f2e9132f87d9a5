"""ARCHITECTURE.md's table of folders names exactly the rooms of src/layout.txt."""

import pathlib
import re

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| `src/(\w+)` \|[^|]*\|([^|]*)\|$", re.MULTILINE)


def rooms_of_the_layout(text):
    return {line.split(":")[0].strip() for line in text.splitlines() if ":" in line and not line.startswith("#")}


def rooms_of_the_map(text):
    """Folders of the table's first column, and what the last one says is in them."""
    rooms = set()
    for folder, inner in ROW.findall(text):
        rooms.add(folder)
        rooms |= {f"{folder}/{room}" for room in re.findall(r"`([\w/]+)`", inner)}
    return rooms


def difference(layout, text):
    listed, mapped = rooms_of_the_layout(layout), rooms_of_the_map(text)
    # A folder may be nothing but the place of its rooms.
    places = {room.split("/")[0] for room in listed}
    return sorted((listed - mapped) | (mapped - listed - places))


def test_the_map_names_every_room():
    layout = (REPOSITORY / "src" / "layout.txt").read_text(encoding="utf-8")
    assert difference(layout, (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")) == []


def test_a_room_off_the_map_and_one_that_is_gone_are_found():
    layout = "# rooms\nbase : \nnet : base\nnet/edge : base net\n"
    assert difference(layout, "| `src/base` | all | – |\n| `src/net` | HTTP | `edge` |\n") == []
    assert difference(layout, "| `src/base` | all | – |\n| `src/net` | HTTP | `old` |\n") == ["net/edge", "net/old"]
