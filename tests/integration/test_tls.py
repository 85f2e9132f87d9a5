"""A server that speaks TLS by itself: all that is asked over plain HTTP elsewhere comes through, the certificate is
changed while it serves, and what isn't TLS is told so."""

import json
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time

import pytest

from harness import server as harness
from harness.certificates import Certificates
from harness.server import AssayServer

sys.path.insert(0, str(harness.REPOSITORY / "clients" / "python" / "src"))
import assay  # noqa: E402

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

PATIENCE_S = 300
SMALL = ["--slots", "1", "--warm-sandboxes", "0", "--sandboxes", "4"]
QUICK = {"language": "python", "code": "print(input())",
         "problem": {"mode": "stdin_stdout", "tests": [{"input": "7\n", "expected": "7\n"}]}}


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    return Certificates(tmp_path_factory.mktemp("keys"))


def arguments_of(certificate):
    for path in certificate:
        harness.hand_over(path)
    return ["--tls-cert", str(certificate[0]), "--tls-key", str(certificate[1])]


@pytest.fixture(scope="module")
def server(keys, tmp_path_factory):
    path = tmp_path_factory.mktemp("socket") / "assay.sock"
    harness.hand_over(path.parent)
    files = keys.issue("server")
    with AssayServer([*SMALL, *arguments_of(files), "--listen", f"unix:{path}"], tls=keys.context()) as running:
        running.url, running.socket, running.files = f"https://localhost:{running.port}", path, files
        yield running
    assert running.process.returncode == 0
    assert running.leftovers() == []


def shown(server):
    """The certificate that a new connection gets, as bytes."""
    return ssl.get_server_certificate(("127.0.0.1", server.port))


def test_verdicts_and_what_the_server_says_of_itself(server):
    assert server.verify(QUICK)["verdict"] == "AC"
    assert server.get("/v1/info").json()["tls"] is True
    assert server.metric('assay_tls_handshakes_total{end="done"}') >= 2
    expires = server.metric("assay_tls_certificate_expires_seconds")
    assert time.time() < expires < time.time() + 3 * 86400
    assert any(f"listening on https://127.0.0.1:{server.port}" in line for line in server.log)


def test_what_speaks_no_tls_is_told_so(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as plain:
        plain.sendall(b"POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
        answer = b""
        while more := plain.recv(65536):
            answer += more
    assert answer.startswith(b"HTTP/1.1 400 ") and b"use https://" in answer
    wait_until(lambda: server.metric('assay_tls_handshakes_total{end="not_secure"}') >= 1)


def test_a_stranger_to_the_authority_sends_nothing(server):
    strangers = ssl.create_default_context()
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as raw:
        with pytest.raises(ssl.SSLCertVerificationError):
            strangers.wrap_socket(raw, server_hostname="localhost")
    wait_until(lambda: server.metric('assay_tls_handshakes_total{end="failed"}') >= 1)


def run_batch(tmp_path, *arguments):
    batch = tmp_path / "batch.jsonl"
    batch.write_text(json.dumps({"id": "a", **QUICK}) + "\n")
    done = subprocess.run([harness.binary(), "run", "--batch", batch, *map(str, arguments)], text=True,
                          capture_output=True, timeout=PATIENCE_S)
    return done.returncode, done.stdout + done.stderr


def test_the_subcommands_over_tls(tmp_path, keys, server):
    code, output = run_batch(tmp_path, "--url", server.url, "--cacert", keys.authority)
    assert code == 0 and json.loads(output)["verdict"] == "AC", output
    code, output = run_batch(tmp_path, "--url", server.url)
    assert code == 3 and "is not trusted" in output
    done = subprocess.run([harness.binary(), "sandbox", "list", "--url", server.url, "--cacert", keys.authority],
                          capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr


def test_on_the_unix_socket_there_is_no_tls(tmp_path, server):
    place = f"unix:{server.socket}"
    code, output = run_batch(tmp_path, "--url", place)
    assert code == 0 and json.loads(output)["verdict"] == "AC", output
    done = subprocess.run([harness.binary(), "sandbox", "list", "--url", place], capture_output=True, text=True,
                          timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr
    with assay.Client(place) as client:
        assert client.url == place
        items = [assay.Submission(QUICK["problem"], f"print(input()) # {i}") for i in range(4)]
        assert [result.verdict for result in client.verify_many(items)] == ["AC"] * 4
    code, output = run_batch(tmp_path, "--url", f"{place}.gone")
    assert code == 3 and f"no server answers at {place}.gone: No such file or directory" in output
    code, output = run_batch(tmp_path, "--url", place, "--cacert", "/dev/null")
    assert code == 2 and "--cacert" in output
    with pytest.raises(assay.errors.Unavailable, match="gone"):
        assay.Client(f"{place}.gone", retries=0).verify(QUICK["problem"], QUICK["code"])


def test_the_client_over_tls(keys, server):
    items = [assay.Submission(QUICK["problem"], f"print(input()) # {i}") for i in range(8)]
    with assay.Client(server.url, ssl_context=keys.context()) as client:
        assert client.verify(QUICK["problem"], QUICK["code"]).verdict == "AC"
        assert [result.verdict for result in client.verify_many(items)] == ["AC"] * 8
        with client.sandbox() as box:
            # More than a record holds, both ways, while a process's output streams.
            assert box.exec("head -c 3000000 /dev/zero | tr '\\0' x").stdout == "x" * 3_000_000


def test_events_and_ports_stream(server):
    events = server.connect(PATIENCE_S)
    events.request("GET", "/v1/events", headers={"Accept": "text/event-stream"})
    answer = events.getresponse()
    assert answer.getheader("content-type").startswith("text/event-stream")
    server.verify({**QUICK, "cache": False})
    seen = b""
    while b"event: verdict" not in seen:
        seen += answer.fp.readline()
    events.close()
    box = server.post("/v1/sandboxes", {}).json()["id"]
    data = bytes(range(256)) * 4000
    assert server.request("PUT", f"/v1/sandboxes/{box}/files?path=d/a", data).status == 200
    command = "python3 -m http.server 8000 --bind 127.0.0.1"
    assert server.post(f"/v1/sandboxes/{box}/exec", {"command": command, "detached": True}).status == 201
    wait_until(lambda: server.get(f"/v1/sandboxes/{box}/ports/8000/d/a").body == data)
    assert server.request("DELETE", f"/v1/sandboxes/{box}").status in (200, 204)


def test_a_certificate_is_changed_while_it_serves(keys, server):
    kept = server.connect()
    kept.request("GET", "/healthz")
    assert kept.getresponse().read()
    before = shown(server)
    certificate, key = server.files
    for name, into in zip(keys.issue("next"), server.files):
        shutil.copy(name, into)
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: shown(server) != before)
    now = shown(server)
    kept.request("GET", "/healthz")  # of the connection that has the old one
    assert kept.getresponse().read()
    kept.close()
    # Faulty ones change nothing, and are named.
    good = certificate.read_bytes()
    certificate.write_text("-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n")
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: any("--tls-cert: " in line and "the certificate in use stays" in line for line in server.log))
    assert shown(server) == now
    certificate.write_bytes(good)
    shutil.copy(keys.issue("stranger")[1], key)
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: any("--tls-key: " in line and "isn't the key of" in line for line in server.log))
    assert shown(server) == now
    assert server.verify(QUICK)["verdict"] == "AC"


def test_slow_handshakes_are_bounded_and_keep_nobody_out(server):
    """More of them than may be under way, on a server that goes on serving; how long each may take is tested with the
    server's own clock in net_test."""
    halting = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) for _ in range(400)]
    for each in halting:
        each.sendall(b"\x16\x03\x01\x02\x00\x01")
    assert server.verify({**QUICK, "cache": False})["verdict"] == "AC"
    assert server.metric("assay_tls_handshakes ") <= 256
    for each in halting:
        each.close()
    wait_until(lambda: server.metric("assay_tls_handshakes ") == 0)


