"""docs/http.md: up to date with the OpenAPI document, and that with what the code reads and writes.

The C++ tests of src/api hold the other direction: what is documented is read and written.
"""

import importlib.util
import json
import pathlib
import re
import subprocess
import sys

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = REPOSITORY / "scripts" / "make-http-md.py"
# What the compatible routes' code looks up or writes below members that the document leaves free-form,
# and keys of documents that aren't of the interface.
FREE_FORM = {
    "stdin", "stdout",                        # of a ListCase's input and output
    "loc", "msg",                             # of Detail's list
    "mark",                                   # of a query
    "model", "messages", "role", "content", "temperature", "choices", "message", "max_tokens",  # chat
}
# JsonValue::Find("x"), JsonWriter::Key("x") and FieldReader::String("x", presence) with its siblings.
MENTION = re.compile(r'\b(?:Find|Key)\(\s*"(\w+)"\)'
                     r'|[.>](?:String|Number|Int|Bool|Choice|Object|Array|Strings)\(\s*"(\w+)",')

spec = importlib.util.spec_from_file_location("make_http_md", SCRIPT)
make_http_md = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make_http_md)
DOCUMENT = json.loads(make_http_md.SOURCE.read_text(encoding="utf-8"))


def documented(document):
    return {name for schema in document["components"]["schemas"].values()
            for name in schema.get("properties", {})}


def mentioned(folder):
    """Field names in the sources of a folder, with the place of each."""
    for path in sorted(folder.rglob("*.cc")):
        # What one process of a node tells the next is nobody else's to read.
        if path.stem.endswith("_test") or path.parent.name == "update":
            continue
        text = path.read_text(encoding="utf-8")
        for match in MENTION.finditer(text):
            yield match.group(1) or match.group(2), f"{path.name}:{text[: match.start()].count(chr(10)) + 1}"


def undocumented(folder, document):
    # What rows of data sets may have is on a page of its own, and so are the messages of other protocols.
    pages = set()
    for page in ("datasets.md", "mcp.md", "sandboxes.md"):
        pages |= set(re.findall(r"\w+", (REPOSITORY / "docs" / page).read_text(encoding="utf-8")))
    known = documented(document) | FREE_FORM | pages
    return [f"{where}: {name}" for name, where in mentioned(folder) if name not in known]


def test_the_page_is_up_to_date():
    made = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr


def test_every_field_the_code_names_is_documented():
    assert undocumented(REPOSITORY / "src" / "api", DOCUMENT) == []


def test_a_field_that_only_the_code_knows_is_found(tmp_path):
    (tmp_path / "a.cc").write_text('fields.Bool("stream", kOptional);\nfields.Int("new_field", kOptional);\n')
    assert undocumented(tmp_path, DOCUMENT) == ["a.cc:2: new_field"]


@pytest.mark.parametrize("damage, complaint", [
    (lambda d: d["components"]["schemas"]["Run"]["properties"]["warm"].pop("description"),
     "Run.warm has no description"),
    (lambda d: d["components"]["schemas"]["Run"].pop("description"), "Run has no description"),
    (lambda d: d["components"]["schemas"].pop("Run"), "the reference to Run leads nowhere"),
    (lambda d: d["components"]["schemas"].update(Spare={"description": ""}), "nothing refers to Spare"),
    (lambda d: d["paths"]["/run_code"]["post"]["requestBody"]["content"]["application/json"].pop("example"),
     "POST /run_code has no example of a request"),
])
def test_what_a_reader_would_miss_is_refused(damage, complaint):
    document = json.loads(json.dumps(DOCUMENT))
    damage(document)
    with pytest.raises(make_http_md.Incomplete, match=re.escape(complaint)):
        make_http_md.render(document, "")


def test_every_field_of_the_document_is_on_the_page():
    page = make_http_md.render(DOCUMENT, "")
    sections = dict(part.split("\n", 1) for part in page.split("\n### ")[1:])
    for name, schema in DOCUMENT["components"]["schemas"].items():
        for field in schema.get("properties", {}):
            assert f"\n| `{field}` |" in sections[name], f"{name}.{field}"
