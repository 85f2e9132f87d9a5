"""What the checks of released clients have in common: expectations, arguments, and a server's requests written down."""

import argparse
import http.client
import http.server
import json
import pathlib
import sys
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tests"))
PATIENCE_S = 120


def expect(condition, what):
    if not condition:
        raise SystemExit(f"{pathlib.Path(sys.argv[0]).stem}: {what}")


def raises(kind, call):
    """What the call raises, which is of this kind."""
    try:
        call()
    except kind as raised:
        return raised
    except Exception as other:
        raise SystemExit(f"{pathlib.Path(sys.argv[0]).stem}: {kind.__name__} expected, not {other!r}")
    raise SystemExit(f"{pathlib.Path(sys.argv[0]).stem}: {kind.__name__} expected")


def until(holds, what):
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        expect(time.monotonic() < deadline, f"{what} did not come within {PATIENCE_S} s")
        time.sleep(0.05)


def parser(doc):
    """Of a check against the server at --url."""
    made = argparse.ArgumentParser(description=doc.splitlines()[0])
    made.add_argument("--url", required=True)
    return made


class Recorder:
    """Stands before a server and keeps what passes: (method, path, headers, body, status, answer). `answers` may answer in
    the server's place: a function of method and path that gives a status and a body, or None."""

    def __init__(self, url, answers=lambda method, path: None):
        self.exchanges = []
        recorder, place = self, url.split("//")[1]

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                given = answers(self.command, self.path)
                if given is None:
                    connection = http.client.HTTPConnection(place, timeout=PATIENCE_S)
                    kept = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
                    connection.request(self.command, self.path, body, kept)
                    reply = connection.getresponse()
                    given = reply.status, reply.read()
                    connection.close()
                recorder.exchanges.append((self.command, self.path, dict(self.headers), body, *given))
                self.send_response(given[0])
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(given[1])))
                self.end_headers()
                self.wfile.write(given[1])

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def lines(self, peer, headers):
        """One JSON object for each exchange, with these of the headers."""
        for method, path, sent, body, status, answer in self.exchanges:
            kept = {name: sent[name] for name in headers if name in sent}
            yield json.dumps({"peer": peer, "method": method, "path": path, "headers": kept,
                              "request": json.loads(body) if body else None, "status": status,
                              "answer": json.loads(answer)}, ensure_ascii=False)
