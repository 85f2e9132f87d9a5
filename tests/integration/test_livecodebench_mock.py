"""Programs that LiveCodeBench's harness misjudges, because it mocks stdin: wrong by its rules, right as processes.

The rebuilt harness runs as the benchmark runs it, in a box; what it must say of each program was seen by reading
the original. Each of the first programs is right in both, each of the others in ours alone.
"""

import json
import pathlib

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "src" / "lab" / "eval" / "contests"
INPUT, OUTPUT = "3\n1 2 3\n", "6\n"
SUM = "print(sum(map(int, input().split())))\n"

RIGHT_IN_BOTH = {
    "input": "input()\n" + SUM,
    "main guard": "def main():\n    input()\n    " + SUM + "if __name__ == \"__main__\":\n    main()\n",
    "exit": "input()\n" + SUM + "exit()\n",
    "sys.exit": "import sys\ninput()\n" + SUM + "sys.exit(0)\n",
    "read": "import sys\nd = sys.stdin.read().split()\nprint(sum(map(int, d[1:])))\n",
    "readline": "import sys\nsys.stdin.readline()\nprint(sum(map(int, sys.stdin.readline().split())))\n",
    "stars": "from math import *\ninput()\n" + SUM,
}
RIGHT_IN_OURS = {
    "second line of the buffer": "import sys\nr = sys.stdin.buffer.readline\nr()\nprint(sum(map(int, r().split())))\n",
    "lines of stdin": "import sys\nd = [x for x in sys.stdin]\nprint(sum(map(int, d[1].split())))\n",
    "lines of the buffer": "import sys\nd = [x for x in sys.stdin.buffer]\nprint(sum(map(int, d[1].split())))\n",
    "all lines of the buffer": "import sys\nd = sys.stdin.buffer.readlines()\nprint(sum(map(int, d[1].split())))\n",
    "global": "t = 0\ndef add(x):\n    global t\n    t += x\ninput()\nfor x in map(int, input().split()):\n"
              "    add(x)\nprint(t)\n",
    "globals()": "def main():\n    input()\n    " + SUM + "globals()['main']()\n",
    "open(0)": "d = open(0).read().split()\nprint(sum(map(int, d[1:])))\n",
    "os.read": "import os\nd = os.read(0, 1000).split()\nprint(sum(map(int, d[1:])))\n",
    "read twice": "import sys\na = sys.stdin.read()\nb = sys.stdin.read()\nprint(sum(map(int, (a + b).split())) - 3)\n",
    "stdout.buffer": "import sys\ninput()\nn = sum(map(int, input().split()))\nsys.stdout.buffer.write(b'%d' % n)\n",
    "quit": "input()\n" + SUM + "quit()\n",
    "os._exit": "import os, sys\ninput()\n" + SUM + "sys.stdout.flush()\nos._exit(0)\n",
    "resource": "import resource\ninput()\n" + SUM,
    "guard that isn't last": "def main():\n    input()\n    " + SUM + "if __name__ == '__main__':\n    main()\npass\n",
}
WRONG_IN_BOTH = {
    "another sum": "print(7)\n",
    "no program": "print(\n",
    "nothing": "pass\n",
    "more than is wanted": "input()\n" + SUM + "print(1)\n",
}


def official(name, code):
    driver = "".join((SOURCES / file).read_text(encoding="utf-8") for file in ("inprocess.py", "livecodebench.py"))
    task = {"token": "word", "code": code, "inputs": [INPUT], "outputs": [OUTPUT], "fn_name": "", "seconds": 6}
    return {"id": "official " + name, "language": "python", "code": driver,
            "problem": {"tests": [{"input": json.dumps(task), "expected": "word pass 1.000000"}]}}


def assay(name, code):
    return {"id": "assay " + name, "language": "python", "code": code,
            "problem": {"comparison": {"profile": "livecodebench"}, "tests": [{"input": INPUT, "expected": OUTPUT}]}}


def test_programs_that_the_mock_fails_are_right_as_processes(server):
    submissions, wanted = [], {}
    for programs, by_official, by_assay in ((RIGHT_IN_BOTH, "AC", "AC"), (RIGHT_IN_OURS, "WA", "AC"),
                                            (WRONG_IN_BOTH, "WA", None)):
        for name, code in programs.items():
            submissions += [official(name, code), assay(name, code)]
            wanted["official " + name], wanted["assay " + name] = by_official, by_assay
    reply = server.post("/v1/verify", {"submissions": submissions, "include_output": True}).json()
    for result in reply["results"]:
        verdict = wanted[result["id"]]
        if verdict is None:
            assert result["verdict"] not in ("AC", "IE", "JE"), result
        else:
            assert result["verdict"] == verdict, result
