"""AReaL: a reward function for its workflows.

    RLVRWorkflow(reward_fn="assay.trainers.areal.reward_fn", …)

The label is the first of COLUMNS that the data set has. AReaL gives a call 15 s and tries it four times; a call
that takes longer is a zero there, an error ends the rollout. So a call gives up before, with an error.
"""

from __future__ import annotations

from typing import Any

from assay.trainers import scoring
from assay.trainers.trl import COLUMNS

PATIENCE_S = 12.0


def reward_fn(prompt: Any, completions: Any, prompt_ids: Any = None, completion_ids: Any = None,
              **data: Any) -> float:
    column = next((each for each in COLUMNS if each in data), None)
    if column is None:
        raise ValueError(f"the data set has none of the columns {', '.join(COLUMNS)}")
    return scoring.reward(data[column], scoring.text_of(completions), patience_s=PATIENCE_S)
