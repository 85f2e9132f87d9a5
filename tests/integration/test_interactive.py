"""Interactive problems on a live server and from the command line: right and wrong candidates, those
that hang, crash and flood, and interactors that do. What counts is who gets the blame.

Real packages need the data folder (ASSAY_DATA).
"""

import gzip
import json
import pathlib
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "golden"))
import run_packages  # noqa: E402
from harness import server as harness  # noqa: E402

# Guess a number of 1..100 in seven questions; testlib's protocol, in C++.
TESTLIB = """
#include "testlib.h"
int main(int argc, char* argv[]) {
  registerInteraction(argc, argv);
  int secret = inf.readInt(1, 100);
  std::cout << 100 << std::endl;
  for (int i = 0; i < 7; ++i) {
    int guess = ouf.readInt(1, 100, "guess");
    tout << guess << std::endl;
    if (guess == secret) {
      std::cout << "=" << std::endl;
      quitf(_ok, "%d questions", i + 1);
    }
    std::cout << (guess < secret ? ">" : "<") << std::endl;
  }
  quitf(_wa, "too many questions");
}
"""
# The same in the protocol of problem packages, in Python.
ICPC = """
import sys, pathlib
secret = int(open(sys.argv[1]).read())
def end(code, text):
    (pathlib.Path(sys.argv[3]) / "judgemessage.txt").write_text(text)
    sys.exit(code)
print(100, flush=True)
for i in range(7):
    line = sys.stdin.readline()
    if not line.strip().isdigit():
        end(43, "no number")
    print("=" if int(line) == secret else ">" if int(line) < secret else "<", flush=True)
    if int(line) == secret:
        end(43 if sys.stdin.read() else 42, "found")
end(43, "too many questions")
"""
INTERACTORS = {"testlib": {"kind": "testlib", "language": "cpp", "source": TESTLIB},
               "icpc": {"kind": "icpc", "source": ICPC}}

RIGHT = """
low, high = 1, int(input())
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    said = input()
    if said == "=": break
    low, high = (middle + 1, high) if said == ">" else (low, middle - 1)
"""


def problem(interactor, inputs=("1", "42", "100")):
    return {"tests": [{"input": text + "\n"} for text in inputs], "interactor": interactor}


def judge(server, code, interactor, inputs=("1", "42", "100"), language="python", **more):
    return server.verify({"language": language, "code": code, "cache": False,
                          "limits": {"cpu_time_s": 5, "wall_time_s": 10},
                          "problem": problem(interactor, inputs), **more})


def blame(result):
    return result["verdict"], result["cause"], result["reason"]


@pytest.mark.parametrize("kind", INTERACTORS)
@pytest.mark.parametrize("code, want", [
    (RIGHT, ("AC", "candidate", "accepted")),
    # Asks too often, and then waits, crashes or loops.
    ("input()\nfor i in range(2, 10): print(i, flush=True); input()\n",
     ("WA", "candidate", "checker_rejected")),
    ("input()\nfor i in range(7): print(2, flush=True)\nwhile True: pass\n",
     ("WA", "candidate", "checker_rejected")),
    # Crashes before it says anything, and when it has said enough.
    ("input()\nraise SystemExit(3)\n", ("RE", "candidate", "exit_code")),
    (RIGHT + "import os\nos.abort()\n", ("RE", "candidate", "signal")),
    # Waits for what nobody will say.
    ("input()\nprint(1, end='')\nimport sys\nsys.stdin.readline()\n", ("TLE", "candidate", "idle")),
    ("input()\ninput()\n", ("TLE", "candidate", "idle")),
    # Never ends.
    ("while True: pass\n", ("TLE", "candidate", "cpu_limit")),
    (RIGHT + "while True: pass\n", ("TLE", "candidate", "cpu_limit")),
])
def test_candidates(server, kind, code, want):
    result = judge(server, code, INTERACTORS[kind], limits={"cpu_time_s": 1, "wall_time_s": 10})
    assert blame(result) == want, result
    assert result["score"] == (1 if want[0] == "AC" else 0)


@pytest.mark.parametrize("kind", INTERACTORS)
def test_a_flood_is_the_candidates_fault(server, kind):
    result = judge(server, "while True: print('x' * 1000)\n", INTERACTORS[kind])
    assert result["cause"] == "candidate" and result["verdict"] in ("WA", "PE"), result


@pytest.mark.parametrize("language, code", [
    ("cpp", """#include <iostream>
int main() { int low = 1, high; std::string said; std::cin >> high;
  while (true) { int m = (low + high) / 2; std::cout << m << std::endl; std::cin >> said;
    if (said == "=") return 0; if (said == ">") low = m + 1; else high = m - 1; } }"""),
    ("java", """import java.util.*;
public class Main { public static void main(String[] a) { Scanner in = new Scanner(System.in);
  int low = 1, high = in.nextInt(); while (true) { int m = (low + high) / 2; System.out.println(m);
    String said = in.next(); if (said.equals("=")) return;
    if (said.equals(">")) low = m + 1; else high = m - 1; } } }"""),
])
def test_other_languages(server, language, code):
    for interactor in INTERACTORS.values():
        result = judge(server, code, interactor, language=language)
        assert result["verdict"] == "AC", result


