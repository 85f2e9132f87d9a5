"""Who may use a server: each way a token comes, roles, tenants, the tokens file while it changes, and where a
server refuses to listen."""

import base64
import datetime
import json
import os
import pathlib
import re
import signal
import socket
import subprocess

import pytest

from harness import server as harness
from harness.server import AssayServer
from harness.waiting import until

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

RUN = {"code": "print(6 * 7)", "language": "python"}
VERIFY = {"code": "print(1)", "language": "python", "problem": {"mode": "run"}}


def make(path, name, *arguments):
    """A new token of that file."""
    made = subprocess.run([harness.binary(), "token", "new", "--tokens", path, "--name", name, *arguments],
                          capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


class Guarded:
    """A server with a tokens file, and the tokens of four callers."""

    def __init__(self, folder):
        self.path = str(folder / "tokens.yaml")
        self.user = make(self.path, "trainer", "--tenant", "research")
        self.other = make(self.path, "stranger", "--tenant", "sales")
        self.viewer = make(self.path, "grafana", "--role", "viewer")
        self.admin = make(self.path, "boss", "--role", "admin")
        # On every address, which it may for it has tokens.
        self.server = AssayServer(["--slots", "1", "--host", "0.0.0.0", "--tokens", self.path])

    def ask(self, method, path, body=None, token=None, headers=None):
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return self.server.request(method, path, None if body is None else json.dumps(body).encode(), headers)

    def metric(self, name):
        text = self.ask("GET", "/metrics", token=self.viewer).body.decode()
        return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name))


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """Stops without a token in its log."""
    made = Guarded(tmp_path_factory.mktemp("tokens"))
    made.server.start()
    yield made
    assert made.server.stop() == 0
    assert made.server.leftovers() == []
    log = "\n".join(made.server.log)
    for token in (made.user, made.other, made.viewer, made.admin, "SECRET"):
        assert token not in log


def basic(user, password):
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


def test_a_token_may_come_in_every_way_that_clients_have(guarded):
    token = guarded.user
    encoded = "".join(f"%{ord(letter):02x}" for letter in token)
    for path, headers in [
        ("/run_code", {"Authorization": f"Bearer {token}"}),
        ("/run_code", {"X-API-Key": token}),
        ("/run_code", basic("assay", token)),
        ("/run_code", basic(token, "")),
        (f"/t/{token}/run_code", {}),
        (f"/t/{token}/run_code/", {}),
        (f"/t/{encoded}/run_code", {}),
        (f"/t/{token}/run_code", {"X-API-Key": token}),
    ]:
        reply = guarded.ask("POST", path, RUN, headers=headers)
        assert reply.status == 200, (path, headers, reply.body)
        assert reply.json()["run_result"]["stdout"] == "42\n"
        assert token not in reply.body.decode()


@pytest.mark.parametrize("path, message", [
    ("/run_code", lambda body: body["detail"]), ("/get_reward", lambda body: body["detail"]),
    ("/v1/verify", lambda body: body["error"]["message"]), ("/api/v2/execute", lambda body: body["message"])])
@pytest.mark.parametrize("headers", [
    {}, {"Authorization": "Bearer SECRET"}, {"X-API-Key": "SECRET"}, basic("assay", "SECRET"),
    {"Authorization": "Digest SECRET"}])
def test_others_are_told_in_the_words_of_the_route(guarded, path, message, headers):
    for where in (path, f"/t/SECRET{path}"):
        reply = guarded.ask("POST", where, RUN, headers=headers)
        assert reply.status == 401
        assert "Bearer" in reply.headers["www-authenticate"]
        assert "token" in message(reply.json()) and "SECRET" not in reply.body.decode()


def test_credentials_that_differ_are_refused(guarded):
    reply = guarded.ask("POST", f"/t/{guarded.user}/run_code", RUN, token=guarded.admin)
    assert reply.status == 401 and "differ" in reply.json()["detail"]


def test_probes_need_none(guarded):
    for path in ("/healthz", "/readyz", "/v1/ping", "/health", "/t/SECRET/healthz"):
        assert guarded.ask("GET", path).status == 200, path


def test_roles(guarded):
    asked = {"/metrics": "GET", "/v1/info": "GET", "/v1/verify": "POST", "/v1/problems": "GET"}
    may = {"viewer": [200, 200, 403, 403], "user": [200, 200, 200, 403], "admin": [200, 200, 200, 200]}
    for role, statuses in may.items():
        token = getattr(guarded, role)
        got = [guarded.ask(method, path, VERIFY if method == "POST" else None, token).status
               for path, method in asked.items()]
        assert got == statuses, role
    refusal = guarded.ask("POST", "/v1/verify", VERIFY, guarded.viewer).json()["error"]
    assert refusal["code"] == "forbidden"
    assert refusal["message"] == "the token 'grafana' has the role 'viewer', and POST /v1/verify takes 'user'"


