#!/usr/bin/python3
"""Runs clang-tidy with the checks of .clang-tidy over all sources of the program, in parallel.

    scripts/tidy.py [--build build/dev] [--latest N] [REGEX]    (REGEX: only the sources that match)

A file that was fine is not looked at again until it, a header it includes, the command or .clang-tidy
changes: BUILD/tidy has a mark for each, named by a hash of all that; which headers it includes is what
the build has noted (a file that isn't built has no mark). Tests are left out: they are compiled with warnings as errors and run. Headers that the build has precompiled are
not: a file that relies on them instead of including what it uses doesn't compile here.

--latest N: only the N sources that commits have changed last, and those that aren't committed, so that
the cost of a gate stays the same while the program grows. Without the whole history that is all of them.
Exit code 1 with what was found.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
TIDY = "clang-tidy-14"


def without_precompiled(words):
    """A command's words but for those that CMake adds for a precompiled header."""
    kept, at = [], 0
    while at < len(words):
        # -Xclang -include-pch -Xclang FILE, and the same with -include
        if words[at] == "-Xclang" and words[at + 1] in ("-include-pch", "-include"):
            at += 4
        else:
            kept.append(words[at])
            at += 1
    return kept


def sources(build, wanted):
    """(file, command) of each source below src/ and fuzz/ that is no test."""
    entries = json.loads((build / "compile_commands.json").read_text())
    found = {}
    for entry in entries:
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if not path.is_relative_to(REPOSITORY) or path.suffix != ".cc" or path.stem.endswith("_test"):
            continue
        name = path.relative_to(REPOSITORY)
        if name.parts[0] in ("src", "fuzz") and re.search(wanted, str(name)):
            found.setdefault(name, without_precompiled(shlex.split(entry["command"])))
    return sorted(found.items())


def latest(count):
    """The sources that were changed last, or None when git doesn't know."""
    def lines(*words):
        done = subprocess.run(["git", "-C", REPOSITORY, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True)
        return done.stdout.splitlines() if done.returncode == 0 else []
    if lines("rev-parse", "--is-shallow-repository") != ["false"]:
        return None
    found = {}  # in order
    for line in lines("status", "--porcelain", "-uall", "--", "src", "fuzz"):
        found[line[3:]] = None
    for line in lines("log", "--name-only", "--format=", "--", "src", "fuzz"):
        found[line] = None
    tidied = [name for name in found
              if name.endswith(".cc") and not name.endswith("_test.cc") and (REPOSITORY / name).exists()]
    return {pathlib.Path(name) for name in tidied[:count]} or None


def compiler_words(command):
    """What a command says beside its program and what goes where."""
    begin = next(i for i, word in enumerate(command) if "clang" in os.path.basename(word))
    words = command[begin + 1:]
    output = words.index("-o")
    del words[output:output + 2]
    del words[words.index("-c"):]  # the file comes last
    return words


def noted_headers(build):
    """Of each object that is newer than its source, what it was compiled from: paths."""
    said = subprocess.run(["ninja", "-C", build, "-t", "deps"], stdout=subprocess.PIPE, text=True, check=True)
    found, paths = {}, None
    for line in said.stdout.splitlines():
        if line.startswith("    "):
            paths.append(build / line.strip())
        elif ": #deps " in line:
            paths = []
            if line.endswith("(VALID)"):
                found[line.split(": #deps ")[0]] = paths
    return found


@functools.cache
def content_hash(path):
    return hashlib.sha256(path.read_bytes()).digest()


def fingerprint(name, command, checks, headers):
    """Of all that decides what clang-tidy says; None when the file hasn't been built as it is."""
    words = compiler_words(command)
    paths = headers.get(command[command.index("-o") + 1])
    source = REPOSITORY / name
    try:
        if paths is None:
            return None
        whole = hashlib.sha256(checks + " ".join(words).encode() + content_hash(source))
        for path in paths:
            whole.update(str(path).encode() + content_hash(path))
    except OSError:
        return None
    return whole.hexdigest()


def tidy(name, command, build, checks, headers):
    """'' when the file is fine, otherwise what was found."""
    key = fingerprint(name, command, checks, headers)
    mark = build / "tidy" / (key or "none")
    if key and mark.exists():
        return ""
    done = subprocess.run([TIDY, "--quiet", REPOSITORY / name, "--", *compiler_words(command)], cwd=build,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode == 0:
        if key:
            mark.touch()
        return ""
    return done.stdout or done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=REPOSITORY / "build" / "dev")
    parser.add_argument("--latest", type=int, metavar="N")
    parser.add_argument("wanted", nargs="?", default="", metavar="REGEX")
    options = parser.parse_args()
    build = options.build.resolve()
    (build / "tidy").mkdir(exist_ok=True)
    checks = (REPOSITORY / ".clang-tidy").read_bytes()
    todo = sources(build, options.wanted)
    if options.latest and (few := latest(options.latest)):
        todo = [entry for entry in todo if entry[0] in few]
    headers = noted_headers(build)
    findings = set()  # one in a header is found by many files
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda entry: tidy(*entry, build, checks, headers), todo)
        for (name, _), said in zip(todo, results):
            if not said:
                continue
            bad += 1
            # A finding begins "path:line:column: error:".
            for finding in re.split(r"^(?=\S+:\d+:\d+: (?:error|warning): )", said, flags=re.MULTILINE):
                if finding.strip() and finding not in findings:
                    findings.add(finding)
                    print(finding, end="", flush=True)
    print(f"tidy: {len(todo) - bad} of {len(todo)} files are fine")
    return 1 if bad or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
