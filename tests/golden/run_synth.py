#!/usr/bin/python3
"""How well `assay checker` tells right checkers from wrong ones, on real checkers, and how well what it chooses
judges real problems.

judges    A scripted model answers with real checkers and with mutants of them. Right ones: the checkers of the
          library checker's problems and of problem packages, on their own tests and submissions; testlib's own and
          those of AetherCode that never read the input, on invented answers that they understand. A mutant is
          wrong when some output of the problem (a reference's, a submission's) gets another verdict than from the
          original; one that none tells apart is drawn again. ScaleBox's two-step test runs beside it: the references
          are accepted; null outputs and those of known wrong submissions are rejected.
packages  Each package's submissions are split in two; the comparison, or else the package's own checker as the
          model's answer, is chosen with one half and judges the other, and the other way round. Exact match beside
          it.

usage: run_synth.py --assay BINARY --url URL [--data FOLDER] [--part judges|packages] [--aether N] [--every N]
"""

import argparse
import base64
import collections
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import checker_mutants
import known_packages
import run_checkers

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.client import Client  # noqa: E402
from harness.scripted_endpoint import ScriptedEndpoint  # noqa: E402

PRINTER = "import shutil, sys\nshutil.copyfileobj(open('printed', 'rb'), sys.stdout.buffer)\n"
ORIGINS = ("library_checker", "packages", "testlib", "aethercode")
MOST_TESTS = 12
MOST_TEST_BYTES = 100_000
MOST_TRIES = 3  # at a mutant that some output tells apart


class Judge:
    def __init__(self, url):
        self._client = Client(url)

    def outputs_of(self, problem, solution):
        """Of a solution on each test; None where it didn't end well."""
        body = {"language": solution["language"], "code": solution["code"], "stop": "all", "include_output": True,
                "files": {name: base64.b64encode(text.encode()).decode()
                          for name, text in solution.get("files", {}).items()},
                "limits": {"cpu_time_s": problem["time_limit_s"], "wall_time_s": 3 * problem["time_limit_s"]},
                "problem": {"tests": problem["tests"]}}
        reply = self._client.post("/v1/verify", {"submissions": [body], "include_output_bytes": 4 << 20}, timeout_s=3600)
        tests = reply.json()["results"][0].get("tests") or [{}] * len(problem["tests"])
        return [test.get("stdout") if test.get("exit_code") == 0 and not test.get("stdout_truncated") else None
                for test in tests]

    def rulings(self, problem, checker, outputs):
        """AC, WA, or another word, for each (test, output)."""
        checker = {"checker": {**checker, "always": True}} if "source" in checker else {"comparison": checker}
        problems = {str(number): {"tests": [test], **checker} for number, test in enumerate(problem["tests"])}
        words = []
        for first in range(0, len(outputs), 100):
            submissions = [{"language": "python", "code": PRINTER, "problem": str(test),
                            "files": {"printed": base64.b64encode(text.encode()).decode()}}
                           for test, text in outputs[first:first + 100]]
            reply = self._client.post("/v1/verify", {"problems": problems, "submissions": submissions}, timeout_s=3600)
            if reply.status != 200:
                return ["refused"] * len(outputs)
            for result in reply.json()["results"]:
                broke = result["reason"] == "checker_failed_on_output"
                words.append("broke" if broke else "WA" if result["verdict"] == "PE" else result["verdict"])
        return words


def small_tests(tests):
    """The smallest, in their order."""
    def size(test):
        return len(test["input"]) + len(test["expected"])
    fitting = [test for test in tests if size(test) <= MOST_TEST_BYTES]
    chosen = {id(test) for test in sorted(fitting, key=size)[:MOST_TESTS]}
    return [test for test in fitting if id(test) in chosen]


def library(folder):
    for row in run_checkers.rows(folder, "library_checker.dev.jsonl.gz"):
        solutions = []
        for entry in row["submissions"]:
            if entry["expected"] not in (["AC"], ["WA"]) or entry["extra_files"]:
                continue
            solutions.append({"right": entry["expected"] == ["AC"], "language": entry["language"], "code": entry["code"]})
        yield {"id": row["problem_id"], "statement": row["statement_md"], "time_limit_s": 2 * row["timelimit_s"],
               "tests": [{"input": test["input"], "expected": test["answer"]} for test in row["tests"]],
               "solutions": solutions,
               "checker": {"kind": "testlib", "language": "cpp", "files": {},
                           "source": with_headers(row["checker_cpp"], row["checker_extra_files"] or {})}}


