"""assay.math: the verifier in this process."""

import os
import pathlib
import subprocess
import sys
import threading

import pytest

import assay

SOURCES = pathlib.Path(assay.__file__).resolve().parents[1]
PAIRS = [("1/2", "0.5"), (r"\frac{1}{2}", r"So \boxed{0.5}."), ("3", "4"), ("", "5"), (r"\boxed{2}", "two?"), ("x^2-1", "(x-1)(x+1)"),
         ("1, 2", "2, 1"), (r"\frac{", "1"), ("12", ""), ("é", "é"), ("1/0", "1"), (7, 7), ("0.1", 0.1), ("1\0", "1\0")]


@pytest.fixture(scope="module", autouse=True)
def library():
    try:
        assay.math.rules_version()
    except assay.math.LibraryMissing as error:
        pytest.fail(str(error))


def test_equal():
    assert assay.math.equal(r"\frac{1}{2}", r"So the answer is \boxed{0.5}.") is True
    assert assay.math.equal("3", "4") is False
    assert assay.math.equal("", "4") is None  # nothing can be said: the gold is missing
    assert assay.math.equal(1, 1.0) is True


def test_the_server_says_the_same(client):
    for pair, remote in zip(PAIRS, sorted(client.math_many(PAIRS), key=lambda result: result.index)):
        local = assay.math.verify(*pair)
        assert (local.verdict, local.reason, local.score, local.rule, local.masked, local.cause) == \
            (remote.verdict, remote.reason, remote.score, remote.rule, remote.masked, remote.cause), pair


def test_what_is_too_long_is_judged_as_by_the_server():
    result = assay.math.verify("1", " " * (assay.math.MOST_RESPONSE_BYTES + 1))
    assert (result.score, result.reason) == (0.0, "budget_spent")
    with pytest.raises(assay.InvalidRequest, match="gold"):
        assay.math.verify("1" * (assay.math.MOST_GOLD_BYTES + 1), "1")


def test_profiles():
    names = assay.math.profiles()
    assert names[0] == "assay" and "strict" in names
    assert assay.math.equal("1/3", "0.3333", "assay") is True
    with pytest.raises(assay.InvalidRequest, match="profile: should be one of assay, .*not 'astray'"):
        assay.math.equal("1", "1", "astray")


def test_wrong_types_name_the_field():
    with pytest.raises(assay.InvalidRequest, match="gold: should be a text or a number, not NoneType"):
        assay.math.equal(None, "1")


def test_half_a_surrogate_pair_is_read():
    assert assay.math.equal("1", "\ud800 so \\boxed{1}") is True


def test_many_threads():
    wrong = []

    def work():
        for gold, answer in PAIRS * 20:
            if assay.math.verify(gold, answer).score != scores[gold, answer]:
                wrong.append((gold, answer))

    scores = {pair: assay.math.verify(*pair).score for pair in PAIRS}
    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_without_the_library_the_error_says_what_to_do():
    done = subprocess.run([sys.executable, "-c", "import assay; assay.math.equal('1', '1')"], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(SOURCES), "ASSAY_MATH_LIBRARY": "/no/such.so"})
    assert done.returncode != 0
    assert "install the wheel for this platform, or set ASSAY_MATH_LIBRARY" in done.stderr
    assert "/no/such.so" in done.stderr
