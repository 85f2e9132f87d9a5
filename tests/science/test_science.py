"""The reward function `science` against pairs whose label is certain, by POST /v1/score of the built binary.

The pairs are pairs.jsonl, made by independent_pairs.py without a look at the verifier. An undecided pair counts as not
agreeing. On failure the table of categories and each disagreement is printed.
"""

import collections
import json
import pathlib

import pytest

PAIRS = pathlib.Path(__file__).resolve().parent / "pairs.jsonl"
AGREEMENT = 0.99
BATCH = 500
RUBRICS = {"science": {"functions": [{"kind": "science"}]}}
LARGE = 1 << 20

# What must be answered, and never as right: (gold, response). Sizes are below the longest response.
HOSTILE = [
    ("5 J", "1e999999 J"),
    ("5 J", r"\boxed{1e999999999999999999 J}"),
    ("5 J", "10^10^10 J"),
    ("5", r"\boxed{10^{10^{10^{10}}}}"),
    ("5 J", "9" * (LARGE - 10) + " J"),
    ("5 J", r"\boxed{" + "9" * (LARGE - 20) + " J}"),
    ("5 J", r"\boxed{5" + "0" * 9000 + " J}"),
    ("5 J", "0." + "0" * 9000 + "1 J"),
    ("5 J", "(" * 500000 + "6" + ")" * 500000 + " J"),
    ("5 J", r"\boxed{" + "{" * 4000 + "6" + "}" * 4000 + " J}"),
    ("5 J", r"\boxed{" * 100000 + "6 J" + "}" * 100000),
    ("5 J", r"\frac{" * 3000 + "5" + "}{2}" * 3000 + " J"),
    ("5 J", "\\boxed{5\x00 K}"),
    ("5 J", "\x00" * 1000),
    ("5 J", "nan"),
    ("5 J", r"\boxed{nan J}"),
    ("nan", "nan J"),
    ("5 J", "inf J"),
    ("inf", "5"),
    ("5 J", r"\boxed{\infty\ J}"),
    ("5 m", "5 m^99999"),
    ("5 m", "5 m^{999999999999}"),
    ("5 m", r"\boxed{5\ m^{-2147483648}}"),
    ("5 m", "5 " + "m·" * 4000 + "m"),
    ("5 m", "5 m" + "/m" * 4000),
    ("5 m", "5 m^(m^m)"),
    ("5 J", "1/0"),
    ("5 J", r"\boxed{\frac{5}{0}\ J}"),
    ("0", "0/0"),
    ("C6H12O6", "C" + "9" * 100000),
    ("C6H12O6", "(" * 4000 + "C" + ")2" * 4000),
    ("C6H12O6", "(" * 12 + "C" + ")999999999" * 12),
    ("2H2 + O2 -> 2H2O", " + ".join(["H2"] * 3000) + " -> H2O"),
    ("2H2 + O2 -> 2H2O", "99999999999999999999999H2 + O2 -> 2H2O"),
    ("[Ar] 3d^6 4s^2", "[Ar] " + "3d^6 " * 3000),
    ("[Ar] 3d^6 4s^2", "[Ar] 3d^{99999999999999} 4s^2"),
    ("B", "B C " * 200000),
    ("5 J", "5 J" + " or 6 J" * 100000),
    ("5 J", " or ".join(["5 J", "6 J"] * 1500)),
    ("5 J", "<think>" * 100000 + r"\boxed{5 J}"),
    ("5 J", "$" * 1000000),
    ("5 J", r"\SI{" * 5000 + "5" + "}{J}" * 5000),
    (r"\frac{3}{2}RT", "(R+T)^{999999}"),
    (r"\frac{3}{2}RT", r"\boxed{\frac{3}{2}RT^{10^{10}}}"),
    ("1e300 m", "1e300 km"),
    ("5 J", "5e-324 J"),
]


def pairs():
    return [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]