def test_nobody_speaks_for_another_tenant(guarded):
    reply = guarded.ask("POST", "/v1/verify", VERIFY, guarded.user)
    assert reply.json()["origin"] == {"tenant": "research"}
    for token, tenant, status in [(guarded.user, "research", 200), (guarded.user, "sales", 403),
                                  (guarded.admin, "sales", 200)]:
        origin = {"run": "r", "tenant": tenant}
        reply = guarded.ask("POST", "/v1/verify", {"submissions": [VERIFY, {**VERIFY, "origin": origin}]}, token)
        assert reply.status == status, reply.body
        if status == 200:
            assert reply.json()["results"][1]["origin"] == origin
        else:
            assert reply.json()["error"]["field"] == "submissions[1].origin.tenant"
        item = {"gold": "1", "response": "1", "origin": origin}
        assert guarded.ask("POST", "/v1/math/verify", {"items": [item]}, token).status == status
        score = {"rubrics": {"r": {"functions": [{"kind": "math"}]}}, "items": [item]}
        assert guarded.ask("POST", "/v1/score", score, token).status == status
        reply = guarded.ask("POST", "/run_code", RUN, token, {"X-Assay-Tenant": tenant})
        assert reply.status == status, reply.body


def test_the_protocol_for_agents_speaks_for_its_caller(guarded):
    def call(token, method, params, session=None):
        headers = {"Accept": "application/json", **({"Mcp-Session-Id": session} if session else {})}
        return guarded.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, token,
                           headers)

    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    assert call(guarded.viewer, "initialize", hello).status == 403
    session = call(guarded.user, "initialize", hello).headers["mcp-session-id"]
    # A role that may not see everybody's problems sees a list without them.
    assert call(guarded.user, "resources/list", {}, session).json()["result"]["resources"] == []
    reply = call(guarded.user, "tools/call", {"name": "run_code", "arguments": {"code": "print(6 * 7)",
                                                                              "language": "python"}}, session)
    assert "42" in reply.body.decode()
    # Its session is its tenant's.
    assert call(guarded.other, "tools/list", {}, session).status == 404


def test_a_body_is_not_read_before_its_sender_is_known(guarded):
    with socket.create_connection(("127.0.0.1", guarded.server.port), timeout=60) as connection:
        head = ("POST /run_code HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n"
                "Expect: 100-continue\r\n\r\n")
        connection.sendall(head.encode())
        answer = connection.recv(65536).decode()
    assert answer.startswith("HTTP/1.1 401 ") and "connection: close" in answer.lower()
    with socket.create_connection(("127.0.0.1", guarded.server.port), timeout=60) as connection:
        connection.sendall(head.replace("\r\n\r\n", f"\r\nX-API-Key: {guarded.user}\r\n\r\n").encode())
        assert connection.recv(65536).startswith(b"HTTP/1.1 100 ")


def test_the_file_is_read_again_and_a_bad_one_is_not_taken(guarded):
    def may(token):
        return guarded.ask("GET", "/v1/info", token=token).status == 200

    new = make(guarded.path, "new")
    until(lambda: may(new))
    with open(guarded.path, encoding="utf-8") as file:
        good = file.read()
    with open(guarded.path, "w", encoding="utf-8") as file:
        file.write(good + "- {name: bad, role: king}\n")
    until(lambda: guarded.metric("assay_tokens_file_refused") == 1)
    assert may(new) and may(guarded.user)
    until(lambda: any("tokens.yaml:6: role: must be" in line for line in guarded.server.log))

    without = "".join(line for line in good.splitlines(keepends=True) if "'new'" not in line)
    with open(guarded.path, "w", encoding="utf-8") as file:
        file.write(without)
    loads = guarded.metric("assay_tokens_loads_total")
    guarded.server.process.send_signal(signal.SIGHUP)
    until(lambda: guarded.metric("assay_tokens_loads_total") > loads)
    assert not may(new) and may(guarded.user)
    assert guarded.metric("assay_tokens_file_refused") == 0
    assert guarded.metric('assay_access_refusals_total{why="unknown"}') > 0


