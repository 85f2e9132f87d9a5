#!/usr/bin/python3
"""E2B's released code interpreter, unmodified, against a server with sandboxes: kernels in a sandbox.

    check_code_interpreter.py --url http://127.0.0.1:8080 --client FOLDER

FOLDER has e2b-code-interpreter and what it needs (pip install --target).
"""

import base64
import os
import sys

from checks import expect, parser

PNG = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def cells(box):
    ran = box.run_code("x = 1\nprint('out')\nimport sys\nprint('err', file=sys.stderr)\nx + 1")
    expect((ran.text, ran.logs.stdout, ran.logs.stderr, ran.error) == ("2", ["out\n"], ["err\n"], None), f"{ran}")
    expect(box.run_code("x").text == "1", "what the cell before defined")
    failed = box.run_code("1/0").error
    expect(failed.name == "ZeroDivisionError" and "1/0" in failed.traceback, f"an error: {failed}")
    expect(box.run_code("import os; os.environ['A']", envs={"A": "b"}).text == "'b'", "an environment")
    shown = box.run_code(f"import base64\nclass P:\n  def _repr_png_(self): return base64.b64decode('{PNG}')\nP()")
    expect(base64.b64decode(shown.results[0].png) == base64.b64decode(PNG), f"a picture: {shown}")
    lines = []
    box.run_code("print(1)", on_stdout=lambda message: lines.append(message.line))
    expect(lines == ["1\n"], f"lines as they come: {lines}")


def contexts(box):
    """Each has names of its own."""
    made = box.create_code_context(cwd="/tmp")
    expect(box.run_code("import os; os.getcwd()", context=made).text == "'/tmp'", "its directory")
    expect(box.run_code("x", context=made).error.name == "NameError", "names of another context")
    expect(made.id in [one.id for one in box.list_code_contexts()], "the list of contexts")
    box.run_code("y = 1", context=made)
    box.restart_code_context(made)
    expect(box.run_code("y", context=made).error.name == "NameError", "names from before a restart")
    box.remove_code_context(made)
    expect(made.id not in [one.id for one in box.list_code_contexts()], "a removed context")


def main():
    accepted = parser(__doc__)
    accepted.add_argument("--client", required=True)
    arguments = accepted.parse_args()
    os.environ.update(E2B_API_URL=arguments.url, E2B_SANDBOX_URL=arguments.url, E2B_VALIDATE_API_KEY="false")
    os.environ.setdefault("E2B_API_KEY", "none")
    sys.path.insert(0, arguments.client)
    from e2b.exceptions import TimeoutException
    from e2b_code_interpreter import Sandbox

    box = Sandbox.create(timeout=300)
    cells(box)
    contexts(box)
    for wait in ({"code": "import time; time.sleep(600)", "timeout": 2}, {"code": "1", "ended": True}):
        # The client tells both as a timeout: a cell over its time, and a sandbox that has ended.
        if wait.pop("ended", False):
            box.kill()
        try:
            box.run_code(**wait)
        except TimeoutException:
            continue
        expect(False, f"TimeoutException expected of {wait}")
    print("e2b-code-interpreter: passed")


if __name__ == "__main__":
    main()
