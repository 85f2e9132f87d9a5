#!/usr/bin/python3
"""Checks the house against src/layout.txt.

The CMake libraries are made from the same list, but all share one include path, so nothing else would
notice an engine that reaches into the sandbox. What is refused:

  an arrow up      an #include of a room that the list doesn't allow (tests may use what any room of
                   their top-level folder may), or by a relative path
  a circle         between rooms of the list, or between files; a header and the source of its name are
                   one file here
  a crowd          a room with more than 25 files of its own, tests included
  a stranger       a source outside of every room, a room without files
  a home           tracked text that names a directory of somebody's machine

usage: check_layout.py [REPOSITORY]        exit code 1 with one line for each offence
"""

import pathlib
import re
import subprocess
import sys

MOST_FILES = 25
SOURCE_SUFFIXES = {".h", ".cc", ".c", ".inc"}
# Texts that travel inside the binary to be compiled or run with candidates.
EMBEDDED = re.compile(r"^langs/(.*/)?(drivers/(cpp|java|node|python)|testlib)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# A path below somebody's home directory, however it is quoted. The sandbox's own rules name /home
# and /root as such, which is fine; a file inside them is not.
HOME_PATH = re.compile(r"(?<![\w./$}*])/(?:home|Users)/[a-z][\w.-]*/[\w.-]+/[\w.-]+"
                       r"|(?<![\w./$}*])/root/(?!\.\.)[\w-][\w.-]*/[\w.-]+/[\w.-]+")


def read_layout(text):
    """room -> the rooms it may include."""
    lines = (line.split(":", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {room.strip(): set(rest.split("|")[0].split()) for room, rest in lines}


def room_of(path, layout):
    """The innermost room that a path below src/ is in, or None."""
    return next((str(parent) for parent in pathlib.PurePath(path).parents if str(parent) in layout), None)


def is_test(path):
    return path.stem.endswith(("_test", "_test_util", "_fixture", "_harness")) or path.stem == "testing"


def sources(source_root):
    """(path below src/, text) of every source that is compiled here; the drivers are other programs."""
    for path in sorted(source_root.rglob("*")):
        relative = path.relative_to(source_root)
        if path.suffix in SOURCE_SUFFIXES and path.is_file() and not EMBEDDED.search(str(relative)):
            yield relative, path.read_text(encoding="utf-8")


def includes(text):
    """(line number, included path)"""
    for match in INCLUDE.finditer(text):
        yield text[: match.start()].count("\n") + 1, match.group(1)


def check_arrows(source_root, layout):
    of_folder = {}
    for room, arrows in layout.items():
        of_folder.setdefault(room.split("/")[0], set()).update(arrows | {room})
    for relative, text in sources(source_root):
        room = room_of(relative, layout)
        if room is None:
            yield f"src/{relative}: the folder is not in src/layout.txt"
            continue
        allowed = of_folder[room.split("/")[0]] if is_test(relative) else layout[room] | {room}
        for line, target in includes(text):
            if target.startswith("."):
                yield f"src/{relative}:{line}: includes \"{target}\" by a relative path"
            # A name without a folder is generated (embedded resources) or a C header of the folder.
            target_room = room_of(target, layout)
            if target_room is not None and target_room not in allowed:
                yield f"src/{relative}:{line}: {room} may not include {target_room} ({target})"


def circles(graph):
    """Each set of nodes that reach each other (Tarjan's components of more than one node)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in sorted(graph.get(node, ())):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            component = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def check_circles(source_root, layout):
    for circle in circles(layout):
        yield "src/layout.txt: rooms include each other: " + ", ".join(circle)
    graph = {}
    for relative, text in sources(source_root):
        if is_test(relative):
            continue
        own = str(relative.with_suffix(""))
        targets = {str(pathlib.PurePath(target).with_suffix("")) for _, target in includes(text)}
        graph.setdefault(own, set()).update(targets - {own})
    for circle in circles({file: targets & graph.keys() for file, targets in graph.items()}):
        yield "src: files include each other: " + ", ".join(circle)


def check_crowds(source_root, layout):
    for room in layout:
        folder = source_root / room
        count = sum(path.is_file() for path in folder.iterdir()) if folder.is_dir() else 0
        if count == 0:
            yield f"src/layout.txt: the room {room} has no files"
        if count > MOST_FILES:
            yield f"src/{room}: {count} files; a room has at most {MOST_FILES}"


def check_house(source_root):
    layout = read_layout((source_root / "layout.txt").read_text(encoding="utf-8"))
    for check in (check_arrows, check_circles, check_crowds):
        yield from check(source_root, layout)


def tracked_files(repository):
    """Paths under version control; outside of a checkout (a release archive) every source file."""
    listing = subprocess.run(["git", "-c", f"safe.directory={repository}", "ls-files", "-z"],
                             cwd=repository, capture_output=True)
    if listing.returncode == 0:
        return [repository / name for name in listing.stdout.decode().split("\0") if name]
    return [path for path in repository.rglob("*")
            if path.is_file() and path.relative_to(repository).parts[0] != "build"]


def check_home_paths(repository):
    for path in tracked_files(repository):
        try:
            text = path.read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue  # binary, or removed in the working tree
        for match in HOME_PATH.finditer(text):
            line = text[: match.start()].count("\n") + 1
            yield f"{path.relative_to(repository)}:{line}: names a path of one machine: {match.group(0)}"


def main():
    default = pathlib.Path(__file__).resolve().parents[2]
    repository = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else default
    offences = [*check_house(repository / "src"), *check_home_paths(repository)]
    print("\n".join(offences))
    print(f"layout: {len(offences)} offences" if offences else "layout: the house is as it is drawn")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
