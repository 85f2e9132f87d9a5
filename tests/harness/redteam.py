"""`assay redteam` against a running server: programs that must, or must not, be accepted."""

import json
import subprocess

from harness import server as harness


def flawless(server, *arguments):
    """The scorecard, after a check that no attack was accepted and no honest program rejected."""
    done = subprocess.run(
        [harness.binary(), "redteam", "--json", "--url", f"http://127.0.0.1:{server.port}", *arguments],
        capture_output=True, text=True, timeout=3600)
    assert done.returncode in (0, 1, 3), done.stderr
    card = json.loads(done.stdout)
    assert card["accepted_attacks"] == []
    assert card["rejected_twins"] == []
    assert card["no_verdict"] == []
    assert done.returncode == 0
    return card
