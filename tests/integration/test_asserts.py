"""Assert tests as people write them, over HTTP: whatever the tests do to the program, a right program passes and a
wrong one doesn't, in one process or in two."""

import pytest

VECTOR = """\
class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return V(self.x + o.x)
    def __mul__(self, k): return V(self.x * k)
    def __eq__(self, o): return self.x == (o.x if isinstance(o, V) else o)
    def __lt__(self, o): return self.x < o.x
    def __hash__(self): return hash(self.x)
    def __bool__(self): return self.x != 0
"""
FAILING = "class Mine(Exception): pass\ndef f(x):\n    raise Mine(x)\n"
SAME = "def f(x):\n    return x\n"
WRONG = "def f(x):\n    return None\n"

# The tests, a right program, a wrong one, and whether they need one process.
CASES = {
    "uuid4": ("import uuid\nu = str(uuid.uuid4())\nassert f(u) == u", SAME, WRONG, True),
    "time": ("import time\nt = time.time()\nassert f(t) == t", SAME, WRONG, True),
    "random.Random": ("import random\nr = random.Random()\nfor _ in range(9):\n    x = r.random()\n    assert f(x) == x",
                      SAME, WRONG, True),
    "random": ("import random\nfor _ in range(9):\n    x = random.random()\n    assert f(x) == x", SAME, WRONG, False),
    "redirect_stdout": ("import contextlib as c, io\no = io.StringIO()\nwith c.redirect_stdout(o):\n    f(7)\n"
                        "assert o.getvalue() == '7\\n'", "def f(x):\n    print(x)\n", WRONG, True),
    "asyncio": ("from asyncio import run\nassert run(f(1)) == 1", "async def f(x):\n    return x\n",
                "async def f(x):\n    return 2\n", True),
    "environ": ("import os\nos.environ['A_B'] = '1'\nassert f('A_B') == '1'", "import os\ndef f(x):\n    return os.environ[x]\n",
                WRONG, True),
    "a file": ("with open('x.txt', 'w') as out:\n    out.write('5')\nassert f('x.txt') == 5",
               "def f(x):\n    return int(open(x).read())\n", WRONG, True),
    "operators": ("assert V(1) + V(2) == V(3) and V(1) < V(2) and V(1) != V(2) and not V(0)", VECTOR,
                  VECTOR.replace("self.x + o.x", "self.x - o.x"), False),
    "sorted": ("assert [v.x for v in sorted([V(3), V(1), V(2)])] == [1, 2, 3]", VECTOR,
               VECTOR.replace("self.x < o.x", "self.x > o.x"), False),
    "values of the tests": ("assert (V(2) * 3).x == 6 and V(2) == 2 and len({V(2), V(2)}) == 1", VECTOR,
                            VECTOR.replace("self.x * k", "self.x + k"), True),
    "isinstance": ("assert isinstance(f(1), V)", VECTOR + "def f(x):\n    return V(x)\n", VECTOR + SAME, False),
    "except": ("try:\n    f(1)\n    raise AssertionError\nexcept Mine as error:\n    assert error.args == (1,)", FAILING,
               "class Mine(Exception): pass\ndef f(x):\n    raise ValueError(x)\n", True),
    "a derived class": ("class W(V):\n    pass\nassert W(4).x == 4", VECTOR, VECTOR.replace("= x", "= 3"), True),
    "a context": ("with timer(3) as t:\n    pass\nassert t == 3",
                  "from contextlib import contextmanager\n@contextmanager\ndef timer(x):\n    yield x\n",
                  "from contextlib import contextmanager\n@contextmanager\ndef timer(x):\n    yield 4\n", True),
    "a decorator": ("@memo\ndef h(x):\n    return x + 1\nassert h(1) == 2", "def memo(g):\n    return g\n",
                    "def memo(g):\n    return lambda x: 3\n", True),
    "a decorator with arguments": ("@twice(2)\ndef h(x):\n    return x + 1\nassert h(1) == 4",
                                   "def twice(k):\n    return lambda g: lambda x: k * g(x)\n",
                                   "def twice(k):\n    return lambda g: g\n", True),
    "emptiness": ("assert S([1, 2])\nassert not S([])",
                  "class S:\n    def __init__(self, a): self.a = a\n    def __len__(self): return len(self.a)\n",
                  "class S:\n    def __init__(self, a): self.a = a\n    def __len__(self): return self.a\n", False),
    "a drained stack": ("s = S([1, 2])\nn = 0\nwhile s:\n    n += s.pop()\nassert n == 3",
                        "class S(list):\n    pass\n", "class S(list):\n    def pop(self):\n        list.pop(self)\n        return 1\n",
                        False),
    "one instance": ("assert One() is One()", "class One:\n    it = None\n    def __new__(cls):\n"
                     "        cls.it = cls.it or object.__new__(cls)\n        return cls.it\n", "class One:\n    pass\n", False),
}


