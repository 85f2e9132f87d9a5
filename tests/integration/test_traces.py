"""Traces of requests as they come to a collector: their spans, what is never in them, and what a collector that is
down, slow or full costs: spans, and no request."""

import json
import re
import socket

import pytest

from harness import server as harness
from harness.collector import Collector, attributes, check_schema
from harness.scripted_server import ScriptedServer
from harness.waiting import until

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = "00f067aa0ba902b7"
SECRET_INPUT, SECRET_ANSWER, SECRET_WORD = "9173 input", "8264 answer", "a_word_of_the_program"
PROGRAM = f"# {SECRET_WORD}\nprint(input().replace('9173 input', '8264 ' + 'answer'))\n"
SOON = {"OTEL_BSP_SCHEDULE_DELAY": "50"}


def problem(count=1, expected=SECRET_ANSWER):
    return {"mode": "stdin_stdout", "tests": [{"input": f"{SECRET_INPUT}\n", "expected": expected}] * count}


def by_name(spans, name):
    return [span for span in spans if span["name"] == name]


def metric(server, name):
    text = server.get("/metrics").body.decode()
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name))


@pytest.fixture
def collector():
    with Collector() as running:
        yield running


def start(start_server, collector, *arguments, **environment):
    url = collector if isinstance(collector, str) else collector.url
    return start_server("--slots", "1", "--otlp-endpoint", url, *arguments, environment={**SOON, **environment})


def test_a_request_is_a_trace_in_its_clients_trace(start_server, collector):
    server = start(start_server, collector, OTEL_SERVICE_NAME="judges", OTEL_EXPORTER_OTLP_HEADERS="x-key=a%20secret",
                   OTEL_RESOURCE_ATTRIBUTES="deployment.environment=test")
    reply = server.post("/v1/verify", {"language": "python", "code": PROGRAM, "id": "s-1", "stop": "all",
                                       "origin": {"run": "r7", "group": "g1"}, "problem": problem(3)},
                        headers={"traceparent": f"00-{TRACE}-{PARENT}-01", "tracestate": "other=1"})
    assert reply.status == 200 and reply.json()["verdict"] == "AC"
    spans = collector.wait_for(lambda spans: by_name(spans, "POST /v1/verify"))
    for headers, body in collector.requests:
        check_schema(body)
        assert headers["x-key"] == "a secret"
    resource = attributes(collector.requests[0][1]["resourceSpans"][0]["resource"])
    assert resource["service.name"] == "judges" and resource["deployment.environment"] == "test"
    assert resource["service.version"] and resource["service.instance.id"]

    spans = [span for span in spans if span["traceId"] == TRACE]
    request, = by_name(spans, "POST /v1/verify")
    whole, = by_name(spans, "submission")
    assert request["kind"] == 2 and request["parentSpanId"] == PARENT and request["traceState"] == "other=1"
    assert whole["parentSpanId"] == request["spanId"] and by_name(spans, "parse")[0]["parentSpanId"] == request["spanId"]
    assert len(by_name(spans, "queue")) == 1 and len(by_name(spans, "test")) == 3
    assert all(span["parentSpanId"] == whole["spanId"] for span in spans if span["name"] in ("queue", "test", "compile"))
    assert len({span["spanId"] for span in spans}) == len(spans)
    for span in spans:
        assert int(request["startTimeUnixNano"]) <= int(span["startTimeUnixNano"])
        assert int(span["endTimeUnixNano"]) <= int(request["endTimeUnixNano"])
    queue = by_name(spans, "queue")[0]
    assert all(int(test["startTimeUnixNano"]) >= int(queue["startTimeUnixNano"]) for test in by_name(spans, "test"))

    said = attributes(whole)
    assert said["assay.language"] == "python" and said["assay.verdict"] == "AC" and said["assay.submission"] == "s-1"
    assert said["assay.run"] == "r7" and said["assay.tests"] == 3 and said["assay.code_bytes"] == len(PROGRAM)
    assert re.fullmatch("[0-9a-f]{64}", said["assay.problem"]) and said["assay.verdict_id"] >= 1
    assert attributes(request)["http.response.status_code"] == 200
    assert attributes(request)["http.route"] == "/v1/verify"
    # Nothing that the program, its tests or its output consist of.
    sent = json.dumps([body for _, body in collector.requests])
    for secret in (SECRET_INPUT, SECRET_ANSWER, SECRET_WORD, "a secret"):  # digits alone may be those of an id
        assert secret not in sent


