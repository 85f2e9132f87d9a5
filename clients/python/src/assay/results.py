"""What comes back: plain values that don't change.

`score` is from 0 to 1, or None where there is no verdict about the candidate; `masked` says so. A masked
result is left out of the batch: a missing verdict is not a zero. `cause` says who could have brought it
about: "candidate", "problem", "infrastructure" or "cancelled".
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Optional, Tuple, Union

from .errors import Fault
from .items import Origin

Json = Dict[str, Any]


@dataclass(frozen=True)
class TestResult:
    """What became of one test. The figures of a run are None when the test did not run."""

    __test__ = False  # for pytest: not a class of tests

    id: str
    verdict: str
    cause: str
    reason: str
    message: str
    executed: bool
    status: Optional[str] = None
    cpu_time_s: Optional[float] = None
    wall_time_s: Optional[float] = None
    memory_peak_bytes: Optional[int] = None
    exit_code: Optional[int] = None
    signal: Optional[int] = None
    stdout: Optional[str] = field(default=None, repr=False)
    stderr: Optional[str] = field(default=None, repr=False)


@dataclass(frozen=True)
class Result:
    """The verdict on one submission. `raw` is all that the server said."""

    index: int
    id: str
    score: Optional[float]
    verdict: str
    cause: str
    masked: bool
    reason: str
    message: str
    tests: Tuple[TestResult, ...] = field(default=(), repr=False)
    origin: Origin = Origin()
    cached: bool = False
    queue_time_s: float = 0.0
    total_time_s: float = 0.0
    warnings: Tuple[str, ...] = ()
    faults: Tuple[Fault, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True)
class MathResult:
    """The verdict on one math answer: "correct", "incorrect", "unparseable" or "undecided"."""

    index: int
    id: str
    score: Optional[float]
    verdict: str
    cause: str
    masked: bool
    reason: str
    message: str
    rule: str = ""
    answer: Optional[str] = None
    gold_normal: str = ""
    answer_normal: str = ""
    origin: Origin = Origin()
    faults: Tuple[Fault, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)


AnyResult = Union[Result, MathResult]


@dataclass(frozen=True)
class CompileResult:
    """The compile step of a program that has one."""

    status: str
    exit_code: Optional[int]
    stdout: str
    stderr: str


@dataclass(frozen=True)
class RunResult:
    """What the kernel saw of one run. Only the program can have brought it about: a fault of the environment
    is raised. Without `executed` the program did not compile."""

    executed: bool
    verdict: str
    reason: str
    message: str
    status: Optional[str]
    exit_code: Optional[int]
    signal: Optional[int]
    stdout: str
    stderr: str
    cpu_time_s: float
    wall_time_s: float
    memory_peak_bytes: int
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    compile: Optional[CompileResult] = None
    origin: Origin = Origin()
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def ok(self) -> bool:
        """Whether it compiled, ran and exited with 0."""
        return self.executed and self.status == "exited" and self.exit_code == 0


@dataclass(frozen=True)
class Info:
    """What a server says of itself."""

    version: str
    tier: str
    slots: int
    queued_submissions: int
    draining: bool
    languages: Tuple[str, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)


def faults_of(body: Any) -> Tuple[Fault, ...]:
    """The faults in an error's body, or in a result's `errors`."""
    if not isinstance(body, dict):
        return ()
    listed = body.get("errors")
    if not isinstance(listed, list) or not listed:
        listed = [body["error"]] if isinstance(body.get("error"), dict) else []
    return tuple(Fault(str(each.get("code", "")), str(each.get("message", "")), each.get("field"))
                 for each in listed if isinstance(each, dict))


def _origin(body: Json, sent: Origin) -> Origin:
    """Labels as they were sent: the server makes texts of numbers."""
    return sent if sent != Origin() or "origin" not in body else Origin(**body["origin"])


def _test(body: Json) -> TestResult:
    get = body.get
    return TestResult(body["id"], body["verdict"], body["cause"], body["reason"], body["message"], body["executed"],
                      get("status"), get("cpu_time_s"), get("wall_time_s"), get("memory_peak_bytes"),
                      get("exit_code"), get("signal"), get("stdout"), get("stderr"))


def code_result(body: Json, index: int, id: Optional[str], origin: Origin) -> Result:
    return Result(index, str(index) if id is None else id, body["score"], body["verdict"], body["cause"],
                  body["masked"], body["reason"], body["message"], tuple(map(_test, body["tests"])),
                  _origin(body, origin), body["cached"], body["queue_time_s"], body["total_time_s"],
                  tuple(body.get("warnings", ())), faults_of(body), body)


def math_result(body: Json, index: int, id: Optional[str], origin: Origin) -> MathResult:
    score, verdict, reason = body["score"], body["verdict"], body["reason"]
    extraction = body["extraction"]
    # Nobody chooses to be masked: without a score it is the gold that can't be judged.
    cause = "problem" if score is None else "candidate"
    return MathResult(index, str(index) if id is None else id, score, verdict, cause, score is None, reason,
                      f"{verdict}: {reason}", body["rule"], extraction["text"] if extraction else None,
                      body["gold_normal"], body["answer_normal"], _origin(body, origin), (), body)


def masked_result(is_math: bool, index: int, id: Optional[str], origin: Origin, cause: str, reason: str, message: str,
                  faults: Tuple[Fault, ...] = ()) -> AnyResult:
    """A result that the client makes: there is no verdict."""
    name = str(index) if id is None else id
    if is_math:
        return MathResult(index, name, None, "undecided", cause, True, reason, message, origin=origin, faults=faults)
    verdict = "JE" if cause == "problem" else "IE"
    return Result(index, name, None, verdict, cause, True, reason, message, origin=origin, faults=faults)


def run_result(body: Json, origin: Origin) -> RunResult:
    test: Json = body["tests"][0] if body["tests"] else {}
    made: Optional[Json] = body["compile"]
    compiled = made and CompileResult(made["status"], made["exit_code"], made.get("stdout", ""), made.get("stderr", ""))
    files = {path: base64.b64decode(text) for path, text in test.get("files", {}).items()}
    return RunResult(bool(test.get("executed")), str(test.get("verdict", body["verdict"])), body["reason"], body["message"],
                     test.get("status"), test.get("exit_code"), test.get("signal"), test.get("stdout", ""),
                     test.get("stderr", ""), test.get("cpu_time_s", 0.0), test.get("wall_time_s", 0.0),
                     test.get("memory_peak_bytes", 0), files, compiled or None, _origin(body, origin), body)


def info(body: Json) -> Info:
    languages = tuple(each["language"] for each in body["toolchains"] if each["available"])
    return Info(body["version"], body["tier"], body["slots"], body["queued_submissions"], body["draining"], languages,
                body)
