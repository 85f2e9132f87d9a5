"""Sandboxes over connections that break and servers that refuse: what is sent again, and what is raised. No exit code
comes of a failure."""

import asyncio
import concurrent.futures
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import threading
import time

import pytest

import assay
from assay import _background
from assay.sandboxes import _calls, _process, _tar, values
from assay.sandboxes._async import AsyncSandbox
from fake_server import LAST_CHUNK, Held, Lines, Raw, Reset, Slow, Status, stream_of, whole

INFO = {"id": "sb-1", "name": "a", "state": "running", "reason": None, "message": "", "image": None, "labels": {},
        "created_at": "2026-11-22T17:04:26.120Z", "expires_at": None, "ended_at": None, "running_processes": 0}
START = {"event": "start", "pid": 7}
OUT = {"event": "stdout", "text": "half\n"}
END = {"event": "end", "exit_code": 0, "signal": None, "timed_out": False, "out_of_memory": False}
ERROR = {"event": "error", "error": {"code": "unavailable", "message": "the box died"}}


def answer(body, status=200):
    return Status(status, body=json.dumps(body).encode())


def refused(status, code, **more):
    return Status(status, {"Retry-After": "0"}, json.dumps({"error": {"code": code, "message": "no", **more}}).encode())


def broken(events):
    return Raw(stream_of(events)[:-len(LAST_CHUNK)])


@pytest.fixture
def served(fake):
    """served(script): a sandbox of a server that answers by the script, and the server."""
    clients = []

    def start(script, **settings):
        server = fake(lambda request: answer(INFO, 201) if (request.method, request.path) == ("POST", "/v1/sandboxes")
                      else script(request))
        clients.append(assay.Client(server.url, **settings))
        return clients[-1].sandbox(), server

    yield start
    for client in clients:
        client.close()


@pytest.mark.parametrize("fault", [Raw(b""), Reset(), broken([]), broken([START, OUT]), Raw(stream_of([START, OUT])),
                                   Raw(stream_of([START, OUT])[:-12])], ids=range(6))
def test_a_lost_connection_is_no_exit_code_and_runs_nothing_twice(served, fault):
    box, server = served(lambda request: fault)
    with pytest.raises(assay.ConnectionLost, match="nobody here knows"):
        box.exec("make")
    assert server.paths().count("/v1/sandboxes/sb-1/exec") == 1


def test_a_connection_that_was_idle_may_have_brought_a_program(served):
    # The first answer leaves its connection open; the server closes it when the next request has come.
    box, server = served(lambda request: answer({"processes": []}) if request.method == "GET" else Reset())
    assert box.processes() == []
    with pytest.raises(assay.ConnectionLost):
        box.exec("make")
    assert server.paths().count("/v1/sandboxes/sb-1/exec") == 1


def test_our_failure_is_no_exit_code(served):
    for fault in (Raw(stream_of([START, OUT, ERROR])), refused(503, "unavailable"), refused(500, "infrastructure")):
        box, server = served(lambda request, fault=fault: fault)
        with pytest.raises(assay.SandboxFailed) as raised:
            box.exec("make")
        assert isinstance(raised.value, assay.Unavailable)
        assert server.paths().count("/v1/sandboxes/sb-1/exec") == 1


def test_a_silent_stream_is_left(served, monkeypatch):
    monkeypatch.setattr(_calls, "SILENCE_S", 0.2)

    box, server = served(lambda request: Lines(1, "silence"))
    server.lines = lambda request: [START, END]
    with pytest.raises(assay.ConnectionLost, match="nothing came"):
        box.exec("make")
    assert server.disconnected.wait(60)


def test_want_of_room_is_waited_for(served):
    tries = []

    def script(request):
        tries.append(request.path)
        return refused(429, "overloaded") if len(tries) < 4 else Raw(stream_of([START, OUT, END]))

    box, _ = served(script, retries=0)
    assert (box.exec("true").exit_code, len(tries)) == (0, 4)