def test_compiles_and_failures_have_their_spans(start_server, collector):
    server = start(start_server, collector, "--compile-disk-mb", "0")
    source = "#include <iostream>\nint main() { std::cout << 1; }\n"
    assert server.verify({"language": "cpp", "code": source, "problem": problem(4)})["verdict"] == "WA"
    spans = collector.wait_for(lambda spans: by_name(spans, "submission"))
    compiled, = by_name(spans, "compile")
    assert attributes(compiled)["assay.program"] == "candidate" and attributes(compiled)["assay.wall_ms"] > 0
    test = attributes(by_name(spans, "test")[0])
    assert test["assay.verdict"] == "WA" and test["assay.test"] == 0 and test["assay.stdout_bytes"] == 1
    # A wrong answer is no fault of anything that is traced.
    assert all(span["status"] == {} for span in spans)
    # Ids and times are digits, too, and have those by chance.
    assert not any("8264" in str(value) for span in spans for value in (span["name"], *attributes(span).values())
                   if isinstance(value, (str, int)))


def test_the_number_of_spans_is_bounded(start_server, collector):
    server = start(start_server, collector)
    reply = server.post("/v1/verify", {"submissions": [
        {"language": "python", "code": f"print({number})", "problem": {"mode": "run"}} for number in range(400)]})
    assert reply.status == 200
    spans = collector.wait_for(lambda spans: by_name(spans, "POST /v1/verify"))
    left_out = attributes(by_name(spans, "POST /v1/verify")[0])["assay.spans_left_out"]
    assert len(spans) <= 512 + 2 and left_out > 0
    assert len(spans) + left_out >= 400 * 3  # a whole, a wait and a test each


def test_math_answers_and_their_judge_are_in_the_trace(start_server, collector):
    class Judge(ScriptedServer):
        def _reply(self, body):
            assert SECRET_WORD not in body.decode()
            return 200, {}, json.dumps({"choices": [{"message": {"role": "assistant", "content": "CORRECT"}}]})

    asked = []

    class Headers(Judge):
        def __enter__(self):
            made = super().__enter__()
            handler = self._server.RequestHandlerClass
            ask = handler.do_POST

            def do_post(self):
                asked.append(dict(self.headers))
                ask(self)

            handler.do_POST = do_post
            return made

    with Headers() as judge:
        server = start(start_server, collector, "--math-judge-url", judge.url, "--math-judge-model", "m",
                       "--math-judge-mode", "report")
        reply = server.post("/v1/math/verify", {"items": [{"gold": "1/2", "response": "\\boxed{0.5}"},
                                                          {"gold": "7", "response": "\\boxed{8}"}]},
                            headers={"traceparent": f"00-{TRACE}-{PARENT}-01"})
        assert [result["verdict"] for result in reply.json()["results"]] == ["correct", "incorrect"]
        spans = collector.wait_for(lambda spans: by_name(spans, "POST /v1/math/verify"))
    answers = [attributes(span) for span in by_name(spans, "math")]
    assert sorted(answer["assay.outcome"] for answer in answers) == ["correct", "incorrect"]
    question, = by_name(spans, "judge model")
    assert question["kind"] == 3 and attributes(question)["http.response.status_code"] == 200
    # The judge is told whose question it is, by the span that asks.
    assert [headers["traceparent"] for headers in asked] == [f"00-{TRACE}-{question['spanId']}-01"]


