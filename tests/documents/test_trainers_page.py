"""Each trainer's section of docs/trainers.md ends with the command that proves its line, and its form with a token; and
wherever a page shows a request to a server, the same section shows it with a token.

That they work is tests/integration/test_trainer_proofs.py.
"""

import pathlib
import re
import sys

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import trainers_page  # noqa: E402

PAGE = (REPOSITORY / "docs" / "trainers.md").read_text(encoding="utf-8")
# What users need a line for. A trainer that is taken out of the page is missed here.
TRAINERS = {"verl", "Scores of ours", "ScaleBox", "SandboxFusion's SDK", "TRL", "verifiers and prime-rl", "OpenRLHF",
            "slime", "open-instruct", "NeMo-Gym", "open-r1", "AReaL", "rLLM", "SkyRL"}


def test_each_trainers_section_ends_with_its_proof():
    found = trainers_page.proofs(PAGE)
    assert {proof.section for proof in found} == TRAINERS and len(found) == len(TRAINERS)


REQUEST = re.compile(r"\bcurl\b.*8080|https?://(?:HOST|localhost|127\.0\.0\.1):8080")
FORM = re.compile(r"TOKEN\b|\btoken=")
# Made of the OpenAPI document, which has no examples of requests.
PAGES = sorted(path for path in [REPOSITORY / "README.md", REPOSITORY / "clients/python/README.md",
                                 *(REPOSITORY / "docs").glob("*.md")] if path.name != "http.md")


def without_token(text):
    """Titles of sections (with those below them) that show a request, but not how it is with a token."""
    parts = re.split(r"^## ", text, flags=re.MULTILINE)
    return [part.split("\n", 1)[0] for part in parts if REQUEST.search(part) and not FORM.search(part)]


@pytest.mark.parametrize("path", PAGES, ids=[str(path.relative_to(REPOSITORY)) for path in PAGES])
def test_each_request_that_a_page_shows_has_its_form_with_a_token(path):
    assert without_token(path.read_text(encoding="utf-8")) == []


def test_a_request_without_its_form_is_found():
    asks = "Ask:\n\n```sh\ncurl -s localhost:8080/run_code -d '{}'\n```\n"
    assert without_token(f"# P\n\n## One\n{asks}\n## Two\n{asks}With a token: `-H 'Authorization: Bearer TOKEN'`.\n") == ["One"]


def page(ending, table="| [It](#it) | `x` |"):
    return f"# Page\n\n{table}\n\n## It\n\nWords.\n{ending}\n## Else\n\nNothing.\n"


GOOD = "It works when this prints `1`:\n\n```sh\nask http://HOST\nask http://assay:TOKEN@HOST\n```\n"


def test_a_proof_is_read():
    assert trainers_page.proofs(page(GOOD)) == [("It", "ask http://HOST", "ask http://assay:TOKEN@HOST", "1")]


@pytest.mark.parametrize("ending, table, words", [
    ("", None, "doesn't end"), (GOOD + "More.\n", None, "doesn't end"),
    (GOOD.replace("assay:TOKEN@", ""), None, "isn't the first with a token"),
    (GOOD.replace("ask http://assay", "beg http://assay"), None, "isn't the first with a token"),
    (GOOD + "\n### Below\n\nNo proof.\n", None, "Below: doesn't end"),
    (GOOD, "| [It](#it) | `x` |\n| [Gone](#gone) | `x` |", "no section for gone")])
def test_a_section_without_its_proof_is_found(ending, table, words):
    with pytest.raises(ValueError, match=words):
        trainers_page.proofs(page(ending, table or "| [It](#it) | `x` |"))
