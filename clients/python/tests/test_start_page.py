"""docs/start.md's first batch, as the page prints it, with fewer completions."""

import os
import pathlib
import re
import subprocess
import sys

import assay

SOURCES = pathlib.Path(assay.__file__).resolve().parents[1]
PAGE = SOURCES.parents[2] / "docs" / "start.md"


def test_the_first_batch_prints_what_the_page_says(binary):
    section = PAGE.read_text(encoding="utf-8").split("## In Python\n")[1].split("\n## ")[0]
    (script,) = re.findall(r"```python\n(import assay.*?)\n```", section, re.DOTALL)
    left_out, counted = re.search(r"It prints `(.*?)` and `(.*?)`", section, re.DOTALL).groups()
    assert script.count("range(512)") == 1 and counted == "1024 completions, 1023 scores, mean 0.625"
    done = subprocess.run([sys.executable, "-c", script.replace("range(512)", "range(32)")], capture_output=True,
                          text=True, timeout=600,
                          env={**os.environ, "PYTHONPATH": str(SOURCES), "ASSAY_BIN": binary,
                               "ASSAY_TOOLCHAIN_SELF_TEST": "off"})
    assert done.returncode == 0, done.stderr
    # Half of the programs are right, and three of four math answers, but for the one without a gold.
    mean = (16 + 23) / 63
    assert done.stdout.splitlines() == [left_out, f"64 completions, 63 scores, mean {round(mean, 3)}"]
