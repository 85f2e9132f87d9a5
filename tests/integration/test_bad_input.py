"""Bad requests on every route: the status of docs/compatibility.md and http.md, a message that names
the field, and a server that still answers."""

import copy
import json
import random

import pytest

NATIVE = {
    "language": "python",
    "code": "print(1)",
    "problem": {"tests": [{"input": "", "expected": "1"}]},
}
RUN = {"language": "python", "code": "print(1)", "stdin": ""}
BATCH = {
    "completion": "print(1)",
    "config": {
        "language": "python",
        "provided_data": {
            "test_cases": {"type": "stdin_stdout", "input": [""], "output": ["1"], "fn_name": None}
        },
        "extra": {"run_all_cases": True},
    },
}
LIST = {
    "completion": "print(1)",
    "config": {
        "language": "python",
        "provided_data": {"test": [{"input": {"stdin": ""}, "output": {"stdout": "1"}}]},
    },
}
MATH = {"items": [{"id": "a", "gold": "1/2", "response": "0.5"}]}
ROUTES = {"/v1/verify": NATIVE, "/run_code": RUN, "/common_evaluate_batch": BATCH,
          "/common_evaluate": LIST, "/v1/math/verify": MATH}
GONE = object()  # put() with it removes the field


def put(body, path, value):
    """A copy of `body` with the field at "a.b.0.c" replaced, added or removed."""
    result = copy.deepcopy(body)
    place = result
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in way:
        place = place[part]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return result


def verify(path, value):
    return ("/v1/verify", put(NATIVE, path, value))


def run(path, value):
    return ("/run_code", put(RUN, path, value))


def math(path, value):
    return ("/v1/math/verify", put(MATH, path, value))


def batch(path, value):
    return ("/common_evaluate_batch", put(BATCH, f"config.{path}", value))


def cases(path, value):
    return batch(f"provided_data.test_cases.{path}", value)


def listed(path, value):
    return ("/common_evaluate", put(LIST, f"config.{path}", value))


CALL = {"type": "function_call", "fn_name": "f", "input": [[1]], "output": [[1]]}
CALL_PROBLEM = {"mode": "function_call", "function_name": "f",
                "tests": [{"input": [1], "expected": 1}]}

