"""rLLM: a reward function for its agents and workflows.

    reward_fn = assay.trainers.rllm.AssayReward()

The label is the task's `ground_truth`, or what `label` names. rLLM has no word for a sample without a reward: it
is waited for, and is an error in the end.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Dict, Optional

from assay.trainers import scoring

_LABELS = ("problem", "tests", "ground_truth", "answer")


class AssayReward:
    def __init__(self, label: Optional[str] = None, **options: Any) -> None:
        self.label = label
        self.options = options

    def __call__(self, task_info: Dict[str, Any], action: Any, **_: Any) -> Any:
        names = _LABELS if self.label is None else (self.label,)
        found = next((name for name in names if isinstance(task_info.get(name), (dict, list, str, int, float))), None)
        if found is None:
            raise ValueError(f"the task has none of {', '.join(names)}: nothing says what it is judged by")
        # Of a task that is a question of mathematics "problem" is the question, and no label.
        if self.label is None and found == "problem" and isinstance(task_info["problem"], str):
            found = next((name for name in _LABELS[1:] if task_info.get(name) is not None), found)
        label = {"problem": task_info[found]} if found == "problem" else task_info[found]
        response = scoring.text_of(getattr(action, "action", action))
        verdict = scoring.judge([(label, response)], **self.options)[0]
        return _output(scoring.number(verdict), verdict)


def _output_type() -> Any:
    try:
        from rllm.rewards.reward_types import RewardOutput

        return RewardOutput
    except ImportError:
        return SimpleNamespace  # enough to try it by hand


def _output(reward: float, verdict: scoring.Verdict) -> Any:
    """rLLM's RewardOutput."""
    return _output_type()(reward=reward, metadata={"verdict": verdict.verdict, "message": verdict.why},
                          is_correct=verdict.accepted)
