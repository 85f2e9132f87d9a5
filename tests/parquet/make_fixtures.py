#!/usr/bin/env python3
"""Writes fixtures/*.parquet with pyarrow, and beside each the rows it holds (*.jsonl), which the unit
tests of src/data/parquet compare. Needs pyarrow; `make check-parquet` makes an environment with it.

usage: make_fixtures.py [FOLDER]        (default: fixtures beside this file)
"""

import pathlib
import random
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import reference
import tables


def files():
    """(name, table, options of write_table)"""
    few_values = {"data_page_size": 200, "write_batch_size": 8}
    for codec in tables.CODECS:
        for version in ("1.0", "2.0"):
            yield (f"nested_{codec.lower()}_v{version[0]}", tables.nested(random.Random(codec + version), 24),
                   {"compression": codec, "data_page_version": version, **few_values})
    yield "kinds", tables.kinds(random.Random("kinds"), 12), {"compression": "ZSTD"}
    yield ("kinds_old", tables.kinds(random.Random("old"), 6).drop_columns(["half"]),
           {"compression": "NONE", "version": "1.0", "use_dictionary": False, "store_schema": False,
            "coerce_timestamps": "us", "allow_truncated_timestamps": True})
    yield ("int96", tables.kinds(random.Random("int96"), 12).select(["at_us_None", "at_ns_None"]),
           {"use_deprecated_int96_timestamps": True})
    for encoding in tables.ENCODINGS:
        for version in ("1.0", "2.0"):
            yield (f"{encoding.lower()}_v{version[0]}", tables.for_encoding(random.Random(encoding), 150, encoding),
                   {"use_dictionary": False, "column_encoding": encoding, "data_page_version": version,
                    "compression": "ZSTD"})
    yield ("groups", tables.nested(random.Random("groups"), 30),
           {"row_group_size": 7, "data_page_size": 1, "write_batch_size": 3, "write_page_checksum": True,
            "compression": "SNAPPY"})
    yield ("dictionary_gives_up", tables.for_encoding(random.Random("gives up"), 150, "PLAIN"),
           {"dictionary_pagesize_limit": 100, "data_page_size": 64, "write_batch_size": 16})
    yield "item_names", tables.nested(random.Random("names"), 12), {"use_compliant_nested_type": False}
    yield "no_rows", tables.nested(random.Random("none"), 3).slice(0, 0), {}
    yield "only_nulls", pa.table({"a": pa.nulls(40, pa.string()), "b": pa.nulls(40, pa.list_(pa.int32()))}), {}


def expected(name, table):
    """The table as the file can say it: old files have no nanoseconds of a date, and no zone in an INT96."""
    if name == "kinds_old":
        for i, field in enumerate(table.schema):
            if pa.types.is_timestamp(field.type) and field.type.unit != "us":
                table = table.set_column(i, field.name, table.column(i).cast(pa.timestamp("us", tz=field.type.tz), safe=False))
    if name == "int96":
        for i, field in enumerate(table.schema):
            table = table.set_column(i, field.name, table.column(i).cast(pa.timestamp("ns")))
    return table


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "fixtures")
    folder.mkdir(exist_ok=True)
    for name, table, options in files():
        pq.write_table(table, folder / f"{name}.parquet", **options)
        with open(folder / f"{name}.jsonl", "w", encoding="utf-8", newline="\n") as out:
            out.writelines(row + "\n" for row in reference.rows(expected(name, table)))


if __name__ == "__main__":
    main()
