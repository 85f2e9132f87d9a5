"""/metrics in both formats, and the way from a bucket of a histogram to a verdict and a trace."""

import pytest

from harness import server as harness
from harness.collector import Collector
from harness.waiting import until

pytestmark = pytest.mark.skipif(harness.why_not() is not None, reason=str(harness.why_not()))

OPEN = "application/openmetrics-text"
# As Prometheus 2.40 asks.
PROMETHEUS = "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75," \
             "text/plain;version=0.0.4;q=0.5,*/*;q=0.1"


def judge(server, headers=None):
    reply = server.post("/v1/verify", {"language": "python", "code": "print(1)", "problem": {"mode": "run"}}, headers=headers)
    assert reply.status == 200
    reply = server.post("/v1/math/verify", {"items": [{"gold": "1/2", "response": "\\boxed{0.5}"}]}, headers=headers)
    assert reply.status == 200


def test_both_formats_are_what_their_parsers_take(start_server):
    parsers = pytest.importorskip("prometheus_client.parser", reason="python3-prometheus-client is not installed")
    from prometheus_client.openmetrics import parser as open_parser
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    with Collector() as collector:
        server = start_server("--slots", "1", "--otlp-endpoint", collector.url)
        judge(server, {"traceparent": f"00-{trace}-00f067aa0ba902b7-01"})
        plain = server.get("/metrics")
        assert plain.headers["content-type"].startswith("text/plain; version=0.0.4")
        reply = server.get("/metrics", headers={"Accept": PROMETHEUS})
        assert reply.headers["content-type"].startswith("application/openmetrics-text; version=1.0.0")
        families = {family.name: family for family in open_parser.text_string_to_metric_families(reply.body.decode())}
        in_plain = {family.name for family in parsers.text_string_to_metric_families(plain.body.decode())}
        assert set(families) == in_plain
        assert b"trace_id" not in plain.body and b" # {" not in plain.body

        found = {}
        for name in ("assay_submission_seconds", "assay_queue_seconds", "assay_math_seconds", "assay_http_request_seconds"):
            exemplars = [sample.exemplar for sample in families[name].samples if sample.exemplar]
            assert exemplars, name
            assert {exemplar.labels["trace_id"] for exemplar in exemplars} == {trace}
            assert all(float(exemplar.timestamp) > 1.6e9 for exemplar in exemplars)
            found[name] = exemplars[0].labels
        # The number leads to the verdict, of a program and of an answer.
        for name, language in (("assay_submission_seconds", "python"), ("assay_math_seconds", "math")):
            number = int(found[name]["verdict_id"])
            verdict = until(lambda: (reply := server.get(f"/v1/verdicts/{number}")).status == 200 and reply, number)
            assert verdict.json()["id"] == number and verdict.json()["language"] == language


@pytest.mark.parametrize("accept, wanted", [
    ("", "text/plain"), ("*/*", "text/plain"), ("text/plain", "text/plain"), (OPEN, OPEN), (PROMETHEUS, OPEN),
    (f"{OPEN};q=0.1, text/plain;q=0.5", "text/plain"), (f"{OPEN};q=0, */*", "text/plain"),
    (f"text/plain;q=0.5, {OPEN.upper()};q=0.5", OPEN)])
def test_the_format_is_the_one_that_is_asked_for(server, accept, wanted):
    reply = server.get("/metrics", headers={"Accept": accept})
    assert reply.headers["content-type"].startswith(wanted)
    assert reply.body.endswith(b"# EOF\n") == (wanted == OPEN)
