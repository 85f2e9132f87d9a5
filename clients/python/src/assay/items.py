"""What is sent: programs with their problems, math answers, and whose rollouts they are.

    problem = Problem.stdin_stdout([("1 2\\n", "3")])
    Submission(problem, response=completion, stop="all", step=3, group="g7", sample=0)
    MathAnswer(gold="1/2", response=completion)

All are plain values. A Problem's JSON and its hash are made once, however many submissions name it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass, field, fields
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import invalid

Label = Union[str, int]


@dataclass(frozen=True)
class Origin:
    """Where an item comes from, in the trainer's own names. It decides nothing and comes back with the
    result."""

    run: Optional[Label] = None
    step: Optional[int] = None
    group: Optional[Label] = None
    sample: Optional[Label] = None
    tenant: Optional[Label] = None

    def over(self, defaults: Origin) -> Origin:
        """These labels, and those of `defaults` where there is none."""
        if defaults == _NO_ORIGIN:
            return self
        return Origin(*(getattr(defaults if getattr(self, name) is None else self, name) for name in LABELS))

    def as_dict(self) -> Dict[str, Label]:
        return {name: value for name in LABELS if (value := getattr(self, name)) is not None}


LABELS: Tuple[str, ...] = tuple(each.name for each in fields(Origin))
_NO_ORIGIN = Origin()


class Problem:
    """How a program is judged: the native route's `problem` object, encoded once.

    `Problem({"mode": …, "tests": […]})`, or one of the constructors for the three usual ways. A problem
    doesn't follow later changes of what it was made from.
    """

    __slots__ = ("_text", "_sha256")

    def __init__(self, problem: Mapping[str, Any]) -> None:
        if not isinstance(problem, Mapping):
            raise invalid("problem", f"should be a mapping or a Problem, not {type(problem).__name__}", "dict_type")
        try:
            # The canonical form, whose hash is the problem's name.
            text = json.dumps(problem, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            self._text = text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise invalid("problem", f"has half of a surrogate pair, which has no UTF-8: {error}") from None
        except (TypeError, ValueError) as error:
            raise invalid("problem", f"has no JSON form: {error}") from None
        self._sha256: Optional[str] = None

    @classmethod
    def stdin_stdout(cls, tests: Iterable[Tuple[str, str]], **more: Any) -> Problem:
        """Pairs of input and expected output. `more`: other fields, as `comparison`, `checker`."""
        listed = [{"input": given, "expected": expected} for given, expected in tests]
        return cls({"mode": "stdin_stdout", "tests": listed, **more})

    @classmethod
    def function_call(cls, name: str, tests: Iterable[Tuple[Sequence[Any], Any]], **more: Any) -> Problem:
        """A function to call with lists of arguments, and the values it should return."""
        listed = [{"input": list(arguments), "expected": expected} for arguments, expected in tests]
        return cls({"mode": "function_call", "function_name": name, "tests": listed, **more})

    @classmethod
    def asserts(cls, code: str, function_name: Optional[str] = None, **more: Any) -> Problem:
        """Test code; with `function_name` its `check` is called with that function (HumanEval)."""
        named = {} if function_name is None else {"function_name": function_name}
        return cls({"mode": "assert", "assert_code": code, **named, **more})

    @property
    def text(self) -> bytes:
        """Its canonical JSON."""
        return self._text

    @property
    def sha256(self) -> str:
        """Its name on a server: the hash of its canonical JSON."""
        if self._sha256 is None:
            self._sha256 = hashlib.sha256(self._text).hexdigest()
        return self._sha256

    def __repr__(self) -> str:
        return f"Problem({len(self._text)} bytes, {self.sha256[:12]})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


@dataclass(frozen=True)
class Submission:
    """A program, given as `code` or inside a model's `response`, and the problem it is meant to solve.

    `problem` is a Problem, a mapping, or the 64 hexadecimal digits of one that the server has. The other
    fields are those of the native route; what is None is left to the server.
    """

    problem: Union[Problem, Mapping[str, Any], str]
    code: Optional[str] = None
    response: Optional[str] = None
    language: str = "python"
    id: Optional[str] = None
    limits: Optional[Mapping[str, Any]] = None
    compile_limits: Optional[Mapping[str, Any]] = None
    stop: Optional[str] = None
    priority: Optional[str] = None
    extraction: Optional[str] = None
    total_timeout_s: Optional[float] = None
    files: Optional[Mapping[str, Union[bytes, str]]] = field(default=None, repr=False)
    fetch_files: Optional[Sequence[str]] = None
    compile_flags: Optional[Sequence[str]] = None
    cache: Optional[bool] = None
    include_output: Optional[bool] = None
    include_extracted_code: Optional[bool] = None
    bundle: Optional[bool] = None
    embed_tests: Optional[bool] = None
    run: Optional[Label] = None
    step: Optional[int] = None
    group: Optional[Label] = None
    sample: Optional[Label] = None
    tenant: Optional[Label] = None


_SENT_AS_THEY_ARE = ("code", "response", "language", "limits", "compile_limits", "stop", "priority", "extraction",
                     "total_timeout_s", "fetch_files", "compile_flags", "cache", "include_output",
                     "include_extracted_code", "bundle", "embed_tests")


@dataclass(frozen=True)
class MathAnswer:
    """An answer to judge: both texts may be a bare answer or a whole solution."""

    gold: Union[str, int, float]
    response: Union[str, int, float]
    id: Optional[str] = None
    profile: Optional[str] = None
    options: Optional[Mapping[str, Any]] = None
    run: Optional[Label] = None
    step: Optional[int] = None
    group: Optional[Label] = None
    sample: Optional[Label] = None
    tenant: Optional[Label] = None


Item = Union[Submission, MathAnswer]


def origin_of(item: Item) -> Origin:
    return Origin(item.run, item.step, item.group, item.sample, item.tenant)


def encode(value: Any) -> bytes:
    """JSON in UTF-8. A half of a surrogate pair goes as an escape: the server reads it as U+FFFD where a
    candidate wrote it, and refuses it elsewhere, naming the field."""
    try:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode("ascii")


def submission_json(item: Submission, name: str, origin: Origin) -> bytes:
    """The submission's object, which calls its problem `name`. Faults name its fields."""
    if (item.code is None) == (item.response is None):
        raise invalid("code", "give either code or response" + (", not both" if item.code is not None else ""))
    body: Dict[str, Any] = {key: value for key in _SENT_AS_THEY_ARE if (value := getattr(item, key)) is not None}
    if item.files is not None:
        body["files"] = {path: base64.b64encode(content.encode() if isinstance(content, str) else content).decode()
                         for path, content in item.files.items()}
    body["problem"] = name
    labels = origin.as_dict()
    if labels:
        body["origin"] = labels
    try:
        return encode(body)
    except (TypeError, ValueError) as error:
        raise invalid(_without_json(body), f"has no JSON form: {error}") from None


