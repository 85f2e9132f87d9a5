#!/usr/bin/python3
"""Makes docs/http.md from openapi.json below src/api, so that no route, field or status can be missing.

What no schema can say (units, errors, streaming, masks) is written by hand in http_intro.txt, below
src/api too, and comes first. Stops with a message when the document lacks something a
reader needs: a field, schema or status without a description, a route with a JSON body but no
example, a reference that leads nowhere, a schema that nothing refers to.

Beside OpenAPI's own words the document uses
  x-type           what a reader is told instead of a type that JSON Schema can't say
  x-unit           the unit, where the name doesn't end in it (_s, _mb, _bytes)
  x-limit          a bound that isn't a number
  x-any-method     in the place of a method: the route takes every one
  x-role           the least role of a token that may use a route
  x-more-examples  further bodies of a request, each with a sentence: {"text", "body"}

usage: make-http-md.py            writes the file
       make-http-md.py --check    exits 1 when the file isn't what would be written
"""

import json
import pathlib
import re
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
SOURCE = next((REPOSITORY / "src" / "api").rglob("openapi.json"))
INTRODUCTION = next((REPOSITORY / "src" / "api").rglob("http_intro.txt"))
TARGET = REPOSITORY / "docs" / "http.md"
REF = "#/components/schemas/"
RESPONSES = "#/components/responses/"
UNITS = {"_s": "s", "_mb": "MiB", "_bytes": "bytes"}
COLUMNS = 100
# "x-any-method" is a route that takes every method.
METHODS = ("get", "put", "post", "delete", "patch", "x-any-method")
# A path of the repository in a description becomes a link of the page.
PAGE = re.compile(r"docs/([a-z_/]+\.md)")


class Incomplete(Exception):
    """The document lacks something that the page needs."""


def linked(text):
    return PAGE.sub(r"[\1](\1)", text)


def cell(text):
    return linked(text).replace("|", "\\|").replace("\n", " ")


