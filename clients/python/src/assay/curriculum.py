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

import uuid
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Mapping, Optional, Sequence, Tuple

from ._service import Service

DEFAULT_URL = "http://127.0.0.1:8095"


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


class Curriculum(Service):
    """The client of one service. Threads may share it.

    url       the service; absent: http://127.0.0.1:8095. http only: it is meant for the trainer's own machine or network
    token     sent as `Authorization: Bearer`; absent: what the URL says, or the variable ASSAY_TOKEN
    timeout   seconds for a call with all its tries
    """

    def __init__(self, url: Optional[str] = None, *, token: Optional[str] = None, timeout: float = 120.0) -> None:
        super().__init__(url or DEFAULT_URL, "/v1/curriculum", token, timeout)

    def __enter__(self) -> Curriculum:
        return self

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
        return self._place_of(self._json("POST", "/rewind", {"place": place}))

    def state(self) -> Dict[str, Any]:
        """Stage, step, counts of groups by outcome, pools, domains (docs/curriculum.md)."""
        return dict(self._json("GET", "", None))

    def _place_of(self, body: Dict[str, Any]) -> int:
        return self._made(lambda: int(body["place"]))

    def _call(self, name: str, body: Dict[str, Any]) -> Dict[str, Any]:
        return self._json("POST", f"/{name}", {**body, "key": uuid.uuid4().hex})