# (route, body), status, words of the message
BAD = {
    # unknown language
    "native language": (verify("language", "klingon"), 422, "klingon"),
    "run language": (run("language", "klingon"), 422, "language"),
    "batch language": (batch("language", "klingon"), 422, "language"),
    "list language": (listed("language", "klingon"), 422, "language"),
    # missing fields
    "native without language": (verify("language", GONE), 422, "submissions[0].language|language"),
    "native without code": (verify("code", GONE), 422, "code"),
    "native without problem": (verify("problem", GONE), 422, "problem"),
    "native without tests": (verify("problem.tests", GONE), 422, "problem.tests"),
    "native without expected": (verify("problem.tests.0.expected", GONE), 422, "tests[0].expected"),
    "run without code": (run("code", GONE), 422, "code"),
    "batch without completion": (
        ("/common_evaluate_batch", put(BATCH, "completion", GONE)), 422, "completion"),
    "batch without config": (
        ("/common_evaluate_batch", put(BATCH, "config", GONE)), 422, "config"),
    "batch without language": (batch("language", GONE), 400, "config.language"),
    "batch without data": (batch("provided_data", GONE), 400, "provided_data"),
    "batch without cases": (batch("provided_data.test_cases", GONE), 400, "test_cases"),
    "batch without type": (cases("type", GONE), 400, "test_cases.type"),
    "batch without input": (cases("input", GONE), 400, "test_cases.input"),
    "batch without output": (cases("output", GONE), 400, "test_cases.output"),
    "batch without fn_name": (
        batch("provided_data.test_cases", {**CALL, "fn_name": None}), 400, "fn_name"),
    "list without stdin": (listed("provided_data.test.0.input", {}), 400, "stdin"),
    "list without data": (listed("provided_data", GONE), 400, "provided_data"),
    "math without items": (math("items", GONE), 422, "items"),
    "math without gold": (math("items.0.gold", GONE), 422, "items[0].gold"),
    "math without response": (math("items.0.response", GONE), 422, "items[0].response"),
    # wrong types
    "native code": (verify("code", 5), 422, "code"),
    "native tests": (verify("problem.tests", {}), 422, "problem.tests"),
    "native test": (verify("problem.tests.0", "x"), 422, "tests[0]"),
    "native input": (verify("problem.tests.0.input", ["1"]), 422, "tests[0].input"),
    "native mode": (verify("problem.mode", "guess"), 422, "problem.mode"),
    "native comparison": (verify("problem.comparison", {"mode": "vibes"}), 422, "comparison.mode"),
    "native limits": (verify("limits", []), 422, "limits"),
    "native time": (verify("limits", {"cpu_time_s": "long"}), 422, "limits.cpu_time_s"),
    "native negative time": (verify("limits", {"cpu_time_s": -1}), 422, "limits.cpu_time_s"),
    "native memory": (verify("limits", {"memory_mb": 1.5}), 422, "limits.memory_mb"),
    "native stop": (verify("stop", "later"), 422, "stop"),
    "native priority": (verify("priority", 9), 422, "priority"),
    "native arguments as text": (
        verify("problem", put(CALL_PROBLEM, "tests.0.input", "[1]")), 422, "tests[0].input"),
    "native function name": (
        verify("problem", put(CALL_PROBLEM, "function_name", GONE)), 422, "function_name"),
    "native checker": (verify("problem.checker", {"source": 1}), 422, "problem.checker"),
    "run code": (run("code", None), 422, "code"),
    "run stdin": (run("stdin", 7), 422, "stdin"),
    "run time": (run("run_timeout", "soon"), 422, "run_timeout"),
    "run null time": (run("run_timeout", None), 422, "run_timeout"),
    "run memory": (run("memory_limit_MB", 1.5), 422, "memory_limit_MB"),
    "run files": (run("files", []), 422, "files"),
    "run file": (run("files", {"a": 3}), 422, "files"),
    "run fetch_files": (run("fetch_files", "a"), 422, "fetch_files"),
    "math items": (math("items", "x"), 422, "items"),
    "math item": (math("items.0", "x"), 422, "items[0]"),
    "math gold": (math("items.0.gold", None), 422, "items[0].gold"),
    "math profile": (math("profile", "vibes"), 422, "profile"),
    "math option": (math("options", {"vibes": True}), 422, "options.vibes"),
    "batch config": (("/common_evaluate_batch", put(BATCH, "config", "x")), 422, "config"),
    "batch data": (batch("provided_data", "x"), "4xx", "provided_data"),
    "batch cases": (batch("provided_data.test_cases", []), 400, "test_cases"),
    "batch type": (cases("type", "magic"), 400, "magic"),
    "batch input": (cases("input", "1"), 400, "test_cases.input"),
    "batch input item": (cases("input", [1]), 400, "input[0]"),
    "batch output item": (cases("output", [None]), 400, "output[0]"),
    "batch run_timeout": (batch("run_timeout", []), 422, "run_timeout"),
    "batch total": (batch("extra.total_timeout", "never"), 400, "total_timeout"),
    "batch extraction by code": (batch("custom_extract_logic", "import os"), 400,
                                 "custom_extract_logic"),
    "list data": (listed("provided_data.test", {}), 400, "provided_data.test"),
    "list case": (listed("provided_data.test.0", 3), 400, "test[0]"),
    # mismatched lengths
    "batch lengths": (cases("input", ["1", "2"]), 400, "test_cases.input has 2 entries"),
    # empty tests
    "native no tests": (verify("problem.tests", []), 422, "problem.tests"),
    "native no submissions": (("/v1/verify", {"submissions": []}), 422, "submissions"),
    "math no items": (math("items", []), 422, "items"),
    "batch no cases": (
        batch("provided_data.test_cases",
              {"type": "stdin_stdout", "input": [], "output": [], "fn_name": None}),
        400, "test_cases"),
    "list no cases": (listed("provided_data.test", []), 400, "provided_data.test"),
    # base64
    "native base64": (verify("files", {"a.txt": "abcde"}), 422, "files.a.txt"),
    # lone surrogates: \ud800 as json.dumps writes it
    "native surrogate in a test": (
        verify("problem.tests.0.input", "\udfff"), 422, "tests[0].input"),
    "math surrogate in a gold": (math("items.0.gold", "\ud800"), 422, "items[0].gold"),
    "run surrogate in code": (run("code", "\ud800"), 422, "code"),
    "run surrogate in stdin": (run("stdin", "a\ud800b"), 422, "stdin"),
    "batch surrogate in completion": (
        ("/common_evaluate_batch", put(BATCH, "completion", "\ud800")), 422, "completion"),
    "batch surrogate in a case": (cases("input", ["\ud800"]), 400, "input[0]"),
}