def value_text(value):
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def type_text(schema):
    """What may stand there, in words: "list of [Test](#test)", "number or null"."""
    if "x-type" in schema:
        return schema["x-type"]
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(REF)
        return f"[{name}](#{name.lower()})"
    if "oneOf" in schema:
        return " or ".join(type_text(each) for each in schema["oneOf"])
    if "enum" in schema:
        return "one of " + ", ".join(value_text(each) for each in schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " or ".join(type_text({**schema, "type": each}) for each in kind)
    if kind == "array":
        return "list of " + type_text(schema["items"])
    if kind == "object" and "additionalProperties" in schema:
        inner = schema["additionalProperties"]
        return f"object of {type_text(inner)} by name" if inner else "object"
    if kind == "string":
        return "base64" if schema.get("contentEncoding") == "base64" else "text"
    return {None: "any value", "boolean": "true or false"}.get(kind, kind)


def number_text(number):
    return f"{number:,}" if isinstance(number, int) else str(number)


def bounds_text(name, schema):
    """Unit and limits: "s, more than 0, at most 3,600"."""
    parts = []
    suffix = next((unit for end, unit in UNITS.items() if name.endswith(end)), None)
    if "$ref" not in schema and schema.get("type") in ("number", "integer", None):
        suffix = schema.get("x-unit", suffix)
    else:
        suffix = schema.get("x-unit")
    if suffix:
        parts.append(suffix)
    for key, words in (("exclusiveMinimum", "more than "), ("minimum", "at least "),
                       ("maximum", "at most "), ("minItems", "at least "), ("maxItems", "at most ")):
        if key in schema and not (key == "minItems" and schema.get("maxItems") == schema[key]):
            of = " items" if key.endswith("Items") else ""
            parts.append(words + number_text(schema[key]) + of)
    if "x-limit" in schema:
        parts.append(schema["x-limit"])
    return ", ".join(parts)


def references(value):
    """Names of the schemas that a part of the document refers to, in order."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "$ref":
                if not inner.startswith(RESPONSES):
                    yield inner.removeprefix(REF)
            elif key not in ("example", "x-more-examples"):
                yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def reachable(start, schemas):
    seen, waiting = set(), list(references(start))
    while waiting:
        name = waiting.pop()
        if name not in schemas:
            raise Incomplete(f"the reference to {name} leads nowhere")
        if name not in seen:
            seen.add(name)
            waiting += references(schemas[name])
    return seen


def write_schema(name, schema, asked):
    """A heading, the description and a table of fields. `asked`: requests have it."""
    if "description" not in schema:
        raise Incomplete(f"{name} has no description")
    yield f"### {name}\n\n{linked(schema['description'])}\n"
    if "properties" not in schema:
        yield f"It is {type_text(schema)}.\n"
        return
    for part in schema.get("allOf", []):
        yield f"It has the fields of {type_text(part)}, and\n"
    if "additionalProperties" in schema and schema["additionalProperties"] is False:
        yield "Unknown names are refused.\n"
    yield f"| field | what it is | {'default' if asked else 'there'} | |\n|---|---|---|---|"
    required = schema.get("required", [])
    for field, of in schema["properties"].items():
        if "description" not in of:
            raise Incomplete(f"{name}.{field} has no description")
        bounds = bounds_text(field, of)
        what = type_text(of) + (f"; {bounds}" if bounds else "")
        if not asked:
            there = "always" if field in required else "sometimes"
        elif field in required:
            there = "**required**"
        else:
            there = value_text(of["default"]) if "default" in of else "–"
        yield f"| `{field}` | {cell(what)} | {there} | {cell(of['description'])} |"
    for field in required:
        if field not in schema["properties"]:
            raise Incomplete(f"{name}.{field} is required and isn't described")
    yield ""


def fenced(value):
    """JSON for people: an object a line where it fits."""
    return f"```json\n{layout(value, 0, 0)}\n```\n"


def layout(value, indent, used):
    """`value` as JSON that begins after `used` further columns; what follows is indented."""
    one = json.dumps(value, ensure_ascii=False)
    if len(one) + indent + used <= COLUMNS or not isinstance(value, (dict, list)) or not value:
        return one
    if isinstance(value, dict):
        ends, pairs = "{}", [(f"{json.dumps(key, ensure_ascii=False)}: ", each)
                             for key, each in value.items()]
    else:
        ends, pairs = "[]", [("", each) for each in value]
    lines = [""]
    for i, (key, each) in enumerate(pairs):
        comma = "," if i + 1 < len(pairs) else ""
        text = key + json.dumps(each, ensure_ascii=False) + comma
        if lines[-1] and "\n" not in lines[-1] and indent + len(lines[-1]) + len(text) < COLUMNS:
            lines[-1] += " " + text
        elif indent + len(text) < COLUMNS:
            lines.append(text)
        else:
            lines.append(key + layout(each, indent + 1, len(key)) + comma)
    pad = " " * (indent + 1)
    return ends[0] + f"\n{pad}".join(line for line in lines if line) + ends[1]


def write_body(content):
    kinds = [type_text(of["schema"]) + ("" if kind == "application/json" else f" as `{kind}`")
             for kind, of in content.items()]
    return ", or ".join(kinds)


def title_of(path, method):
    return f"{'ANY' if method == 'x-any-method' else method.upper()} {path}"


def write_route(path, method, route, parameters):
    where = title_of(path, method)
    yield f"### {where}\n\n{route['summary']}.\n"
    if "description" in route:
        yield linked(route["description"]) + "\n"
    if parameters:
        yield "| in the path | what it is | |\n|---|---|---|"
        for of in parameters:
            yield f"| `{of['name']}` | {type_text(of['schema'])} | {cell(of['description'])} |"
        yield ""
    if "parameters" in route:
        yield "| in the query | what it is | |\n|---|---|---|"
        for of in route["parameters"]:
            kind = type_text(of["schema"]) + (", needed" if of.get("required") else "")
            yield f"| `{of['name']}` | {kind} | {cell(of['description'])} |"
        yield ""
    if "requestBody" in route:
        content = route["requestBody"]["content"]
        yield f"Body: {write_body(content)}.\n"
        for kind, of in content.items():
            if "example" not in of:
                raise Incomplete(f"{where} has no example of a request")
            yield fenced(of["example"])
            for more in of.get("x-more-examples", []):
                yield f"{more['text']}\n\n{fenced(more['body'])}"
    if "x-role" in route:
        yield f"On a server with tokens: role `{route['x-role']}`.\n"
    yield "| status | | body |\n|---|---|---|"
    examples = []
    for status, answer in route["responses"].items():
        if "$ref" in answer:
            continue  # of any route: the introduction has it
        content = answer.get("content", {})
        yield f"| {status} | {cell(answer['description'])} | {cell(write_body(content))} |"
        examples += [of["example"] for of in content.values() if "example" in of]
    yield ""
    for example in examples:
        yield fenced(example)


def routes_of(document):
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            if method in METHODS:
                yield path, method, route, methods.get("parameters", [])


def render(document, introduction):
    schemas = document["components"]["schemas"]
    routes = list(routes_of(document))
    asked = reachable([route.get("requestBody", {}) for _, _, route, _ in routes], schemas)
    used = reachable([document["paths"]], schemas)
    for name in schemas:
        if name not in used:
            raise Incomplete(f"nothing refers to {name}")
    lines = ["<!-- Made by scripts/make-http-md.py from openapi.json and http_intro.txt below src/api:"
             " change those and run `make docs`. -->\n", introduction, "## Routes\n",
             "| route | |\n|---|---|"]
    for path, method, route, _ in routes:
        title = title_of(path, method)
        anchor = re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-")
        lines.append(f"| [`{title}`](#{anchor}) | {cell(route['summary'])} |")
    lines.append("")
    for route in routes:
        lines += write_route(*route)
    lines.append("## What bodies hold\n")
    for name, schema in schemas.items():
        lines += write_schema(name, schema, name in asked)
    return "\n".join(lines).rstrip("\n") + "\n"


def main():
    document = json.loads(SOURCE.read_text(encoding="utf-8"))
    try:
        text = render(document, INTRODUCTION.read_text(encoding="utf-8"))
    except Incomplete as what:
        print(f"{SOURCE.relative_to(REPOSITORY)}: {what}")
        return 1
    if sys.argv[1:] == ["--check"]:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
            print("docs/http.md is out of date: run make docs")
            return 1
        return 0
    TARGET.write_text(text, encoding="utf-8")
    print(f"{len(list(routes_of(document)))} routes in {TARGET.relative_to(REPOSITORY)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
