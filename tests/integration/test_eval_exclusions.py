"""What can't be judged is left out before anybody is asked, and said everywhere; answers that a file lacks are an
error. Both against a server without Swift.
"""

import json
import subprocess

import pytest

from harness import server as harness
from harness.scripted_endpoint import ScriptedEndpoint

LANGUAGES = ("sh", "swift", "swift", "dart")


def rows():
    for number, language in enumerate(LANGUAGES):
        yield {"name": f"Made_{number}", "language": language, "prompt": "#!/bin/bash\n# Says yes.\nyes_please() {\n",
               "tests": "}\n[ \"$(yes_please)\" = yes ] || exit 1\n", "stop_tokens": ["\n}"]}


def answer(prompt, seed):
    del prompt, seed
    return "```bash\nyes_please() {\n  echo yes\n}\n```"


@pytest.fixture
def run(start_server, tmp_path):
    """run(*options): `assay eval run multipl_e`, ended."""
    server = start_server("--swiftc", "/nowhere/swiftc")
    data = tmp_path / "rows.jsonl"
    data.write_text("".join(json.dumps(row) + "\n" for row in rows()))

    def start(*options):
        command = [harness.binary(), "eval", "run", "multipl_e", "--data", data, "--url",
                   f"http://127.0.0.1:{server.port}", *options]
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)

    return start


def test_nobody_is_asked_about_what_cannot_be_judged(run, tmp_path):
    folder = tmp_path / "run"
    with ScriptedEndpoint(answer, plain=True) as endpoint:
        done = run("--endpoint", endpoint.url, "--model", endpoint.model, "--samples", "2", "--out", folder)
        assert done.returncode == 0, done.stdout + done.stderr
        asked = {json.loads(line)["item"] for line in (folder / "generations.jsonl").read_text().splitlines()}
        assert asked == {"sh/Made_0"}
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["items"] == 1
    assert manifest["left_out"]["items"] == 3
    assert [(each["what"], each["items"]) for each in manifest["left_out"]["reasons"]] == [
        ("language swift", 2), ("language dart", 1)]
    assert "/nowhere/swiftc" in manifest["left_out"]["reasons"][0]["why"]
    assert list(manifest["toolchains"]) == ["bash"]
    report = json.loads((folder / "report.json").read_text())
    assert report["manifest"] == manifest
    for profile in ("official", "assay"):
        assert report["profiles"][profile]["samples"]["asked"] == 2
        assert report["profiles"][profile]["headline"]["estimate"]["value"] == 1
    for text in (done.stderr, " ".join(done.stdout.split()), (folder / "report.html").read_text()):
        assert "3 items are left out and in no score: 2 for language swift" in text


def test_with_nothing_left_nobody_is_asked(run, tmp_path):
    with ScriptedEndpoint(answer, plain=True) as endpoint:
        done = run("--endpoint", endpoint.url, "--model", endpoint.model, "--language", "swift", "--out",
                   tmp_path / "run")
        assert endpoint.requests == 0
    assert done.returncode == 3
    assert "nothing is left to ask: 2 items are left out" in done.stderr


def test_answers_that_a_file_lacks_are_named(run, tmp_path):
    given = tmp_path / "given.jsonl"
    given.write_text(json.dumps({"item": "sh/Made_0", "content": [answer(None, None)] * 2}) + "\n"
                     + json.dumps({"item": "rb/Other", "content": "x"}) + "\n")
    refused = run("--generations", given, "--samples", "3", "--out", tmp_path / "a")
    assert refused.returncode == 2
    assert "1 of 1 items have fewer than 3 answers in the file: sh/Made_0 has 2" in refused.stderr
    assert not (tmp_path / "a").exists()
    allowed = run("--generations", given, "--samples", "3", "--allow-fewer", "--out", tmp_path / "b")
    assert allowed.returncode == 0, allowed.stdout + allowed.stderr
    assert "sh/Made_0 has 2" in allowed.stderr
    assert "1 rows of" in allowed.stderr and "this run doesn't have" in allowed.stderr
    assert "read as those of the chat protocol; --protocol says otherwise" in allowed.stderr
    fewer = run("--generations", given, "--samples", "1", "--protocol", "chat", "--out", tmp_path / "c")
    assert fewer.returncode == 0 and "--protocol" not in fewer.stderr
    report = json.loads((tmp_path / "c" / "report.json").read_text())
    assert report["profiles"]["assay"]["samples"]["asked"] == 1
