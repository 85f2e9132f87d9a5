"""Web pages that a browser shows can't make it run programs here; programs that are no browsers can."""

import http.client
import json

import pytest

from harness.server import AssayServer

BODY = json.dumps({"code": "print(1)", "language": "python", "problem": {"mode": "run"}})


def post(port, headers, host="127.0.0.1"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.putrequest("POST", "/v1/verify", skip_host=True)
    for name, value in {"Host": f"{host}:{port}", "Content-Length": str(len(BODY)), **headers}.items():
        connection.putheader(name, value)
    connection.endheaders(BODY.encode())
    reply = connection.getresponse()
    return reply.status, reply.read().decode()


@pytest.mark.parametrize("headers", [
    {"Origin": "https://evil.example", "Content-Type": "text/plain"},
    {"Sec-Fetch-Site": "cross-site", "Content-Type": "application/x-www-form-urlencoded"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "null"},
])
def test_pages_of_other_sites_are_refused(server, headers):
    status, body = post(server.port, headers)
    assert status == 403 and "web pages of other sites" in body


def test_a_name_made_to_point_here_is_refused(server):
    status, body = post(server.port, {"Origin": f"http://evil.example:{server.port}"}, "evil.example")
    assert status == 403 and "--allowed-hosts 'evil.example'" in body


@pytest.mark.parametrize("headers", [
    {}, {"Content-Type": "application/x-www-form-urlencoded"}, {"Content-Type": "application/json"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}])
def test_programs_and_own_pages_pass(server, headers):
    assert post(server.port, headers)[0] == 200


def test_named_hosts_are_allowed(server):
    assert post(server.port, {}, "localhost")[0] == 200
    with AssayServer(["--slots", "1", "--allowed-hosts", "judge.example proxy"]) as other:
        assert post(other.port, {}, "judge.example")[0] == 200
        assert post(other.port, {}, "proxy")[0] == 200
        assert post(other.port, {}, "evil.example")[0] == 403
