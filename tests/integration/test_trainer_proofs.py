"""The commands that docs/trainers.md has for each trainer, run as they are printed: without a token against a server, and
with one against a proxy in front of it that asks for it."""

import base64
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

import pytest

from harness import server as harness

sys.path.insert(0, str(harness.REPOSITORY / "tests" / "documents"))
import trainers_page  # noqa: E402

PROOFS = trainers_page.proofs((harness.REPOSITORY / "docs" / "trainers.md").read_text(encoding="utf-8"))
TOKEN = "s3cret"


def allowed(authorization):
    kind, _, rest = authorization.partition(" ")
    if kind == "Basic":
        rest = base64.b64decode(rest).decode().partition(":")[2]
    return rest == TOKEN


@pytest.fixture(scope="module")
def proxy(server):
    """Passes on what has the token, and answers 401 to the rest."""
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if not allowed(self.headers.get("Authorization", "")):
                return self.answer(401, "application/json", b'{"error": {"code": "unauthorized"}}')
            headers = {name: self.headers[name] for name in ("Content-Type", "Accept") if name in self.headers}
            with urlopen(Request(f"http://127.0.0.1:{server.port}{self.path}", body, headers), timeout=60) as reply:
                return self.answer(reply.status, reply.headers["Content-Type"], reply.read())

        def answer(self, status, kind, body):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running.server_port
    running.shutdown()
    running.server_close()


def said(command, port):
    """What a command of the page prints. HOST:8080 is where the server is, TOKEN the token, and python has the package."""
    assert "HOST:8080" in command
    command = command.replace("HOST:8080", f"127.0.0.1:{port}")
    command = command.replace("=TOKEN", f"={TOKEN}").replace(":TOKEN@", f":{TOKEN}@")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ASSAY_")}
    environment["PYTHONPATH"] = str(harness.REPOSITORY / "clients" / "python" / "src")
    # Debian's Python is called python3.
    named = f'python() {{ "{sys.executable}" -B "$@"; }}\n'
    return subprocess.run(["bash", "-c", named + command], env=environment, capture_output=True, text=True, timeout=120,
                          cwd="/").stdout


@pytest.mark.parametrize("proof", PROOFS, ids=[proof.section.replace(" ", "-") for proof in PROOFS])
def test_the_page_proves_what_it_says(server, proxy, proof):
    assert proof.words in said(proof.plain, server.port)
    assert proof.words in said(proof.token, proxy)


def test_without_the_token_there_is_no_answer(proxy):
    """The proxy does ask: else the commands with a token would prove nothing."""
    curl = next(proof for proof in PROOFS if proof.section == "slime")
    assert curl.words not in said(curl.plain, proxy)
