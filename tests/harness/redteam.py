"""`assay redteam` against a running server: programs that must, or must not, be accepted."""

import json
import os
import subprocess

from harness import server as harness


# Right programs that the tier `landlock` rejects, each for what it can't give (docs/operate.md): a path of a
# box that a program makes up by itself, a local socket with a name, and POSIX semaphores, which the C library
# puts into /dev/shm.
NOT_IN_LANDLOCK = {
    "sum/chdir_tmp.idiom.py", "sum/multiprocessing_pool.idiom.py", "sum/multiprocessing_queue.idiom.py",
    "sum/multiprocessing_shared.idiom.py", "sum/process_pool.idiom.py", "speak/abstract_socket.honest.py",
    "whisper/directory_offset.honest.c",
}


def flawless(server, *arguments):
    """The scorecard, after a check that no attack was accepted and no honest program rejected."""
    done = subprocess.run(
        [harness.binary(), "redteam", "--json", "--url", f"http://127.0.0.1:{server.port}", *arguments],
        capture_output=True, text=True, timeout=3600)
    assert done.returncode in (0, 1, 3), done.stderr
    card = json.loads(done.stdout)
    assert card["accepted_attacks"] == []
    lacking = NOT_IN_LANDLOCK if os.environ.get("ASSAY_TIER") == "landlock" else set()
    assert set(card["rejected_twins"]) <= lacking
    assert card["no_verdict"] == []
    assert done.returncode == 0 or card["rejected_twins"]
    return card
