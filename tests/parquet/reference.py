"""Rows of a pyarrow table as JSON text, by the table in docs/evaluation.md: a reference that shares
nothing with the reader in C++ but that page."""

import base64
import datetime
import json
import math
import uuid

import pyarrow as pa
from pyarrow import types

DAY = 86_400
PER_SECOND = {"s": 1, "ms": 1_000, "us": 1_000_000, "ns": 1_000_000_000}
DIGITS = {"s": 3, "ms": 3, "us": 6, "ns": 9}  # whole seconds are kept as milliseconds


def number(value):
    value = float(value)
    if math.isfinite(value):
        return repr(value)
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def text(value):
    return json.dumps(value, ensure_ascii=False)


def clock(count, unit):
    second, fraction = divmod(count, PER_SECOND[unit])
    shown = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    return shown + (f".{fraction:0{DIGITS[unit]}}" if fraction else "")


def day(days):
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=days)).isoformat()


def scalar(value):
    """JSON text of a pyarrow scalar."""
    kind = value.type
    if not value.is_valid or types.is_null(kind):
        return "null"
    if isinstance(kind, pa.BaseExtensionType):
        if kind.extension_name == "arrow.uuid":
            return text(str(uuid.UUID(bytes=value.value.as_py())))
        return scalar(value.value)
    if types.is_dictionary(kind):
        return scalar(value.dictionary[value.index.as_py()])
    if types.is_boolean(kind):
        return "true" if value.as_py() else "false"
    if types.is_integer(kind):
        return str(value.as_py())
    if types.is_floating(kind):
        return number(value.as_py())
    if types.is_decimal(kind):
        return format(value.as_py(), "f")
    if types.is_string(kind) or types.is_large_string(kind):
        return text(value.as_py())
    if types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind):
        return text(base64.b64encode(value.as_py()).decode())
    if types.is_date(kind):
        return text(value.as_py().isoformat())
    if types.is_time(kind):
        return text(clock(value.cast(pa.int32() if kind.bit_width == 32 else pa.int64()).as_py(), kind.unit))
    if types.is_timestamp(kind):
        days, rest = divmod(value.value, DAY * PER_SECOND[kind.unit])
        return text(f"{day(days)}T{clock(rest, kind.unit)}" + ("Z" if kind.tz else ""))
    if types.is_duration(kind):
        return str(value.value)
    if types.is_struct(kind):
        members = (f"{text(field.name)}:{scalar(value[i])}" for i, field in enumerate(kind))
        return "{" + ",".join(members) + "}"
    if types.is_map(kind):
        pairs = [(entry["key"], entry["value"]) for entry in value.values]
        if types.is_string(kind.key_type):
            return "{" + ",".join(f"{scalar(key)}:{scalar(item)}" for key, item in pairs) + "}"
        return "[" + ",".join(f"[{scalar(key)},{scalar(item)}]" for key, item in pairs) + "]"
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        return "[" + ",".join(scalar(item) for item in value.values) + "]"
    raise NotImplementedError(str(kind))


def rows(table):
    """Each row of a table as the text of a JSON object."""
    table = table.combine_chunks()
    for i in range(table.num_rows):
        members = (f"{text(name)}:{scalar(table.column(at)[i])}" for at, name in enumerate(table.column_names))
        yield "{" + ",".join(members) + "}"
