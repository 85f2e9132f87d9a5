"""The small repositories of tests/swe/repositories: built with git, and their tasks as bodies of /v1/verify.

    for task in repositories.tasks():
        body = task.body()                      # mode swe, with the repository at its base in it
        body["patch"] = task.reference

A repository's history is a row of patches; a task's tree has those up to its base and nothing later, so that no
history holds the fix. Everything is the same on every machine: names, dates, and so the commits' hashes.

    python3 tests/swe/repositories.py FOLDER    # writes FOLDER/tasks.jsonl, FOLDER/<task>.tar, FOLDER/<task>.patch
"""

import base64
import dataclasses
import functools
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent / "repositories"
# Of whoever builds it nothing may show.
GIT = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_COMMITTER_NAME": "Assay",
       "GIT_COMMITTER_EMAIL": "assay@example.org", "GIT_TERMINAL_PROMPT": "0", "TZ": "UTC", "HOME": "/nonexistent"}
OF_RUN = ("framework", "setup", "command", "report")
OF_TASK = ("fail_to_pass", "pass_to_pass", "controls", "decoys", "names", "runner_files", "tests_written", "env")


def _git(folder, *words):
    subprocess.run(["git", "-c", "gc.auto=0", "-c", "core.autocrlf=false", *words], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**os.environ, **GIT}, timeout=120)


def build(repository, base, folder):
    """The tree after the first `base` patches of its history, with a .git that knows no others."""
    patches = sorted((FOLDER / repository / "history").glob("*.patch"))
    assert 0 < base <= len(patches), f"{repository} has {len(patches)} patches, not {base}"
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _git(folder, "am", "--quiet", "--committer-date-is-author-date", "--whitespace=nowarn",
         *[str(patch) for patch in patches[:base]])
    # What `git am` leaves of its own work, with the time of day in it.
    for left in (".git/logs", ".git/ORIG_HEAD", ".git/index", ".git/hooks"):
        subprocess.run(["rm", "-rf", left], cwd=folder, check=True)
    _git(folder, "reset", "--quiet")


@functools.lru_cache(maxsize=None)
def archive(repository, base):
    """The same as a tar."""
    with tempfile.TemporaryDirectory() as folder:
        build(repository, base, folder)
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for path in sorted(pathlib.Path(folder).rglob("*")):
                tar.add(path, str(path.relative_to(folder)), recursive=False, filter=_plain)
        return out.getvalue()


def _plain(entry):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = 1_700_000_000
    return entry


@dataclasses.dataclass(frozen=True)
class Task:
    repository: str
    name: str

    @property
    def id(self):
        return f"{self.repository}-{self.name}"

    @property
    def folder(self):
        return FOLDER / self.repository / "tasks" / self.name

    @property
    def about(self):
        return json.loads((FOLDER / self.repository / "repository.json").read_text())

    @property
    def given(self):
        return {**self.about, **json.loads((self.folder / "task.json").read_text())}

    @property
    def language(self):
        return self.about["language"]

    @property
    def reference(self):
        return self.patch("reference")

    @property
    def wrong(self):
        """Names of the patches that must not be resolved."""
        return sorted(path.stem for path in self.folder.glob("wrong-*.patch"))

    def patch(self, name):
        return (self.folder / f"{name}.patch").read_text()

    def row(self):
        """The task in the form of /v1/verify, without its repository."""
        given = self.given
        task = {name: given[name] for name in OF_RUN + OF_TASK if given.get(name)}
        task["test_patch"] = self.patch("tests")
        task["reference"] = self.reference
        return {"id": self.id, "task": task}

    def archive(self):
        return archive(self.repository, self.given["base"])

    def body(self, **more):
        row = self.row()
        return {"mode": "swe", "task": row["task"],
                "repository": {"archive": base64.b64encode(self.archive()).decode()}, **more}


def names():
    return sorted(path.parent.name for path in FOLDER.glob("*/repository.json"))


def tasks(languages=None):
    """All of them, or those in some languages."""
    found = [Task(name, path.parent.name) for name in names()
             for path in sorted((FOLDER / name / "tasks").glob("*/task.json"))]
    return [task for task in found if languages is None or task.language in languages]


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for task in tasks():
        (folder / f"{task.id}.tar").write_bytes(task.archive())
        (folder / f"{task.id}.patch").write_text(task.reference)
        rows.append(json.dumps(task.row()))
    (folder / "tasks.jsonl").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
