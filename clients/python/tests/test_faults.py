"""A server that is overloaded, breaks, restarts or answers nonsense: never a zero that nobody earned."""

import asyncio
import threading
import time

import pytest

import assay
from fake_server import FakeServer, Lines, Raw, Reset, Slow, Status, code_result, stream_of

PROBLEM = assay.Problem.stdin_stdout([("1", "1")])


def mixed(count):
    """Items and their right scores."""
    items, scores = [], []
    for i in range(count):
        if i % 2:
            items.append(assay.MathAnswer("7", "7" if i % 3 else "8"))
        else:
            items.append(assay.Submission(PROBLEM, f"{'right' if i % 3 else 'wrong'} {i}"))
        scores.append(1.0 if i % 3 else 0.0)
    return items, scores


def judged(client, items, **how):
    """Scores by index; each index comes exactly once."""
    results = list(client.verify_many(items, **how))
    assert sorted(result.index for result in results) == list(range(len(items)))
    return [result.score for result in sorted(results, key=lambda result: result.index)]


@pytest.fixture
def quick(monkeypatch):
    """Waits between tries are short, but for those that the server asks for."""
    from assay import _session
    monkeypatch.setattr(_session, "Backoff", lambda: _session_backoff(0.001, 0.01))


def _session_backoff(first, cap):
    from assay._pace import Backoff
    return Backoff(first, cap)


@pytest.mark.parametrize("fault", [
    Reset(), Reset(after=30), Reset(after=2500), Lines(3), Lines(0), Status(502), Status(503), Status(504),
    Status(500, body=b"oops"), Raw(b""), Status(429, {"Retry-After": "0"}), Status(503, {"Retry-After": "0"})],
    ids=str)
def test_every_third_request_fails_and_all_scores_are_right(fake, quick, fault):
    server = fake(lambda request: fault if request.number % 3 == 0 else None)
    items, scores = mixed(400)
    with assay.Client(server.url) as client:
        assert judged(client, items, batch=16) == scores


def test_what_was_answered_before_a_reset_is_not_asked_again(fake, quick):
    server = fake(lambda request: Lines(5) if request.number == 1 else None)
    with assay.Client(server.url) as client:
        items = [assay.Submission(PROBLEM, f"right {i}") for i in range(8)]
        assert judged(client, items) == [1.0] * 8
    sizes = [len(request.json()["submissions"]) for request in server.requests]
    assert sizes == [8, 3]


def test_retry_after_is_waited_for(fake):
    asked_at = []

    def script(request):
        asked_at.append(time.monotonic())
        return Status(429, {"Retry-After": "1"}) if request.number == 1 else None

    server = fake(script)
    with assay.Client(server.url) as client:
        assert client.verify(PROBLEM, "right").score == 1.0
    assert asked_at[1] - asked_at[0] >= 1.0


def test_a_full_queue_narrows_the_window_and_ends_well(fake, quick):
    # Room for four requests at a time.
    server = fake()
    server._script = lambda request: (Status(429, {"Retry-After": "0"}) if server.under_way > 4 else Slow(0.01))
    items, scores = mixed(600)
    with assay.Client(server.url) as client:
        assert judged(client, items, batch=4) == scores
        refused = sum(request.path == "/v1/verify" for request in server.requests) - 75
    assert refused < 300


def test_a_result_that_found_the_queue_full_is_sent_again(fake, quick):
    def script(request):
        if request.number > 1:
            return None
        given = request.json()["submissions"]
        full = dict(verdict="IE", cause="infrastructure", reason="queue_full")
        return Raw(stream_of([code_result(0, given[0], 1.0), code_result(1, given[1], None, **full)]))

    server = fake(script)
    with assay.Client(server.url) as client:
        assert judged(client, [assay.Submission(PROBLEM, "right a"), assay.Submission(PROBLEM, "right b")]) == [1, 1]


def test_a_server_that_is_stopping_is_asked_again(fake, quick):
    stopping = dict(verdict="IE", cause="cancelled", reason="cancelled")

    def script(request):
        if request.number > 1:
            return None
        return Raw(stream_of([code_result(0, request.json()["submissions"][0], None, **stopping)]))

    with assay.Client(fake(script).url) as client:
        assert judged(client, [assay.Submission(PROBLEM, "right")]) == [1.0]


def test_a_fault_of_the_machine_is_masked_and_kept(fake):
    broken = dict(verdict="IE", cause="infrastructure", reason="sandbox_failed")
    server = fake(lambda request: Raw(stream_of([code_result(0, request.json()["submissions"][0], None, **broken)])))
    with assay.Client(server.url) as client:
        (result,) = client.verify_many([assay.Submission(PROBLEM, "right")])
    assert (result.score, result.masked, result.cause) == (None, True, "infrastructure")


