"""TRL: a reward function for GRPOTrainer.

    GRPOTrainer(reward_funcs=[assay.trainers.trl.reward_func()], …)

A sample without a verdict is None, which TRL leaves out of its group's mean and gives no advantage.
"""

from __future__ import annotations

import json
from typing import Any, Callable, List, Mapping, Optional

from assay.trainers import scoring

COLUMNS = ("problem", "tests", "verification_info", "ground_truth", "reward_model", "answer", "gold", "solution")


def label_column(row: Mapping[str, Any]) -> Optional[str]:
    """The first of COLUMNS that the row has. A "problem" is one only where it has a problem's members: in sets of
    questions and answers it is the question's text."""
    return next((each for each in COLUMNS if each in row and (each != "problem" or _is_problem(row[each]))), None)


def _is_problem(value: Any) -> bool:
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value)
        except ValueError:
            return False
    return value is None or isinstance(value, Mapping)


def reward_func(column: Optional[str] = None, name: str = "assay_reward",
                **options: Any) -> Callable[..., List[Optional[float]]]:
    """`column`: of the data set, with the labels; None: the one that label_column finds. `options`: those of
    scoring.judge."""

    def assay_reward(prompts: Any = None, completions: Any = None, completion_ids: Any = None,
                     **columns: Any) -> List[Optional[float]]:
        used = column if column is not None else label_column({
            each: columns[each][0] if len(columns[each]) else None for each in COLUMNS if each in columns})
        if used is None or used not in columns:
            raise ValueError(f"the data set has no column {used or ', '.join(COLUMNS)}; it has "
                             f"{', '.join(sorted(columns)) or 'none'}: pass reward_func(column=…)")
        pairs = [(label, scoring.text_of(completion)) for label, completion in zip(columns[used], completions)]
        step = getattr(columns.get("trainer_state"), "global_step", None)
        origins = [{"step": step} if step is not None else {}] * len(pairs)
        return scoring.rewards(pairs, origins=origins, **options)

    assay_reward.__name__ = name  # what TRL logs it by
    return assay_reward
