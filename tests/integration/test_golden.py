"""A sample of the public data sets on a live server: right programs accepted, wrong ones rejected.

tests/golden/run_golden.py judges all of them. Verdicts that differ from a recorded label and why are
in tests/golden/known.py; any other difference fails. Needs the data folder (ASSAY_DATA).
"""

import itertools
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "golden"))
import run_golden  # noqa: E402
from harness import datasets  # noqa: E402
from harness.client import Client  # noqa: E402

# Every N-th case, so that a quiet machine takes a few seconds for each suite.
EVERY = {"humaneval": 20, "mbpp": 20, "mbpp_samples": 40, "quixbugs": 2, "humanevalplus": 3,
         "mbppplus": 3, "multilang": 60, "refactory": 80, "introclass": 30, "codecontests": 1, "cruxeval": 60}
# Suites whose expectations are computed take every N-th problem.
PROBLEMS = {"humanevalplus": {"every": 12, "most_tests": 20}, "mbppplus": {"every": 30, "most_tests": 20},
            "codecontests": {"every": 14, "most_tests": 4}}


def sample(name):
    """The cases, or a skip that names the missing file."""
    try:
        cases = datasets.SUITES[name](**PROBLEMS.get(name, {}))
        return list(itertools.islice(cases, 0, None, EVERY[name]))
    except FileNotFoundError as missing:
        pytest.skip(f"{missing} is missing; set ASSAY_DATA to the data folder")


@pytest.mark.parametrize("name", EVERY)
def test_sample(server, name):
    cases = sample(name)
    client = Client(f"http://127.0.0.1:{server.port}", keep_alive=True)
    report = run_golden.judge_all(client, cases, threads=4)
    assert report.no_verdict == []
    assert report.surprises() == []
    assert report.judged == len(cases) > 0