@pytest.mark.parametrize("source, reason", [
    ("import os\nos.abort()\n", "checker_crashed"),
    ("input()\nimport os\nos.abort()\n", "checker_crashed"),
    ("raise ValueError\n", "checker_crashed"),
    ("import os\nr, w = os.pipe()\nos.read(r, 1)\n", "checker_idle"),
    ("while True: print('x' * 100000)\n", "checker_output_limit"),
    ("import sys\nsys.exit(42\n", "checker_crashed"),
])
def test_a_broken_interactor_is_the_problems_fault(server, source, reason):
    code = "import sys\nprint(1, flush=True)\nfor line in sys.stdin: pass\n"
    result = judge(server, code, {"kind": "icpc", "source": source}, inputs=("1",))
    assert blame(result) == ("JE", "problem", reason), result
    assert result["score"] is None and result["masked"]


def test_one_that_does_not_compile_is_the_problems_fault(server):
    result = judge(server, RIGHT, {"language": "cpp", "source": "nonsense"})
    assert blame(result) == ("JE", "problem", "checker_compile_error")


def test_points(server):
    source = ('#include "testlib.h"\nint main(int c, char** v) { registerInteraction(c, v);\n'
              'quitp(ouf.readInt(), "of ten"); }')
    interactor = {"language": "cpp", "source": source, "max_points": 10}
    result = judge(server, "print(4)\n", interactor, inputs=("1",), stop="all")
    assert result["tests"][0]["reason"] == "checker_partial" and result["score"] == 0.4


def test_the_candidate_holds_no_input(server):
    code = """
import os, pathlib
found = [str(p) for root in ("/box", "/tmp", "/dev/shm") for p in pathlib.Path(root).rglob("*")
         if p.is_file() and str(98764 + 1).encode() in p.read_bytes()]
print(found or "nothing", flush=True)
"""
    source = "import sys\nsys.exit(42 if input() == 'nothing' else 43)\n"
    assert judge(server, code, {"kind": "icpc", "source": source}, ("98765",))["verdict"] == "AC"


def test_one_slot_is_enough(start_server):
    running = start_server("--slots", "1", "--verdict-cache-mb", "0", "--compile-disk-mb", "0")
    reply = running.post("/v1/verify", {
        "problems": {"p": problem(INTERACTORS["icpc"])},
        "submissions": [{"id": str(i), "language": "python", "code": RIGHT, "problem": "p"}
                        for i in range(6)]})
    assert [result["verdict"] for result in reply.json()["results"]] == ["AC"] * 6


def test_refusals_name_the_field(server):
    for interactor, field in [({"kind": "icpc"}, "problem.interactor.source"),
                              ({"kind": "cms", "source": ""}, "problem.interactor.kind")]:
        reply = server.post("/v1/verify", {"language": "python", "code": "",
                                           "problem": problem(interactor)})
        assert reply.status == 422
        assert reply.json()["error"]["field"] == field


def test_a_real_package(tmp_path):
    """The quickest of them: `make check-packages` judges all."""
    if reason := harness.why_not():
        pytest.skip(reason)
    data = run_packages.default_data()
    if not data.exists():
        pytest.skip(f"{data} is missing; set ASSAY_DATA to the data folder")
    with gzip.open(data, "rt", encoding="utf-8") as stream:
        row = next(row for row in map(json.loads, stream) if row["problem_id"] == "bapctools/interactivemultipass")
    run_packages.write_package(row, tmp_path)
    results, errors = run_packages.judge(harness.binary(), tmp_path, [])
    assert len(results) == len(row["submissions"]), errors
    for submission in row["submissions"]:
        got = results[submission["path"]]
        assert got["verdict"] in run_packages.allowed(submission["expected"]), got


def test_an_operators_testlib(tmp_path):
    if reason := harness.why_not():
        pytest.skip(reason)
    header = tmp_path / "theirs.h"
    header.write_text("inline void registerTestlibCmd(int, char**) {}\n"
                      "inline int Theirs() { return 1; }\n")
    item = {"id": "a", "language": "python", "code": "print(1)", "problem": {
        "tests": [{"input": "", "expected": "1"}],
        "checker": {"kind": "testlib", "language": "cpp",
                    "source": '#include "testlib.h"\nint main(int c, char** v) '
                              '{ registerTestlibCmd(c, v); return Theirs(); }\n'}}}
    batch = tmp_path / "batch.jsonl"
    batch.write_text(json.dumps(item) + "\n")

    def run(*options):
        return subprocess.run([harness.binary(), "run", "--batch", batch, "--json", *options],
                              capture_output=True, text=True, check=False)

    assert json.loads(run().stdout)["reason"] == "checker_compile_error"
    assert json.loads(run("--testlib", header).stdout)["reason"] == "checker_rejected"
    refused = run("--testlib", tmp_path / "none.h")
    assert refused.returncode == 2 and "none.h cannot be read" in refused.stderr
