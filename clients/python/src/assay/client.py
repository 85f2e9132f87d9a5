"""Client: the client for programs without an event loop. Thread-safe, and usable after a fork.

It is AsyncClient, run in a thread that all clients of the process share.
"""

from __future__ import annotations

import ssl
from typing import Any, Generator, Iterable, List, Mapping, Optional, Union

from . import _background
from ._flight import Flight
from .aio import BATCH, AsyncClient
from .items import Label, MathAnswer, Problem, Submission
from .results import AnyResult, Info, MathResult, Result, RunResult
from .sandboxes._async import AsyncSandbox
from .sandboxes._sync import Sandbox
from .scoring import Score


class Client:
    """A server's client. Its arguments and methods are those of AsyncClient."""

    def __init__(self, url: Optional[str] = None, *, token: Optional[str] = None, run: Optional[Label] = None,
                 step: Optional[int] = None, group: Optional[Label] = None, sample: Optional[Label] = None,
                 tenant: Optional[Label] = None, timeout: float = 600.0, retries: int = 8,
                 headers: Optional[Mapping[str, str]] = None, ssl_context: Optional[ssl.SSLContext] = None,
                 http: Any = None) -> None:
        self._client = AsyncClient(url, token=token, run=run, step=step, group=group, sample=sample, tenant=tenant,
                                   timeout=timeout, retries=retries, headers=headers, ssl_context=ssl_context,
                                   http=http)
        self.url = self._client.url
        self.origin = self._client.origin

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        _background.run(self._client.close())

    def verify(self, problem: Union[Problem, Mapping[str, Any], str, Submission], code: Optional[str] = None, *,
               timeout: Optional[float] = None, **more: Any) -> Result:
        return _background.run(self._client.verify(problem, code, timeout=timeout, **more))

    def verify_many(self, items: Iterable[Any], *, timeout: Optional[float] = None, on_failure: str = "raise",
                    batch: int = BATCH) -> Generator[AnyResult, None, None]:
        """As AsyncClient's. Sending begins with the first result that is asked for; `items` is read then, to
        its end."""
        return self._many(items, timeout, on_failure, batch)

    def scores(self, items: Iterable[Any], *, timeout: Optional[float] = None, on_failure: str = "raise",
               batch: int = BATCH) -> List[Optional[float]]:
        return _background.run(self._client.scores(list(items), timeout=timeout, on_failure=on_failure, batch=batch))

    def math(self, gold: Union[str, int, float, MathAnswer], response: Union[str, int, float, None] = None, *,
             timeout: Optional[float] = None, **more: Any) -> MathResult:
        return _background.run(self._client.math(gold, response, timeout=timeout, **more))

    def math_many(self, items: Iterable[Any], *, profile: Optional[str] = None,
                  options: Optional[Mapping[str, Any]] = None, timeout: Optional[float] = None,
                  on_failure: str = "raise", batch: int = BATCH) -> Generator[AnyResult, None, None]:
        listed = [MathAnswer(item[0], item[1], profile=profile, options=options) if isinstance(item, (tuple, list))
                  else item for item in items]
        return self._many(listed, timeout, on_failure, batch)

    def score(self, items: Iterable[Mapping[str, Any]], rubrics: Mapping[str, Any], *,
              routes: Optional[Mapping[str, str]] = None, timeout: Optional[float] = None) -> List[Score]:
        return _background.run(self._client.score(list(items), rubrics, routes=routes, timeout=timeout))

    def run_code(self, code: str, language: str = "python", stdin: str = "", *, timeout: Optional[float] = None,
                 **more: Any) -> RunResult:
        return _background.run(self._client.run_code(code, language, stdin, timeout=timeout, **more))

    def info(self, *, timeout: Optional[float] = None) -> Info:
        return _background.run(self._client.info(timeout=timeout))

    def sandbox(self, name: Optional[str] = None, **request: Any) -> Sandbox:
        """A sandbox that lives; a `with` block deletes it at the end. Arguments as AsyncClient's."""
        async def made() -> AsyncSandbox:
            return await self._client.sandbox(name, **request)

        def unwanted(box: AsyncSandbox) -> None:
            if request.get("idempotency_key") is None:  # nobody else can find it
                self._client._session().tidy(box.leave(True))

        return Sandbox(_background.run(made(), unwanted=unwanted))

    def get_sandbox(self, id: str) -> Sandbox:
        return Sandbox(_background.run(self._client.get_sandbox(id)))

    def list_sandboxes(self, *, labels: Optional[Mapping[str, str]] = None, state: Optional[str] = None) -> List[Sandbox]:
        return [Sandbox(box) for box in _background.run(self._client.list_sandboxes(labels=labels, state=state))]

    def delete_sandboxes(self, labels: Mapping[str, str]) -> List[str]:
        return _background.run(self._client.delete_sandboxes(labels))

    def _many(self, items: Iterable[Any], timeout: Optional[float], on_failure: str,
              batch: int) -> Generator[AnyResult, None, None]:
        listed = list(items)

        async def begin() -> Flight:
            return self._client._flight(listed, timeout, on_failure, batch)

        flight = _background.run(begin())
        try:
            while results := _background.run(flight.take()):
                yield from results
        finally:
            _background.run(flight.close())
