"""A collector of OpenTelemetry traces as a server of ours sends them, with the faults that a test wants.

    with Collector() as collector:
        ... --otlp-endpoint collector.url ...
        spans = collector.wait_for(lambda spans: len(spans) > 3)

What it takes is checked against OTLP's rules for JSON, and where PyPI's opentelemetry-proto is there against the
published messages, too.
"""

import base64
import json
import re
import threading
import time

from .scripted_server import ScriptedServer


class Collector(ScriptedServer):
    def __init__(self):
        self.requests = []  # (headers, body as JSON) of what was taken
        self.tries = 0
        self.answers = []  # (status, headers) of the next ones, before all is taken
        self.hold = threading.Event()  # unset: nobody is answered
        self.hold.set()
        self._lock = threading.Lock()

    def __exit__(self, *problem):
        self.hold.set()
        super().__exit__(*problem)

    def _reply_to(self, path, headers, body):
        self.hold.wait(600)
        with self._lock:
            self.tries += 1
            if self.answers:
                return *self.answers.pop(0), "{}"
            if path != "/v1/traces" or headers["content-type"] != "application/json":
                return 404, {}, "{}"
            self.requests.append((headers, json.loads(body)))
            return 200, {}, "{}"

    @property
    def spans(self):
        with self._lock:
            bodies = [body for _, body in self.requests]
        return [span for body in bodies for resource in body["resourceSpans"]
                for scope in resource["scopeSpans"] for span in scope["spans"]]

    def wait_for(self, wanted, patience_s=120):
        """The spans once `wanted(spans)` is true of them."""
        deadline = time.monotonic() + patience_s
        while True:
            spans = self.spans
            if wanted(spans) or time.monotonic() > deadline:
                return spans
            time.sleep(0.05)


def attributes(span):
    """name -> value, with whole numbers as such."""
    values = {}
    for attribute in span["attributes"]:
        (kind, value), = attribute["value"].items()
        values[attribute["key"]] = int(value) if kind == "intValue" else value
    return values


def check_schema(body):
    """OTLP's JSON: names in lowerCamelCase, ids in hexadecimal, moments and whole numbers as strings."""
    assert set(body) == {"resourceSpans"}
    for resource in body["resourceSpans"]:
        assert set(resource) == {"resource", "scopeSpans"} and set(resource["resource"]) == {"attributes"}
        _check_attributes(resource["resource"]["attributes"])
        for scope in resource["scopeSpans"]:
            assert set(scope) == {"scope", "spans"} and set(scope["scope"]) == {"name", "version"}
            for span in scope["spans"]:
                _check_span(span)
    _check_messages(body)


def _check_span(span):
    assert {"traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano", "attributes", "status"} <= set(span)
    assert set(span) <= {"traceId", "spanId", "parentSpanId", "traceState", "name", "kind", "startTimeUnixNano",
                         "endTimeUnixNano", "attributes", "status"}
    assert re.fullmatch("[0-9a-f]{32}", span["traceId"]) and set(span["traceId"]) != {"0"}
    for name in ("spanId", "parentSpanId"):
        assert re.fullmatch("[0-9a-f]{16}", span.get(name, "1" * 16))
    assert span["kind"] in (1, 2, 3) and span["status"] in ({}, {"code": 2})
    for name in ("startTimeUnixNano", "endTimeUnixNano"):
        assert re.fullmatch("[0-9]{19}", span[name])
    assert int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"])
    _check_attributes(span["attributes"])


def _check_attributes(given):
    assert len({attribute["key"] for attribute in given}) == len(given)
    kinds = {"stringValue": str, "intValue": str, "doubleValue": (int, float), "boolValue": bool}
    for attribute in given:
        assert set(attribute) == {"key", "value"}
        (kind, value), = attribute["value"].items()
        assert isinstance(value, kinds[kind]), attribute
        assert kind != "intValue" or re.fullmatch("-?[0-9]+", value)


def _check_messages(body):
    """Against the published protobufs, which have ids in base64 in their JSON."""
    try:
        from google.protobuf import json_format
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
    except ImportError:
        return
    copy = json.loads(json.dumps(body))
    for resource in copy["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                for name in ("traceId", "spanId", "parentSpanId"):
                    if name in span:
                        span[name] = base64.b64encode(bytes.fromhex(span[name])).decode()
    message = json_format.ParseDict(copy, ExportTraceServiceRequest())  # refuses what it doesn't know
    for resource in message.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                assert len(span.trace_id) == 16 and len(span.span_id) == 8
                assert span.end_time_unix_nano >= span.start_time_unix_nano > 0
