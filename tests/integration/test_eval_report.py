"""`assay eval report|diff|merge|export` on run folders written here: every figure of the report is computed a second
time, by going through all subsets in whole fractions, and the files are what other programs expect.
"""

import hashlib
import itertools
import json
import math
import random
import re
import subprocess
from fractions import Fraction

import pytest

from harness import server as harness

ITEMS = [f"HumanEval/{i}" for i in range(9)]


@pytest.fixture
def cli():
    """Runs the program with these arguments."""
    if not harness.binary().exists():
        pytest.skip(f"{harness.binary()} is not built")
    return lambda *arguments: subprocess.run([harness.binary(), *arguments], capture_output=True, text=True,
                                             timeout=300)


def sha(*parts):
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def verdict_key(generation, problem_sha, profile, rules):
    """As the program makes it: a report takes the verdicts by its manifest's rules, and no others."""
    parts = ("verdict", generation, problem_sha, profile, rules)
    return hashlib.sha256("".join(f"{len(part)}:{part}" for part in parts).encode()).hexdigest()


def manifest(**changes):
    return {"format": 1, "benchmark": "humaneval", "title": "HumanEval", "protocol": "chat", "window": "",
            "items": len(ITEMS), "ids_sha": "aa", "data": [{"name": "h.jsonl", "sha256": "bb", "rows": 9}],
            "prompts_sha": "cc", "model": "model-1", "endpoint": "local", "sampling": {"temperature": 0.2},
            "samples": 6, "shard": {"index": 1, "count": 1}, "profiles": ["official", "assay"], "rules": "1",
            "limits": {}, "toolchains": {"python": "3.11"}, "assay_version": "0.1.0", **changes}


