"""Verdicts that differ from a data set's recorded label, with the reason; docs/golden.md tells more."""

_TYPING = "recorded as failed only for want of `from typing import List`, which the driver brings"
_PLAIN = "the sanitized reference contradicts the assert list; it fails in plain python3 too"
_SYS = "recorded as failed only for want of an import that the driver brings"
_SET = "recorded against the base inputs as sets; the assert list compares tuples in order"
_NUMPY = "recorded against complex inputs; the assert list passes integers"
_UNOPTIMISED = "the output is right, in plain gcc too; the label is not"
_EXIT_CODE = "prints the right text and exits with 15; the label looks at the text only"
_NOT_TESTED = "passes the data's tests in plain python3 too"
_LIBRARY = "needs a library beyond the language: OpenSSL's header, or js-md5"
_OVERLOAD = "calls its own strlen(string) only where strlen(const char*) is not declared"
_PRINTED = "fails its own test; where console.assert only prints, nobody notices"
_ORACLE = "labelled by a rule that EvalPlus has for this problem alone: sets, not None, two answers"

KNOWN = {
    **{f"humaneval/HumanEval/{name}": _TYPING
       for name in ("0/sample0", "7/sample4", "14/sample5", "20/sample7", "17/sample8")},
    **{f"mbpp_sanitized/Mbpp/{number}/reference": _PLAIN
       for number in (83, 143, 229, 249, 396, 438, 442, 444, 574, 582, 595, 640, 746)},
    **{f"mbpp/Mbpp/{name}": _SYS for name in ("596/sample126", "596/sample854", "82/sample740")},
    **{f"mbpp/Mbpp/579/sample{number}": _SET for number in (119, 302, 1029)},
    "mbpp/Mbpp/252/sample411": _NUMPY,
    **{f"q4/wrong/wrong_4_{number}": _NOT_TESTED for number in ("017", "078", "189", "264", "322")},
    "introclass/smallest/346b1d3c1cdc/008": _EXIT_CODE,
    **{f"introclass/syllables/{name}": _UNOPTIMISED
       for name in ("98d873cde394/000", "93f87bf20be1/001", "d120480a6e4b/004", "dde0a464867a/007")},
    **{f"{name}/162/canonical_solution": _LIBRARY
       for name in ("humaneval_x/CPP", "humaneval_x/JavaScript", "humanevalpack/CPP",
                    "humanevalpack/JavaScript")},
    **{f"mbppplus_2023_11/Mbpp/{name}": _ORACLE
       for name in ("249/reference", "558/sample477", "737/sample332", "737/sample512",
                    "737/sample697", "737/sample1057")},
    "humaneval_x/JavaScript/112/canonical_solution": _PRINTED,
    "humanevalpack/CPP/23/buggy_solution": _OVERLOAD,
}


def is_known(case_id):
    return case_id in KNOWN
