"""The Model Context Protocol with literal messages: /mcp of a server, and `assay mcp` over pipes.

What the official clients make of it is `make check-mcp`.
"""

import hashlib
import json
import subprocess
import threading
import time

import pytest

from harness import server as harness

HELLO = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
    "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
          "io.modelcontextprotocol/clientCapabilities": {}}
SUM = "a, b = map(int, input().split())\nprint(a + b)\n"
TESTS = [{"input": "1 2\n", "expected": "3"}, {"input": "40 2\n", "expected": "42"}]
FOREVER = {"language": "python", "code": "while True: pass", "cpu_time_s": 60}


def call(number, tool, arguments, **params):
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call",
            "params": {"name": tool, "arguments": arguments, **params}}


class Http:
    """A session of /mcp."""

    def __init__(self, server, version="2025-11-25"):
        self.server, self.headers = server, {}
        hello = json.loads(json.dumps(HELLO))
        hello["params"]["protocolVersion"] = version
        reply = self.send(hello)
        assert reply.status == 200 and reply.json()["result"]["protocolVersion"] == version
        self.headers = {"Mcp-Session-Id": reply.headers["mcp-session-id"], "MCP-Protocol-Version": version}
        assert self.send(READY).status == 202

    def send(self, message, **headers):
        return self.server.request("POST", "/mcp", message, {
            "Accept": "application/json, text/event-stream", **self.headers, **headers})

    def ask(self, message):
        reply = self.send(message)
        assert reply.status == 200, reply.body
        return reply.json()


class Pipes:
    """`assay mcp` as a client starts it."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([harness.binary(), "mcp", *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.server = None
        assert self.ask(HELLO)["result"]["serverInfo"]["name"] == "assay"
        self.tell(READY)

    def tell(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, message):
        self.tell(message)
        return self.read()

    def close(self):
        out, err = self.process.communicate(timeout=300)
        assert out == "" and self.process.returncode == 0, (out, err)


@pytest.fixture(scope="module")
def pipes():
    if reason := harness.why_not():
        pytest.skip(reason)
    client = Pipes("--slots", "2")
    yield client
    client.close()


@pytest.fixture(params=["http", "pipes", "pipes to a server"])
def client(request, server):
    if request.param == "http":
        yield Http(server)
    elif request.param == "pipes":
        yield request.getfixturevalue("pipes")
    else:
        remote = Pipes("--url", f"http://127.0.0.1:{server.port}")
        yield remote
        remote.close()


def result(reply):
    """A tool's structured content, which is its text, too."""
    assert reply["result"]["isError"] is False, reply
    structured = reply["result"]["structuredContent"]
    assert json.loads(reply["result"]["content"][0]["text"]) == structured
    return structured


def test_tools_by_every_transport(client):
    tools = client.ask({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["run_code", "verify", "check_math"]
    ran = result(client.ask(call(2, "run_code", {"language": "python", "code": SUM, "stdin": "3 4"})))
    assert (ran["outcome"], ran["exit_code"], ran["stdout"]) == ("exited", 0, "7\n")
    right = result(client.ask(call(3, "verify", {"language": "python", "code": SUM, "tests": TESTS})))
    assert (right["verdict"], right["score"], right["tests_accepted"]) == ("AC", 1, 2)
    wrong = result(client.ask(call(4, "verify", {
        "language": "cpp", "code": "#include <iostream>\nint main() { std::cout << 3; }", "stop": "all",
        "tests": TESTS})))
    assert (wrong["verdict"], wrong["score"], wrong["tests_accepted"]) == ("WA", 0.5, 1)
    assert wrong["failed_tests"][0]["stdout"] == "3"
    broken = result(client.ask(call(5, "run_code", {"language": "cpp", "code": "int main() { return x; }"})))
    assert broken["outcome"] == "compile-failed" and "x" in broken["compiler_output"]
    math = result(client.ask(call(6, "check_math", {"gold": "\\frac{1}{2}", "response": "\\boxed{0.5}"})))
    assert (math["verdict"], math["score"], math["extracted"]) == ("correct", 1, "0.5")


def test_results_are_as_their_schemas_say(client):
    """Every member there, and of the type that tools/list promises."""
    types = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None),
             "array": list, "object": dict}
    tools = {tool["name"]: tool["outputSchema"]
             for tool in client.ask({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})["result"]["tools"]}
    for name, arguments in (("run_code", {"language": "python", "code": "print(1)"}),
                            ("run_code", {"language": "python", "code": "import os; os.abort()"}),
                            ("verify", {"language": "python", "code": SUM, "tests": TESTS[:1] + [
                                {"input": "x", "expected": "y"}]}),
                            ("check_math", {"gold": "1", "response": "no idea"})):
        found = result(client.ask(call(2, name, arguments)))
        assert set(found) == set(tools[name]["properties"]) == set(tools[name]["required"])
        for member, schema in tools[name]["properties"].items():
            allowed = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            assert any(isinstance(found[member], types[each]) for each in allowed), (name, member, found)
            assert found[member] in schema.get("enum", [found[member]])


