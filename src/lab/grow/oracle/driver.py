# Calls functions of a program on many inputs, one after the other, and says what came of each. It runs in
# the sandbox as a whole program: the last line, which is added behind it, hands it the program's text.
#
# stdin: one JSON object.
#   {"mode": "collect", "setup", "test", "names": […]}      which calls the given tests make, and how they compare
#   {"mode": "call", "setup", "name", "form", "contract", "inputs": […], "seconds", "seed"}
# stdout: JSON lines. Values are in the wire form of data_value.h. What a program prints goes nowhere; what it
# does to its arguments is done to copies of ours.
import ast
import json
import os
import signal
import sys

MOST_NODES = 20000  # of a result
MOST_DIGITS = 2000
CALL = "__assay_call__"


class NotData(Exception):
    pass


class OutOfTime(BaseException):
    pass


def wire(x, left, depth=0):
    left[0] -= 1
    if left[0] < 0 or depth > 50:
        raise NotData("too large")
    kind = type(x)
    if x is None or kind is bool:
        return x
    if kind is int:
        if abs(x) >= 10 ** MOST_DIGITS:
            raise NotData("too large")
        return x
    if kind is float:
        if x != x or x in (float("inf"), float("-inf")):
            raise NotData("no finite number")
        return x
    if kind is str:
        left[0] -= len(x)
        if left[0] < 0:
            raise NotData("too large")
        x.encode("utf-8")
        return x
    if kind is list:
        return [wire(item, left, depth + 1) for item in x]
    if issubclass(kind, tuple) and kind.__eq__ is tuple.__eq__:
        return {"t": [wire(item, left, depth + 1) for item in tuple(x)]}
    if kind in (set, frozenset):
        items = [wire(item, left, depth + 1) for item in x]
        return {"s" if kind is set else "f": sorted(items, key=lambda item: json.dumps(item))}
    if issubclass(kind, dict) and kind.__eq__ in DICT_EQUALS:
        return {"d": [part for key, value in x.items()
                      for part in (wire(key, left, depth + 1), wire(value, left, depth + 1))]}
    raise NotData(kind.__name__)


def dict_equals():
    import collections
    return {dict.__eq__, collections.OrderedDict.__eq__, collections.Counter.__eq__}


DICT_EQUALS = dict_equals()


def unwire(x):
    if type(x) is list:
        return [unwire(item) for item in x]
    if type(x) is not dict:
        return x
    (mark, items), = x.items()
    values = [unwire(item) for item in items]
    if mark == "t":
        return tuple(values)
    if mark == "s":
        return set(values)
    if mark == "f":
        return frozenset(values)
    return dict(zip(values[::2], values[1::2]))


class Nowhere:
    encoding, errors, closed = "utf-8", "strict", False

    def write(self, text):
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False


def own_output():
    """A descriptor that only we know; the usual one leads nowhere."""
    ours = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = Nowhere()
    return ours


class Answers:
    def __init__(self, seconds):
        self.fd, self.pid = own_output(), os.getpid()
        self.seconds = seconds
        if seconds:
            signal.signal(signal.SIGPROF, self.out_of_time)

    def out_of_time(self, *_):
        raise OutOfTime()

    def write(self, *what):
        if os.getpid() != self.pid:
            os._exit(0)  # a child that the program made goes on with our work
        data = (json.dumps(what) + "\n").encode()
        while data:
            data = data[os.write(self.fd, data):]

    def end(self):
        if os.getpid() == self.pid:
            os._exit(0)  # threads and exit functions of the program don't matter
        os._exit(1)


def load(code, setup):
    scope = {"__name__": "candidate", "__builtins__": __builtins__}
    for line in PRELUDE:
        try:
            exec(line, scope)
        except ImportError:
            pass
    if setup.strip():
        exec(compile(setup, "<setup>", "exec"), scope)
    exec(compile(code, "<program>", "exec"), scope)
    return scope


PRELUDE = ("import math, re, sys, collections, itertools, functools, heapq, bisect, string",
           "from typing import *", "from collections import *")


# ---- calls

def call_all(code, request, answers):
    state, said = "failed", ""
    try:
        scope = load(code, request["setup"])
        function = scope[request["name"]]
        contract = None
        if request["contract"]:
            contract = contract_of(function, request["contract"], scope)
        form = compile(request["form"], "<form>", "eval")
        test_scope = dict(scope)
    except BaseException as error:
        answers.write(-1, "failed", type(error).__name__)
        return
    late = 0
    numbers = list(range(len(request["inputs"])))
    if request["seed"]:
        numbers.reverse()
    for number in numbers:
        if late >= 2:
            break
        state, said = one_call(function, contract, form, test_scope, request, number)
        late += state == "late"
        answers.write(number, state, said)


def contract_of(function, text, scope):
    import inspect
    parameters = inspect.signature(function).parameters.values()
    names = ", ".join(str(each.replace(annotation=each.empty)) for each in parameters)
    body = "def __assay_contract__(" + names + "):\n" + text + "\n    return None\n"
    exec(compile(body, "<contract>", "exec"), scope)
    return scope["__assay_contract__"]


