"""Attacks on function calls and right programs that are easily rejected, in languages whose toolchains not every
machine has: no attack is accepted, and no honest program is rejected. Those of the others are in tests/tamper and
tests/idioms.

    make check-toolchains
"""

import pathlib

import pytest

from harness import redteam

from .test_toolchains import missing, need  # noqa: F401

FOLDER = pathlib.Path(__file__).resolve().parent
EXTENSIONS = {"csharp": ".cs", "go": ".go", "rust": ".rs", "typescript": ".ts"}


@pytest.mark.parametrize("corpus, count, kind", [("tamper", 12, "attacks"), ("idioms", 10, "twins")])
@pytest.mark.parametrize("language", EXTENSIONS)
def test_no_attack_is_accepted_and_no_honest_program_rejected(server, missing, language, corpus, count, kind):  # noqa: F811
    need(missing, language)
    card = redteam.flawless(server, "--corpus", FOLDER / corpus, only=EXTENSIONS[language])
    assert card["total"][kind] >= count
    assert card["total"]["twins"] >= card["total"]["attacks"]
