"""Start, options, readiness and the graceful end of `assay serve`."""

import os
import signal
import subprocess
import threading
import time

from harness import server as harness

SLOW_BUT_RIGHT = {
    "language": "python",
    "code": "import time\nprint(input(), flush=True)\ntime.sleep(2)\n",
    "problem": {"mode": "stdin_stdout", "tests": [{"input": "7\n", "expected": "7\n"}]},
    "limits": {"cpu_time_s": 10, "wall_time_s": 60},
}


# Runs until the test ends it; waiting for a program's own end would be a race.
ENDLESS = {**SLOW_BUT_RIGHT, "code": "import time\ntime.sleep(3000)\n",
           "limits": {"cpu_time_s": 10, "wall_time_s": 3600}}


def wait_until(condition, timeout_s=300):
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_draining(server):
    """Whether the server has taken note of a signal; one that has ended has, too."""
    try:
        return server.get("/readyz").status == 503
    except OSError:
        return server.process.wait(60) is not None


def start_asking(server, body):
    """A thread that asks; its connection may be cut."""
    client = threading.Thread(target=lambda: _ignore(lambda: server.verify(body)))
    client.start()
    wait_until(lambda: server.get("/v1/info").json()["queued_submissions"] == 1)
    return client


def test_a_submission_is_judged(server):
    result = server.verify({
        "id": "sum", "language": "python", "code": "print(sum(map(int, input().split())))",
        "problem": {"mode": "stdin_stdout", "tests": [{"input": "1 2\n", "expected": "3\n"}]},
    })
    assert (result["id"], result["verdict"], result["score"]) == ("sum", "AC", 1.0)


def test_the_banner_names_address_tier_and_toolchains(server):
    banner = "\n".join(server.log)
    assert f"listening on http://127.0.0.1:{server.port}" in banner
    assert "isolation tier: privileged" in banner
    assert "Python 3" in banner
    assert "Python programs start: forked from a waiting interpreter" in banner


def test_the_banner_says_when_python_starts_cold(start_server):
    banner = "\n".join(start_server("--warm", "off").log)
    assert "Python programs start: cold, which is slower: no Python run is forked" in banner


def test_work_in_progress_is_finished_before_the_end(start_server):
    # The signal goes to the whole process group, as Ctrl-C on a terminal does.
    for how in (signal.SIGTERM, signal.SIGINT):
        server = start_server("--slots", "1")
        results = []
        client = threading.Thread(target=lambda: results.append(server.verify(SLOW_BUT_RIGHT)))
        client.start()
        wait_until(lambda: server.get("/v1/info").json()["queued_submissions"] == 1)
        os.killpg(server.pid, how)
        wait_until(lambda: is_draining(server))
        client.join()
        assert [result["verdict"] for result in results] == ["AC"]
        assert server.process.wait(300) == 0


def test_new_work_is_refused_while_draining(start_server):
    server = start_server("--slots", "1", "--drain-timeout-s", "3600")
    client = start_asking(server, ENDLESS)
    server.process.send_signal(signal.SIGTERM)
    wait_until(lambda: server.get("/readyz").status == 503)
    assert server.post("/v1/verify", SLOW_BUT_RIGHT).status in (429, 503)
    server.process.send_signal(signal.SIGTERM)
    client.join()
    assert server.process.wait(300) == 130


def test_a_second_signal_ends_at_once_and_leaves_nothing(start_server):
    server = start_server("--slots", "1", "--drain-timeout-s", "3600")
    client = start_asking(server, ENDLESS)
    server.process.send_signal(signal.SIGTERM)
    wait_until(lambda: server.get("/readyz").status == 503)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(300) == 130
    client.join()
    assert server.leftovers() == []


def test_a_killed_server_leaves_nothing(start_server):
    server = start_server("--slots", "1")
    client = start_asking(server, ENDLESS)
    server.kill()
    client.join()
    assert server.leftovers() == []


def _ignore(action):
    try:
        action()
    except OSError:
        pass


def test_the_yaml_file_sets_options_and_the_environment_wins(start_server, tmp_path):
    config = tmp_path / "assay.yaml"
    config.write_text("slots: 1\nmax-body-mb: 1\n")
    server = start_server("--config", str(config), environment={"ASSAY_SLOTS": "2"})
    assert server.get("/v1/info").json()["slots"] == 2
    assert server.post("/v1/verify", b"[" + b" " * (2 << 20) + b"]").status == 413


def test_programs_are_judged_while_headers_are_precompiled(start_server, place):
    """A server with an empty cache is ready at once, and leaves no compiler behind when it is killed."""
    server = start_server("--cache-dir", str(place))
    for language, code in [
            ("python", "print(1)"), ("cpp", "#include <bits/stdc++.h>\nint main() { std::cout << 1; }")]:
        result = server.verify({"language": language, "code": code,
                                "problem": {"tests": [{"input": "", "expected": "1"}]}})
        assert result["verdict"] == "AC", result
    assert any("making C++'s precompiled header" in line for line in server.log)
    server.kill()
    assert server.leftovers() == []


def test_a_busy_port_is_a_clear_error(server):
    done = subprocess.run([harness.binary(), "serve", "--port", str(server.port)],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 1
    assert f"cannot listen on 127.0.0.1:{server.port}" in done.stderr + done.stdout


def test_messages_say_what_went_wrong(server):
    def message(code, language="python", **more):
        return server.verify({"language": language, "code": code, "problem": {
            "tests": [{"input": "", "expected": "1"}]}, **more})["message"]

    assert message("print(1 / 0)").endswith(": ZeroDivisionError: division by zero")
    assert "there is no module 'no_such_module' on this server" in message("import no_such_module")
    assert "ReferenceError: foo is not defined" in message("foo()", "nodejs")
    assert "there is no module 'left-pad' on this server" in message("require('left-pad')", "nodejs")
    assert "there is no header 'no/such.h' on this server" in message("#include <no/such.h>\n", "cpp")
    assert "error: 'x' was not declared" in message("int main() { return x; }", "cpp").replace("‘", "'").replace(
        "’", "'")
    java = "public class Main { public static void main(String[] a) throws Exception { %s } }"
    assert "ArithmeticException: / by zero" in message(java % "System.out.println(1 / a.length);", "java")
    assert "there is no class 'no.Such' on this server" in message(java % 'Class.forName("no.Such");', "java")


def test_one_bad_submission_leaves_the_others(server):
    good = {"language": "python", "code": "print(1)", "problem": {"tests": [{"input": "", "expected": "1"}]}}
    rows = [good, None, {**good, "language": "pyton"}, {**good, "problem": {"tests": []}}, good]
    results = server.post("/v1/verify", {"submissions": rows}).json()["results"]
    assert [result["verdict"] for result in results] == ["AC", "JE", "JE", "JE", "AC"]
    assert [result["masked"] for result in results] == [False, True, True, True, False]
    assert "'python'" in results[2]["errors"][0]["message"]
    assert results[3]["errors"][0]["field"] == "submissions[3].problem.tests"
