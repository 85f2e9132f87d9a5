"""Every comparison agrees with its reference on random pairs of outputs, and the references for testlib's
checkers with the checkers themselves. fuzz.py does the same with a million pairs each."""

import gzip
import json
import os
import pathlib
import subprocess

import pytest

import fuzz
import generator
import references

PAIRS = 20_000
CHECKED_PAIRS = 120
DATA = pathlib.Path(os.environ.get("ASSAY_DATA", fuzz.REPOSITORY.parent / "shared" / "data"))
HEADER = sorted((fuzz.REPOSITORY / "src" / "langs" / "testlib").glob("[1-9]_*.h"))
EXIT_CODES = {0: "A", 1: "W", 2: "P", 3: "F"}


@pytest.fixture(autouse=True)
def built():
    if not pathlib.Path(fuzz.binary()).exists():
        pytest.skip(f"{fuzz.binary()} is not built")


@pytest.mark.parametrize("name", references.COMPARISONS)
def test_agrees_with_the_reference(name):
    taken, wrong = fuzz.fuzz(name, PAIRS)
    assert wrong == []
    # Both answers must be common, or the test shows nothing.
    assert taken["A"] > PAIRS / 50 and PAIRS - taken["A"] > PAIRS / 50


def test_a_wrong_reference_is_noticed(monkeypatch):
    monkeypatch.setitem(references.COMPARISONS, "tokens", references.COMPARISONS["exact"])
    assert fuzz.fuzz("tokens", 1000)[1] != []


def test_close_all_is_what_numpy_does():
    numpy = pytest.importorskip("numpy")
    maker = generator.Generator("numpy", "number")
    compared = 0
    for expected, actual in (maker.pair() for _ in range(PAIRS)):
        try:
            a, b = float(actual), float(expected)
        except ValueError:
            continue
        assert references.close_all([a], [b]) == bool(numpy.allclose([a], [b]))
        compared += 1
    assert compared > PAIRS / 4


def checkers():
    path = DATA / "checkers" / "testlib_sources.jsonl.gz"
    if not path.exists():
        return {}
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    return {row["id"]: row["source"] for row in rows if row["id"] in references.TESTLIB}


@pytest.fixture(scope="module")
def header(tmp_path_factory):
    folder = tmp_path_factory.mktemp("testlib")
    (folder / "testlib.h").write_text("".join(part.read_text() for part in HEADER))
    return folder


@pytest.mark.parametrize("checker", references.TESTLIB)
def test_the_reference_is_what_the_checker_does(checker, header, tmp_path):
    source = checkers().get(checker)
    if source is None:
        pytest.skip(f"set ASSAY_DATA: no testlib_sources in {DATA}")
    (tmp_path / "check.cc").write_text(source)
    subprocess.run(["g++", "-std=c++17", "-O0", "-I", header, "check.cc", "-o", "check"], cwd=tmp_path, check=True)
    name = "testlib-" + checker
    reference = references.COMPARISONS[name][0]
    (tmp_path / "input").write_bytes(b"")
    for expected, actual in (pair for batch in fuzz.pairs_for(name, CHECKED_PAIRS, "checked") for pair in batch):
        (tmp_path / "answer").write_bytes(expected)
        (tmp_path / "output").write_bytes(actual)
        done = subprocess.run(["./check", "input", "output", "answer"], cwd=tmp_path, capture_output=True)
        assert EXIT_CODES[done.returncode] == reference(expected, actual), (expected, actual, done.stderr)


def test_patterns_are_regular_expressions(header, tmp_path):
    source = pathlib.Path(__file__).resolve().parent / "pattern_check.cc"
    subprocess.run(["g++", "-std=c++17", "-O2", "-I", header, source, "-o", "check"], cwd=tmp_path, check=True)
    limit = ["prlimit", f"--as={1 << 30}"]  # a checker's memory
    done = subprocess.run([*limit, "./check"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