def outcomes(server, rows):
    """(outcome, reason) of each (gold, response)."""
    found = []
    for begin in range(0, len(rows), BATCH):
        items = [{"gold": gold, "response": response} for gold, response in rows[begin:begin + BATCH]]
        reply = server.post("/v1/score", {"rubrics": RUBRICS, "routes": {"*": "science"}, "items": items})
        assert reply.status == 200, reply.body
        for each in reply.json()["results"]:
            assert not each.get("errors"), each
            detail = each["functions"][0].get("detail") or {}
            outcome = {None: "undecided", 1.0: "correct", 0.0: "incorrect"}[each["score"]]
            found.append((outcome, detail.get("reason", "")))
    return found


@pytest.fixture(scope="module")
def judged(server):
    """The pairs with what the server says of each."""
    rows = pairs()
    found = outcomes(server, [(row["gold"], row["response"]) for row in rows])
    return list(zip(rows, found))


def report(judged):
    table = collections.defaultdict(collections.Counter)
    lines = []
    for row, (outcome, reason) in judged:
        table[row["category"]][row["label"], outcome] += 1
        if outcome != row["label"]:
            lines.append(f"{row['id']} {row['category']}: {row['label']}, said {outcome} ({reason}): "
                         f"gold {row['gold']!r}, response {row['response'][-120:]!r}")
    shown = []
    for category, counts in table.items():
        cells = [f"{label} as {outcome} {count}" for (label, outcome), count in sorted(counts.items())]
        shown.append(f"{category}: {', '.join(cells)}")
    return "\n".join(shown + lines)


def test_the_set_is_large_and_has_both_labels_and_every_category():
    rows = pairs()
    assert len(rows) >= 1200
    assert len({row["id"] for row in rows}) == len(rows)
    assert {row["label"] for row in rows} == {"correct", "incorrect"}
    counts = collections.Counter(row["category"] for row in rows)
    for category in ("unit_converted", "same_unit_other_spelling", "significant_figures", "wrong_scale", "wrong_unit",
                     "wrong_value", "wrong_sign", "temperature", "chemistry_right", "chemistry_wrong", "choice_right",
                     "choice_wrong", "several_answers", "final_not_intermediate", "thoughts_only", "none_given",
                     "hostile", "long_right", "long_wrong", "markup_right", "markup_wrong", "option_right", "option_wrong"):
        assert counts[category] >= 5, category


def test_verdicts_are_the_labels(judged):
    agreeing = sum(outcome == row["label"] for row, (outcome, _) in judged)
    assert agreeing >= AGREEMENT * len(judged), f"{agreeing} of {len(judged)}\n{report(judged)}"


@pytest.mark.parametrize("category", ["wrong_scale", "wrong_unit", "markup_wrong"])
def test_no_wrong_scale_or_unit_is_accepted(judged, category):
    accepted = [pair for pair in judged if pair[0]["category"] == category and pair[1][0] == "correct"]
    assert not accepted, report(accepted)


def test_nothing_hostile_is_accepted(server):
    for pair, (outcome, reason) in zip(HOSTILE, outcomes(server, HOSTILE)):
        assert outcome != "correct", (pair[0], pair[1][:80], reason)
    assert outcomes(server, [("72 km/h", r"\boxed{20\ \text{m/s}}")]) == [("correct", "equal")]


def test_bytes_that_are_no_utf8_never_score(server):
    for answer in (b"\\boxed{5 \xff\xfe J}", b"\\boxed{\xc3\x28 5 W}", b"\xff"):
        body = (b'{"rubrics": ' + json.dumps(RUBRICS).encode() + b', "routes": {"*": "science"}, "items": '
                b'[{"gold": "5 J", "response": "' + answer.replace(b"\\", b"\\\\") + b'"}]}')
        reply = server.request("POST", "/v1/score", body, {"Content-Type": "application/json"})
        assert reply.status == 400 or reply.json()["results"][0]["score"] != 1.0, reply.body
