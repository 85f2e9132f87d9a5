"""The commands by which docs/trainers.md proves each trainer's line: without a token, and with one.

A section of a trainer, which is one that the page's first table links to (and each section below it), ends with

    … works when this prints `WORDS` …:          or "has"

    ```sh
    COMMAND
    COMMAND, the same but for ASSAY_TOKEN=TOKEN or assay:TOKEN@
    ```

proofs() gives them, or raises a ValueError that names the section and what is wrong with it.
"""

import collections
import re

Proof = collections.namedtuple("Proof", "section plain token words")
HEADING = re.compile(r"^(##+) (.+)$", re.MULTILINE)
END = re.compile(r"works\s+when\s+this\s+(?:prints|has)\s+`([^`\n]+)`:\n\n```sh\n(.*)\n(.*)\n```\s*\Z")


def anchor(title):
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def sections(text):
    """(level, title, text) of each, without those below it."""
    outside = re.sub(r"^```.*?^```$", lambda match: "\0" * len(match.group(0)), text, flags=re.MULTILINE | re.DOTALL)
    headings = list(HEADING.finditer(outside))
    ends = [*(each.start() for each in headings[1:]), len(text)]
    return [(len(each.group(1)), each.group(2), text[each.end():end]) for each, end in zip(headings, ends)]


def proofs(text):
    table = text.split("\n## ", 1)[0]
    linked = set(re.findall(r"^\| \[[^\]]+\]\(#([\w-]+)\)", table, re.MULTILINE))
    found, trainers, of_trainer = [], set(), False
    for level, title, body in sections(text):
        if level == 2:
            of_trainer = anchor(title) in linked
            trainers.add(anchor(title))
        if not of_trainer:
            continue
        end = END.search(body)
        if end is None:
            raise ValueError(f"{title}: doesn't end with “works when this prints `…`:” and two commands")
        words, plain, token = end.groups()
        if plain not in (token.replace("ASSAY_TOKEN=TOKEN ", ""), token.replace("assay:TOKEN@", "")) or plain == token:
            raise ValueError(f"{title}: the second command isn't the first with a token")
        found.append(Proof(title, plain, token, words))
    if linked - trainers:
        raise ValueError(f"no section for {', '.join(sorted(linked - trainers))}")
    return found
