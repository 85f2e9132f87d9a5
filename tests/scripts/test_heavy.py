"""The heavy suites are the same in the Makefile, in scripts/heavy.sh and in tests/BUDGET.md."""

import pathlib
import re
import subprocess

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
MAKEFILE = (REPOSITORY / "Makefile").read_text()


def targets():
    found = set(re.findall(r"^check-([a-z-]+): ## ", MAKEFILE, re.MULTILINE)) - {"all"}
    assert len(found) > 10
    return found


def test_check_all_runs_every_target():
    listed = re.search(r"^HEAVY := ((?:.*\\\n)*.*)$", MAKEFILE, re.MULTILINE).group(1)
    assert set(listed.replace("\\", " ").split()) == targets()


def test_every_target_starts_the_suite_of_its_name():
    for name in targets():
        assert f"check-{name}: ## " in MAKEFILE
        assert re.search(rf"^check-{name}: ## .*\n\t@scripts/heavy.sh {name}$", MAKEFILE, re.MULTILINE)


def test_every_suite_is_known_to_the_script():
    script = (REPOSITORY / "scripts" / "heavy.sh").read_text()
    assert set(re.findall(r"^    ([a-z-]+)\)", script, re.MULTILINE)) == targets()


def test_the_budget_lists_every_target_with_its_minutes():
    budget = (REPOSITORY / "tests" / "BUDGET.md").read_text()
    rows = dict(re.findall(r"^\| `make check-([a-z-]+)` \| .+ \| (.+) \|$", budget, re.MULTILINE))
    assert set(rows) == targets()
    for name, minutes in rows.items():
        assert re.search(r"\d|not measured", minutes), name


def test_help_lists_every_target():
    told = subprocess.run(["make", "--no-print-directory", "-C", REPOSITORY, "help"], check=True,
                          capture_output=True, text=True).stdout
    phony = re.search(r"^\.PHONY: ((?:.*\\\n)*.*)$", MAKEFILE, re.MULTILINE).group(1)
    for name in re.sub(r"\$\(.*?\)|\\", " ", phony).split():
        assert f"make {name} " in told, name
    for name in targets():
        assert f"make check-{name} " in told, name