def message(reply, names_field=True):
    """All text of an error, and a check of its envelope."""
    answer = reply.json()
    if "error" in answer:
        assert {"code", "message"} <= answer["error"].keys(), answer
        assert "field" in answer["error"] or not names_field, answer
        return json.dumps(answer)
    details = answer["detail"]
    if isinstance(details, str):
        return details
    for detail in details:
        assert {"loc", "msg", "type"} <= detail.keys(), answer
        assert detail["loc"][0] == "body"
    return ".".join(str(part) for detail in details for part in detail["loc"]) + json.dumps(details)


def still_right(server):
    assert server.verify(NATIVE)["verdict"] == "AC"


@pytest.mark.parametrize("name", BAD)
def test_bad_field(server, name):
    (route, body), status, words = BAD[name]
    reply = server.post(route, body)
    if status == "4xx":
        assert reply.status in (400, 422), reply.body
    else:
        assert reply.status == status, reply.body
    assert any(word in message(reply) for word in words.split("|")), reply.body


@pytest.mark.parametrize("code, verdict", [("print(1) #\ud800", "AC"), ("print('\ud800')", "WA")])
def test_half_a_surrogate_of_the_candidates_is_judged(server, code, verdict):
    for field, text in {"code": code, "response": "```python\n" + code + "\n```"}.items():
        row = put(put(NATIVE, "code", GONE), field, text)
        assert server.post("/v1/verify", row).json()["verdict"] == verdict
        rows = server.post("/v1/verify", {"submissions": [row]}).json()["results"]
        assert [(r["verdict"], r["masked"]) for r in rows] == [(verdict, False)]


def test_half_a_surrogate_of_a_response_is_judged(server):
    reply = server.post(*math("items.0.response", "\ud800"))
    assert reply.status == 200, reply.body
    assert reply.json()["results"][0]["score"] == 0, reply.body


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("body", [
    b"", b"{", b"nonsense", b'{"code": "x"', b"[", b'"', b"\xff\xfe", b'{"code": "\xff"}', b"{} {}",
    b'{"a": tru}', b'{"a": 01}', b'{"a": "\\q"}', b"[" * 100_000, b"\x00", b'{"a":1,}',
], ids=lambda body: repr(body[:12]))
def test_malformed_json(server, route, body):
    reply = server.post(route, body, headers={"Content-Type": "application/json"})
    native = route.startswith("/v1/")
    if body.startswith(b"[["):
        assert reply.status == 413, reply.body  # deeper than any request needs
    elif native:
        assert reply.status == (422 if body == b"" else 400), reply.body
    else:
        assert reply.status == 422, reply.body
    assert message(reply, names_field=False)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("body", [b"null", b"[]", b'"text"', b"3", b"true"])
def test_json_that_is_no_object(server, route, body):
    reply = server.post(route, body, headers={"Content-Type": "application/json"})
    assert reply.status == 422, reply.body


@pytest.mark.parametrize("route", ROUTES)
def test_an_empty_object_lists_what_is_missing(server, route):
    reply = server.post(route, {})
    assert reply.status == 422
    missing = {"/v1/verify": "submissions", "/run_code": "code", "/v1/math/verify": "items"}.get(route, "completion")
    assert missing in message(reply)


