"""Environments: a folder with tasks, prompts and a rubric (docs/environments.md), for trainers and scripts.

    environment = assay.environments.load("sums")              # installed; or the path of a folder
    for task in environment.tasks():
        responses[task.id] = complete(task.messages)
    scored = environment.score([(task, responses[task.id]) for task in environment.tasks()])

    load_environment = assay.environments.load_environment      # verifiers to 0.3: a SingleTurnEnv of the same
    load_taskset = assay.environments.load_taskset              # verifiers from 0.3, and prime-rl: the class of a Taskset

Rewards are the server's, by POST /v1/score with the environment's rubric as it stands. What has no verdict has no
reward: `score` is None, and for verifiers the rollout has an error.

An environment's own Python (`python:` in environment.yaml) is run by these `load_…` alone, and only if it has some:
install what you trust.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import importlib.util
import io
import json
import os
import pathlib
import re
import subprocess
import time
from dataclasses import dataclass, field
from typing import IO, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._find import find_binary
from .client import Client
from .errors import AssayError, Unavailable
from .scoring import Score

ITEM_FIELDS = ("gold", "problem", "language", "limits", "compile_limits", "extraction", "stop", "compile_flags",
               "total_timeout_s", "files", "puzzle")
_USUAL = ("id", "gold", "problem", "language", "puzzle")  # what rows have under these names unless `fields` says otherwise
_NAME = r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*"
_PLACEHOLDER = re.compile(r"\{\{(" + _NAME + r")\}\}|\{(" + _NAME + r")\}")
_OF_GROUPS = ("pass_rate", "best_of", "duplicates")
_ITEMS_PER_REQUEST = 1024
_FIRST_PAUSE_S = 0.2
_LONGEST_PAUSE_S = 5.0
PATIENCE_S = 600.0


class EnvironmentFault(AssayError):
    """The folder is no environment, is damaged, or asks for what can't be had here."""


@dataclass(frozen=True)
class Task:
    """One row: what is asked, and its item of POST /v1/score but for the response."""

    id: str
    prompt: str
    messages: Tuple[Mapping[str, str], ...]
    item: Mapping[str, Any] = field(repr=False)
    row: Mapping[str, Any] = field(repr=False)