def write_run(folder, states, order=None, items=None, **changes):
    """`states`: profile -> item -> a letter a sample (P, F, M, E; "-": never asked)."""
    folder.mkdir()
    items = ITEMS if items is None else items
    (folder / "manifest.json").write_text(json.dumps(manifest(**changes)))
    (folder / "items.jsonl").write_text("".join(
        json.dumps({"item": item, "cluster": item, "language": ["python", "go"][int(item[10:]) % 2],
                    "difficulty": "", "date": "2024-10-05", "topic": "", "problem_sha": sha(item),
                    "prompt": {"messages": [{"role": "user", "content": f"Solve <b>{item}</b>"}]}}) + "\n"
        for item in items))
    generations, verdicts = [], []
    words = {"P": "passed", "F": "failed", "M": "masked", "E": "errored"}
    for item in items:
        for sample in range(manifest(**changes)["samples"]):
            key = sha("generation", item, sample)
            asked = False
            for profile, rows in states.items():
                letter = rows[item][sample]
                if letter == "-":
                    continue
                asked = True
                verdicts.append({
                    "key": verdict_key(key, sha(item), profile, manifest(**changes)["rules"]),
                    "generation": key, "item": item, "sample": sample,
                    "profile": profile, "state": words[letter], "reason": words[letter], "partial": None,
                    "message": "", "parts": {"base": "pass", "plus": "pass" if letter == "P" else "fail"},
                    "answer": "", "rule": "", "truncated": False, "empty": False, "unextracted": False,
                    "code_sha": ""})
            if asked:
                generations.append({
                    "key": key, "item": item, "sample": sample, "content": f"```python\n{item}\n```",
                    "reasoning": "", "truncated": False, "finish_reason": "stop", "model": "model-1",
                    "id": str(sample), "usage": {}, "attempts": 1, "error": None})
    if order is not None:
        order.shuffle(generations)
        order.shuffle(verdicts)
    for name, rows in (("generations", generations), ("verdicts", verdicts)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def some_states(seed, letters="PPPFFF"):
    order = random.Random(seed)
    return {profile: {item: "".join(order.choice(letters) for _ in range(6)) for item in ITEMS}
            for profile in ("official", "assay")}


def subset_means(samples, size, rule):
    picks = list(itertools.combinations(samples, size))
    return Fraction(sum(rule(pick) for pick in picks), len(picks))


def disjoint_product(samples, size, rule):
    """The mean over all pairs of disjoint subsets of the product: the square of the truth, without bias."""
    total = count = 0
    for first in itertools.combinations(range(len(samples)), size):
        left = [i for i in range(len(samples)) if i not in first]
        for second in itertools.combinations(left, size):
            count += 1
            total += rule(samples[i] for i in first) and rule(samples[i] for i in second)
    return Fraction(total, count)


def near(value):
    return pytest.approx(float(value), abs=2e-9)


def check_figures(profile, rows):
    judged = [[letter == "P" for letter in row if letter in "PF"] for row in rows]
    judged = [samples for samples in judged if samples]
    number = len(judged)
    least = min(map(len, judged))
    assert max(map(int, profile["pass_at_k"])) == least
    for name, rule in (("pass_at_k", any), ("pass_hat_k", all)):
        for k, estimate in profile[name].items():
            values = [subset_means(samples, int(k), rule) for samples in judged]
            mean = sum(values) / number
            assert estimate["value"] == near(mean)
            spread = sum((value - mean) ** 2 for value in values) / (number - 1) / number
            assert estimate["problems_se"] == near(math.sqrt(spread))
            if least < 2 * int(k):
                assert "sampling_se" not in estimate
                continue
            variance = sum(value ** 2 - disjoint_product(samples, int(k), rule)
                           for value, samples in zip(values, judged))
            assert estimate["sampling_se"] == near(math.sqrt(variance) / number)
    counts = profile["samples"]
    text = "".join(rows)
    assert counts["asked"] == len(text) and counts["judged"] == sum(map(len, judged))
    assert counts["masked"] == text.count("M") and counts["errored"] == text.count("E") + text.count("-")
    assert profile["denominator"]["judged_items"] == number


def test_every_figure_is_that_of_all_subsets_in_fractions(cli, tmp_path):
    for seed, letters in ((1, "PPFF"), (2, "PPPFFFM"), (3, "PFME")):
        states = some_states(seed, letters)
        run = write_run(tmp_path / f"run{seed}", states)
        result = cli("eval", "report", str(run), "--max-errored", "1")
        assert result.returncode == 0, result.stderr
        assert max(map(len, result.stdout.splitlines()[:-1])) <= 80
        report = json.loads((run / "report.json").read_text())
        for profile in ("official", "assay"):
            check_figures(report["profiles"][profile], list(states[profile].values()))
        assert [row["official"]["states"] for row in report["items"]] == list(states["official"].values())
        flips = {item: [i for i, (a, b) in enumerate(zip(states["official"][item], states["assay"][item]))
                        if a + b == "PF"] for item in ITEMS}
        assert {row["item"]: row["only_official"] for row in report["flips"] if row["only_official"]} == {
            item: samples for item, samples in flips.items() if samples}


def test_permuted_rows_give_equal_bytes(cli, tmp_path):
    states = some_states(4)
    runs = [write_run(tmp_path / name, states, order)
            for name, order in (("a", None), ("b", random.Random(1)), ("c", random.Random(2)))]
    for run in runs:
        assert cli("eval", "report", str(run)).returncode == 0
    for name in ("report.json", "report.html"):
        assert len({(run / name).read_bytes() for run in runs}) == 1


def test_too_many_errors_refuse_the_headline_with_their_exit_code(cli, tmp_path):
    states = some_states(5)
    states["assay"][ITEMS[0]] = "PPPP--"
    run = write_run(tmp_path / "run", states)
    result = cli("eval", "report", str(run))
    assert result.returncode == 3
    assert "NO HEADLINE" in result.stdout and "only what failed" in " ".join(result.stderr.split())
    report = json.loads((run / "report.json").read_text())
    assert report["profiles"]["assay"]["headline"] is None
    assert "2 of 54" in report["profiles"]["assay"]["refused"]
    assert {"state": "errored", "reason": "not asked", "samples": 2} not in report["profiles"]["official"]["reasons"]
    assert "No headline" in (run / "report.html").read_text()


def test_the_page_is_whole_and_fetches_nothing(cli, tmp_path):
    run = write_run(tmp_path / "run", some_states(6), model="<script>alert(1)</script>")
    assert cli("eval", "report", str(run)).returncode == 0
    page = (run / "report.html").read_text()
    assert "<script" not in page and "http" not in re.sub(r"http-equiv", "", page)
    for tag in ("svg", "table", "section", "details", "div", "p", "tr", "td"):
        assert len(re.findall(rf"<{tag}[ >]", page)) == page.count(f"</{tag}>"), tag


def test_shards_merged_are_the_run_in_one_piece(cli, tmp_path):
    states = some_states(7)
    whole = write_run(tmp_path / "whole", states)
    shards = [write_run(tmp_path / f"shard{i}", states, items=ITEMS[i::2], shard={"index": i + 1, "count": 2})
              for i in range(2)]
    assert cli("eval", "report", str(whole)).returncode == 0
    merged = tmp_path / "merged"
    result = cli("eval", "merge", str(merged), *map(str, shards))
    assert result.returncode == 0, result.stderr
    for name in ("report.json", "report.html"):
        assert (merged / name).read_bytes() == (whole / name).read_bytes()
    assert cli("eval", "merge", str(tmp_path / "twice"), str(shards[0]), str(shards[0])).returncode == 2
    assert cli("eval", "merge", str(tmp_path / "half"), str(shards[0])).returncode == 2


def exact_mcnemar(one, other):
    number, fewer = one + other, min(one, other)
    return min(1.0, float(2 * sum(Fraction(math.comb(number, i), 2 ** number) for i in range(fewer + 1))))


def test_diff_is_paired(cli, tmp_path):
    a, b = some_states(8), some_states(9)
    runs = [write_run(tmp_path / "a", a), write_run(tmp_path / "b", b, model="model-2")]
    result = cli("eval", "diff", *map(str, runs), "--json")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert [row["field"] for row in found["differences"]] == ["model"]
    for profile in found["profiles"]:
        name = profile["profile"]
        rates = [[Fraction(states[name][item].count("P"), 6) for item in ITEMS] for states in (a, b)]
        changes = [second - first for first, second in zip(*rates)]
        mean = sum(changes) / len(ITEMS)
        assert profile["difference"] == near(mean)
        spread = sum((change - mean) ** 2 for change in changes) / 8 / 9
        assert profile["problems_se"] == near(math.sqrt(spread))
        better, worse = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
        assert (profile["b_better"], profile["a_better"]) == (better, worse)
        assert profile["mcnemar_p"] == near(exact_mcnemar(better, worse))
        assert {row["item"] for row in profile["changes"]} == {
            item for item, change in zip(ITEMS, changes) if change != 0}
    text = cli("eval", "diff", *map(str, runs)).stdout
    assert "McNemar exact p" in text and max(map(len, text.splitlines()[2:])) <= 80


def test_unlike_runs_are_refused_by_name(cli, tmp_path):
    states = some_states(10)
    a = write_run(tmp_path / "a", states)
    b = write_run(tmp_path / "b", states, protocol="completion",
                  data=[{"name": "h.jsonl", "sha256": "other", "rows": 9}])
    result = cli("eval", "diff", str(a), str(b))
    assert result.returncode == 3 and result.stdout == ""
    assert "protocol" in result.stderr and "data" in result.stderr
    assert cli("eval", "diff", str(a), str(b), "--force").returncode == 0
    assert cli("eval", "diff", str(a), str(tmp_path / "nothing")).returncode == 2


def test_exports_have_the_shapes_of_other_tools(cli, tmp_path):
    states = some_states(11)
    run = write_run(tmp_path / "run", states)
    for form in ("scalebox", "evalplus", "livecodebench", "every_eval_ever"):
        result = cli("eval", "export", "--format", form, str(run), "--out", str(tmp_path / form))
        assert result.returncode == 0, result.stderr
    rates = [Fraction(states["official"][item].count("P"), 6) for item in ITEMS]
    mean = float(sum(rates) / len(rates))

    accuracy = json.loads((tmp_path / "scalebox/accuracy.json").read_text())
    assert accuracy["mean_accuracy"] == pytest.approx(mean, abs=2e-4) and len(accuracy["accuracy"]) == 6
    results = json.loads((tmp_path / "scalebox/results.json").read_text())
    assert [row["scalebox"] for row in results] == [
        [float(letter == "P") for letter in states["official"][item]] for item in ITEMS]
    samples = [json.loads(line) for line in (tmp_path / "scalebox/samples.jsonl").read_text().splitlines()]
    assert samples[0]["prompt"] == "Solve <b>HumanEval/0</b>" and len(samples[0]["response"]) == 6

    evalplus = json.loads((tmp_path / "evalplus/samples_eval_results.json").read_text())
    assert evalplus["pass_at_k"]["plus"]["pass@1"] == pytest.approx(mean)
    assert evalplus["pass_at_k"]["base"]["pass@1"] == 1
    assert set(evalplus["eval"]) == set(ITEMS)

    problems = json.loads((tmp_path / "livecodebench/codegeneration_output_eval_all.json").read_text())
    assert sum(row["pass@1"] for row in problems) / len(problems) == pytest.approx(mean)
    assert problems[0]["code_list"][0] == problems[0]["question_id"]

    record = json.loads((tmp_path / "every_eval_ever/every_eval_ever.json").read_text())
    assert record["schema_version"] == "0.2.1"
    assert record["evaluation_results"][0]["score_details"]["score"] == pytest.approx(mean)
