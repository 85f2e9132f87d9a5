"""Random tables: every type that the hubs' files have, nested in each other, with nulls and empties."""

import datetime
import decimal
import uuid

import pyarrow as pa

WORDS = ["", "a", "naïve", "数据", "line\nbreak", "tab\tand \"quotes\"", "back\\slash", "\x01\x7f", "emoji 🎈",
         "prefix", "prefix one", "prefix one and two", "x" * 70]
# Decimal fractions of few digits: both sides write them alike.
FLOATS = [0.0, 0.5, -1.25, 3.75, 1024.0, -7.0, 0.125]


def maybe(dice, value, share=0.2):
    return None if dice.random() < share else value


def words(dice, share=0.2):
    return maybe(dice, dice.choice(WORDS), share)


def column(dice, count, make):
    return [make(dice) for _ in range(count)]


def nested(dice, count):
    """Lists, structs and maps in each other; null, empty and full at every level."""
    def some(make, most=3):
        return lambda d: maybe(d, [make(d) for _ in range(d.randint(0, most))])

    point = pa.struct([("x", pa.float64()), ("y", pa.bool_())])
    inner = pa.struct([("name", pa.string()), ("points", pa.list_(point))])
    schema = pa.schema([
        pa.field("id", pa.int64(), nullable=False),
        ("text", pa.string()),
        ("tags", pa.list_(pa.string())),
        ("grid", pa.list_(pa.list_(pa.int32()))),
        ("meta", inner),
        ("tests", pa.list_(pa.struct([("input", pa.string()), ("more", pa.list_(inner))]))),
        ("counts", pa.map_(pa.string(), pa.int32())),
        ("pairs", pa.map_(pa.int32(), pa.list_(pa.string()))),
        ("deep", pa.list_(pa.list_(pa.list_(pa.string())))),
        pa.field("solid", pa.list_(pa.field("element", pa.int64(), nullable=False)), nullable=False),
    ])

    def make_point(d):
        return maybe(d, {"x": maybe(d, d.choice(FLOATS)), "y": maybe(d, d.random() < 0.5)})

    def make_inner(d):
        return maybe(d, {"name": words(d), "points": some(make_point)(d)})

    data = {
        "id": list(range(count)),
        "text": column(dice, count, words),
        "tags": column(dice, count, some(words)),
        "grid": column(dice, count, some(some(lambda d: maybe(d, d.randint(-9, 9))))),
        "meta": column(dice, count, make_inner),
        "tests": column(dice, count, some(lambda d: maybe(d, {"input": words(d), "more": some(make_inner)(d)}))),
        "counts": column(dice, count, lambda d: maybe(d, [(w, maybe(d, len(w))) for w in d.sample(WORDS, d.randint(0, 3))])),
        "pairs": column(dice, count, lambda d: maybe(d, [(i, some(words)(d)) for i in range(d.randint(0, 3))])),
        "deep": column(dice, count, some(some(some(words, 2), 2), 2)),
        "solid": column(dice, count, lambda d: [d.randint(-5, 5) for _ in range(d.randint(0, 3))]),
    }
    return pa.table(data, schema=schema)


