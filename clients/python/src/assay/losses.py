"""Losses of reinforcement learning as coefficients: for any trainer, by the recipes of papers.

    recipe = assay.losses.recipe("scalerl", ratio_most=8)
    result = assay.losses.coefficients(recipe, logp_train=new, logp_infer=old, mask=mask, ends=ends, groups=groups,
                                       rewards=rewards, counted=counted)
    loss = (torch.from_numpy(result.coefficients) * logp).sum()      # its gradient is that of the recipe's loss

Arrays are flat: tokens of all rollouts one behind the other, `ends` the index behind each rollout's last. Whatever has a
buffer is read as it is, without a copy: numpy's arrays (float32 of tokens, int64, float64 of rollouts, bool or uint8 for
masks), array.array, memoryview; of a tensor of torch `.numpy()`. It is the C library libassay_rl, through ctypes, which lets
other threads run meanwhile. Any thread may call. docs/losses.md has the recipes.
"""

from __future__ import annotations

import array
import ctypes
import math
import sys
import threading
from dataclasses import dataclass, fields, replace
from typing import Any, Dict, List, Optional, Tuple

from ._find import libraries
from .errors import AssayError, invalid

__all__ = ["Health", "LibraryMissing", "Recipe", "Result", "coefficients", "presets", "recipe"]

_ABI_VERSION = 1
_OK, _INVALID, _UNKNOWN_PRESET = 0, 1, 2
_LOSSES = ("reinforce", "clip", "cispo", "gspo", "icepop", "dppo")
_AVERAGES = ("sample", "prompt", "token", "constant")
_NORMALISES = ("none", "prompt", "batch")
_ALARMS = ("none", "warning", "alarm")
_MESSAGE_BYTES = 1024


class LibraryMissing(AssayError, ImportError):
    """libassay_rl can't be loaded."""


@dataclass(frozen=True)
class Recipe:
    """What is computed; docs/losses.md says what each means. 0 or 0.0 of an optional number: none."""

    loss: str = "clip"  # reinforce, clip, cispo, gspo, icepop, dppo
    average: str = "sample"  # sample, prompt, token, constant
    normalise: str = "prompt"  # none, prompt, batch
    centre: bool = True
    sample_deviation: bool = True
    drop_uniform: bool = False
    drop_truncated: bool = False
    deviation_floor: float = 1e-6
    penalty_most_tokens: int = 0  # with penalty_last_tokens: a length penalty
    penalty_last_tokens: int = 0
    penalty_only_correct: bool = False
    penalty_correct_from: float = 0.5
    clip_low: float = 0.2
    clip_high: float = 0.2
    dual_clip: float = 0.0
    ratio_least: float = 0.0
    ratio_most: float = 5.0
    drop_below: float = 0.0
    moved_most: float = 0.2
    kl: float = 0.0
    most_tokens: int = 0


@dataclass(frozen=True)
class Health:
    """What to watch; docs/losses.md."""

    rollouts: int
    tokens: int
    masked_rollouts: int
    groups: int
    uniform_groups: int
    dropped_rollouts: int
    clipped_share: float
    ratio_least: float
    ratio_most: float
    mean_log_ratio: float
    mismatch_kl: float
    surprise: float
    entropy: Optional[float]
    truncated: Optional[float]
    truncation_alarm: str  # none, warning, alarm
    log_ratio_by_logp: Tuple[float, ...]
    tokens_by_logp: Tuple[int, ...]


@dataclass(frozen=True)
class Result:
    coefficients: Any  # float32: numpy's array where numpy is loaded, else array.array
    health: Health


class _Recipe(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("loss", ctypes.c_int32), ("average", ctypes.c_int32), ("normalise", ctypes.c_int32),
        ("centre", ctypes.c_int32), ("sample_deviation", ctypes.c_int32), ("drop_uniform", ctypes.c_int32),
        ("drop_truncated", ctypes.c_int32), ("deviation_floor", ctypes.c_double), ("penalty_most_tokens", ctypes.c_int64),
        ("penalty_last_tokens", ctypes.c_int64), ("penalty_only_correct", ctypes.c_int32), ("reserved", ctypes.c_int32),
        ("penalty_correct_from", ctypes.c_double), ("clip_low", ctypes.c_double), ("clip_high", ctypes.c_double),
        ("dual_clip", ctypes.c_double), ("ratio_least", ctypes.c_double), ("ratio_most", ctypes.c_double),
        ("drop_below", ctypes.c_double), ("moved_most", ctypes.c_double), ("kl", ctypes.c_double),
        ("most_tokens", ctypes.c_int64),
    ]