@pytest.mark.parametrize("name", CASES)
def test_right_passes_and_wrong_fails(server, name):
    tests, right, wrong, shared = CASES[name]
    for code, verdicts in ((right, {"AC"}), (wrong, {"WA", "RE"})):
        result = server.verify({"language": "python", "code": code, "problem": {"mode": "assert", "assert_code": tests}})
        assert result["verdict"] in verdicts, result
        assert not result["masked"], result
        if code == right:
            assert result["separation"] == ("none" if shared else "process"), result


# Finds what it is asked for, in the memory of its own process.
PEEK = """\
import sys, os, json, re
def asked():
    frame = sys._getframe()
    while frame:
        if 'request' in frame.f_locals:
            return frame.f_locals['request']['ops']
        frame = frame.f_back
    return []
"""
# Answers as if from the driver: an object first, spelt so that it isn't seen to be one, and once it has been asked for
# more, what it saw in that.
FORGER = PEEK + """\
told = [json.loads(op)[2][0] for op in asked() if op.startswith('["call"') and '$g' not in op]
for op in asked():
    known = '["v",%s]' % json.dumps(told[0]) if told else '["v",{ "$h":[%d,"X",""]}]' % (3 if '$g' in op else 7)
    os.write(3, (known + "\\n").encode())
os._exit(0)
"""
PADDED = PEEK + """\
known = any('"equal"' in op for op in asked())
for op in asked():
    line = '["v",null,[[0,0,{"$h":[7,"X",""]},[]]],[]]' if known else '["v",{"$h":[7,"X",""]}]'
    os.write(3, ((line if op.startswith('["call"') else '["v",false]') + "\\n").encode())
os._exit(0)
"""
TEXT_OBJECT = PEEK + """\
class S(str):
    def startswith(self, *arguments): return True
def f(x):
    told = re.findall(r'\\["(Hello[^"]*)"\\]', "".join(asked()))
    return S(told[0] if told else "?")
"""
SECOND_THOUGHT = PEEK + """\
def f(x):
    ops = asked()
    return not any(a == b for a, b in zip(ops, ops[1:]))
"""
NUMBER_OBJECT = PEEK + """\
class B(int):
    def __format__(self, how): return str(int(self))
def f(x): return B(not any('format' in op for op in asked()))
"""
COPIER = PEEK + """\
told = [json.loads(op)[2][0] for op in asked()]
def encode(x): return next((t for t in told if t != x), "")
decode = encode
"""
LEAKS = {
    "an argument of a later call": (COPIER, 'assert encode("hello") == "ifmmp"\nassert decode("ifmmp") == "hello"'),
    "a forged object": (FORGER, 'r = f("Bob")\nassert r.startswith("Hello, Bob")\nassert r == "Hello, Bob"'),
    "a forged change": (PADDED, "assert f(3) == None"),
    "a text that is an object": (TEXT_OBJECT, 'r = f("Bob")\nassert r.startswith("Hello, Bob")\nassert r == "Hello, Bob"'),
    "a message that asks again": (SECOND_THOUGHT, 'assert f(9) == False, f"got {f(9)}"'),
    "a number that is shown": (NUMBER_OBJECT, 'r = f(9)\nassert r == False, f"got {r}"'),
}


@pytest.mark.parametrize("name", LEAKS)
def test_an_answer_is_not_taken_back(server, name):
    code, tests = LEAKS[name]
    result = server.verify({"language": "python", "code": code, "problem": {"mode": "assert", "assert_code": tests}})
    assert result["verdict"] in ("WA", "RE") and result["cause"] == "candidate", result
    assert result["separation"] == "process", result
