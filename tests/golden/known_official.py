"""Recorded statuses that the official drivers don't give, each with its cause.

EvalPlus' samples were judged in August 2024 with HumanEval+ 0.1.10 and MBPP+ 0.2.0. The data here is of 2023,
with at most a hundred additional inputs a problem, and none for some. What a sample failed on is recorded, so
whether the data has that input can be looked up; the base inputs are complete, and their status must agree.
"""

_ABSENT = "the data has no additional inputs for this problem"
_LATER = "failed on an input that this data doesn't have"
_EARLIER = "fails on an input that 0.1.10 replaced"


def cause_of(sample: dict, row: dict, got: str) -> str:
    """Why the status for the additional inputs may differ; empty: it should not. The one for the base inputs
    never may."""
    if got.split()[0] != "base=" + sample["base_status"]:
        return ""
    if not isinstance(row["plus_input"], list) or not row["plus_input"]:
        return _ABSENT
    if sample["plus_status"] != "pass":
        failed = sample["plus_fail_tests"]
        return _LATER if failed and failed[-1] not in row["plus_input"] else ""
    return _EARLIER if row["problem_id"] in OTHER_INPUTS else ""


# Recorded as failing on base inputs and passing all additional ones, while the additional inputs of 2023 have the
# very case that fails among the base ones.
OTHER_INPUTS = frozenset({"HumanEval/20", "HumanEval/116"})
