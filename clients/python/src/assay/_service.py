"""A service on the trainer's own machine or network, asked again until it answers."""

from __future__ import annotations

import http.client
import json
import os
import threading
import time
from typing import Any, Callable, Dict, FrozenSet, Mapping, Optional, Tuple, TypeVar
from urllib.parse import unquote, urlsplit

from ._pace import RETRIED_STATUSES, Backoff, retry_after_s
from .errors import AssayError, DeadlineExceeded, Fault, InvalidRequest, ProtocolError, Unavailable, invalid
from .results import faults_of

T = TypeVar("T")
OK: FrozenSet[int] = frozenset((200,))


def without_version(path: str) -> str:
    """Of the path in a server's URL: other clients want it with /v1 at its end, which ours add."""
    path = path.rstrip("/")
    return path[:-len("/v1")] if path.endswith("/v1") else path


class Service:
    """Threads may share it: each has a connection of its own. After connections that break, 429 and 5xx they are sent
    again until `timeout` is over, so that a service which is killed and started anew is a pause; each call has to say the
    same when it comes twice."""

    def __init__(self, url: str, base: str, token: Optional[str], timeout: float) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise invalid("url", f"must be like http://127.0.0.1:8095, not {url!r}")
        self._host, self._port = parts.hostname, parts.port or 80
        self._base = without_version(parts.path) + base
        self._place = f"http://{parts.hostname}:{self._port}"
        token = token or unquote(parts.password or "") or os.environ.get("ASSAY_TOKEN")
        self._headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        self._timeout = timeout
        self._backoff = Backoff()
        self._local = threading.local()

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Of this thread; a connection ends with its thread."""
        self._drop()

    def _made(self, make: Callable[[], T]) -> T:
        try:
            return make()
        except (KeyError, TypeError, ValueError) as error:
            raise ProtocolError(f"{self._place}: the answer is not a curriculum's ({type(error).__name__}: {error})") from None

    def _json(self, method: str, path: str, body: Optional[Dict[str, Any]]) -> Dict[str, Any]:
        _, answer = self._sent(method, path, body)
        return self._made(lambda: dict(json.loads(answer)))

    def _sent(self, method: str, path: str, body: Optional[Dict[str, Any]], fine: FrozenSet[int] = OK) -> Tuple[int, bytes]:
        data = None if body is None else json.dumps(body).encode("ascii")
        end = time.monotonic() + self._timeout
        failures = 0
        while True:
            asked_s: Optional[float] = None
            try:
                status, headers, answer = self._exchange(method, path, data, end)
            except (OSError, http.client.HTTPException) as error:
                self._drop()
                why: AssayError = Unavailable(f"{self._place}: {type(error).__name__}: {error}")
            else:
                if status in fine:
                    return status, answer
                why = self._refusal(status, answer)
                if status != 429 and status not in RETRIED_STATUSES:
                    raise why
                asked_s = retry_after_s(headers)
            failures += 1
            wait_s = self._backoff.wait_s(failures, asked_s)
            if time.monotonic() + wait_s >= end:
                raise DeadlineExceeded(f"{self._timeout:g} s are over after {failures} tries: {why}") from why
            time.sleep(wait_s)

    def _exchange(self, method: str, path: str, data: Optional[bytes], end: float) -> Tuple[int, Mapping[str, str], bytes]:
        left_s = max(end - time.monotonic(), 0.05)
        connection = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = http.client.HTTPConnection(self._host, self._port, timeout=left_s)
        elif connection.sock is not None:
            connection.sock.settimeout(left_s)
        connection.request(method, self._base + path, data, self._headers)
        reply = connection.getresponse()
        return reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read()

    def _refusal(self, status: int, answer: bytes) -> AssayError:
        try:
            faults = faults_of(json.loads(answer))
        except ValueError:
            faults = ()
        words = answer[:200].decode("utf-8", "replace")
        if status in (400, 401, 403, 404, 422):
            return InvalidRequest(faults or (Fault(str(status), words or f"{self._place} answered with {status}"),), status)
        return Unavailable(f"{self._place} answered with status {status}: {faults[0] if faults else words}")

    def _drop(self) -> None:
        connection, self._local.connection = getattr(self._local, "connection", None), None
        if connection is not None:
            connection.close()
