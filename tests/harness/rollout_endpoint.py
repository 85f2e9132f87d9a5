"""An OpenAI-compatible endpoint for rollouts: a model of many turns and tools that misbehaves by a script.

What it says, how long that takes and which faults come before it are functions of the request alone, so that a
run that is killed and goes on has the conversations of one that nobody disturbed.

    with RolloutEndpoint(model) as endpoint:     # model(request) -> message of the assistant
        ... endpoint.url ...; endpoint.requests
"""

import hashlib
import json
import threading
import time

from harness.scripted_server import ScriptedServer

# Before the answer, for the first request with a body; of 256. Crowds are rare: each halves the pace of all.
FAULTS = ["429"] * 2 + ["429 later"] + ["500"] * 12 + ["reset"] * 12 + ["not json"] * 8 + ["no choices"] * 8


class RolloutEndpoint(ScriptedServer):
    def __init__(self, model, delay_s=0.05, faults=True):
        self._model = model
        self._delay_s = delay_s
        self._faults = faults
        self._lock = threading.Lock()
        self._seen = {}
        self.requests = 0
        self.bodies = []

    def _reply(self, body):
        digest = hashlib.sha256(body).digest()
        with self._lock:
            self.requests += 1
            attempt = self._seen[digest] = self._seen.get(digest, 0) + 1
            self.bodies.append(body)
        # One answer in sixteen takes ten times as long.
        time.sleep(self._delay_s * (0.5 + digest[2] / 255) * (10 if digest[3] < 16 else 1))
        faulty = self._faults and attempt == 1 and digest[0] < len(FAULTS)
        fault = FAULTS[digest[0]] if faulty else "none"
        if fault == "reset":
            return None
        if fault.startswith("429"):
            return 429, {"Retry-After": "1" if fault == "429 later" else "0"}, '{"error": {"message": "slow down"}}'
        if fault == "500":
            return 500, {}, "oops"
        if fault == "not json":
            return 200, {}, "<html>"
        if fault == "no choices":
            return 200, {}, '{"choices": []}'
        request = json.loads(body)
        message = {"role": "assistant", **self._model(request)}
        tokens = len(json.dumps(message)) // 4
        choice = {"index": 0, "message": message,
                  "finish_reason": "tool_calls" if message.get("tool_calls") else "stop"}
        if request.get("logprobs"):
            choice["logprobs"] = {"content": [{"token": "a", "logprob": -0.5, "top_logprobs": []}] * tokens}
        if request.get("return_token_ids"):
            choice["token_ids"] = list(range(tokens))
        return 200, {}, json.dumps({"id": digest.hex()[:8], "model": request["model"], "choices": [choice],
                                    "prompt_token_ids": [1, 2, 3] if request.get("return_token_ids") else None,
                                    "usage": {"prompt_tokens": len(body) // 4, "completion_tokens": tokens}})