LANGUAGES = {".py": "python", ".cpp": "cpp", ".cc": "cpp", ".java": "java", ".c": "c", ".js": "javascript"}


def package_rows(folder):
    """Packages as problems. Interactive ones and those that test tools are left out."""
    for row in run_checkers.rows(folder, "problem_packages.dev.jsonl.gz"):
        if row["kind"] not in ("exact", "float", "custom") or row["problem_id"] == "bapctools/testexpectations":
            continue
        solutions = []
        for entry in row["submissions"]:
            extension = pathlib.Path(entry["path"]).suffix
            right = entry["expected"] == ["accepted"]
            if (not right and entry["expected"] != ["wrong_answer"]) or len(entry["files"]) != 1:
                continue
            if extension not in LANGUAGES or known_packages.kind(f"{row['problem_id']}/{entry['path']}"):
                continue
            solutions.append({"right": right, "language": LANGUAGES[extension], "name": entry["path"],
                              "code": next(iter(entry["files"].values()))})
        flags = row["validator_flags"] or row["output_validator_args"] or ""
        yield {"id": row["problem_id"], "statement": "", "time_limit_s": 2 * (row["time_limit_s"] or 5), "kind": row["kind"],
               "tests": [{"input": test["input"], "expected": test["answer"] or ""} for test in row["tests"]],
               "solutions": solutions, "checker": package_checker(row, flags)}


def with_headers(source, files):
    """One file of several, as an answer of a model has it."""
    for name, text in files.items():
        header = re.escape(pathlib.Path(name).name)
        source = re.sub(rf'#include\s+"{header}"', lambda _, text=text: text, source)
    return source


def package_checker(row, flags):
    """The package's own checker as one source; None where it has none, or is more than a file and its headers."""
    files = dict(row["output_validator"] or {})
    sources = [name for name in files if pathlib.Path(name).suffix in (".py", ".cpp", ".cc")]
    if len(sources) != 1 or row["kind"] != "custom":
        return None
    source = files.pop(sources[0])
    if flags:
        return None  # arguments are no part of a model's answer
    return {"kind": "icpc", "language": LANGUAGES[pathlib.Path(sources[0]).suffix],
            "source": with_headers(source, files), "files": {}}


def invented(name, checker, judge):
    """A problem whose answers this checker understands, with outputs that it is the judge of; or None."""
    for shape, answers in checker_mutants.SHAPES.items():
        problem = {"id": name, "statement": "", "time_limit_s": 10, "checker": checker,
                   "tests": [{"input": f"{number}\n", "expected": text} for number, text in enumerate(answers)]}
        if set(judge.rulings(problem, checker, [(0, answers[0])])) != {"AC"}:
            continue
        rows = {"reference": answers, "empty": [""] * len(answers), "garbage": ["@#$\n"] * len(answers),
                "shifted": answers[1:] + answers[:1]}
        names = [name for name, _ in checker_mutants.variants(answers[0])]
        for index, variant in enumerate(names):
            rows["variant " + variant] = [list(checker_mutants.variants(text))[index][1] for text in answers]
        words = {}
        flat = [(test, text) for texts in rows.values() for test, text in enumerate(texts)]
        said = iter(judge.rulings(problem, checker, flat))
        for row, texts in rows.items():
            words[row] = [next(said) for _ in texts]
        if set(words["reference"]) != {"AC"} or "AC" in words["empty"] + words["garbage"]:
            continue
        if words["shifted"].count("AC") > 2:
            continue
        problem["id"] = f"{name} ({shape})"
        problem["solutions"] = [
            {"right": set(words[row]) == {"AC"}, "name": row, "outputs": texts} for row, texts in rows.items()
            if row.startswith("variant") and set(words[row]) <= {"AC", "WA"}]
        return problem
    return None


