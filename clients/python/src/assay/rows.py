"""Rows of public data sets, as problems and gold answers.

    row = assay.problem(dataset[0])                     # APPS, TACO, LiveCodeBench, GSM8K, verl's …
    client.verify(row.item(response))                   # or client.math(…): verify_many takes both

The server does it (docs/datasets.md has the formats), so that clients, server and `assay convert` agree.
A row that isn't understood raises RowRefused, with the field and an example of what is.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Iterable, List, Mapping, Optional, Tuple, Union

from . import _background
from ._session import refusal
from .aio import AsyncClient
from .client import Client
from .errors import Fault, InvalidRequest, ProtocolError, invalid
from .items import Item, MathAnswer, Problem, Submission, encode

BATCH = 100  # rows in one request
BATCH_BYTES = 16 << 20  # after which a request is long enough


class RowRefused(InvalidRequest):
    """The row has another shape than its data set's. `field`: where in the row; `example`: what may stand there."""

    def __init__(self, fault: Fault, row_format: Optional[str], example: Any) -> None:
        super().__init__((fault,), 422)
        self.row_format = row_format
        self.example = example

    def __str__(self) -> str:
        shown = "" if self.example is None else f"; expected is, say, {json.dumps(self.example)[:500]}"
        return self.faults[0].message + shown


@dataclass(frozen=True)
class Row:
    """A row in the server's words. Of kind "code" it has a `problem`, of kind "math" a `gold`."""

    format: str
    kind: str
    id: Optional[str] = None
    prompt: Tuple[Mapping[str, str], ...] = ()
    problem: Union[Problem, str, None] = field(default=None, repr=False)  # a text: the name of a stored one
    gold: Optional[str] = None
    language: Optional[str] = None  # None: programs may be in any
    entry_point: Optional[str] = None
    starter_code: Optional[str] = None
    limits: Optional[Mapping[str, Any]] = None
    warnings: Tuple[str, ...] = ()

    def item(self, response: Optional[str] = None, *, code: Optional[str] = None, **more: Any) -> Item:
        """What verify and verify_many take: this row's problem with a response, or a program. `more`: other
        fields of Submission, or of MathAnswer."""
        if self.problem is None:
            if response is None:
                raise invalid("response", "Field required", "missing")
            return MathAnswer(self.gold or "", response, **more)
        more.setdefault("language", self.language or "python")
        more.setdefault("limits", self.limits)
        return Submission(self.problem, code, response, **more)


def problem(row: Mapping[str, Any], format: Optional[str] = None, *, client: Optional[Client] = None,
            timeout: Optional[float] = None) -> Row:
    """The row's problem or gold answer. `format` names the data set where the columns don't tell; `client`
    absent: the server that ASSAY_URL names."""
    made = problems([row], format, client=client, timeout=timeout)[0]
    if isinstance(made, RowRefused):
        raise made
    return made


def problems(rows: Iterable[Mapping[str, Any]], format: Optional[str] = None, *, client: Optional[Client] = None,
             timeout: Optional[float] = None) -> List[Union[Row, RowRefused]]:
    """The same of many, in their order; a row that isn't understood is a RowRefused among the others."""
    if client is not None:
        return _background.run(convert(client._client, rows, format, timeout=timeout))
    with Client() as own:
        return _background.run(convert(own._client, rows, format, timeout=timeout))


async def convert(client: AsyncClient, rows: Iterable[Mapping[str, Any]], format: Optional[str] = None, *,
                  timeout: Optional[float] = None) -> List[Union[Row, RowRefused]]:
    """`problems` for programs with an event loop."""
    return await convert_encoded(client, map(_encoded, rows), format, timeout=timeout)


async def convert_encoded(client: AsyncClient, rows: Iterable[bytes], format: Optional[str], *,
                          timeout: Optional[float] = None) -> List[Union[Row, RowRefused]]:
    """The same of rows that are JSON already."""
    made: List[Union[Row, RowRefused]] = []
    batch: List[bytes] = []
    batch_bytes = 0
    for row in rows:
        batch.append(row)
        batch_bytes += len(row)
        if len(batch) == BATCH or batch_bytes >= BATCH_BYTES:
            made += await _ask(client, batch, format, timeout)
            batch, batch_bytes = [], 0
    return made + await _ask(client, batch, format, timeout) if batch else made


def _encoded(row: Any) -> bytes:
    if not isinstance(row, Mapping):
        raise invalid("row", f"should be a mapping of columns, not {type(row).__name__}", "dict_type")
    try:
        return encode(row)
    except (TypeError, ValueError) as error:
        raise invalid("row", f"has no JSON form: {error}") from None


async def _ask(client: AsyncClient, rows: List[bytes], format: Optional[str],
               timeout: Optional[float]) -> List[Union[Row, RowRefused]]:
    """What the server makes of them. A row is refused for its own sake only: what is too much together, or has
    a row that is nested too deep, is sent in halves."""
    body = b'{"format":%s,"rows":[%s]}' % (encode(format), b",".join(rows))
    status, data = await client._in_time(
        client._session().ask("POST", "/v1/problems:convert", body, expected=(200, 413)), timeout)
    if status == 413:
        if len(rows) == 1:
            error = refusal(status, data, client.url)
            fault = error.faults[0] if isinstance(error, InvalidRequest) else Fault("too_large", str(error))
            return [RowRefused(Fault("too_large", fault.message), None, None)]
        middle = len(rows) // 2
        return (await _ask(client, rows[:middle], format, timeout)
                + await _ask(client, rows[middle:], format, timeout))
    try:
        results = json.loads(data)["results"]
        if len(results) != len(rows):
            raise ValueError(f"{len(results)} results of {len(rows)} rows")
        made = [_made(each) for each in results]
        for index, each in enumerate(made):
            if isinstance(each, RowRefused) and each.code == "too_large" and len(rows) > 1:
                made[index] = (await _ask(client, [rows[index]], format, timeout))[0]
        return made
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ProtocolError(f"the answer is not an Assay server's ({type(error).__name__}: {error})") from None


def _made(result: Mapping[str, Any]) -> Union[Row, RowRefused]:
    error = result.get("error")
    if error is not None:
        fault = Fault(error["code"], error["message"], error.get("field"))
        return RowRefused(fault, result.get("format"), error.get("example"))
    told = result.get("problem")
    named = told.get("sha256") if told is not None else None
    try:
        problem = named or (None if told is None else Problem(told))
    except InvalidRequest as refused:  # half of a surrogate pair
        return RowRefused(refused.faults[0], result.get("format"), None)
    return Row(format=result["format"], kind=result["kind"], id=result.get("id"),
               prompt=tuple(result.get("prompt", ())), problem=problem, gold=result.get("gold"),
               language=result.get("language"), entry_point=result.get("entry_point"), starter_code=result.get("starter_code"), limits=result.get("limits"),
               warnings=tuple(result.get("warnings", ())))
