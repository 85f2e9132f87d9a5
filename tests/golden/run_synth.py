#!/usr/bin/python3
"""How well `assay checker` tells right checkers from wrong ones, on real checkers, and how well what it chooses
judges real problems.

judges    A scripted model answers with real checkers and with mutants of them. Right ones: the checkers of the
          library checker's problems and of problem packages, on their own tests and submissions; testlib's own and
          AetherCode's on invented answers that they understand. A mutant is wrong when some output of the problem
          (a reference's, a submission's) gets another verdict than from the original; one that none tells apart is
          drawn again. "Faulty" ones are originals that do on all invented answers what no judge of one answer may:
          accept it with more behind it, or half of it, or nothing or garbage, or crash on those; they count as neither. ScaleBox's two-step test runs beside it: the references are accepted; null outputs and
          those of known wrong submissions are rejected.
packages  Each package's submissions are split in two; the package's own checker, where it has one, or the comparison
          that passes the proof with one half judges the other, and the other way round. Exact match beside it.

usage: run_synth.py --assay BINARY --url URL [--data FOLDER] [--part judges|packages] [--origin NAME] [--every N]
"""

import argparse
import collections
import concurrent.futures
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import checker_corpus
import run_checkers
from output_judge import OutputJudge

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.scripted_endpoint import ScriptedEndpoint  # noqa: E402

PARALLEL = 4  # keeps two slots busy while requests are made
HALVES = ("developed on", "held out")


def synth_row(problem, name, own=None):
    def outputs(right):
        return [{"name": solution["name"], "outputs": solution["outputs"]}
                for solution in problem["solutions"] if solution["right"] == right]
    return {"id": name, "statement": f"{problem['statement']}\n[{name}]",
            "problem": {"tests": problem["tests"], **({"checker": own} if own else {})},
            "accepted": outputs(True), "wrong": outputs(False)}


def synthesize(arguments, rows, sources, form, *options):
    """The outcomes of `assay checker synth` by id; the model's answer to each row is its source."""
    def answer(prompt, _):
        name = re.search(r"^.(v\d+)]$", prompt, re.MULTILINE).group(1)
        return f"```\n{sources[name]}\n```\n"
    with tempfile.TemporaryDirectory() as folder, ScriptedEndpoint(answer, plain=True) as endpoint:
        data = pathlib.Path(folder) / "problems.jsonl"
        data.write_text("".join(json.dumps(row) + "\n" for row in rows))
        process = subprocess.run(
            [arguments.assay, "checker", "synth", data, "--out", f"{folder}/run", "--form", form, "--attempts", "1",
             "--parallel", str(PARALLEL), "--endpoint", endpoint.url, "--model", endpoint.model, "--url", arguments.url,
             *options], capture_output=True, text=True, check=False)
        results = pathlib.Path(folder) / "run" / "checkers.jsonl"
        if not results.exists():
            sys.exit(process.stderr[-3000:])
        return {row["id"]: row for row in map(json.loads, results.read_text().splitlines())}


def wilson(right, of):
    if not of:
        return 0, 1
    z, share = 1.96, right / of
    middle, spread = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)


def share(right, of):
    low, high = wilson(right, of)
    return f"{right}/{of} = {100 * right / max(of, 1):.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def at_once(work, items):
    """What `work` makes of each, in their order."""
    with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
        yield from pool.map(work, items)


def variants_of(source, judge):
    """The variants of one checker, and what was counted on the way."""
    origin, name, make = source
    counts = collections.Counter()
    made = make(judge)
    if made is None:
        counts[f"{origin}: no problem invented that it understands"] += 1
        return [], counts
    how, problem = made
    if not checker_corpus.look_at(problem, judge):
        counts[f"{origin}: without a test of this size, or its own reference rejected"] += 1
        return [], counts
    base = {"origin": origin, "half": checker_corpus.half(name), "problem": problem}
    right = {**base, "truth": "right", "checker": problem["checker"], "two_steps": True}
    if how == "faulty":
        counts[f"{origin}: faulty, {problem['fault']}"] += 1
        # What it accepts needn't be right.
        problem["solutions"] = [solution for solution in problem["solutions"] if not solution["right"]]
        return [{**right, "truth": "faulty"}], counts
    wrong, tries = checker_corpus.wrong_variant(problem, judge, name)
    counts[f"{origin}: mutants drawn"] += tries
    if wrong is None:
        return [right], counts
    return [right, {**base, "truth": "wrong", "checker": wrong[0], "two_steps": wrong[1]}], counts


