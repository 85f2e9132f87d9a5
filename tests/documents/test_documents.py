"""What the Markdown files name exists; and the check that says so finds what is planted."""

import pathlib
import sys

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import check_documents  # noqa: E402


def test_every_path_and_test_that_a_document_names_exists():
    assert list(check_documents.check_documents(REPOSITORY)) == []


@pytest.fixture
def repository(tmp_path):
    """A little one with a source, tests of each kind, and a Makefile."""
    for path, text in {
            "src/engine/engine.cc": "", "src/engine/engine.h": "",
            "src/engine/engine_test.cc": "TEST(Engine, Answers) {}\nTEST_F(EngineFixture, Waits) {}\n",
            "tests/security/test_a.py": "def test_it_does_what_it_says():\n    pass\n",
            "tests/CMakeLists.txt": "add_test(NAME fuzz.words COMMAND x)\n",
            "docs/api.md": "", "Makefile": "test: ## runs\ncheck-all: ## more\n"}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


GOOD = ["src/engine/engine.cc", "src/engine/", "src/engine/engine.*", "src/engine/engine.{h,cc}",
        "src/*/engine_test.cc", "engine_test.cc", "test_a.py", "api.md", "tests/security/test_a.py:1",
        "tests/security/test_a.py::test_it_does_what_it_says", "test_it_does_what_it_says",
        "Engine.Answers", "EngineFixture.Waits", "unit.engine", "fuzz.words", "make test", "make check-all"]
BAD = ["src/engine/gone.cc", "src/gone/", "src/engine/gone.*", "src/engine/engine.{h,c}", "gone_test.cc",
       "test_gone.py", "gone.md", "tests/security/test_a.py::test_gone", "test_it_does_what_it_did",
       "Engine.Gone", "unit.gone", "fuzz.gone", "make gone", "make test gone"]
OTHERS = ["test_cases", "build/release/assay", "/tmp/x", "a/b", "json.loads", "Engine::Submit", "2.0/3.0",
          "foo_test.cc"]


@pytest.mark.parametrize("name", GOOD + OTHERS)
def test_a_name_that_is_there_or_not_ours_is_fine(repository, name):
    (repository / "README.md").write_text(f"See `{name}` and [it](docs/api.md) and [x](https://a.b/c).\n")
    assert list(check_documents.check_documents(repository)) == []


@pytest.mark.parametrize("name", BAD)
def test_a_name_without_a_thing_is_found(repository, name):
    (repository / "README.md").write_text(f"First.\n```\n`src/in/a/fence`\n```\nSee `{name}`.\n")
    offences = list(check_documents.check_documents(repository))
    assert len(offences) == 1 and offences[0].startswith(f"README.md:5: `{name}`")


def test_a_dead_link_is_found(repository):
    (repository / "docs" / "api.md").write_text("[here](../src/gone.cc) and [there](#part)\n")
    assert list(check_documents.check_documents(repository)) == [
        "docs/api.md:1: link to ../src/gone.cc: there is no such path"]
