"""Assay: programs and math answers become scores that one can train on, or a mask where there is no verdict.

    with assay.serve() as client:                       # or assay.Client("http://HOST:8080")
        for result in client.verify_many(items):        # Submissions and MathAnswers, mixed
            rewards[result.index] = result.score        # None: leave it out of the batch

Nothing is imported before it is used: the console script starts the binary, and needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List

from ._version import VERSION as __version__

if TYPE_CHECKING:
    from . import environments, losses, math, rows
    from .aio import AsyncClient
    from .client import Client
    from .curriculum import Curriculum
    from .errors import (AssayError, CannotStart, ConnectionLost, DeadlineExceeded, DiskFull, Fault, InvalidRequest,
                         NoSuchFile, ProtocolError, SandboxEnded, SandboxError, SandboxFailed, StartError, Unavailable,
                         UnknownSandbox, VersionMismatch)
    from .items import MathAnswer, Origin, Problem, Submission
    from .orchestrator import Orchestrator
    from .results import CompileResult, Info, MathResult, Result, RunResult, TestResult
    from .rows import Row, RowRefused, problem, problems
    from .sandboxes import (AsyncProcess, AsyncSandbox, CellResult, ExecResult, Output, Process, Sandbox, SandboxFile,
                            SandboxInfo, sandbox)
    from .scoring import Score, ScoredFunction
    from .server import serve

# Where each name lives.
_NAMES = {
    "aio": ["AsyncClient"],
    "client": ["Client"],
    "curriculum": ["Curriculum"],
    "errors": ["AssayError", "CannotStart", "ConnectionLost", "DeadlineExceeded", "DiskFull", "Fault", "InvalidRequest",
               "NoSuchFile", "ProtocolError", "SandboxEnded", "SandboxError", "SandboxFailed", "StartError", "Unavailable",
               "UnknownSandbox", "VersionMismatch"],
    "items": ["MathAnswer", "Origin", "Problem", "Submission"],
    "orchestrator": ["Orchestrator"],
    "results": ["CompileResult", "Info", "MathResult", "Result", "RunResult", "TestResult"],
    "rows": ["Row", "RowRefused", "problem", "problems"],
    "sandboxes": ["AsyncProcess", "AsyncSandbox", "CellResult", "ExecResult", "Output", "Process", "Sandbox", "SandboxFile",
                  "SandboxInfo", "sandbox"],
    "scoring": ["Score", "ScoredFunction"],
    "server": ["serve"],
}
_MODULES = ("environments", "losses", "math", "rows")
_HOME = {name: module for module, names in _NAMES.items() for name in names}

__all__ = ["__version__", *_MODULES, *_HOME]


def __getattr__(name: str) -> Any:
    import importlib

    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    if name in _HOME:
        value = getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> List[str]:
    return sorted(__all__)