class _Batch(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("tokens", ctypes.c_size_t), ("rollouts", ctypes.c_size_t),
        *((name, ctypes.c_void_p) for name in ("logp_train", "logp_infer", "mask", "ends", "groups", "rewards", "counted",
                                               "truncated", "advantages", "entropies")),
    ]


class _Health(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        *((name, ctypes.c_int64) for name in ("rollouts", "tokens", "masked_rollouts", "groups", "uniform_groups",
                                              "dropped_rollouts")),
        *((name, ctypes.c_double) for name in ("clipped_share", "ratio_least", "ratio_most", "mean_log_ratio", "mismatch_kl",
                                               "surprise", "entropy", "truncated")),
        ("truncation_alarm", ctypes.c_int32), ("reserved", ctypes.c_int32), ("log_ratio_by_logp", ctypes.c_double * 10),
        ("tokens_by_logp", ctypes.c_int64 * 10),
    ]


_lock = threading.Lock()
_loaded: Optional[ctypes.CDLL] = None


def presets() -> Dict[str, str]:
    """The names of the presets, and the paper and section that each follows."""
    library = _library()
    found: Dict[str, str] = {}
    while (name := library.assay_rl_preset_name(len(found))) is not None:
        found[name.decode()] = library.assay_rl_preset_source(len(found)).decode()
    return found


def recipe(preset: str, **changes: Any) -> Recipe:
    """A preset, with fields of Recipe changed."""
    given = _Recipe(size=ctypes.sizeof(_Recipe))
    status = _library().assay_rl_preset(preset.encode(), ctypes.byref(given))
    if status != _OK:
        raise invalid("preset", f"there is none '{preset}'; there are {', '.join(presets())}")
    values: Dict[str, Any] = {each.name: getattr(given, each.name) for each in fields(Recipe)}
    values.update(loss=_LOSSES[given.loss], average=_AVERAGES[given.average], normalise=_NORMALISES[given.normalise])
    for each in fields(Recipe):
        if isinstance(each.default, bool):
            values[each.name] = bool(values[each.name])
    unknown = sorted(set(changes) - set(values))
    if unknown:
        raise invalid(unknown[0], f"is no field of a recipe; there are {', '.join(values)}")
    return replace(Recipe(**values), **changes)


def coefficients(recipe: Recipe, *, logp_train: Any, logp_infer: Any, mask: Any, ends: Any, groups: Any, rewards: Any = None,
                 counted: Any = None, truncated: Any = None, advantages: Any = None, entropies: Any = None,
                 out: Any = None) -> Result:
    """The derivative of the recipe's loss by each token's logp_train, and what to watch.

    logp_train, logp_infer   float32 of each token: by the model that is trained, by the one that wrote it
    mask                     bool or uint8 of each token: whether the model wrote it
    ends, groups             int64 of each rollout: the index behind its last token; its prompt's number
    rewards                  float64 of each rollout; or instead `advantages`, float32 of each token
    counted                  bool or uint8 of each rollout: whether there is a verdict; one without changes nothing for others
    truncated, entropies     of each rollout, bool or uint8; of each token, float32: for `health`
    out                      float32 of each token, filled in place of a new array
    """
    library = _library()
    keep: List[Any] = []
    tokens, rollouts = _length(logp_train, "logp_train"), _length(ends, "ends")
    if rewards is None and advantages is None:
        raise invalid("rewards", "is missing; or give advantages")
    of_tokens = {"logp_train": (logp_train, "f"), "logp_infer": (logp_infer, "f"), "mask": (mask, "B"),
                 "advantages": (advantages, "f"), "entropies": (entropies, "f")}
    of_rollouts = {"ends": (ends, "q"), "groups": (groups, "q"), "rewards": (rewards, "d"), "counted": (counted, "B"),
                   "truncated": (truncated, "B")}
    batch = _Batch(size=ctypes.sizeof(_Batch), tokens=tokens, rollouts=rollouts)
    for arrays, count in ((of_tokens, tokens), (of_rollouts, rollouts)):
        for name, (given, kind) in arrays.items():
            if given is not None:
                setattr(batch, name, _address(given, kind, count, name, keep))
    made = array.array("f", bytes(4 * tokens)) if out is None else out
    target = _address(made, "f", tokens, "out", keep, writable=True)
    health = _Health(size=ctypes.sizeof(_Health))
    message = ctypes.create_string_buffer(_MESSAGE_BYTES)
    given = _c_recipe(recipe)
    status = library.assay_rl_coefficients(ctypes.byref(batch), ctypes.byref(given), target, ctypes.byref(health), message,
                                           _MESSAGE_BYTES)
    if status == _INVALID:
        field, _, words = message.value.decode("utf-8", "replace").partition(": ")
        raise invalid(field, words)
    if status != _OK:
        raise AssayError(f"libassay_rl failed with status {status}")
    del keep
    return Result(_as_numpy(made) if out is None else out, _health(health))