def test_what_says_the_same_twice_is_sent_again(fake):
    faults = [Reset(), refused(503, "unavailable"), Raw(b""), answer(INFO, 201), Reset(), Raw(whole(200, b"content")[:-1]),
              Status(200, body=b"content")]
    server = fake(lambda request: faults[request.number - 1])
    with assay.Client(server.url) as client:
        box = client.sandbox(idempotency_key="k")
        assert box.read_file("a") == b"content"
    assert len(server.requests) == len(faults)
    assert [request.json()["idempotency_key"] for request in server.requests[:4]] == ["k"] * 4


def test_what_does_not_is_not(served):
    box, server = served(lambda request: Reset())
    with assay.Client(server.url) as client:
        for ask in (lambda: box.fork(), lambda: box.move_file("a", "b"), lambda: box.remove_file("a"),
                    lambda: client.delete_sandboxes({"a": "b"})):
            before = len(server.requests)
            with pytest.raises(assay.ConnectionLost):
                ask()
            assert len(server.requests) == before + 1


def test_refusals_have_their_kinds_and_the_servers_words(served):
    cases = [(refused(404, "unknown_sandbox"), assay.UnknownSandbox), (refused(409, "ended", reason="idle"), assay.SandboxEnded),
             (refused(404, "no_such_file", field="path"), assay.NoSuchFile), (refused(507, "disk_full"), assay.DiskFull),
             (refused(422, "cannot_start"), assay.CannotStart), (refused(422, "value_error", field="path"), assay.InvalidRequest),
             (refused(501, "no_sandboxes"), assay.SandboxError), (refused(403, "forbidden"), assay.InvalidRequest),
             (Status(200, body=b"[1]"), assay.ProtocolError), (Raw(b"SSH-2.0\r\n\r\n"), assay.ProtocolError)]
    for fault, kind in cases:
        box, _ = served(lambda request, fault=fault: fault, retries=0)
        with pytest.raises(assay.AssayError) as raised:
            box.file_info("a")
        assert type(raised.value) is kind
        if kind is assay.SandboxEnded:
            assert (raised.value.reason, raised.value.status) == ("idle", 409)
        if kind is assay.NoSuchFile:
            assert isinstance(raised.value, FileNotFoundError) and str(raised.value) == "path: no"


def test_a_stream_that_is_none_is_the_servers_fault(served):
    for line in (b"{}\n", b"[]\n", b"no json\n", b'{"event": "end"}\n', b'{"event": "stdout"}\n'):
        head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        started = json.dumps(START).encode() + b"\n"
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(each), each) for each in (started, line))
        box, _ = served(lambda request, data=head + chunks + LAST_CHUNK: Raw(data))
        with pytest.raises(assay.ProtocolError):
            box.exec("true")


def test_how_a_started_program_ends_is_asked_again(served):
    def script(request):
        if request.method == "POST":
            return broken([START, OUT])
        return broken([START]) if len(server.paths("GET")) < 3 else Raw(stream_of([START, {**END, "exit_code": 3}]))

    box, server = served(script)
    done = box.start("make").wait(60)
    assert (done.exit_code, done.stdout, done.truncated) == (3, "half\n", True)
    assert server.paths().count("/v1/sandboxes/sb-1/exec") == 1


def test_a_started_program_of_which_nobody_knows_has_no_end(served):
    box, _ = served(lambda request: broken([START, OUT]) if request.method == "POST" else
                    refused(409, "ended", reason="lost"))
    process = box.start("make")
    with pytest.raises(assay.SandboxEnded):
        process.wait(60)
    assert process.stdout == "half\n" and not process.running


def test_input_that_breaks_ends_the_program(served):
    def script(request):
        return Lines(1, "silence") if request.path.endswith("/exec") else Reset()

    box, server = served(script)
    server.lines = lambda request: [START, END]
    with pytest.raises(assay.ConnectionLost):
        box.exec("cat", input=b"x" * (3 << 20))
    assert server.disconnected.wait(60)


