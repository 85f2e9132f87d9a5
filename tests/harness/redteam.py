"""`assay redteam` against a running server: programs that must, or must not, be accepted."""

import json
import os
import subprocess

from harness import server as harness


# Attacks by numbers of the host's, which the tier `landlock` names as open (docs/internals/channels.md): they come
# through where nobody else uses any up.
OPEN_IN_LANDLOCK = {"whisper/inode_counter.attack.py", "whisper/process_number.attack.sh"}


# How often a program is judged again that got no verdict: a host that takes most of its processors' time
# away can't tell an endless program from one that never had its turn, and says so.
AGAIN = 4


def scorecard(server, arguments, only):
    command = [harness.binary(), "redteam", "--json", "--url", f"http://127.0.0.1:{server.port}", *arguments]
    command += ["--only", only] if only else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600)
    assert done.returncode in (0, 1, 3), done.stderr
    return json.loads(done.stdout)


def flawless(server, *arguments, only=""):
    """The scorecard, after a check that no attack was accepted and no honest program rejected, of those
    whose name has `only` in it."""
    card = scorecard(server, arguments, only)
    open_here = OPEN_IN_LANDLOCK if os.environ.get("ASSAY_TIER") == "landlock" else set()
    judged, open_cases = [card], card["no_verdict"]
    for _ in range(AGAIN):
        again = [scorecard(server, arguments, name) for name in open_cases]
        judged += again
        open_cases = [name for one in again for name in one["no_verdict"]]
    for one in judged:
        assert set(one["accepted_attacks"]) <= open_here
        assert one["rejected_twins"] == []
    assert open_cases == []
    return card
