"""The ladder of isolation tiers: what doctor says of each, forcing one, and refusing with a remedy.

These hold on any machine, whatever its kernel allows."""
import json
import os
import subprocess

import pytest

from harness import server as harness

ORDINARY = 65534


def assay(*arguments, as_user=None):
    """As an ordinary user it is started through a descriptor: the folder may be closed to that one."""
    with open(harness.binary(), "rb") as program:
        def become():
            if as_user is not None:
                os.setgroups([])
                os.setresgid(as_user, as_user, as_user)
                os.setresuid(as_user, as_user, as_user)
        return subprocess.run([f"/proc/self/fd/{program.fileno()}", *arguments], text=True,
                              capture_output=True, pass_fds=[program.fileno()], cwd="/",
                              preexec_fn=become, timeout=300, env={"PATH": os.environ["PATH"]})


@pytest.fixture(autouse=True)
def needs_root():
    if reason := harness.why_not():
        pytest.skip(reason)


def doctor(*options, **how):
    return json.loads(assay("doctor", "--json", "--toolchain-self-test", "off", *options, **how).stdout)


def test_doctor_shows_the_ladder_with_reasons_and_remedies():
    report = doctor()
    assert [tier["name"] for tier in report["tiers"]] == [
        "privileged", "delegated", "userns", "landlock"]
    assert report["tier"] == "privileged" and report["tiers"][0]["stands"]
    for tier in report["tiers"]:
        missing = [f for f in tier["features"] if f["required"] and not f["available"]]
        assert tier["stands"] == (not missing) and bool(tier["problem"]) == bool(missing)
        assert all(f["consequence"] for f in missing)
    shown = assay("doctor", "--toolchain-self-test", "off").stdout
    assert "estimated limits" in shown and "tier: privileged" in shown


def test_an_unprivileged_account_is_told_what_would_help():
    report = doctor(as_user=ORDINARY)
    privileged = report["tiers"][0]
    assert not privileged["stands"]
    root = next(f for f in privileged["features"] if f["name"] == "root with its capabilities")
    assert not root["available"] and "root" in root["remedy"] or "privileged" in root["remedy"]


def test_one_is_forced_or_refused_and_never_replaced():
    served = assay("serve", "--port", "0", "--tier", "privileged", as_user=ORDINARY)
    assert served.returncode != 0 and "does not allow the privileged tier" in served.stderr
    assert "root" in served.stderr
    for tier in doctor()["tiers"]:
        if tier["built"]:
            continue
        served = assay("serve", "--port", "0", "--tier", tier["name"])
        assert served.returncode != 0 and "not built in this version" in served.stderr
    wrong = assay("serve", "--tier", "none")
    assert wrong.returncode != 0 and "userns" in wrong.stderr
