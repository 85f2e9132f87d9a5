"""Tenants of one server: shares of the slots while one floods it, caps and their refusals, what no tenant can find
out about another, the audit log, browser sessions."""

import hashlib
import json
import os
import signal
import socket
import subprocess
import threading
import time
import uuid

import pytest

from harness import server as harness
from harness.server import AssayServer
from harness.waiting import until

# Of this run of the tests: the disk may remember what an earlier one had compiled and stored.
NEW = uuid.uuid4().hex

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

PATIENCE_S = 240


def make(path, name, *arguments):
    made = subprocess.run([harness.binary(), "token", "new", "--tokens", path, "--name", name, *arguments],
                          capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def spin(seconds, mark):
    """A program that computes for that long; each mark is another program."""
    return {"language": "python", "problem": {"mode": "run"}, "cache": False,
            "code": f"import time\nwhile time.process_time() < {seconds}: pass\n# {mark}"}


class Tenants:
    def __init__(self, folder, arguments=(), lines=""):
        self.path = str(folder / "tokens.yaml")
        self.tokens = {name: make(self.path, name) for name in ("heavy", "light", "metered", "small")}
        self.admin = make(self.path, "boss", "--role", "admin", "--tenant", "operators")
        with open(self.path, "a") as file:
            file.write(lines)
        harness.hand_over(self.path)
        self.server = AssayServer(["--slots", "1", "--tokens", self.path, *arguments])

    def ask(self, method, path, body=None, tenant=None, headers=None):
        headers = dict(headers or {})
        token = self.admin if tenant == "admin" else self.tokens.get(tenant)
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return self.server.request(method, path, None if body is None else json.dumps(body).encode(), headers)

    def figures(self):
        reply = self.ask("GET", "/v1/tenants", tenant="admin")
        return {each["tenant"]: each for each in reply.json()["tenants"]}

    def metric(self, name):
        text = self.ask("GET", "/metrics", tenant="admin").body.decode()
        return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name))

    def until(self, condition):
        until(condition, self.figures, PATIENCE_S)


LINES = """- {tenant: heavy, weight: 3}
- {tenant: metered, cpu_s_per_hour: 1}
- {tenant: small, max_queued: 2, max_sandboxes: 1}
"""