class Environment:
    """Read by `load`. Immutable; thread-safe."""

    def __init__(self, folder: Union[str, os.PathLike[str]], manifest: Mapping[str, Any]) -> None:
        self.folder = pathlib.Path(folder)
        self.manifest = manifest
        self.name: str = manifest["name"]
        self.version: str = manifest["version"]
        self.rubric: Mapping[str, Any] = manifest["rubric"]
        prompt = manifest["prompt"]
        self.system_prompt: str = prompt.get("system") or ""
        self.user_prompt: str = prompt["user"]
        self.tools: Sequence[str] = manifest.get("tools") or ()
        limits = manifest.get("limits") or {}
        self.turns: int = limits.get("turns") or 1
        self.response_tokens: Optional[int] = limits.get("response_tokens")
        self._fields: Mapping[str, str] = manifest.get("fields") or {}
        self._item: Mapping[str, Any] = manifest.get("item") or {}

    def __repr__(self) -> str:
        return f"Environment({self.name} {self.version}, {str(self.folder)!r})"

    @property
    def needs_group(self) -> bool:
        """Whether its rubric compares the responses to one prompt, so that all of them must be scored at once."""
        functions = self.rubric["functions"]
        return bool(self.rubric.get("advantage")) or any(each["kind"] in _OF_GROUPS for each in functions)

    @property
    def has_evaluation(self) -> bool:
        return bool(self.manifest.get("evaluation"))

    def rows(self, use: str = "tasks") -> Iterator[Dict[str, Any]]:
        """The rows of "tasks", or of "evaluation", as they stand. The file must be the one that the manifest has
        the hash of."""
        if use not in ("tasks", "evaluation"):
            raise ValueError(f"use should be 'tasks' or 'evaluation', not {use!r}")
        tasks = self.manifest.get(use)
        if not tasks:
            raise EnvironmentFault(f"{self.name} has no {use}")
        path = self.folder / tasks["file"]
        found = _sha256(path)
        if found != tasks["sha256"]:
            raise EnvironmentFault(f"{path} is not the file that the environment has the hash of ({found}); "
                                   "`assay env check` says more")
        yield from _rows(path, self.folder, use)

    def tasks(self, use: str = "tasks") -> Iterator[Task]:
        for number, row in enumerate(self.rows(use), 1):
            try:
                yield self.task(row)
            except EnvironmentFault as fault:
                raise EnvironmentFault(f"{self.manifest[use]['file']}: row {number}: {fault}") from None

    def task(self, row: Mapping[str, Any]) -> Task:
        """What one row means."""
        name = self._row_field("id")
        given = _field(row, name)
        if isinstance(given, bool) or not isinstance(given, (str, int)) or given == "":
            raise EnvironmentFault(f"{name}: each row needs an id of its own, a text or a whole number")
        prompt = fill(self.user_prompt, row)
        messages: List[Mapping[str, str]] = [{"role": "user", "content": prompt}]
        if self.system_prompt:
            messages.insert(0, {"role": "system", "content": self.system_prompt})
        item: Dict[str, Any] = {"id": str(given), "prompt": prompt}
        for each in ITEM_FIELDS:
            value = _field(row, self._row_field(each))
            value = self._item.get(each) if value is None else value
            if value is not None:
                item[each] = value
        return Task(str(given), prompt, tuple(messages), item, row)

    def _row_field(self, name: str) -> str:
        return self._fields.get(name) or (name if name in _USUAL else "")

    def score(self, answers: Iterable[Tuple[Union[Task, Mapping[str, Any]], str]], *, client: Optional[Client] = None,
              patience_s: float = PATIENCE_S, **more: Any) -> List[Score]:
        """The scores of (task or row, response) pairs, in their order. `more`: fields of every item, as `origin` or
        `response_tokens`. Where the environment, not the candidate, is at fault it is asked again until the patience
        is over; what is left then is masked."""
        items = []
        for task, response in answers:
            read = task if isinstance(task, Task) else self.task(task)
            group = {"origin": {"group": read.id}} if self.needs_group else {}
            items.append({**read.item, **group, "response": response, **more})
        return score_items(items, self.rubric, client=client, patience_s=patience_s, together=self.needs_group)


def score_items(items: Sequence[Mapping[str, Any]], rubric: Mapping[str, Any], *, client: Optional[Client] = None,
                patience_s: float = PATIENCE_S, together: bool = False) -> List[Score]:
    """As Environment.score, of items of POST /v1/score. `together`: all in one request."""
    if client is None:
        from .trainers import scoring as shared

        client = shared.client()
    deadline = time.monotonic() + patience_s
    pause_s = _FIRST_PAUSE_S
    scores: Dict[int, Score] = {}
    waiting = list(range(len(items)))
    size = max(len(items), 1) if together else _ITEMS_PER_REQUEST
    while waiting:
        again: List[int] = []
        for begin in range(0, len(waiting), size):
            part = waiting[begin:begin + size]
            try:
                found = client.score([items[index] for index in part], {"rubric": rubric},
                                     timeout=max(deadline - time.monotonic(), 0.5))
            except Unavailable:
                if time.monotonic() + pause_s >= deadline:
                    raise
                again += part
                continue
            for index, score in zip(part, found):
                scores[index] = score
                if score.masked and score.cause in ("infrastructure", "cancelled"):
                    again.append(index)
        # Those of a group are compared again as a whole.
        waiting = list(range(len(items))) if again and together else again
        if not waiting or time.monotonic() + pause_s >= deadline:
            break
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
    if len(scores) < len(items):
        raise Unavailable("the server could not be reached in time, so that some items have no score")
    return [scores[index] for index in range(len(items))]


