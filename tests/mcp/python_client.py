"""The official SDK in Python as a client; started by check_clients.py."""

import argparse
import asyncio
import importlib.metadata
import json

from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

SUM = "a, b = map(int, input().split())\nprint(a + b)\n"
TESTS = [{"input": "1 2\n", "expected": "3"}]
SLOW = "import time\ntime.sleep(2.5)\nprint('done')\n"


async def play(server, mode, problem):
    """The script. The SDK itself checks every message against the protocol's types, and every structured
    content against its tool's schema."""
    async with Client(server, mode=mode) as client:
        if mode in ("legacy", "auto"):  # else nobody has asked
            assert client.server_info.name == "assay", client.server_info
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["run_code", "verify", "check_math"]
        ran = await client.call_tool("run_code", {"language": "python", "code": SUM, "stdin": "3 4"})
        assert not ran.is_error and ran.structured_content["stdout"] == "7\n", ran
        assert json.loads(ran.content[0].text) == ran.structured_content
        right = await client.call_tool("verify", {"language": "python", "code": SUM, "tests": TESTS})
        assert right.structured_content["verdict"] == "AC", right
        wrong = await client.call_tool("verify", {"language": "python", "code": "print(4)", "tests": TESTS})
        assert wrong.structured_content["verdict"] == "WA", wrong
        math = await client.call_tool("check_math", {"gold": "\\frac{1}{2}", "response": "\\boxed{0.5}"})
        assert math.structured_content["verdict"] == "correct", math
        faulty = await client.call_tool("verify", {"language": "klingon", "code": "x", "tests": TESTS})
        assert faulty.is_error and "language" in faulty.content[0].text, faulty
        seen = []

        async def on_progress(progress, total, message):
            seen.append(progress)

        slow = await client.call_tool("run_code", {"language": "python", "code": SLOW},
                                      progress_callback=on_progress)
        assert slow.structured_content["stdout"] == "done\n" and seen and seen == sorted(seen), (slow, seen)
        try:
            await asyncio.wait_for(client.call_tool(
                "run_code", {"language": "python", "code": "while True: pass", "cpu_time_s": 600}), 2)
            raise AssertionError("an endless program ended")
        except asyncio.TimeoutError:
            pass  # the SDK cancels the request
        templates = (await client.list_resource_templates()).resource_templates
        assert [each.uri_template for each in templates] == ["assay://problems/{sha256}"]
        await client.list_resources()
        if problem:
            uri = f"assay://problems/{problem}"
            assert uri in [str(each.uri) for each in (await client.list_resources()).resources]
            text = (await client.read_resource(uri)).contents[0].text
            assert json.loads(text)["tests"] == 1 and "secret" not in text, text
            stored = await client.call_tool("verify", {"language": "python", "problem_sha256": uri,
                                                       "code": "print(input())"})
            assert stored.structured_content["verdict"] == "WA" and "secret" not in str(stored), stored
        try:
            await client.read_resource("assay://problems/" + "0" * 64)
            raise AssertionError("a problem that isn't there was read")
        except MCPError as error:
            assert "there is no resource" in str(error), error
        return client.protocol_version


async def main():
    parser = argparse.ArgumentParser()
    for name in ("--url", "--assay", "--problem"):
        parser.add_argument(name, required=True)
    given = parser.parse_args()
    sdk = "mcp " + importlib.metadata.version("mcp")
    servers = {
        "http": (given.url + "/mcp", given.problem),
        "stdio to a server": (StdioServerParameters(command=given.assay, args=["mcp", "--url", given.url]),
                              given.problem),
        "stdio": (StdioServerParameters(command=given.assay,
                                        args=["mcp", "--slots", "2"]), None)}
    for how, (server, problem) in servers.items():
        for mode in ("legacy", "auto", "2026-07-28"):
            version = await play(server, mode, problem)
            print(f"ok  {sdk}, {how}, mode {mode}: revision {version}", flush=True)


asyncio.run(main())
