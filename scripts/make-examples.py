#!/usr/bin/python3
"""Builds examples/submissions.jsonl from the readable sources in examples/<problem>/.

Every line is one submission as POST /v1/verify takes it, with an `id` ("brackets/right.py") and the
verdict it must get in `expect` (one, or several that are all fine; the server ignores the field).

usage: make-examples.py            writes the file
       make-examples.py --check    exits 1 when the file isn't what would be written
"""

import json
import pathlib
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
LANGUAGES = {".py": "python", ".cpp": "cpp", ".c": "c", ".java": "java", ".js": "javascript",
             ".sh": "bash", ".rb": "ruby", ".lua": "lua", ".pl": "perl"}
# Fields of problem.json that belong to the submission around the problem, not to the problem.
SUBMISSION_FIELDS = ("limits",)


def submissions_of(folder):
    problem = json.loads((folder / "problem.json").read_text(encoding="utf-8"))
    expected = problem.pop("submissions")
    outer = {name: problem.pop(name) for name in SUBMISSION_FIELDS if name in problem}
    if "checker" in problem:
        problem["checker"]["source"] = (folder / problem["checker"].pop("source_file")).read_text("utf-8")
    listed = set(expected) | {"problem.json", "statement.md", "checker.py"}
    for path in folder.iterdir():
        if path.name not in listed:
            raise SystemExit(f"{path.relative_to(EXAMPLES)}: not listed in problem.json")
    for name, verdict in expected.items():
        path = folder / name
        yield {"id": f"{folder.name}/{name}", "expect": verdict, "language": LANGUAGES[path.suffix],
               "code": path.read_text(encoding="utf-8"), "problem": problem, **outer}


def main():
    lines = []
    for folder in sorted(path for path in EXAMPLES.iterdir() if path.is_dir()):
        lines += [json.dumps(submission, ensure_ascii=False) for submission in submissions_of(folder)]
    text = "\n".join(lines) + "\n"
    target = EXAMPLES / "submissions.jsonl"
    if sys.argv[1:] == ["--check"]:
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            print("examples/submissions.jsonl is out of date: run scripts/make-examples.py")
            return 1
        return 0
    target.write_text(text, encoding="utf-8")
    print(f"{len(lines)} submissions in {target.relative_to(EXAMPLES.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
