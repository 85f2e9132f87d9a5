"""Generated pairs with certain labels (pairs.py), judged by libassay_math.so.

Prints a table by category. Fails below 99 % agreement, above 0.1 % false positives among the wrong
answers, or when more than 0.1 % of the wrong answers escape their zero by a null score.
"""

import collections
import ctypes
import os

import pairs
import pytest
from test_c_abi import CORRECT, INCORRECT, OK, UNPARSEABLE, LIBRARY, Result

pytestmark = pytest.mark.skipif(not os.path.exists(LIBRARY), reason="ASSAY_MATH_LIB is not set")

SEEDS = [pairs.SEED, 2024]


@pytest.fixture(scope="module")
def judge():
    library = ctypes.CDLL(LIBRARY)
    library.assay_math_verify.argtypes = [
        ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t,
        ctypes.c_char_p, ctypes.POINTER(ctypes.POINTER(Result)),
    ]
    library.assay_math_free.argtypes = [ctypes.POINTER(Result)]
    library.assay_math_free.restype = None

    def verdict(pair):
        gold, response = pair.gold.encode(), pair.response.encode()
        result = ctypes.POINTER(Result)()
        status = library.assay_math_verify(gold, len(gold), response, len(response), None,
                                           ctypes.byref(result))
        assert status == OK
        judged = result.contents.verdict, result.contents.reason.decode()
        library.assay_math_free(result)
        return judged

    return verdict


def has_score(verdict, reason):
    """Whether the verdict is a score: nothing but what the gold is to blame for is masked."""
    if verdict == UNPARSEABLE:
        return not reason.startswith("gold_")
    return verdict in (CORRECT, INCORRECT)


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_pairs(judge, seed):
    table = collections.defaultdict(collections.Counter)
    disagreements = []
    for pair in pairs.all_pairs(seed):
        verdict, reason = judge(pair)
        row = table[pair.category]
        row["right" if pair.expected else "wrong"] += 1
        if (verdict == CORRECT) != pair.expected:
            row["false+" if verdict == CORRECT else "false-"] += 1
            disagreements.append((pair, verdict, reason))
        if not pair.expected and not has_score(verdict, reason):
            row["masked"] += 1
    total = sum(table.values(), collections.Counter())
    columns = ["right", "wrong", "false-", "false+", "masked"]
    print(f"\n{'seed ' + str(seed):<36}" + "".join(f"{column:>8}" for column in columns))
    for category, row in [*sorted(table.items()), ("all", total)]:
        print(f"{category:<36}" + "".join(f"{row[column]:>8}" for column in columns))
    for pair, verdict, reason in disagreements[:40]:
        print(f"{pair.category}: {pair.gold} | {pair.response} | expected {pair.expected}, "
              f"verdict {verdict} ({reason})")
    count = total["right"] + total["wrong"]
    assert count >= 2000 and len(table) >= 60
    assert 1 - len(disagreements) / count >= 0.99
    assert total["false+"] <= 0.001 * total["wrong"]
    assert total["masked"] <= 0.001 * total["wrong"]


def test_labels_do_not_depend_on_the_process():
    assert pairs.all_pairs(7) == pairs.all_pairs(7)
    assert pairs.all_pairs(7) != pairs.all_pairs(8)
