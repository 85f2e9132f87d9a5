"""Nasty programs of other judges: the right status, no harm, and an end within the limits.

Needs the data folder (ASSAY_DATA). The time that a run takes beyond its limits is printed, not
asserted, except for a bound against hangs: other programs may keep this machine busy.
"""

import json
import statistics
import time

import pytest

from harness import server as harness
from security import robustness

SLACK_S = 120  # a bound against hangs
overruns = []

try:
    PROGRAMS = robustness.programs()
    MISSING = None
except FileNotFoundError as missing:
    PROGRAMS, MISSING = [], str(missing)


def test_the_data_has_programs():
    if MISSING is not None:
        pytest.skip(f"no robustness programs: {MISSING} is missing; set ASSAY_DATA")
    assert len(PROGRAMS) > 20


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.id for program in PROGRAMS])
def test_status_and_end(server, program):
    start = time.monotonic()
    result = server.verify(program.submission)
    elapsed = time.monotonic() - start
    assert result["cause"] in ("candidate", "problem"), result
    assert result["verdict"] in program.verdicts, f"{program.reason} {json.dumps(result)}"  # whole, unlike what pytest shows
    test = result["tests"][0] if result["tests"] else {}
    if program.exit_code is not None:
        assert test["exit_code"] == program.exit_code
    if program.signal is not None:
        assert test["signal"] == program.signal
    compiling = (result["compile"] or {}).get("wall_time_s") or 0
    limit = program.submission["limits"]["wall_time_s"]
    assert elapsed < compiling + limit + SLACK_S
    overruns.append(max(0, elapsed - compiling - limit))


def test_nothing_is_left_and_the_median_overrun_is_told(server, capsys):
    if not overruns:
        pytest.skip("no program ran")
    assert server.verify({
        "language": "python", "code": "print(input())",
        "problem": {"tests": [{"input": "still here", "expected": "still here"}]},
    })["verdict"] == "AC"
    assert server.candidates_left() == []
    with capsys.disabled():
        print(f"\n{len(overruns)} programs, median overrun beyond the limits "
              f"{1000 * statistics.median(overruns):.0f} ms, longest {max(overruns):.2f} s")
