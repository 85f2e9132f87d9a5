"""Clients that try again until each of their submissions, by its own key, has a verdict, and what they count.

    submitters = Submitters(front.client, count=150, threads=6)
    submitters.wait(0.5)                    # until half of them are answered
    submitters.now("kill -9 of n1")         # what is tried again from here on is counted by this name
    submitters.join()
    assert submitters.lost() == [] and submitters.double() == [] and submitters.wrong == []

A key is a submission's `id` and its origin's `sample`. Its program is one that no other key has, so that no
cache answers; right and wrong ones, crashes and compilers take turns. Lost is a key that no client got a verdict
for; double one that counted two; wrong an answer that was not its own, a verdict that its program didn't earn, or
a score where there is no verdict.
"""

import collections
import http.client
import json
import threading
import time

RUN = "submitters"
PYTHON = [("print(int(input()) + 1)", "AC"), ("print(int(input()))", "WA"), ("raise SystemExit(3)", "RE"),
          ("import time; time.sleep(0.05); print(int(input()) + 1)", "AC")]
CPP = ('#include <iostream>\nint main() {{ int a; std::cin >> a; std::cout << a + 1; }} // {}', "AC")
BROKEN_CPP = ("int main() {{ return nothing; }} // {}", "CE")
EVERY_CPP = 40  # compilers take their time


def submission(key):
    """The request of a key, and the verdict that it earns."""
    if key % EVERY_CPP == EVERY_CPP - 1:
        code, verdict = CPP if key // EVERY_CPP % 2 == 0 else BROKEN_CPP
        language, code = "cpp", code.format(key)
    else:
        language, (code, verdict) = "python", PYTHON[key % len(PYTHON)]
        code = f"{code}  # {key}"
    return {"id": str(key), "language": language, "code": code, "origin": {"run": RUN, "sample": str(key)},
            "problem": {"mode": "stdin_stdout", "tests": [{"input": f"{key}", "expected": f"{key + 1}"}]}}, verdict


class Submitters:
    def __init__(self, client, count, threads, patience_s=None):
        self._client, self.count = client, count
        self._deadline = time.monotonic() + (patience_s or 480 + 2 * count)
        self._todo = collections.deque(range(count))
        self._verdicts = collections.defaultdict(list)
        self._phase = "before"
        self.sent = collections.Counter()         # key: how often
        self.tried_again = collections.Counter()  # (phase, why)
        self.wrong = []
        self._threads = [threading.Thread(target=self._work) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def now(self, phase):
        self._phase = phase

    def wait(self, share):
        """Until that share of all is answered."""
        while len(self._verdicts) < share * self.count:
            assert time.monotonic() < self._deadline, (len(self._verdicts), self.tried_again)
            time.sleep(0.02)

    def join(self):
        for thread in self._threads:
            thread.join()

    def lost(self):
        return [key for key in range(self.count) if not self._verdicts[key]]

    def double(self):
        return [key for key, verdicts in self._verdicts.items() if len(verdicts) > 1]

    def told(self):
        """What was tried again, by phase."""
        phases = collections.defaultdict(dict)
        for (phase, why), times in self.tried_again.items():
            phases[phase][why] = times
        return dict(phases)

    def _work(self):
        while time.monotonic() < self._deadline:
            try:
                key = self._todo.popleft()
            except IndexError:
                return
            self._settle(key)

    def _settle(self, key):
        body, verdict = submission(key)
        # Every third names its problem, as for nodes that are chosen by it.
        headers = {"X-Assay-Problem": f"{key % 7:064x}"} if key % 3 == 0 else {}
        while time.monotonic() < self._deadline:
            self.sent[key] += 1
            why = self._try(key, body, headers, verdict)
            if why is None:
                return
            self.tried_again[self._phase, why] += 1
            time.sleep(0.1)

    def _try(self, key, body, headers, verdict):
        """Why it has to be tried again; None: it has its verdict."""
        try:
            reply = self._client.post("/v1/verify", body, headers=headers)
            answer = json.loads(reply.body) if reply.status == 200 else None
        except (OSError, http.client.HTTPException) as fault:
            return type(fault).__name__
        if answer is None:
            return str(reply.status)
        if answer["masked"]:
            if answer["score"] is not None:
                self.wrong.append((key, answer))
            return f"masked: {answer['cause']}"
        if answer["id"] != str(key) or answer["verdict"] != verdict or answer["score"] != (verdict == "AC"):
            self.wrong.append((key, answer))
        self._verdicts[key].append(answer["verdict"])
        return None
