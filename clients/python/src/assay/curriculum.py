"""Curriculum: which problems a training run gets next, asked of a service that `assay curriculum` runs.

    with assay.Curriculum("http://127.0.0.1:8095") as curriculum:
        while not (batch := curriculum.next()).done:
            rewards = {each.group: rollouts_of(each.id, each.rollouts, each.temperature) for each in batch.groups}
            reported = curriculum.report(rewards)       # None for a rollout that our environment failed to judge
            train([each.group for each in reported.groups if each.train])
            checkpoint(place=reported.place)            # curriculum.rewind(place) goes back to it

Every call that changes something has a key, so that it counts once however often it had to be sent.
"""

from __future__ import annotations

import http.client
import json
import os
import threading
import time
import uuid
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Mapping, Optional, Sequence, Tuple, TypeVar
from urllib.parse import unquote, urlsplit

from ._pace import RETRIED_STATUSES, Backoff, retry_after_s
from .errors import AssayError, DeadlineExceeded, Fault, InvalidRequest, ProtocolError, Unavailable, invalid
from .results import faults_of

DEFAULT_URL = "http://127.0.0.1:8095"
T = TypeVar("T")


@dataclass(frozen=True)
class Group:
    """Rollouts that are to be made of one problem."""

    group: int  # its number, to report it by
    id: str  # the problem's name
    row: int  # its row in the files, from 0
    domain: str
    epoch: int  # from 0
    rollouts: int
    temperature: float
    response_tokens: int


@dataclass(frozen=True)
class Batch:
    place: int  # to rewind to
    step: int
    stage: str
    done: bool  # the last stage is over
    waiting: bool  # there are fewer because all others are under way
    groups: Tuple[Group, ...]


@dataclass(frozen=True)
class Taken:
    group: int
    outcome: str  # mixed, all_solved, none_solved, masked
    train: bool  # whether to train on it
    retired: bool  # whether its problem is drawn no more


@dataclass(frozen=True)
class Step:
    step: int
    wanted: int
    trained: int
    under_way: int
    missing: int  # groups to ask for, next(step=…), so that the step has as many as it wants


@dataclass(frozen=True)
class Reported:
    place: int
    groups: Tuple[Taken, ...]
    steps: Tuple[Step, ...]


