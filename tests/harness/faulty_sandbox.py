"""A small sandbox with SandboxFusion's and ScaleBox's routes, and faults that are known.

It judges trusted programs of tests by running them as they are. Whatever a fault of its makes of an answer, it notes
in `lies`: the request's X-Assay-Sample, the reason and the likely cause that a shadow audit should give.

    with FaultySandbox() as peer: ... peer.url, peer.lies, peer.asked
"""

import http.server
import json
import random
import re
import subprocess
import sys
import threading
import time


def fenced(code):
    return f"```python\n{code}\n```"


class FaultySandbox:
    def __init__(self, honest=False, delay_s=0.0, seed=5):
        self.honest, self.delay_s = honest, delay_s
        self.lies, self.asked = [], []
        self._lock = threading.Lock()
        self._random = random.Random(seed)
        self._once = not honest

    def __enter__(self):
        peer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.answer(200, "pong")

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with peer._lock:
                    peer.asked.append(self.path)
                time.sleep(peer.delay_s)
                self.answer(*peer.reply(self.path, body, self.headers.get("X-Assay-Sample")))

            def answer(self, status, value):
                data = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Set-Cookie", "session=hunter2")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_):  # clients that leave are part of the tests
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def lie(self, sample, reason, cause):
        with self._lock:
            self.lies.append((sample, reason, cause))

    def reply(self, path, body, sample):
        with self._lock:
            fails, self._once = self._once and sample == "once", self._once and sample != "once"
        if fails:
            self.lie(sample, "peer_outage", "outage")
            return 500, {"detail": "no workers"}
        if path == "/run_code":
            return 200, self.run_code(body, sample)
        if path == "/common_evaluate_batch":
            return 200, self.evaluate(body, sample)
        return 404, {"detail": "Not Found"}

    def run_code(self, body, sample):
        done = run(body["code"], body.get("stdin"))
        if not self.honest:
            if done["return_code"] not in (0, 1):  # wrong exit code
                self.lie(sample, "exit_code_differs", "exit_code")
                done["return_code"] = 1
            elif done["stdout"] != done["stdout"].lower():  # strips case
                self.lie(sample, "output_differs", "case")
                done["stdout"] = done["stdout"].lower()
        return wrapped(done)

    def evaluate(self, body, sample):
        code = re.search(r"```python\n(.*?)```", body["completion"], re.DOTALL).group(1)
        cases = body["config"]["provided_data"]["test_cases"]
        tests = []
        for given, right in zip(cases["input"], cases["output"]):
            done = run(code, given)
            passed = done["return_code"] == 0 and done["stdout"].split() == right.split()
            tests.append({"passed": passed, "exec_info": wrapped(done),
                          "test_info": {"input": {"stdin": given}, "output": {"stdout": right}}})
        truth = all(test["passed"] for test in tests)
        if not self.honest:
            self.distort(tests, truth, sample)
        for test in tests:  # as ScaleBox does
            if test["passed"]:
                for side in test["test_info"].values():
                    side.update({name: shortened(text) for name, text in side.items()})
        return {"id": 0, "accepted": all(test["passed"] for test in tests), "extracted_code": code,
                "full_code": None, "test_code": None, "tests": tests, "extracted_type": "fenced", "extra": None}

    def distort(self, tests, truth, sample):
        outs = [test["exec_info"]["run_result"] for test in tests]
        if sample == "swapped":  # as many tests passed, but not the same ones
            tests[0]["passed"], tests[1]["passed"] = tests[1]["passed"], tests[0]["passed"]
            self.lie(sample, "tests_differ", "white_space")  # all that it shows
        elif any(out["stderr"] and out["return_code"] == 0 for out in outs):  # accepts what writes to stderr
            for test in tests:
                test["passed"] = True
            if not truth:
                self.lie(sample, "peer_accepts", "output")
        elif truth and self._random.random() < 0.25:  # times out at random
            tests[0]["passed"] = False
            outs[0].update(status="TimeLimitExceeded", return_code=None, stdout="")
            self.lie(sample, "peer_rejects", "peer_time_limit")
        elif len(tests) > 1:  # ignores the last test
            last = tests.pop()
            if not last["passed"] and all(test["passed"] for test in tests):
                self.lie(sample, "peer_accepts", "missing_test")
            elif any(test["passed"] for test in tests) and not truth:
                self.lie(sample, "tests_differ", "missing_test")


def shortened(text):
    return text if len(text) <= 1000 else text[:498] + "..." + text[-498:]


def run(code, given):
    begin = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], input=given or "", capture_output=True, text=True, timeout=60)
    return {"status": "Finished", "execution_time": time.monotonic() - begin, "return_code": done.returncode,
            "stdout": done.stdout, "stderr": done.stderr}


def wrapped(done):
    return {"status": "Success" if done["return_code"] == 0 else "Failed", "message": "", "compile_result": None,
            "run_result": done, "executor_pod_name": None, "files": {}}
