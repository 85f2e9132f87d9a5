#!/usr/bin/env python3
"""Random tables, written by pyarrow in every codec, encoding and page version and with pages and row
groups of all sizes, against the rows that Assay's reader gives.

    check_parquet.py [--rounds 20] [--seed 1] [--rows BINARY] [FILE…]

With files, those are compared instead: what pyarrow reads of them, and what we do. Needs pyarrow;
`make check-parquet` makes an environment with it. The last line is "N passed, N failed, N skipped".
"""

import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import pyarrow.parquet as pq
import reference
import tables

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def same(ours, theirs):
    """Whether two JSON texts are one value; decimals by their digits, floats by their value."""
    return canonical(json.loads(ours, parse_float=str)) == canonical(json.loads(theirs, parse_float=str))


def canonical(value):
    if isinstance(value, dict):
        return {key: canonical(item) for key, item in value.items()}
    if isinstance(value, list):
        return [canonical(item) for item in value]
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    if isinstance(value, str):
        try:
            return value if "e" not in value and "E" not in value else float(value)
        except ValueError:
            return value
    return value


def options(dice):
    return {
        "compression": dice.choice(tables.CODECS),
        "data_page_version": dice.choice(["1.0", "2.0"]),
        "data_page_size": dice.choice([1, 60, 1000, 1 << 20]),
        "write_batch_size": dice.choice([1, 7, 64, 1024]),
        "row_group_size": dice.choice([5, 60, 1 << 20]),
        "write_page_checksum": dice.random() < 0.5,
        "use_compliant_nested_type": dice.random() < 0.5,
        "store_schema": dice.random() < 0.5,
    }


def cases(dice, rounds):
    """(what it is, table, options of write_table)"""
    for _ in range(rounds):
        size = dice.choice([0, 1, 3, 50, 400])
        written = options(dice)
        dictionary = dice.choice([True, False])
        yield "nested", tables.nested(dice, size), {**written, "use_dictionary": dictionary,
                                                    "dictionary_pagesize_limit": dice.choice([100, 1 << 20])}
        yield "kinds", tables.kinds(dice, size), {**written, "use_dictionary": dictionary}
        for encoding in tables.ENCODINGS:
            yield encoding, tables.for_encoding(dice, size, encoding), {
                **options(dice), "use_dictionary": False, "column_encoding": encoding}


def our_rows(binary, path):
    return subprocess.run([binary, path], capture_output=True, check=True).stdout.decode().splitlines()


def difference(ours, theirs):
    """A line about the first row that differs, or nothing."""
    for i, (our, their) in enumerate(zip(ours, theirs)):
        if not same(our, their):
            return f"row {i + 1}:\n  ours   {our[:2000]}\n  theirs {their[:2000]}"
    return f"{len(ours)} rows, not {len(theirs)}" if len(ours) != len(theirs) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", default=REPOSITORY / "build" / "release" / "tests" / "parquet" / "data_rows")
    parser.add_argument("files", nargs="*", metavar="FILE")
    chosen = parser.parse_args()
    passed = failed = 0

    def judge(name, path, table):
        nonlocal passed, failed
        ours = our_rows(chosen.rows, path)
        wrong = ours[-1] if ours and ours[-1].startswith("error: ") else difference(ours, list(reference.rows(table)))
        passed, failed = passed + (wrong is None), failed + (wrong is not None)
        if wrong is not None:
            print(f"{name}: {wrong}", flush=True)

    for file in chosen.files:
        judge(file, file, pq.ParquetFile(file).read())
    if not chosen.files:
        dice = random.Random(chosen.seed)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "table.parquet"
            for name, table, written in cases(dice, chosen.rounds):
                pq.write_table(table, path, **written)
                judge(f"{name} {written}", path, table)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