@pytest.mark.parametrize("route", ROUTES)
def test_other_content_types_are_refused(server, route):
    reply = server.post(route, json.dumps(ROUTES[route]).encode(),
                        headers={"Content-Type": "text/plain"})
    assert reply.status == 422, reply.body
    assert "text/plain" in reply.body.decode()
    # What curl's -d says of itself says nothing.
    reply = server.post(route, json.dumps(ROUTES[route]).encode(),
                        headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert reply.status == 200, reply.body


def test_base64_on_run_code(server):
    """The peers read base64 leniently, and call a wrong length an error of the sandbox."""
    lenient = server.post("/run_code", {**RUN, "files": {"a": "!!!", "b": None}}).json()
    assert lenient["status"] == "Success"
    wrong = server.post("/run_code", {**RUN, "files": {"a": "abcde"}}).json()
    assert wrong["status"] == "SandboxError" and "a" in wrong["message"]


@pytest.mark.parametrize("paths", [
    ["main.py"], ["main.py/x"], ["./main.py"], ["a", "a/b"], ["a", "./a"], [""], ["."], [".."],
    ["a/"], ["../x"], ["/etc/passwd"], ["/"], ["n\0l"], ["n" * 300], ["p/" * 600 + "x"],
])
def test_files_that_have_no_place(server, paths):
    """What only a closer look can see is refused as other faults are: status, code and field."""
    files = {path: "" for path in paths}
    body = {"language": "python", "code": "print(1)", "files": files,
            "problem": {"tests": [{"input": "", "expected": "1"}]}}
    refused = server.post("/v1/verify", body)
    assert refused.status == 422, refused.body
    error = refused.json()["error"]
    assert (error["code"], error["field"]) == ("value_error", "files")
    assert refused.json()["errors"] == [error]
    among_others = server.post("/v1/verify", {"submissions": [body]}).json()["results"][0]
    assert (among_others["cause"], among_others["reason"]) == ("problem", "invalid_submission")
    assert among_others["message"].startswith("files: ")
    compatible = server.post("/run_code", {**RUN, "files": files}).json()
    assert compatible["status"] == "SandboxError" and "files" in compatible["message"]


@pytest.mark.parametrize("change, field", [
    ({"problem": {"mode": "function_call", "function_name": "a\0b",
                  "tests": [{"input": [], "expected": 1}]}}, "problem.function_name"),
    ({"problem": {"mode": "assert", "assert_code": " "}}, "problem.assert_code"),
    ({"language": "bash", "problem": {"mode": "assert", "assert_code": "assert f()"}}, "language"),
    ({"compile_flags": ["a\0b"]}, "compile_flags"),
    ({"fetch_files": [""]}, "fetch_files"),
    ({"problem": {"tests": [{"input": "", "expected": ""}],
                  "checker": {"source": "", "files": {"stdin.txt/x": ""}}}},
     "problem.checker.files"),
])
def test_what_the_engine_refuses_names_its_field(server, change, field):
    body = {"language": "python", "code": "", "problem": {"tests": [{"input": "", "expected": ""}]},
            **change}
    refused = server.post("/v1/verify", body)
    assert refused.status == 422, refused.body
    assert refused.json()["error"]["field"] == field


@pytest.mark.parametrize("route", ROUTES)
def test_a_body_of_300_mb_is_too_large(server, route):
    connection = server.connect()
    block = b" " * (1 << 20)
    try:
        connection.putrequest("POST", route)
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str(300 << 20))
        connection.endheaders()
        try:
            for _ in range(300):
                connection.send(block)
        except OSError:
            pass  # the server need not read what it refuses
        reply = connection.getresponse()
        body = reply.read()
    finally:
        connection.close()
    assert reply.status == 413, body
    assert b"256" in body or b"body" in body, body
    still_right(server)


