"""slime: a reward function, instead of the route /rm.

    --custom-rm-path assay.trainers.slime.rm
    --custom-rm-path assay.trainers.slime.rm --group-rm        with a mask

With --group-rm a sample without a verdict is removed from training (`remove_sample`), and its reward is the mean
of the others of its group, so that it moves nobody's advantage. Alone a sample has no group to tell by: it is
waited for, and is an error in the end.
"""

from __future__ import annotations

import asyncio
from typing import Any, Dict, List

from assay.trainers import scoring


async def rm(args: Any, sample: Any, **_: Any) -> Any:
    """A sample, or with --group-rm the samples of a group."""
    if isinstance(sample, (list, tuple)):
        return await asyncio.to_thread(_group, list(sample))
    return await asyncio.to_thread(_one, sample)


def _origin(sample: Any) -> Dict[str, Any]:
    names = {"group": "group_index", "sample": "index"}
    return {name: value for name, field in names.items() if (value := getattr(sample, field, None)) is not None}


def _one(sample: Any) -> float:
    return scoring.number(scoring.judge([(sample.label, sample.response)], origins=[_origin(sample)])[0])


def _group(samples: List[Any]) -> List[float]:
    verdicts = scoring.judge([(each.label, each.response) for each in samples],
                             origins=[_origin(each) for each in samples])
    known = [verdict.reward for verdict in verdicts if verdict.reward is not None]
    mean = sum(known) / len(known) if known else 0.0
    rewards = []
    for sample, verdict in zip(samples, verdicts):
        if verdict.reward is None:
            sample.remove_sample = True
        rewards.append(mean if verdict.reward is None else verdict.reward)
    return rewards
