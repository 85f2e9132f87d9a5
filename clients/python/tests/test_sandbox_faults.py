"""Sandboxes over connections that break and servers that refuse: what is sent again, and what is raised. No exit code
comes of a failure."""

import asyncio
import io
import json
import os
import tarfile

import pytest

import assay
from assay.sandboxes import _calls, _tar
from fake_server import LAST_CHUNK, Lines, Raw, Reset, Status, stream_of, whole

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
    for ask in (lambda: box.fork(), lambda: box.move_file("a", "b"), lambda: box.remove_file("a")):
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
    [("p", tarfile.FIFOTYPE, "")], [("c", tarfile.CHRTYPE, "")], [("l", tarfile.SYMTYPE, ".."), ("l", tarfile.DIRTYPE, "")],
], ids=range(9))
def test_nothing_of_an_archive_gets_out_of_its_folder(members, tmp_path):
    (tmp_path / "secret").write_text("secret")
    with pytest.raises(assay.SandboxError):
        _tar.unpack(archive(*members), str(tmp_path / "in"))
    assert sorted(os.listdir(tmp_path)) == ["in", "secret"]
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
def test_a_download_that_breaks_off_leaves_no_file(served, tmp_path, kind):
    info = {"path": "/home/user/a", "kind": kind, "bytes": 9, "mode": "0644", "modified_at": ""}
    data = archive(("x", tarfile.REGTYPE, "")).getvalue()
    box, _ = served(lambda request: answer(info) if "/info" in request.path else Raw(whole(200, data)[:-100]))
    with pytest.raises(assay.SandboxFailed):
        box.download("a", tmp_path / "a")
    assert os.listdir(tmp_path) == []