def real_checkers(folder, judge, aether, origins):
    """Problems with their right checkers."""
    for problem in library(folder) if "library_checker" in origins else ():
        yield "library_checker", problem
    for problem in package_rows(folder) if "packages" in origins else ():
        if problem["checker"]:
            yield "packages", problem
    for row in run_checkers.rows(folder, "testlib_sources.jsonl.gz"):
        if "testlib" not in origins or row["kind"] != "checker" or row["id"] in ("pointscmp", "pointsinfo"):
            continue
        problem = invented("testlib/" + row["id"],
                           {"kind": "testlib", "language": "cpp", "source": row["source"], "files": {}}, judge)
        if problem:
            yield "testlib", problem
    count = 0
    for row in run_checkers.rows(folder, "aethercode_checkers.dev.jsonl.gz"):
        if "aethercode" not in origins or count == aether:
            break
        source = re.sub(r"//[^\n]*|/\*.*?\*/", "", row["checker_cpp"], flags=re.DOTALL)
        if len(re.findall(r"\bstdin_lines\b", source)) != 1:
            continue
        problem = invented(f"aethercode/{row['id']}", {"kind": "scalebox", "language": "cpp", "source": row["checker_cpp"],
                                                       "files": {}}, judge)
        if problem:
            count += 1
            yield "aethercode", problem


def prepare(problem, judge):
    """Adds the outputs of the solutions and what they are worth; says whether anything is left to judge."""
    problem["tests"] = small_tests(problem["tests"])
    if not problem["tests"]:
        return False
    kept = []
    for solution in problem["solutions"]:
        if "outputs" not in solution:
            solution["outputs"] = judge.outputs_of(problem, solution)
        kept.append(solution)
    pool = {(number, test["expected"]) for number, test in enumerate(problem["tests"])}
    for solution in kept:
        pool |= {(number, text) for number, text in enumerate(solution["outputs"]) if text is not None}
    problem["pool"] = sorted(pool)
    problem["said"] = dict(zip(problem["pool"], judge.rulings(problem, problem["checker"], problem["pool"])))
    solutions = []
    for solution in kept:
        said = [problem["said"].get((number, text), "no output") for number, text in enumerate(solution["outputs"])]
        # What the smaller tests don't tell, or a slow machine, is no solution of this problem.
        if (solution["right"] and set(said) == {"AC"}) or (not solution["right"] and "WA" in said and "no output" not in said):
            solutions.append({**solution, "name": solution.get("name", f"s{len(solutions)}")})
    problem["solutions"] = solutions
    return all(problem["said"][(number, test["expected"])] == "AC" for number, test in enumerate(problem["tests"]))


def wrong_variant(problem, judge, seed):
    """A mutant that an output of the problem tells from the original, and how many were drawn for it."""
    tries = 0
    for source in checker_mutants.mutants(problem["checker"]["source"], seed):
        if tries == MOST_TRIES:
            break
        tries += 1
        checker = {**problem["checker"], "source": source}
        first = judge.rulings(problem, checker, problem["pool"][:1])
        if set(first) - {"AC", "WA", "broke"}:
            continue
        said = judge.rulings(problem, checker, problem["pool"])
        # One that breaks is found by ScaleBox's test, too; what is sought is one that says the wrong thing.
        if any(word in ("AC", "WA") and word != problem["said"][key] for key, word in zip(problem["pool"], said)):
            return checker, tries
    return None, tries


def two_steps(problem, checker, judge):
    """ScaleBox's own test: references accepted, null outputs and known wrong submissions rejected."""
    tests = list(enumerate(problem["tests"]))
    references = judge.rulings(problem, checker, [(number, test["expected"]) for number, test in tests])
    if set(references) != {"AC"}:
        return False
    null = [number for number, test in tests if test["expected"].strip()]
    if "AC" in judge.rulings(problem, checker, [(number, "") for number in null]):
        return False
    for solution in problem["solutions"]:
        if not solution["right"]:
            said = judge.rulings(problem, checker, list(enumerate(solution["outputs"])))
            if set(said) == {"AC"}:
                return False
    return True


