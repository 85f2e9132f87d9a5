# LiveCodeBench's judging of one program (lcb_runner/evaluation/testing_util.py at 28fef95), rebuilt
# over inprocess.py. Stops at the first failure; _TASK: code, inputs, outputs, fn_name, seconds.
_STARRED = """string re datetime collections heapq bisect copy math random statistics itertools
    functools operator io sys json builtins typing""".split()
_PLAIN = """string re datetime collections heapq bisect copy math random statistics itertools
    functools operator io sys json""".split()
_IMPORTS = "".join("from %s import *\n" % name for name in _STARRED)
_IMPORTS += "".join("import %s\n" % name for name in _PLAIN)
_IMPORTS += "sys.setrecursionlimit(50000)\n"


class _MockBuffer:
    """Its second readline gives the first line again, and it can't be iterated over."""

    def __init__(self, text):
        self.bytes = text.encode("utf-8")

    def read(self, *ignored):
        return self.bytes

    def readline(self, *ignored):
        return self.bytes.split(b"\n")[0] + b"\n"


class _MockStdin:
    """read() gives everything each time; it can't be iterated over."""

    def __init__(self, text):
        self.text, self.stream = text, _io.StringIO(text)
        self.buffer = _MockBuffer(text)

    def read(self, *ignored):
        return self.text

    def readline(self, *arguments):
        return self.stream.readline(*arguments)

    def readlines(self, *ignored):
        return self.text.split("\n")

    def __getattr__(self, name):
        return getattr(self.stream, name)


def _without_main_guard(code):
    try:
        body = _ast.parse(code).body
        last = body[-1]
        if isinstance(last, _ast.If):
            if _ast.unparse(last.test).strip() == "__name__ == '__main__'":
                return _ast.unparse(body[:-1]) + "\n" + _ast.unparse(last.body)
    except BaseException:
        pass
    return code


def _as_function(code):
    """The whole program as the body of a function: what it calls global no longer is."""
    try:
        body = _ast.parse(code).body
        is_import = [isinstance(part, (_ast.Import, _ast.ImportFrom)) for part in body]
        imports = [part for part, known in zip(body, is_import) if known]
        others = [part for part, known in zip(body, is_import) if not known]
        none = _ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        wrapped = _ast.FunctionDef(
            name="wrapped_function", args=none, body=others, decorator_list=[], lineno=-1)
        return _IMPORTS + "\n" + _ast.unparse(imports) + "\n" + _ast.unparse(wrapped)
    except Exception:
        return code


def _load(code, alarm):
    alarm.set(_TASK["seconds"])
    try:
        module = _types.ModuleType("tmp_sol", "")
        exec(code, module.__dict__)
        # LeetCode's class, told by its words anywhere in the text.
        return module.Solution() if "class Solution" in code else module
    finally:
        alarm.set(0)


def _is_timeout(error):
    return "timeoutexception" in repr(error).lower()


def _calls(alarm):
    method = getattr(_load(_IMPORTS + "\n\n" + _TASK["code"], alarm), _TASK["fn_name"])
    inputs = [[_json.loads(line) for line in text.split("\n")] for text in _TASK["inputs"]]
    outputs = [_json.loads(text) for text in _TASK["outputs"]]
    passed = 0
    for arguments, expected in zip(inputs, outputs):
        alarm.set(_TASK["seconds"])
        try:
            result = method(*arguments)
            alarm.set(0)
            if isinstance(result, tuple):
                result = list(result)
            if not result == expected:
                return passed, "wrong answer"
        except Exception as error:
            alarm.set(0)
            return passed, "time limit" if _is_timeout(error) else repr(error)
        finally:
            alarm.set(0)
        passed += 1
    return passed, ""


def _decimals(line):
    try:
        return [_Decimal(word) for word in line.split()]
    except BaseException:
        return None


def _same_line(got, wanted):
    if got == wanted:
        return True
    got, wanted = _decimals(got), _decimals(wanted)
    return got is not None and wanted is not None and got == wanted


def _lines(text):
    return [line.strip() for line in text.strip().split("\n")]


def _stdio(alarm):
    code = _as_function(_without_main_guard(_TASK["code"]))
    method = getattr(_load(code, alarm), "wrapped_function")
    passed = 0
    for text, expected in zip(_TASK["inputs"], _TASK["outputs"]):
        alarm.set(_TASK["seconds"])
        with _Captured() as captured:
            try:
                _call_with_input(method, text, _MockStdin(text))
                alarm.set(0)
            except Exception as error:
                alarm.set(0)
                return passed, "time limit" if _is_timeout(error) else repr(error)
            finally:
                alarm.set(0)
        got, wanted = _lines(captured.text), _lines(expected)
        if len(got) != len(wanted) or not all(map(_same_line, got, wanted)):
            return passed, "wrong answer"
        passed += 1
    return passed, ""


def _judge():
    alarm = _Alarm()
    _disable(["quit", "help"])
    _sys.set_int_max_str_digits(50000)
    alarm.set(_TASK["seconds"])
    try:
        return _calls(alarm) if _TASK["fn_name"] else _stdio(alarm)
    except Exception as error:
        return 0, repr(error)
    finally:
        alarm.set(0)


def _main():
    total = len(_TASK["inputs"])
    result = _judge_in_child(_judge, (_TASK["seconds"] + 1) * total + 5)
    passed, details = result if result else (0, "the child ended without a word")
    _say(passed, total, details)


_main()
