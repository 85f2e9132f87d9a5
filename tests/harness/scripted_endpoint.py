"""An OpenAI-compatible endpoint that misbehaves by a script.

What a request ends in is a function of its body alone: which answer it gets at last, and which faults come
before it. So a run that is killed and goes on ends in the same answers as one that nobody disturbed. Faults
are counted for the endpoint's life, which is longer than that of the runs.

    with ScriptedEndpoint(answer) as endpoint:      # answer(prompt text, seed) -> content
        ... endpoint.url ...; endpoint.requests
"""

import hashlib
import json
import threading
import time

from harness.scripted_server import ScriptedServer

# Before the answer: status and body, or how the connection ends.
FAULTS = ("none", "none", "429", "500", "reset", "null", "not json", "slow down in a 200")
# What is odd about the answer itself.
SHAPES = ("plain", "plain", "think", "no opening tag", "only thoughts", "length", "reasoning field",
          "never a closing tag", "empty", "too long a prompt")


class ScriptedEndpoint(ScriptedServer):
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

    def _reply(self, body):
        time.sleep(self._delay_s)
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