def drawn_variants(arguments, judge):
    if arguments.variants and arguments.variants.exists():
        return json.loads(arguments.variants.read_text())
    sources = list(checker_corpus.sources(arguments.data, arguments.origin or checker_corpus.ORIGINS))
    if arguments.half:
        sources = [source for source in sources if checker_corpus.half(source[1]) == arguments.half]
    variants, counts = [], collections.Counter()
    for (_, name, _), (made, counted) in zip(sources, at_once(lambda source: variants_of(source, judge), sources)):
        variants += made
        counts += counted
        print(f"{len(variants)} variants, {name}: {[variant['truth'] for variant in made]}", file=sys.stderr, flush=True)
    for variant in variants:
        variant["problem"].pop("said", None)
    if arguments.variants:
        arguments.variants.write_text(json.dumps([variants, counts]))
    return variants, counts


def run_judges(arguments, judge):
    variants, counts = drawn_variants(arguments, judge)
    by_kind = collections.defaultdict(list)
    for index, variant in enumerate(variants):
        by_kind[variant["checker"]["kind"]].append(index)
    outcomes = {}
    for kind, indices in by_kind.items():
        rows = [synth_row(variants[index]["problem"], f"v{index}") for index in indices]
        checkers = {f"v{index}": variants[index]["checker"]["source"] for index in indices}
        outcomes.update(synthesize(arguments, rows, checkers, kind, "--ask-anyway"))
    tally = collections.Counter()
    for index, variant in enumerate(variants):
        outcome = outcomes.get(f"v{index}", {"ending": "unfinished"})
        if outcome["ending"] == "unfinished":
            tally["unfinished"] += 1
            continue
        truth, ours = variant["truth"], outcome["ending"] == "generated"
        for group in (variant["origin"], variant["half"], "all"):
            tally[group, truth] += 1
            tally[group, truth, "kept"] += ours
            tally[group, truth, "kept by two steps"] += variant["two_steps"]
        if ours != (truth == "right"):
            failures = (outcome.get("attempts") or [{}])[0].get("proof", {}).get("failures", [])
            print(json.dumps({"problem": variant["problem"]["id"], "half": variant["half"], "truth": truth, "kept": ours,
                              "failures": [(f["check"], f["origin"], f["what"], f["output"][:80]) for f in failures[:3]]}),
                  flush=True)
    for what, count in sorted(dict(counts).items()):
        print(f"{what}: {count}")
    for group in (*checker_corpus.ORIGINS, *HALVES, "all"):
        for truth in ("right", "wrong", "faulty"):
            if of := tally[group, truth]:
                print(f"{group:16} {truth:6} kept by the proof {share(tally[group, truth, 'kept'], of)}; "
                      f"by two steps {share(tally[group, truth, 'kept by two steps'], of)}", flush=True)
    print("unfinished:", tally["unfinished"])
    right, wrong = tally["all", "right"], tally["all", "wrong"]
    return (tally["all", "right", "kept"] >= 0.98 * right and tally["all", "wrong", "kept"] <= 0.03 * wrong and
            right > 0 and not tally["unfinished"])


def own_rule(problem):
    """How the package itself judges: its checker, or problem packages' default comparison with its flags."""
    return problem["checker"] or {"mode": "icpc", **problem["tolerances"]}


def runs_of(problem, judge):
    """The package's submissions that its small tests say something about, with their outputs: a wrong one that the package's
    own judge accepts on these says nothing, nor does a right one that is too slow here."""
    problem["tests"] = checker_corpus.small_tests(problem["tests"])
    runs = []
    if not problem["tests"]:
        return runs
    for solution, outputs in zip(problem["solutions"], judge.outputs_of(problem, problem["solutions"])):
        if None in outputs:
            continue
        if solution["right"] or set(judge.rulings(problem, own_rule(problem), list(enumerate(outputs)))) != {"AC"}:
            runs.append({"name": solution["name"], "right": solution["right"], "outputs": outputs})
    return runs


