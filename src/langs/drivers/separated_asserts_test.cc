#include "langs/drivers/asserts_harness.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(SeparatedAsserts, PassesAndFailsOnRealResults) {
  const Problem problem = Asserts("assert f(1) == 'secret1'\nassert f(2) == 'secret2'\n");
  EXPECT_THAT(Judge(problem, "def f(n): return 'sec' + 'ret%d' % n\n"), StartsWith(kAllPassed));
  EXPECT_THAT(Judge(problem, "def f(n): return 'sec' + 'ret1'\n"),
              HasSubstr(R"("kind":"assertion")"));
  EXPECT_THAT(Judge(problem, "def f(n): return [][n]\n"), HasSubstr(R"("type":"IndexError")"));
  EXPECT_THAT(Judge(problem, "def g(n): return n\n"), HasSubstr(R"("type":"NameError")"));
}

TEST(SeparatedAsserts, KeepsTypesOfValues) {
  const Problem problem = Asserts(
      "import collections, decimal, datetime\n"
      "assert f('(1, [2], {3}, {4: 5.0}, b\"x\", 1j, None)') == (1, [2], {3}, {4: 5.0}, b'x', 1j, "
      "None)\n"
      "assert f('(1,)') != [1] and f('frozenset([1])') == {1} and f('10 ** 400') == 10 ** 400\n"
      "assert f('collections.deque([1])') == collections.deque([1])\n"
      "assert f('collections.Counter(\"aab\")')['a'] == 2\n"
      "assert f('decimal.Decimal(\"1.5\")') == decimal.Decimal('1.5')\n"
      "assert f('datetime.date(2020, 1, 2)') == datetime.date(2020, 1, 2)\n"
      "assert f('float(\"nan\")') != f('float(\"nan\")')\n"
      "assert f('collections.namedtuple(\"P\", \"x y\")(1, 2)').y == 2\n");
  EXPECT_THAT(Judge(problem, "import collections, decimal, datetime\ndef f(s): return eval(s)\n"),
              StartsWith(kAllPassed));
}

TEST(SeparatedAsserts, FollowsMutationGeneratorsAndExceptions) {
  EXPECT_THAT(Judge(Asserts("a = [3, [1], 2]\nb = a[1]\nf(a)\nassert a == [2, [1, 9], 3]\n"
                            "assert b == [1, 9]\n"),
                    "def f(a):\n    a[0], a[2] = a[2], a[0]\n    a[1].append(9)\n"),
              StartsWith(kAllPassed));
  EXPECT_THAT(Judge(Asserts("assert list(f(3)) == [0, 1, 2]\nassert next(f(2)) == 0\n"),
                    "def f(n):\n    for i in range(n): yield i\n"),
              StartsWith(kAllPassed));
  EXPECT_THAT(Judge(Asserts("try:\n    f(0)\n    assert False\nexcept ArithmeticError as e:\n"
                            "    assert type(e).__name__ == 'Mine' and str(e) == 'why'\n"),
                    "class Mine(ZeroDivisionError): pass\ndef f(n): raise Mine('why')\n"),
              StartsWith(kAllPassed));
}

TEST(SeparatedAsserts, ResultsMayDecideWhatIsCalled) {
  EXPECT_THAT(Judge(Asserts("x = f(1)\nassert g(x) == 4\nassert g(x + 1) == 6\n"
                            "if f(5) == 6:\n    assert g(7) == 14\n"),
                    "def f(n): return n + 1\ndef g(n): return 2 * n\n"),
              StartsWith(kAllPassed));
}

TEST(SeparatedAsserts, ClassesOfTheCandidateWorkFromAfar) {
  const Problem problem = Asserts(
      "s = Stack()\ns.push(1)\ns.push(2)\nassert s.size() == 2 and s.pop() == 2\n"
      "s.top.below = Stack().top\nassert s.pop() == 1\n");
  EXPECT_THAT(Judge(problem,
                    "class Cell:\n    below = None\n"
                    "class Stack:\n    def __init__(self): self.a, self.top = [], Cell()\n"
                    "    def push(self, x): self.a.append(x)\n"
                    "    def pop(self): return self.a.pop()\n"
                    "    def size(self): return len(self.a)\n"),
              StartsWith(kAllPassed));
}

