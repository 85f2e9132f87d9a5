"""What tsc says of a program, whether its snapshot is there or not: all these differ in what the snapshot may skip."""

import pytest

# Code, and what is in tsc's words about it; None: no errors.
PROGRAMS = {
    "plain": ("const x: number = 3;\nconsole.log(x);\n", None),
    "error": ("const x: number = \"a\";\n", "main.ts(1,7): error TS2322"),
    # Merges with the browser's Node: another interface of the library no longer extends it.
    "merges": ("interface Node { value: number; next: Node | null }\nconsole.log(3);\n", "lib.dom.d.ts"),
    "merges and fits": ("interface Node { left2?: Node }\nconsole.log(3);\n", None),
    "same name": ("declare const name: string;\nconsole.log(3);\n", "error TS2451"),
    "module": ("interface Node { value: number }\nconst n: Node = { value: 3 };\nconsole.log(n.value);\nexport {};\n", None),
    "augments": ("export {};\ndeclare global { interface Node { value: number } }\nconsole.log(3);\n", "lib.dom.d.ts"),
    "adds a library": ("/// <reference lib=\"webworker\" />\nconsole.log(3);\n", "error TS"),
    "no library": ("/// <reference no-default-lib=\"true\" />\nconsole.log(3);\n", "error TS"),
}


@pytest.fixture(scope="module")
def tsc(server):
    row = next(row for row in server.get("/v1/info").json()["toolchains"] if row["language"] == "tsc")
    if not row["available"]:
        pytest.skip(row["problem"])
    return server


@pytest.mark.parametrize("name", PROGRAMS)
def test_errors_are_those_of_tsc_itself(tsc, name):
    code, words = PROGRAMS[name]
    reply = tsc.post("/run_code", {"language": "tsc", "code": code, "compile_timeout": 120, "run_timeout": 60}).json()
    said = reply["compile_result"]["stdout"] + reply["compile_result"]["stderr"]
    if words is None:
        assert reply["status"] == "Success" and said == "" and reply["run_result"]["stdout"] == "3\n", reply
    else:
        assert reply["status"] == "Failed" and words in said, reply


def test_other_flags_count(tsc):
    request = {"language": "tsc", "code": "function f(x) { return x; }\nconsole.log(f(3));\n",
               "problem": {"tests": [{"input": "", "expected": "3\n"}]}}
    assert tsc.post("/v1/verify", request).json()["verdict"] == "AC"
    strict = {**request, "compile_flags": ["--target", "esnext", "--strict"]}
    assert tsc.post("/v1/verify", strict).json()["verdict"] == "CE"
