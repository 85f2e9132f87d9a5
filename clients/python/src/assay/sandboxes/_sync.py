"""Sandbox, for programs without an event loop: AsyncSandbox, run in the thread that all clients of the process share."""

from __future__ import annotations

import inspect
import os
from typing import Any, AsyncIterator, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from .._background import run
from ..errors import invalid
from ._async import AsyncRun, AsyncSandbox, Command, Heard
from ._process import AsyncProcess
from ._tar import MOST_UNPACKED_BYTES
from .values import MOST_OUTPUT_BYTES, CellResult, ExecResult, Output, ProcessInfo, SandboxFile, SandboxInfo


class Process:
    """As AsyncProcess."""

    def __init__(self, process: AsyncProcess) -> None:
        self._process = process
        self.pid = process.pid

    @property
    def stdout(self) -> str:
        return self._process.stdout

    @property
    def stderr(self) -> str:
        return self._process.stderr

    @property
    def running(self) -> bool:
        return self._process.running

    def read(self, timeout: Optional[float] = None) -> List[Output]:
        return run(self._process.read(timeout))

    def wait(self, timeout: Optional[float] = None) -> ExecResult:
        return run(self._process.wait(timeout))

    def write(self, data: Union[str, bytes], *, close: bool = False) -> None:
        run(self._process.write(data, close=close))

    def close_stdin(self) -> None:
        run(self._process.close_stdin())

    def kill(self, signal: str = "SIGKILL") -> None:
        run(self._process.kill(signal))

    def resize(self, rows: int, columns: int) -> None:
        run(self._process.resize(rows, columns))

    def detach(self) -> None:
        async def detached() -> None:
            self._process.detach()

        run(detached())


class Run:
    """As AsyncRun: `with box.stream(…) as run: for output in run: …`, then `run.result`."""

    def __init__(self, running: AsyncRun) -> None:
        self._run = running

    @property
    def result(self) -> ExecResult:
        return self._run.result

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Output]:
        return self

    def __next__(self) -> Output:
        output = run(_next(self._run))
        if output is None:
            raise StopIteration
        return output

    def close(self) -> None:
        run(self._run.aclose(), finish=True)


async def _next(outputs: AsyncIterator[Output]) -> Optional[Output]:
    async for output in outputs:
        return output
    return None


