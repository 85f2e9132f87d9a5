#!/usr/bin/python3
"""Rows of every public format, converted by a running server and judged: right programs and answers are
accepted, their wrong twins rejected.

usage: run_convert.py --url URL [--rows 300] [--format NAME]...

Rows are those of tests/harness/published_rows.py. Prints a line for each format and each surprise;
exit code 1 with any.
"""

import argparse
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import published_rows  # noqa: E402
from harness.client import Client  # noqa: E402

BATCH = 50


def convert(client, name, samples, store=False):
    """The converter's results; a row that is refused, or taken for another format, is an error."""
    body = {"rows": [each.row for each in samples], "store": store}
    reply = client.post("/v1/problems:convert", body)
    assert reply.status == 200, reply.body
    results = reply.json()["results"]
    for sample, result in zip(samples, results):
        # Mathematics of trainers is in the trainers' format.
        assert result.get("format") == name.removesuffix("_math"), (sample.row, result)
    return results


def submission(result, code):
    more = {"limits": result["limits"]} if "limits" in result else {}
    return {"language": result.get("language", "python"), "code": code, "problem": result["problem"], **more}


def judge_code(client, samples, results):
    """(index, what, result) of each verdict that isn't the recorded one."""
    body = [submission(result, code) for sample, result in zip(samples, results)
            for code in (sample.right, sample.wrong)]
    reply = client.post("/v1/verify", {"submissions": body})
    assert reply.status == 200, reply.body
    for number, verdict in enumerate(reply.json()["results"]):
        right = number % 2 == 0
        if (verdict["score"] == 1) != right or verdict["masked"]:
            yield number // 2, "right" if right else "wrong", verdict


def judge_math(client, samples, results):
    items = [{"gold": result["gold"], "response": text} for sample, result in zip(samples, results)
             for text in (sample.right, sample.wrong)]
    reply = client.post("/v1/math/verify", {"items": items})
    assert reply.status == 200, reply.body
    for number, verdict in enumerate(reply.json()["results"]):
        right = number % 2 == 0
        if verdict["verdict"] != ("correct" if right else "incorrect"):
            yield number // 2, "right" if right else "wrong", verdict


def judge_format(client, name, samples, store=False):
    """Lines about what was judged otherwise than it should."""
    lines = []
    for begin in range(0, len(samples), BATCH):
        some = samples[begin:begin + BATCH]
        results = convert(client, name, some, store)
        judge = judge_math if results[0]["kind"] == "math" else judge_code
        for index, what, verdict in judge(client, some, results):
            told = {key: verdict.get(key) for key in ("verdict", "reason", "message")}
            lines.append(f"{name}: row {begin + index}: {what} one: {told}")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", required=True)
    parser.add_argument("--rows", type=int, default=300, help="most rows of a format")
    parser.add_argument("--format", action="append", choices=published_rows.FORMATS)
    arguments = parser.parse_args()
    client = Client(arguments.url, keep_alive=True)
    surprises = []
    for name in arguments.format or published_rows.FORMATS:
        samples = published_rows.rows_of(name, arguments.rows, with_contests=True)
        started = time.monotonic()
        lines = judge_format(client, name, samples)
        print(f"{name:14} {len(samples):4} rows, {2 * len(samples) - len(lines)} of {2 * len(samples)} as expected, "
              f"{time.monotonic() - started:.1f} s", flush=True)
        for line in lines:
            print("  " + line, flush=True)
        surprises += lines
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