// What a test asks of an object's own operators is asked where the object is.
TEST(SeparatedAsserts, OperatorsAmongObjectsOfTheCandidateWorkFromAfar) {
  constexpr char kVector[] =
      "class V:\n"
      "    def __init__(self, x): self.x = x\n"
      "    def __add__(self, o): return V(self.x + o.x)\n"
      "    def __iadd__(self, o):\n        self.x += o.x\n        return self\n"
      "    def __neg__(self): return V(-self.x)\n"
      "    def __abs__(self): return abs(self.x)\n"
      "    def __eq__(self, o): return isinstance(o, V) and self.x == o.x\n"
      "    def __lt__(self, o): return self.x < o.x\n"
      "    def __bool__(self): return self.x != 0\n"
      "    def me(self): return self\n"
      "def make(x): return V(x)\n"
      "def only():\n    global one\n    one = globals().get('one') or V(7)\n    return one\n";
  for (const char* test : {
           "assert V(1) + V(2) == V(3)",
           "assert (V(1) + V(2)).x == 3",
           "assert (-V(1)).x == -1 and abs(V(-2)) == 2",
           "assert V(1) < V(2) and not V(2) < V(1)",
           "assert [v.x for v in sorted([V(3), V(1), V(2)])] == [1, 2, 3]",
           "assert max(V(1), V(4), V(2)).x == 4",
           "a = V(1)\nb = a\na += V(5)\nassert b.x == 6",
           "assert V(1) and not V(0)",
           "assert isinstance(make(1), V) and isinstance(V(1), (int, V)) and not isinstance(3, V)",
           "assert only() is only() and make(1) is not make(1)",
           "v = V(2)\nassert v.me() is v",
           "import copy\nv = V(2)\nw = copy.deepcopy(v)\nw.x = 3\nassert v.x == 2 and w.x == 3",
           "import copy\nv = copy.copy(make(2))\nassert v.x == 2 and make(copy.deepcopy(v.x)).x == "
           "2",
           "assert make(1) + make(2) == make(3) and sum([make(1), make(2)], make(0)).x == 3",
       }) {
    EXPECT_THAT(Judge(Asserts(test), kVector), StartsWith(kAllPassed)) << test;
  }
  for (const char* test : {"assert V(1) + V(2) == V(4)", "assert V(2) < V(1)", "assert V(0)",
                           "assert not V(1)", "assert not isinstance(make(1), V)",
                           "assert make(1) is only()", "assert make(1) + 2 == V(3)"}) {
    EXPECT_THAT(Judge(Asserts(test), kVector), HasSubstr(R"("status":"failed")")) << test;
  }
  const std::string sized =
      "    def __len__(self): return len(self.a)\n    def pop(self): return self.a.pop()\n";
  const std::string right = "class S:\n    def __init__(self, a): self.a = list(a)\n" + sized;
  const std::string empty = "class S:\n    def __init__(self, a): self.a = []\n" + sized;
  EXPECT_THAT(Judge(Asserts("assert S([1, 2])"), right), StartsWith(kAllPassed));
  EXPECT_THAT(Judge(Asserts("assert S([1, 2])"), empty), HasSubstr(R"("status":"failed")"));
  const Problem drained =
      Asserts("s = S([1, 2])\nn = 0\nwhile s:\n    n += s.pop()\nassert n == 3");
  EXPECT_THAT(Judge(drained, right), StartsWith(kAllPassed));
  EXPECT_THAT(Judge(drained, empty), HasSubstr(R"("status":"failed")"));
}

TEST(SeparatedAsserts, LyingObjectsAgreeWithNothing) {
  constexpr char kLiar[] =
      "class Any:\n"
      "    def __eq__(self, o): return True\n"
      "    def __ne__(self, o): return False\n"
      "    def __contains__(self, x): return True\n"
      "    def __iter__(self): return iter(())\n"
      "    __class__ = int\n"
      "class L(list):\n"
      "    def __eq__(self, o): return True\n"
      "def f(n): return Any()\ndef g(n): return L()\n";
  for (const char* test : {"assert f(1) == 3", "assert [f(1)] == [3]", "assert not f(1) != 3",
                           "assert 3 in f(1)", "assert isinstance(f(1), int)", "assert f(1) in [3]",
                           "assert g(1) == [3]", "assert abs(f(1) - 3) < 1"}) {
    EXPECT_THAT(Judge(Asserts(test), kLiar), HasSubstr(R"("status":"failed")")) << test;
  }
}