def test_a_killed_server_that_comes_back_loses_nothing(fake, quick):
    killing = threading.Event()

    def script(request):
        if request.number <= 2:
            return None
        killing.set()
        return Slow(60)

    first, second = FakeServer(script), FakeServer()
    first.start()
    items, scores = mixed(300)

    def kill():
        killing.wait(60)
        first.stop()
        time.sleep(0.1)
        second.start(first.port)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with assay.Client(first.url, retries=1000) as client:
            assert judged(client, items, batch=8) == scores
    finally:
        killer.join()
        second.stop()
    assert second.requests


def test_a_server_that_is_down_is_an_error_and_not_a_score(fake, quick):
    server = fake()
    server.stop()
    with assay.Client(server.url, retries=2) as client:
        with pytest.raises(assay.Unavailable, match="3 tries"):
            client.verify(PROBLEM, "right")
        with pytest.raises(assay.Unavailable, match=str(server.port)):
            list(client.verify_many([assay.Submission(PROBLEM, "right")]))


def test_masks_on_request_when_the_server_dies_for_good(fake, quick):
    server = fake(lambda request: Lines(1) if request.number == 1 else Reset())
    items = [assay.Submission(PROBLEM, "right", group="g", id=f"n{i}") for i in range(4)]
    with assay.Client(server.url, retries=3) as client:
        results = sorted(client.verify_many(items, on_failure="mask"), key=lambda result: result.index)
    assert [result.score for result in results] == [1.0, None, None, None]
    assert all(result.masked and result.cause == "infrastructure" and result.reason == "unavailable"
               and result.origin.group == "g" for result in results[1:])
    assert [result.id for result in results] == ["n0", "n1", "n2", "n3"]


def test_masks_on_request_when_the_deadline_is_over(fake):
    server = fake(lambda request: Slow(60) if request.path == "/v1/verify" else None)
    items, scores = mixed(10)
    with assay.Client(server.url) as client:
        got = judged(client, items, timeout=1.0, on_failure="mask")
    assert got[::2] == [None] * 5
    # What a busy machine had no time for is masked, too; nothing is made up.
    assert all(score in (None, right) for score, right in zip(got, scores))


def test_the_deadline_is_of_the_whole_call(fake):
    server = fake(lambda request: Slow(60))
    with assay.Client(server.url) as client:
        with pytest.raises(assay.DeadlineExceeded, match="0 of . results came within 0.2 s"):
            list(client.verify_many([assay.Submission(PROBLEM, "right")] * 3, timeout=0.2))
        with pytest.raises(TimeoutError):
            client.verify(PROBLEM, "right", timeout=0.2)


def test_retry_after_does_not_outlast_the_deadline(fake):
    server = fake(lambda request: Status(429, {"Retry-After": "200"}))
    with assay.Client(server.url) as client:
        with pytest.raises(assay.DeadlineExceeded):
            client.verify(PROBLEM, "right", timeout=0.3)


def test_a_silent_stream_ends_at_the_deadline(fake):
    server = fake(lambda request: Lines(1, then="silence"))
    with assay.Client(server.url) as client:
        results = client.verify_many([assay.Submission(PROBLEM, "right")] * 2, timeout=2)
        assert next(results).score == 1.0
        with pytest.raises(assay.DeadlineExceeded, match="1 of 2"):
            next(results)
    assert server.disconnected.wait(10)


def test_closing_the_iterator_tells_the_server(fake):
    server = fake(lambda request: Lines(1, then="silence"))
    with assay.Client(server.url) as client:
        results = client.verify_many([assay.Submission(PROBLEM, "right")] * 2)
        next(results)
        results.close()
        assert server.disconnected.wait(10)


def test_cancelling_the_task_tells_the_server(fake):
    server = fake(lambda request: Slow(60))

    async def check():
        async with assay.AsyncClient(server.url) as client:
            task = asyncio.ensure_future(client.verify(PROBLEM, "right"))
            while not server.requests:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await asyncio.get_running_loop().run_in_executor(None, server.disconnected.wait, 10)

    asyncio.run(check())


def test_large_problems_are_sent_once_and_again_when_forgotten(fake, quick):
    server = fake()
    large = assay.Problem.stdin_stdout([("x" * 100_000, "1")])
    with assay.Client(server.url) as client:
        items = [assay.Submission(large, f"right {i}") for i in range(100)]
        assert judged(client, items, batch=10) == [1.0] * 100
        assert server.paths("PUT") == [f"/v1/problems/{large.sha256}"]
        server.problems.clear()
        assert judged(client, items, batch=10) == [1.0] * 100
        assert len(server.paths("PUT")) <= 11  # once for each request that the news surprised
        server.problems.clear()
        single = client.verify(large, "right")
        # The single answer of a batch's form is masked, and its problem is sent again by the next call.
        assert single.score in (None, 1.0)
    longest = max(len(request.body) for request in server.requests if request.method == "POST")
    assert longest < 5_000


def test_small_problems_go_along_once_a_request(fake):
    server = fake()
    with assay.Client(server.url) as client:
        mapping = {"tests": [{"input": "1", "expected": "1"}]}
        assert judged(client, [assay.Submission(mapping, f"right {i}") for i in range(64)]) == [1.0] * 64
    assert [len(request.json()["problems"]) for request in server.requests] == [1]
    assert server.paths("PUT") == []


