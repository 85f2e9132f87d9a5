"""The console script `assay`: becomes the binary that the wheel carries."""

from __future__ import annotations

import os
import sys

from ._find import find_binary


def main() -> int:
    path = find_binary()
    if path is None:
        print("assay: this installation carries no binary (it was not made from a platform's wheel), and there is none "
              "on PATH. Install the wheel for this platform, or set ASSAY_BIN to a binary.", file=sys.stderr)
        return 127
    try:
        os.execv(path, ["assay", *sys.argv[1:]])
    except OSError as error:
        print(f"assay: {path} can't be started: {error}", file=sys.stderr)
        return 126


if __name__ == "__main__":
    sys.exit(main())