@pytest.fixture(scope="module")
def tenants(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tenants")
    audit = folder / "audit.jsonl"
    audit.touch()
    harness.hand_over(audit)
    made = Tenants(folder, ["--audit-log", str(audit), "--client-patience-s", "1"], LINES)
    made.audit = audit
    made.server.start()
    yield made
    assert made.server.stop() == 0
    assert made.server.leftovers() == []
    everything = "\n".join(made.server.log) + audit.read_text()
    for secret in [*made.tokens.values(), made.admin, "process_time", "assaysession_"]:
        assert secret not in everything


def test_slot_time_is_shared_by_weight_and_nobody_waits_for_a_flood(tenants):
    """heavy has weight 3 and long tasks, light short ones: both always have work."""
    before = tenants.figures()
    stop = threading.Event()
    replies = []

    def keep_busy(tenant, seconds, at_once):
        rounds = 0
        while not stop.is_set():
            rounds += 1
            batch = [spin(seconds, f"{tenant} {rounds} {i}") for i in range(at_once)]
            replies.append((tenant, tenants.ask("POST", "/v1/verify", {"submissions": batch}, tenant).status))

    # Two of each, so that one's batch waits while the other's ends.
    threads = [threading.Thread(target=keep_busy, args=arguments)
               for arguments in [("heavy", 0.12, 40), ("light", 0.04, 40)] for _ in range(2)]
    for thread in threads:
        thread.start()

    def grown(tenant):
        return tenants.figures().get(tenant, {"cpu_s": 0})["cpu_s"] - before.get(tenant, {"cpu_s": 0})["cpu_s"]

    try:
        tenants.until(lambda: grown("light") > 0.3 and grown("heavy") > 0.3)
        start = grown("heavy"), grown("light")
        tenants.until(lambda: grown("heavy") - start[0] + grown("light") - start[1] > 5)
        heavy, light = grown("heavy") - start[0], grown("light") - start[1]
        # Another's single submission is judged in the middle of it.
        assert tenants.ask("POST", "/v1/verify", spin(0.01, "small"), "small").json()["score"] is None
        assert tenants.figures()["heavy"]["queued"] > 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert {status for _, status in replies} == {200}
    # 5 seconds end with a task or two of anybody's: a margin for that, and none for a wrong share.
    assert 0.65 < heavy / (heavy + light) < 0.85


def test_a_cap_is_refused_by_name(tenants):
    """small may have two submissions; metered a second of slot time an hour."""
    def run_one():
        tenants.ask("POST", "/v1/verify", spin(3, "waits"), "small")

    threads = [threading.Thread(target=run_one) for _ in range(2)]
    for thread in threads:
        thread.start()
    tenants.until(lambda: tenants.figures()["small"]["queued"] == 2)
    refused = tenants.ask("POST", "/v1/verify", spin(0.01, "third"), "small")
    assert refused.status == 429, refused.body
    assert int(refused.headers["retry-after"]) >= 1
    assert "the tenant 'small'" in refused.json()["error"]["message"]
    assert "max_queued" in refused.json()["error"]["message"]
    compatible = tenants.ask("POST", "/run_code", {"code": "print(1)", "language": "python", "run_timeout": 1}, "small")
    if compatible.status != 200:  # its turn came while its client waited
        assert compatible.status == 504 and "max_queued" in compatible.json()["detail"]
    assert tenants.ask("POST", "/v1/verify", spin(0.01, "other"), "light").status == 200
    for thread in threads:
        thread.join()
    assert tenants.figures()["small"]["refused"] >= 1

    first = tenants.ask("POST", "/v1/verify", spin(1.3, "all of it"), "metered")
    assert first.status == 200
    refused = tenants.ask("POST", "/v1/verify", spin(0.01, "more"), "metered")
    assert refused.status == 429, refused.body
    assert 60 < int(refused.headers["retry-after"]) <= 3600
    message = refused.json()["error"]["message"]
    assert "the tenant 'metered'" in message and "cpu_s_per_hour" in message
    assert tenants.metric('assay_tenant_refused_total{tenant="metered"') >= 1


def test_a_cap_holds_for_sandboxes_and_a_new_one_without_a_restart(tenants):
    if tenants.ask("GET", "/v1/info", tenant="light").json()["sandboxes"]["at_most"] == 0:
        pytest.skip("this tier has no sandboxes that live")
    box = tenants.ask("POST", "/v1/sandboxes", {}, "small")
    assert box.status in (200, 201), box.body
    refused = tenants.ask("POST", "/v1/sandboxes", {}, "small")
    assert refused.status == 429, refused.body
    assert "the tenant 'small'" in refused.json()["error"]["message"]
    assert "max_sandboxes" in refused.json()["error"]["message"]
    assert refused.headers["retry-after"]
    prime = tenants.ask("POST", "/api/v1/sandbox", {"name": "b", "docker_image": "python:3.11-slim"}, "small")
    assert prime.status == 503, prime.body
    assert tenants.figures()["small"]["sandboxes"] == 1
    text = open(tenants.path).read()
    with open(tenants.path, "w") as file:
        file.write(text.replace("max_sandboxes: 1", "max_sandboxes: 2"))
    tenants.server.process.send_signal(signal.SIGHUP)
    tenants.until(lambda: tenants.figures()["small"]["limits"]["max_sandboxes"] == 2)
    second = tenants.ask("POST", "/v1/sandboxes", {}, "small")
    assert second.status in (200, 201), second.body
    for made in (box, second):
        tenants.ask("DELETE", f"/v1/sandboxes/{made.json()['id']}", tenant="small")


def test_everybody_sees_the_own_figures_and_an_admin_all(tenants):
    own = tenants.ask("GET", "/v1/tenants", tenant="light").json()["tenants"]
    assert [each["tenant"] for each in own] == ["light"]
    assert set(tenants.figures()) >= {"heavy", "light", "metered", "small"}
    assert tenants.figures()["heavy"]["weight"] == 3
    assert tenants.ask("GET", "/v1/tenants").status == 401
    # Nothing ran for nobody: each route knows whose its submissions are.
    for path, body in [("/run_code", {"code": "print(1)", "language": "python"}),
                       ("/execute_batch", {"scripts": ["1"], "languages": ["python"], "timeout": 9,
                                           "request_timeout": 9}),
                       ("/test_program", {"program": "a = 1", "tests": ["assert a == 1"], "max_execution_time": 5}),
                       ("/api/v2/execute", {"language": "python", "version": "*", "files": [{"content": "print(1)"}]}),
                       ("/rm", {"prompt": "p", "response": "```python\nprint(3)\n```",
                                "label": {"inputs": ["1\n"], "outputs": ["3\n"]}})]:
        before = tenants.figures()["light"]["cpu_s"]
        assert tenants.ask("POST", path, body, "light").status == 200, path
        assert tenants.figures()["light"]["cpu_s"] > before, path
    assert "default" not in tenants.figures()


# ---- what one tenant can find out about another ----

def test_no_verdict_of_anothers_answers(tenants):
    body = {"language": "python", "code": "print(41 + 1)  # oracle",
            "problem": {"tests": [{"input": "", "expected": "42"}]}}
    assert tenants.ask("POST", "/v1/verify", body, "light").json()["cached"] is False
    assert tenants.ask("POST", "/v1/verify", body, "light").json()["cached"] is True
    assert tenants.ask("POST", "/v1/verify", body, "heavy").json()["cached"] is False
    # An admin speaks for a tenant, and has its cache.
    named = {**body, "origin": {"tenant": "light"}}
    assert tenants.ask("POST", "/v1/verify", named, "admin").json()["cached"] is True


def test_no_compile_of_anothers_answers(tenants):
    languages = tenants.ask("GET", "/v1/info", tenant="light").json()["toolchains"]
    if not any(each["language"] == "c" and each["available"] for each in languages):
        pytest.skip("no C compiler here")
    body = {"language": "c", "code": f"int main(void) {{ return 0; }} /* {NEW} */", "cache": False,
            "problem": {"tests": [{"input": "", "expected": ""}]}}

    def compiles():
        return tenants.metric("assay_compiles_total")

    counts = [compiles()]
    for tenant in ("light", "light", "heavy", "heavy"):
        assert tenants.ask("POST", "/v1/verify", body, tenant).json()["verdict"] == "AC"
        counts.append(compiles())
    assert [after - before for before, after in zip(counts, counts[1:])] == [1, 0, 1, 0]


def test_a_stored_problem_is_its_tenants_alone(tenants):
    problem = {"tests": [{"input": NEW, "expected": "3"}]}
    canonical = json.dumps(problem, sort_keys=True, separators=(",", ":"))
    name = hashlib.sha256(canonical.encode()).hexdigest()
    path = f"/v1/problems/{name}"
    submission = {"language": "python", "code": "print(3)", "problem": {"sha256": name}}

    def sees(tenant):
        return (tenants.ask("HEAD", path, tenant=tenant).status, tenants.ask("GET", path, tenant=tenant).status,
                tenants.ask("POST", "/v1/verify", submission, tenant).status)

    first = tenants.server.request("PUT", path, canonical.encode(),
                                   {"Authorization": f"Bearer {tenants.tokens['light']}"})
    assert first.status == 201
    assert sees("light") == (200, 200, 200)
    assert sees("heavy") == (404, 404, 404)
    # Who sends it, too, is answered as the first was.
    decoded = tenants.metric("assay_problems_decoded_total")
    second = tenants.server.request("PUT", path, canonical.encode(),
                                    {"Authorization": f"Bearer {tenants.tokens['heavy']}"})
    assert (second.status, second.json()) == (201, first.json())
    assert tenants.metric("assay_problems_decoded_total") == decoded + 1
    assert sees("heavy") == (200, 200, 200)
    again = tenants.server.request("PUT", path, canonical.encode(),
                                   {"Authorization": f"Bearer {tenants.tokens['heavy']}"})
    assert again.status == 200


def test_problems_are_shared_where_the_operator_says_so(tmp_path):
    shared = Tenants(tmp_path, ["--share-problems", "on"])
    with shared.server:
        problem = b'{"tests":[{"expected":"shared","input":""}]}'
        path = f"/v1/problems/{hashlib.sha256(problem).hexdigest()}"
        put = shared.server.request("PUT", path, problem, {"Authorization": f"Bearer {shared.tokens['light']}"})
        assert put.status in (200, 201)
        assert shared.ask("GET", path, tenant="heavy").status == 200
        body = {"language": "python", "code": "print('shared')", "problem": {"sha256": path.rpartition("/")[2]}}
        assert shared.ask("POST", "/v1/verify", body, "light").json()["cached"] is False
        assert shared.ask("POST", "/v1/verify", body, "heavy").json()["cached"] is False  # verdicts never


# ---- the audit log ----

def audit_lines(tenants, condition):
    found = []

    def there():
        found[:] = [json.loads(line) for line in tenants.audit.read_text().splitlines()]
        return any(condition(line) for line in found)

    tenants.until(there)
    return [line for line in found if condition(line)]


def test_the_audit_log_says_who_did_what(tenants):
    body = {"language": "python", "code": "print('process_time')", "problem": {"mode": "run"},
            "origin": {"run": "audited-run"}}
    assert tenants.ask("POST", "/v1/verify", body, "light").status == 200
    line = audit_lines(tenants, lambda line: line.get("run") == "audited-run")[0]
    assert line["name"] == "light" and line["role"] == "user" and line["tenant"] == "light"
    assert line["route"] == "/v1/verify" and line["method"] == "POST" and line["status"] == 200
    assert line["bytes_in"] == len(json.dumps(body)) and line["bytes_out"] > 0
    assert line["peer"] == "127.0.0.1" and abs(line["time"] - time.time()) < 3600
    assert tenants.ask("GET", "/v1/info", headers={"X-API-Key": "assay_wrong"}).status == 401
    refused = audit_lines(tenants, lambda line: line["status"] == 401 and line["route"] == "/v1/info")[0]
    assert "name" not in refused


def test_the_audit_log_follows_a_moved_file(tenants):
    moved = tenants.audit.with_suffix(".1")
    tenants.audit.rename(moved)
    tenants.audit.touch()
    harness.hand_over(tenants.audit)
    tenants.server.process.send_signal(signal.SIGHUP)

    def written():
        tenants.ask("GET", "/v1/whoami", tenant="light")
        return tenants.audit.read_text() != ""

    tenants.until(written)
    with open(tenants.audit, "a") as file:  # for what the end looks at
        file.write(moved.read_text())
    moved.unlink()


def test_a_full_disk_loses_lines_and_no_verdict(tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    full = Tenants(tmp_path, ["--audit-log", "/dev/full"])
    with full.server:
        for _ in range(3):
            assert full.ask("POST", "/v1/verify", spin(0.01, "full"), "light").status == 200
        full.until(lambda: full.metric("assay_audit_lost_total") >= 3)
        assert full.metric("assay_audit_lines_total") == 0


# ---- browsers ----

def login(tenants, token):
    return tenants.server.request("POST", "/v1/login", json.dumps({"token": token}).encode(),
                                  {"Content-Type": "application/json"})


def test_a_browser_logs_in_with_a_token_and_keeps_a_cookie(tenants):
    reply = login(tenants, tenants.tokens["light"])
    assert reply.status == 204 and reply.body == b""
    said = reply.headers["set-cookie"]
    assert said.startswith("assay_session=assaysession_")
    for part in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"):
        assert part in said
    cookie = {"Cookie": said.partition(";")[0]}
    who = tenants.ask("GET", "/v1/whoami", headers=cookie)
    assert who.json() == {"name": "light", "role": "user", "tenant": "light", "tokens": True}
    assert tenants.ask("GET", "/v1/info", headers=cookie).status == 200
    # What changes something takes the header; a role is still a role.
    refused = tenants.ask("POST", "/v1/verify", spin(0.01, "cookie"), headers=cookie)
    assert refused.status == 403 and "X-Assay-CSRF" in refused.json()["error"]["message"]
    ours = {**cookie, "X-Assay-CSRF": "1"}
    assert tenants.ask("POST", "/v1/verify", spin(0.01, "cookie"), headers=ours).status == 200
    assert tenants.ask("GET", "/v1/problems", headers=cookie).status == 403
    # Another site's page has neither.
    foreign = tenants.ask("POST", "/v1/verify", spin(0.01, "cookie"), headers={**ours, "Sec-Fetch-Site": "cross-site"})
    assert foreign.status == 403
    assert tenants.ask("POST", "/v1/logout", headers=cookie).status == 403
    out = tenants.ask("POST", "/v1/logout", headers=ours)
    assert out.status == 204 and "Max-Age=0" in out.headers["set-cookie"]
    over = tenants.ask("GET", "/v1/whoami", headers=cookie)
    assert over.status == 401


def test_a_script_of_the_page_makes_no_browser_ask_for_a_password(tenants):
    asked = tenants.ask("GET", "/v1/whoami", headers={"Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin"})
    assert asked.status == 401 and "Basic" not in asked.headers["www-authenticate"]
    assert "Basic" in tenants.ask("GET", "/v1/whoami").headers["www-authenticate"]


def test_wrong_logins_are_late_counted_and_few(tenants):
    before = tenants.metric('assay_logins_total{outcome="failed"}')
    assert login(tenants, "assay_wrong").status == 401
    assert tenants.metric('assay_logins_total{outcome="failed"}') == before + 1
    for body in (b"{}", b"[1]", b"{", b'{"token": 7}'):
        assert tenants.server.request("POST", "/v1/login", body, {}).status in (400, 401, 422)
    # Not a byte of a large one is read.
    with socket.create_connection(("127.0.0.1", tenants.server.port), timeout=PATIENCE_S) as connection:
        connection.sendall(b"POST /v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4097\r\n"
                           b"Expect: 100-continue\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 401 ")
    statuses = []

    def guess(number):
        statuses.append(login(tenants, f"assay_guess{number}").status)

    threads = [threading.Thread(target=guess, args=(number,)) for number in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(statuses) <= {401, 429} and 401 in statuses


def test_a_session_ends_with_its_token(tmp_path):
    own = Tenants(tmp_path)
    with own.server:
        cookie = {"Cookie": login(own, own.tokens["light"]).headers["set-cookie"].partition(";")[0]}
        assert own.ask("GET", "/v1/whoami", headers=cookie).status == 200
        lines = open(own.path).read().splitlines(keepends=True)
        with open(own.path, "w") as file:
            file.writelines(line for line in lines if "'light'" not in line)
        own.server.process.send_signal(signal.SIGHUP)
        own.until(lambda: own.ask("GET", "/v1/whoami", headers=cookie).status == 401)
        assert own.ask("GET", "/v1/whoami", tenant="heavy").status == 200


# ---- a Unix socket ----

def over_socket(path, head, body=b"", host="localhost"):
    """The status of one request, and the answer's body."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE_S)
        connection.connect(str(path))
        connection.sendall(f"{head} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
                           f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    text, _, rest = answer.partition(b"\r\n\r\n")
    return int(text.split()[1]), rest


def test_users_of_this_machine_need_no_token_on_a_unix_socket(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    harness.hand_over(folder)
    path = folder / "assay.sock"
    if len(str(path)) > 100:
        pytest.skip("the path of this test's folder is too long for a socket")
    own = Tenants(tmp_path, ["--listen", f"unix:{path},mode=0600"],
                  f"- {{name: me, role: user, tenant: heavy, uids: [{os.geteuid()}]}}\n")
    with own.server:
        assert oct(path.stat().st_mode)[-4:] == "0600"
        status, body = over_socket(path, "GET /v1/whoami")
        assert (status, json.loads(body)["name"], json.loads(body)["tenant"]) == (200, "me", "heavy")
        body = json.dumps({"code": "print(6 * 7)", "language": "python"}).encode()
        status, answer = over_socket(path, "POST /run_code", body)
        assert status == 200 and json.loads(answer)["run_result"]["stdout"] == "42\n"
        assert own.figures()["heavy"]["cpu_s"] > 0
        assert over_socket(path, "GET /v1/problems")[0] == 403  # for admins
        # A token that comes counts, and whose line is gone needs one.
        assert over_socket(path, f"GET /t/{own.admin}/v1/problems")[0] == 200
        lines = open(own.path).read().splitlines(keepends=True)
        with open(own.path, "w") as file:
            file.writelines(line for line in lines if "uids" not in line)
        own.server.process.send_signal(signal.SIGHUP)
        own.until(lambda: over_socket(path, "GET /v1/whoami")[0] == 401)
        own.server.kill()
        assert path.exists()  # nobody was left to take it away
    again = Tenants(folder, ["--listen", f"unix:{path}"])
    with again.server:
        assert over_socket(path, "GET /healthz")[0] == 200
        # Names are checked where a browser could be led to: --allowed-hosts says nothing of a socket.
        assert over_socket(path, "GET /healthz", host="judge.example")[0] == 200
        assert again.server.request("GET", "/healthz", headers={"Host": "judge.example"}).status == 403
        assert again.server.stop() == 0
    assert not path.exists()


def test_without_tokens_there_is_nobody_to_log_in(tmp_path):
    with AssayServer(["--slots", "1"]) as server:
        assert server.get("/v1/whoami").json() == {"name": "", "role": "admin", "tenant": "default", "tokens": False}
        assert server.post("/v1/login", {"token": "x"}).status == 404
        assert [each["tenant"] for each in server.get("/v1/tenants").json()["tenants"]] in ([], ["default"])
