"""What a label says a sample is judged by: a gold answer, or the tests of a program.

The server reads labels (the format "label" of POST /v1/problems:convert; docs/trainers.md has the shapes), so that
adapters, routes and `assay convert` agree on every one. Here they are only made JSON, sent, and what the server
said of them is kept: the samples of a group share their label, and epochs repeat it.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections import OrderedDict
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from assay import _background, rows
from assay.client import Client
from assay.errors import InvalidRequest, invalid
from assay.items import Item, MathAnswer, Problem, Submission
from assay.rows import Row

FORMAT = "label"
MOST_KEPT = 1 << 16  # labels
MOST_KEPT_BYTES = 256 << 20  # of them

Read = Union[Row, InvalidRequest]


class _Kept:
    """What the server said of labels, by their hash; the longest unused go first. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._read: OrderedDict[bytes, Tuple[Read, int]] = OrderedDict()
        self._bytes = 0

    def find(self, key: bytes) -> Optional[Read]:
        with self._lock:
            found = self._read.get(key)
            if found is None:
                return None
            self._read.move_to_end(key)
            return found[0]

    def keep(self, key: bytes, read: Read, size: int) -> None:
        with self._lock:
            if key in self._read:
                return
            self._read[key] = (read, size)
            self._bytes += size
            while len(self._read) > MOST_KEPT or self._bytes > MOST_KEPT_BYTES:
                _, (_, dropped) = self._read.popitem(last=False)
                self._bytes -= dropped

    def clear(self) -> None:
        with self._lock:
            self._read.clear()
            self._bytes = 0


_kept = _Kept()


def _forget() -> None:
    """In a child after a fork, which may have been while another thread had the lock."""
    global _kept
    _kept = _Kept()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def read(labels: Sequence[Any], client: Client, timeout: Optional[float] = None) -> List[Read]:
    """Each label as the server reads it; one that isn't understood is the InvalidRequest that says why. What is
    raised says that the server can't be asked."""
    found: List[Optional[Read]] = [None] * len(labels)
    asked: Dict[bytes, Tuple[bytes, List[int]]] = {}  # by hash: the row, and where it is wanted
    for index, label in enumerate(labels):
        try:
            row = _row(label)
        except InvalidRequest as error:
            found[index] = error
            continue
        key = hashlib.sha256(row).digest()
        found[index] = _kept.find(key)
        if found[index] is None:
            asked.setdefault(key, (row, []))[1].append(index)
    wanted = list(asked.items())
    deadline = None if timeout is None else time.monotonic() + timeout
    for first in range(0, len(wanted), rows.BATCH):
        batch = wanted[first:first + rows.BATCH]
        left = None if deadline is None else max(deadline - time.monotonic(), 0.5)
        told = _background.run(rows.convert_encoded(client._client, [row for _, (row, _) in batch], FORMAT,
                                                    timeout=left))
        # Kept batch by batch: who runs out of time goes on here at the next try.
        for (key, (row, places)), each in zip(batch, told):
            problem = each.problem if isinstance(each, Row) else None
            if isinstance(each, Row) or each.code != "too_large":  # which the server's options may change
                _kept.keep(key, each, len(problem.text) if isinstance(problem, Problem) else len(row))
            for index in places:
                found[index] = each
    return [each for each in found if each is not None]


# The members of a label that the server looks at: beside them a mapping may hold what has no JSON form.
_MEMBERS = frozenset((
    "problem", "tests", "test_cases", "test_list", "unit_tests", "inputs", "outputs", "input", "output", "fn_name",
    "assert_case", "functional", "input_output", "gold", "answer", "ground_truth", "expected_answer", "solution",
    "language", "limits", "time_limit_s", "memory_mb"))


def _row(label: Any) -> bytes:
    try:
        return _encoded(label)
    except InvalidRequest:
        known = {name: label[name] for name in label if name in _MEMBERS} if isinstance(label, Mapping) else {}
        if not known or len(known) == len(label):
            raise
        return _encoded(known)


def _encoded(label: Any) -> bytes:
    try:
        text = json.dumps({"label": label}, separators=(",", ":"), ensure_ascii=False, default=_plain)
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise invalid("label", "has half of a surrogate pair, which has no UTF-8") from None
    except (TypeError, ValueError) as error:
        raise invalid("label", f"is neither a gold answer nor tests: {error}") from None


def _plain(value: Any) -> Any:
    """Values of NumPy, which rows that came through Parquet have, and mappings of any kind."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


_OF_PROGRAMS = ("id", "stop", "compile_limits", "priority", "extraction", "cache", "run", "step", "group", "sample",
                "tenant")
_OF_ANSWERS = ("id", "profile", "options", "run", "step", "group", "sample", "tenant")


def item(row: Row, response: str, **more: Any) -> Item:
    """What judges `response` by a label that was read. `more`: fields of a Submission or a MathAnswer, as `stop`;
    those of the other kind are left out, and the label's own language and limits go first."""
    if row.problem is None:
        return MathAnswer(row.gold or "", response, **{key: more[key] for key in _OF_ANSWERS if key in more})
    return Submission(row.problem, response=response, language=row.language or more.get("language") or "python",
                      limits={**(more.get("limits") or {}), **(row.limits or {})} or None,
                      **{key: more[key] for key in _OF_PROGRAMS if key in more})