def _c_recipe(recipe: Recipe) -> _Recipe:
    given = _Recipe(size=ctypes.sizeof(_Recipe))
    for each in fields(Recipe):
        value = getattr(recipe, each.name)
        for name, choices in (("loss", _LOSSES), ("average", _AVERAGES), ("normalise", _NORMALISES)):
            if each.name == name:
                if value not in choices:
                    raise invalid(name, f"must be one of {', '.join(choices)}, not {value!r}")
                value = choices.index(value)
        setattr(given, each.name, value)
    return given


def _length(given: Any, name: str) -> int:
    try:
        return len(given)
    except TypeError:
        raise invalid(name, "must be a flat array") from None


def _address(given: Any, kind: str, count: int, name: str, keep: List[Any], writable: bool = False) -> int:
    """Where its numbers are, for as long as `keep` lives."""
    try:
        view = memoryview(given)
    except TypeError:
        raise invalid(name, f"must be an array with a buffer (numpy, array.array), not {type(given).__name__}") from None
    fine = {"B": ("B", "?", "b"), "q": ("q", "l")}.get(kind, (kind,))
    if view.format not in fine or (kind == "q" and view.itemsize != 8):
        wanted = {"f": "float32", "d": "float64", "q": "int64", "B": "bool or uint8"}[kind]
        raise invalid(name, f"must be of {wanted}, not of the format '{view.format}'")
    if view.ndim != 1 or not view.c_contiguous:
        raise invalid(name, "must be flat, one number behind the other")
    if len(view) != count:
        raise invalid(name, f"has {len(view)} numbers, where {count} are due")
    if writable and view.readonly:
        raise invalid(name, "must be writable")
    if count == 0:
        return 0
    if view.readonly:
        view = memoryview(bytearray(view))
    flat = view.cast("B")
    held = (ctypes.c_char * flat.nbytes).from_buffer(flat)
    keep.extend((view, flat, held))
    return ctypes.addressof(held)


def _as_numpy(made: Any) -> Any:
    numpy = sys.modules.get("numpy")
    return made if numpy is None else numpy.frombuffer(made, dtype=numpy.float32)


def _health(given: _Health) -> Health:
    values: Dict[str, Any] = {each.name: getattr(given, each.name) for each in fields(Health)}
    values["truncation_alarm"] = _ALARMS[given.truncation_alarm]
    for name in ("entropy", "truncated"):
        values[name] = None if math.isnan(values[name]) else values[name]
    for name in ("log_ratio_by_logp", "tokens_by_logp"):
        values[name] = tuple(values[name])
    return Health(**values)


def _library() -> ctypes.CDLL:
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = _load()
        return _loaded


def _load() -> ctypes.CDLL:
    tried: List[str] = []
    for path in libraries("libassay_rl.so.1", "ASSAY_RL_LIBRARY"):
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            tried.append(str(error))
            continue
        library.assay_rl_abi_version.restype = ctypes.c_uint32
        version = library.assay_rl_abi_version()
        if version != _ABI_VERSION:
            tried.append(f"{path}: has interface version {version}, not {_ABI_VERSION}")
            continue
        for name in ("assay_rl_preset_name", "assay_rl_preset_source"):
            getattr(library, name).restype = ctypes.c_char_p
            getattr(library, name).argtypes = [ctypes.c_size_t]
        library.assay_rl_preset.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
        library.assay_rl_coefficients.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p,
                                                  ctypes.c_char_p, ctypes.c_size_t]
        return library
    raise LibraryMissing("libassay_rl can't be loaded; install the wheel for this platform, or set ASSAY_RL_LIBRARY to "
                         f"libassay_rl.so.1 ({'; '.join(tried)})")