def synth_row(problem, name):
    def outputs(right):
        return [{"name": solution["name"], "outputs": solution["outputs"]}
                for solution in problem["solutions"] if solution["right"] == right]
    return {"id": name, "statement": f"{problem['statement']}\n[{name}]", "problem": {"tests": problem["tests"]},
            "accepted": outputs(True), "wrong": outputs(False)}


def synthesize(assay, url, rows, sources, form, *arguments):
    """The outcomes of `assay checker synth` by id; the model's answer to each row is its source."""
    def answer(prompt, _):
        name = re.search(r"^.(v\d+)]$", prompt, re.MULTILINE).group(1)
        return f"```\n{sources[name]}\n```\n"
    with tempfile.TemporaryDirectory() as folder, ScriptedEndpoint(answer, plain=True) as endpoint:
        data = pathlib.Path(folder) / "problems.jsonl"
        data.write_text("".join(json.dumps(row) + "\n" for row in rows))
        process = subprocess.run(
            [assay, "checker", "synth", data, "--out", f"{folder}/run", "--form", form, "--attempts", "1", "--endpoint",
             endpoint.url, "--model", endpoint.model, "--url", url, *arguments], capture_output=True, text=True, check=False)
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


def drawn_variants(arguments, judge):
    """(origin, "right" or "wrong", problem, checker) of all checkers, and how many mutants were drawn."""
    if arguments.variants and arguments.variants.exists():
        return json.loads(arguments.variants.read_text())
    variants, counts = [], collections.Counter()
    for origin, problem in real_checkers(arguments.data, judge, arguments.aether, arguments.origin or ORIGINS):
        if not prepare(problem, judge):
            counts[f"{origin}: without a test of this size, or its own reference rejected"] += 1
            continue
        variants.append((origin, "right", problem, problem["checker"]))
        for number in range(arguments.mutants):
            wrong, tries = wrong_variant(problem, judge, f"{problem['id']} {number}")
            counts[f"{origin}: mutants drawn"] += tries
            if wrong:
                variants.append((origin, "wrong", problem, wrong))
        print(f"{len(variants)} variants, {problem['id']}", file=sys.stderr, flush=True)
    for variant in variants:
        for word in ("pool", "said"):
            variant[2].pop(word, None)
    if arguments.variants:
        arguments.variants.write_text(json.dumps([variants, counts]))
    return variants, counts


def run_judges(arguments, judge):
    variants, counts = drawn_variants(arguments, judge)
    kept = {}
    by_kind = collections.defaultdict(list)
    for index, (_, _, _, checker) in enumerate(variants):
        by_kind[checker["kind"]].append(index)
    for kind, indices in by_kind.items():
        rows = [synth_row(variants[index][2], f"v{index}") for index in indices]
        sources = {f"v{index}": variants[index][3]["source"] for index in indices}
        outcomes = synthesize(arguments.assay, arguments.url, rows, sources, kind, "--ask-anyway")
        kept.update({index: outcomes.get(f"v{index}", {"ending": "unfinished"}) for index in indices})
    tally = collections.Counter()
    for index, (origin, truth, problem, checker) in enumerate(variants):
        ours = kept[index]["ending"] == "generated"
        theirs = two_steps(problem, checker, judge)
        if kept[index]["ending"] == "unfinished":
            tally["unfinished"] += 1
            continue
        for group in (origin, "all"):
            tally[group, truth] += 1
            tally[group, truth, "kept"] += ours
            tally[group, truth, "kept by two steps"] += theirs
        if ours != (truth == "right"):
            failures = (kept[index].get("attempts") or [{}])[0].get("proof", {}).get("failures", [])
            print(json.dumps({"problem": problem["id"], "truth": truth, "kept": ours, "ending": kept[index].get("why"),
                              "failures": [(f["check"], f["origin"], f["output"][:80]) for f in failures[:3]]}), flush=True)
    print(dict(counts))
    for group in (*ORIGINS, "all"):
        for truth in ("right", "wrong"):
            of = tally[group, truth]
            print(f"{group:16} {truth:6} kept by the proof {share(tally[group, truth, 'kept'], of)}; "
                  f"by two steps {share(tally[group, truth, 'kept by two steps'], of)}", flush=True)
    print("unfinished:", tally["unfinished"])
    right, wrong = tally["all", "right"], tally["all", "wrong"]
    return (tally["all", "right", "kept"] >= 0.98 * right and tally["all", "wrong", "kept"] <= 0.03 * wrong and
            not tally["unfinished"])


