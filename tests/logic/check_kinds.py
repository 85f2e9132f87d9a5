"""Every kind of logic puzzle, made and solved, and all sorts of answers judged by `assay logic` and by second programs.

    check_kinds.py --assay build/release/assay --count 1000

ends with a table and with 1 if anything was judged in two ways. Disagreements are written as JSON lines to --faults.
"""

import argparse
import json
import pathlib
import sys
import time

import proof
from oracles import CHECKS

COLUMNS = ["kind", "made", "told alike", "solved", "right", "mutants", "right", "near", "right", "other forms", "right",
           "tried out", "right", "disagree", "seconds"]


def check(binary, kind, count, seed):
    """A row of the table, and the disagreements."""
    begin = time.time()
    pairs = proof.solved_puzzles(binary, kind, count, seed)
    easy = [row for row, _ in pairs if row["difficulty"] == 1][:max(1, count // 50)]
    steps = [proof.told(kind, pairs), proof.compare(binary, kind, pairs),
             proof.mutated(binary, kind, pairs, count, seed), proof.near(binary, kind, pairs, seed),
             proof.other_forms(binary, kind, pairs, seed), proof.whole_spaces(binary, kind, easy)]
    differ = [each for _, _, part in steps for each in part]
    figures = [figure for made, right, _ in steps for figure in (made, right)]
    return [kind, *figures, len(differ), round(time.time() - begin, 1)], differ


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--assay", default="build/release/assay", help="the binary [%(default)s]")
    options.add_argument("--count", type=int, default=1000, help="puzzles, and mutants, of a kind [%(default)s]")
    options.add_argument("--kinds", nargs="*", default=sorted(CHECKS), choices=sorted(CHECKS), help="[all]")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--faults", type=pathlib.Path, help="a file for disagreements")
    given = options.parse_args()
    table, faults = [COLUMNS], []
    for number, kind in enumerate(given.kinds, 1):
        print(f"{number} of {len(given.kinds)}: {kind}", file=sys.stderr, flush=True)
        row, differ = check(given.assay, kind, given.count, given.seed)
        table.append(row)
        faults += [{"kind": kind, **each} for each in differ]
    if given.faults:
        given.faults.write_text("".join(json.dumps(fault, ensure_ascii=False) + "\n" for fault in faults))
    for row in table:
        print(f"{row[0]:22}" + "".join(f"{figure!s:>{len(title) + 2}}" for figure, title in zip(row[1:], COLUMNS[1:])))
    unsolved = [row[0] for row in table[1:] if not row[1] == row[2] == row[3] == row[4] or row[9] != row[10]]
    print(f"{len(faults)} disagreements; a prompt, a solution or a form isn't right: {', '.join(unsolved) or 'none'}")
    return 1 if faults or unsolved else 0


if __name__ == "__main__":
    sys.exit(main())
