#!/usr/bin/python3
"""Checks that what the Markdown files name exists: paths, links, tests, and targets of make.

Looked at is text in `backticks` outside of fenced blocks, and the targets of links. What counts:
  a path below one of FOLDERS, with * and {a,b}; `path::test_name` names a test in it
  a bare name of a file that only a repository has: any_test.cc, test_any.py, ANY.md ("foo" stands
  for any name)
  tests: `test_that_is_a_sentence` (pytest; four words, shorter ones are names of fields),
  `Suite.Name` (GoogleTest), `unit.folder` and the like (ctest)
  `make target`

usage: check_documents.py [REPOSITORY]        exit code 1 with one line for each name without a thing
"""

import functools
import pathlib
import re
import subprocess
import sys

FOLDERS = {".ci", "bench", "clients", "cmake", "deploy", "docs", "examples", "fuzz", "scripts", "src",
           "tests", "web"}
FENCE = re.compile(r"^ *(```|~~~).*?^ *\1 *$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
PATH = re.compile(r"[\w.*{},/@+-]+")
BARE_FILE = re.compile(r"[\w-]+_test\.cc|test_\w+\.py|\w[\w-]*\.md")
PYTEST = re.compile(r"test(_[a-z0-9]+){3,}")
GOOGLE_TEST = re.compile(r"([A-Z]\w+)\.([A-Z]\w+)")
CTEST = re.compile(r"(?:unit|math|fuzz)\.[a-z_]+")
MAKE = re.compile(r"make((?: +[a-z][\w-]*)+)")


def braces(text):
    """'a.{h,cc}' -> 'a.h', 'a.cc'."""
    match = re.search(r"\{([^{}]*)\}", text)
    if not match:
        return [text]
    return [whole for part in match.group(1).split(",")
            for whole in braces(text[: match.start()] + part + text[match.end():])]


def texts(folder, *patterns):
    return "\n".join(path.read_text(encoding="utf-8", errors="replace")
                     for pattern in patterns for path in sorted(folder.rglob(pattern)) if path.is_file())


class Repository:
    """What there is to name, read when it is first asked for."""

    def __init__(self, root):
        self.root = root

    @functools.cached_property
    def python_tests(self):
        sources = texts(self.root / "tests", "*.py") + texts(self.root / "clients", "test_*.py")
        return set(re.findall(r"def (test_\w+)\(", sources))

    @functools.cached_property
    def google_tests(self):
        sources = texts(self.root / "src", "*_test.cc") + texts(self.root / "tests", "*.cc")
        return set(re.findall(r"\bTEST(?:_[FP])?\(\s*(\w+)\s*,\s*(\w+)\s*\)", sources))

    @functools.cached_property
    def ctest_entries(self):
        listed = texts(self.root / "tests", "CMakeLists.txt")
        named = set(re.findall(r"add_test\(NAME ([\w.]+)", listed))
        folders = [path for path in (self.root / "src").glob("*") if path.is_dir()]
        return named | {f"unit.{path.name}" for path in folders if any(path.rglob("*_test.cc"))}

    @functools.cached_property
    def make_targets(self):
        makefile = (self.root / "Makefile").read_text(encoding="utf-8")
        return set(re.findall(r"^([a-z][\w-]*):", makefile, re.MULTILINE))

    @functools.cached_property
    def file_names(self):
        found = {path.name for folder in ("src", "tests", "docs", "clients") for path in (self.root / folder).rglob("*")}
        return found | {path.name for path in self.root.iterdir()}

    def has_path(self, name):
        return all(any(True for _ in self.root.glob(part.rstrip("/"))) if "*" in part
                   else (self.root / part).exists() for part in braces(name))


def offence(name, repository):
    """Why `name` names nothing; None when it does, or is no name of ours."""
    path, _, test = name.partition("::test_")
    test = test and "test_" + test
    path = re.sub(r":\d+(-\d+)?$", "", path)
    if PATH.fullmatch(path) and "/" in path and path.split("/")[0] in FOLDERS:
        if not repository.has_path(path):
            return "there is no such path"
    elif BARE_FILE.fullmatch(path):
        if path not in repository.file_names and "foo" not in path.split("_"):
            return "there is no such file"
    elif PYTEST.fullmatch(name):
        test = name
    elif GOOGLE_TEST.fullmatch(name):
        if GOOGLE_TEST.fullmatch(name).groups() not in repository.google_tests:
            return "there is no such GoogleTest case"
    elif CTEST.fullmatch(name):
        if name not in repository.ctest_entries:
            return "ctest has no such entry"
    elif MAKE.fullmatch(name):
        missing = set(name.split()[1:]) - repository.make_targets
        if missing:
            return f"the Makefile has no target {', '.join(sorted(missing))}"
    if test and re.sub(r"\[.*", "", test) not in repository.python_tests:
        return "there is no such test"
    return None


def documents(root):
    listing = subprocess.run(["git", "-c", f"safe.directory={root}", "ls-files", "-z", "--", "*.md"],
                             cwd=root, capture_output=True)
    if listing.returncode == 0:
        return [root / name for name in listing.stdout.decode().split("\0") if name]
    return sorted(path for path in root.rglob("*.md") if path.relative_to(root).parts[0] != "build")


def check_documents(root):
    """Yields one message for each name in a document that nothing bears."""
    repository = Repository(root)
    for document in documents(root):
        if not document.exists():
            continue  # removed in the working tree
        text = document.read_text(encoding="utf-8")
        # Blanked, so that lines keep their numbers.
        text = FENCE.sub(lambda match: "\n" * match.group(0).count("\n"), text)
        where = document.relative_to(root)
        for match in CODE.finditer(text):
            reason = offence(match.group(1).strip(), repository)
            if reason:
                yield f"{where}:{text.count(chr(10), 0, match.start()) + 1}: `{match.group(1)}`: {reason}"
        for match in LINK.finditer(text):
            target = match.group(1)
            if not re.match(r"[a-z]+:", target) and not (document.parent / target).exists():
                line = text.count("\n", 0, match.start()) + 1
                yield f"{where}:{line}: link to {target}: there is no such path"


def main():
    default = pathlib.Path(__file__).resolve().parents[2]
    root = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else default
    offences = list(check_documents(root))
    print("\n".join(offences + [f"documents: {len(offences)} names without a thing" if offences else
                                "documents: every path and test they name exists"]))
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