def run_packages(arguments, judge):
    tally = collections.Counter()
    chosen_with = []  # (package, half, the other half's runs)
    problems = list(checker_corpus.packages(arguments.data))[::arguments.every]
    for problem, runs in zip(problems, at_once(lambda problem: runs_of(problem, judge), problems)):
        print(f"{problem['id']}: {len(runs)} of {len(problem['solutions'])} submissions", file=sys.stderr, flush=True)
        for half in (0, 1):
            known = {**problem, "solutions": runs[half::2]}
            if runs[1 - half::2]:
                chosen_with.append((known, half, runs[1 - half::2]))
    rows = [synth_row(known, f"v{index}", known["checker"]) for index, (known, _, _) in enumerate(chosen_with)]
    outcomes = synthesize(arguments, rows, collections.defaultdict(lambda: "there is none"), "icpc")

    def judged(item):
        index, (known, half, held) = item
        outcome = outcomes.get(f"v{index}") or {"ending": "unfinished"}
        chosen = outcome.get("judge") or {}
        # Where nothing may judge, nothing is judged: neither accepted nor rejected.
        rules = {"exact": {"mode": "lines"}, "chosen": chosen.get("comparison") or chosen.get("checker")}
        said = {name: [set(judge.rulings(known, rule, list(enumerate(run["outputs"])))) == {"AC"} for run in held]
                for name, rule in rules.items() if rule}
        return known, half, held, outcome, said

    for known, half, held, outcome, said in at_once(judged, list(enumerate(chosen_with))):
        tally["halves", outcome["ending"]] += 1
        for name, accepted in said.items():
            for run, accepts in zip(held, accepted):
                for group in (known["kind"], checker_corpus.half(known["id"]), "all"):
                    tally[group, name, run["right"]] += 1
                    tally[group, name, run["right"], "as expected"] += accepts == run["right"]
                if name == "chosen" and accepts != run["right"]:
                    print(json.dumps({"problem": known["id"], "half": half, "submission": run["name"],
                                      "right": run["right"], "chosen": outcome.get("name")}), flush=True)
        if outcome["ending"] not in ("given", "configured"):
            failures = [failure for attempt in outcome.get("attempts") or [] for failure in
                        attempt.get("proof", {}).get("failures", [])[:1]]
            print(json.dumps({"problem": known["id"], "half": half, "ending": outcome["ending"], "why": outcome.get("why"),
                              "failures": [(f["check"], f["origin"], f["output"][:60]) for f in failures[:4]]}), flush=True)
    print({" ".join(key): count for key, count in tally.items() if key[0] == "halves"})
    for group in ("exact", "float", "custom", *HALVES, "all"):
        for name in ("exact", "chosen"):
            print(f"{group:12} judged by {name:7}: "
                  f"TPR {share(tally[group, name, True, 'as expected'], tally[group, name, True])}; "
                  f"TNR {share(tally[group, name, False, 'as expected'], tally[group, name, False])}", flush=True)
    return (tally["all", "chosen", True, "as expected"] >= 0.99 * tally["all", "chosen", True] > 0 and
            tally["all", "chosen", False, "as expected"] >= 0.97 * tally["all", "chosen", False] and
            not tally["halves", "unfinished"])


PARTS = {"judges": run_judges, "packages": run_packages}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("--data", type=pathlib.Path, default=run_checkers.default_data())
    parser.add_argument("--part", choices=sorted(PARTS), action="append")
    parser.add_argument("--half", choices=HALVES, help="only the checkers of this half")
    parser.add_argument("--every", type=int, default=1, help="each so manieth package only")
    parser.add_argument("--origin", action="append", help="only checkers from there: library_checker, packages, …")
    parser.add_argument("--variants", type=pathlib.Path, help="a file that keeps the drawn mutants for another run")
    arguments = parser.parse_args()
    judge = OutputJudge(arguments.url)
    return 0 if all([PARTS[part](arguments, judge) for part in arguments.part or sorted(PARTS)]) else 1


if __name__ == "__main__":
    sys.exit(main())
