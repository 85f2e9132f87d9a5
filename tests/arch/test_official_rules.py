"""The rules of the official drivers have a version, which is part of every verdict's key: a run that is resumed with
other drivers judges its older rows again. So a driver can't change without somebody deciding about the version."""

import hashlib
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "src" / "lab" / "eval" / "official"
# kOfficialRules, and the SHA-256 of the drivers that it names.
RULES = "official-2"
DRIVERS = "3470fa49f15f064643bf6ce7f3acffeb7d80d1157dc705fe8c9656ce30b3b0e0"


def drivers():
    digest = hashlib.sha256()
    for path in sorted(FOLDER.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def test_drivers_and_the_version_of_their_rules_change_together():
    named = re.search(r'kOfficialRules = "([^"]+)"', (FOLDER / "harness.h").read_text()).group(1)
    assert (named, drivers()) == (RULES, DRIVERS), (
        "an official driver has changed: raise kOfficialRules when a verdict may differ or a row holds something else "
        "(rows of both would be mixed in resumed runs), and write its name and the new hash here")
