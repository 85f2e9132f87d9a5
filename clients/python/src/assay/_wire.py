"""HTTP/1.1 over asyncio's streams: connections that stay open, answers that arrive line by line.

A Wire belongs to one event loop. `send` returns a Reply, whose body is read once, to its end, or dropped:
the first puts the connection back, the second closes it, and a closed connection cancels the work at the
server. Whatever breaks on the way is Lost, which says whether the request may be tried again. The waits
have no deadlines of their own, but for connecting: the caller's deadline cancels them.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from typing import Any, AsyncIterator, Coroutine, Dict, List, Mapping, Optional, Tuple
from urllib.parse import SplitResult

from ._within import within

CONNECT_TIMEOUT_S = 10.0
IDLE_S = 60.0  # the server closes what is idle for 75 s
MOST_IDLE = 64
MOST_HEAD_BYTES = 64 << 10
MOST_BODY_BYTES = 1 << 30  # of an answer read whole, and of one line


class Lost(Exception):
    """The connection failed: nothing is known of what was not answered. `sent`: something of the request may have
    arrived. Requests that say the same when they come twice may be sent again anyhow."""

    def __init__(self, words: str, sent: bool = True) -> None:
        super().__init__(words)
        self.sent = sent


class NotHttp(Exception):
    """What answered doesn't speak HTTP as we know it."""


class _Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.fresh = True  # has answered nothing yet
        self.idle_since = 0.0

    def close(self) -> None:
        raw = self.writer.get_extra_info("socket")
        try:
            # A process that was forked meanwhile has the descriptor, too: the server shall notice anyhow.
            if raw is not None:
                raw.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.writer.transport.abort()


