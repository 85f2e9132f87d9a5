#!/usr/bin/python3
"""The benchmarks of many languages, against the reference commands run by hand, and against their own solutions.

MultiPL-E: a model's recorded answers, judged by the profile `official` in boxes, and once more here: the same
program as a file, the reference's commands as a plain subprocess, its rule for that language written again below.
Both must agree on every row. A twin of each answer, in which the function has another name, must fail.

HumanEval-X and MBXP: empty solutions fail; of canonical ones the reference commands have to say the same as the judge.
(MBXP's were written by a model: many of them are wrong, some don't even parse.)

A language that the server doesn't have is left out and said. Exit code 0: everything agrees.

    check_languages.py --url http://127.0.0.1:8080 --grade build/release/tests/eval/eval_grade [--rows 12] [--files FILE …] [--only lua …]
"""

import argparse
import base64
import collections
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

DATA = pathlib.Path(os.environ.get("ASSAY_DATA") or pathlib.Path(__file__).resolve().parents[3] / "shared" / "data")
TOOLCHAINS = os.environ.get("ASSAY_TOOLCHAINS", "/opt/assay/toolchains")
TUPLES = "/usr/share/java/javatuples.jar"
SCALA = f"-cp {TOOLCHAINS}/scala/*"


def exit_zero(code, out, err):
    return code == 0


def without(*words):
    return lambda code, out, err: code == 0 and not any(word in out + err for word in words)


# Language of the judge: the file, the reference's commands ({main}: a Java class), seconds each, when it passes.
COMMANDS = {
    "cpp": ("main.cpp", ["g++ main.cpp -o main -std=c++17", "./main"], 15, exit_zero),
    "java": ("main.java", [f"javac -encoding UTF8 -cp {TUPLES} -d out main.java",
                           f"java -ea -cp out:{TUPLES} {{main}}"], 15, exit_zero),
    "nodejs": ("main.js", ["node main.js"], 5, exit_zero),
    "bash": ("main.sh", ["bash main.sh"], 5, exit_zero),
    "lua": ("main.lua", ["lua5.3 main.lua"], 15, exit_zero),
    "perl": ("main.pl", ["perl main.pl"], 15, without("ERROR")),
    "php": ("main.php", ["php main.php"], 15, without("PHP Parse error")),
    "r": ("main.R", ["Rscript main.R"], 5, exit_zero),
    "ruby": ("main.rb", ["ruby main.rb"], 5, exit_zero),
    "racket": ("main.rkt", ["racket main.rkt"], 15, lambda code, out, err: code == 0 and not err),
    "tsc": ("main.ts", [f"node {TOOLCHAINS}/npm/node_modules/typescript/lib/tsc.js --target esnext main.ts",
                        "node main.js"], 15, exit_zero),
    "go_test": ("main_test.go", ["go test main_test.go"], 30, without("FAIL", "[build failed]", "[setup failed]")),
    "rust": ("main.rs", ["/usr/bin/rustc main.rs -o main", "./main"], 15, exit_zero),
    "d_ut": ("main.d", ["ldmd2 -unittest main.d -of=main", "./main"], 15, exit_zero),
    "csharp": ("main.cs", ["mcs -d:DEBUG -r:System.Numerics.dll main.cs -out:main.exe", "mono main.exe"], 15,
               without("System.Diagnostics.DefaultTraceListener.Fail", "Unhandled Exception")),
    "scala": ("main.scala", [f"java {SCALA} scala.tools.nsc.Main -usejavacp -d . main.scala",
                             f"java {SCALA}:. Problem"], 60, exit_zero),
    # MBXP only.
    "go": ("main.go", ["go build -o main main.go", "./main"], 100, exit_zero),
    "python": ("main.py", ["/usr/bin/python3 main.py"], 30, exit_zero),
    "typescript": ("main.ts", [f"node {TOOLCHAINS}/npm/node_modules/tsx/dist/cli.mjs main.ts"], 30, exit_zero),
    "kotlin": ("main.kt", [f"java -cp {TOOLCHAINS}/kotlin/* org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib "
                           f"-no-reflect -cp {TOOLCHAINS}/kotlin/kotlin-stdlib-2.0.0.jar main.kt -d out",
                           f"java -ea -cp out:{TOOLCHAINS}/kotlin/kotlin-stdlib-2.0.0.jar MainKt"], 60, exit_zero),
}
# Where a benchmark has a rule of its own for a language.
RULES = {("humaneval_x", "nodejs"): lambda code, out, err: not out and not err}
# Where it has another file: Java's public class is named after it.
FILE_NAMES = {("humaneval_x", "java"): "Main.java"}
# What the data calls the languages above.
ROW_NAMES = {"cpp": "cpp", "java": "java", "js": "nodejs", "sh": "bash", "lua": "lua", "pl": "perl", "php": "php",
             "r": "r", "rb": "ruby", "rkt": "racket", "ts": "tsc", "go_test.go": "go_test", "rs": "rust", "d": "d_ut",
             "cs": "csharp", "scala": "scala"}
