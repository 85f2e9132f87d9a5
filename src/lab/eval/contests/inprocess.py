# What the in-process harnesses of LiveCodeBench and APPS share, rebuilt to run as a program in the
# box: the candidate is a function of a forked child, stdin, stdout and open() are mocked, a timer on
# the wall clock ends a test, and a child that dies has failed. It protects nobody from anything:
# that is the box's job. It is here because each of these decides verdicts. Time for which the host
# kept the child waiting is given back, so that a busy host gives the verdict of an idle one.
#
# The parent says a token, a word and the share of tests passed on stdout: "pass 1.000000". A harness
# that could not do its work says nothing. What the candidate prints leads nowhere.
import ast as _ast
import faulthandler as _faulthandler
import io as _io
import json as _json
import os as _os
import select as _select
import shutil as _shutil
import signal as _signal
import subprocess as _subprocess
import sys as _sys
import time as _time
import types as _types
from decimal import Decimal as _Decimal
from unittest.mock import mock_open as _mock_open
from unittest.mock import patch as _patch

try:
    # The originals import it first. A program that does so later finds gone what it needs to start.
    import numpy as _numpy
except ImportError:
    _numpy = None

_fork, _waitpid, _kill, _quit = _os.fork, _os.waitpid, _os.kill, _os._exit
_write, _read, _close, _dup, _dup2 = _os.write, _os.read, _os.close, _os.dup, _os.dup2

_OUT, _ERR = _dup(1), _dup(2)
_nowhere = _os.open("/dev/null", _os.O_RDWR)
_dup2(_nowhere, 1)
_dup2(_nowhere, 2)
_TASK = _json.loads(_sys.stdin.buffer.read())
_dup2(_nowhere, 0)


class TimeoutException(Exception):
    pass


def _starved():
    """Seconds in which this thread was ready and the host gave it no core."""
    try:
        with _io.open("/proc/thread-self/schedstat") as stream:
            return int(stream.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


class _Alarm:
    """Their timer. What it raises is theirs, too: a program may catch it and go on."""

    def __init__(self):
        self.seconds, self.start, self.starved = 0, 0.0, 0.0
        _signal.signal(_signal.SIGALRM, self.ring)

    def set(self, seconds):
        self.seconds, self.start, self.starved = seconds, _time.monotonic(), _starved()
        _signal.setitimer(_signal.ITIMER_REAL, seconds)

    def ring(self, number, frame):
        left = self.seconds - (_time.monotonic() - self.start) + (_starved() - self.starved)
        if left > 0.001:
            _signal.setitimer(_signal.ITIMER_REAL, left)
            return
        print("timeout occured: alarm went off")
        raise TimeoutException


class _Captured:
    def __enter__(self):
        self.before = _sys.stdout
        _sys.stdout = self.stream = _io.StringIO()
        self.stream.close = lambda *ignored: None
        return self

    def __exit__(self, *error):
        self.text = self.stream.getvalue()
        _sys.stdout = self.before


_GONE_FROM_OS = """kill system putenv remove removedirs rmdir fchdir setuid fork forkpty killpg rename
    renames truncate replace unlink fchmod fchown chmod chown chroot lchflags lchmod lchown getcwd
    chdir""".split()


def _disable(builtin_names):
    import builtins

    _faulthandler.disable()
    for name in builtin_names:
        setattr(builtins, name, None)
    _os.environ["OMP_NUM_THREADS"] = "1"
    for name in _GONE_FROM_OS:
        setattr(_os, name, None)
    _shutil.rmtree = _shutil.move = _shutil.chown = None
    _subprocess.Popen = None
    for name in ("ipdb", "joblib", "resource", "psutil", "tkinter"):
        _sys.modules[name] = None


def _call_with_input(method, text, stdin):
    """SystemExit is a good end here."""
    with _patch("builtins.open", _mock_open(read_data=text)), _patch("sys.stdin", stdin):
        try:
            return method()
        except SystemExit:
            return None


def _judge_in_child(judge, seconds):
    """What `judge` returns, from a child that has so many seconds; None: it said nothing."""
    get, put = _os.pipe()
    child = _fork()
    if child == 0:
        try:
            _close(get)
            _write(put, _json.dumps(judge()).encode())
        finally:
            _quit(0)
    _close(put)
    end, text = _time.monotonic() + seconds, b""
    while True:
        left = end - _time.monotonic()
        if left <= 0 or not _select.select([get], [], [], left)[0]:
            break
        piece = _read(get, 1 << 16)
        text += piece
        if not piece:
            break
    _kill(child, _signal.SIGKILL)
    _waitpid(child, 0)
    return _json.loads(text) if text else None


def _say(passed, total, details):
    share = passed / total if total else 0.0
    word = "pass" if total and passed == total else "fail"
    _write(_ERR, str(details)[:2000].encode("utf-8", "replace"))
    _write(_OUT, ("%s %s %.6f\n" % (_TASK["token"], word, share)).encode())
    _quit(0)
