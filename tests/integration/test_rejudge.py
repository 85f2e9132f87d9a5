"""Verdict bundles: made over HTTP and at the shell, reproduced by `assay rejudge`."""

import hashlib
import json
import stat
import subprocess

import pytest

from harness import server as harness

SUM = "a, b = map(int, input().split())\nprint(a + b)\n"
TESTS = [{"id": "small", "input": "1 2\n", "expected": "3"},
         {"id": "large", "input": "40 2\n", "expected": "42"}]


@pytest.fixture(scope="module")
def server():
    if reason := harness.why_not():
        pytest.skip(reason)
    with harness.AssayServer(["--slots", "2", "--verdict-cache-mb", "0", "--compile-disk-mb", "0",
                              "--problem-disk-mb", "0"]) as running:
        yield running


def rejudge(server, file, *arguments):
    return subprocess.run([harness.binary(), "rejudge", str(file), "--url",
                           f"http://127.0.0.1:{server.port}", *arguments],
                          text=True, capture_output=True)


def bundle_of(server, **changes):
    submission = {"language": "python", "code": SUM, "bundle": True, "stop": "all",
                  "problem": {"tests": TESTS}, **changes}
    return server.verify(submission)["bundle"]


def write(path, bundle):
    path.write_text(bundle if isinstance(bundle, str) else json.dumps(bundle))
    return path


