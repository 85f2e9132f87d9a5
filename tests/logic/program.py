"""`assay logic` as a program: rows in, rows out."""

import json
import pathlib
import subprocess
import tempfile

PATIENCE_S = 3600  # against hangs only


def run(binary, *arguments, code=0):
    done = subprocess.run([str(binary), "logic", *map(str, arguments)], capture_output=True, text=True,
                          timeout=PATIENCE_S)
    assert done.returncode in ((0, 1) if code is None else (code,)), (done.returncode, done.stdout[-2000:], done.stderr)
    return done


def written(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def make(binary, kind, count, seed):
    """That many of each difficulty."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "puzzles.jsonl")
        run(binary, "make", "--kind", kind, "--count", count, "--seed", seed, "--out", out)
        return written(out)


def verb(binary, name, rows, code=0):
    """What `solve` or `judge` makes of rows, and what it says on stderr. `code`: None for any."""
    with tempfile.TemporaryDirectory() as folder:
        given, out = pathlib.Path(folder, "given.jsonl"), pathlib.Path(folder, "out.jsonl")
        given.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        said = run(binary, name, given, "--out", out, code=code).stderr
        return written(out), said


def fenced(answer):
    return f"```\n{answer}\n```"


def bare(response):
    assert response.startswith("```\n") and response.endswith("\n```")
    return response[4:-4]


def solve(binary, rows):
    """[(row, right answer)]"""
    solved, _ = verb(binary, "solve", rows)
    assert len(solved) == len(rows)
    return [(row, bare(each["response"])) for row, each in zip(rows, solved)]


def near_answers(binary, pairs):
    """[(row, answer to the near puzzle)] of [(row, near puzzle)]; a near one without an answer is left out."""
    rows = [{"id": str(place), "puzzle": near} for place, (_, near) in enumerate(pairs)]
    found, _ = verb(binary, "solve", rows, code=None)
    return [(pairs[int(each["id"])][0], bare(each["response"])) for each in found]


def verdicts(binary, pairs):
    """[(row, answer)] judged: [(right, reason)]."""
    judged, _ = verb(binary, "judge", [{"puzzle": row["puzzle"], "id": str(place), "response": fenced(answer)}
                                       for place, (row, answer) in enumerate(pairs)])
    assert [row["id"] for row in judged] == [str(place) for place in range(len(pairs))]
    assert all(row["right"] == (row["reason"] == "right") for row in judged)
    return [(row["right"], row["reason"]) for row in judged]
