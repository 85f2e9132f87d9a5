"""serve(): a server of one's own, as long as a `with` block lasts.

    with assay.serve("--slots", "4") as client: …            # a Client
    async with assay.serve() as client: …                    # an AsyncClient

It listens on a free port of this machine and ends with the block; it also ends when this process is killed.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from typing import Any, Deque, Dict, List, Mapping, Optional
from urllib.parse import urlsplit

from . import _background
from ._find import find_binary
from ._version import VERSION
from .aio import AsyncClient, versions_agree
from .client import Client
from .errors import StartError, VersionMismatch

_KEPT_LINES = 200
_LISTENING = re.compile(r"^assay (\S+).*listening on (http://(\S+):(\d+))")
# Asks the kernel for a SIGTERM when the parent dies, then becomes the server. In a process of its own, because
# nothing but exec is safe between fork and exec of a process with threads.
_GUARD = ("import ctypes, os, sys\n"
          "ctypes.CDLL(None).prctl(1, 15, 0, 0, 0)\n"
          "os.getppid() == int(sys.argv[1]) or sys.exit(1)\n"
          "try: os.execv(sys.argv[2], sys.argv[2:])\n"
          "except OSError as error: sys.exit(f'{sys.argv[2]} cannot be started: {error}')\n")


class serve:
    """Starts `assay serve` with the given options.

    binary          the program; absent: ASSAY_BIN, the wheel's own, or the one on PATH
    start_timeout   seconds until it must be ready
    stop_timeout    seconds that its end may take before it is killed
    environment     variables for it beside those of this process
    client          arguments for the client, as {"run": "r1"}
    """

    def __init__(self, *options: str, binary: Optional[str] = None, start_timeout: float = 120.0,
                 stop_timeout: float = 60.0, environment: Optional[Mapping[str, str]] = None,
                 client: Optional[Mapping[str, Any]] = None) -> None:
        self._options = [str(option) for option in options]
        if not any(option == "--port" or option.startswith("--port=") for option in self._options):
            self._options += ["--port", "0"]
        self._binary = binary
        self._start_timeout = start_timeout
        self._stop_timeout = stop_timeout
        self._environment = dict(environment or {})
        self._client_arguments: Dict[str, Any] = dict(client or {})
        self._process: Optional[subprocess.Popen[str]] = None
        self._client: Optional[Client] = None
        self._async_client: Optional[AsyncClient] = None
        self._lines: Deque[str] = deque(maxlen=_KEPT_LINES)
        self._reading: Optional[threading.Thread] = None
        self.version: Optional[str] = None
        self.url = ""

    @property
    def log(self) -> List[str]:
        """The last lines that the server wrote."""
        return list(self._lines)

    def __enter__(self) -> Client:
        self.start()
        self._client = Client(self.url, **self._client_arguments)
        return self._client

    def __exit__(self, *_: object) -> None:
        if self._client is not None:
            self._client.close()
        self.stop()

    async def __aenter__(self) -> AsyncClient:
        # Whoever is cancelled while it starts leaves no server behind.
        starting = asyncio.ensure_future(asyncio.get_running_loop().run_in_executor(None, self.start))
        try:
            await asyncio.shield(starting)
        except asyncio.CancelledError:
            await asyncio.wait([starting])
            if not starting.exception():
                await asyncio.get_running_loop().run_in_executor(None, self.stop)
            raise
        self._async_client = AsyncClient(self.url, **self._client_arguments)
        return self._async_client

    async def __aexit__(self, *_: object) -> None:
        if self._async_client is not None:
            await self._async_client.close()
        await asyncio.get_running_loop().run_in_executor(None, self.stop)

    def start(self) -> None:
        """Returns when the server is ready."""
        if self._process is not None:
            raise StartError("it is running already; a serve() is for one server at a time")
        path = find_binary(self._binary)
        if path is None:
            raise StartError("there is no assay program: install the wheel for this platform, give binary=, set "
                             "ASSAY_BIN, or put it on PATH")
        if not sys.platform.startswith("linux"):
            raise StartError(f"the server needs Linux and this is {sys.platform}: start it on a Linux machine, and use "
                             "assay.Client(\"http://HOST:8080\")")
        self.version, self.url = None, ""
        self._lines.clear()
        guard = [sys.executable, "-I", "-S", "-c", _GUARD, str(os.getpid())] if sys.executable else []
        command = [*guard, str(path), "serve", *self._options]
        # The kernel means the thread that starts it, so it is one that lasts as long as the process.
        process = self._process = _background.run(_spawned(command, {**os.environ, **self._environment}))
        self._reading = threading.Thread(target=self._read, args=(process,), name="assay-log", daemon=True)
        self._reading.start()
        try:
            self._wait_until_ready(process)
            if not versions_agree(VERSION, self.version or ""):
                raise VersionMismatch(f"{path} is Assay {self.version}, this package {VERSION}: install "
                                      f"assay-rl=={self.version}, or give binary= one of {VERSION}")
        except BaseException:
            self._end(process, 0.0)
            self._process = None
            raise

    def stop(self) -> None:
        """Lets what runs finish for as long as its drain time-out, then ends it."""
        process, self._process = self._process, None
        if process is not None:
            self._end(process, self._stop_timeout)

    def wait(self) -> Optional[int]:
        """Waits until the server ends, for whatever reason. Its exit code; None when none was started."""
        process = self._process
        return None if process is None else process.wait()

    def _wait_until_ready(self, process: subprocess.Popen[str]) -> None:
        deadline = time.monotonic() + self._start_timeout
        while time.monotonic() < deadline:
            code = process.poll()
            if code is not None:
                if self._reading is not None:
                    self._reading.join(5)
                raise StartError(f"the server ended with code {code} before it was ready:\n{self._last_words()}")
            if self.url and self._is_ready():
                return
            time.sleep(0.02)
        raise StartError(f"the server was not ready within {self._start_timeout:g} s:\n{self._last_words()}")

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _last_words(self) -> str:
        return "\n".join(self.log[-20:]) or "(it said nothing)"

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self._lines.append(line.rstrip("\n"))
            found = _LISTENING.match(line)
            if found and not self.url:
                self.version, url, host, port = found.groups()
                everywhere = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}
                self.url = f"http://{everywhere[host]}:{port}" if host in everywhere else url
        process.stdout.close()

    def _end(self, process: subprocess.Popen[str], patience_s: float) -> None:
        # The first signal drains, the second ends at once, the third is no question.
        for number, patience in ((signal.SIGTERM, patience_s), (signal.SIGTERM, 5.0), (signal.SIGKILL, None)):
            if process.poll() is not None:
                break
            process.send_signal(number)
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                continue
        if self._reading is not None:
            self._reading.join(5)


async def _spawned(command: List[str], environment: Mapping[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env=dict(environment), text=True, errors="replace", start_new_session=True)
