"""Random submissions through the whole stack, with real boxes: whatever a program does, its verdict is
never a fault of ours.

    python3 tests/security/fuzz_submissions.py [--count 3000] [--seed 1]

Programs are mutated from this repository's own (sandboxees, tamper corpus, examples): mostly Python,
from warm interpreters. A submission that a server could not even admit ends as the problem's fault,
with a message that names the field. Prints the seed of each finding; exit code 1 when there are any.
"""

import argparse
import base64
import collections
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from harness import server as harness  # noqa: E402

LANGUAGES = {".py": "python", ".cpp": "cpp", ".c": "c", ".java": "java", ".js": "nodejs",
             ".sh": "bash"}
WORDS = ["\n", " ", "\0", "'", '"', "(", ")", "{", "}", "0", "-1", "1e999", "pass\n", "import os\n",
         "os._exit(0)\n", "os.kill(os.getpid(), 9)\n", "raise SystemExit\n", "print(3)\n",
         "os.fork()\n", "open('/proc/self/mem','wb').write(b'x')\n", "os.close(0);os.close(1)\n",
         "os.write(3, b'{}')\n", "sys.setrecursionlimit(10**9)\n", "x = 'a' * 10**9\n",
         "os.rename('main.py', 'x')\n", "os.chmod('.', 0)\n", "os.rmdir('/tmp')\n",
         "os.mkdir('a' * 255)\n", "os.mkfifo('p')\n", "os.symlink('/', 'link')\n", "\x7f", "\u2028",
         "import signal;signal.raise_signal(19)\n", "import time;time.sleep(9)\n"]
INPUTS = ["", "1 2\n", "3\n1 2 3\n", "[1, 2]", "x\n" * 50, "\u00e9\n", "7" * 3000]
PATHS = ["data.txt", "main.py", "main.py/x", "main/x", "a", "a/b", "./a", "..", ".", "", "/etc/passwd",
         "/tmp/x", "/dev/shm/y", "../x", "a/", "n\0l", "n" * 300, "p/" * 600 + "x", "Main.class/x",
         "assay_driver.py/x", "stdin.txt", "sitecustomize.py", "usercustomize.py", "*.class", "json.py",
         "encodings/__init__.py", "/box/main.py", "-", "\udcff".encode("utf-8", "replace").decode()]
ODD = [0, 1, 2, 16, 1000, 1 << 20]


def corpus():
    programs = collections.defaultdict(list)
    for folder in ("tests/sandboxees", "tests/tamper", "examples"):
        for path in sorted((harness.REPOSITORY / folder).rglob("*")):
            if path.suffix in LANGUAGES:
                programs[LANGUAGES[path.suffix]].append(path.read_text(errors="replace"))
    return programs


def mutated(text, other, most, dice):
    for _ in range(dice.randrange(most + 1)):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + dice.randrange(40))
        start = dice.randrange(len(other) + 1)
        text = dice.choice([
            text[:at] + text[end:], text[:at] + text[at:end] + text[at:],
            text[:at] + dice.choice(WORDS) + text[at:], text[:at],
            text[:at] + chr(dice.randrange(1, 256)) + text[at + 1:],
            text[:at] + other[start:start + 80] + text[at:]])
    return text


def program(language, programs, dice):
    own = programs.get(language) or programs["python"]
    code = mutated(dice.choice(own), dice.choice(own), 4, dice)
    if language == "python" and dice.random() < 0.3:
        code = "import os, sys\n" + dice.choice(WORDS) + code
    return code


def problem(programs, dice):
    mode = dice.choice(["stdin_stdout"] * 4 + ["function_call", "function_call", "assert", "run"])
    value = {"mode": mode, "comparison": {"mode": dice.choice(["default", "exact", "float", "icpc"])}}
    if mode == "stdin_stdout":
        value["tests"] = [{"input": dice.choice(INPUTS), "expected": dice.choice(INPUTS)}
                          for _ in range(dice.randrange(1, 4))]
        if dice.random() < 0.1:
            value["checker"] = {"source": program("python", programs, dice), "always": True,
                                "kind": dice.choice(["scalebox", "testlib", "icpc", "cms"])}
            if dice.random() < 0.3:
                value["checker"]["files"] = {dice.choice(PATHS): "x"}
    elif mode == "function_call":
        value["tests"] = [{"input": [1, [2, "x"]], "expected": dice.choice([3, None, [1.5], "a"])}]
        value["function_name"] = dice.choice(["f", "solve", "add", "print", "os._exit", "a b"])
    elif mode == "assert":
        value["assert_code"] = mutated("assert f(1, 2) == 3\n", "def check(c):\n  assert c(1) == 2\n",
                                       2, dice)
    else:
        value["tests"] = [{"input": dice.choice(INPUTS)}]
    return value


def submission(seed, programs):
    dice = random.Random(seed)
    language = dice.choice(["python"] * 24 + ["c", "cpp", "nodejs", "bash", "bash", "java", "pytest"])
    value = {"id": str(seed), "language": language, "code": program(language, programs, dice),
             "problem": problem(programs, dice), "cache": False,
             "limits": {"cpu_time_s": 0.5, "wall_time_s": 0.5, "memory_mb": 256},
             "stop": dice.choice(["all", "first_failure"])}
    if language not in ("python", "bash"):
        value["limits"] = {"cpu_time_s": 2, "memory_mb": 512}
    if dice.random() < 0.1:
        name = dice.choice(["memory_mb", "output_bytes", "file_bytes", "processes", "stack_bytes"])
        value["limits"][name] = dice.choice(ODD[1:] if name == "processes" else ODD)
        value["limits"]["processes"] = min(value["limits"].get("processes", 64), 1000)
    if dice.random() < 0.15:
        text = base64.b64encode(dice.randbytes(30)).decode()
        value["files"] = {dice.choice(PATHS): text for _ in range(dice.randrange(1, 3))}
    if dice.random() < 0.1:
        value["fetch_files"] = [dice.choice(PATHS) for _ in range(2)]
    return value


def fault(result):
    """Why the result can't be right, or None."""
    parts = [result, *result["tests"]]
    if any(part["cause"] in ("infrastructure", "cancelled") or part["verdict"] == "IE"
           for part in parts):
        return "blamed on our environment"
    if result["reason"] == "invalid_submission" and ": " not in result["message"]:
        return "refused without a field"
    if (result["cause"] == "problem") != (result["verdict"] == "JE"):
        return "verdict and cause don't fit"
    return None


def fuzz(server, count, first_seed, batch=100):
    """Findings, and how many ended how."""
    programs = corpus()
    findings, counts = [], collections.Counter()
    for start in range(first_seed, first_seed + count, batch):
        seeds = range(start, min(start + batch, first_seed + count))
        reply = server.post("/v1/verify",
                            {"submissions": [submission(seed, programs) for seed in seeds]})
        assert reply.status == 200, reply.body[:2000]
        for result in reply.json()["results"]:
            counts[f"{result['verdict']} {result['reason']}"] += 1
            if what := fault(result):
                findings.append(f"seed {result['id']}: {what}: {result['reason']}: "
                                f"{result['message']}")
    return findings, counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with harness.AssayServer(["--slots", "2", "--verdict-cache-mb", "0", "--compile-disk-mb",
                              "0"]) as server:
        findings, counts = fuzz(server, arguments.count, arguments.seed)
    for what, number in counts.most_common():
        print(f"{number:8} {what}")
    print("\n".join(findings) or f"{arguments.count} submissions, no finding")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