FILES = ("multipl_e_humaneval", "multipl_e_mbpp")


# Where the judge's commands are known to say something else than the reference's.
NO_CRYPTO = "the judge links libcrypto, the reference doesn't"
ANY_OF_SEVERAL = "of several that are right it takes the first of a hash, whose order is random"
KNOWN = {"cpp/HumanEval_162_string_to_md5": NO_CRYPTO, "CPP/162": NO_CRYPTO,
         "pl/mbpp_130_max_occurrences": ANY_OF_SEVERAL, "go_test.go/mbpp_130_max_occurrences": ANY_OF_SEVERAL}
# Functions that the language has anyway: a program without its own still passes.
BUILT_IN = {("php", "strlen"), ("r", "median")}


def rows_of(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def by_hand(body, benchmark="multipl_e"):
    """Whether the reference's commands pass the program that the judge was asked about."""
    usual, commands, seconds, passed = COMMANDS[body["language"]]
    name = FILE_NAMES.get((benchmark, body["language"]), usual)
    passed = RULES.get((benchmark, body["language"]), passed)
    holder = "Main" if re.search(r"\bclass\s+Main\b", body["code"]) else "Problem"
    environment = dict(os.environ, PATH=os.environ["PATH"] + ":/usr/local/go/bin", CGO_ENABLED="0", GOFLAGS="",
                       MONO_TRACE_LISTENER="Console.Error")
    with tempfile.TemporaryDirectory() as folder:
        for path, text in body.get("files", {}).items():
            place = pathlib.Path(folder, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(base64.b64decode(text))
        pathlib.Path(folder, name).write_text(body["code"], encoding="utf-8")
        for command in commands:
            try:
                words = command.replace("{main}", holder).replace(usual, name).split()
                done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace",
                                      timeout=seconds, stdin=subprocess.DEVNULL, env=environment, check=False)
            except subprocess.TimeoutExpired:
                return False
            last = command == commands[-1]
            if not (passed if last else exit_zero)(done.returncode, done.stdout, done.stderr):
                return False
    return True


def renamed(row):
    """The answer with its function under another name; None where the name isn't found, or is not needed."""
    signature = [line for line in row["prompt"].rstrip().split("\n") if not line.strip().startswith("my")][-1]
    found = (re.search(r"\(define \((\S+?)[ )]", signature) or re.search(r"^([\w.]+) <-", signature)
             or re.search(r"([A-Za-z_]\w*)\s*[({]", signature))
    if not found or (row["language"], found.group(1)) in BUILT_IN:
        return None
    text = re.sub(rf"(?<![\w.]){re.escape(found.group(1))}(?!\w)", found.group(1) + "_x", row["gpt_solution"])
    return text if text != row["gpt_solution"] else None


def grade(options, benchmark, protocol, languages, data, answers):
    done = subprocess.run([options.grade, options.url, benchmark, protocol, ",".join(languages), str(data)],
                          input="".join(json.dumps(answer) + "\n" for answer in answers), capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"check_languages: {benchmark}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


class Count:
    def __init__(self):
        self.faults = 0
        self.table = collections.defaultdict(collections.Counter)

    def fault(self, result, why):
        self.faults += 1
        print(f"DIFFERS {result['item']} ({result['kind']}, {result['profile']}): {why}; "
              f"{result['state']} {result['reason']} {result['message'][:200]}")

    def show(self, title):
        print(f"== {title}")
        for language, counter in sorted(self.table.items()):
            print(f"  {language:12} " + ", ".join(f"{word} {number}" for word, number in sorted(counter.items())))
        self.table.clear()


def check_multipl_e(options, there, count):
    for file in options.files:
        path = DATA / "multilang" / f"{file}.dev.jsonl.gz"
        seen, answers, missing = collections.Counter(), [], set()
        for row in rows_of(path):
            name = row["language"]
            if ROW_NAMES.get(name) not in there:
                missing.add(name)
                continue
            if (options.only and name not in options.only) or (options.rows and seen[name] >= options.rows):
                continue
            seen[name] += 1
            item = f"{name}/{row['name']}"
            answers.append({"item": item, "content": row["gpt_solution"], "kind": "answer"})
            twin = renamed(row)
            if twin:
                answers.append({"item": item, "content": twin, "kind": "twin"})
        passed = {}
        results = grade(options, "multipl_e", "chat", sorted(seen), path, answers)
        for result in sorted(results, key=lambda one: one["kind"]):
            counter = count.table[result["language"]]
            counter[f"{result['kind']} {result['profile']} {result['state']}"] += 1
            key = (result["item"], result["profile"])
            if result["kind"] == "answer":
                passed[key] = result["state"] == "passed"
            if result["state"] not in ("passed", "failed"):
                count.fault(result, "no verdict")
            elif result["kind"] == "twin" and result["state"] == "passed":
                count.fault(result, "a twin passes" + (" beside its original" if passed.get(key) else ""))
            elif result["kind"] == "answer" and result["profile"] == "official" and result["body"]:
                differs = by_hand(json.loads(result["body"])) != (result["state"] == "passed")
                if differs and result["item"] in KNOWN:
                    print(f"known: {result['item']}: {KNOWN[result['item']]}")
                elif differs:
                    count.fault(result, "the reference commands say otherwise")
        count.show(f"{file}; left out, not on this server: {', '.join(sorted(missing)) or 'none'}")


def check_solutions(options, there, count, benchmark, file, names):
    path = DATA / "multilang" / f"{file}.dev.jsonl.gz"
    for name, language in names.items():
        if options.only and name not in options.only:
            continue
        if language not in there:
            print(f"  {benchmark} {name}: left out, {language} is not on this server")
            continue
        answers, seen = [], 0
        for row in rows_of(path):
            if row["language"] != name or not row.get("canonical_solution"):
                continue
            seen += 1
            if options.rows and seen > options.rows:
                break
            answers.append({"item": row["task_id"], "content": row["canonical_solution"], "kind": "solution"})
            answers.append({"item": row["task_id"], "content": "", "kind": "empty"})
        for result in grade(options, benchmark, "completion", [name], path, answers) if answers else []:
            count.table[result["language"]][f"{result['kind']} {result['profile']} {result['state']}"] += 1
            if result["state"] not in ("passed", "failed"):
                count.fault(result, "no verdict")
            elif result["kind"] == "empty" and result["state"] == "passed":
                count.fault(result, "nothing at all passes")
            elif result["kind"] == "solution" and result["profile"] == "official":
                differs = by_hand(json.loads(result["body"]), benchmark) != (result["state"] == "passed")
                if differs and result["item"] in KNOWN:
                    print(f"known: {result['item']}: {KNOWN[result['item']]}")
                elif differs:
                    count.fault(result, "the reference commands say otherwise")
    count.show(f"{benchmark}: canonical solutions, and empty ones")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--url", required=True)
    parser.add_argument("--grade", default="build/release/tests/eval/eval_grade")
    parser.add_argument("--rows", type=int, default=12, help="of each language and file; 0: all")
    parser.add_argument("--files", nargs="*", choices=FILES, default=FILES, help="of MultiPL-E")
    parser.add_argument("--only", nargs="*", help="languages by the rows' names")
    options = parser.parse_args()
    with urllib.request.urlopen(options.url + "/v1/info", timeout=30) as reply:
        info = json.load(reply)
    there = {tool["language"] for tool in info["toolchains"] if tool["available"]}
    count = Count()
    check_multipl_e(options, there, count)
    check_solutions(options, there, count, "humaneval_x", "humaneval_x",
                    {"python": "python", "cpp": "cpp", "java": "java", "js": "nodejs", "go": "go_test"})
    check_solutions(options, there, count, "mbxp", "mbxp",
                    {"python": "python", "cpp": "cpp", "java": "java", "javascript": "nodejs", "php": "php",
                     "ruby": "ruby", "typescript": "typescript", "kotlin": "kotlin"})
    print(f"{count.faults} differences")
    return 1 if count.faults else 0


if __name__ == "__main__":
    sys.exit(main())