def load(named: Union[str, os.PathLike[str]], *, store: Optional[str] = None) -> Environment:
    """An environment by its folder, or by NAME or NAME@VERSION of what `assay env install` has installed (into
    `store`). Of a folder that was installed or unpacked nothing but files is read; for others, and for names, the
    program `assay` is asked (ASSAY_BIN, the wheel's own, or the one on PATH)."""
    path = pathlib.Path(named)
    if (path / "environment.json").is_file():
        with (path / "environment.json").open(encoding="utf-8") as stream:
            try:
                return Environment(path, json.load(stream))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise EnvironmentFault(f"{path / 'environment.json'} is no manifest: {error!r}") from None
    options = ["--store", store] if store else []
    shown = json.loads(_ask(["show", os.fspath(named), *options]))
    return Environment(shown["folder"], shown["manifest"])


def fill(template: str, row: Mapping[str, Any]) -> str:
    """A prompt with the row's fields: {name}, {a.b}; {{name}} is "{name}", and every other brace is itself."""
    def one(match: "re.Match[str]") -> str:
        if match.group(1):
            return "{" + match.group(1) + "}"
        value = _field(row, match.group(2))
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise EnvironmentFault(f"{match.group(2)}: the prompt asks for it, and it is no text or whole number")
        return str(value)
    return _PLACEHOLDER.sub(one, template)


def load_environment(named: Union[str, os.PathLike[str]], *, use: str = "tasks", **options: Any) -> Any:
    """verifiers' environment of the same: single-turn, its reward the score. `options` go to it. An environment with
    Python of its own makes it itself."""
    environment = named if isinstance(named, Environment) else load(named)
    if environment.manifest.get("python"):
        return _own_module(environment).load_environment(environment, **options)
    _refuse_what_one_turn_cannot_say(environment, "load_environment")
    try:
        import verifiers as vf
        from datasets import Dataset
    except ImportError as error:
        raise EnvironmentFault(f"verifiers can't be imported ({error}): pip install verifiers") from error
    if not hasattr(vf, "SingleTurnEnv"):
        raise EnvironmentFault("this verifiers has no SingleTurnEnv: from 0.4 on the environment's name is the id of a "
                               "taskset, env.taskset.id")
    if environment.response_tokens and "sampling_args" not in options:
        options["sampling_args"] = {"max_tokens": environment.response_tokens}
    if environment.has_evaluation and use == "tasks" and "eval_dataset" not in options:
        options["eval_dataset"] = Dataset.from_list(_dataset(environment, "evaluation"))
    return vf.SingleTurnEnv(dataset=Dataset.from_list(_dataset(environment, use)),
                            system_prompt=environment.system_prompt or None,
                            rubric=vf.Rubric(funcs=[_reward(environment)], weights=[1.0]), **options)


def load_taskset(named: Union[str, os.PathLike[str]]) -> Any:
    """The class of verifiers' taskset of the same, from 0.3 on. An environment with Python of its own that has a
    `load_taskset(environment)` makes it itself."""
    return _of_version_1(named, "load_taskset", "taskset_of")


def load_harness(named: Union[str, os.PathLike[str]]) -> Any:
    """The class of the harness that goes with `load_taskset`: one turn of chat."""
    return _of_version_1(named, "load_harness", "harness_of")


def _of_version_1(named: Union[str, os.PathLike[str]], loader: str, ours: str) -> Any:
    environment = named if isinstance(named, Environment) else load(named)
    if environment.manifest.get("python"):
        own = getattr(_own_module(environment), loader, None)
        if own is not None:
            return own(environment)
    _refuse_what_one_turn_cannot_say(environment, loader)
    return _of_trainers(ours)(environment)


