"""The subcommands as a person or a script runs them."""

import json
import subprocess

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
    assert "tier: privileged" in assay("doctor").stdout


def test_doctor_says_how_forked_python_ends():
    def quick_end(*options):
        return json.loads(assay("doctor", "--json", *options).stdout)["python_quick_end"]
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
    (("run", "--batch", "/dev/null", "--url", "ftp://x"), "--url"),
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
