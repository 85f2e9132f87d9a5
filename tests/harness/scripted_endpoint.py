"""An OpenAI-compatible endpoint that misbehaves by a script.

What a request ends in is a function of its body alone: which answer it gets at last, and which faults come
before it. So a run that is killed and goes on ends in the same answers as one that nobody disturbed. Faults
are counted for the endpoint's life, which is longer than that of the runs.

    with ScriptedEndpoint(answer) as endpoint:      # answer(prompt text, seed) -> content
        ... endpoint.url ...; endpoint.requests
"""

import hashlib
import http.server
import json
import socket
import struct
import threading
import time

# Before the answer: status and body, or how the connection ends.
FAULTS = ("none", "none", "429", "500", "reset", "null", "not json", "slow down in a 200")
# What is odd about the answer itself.
SHAPES = ("plain", "plain", "think", "no opening tag", "only thoughts", "length", "reasoning field",
          "never a closing tag", "empty", "too long a prompt")


class ScriptedEndpoint:
    def __init__(self, answer, model="scripted-1", echo="scripted-2", quota=(), delay_s=0.0, plain=False):
        """`quota`: numbers of requests that are answered with 402. `echo`: the model that answers. `plain`:
        nothing is odd about any answer."""
        self._answer = answer
        self._quota = set(quota)
        self._delay_s = delay_s
        self._plain = plain
        self.model = model
        self._echo = echo
        self._lock = threading.Lock()
        self._seen = {}
        self.requests = 0
        self.bodies = []

    def __enter__(self):
        endpoint = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                time.sleep(endpoint._delay_s)
                reply = endpoint._reply(body)
                if reply is None:  # a reset instead of an answer
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    self.connection.close()
                    self.close_connection = True
                    return
                status, headers, text = reply
                data = text.encode()
                try:
                    self.send_response(status)
                    for name, value in {"Content-Type": "application/json", **headers}.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:
                    self.close_connection = True  # whoever asked was killed

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda *_: None
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def _reply(self, body):
        with self._lock:
            self.requests += 1
            number = self.requests
            attempt = self._seen[body] = self._seen.get(body, 0) + 1
            self.bodies.append(body)
        if number in self._quota:
            return 402, {}, json.dumps({"error": {"message": "no credit is left"}})
        digest = hashlib.sha256(body).digest()
        fault = FAULTS[digest[0] % len(FAULTS)]
        if attempt == 1 and fault != "none":
            return self._fault(fault)
        shape = "plain" if self._plain else SHAPES[digest[1] % len(SHAPES)]
        return self._completion(json.loads(body), shape, digest.hex()[:8])

    def _fault(self, fault):
        if fault == "reset":
            return None
        if fault == "429":
            return 429, {"Retry-After": "0"}, json.dumps({"error": {"message": "slow down"}})
        if fault == "500":
            return 500, {}, "oops"
        if fault == "null":
            return 200, {}, json.dumps({"choices": [{"message": {"content": None}, "finish_reason": None}]})
        if fault == "slow down in a 200":
            return 200, {}, json.dumps({"error": {"code": 429, "message": "slow down"}})
        return 200, {}, "<html>"

    def _completion(self, request, shape, name):
        prompt = request["prompt"] if "prompt" in request else request["messages"][-1]["content"]
        content = self._answer(prompt, request.get("seed", 0))
        finish, extra = "stop", {}
        if shape == "too long a prompt":
            return 400, {}, json.dumps({"error": {"code": "context_length_exceeded", "message": "too long"}})
        if shape == "think":
            content = f"<think>\nlet me see\n</think>\n\n{content}"
        elif shape == "no opening tag":
            content = f"let me see</think>{content}"
        elif shape == "only thoughts":
            content = "let me see</think>"
        elif shape == "never a closing tag":
            content = "<think>let me see"
        elif shape == "length":
            content, finish = content[: len(content) // 2], "length"
        elif shape == "reasoning field":
            extra = {"reasoning_content": "let me see"}
        elif shape == "empty":
            content = None
        message = {"role": "assistant", "content": content, **extra}
        choice = {"index": 0, "finish_reason": finish}
        choice.update({"text": content or ""} if "prompt" in request else {"message": message})
        return 200, {}, json.dumps({"id": f"c-{name}", "model": self._echo, "choices": [choice],
                                    "usage": {"prompt_tokens": 10, "completion_tokens": 20}})
