#!/usr/bin/python3
"""Checks the arrows of src/layout.txt on the #include lines.

The CMake libraries are made from the same list, but all share one include path, so nothing else would
notice an engine that reaches into the sandbox. Also refuses unknown rooms, and tracked text that
names a directory of somebody's machine. Tests may use what any room of their top-level folder may.

usage: check_arrows.py [REPOSITORY]        exit code 1 with one line for each offence
"""

import pathlib
import re
import subprocess
import sys

SOURCE_SUFFIXES = {".h", ".cc", ".c", ".inc"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# A path below somebody's home directory, however it is quoted. The sandbox's own rules name /home
# and /root as such, which is fine; a file inside them is not.
HOME_PATH = re.compile(r"(?<![\w./$}*])/(?:home|Users)/[a-z][\w.-]*/[\w.-]+/[\w.-]+"
                       r"|(?<![\w./$}*])/root/(?!\.\.)[\w-][\w.-]*/[\w.-]+/[\w.-]+")


def read_layout(text):
    """room -> the rooms it may include."""
    lines = (line.split(":", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {room.strip(): set(rest.split("|")[0].split()) for room, rest in lines}


def is_test(path):
    return path.stem.endswith(("_test", "_test_util", "_fixture", "_harness")) or path.stem == "testing"


def check_arrows(source_root):
    """Yields one message for each include that points the wrong way."""
    layout = read_layout((source_root / "layout.txt").read_text(encoding="utf-8"))
    of_folder = {}
    for room, arrows in layout.items():
        of_folder.setdefault(room.split("/")[0], set()).update(arrows | {room})
    for path in sorted(source_root.rglob("*")):
        if path.suffix not in SOURCE_SUFFIXES or not path.is_file():
            continue
        relative = path.relative_to(source_root)
        room = next((str(parent) for parent in relative.parents if str(parent) in layout), None)
        if room is None:
            yield f"src/{relative}: the folder is not in src/layout.txt"
            continue
        allowed = of_folder[room.split("/")[0]] if is_test(path) else layout[room] | {room}
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            target = match.group(1)
            line = text[: match.start()].count("\n") + 1
            if target.startswith("."):
                yield f"src/{relative}:{line}: includes \"{target}\" by a relative path"
            # A name without a folder is generated (embedded resources) or a C header of the folder.
            target_room = next((str(parent) for parent in pathlib.PurePath(target).parents
                                if str(parent) in layout), None)
            if target_room is not None and target_room not in allowed:
                yield f"src/{relative}:{line}: {room} may not include {target_room} ({target})"


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
    offences = [*check_arrows(repository / "src"), *check_home_paths(repository)]
    print("\n".join(offences))
    print(f"arrows: {len(offences)} offences" if offences else "arrows: all point downward")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
