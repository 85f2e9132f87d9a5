"""The commands that docs/trainers.md has for each trainer, run as they are printed: without a token against a server that
asks for none, and with one against a server that does."""

import hashlib
import os
import subprocess
import sys

import pytest

from harness import server as harness

sys.path.insert(0, str(harness.REPOSITORY / "tests" / "documents"))
import trainers_page  # noqa: E402

PROOFS = trainers_page.proofs((harness.REPOSITORY / "docs" / "trainers.md").read_text(encoding="utf-8"))
TOKEN = "s3cret"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """The port of a server that asks for the token."""
    reason = harness.why_not()
    if reason:
        pytest.skip(reason)
    tokens = tmp_path_factory.mktemp("tokens") / "tokens.yaml"
    tokens.touch(mode=0o600)
    tokens.write_text(f"- {{name: trainer, role: user, sha256: '{hashlib.sha256(TOKEN.encode()).hexdigest()}'}}\n")
    with harness.AssayServer(["--slots", "1", "--tokens", str(tokens)]) as server:
        yield server.port


def said(command, port):
    """What a command of the page prints. HOST:8080 is where the server is, TOKEN the token, and python has the package."""
    assert "HOST:8080" in command
    command = command.replace("HOST:8080", f"127.0.0.1:{port}")
    command = command.replace("=TOKEN", f"={TOKEN}").replace(":TOKEN@", f":{TOKEN}@")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ASSAY_")}
    environment["PYTHONPATH"] = str(harness.REPOSITORY / "clients" / "python" / "src")
    # Debian's Python is called python3.
    named = f'python() {{ "{sys.executable}" -B "$@"; }}\n'
    return subprocess.run(["bash", "-c", named + command], env=environment, capture_output=True, text=True, timeout=120,
                          cwd="/").stdout


@pytest.mark.parametrize("proof", PROOFS, ids=[proof.section.replace(" ", "-") for proof in PROOFS])
def test_the_page_proves_what_it_says(server, guarded, proof):
    assert proof.words in said(proof.plain, server.port)
    assert proof.words in said(proof.token, guarded)


def test_without_the_token_there_is_no_answer(guarded):
    """The server does ask: else the commands with a token would prove nothing."""
    curl = next(proof for proof in PROOFS if proof.section == "slime")
    assert curl.words not in said(curl.plain, guarded)
