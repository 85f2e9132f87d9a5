"""From labels and responses to rewards, for every adapter.

A reward is a number only where there is a verdict about the candidate. What has none because of us (the server
is down, busy, or failed) is asked for again for as long as the caller is patient; what is left then is None, or
for trainers that have no word for "no reward" an error. A zero is never made up.
"""

from __future__ import annotations

import os
import threading
import time
from typing import Any, Dict, List, Optional, Sequence, Tuple

from assay.client import Client
from assay.errors import AssayError, DeadlineExceeded, InvalidRequest, Unavailable
from assay.trainers import labels

PATIENCE_S = 600.0
_FIRST_PAUSE_S = 0.2
_LONGEST_PAUSE_S = 5.0


class MissingReward(AssayError):
    """There is no verdict, and this trainer has no way to leave a sample out."""


_clients: Dict[Tuple[Optional[str], Optional[str]], Client] = {}
_lock = threading.Lock()


def _forget() -> None:
    """In a child after a fork, which may have been while another thread had the lock."""
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def client(url: Optional[str] = None, token: Optional[str] = None) -> Client:
    """One client for each server; without a URL the one that ASSAY_URL and ASSAY_TOKEN name."""
    with _lock:
        found = _clients.get((url, token))
        if found is None:
            found = _clients[(url, token)] = Client(url, token=token)
        return found


class Verdict:
    """A reward, or why there is none."""

    __slots__ = ("reward", "ours", "why", "accepted", "verdict")

    def __init__(self, reward: Optional[float], ours: bool, why: str, accepted: bool, verdict: str) -> None:
        self.reward = reward
        self.ours = ours  # nobody's fault but the environment's
        self.why = why
        self.accepted = accepted
        self.verdict = verdict


def judge(pairs: Sequence[Tuple[Any, str]], *, score: str = "all", patience_s: float = PATIENCE_S,
          url: Optional[str] = None, token: Optional[str] = None, origins: Optional[Sequence[Dict[str, Any]]] = None,
          **more: Any) -> List[Verdict]:
    """Verdicts on (label, response) pairs, in their order.

    `score`: "all" gives 1 for all tests and else 0, "share" the share of tests that passed. `origins`: labels
    for each (run, step, group, sample, tenant). `more`: fields of submissions and math answers, for all.
    """
    if score not in ("all", "share"):
        raise ValueError(f"score should be 'all' or 'share', not {score!r}")
    verdicts: List[Optional[Verdict]] = [None] * len(pairs)
    waiting: List[Tuple[int, Any]] = []
    stop = "all" if score == "share" else "first_failure"
    deadline = time.monotonic() + patience_s
    try:
        read = _read([label for label, _ in pairs], client(url, token), deadline)
    except (Unavailable, DeadlineExceeded) as error:
        return [Verdict(None, True, str(error), False, "IE") for _ in pairs]
    for index, (row, (_, response)) in enumerate(zip(read, pairs)):
        origin = origins[index] if origins is not None else {}
        if isinstance(row, InvalidRequest):
            verdicts[index] = Verdict(None, False, str(row), False, "invalid_label")
        else:
            waiting.append((index, labels.item(row, response or "", stop=stop, **{**more, **origin})))
    pause_s = _FIRST_PAUSE_S
    while waiting:
        left_s = deadline - time.monotonic()
        results = list(client(url, token).verify_many([item for _, item in waiting], timeout=max(left_s, 0.5),
                                                      on_failure="mask"))
        again = []
        for result in results:
            index, item = waiting[result.index]
            ours = result.masked and result.cause in ("infrastructure", "cancelled")
            accepted = result.verdict in ("AC", "correct")
            verdicts[index] = Verdict(result.score, ours, result.message or result.reason, accepted, result.verdict)
            if ours:
                again.append((index, item))
        waiting = again
        if not waiting or time.monotonic() + pause_s >= deadline:
            break
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
    return [verdict if verdict is not None else Verdict(None, True, "no answer", False, "IE") for verdict in verdicts]


def _read(given: Sequence[Any], asked: Client, deadline: float) -> List[labels.Read]:
    """The labels as the server reads them, asked for until the deadline."""
    pause_s = _FIRST_PAUSE_S
    while True:
        try:
            return labels.read(given, asked, max(deadline - time.monotonic(), 0.5))
        except Unavailable:
            if time.monotonic() + pause_s >= deadline:
                raise
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)


def rewards(pairs: Sequence[Tuple[Any, str]], **options: Any) -> List[Optional[float]]:
    """Rewards of (label, response) pairs; None where there is no verdict about the candidate."""
    return [verdict.reward for verdict in judge(pairs, **options)]


def reward(label: Any, response: str, no_verdict: Optional[float] = None, **options: Any) -> float:
    """One reward, for trainers that need a number. Without a verdict `no_verdict`, if the caller wants one, and
    else MissingReward."""
    return number(judge([(label, response)], **options)[0], no_verdict)


def number(verdict: Verdict, no_verdict: Optional[float] = None) -> float:
    if verdict.reward is not None:
        return verdict.reward
    if no_verdict is not None:
        return no_verdict
    whose = "Assay had no answer in time" if verdict.ours else "the problem is at fault"
    raise MissingReward(f"no verdict, and so no reward: {whose}: {verdict.why}")


def text_of(completion: Any) -> str:
    """A completion as text: a text itself, or the last message of a chat, whose content may be in parts."""
    if completion is None:
        return ""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, dict):
        return _content(completion.get("content"))
    if isinstance(completion, (list, tuple)):
        return text_of(completion[-1]) if completion else ""
    return _content(getattr(completion, "content", None))


def _content(content: Any) -> str:
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, (list, tuple)):
        return "".join(part if isinstance(part, str) else str(_field(part, "text") or "") for part in content)
    return str(content)


def _field(part: Any, name: str) -> Any:
    return part.get(name) if isinstance(part, dict) else getattr(part, name, None)
