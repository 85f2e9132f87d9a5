"""Math answers judged in this process, by the same rules as the server's: no request, no process, no thread.

    assay.math.equal(r"\\frac{1}{2}", r"So the answer is \\boxed{0.5}.")      # True
    assay.math.verify("1/2", "0.4").reason                                  # "values_differ"

It is the C library libassay_math, through ctypes, which lets other threads run meanwhile. Any thread may call.
The library is that of the wheel, or else of ASSAY_MATH_LIBRARY, beside ASSAY_BIN, or the system's.
"""

from __future__ import annotations

import ctypes
import threading
from typing import List, Optional, Union

from ._find import libraries
from .errors import AssayError, invalid
from .results import MathResult

__all__ = ["LibraryMissing", "equal", "profiles", "rules_version", "verify"]

_ABI_VERSION = 1
_OK, _UNKNOWN_PROFILE = 0, 2
# The server's limits, so that both give the same verdicts.
MOST_GOLD_BYTES = 1 << 20
MOST_RESPONSE_BYTES = 16 << 20


class LibraryMissing(AssayError, ImportError):
    """libassay_math can't be loaded."""


class _Result(ctypes.Structure):
    _fields_ = [
        ("abi_version", ctypes.c_uint32), ("verdict", ctypes.c_int32), ("verdict_name", ctypes.c_char_p),
        ("reason", ctypes.c_char_p), ("rule", ctypes.c_char_p), ("extraction_rule", ctypes.c_char_p),
        ("answer", ctypes.c_char_p), ("gold_answer", ctypes.c_char_p), ("answer_normal", ctypes.c_char_p),
        ("gold_normal", ctypes.c_char_p), ("answer_offset", ctypes.c_size_t), ("answer_length", ctypes.c_size_t),
        ("work_used", ctypes.c_int64),
    ]


_lock = threading.Lock()
_loaded: Optional[ctypes.CDLL] = None


def _library() -> ctypes.CDLL:
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = _load()
        return _loaded


def _load() -> ctypes.CDLL:
    tried: List[str] = []
    for path in libraries("libassay_math.so.1", "ASSAY_MATH_LIBRARY"):
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            tried.append(str(error))
            continue
        library.assay_math_abi_version.restype = ctypes.c_uint32
        version = library.assay_math_abi_version()
        if version != _ABI_VERSION:
            tried.append(f"{path}: has interface version {version}, not {_ABI_VERSION}")
            continue
        library.assay_math_rules_version.restype = ctypes.c_char_p
        library.assay_math_profile_name.restype = ctypes.c_char_p
        library.assay_math_profile_name.argtypes = [ctypes.c_size_t]
        library.assay_math_verify.restype = ctypes.c_int
        library.assay_math_verify.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t,
                                              ctypes.c_char_p, ctypes.POINTER(ctypes.POINTER(_Result))]
        library.assay_math_free.restype = None
        library.assay_math_free.argtypes = [ctypes.POINTER(_Result)]
        return library
    raise LibraryMissing("libassay_math can't be loaded; install the wheel for this platform, or set ASSAY_MATH_LIBRARY "
                         f"to libassay_math.so.1 ({'; '.join(tried)})")


def verify(gold: Union[str, int, float], response: Union[str, int, float],
           profile: Optional[str] = None) -> MathResult:
    """The verdict on one answer. Both texts may be a bare answer or a whole solution; `score` is None when the
    gold can't be read or judged."""
    library = _library()
    golden, answered = _text("gold", gold), _text("response", response)
    if len(golden) > MOST_GOLD_BYTES:
        raise invalid("gold", f"should have at most {MOST_GOLD_BYTES} bytes", "string_too_long")
    too_long = len(answered) > MOST_RESPONSE_BYTES
    if too_long:
        answered = b""
    pointer = ctypes.POINTER(_Result)()
    status = library.assay_math_verify(golden, len(golden), answered, len(answered),
                                       None if profile is None else profile.encode(), ctypes.byref(pointer))
    if status == _UNKNOWN_PROFILE:
        raise invalid("profile", f"should be one of {', '.join(profiles())}, not {profile!r}")
    if status != _OK:
        raise MemoryError("libassay_math is out of memory") if status == 3 else \
            AssayError(f"libassay_math failed with status {status}")
    try:
        found = pointer.contents
        verdict, reason = _string(found.verdict_name), _string(found.reason)
        if too_long and reason != "gold_missing":
            verdict, reason = "incorrect", "budget_spent"
        score = _score(verdict, reason)
        extracted = _string(found.extraction_rule) != "none"
        return MathResult(0, "0", score, verdict, "problem" if score is None else "candidate", score is None, reason,
                          f"{verdict}: {reason}", _string(found.rule), _string(found.answer) if extracted else None,
                          _string(found.gold_normal), _string(found.answer_normal))
    finally:
        library.assay_math_free(pointer)


def equal(gold: Union[str, int, float], answer: Union[str, int, float],
          profile: Optional[str] = None) -> Optional[bool]:
    """Whether the answer is right; None when nothing can be said about it, because of the gold."""
    score = verify(gold, answer, profile).score
    return None if score is None else score == 1.0


def rules_version() -> str:
    """Verdicts may change only when this does."""
    return _string(_library().assay_math_rules_version())


def profiles() -> List[str]:
    """The names of the profiles, the default first."""
    library = _library()
    names: List[str] = []
    while (name := library.assay_math_profile_name(len(names))) is not None:
        names.append(_string(name))
    return names


def _score(verdict: str, reason: str) -> Optional[float]:
    if verdict == "correct":
        return 1.0
    if verdict == "undecided" or reason in ("gold_unparseable", "gold_missing"):
        return None
    return 0.0


def _text(field: str, value: Union[str, int, float]) -> bytes:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise invalid(field, f"should be a text or a number, not {type(value).__name__}", "string_type")
    # Half of a surrogate pair has no UTF-8; it is read as U+FFFD, as the server does.
    return str(value).encode("utf-8", "surrogatepass").decode("utf-8", "replace").encode()


def _string(value: bytes) -> str:
    return value.decode("utf-8", "replace")
