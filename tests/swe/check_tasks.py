"""All tasks of tests/swe/repositories, by a running server: every reference must be resolved, and no wrong patch.

    python3 tests/swe/check_tasks.py --url http://127.0.0.1:8080 [--language go] [--task NAME]

Ends with 1 when a verdict is another one. A language whose tools aren't on this machine is skipped, and said.
"""

import argparse
import collections
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import repositories  # noqa: E402
import verdicts  # noqa: E402
from harness.client import Client  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", required=True)
    parser.add_argument("--language", action="append")
    parser.add_argument("--task", help="only this one: REPOSITORY-NAME")
    arguments = parser.parse_args()
    server = Client(arguments.url)
    graded, wrong = collections.Counter(), 0
    for task in repositories.tasks(arguments.language):
        if arguments.task and task.id != arguments.task:
            continue
        if why := verdicts.why_not(task):
            print(f"{task.id}: skipped, {why}")
            continue
        began = time.monotonic()
        found = verdicts.faults(server, task)
        graded[task.language] += 2 + len(task.wrong)
        print(f"{task.id}: {2 + len(task.wrong)} patches, {len(found)} wrong verdicts, {time.monotonic() - began:.1f} s",
              flush=True)
        print("".join(found), end="", flush=True)
        wrong += len(found)
    print(f"{sum(graded.values())} patches ({', '.join(f'{name} {count}' for name, count in sorted(graded.items()))}), "
          f"{wrong} wrong verdicts")
    return 1 if wrong or not graded else 0


if __name__ == "__main__":
    sys.exit(main())