def math_json(item: MathAnswer, origin: Origin) -> bytes:
    body: Dict[str, Any] = {"gold": item.gold, "response": item.response}
    for key, value in body.items():
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise invalid(key, f"should be a text or a number, not {type(value).__name__}", "string_type")
    labels = origin.as_dict()
    if labels:
        body["origin"] = labels
    return encode(body)


def _without_json(body: Mapping[str, Any]) -> str:
    for key, value in body.items():
        try:
            json.dumps(value)
        except (TypeError, ValueError):
            return key
    return "submission"


_CODE_FIELDS = {each.name for each in fields(Submission)}
_MATH_FIELDS = {each.name for each in fields(MathAnswer)}


def as_item(given: Any) -> Item:
    """A Submission or MathAnswer as it is; a mapping with their fields (or `origin`) becomes one."""
    if isinstance(given, (Submission, MathAnswer)):
        return given
    if not isinstance(given, Mapping):
        raise invalid("item", f"should be a Submission, a MathAnswer or a mapping, not {type(given).__name__}")
    values = dict(given)
    origin = values.pop("origin", None)
    if origin is not None:
        values.update(origin)
    is_math = "gold" in values
    known = _MATH_FIELDS if is_math else _CODE_FIELDS
    unknown: List[str] = sorted(str(key) for key in values if key not in known)
    if unknown:
        what = "a math answer" if is_math else "a submission"
        raise invalid(unknown[0], f"no such field of {what}; there are {', '.join(sorted(known))}", "extra_forbidden")
    for needed in ("gold", "response") if is_math else ("problem",):
        if needed not in values:
            raise invalid(needed, "Field required", "missing")
    return MathAnswer(**values) if is_math else Submission(**values)