def test_output_is_kept_up_to_a_bound_and_letters_stay_whole(served):
    pieces = [{"event": "stdout", "base64": "w6nD"}, {"event": "stdout", "base64": "qQ=="}, {"event": "stderr", "text": "e"}]
    box, _ = served(lambda request: Raw(stream_of([START, *pieces, END])))
    heard = []
    done = box.exec("x", on_stdout=heard.append, output_bytes=3)
    assert heard == ["é", "é"]
    assert (done.stdout_bytes, done.stderr, done.truncated) == ("é".encode() + b"\xc3", "e", True)
    with box.stream("x") as running:
        with pytest.raises(assay.SandboxError, match="not known"):
            running.result
        assert [output.data for output in running] == [b"\xc3\xa9\xc3", b"\xa9", b"e"]
    assert running.result.ok


def test_a_block_deletes_its_sandbox_and_keeps_its_own_error(served):
    box, server = served(lambda request: answer({**INFO, "state": "ended", "reason": "deleted"}))
    with box:
        pass
    assert server.paths("DELETE") == ["/v1/sandboxes/sb-1"]
    box, _ = served(lambda request: refused(503, "unavailable"), retries=0)
    with pytest.raises(ZeroDivisionError):
        with box:
            1 // 0
    box, _ = served(lambda request: refused(404, "unknown_sandbox"))
    with box:
        pass


def test_a_cancelled_program_is_left(fake):
    server = fake(lambda request: answer(INFO, 201) if request.path == "/v1/sandboxes" else Lines(1, "silence"))
    server.lines = lambda request: [START, END]

    async def check():
        async with assay.AsyncClient(server.url) as client:
            box = await client.sandbox()
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(box.exec("sleep 100"), 2)

    asyncio.run(check())
    assert server.disconnected.wait(60)


def archive(*members):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, kind, target in members:
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, target
            content = b"content" if kind == tarfile.REGTYPE else b""
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    packed.seek(0)
    return packed


@pytest.mark.parametrize("members", [
    [("../out", tarfile.REGTYPE, "")], [("/tmp/assay-out", tarfile.REGTYPE, "")],
    [("l", tarfile.SYMTYPE, ".."), ("l/out", tarfile.REGTYPE, "")], [("l", tarfile.SYMTYPE, ".."), ("l/d", tarfile.DIRTYPE, "")],
    [("h", tarfile.LNKTYPE, "../secret")], [("l", tarfile.SYMTYPE, ".."), ("h", tarfile.LNKTYPE, "l/secret")],
    [("h", tarfile.LNKTYPE, "./h")], [("a" * 5000, tarfile.REGTYPE, "")], [("l", tarfile.SYMTYPE, "a" * 5000)],
    [("p", tarfile.FIFOTYPE, "")], [("c", tarfile.CHRTYPE, "")], [("l", tarfile.SYMTYPE, ".."), ("l", tarfile.DIRTYPE, "")],
], ids=range(12))
def test_nothing_of_an_archive_gets_out_of_its_folder(members, tmp_path):
    (tmp_path / "secret").write_text("secret")
    with pytest.raises(assay.SandboxError):
        _tar.unpack(archive(*members), str(tmp_path / "in"))
    assert os.listdir(tmp_path) == ["secret"]
    assert not os.path.exists("/tmp/assay-out")


def test_a_link_in_the_way_is_replaced_and_not_followed(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "secret").write_text("secret")
    (folder / "a").symlink_to("../secret")
    _tar.unpack(archive(("a", tarfile.REGTYPE, ""), ("d/b", tarfile.REGTYPE, ""), ("h", tarfile.LNKTYPE, "a")), str(folder))
    assert (tmp_path / "secret").read_text() == "secret"
    assert [(folder / name).read_text() for name in ("a", "d/b", "h")] == ["content"] * 3


