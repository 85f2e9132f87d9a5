"""`assay curate`: rows chosen by a recipe, and a run that is killed with -9 at random moments.

ASSAY_CURATE_KILLS: how often it is killed (4).
"""

import json
import os
import random
import subprocess
import time

import pytest

from harness import server as harness

KILLS = int(os.environ.get("ASSAY_CURATE_KILLS", "4"))
ROWS = 1500
PATIENCE_S = 300  # against hangs only
WORDS = ("the sum of all even numbers between two primes is asked for when each of them grows by a factor that is "
         "written on a card next to the last one in a row of boxes where nobody counts twice").split()


def problem(number):
    dice = random.Random(number)
    return f"Problem {number}: " + " ".join(dice.choice(WORDS) for _ in range(30)) + f" Find the value for {number}."


BENCHMARK = [{"question": problem(number)} for number in range(0, ROWS, 50)]


def rows():
    dice = random.Random(5)
    for number in range(ROWS):
        text = problem(number)
        if number % 10 == 3:
            text = problem(number - 1).replace("Find", "find")
        if number % 10 == 5:
            text += " Prove that it is unique. Prove it."
        right = dice.randint(0, 8)
        yield {"id": number, "problem": text, "answer": str(number), "source": "ab"[number % 2],
               "attempts": [{"answer": str(number if i < right else i % 3), "tokens": 1000 + 10 * number + i}
                            for i in range(8)]}


RECIPE = """
name: mine
steps:
  - proofs
  - duplicates: {jaccard: 0.8, shingle_words: 3}
  - decontaminate: {ngrams: [9, 14]}
  - verifiable
  - response_length: {fewest_tokens: 2000, thin_below_tokens: 8000, thin_share: 0.5}
  - difficulty: {highest_rate: 0.9}
  - mix: {by: source, shares: {a: 2, b: 1}}
"""


@pytest.fixture
def files(tmp_path):
    (tmp_path / "recipe.yaml").write_text(RECIPE)
    (tmp_path / "bench.jsonl").write_text("".join(json.dumps(row) + "\n" for row in BENCHMARK))
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows()))
    return tmp_path


def command(files, out, *more):
    return [str(word) for word in (harness.binary(), "curate", "--recipe", files / "recipe.yaml", "--benchmark",
                                   files / "bench.jsonl", "--out", out, *more, files / "rows.jsonl")]


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=PATIENCE_S)


def curate(*words):
    return run(harness.binary(), "curate", *words)


def results(out):
    """All that must not depend on how the run came to its end."""
    report = json.loads((out / "report.json").read_text())
    starts = report.pop("run")["starts"]
    names = ("kept.jsonl", "dropped.jsonl", "report.md", "report.html", "recipe.yaml")
    return starts, report, {name: (out / name).read_bytes() for name in names}


def decided(out):
    try:
        return json.loads((out / "checkpoint.json").read_text())["rows"]
    except FileNotFoundError:
        return 0


