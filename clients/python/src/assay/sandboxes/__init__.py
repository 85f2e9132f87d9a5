"""Sandboxes that live: programs, files and a Python that keeps its state, until the block ends.

    with assay.sandbox() as box:                        # of the server that ASSAY_URL names
        box.exec("echo hello > a.txt")
        print(box.read_text("a.txt"))

    with assay.serve() as client, client.sandbox(memory_mb=2048) as box: …
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._async import AsyncRun, AsyncSandbox
from ._process import AsyncProcess
from ._sync import Process, Run, Sandbox
from .values import CellError, CellResult, ExecResult, Output, ProcessInfo, SandboxFile, SandboxInfo

if TYPE_CHECKING:
    from ..aio import AsyncClient
    from ..client import Client


class sandbox:
    """A sandbox for a block, `with` or `async with`, of the server at `url` or that ASSAY_URL names. The other arguments
    are those of Client.sandbox."""

    def __init__(self, name: Optional[str] = None, *, url: Optional[str] = None, token: Optional[str] = None,
                 **request: Any) -> None:
        self._url = url
        self._token = token
        self._request = {"name": name, **request}
        self._client: Optional[Client] = None
        self._box: Optional[Sandbox] = None
        self._async_client: Optional[AsyncClient] = None
        self._async_box: Optional[AsyncSandbox] = None

    def __enter__(self) -> Sandbox:
        from ..client import Client  # which knows of sandboxes itself

        self._client = Client(self._url, token=self._token)
        try:
            self._box = self._client.sandbox(**self._request)
        except BaseException:
            self._client.close()
            raise
        return self._box

    def __exit__(self, *how: object) -> None:
        assert self._client is not None and self._box is not None
        with self._client:
            self._box.__exit__(*how)

    async def __aenter__(self) -> AsyncSandbox:
        from ..aio import AsyncClient

        self._async_client = AsyncClient(self._url, token=self._token)
        try:
            self._async_box = await self._async_client.sandbox(**self._request)
        except BaseException:
            await self._async_client.close()
            raise
        return self._async_box

    async def __aexit__(self, *how: object) -> None:
        assert self._async_client is not None and self._async_box is not None
        async with self._async_client:
            await self._async_box.__aexit__(*how)


__all__ = ["AsyncProcess", "AsyncRun", "AsyncSandbox", "CellError", "CellResult", "ExecResult", "Output", "Process",
           "ProcessInfo", "Run", "Sandbox", "SandboxFile", "SandboxInfo", "sandbox"]
