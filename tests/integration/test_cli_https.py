"""The subcommands against a server behind TLS. Its certificate is made here, by an authority of the
test's own; the server gives one fixed answer, since only the way to it is asked about."""

import http.server
import json
import ssl
import subprocess
import threading

import pytest

from harness import server as harness

RESULT = {"verdict": "AC", "cause": "none", "score": 1.0, "message": "", "tests": []}


class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        body = json.dumps(RESULT).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.server.paths.append(self.path)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass  # a client that doesn't trust the certificate hangs up


def openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """A folder with ca.pem, and server.pem and server.key for `localhost`; other.pem vouches for nobody."""
    if not harness.binary().exists():
        pytest.skip(f"{harness.binary()} is not built")
    folder = tmp_path_factory.mktemp("keys")
    for name in ("ca", "other"):
        openssl(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                "-keyout", f"{name}.key", "-out", f"{name}.pem")
    openssl(folder, "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", "server.key",
            "-out", "server.csr")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    openssl(folder, "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
            "-days", "2", "-extfile", "names", "-out", "server.pem")
    return folder


@pytest.fixture(scope="module")
def tls_server(keys):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(keys / "server.pem", keys / "server.key")
    running = Server(("127.0.0.1", 0), Answers)
    running.paths = []
    running.socket = context.wrap_socket(running.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.shutdown()
    running.server_close()


def run_batch(tmp_path, *arguments):
    batch = tmp_path / "batch.jsonl"
    batch.write_text('{"id": "a", "language": "python", "code": "", "problem": {}}\n')
    done = subprocess.run([harness.binary(), "run", "--batch", batch, *map(str, arguments)], text=True,
                          capture_output=True)
    return done.returncode, done.stdout + done.stderr


def test_a_server_with_a_certificate_of_the_given_authority(tmp_path, keys, tls_server):
    code, output = run_batch(tmp_path, "--url", f"https://localhost:{tls_server.server_port}", "--cacert",
                             keys / "ca.pem")
    assert (code, json.loads(output)) == (0, RESULT)
    assert tls_server.paths[-1] == "/v1/verify"


@pytest.mark.parametrize("authorities", [None, "other.pem"])
def test_a_server_that_nobody_vouches_for(tmp_path, keys, tls_server, authorities):
    asked = len(tls_server.paths)
    trust = ["--cacert", keys / authorities] if authorities else []
    code, output = run_batch(tmp_path, "--url", f"https://localhost:{tls_server.server_port}", *trust)
    assert code == 3
    assert f"the certificate of localhost:{tls_server.server_port} is not trusted" in output
    assert len(tls_server.paths) == asked, "nothing is sent to a stranger"


def test_a_certificate_for_another_name(tmp_path, keys, tls_server):
    code, output = run_batch(tmp_path, "--url", f"https://127.0.0.1:{tls_server.server_port}", "--cacert",
                             keys / "ca.pem")
    assert code == 3 and "is not trusted" in output


@pytest.mark.parametrize("url, says", [
    ("https://localhost:1", "no server answers at localhost:1"),
    ("https://nowhere.invalid", "the name nowhere.invalid is not found"),
])
def test_a_server_that_is_not_there(tmp_path, keys, url, says):
    code, output = run_batch(tmp_path, "--url", url, "--cacert", keys / "ca.pem")
    assert code == 3 and says in output


def test_a_server_without_tls(tmp_path, keys):
    plain = Server(("127.0.0.1", 0), Answers)
    threading.Thread(target=plain.serve_forever, daemon=True).start()
    code, output = run_batch(tmp_path, "--url", f"https://localhost:{plain.server_port}")
    plain.shutdown()
    plain.server_close()
    assert code == 3 and "no TLS with localhost" in output


@pytest.mark.parametrize("arguments, says", [
    (("--url", "http://localhost:1", "--cacert", "/dev/null"), "https://"),
    (("--url", "https://localhost:1", "--cacert", "/no/such/file"), "/no/such/file: No such file"),
    (("--cacert", "/dev/null"), "--url"),
])
def test_wrong_usage(tmp_path, keys, arguments, says):
    code, output = run_batch(tmp_path, *arguments)
    assert code == 2 and says in output
