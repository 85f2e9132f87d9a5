"""The HTTP client of tests, golden runs and benches; standard library only.

    client = Client("http://127.0.0.1:8080", keep_alive=True)
    reply = client.post("/v1/verify", {...})
    assert reply.status == 200 and reply.json()["verdict"] == "AC"

Thread-safe. With `keep_alive` each thread keeps a connection; without, each request has its own, so that
nothing stays open behind a test's back.
"""

import dataclasses
import http.client
import json
import threading
import urllib.parse


@dataclasses.dataclass
class Reply:
    status: int
    headers: dict  # names in lower case
    body: bytes

    def json(self):
        return json.loads(self.body)

    def lines(self):
        """The objects of an NDJSON answer."""
        return [json.loads(line) for line in self.body.splitlines() if line.strip()]


class Client:
    def __init__(self, url, keep_alive=False, tls=None):
        """`tls`: an ssl.SSLContext, for a server that speaks it."""
        parts = urllib.parse.urlsplit(url)
        self.host, self.port = parts.hostname, parts.port or 80
        self._keep_alive = keep_alive
        self._kept = threading.local()
        self._tls = tls

    def connect(self, timeout_s=600):
        if self._tls is not None:
            return http.client.HTTPSConnection(self.host, self.port, timeout=timeout_s, context=self._tls)
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout_s)

    def request(self, method, path, body=None, headers=None, timeout_s=600):
        """`body`: bytes as they are, anything else as JSON."""
        headers = dict(headers or {})
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        if not self._keep_alive:
            connection = self.connect(timeout_s)
            try:
                return _exchange(connection, method, path, body, headers)
            finally:
                connection.close()
        return self._on_kept_connection(method, path, body, headers, timeout_s)

    def _on_kept_connection(self, method, path, body, headers, timeout_s):
        while True:
            connection = getattr(self._kept, "connection", None)
            fresh = connection is None
            if fresh:
                connection = self._kept.connection = self.connect(timeout_s)
            try:
                return _exchange(connection, method, path, body, headers)
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                self._kept.connection = None
                # The server may close a connection while it is idle.
                if fresh or not isinstance(error, (BrokenPipeError, ConnectionResetError)):
                    raise

    def get(self, path, **kwargs):
        return self.request("GET", path, **kwargs)

    def post(self, path, body, **kwargs):
        return self.request("POST", path, body, **kwargs)

    def put(self, path, body, **kwargs):
        return self.request("PUT", path, body, **kwargs)

    def verify(self, submission):
        """The result of one native submission."""
        reply = self.post("/v1/verify", submission)
        assert reply.status == 200, (reply.status, reply.body[:2000])
        return reply.json()

    def metric(self, name):
        """The sum of all samples of /metrics whose line starts with `name`."""
        lines = self.get("/metrics").body.decode().splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def _exchange(connection, method, path, body, headers):
    connection.request(method, path, body, headers)
    reply = connection.getresponse()
    return Reply(reply.status, {k.lower(): v for k, v in reply.getheaders()}, reply.read())