class Reply:
    """Status, headers (names in lower case) and a body that is read once."""

    def __init__(self, wire: Wire, connection: _Connection, status: int, headers: Dict[str, str],
                 has_body: bool) -> None:
        self.status = status
        self.headers = headers
        self._wire = wire
        self._connection: Optional[_Connection] = connection
        self._keep = headers.get("connection", "").lower() != "close"
        self._chunked = "chunked" in headers.get("transfer-encoding", "").lower()
        length = headers.get("content-length")
        self._left: Optional[int] = int(length) if length is not None and not self._chunked else None
        self.again = False  # the request was sent before, on a connection that may have been closed while it was idle
        self._framed = self._chunked or self._left is not None  # its end can be told from a break
        if not has_body:
            self._left, self._chunked = 0, False

    async def pieces(self) -> AsyncIterator[bytes]:
        connection = self._connection
        if connection is None:
            return
        reader = connection.reader
        try:
            if self._chunked:
                while True:
                    size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
                    if size > MOST_BODY_BYTES:
                        raise NotHttp("a chunk is too large")
                    data = await reader.readexactly(size + 2)
                    if size == 0:
                        break
                    yield data[:-2]
            elif self._left is not None:
                while self._left > 0:
                    data = await reader.read(min(self._left, 1 << 20))
                    if not data:
                        raise Lost("the connection was closed in the middle of an answer")
                    self._left -= len(data)
                    yield data
            else:
                self._keep = False
                while data := await reader.read(1 << 20):
                    yield data
        except (OSError, asyncio.IncompleteReadError) as error:
            self.drop()
            raise Lost(f"the connection broke in the middle of an answer: {_words(error)}") from None
        except (ValueError, asyncio.LimitOverrunError) as error:
            self.drop()
            raise NotHttp(f"not a chunk: {error}") from None
        except Lost:
            self.drop()
            raise
        self._connection = None
        if self._keep:
            self._wire.put_back(connection)
        else:
            connection.close()

    async def read(self) -> bytes:
        parts: List[bytes] = []
        size = 0
        async for piece in self.pieces():
            size += len(piece)
            if size > MOST_BODY_BYTES:
                self.drop()
                raise NotHttp(f"the answer has more than {MOST_BODY_BYTES} bytes")
            parts.append(piece)
        return b"".join(parts)

    async def lines(self) -> AsyncIterator[bytes]:
        """The lines of an NDJSON body that aren't empty."""
        parts: List[bytes] = []
        size = 0
        async for piece in self.pieces():
            *whole, rest = piece.split(b"\n")
            for line in whole:
                parts.append(line)
                joined = b"".join(parts)
                parts.clear()
                size = 0
                if joined:
                    yield joined
            parts.append(rest)
            size += len(rest)
            if size > MOST_BODY_BYTES:
                self.drop()
                raise NotHttp(f"a line has more than {MOST_BODY_BYTES} bytes")
        last = b"".join(parts)
        if last and not self._framed:
            raise Lost("the answer ended in the middle of a line")
        if last:
            yield last

    async def aclose(self) -> None:
        """For whoever stops reading before the end."""
        self.drop()

    def drop(self) -> None:
        """Closes the connection unless the body was read to its end."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Wire:
    def __init__(self, url: SplitResult, headers: Mapping[str, str], ssl_context: Optional[ssl.SSLContext]) -> None:
        self._socket = url.path if url.scheme == "unix" else ""  # a Unix one's path; empty: a port
        self._host = url.hostname or "localhost"
        self._tls = (ssl_context or ssl.create_default_context()) if url.scheme == "https" else None
        self._port = url.port or (443 if self._tls else 80)
        self._prefix = "" if self._socket else url.path.rstrip("/")
        self._place = f"unix:{self._socket}" if self._socket else f"{self._host}:{self._port}"
        host = f"[{self._host}]" if ":" in self._host else self._host
        fixed = {"Host": host if url.port is None else f"{host}:{url.port}", **headers}
        self._fixed = "".join(f"{name}: {value}\r\n" for name, value in fixed.items())
        self._idle: List[_Connection] = []
        self._closed = False

    async def send(self, method: str, path: str, body: Optional[bytes], headers: Mapping[str, str],
                   again: bool = True) -> Reply:
        """`again`: whether the request may arrive twice."""
        if body is not None:
            headers = {"Content-Type": "application/json", **headers}
        length = "" if body is None else f"Content-Length: {len(body)}\r\n"
        more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        head = f"{method} {self._prefix}{path} HTTP/1.1\r\n{self._fixed}{length}{more}\r\n".encode("latin-1")
        sent_before = False
        while True:
            connection = self._take() or await self._connect()
            try:
                reply = await self._exchange(connection, method, head, body)
                reply.again = sent_before
                return reply
            except Lost:
                # The server may close a connection while it is idle: that says nothing about the server.
                if connection.fresh or not again:
                    raise
                sent_before = True

    async def _exchange(self, connection: _Connection, method: str, head: bytes, body: Optional[bytes]) -> Reply:
        try:
            connection.writer.write(head)
            if body is not None:
                connection.writer.write(body)
            reading = asyncio.ensure_future(_read_head(connection.reader))
            try:
                # A server may refuse a body before it has all of it: its answer counts more than the send.
                try:
                    await connection.writer.drain()
                except OSError:
                    pass
                status, headers = await reading
            finally:
                reading.cancel()
        except (OSError, EOFError, asyncio.IncompleteReadError) as error:
            connection.close()
            raise Lost(f"no answer came: {_words(error)}") from None
        except BaseException:
            connection.close()
            raise
        has_body = method != "HEAD" and status not in (204, 304)
        return Reply(self, connection, status, headers, has_body)

    async def _connect(self) -> _Connection:
        if self._closed:
            raise RuntimeError("the client is closed")
        try:
            reader, writer = await within(self._open(), CONNECT_TIMEOUT_S, lambda made: made[1].transport.abort())
        except asyncio.TimeoutError:
            raise Lost(f"no connection to {self._place} within {CONNECT_TIMEOUT_S:.0f} s", False) from None
        except ssl.SSLCertVerificationError as error:
            raise NotHttp(f"the certificate of {self._host} isn't trusted: {error}") from None
        except (OSError, ssl.SSLError) as error:
            raise Lost(f"no connection to {self._place}: {_words(error)}", False) from None
        _notice_a_dead_peer(writer)
        return _Connection(reader, writer)

    def _open(self) -> Coroutine[Any, Any, Tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        if self._socket:
            return asyncio.open_unix_connection(self._socket, limit=MOST_HEAD_BYTES)
        return asyncio.open_connection(self._host, self._port, ssl=self._tls, limit=MOST_HEAD_BYTES)

    def _take(self) -> Optional[_Connection]:
        now = time.monotonic()
        while self._idle:
            connection = self._idle.pop()
            if now - connection.idle_since < IDLE_S and not connection.reader.at_eof():
                return connection
            connection.close()
        return None

    def put_back(self, connection: _Connection) -> None:
        connection.fresh = False
        connection.idle_since = time.monotonic()
        if self._closed or len(self._idle) >= MOST_IDLE:
            connection.close()
        else:
            self._idle.append(connection)

    async def close(self) -> None:
        self._closed = True
        for connection in self._idle:
            connection.close()
        self._idle.clear()
        await asyncio.sleep(0)  # transports say goodbye in the loop's next turn


def _notice_a_dead_peer(writer: asyncio.StreamWriter) -> None:
    """A peer whose machine is gone sends no reset; the kernel finds out."""
    raw = writer.get_extra_info("socket")
    if raw is None:
        return
    try:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 6)):
            if hasattr(socket, name):
                raw.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    except OSError:
        pass  # reset already: the exchange says so


async def _read_head(reader: asyncio.StreamReader) -> Tuple[int, Dict[str, str]]:
    while True:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            raise NotHttp("the head of the answer is too long") from None
        first, *rest = head.decode("latin-1").split("\r\n")
        words = first.split(" ", 2)
        if len(words) < 2 or not words[0].startswith("HTTP/1.") or not words[1].isdigit():
            raise NotHttp(f"not an HTTP answer: {first[:80]!r}")
        status = int(words[1])
        if status == 100:
            continue
        headers = {}
        for line in rest:
            name, colon, value = line.partition(":")
            if colon:
                headers[name.strip().lower()] = value.strip()
        if not headers.get("content-length", "0").isdecimal():
            raise NotHttp(f"not a length: {headers['content-length'][:80]!r}")
        return status, headers


def _words(error: BaseException) -> str:
    return str(error) or type(error).__name__
