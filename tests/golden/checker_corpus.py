"""Real checkers with a problem each: those of the library checker and of problem packages with their own; testlib's and
AetherCode's with an invented one. And a wrong checker made of each.
"""

import hashlib
import pathlib
import re

import checker_mutants
import invented_problems
import known_packages
import run_checkers

ORIGINS = ("library_checker", "packages", "testlib", "aethercode")
MOST_TESTS = 12
MOST_TEST_BYTES = 100_000
MOST_TRIES = 4  # at a mutant that some output tells apart
LANGUAGES = {".py": "python", ".cpp": "cpp", ".cc": "cpp", ".java": "java", ".c": "c", ".js": "javascript"}


def half(name):
    """Rules are chosen on one half and shown on both; a name's half never changes."""
    return ("developed on", "held out")[hashlib.sha256(name.encode()).digest()[0] & 1]


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


def packages(folder):
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
        yield {"id": row["problem_id"], "statement": "", "time_limit_s": 2 * (row["time_limit_s"] or 5), "kind": row["kind"],
               "tests": [{"input": test["input"], "expected": test["answer"] or ""} for test in row["tests"]],
               "solutions": solutions, "checker": package_checker(row),
               "tolerances": tolerances((row["validator_flags"] or "").split())}


def with_headers(source, files):
    """One file of several, as an answer of a model has it."""
    for name, text in files.items():
        header = re.escape(pathlib.Path(name).name)
        source = re.sub(rf'#include\s+"{header}"', lambda _, text=text: text, source)
    return source


def tolerances(flags):
    """["float_tolerance", "1e-6"] as our comparison has them."""
    named = {}
    for flag, value in zip(flags[::2], flags[1::2]):
        for name in (("absolute_tolerance", "relative_tolerance") if flag == "float_tolerance" else (flag.removeprefix("float_"),)):
            named[name] = float(value)
    return named


def package_checker(row):
    """The package's own checker as one source; None where it has none, or is more than a file and its headers, or
    takes arguments, which are no part of a model's answer."""
    files = dict(row["output_validator"] or {})
    sources = [name for name in files if pathlib.Path(name).suffix in (".py", ".cpp", ".cc")]
    if len(sources) != 1 or row["kind"] != "custom" or row["validator_flags"] or row["output_validator_args"]:
        return None
    source = files.pop(sources[0])
    return {"kind": "icpc", "language": LANGUAGES[pathlib.Path(sources[0]).suffix],
            "source": with_headers(source, files), "files": {}}


def sources(folder, origins):
    """(origin, what makes ("honest" or "faulty", problem) of a judge, or None) of each checker."""
    def known(problem):
        return lambda judge: ("honest", problem)

    def unknown(name, kind, source):
        checker = {"kind": kind, "language": "cpp", "source": source, "files": {}}
        return lambda judge: invented_problems.invented(name, checker, judge)

    if "library_checker" in origins:
        yield from (("library_checker", problem["id"], known(problem)) for problem in library(folder))
    if "packages" in origins:
        yield from (("packages", problem["id"], known(problem)) for problem in packages(folder) if problem["checker"])
    if "testlib" in origins:
        for row in run_checkers.rows(folder, "testlib_sources.jsonl.gz"):
            # The two others give points and judge nothing.
            if row["kind"] == "checker" and row["id"] not in ("pointscmp", "pointsinfo"):
                name = "testlib/" + row["id"]
                yield "testlib", name, unknown(name, "testlib", row["source"])
    if "aethercode" in origins:
        for row in run_checkers.rows(folder, "aethercode_checkers.dev.jsonl.gz"):
            name = f"aethercode/{row['id']}"
            yield "aethercode", name, unknown(name, "scalebox", row["checker_cpp"])


def look_at(problem, judge):
    """What the problem's checker says about all outputs of its solutions. Leaves the tests that are small and
    the solutions that say something about a judge; says whether the references are right."""
    if "said" not in problem:
        problem["tests"] = small_tests(problem["tests"])
        for solution, outputs in zip(problem["solutions"], judge.outputs_of(problem, problem["solutions"])):
            solution["outputs"] = outputs
        pool = set(enumerate(test["expected"] for test in problem["tests"]))
        for solution in problem["solutions"]:
            pool |= {(test, text) for test, text in enumerate(solution["outputs"]) if text is not None}
        pool = sorted(pool)
        problem["said"] = dict(zip(pool, judge.rulings(problem, problem["checker"], pool)))
    kept = []
    for solution in problem["solutions"]:
        said = [problem["said"].get(pair, "no output") for pair in enumerate(solution["outputs"])]
        # What the smaller tests don't tell, or a slow machine, is no solution of this problem.
        if set(said) == {"AC"} if solution["right"] else "WA" in said and "no output" not in said:
            kept.append({"name": f"s{len(kept)}", **solution})
    problem["solutions"] = kept
    return bool(problem["tests"]) and all(problem["said"][pair] == "AC" for pair in references(problem))


def references(problem):
    return list(enumerate(test["expected"] for test in problem["tests"]))


def pool_of(problem):
    """Outputs of the problem: its references and what its solutions print."""
    pool = set(references(problem))
    for solution in problem["solutions"]:
        pool |= set(enumerate(solution["outputs"]))
    return sorted(pool)


def two_steps(problem, said):
    """ScaleBox's own test: references accepted, null outputs and known wrong submissions rejected."""
    if any(said[pair] != "AC" for pair in references(problem)):
        return False
    if any(said[pair] == "AC" for pair in null_outputs(problem)):
        return False
    return not any(all(said[pair] == "AC" for pair in enumerate(solution["outputs"]))
                   for solution in problem["solutions"] if not solution["right"])


def null_outputs(problem):
    return [(test, "") for test, text in references(problem) if text.strip()]


def wrong_variant(problem, judge, seed):
    """(a mutant that an output of the problem tells from the original, whether it passes the two steps), or None; and
    how many were drawn for it."""
    tries = 0
    pool = pool_of(problem)
    for source in checker_mutants.mutants(problem["checker"]["source"], seed):
        if tries == MOST_TRIES:
            break
        tries += 1
        checker = {**problem["checker"], "source": source}
        if set(judge.rulings(problem, checker, pool[:1])) - {"AC", "WA", "broke"}:
            continue
        asked = sorted({*pool, *null_outputs(problem)})
        said = dict(zip(asked, judge.rulings(problem, checker, asked)))
        # One that breaks is found by ScaleBox's test, too; what is sought is one that says the wrong thing.
        if any(said[pair] in ("AC", "WA") and said[pair] != problem["said"][pair] for pair in pool):
            return (checker, two_steps(problem, said)), tries
    return None, tries
