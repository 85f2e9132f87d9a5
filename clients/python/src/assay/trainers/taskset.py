"""An environment (docs/environments.md) for verifiers 0.3 and newer, and so for prime-rl: its taskset and a harness.

    class_of_taskset = assay.environments.load_taskset("small-sums")

The module of a wheel that `assay env pack --wheel` makes exports both, so that its name is the id of a taskset:
`env.taskset.id = "small-sums"`. `env.taskset.use = "evaluation"` takes the evaluation rows.

A reward is the server's score. A rollout without a verdict has an error, which prime-rl leaves out of its group.
"""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any, Dict, Iterable, List

from assay.trainers import scoring

if TYPE_CHECKING:
    from assay.environments import Environment


async def score_of(environment: Environment, item: Dict[str, Any], response: str) -> float:
    """The score of one response; scoring.MissingReward where it has none."""
    from assay import environments

    scored = (await asyncio.to_thread(environments.score_items, [{**item, "response": response}], environment.rubric,
                                      patience_s=environments.PATIENCE_S))[0]
    if scored.score is None:
        why = f"{scored.masked_by or 'item'}: {scored.message or scored.reason}"
        raise scoring.MissingReward(f"no verdict, and so no reward: {why}")
    return scored.score


def taskset_of(environment: Environment) -> Any:
    """The class of its taskset. The environment server builds tasks from what the trainer sends, and so reads no
    rows; the rubric is that of the environment installed beside it."""
    import verifiers.v1 as vf

    class EnvironmentData(vf.TaskData):
        item: str  # JSON: the item of POST /v1/score without its response

    class EnvironmentTask(vf.Task[EnvironmentData]):
        @property
        def key(self) -> str:
            return f"{environment.name}:{self.data.name}"

        @vf.reward(weight=1.0)
        async def assay_score(self, trace: vf.Trace) -> float:
            return await score_of(environment, json.loads(self.data.item), trace.last_reply or "")

    class EnvironmentConfig(vf.TasksetConfig):
        use: str = "tasks"

    class EnvironmentTaskset(vf.Taskset[EnvironmentTask, EnvironmentConfig]):
        def load(self) -> Iterable[EnvironmentTask]:
            for index, task in enumerate(environment.tasks(self.config.use)):
                yield EnvironmentTask(
                    EnvironmentData(idx=index, name=task.id, prompt=task.prompt,
                                    system_prompt=environment.system_prompt or None, item=json.dumps(dict(task.item))),
                    self.config.task)

    return EnvironmentTaskset


def harness_of(environment: Environment) -> Any:
    """The class of a harness for one turn of chat, without tools and without a program in the runtime: verifiers'
    own default lets the model run commands where it is."""
    import verifiers.v1 as vf
    from verifiers.v1.runtimes import ProgramResult

    class OneTurnConfig(vf.HarnessConfig):
        pass

    class OneTurn(vf.Harness[OneTurnConfig]):
        APPENDS_SYSTEM_PROMPT = True
        EXECUTES_CODE = False
        NEEDS_CONTAINER = False

        async def launch(self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, mcp_urls: Any,
                         data: Any) -> Any:
            system, prompt = self.resolve_text_prompt(data)
            messages: List[Dict[str, Any]] = [{"role": "system", "content": system}] if system else []
            body: Dict[str, Any] = {"model": ctx.model, "messages": [*messages, {"role": "user", "content": prompt}]}
            if environment.response_tokens:
                body["max_tokens"] = environment.response_tokens  # the run's own sampling goes before it
            request = urllib.request.Request(
                endpoint.rstrip("/") + "/chat/completions", json.dumps(body).encode(),
                {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"})
            try:
                await asyncio.to_thread(_read, request)
            except urllib.error.HTTPError as error:
                return ProgramResult(1, "", f"HTTP {error.code}: {error.read(2000).decode('utf-8', 'replace')}")
            except OSError as error:
                return ProgramResult(1, "", str(error))
            return ProgramResult(0, "", "")

    return OneTurn


def _read(request: urllib.request.Request) -> bytes:
    with urllib.request.urlopen(request) as answer:
        data: bytes = answer.read()
    return data