def test_the_share_of_requests_and_the_clients_word(start_server, collector):
    server = start(start_server, collector, "--trace-ratio", "0")
    ping = {"traceparent": f"00-{TRACE}-{PARENT}-00"}
    for _ in range(20):
        assert server.get("/v1/ping").status == 200
        assert server.get("/v1/ping", headers=ping).status == 200
    assert server.get("/v1/info", headers={"traceparent": f"00-{TRACE}-{PARENT}-01"}).status == 200
    spans = collector.wait_for(len)
    assert [span["name"] for span in spans] == ["GET /v1/info"]


def test_a_fault_in_an_option_or_a_variable_is_said(start_server, collector):
    for arguments, environment, message in [
            (["--otlp-endpoint", "nowhere"], {}, "--otlp-endpoint: must be an http:// or https:// URL"),
            (["--trace-ratio", "2"], {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url}, "--trace-ratio: must be a number from 0 to 1"),
            ([], {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_TRACES_SAMPLER": "some"},
             "OTEL_TRACES_SAMPLER: must be always_on")]:
        server = harness.AssayServer(["--slots", "1", *arguments], environment=environment)
        with pytest.raises(RuntimeError, match=re.escape(message)):
            server.start()
        assert server.process.returncode == 2


def test_the_variables_of_opentelemetry_are_enough(start_server, collector):
    server = start_server("--slots", "1", environment={**SOON, "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url + "/"})
    assert server.get("/v1/ping").status == 200
    assert collector.wait_for(lambda spans: by_name(spans, "GET /v1/ping"))
    quiet = start_server("--slots", "1", environment={**SOON, "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
                                                      "OTEL_TRACES_EXPORTER": "none"})
    assert quiet.get("/v1/ping").status == 200
    assert "assay_trace_spans" not in quiet.get("/metrics").body.decode()


def test_a_collector_that_is_full_gets_them_again(start_server, collector):
    collector.answers = [(429, {"Retry-After": "0"}), (503, {})]
    server = start(start_server, collector)
    assert server.get("/v1/ping").status == 200
    assert by_name(collector.wait_for(len), "GET /v1/ping")
    until(lambda: metric(server, "assay_trace_spans_sent_total") >= 1)
    assert collector.tries >= 3 and metric(server, "assay_trace_retries_total") >= 2
    assert metric(server, "assay_trace_spans_dropped_total") == 0


def test_what_a_collector_refuses_is_not_sent_again(start_server, collector):
    collector.answers = [(400, {})]
    server = start(start_server, collector)
    assert server.get("/v1/ping").status == 200
    until(lambda: metric(server, 'assay_trace_spans_dropped_total{reason="refused"}') == 1)


def test_a_collector_that_is_down_or_slow_holds_nobody_up(start_server, collector):
    with socket.create_server(("127.0.0.1", 0)) as unused:
        nobody = f"http://127.0.0.1:{unused.getsockname()[1]}"
    collector.hold.clear()
    for url in (nobody, collector.url):
        server = start(start_server, url, OTEL_BSP_MAX_QUEUE_SIZE="64", OTEL_BSP_MAX_EXPORT_BATCH_SIZE="16")
        for number in range(100):
            assert server.verify({"language": "python", "code": f"print({number})", "problem": {"mode": "run"}})["verdict"] == "AC"
        until(lambda: metric(server, 'assay_trace_spans_dropped_total{reason="queue_full"}') > 0, url)
        assert metric(server, "assay_trace_spans_queued") <= 64
        # Its end waits two seconds at most for whom it can't reach.
        assert server.stop() == 0
        assert any("traces don't get to" in line for line in server.log) or url == collector.url
    collector.hold.set()


def test_the_end_of_a_server_brings_what_is_queued(start_server, collector):
    server = start_server("--slots", "1", "--otlp-endpoint", collector.url,
                          environment={"OTEL_BSP_SCHEDULE_DELAY": "600000"})
    assert server.get("/v1/ping").status == 200
    assert server.stop() == 0
    assert by_name(collector.spans, "GET /v1/ping")
