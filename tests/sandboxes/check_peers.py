#!/usr/bin/python3
"""NeMo-Skills' sandbox client and verl-tool's agent loop, unmodified, against a server with sandboxes.

    check_peers.py --url http://127.0.0.1:8080 --peers FOLDER [--record FILE]

FOLDER has checkouts: NeMo-Skills and verl-tool. Of each one file is used, as it is; what it imports for other work than asking
a server is stood in for. It needs httpx, aiohttp, numpy, pillow and regex. --record writes what was asked and answered.
"""

import asyncio
import importlib.util
import pathlib
import subprocess
import sys
import types

from checks import Recorder, expect, parser

SKILLS = "nemo_skills/code_execution/sandbox.py"
AGENT = "verl_tool/agent_loop/verltool_agent_loop.py"
CELLS = ["x = 6\nprint('first')\nx * 7", "x += 1\nx", "1 / 0", "import sys\nprint('aside', file=sys.stderr)", "print('é' * 600)",
         "import time\ntime.sleep(60)", "x"]


def module(checkout, path, name, stand_ins):
    """The file as a module, with names that its other imports find."""
    for each, names in stand_ins.items():
        made = types.ModuleType(each)
        made.__path__ = []
        vars(made).update(names)
        sys.modules[each] = made
    spec = importlib.util.spec_from_file_location(name, checkout / path)
    found = importlib.util.module_from_spec(spec)
    sys.modules[name] = found
    spec.loader.exec_module(found)
    return found


async def skills(checkout, recorder):
    stand_ins = {"nemo_skills": {}, "nemo_skills.code_execution": {},
                 "nemo_skills.code_execution.proof_utils": {"determine_proof_status": None},
                 "nemo_skills.utils": {"get_logger_name": lambda _: "skills", "python_doc_to_cmd_help": None}}
    found = module(checkout, SKILLS, "nemo_skills.code_execution.sandbox", stand_ins)
    sandbox = found.get_sandbox("local", host="127.0.0.1", port=str(recorder.port))
    told = []
    for cell in CELLS:
        output, session = await sandbox.execute_code(cell, session_id="check-peers", timeout=1.0 if "sleep" in cell else 30.0)
        told.append((output["process_status"], output["stdout"], output["stderr"]))
        expect(session == "check-peers", f"the session's name: {session}")
    expect(told[0] == ("completed", "first\n42\n", ""), f"a cell: {told[0]}")
    expect(told[1][:2] == ("completed", "7\n"), f"what the cell before defined: {told[1]}")
    expect(told[2][0] == "error" and "ZeroDivisionError" in told[2][1], f"an error: {told[2]}")
    expect(told[3][2] == "aside\n", f"stderr: {told[3]}")
    expect(len(told[4][1]) < 1200, f"an output that is cut: {told[4]}")
    expect(told[5][0] == "timeout", f"a cell over its time: {told[5]}")
    expect(told[6][:2] == ("completed", "7\n"), f"the state after it: {told[6]}")
    await sandbox.delete_session("check-peers")
    # A deleted session is made anew, and the client tells its cells again.
    sandbox.session_histories["check-peers"] = ["y = 5"]
    output, _ = await sandbox.execute_code("y + 1", session_id="check-peers", timeout=30.0)
    expect(output["stdout"] == "6\n", f"a session that is restored: {output}")
    await sandbox.delete_session("check-peers")
    await sandbox.close()


async def agent(checkout, recorder):
    stand_ins = {"verl_tool": {}, "verl_tool.agent_loop": {}, "verl": {}, "verl.utils": {},
                 "verl.utils.profiler": {"simple_timer": None}, "verl_tool.utils": {}, "verl_tool.utils.dataset": {},
                 "verl_tool.utils.dataset.audio_utils": {"encode_audio_data": None},
                 "verl_tool.agent_loop.agent_loop": {"AgentLoopBase": object, "register": lambda _: lambda each: each,
                                                     "AgentLoopOutput": object},
                 "verl_tool.agent_loop.vision_utils": dict.fromkeys(("decode_image_url", "encode_image", "encode_image_url"))}
    found = module(checkout, AGENT, "verl_tool.agent_loop.verltool_agent_loop", stand_ins)
    loop = found.VerlToolAgentLoop.__new__(found.VerlToolAgentLoop)
    found.VerlToolAgentLoop.agent_config = found.AgentActorConfig(
        tool_server_url=recorder.url + "/get_observation", tool_call_timeout=60, tool_call_max_retries=0)
    found.VerlToolAgentLoop.session_limit = 8
    first = await loop.interact_with_tool_server("t-1", "<python>\nx = 6\nprint(x * 7)\n</python>", True)
    expect("42" in first["obs"] and first["valid_action"] == 1 and first["done"] == 0, f"an action: {first}")
    second = await loop.interact_with_tool_server("t-1", "So\n```python\nprint(x)\n```", True, {"question": "what is x?"})
    expect("6" in second["obs"] and second["valid_action"] == 1, f"what the action before defined: {second}")
    other = await loop.interact_with_tool_server("t-2", "<python>print(x)</python>", True)
    expect("NameError" in other["obs"], f"another trajectory: {other}")
    none = await loop.interact_with_tool_server("t-2", "The answer is 6.", True, is_last_step=True)
    expect(none["valid_action"] == 0, f"an action without code: {none}")
    last = await loop.interact_with_tool_server("t-1", "", False)
    expect(last["done"] == 1 and last["success"], f"the end of a trajectory: {last}")
    await loop.close_traj_tool_threads("t-2")
    await found.VerlToolAgentLoop.aclose_session()


def commit_of(checkout):
    said = subprocess.run(["git", "-C", checkout, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True)
    return said.stdout.strip() or "unknown"


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--peers", type=pathlib.Path, required=True)
    arguments.add_argument("--record", type=pathlib.Path)
    given = arguments.parse_args()
    lines = []
    for name, check, headers in (("NeMo-Skills", skills, ["X-Session-ID"]), ("verl-tool", agent, [])):
        checkout = given.peers / name
        if not checkout.is_dir():
            print(f"check_peers: skipped {name}: {checkout} is not there")
            continue
        with Recorder(given.url) as recorder:
            asyncio.run(check(checkout, recorder))
            lines += recorder.lines(f"{name}@{commit_of(checkout)}", headers)
        print(f"{name}: passed, {len(recorder.exchanges)} requests")
    if given.record:
        given.record.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
