"""The subcommands as a person or a script runs them."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

import pytest

from harness import server as harness

EXAMPLES = harness.REPOSITORY / "examples"


def assay(*arguments, stdin=None):
    return subprocess.run([harness.binary(), *map(str, arguments)], input=stdin, text=True,
                          capture_output=True)


@pytest.fixture(autouse=True)
def needs_root():
    if reason := harness.why_not():
        pytest.skip(reason)


def test_version():
    assert "version   " in assay("version").stdout
    assert json.loads(assay("version", "--json").stdout)["libraries"]["Boost"]


def test_doctor():
    done = assay("doctor", "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 0 and report["trustworthy"] and report["tier"] == "privileged"
    assert {t["language"] for t in report["toolchains"]} >= {"python", "cpp", "java"}
    shown = assay("doctor", "--toolchain-self-test", "off").stdout
    assert "tier: privileged" in shown and "not run; off, as asked" in shown


def test_doctor_says_how_forked_python_ends():
    def quick_end(*options):
        done = assay("doctor", "--json", "--toolchain-self-test", "off", *options)
        return json.loads(done.stdout)["python_quick_end"]
    assert quick_end("--python-quick-end", "on") == {"on": True, "why": "as asked"}
    assert quick_end("--python-quick-end", "off") == {"on": False, "why": "as asked"}
    assert not quick_end("--warm", "off")["on"]
    tested = quick_end()
    assert tested["on"] == (tested["why"] == "the self-test saw no difference")


@pytest.mark.parametrize("quick_end", ["on", "off"])
def test_forked_python_ends_as_ever(tmp_path, quick_end):
    program = tmp_path / "main.py"
    program.write_text("import atexit\natexit.register(print, 'handler')\nprint('end', end=' ')\n")
    (tmp_path / "out").write_text("end handler\n")
    (tmp_path / "in").write_text("")
    done = assay("run", program, "--input", tmp_path / "in", "--expect", tmp_path / "out",
                 "--python-quick-end", quick_end)
    assert done.returncode == 0, done.stdout + done.stderr


def test_doctor_times_every_step():
    steps = json.loads(assay("doctor", "--timings", "--json").stdout)["steps"]
    names = [(step["when"], step["step"]) for step in steps]
    assert len(set(names)) == len(names)
    for name in [("box made", "clone"), ("box made", "pivot_root"), ("each run", "start"),
                 ("each run", "wipe"), ("candidate", "seccomp")]:
        assert name in names
    order = [name for when, name in names if when == "box made"]
    assert order.index("cgroup") < order.index("clone") < order.index("pivot_root") < order.index("capabilities")
    assert all(step["microseconds"] is not None or step["warm_microseconds"] is not None for step in steps)
    # The last steps are the same for a program that is forked and one that is started.
    assert all(step["microseconds"] is not None and step["warm_microseconds"] is not None
               for step in steps if step["when"] == "candidate")
    assert "pivot_root" in assay("doctor", "--timings").stdout


@pytest.mark.parametrize("arguments, says", [
    ((), "subcommand"),
    (("run",), "either a file, --batch or --package"),
    (("run", "missing.py"), "cannot be read"),
    (("run", EXAMPLES / "brackets" / "statement.md"), "unknown extension"),
    (("serve", "--port", "x"), "--port"),
    (("serve", "--nonsense"), "nonsense"),
    (("run", "--batch", str(EXAMPLES / "submissions.jsonl"), "--url", "ftp://x"), "--url"),
    (("srve",), "there is no command 'srve' (did you mean 'serve'?)"),
    (("frobnicate",), "there is no command 'frobnicate'; see"),
    (("serve", "--prot", "1"), "there is no option '--prot' (did you mean '--port'?)"),
    (("run", EXAMPLES / "brackets" / "right.py", "--checker-kind", "icpc"), "--checker-kind needs --checker"),
    (("run", EXAMPLES / "brackets" / "right.py", "--checker", EXAMPLES / "brackets" / "statement.md"), "unknown extension"),
    (("completion", "tcsh"), "tcsh"),
    (("doctor", "--config", "/tmp"), "/tmp: cannot be read"),
    (("run", EXAMPLES / "brackets" / "right.py", "--cpu-time-s", "nan"), "must be a finite number"),
    (("run", EXAMPLES / "brackets" / "right.py", "--wall-time-s", "inf"), "must be a finite number"),
    (("checker", "prove", "x.jsonl", "--checker", "c.py", "--checker-kind", "foo"), "--checker-kind"),
    (("eval", "dry-run", "humaneval", "--data", "x", "--begin-date", "2024-01-01"), "humaneval's rows have no dates"),
    (("eval", "dry-run", "humaneval", "--data", "x", "--language", "klingon"), "--language: humaneval has one alone"),
    (("eval", "dry-run", "humaneval", "--data", "x", "--version", "9"), "--version: humaneval has one alone"),
    (("eval", "dry-run", "livecodebench", "--data", "x", "--end-date", "2024-9-30"), "must be a day such as 2024-08-01"),
    (("eval", "dry-run", "livecodebench", "--data", "x", "--begin-date", "01/09/2024"), "must be a day such as"),
])
def test_wrong_usage_is_exit_code_2(arguments, says):
    done = assay(*arguments)
    assert done.returncode == 2
    assert says in done.stderr + done.stdout


def test_a_file_without_expectation_shows_its_output(tmp_path):
    program = tmp_path / "shout.py"
    program.write_text("import sys\nprint(input().upper())\nprint('warned', file=sys.stderr)\n")
    done = assay("run", program, "--input", "-", stdin="hello\n")
    assert (done.returncode, done.stdout) == (0, "HELLO\n")
    assert done.stderr.startswith("warned\n") and "exit code 0" in done.stderr


def test_a_file_is_judged(tmp_path):
    (tmp_path / "in").write_text("()\n")
    (tmp_path / "yes").write_text("yes\n")
    (tmp_path / "no").write_text("no\n")
    right = EXAMPLES / "brackets" / "right.c"
    accepted = assay("run", right, "--input", tmp_path / "in", "--expect", tmp_path / "yes", "--table")
    assert accepted.returncode == 0 and "AC: 1 of 1 tests accepted" in accepted.stdout
    rejected = assay("run", right, "--input", tmp_path / "in", "--expect", tmp_path / "no")
    assert rejected.returncode == 1 and json.loads(rejected.stdout)["verdict"] == "WA"


def test_a_compile_error_shows_what_the_compiler_said():
    done = assay("run", EXAMPLES / "primes" / "broken_missing_semicolon.c")
    assert done.returncode == 1 and "error: expected" in done.stderr and "CE" in done.stderr


def test_a_refused_request_names_the_field(tmp_path):
    (tmp_path / "yes").write_text("yes\n")
    done = assay("run", EXAMPLES / "brackets" / "right.py", "--expect", tmp_path / "yes",
                 "--compare", "loosely")
    assert done.returncode == 2 and "comparison.mode" in done.stderr


def test_the_examples_get_their_verdicts_over_http(server):
    done = assay("run", "--url", f"http://127.0.0.1:{server.port}", "--batch",
                 EXAMPLES / "submissions.jsonl", "--table")
    assert done.returncode == 0, done.stdout
    assert "all as expected" in done.stdout


def test_a_batch_is_json_lines_when_piped():
    lines = (EXAMPLES / "submissions.jsonl").read_text().splitlines()
    chosen = [line for line in lines if json.loads(line)["id"].startswith("average/")]
    done = assay("run", "--batch", "-", stdin="\n".join(chosen))
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert {r["id"]: r["verdict"] for r in results} == {
        json.loads(line)["id"]: json.loads(line)["expect"] for line in chosen}


def test_no_server_is_no_verdict(tmp_path):
    (tmp_path / "b.jsonl").write_text('{"id": "a"}\n')
    done = assay("run", "--url", "http://127.0.0.1:1", "--batch", tmp_path / "b.jsonl")
    assert done.returncode == 3 and "no server answers" in done.stdout


def commands():
    text = assay("--help").stdout
    return re.findall(r"^  ([a-z]+) ", text[text.index("Subcommands:"):], re.M)


def test_help_keeps_within_80_columns():
    assert {"serve", "run", "math", "completion", "man"} <= set(commands())
    for arguments in [("--help",), ("--help-all",), *((name, "--help") for name in commands())]:
        done = assay(*arguments)
        assert done.returncode == 0
        assert [line for line in done.stdout.splitlines() if len(line) > 80] == []


def test_completion_scripts_are_ones_that_the_shell_reads():
    script = assay("completion", "bash").stdout
    ask = ("COMP_WORDS=({words}); COMP_CWORD={at}; _assay; printf '%s\\n' \"${{COMPREPLY[@]}}\"")

    def complete(words):
        code = script + ask.format(words=" ".join(f"'{word}'" for word in words), at=len(words) - 1)
        done = subprocess.run(["bash", "-c", code], text=True, capture_output=True)
        assert done.stderr == "", done.stderr
        return done.stdout.split()
    assert complete(["assay", "re"]) == ["redteam", "rejudge"]
    assert "--package-time-limit-s" in complete(["assay", "run", "--pa"])
    assert complete(["assay", "serve", "--pin", ""]) == ["on", "off"]
    for shell in ("zsh", "fish"):
        text = assay("completion", shell).stdout
        assert "checker-kind" in text and "max-queue-mb" in text
        if shutil.which(shell):
            assert subprocess.run([shell, "-n"], input=text, text=True).returncode == 0


def test_the_manual_page_has_every_command():
    page = assay("man").stdout
    assert page.startswith(".TH ASSAY 1 ")
    for name in commands():
        assert f".SS assay {name}\n" in page
    if shutil.which("man"):
        shown = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-"], input=page, text=True,
                               capture_output=True, env={**os.environ, "MANWIDTH": "80"})
        assert shown.stderr == "" and "--max-queue-mb" in shown.stdout


def test_a_malformed_line_leaves_the_others(tmp_path, server):
    good = json.dumps({"language": "python", "code": "print(1)",
                       "problem": {"tests": [{"input": "", "expected": "1"}]}})
    (tmp_path / "b.jsonl").write_text(f"{good}\n{{broken\n{good}\n")
    done = assay("run", "--url", f"http://localhost:{server.port}", "--batch", tmp_path / "b.jsonl",
                 "--json")
    records = {r["index"]: r for r in map(json.loads, done.stdout.splitlines())}
    assert done.returncode == 3
    assert [records[i]["verdict"] for i in range(3)] == ["AC", None, "AC"]
    assert records[1]["error"].startswith("line 2: ")


def test_a_member_of_a_line_that_nobody_reads_is_named(tmp_path):
    line = {"language": "python", "code": "print(1)", "problem": {"tests": [{"input": "", "expected": "1"}]}, "expect": "AC"}
    rows = [line, {**line, "time_limit_s": 1, "limits": {"time": 1}}]
    (tmp_path / "b.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done = assay("run", "--batch", tmp_path / "b.jsonl", "--json")
    plain, other = sorted(map(json.loads, done.stdout.splitlines()), key=lambda record: record["index"])
    assert done.returncode == 0 and "warnings" not in plain
    assert [warning.split(":")[0] for warning in other["warnings"]] == ["time_limit_s", "limits.time"]
    done = assay("run", "--batch", tmp_path / "b.jsonl", "--table")
    assert "line 2: warning: time_limit_s: there is no such field" in done.stdout


def test_an_interrupt_shows_what_is_known(tmp_path):
    def submission(code):
        return json.dumps({"id": code[:5], "language": "python", "code": code, "expect": "AC",
                           "problem": {"tests": [{"input": "", "expected": "1"}]}})
    # One ends at once; the others would keep the command for their ten seconds each.
    lines = [submission("print(1)")] + [submission("while 1: pass") for _ in range(8)]
    (tmp_path / "b.jsonl").write_text("\n".join(lines))
    running = subprocess.Popen([harness.binary(), "run", "--batch", tmp_path / "b.jsonl", "--json",
                                "--parallel", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    first = json.loads(running.stdout.readline())
    assert (first["id"], first["verdict"]) == ("print", "AC")
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "interrupted: 1 of 9 submissions have a result" in errors


EVEN = """#include "testlib.h"
int main(int argc, char* argv[]) {
  registerTestlibCmd(argc, argv);
  int got = ouf.readInt();
  if (got % 2 != 0) quitf(_wa, "%d is odd", got);
  quitf(_ok, "even");
}
"""
GUESS = """import sys
secret = int(open(sys.argv[1]).read())
for _ in range(7):
    said = sys.stdin.readline()
    if not said: break
    guess = int(said)
    print('=' if guess == secret else '>' if guess < secret else '<', flush=True)
    if guess == secret: sys.exit(42)
