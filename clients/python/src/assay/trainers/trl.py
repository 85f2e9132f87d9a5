"""TRL: a reward function for GRPOTrainer.

    GRPOTrainer(reward_funcs=[assay.trainers.trl.reward_func()], …)

A sample without a verdict is None, which TRL leaves out of its group's mean and gives no advantage.
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional

from assay.trainers import scoring

COLUMNS = ("problem", "tests", "verification_info", "ground_truth", "reward_model", "answer", "gold", "solution")


def reward_func(column: Optional[str] = None, name: str = "assay_reward",
                **options: Any) -> Callable[..., List[Optional[float]]]:
    """`column`: of the data set, with the labels; None: the first of COLUMNS that is there. `options`: those of
    scoring.judge."""

    def assay_reward(prompts: Any = None, completions: Any = None, completion_ids: Any = None,
                     **columns: Any) -> List[Optional[float]]:
        used = column if column is not None else next((each for each in COLUMNS if each in columns), None)
        if used is None or used not in columns:
            raise ValueError(f"the data set has no column {used or ', '.join(COLUMNS)}; it has "
                             f"{', '.join(sorted(columns)) or 'none'}: pass reward_func(column=…)")
        pairs = [(label, scoring.text_of(completion)) for label, completion in zip(columns[used], completions)]
        step = getattr(columns.get("trainer_state"), "global_step", None)
        origins = [{"step": step} if step is not None else {}] * len(pairs)
        return scoring.rewards(pairs, origins=origins, **options)

    assay_reward.__name__ = name  # what TRL logs it by
    return assay_reward
