"""AsyncSandbox: a sandbox that lives, for programs with an event loop. Sandbox is the same for those without.

    async with client.sandbox(memory_mb=2048) as box:          # deleted at the end
        done = await box.exec("make test", timeout=600)
        print(done.exit_code, done.stdout)
"""

from __future__ import annotations

import asyncio
import base64
import inspect
import os
import tempfile
import uuid
from typing import Any, AsyncGenerator, AsyncIterator, Callable, Dict, Generator, List, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import quote, urlencode

from ..errors import AssayError, SandboxError, UnknownSandbox, invalid
from ._calls import BYTES, Calls, Events, Tries
from ._process import MOST_INPUT_BYTES, AsyncProcess, as_bytes, begun, feed, processes, started
from ._tar import MOST_UNPACKED_BYTES, pack, too_large, unpack
from .values import (MOST_OUTPUT_BYTES, STREAMS, CellResult, Decoder, ExecResult, Json, Output, ProcessInfo, Record,
                     SandboxFile, SandboxInfo, cell_result, sandbox_file, sandbox_info)

Command = Union[str, Sequence[str]]
Heard = Callable[[str], Any]
_CELL_GRACE_S = 60.0  # a cell over its time is interrupted, and killed two seconds later
_TIDY_S = 60.0


class Opening:
    """What `client.sandbox(…)` gives: to be awaited, or entered with `async with`, which deletes it at the end."""

    def __init__(self, calls: Calls, request: Json) -> None:
        self._calls = calls
        self._request = request
        self._box: Optional[AsyncSandbox] = None

    def __await__(self) -> Generator[Any, None, AsyncSandbox]:
        return created(self._calls, self._request).__await__()

    async def __aenter__(self) -> AsyncSandbox:
        self._box = await created(self._calls, self._request)
        return self._box

    async def __aexit__(self, kind: Any, *_: object) -> None:
        assert self._box is not None
        await self._box.leave(kind is not None)


async def created(calls: Calls, request: Json) -> AsyncSandbox:
    # With a key a creation whose answer is lost is found again, not made twice.
    keyed = request if "idempotency_key" in request else {**request, "idempotency_key": uuid.uuid4().hex}
    tries = Tries()
    session = calls.session
    try:
        return AsyncSandbox(calls, calls.made(sandbox_info, await calls.json("POST", "/v1/sandboxes", keyed, tries=tries)))
    except BaseException:
        # The server keeps one with a key for whoever asks again. Nobody else knows this key.
        if tries.open and keyed is not request:
            session.tidy(_uncreated(Calls(calls.owner, session), keyed))
        raise


async def _uncreated(calls: Calls, request: Json) -> None:
    """Ends what this request may have made. Where that fails its idle time does it."""
    try:
        made = await calls.json("POST", "/v1/sandboxes", request, timeout=_TIDY_S)
        await calls.ask("DELETE", f"/v1/sandboxes/{quote(str(made['id']), safe='')}", timeout=_TIDY_S)
    except (AssayError, LookupError, TypeError, RuntimeError):  # the last: the process ends
        pass


def creation(name: Optional[str] = None, *, image: Optional[str] = None, cpus: Optional[float] = None,
             memory_mb: Optional[int] = None, disk_mb: Optional[int] = None, processes: Optional[int] = None,
             env: Optional[Mapping[str, str]] = None, labels: Optional[Mapping[str, str]] = None,
             lifetime_s: Optional[float] = None, idle_s: Optional[float] = None,
             egress: Optional[Mapping[str, Sequence[str]]] = None, start: Union[Command, Mapping[str, Any], None] = None,
             idempotency_key: Optional[str] = None) -> Json:
    """The request for a sandbox; docs/http.md has the fields."""
    given: Dict[str, Any] = {"name": name, "image": image, "cpus": cpus, "memory_mb": memory_mb, "disk_mb": disk_mb,
                             "processes": processes, "env": env, "labels": labels, "lifetime_s": lifetime_s,
                             "idle_s": idle_s, "egress": egress, "idempotency_key": idempotency_key}
    if start is not None:
        given["start"] = dict(start) if isinstance(start, Mapping) else _program(start)
    return {key: dict(value) if isinstance(value, Mapping) else value for key, value in given.items() if value is not None}