def run_packages(arguments, judge):
    tally = collections.Counter()
    for problem in list(package_rows(arguments.data))[::arguments.every]:
        problem["tests"] = small_tests(problem["tests"])
        if not problem["tests"]:
            continue
        runs = []
        for solution in problem["solutions"]:
            outputs = judge.outputs_of(problem, solution)
            differs = any(text is None or text.split() != test["expected"].split()
                          for text, test in zip(outputs, problem["tests"]))
            # A right one that is too slow here, and a wrong one that these tests don't tell, say nothing.
            if None not in outputs and (solution["right"] or differs):
                runs.append({"name": solution["name"], "right": solution["right"], "outputs": outputs})
        for half in (0, 1):
            known = {**problem, "solutions": [run for number, run in enumerate(runs) if number % 2 == half]}
            held = [run for number, run in enumerate(runs) if number % 2 != half]
            if not held:
                continue
            source = problem["checker"]["source"] if problem["checker"] else "there is none"
            outcome = synthesize(arguments.assay, arguments.url, [synth_row(known, "v0")], {"v0": source}, "icpc").get("v0")
            ending = outcome["ending"] if outcome else "unfinished"
            tally["halves", ending] += 1
            # Where nothing may judge, nothing is judged: neither accepted nor rejected.
            chosen = (outcome or {}).get("judge") or {}
            chosen = chosen.get("comparison") or chosen.get("checker")
            for run in held:
                outputs = list(enumerate(run["outputs"]))
                for name, rules in (("exact", {"mode": "lines"}), ("chosen", chosen)):
                    if rules is None:
                        continue
                    said = judge.rulings(problem, rules, outputs)
                    accepted = set(said) == {"AC"}
                    for group in (problem["kind"], "all"):
                        tally[group, name, run["right"]] += 1
                        tally[group, name, run["right"], "as expected"] += accepted == run["right"]
                    if name == "chosen" and accepted != run["right"]:
                        print(json.dumps({"problem": problem["id"], "half": half, "submission": run["name"],
                                          "right": run["right"], "chosen": (outcome or {}).get("name")}), flush=True)
            if ending != "configured":
                print(json.dumps({"problem": problem["id"], "half": half, "ending": ending, "why": (outcome or {}).get("why")}),
                      flush=True)
    print({" ".join(key): count for key, count in tally.items() if key[0] == "halves"})
    for group in ("exact", "float", "custom", "all"):
        for name in ("exact", "chosen"):
            print(f"{group:7} judged by {name:7}: TPR {share(tally[group, name, True, 'as expected'], tally[group, name, True])}; "
                  f"TNR {share(tally[group, name, False, 'as expected'], tally[group, name, False])}", flush=True)
    return (tally["all", "chosen", True, "as expected"] >= 0.99 * tally["all", "chosen", True] and
            tally["all", "chosen", False, "as expected"] >= 0.97 * tally["all", "chosen", False])


PARTS = {"judges": run_judges, "packages": run_packages}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("--data", type=pathlib.Path, default=run_checkers.default_data())
    parser.add_argument("--part", choices=sorted(PARTS), action="append")
    parser.add_argument("--aether", type=int, default=60, help="checkers of AetherCode")
    parser.add_argument("--every", type=int, default=1, help="each so manieth package only")
    parser.add_argument("--origin", action="append", help="only checkers from there: library_checker, packages, …")
    parser.add_argument("--variants", type=pathlib.Path, help="a file that keeps the drawn mutants for another run")
    parser.add_argument("--mutants", type=int, default=1, help="of each checker")
    arguments = parser.parse_args()
    judge = Judge(arguments.url)
    return 0 if all([PARTS[part](arguments, judge) for part in arguments.part or sorted(PARTS)]) else 1


if __name__ == "__main__":
    sys.exit(main())