def kinds(dice, count):
    """A column for each type."""
    def between(bits, signed):
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
        return lambda d: maybe(d, d.choice([low, high, 0, d.randint(low, high)]))

    def moment(unit):
        per_second = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
        return lambda d: maybe(d, d.choice([0, -1, d.randint(-2 * 10**9 * per_second, 4 * 10**9 * per_second)]))

    def decimals(precision, scale):
        limit = 10**precision - 1
        return lambda d: maybe(d, decimal.Decimal(d.choice([0, -1, limit, -limit, d.randint(-limit, limit)])).scaleb(
            -scale, decimal.Context(prec=100)))

    arrays = {}
    for bits in (8, 16, 32, 64):
        arrays[f"int{bits}"] = pa.array(column(dice, count, between(bits, True)), getattr(pa, f"int{bits}")())
        arrays[f"uint{bits}"] = pa.array(column(dice, count, between(bits, False)), getattr(pa, f"uint{bits}")())
    arrays["bool"] = pa.array(column(dice, count, lambda d: maybe(d, d.random() < 0.5)), pa.bool_())
    for name, kind in (("half", pa.float16()), ("float", pa.float32()), ("double", pa.float64())):
        arrays[name] = pa.array(column(dice, count, lambda d: maybe(d, d.choice(
            FLOATS + [float("nan"), float("inf"), float("-inf")]))), kind)
    arrays["string"] = pa.array(column(dice, count, words), pa.string())
    arrays["large_string"] = pa.array(column(dice, count, words), pa.large_string())
    arrays["categories"] = pa.array(column(dice, count, words), pa.string()).dictionary_encode()
    arrays["bytes"] = pa.array(column(dice, count, lambda d: maybe(d, d.randbytes(d.randint(0, 9)))), pa.binary())
    arrays["fixed"] = pa.array(column(dice, count, lambda d: maybe(d, d.randbytes(5))), pa.binary(5))
    arrays["date"] = pa.array(column(dice, count, lambda d: maybe(
        d, datetime.date(1970, 1, 1) + datetime.timedelta(days=d.randint(-300_000, 300_000)))), pa.date32())
    for unit, make in (("ms", pa.time32), ("us", pa.time64), ("ns", pa.time64)):
        top = 86_400 * {"ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
        arrays[f"time_{unit}"] = pa.array(column(
            dice, count, lambda d: maybe(d, d.choice([0, top - 1, d.randint(0, top - 1)]))), make(unit))
    for unit in ("s", "ms", "us", "ns"):
        for zone in (None, "UTC"):
            arrays[f"at_{unit}_{zone}"] = pa.array(column(dice, count, moment(unit)), pa.int64()).cast(
                pa.timestamp(unit, tz=zone))
    arrays["duration"] = pa.array(column(dice, count, between(64, True)), pa.int64()).cast(pa.duration("us"))
    for precision, scale in ((5, 2), (12, 0), (12, 12), (30, 7), (60, 20)):
        make = pa.decimal128 if precision <= 38 else pa.decimal256
        arrays[f"decimal_{precision}_{scale}"] = pa.array(
            column(dice, count, decimals(precision, scale)), make(precision, scale))
    arrays["uuid"] = pa.array(column(dice, count, lambda d: maybe(d, uuid.UUID(int=d.getrandbits(128)).bytes)), pa.uuid())
    arrays["fixed_list"] = pa.array(column(dice, count, lambda d: [words(d), words(d)]), pa.list_(pa.string(), 2))
    arrays["nothing"] = pa.nulls(count)
    return pa.table(arrays)


def for_encoding(dice, count, encoding):
    """Columns that an encoding can hold, with runs, jumps, shared prefixes and wrapped differences."""
    def ints(bits):
        top = (1 << (bits - 1)) - 1
        return lambda d: maybe(d, d.choice([7, 7, 7, 8, top, -top - 1, d.randint(-top, top), d.randint(0, 99)]), 0.1)

    integers = {f"int{bits}": pa.array(column(dice, count, ints(bits)), getattr(pa, f"int{bits}")()) for bits in (32, 64)}
    full = {"full": pa.array([dice.randint(-3, 3) * i for i in range(count)], pa.int64())}
    strings = {"string": pa.array(column(dice, count, words), pa.string()),
               "bytes": pa.array(column(dice, count, lambda d: maybe(d, d.randbytes(d.randint(0, 9)))), pa.binary())}
    fixed = {"fixed": pa.array(column(dice, count, lambda d: maybe(d, d.choice([b"abcd", b"abce", d.randbytes(4)]))), pa.binary(4))}
    floats = {name: pa.array(column(dice, count, lambda d: maybe(d, d.choice(FLOATS))), kind)
              for name, kind in (("float", pa.float32()), ("double", pa.float64()))}
    bools = {"bool": pa.array(column(dice, count, lambda d: maybe(d, d.random() < 0.5)), pa.bool_())}
    return pa.table({
        "PLAIN": {**integers, **full, **strings, **fixed, **floats, **bools},
        "DELTA_BINARY_PACKED": {**integers, **full},
        "DELTA_LENGTH_BYTE_ARRAY": strings,
        "DELTA_BYTE_ARRAY": {**strings, **fixed},
        "BYTE_STREAM_SPLIT": {**integers, **full, **floats, **fixed},
        "RLE": bools,
    }[encoding])


ENCODINGS = ["PLAIN", "DELTA_BINARY_PACKED", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY", "BYTE_STREAM_SPLIT", "RLE"]
CODECS = ["NONE", "SNAPPY", "GZIP", "ZSTD"]
