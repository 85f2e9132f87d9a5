"""A server under test: started, asked, measured and stopped."""
from __future__ import annotations

import http.client
import json
import pathlib
import subprocess
import threading
import time


class Server:
    def __init__(self, binary: str):
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--verdict-cache-mb", "0", "--compile-disk-mb", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self.port = 0
        for line in self.process.stdout:
            if "listening on http://" in line:
                self.port = int(line.rsplit(":", 1)[1])
                break
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.local = threading.local()
        while True:
            try:
                if self.call("GET", "/readyz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)

    def call(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        for _ in range(2):
            connection = getattr(self.local, "connection", None)
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
                self.local.connection = connection
            try:
                connection.request(method, path, body, {"Content-Type": "application/json"})
                reply = connection.getresponse()
                return reply.status, reply.read()
            except (BrokenPipeError, ConnectionResetError, http.client.RemoteDisconnected):
                self.local.connection = None  # the server closed it while it was idle
            except OSError:
                self.local.connection = None
                raise
        raise ConnectionError(f"{method} {path}: no connection")

    def verify(self, submission: dict) -> dict:
        status, body = self.call("POST", "/v1/verify", json.dumps(submission).encode())
        assert status == 200, (status, body[:500])
        return json.loads(body)

    def metric(self, name: str) -> float:
        text = self.call("GET", "/metrics")[1].decode()
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def resident_mb(self, field: str) -> float:
        """Memory by the name it has in /proc/PID/status, in MiB."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) / 1024
        return 0.0
