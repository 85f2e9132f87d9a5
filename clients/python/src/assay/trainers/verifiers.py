"""verifiers and prime-rl: reward functions, and environments for code and for math that are ready.

The classic API:

    vf.Rubric(funcs=[assay.trainers.verifiers.reward], weights=[1.0])
    assay.trainers.verifiers.load_environment(rows, kind="math")
    assay.trainers.verifiers.load_group(code=rows, math=rows)

v1, in a taskset's configuration or as a taskset:

    [env.taskset.task.rewards.assay]
    fn = "assay.trainers.verifiers:trace_reward"

The label is `info["label"]`, else the row's `answer`. A sample without a verdict is an errored rollout, which
prime-rl leaves out of its group: the classic function sets `state["error"]`, because an exception in a reward
function is a zero there; the one of v1 raises, which marks the trace.
"""

from __future__ import annotations

import asyncio
from typing import Any, Dict, Iterable, List, Mapping, Optional

from assay.trainers import scoring

MATH_PROMPT = "Please reason step by step, and put your final answer within \\boxed{}."
CODE_PROMPT = "Write a program in Python that solves the problem. Put it into one ```python block."


def _label(answer: Any, info: Any) -> Any:
    if isinstance(info, Mapping) and info.get("label") is not None:
        return info["label"]
    return answer


def no_reward(why: str) -> Exception:
    """What a rollout without a verdict has in `state["error"]`."""
    why = f"no verdict, and so no reward: {why}"
    try:
        import verifiers as vf

        error: Exception = vf.SandboxError(why)
        return error
    except (ImportError, AttributeError):
        return scoring.MissingReward(why)


async def reward(completion: Any, answer: Any = "", state: Any = None, info: Any = None, **_: Any) -> float:
    """A reward function of a Rubric: 1 for all tests, or a right answer, and else 0."""
    pair = (_label(answer, info), scoring.text_of(completion))
    verdict = (await asyncio.to_thread(scoring.judge, [pair]))[0]
    if verdict.reward is None:
        if state is None:
            raise no_reward(verdict.why)
        state["error"] = no_reward(verdict.why)
        return 0.0  # of a rollout that has an error, which nobody trains on
    return verdict.reward


reward.__name__ = "assay_reward"  # what its metric is called


def rubric(weight: float = 1.0, parser: Any = None) -> Any:
    import verifiers as vf

    more = {} if parser is None else {"parser": parser}
    return vf.Rubric(funcs=[reward], weights=[weight], **more)


def _rows(rows: Iterable[Mapping[str, Any]]) -> List[Dict[str, Any]]:
    """What a data set needs: a question, an answer, and the label in `info`, because columns have one type."""
    kept = []
    for row in rows:
        label = row.get("label", row.get("tests", row.get("answer")))
        question = row.get("question", row.get("prompt"))
        kept.append({"question": question, "answer": row["answer"] if isinstance(row.get("answer"), str) else "",
                     "info": {"label": label}})
    return kept


def load_environment(rows: Iterable[Mapping[str, Any]], kind: str = "math", system_prompt: Optional[str] = None,
                     **more: Any) -> Any:
    """A single-turn environment. `rows` have a `question` and a `label` (or `tests`, or `answer`); `kind`: "math"
    or "code", for the system prompt."""
    import json

    import verifiers as vf
    from datasets import Dataset

    if kind not in ("math", "code"):
        raise ValueError(f"kind should be 'math' or 'code', not {kind!r}")
    listed = _rows(rows)
    for row in listed:  # one type for all rows, whatever their labels are
        row["info"] = {"label": row["info"]["label"] if isinstance(row["info"]["label"], str)
                       else json.dumps(row["info"]["label"])}
    prompt = system_prompt if system_prompt is not None else MATH_PROMPT if kind == "math" else CODE_PROMPT
    return vf.SingleTurnEnv(dataset=Dataset.from_list(listed), system_prompt=prompt, rubric=rubric(), **more)


def load_group(**environments: Any) -> Any:
    """An EnvGroup of environments by name: rows become one of the kind that the name says ("code", "math"), and
    what is an environment already stays."""
    import verifiers as vf

    made = [load_environment(given, kind="code" if name.startswith("code") else "math")
            if isinstance(given, (list, tuple)) else given for name, given in environments.items()]
    return vf.EnvGroup(envs=made, env_names=list(environments))


async def trace_reward(task: Any, trace: Any) -> float:
    """A reward function of v1: the task's `label`, or `answer`, against the trace's last reply."""
    data = getattr(task, "data", task)
    label = getattr(data, "label", None)
    label = label if label is not None else getattr(data, "answer", None)
    verdict = (await asyncio.to_thread(scoring.judge, [(label, trace.last_reply or "")]))[0]
    if verdict.reward is None:
        raise scoring.MissingReward(f"no verdict, and so no reward: {verdict.why}")
    return verdict.reward


def _taskset() -> Any:
    import verifiers.v1 as vf

    class AssayData(vf.TaskData):
        label: Any

    class AssayTask(vf.Task[AssayData]):
        @vf.reward(weight=1.0)
        async def assay(self, trace: vf.Trace) -> float:
            return await trace_reward(self, trace)

    class AssayConfig(vf.TasksetConfig):
        path: str
        kind: str = "math"

    class AssayTaskset(vf.Taskset[AssayTask, AssayConfig]):
        """Rows of a file of JSON lines, each with a `question` and a `label`."""

        def load(self) -> Iterable[AssayTask]:
            import json
            import pathlib

            prompt = CODE_PROMPT if self.config.kind == "code" else MATH_PROMPT
            with pathlib.Path(self.config.path).open(encoding="utf-8") as lines:
                for index, line in enumerate(line for line in lines if line.strip()):
                    row = _rows([json.loads(line)])[0]
                    yield AssayTask(AssayData(idx=index, prompt=f"{row['question']}\n\n{prompt}",
                                              label=row["info"]["label"]), self.config.task)

    return AssayTaskset


def __getattr__(name: str) -> Any:
    if name == "AssayTaskset":
        globals()[name] = _taskset()
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
