# The in-process harness that HumanEval, EvalPlus, CRUXEval and MBPP's users share, rebuilt: what a
# candidate finds disabled there is disabled here, streams are swallowed, time is a timer. It
# protects nobody from anything: that is the box's job. It is here because what is missing, or
# raises, decides verdicts. Pieces are put together by lab/eval/official/harness.cc.
import builtins as _builtins
import contextlib as _contextlib
import faulthandler as _faulthandler
import io as _io
import json as _json
import os as _os
import resource as _resource
import select as _select
import shutil as _shutil
import signal as _signal
import subprocess as _subprocess
import sys as _sys
import time as _time

_fork, _waitpid, _kill, _quit, _write = _os.fork, _os.waitpid, _os.kill, _os._exit, _os.write
_close, _pipe, _read, _dup, _dup2, _open_fd = (_os.close, _os.pipe, _os.read, _os.dup, _os.dup2,
                                               _os.open)

# What the program prints never mixes with what we say: descriptors 1 and 2 lead nowhere from here on.
_OUT, _ERR = _dup(1), _dup(2)
_nowhere = _open_fd("/dev/null", _os.O_RDWR)
_dup2(_nowhere, 1)
_dup2(_nowhere, 2)

_TASK = _json.loads(_sys.stdin.buffer.read())
_dup2(_nowhere, 0)


def _say(word, details="", parts=None):
    """Ends the process: the token and a word on stdout decide. On stderr stand details for people,
    and the words of the parts that were judged one by one."""
    notes = _json.dumps({"details": details, "parts": parts or {}})
    _write(_ERR, notes.encode("utf-8", "replace"))
    _write(_OUT, (_TASK["token"] + " " + word + "\n").encode())
    _quit(0)


class _TimeIsUp(Exception):
    pass


class _NoInput(_io.StringIO):
    """Takes what is printed and raises when it is read."""

    def read(self, *args, **kwargs):
        raise OSError

    def readline(self, *args, **kwargs):
        raise OSError

    def readlines(self, *args, **kwargs):
        raise OSError

    def readable(self, *args, **kwargs):
        return False


@_contextlib.contextmanager
def _silence():
    before = _sys.stdin, _sys.stdout, _sys.stderr
    _sys.stdin = _sys.stdout = _sys.stderr = _NoInput()
    try:
        yield
    finally:
        _sys.stdin, _sys.stdout, _sys.stderr = before


def _starved(task="thread-self"):
    """Seconds in which this thread, or another process's first, was ready and had no core."""
    try:
        with _io.open("/proc/" + task + "/schedstat") as stream:
            return int(stream.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


@_contextlib.contextmanager
def _time_limit(seconds):
    """Their timer, which runs on the wall clock; time in which the host was too busy for us is given
    back, so that a loaded host gives the verdict of an idle one."""
    start, starved = _time.monotonic(), _starved()

    def ring(number, frame):
        left = seconds - (_time.monotonic() - start) + (_starved() - starved)
        if left > 0.001:
            _signal.setitimer(_signal.ITIMER_REAL, left)
            return
        raise _TimeIsUp("time is up")

    _signal.signal(_signal.SIGALRM, ring)
    _signal.setitimer(_signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        _signal.setitimer(_signal.ITIMER_REAL, 0)


def _in_child(work, patience):
    """The line that `work(descriptor)` writes in a process of its own, which has so many seconds; what
    is there of it when the process says no more, or they are over."""
    reader, writer = _pipe()
    child = _fork()
    if child == 0:
        _close(reader)
        try:
            work(writer)
        finally:
            _quit(0)
    _close(writer)
    heard, deadline = b"", _time.monotonic() + patience
    while not heard.endswith(b"\n"):
        left = deadline - _time.monotonic() + _starved(str(child))
        if left <= 0:
            break
        if not _select.select([reader], [], [], left)[0]:
            continue
        piece = _read(reader, 1 << 16)
        if not piece:
            break
        heard += piece
    _close(reader)
    try:
        _kill(child, _signal.SIGKILL)
    except OSError:
        pass
    _waitpid(child, 0)
    return heard.decode("utf-8", "replace").strip()


_GONE_FROM_OS = """kill system putenv remove removedirs rmdir fchdir setuid fork forkpty killpg rename
    renames truncate replace unlink fchmod fchown chmod chown chroot lchflags lchmod lchown getcwd
    chdir""".split()


def _disable(memory_bytes, without_open):
    if memory_bytes:
        for kind in (_resource.RLIMIT_AS, _resource.RLIMIT_DATA):
            _resource.setrlimit(kind, (memory_bytes, memory_bytes))
    _faulthandler.disable()
    _builtins.exit = _builtins.quit = _builtins.help = None
    _os.environ["OMP_NUM_THREADS"] = "1"
    for name in _GONE_FROM_OS:
        setattr(_os, name, None)
    if without_open:
        _builtins.open = None
    _shutil.rmtree = _shutil.move = _shutil.chown = None
    _subprocess.Popen = None
    for name in ("ipdb", "joblib", "resource", "psutil", "tkinter"):
        _sys.modules[name] = None