def sealed(bundle):
    """The bundle with hashes that fit its contents: what a careful forger does."""
    for part in bundle["sha256"]:
        text = json.dumps(bundle[part], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        bundle["sha256"][part] = hashlib.sha256(text.encode()).hexdigest()
    return bundle


CPP = "#include <cstdio>\nint main() { int a, b; scanf(\"%d %d\", &a, &b); printf(\"%d\", a+b); }"
CHECKER = "import sys\nsys.exit(open('answer.txt').read() != open('stdout.txt').read())\n"


@pytest.mark.parametrize("changes, verdict", [
    ({}, "AC"),
    ({"code": "print(3)"}, "WA"),
    ({"code": "import os\nos._exit(7)"}, "RE"),
    ({"code": "while True: pass", "limits": {"cpu_time_s": 0.5}}, "TLE"),
    ({"language": "cpp", "code": CPP}, "AC"),
    ({"language": "cpp", "code": "int main() {"}, "CE"),
    ({"language": "cpp", "code": CPP, "problem": {"tests": TESTS, "checker": {"source": CHECKER}}},
     "AC"),
    ({"code": "def add(a, b): return a + b",
      "problem": {"mode": "function_call", "function_name": "add",
                  "tests": [{"input": [1, 2], "expected": 3}]}}, "AC"),
    ({"code": "def add(a, b): return a - b",
      "problem": {"mode": "assert", "assert_code": "assert add(1, 2) == 3"}}, "WA"),
])
def test_the_same_server_says_the_same(server, tmp_path, changes, verdict):
    bundle = bundle_of(server, **changes)
    assert bundle["verdict"]["verdict"] == verdict
    done = rejudge(server, write(tmp_path / "b.json", bundle))
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"same: {verdict}" in done.stdout and "warning" not in done.stdout


def test_a_bundle_may_be_laid_out_anew_and_come_within_its_result(server, tmp_path):
    bundle = bundle_of(server)
    pretty = json.dumps(bundle, indent=2, sort_keys=True)
    assert rejudge(server, write(tmp_path / "a.json", pretty)).returncode == 0
    lines = "\n".join(json.dumps(value) for value in ({"id": "r", "bundle": bundle}, bundle))
    done = rejudge(server, write(tmp_path / "b.jsonl", lines), "--json")
    assert done.returncode == 0
    assert [json.loads(line)["same"] for line in done.stdout.splitlines()] == [True, True]


@pytest.mark.parametrize("part, change", [
    ("submission", lambda bundle: bundle["submission"].update(code="print(3)")),
    ("problem", lambda bundle: bundle["problem"]["tests"][0].update(expected="4")),
    ("environment", lambda bundle: bundle["environment"].update(tier="none")),
    ("verdict", lambda bundle: bundle["verdict"].update(verdict="WA")),
])
def test_a_tampered_bundle_is_named(server, tmp_path, part, change):
    bundle = bundle_of(server)
    change(bundle)
    done = rejudge(server, write(tmp_path / "b.json", bundle))
    assert done.returncode == 2
    assert f"changed since it was made: {part} is not what its hash says" in done.stderr
    assert done.stdout == ""


def test_changed_code_gives_a_difference(server, tmp_path):
    bundle = bundle_of(server)
    bundle["submission"]["code"] = "print(3)"
    file = write(tmp_path / "b.json", bundle)
    for done in (rejudge(server, file, "--accept-changed"),
                 rejudge(server, write(tmp_path / "c.json", sealed(bundle)))):
        assert done.returncode == 1, done.stderr
        assert "different: WA" in done.stdout
        assert "verdict: AC then, WA now" in done.stdout
        assert "test large: verdict: AC then, WA now" in done.stdout
        assert "test small" not in done.stdout


def test_other_conditions_are_warned_about(server, tmp_path):
    bundle = bundle_of(server)
    bundle["environment"]["tier"] = "rootless"
    bundle["environment"]["toolchains"]["python"] = "Python 2.7.18"
    done = rejudge(server, write(tmp_path / "b.json", sealed(bundle)))
    assert done.returncode == 0
    assert "warning: tier: rootless then, privileged now" in done.stdout
    assert "warning: toolchain python: Python 2.7.18 then" in done.stdout


def test_a_large_problem_goes_by_its_hash(server, tmp_path):
    tests = [{"input": "1 2\n" + " " * 100_000, "expected": "3"}]
    bundle = bundle_of(server, problem={"tests": tests})
    assert "problem" not in bundle
    assert rejudge(server, write(tmp_path / "b.json", bundle)).returncode == 0
    bundle = bundle_of(server, problem={"tests": tests}, embed_tests=True)
    assert bundle["problem"]["tests"] == tests


def test_an_unknown_hash_says_what_to_do(server, tmp_path):
    bundle = bundle_of(server)
    name = hashlib.sha256(b"never sent").hexdigest()
    del bundle["problem"]
    bundle["submission"]["problem"]["sha256"] = name
    done = rejudge(server, write(tmp_path / "b.json", sealed(bundle)))
    assert done.returncode == 2
    assert name in done.stderr and "PUT /v1/problems/" in done.stderr


@pytest.mark.parametrize("text, says", [
    ("", "no bundle"), ("{", "byte"), ("[1]", "JSON object"), ("{}", "format: is missing"),
])
def test_what_is_no_bundle_is_refused(server, tmp_path, text, says):
    done = rejudge(server, write(tmp_path / "b.json", text))
    assert done.returncode == 2 and says in done.stderr
    assert rejudge(server, tmp_path / "missing.json").returncode == 2


def test_made_and_reproduced_at_the_shell_alone(tmp_path, server):
    def assay(*arguments):
        return subprocess.run([harness.binary(), *map(str, arguments)], text=True,
                              capture_output=True)

    bundle = tmp_path / "bundle.json"
    # It tries to read the bundle that is being made of it.
    program = write(tmp_path / "sum.py", SUM + f"""
import os, sys
if os.path.exists({str(bundle)!r}): print('found')
""")
    (tmp_path / "in").write_text("1 2\n")
    (tmp_path / "out").write_text("3\n")
    done = assay("run", program, "--input", tmp_path / "in", "--expect", tmp_path / "out",
                 "--bundle", bundle)
    assert done.returncode == 0, done.stderr
    assert "bundle" not in json.loads(done.stdout)
    assert stat.S_IMODE(bundle.stat().st_mode) == 0o600
    done = assay("rejudge", bundle)
    assert (done.returncode, done.stdout[:12]) == (0, "file: same: "), done.stderr

    batch = write(tmp_path / "batch.jsonl", "\n".join(
        json.dumps({"id": name, "language": "python", "code": code, "problem": {"tests": TESTS}})
        for name, code in (("right", SUM), ("wrong", "print(3)"))))
    bundles = tmp_path / "bundles.jsonl"
    assert assay("run", "--batch", batch, "--bundle", bundles, "--embed-tests").returncode == 1
    assert len(bundles.read_text().splitlines()) == 2
    done = assay("rejudge", bundles)
    assert done.returncode == 0 and done.stdout.count("same: ") == 2
    # And a server agrees with the shell.
    assert rejudge(server, bundles).returncode == 0


def test_wrong_usage(tmp_path, server):
    for arguments in (["run", "x.py", "--embed-tests"], ["rejudge"],
                      ["run", "--package", ".", "--bundle", "x"],
                      ["run", "--batch", "/dev/null", "--bundle", "/missing/folder/x"]):
        done = subprocess.run([harness.binary(), *arguments], text=True, capture_output=True)
        assert done.returncode == 2, (arguments, done.stderr)