class Sandbox:
    """A sandbox of the server; `with` deletes it at the end. Its methods are those of AsyncSandbox."""

    def __init__(self, box: AsyncSandbox) -> None:
        self._box = box
        self.id = box.id

    @property
    def info(self) -> SandboxInfo:
        return self._box.info

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, kind: Any, *_: object) -> None:
        run(self._box.leave(kind is not None), finish=True)

    def exec(self, command: Command, *, input: Union[str, bytes, None] = None, env: Optional[Mapping[str, str]] = None,
             directory: Optional[str] = None, timeout: Optional[float] = None, terminal: Optional[Tuple[int, int]] = None,
             output_bytes: int = MOST_OUTPUT_BYTES, on_stdout: Optional[Heard] = None,
             on_stderr: Optional[Heard] = None) -> ExecResult:
        """As AsyncSandbox's; `on_stdout` and `on_stderr` are called in this thread, and may use the client."""
        for field, hears in (("on_stdout", on_stdout), ("on_stderr", on_stderr)):
            if inspect.iscoroutinefunction(hears):
                raise invalid(field, "is a coroutine function, which only an AsyncSandbox awaits")
        if on_stdout is None and on_stderr is None:
            return run(self._box.exec(command, input=input, env=env, directory=directory, timeout=timeout,
                                      terminal=terminal, output_bytes=output_bytes))
        with self.stream(command, input=input, env=env, directory=directory, timeout=timeout, terminal=terminal,
                         output_bytes=output_bytes) as running:
            for output in running:
                hear = on_stderr if output.stream == "stderr" else on_stdout
                if hear is not None and output.text:
                    hear(output.text)
        return running.result

    def stream(self, command: Command, *, input: Union[str, bytes, None] = None, env: Optional[Mapping[str, str]] = None,
               directory: Optional[str] = None, timeout: Optional[float] = None,
               terminal: Optional[Tuple[int, int]] = None, output_bytes: int = MOST_OUTPUT_BYTES) -> Run:
        return Run(self._box.stream(command, input=input, env=env, directory=directory, timeout=timeout, terminal=terminal,
                                    output_bytes=output_bytes))

    def start(self, command: Command, *, env: Optional[Mapping[str, str]] = None, directory: Optional[str] = None,
              timeout: Optional[float] = None, terminal: Optional[Tuple[int, int]] = None, stdin: bool = False,
              key: Optional[str] = None, tag: Optional[str] = None, output_bytes: int = MOST_OUTPUT_BYTES) -> Process:
        return Process(run(self._box.start(command, env=env, directory=directory, timeout=timeout, terminal=terminal,
                                           stdin=stdin, key=key, tag=tag, output_bytes=output_bytes)))

    def attach(self, pid: int, *, output_bytes: int = MOST_OUTPUT_BYTES) -> Process:
        async def attached() -> AsyncProcess:
            return self._box.attach(pid, output_bytes=output_bytes)

        return Process(run(attached()))

    def processes(self) -> List[ProcessInfo]:
        return run(self._box.processes())

    def run_code(self, code: str, *, stdin: str = "", env: Optional[Mapping[str, str]] = None,
                 timeout: float = 300.0) -> CellResult:
        return run(self._box.run_code(code, stdin=stdin, env=env, timeout=timeout))

    def read_file(self, path: str, *, offset: int = 0, length: Optional[int] = None) -> bytes:
        return run(self._box.read_file(path, offset=offset, length=length))

    def read_text(self, path: str, *, encoding: str = "utf-8") -> str:
        return run(self._box.read_text(path, encoding=encoding))

    def write_file(self, path: str, data: Union[str, bytes], *, mode: Optional[int] = None) -> SandboxFile:
        return run(self._box.write_file(path, data, mode=mode))

    def list_files(self, path: str = ".", *, depth: int = 1) -> List[SandboxFile]:
        return run(self._box.list_files(path, depth=depth))

    def file_info(self, path: str) -> SandboxFile:
        return run(self._box.file_info(path))

    def make_folder(self, path: str) -> SandboxFile:
        return run(self._box.make_folder(path))

    def move_file(self, source: str, target: str) -> SandboxFile:
        return run(self._box.move_file(source, target))

    def remove_file(self, path: str) -> None:
        run(self._box.remove_file(path))

    def upload(self, local: Union[str, os.PathLike[str]], path: str) -> SandboxFile:
        return run(self._box.upload(local, path))

    def download(self, path: str, local: Union[str, os.PathLike[str]], *, max_bytes: int = MOST_UNPACKED_BYTES) -> None:
        run(self._box.download(path, local, max_bytes=max_bytes))

    def refresh(self) -> SandboxInfo:
        return run(self._box.refresh())

    def pause(self) -> SandboxInfo:
        return run(self._box.pause())

    def resume(self) -> SandboxInfo:
        return run(self._box.resume())

    def snapshot(self) -> SandboxInfo:
        return run(self._box.snapshot())

    def recycle(self) -> SandboxInfo:
        return run(self._box.recycle())

    def fork(self, name: Optional[str] = None) -> Sandbox:
        return Sandbox(run(self._box.fork(name)))

    def set_lifetime(self, lifetime_s: float) -> SandboxInfo:
        return run(self._box.set_lifetime(lifetime_s))

    def set_egress(self, *, allow: Optional[Sequence[str]] = None, deny: Optional[Sequence[str]] = None) -> SandboxInfo:
        return run(self._box.set_egress(allow=allow, deny=deny))

    def usage(self) -> Mapping[str, Any]:
        return run(self._box.usage())

    def logs(self) -> bytes:
        return run(self._box.logs())

    def delete(self) -> None:
        run(self._box.delete())
