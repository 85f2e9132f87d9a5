# BigCodeBench's evaluation of one program: its search for the program, the prompt's imports and an
# empty function before it, then the row's unittest class in one module with it, in a child.
#
# Official: streams are swallowed, functions that start or end processes are wrapped as theirs are,
# 30 GiB of address space, a stack of 10 MiB, exit and quit gone; a class without a test passes.
# Else: nothing is wrapped, and a test has to have run to its end. In both the tests share a process
# with the program, for what it calls is mocked there.
import tempfile as _tempfile
import types as _types
import unittest as _unittest

_OFFICIAL = _TASK["official"]
_SECONDS = _TASK["seconds"]
_ADDRESS_SPACE, _STACK = 30 << 30, 10 << 20
_MODULE = "__test__"


def _program_of(answer, entry_point):
    """Theirs: EvalPlus' search without its rule about returns. Nothing found: what parses. Of the end,
    lines outside of any block that name the entry point are cut, from the first of them."""
    found = _sanitize(answer.strip(), entry_point, functions_return=False)
    lines = found.splitlines()
    cut = None
    for number in range(len(lines) - 1, -1, -1):
        if lines[number].startswith(" "):
            break
        if entry_point in lines[number]:
            cut = number
    if cut is not None:
        found = "\n".join(lines[:cut])
    return found.strip() or _longest_part(answer)


def _wrap_processes():
    """What stands in the place of functions that start or end processes; what is printed is swallowed."""
    kill, killpg, system, popen = _os.kill, _os.killpg, _os.system, _os.popen
    call, check_output = _subprocess.call, _subprocess.check_output
    run, real_popen = _subprocess.run, _subprocess.Popen
    own, group, started = _os.getpid(), _os.getpgrp(), []

    def wrapped_kill(pid, number):
        try:
            _os.getpgid(pid)
        except ProcessLookupError:
            return
        if pid == own or pid in started:
            kill(pid, number)

    def wrapped_killpg(pgid, number):
        if pgid == group or pgid in {_os.getpgid(pid) for pid in started}:
            killpg(pgid, number)

    def wrapped_system(command):
        return 0 if "kill" in command else system(command)

    def wrapped_popen(command):
        return popen("echo Intercepted" if "kill" in command else command)

    def wrapped_call(command, *args, **kwargs):
        return 0 if "kill" in command or "killall" in command else call(command, *args, **kwargs)

    def wrapped_check_output(command, *args, **kwargs):
        return b"" if "ps" in command else check_output(command, *args, **kwargs)

    def wrapped_run(*args, **kwargs):
        if "kill" in args[0] or "killall" in args[0]:
            return _subprocess.CompletedProcess(args, 0, b"", b"")
        return run(*args, **kwargs)

    class WrappedPopen(real_popen):
        def __init__(self, *args, **kwargs):
            kwargs["preexec_fn"] = _os.setsid
            super().__init__(*args, **kwargs)
            started.append(self.pid)

        def communicate(self, *args, **kwargs):
            try:
                return super().communicate(*args, **kwargs)
            except _subprocess.TimeoutExpired:
                return None, None

        def kill(self):
            wrapped_kill(self.pid, _signal.SIGTERM)

        def terminate(self):
            wrapped_kill(self.pid, _signal.SIGTERM)

    def piped(function):
        def wrapper(*args, **kwargs):
            if kwargs.get("capture_output"):
                kwargs.pop("stdout", None)
                kwargs.pop("stderr", None)
            else:
                kwargs.setdefault("stdout", _subprocess.PIPE)
                kwargs.setdefault("stderr", _subprocess.PIPE)
            return function(*args, **kwargs)

        return wrapper

    def nothing(*args, **kwargs):
        return None

    _os.kill, _os.killpg, _os.system, _os.popen = (wrapped_kill, wrapped_killpg, wrapped_system,
                                                   wrapped_popen)
    _os.execv = _os.execvp = _os.execvpe = nothing
    _subprocess.call, _subprocess.check_output = wrapped_call, wrapped_check_output
    _subprocess.Popen, _subprocess.run = piped(WrappedPopen), piped(wrapped_run)


def _limit(kind, size):
    hard = _resource.getrlimit(kind)[1]
    size = size if hard == _resource.RLIM_INFINITY else min(size, hard)
    _resource.setrlimit(kind, (size, size))


def _set_up():
    _os.environ["TZ"] = "UTC"
    _time.tzset()
    _os.environ["OMP_NUM_THREADS"] = "1"
    _os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    _os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
    _os.chdir(_tempfile.mkdtemp())
    if not _OFFICIAL:
        return
    _wrap_processes()
    _limit(_resource.RLIMIT_AS, _ADDRESS_SPACE)
    _limit(_resource.RLIMIT_DATA, _ADDRESS_SPACE)
    _limit(_resource.RLIMIT_STACK, _STACK)
    _faulthandler.disable()
    _builtins.exit = _builtins.quit = None
    try:
        import matplotlib.pyplot as plt
        plt.close("all")
    except ImportError:
        pass


def _run_suite(text):
    module = _types.ModuleType(_MODULE)
    module.__dict__.update({"__builtins__": _builtins, "__file__": _MODULE + ".py",
                            "__package__": None, "__doc__": None, "sys": _sys, "os": _os,
                            "environ": _os.environ})
    exec(compile(text, _MODULE + ".py", "exec"), module.__dict__)
    _sys.modules[_MODULE] = module
    suite = _unittest.TestLoader().loadTestsFromTestCase(module.TestCases)
    result = _unittest.TestResult()
    with _time_limit(_SECONDS):
        suite.run(result)
    return result


def _faults(result):
    faults = [test.id().split(".")[-1] + ": " + trace.strip().split("\n")[-1]
              for test, trace in result.failures + result.errors]
    if _OFFICIAL:
        return faults
    faults += [test.id().split(".")[-1] + ": unexpected success"
               for test in result.unexpectedSuccesses]
    if result.testsRun <= len(result.skipped):
        faults.append("no test was run")
    return faults


def _test(text, report):
    try:
        _set_up()
        if _OFFICIAL:
            with _silence():
                result = _run_suite(text)
        else:
            result = _run_suite(text)
        faults = _faults(result)
    except BaseException as error:
        try:
            faults = [type(error).__name__ + ": " + str(error)]
        except BaseException:
            faults = ["?"]
    word = {"word": "fail" if faults else "pass", "details": "; ".join(faults)[:2000]}
    _write(report, (_json.dumps(word) + "\n").encode("utf-8", "replace"))


def _evaluate():
    program = _TASK["program"]
    if _TASK["extract"]:
        program = _program_of(program, _TASK["entry_point"])
    # Theirs: imports and signature of the prompt, so that an answer need not repeat them.
    text = _TASK["code_prompt"] + "\n    pass\n" + program + "\n" + _TASK["test"]
    heard = _in_child(lambda report: _test(text, report), _SECONDS + 2)
    try:
        said = _json.loads(heard)
        _say("pass" if said["word"] == "pass" else "fail", str(said["details"]))
    except (ValueError, KeyError, TypeError):
        _say("fail", "it left, was ended or took too long before its tests were over")


_evaluate()
