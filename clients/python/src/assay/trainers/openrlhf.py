"""OpenRLHF: a reward function in its own process, instead of the route /get_reward.

    --reward.remote_url $(python -m assay.trainers.openrlhf)

OpenRLHF has no word for a sample without a reward: it is waited for, and is an error in the end.
"""

from __future__ import annotations

from typing import Any, Dict, List

from assay.trainers import scoring


def reward_func(queries: List[str], prompts: List[str], labels: List[Any], **_: Any) -> Dict[str, Any]:
    pairs = [(label, response_of(query, prompt)) for query, prompt, label in zip(queries, prompts, labels)]
    verdicts = scoring.judge(pairs)
    numbers = [scoring.number(verdict) for verdict in verdicts]
    accepted = [1.0 if verdict.accepted else 0.0 for verdict in verdicts]
    rewards: Any = numbers
    try:
        import torch

        rewards, accepted = torch.tensor(numbers), torch.tensor(accepted)
    except ImportError:
        pass
    return {"rewards": rewards, "scores": rewards, "extra_logs": {"assay_accepted": accepted}}


def response_of(query: str, prompt: str) -> str:
    """What the model wrote: `query` begins with the prompt, perhaps after special tokens."""
    prompt = prompt.strip()
    at = query.find(prompt) if prompt else -1
    return query[at + len(prompt):] if at >= 0 else query


if __name__ == "__main__":
    print(__file__)