def test_a_cookie_is_for_tls_only(tmp_path, keys):
    path = tmp_path / "tokens.yaml"
    made = subprocess.run([harness.binary(), "token", "new", "--tokens", path, "--name", "me"], capture_output=True,
                          text=True, timeout=60, check=True)
    harness.hand_over(path)
    with AssayServer([*SMALL, *arguments_of(keys.issue("tokens")), "--tokens", str(path)], tls=keys.context()) as server:
        body = json.dumps({"token": made.stdout.strip()}).encode()
        headers = {"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"}
        reply = server.request("POST", "/v1/login", body, headers)
        assert reply.status == 204 and "; Secure" in reply.headers["set-cookie"]
        # A page of the same host without TLS is another site's; older browsers say so only by Origin.
        for origin, status in ((f"https://localhost:{server.port}", 204), (f"http://localhost:{server.port}", 403)):
            reply = server.request("POST", "/v1/login", body, {"Content-Type": "application/json", "Origin": origin,
                                                               "Host": f"localhost:{server.port}"})
            assert reply.status == status, reply.body


def test_the_next_process_takes_over_under_tls(tmp_path, keys):
    door = str(tmp_path / "takeover.sock")
    harness.hand_over(tmp_path)
    arguments = [*SMALL, *arguments_of(keys.issue("taken")), "--takeover", door, "--drain-timeout-s", "120"]
    failed, done, ended = [], [], threading.Event()
    old = AssayServer(arguments, tls=keys.context())
    old.start()

    def ask():
        while not ended.is_set():
            try:
                done.append(old.verify({**QUICK, "cache": False})["verdict"] == "AC")
            except Exception as error:  # noqa: BLE001: whatever a client may see is counted
                failed.append(error)

    clients = [threading.Thread(target=ask) for _ in range(2)]
    for each in clients:
        each.start()
    try:
        with AssayServer(arguments, tls=keys.context(), port=old.port) as new:
            old.process.wait(PATIENCE_S)
            count = len(done)
            wait_until(lambda: len(done) > count + 2 or failed)
            ended.set()
            for each in clients:
                each.join()
            assert failed == [] and all(done)
            assert old.process.returncode == 0
            assert new.get("/v1/info").json()["tls"] is True
    finally:
        ended.set()
        old.kill()


@pytest.mark.parametrize("given, says", [
    (["--tls-cert", "CERT"], "--tls-cert: needs --tls-key"),
    (["--tls-key", "KEY"], "--tls-key: needs --tls-cert"),
    (["--tls-cert", "/nowhere.pem", "--tls-key", "KEY"], "--tls-cert: .*/nowhere.pem"),
    (["--tls-cert", "CERT", "--tls-key", "CERT"], "--tls-key: .*holds no private key"),
])
def test_wrong_usage(keys, given, says):
    certificate, key = keys.issue("usage")
    names = {"CERT": str(certificate), "KEY": str(key)}
    done = subprocess.run([harness.binary(), "serve", "--port", "0", *[names.get(each, each) for each in given]],
                          capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 2
    assert re.search(says, done.stdout + done.stderr), done.stdout + done.stderr
