#!/usr/bin/python3
"""False accepts and false rejects of environments: answers whose label is known, scored by `assay env score`.

    bench/environments.py [--data ../shared/data] [--most 1000] [--seed 1] [--only math code …]

Each environment is what `assay env new --kind KIND` writes, with other tasks: its prompts and its rubric as they stand.
A response passes with a score of 1 or more; one without a score is neither accepted nor rejected, and is counted.
`--most`: answers of a set, drawn by the seed. Intervals are Wilson's, 95 %. The binary is $ASSAY_BIN or
build/release/assay. What stands in docs/environments.md is this program's output.

| kind | answers | whose labels |
|---|---|---|
| math | tests/math/pairs.py | how each pair was made |
| math, of models | whole responses of models, math/model_responses | the graders of Qwen2.5-Math and NeMo-Skills |
| code | programs of students, throughput/refactory | the data set's: its tests, run by its authors |
| science | tests/science/pairs.jsonl | how each pair was made |
| logic | right answers, and near misses of them, of each kind of puzzle | tests/logic/oracles.py, written from the rules alone |
"""

import argparse
import gzip
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(REPOSITORY / "tests"), str(REPOSITORY / "tests" / "logic")]
from harness import server as harness  # noqa: E402

NORMAL_95 = 1.959963984540054
SAMPLES_OF_A_PUZZLE = 4


def rows_of(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


# Each gives (task without its id, response, whether it is right).


def math_answers(data, most, seed):
    sys.path.insert(0, str(REPOSITORY / "tests" / "math"))
    import pairs
    for pair in pairs.all_pairs(seed):
        yield {"question": f"({pair.category})", "answer": pair.gold}, pair.response, pair.expected


def model_answers(data, most, seed):
    for row in rows_of(data / "math" / "model_responses.dev.jsonl.gz"):
        yield {"question": row["problem"], "answer": row["gold"]}, row["response"], row["correct"]


def code_answers(data, most, seed):
    problems = {row["problem_id"]: row for row in rows_of(data / "throughput" / "refactory_problems.jsonl.gz")}
    for row in rows_of(data / "throughput" / "refactory_submissions.dev.jsonl.gz"):
        problem = problems[row["problem_id"]]
        asserts = "".join(f"assert {test['expr']} == {test['expected']}\n" for test in problem["tests"])
        # The data set's own runs put this code before every submission.
        program = f"{problem['global_code']}\n{row['code']}"
        yield ({"question": problem["description"], "problem": {"mode": "assert", "assert_code": asserts}},
               f"```python\n{program}\n```", row["label"] == "correct")


def science_answers(data, most, seed):
    for line in (REPOSITORY / "tests" / "science" / "pairs.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield ({"question": f"({row['category']})", "answer": row["gold"]}, row["response"], row["label"] == "correct")


def logic_answers(data, most, seed):
    import mutate
    import program
    import proof
    from oracles import CHECKS
    each = max(1, math.ceil(most / len(CHECKS) / (SAMPLES_OF_A_PUZZLE + 1)))
    for kind in sorted(CHECKS):
        pairs = proof.solved_puzzles(harness.binary(), kind, each, seed)[:each]
        dice = random.Random(f"{kind} {seed}")
        answers = [answer.strip("\n") for _, answer in pairs]
        for (row, _), answer in zip(pairs, answers):
            for given in [answer, *list(mutate.mutants(dice, kind, answer, answers, SAMPLES_OF_A_PUZZLE))]:
                yield ({"question": row["prompt"], "puzzle": row["puzzle"]}, program.fenced(given),
                       CHECKS[kind](row["puzzle"]["facts"], given))


SETS = {"math": math_answers, "math, of models": model_answers, "code": code_answers, "science": science_answers, "logic": logic_answers}


def wilson(count, number):
    if number == 0:
        return 0.0, 1.0
    share, square = count / number, NORMAL_95 ** 2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = NORMAL_95 * math.sqrt(share * (1 - share) / number + square / (4 * number ** 2)) / (1 + square / number)
    return max(0.0, middle - half), min(1.0, middle + half)


def assay_env(*words, codes=(0,)):
    done = subprocess.run([str(harness.binary()), "env", *map(str, words)], capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"assay env {words[0]}: {done.stderr}")
    return done.stdout


def scores_of(kind, answers, folder):
    """In the order of the answers; None: no score."""
    environment = folder / kind
    assay_env("new", f"{kind}-gallery", "--kind", kind, "--folder", environment)
    tasks = "".join(json.dumps({"id": str(index), **task}) + "\n" for index, (task, _, _) in enumerate(answers))
    (environment / "tasks.jsonl").write_text(tasks, encoding="utf-8")
    # Of faulty rows (a gold that can't be read) `check` tells, and their responses are masked.
    assay_env("check", environment, "--write-hashes", codes=(0, 1))
    responses = "".join(json.dumps({"id": str(index), "response": response}) + "\n"
                        for index, (_, response, _) in enumerate(answers))
    (folder / "responses.jsonl").write_text(responses, encoding="utf-8")
    printed = assay_env("score", environment, folder / "responses.jsonl", codes=(0, 3)).splitlines()
    scores = [json.loads(line)["score"] for line in printed]
    assert len(scores) == len(answers), f"{len(scores)} results of {len(answers)} responses"
    return scores


def figure(count, number):
    low, high = wilson(count, number)
    return f"{count} of {number}: {count / max(number, 1):.2%} ({low:.2%} to {high:.2%})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=pathlib.Path, default=REPOSITORY.parent / "shared" / "data")
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=list(SETS), default=list(SETS))
    parser.add_argument("--show", type=int, default=0, help="so many of the disagreements of each")
    given = parser.parse_args()
    print("| environment | right answers that were rejected | wrong answers that were accepted | without a score |")
    print("|---|---|---|---|", flush=True)
    for kind in given.only:
        answers = list(SETS[kind](given.data, given.most, given.seed))
        if len(answers) > given.most:
            answers = random.Random(f"{kind} {given.seed}").sample(answers, given.most)
        with tempfile.TemporaryDirectory() as folder:
            scores = scores_of(kind.split(",")[0], answers, pathlib.Path(folder))
        judged = [(score >= 1, right) for score, (_, _, right) in zip(scores, answers) if score is not None]
        rights = [passed for passed, right in judged if right]
        wrongs = [passed for passed, right in judged if not right]
        print(f"| {kind} | {figure(rights.count(False), len(rights))} | {figure(wrongs.count(True), len(wrongs))} | "
              f"{len(answers) - len(judged)} |", flush=True)
        differ = [(task, response, right) for score, (task, response, right) in zip(scores, answers)
                  if score is not None and (score >= 1) != right]
        for task, response, right in differ[:given.show]:
            print(json.dumps({"task": task, "right": right, "response": response[-300:]}), file=sys.stderr)


if __name__ == "__main__":
    main()
