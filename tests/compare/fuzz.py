"""Judges random pairs of outputs with the built comparisons and with the references, and counts.

    fuzz.py [--pairs 1000000] [--seed 1] [--binary build/release/tests/compare/compare_pairs] [COMPARISON…]

Prints a line for each comparison; exits with 1 when one differs from its reference anywhere.
"""

import argparse
import collections
import os
import pathlib
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import generator  # noqa: E402
import references  # noqa: E402

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BATCH = 50_000
SHOWN = 5


def binary():
    return os.environ.get("COMPARE_PAIRS") or REPOSITORY / "build" / "release" / "tests" / "compare" / "compare_pairs"


def decisions(name, pairs, program=None):
    """The built comparison's decisions, a character for each pair."""
    packed = b"".join(struct.pack("<I", len(t)) + t for pair in pairs for t in pair)
    done = subprocess.run([program or binary(), *name.split()], input=packed, capture_output=True, check=True)
    return done.stdout.decode("ascii")


def pairs_for(name, count, seed):
    """Batches of random pairs, in the families of the comparison by turns."""
    families = references.COMPARISONS[name][1]
    makers = [generator.Generator(f"{seed} {name} {family}", family) for family in families]
    made = 0
    while made < count:
        size = min(BATCH, count - made)
        yield [makers[i % len(makers)].pair() for i in range(size)]
        made += size


def fuzz(name, count, seed=1, program=None):
    """How often each decision was taken, and the first pairs that differ: (expected, actual, got, wanted)."""
    reference = references.COMPARISONS[name][0]
    python_profile = name.endswith(references.PYTHON_PROFILES)
    taken, wrong = collections.Counter(), []
    for batch in pairs_for(name, count, seed):
        got = decisions(name, batch, program)
        assert len(got) == len(batch)
        for (expected, actual), decision in zip(batch, got):
            if python_profile and references.beyond_ascii(expected, actual):
                taken["left out"] += 1
                continue
            wanted = reference(expected, actual)
            taken[wanted] += 1
            if wanted != decision:
                taken["different"] += 1
                if len(wrong) < SHOWN:
                    wrong.append((expected, actual, decision, wanted))
    return taken, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary")
    parser.add_argument("comparisons", nargs="*", default=list(references.COMPARISONS))
    options = parser.parse_args()
    failed = False
    for name in options.comparisons:
        taken, wrong = fuzz(name, options.pairs, options.seed, options.binary)
        counts = " ".join(f"{k}={taken[k]}" for k in ("A", "W", "P", "F") if taken[k])
        print(f"{name}: {options.pairs} pairs, {taken['different']} different, {taken['left out']} left out ({counts})", flush=True)
        for expected, actual, got, wanted in wrong:
            failed = True
            print(f"  {expected!r} {actual!r}: {got}, the reference says {wanted}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
