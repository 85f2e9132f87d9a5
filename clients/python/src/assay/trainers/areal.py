"""AReaL: a workflow whose rewards wait for their verdicts, and a reward function for workflows of one's own.

    trainer.train(workflow="assay.trainers.areal.AssayWorkflow", workflow_kwargs=dict(gconfig=…, tokenizer=…))
    RLVRWorkflow(reward_fn="assay.trainers.areal.reward_fn", …)

The label is in the column that trl.label_column finds. AssayWorkflow is AReaL's RLVRWorkflow, but for the way of
a reward: beside the others, and without AReaL's pool. A sample without a verdict is a rejected trajectory (None),
which AReaL leaves out of its group.

A reward function goes through that pool of a few processes, where a call has 15 s, its place in the queue
included, and what is late four times is a zero. So a call gives up before, with an error, which ends the rollout;
what waits behind others has no such protection, and is why there is a workflow.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Dict, Mapping

from assay.trainers import scoring
from assay.trainers.trl import COLUMNS, label_column

PATIENCE_S = 12.0

_log = logging.getLogger(__name__)


def reward_fn(prompt: Any, completions: Any, prompt_ids: Any = None, completion_ids: Any = None,
              **data: Any) -> float:
    return scoring.reward(_label(data), scoring.text_of(completions), patience_s=PATIENCE_S)


def _label(data: Mapping[str, Any]) -> Any:
    column = label_column(data)
    if column is None:
        raise ValueError(f"the data set has none of the columns {', '.join(COLUMNS)}")
    return data[column]


def _workflow() -> Any:
    from areal.workflow.rlvr import RLVRWorkflow

    if not hasattr(RLVRWorkflow, "_compute_rewards"):
        raise ImportError("this AReaL's RLVRWorkflow has no _compute_rewards: use reward_fn")

    class AssayWorkflow(RLVRWorkflow):
        def __init__(self, *positional: Any, reward_fn: Any = None, score: str = "all",
                     patience_s: float = scoring.PATIENCE_S, **more: Any) -> None:
            # RLVRWorkflow wants one, and makes its pool when it is no name; it is not called.
            super().__init__("assay.trainers.areal.reward_fn", *positional, **more)
            self.options: Dict[str, Any] = {"score": score, "patience_s": patience_s}

        async def _compute_rewards(self, resp: Any, prompt_str: str, task_data: Mapping[str, Any]) -> float:
            pair = (_label(task_data), self.tokenizer.decode(resp.output_tokens))
            verdict = (await asyncio.to_thread(scoring.judge, [pair], **self.options))[0]
            return scoring.number(verdict)

        async def arun_episode(self, engine: Any, data: Mapping[str, Any]) -> Any:
            try:
                return await super().arun_episode(engine, data)
            except scoring.MissingReward as error:
                _log.warning("a trajectory is left out: %s", error)
                return None

    return AssayWorkflow


def __getattr__(name: str) -> Any:
    if name == "AssayWorkflow":
        globals()[name] = _workflow()
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