def test_commands_send_a_token(guarded, tmp_path):
    program = tmp_path / "program.py"
    program.write_text("print(6 * 7)\n", encoding="utf-8")
    file = tmp_path / "token"
    file.write_text(guarded.user + "\n", encoding="utf-8")
    command = [harness.binary(), "run", program, "--url", f"http://127.0.0.1:{guarded.server.port}"]
    plain = {name: value for name, value in os.environ.items() if name != "ASSAY_TOKEN"}

    def run(*arguments, **environment):
        return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=600,
                              stdin=subprocess.DEVNULL, env={**plain, **environment})

    assert run("--token-file", file).stdout == "42\n"
    assert run(ASSAY_TOKEN=guarded.user).stdout == "42\n"
    refused = run()
    assert refused.returncode == 2 and "this server asks for a token" in refused.stderr
    refused = run(ASSAY_TOKEN="SECRET key")
    assert refused.returncode == 2 and "ASSAY_TOKEN" in refused.stderr and "SECRET" not in refused.stderr


def serve(*arguments):
    """An `assay serve` that is expected not to start."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ASSAY_TOKENS")}
    return subprocess.run([harness.binary(), "serve", "--port", "0", *arguments], capture_output=True, text=True,
                          timeout=60, env=environment)


def test_strangers_are_not_let_in_by_accident(tmp_path):
    for host in ("0.0.0.0", "::"):
        ended = serve("--host", host)
        assert ended.returncode == 2
        assert "--tokens" in ended.stderr and "--insecure" in ended.stderr
    with AssayServer(["--slots", "1", "--host", "0.0.0.0", "--insecure"]) as server:
        assert server.post("/run_code", RUN).status == 200
        assert any("everyone who reaches it" in line for line in server.log)


def test_a_tokens_file_with_a_fault_is_no_tokens_file(tmp_path):
    path = tmp_path / "tokens.yaml"
    ended = serve("--tokens", path)
    assert ended.returncode == 2 and str(path) in ended.stderr
    make(path, "a")
    os.chmod(path, 0o644)
    ended = serve("--tokens", path)
    assert ended.returncode == 2 and f"chmod g-w,o-rwx {path}" in ended.stderr
    os.chmod(path, 0o600)
    with open(path, "a", encoding="utf-8") as file:
        file.write("- {name: b, role: user}\n")
    ended = serve("--tokens", path)
    assert ended.returncode == 2 and "tokens.yaml:2: sha256: is missing" in ended.stderr


def test_tokens_are_listed_without_their_secrets(tmp_path):
    path = tmp_path / "tokens.yaml"
    token = make(path, "ci", "--tenant", "research")
    make(path, "boss", "--role", "admin")
    listed = subprocess.run([harness.binary(), "token", "list", "--tokens", path], capture_output=True, text=True,
                            timeout=60)
    rows = [line.split() for line in listed.stdout.splitlines()]
    assert ["boss", "admin", "boss", "never"] in rows and ["ci", "user", "research", "never"] in rows
    assert token not in listed.stdout and token not in path.read_text(encoding="utf-8")


def test_a_token_may_end(guarded):
    wrong = subprocess.run([harness.binary(), "token", "new", "--tokens", guarded.path, "--name", "late", "--expires",
                            "yesterday"], capture_output=True, text=True, timeout=60)
    assert wrong.returncode == 2 and "--expires: must be a time from now" in wrong.stderr
    token = make(guarded.path, "guest", "--expires", "30d")
    until(lambda: guarded.ask("GET", "/v1/info", token=token).status == 200)
    text = pathlib.Path(guarded.path).read_text(encoding="utf-8")
    end = re.search(r"name: 'guest'.*expires: '([^']+)'", text).group(1)
    days = (datetime.datetime.fromisoformat(end[:-1] + "+00:00") - datetime.datetime.now(datetime.timezone.utc)).days
    assert end.endswith("Z") and days in (29, 30)

    # Its end is moved into the past: the file is read again, and who sends it is told why.
    with open(guarded.path, "w", encoding="utf-8") as file:
        file.write(text.replace(end, "2020-01-01T00:00:00Z"))
    until(lambda: guarded.ask("GET", "/v1/info", token=token).status == 401)
    assert guarded.ask("GET", "/v1/info", token=token).json()["error"]["message"] == (
        "the token 'guest' ended at 2020-01-01T00:00:00Z: ask whoever runs this server for another")
    assert guarded.metric('assay_access_refusals_total{why="expired"') >= 1
    listed = subprocess.run([harness.binary(), "token", "list", "--tokens", guarded.path], capture_output=True,
                            text=True, timeout=60).stdout
    ends = {line.split()[0]: " ".join(line.split()[3:]) for line in listed.splitlines()}
    assert ends["guest"] == "2020-01-01T00:00:00Z (over)" and ends["boss"] == "never"