class AsyncSandbox:
    """A sandbox of the server. `info` is what was last heard of it; paths are absolute or below its home directory."""

    def __init__(self, calls: Calls, info: SandboxInfo) -> None:
        self._calls = calls
        self.info = info
        self.id = info.id
        self._path = f"/v1/sandboxes/{quote(info.id, safe='')}"
        self._kernel: Optional[str] = None

    async def __aenter__(self) -> AsyncSandbox:
        return self

    async def __aexit__(self, kind: Any, *_: object) -> None:
        await self.leave(kind is not None)

    async def leave(self, failed: bool) -> None:
        """Deletes it at the end of a block. One that has ended is fine; the block's own error goes first."""
        try:
            await self.delete()
        except UnknownSandbox:
            pass
        except AssayError:
            if not failed:
                raise

    # ---- programs

    async def exec(self, command: Command, *, input: Union[str, bytes, None] = None, env: Optional[Mapping[str, str]] = None,
                   directory: Optional[str] = None, timeout: Optional[float] = None,
                   terminal: Optional[Tuple[int, int]] = None, output_bytes: int = MOST_OUTPUT_BYTES,
                   on_stdout: Optional[Heard] = None, on_stderr: Optional[Heard] = None) -> ExecResult:
        """Runs a program to its end: a text for bash, or a list of words. `timeout`: it and its group are killed then.
        `output_bytes` are kept of stdout and of stderr; `on_stdout` and `on_stderr` hear all, as it comes, and are awaited
        where they are coroutine functions. When the caller is cancelled the program is killed."""
        run = self.stream(command, input=input, env=env, directory=directory, timeout=timeout, terminal=terminal,
                          output_bytes=output_bytes)
        async with run:
            async for output in run:
                hear = on_stderr if output.stream == "stderr" else on_stdout
                if hear is not None and output.text:
                    heard = hear(output.text)
                    if inspect.isawaitable(heard):
                        await heard
        return run.result

    def stream(self, command: Command, *, input: Union[str, bytes, None] = None, env: Optional[Mapping[str, str]] = None,
               directory: Optional[str] = None, timeout: Optional[float] = None,
               terminal: Optional[Tuple[int, int]] = None, output_bytes: int = MOST_OUTPUT_BYTES) -> AsyncRun:
        """As exec, to be iterated: pieces of output as they come, and then `result`. Who reads slowly makes the program
        wait; closing it early kills the program."""
        data = None if input is None else as_bytes(input)
        body = _request(command, env, directory, timeout, terminal)
        if data is not None and len(data) > MOST_INPUT_BYTES:
            body["open_stdin"] = True
            return AsyncRun(self._calls, self._path, body, data, output_bytes)
        if data is not None:
            body["stdin_base64"] = base64.b64encode(data).decode("ascii")
        return AsyncRun(self._calls, self._path, body, None, output_bytes)

    async def start(self, command: Command, *, env: Optional[Mapping[str, str]] = None, directory: Optional[str] = None,
                    timeout: Optional[float] = None, terminal: Optional[Tuple[int, int]] = None, stdin: bool = False,
                    key: Optional[str] = None, tag: Optional[str] = None,
                    output_bytes: int = MOST_OUTPUT_BYTES) -> AsyncProcess:
        """Starts a program that lives until its end or the sandbox's. `stdin`: it will be written to. With a `key` a
        second call gets the first one's process, and hears what it writes from then on. Where nobody knows whether it was
        started, the error has the `key` with which the same call finds it. A call that is cancelled has no error to say
        so: the program may run on, and who gave a `key` finds it."""
        key = key or uuid.uuid4().hex
        body = {**_request(command, env, directory, timeout, terminal), "open_stdin": stdin, "ends_with_client": False,
                "key": key, "tag": tag}
        found = await begun(self._calls, self._path + "/exec", body, key)
        return AsyncProcess(self._calls, self.id, found.pid, output_bytes, found.events, found.again)

    def attach(self, pid: int, *, output_bytes: int = MOST_OUTPUT_BYTES) -> AsyncProcess:
        """A process that was started before; what it writes from now on is heard. Needs a running loop."""
        return AsyncProcess(self._calls, self.id, pid, output_bytes)

    async def processes(self) -> List[ProcessInfo]:
        """Those that requests started, running and lately ended."""
        return self._calls.made(processes, await self._calls.json("GET", self._path + "/processes"))

    async def run_code(self, code: str, *, stdin: str = "", env: Optional[Mapping[str, str]] = None,
                       timeout: float = 300.0) -> CellResult:
        """Runs a cell in the sandbox's Python, which keeps its state: later cells find what earlier ones define."""
        body = {"code": code, "stdin": stdin, "env": dict(env or {}), "timeout_s": timeout}
        anew = False
        while True:
            kernel = self._kernel
            if kernel is None:
                opened = await self._calls.json("POST", "/v1/kernels", {"sandbox": self.id, "name": "default"})
                kernel = self._kernel = self._calls.made(lambda kernel: str(kernel["id"]), opened)
            try:
                # Cells wait for those before them.
                patience = max(self._calls.owner.timeout, timeout + _CELL_GRACE_S)
                done = await self._calls.json("POST", f"/v1/kernels/{kernel}/execute", body, again=False, timeout=patience)
            except SandboxError as error:
                if error.code != "unknown_kernel" or anew:
                    raise
                self._kernel, anew = None, True
                continue
            return self._calls.made(cell_result, done, anew)

    # ---- files

    async def read_file(self, path: str, *, offset: int = 0, length: Optional[int] = None) -> bytes:
        """A negative `offset` counts from the end."""
        where = {"path": path, "offset": offset or None, "length": length}
        return await self._calls.ask("GET", self._at("files", **where), expected=(200, 206))

    async def read_text(self, path: str, *, encoding: str = "utf-8") -> str:
        return (await self.read_file(path)).decode(encoding)

    async def write_file(self, path: str, data: Union[str, bytes], *, mode: Optional[int] = None) -> SandboxFile:
        """Folders above it are made. It is seen when all of it is written, or not at all."""
        where = {"path": path, "mode": None if mode is None else f"{mode:o}"}
        body = await self._calls.json("PUT", self._at("files", **where), as_bytes(data), headers=BYTES)
        return self._calls.made(sandbox_file, body)

    async def list_files(self, path: str = ".", *, depth: int = 1) -> List[SandboxFile]:
        body = await self._calls.json("GET", self._at("files/list", path=path, depth=depth))
        return self._calls.made(lambda body: [sandbox_file(each) for each in body["entries"]], body)

    async def file_info(self, path: str) -> SandboxFile:
        return self._calls.made(sandbox_file, await self._calls.json("GET", self._at("files/info", path=path)))

    async def make_folder(self, path: str) -> SandboxFile:
        return self._calls.made(sandbox_file, await self._calls.json("POST", self._path + "/files/directory", {"path": path}))

    async def move_file(self, source: str, target: str) -> SandboxFile:
        body = {"from": source, "to": target}
        return self._calls.made(sandbox_file,
                                await self._calls.json("POST", self._path + "/files/move", body, again=False))

    async def remove_file(self, path: str) -> None:
        """A file, or a folder with all in it."""
        await self._calls.ask("DELETE", self._at("files", path=path), again=False)

    async def upload(self, local: Union[str, os.PathLike[str]], path: str) -> SandboxFile:
        """A file of this machine becomes `path`; of a folder all that is in it is put into `path`."""
        here = os.fspath(local)
        with tempfile.TemporaryFile() as packed:
            if os.path.isdir(here):
                await _beside(pack, here, packed)
                packed.seek(0)
                where, kind, data = "archive", {"Content-Type": "application/x-tar"}, await _beside(packed.read)
                mode = None
            else:
                where, kind = "files", BYTES
                data, mode = await _beside(_content, here)
        answer = await self._calls.json("PUT", self._at(where, path=path, mode=mode), data, headers=kind)
        return self._calls.made(sandbox_file, answer)

    async def download(self, path: str, local: Union[str, os.PathLike[str]], *,
                       max_bytes: int = MOST_UNPACKED_BYTES) -> None:
        """A file becomes `local`, whole or not at all; of a folder all that is in it is put into the folder `local`. Links
        are made as they are and never followed. What has more than `max_bytes`, where each file, folder and link counts as
        1 KiB at least, is refused (`too_large`), as is a folder of which a name or a link would lead out, and nothing of
        it is made. What else interrupts a folder (a disk that is full, something that is in the way) leaves what was made
        before it."""
        here = os.fspath(local)
        found = await self.file_info(path)
        folder = found.kind == "directory"
        try:
            reply = await self._calls.begin("GET", self._at("archive" if folder else "files", path=path), again=True)
        except SandboxError as error:
            if error.code != "is_a_directory":
                raise
            folder = True  # behind a link
            reply = await self._calls.begin("GET", self._at("archive", path=path), again=True)
        try:
            taken = tempfile.NamedTemporaryFile(dir=None if folder else os.path.dirname(here) or ".", delete=False)
        except BaseException:
            await reply.aclose()
            raise
        with taken:
            try:
                # Of an archive its heads may take three times what they count here.
                most = 4 * max_bytes + (1 << 20) if folder else max_bytes
                await self._calls.save(reply, taken, most, too_large(max_bytes))
                if folder:
                    await _beside(unpack, taken, here, max_bytes)
                else:
                    taken.close()
                    os.chmod(taken.name, 0o644 if found.kind == "link" else found.mode & 0o777)
                    os.replace(taken.name, here)
            finally:
                try:
                    os.unlink(taken.name)
                except FileNotFoundError:
                    pass

    # ---- the sandbox

    async def refresh(self) -> SandboxInfo:
        """How it is now, or why it ended."""
        return self._now(await self._calls.json("GET", self._path))

    async def pause(self) -> SandboxInfo:
        """Stops every process where it is. Whoever runs a program resumes it."""
        return self._now(await self._calls.json("POST", self._path + "/pause"))

    async def resume(self) -> SandboxInfo:
        return self._now(await self._calls.json("POST", self._path + "/resume"))

    async def snapshot(self) -> SandboxInfo:
        """Remembers the files as they are, for `recycle`."""
        return self._now(await self._calls.json("POST", self._path + "/snapshot"))

    async def recycle(self) -> SandboxInfo:
        """Back to the last snapshot of the files, or to the beginning. All its processes end, and what cells defined is
        gone."""
        self._kernel = None
        return self._now(await self._calls.json("POST", self._path + "/recycle"))

    async def fork(self, name: Optional[str] = None) -> AsyncSandbox:
        """Another sandbox with these files. What runs isn't copied."""
        body = {} if name is None else {"name": name}
        made = await self._calls.json("POST", self._path + "/fork", body, again=False)
        return AsyncSandbox(self._calls, self._calls.made(sandbox_info, made))

    async def set_lifetime(self, lifetime_s: float) -> SandboxInfo:
        """From now on."""
        return self._now(await self._calls.json("POST", self._path + "/lifetime", {"lifetime_s": lifetime_s}))

    async def set_egress(self, *, allow: Optional[Sequence[str]] = None, deny: Optional[Sequence[str]] = None) -> SandboxInfo:
        """Whom its programs may connect to; without rules nobody."""
        rules = {key: list(value) for key, value in (("allow", allow), ("deny", deny)) if value is not None}
        return self._now(await self._calls.json("POST", self._path + "/egress", rules))

    async def usage(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = await self._calls.json("GET", self._path + "/usage")
        return found

    async def logs(self) -> bytes:
        """The end of what its start command wrote."""
        body = await self._calls.json("GET", self._path + "/logs")
        return self._calls.made(lambda body: base64.b64decode(body["base64"]) if "base64" in body
                                else str(body["logs"]).encode("utf-8"), body)

    async def delete(self) -> None:
        """Ends it; also fine when it has ended."""
        await self._calls.ask("DELETE", self._path)

    def _at(self, route: str, **query: Any) -> str:
        said = {key: value for key, value in query.items() if value is not None}
        if "path" in said:
            said["path"] = os.fsencode(said["path"])
        return f"{self._path}/{route}?{urlencode(said)}"

    def _now(self, body: Any) -> SandboxInfo:
        self.info = self._calls.made(sandbox_info, body)
        return self.info


class AsyncRun:
    """A program that is run: its output as it comes, then `result`."""

    def __init__(self, calls: Calls, sandbox: str, body: Json, data: Optional[bytes], most: int) -> None:
        self._calls = calls
        self._sandbox = sandbox
        self._body = body
        self._data = data
        self._record = Record(most)
        self._decoder = Decoder()
        self._result: Optional[ExecResult] = None
        self._outputs: Optional[AsyncGenerator[Output, None]] = None

    @property
    def result(self) -> ExecResult:
        """How it ended, once all has been read."""
        if self._result is None:
            raise SandboxError("how the program ends is not known before its output was read to the end", "not_ended")
        return self._result

    async def __aenter__(self) -> AsyncRun:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __aiter__(self) -> AsyncIterator[Output]:
        return self

    async def __anext__(self) -> Output:
        if self._outputs is None:
            self._outputs = self._run()
        return await self._outputs.__anext__()

    async def aclose(self) -> None:
        """Kills the program unless it has ended."""
        if self._outputs is not None:
            await self._outputs.aclose()

    async def _run(self) -> AsyncGenerator[Output, None]:
        reply = await self._calls.begin("POST", self._sandbox + "/exec", self._body, again=False)
        events = Events(self._calls, reply)
        feeding: Optional[asyncio.Task[None]] = None
        try:
            pid = await started(self._calls, events)
            if self._data is not None:
                feeding = asyncio.ensure_future(feed(self._calls, f"{self._sandbox}/processes/{pid}", self._data))
                # A program whose input fails would wait for the rest of it.
                feeding.add_done_callback(lambda fed: None if fed.cancelled() or fed.exception() is None else
                                          asyncio.ensure_future(reply.aclose()))
            async for event in events:
                if event["event"] == "end":
                    self._result = self._calls.made(self._record.result, pid, event)
                elif event["event"] in STREAMS:
                    yield self._decoder.output(*self._record.add(event))
        except AssayError:
            if feeding is not None and feeding.done() and not feeding.cancelled() and feeding.exception() is not None:
                feeding.result()  # the first cause
            raise
        finally:
            if feeding is not None:
                feeding.cancel()
            await events.aclose()


async def listed(calls: Calls, labels: Optional[Mapping[str, str]], state: Optional[str]) -> List[AsyncSandbox]:
    """The caller's sandboxes, the newest first."""
    found: List[AsyncSandbox] = []
    cursor: Optional[str] = None
    while True:
        query = _labels(labels) + [(key, value) for key, value in (("state", state), ("cursor", cursor)) if value]
        page = await calls.json("GET", "/v1/sandboxes?" + urlencode(query))
        found += calls.made(lambda page: [AsyncSandbox(calls, sandbox_info(each)) for each in page["sandboxes"]], page)
        cursor = page.get("next")
        if not cursor:
            return found


async def deleted(calls: Calls, labels: Mapping[str, str]) -> List[str]:
    if not labels:
        raise invalid("labels", "name at least one: a sandbox without labels is ended by its own delete()")
    # A second answer wouldn't name those that the first one, which was lost, has ended.
    body = await calls.json("DELETE", "/v1/sandboxes?" + urlencode(_labels(labels)), again=False)
    return calls.made(lambda body: [str(each) for each in body["deleted"]], body)


async def found(calls: Calls, id: str) -> AsyncSandbox:
    body = await calls.json("GET", f"/v1/sandboxes/{quote(id, safe='')}")
    return AsyncSandbox(calls, calls.made(sandbox_info, body))


def _labels(labels: Optional[Mapping[str, str]]) -> List[Tuple[str, str]]:
    return [("label", f"{key}:{value}") for key, value in (labels or {}).items()]


def _program(command: Command) -> Dict[str, Any]:
    return {"command": command} if isinstance(command, str) else {"argv": list(command)}


def _request(command: Command, env: Optional[Mapping[str, str]], directory: Optional[str], timeout: Optional[float],
             terminal: Optional[Tuple[int, int]]) -> Dict[str, Any]:
    body: Dict[str, Any] = {**_program(command), "stream": True, "env": dict(env or {}), "directory": directory,
                            "timeout_s": timeout}
    if terminal is not None:
        body["terminal"] = {"rows": terminal[0], "columns": terminal[1]}
    return body


def _content(path: str) -> Tuple[bytes, str]:
    with open(path, "rb") as file:
        return file.read(), f"{os.fstat(file.fileno()).st_mode & 0o777:o}"


async def _beside(work: Callable[..., Any], *given: Any) -> Any:
    """In a thread: disks are slow."""
    return await asyncio.get_running_loop().run_in_executor(None, work, *given)
