"""verl: scores for every reward manager it has, and managers of our own.

    reward.custom_reward_function.path=pkg://assay.trainers.verl                  0.10 and later
    custom_reward_function.path=pkg://assay.trainers.verl                         0.8
    … .name=compute_score_batch, with reward_manager=batch                        0.8

The prime manager calls `compute_score` too. Managers, with a mask where verl has the group to make one of:

    reward_manager.source=importlib reward_manager.name=AssayRewardManager reward_manager.module.path=pkg://…    0.8
    reward.reward_manager.source=importlib … .name=AssayRewardLoopManager … .module.path=pkg://…                0.10

AssayRewardManager sees a whole batch: a sample without a verdict gets the mean of the others of its prompt, which
gives it no advantage and moves nobody's, and its tokens leave the loss (`response_mask`). A group that has no
verdict at all gets 0 for each and leaves the loss as a whole. AssayRewardLoopManager sees one sample at a time,
and verl has nowhere to put a mask: it waits for the verdict, and raises in the end.
"""

from __future__ import annotations

import asyncio
import importlib
from collections import defaultdict
from typing import Any, Dict, List, Optional, Sequence

from assay.trainers import scoring


def compute_score(data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, *,
                  score: str = "all", no_verdict: Optional[float] = None, patience_s: float = scoring.PATIENCE_S,
                  **_: Any) -> float:
    """The reward of one sample. `score`: "all" or "share" of the tests; `no_verdict`: what a sample without one
    counts, for those who want a number; else an error says that there is none."""
    return scoring.reward(ground_truth, solution_str, no_verdict, score=score, patience_s=patience_s)


def compute_score_batch(data_sources: Sequence[Any], solution_strs: Sequence[str], ground_truths: Sequence[Any],
                        extra_infos: Any = None, *, score: str = "all", no_verdict: Optional[float] = None,
                        patience_s: float = scoring.PATIENCE_S, **_: Any) -> List[float]:
    """The rewards of a batch, judged side by side."""
    verdicts = scoring.judge(list(zip(ground_truths, solution_strs)), score=score, patience_s=patience_s)
    return [scoring.number(verdict, no_verdict) for verdict in verdicts]


def mean_of_others(rewards: Sequence[Optional[float]], groups: Sequence[Any]) -> List[float]:
    """Rewards in which a missing one is the mean of its group's others; 0 in a group that has none."""
    known: Dict[Any, List[float]] = defaultdict(list)
    for reward, group in zip(rewards, groups):
        if reward is not None:
            known[group].append(reward)
    return [reward if reward is not None else sum(known[group]) / len(known[group]) if known[group] else 0.0
            for reward, group in zip(rewards, groups)]


def _lengths(data: Any) -> List[int]:
    """How many tokens of each response are its own."""
    prompt_length = data.batch["prompts"].shape[-1]
    return [int(row.sum()) for row in data.batch["attention_mask"][:, prompt_length:]]


def _responses(data: Any, tokenizer: Any) -> List[str]:
    return [tokenizer.decode(ids[:length], skip_special_tokens=True)
            for ids, length in zip(data.batch["responses"], _lengths(data))]


def _base(module: str, name: str) -> Any:
    """A class of verl's, or where it isn't installed none."""
    try:
        return getattr(importlib.import_module(module), name)
    except ImportError:
        return object


def _batch_manager() -> Any:
    Base: Any = _base("verl.workers.reward_manager.abstract", "AbstractRewardManager")

    class AssayRewardManager(Base):
        """A whole batch at once, with a mask."""

        def __init__(self, tokenizer: Any, num_examine: int = 0, compute_score: Any = None,
                     reward_fn_key: str = "data_source", score: str = "all",
                     patience_s: float = scoring.PATIENCE_S, **_: Any) -> None:
            self.tokenizer = tokenizer
            self.score = score
            self.patience_s = patience_s

        def __call__(self, data: Any, return_dict: bool = False) -> Any:
            import torch

            truths = [each["ground_truth"] for each in data.non_tensor_batch["reward_model"]]
            verdicts = scoring.judge(list(zip(truths, _responses(data, self.tokenizer))), score=self.score,
                                     patience_s=self.patience_s)
            uids = data.non_tensor_batch.get("uid")
            groups = list(range(len(data))) if uids is None else list(uids)
            numbers = mean_of_others([verdict.reward for verdict in verdicts], groups)
            tensor = torch.zeros_like(data.batch["responses"], dtype=torch.float32)
            for i, (number, length) in enumerate(zip(numbers, _lengths(data))):
                tensor[i, max(length - 1, 0)] = number
                if verdicts[i].reward is None:
                    self._leave_out(data, i)
            if not return_dict:
                return tensor
            # The same keys for every sample.
            return {"reward_tensor": tensor, "reward_extra_info": {
                "acc": [1.0 if verdict.accepted else 0.0 for verdict in verdicts],
                "masked": [1.0 if verdict.reward is None else 0.0 for verdict in verdicts],
                "verdict": [verdict.verdict for verdict in verdicts]}}

        @staticmethod
        def _leave_out(data: Any, index: int) -> None:
            if "response_mask" not in data.batch.keys():
                length = data.batch["responses"].shape[-1]
                data.batch["response_mask"] = 1 * data.batch["attention_mask"][:, -length:]
            data.batch["response_mask"][index] = 0

    return AssayRewardManager


def _loop_manager() -> Any:
    Base: Any = _base("verl.experimental.reward_loop.reward_manager.base", "RewardManagerBase")

    class AssayRewardLoopManager(Base):
        """A sample at a time, in verl's reward loop."""

        def __init__(self, config: Any, tokenizer: Any, compute_score: Any = None, **_: Any) -> None:
            if Base is not object:
                super().__init__(config, tokenizer, compute_score)
            self.tokenizer = tokenizer

        async def run_single(self, data: Any) -> Dict[str, Any]:
            one = data[-1:]
            label = one.non_tensor_batch["reward_model"][0]["ground_truth"]
            response = _responses(one, self.tokenizer)[0]
            verdict = (await asyncio.to_thread(scoring.judge, [(label, response)]))[0]
            return {"reward_score": scoring.number(verdict),
                    "reward_extra_info": {"acc": 1.0 if verdict.accepted else 0.0, "verdict": verdict.verdict}}

    return AssayRewardLoopManager


_MADE = {"AssayRewardManager": _batch_manager, "AssayRewardLoopManager": _loop_manager}


def __getattr__(name: str) -> Any:
    if name in _MADE:
        globals()[name] = _MADE[name]()
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
