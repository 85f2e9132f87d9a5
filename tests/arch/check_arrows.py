#!/usr/bin/python3
"""Checks the one-way arrows between the folders of src/ on their #include lines.

The CMake libraries repeat the arrows, but all share one include path, so nothing else would notice
an engine that reaches into the sandbox. Also refuses include cycles, unknown folders, and tracked
text that names a directory of somebody's machine.

usage: check_arrows.py [REPOSITORY]        exit code 1 with one line for each offence
"""

import pathlib
import re
import subprocess
import sys

# What each folder may include beside itself. Written out in full rather than derived: the list is
# the rule. `engine` is absent from no list by accident: it must stay testable without privileges.
ALLOWED = {
    "base": set(),
    "model": {"base"},
    "store": {"base", "model"},
    "packages": {"base", "model"},
    "runner": {"base", "model"},
    "langs": {"base", "model"},
    "sandbox": {"base", "model", "runner"},
    "zygote": {"base", "model", "runner", "sandbox"},
    "grading": {"base", "model", "runner"},
    "math": {"base"},
    "engine": {"base", "model", "store", "runner", "langs", "grading"},
    "api": {"base", "model", "store", "runner", "langs", "grading", "math", "engine"},
    "apps": {"base", "model", "packages", "store", "runner", "langs", "sandbox", "zygote", "grading", "math",
             "engine", "api"},
}
SOURCE_SUFFIXES = {".h", ".cc", ".c", ".inc"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# A path below somebody's home directory, however it is quoted. The sandbox's own rules name /home
# and /root as such, which is fine; a file inside them is not.
HOME_PATH = re.compile(r"(?<![\w./$}*])/(?:home|Users)/[a-z][\w.-]*/[\w.-]+/[\w.-]+"
                       r"|(?<![\w./$}*])/root/(?!\.\.)[\w-][\w.-]*/[\w.-]+/[\w.-]+")


def check_arrows(source_root):
    """Yields one message for each include that points the wrong way."""
    for path in sorted(source_root.rglob("*")):
        if path.suffix not in SOURCE_SUFFIXES or not path.is_file():
            continue
        relative = path.relative_to(source_root)
        folder = relative.parts[0]
        if folder not in ALLOWED:
            yield f"src/{relative}: folder '{folder}' is not in the list of arrows"
            continue
        for match in INCLUDE.finditer(path.read_text(encoding="utf-8")):
            target = match.group(1)
            line = path.read_text(encoding="utf-8")[: match.start()].count("\n") + 1
            if target.startswith("."):
                yield f"src/{relative}:{line}: includes \"{target}\" by a relative path"
            target_folder = target.split("/")[0]
            # A name without a folder is generated (embedded resources) or a C header of the folder.
            if "/" not in target or target_folder == folder:
                continue
            if target_folder in ALLOWED and target_folder not in ALLOWED[folder]:
                yield f"src/{relative}:{line}: {folder} may not include {target_folder} ({target})"


def check_cycles(allowed):
    """Yields a message when the list itself has a cycle (someone loosened it too far)."""
    done, active = set(), []

    def visit(folder):
        if folder in active:
            yield "the list of arrows has a cycle: " + " -> ".join(active + [folder])
            return
        if folder in done:
            return
        active.append(folder)
        for target in sorted(allowed[folder]):
            yield from visit(target)
        active.pop()
        done.add(folder)

    for folder in allowed:
        yield from visit(folder)


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
    offences = [*check_cycles(ALLOWED), *check_arrows(repository / "src"),
                *check_home_paths(repository)]
    print("\n".join(offences))
    print(f"arrows: {len(offences)} offences" if offences else "arrows: all point downward")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
