"""A host's speed in its limits: measured by `assay doctor --calibrate`, applied by --time-multiplier."""

import json
import subprocess

import pytest

from harness import server as harness

# Uses about as much CPU time as it is told, by its own count.
BURN = "import time\nwhile time.process_time() < 0.8: pass\nprint('done')\n"
SUBMISSION = {"language": "python", "code": BURN, "limits": {"cpu_time_s": 0.4, "wall_time_s": 20},
              "problem": {"tests": [{"input": "", "expected": "done"}]}}


@pytest.fixture(autouse=True)
def needs_root():
    if reason := harness.why_not():
        pytest.skip(reason)


def test_calibration_measures_and_offers_a_multiplier():
    done = subprocess.run([harness.binary(), "doctor", "--calibrate", "--json"], text=True,
                          capture_output=True)
    # 1: a busy host; the numbers are there all the same.
    assert done.returncode in (0, 1), done.stderr
    report = json.loads(done.stdout)
    assert report["steady"] == (done.returncode == 0)
    assert {w["name"] for w in report["workloads"]} == {"integer", "memory", "interpreter"}
    for workload in report["workloads"]:
        assert len(workload["rounds_s"]) == 9 and min(workload["rounds_s"]) > 0
        assert workload["median_s"] == sorted(workload["rounds_s"])[4]
        assert workload["ratio"] == pytest.approx(workload["median_s"] / workload["reference_s"])
    assert report["time_multiplier"] >= max(w["ratio"] for w in report["workloads"]) - 1e-6


@pytest.mark.parametrize("multiplier, cpu_time_s, verdict", [("1", 0.4, "TLE"), ("10", 4.0, "AC")])
def test_limits_are_multiplied_and_results_say_so(tmp_path, multiplier, cpu_time_s, verdict):
    with harness.AssayServer(["--slots", "1", "--verdict-cache-mb", "0", "--time-multiplier",
                              multiplier]) as server:
        assert server.get("/v1/info").json()["limits"]["time_multiplier"] == float(multiplier)
        result = server.verify({**SUBMISSION, "bundle": True})
        assert result["verdict"] == verdict, result
        assert result["limits"]["cpu_time_s"] == cpu_time_s
        assert result["time_multiplier"] == float(multiplier)
        # A bundle keeps what was asked for, and rejudging applies the host's own factor.
        assert result["bundle"]["submission"]["limits"]["cpu_time_s"] == 0.4
        run = server.post("/run_code", {"code": BURN, "language": "python", "run_timeout": 0.4})
        timed_out = run.json()["run_result"]["status"] == "TimeLimitExceeded"
        assert timed_out == (verdict == "TLE")
    bundle = tmp_path / "bundle.json"
    bundle.write_text(json.dumps(result["bundle"]))
    done = subprocess.run([harness.binary(), "rejudge", bundle, "--time-multiplier", "10"],
                          text=True, capture_output=True)
    assert done.returncode == (1 if verdict == "TLE" else 0), done.stdout + done.stderr
    assert ("warning: time_multiplier: 1.0 then, 10.0 now" in done.stdout) == (verdict == "TLE")


@pytest.mark.parametrize("value", ["0", "-1", "1000", "fast", "nan"])
def test_a_multiplier_has_bounds(value):
    done = subprocess.run([harness.binary(), "serve", "--time-multiplier", value], text=True,
                          capture_output=True)
    assert done.returncode == 2 and "time-multiplier" in done.stderr