def test_faults_are_results_that_name_the_field(client):
    reply = client.ask(call(1, "verify", {"language": "python", "code": "x", "tests": [{"input": "1"}],
                                          "memory_mb": -1}))["result"]
    assert reply["isError"] is True and "structuredContent" not in reply
    text = reply["content"][0]["text"]
    assert "- tests[0].expected: Field required" in text and "- memory_mb: Input should be" in text
    unknown = client.ask(call(2, "run_code", {"language": "klingon", "code": "x"}))["result"]
    assert unknown["isError"] is True and "language:" in unknown["content"][0]["text"]


def test_stored_problems_are_resources_without_their_tests(server):
    problem = {"tests": [{"input": "in-secret", "expected": "out-secret"}]}
    canonical = json.dumps(problem, sort_keys=True, separators=(",", ":"))
    name = hashlib.sha256(canonical.encode()).hexdigest()
    assert server.request("PUT", f"/v1/problems/{name}", canonical.encode()).status in (200, 201)
    client = Http(server)
    uri = f"assay://problems/{name}"
    listed = client.ask({"jsonrpc": "2.0", "id": 1, "method": "resources/list"})["result"]["resources"]
    assert uri in [resource["uri"] for resource in listed]
    read = client.ask({"jsonrpc": "2.0", "id": 2, "method": "resources/read", "params": {"uri": uri}})
    text = read["result"]["contents"][0]["text"]
    assert json.loads(text) == {"sha256": name, "mode": "stdin_stdout", "tests": 1}
    # A program that prints what it is given learns nothing by being judged.
    spy = client.ask(call(3, "verify", {"language": "python", "problem_sha256": uri,
                                        "code": "import sys; s = input(); print(s); sys.exit(s)"}))
    assert result(spy)["verdict"] == "RE" and "secret" not in json.dumps(spy)
    right = {"language": "python", "problem_sha256": name, "code": "print('out-secret')"}
    assert result(client.ask(call(4, "verify", right)))["verdict"] == "AC"


def test_requests_without_a_session(server):
    """Revision 2026-07-28."""
    message = call(1, "run_code", {"language": "python", "code": "print(5)"}, _meta=MODERN)
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "run_code"}
    reply = server.request("POST", "/mcp", message, headers)
    assert reply.status == 200 and result(reply.json())["stdout"] == "5\n"
    assert reply.json()["result"]["resultType"] == "complete"
    assert "mcp-session-id" not in reply.headers
    lying = server.request("POST", "/mcp", message, {**headers, "Mcp-Name": "verify"})
    assert lying.status == 400 and lying.json()["error"]["code"] == -32020


def test_both_kinds_of_revisions_over_one_pair_of_pipes(pipes):
    found = pipes.ask({"jsonrpc": "2.0", "id": "d", "method": "server/discover", "params": {"_meta": MODERN}})
    assert found["result"]["supportedVersions"] == ["2026-07-28"]
    reply = pipes.ask(call("c", "run_code", {"language": "python", "code": "print(6)"}, _meta=MODERN))
    assert result(reply)["stdout"] == "6\n" and reply["result"]["resultType"] == "complete"


def test_batches_of_the_revision_that_has_them(server):
    client = Http(server, "2025-03-26")
    replies = client.ask([call(1, "run_code", {"language": "python", "code": "print(1)"}), READY,
                          {"jsonrpc": "2.0", "id": 2, "method": "ping"}])
    assert sorted(reply["id"] for reply in replies) == [1, 2]
    assert Http(server).send([READY]).status == 400


