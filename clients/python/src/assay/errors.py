"""What can go wrong. No error is ever turned into a score: it is raised, or the result is masked.

    AssayError
    ├── InvalidRequest      a field is missing or wrong: names the field
    ├── Unavailable         the server can't be reached, keeps failing, or has no room
    ├── DeadlineExceeded    the call's own deadline is over (also a TimeoutError)
    ├── ProtocolError       what answered doesn't speak like an Assay server
    ├── SandboxError        what was asked of a sandbox can't be done (code, field, reason)
    │   ├── UnknownSandbox      there is none of that name for this caller
    │   ├── SandboxEnded        it has ended; `reason` says why
    │   ├── CannotStart         the program or its folder isn't there
    │   ├── NoSuchFile          (also a FileNotFoundError)
    │   ├── DiskFull            the sandbox's disk is full; of what was written nothing stays
    │   └── SandboxFailed       our environment failed (also an Unavailable)
    ├── ConnectionLost      (an Unavailable) nobody knows whether it was done, or how it ended
    ├── StartError          serve(): the server did not start
    └── VersionMismatch     client and server are of different releases
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a request."""

    code: str
    message: str
    field: Optional[str] = None

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


class AssayError(Exception):
    """The base of all errors of this package. `key`: of the program that a `start` may have started."""

    key: Optional[str] = None


class InvalidRequest(AssayError):
    """The request can't be judged as it is; sending it again changes nothing."""

    def __init__(self, faults: Tuple[Fault, ...], status: Optional[int] = None) -> None:
        self.faults = faults
        self.field = faults[0].field
        self.code = faults[0].code
        self.status = status
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"{faults[0]}{more}")


class Unavailable(AssayError):
    """There is no answer: the server is down, restarting or overloaded, and patience is over."""


class DeadlineExceeded(AssayError, TimeoutError):
    """The call's deadline was over first."""


class ProtocolError(AssayError):
    """The answer isn't one of an Assay server's."""


class ConnectionLost(Unavailable):
    """The connection broke before the end was told: nobody here knows whether it was done, or how it ended."""


class SandboxError(AssayError):
    """What was asked of a sandbox can't be done; the message is the server's."""

    def __init__(self, message: str, code: str = "", status: Optional[int] = None, field: Optional[str] = None,
                 reason: Optional[str] = None) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.field = field
        self.reason = reason


class UnknownSandbox(SandboxError):
    """There is no such sandbox for this caller."""


class SandboxEnded(SandboxError):
    """The sandbox has ended, and all in it; `reason`: "deleted", "idle", "lifetime", "out_of_memory", "lost" …"""


class CannotStart(SandboxError):
    """The program can't be started: it or its folder isn't there. Nothing ran."""


class NoSuchFile(SandboxError, FileNotFoundError):
    """There is no such file in the sandbox."""


class DiskFull(SandboxError):
    """The sandbox's disk is full; of what was written nothing stays."""


class SandboxFailed(SandboxError, Unavailable):
    """Our environment failed. Of a program nobody knows how it ended: there is no exit code."""


class StartError(AssayError):
    """serve() could not start the server; the message has the server's own words."""


class VersionMismatch(AssayError):
    """Client and server are of different releases, so that fields may mean different things."""


def invalid(field: str, message: str, code: str = "value_error") -> InvalidRequest:
    return InvalidRequest((Fault(code, message, field),))
