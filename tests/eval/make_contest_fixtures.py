#!/usr/bin/env python3
"""Writes fixtures/{code_contests,apps,aethercode}.parquet: rows made here, under the schemas that the data sets' cards
publish, as the hubs' tools write them (nested lists and structs, nulls, Snappy). The data itself is nobody's to keep in
a repository. Needs pyarrow; `make check-parquet` makes an environment with it.

usage: make_contest_fixtures.py [FOLDER]        (default: fixtures beside this file)
"""

import json
import pathlib
import sys

import pyarrow as pa
import pyarrow.parquet as pq

TESTS = pa.struct([("input", pa.list_(pa.string())), ("output", pa.list_(pa.string()))])
SOLUTIONS = pa.struct([("language", pa.list_(pa.int64())), ("solution", pa.list_(pa.string()))])
CODE_CONTESTS = pa.schema([
    ("name", pa.string()), ("description", pa.string()), ("public_tests", TESTS), ("private_tests", TESTS),
    ("generated_tests", TESTS), ("source", pa.int64()), ("difficulty", pa.int64()), ("solutions", SOLUTIONS),
    ("incorrect_solutions", SOLUTIONS), ("cf_contest_id", pa.int64()), ("cf_index", pa.string()),
    ("cf_points", pa.float32()), ("cf_rating", pa.int32()), ("cf_tags", pa.list_(pa.string())),
    ("is_description_translated", pa.bool_()), ("untranslated_description", pa.string()),
    ("time_limit", pa.struct([("seconds", pa.int64()), ("nanos", pa.int64())])), ("memory_limit_bytes", pa.int64()),
    ("input_file", pa.string()), ("output_file", pa.string())])
APPS = pa.schema([("problem_id", pa.int64()), ("question", pa.string()), ("solutions", pa.string()),
                  ("input_output", pa.string()), ("difficulty", pa.string()), ("url", pa.string()),
                  ("starter_code", pa.string())])
AETHERCODE = pa.schema([
    ("id", pa.string()), ("description", pa.string()), ("time_limit", pa.int64()), ("memory_limit", pa.int64()),
    ("checker", pa.string()),
    ("test_cases", pa.list_(pa.struct([("input", pa.string()), ("output", pa.string())]))), ("year", pa.int64()),
    ("date", pa.string()), ("difficulty", pa.string()), ("contest_category", pa.string()),
    ("contest_name", pa.string())])


def tests(*pairs):
    return {"input": [pair[0] for pair in pairs], "output": [pair[1] for pair in pairs]}


def solutions(*pairs):
    return {"language": [pair[0] for pair in pairs], "solution": [pair[1] for pair in pairs]}


def code_contests():
    row = {"name": "1_A. Double", "description": "Read a number, print twice as much.",
           "public_tests": tests(("1\n", "2\n")), "private_tests": tests(("3\n", "6\n")),
           "generated_tests": tests(("4\n", "8\n"), ("5\n", "10\n")), "source": 2, "difficulty": 2,
           "solutions": solutions((2, "int main() {}"), (3, "print(int(input()) * 2)\n")),
           "incorrect_solutions": solutions((3, "print(input())\n")), "cf_contest_id": 1, "cf_index": "A",
           "cf_points": 0.0, "cf_rating": 800, "cf_tags": ["math"], "is_description_translated": False,
           "untranslated_description": "", "time_limit": {"seconds": 2, "nanos": 500000000},
           "memory_limit_bytes": 256 << 20, "input_file": "", "output_file": ""}
    none = solutions()
    yield row
    yield {**row, "name": "p2", "time_limit": None, "memory_limit_bytes": 0, "difficulty": 7,
           "generated_tests": tests(), "solutions": none, "incorrect_solutions": none}
    yield {**row, "name": "p3", "public_tests": tests(), "private_tests": tests(), "generated_tests": tests()}


def apps():
    row = {"problem_id": 0, "question": "Add the numbers of a line.", "difficulty": "introductory", "url": "",
           "solutions": json.dumps(["print(sum(map(int, input().split())))"]), "starter_code": "",
           "input_output": json.dumps({"inputs": ["1 2\n"], "outputs": ["3\n"]})}
    yield row
    yield {**row, "problem_id": 1, "starter_code": "def f(a, b):\n\t", "solutions": "",
           "input_output": json.dumps({"fn_name": "f", "inputs": [[1, 2]], "outputs": [[3]]})}
    yield {**row, "problem_id": 2, "input_output": ""}


def aethercode():
    row = {"id": "60173", "description": "Any number but the one that is read.", "time_limit": 1500, "memory_limit": 512,
           "checker": '#include "testlib.h"\nint main(int c, char** v) { registerTestlibCmd(c, v); '
                      'quitf(ouf.readInt() != inf.readInt() ? _ok : _wa, "said"); }\n',
           "test_cases": [{"input": "1\n", "output": "2\n"}, {"input": "7\n", "output": "1\n"}], "year": 2024,
           "date": "2024/11/17", "difficulty": "Easy", "contest_category": "ICPC East Asia Regionals",
           "contest_name": "Made up"}
    yield row
    yield {**row, "id": "60174", "checker": None}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "fixtures"
    for name, schema, rows in (("code_contests", CODE_CONTESTS, code_contests()), ("apps", APPS, apps()),
                               ("aethercode", AETHERCODE, aethercode())):
        pq.write_table(pa.Table.from_pylist(list(rows), schema=schema), folder / f"{name}.parquet")


if __name__ == "__main__":
    main()