def one_call(function, contract, form, scope, request, number):
    try:
        try:
            if request["seconds"]:
                signal.setitimer(signal.ITIMER_PROF, request["seconds"])
            if contract is not None:
                try:
                    contract(*unwire(request["inputs"][number]))
                except Exception:
                    return "outside", ""
            arguments = unwire(request["inputs"][number])
            result = function(*arguments)
            value = eval(form, scope, {CALL: result})
            return "value", wire(value, [MOST_NODES])
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except OutOfTime:
        return "late", ""
    except NotData as why:
        return "no data", str(why)
    except BaseException as error:
        return "crashed", type(error).__name__


# ---- given tests

class Recorder:
    """Stands for the function in the given tests, and keeps what it is called with."""

    def __init__(self, function):
        self.function, self.calls, self.depth = function, [], 0

    def __call__(self, *arguments, **named):
        if self.depth == 0:
            self.keep(arguments, named)
        self.depth += 1
        try:
            return self.function(*arguments, **named)
        finally:
            self.depth -= 1

    def keep(self, arguments, named):
        try:
            if named:
                import inspect
                bound = inspect.signature(self.function).bind(*arguments, **named)
                if bound.kwargs:
                    return
                arguments = bound.args
            self.calls.append([wire(each, [MOST_NODES]) for each in arguments])
        except Exception:
            pass


def called_name(tree, names):
    """Of the functions that the program has, the one that the asserts call most."""
    counts = {}
    for statement in ast.walk(tree):
        if isinstance(statement, ast.Assert):
            for node in ast.walk(statement.test):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                    counts[node.func.id] = counts.get(node.func.id, 0) + 1
    return max(counts, key=counts.get) if counts else ""


class PutCall(ast.NodeTransformer):
    def __init__(self, names):
        self.names, self.count = names, 0

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id in self.names:
            self.count += 1
            return ast.copy_location(ast.Name(CALL, ast.Load()), node)
        return self.generic_visit(node)


def number_of(node):
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return 0.0
    return float(value) if isinstance(value, (int, float)) else 0.0


def form_of(test, names, known):
    """What a test does to a result before it compares it, and how closely: text and tolerance; or nothing."""
    put = PutCall(names)
    test = put.visit(test)
    if put.count != 1:
        return None
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        left, right, tolerance = test.left, test.comparators[0], 0.0
        if isinstance(test.ops[0], (ast.Lt, ast.LtE)):
            # abs(f(x) - 1.5) < 1e-6
            if not (isinstance(left, ast.Call) and getattr(left.func, "id", "") in ("abs", "fabs") and left.args):
                return None
            tolerance, left = number_of(right), ast.Name(CALL, ast.Load())
        elif not isinstance(test.ops[0], (ast.Eq, ast.Is)):
            return None
        if CALL not in ast.dump(left):
            left, right = right, left
        if CALL not in ast.dump(left) or (CALL in ast.dump(right) and not tolerance):
            return None
        return checked(left, tolerance, known)
    if isinstance(test, ast.Call) and getattr(test.func, "attr", getattr(test.func, "id", "")) == "isclose":
        named = {each.arg: number_of(each.value) for each in test.keywords}
        return checked(ast.Name(CALL, ast.Load()), max(named.get("rel_tol", 1e-9), named.get("abs_tol", 0)), known)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    if isinstance(test, ast.Name):
        return "bool(" + CALL + ")", 0.0
    return None


def checked(left, tolerance, known):
    names = {node.id for node in ast.walk(left) if isinstance(node, ast.Name)}
    if not names <= known | {CALL}:
        return None
    return ast.unparse(ast.fix_missing_locations(left)), tolerance


def collect(code, request, answers):
    try:
        scope = load(code, request["setup"])
        tree = ast.parse(request["test"])
        functions = {name for name, value in scope.items() if callable(value)}
        wanted = request["names"] or [called_name(tree, own_names(code) & functions)]
        name = wanted[0]
        recorder = Recorder(scope[name])
    except BaseException as error:
        answers.write("failed", type(error).__name__)
        return
    test_scope = dict(scope)
    test_scope[name] = recorder
    try:
        exec(compile(request["test"], "<test>", "exec"), test_scope)
        if request["check"]:
            test_scope["check"](recorder)
    except BaseException:
        pass  # what was called until then is known
    known = set(vars(sys.modules["builtins"])) | {
        each for each, value in test_scope.items() if type(value) is type(sys)}
    called = {name, "candidate"} if request["check"] else {name}
    forms = []
    for statement in ast.walk(tree):
        if isinstance(statement, ast.Assert):
            form = form_of(statement.test, called, known)
            if form:
                forms.append(form)
    answers.write("calls", {"name": name, "calls": recorder.calls, "forms": forms})


def own_names(code):
    return {node.name for node in ast.parse(code).body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))} | {
        target.id for node in ast.parse(code).body if isinstance(node, ast.Assign)
        for target in node.targets if isinstance(target, ast.Name)}


def main(code):
    request = json.loads(sys.stdin.read())
    seed = request.get("seed", 0)
    if seed and os.environ.get("PYTHONHASHSEED") != str(seed):
        # Sets in another order: what depends on that is no answer.
        environment = dict(os.environ, PYTHONHASHSEED=str(seed))
        again = os.memfd_create("request")
        os.write(again, json.dumps(request).encode())
        os.lseek(again, 0, os.SEEK_SET)
        os.dup2(again, 0)
        os.execve(sys.executable, [sys.executable, __file__], environment)
    answers = Answers(request.get("seconds", 0))
    if request["mode"] == "collect":
        collect(code, request, answers)
    else:
        call_all(code, request, answers)
    answers.end()