@pytest.mark.parametrize("kind", ["file", "directory"])
def test_a_download_that_breaks_off_leaves_no_file(served, tmp_path, kind, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # where an archive waits
    info = {"path": "/home/user/a", "kind": kind, "bytes": 9, "mode": "0644", "modified_at": ""}
    data = archive(("x", tarfile.REGTYPE, "")).getvalue()
    box, _ = served(lambda request: answer(info) if "/info" in request.path else Raw(whole(200, data)[:-100]))
    with pytest.raises(assay.SandboxFailed):
        box.download("a", tmp_path / "a")
    assert os.listdir(tmp_path) == []


def sparse(name, size):
    """A head of a file of this size, all of it a hole."""
    head = tarfile.TarInfo(name)
    head.type = tarfile.GNUTYPE_SPARSE
    buffer = bytearray(head.tobuf(tarfile.GNU_FORMAT))
    buffer[483:495] = b"%011o\0" % size
    buffer[148:156] = b" " * 8
    buffer[148:156] = b"%06o\0 " % sum(buffer)
    return bytes(buffer)


def head_of(name, size, kind=tarfile.REGTYPE):
    head = tarfile.TarInfo(name)
    head.size, head.type = size, kind
    return head.tobuf(tarfile.GNU_FORMAT)



MANY = b"".join(head_of(f"f{i}", 0) for i in range(70))
DEEP = head_of("/".join("d" for _ in range(45)), 0) + head_of("/".join("e" for _ in range(45)), 0)


@pytest.mark.parametrize("packed", [sparse("s", 8 << 30), head_of("a", 1 << 17) + bytes(1 << 17), MANY, DEEP],
                         ids=["hole", "file", "names", "folders"])
def test_an_archive_over_the_bound_makes_nothing(packed, tmp_path):
    with pytest.raises(assay.SandboxError, match="max_bytes") as raised:
        _tar.unpack(io.BytesIO(packed + bytes(1024)), str(tmp_path / "in"), 1 << 16)
    assert raised.value.code == "too_large"
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("packed", [
    head_of("a", 0) + head_of("b", -1024), head_of("a", 0) + head_of("n", 1 << 20, tarfile.GNUTYPE_LONGNAME) + bytes(1 << 20),
    head_of("n", -512, tarfile.GNUTYPE_LONGNAME), head_of("n", 3, tarfile.GNUTYPE_LONGNAME) + b"a\0b".ljust(512, b"\0"),
    head_of("a", 0) + head_of("h", 0, tarfile.LNKTYPE), b"".join(head_of("n", 0, tarfile.GNUTYPE_LONGNAME) for _ in range(3000)),
], ids=["backwards", "long-name", "negative-name", "cut-name", "link-to-nothing", "chain"])
def test_a_head_that_makes_no_sense_is_refused(packed, tmp_path):
    with pytest.raises(assay.SandboxError) as raised:
        _tar.unpack(io.BytesIO(packed + bytes(1024)), str(tmp_path / "in"))
    assert raised.value.code == "bad_archive"
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("kind", ["file", "directory"])
def test_a_download_is_bounded(served, tmp_path, kind, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    info = {"path": "/home/user/a", "kind": kind, "bytes": 9, "mode": "0644", "modified_at": ""}
    data = archive(("x", tarfile.REGTYPE, "")).getvalue() if kind == "directory" else b"content"
    box, _ = served(lambda request: answer(info) if "/info" in request.path else Status(200, body=data))
    with pytest.raises(assay.SandboxError) as raised:
        box.download("a", tmp_path / "a", max_bytes=6)
    assert raised.value.code == "too_large"
    endless = bytes(2 << 20)
    box, _ = served(lambda request: answer(info) if "/info" in request.path else Status(200, body=endless))
    with pytest.raises(assay.SandboxError) as raised:
        box.download("a", tmp_path / "a", max_bytes=6)
    assert raised.value.code == "too_large"
    assert os.listdir(tmp_path) == []


class ChattyReply:
    """An answer that always has more to say, until it has said it all."""

    status, headers, again = 200, {}, False

    def __init__(self):
        self.open = True

    async def lines(self):
        yield json.dumps(START).encode()
        for _ in range(300):
            await asyncio.sleep(0)
            yield json.dumps(OUT).encode()
        yield json.dumps(END).encode()
        self.open = False

    async def pieces(self):
        for _ in range(300):
            await asyncio.sleep(0)
            yield b"piece"
        self.open = False

    def drop(self):
        self.open = False

    async def aclose(self):
        self.open = False


class ChattyWire:
    def __init__(self):
        self.replies = []

    async def send(self, *_):
        await asyncio.sleep(0)
        self.replies.append(ChattyReply())
        return self.replies[-1]

    async def close(self):
        pass


async def saved(box):
    reply = await box._calls.begin("GET", "/", again=True)
    await box._calls.save(reply, io.BytesIO(), 1 << 20, assay.SandboxError("too much"))


@pytest.mark.parametrize("depth, members, code", [(250, 20, "too_large"), (300, 1, "bad_archive")])
def test_deep_names_count_as_the_folders_they_make(tmp_path, depth, members, code):
    packed = archive(*((f"{number:04}/" + "a/" * depth + "f", tarfile.REGTYPE, "") for number in range(members)))
    with pytest.raises(assay.SandboxError) as raised:
        _tar.unpack(packed, str(tmp_path / "in"), 4 << 20)
    assert raised.value.code == code
    assert os.listdir(tmp_path) == []


def test_a_link_to_itself_replaces_nothing(tmp_path):
    before = tmp_path / "in"
    before.mkdir()
    (before / "h").write_text("kept")
    with pytest.raises(assay.SandboxError):
        _tar.unpack(archive(("h", tarfile.LNKTYPE, "h")), str(before))
    assert (before / "h").read_text() == "kept"


def test_a_download_into_a_folder_that_is_not_there_leaves_nothing_open(tmp_path):
    class Wire(ChattyWire):
        async def send(self, method, path, *_):
            reply = await super().send()
            if "/files/info" in path:
                reply.read = self.read
            return reply

        async def read(self):
            return json.dumps({"path": "a", "kind": "file", "bytes": 1, "mode": "644",
                               "modified_at": "2026-11-22T17:04:26.120Z"}).encode()

    async def check():
        async with assay.AsyncClient("http://localhost:1") as client:
            wire = client._session().wire = Wire()
            box = AsyncSandbox(_calls.Calls(client), values.sandbox_info(INFO))
            with pytest.raises(FileNotFoundError):
                await box.download("a", tmp_path / "none" / "a")
            assert [reply.open for reply in wire.replies] == [False, False]

    asyncio.run(asyncio.wait_for(check(), 60))


@pytest.mark.parametrize("ask", [lambda box: box.exec("x"), lambda box: box.start("x"), saved], ids=["exec", "start", "save"])
def test_a_cancellation_is_never_lost_and_leaves_nothing_open(ask):
    async def check():
        async with assay.AsyncClient("http://localhost:1") as client:
            wire = client._session().wire = ChattyWire()
            box = AsyncSandbox(_calls.Calls(client), values.sandbox_info(INFO))
            for turns in range(100):
                task = asyncio.ensure_future(ask(box))
                for _ in range(turns):
                    await asyncio.sleep(0)
                started = task.done() and task.result()
                if started:
                    await client.close()  # detaches
                    client._session().wire = wire
                else:
                    assert task.cancel()
                    await asyncio.wait({task})
                    assert task.cancelled()
                assert not [reply for reply in wire.replies if reply.open]

    asyncio.run(asyncio.wait_for(check(), 300))


def test_events_that_nobody_asked_for_close_their_answer():
    async def check():
        async with assay.AsyncClient("http://localhost:1") as client:
            reply = ChattyReply()
            await _calls.Events(_calls.Calls(client), reply).aclose()
            assert not reply.open

    asyncio.run(check())


def test_a_start_of_which_nobody_heard_is_asked_for_again_under_its_key(served):
    def script(request):
        tries.append(request.json()["key"])
        return broken([]) if len(tries) < 3 else Raw(stream_of([START, OUT, END]))

    tries = []
    box, _ = served(script)
    done = box.start("make").wait(60)
    assert (done.exit_code, done.truncated, len(tries), len(set(tries))) == (0, True, 3, 1)
    done = box.start("make").wait(60)
    assert (done.truncated, len(set(tries))) == (False, 2)


@pytest.mark.parametrize("fault", [broken([]), Reset(), refused(503, "unavailable"), Raw(stream_of([ERROR]))], ids=range(4))
def test_a_start_of_which_nobody_knows_says_its_key(served, fault):
    box, server = served(lambda request: fault, retries=1)
    with pytest.raises(assay.Unavailable) as raised:
        box.start("make")
    key = server.requests[-1].json()["key"]
    assert raised.value.key == key and key in str(raised.value)


def test_a_start_that_was_refused_has_no_key(served):
    box, _ = served(lambda request: refused(422, "cannot_start"))
    with pytest.raises(assay.CannotStart) as raised:
        box.start("make")
    assert raised.value.key is None


@pytest.mark.parametrize("lost", [True, False])
def test_output_may_be_missing_where_its_stream_was_asked_for_twice(served, lost):
    box, server = served(lambda request: Reset() if lost and len(server.paths("GET")) == 1 else
                         Raw(stream_of([START, OUT, END])))
    assert box.attach(7).wait(60).truncated is lost


def test_a_process_that_never_tells_anything_is_lost(served, monkeypatch):
    monkeypatch.setattr(_process, "MOST_LOSSES", 2)
    box, server = served(lambda request: broken([START]))
    with pytest.raises(assay.ConnectionLost):
        box.start("make").wait(60)
    assert len(server.paths("GET")) == 2


def test_who_reads_gets_all_beyond_the_bound(served):
    box, server = served(lambda request: Lines(4, "silence"))
    server.lines = lambda request: [START, OUT, {**OUT, "text": ""}, OUT]
    process = box.start("x", output_bytes=3)
    read = process.read(60)
    with pytest.raises(assay.DeadlineExceeded):
        while True:
            read += process.read(0.5)
    assert {output.data for output in read} <= {b"half\n", b"half\nhalf\n"}
    assert process.stdout == "hal"


def test_many_small_pieces_that_wait_are_joined():
    unread = values.Unread(1 << 20)
    letters = "é".encode() * 20_000
    for at in range(len(letters)):
        unread.add(("stdout", "stderr")[at % 2], letters[at // 2:at // 2 + 1])
    taken = unread.take()
    assert len(taken) <= values.MOST_PIECES and not unread
    for stream in ("stdout", "stderr"):
        assert "".join(each.text for each in taken if each.stream == stream) == "é" * 10_000
        assert b"".join(each.data for each in taken if each.stream == stream) == letters[:20_000]
    unread.add("stdout", b"more")
    assert [each.data for each in unread.take()] == [b"more"]
    bounded = values.Unread(3)
    for _ in range(9):
        bounded.add("stdout", b"ab")
    assert [each.data for each in bounded.take()] == [b"abab"]


def test_creation_is_one_though_its_answer_is_lost(fake):
    server = fake(lambda request: Reset() if request.number == 1 else answer(INFO, 201))
    with assay.Client(server.url) as client:
        client.sandbox()
        client.sandbox()
    first, again, second = [request.json()["idempotency_key"] for request in server.requests]
    assert first == again != second


def until(holds):
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("key", [None, "mine"])
def test_a_creation_that_was_given_up_leaves_no_sandbox_that_nobody_knows(fake, key):
    server = fake(lambda request: Slow(600) if request.number == 1 else
                  answer({**INFO, "state": "ended"} if request.method == "DELETE" else INFO))

    async def check():
        async with assay.AsyncClient(server.url) as client:
            async def make():
                await client.sandbox(idempotency_key=key)

            making = asyncio.ensure_future(make())
            while not server.requests:
                await asyncio.sleep(0.01)
            making.cancel()
            await asyncio.wait({making})
            assert making.cancelled()
            while key is None and not server.paths("DELETE"):
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(check(), 60))
    assert server.paths("DELETE") == ([] if key else ["/v1/sandboxes/sb-1"])
    assert len({request.json()["idempotency_key"] for request in server.requests if request.body}) == 1


def deletes(request):
    return answer({**INFO, "state": "ended"} if request.method == "DELETE" else INFO)


def test_closing_the_client_waits_for_what_deletes_a_creation_that_was_given_up(fake):
    server = fake(lambda request: Slow(600) if request.number == 1 else deletes(request))

    async def check():
        async with assay.AsyncClient(server.url) as client:
            making = asyncio.ensure_future(created_by(client))
            while not server.requests:
                await asyncio.sleep(0.01)
            making.cancel()
            await asyncio.wait({making})
        assert not client._sessions

    asyncio.run(check())
    assert server.paths("DELETE") == ["/v1/sandboxes/sb-1"]


async def created_by(client):
    return await client.sandbox()


def test_the_end_of_a_process_waits_for_what_deletes_a_creation_that_was_given_up(fake):
    server = fake(lambda request: Slow(600) if request.number == 1 else deletes(request))
    program = """
import assay, sys
try:
    assay.Client(sys.argv[1], timeout=0.3).sandbox()
except assay.DeadlineExceeded:
    sys.exit(7)
"""
    source = str(pathlib.Path(assay.__file__).parents[1])
    url = server.url.replace("127.0.0.1", "localhost")
    done = subprocess.run([sys.executable, "-c", program, url], timeout=60, env={**os.environ, "PYTHONPATH": source})
    assert done.returncode == 7
    assert server.paths("DELETE") == ["/v1/sandboxes/sb-1"]


def test_a_creation_that_is_cancelled_in_any_turn_leaves_no_sandbox():
    class Wire:
        def __init__(self):
            self.made, self.deleted = set(), 0

        async def send(self, method, path, body, *_):
            await asyncio.sleep(0)
            if method == "DELETE":
                self.deleted += 1
            else:
                self.made.add(body)
            return WholeReply()

        async def close(self):
            pass

    class WholeReply:
        status, headers, again = 200, {}, False

        async def read(self):
            await asyncio.sleep(0)
            return json.dumps(INFO).encode()

        def drop(self):
            pass

    async def check():
        cancelled = 0
        for turns in range(40):
            client = assay.AsyncClient("http://localhost:1")
            wire = client._session().wire = Wire()
            task = asyncio.ensure_future(created_by(client))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait({task})
            cancelled += task.cancelled()
            await client.close()
            assert len(wire.made) == wire.deleted if task.cancelled() else wire.deleted == 0
        assert 4 < cancelled < 40

    asyncio.run(asyncio.wait_for(check(), 300))


def test_a_result_that_comes_when_its_caller_was_interrupted_is_given_to_someone(monkeypatch):
    class Interrupt(BaseException):
        pass

    class Result(concurrent.futures.Future):
        def result(self, timeout=None):
            found = super().result(60)
            if not interrupted:
                interrupted.append(True)
                raise Interrupt
            return found

    async def made():
        return 1

    interrupted, given = [], []
    told = threading.Event()
    monkeypatch.setattr(_background.concurrent.futures, "Future", Result)
    with pytest.raises(Interrupt):
        _background.run(made(), unwanted=lambda result: (given.append(result), told.set()))
    assert told.wait(60) and given == [1]


def test_want_of_room_does_not_end_the_doubt_about_a_lost_start(served):
    box, _ = served(lambda request: Reset() if request.number == 2 else refused(429, "overloaded"), timeout=1.0)
    with pytest.raises(assay.DeadlineExceeded) as raised:
        box.start("make")
    assert raised.value.key is not None


def test_an_interrupt_while_the_loop_is_made_leaves_none_that_does_not_run(monkeypatch):
    class Interrupt(BaseException):
        pass

    class Thread(threading.Thread):
        def start(self):
            raise Interrupt

    kept = _background._loop
    _background._forget()
    try:
        with monkeypatch.context() as patched:
            patched.setattr(_background.threading, "Thread", Thread)
            with pytest.raises(Interrupt):
                _background.loop()
        loop = _background.loop()
        ran = threading.Event()
        loop.call_soon_threadsafe(ran.set)
        assert ran.wait(60)
        loop.call_soon_threadsafe(loop.stop)
    finally:
        _background._forget()
        _background._loop = kept


def test_closing_the_client_detaches_from_its_processes(fake):
    server = fake(lambda request: answer(INFO) if request.method == "GET" else Lines(1, "silence"))
    server.lines = lambda request: [START]
    with assay.Client(server.url) as client:
        process = client.get_sandbox("sb-1").start("make")
    with pytest.raises(assay.ConnectionLost, match="detached"):
        process.wait(60)
    assert server.disconnected.wait(60)


def test_input_that_is_refused_ends_the_program_unless_it_has_ended(served):
    def script(request):
        if request.path.endswith("/input"):
            over.set()
            return refused(*how)
        return Lines(1, "silence") if how[1] == "exists" else Held([START, END], over)

    for how in ((409, "exists"), (409, "ended")):
        over = threading.Event()
        box, server = served(script)
        server.lines = lambda request: [START, END]
        if how[1] == "ended":
            assert box.exec("cat", input=b"x" * (3 << 20)).ok
        else:
            with pytest.raises(assay.SandboxError) as raised:
                box.exec("cat", input=b"x" * (3 << 20))
            assert raised.value.code == "exists"


def test_who_hears_may_be_a_coroutine_function_where_there_is_a_loop(served):
    heard = []

    async def hear(text):
        await asyncio.sleep(0)
        heard.append(text)

    box, _ = served(lambda request: Raw(stream_of([START, OUT, END])))
    assert _background.run(box._box.exec("x", on_stdout=hear)).ok and heard == ["half\n"]
    with pytest.raises(assay.InvalidRequest, match="on_stderr"):
        box.exec("x", on_stderr=hear)


@pytest.mark.parametrize("finish", [False, True])
def test_an_interrupt_anywhere_leaves_nothing_behind(finish):
    """Whatever line of the waiting thread it meets: the work has ended then, or never begins; what tidies up is done."""
    class Interrupt(BaseException):
        pass

    lines = 0

    def traced(frame, event, _):
        nonlocal lines
        if frame.f_code.co_filename != _background.__file__:
            return None
        if event == "line":
            lines += 1
            if lines == at:
                raise Interrupt
        return traced

    def interrupted(work):
        nonlocal lines
        lines = 0
        before = sys.gettrace()
        sys.settrace(traced)
        try:
            _background.run(work, finish)
        finally:
            sys.settrace(before)

    async def nothing():
        pass

    states = []

    async def work():
        states.append("begun")
        try:
            if finish:
                await asyncio.sleep(0.05)
            else:
                await asyncio.sleep(600)
        finally:
            states.append("ended")

    _background.run(nothing())  # makes the loop
    at = 0
    interrupted(nothing())
    most = lines
    assert most > 3
    for at in range(1, most + 1):
        states.clear()
        given = work()
        with pytest.raises(Interrupt):
            interrupted(given)
        _background.run(nothing())  # what was handed over before has had its turn
        if finish and states:
            until(lambda: len(states) == 2)
        assert states in ([], ["begun", "ended"])
        given.close()
    assert len(states) == 2 or not finish