def test_a_recipe_keeps_and_drops_with_reasons(files):
    done = run(*command(files, files / "out"))
    assert done.returncode == 0, done.stderr
    _, report, _ = results(files / "out")
    steps = {step["name"]: step for step in report["steps"]}
    assert [step["in"] for step in report["steps"]] == [ROWS] + [step["out"] for step in report["steps"]][:-1]
    assert steps["proofs"]["dropped"] == ROWS // 10
    assert steps["duplicates"]["reasons"] == {"near duplicate": ROWS // 10}
    # A problem of the benchmark, and the row after the next, which is like it, went before.
    assert steps["decontaminate"]["dropped"] == len(BENCHMARK)
    assert all(step["examples"] for step in report["steps"])
    kept = [json.loads(line) for line in (files / "out" / "kept.jsonl").read_text().splitlines()]
    dropped = [json.loads(line) for line in (files / "out" / "dropped.jsonl").read_text().splitlines()]
    assert len(kept) == report["kept"] == steps["mix"]["out"]
    assert sorted([row["id"] for row in kept] + [int(row["id"]) for row in dropped]) == list(range(ROWS))
    of_a = sum(row["source"] == "a" for row in kept)
    assert of_a == 2 * (len(kept) - of_a)
    for row in kept:
        difficulty = row["curated"]["difficulty"]
        assert difficulty["rate_low"] < difficulty["rate"] < difficulty["rate_high"]
        assert difficulty["rate"] <= 0.9
    match = next(row for row in dropped if row["step"] == "decontaminate")["details"]["matches"][0]
    assert match["benchmark"] == "bench.jsonl" and match["passage"] == match["theirs"]


def test_a_run_that_is_killed_goes_on_to_the_same_files(files):
    whole = run(*command(files, files / "whole"))
    assert whole.returncode == 0, whole.stderr
    dice = random.Random(int(time.time()))
    out = files / "killed"
    killed = 0
    for _ in range(KILLS):
        # Each row is made durable, so that there is time to be killed in.
        process = subprocess.Popen(command(files, out, "--checkpoint-rows", "1"), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        goal = decided(out) + dice.randint(1, ROWS // (KILLS + 2))
        deadline = time.monotonic() + PATIENCE_S
        while process.poll() is None and decided(out) < goal and time.monotonic() < deadline:
            time.sleep(0.001)
        process.kill()
        _, err = process.communicate()
        assert process.returncode in (0, -9), err
        if process.returncode == 0:
            break
        killed += 1
    assert killed >= 1
    if not (out / "report.json").exists():
        last = run(*command(files, out))
        assert last.returncode == 0, last.stderr
    starts, report, kept = results(out)
    assert starts >= killed
    assert (report, kept) == results(files / "whole")[1:]
    assert not (out / "passed.jsonl").exists()


def test_a_second_process_and_another_recipe_are_refused(files):
    first = subprocess.Popen(command(files, files / "out", "--checkpoint-rows", "1"), stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE)
    try:
        while first.poll() is None and decided(files / "out") < 5:
            time.sleep(0.001)
        first.send_signal(19)  # SIGSTOP: it keeps its lock
        second = run(*command(files, files / "out"))
        assert second.returncode == 2
        assert "another process" in second.stderr
    finally:
        first.kill()
        first.communicate()
    other = run(*command(files, files / "out", "--seed", "7"))
    assert other.returncode == 2
    assert "seed differ" in other.stderr


def test_faults_name_what_to_do(files):
    for words, parts in (
            ((), ("--recipe", "--presets")),
            (("--recipe", "acereason-mth"), ("did you mean acereason-math",)),
            (("--recipe", "acereason-math"), ("name a file",)),
            (("--recipe", "acereason-math", files / "rows.jsonl"), ("--out",)),
            (("--recipe", "acereason-math", "--out", files / "o", files / "rows.jsonl"),
             ("decontaminate.benchmarks", "--benchmark FILE", "--skip decontaminate")),
            (("--recipe", "acereason-math", "--seed", "-1", "--out", files / "o", files / "rows.jsonl"), ("--seed", "-1")),
            (("--recipe", "acereason-math", "--seed", "9" * 20, "--out", files / "o", files / "rows.jsonl"),
             ("--seed", "9" * 20)),
            (("--recipe", files, "--out", files / "o", files / "rows.jsonl"), (f"{files} cannot be read: Is a directory",)),
            (("--recipe", files / "recipe.yaml", "--skip", "proof", "--out", files / "o", files / "rows.jsonl"),
             ("no step 'proof'", "proofs, duplicates")),
            (("--recipe", files / "recipe.yaml", "--benchmark", files / "bench.jsonl", "--out", files / "o",
              files / "none.jsonl"),
             ("none.jsonl cannot be read",)),
            (("--recipe", files / "recipe.yaml", "--benchmark", files / "bench.jsonl", "--out", files / "rows.jsonl",
              files / "rows.jsonl"),
             ("rows.jsonl can't be made",)),
    ):
        done = curate(*words)
        assert done.returncode == 2, words
        for part in parts:
            assert part in done.stderr, done.stderr


def test_presets_are_listed_printed_and_run(files):
    listed = curate("--presets")
    names = [line.split()[0] for line in listed.stdout.splitlines()[1:]]
    assert names == ["acereason-math", "acereason-code", "intellect-math", "intellect-code"]
    for name in names:
        printed = curate("--recipe", name, "--print-recipe")
        assert printed.returncode == 0
        (files / f"{name}.yaml").write_text(printed.stdout)
        skip = ("--skip", "released") if name == "acereason-code" else ()
        out = files / name
        done = curate("--recipe", files / f"{name}.yaml", "--benchmark", files / "bench.jsonl", "--out", out, *skip,
                      files / "rows.jsonl")
        assert done.returncode == 0, done.stderr
        assert 0 < json.loads((out / "report.json").read_text())["kept"] < ROWS
