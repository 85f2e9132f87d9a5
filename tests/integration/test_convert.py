"""Rows of public data sets on a live server: converted, stored, judged like their sources; the same by
`assay convert`. `make check-convert` does it with 300 rows of each format.

What is made of real data needs the data folder (ASSAY_DATA).
"""

import gzip
import json
import pathlib
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "golden"))
import run_convert  # noqa: E402
from harness import published_rows  # noqa: E402
from harness import server as harness  # noqa: E402
from harness.client import Client  # noqa: E402

ROWS = 4
APPS = {"problem_id": 7, "question": "q", "input_output": json.dumps({"inputs": ["1\n"], "outputs": ["2\n"]})}
ANSWER = {"question": "q", "answer": "5 + 7 = 12\n#### 12"}


@pytest.fixture
def client(server):
    return Client(f"http://127.0.0.1:{server.port}")


@pytest.mark.parametrize("name", published_rows.FORMATS)
def test_right_ones_are_accepted_and_wrong_ones_rejected(client, name):
    try:
        samples = published_rows.rows_of(name, ROWS)
    except FileNotFoundError as missing:
        pytest.skip(f"{missing} is missing; set ASSAY_DATA to the data folder")
    assert len(samples) == ROWS
    assert run_convert.judge_format(client, name, samples) == []


def test_a_stored_problem_is_named(client):
    result = client.post("/v1/problems:convert", {"row": APPS, "store": True}).json()
    assert set(result["problem"]) == {"sha256"}
    verdict = client.verify(run_convert.submission(result, "print(int(input()) + 1)"))
    assert verdict["verdict"] == "AC"


def test_a_refusal_names_the_field_and_shows_what_is_understood(client):
    row = {**APPS, "input_output": json.dumps({"inputs": ["1\n"]})}
    reply = client.post("/v1/problems:convert", {"row": row})
    assert reply.status == 422
    fault = reply.json()["error"]
    assert fault["field"] == "input_output.outputs"
    good = client.post("/v1/problems:convert", {"row": {**APPS, "input_output": fault["example"]}})
    assert good.status == 200, good.body


def convert(*arguments):
    return subprocess.run([harness.binary(), "convert", *map(str, arguments)], capture_output=True, text=True,
                          timeout=60)


def test_the_command_line_says_the_same_as_the_server(client, tmp_path):
    rows = [APPS, ANSWER]
    file = tmp_path / "rows.jsonl.gz"
    # Values that go on over several lines are still a line each in the end.
    file.write_bytes(gzip.compress(json.dumps(rows, indent=1).encode()))
    out = tmp_path / "problems.jsonl"
    done = convert(file, "--out", out)
    assert done.returncode == 0, done.stderr
    told = client.post("/v1/problems:convert", {"rows": rows}).json()
    assert [json.loads(line) for line in out.read_text().splitlines()] == told["results"]


def test_the_command_line_goes_on_after_a_row_it_does_not_understand(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps({"input_output": "no"}) + "\n" + json.dumps(ANSWER) + "\n")
    done = convert(file)
    assert done.returncode == 1
    assert json.loads(done.stdout)["gold"] == "12"
    assert "rows.jsonl: row 1 (apps): input_output must be an object" in done.stderr
    assert "1 rows converted, 1 not understood" in done.stderr


def test_the_command_line_says_what_is_wrong_with_its_arguments(tmp_path):
    assert "name a file" in convert().stderr
    done = convert(tmp_path / "none.jsonl")
    assert done.returncode == 2 and "none.jsonl" in done.stderr
    done = convert("--format", "mine", tmp_path)
    assert done.returncode == 2 and "'livecodebench'" in done.stderr
    listed = convert("--formats")
    assert listed.returncode == 0 and "open_instruct" in listed.stdout