def _of_trainers(name: str) -> Any:
    try:
        from .trainers import taskset
        import verifiers.v1  # noqa: F401
    except ImportError as error:
        raise EnvironmentFault(f"verifiers.v1 can't be imported ({error}): pip install verifiers") from error
    return getattr(taskset, name)


def _refuse_what_one_turn_cannot_say(environment: Environment, own: str) -> None:
    if environment.tools or environment.turns > 1:
        raise EnvironmentFault(f"{environment.name} is not single-turn: {own} of its own Python "
                               "('python' in environment.yaml) must make it")
    if environment.needs_group:
        raise EnvironmentFault(f"the rubric of {environment.name} compares the responses of a group, and a reward "
                               "function of verifiers sees one: use Environment.score")


def _dataset(environment: Environment, use: str) -> List[Dict[str, Any]]:
    # Columns have one type, so that what differs from row to row is a text.
    return [{"question": task.prompt, "answer": "", "info": {"id": task.id, "item": json.dumps(dict(task.item))}}
            for task in environment.tasks(use)]


def _reward(environment: Environment) -> Any:
    from .trainers import scoring as shared
    from .trainers import verifiers as adapter

    async def assay_score(completion: Any, state: Any = None, info: Any = None, **_: Any) -> float:
        info = json.loads(info) if isinstance(info, str) else info
        item = {**json.loads(info["item"]), "response": shared.text_of(completion)}
        try:
            score = (await asyncio.to_thread(score_items, [item], environment.rubric, patience_s=PATIENCE_S))[0]
            value, why = score.score, f"{score.masked_by or 'item'}: {score.message or score.reason}"
        except AssayError as error:
            value, why = None, str(error)
        if value is None:
            fault = adapter.no_reward(why)
            if state is None:
                raise fault
            state["error"] = fault
            return 0.0  # of a rollout that has an error, which nobody trains on
        return value
    return assay_score


def _own_module(environment: Environment) -> Any:
    path = environment.folder / environment.manifest["python"]
    name = "assay_environment_" + environment.name.replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise EnvironmentFault(f"{path} can't be imported")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _field(row: Mapping[str, Any], path: str) -> Any:
    """The value at "a.b"; None where there is none."""
    value: Any = row
    for part in path.split(".") if path else ():
        value = value.get(part) if isinstance(value, Mapping) else None
    return value if path else None


def _rows(path: pathlib.Path, folder: pathlib.Path, use: str) -> Iterator[Dict[str, Any]]:
    with _unpacked(path) as stream:
        head = stream.peek(64).lstrip(b"\xef\xbb\xbf \t\r\n")  # type: ignore[attr-defined]
        if head.startswith(b"{"):
            with io.TextIOWrapper(stream, encoding="utf-8-sig", newline="\n") as lines:
                for line in lines:
                    if line.strip():
                        yield json.loads(line)
            return
    # Parquet, Zstandard, one array: the program reads them all.
    for line in _ask(["show", os.fspath(folder), "--rows", use]).split("\n"):
        if line.strip():
            yield json.loads(line)


def _unpacked(path: pathlib.Path) -> IO[bytes]:
    with path.open("rb") as stream:
        packed = stream.read(2) == b"\x1f\x8b"
    return io.BufferedReader(gzip.open(path, "rb")) if packed else path.open("rb")


def _sha256(path: pathlib.Path) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            for piece in iter(lambda: stream.read(1 << 20), b""):
                digest.update(piece)
    except OSError as error:
        raise EnvironmentFault(f"{path}: {error.strerror}") from None
    return digest.hexdigest()


def _ask(arguments: Sequence[str]) -> str:
    binary = find_binary()
    if binary is None:
        raise EnvironmentFault("this needs the program assay: set ASSAY_BIN, or put it on PATH")
    done = subprocess.run([str(binary), "env", *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        raise EnvironmentFault(done.stderr.decode("utf-8", "replace").strip())
    return done.stdout.decode("utf-8")