def test_a_chunked_body_of_300_mb_is_too_large(server):
    connection = server.connect()
    block = b"%x\r\n" % (1 << 20) + b" " * (1 << 20) + b"\r\n"
    try:
        connection.putrequest("POST", "/v1/verify")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        try:
            for _ in range(300):
                connection.send(block)
            connection.send(b"0\r\n\r\n")
        except OSError:
            pass
        assert connection.getresponse().status == 413
    finally:
        connection.close()
    still_right(server)


@pytest.mark.parametrize("route, status", [
    ("/nowhere", 404), ("/submit/x", 404), ("/v1/verify/x", 404), ("/%00", 404), ("/..", 404),
])
def test_unknown_paths(server, route, status):
    assert server.post(route, NATIVE).status == status


def test_wrong_methods(server):
    for route in ROUTES:
        assert server.get(route).status == 405
    assert server.post("/healthz", {}).status == 405


VALUES = [None, True, 0, -1, 1e308, 10**30, "", "x", "\x00", "\ud800", "9" * 400, [], {}, [[]],
          {"a": {}}, "python", "cpp", [None], [1, "a"], {"$float": "nan"}, {"$set": 3}]


def places(value, path=()):
    """Every place in a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) \
        if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def mutated(rng, body):
    """A body with some places replaced, removed or repeated, and perhaps some bytes damaged."""
    body = copy.deepcopy(body)
    for _ in range(rng.randint(1, 4)):
        path = rng.choice([p for p in places(body) if p])
        place = body
        for part in path[:-1]:
            place = place[part]
        action = rng.random()
        if action < 0.6:
            place[path[-1]] = copy.deepcopy(rng.choice(VALUES))
        elif action < 0.85:
            del place[path[-1]]
            if not body:
                break
        elif isinstance(place, list):
            place += copy.deepcopy(place)
        else:
            place[str(rng.choice(VALUES))] = copy.deepcopy(place[path[-1]])
    text = json.dumps(body).encode()
    if rng.random() < 0.25:
        raw = bytearray(text)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(raw))
            if rng.random() < 0.5:
                raw[at] = rng.randrange(256)
            else:
                del raw[at]
        text = bytes(raw)
    return text


FULL_NATIVE = {
    "problems": {"p": {"mode": "function_call", "function_name": "f",
                       "tests": [{"id": "a", "input": [1], "expected": 1}],
                       "comparison": {"mode": "default", "profile": "assay",
                                      "absolute_tolerance": 1e-9}}},
    "submissions": [
        {"id": "s", "language": "python", "code": "def f(x): return x", "problem": "p",
         "limits": {"cpu_time_s": 1, "wall_time_s": 1, "memory_mb": 256, "output_bytes": 1000,
                    "processes": 8}, "stop": "all", "priority": "train", "total_timeout_s": 5,
         "files": {"a.txt": "YQ=="}, "fetch_files": ["a.txt"], "include_output": True},
        {"language": "python", "response": "```python\nprint(1)\n```", "extraction": "verl",
         "problem": {"tests": [{"input": "", "expected": "1"}],
                     "checker": {"kind": "scalebox", "language": "python", "source": "exit(0)"}},
         "limits": {"cpu_time_s": 1}},
    ],
}
FULL_RUN = {**RUN, "compile_timeout": 1, "run_timeout": 1, "memory_limit_MB": 256,
            "files": {"a": "YQ=="}, "fetch_files": ["a"]}


@pytest.mark.parametrize("seed", range(8))
def test_the_server_survives_mutated_requests(server, seed):
    rng = random.Random(seed)
    corpus = [("/v1/verify", FULL_NATIVE), ("/v1/verify", NATIVE), ("/run_code", FULL_RUN),
              ("/common_evaluate_batch", BATCH), ("/common_evaluate", LIST)]
    statuses = set()
    for _ in range(60):
        route, body = rng.choice(corpus)
        reply = server.post(route, mutated(rng, body), headers={"Content-Type": "application/json"})
        statuses.add(reply.status)
        assert reply.status in (200, 400, 413, 422), (reply.status, reply.body)
        reply.json()
    assert 200 in statuses and 422 in statuses
    still_right(server)
