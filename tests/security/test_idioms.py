"""Right programs that verifiers are known to reject for how they read, print, end or look (tests/idioms)
are accepted: all of them by one server, and the Python ones without warm interpreters, too."""

import pathlib

from harness import redteam

CORPUS = ["--corpus", str(pathlib.Path(__file__).resolve().parents[1] / "idioms")]


def test_all_idioms_are_accepted(server):
    assert redteam.flawless(server, *CORPUS)["total"]["twins"] >= 300


def test_python_idioms_are_accepted_on_cold_interpreters(start_server):
    cold = start_server("--warm", "off")
    assert redteam.flawless(cold, *CORPUS, only=".py")["total"]["twins"] >= 250