TEST(SeparatedAsserts, PatchedBuiltinsStayWhereTheyArePatched) {
  EXPECT_THAT(Judge(Asserts("assert len(f(1)) == 3\nassert abs(g(1)) == 3\n"),
                    "import builtins\nbuiltins.len = builtins.abs = lambda x: 3\n"
                    "def len(x): return 3\ndef f(n): return []\ndef g(n): return 0\n"),
              HasSubstr(R"("status":"failed")"));
}

// Only the problem decides whether a process is shared.
TEST(SeparatedAsserts, SaysWhenTestsNeedOneProcess) {
  for (const char* test : {"assert f(lambda x: x) == 1", "class N: pass\nassert f(N()) == 1",
                           "assert eval('f(1)') == 1", "from main import f\nassert f(1) == 1",
                           "assert f.__globals__ is not None"}) {
    EXPECT_THAT(Judge(Asserts(test), "def f(x): return 1\n"), StartsWith(R"({"status":"live")"))
        << test;
  }
}

TEST(SeparatedAsserts, AnotherNameOfASharedThingIsTheSameThing) {
  for (const char* test :
       {"import contextlib as c, io\nwith c.redirect_stdout(io.StringIO()) as o: f(1)\nassert o",
        "from contextlib import redirect_stderr as r\nassert f(1) == 1",
        "from asyncio import run\nassert run(f(1)) == 1",
        "import asyncio as a\nassert a.run(f(1)) == 1",
        "import unittest.mock as m\nwith m.patch('sys.stdin'): assert f(1) == 1",
        "from unittest import mock as m\nassert f(m.Mock()) == 1",
        "import os\nos.environ['A'] = '1'\nassert f(1) == 1",
        "with open('x', 'w') as o: o.write('1')\nassert f(1) == 1",
        "import pathlib\npathlib.Path('x').write_text('1')\nassert f(1) == 1",
        "import tempfile as t\nassert f(t.mkdtemp()) == 1",
        "import warnings\nwith warnings.catch_warnings(record=True): assert f(1) == 1"}) {
    EXPECT_THAT(Tests(Asserts(test), {}), StartsWith(R"({"status":"live")")) << test;
  }
  for (const char* test : {"import re\nassert f(re.compile('a').pattern) == 1",
                           "from re import compile as c\nassert f(c('a').pattern) == 1",
                           "import os\nassert f(os.path.join('a', 'b')) == 1",
                           "import math, itertools as i, collections\nassert f(math.pi) == 1"}) {
    EXPECT_THAT(Tests(Asserts(test), {}), StartsWith(R"({"status":"calls")")) << test;
  }
}

TEST(SeparatedAsserts, ObjectsComeOutOfIteratorsToo) {
  constexpr char kTeam[] =
      "from enum import Enum\n"
      "class Colour(Enum):\n    RED = 1\n    BLUE = 2\n"
      "class Player:\n    def __init__(self, name): self.name = name\n"
      "class Team:\n    def __init__(self, *names): self.players = [Player(n) for n in names]\n"
      "    def __iter__(self): return iter(self.players)\n"
      "    def __getitem__(self, at): return self.players[at]\n"
      "    def __delitem__(self, at): del self.players[at]\n"
      "    def __len__(self): return len(self.players)\n"
      "def made(*names):\n    for n in names: yield Player(n)\n"
      "class Count:\n    def __init__(self): self.n = 0\n    def __iter__(self): return self\n"
      "    def __next__(self):\n        self.n += 1\n        return self.n\n"
      "def fib():\n    a, b = 0, 1\n    while True:\n        yield a\n        a, b = b, a + b\n"
      "def grow(x): return x * x\n"
      "total = 0\ndef add(n):\n    global total\n    total += n\n";
  for (const char* test : {
           "assert [p.name for p in Team('a', 'b')] == ['a', 'b']",
           "assert [p.name for p in made('a', 'b')] == ['a', 'b']",
           "assert [c.name for c in Colour] == ['RED', 'BLUE'] and Colour.RED.value == 1",
           "t = Team('a', 'b', 'c')\nassert [p.name for p in t[1:]] == ['b', 'c']",
           "t = Team('a', 'b')\ndel t[0]\nassert len(t) == 1 and t[0].name == 'b'",
           "g = fib()\nassert [next(g) for _ in range(6)] == [0, 1, 1, 2, 3, 5]",
           "from itertools import islice\nassert list(islice(Count(), 3)) == [1, 2, 3]",
           "x, n = 2, 0\nwhile x < 1000:\n    x = grow(x)\n    n += 1\nassert n == 4",
           "add(1)\nassert total == 1\nadd(2)\nassert total == 3",
       }) {
    EXPECT_THAT(Judge(Asserts(test), kTeam), StartsWith(kAllPassed)) << test;
  }
}

