"""`assay eval data`: what a file is, and which benchmarks it can be given to."""

import hashlib
import json
import pathlib
import subprocess

import pytest

from harness import server as harness

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "eval" / "fixtures"


def described(*arguments):
    if not harness.binary().exists():
        pytest.skip(f"{harness.binary()} is not built")
    return subprocess.run([harness.binary(), "eval", "data", *arguments], capture_output=True, text=True, timeout=300)


def test_a_file_is_described_and_tried_on_every_benchmark():
    path = FIXTURES / "code_contests.parquet"
    file, = json.loads(described("--json", path).stdout)
    assert (file["rows"], file["sha256"]) == (3, hashlib.sha256(path.read_bytes()).hexdigest())
    columns = {column["name"]: column for column in file["columns"]}
    assert columns["public_tests"]["types"][0] == "object {input: list of text, output: list of text}"
    assert (columns["time_limit"]["rows"], columns["name"]["first"]) == (2, '"1_A. Double"')
    benchmarks = {each["name"]: each for each in file["benchmarks"]}
    assert [name for name, each in benchmarks.items() if each["fits"]] == ["code_contests"]
    assert benchmarks["code_contests"]["languages"] == {"python": 2}
    assert benchmarks["code_contests"]["left_out"][0]["items"] == 1
    assert "task_id" in benchmarks["humaneval"]["why"] and str(path) in benchmarks["humaneval"]["why"]


def test_days_and_languages_are_found():
    text = " ".join(described(FIXTURES / "aethercode.parquet").stdout.split())
    assert "fits aethercode (AetherCode): 1 items, 2024-11-17 to 2024-11-17; cpp 1" in text


def test_what_is_no_data_is_refused_by_name(tmp_path):
    page = tmp_path / "saved.jsonl"
    page.write_text("<!doctype html><title>404</title>")
    done = described(page)
    assert done.returncode == 2 and str(page) in done.stderr