def test_one_faulty_math_answer_does_not_refuse_the_others(fake):
    faults = (b'{"error": {"code": "string_unicode", "message": "bad", "field": "items[1].gold"}, "errors": '
              b'[{"code": "string_unicode", "message": "bad", "field": "items[1].gold"}]}')
    server = fake(lambda request: Status(422, body=faults) if request.number == 1 else None)
    with assay.Client(server.url) as client:
        results = sorted(client.math_many([("1", "1"), ("2", "2"), ("3", "3")]), key=lambda result: result.index)
    assert [result.score for result in results] == [1.0, None, 1.0]
    assert (results[1].cause, results[1].faults[0].field) == ("problem", "gold")


def test_a_request_that_is_too_large_is_taken_apart(fake):
    def script(request):
        several = len(request.json()["submissions"]) > 1
        huge = len(request.body) > 5_000
        return Status(413, body=b'{"error": {"code": "too_large", "message": "x"}}') if several or huge else None

    server = fake(script)
    items = [assay.Submission(PROBLEM, "right"), assay.Submission(PROBLEM, "right" * 2_000),
             assay.Submission(PROBLEM, "right")]
    with assay.Client(server.url) as client:
        results = sorted(client.verify_many(items), key=lambda result: result.index)
    assert [result.score for result in results] == [1.0, None, 1.0]
    assert (results[1].cause, results[1].reason) == ("problem", "invalid_submission")


@pytest.mark.parametrize("nonsense", [
    Raw(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"), Raw(b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}"),
    Status(404, body=b"<html>no such page</html>"),
    Raw(stream_of([{"hello": "world"}])), Raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    Status(200, body=b"<html>")], ids=str)
def test_what_is_no_assay_server_is_said(fake, nonsense):
    server = fake(lambda request: nonsense)
    with assay.Client(server.url) as client:
        with pytest.raises(assay.ProtocolError):
            list(client.verify_many([assay.Submission(PROBLEM, "right")]))
        with pytest.raises(assay.ProtocolError):
            client.info()


def test_connections_are_kept(fake):
    server = fake()
    with assay.Client(server.url) as client:
        for _ in range(20):
            client.verify(PROBLEM, "right")
    assert server.connections == 1


def test_a_connection_that_was_closed_while_idle_costs_no_try(fake):
    server = fake(lambda request: None)
    with assay.Client(server.url, retries=0) as client:
        client.verify(PROBLEM, "right")
        for each in list(server._sockets):
            each.shutdown(2)
        time.sleep(0.05)
        assert client.verify(PROBLEM, "right").score == 1.0


def test_the_token_and_the_prefix_are_sent(fake):
    server = fake(lambda request: Status(200, body=b"{}") if request.path.startswith("/at/") else None)
    with assay.Client(server.url + "/at/home/", token="secret", headers={"X-Team": "blue"}) as client:
        with pytest.raises(assay.ProtocolError):
            client.info()
    headers = server.requests[0].headers
    assert server.requests[0].path == "/at/home/v1/info"
    assert (headers["authorization"], headers["x-team"]) == ("Bearer secret", "blue")


def test_a_name_and_a_password_in_the_url_are_sent_and_kept_secret(fake, monkeypatch):
    monkeypatch.setenv("ASSAY_TOKEN", "of somebody else")
    server = fake(lambda request: Status(500, body=b"{}"))
    url = server.url.replace("http://", "http://assay:s%2Fcret@")
    with assay.Client(url, retries=0) as client:
        assert client.url == server.url
        with pytest.raises(assay.Unavailable) as raised:
            client.info()
    assert server.requests[0].headers["authorization"] == "Basic YXNzYXk6cy9jcmV0"
    assert "cret" not in str(raised.value)
    with assay.Client(url, token="mine", retries=0) as client:
        with pytest.raises(assay.Unavailable):
            client.info()
    assert server.requests[1].headers["authorization"] == "Bearer mine"


@pytest.mark.parametrize("url", ["ftp://HOST", "http://", "http://HOST:8o80", "http://HOST:99999", "http://a:secret@"])
def test_a_url_that_is_none_is_refused(url):
    with pytest.raises(assay.InvalidRequest, match="^url: ") as raised:
        assay.Client(url)
    assert "secret" not in str(raised.value)


def test_a_header_with_a_line_end_is_refused():
    with pytest.raises(assay.InvalidRequest, match="headers.Authorization"):
        assay.Client("http://127.0.0.1:1", token="a\r\nHost: b")


def test_another_release_is_warned_of(fake, monkeypatch):
    from assay import aio
    monkeypatch.setattr(aio, "VERSION", "7.0.0")
    with assay.Client(fake().url) as client:
        with pytest.warns(UserWarning, match="assay-rl==0.1.0"):
            client.info()