TEST(SeparatedAsserts, ExceptionsAreOfAllTheirLibraryClasses) {
  constexpr char kRaisers[] =
      "import json, dataclasses, decimal\n"
      "def parse(s): return json.loads(s)\n"
      "def utf(b): return b.decode('utf-8')\n"
      "@dataclasses.dataclass(frozen=True)\nclass F:\n    x: int\n"
      "class Both(LookupError, ValueError):\n    def __init__(self, a, b): super().__init__(a)\n"
      "    def __str__(self): return 'own'\n"
      "def both(): raise Both(1, 2)\n";
  for (const char* test : {
           "import json\ntry:\n    parse('{')\n    assert False\nexcept json.JSONDecodeError: pass",
           "try:\n    utf(b'\\xff')\n    assert False\nexcept UnicodeDecodeError: pass",
           "import dataclasses\nf = F(1)\ntry:\n    f.x = 2\n    assert False\n"
           "except dataclasses.FrozenInstanceError: pass",
           "try:\n    both()\n    assert False\nexcept ValueError as e: assert str(e) == 'own'",
           "try:\n    both()\n    assert False\nexcept LookupError: pass",
       }) {
    EXPECT_THAT(Judge(Asserts(test), kRaisers), StartsWith(kAllPassed)) << test;
  }
  EXPECT_THAT(
      Judge(Asserts("import json\ntry:\n    parse('{')\nexcept json.JSONDecodeError: pass\n"),
            "def parse(s): raise ValueError('no')\n"),
      HasSubstr(R"("status":"failed")"));
  EXPECT_THAT(Judge(Asserts("import unittest\n"
                            "class T(unittest.TestCase):\n"
                            "    def test(self): self.assertEqual(f(1), 2)\n"
                            "assert T('test').run().wasSuccessful()\n"),
                    "import unittest\ndef f(x): raise unittest.SkipTest('no')\n"),
              HasSubstr(R"("status":"failed")"));
}

// A program's class may derive from a container: what the tests make of it has its methods.
TEST(SeparatedAsserts, ClassesThatDeriveFromContainersKeepTheirMethods) {
  constexpr char kProgram[] =
      "from collections import OrderedDict, namedtuple\nfrom typing import NamedTuple\n"
      "class Cache(OrderedDict):\n"
      "    def __init__(self, n):\n        super().__init__()\n        self.n = n\n"
      "    def put(self, k, v):\n        self[k] = v\n"
      "        while len(self) > self.n: self.popitem(last=False)\n"
      "        return self\n"
      "class Stack(list):\n    def push(self, x):\n        self.append(x)\n        return self\n"
      "class P(NamedTuple):\n    x: int\n    y: int\n    def norm(self): return self.x + self.y\n"
      "Q = namedtuple('Q', 'x y')\n"
      "def stack(): return Stack([1])\n";
  for (const char* test : {
           "c = Cache(2)\nc.put(1, 1)\nc.put(2, 2).put(3, 3)\nassert c[3] == 3 and len(c) == 2",
           "c = Cache(2)\nassert c == {} and isinstance(c, dict) and 1 not in c",
           "s = Stack([1])\nassert s.push(2) is s",
           "s = Stack([1])\nassert s.push(2).push(3).pop() == 3 and len(s) == 2 and s[-1] == 2",
           "assert stack() + [2] == [1, 2] and [2] + stack() == [2, 1]",
           "assert Stack([1]) == [1] and isinstance(Stack(), list) and not Stack()",
           "assert P(1, 2).norm() == 3 and P(1, y=2).y == 2",
           "x, y = P(1, 2)\nassert (x, y) == (1, 2) and P(1, 2) == (1, 2)",
           "assert Q(1, 2) == (1, 2)",
           "assert Q(1, 2).y == 2",
           "assert stack() == [1] and stack() + [2] == [1, 2]",
       }) {
    EXPECT_THAT(Judge(Asserts(test), kProgram), StartsWith(kAllPassed)) << test;
  }
  for (const char* test : {"s = Stack([1])\nassert s.push(2) == [1]", "assert Stack([1]) == [2]",
                           "assert P(1, 2) == (1, 3)"}) {
    EXPECT_THAT(Judge(Asserts(test), kProgram), HasSubstr(R"("status":"failed")")) << test;
  }
  EXPECT_THAT(
      Judge(Asserts("assert Solve(3) == [1]"),
            "class Solve(list):\n    def __init__(self, n): pass\n"
            "    def __eq__(self, o): return True\n    def __add__(self, o): return [1, 2]\n"),
      HasSubstr(R"("status":"failed")"));
}

