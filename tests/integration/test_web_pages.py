"""Web pages that a browser shows can't make it run programs here; programs that are no browsers can."""

import gzip
import http.client
import json
import re

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


def get(port, path, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers=headers or {})
    reply = connection.getresponse()
    return reply, reply.read()


def test_browsers_are_led_to_the_page_and_get_it_compressed(server):
    reply, _ = get(server.port, "/", {"Accept": "text/html"})
    assert (reply.status, reply.headers["Location"]) == (307, "ui/")
    assert b"openapi.json" in get(server.port, "/")[1]
    plain, page = get(server.port, "/ui/")
    assert plain.status == 200 and "frame-ancestors 'none'" in plain.headers["Content-Security-Policy"]
    small, compressed = get(server.port, "/ui/", {"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip" and gzip.decompress(compressed) == page
    again, nothing = get(server.port, "/ui/", {"If-None-Match": plain.headers["ETag"]})
    assert (again.status, nothing, again.headers["Content-Length"]) == (304, b"", None)
    assets = re.findall(r'(?:src|href)="\./(assets/[^"]+)"', page.decode())
    assert len(assets) == 3
    for asset in assets:
        assert get(server.port, "/ui/" + asset)[0].status == 200


def test_a_link_of_another_site_leads_to_the_page_only(server):
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert get(server.port, "/ui/", followed)[0].status == 200
    assert get(server.port, "/v1/info", followed)[0].status == 403
    assert get(server.port, "/ui/", {**followed, "Sec-Fetch-Dest": "iframe"})[0].status == 403
