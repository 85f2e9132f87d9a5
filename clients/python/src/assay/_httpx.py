"""The same as _wire.py through an httpx.AsyncClient of the caller's: proxies, HTTP/2, his own TLS or auth.

Only imported when one is given; httpx is no dependency.
"""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Dict, Mapping, Optional, Set

from ._wire import Lost, NotHttp


class HttpxReply:
    def __init__(self, errors: Any, response: Any, closing: Set[asyncio.Task[None]]) -> None:
        self._errors = errors
        self._response = response
        self._stream: Optional[AsyncIterator[bytes]] = None
        self.status: int = response.status_code
        self.again = False  # httpx itself sends nothing twice
        self.headers: Dict[str, str] = {name.lower(): value for name, value in response.headers.items()}
        self._closing = closing

    async def pieces(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self._response.aiter_bytes():
                yield piece
        except self._errors.TransportError as error:
            raise Lost(f"the connection broke in the middle of an answer: {error or type(error).__name__}") from None
        finally:
            await self._response.aclose()

    async def read(self) -> bytes:
        return b"".join([piece async for piece in self.pieces()])

    async def lines(self) -> AsyncIterator[bytes]:
        rest = b""
        async for piece in self.pieces():
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                if line:
                    yield line
        if rest:
            yield rest

    def drop(self) -> None:
        """Closes the response soon, unless that was done: `pieces` does it however it ends, but may never have begun."""
        if not self._response.is_closed:
            task = asyncio.ensure_future(self._close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _close(self) -> None:
        try:
            await self._response.aclose()
        except (self._errors.HTTPError, OSError, RuntimeError):
            pass  # it is closed, or nobody can close it

    async def aclose(self) -> None:
        """For whoever stops reading before the end."""
        await self._response.aclose()


class HttpxWire:
    def __init__(self, client: Any, url: str, headers: Mapping[str, str]) -> None:
        import httpx

        if not isinstance(client, httpx.AsyncClient):
            raise TypeError(f"http should be an httpx.AsyncClient, not {type(client).__name__}")
        self._httpx = httpx
        self._client = client
        self._url = url.rstrip("/")
        self._headers = dict(headers)
        self._closing: Set[asyncio.Task[None]] = set()  # a loop itself doesn't keep its tasks

    async def send(self, method: str, path: str, body: Optional[bytes], headers: Mapping[str, str],
                   again: bool = True) -> HttpxReply:
        """`again`: httpx itself sends nothing twice."""
        httpx = self._httpx
        kind = {} if body is None else {"Content-Type": "application/json"}
        given = {**self._headers, **kind, **headers}
        request = self._client.build_request(method, self._url + path, content=body, headers=given,
                                             timeout=httpx.Timeout(None, connect=10.0))
        try:
            response = await self._client.send(request, stream=True)
        except httpx.UnsupportedProtocol as error:
            raise NotHttp(str(error)) from None
        except httpx.TransportError as error:
            sent = not isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
            raise Lost(f"no answer came: {error or type(error).__name__}", sent) from None
        return HttpxReply(httpx, response, self._closing)

    async def close(self) -> None:
        """What was dropped. The client is the caller's to close."""
        if self._closing:
            await asyncio.wait(set(self._closing))