// Where Python wants the class or the function itself, or an operator would have to be given what
// the tests expect.
TEST(SeparatedAsserts, ClassesThatAreNeededThemselvesNeedOneProcess) {
  for (const char* test :
       {"try:\n    f(1)\nexcept E: pass",
        "import pytest\nwith pytest.raises(E): f(1)",
        "import contextlib\nwith contextlib.suppress(E): f(1)",
        "class B(V): pass\nassert B().x == 1",
        "with A() as a: assert a == 1",
        "with timer() as t: pass\nassert t.seconds() >= 0",
        "assert type(f(1)) is V",
        "assert type(V(1)) == V",
        "assert V(1).__class__ is V",
        "assert V.__mro__[1] is object",
        "import dataclasses\nassert dataclasses.fields(V)[0].name == 'x'",
        "assert 'x' in dir(V(1))",
        "assert issubclass(V, Exception)",
        "assert f.__doc__",
        "v = V(1)\nassert v.x == 1 and v == 1",
        "v = V(1)\nassert v.x == 1 and (v * 2).x == 2",
        "v = V(1)\nassert v.x == 1 and (2 * v).x == 2",
        "t = Trie()\nt.insert('a')\nassert 'a' in t",
        "v = V(1)\nassert v.x == 1 and len({v, v}) == 1",
        "v = V.zero()\nassert V(0) < 3",
        "@memo\ndef h(x): return x\nassert h(1) == 1",
        "@retry(3)\ndef h(x): return x\nassert h(1) == 1",
        "assert f(2)(lambda x: x) == 1",
        "assert V(3) < 5",
        "assert V(1) + 2 == V(3)",
        "assert 5 in Interval(1, 10)",
        "assert len({P(1), P(1)}) == 1",
        "s = build([1])\nassert s.map(lambda x: x) == [1]",
        "root = Node(1)\nroot.children.append(Node(2))\nassert len(root.children) == 1",
        "c = Config()\nc.options['x'] = 5\nassert c.get('x') == 5",
        "import time\nassert f(1) == 1"}) {
    EXPECT_THAT(Tests(Asserts(test), {}), StartsWith(R"({"status":"live")")) << test;
  }
  // Of these nobody knows whether a function or a class bears the name.
  for (const char* test :
       {"assert Volume(3) == 27", "assert abs(volume(3) - 27.0) < 1e-6", "assert 3 in divisors(6)",
        "r = f(1)\nr.sort(key=lambda x: x)\nassert r", "r = f(1)\nr.append(2)\nassert r == [1, 2]",
        "try:\n    f(1)\nexcept ValueError: pass"}) {
    EXPECT_THAT(Tests(Asserts(test), {}), StartsWith(R"({"status":"calls")")) << test;
  }
  constexpr char kLiar[] =
      "class Any:\n"
      "    def __eq__(self, o): return True\n"
      "    def __lt__(self, o): return True\n"
      "    def __sub__(self, o): return 0\n"
      "    def __contains__(self, o): return True\n"
      "    def __iter__(self): return iter(())\n"
      "def volume(n): return Any()\ndef Volume(n): return Any()\n";
  for (const char* test : {"assert Volume(3) == 27", "assert abs(volume(3) - 27.0) < 1e-6",
                           "assert 3 in volume(6)", "assert volume(3) < 5"}) {
    EXPECT_THAT(Judge(Asserts(test), kLiar), HasSubstr(R"("status":"failed")")) << test;
  }
}

TEST(SeparatedAsserts, TestsThatFailOrPassAloneAreTold) {
  EXPECT_THAT(Judge(Asserts("assert f(1 == 1"), "def f(x): return 1\n"),
              StartsWith(R"({"status":"broken")"));
  EXPECT_THAT(Judge(Asserts("def check(c): pass\n", "f"), "def f(x): return 1\n"),
              StartsWith(R"({"status":"idle")"));
}

