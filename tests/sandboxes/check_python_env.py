#!/usr/bin/python3
"""verifiers' legacy PythonEnv, as released, over Prime's older client, against a server of its own.

    check_python_env.py --client FOLDER --packages FOLDER

The first FOLDER has verifiers 0.1.9 and prime-sandboxes 0.2.36 (pip install --target), the second numpy, sympy and scipy. The
environment's start runs `pip install -q numpy sympy scipy` and `python` in its sandbox, which reaches no index and has the
host's toolchains: the server is started where the host has both, in a mount namespace of its own, and pip finds that nothing
is to be done. PIP_BREAK_SYSTEM_PACKAGES makes Debian's pip look at all.
"""

import argparse
import asyncio
import os
import pathlib
import sys
import tempfile

from checks import expect
from harness.server import AssayServer

MOUNTS = ('mount --bind "$1" /usr/local/bin && mkdir -p "$3" && mount --bind "$2" "$3" && shift 3 && '
          'exec "$@"')
VERSION = ".".join(map(str, sys.version_info[:2]))


def host_with(programs, packages):
    """The prefix of a command that then sees these as the host's."""
    return ["unshare", "--mount", "sh", "-c", MOUNTS, "sh", programs, packages,
            f"/usr/local/lib/python{VERSION}/dist-packages"]


async def rollout(vf, datasets):
    environment = vf.PythonEnv(environment_vars={"PIP_BREAK_SYSTEM_PACKAGES": "1"}, rubric=vf.Rubric(),
                               dataset=datasets.Dataset.from_list([{"question": "x", "answer": "x"}]))
    state = vf.State(input={"prompt": [], "answer": "", "example_id": 0, "task": "check"})
    await environment.setup_state(state)
    try:
        async def python(code):
            return await environment.python(**environment.update_tool_args("python", {"code": code}, [], state))

        said = await python("import sympy\nx = sympy.factorint(91)\nprint('shown')\nsum(x)")
        expect("20" in said and "shown" in said, f"a cell: {said}")
        expect("{7: 1, 13: 1}" in await python("x"), "what the cell before defined")
        expect("ZeroDivisionError" in await python("1 / 0"), "an error")
    finally:
        await environment.destroy_sandbox(state)
    expect(not environment.active_sandboxes, "a sandbox that is left")


def main():
    accepted = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    accepted.add_argument("--client", required=True)
    accepted.add_argument("--packages", required=True)
    arguments = accepted.parse_args()
    with tempfile.TemporaryDirectory() as programs:
        os.chmod(programs, 0o755)
        pathlib.Path(programs, "python").symlink_to("/usr/bin/python3")
        with AssayServer(["--slots", "1"], prefix=host_with(programs, arguments.packages)) as server:
            os.environ.update(PRIME_API_BASE_URL=f"http://127.0.0.1:{server.port}", HOME=programs)
            os.environ.setdefault("PRIME_API_KEY", "none")
            sys.path.insert(0, arguments.client)
            import datasets
            import verifiers as vf

            asyncio.run(rollout(vf, datasets))
            print(f"verifiers {vf.__version__}, PythonEnv: passed", flush=True)


if __name__ == "__main__":
    main()
