"""Recorded answers to MultiPL-E's problems: judged by the server and by the official commands, run here by hand.

The program is the recorded answer with the row's tests; what the official evaluation says of it is taken from the
same tools without a server or a box. Both must agree on every row; and of the answers that pass, each must fail
with the tests of another problem.

    ASSAY_MULTIPL_E_ROWS=N   rows of each language (default 6, 0: all)
"""

import gzip
import json
import os
import pathlib
import re
import subprocess
import tempfile

import pytest

from .test_toolchains import missing, need  # noqa: F401

DATA = pathlib.Path(os.environ.get("ASSAY_DATA") or pathlib.Path(__file__).resolve().parents[3] / "shared" / "data")
ROWS = DATA / "multilang" / "multipl_e_humaneval.dev.jsonl.gz"
COUNT = int(os.environ.get("ASSAY_MULTIPL_E_ROWS", "6"))
TOOLCHAINS = os.environ.get("ASSAY_TOOLCHAINS", "/opt/assay/toolchains")

# Row's language: ours, file, commands, and words in the output that are a failure with exit code 0.
OFFICIAL = {
    "lua": ("lua", "main.lua", ["lua5.3 main.lua"], ()),
    "pl": ("perl", "main.pl", ["perl main.pl"], ("ERROR",)),
    "rb": ("ruby", "main.rb", ["ruby main.rb"], ()),
    "php": ("php", "main.php", ["php main.php"], ("PHP Parse error",)),
    "r": ("R", "main.R", ["Rscript main.R"], ()),
    "rkt": ("racket", "main.rkt", ["racket main.rkt"], ("FAILURE", "ERROR")),
    "ts": ("tsc", "main.ts", [f"node {TOOLCHAINS}/npm/node_modules/typescript/lib/tsc.js --target esnext main.ts",
                              "node main.js"], ()),
    "go_test.go": ("go_test", "main_test.go", ["go test main_test.go"], ("FAIL", "[build failed]")),
    "rs": ("rust", "main.rs", ["/usr/bin/rustc main.rs -o main", "./main"], ()),
    "d": ("D_ut", "main.d", ["ldmd2 -unittest main.d -of=main", "./main"], ()),
}


def rows(language):
    with gzip.open(ROWS, "rt", encoding="utf-8") as lines:
        found = [row for row in map(json.loads, lines) if row["language"] == language]
    return found if COUNT == 0 else found[:COUNT]


def code_of(row):
    """The answer's first code block, without a main, tests or an end of its own that would keep the row's tests out."""
    block = re.search(r"```[^\n]*\n(.*?)\n```", row["gpt_solution"], re.DOTALL)
    code = block.group(1) if block else row["gpt_solution"]
    code = re.split(r"^(?:fn main\(|func Test|func main\()", code, flags=re.MULTILINE)[0]
    return re.sub(r"\?>\s*$", "", code)


def program(row, code):
    # Tests of some languages begin with the brace that ends a function which a completion leaves open.
    return code + "\n" + re.sub(r"^\}", "", row["tests"])


def by_hand(language, text):
    """Whether the official commands, as they are, pass the program."""
    _, name, commands, signs = OFFICIAL[language]
    environment = dict(os.environ, PATH=os.environ["PATH"] + ":/usr/local/go/bin", CGO_ENABLED="0", GOFLAGS="")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, name).write_text(text, encoding="utf-8")
        for command in commands:
            done = subprocess.run(command.split(), cwd=folder, capture_output=True, text=True, errors="replace",
                                  timeout=300, stdin=subprocess.DEVNULL, env=environment, check=False)
            if done.returncode != 0 or any(sign in done.stdout + done.stderr for sign in signs):
                return False
    return True


def by_server(server, language, text):
    reply = server.post("/run_code", {"language": OFFICIAL[language][0], "code": text,
                                      "compile_timeout": 60, "run_timeout": 60}).json()
    assert reply["status"] != "SandboxError", reply
    output = (reply["run_result"] or {}).get("stdout", "") + (reply["run_result"] or {}).get("stderr", "")
    passed = reply["status"] == "Success" and not any(sign in output for sign in OFFICIAL[language][3])
    return passed, reply


@pytest.mark.parametrize("language", OFFICIAL)
def test_recorded_answers_are_judged_as_by_the_official_commands(server, missing, language):  # noqa: F811
    need(missing, OFFICIAL[language][0])
    if not ROWS.exists():
        pytest.skip(f"{ROWS} is not there")
    recorded = rows(language)
    passing = []
    for row in recorded:
        text = program(row, code_of(row))
        official = by_hand(language, text)
        passed, reply = by_server(server, language, text)
        assert passed == official, (row["task_id"], text, reply)
        if passed:
            passing.append(row)
    assert passing, "no recorded answer passes"
    for row, other in zip(passing, passing[1:] + passing[:1]):
        if len(passing) > 1:
            twin = by_server(server, language, program(other, code_of(row)))
            assert not twin[0], (row["task_id"], other["task_id"], twin[1])