TEST(SeparatedAsserts, ForgedResultsAreMalformedOrWrong) {
  const Problem problem = Asserts("assert f(1) == 3\n");
  AssertProgress progress;
  progress.calls =
      std::string(boost::json::parse(Tests(problem, progress)).at("calls").as_string());
  progress.clean = true;
  for (const char* line :
       {"", "[]", "3", "[\"v\"]", "[\"v\",{\"$fn\":[\"os\",\"system\"]}]", "[\"v\",{\"$h\":\"x\"}]",
        "[\"v\",{\"$N\":[\"x\",[\"__eq__\"],[1]]}]", "[\"v\",{\"$d\":[[[],1]]}]",
        "[\"v\",{\"$i\":\"zz\"}]", "[\"v\",3,[[9,3]]]", "[\"x\",\"A\",\"\",[\"exec\"],[]]",
        "[\"v\",{\"$nd\":[\"S2000000000\",[1]]}]", "[\"v\",{\"a\":1}]",
        "[\"v\",{\"$ty\":\"exec\"}]"}) {
    progress.results = {line};
    EXPECT_THAT(Tests(problem, progress), StartsWith(R"({"status":"malformed")")) << line;
  }
  const std::string deep = "[\"v\"," + std::string(200000, '[') + std::string(200000, ']') + "]";
  progress.results = {deep};
  EXPECT_THAT(Tests(problem, progress), StartsWith(R"({"status":"malformed")"));
  progress.results = {};
  EXPECT_THAT(Tests(problem, progress), StartsWith(R"({"status":"missing")"));
}

// What the program raises doesn't end the tests' own iteration.
TEST(SeparatedAsserts, NoCallEndsAnIterationOfTheTests) {
  for (const char* kind : {"StopIteration", "StopAsyncIteration", "GeneratorExit", "Mine"}) {
    const std::string code =
        "class Mine(StopIteration): pass\ndef f(*a): raise " + std::string(kind) + "\n";
    for (const char* test :
         {"assert all(map(lambda x: f(x) == x, [1, 2]))",
          "assert all(a == b for a, b in zip(map(f, [1, 2]), [1, 2]))",
          "for y in filter(f, [1, 2]): assert y == 7", "assert next(map(f, [1]), True)",
          "assert sum(map(f, [1])) == 0", "assert list(map(f, [1, 2])) == []",
          "assert list(iter(f, 3)) == []"}) {
      EXPECT_THAT(Judge(Asserts(test), code), HasSubstr(R"("status":"failed")")) << kind << test;
    }
  }
}

TEST(SeparatedAsserts, WhoAsksForTheEndOfAnIterationGetsIt) {
  constexpr char kCode[] =
      "class It:\n    n = 0\n    def __iter__(self): return self\n"
      "    def __next__(self):\n        self.n += 1\n        if self.n > 2: raise StopIteration\n"
      "        return self.n\n"
      "def f(*a): raise StopIteration('done')\ndef it(): return It()\n"
      "def gen(): yield 1\n";
  for (const char* test :
       {"try:\n    f(1)\n    assert False\nexcept StopIteration as e:\n    assert str(e) == 'done'",
        "import contextlib\nwith contextlib.suppress(StopIteration):\n    f(1)\n    assert False",
        "assert list(it()) == [1, 2]", "x = it()\nassert next(x) == 1 and next(x) == 2",
        "g = gen()\nassert next(g) == 1 and next(g, 5) == 5",
        "import unittest\nunittest.TestCase().assertRaises(StopIteration, f, 1)"}) {
    EXPECT_THAT(Judge(Asserts(test), kCode), StartsWith(kAllPassed)) << test;
  }
}

// Each result decides whether there is a next call: a round for each.
TEST(SeparatedAsserts, AChainOfCallsIsFollowedToItsEnd) {
  const Problem problem = Asserts(
      "def check(c):\n    x = 0\n    for i in range(50):\n        x = c(x)\n"
      "        if x != i + 1:\n            assert False\n            return\n",
      "f");
  EXPECT_THAT(Judge(problem, "def f(x): return x + 1\n", 64), StartsWith(kAllPassed));
  EXPECT_THAT(Judge(problem, "def f(x): return x + (x != 20)\n", 64),
              HasSubstr(R"("kind":"assertion")"));
}

}  // namespace
}  // namespace assay