def test_progress_where_it_is_asked_for(server):
    """Told every second: the program takes longer than one."""
    slow = {"language": "python", "code": "import time; time.sleep(2.5); print('done')"}
    reply = Http(server).send(call(1, "run_code", slow, _meta={"progressToken": "p"}))
    assert reply.headers["content-type"] == "text/event-stream"
    messages = [json.loads(line[6:]) for line in reply.body.decode().splitlines() if line.startswith("data: ")]
    progress = [each["params"] for each in messages[:-1]]
    assert progress and all(each["progressToken"] == "p" for each in progress)
    assert [each["progress"] for each in progress] == sorted(each["progress"] for each in progress)
    assert result(messages[-1])["stdout"] == "done\n"


def wait_until(what):
    deadline = time.monotonic() + 120
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def under_way(server):
    return server.get("/v1/info").json()["queued_submissions"]


def test_cancelled_requests_stop_over_http(server):
    client = Http(server)
    replies = []
    thread = threading.Thread(target=lambda: replies.append(client.send(call("x", "run_code", FOREVER))))
    thread.start()
    wait_until(lambda: under_way(server) == 1)
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "x"}}
    assert client.send(cancel).status == 202
    thread.join(120)
    assert replies[0].json()["error"]["code"] == 499
    wait_until(lambda: under_way(server) == 0)


@pytest.mark.parametrize("how", ["http", "pipes"])
def test_clients_that_leave_stop_their_work(server, how):
    if how == "http":
        connection = server.connect()
        client = Http(server)
        connection.request("POST", "/mcp", json.dumps(call(1, "run_code", FOREVER)), client.headers)
        wait_until(lambda: under_way(server) == 1)
        connection.close()
    else:
        client = Pipes("--url", f"http://127.0.0.1:{server.port}")
        client.tell(call(1, "run_code", FOREVER))
        wait_until(lambda: under_way(server) == 1)
        client.tell({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    wait_until(lambda: under_way(server) == 0)
    if how == "pipes":
        client.close()  # nothing was said about what was cancelled


def test_a_server_that_is_not_there_is_no_verdict():
    client = Pipes("--url", "http://127.0.0.1:9")
    reply = client.ask(call(1, "verify", {"language": "python", "code": "x", "tests": TESTS}))["result"]
    assert reply["isError"] is True
    assert "Assay failed, not the program or the answer" in reply["content"][0]["text"]
    client.close()


def test_a_full_queue_is_no_verdict(start_server):
    server = start_server("--slots", "1", "--max-queue", "1")
    client = Http(server)
    with_patience = threading.Thread(target=lambda: client.send(call("x", "run_code", FOREVER)))
    with_patience.start()
    wait_until(lambda: under_way(server) == 1)
    reply = client.ask(call(2, "verify", {"language": "python", "code": SUM, "tests": TESTS}))["result"]
    assert reply["isError"] is True and "Assay is busy, and nothing has run" in reply["content"][0]["text"]
    assert server.request("DELETE", "/mcp", headers=client.headers).status == 200
    with_patience.join(120)


def test_pages_of_other_sites_are_refused(server):
    assert Http(server).send(READY, Origin="https://evil.example").status == 403


def test_the_token_goes_to_the_server(tmp_path):
    """What a proxy that asks for one gets to see."""
    import http.server
    seen = []

    class Proxy(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            seen.append((self.path, self.headers["Authorization"]))
            body = b'{"count": 0, "problems": []}' if self.headers["Authorization"] == "Bearer key7" else b"{}"
            self.send_response(200 if len(body) > 2 else 401)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{proxy.server_port}"
    key = tmp_path / "key"
    key.write_text("key7\n")
    lists = {"jsonrpc": "2.0", "id": 1, "method": "resources/list"}
    with_token = Pipes("--url", url, "--token-file", str(key))
    assert with_token.ask(lists)["result"] == {"resources": []}
    with_token.close()
    without = Pipes("--url", url)
    assert "does it want a token (--token-file, ASSAY_TOKEN)?" in without.ask(lists)["error"]["message"]
    without.close()
    proxy.shutdown()
    assert seen == [("/v1/problems", "Bearer key7"), ("/v1/problems", None)]


@pytest.mark.parametrize("arguments, complaint", [
    (["--url", "ftp://x"], "--url: must be like"),
    (["--url", "http://x", "--token-file", "/nowhere"], "--token-file:"),
    (["--token-file", "/nowhere"], "--token-file: is for a server at --url")])
def test_wrong_use_is_named(arguments, complaint):
    ended = subprocess.run([harness.binary(), "mcp", *arguments], stdin=subprocess.DEVNULL, text=True,
                           capture_output=True)
    assert ended.returncode == 2 and complaint in ended.stderr and ended.stdout == ""
