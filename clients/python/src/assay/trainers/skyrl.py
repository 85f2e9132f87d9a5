"""SkyRL-gym: an environment of one turn, for programs and for math.

    skyrl_gym.register(id="assay", entry_point="assay.trainers.skyrl:AssayEnv")

The label is the row's `reward_spec.ground_truth`. SkyRL has no word for a sample without a reward: it is waited
for, and is an error in the end.
"""

from __future__ import annotations

from typing import Any, Dict, Optional

from assay.trainers import scoring


class _ByHand:
    """Where SkyRL isn't installed: enough to try the environment by hand."""

    def init(self, prompt: Any) -> Any:
        return prompt, {}

    def close(self) -> None:
        pass


def _base() -> Any:
    try:
        from skyrl_gym.envs.base_text_env import BaseTextEnv

        return BaseTextEnv
    except ImportError:
        return _ByHand


def _environment() -> Any:
    Base: Any = _base()

    class AssayEnv(Base):
        def __init__(self, env_config: Any = None, extras: Optional[Dict[str, Any]] = None) -> None:
            super().__init__()
            spec = (extras or {}).get("reward_spec") or {}
            if "ground_truth" not in spec:
                raise ValueError("reward_spec.ground_truth is missing: it says what an answer is judged by")
            self.label = spec["ground_truth"]
            self.options = {name: env_config[name] for name in ("score", "patience_s")
                            if env_config is not None and name in env_config}

        def step(self, action: str) -> Dict[str, Any]:
            verdict = scoring.judge([(self.label, action)], **self.options)[0]
            return {"observations": [], "reward": scoring.number(verdict), "done": True,
                    "metadata": {"verdict": verdict.verdict, "message": verdict.why}}

    return AssayEnv


def __getattr__(name: str) -> Any:
    if name == "AssayEnv":
        globals()[name] = _environment()
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