sys.exit(43)
"""


def test_judges_from_the_command_line(tmp_path):
    """A checker of testlib's needs no kind; another protocol is named; an interactor talks."""
    for name, text in {"two.py": "print(2)", "three.py": "print(3)", "even.cpp": EVEN, "in": "42\n",
                       "icpc.py": "import sys\nsys.exit(42 if sys.stdin.read() == '3\\n' else 43)",
                       "guess.py": GUESS, "none": "",
                       "play.py": "low, high = 1, 100\nwhile True:\n    middle = (low + high) // 2\n"
                                  "    print(middle, flush=True)\n    said = input()\n"
                                  "    if said == '=': break\n"
                                  "    low, high = (middle + 1, high) if said == '>' else (low, middle - 1)"
                       }.items():
        (tmp_path / name).write_text(text)

    def verdict(program, *judge):
        done = assay("run", tmp_path / program, "--input", tmp_path / "in", "--json", *judge)
        return json.loads(done.stdout)["verdict"]
    even = ("--checker", tmp_path / "even.cpp")
    assert verdict("two.py", *even) == "AC"
    assert verdict("three.py", *even) == "WA"
    icpc = ("--checker", tmp_path / "icpc.py", "--checker-kind", "icpc")
    assert verdict("three.py", *icpc) == "AC"
    assert verdict("two.py", *icpc) == "WA"
    talk = ("--interactor", tmp_path / "guess.py", "--interactor-kind", "icpc")
    assert verdict("play.py", *talk) == "AC"
    assert verdict("two.py", *talk) == "WA"


def test_a_cache_folder_below_tmp_works():
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        program = pathlib.Path(folder) / "main.py"
        program.write_text("print(1)")
        done = assay("run", program, "--json", "--cache-dir", pathlib.Path(folder) / "cache")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["tests"][0]["warm"]
        assert "--cache-dir: a box has something of its own at " + folder in done.stderr
