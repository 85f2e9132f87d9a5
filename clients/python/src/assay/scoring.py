"""Rubrics: batches of completions scored by weighted reward functions (`POST /v1/score`).

    rubrics = {"code": {"functions": [{"kind": "code"}, {"kind": "format", "weight": 0.1, "require": ["code_block"]}]},
               "math": {"functions": [{"kind": "math"}]}}
    items = [{"data_source": "taco", "language": "python", "problem": problem, "response": completion},
             {"data_source": "gsm8k", "gold": "42", "response": completion}]
    for scored in client.score(items, rubrics, routes={"taco": "code", "*": "math"}):
        rewards[scored.index] = scored.score      # None: leave it out of the batch

Rubrics and items are plain mappings with the fields of the route; a `problem` may be a Problem, which is sent once
however many items name it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple

from .errors import Fault, invalid
from .items import Origin, Problem, encode
from .results import faults_of

ROUTE = "/v1/score"


@dataclass(frozen=True)
class ScoredFunction:
    """What one reward function says of a completion. Without a value there is a cause and a reason."""

    name: str
    kind: str
    weight: float
    value: Optional[float]
    masked: bool
    cause: Optional[str] = None
    reason: Optional[str] = None
    message: Optional[str] = None
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Score:
    """The score of one completion, or None where there is none: `cause`, `reason` and `message` then say why, and
    `masked_by` which function it is for. `raw` is all that the server said."""

    index: int
    id: str
    rubric: str
    score: Optional[float]
    masked: bool
    cause: Optional[str] = None
    reason: Optional[str] = None
    message: Optional[str] = None
    masked_by: Optional[str] = None
    functions: Tuple[ScoredFunction, ...] = ()
    advantage: Optional[float] = None
    origin: Origin = Origin()
    faults: Tuple[Fault, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def value(self, name: str) -> Optional[float]:
        """That of a function."""
        for function in self.functions:
            if function.name == name:
                return function.value
        raise KeyError(name)


def request(items: Iterable[Mapping[str, Any]], rubrics: Mapping[str, Any], routes: Optional[Mapping[str, str]],
            defaults: Origin, deadline_s: float) -> Tuple[bytes, List[Origin]]:
    """The body of a request, and the labels of its items."""
    problems: Dict[str, Any] = {}
    origins: List[Origin] = []
    bodies: List[bytes] = []
    for index, given in enumerate(items):
        if not isinstance(given, Mapping):
            raise invalid(f"items[{index}]", f"should be a mapping, not {type(given).__name__}", "dict_type")
        item = dict(given)
        labels = item.pop("origin", None) or {}
        try:
            origins.append(Origin(**labels).over(defaults))
        except TypeError:
            raise invalid(f"items[{index}].origin", "has other labels than run, step, group, sample and tenant") from None
        named = origins[-1].as_dict()
        if named:
            item["origin"] = named
        if isinstance(item.get("problem"), Problem):
            problem = item["problem"]
            problems[problem.sha256] = problem.text
            item["problem"] = problem.sha256
        bodies.append(_encoded(item, f"items[{index}]"))
    if not bodies:
        return b"", origins
    head: Dict[str, Any] = {"rubrics": rubrics, "deadline_s": deadline_s}
    if routes is not None:
        head["routes"] = routes
    body = _encoded(head, "rubrics")[:-1] + b',"items":[' + b",".join(bodies) + b"]"
    if problems:
        body += b',"problems":{' + b",".join(encode(name) + b":" + text for name, text in problems.items()) + b"}"
    return body + b"}", origins


def _encoded(value: Mapping[str, Any], name: str) -> bytes:
    try:
        return encode(value)
    except (TypeError, ValueError) as error:
        raise invalid(name, f"has no JSON form: {error}") from None


def scores_of(body: Any, origins: List[Origin]) -> List[Score]:
    """The results of an answer, in the order of the items."""
    return [_score(each, origins[index]) for index, each in enumerate(body["results"])]


def _score(body: Mapping[str, Any], origin: Origin) -> Score:
    mask = body["mask"] or {}
    functions = tuple(
        ScoredFunction(each["name"], each["kind"], each["weight"], each["value"], each["masked"], each.get("cause"),
                       each.get("reason"), each.get("message"), each.get("detail", {})) for each in body["functions"])
    return Score(body["index"], body["id"], body["rubric"], body["score"], body["masked"], mask.get("cause"),
                 mask.get("reason"), mask.get("message"), mask.get("function"), functions, body.get("advantage"),
                 origin, faults_of(body), body)
