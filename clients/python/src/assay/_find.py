"""Where the binary and the math library are. The wheel carries both in `_carried`; a source tree has neither."""

from __future__ import annotations

import os
import pathlib
import shutil
from typing import Iterator, Optional

CARRIED = pathlib.Path(__file__).resolve().parent / "_carried"
_ELF = b"\x7fELF"


def carried_binary() -> Optional[pathlib.Path]:
    path = CARRIED / "bin" / "assay"
    return path if path.is_file() else None


def find_binary(given: Optional[str] = None) -> Optional[pathlib.Path]:
    """The one that is given, or else that of ASSAY_BIN, the wheel's own, or the one on PATH. A path that is
    named and isn't there counts as found: starting it says what is wrong."""
    named = given or os.environ.get("ASSAY_BIN")
    if named:
        return pathlib.Path(named)
    found = carried_binary()
    if found:
        return found
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = shutil.which("assay", path=folder) if folder else None
        # This package's own console script has the same name.
        if path and _is_program(path):
            return pathlib.Path(path)
    return None


def _is_program(path: str) -> bool:
    try:
        with open(path, "rb") as stream:
            return stream.read(4) == _ELF
    except OSError:
        return False


def libraries(name: str, variable: str) -> Iterator[str]:
    """Where a library of ours may be ("libassay_math.so.1"), best first: what the variable names, and else the wheel's, that
    beside ASSAY_BIN, and the one that the dynamic linker finds."""
    named = os.environ.get(variable)
    if named:
        yield named
        return
    places = [CARRIED / "lib" / name]
    binary = os.environ.get("ASSAY_BIN")
    if binary:
        places += [pathlib.Path(binary).parent / name, pathlib.Path(binary).parent.parent / "lib" / name]
    yield from (str(path) for path in places if path.is_file())
    yield name
