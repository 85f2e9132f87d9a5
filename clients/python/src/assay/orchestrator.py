"""Orchestrator: the batches of rollouts that `assay orchestrate` makes, and the weights that a trainer makes of them.

    with assay.Orchestrator("http://127.0.0.1:8096") as orchestrator:
        for step, rollouts in orchestrator.batches(first=1 + steps_done):
            train(rollouts)                                     # dictionaries, a line each of the batch
            folder = save_weights(step)
            orchestrator.new_weights(step, folder=folder)       # servers take them in the middle of rollouts
"""

from __future__ import annotations

import json
import time
from typing import Any, Dict, Iterator, List, Optional, Tuple

from ._service import Service
from .errors import DeadlineExceeded

DEFAULT_URL = "http://127.0.0.1:8096"
_LOOK_S = 20.0  # a request waits so long, and is then sent again
_READY, _NOT_YET = 200, 202


class Orchestrator(Service):
    """The client of one run. Threads may share it.

    url       the run; absent: http://127.0.0.1:8096. http only: it is meant for the trainer's own machine or network
    token     sent as `Authorization: Bearer`; absent: what the URL says, or the variable ASSAY_TOKEN
    timeout   seconds for a call with all its tries, beside what it is told to wait
    """

    def __init__(self, url: Optional[str] = None, *, token: Optional[str] = None, timeout: float = 120.0) -> None:
        super().__init__(url or DEFAULT_URL, "/v1/orchestrate", token, timeout)

    def __enter__(self) -> Orchestrator:
        return self

    def batch(self, step: int, wait: Optional[float] = None) -> Optional[List[Dict[str, Any]]]:
        """The rollouts of a step, as soon as they are there; None: the run is over, and no such step comes. Asked for again
        it is the same. `wait`: seconds until DeadlineExceeded; absent: as long as it takes."""
        end = None if wait is None else time.monotonic() + wait
        while True:
            left_s = _LOOK_S if end is None else min(_LOOK_S, max(end - time.monotonic(), 0.0))
            status, answer = self._sent("GET", f"/batch?step={step}&wait_s={left_s:.3f}", None,
                                        frozenset((_READY, _NOT_YET)))
            if status == _READY:
                return self._made(lambda: [json.loads(line) for line in answer.splitlines()])
            if self._made(lambda: bool(json.loads(answer)["done"])):
                return None
            if end is not None and time.monotonic() >= end:
                raise DeadlineExceeded(f"step {step} isn't there after {wait:g} s")

    def batches(self, first: int = 1) -> Iterator[Tuple[int, List[Dict[str, Any]]]]:
        """Step by step to the end of the run."""
        step = first
        while True:
            rollouts = self.batch(step)
            if rollouts is None:
                return
            yield step, rollouts
            step += 1

    def new_weights(self, version: int, folder: Optional[str] = None, body: Optional[Dict[str, Any]] = None) -> None:
        """The weights after step `version`: where servers find them (`folder`, for prime-rl's), or what they are told
        (`body`, for vLLM's). Returns when that is noted; servers take them when they can."""
        self._json("POST", "/weights", {"version": version, "folder": folder, "body": body})

    def state(self) -> Dict[str, Any]:
        """Step, version, slots that are busy, counts of rollouts and groups (docs/orchestrate.md)."""
        return self._json("GET", "", None)