class Curriculum:
    """The client of one service. Threads may share it; their calls are sent one after the other.

    url       the service; absent: http://127.0.0.1:8095. http only: it is meant for the trainer's own machine or network
    token     sent as `Authorization: Bearer`; absent: what the URL says, or the variable ASSAY_TOKEN
    timeout   seconds for a call with all its tries
    """

    def __init__(self, url: Optional[str] = None, *, token: Optional[str] = None, timeout: float = 120.0) -> None:
        parts = urlsplit(url or DEFAULT_URL)
        if parts.scheme != "http" or not parts.hostname:
            raise invalid("url", f"must be like {DEFAULT_URL}, not {url!r}")
        self._host, self._port = parts.hostname, parts.port or 80
        self._base = parts.path.rstrip("/") + "/v1/curriculum"
        self._place = f"http://{parts.hostname}:{self._port}"
        token = token or unquote(parts.password or "") or os.environ.get("ASSAY_TOKEN")
        self._headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        self._timeout = timeout
        self._backoff = Backoff()
        self._lock = threading.Lock()
        self._connection: Optional[http.client.HTTPConnection] = None

    def __enter__(self) -> Curriculum:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._drop()

    def next(self, step: Optional[int] = None, groups: Optional[int] = None) -> Batch:
        """The groups of the next step, or further ones of `step`: as many as it is missing, or `groups`."""
        body = self._call("next", {"step": step, "groups": groups})
        return self._made(lambda: Batch(body["place"], body["step"], body["stage"], body["done"], body["waiting"],
                                        tuple(Group(**each) for each in body["groups"])))

    def report(self, rewards: Mapping[int, Sequence[Optional[float]]],
               truncated: Optional[Mapping[int, int]] = None) -> Reported:
        """What the rollouts of groups got; None: our environment failed, which says nothing about the problem.
        `truncated`: how many of a group's rollouts ran into the token limit."""
        cut = truncated or {}
        groups = [{"group": group, "rewards": [None if each is None else float(each) for each in of_group],
                   "truncated": cut.get(group, 0)} for group, of_group in rewards.items()]
        body = self._call("report", {"groups": groups})
        return self._made(lambda: Reported(body["place"], tuple(Taken(**each) for each in body["groups"]),
                                           tuple(Step(**each) for each in body["steps"])))

    def give_back(self, groups: Iterable[int]) -> int:
        """Groups that nobody will report; their problems come again. The place."""
        return self._place_of(self._call("return", {"groups": list(groups)}))

    def measure(self, rates: Mapping[str, Tuple[int, int]]) -> int:
        """How many of how many rollouts solve problems now, by name: for the next stage's choice, and for pools."""
        problems = [{"id": name, "solved": solved, "of": of} for name, (solved, of) in rates.items()]
        return self._place_of(self._call("measure", {"problems": problems}))

    def advance(self, stage: Optional[str] = None) -> int:
        """Ends the stage: on with the next one, or the one of that name."""
        return self._place_of(self._call("advance", {"stage": stage}))

    def rewind(self, place: int) -> int:
        """Back to where an answer had that place; what came later is forgotten."""
        return self._place_of(self._sent("POST", "/rewind", {"place": place}))

    def state(self) -> Dict[str, Any]:
        """Stage, step, counts of groups by outcome, pools, domains (docs/curriculum.md)."""
        return dict(self._sent("GET", "", None))

    def _place_of(self, body: Dict[str, Any]) -> int:
        return self._made(lambda: int(body["place"]))

    def _call(self, name: str, body: Dict[str, Any]) -> Dict[str, Any]:
        return self._sent("POST", f"/{name}", {**body, "key": uuid.uuid4().hex})

    def _made(self, make: Callable[[], T]) -> T:
        try:
            return make()
        except (KeyError, TypeError, ValueError) as error:
            raise ProtocolError(f"{self._place}: the answer is not a curriculum's ({type(error).__name__}: {error})") from None

    def _sent(self, method: str, path: str, body: Optional[Dict[str, Any]]) -> Dict[str, Any]:
        data = None if body is None else json.dumps(body).encode("ascii")
        end = time.monotonic() + self._timeout
        failures = 0
        with self._lock:
            while True:
                asked_s: Optional[float] = None
                try:
                    status, headers, answer = self._exchange(method, path, data, end)
                except (OSError, http.client.HTTPException) as error:
                    self._drop()
                    why: AssayError = Unavailable(f"{self._place}: {type(error).__name__}: {error}")
                else:
                    if status == 200:
                        return self._made(lambda: dict(json.loads(answer)))
                    why = self._refusal(status, answer)
                    if status != 429 and status not in RETRIED_STATUSES:
                        raise why
                    asked_s = retry_after_s(headers)
                failures += 1
                wait_s = self._backoff.wait_s(failures, asked_s)
                if time.monotonic() + wait_s >= end:
                    raise DeadlineExceeded(f"{self._timeout:g} s are over after {failures} tries: {why}") from why
                time.sleep(wait_s)

    def _exchange(self, method: str, path: str, data: Optional[bytes], end: float) -> Tuple[int, Mapping[str, str], bytes]:
        left_s = max(end - time.monotonic(), 0.05)
        if self._connection is None:
            self._connection = http.client.HTTPConnection(self._host, self._port, timeout=left_s)
        elif self._connection.sock is not None:
            self._connection.sock.settimeout(left_s)
        self._connection.request(method, self._base + path, data, self._headers)
        reply = self._connection.getresponse()
        return reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read()

    def _refusal(self, status: int, answer: bytes) -> AssayError:
        try:
            faults = faults_of(json.loads(answer))
        except ValueError:
            faults = ()
        words = answer[:200].decode("utf-8", "replace")
        if status in (400, 401, 403, 404, 422):
            return InvalidRequest(faults or (Fault(str(status), words or f"{self._place} answered with {status}"),), status)
        return Unavailable(f"{self._place} answered with status {status}: {faults[0] if faults else words}")

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
