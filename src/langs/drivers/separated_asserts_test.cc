#include <gmock/gmock.h>

#include <boost/json.hpp>

#include "langs/drivers/driver_harness.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Problem Asserts(std::string_view test, std::string_view function = "") {
  Problem problem;
  problem.mode = ProblemMode::kAssert;
  problem.assert_code = std::string(test);
  problem.function_name = std::string(function);
  return problem;
}

DriverRun RunProgram(ProgramKind kind, const Problem& problem, std::string_view code,
                     std::string_view input) {
  const auto program = Table().MakeProgram("python", kind, code, problem, {});
  EXPECT_TRUE(program.ok());
  if (!program.ok()) return {};
  DriverHarness harness;
  harness.Build(*program);
  return harness.Run(input);
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    lines.push_back(text.substr(0, end));
  }
  return lines;
}

std::string Tests(const Problem& problem, const AssertProgress& progress) {
  const DriverRun run = RunProgram(ProgramKind::kAssertTests, problem, "",
                                   Table().AssertTestsInput(problem, progress)->view());
  return run.reply + run.err;
}

// Status and message of the whole, as the engine would drive it.
std::string Judge(const Problem& problem, std::string_view code, int most_rounds = 8) {
  AssertProgress progress;
  std::string results;
  for (int round = 0; round < most_rounds; ++round) {
    const std::string reply = Tests(problem, progress);
    boost::system::error_code error;
    const auto parsed = boost::json::parse(reply, error);
    if (error || parsed.at("status") != "calls") return reply;
    progress.calls = std::string(parsed.at("calls").as_string());
    const DriverRun run = RunProgram(ProgramKind::kAssertCalls, problem, code, progress.calls);
    EXPECT_THAT(progress.calls, Not(HasSubstr("secret"))) << "an expectation reached the candidate";
    results = run.reply;
    progress.results = Lines(results);
    progress.clean = run.exit_code == 0;
  }
  return "too many rounds";
}

constexpr char kAllPassed[] = R"({"status":"passed")";

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
           "s = Stack([1])\nassert s.push(2) is s and s == [1, 2] and [1, 2] == s and s != [1]",
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
        "assert V(1).__class__.__name__ == 'V'",
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

TEST(SeparatedAsserts, NothingIsNotWhatTheTestsExpect) {
  constexpr char kEmpty[] =
      "import numpy as np\ndef f(*a): return []\ndef g(*a): return np.array([])\n"
      "def h(*a): return iter(())\ndef d(*a): return {}\ndef s(*a): return set()\ndef short(*a): "
      "return [1]\n";
  const std::string numpy = "import numpy as np\n";
  for (const char* test :
       {"assert np.allclose(g(1), 5.0)",
        "assert np.allclose(f(1), 5.0)",
        "def same(a, b): np.testing.assert_allclose(a, b, rtol=1e-7)\nsame(f(1), 2.0)",
        "assert np.allclose(g(1), [5.0])",
        "assert (g(1) == 5).all()",
        "assert not (g(1) != 5).any()",
        "assert np.all(g(1) == np.array([3]))",
        "assert np.abs(g(1) - 5.0).sum() < 1e-9",
        "assert np.linalg.norm(g(1) - np.array([3])) < 1e-6",
        "np.testing.assert_allclose(g(1), 2.0)",
        "assert g(1).all()",
        "assert (g(1) > 0).all()",
        "assert all(x > 0 for x in f(1))",
        "for x in f(1): assert x == 3",
        "assert all(x > 0 for x in sorted(f(1)))",
        "assert all(a == b for a, b in zip(f(1), [1, 2]))",
        "for a, b in zip([1, 2], short(1)): assert a == b",
        "for a, b in zip(sorted(short(1)), [1, 2]): assert a == b",
        "for a, b in zip(h(1), [1, 2]): assert a == b",
        "for a in h(1): assert a == 1",
        "for k, v in d(1).items(): assert v == 1",
        "assert all(x > 0 for x in s(1))"}) {
    EXPECT_THAT(Judge(Asserts(numpy + test), kEmpty), HasSubstr(R"("kind":"assertion")")) << test;
  }
}

// Whatever of which numpy makes an array of no items, however the tests have numpy look at it.
TEST(SeparatedAsserts, NumpySpreadsNothingOverNoItems) {
  const std::string object = "class A:\n    def __len__(self): return 0\n";
  const std::string item = "    def __getitem__(self, i): raise IndexError\n";
  for (const std::string& code :
       {std::string("def f(*a): return []\n"), std::string("def f(*a): return [[]]\n"),
        std::string("import collections\ndef f(*a): return collections.deque()\n"),
        std::string("import numpy as np\ndef f(*a): return [np.array([])]\n"),
        object + item + "def f(*a): return A()\n", object + item + "def f(*a): return [A()]\n",
        "import numpy as np\n" + object +
            "    def __array__(self, *a, **k): return np.array([])\ndef f(*a): return A()\n",
        object + "    __array_interface__ = {'shape': (0,), 'typestr': '<f8', 'version': 3}\n"
                 "def f(*a): return A()\n"}) {
    for (const char* test : {"assert np.allclose(f(1), 5.0)", "assert (np.array(f(1)) == 5).all()",
                             "assert all(x == 1 for x in np.asarray(f(1)).ravel().tolist())"}) {
      EXPECT_THAT(Judge(Asserts("import numpy as np\n" + std::string(test)), code),
                  HasSubstr(R"("status":"failed")"))
          << test << " of " << code;
    }
  }
  for (const char* test :
       {"from numpy.testing import assert_allclose\nassert_allclose(f(1), desired=5.0)",
        "import numpy.testing as t\nt.assert_array_equal(np.asarray(f(1)), 5)",
        "assert np.allclose([f(1)], 5.0)", "assert np.max(np.array(f(1)) - 5, initial=0) < 1",
        "assert all(x == 1 for x in np.array(f(1))[0:])"}) {
    EXPECT_THAT(
        Judge(Asserts("import numpy as np\n" + std::string(test)), "def f(*a): return []\n"),
        HasSubstr(R"("status":"failed")"))
        << test;
  }
}

// Tests that take long are not run again; what takes long because of the program is no such thing.
TEST(SeparatedAsserts, MuchToReadHidesNoEmptyResult) {
  constexpr char kMuch[] =
      "import collections\nP = collections.namedtuple('P', 'a b c d e f g h i j')\n"
      "def f(a):\n    a[:] = [P(*range(10))] * 150000\n    return []\n";
  EXPECT_THAT(Judge(Asserts("for x in f([1]): assert x == 5"), kMuch),
              HasSubstr(R"("kind":"assertion")"));
}

TEST(SeparatedAsserts, NumpyTakesTheItemsOfAnObject) {
  constexpr char kHonest[] =
      "import numpy as np\nclass V:\n    def __init__(self, *a): self.a = a\n"
      "    def __len__(self): return len(self.a)\n    def __getitem__(self, i): return self.a[i]\n"
      "class W:\n    def __init__(self, *a): self.a = a\n"
      "    def __array__(self, dtype=None): return np.array(self.a, dtype)\n"
      "def f(n): return V(n, 2 * n)\ndef g(n): return W(n, 2 * n)\n"
      "def h(n): return [[i] for i in range(n)]\ndef s(n): return [[]]\n"
      "def r(n): return range(n)\ndef e(n): return np.zeros((n, 2))\n";
  for (const char* test :
       {"assert np.allclose(f(1), [1, 2])", "assert np.allclose(np.array(g(2)), [2, 4])",
        "np.testing.assert_allclose([f(1), g(2)], [[1, 2], [2, 4]])",
        "assert np.asarray(f(3)).sum() == 9", "assert np.allclose(h(2), [[0], [1]])",
        "assert e(0).shape == (0, 2)", "assert np.array_equal(e(0), np.zeros((0, 2)))",
        "assert s(1) == [[]]", "assert np.array(s(1)).size == 0 and s(1) == [[]]",
        "assert r(0) == range(0) and list(r(2)) == [0, 1]",
        "for n in range(3):\n    for x in r(n): assert x < n"}) {
    EXPECT_THAT(Judge(Asserts("import numpy as np\n" + std::string(test)), kHonest),
                StartsWith(kAllPassed))
        << test;
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

TEST(SeparatedAsserts, NothingIsRightWhereItIsLookedAt) {
  constexpr char kHonest[] =
      "import numpy as np\ndef primes(n): return [p for p in (2, 3, 5, 7) if p <= n]\n"
      "def scaled(a): return 2 * np.asarray(a)\ndef none(n): return np.array([])\n"
      "def keep(xs): return [x for x in xs if x > 2]\ndef count(): return iter(range(3))\n";
  const std::string numpy = "import numpy as np\n";
  for (const char* test : {"assert primes(1) == []",
                           "assert len(primes(1)) == 0",
                           "assert not primes(1)",
                           "assert all(p > 1 for p in primes(1)) and primes(3) == [2, 3]",
                           "for n in range(8):\n    assert all(p <= n for p in primes(n))",
                           "for a in ([], [1.0]):\n    assert (scaled(a) == 2).all()",
                           "assert np.allclose(none(1), np.array([]))",
                           "assert none(1).size == 0",
                           "assert (none(1) >= 0).all() and none(1).shape == (0,)",
                           "assert none(1).tolist() == []",
                           "assert np.array_equal(none(1), [])",
                           "xs = [1, 3]\nfor a, b in zip(xs, keep(xs)): assert b > a",
                           "for a, b in zip(primes(7), primes(7)[1:]): assert a < b",
                           "for a, b in zip(primes(3), range(10)): assert b < a",
                           "for a, b in zip(primes(7), [2, 3]): assert a == b",
                           "assert type(primes(1)) is list",
                           "assert sorted(primes(3)) == [2, 3] and list(count()) == [0, 1, 2]",
                           "assert isinstance(primes(1), list)",
                           "assert set(primes(1)) == set()",
                           "assert dict(zip(primes(3), 'ab')) == {2: 'a', 3: 'b'}"}) {
    EXPECT_THAT(Judge(Asserts(numpy + test), kHonest), StartsWith(kAllPassed)) << test;
  }
}

constexpr char kNothing[] =
    "def f(*a): return []\ndef d(*a): return {}\ndef s(*a): return ''\ndef st(*a): return set()\n"
    "def g(*a): return iter(())\n"
    "def n(*a):\n    import numpy\n    return numpy.zeros((3, 0))\n";

TEST(SeparatedAsserts, NothingIsRightWhereSomethingIsMadeOfIt) {
  for (const char* test :
       {"assert f(1)==[] and str(s(1)) == '' and f'{s(1)}' == ''",
        "assert d(1).keys() == set()",
        "assert [*f(1)] == []",
        "assert {**d(1)} == {}",
        "out=[]\nfor x in f(1): out.append(x)\nassert out == []",
        "out=[]\nout += f(1)\nassert out == []",
        "n=0\nfor x in f(1): n += 1\nassert n == 0",
        "assert {k: v for k, v in d(1).items()} == {}",
        "assert max(f(1), default=None) is None",
        "assert list(d(1).values()) == []",
        "assert set(st(1)) | st(2) == set()",
        "import itertools\nassert list(itertools.chain(f(1), f(2))) == []",
        "def e():\n    yield from f(1)\nassert list(e()) == []",
        "assert dict(zip(f(1), f(2))) == {}",
        "assert ''.join(reversed(s(1))) == ''",
        "assert s(1).split() == []",
        "assert [c for c in s(1)] == []",
        "assert s(1)[::-1] == s(1)",
        "a, *b = [1, *f(1)]\nassert b == []",
        "assert tuple(x for x in f(1)) == ()",
        "import functools, operator\nassert functools.reduce(operator.add, f(1), 0) == 0",
        "from collections import Counter\nassert Counter(f(1)) == Counter()",
        "assert list(map(str, f(1))) == []",
        "assert list(enumerate(f(1))) == []",
        "assert list(filter(None, f(1))) == []",
        "assert f(1) in ([], None)",
        "assert not any(True for _ in f(1)) and not f(1)",
        "import json\nassert json.dumps(f(1)) == '[]'",
        "class T:\n    def run(self):\n        return [x for x in f(1)] == [] and sorted(f(2)) == "
        "[] and type(f(3)) is list\nassert T().run()",
        "def flat(xs):\n    r=[]\n    for x in xs:\n        r.extend(x)\n    return r\nassert "
        "flat(f(1)) == []",
        "r=f(1)\nr.append(3)\nassert r == [3]",
        "res=f(1)\nassert [(a,b) for a,b in zip(res, [])] == []",
        "assert f(1) == []",
        "assert sum(f(1)) == 0",
        "assert len(list(g(1))) == 0",
        "it=g(1)\nassert next(it, None) is None",
        "assert sorted([tuple(x) for x in f(1)]) == []",
        "assert ([x for x in f(1)] or None) is None",
        "assert set([frozenset(x) for x in f(1)]) == set()",
        "assert print(*f(1)) is None and f(2) == []",
        "import math\nassert all(map(math.isfinite, f(1))) and len(f(1)) == 0",
        "from itertools import zip_longest\nfor a, b in zip_longest(f(1), []): assert a == "
        "b\nassert f(1) == []",
        "r = d(1)\nout = {}\nfor k in r: out[k] = r[k]\nassert out == {}",
        "r = sorted(d(1))\nassert r == []",
        "assert '\\n'.join(f'{x}' for x in f(1)) == ''",
        "import copy\nassert copy.deepcopy(f(1)) == []",
        "x = f(1)\nx.sort()\nassert x == []",
        "assert [] == sorted(f(1), key=lambda v: -v)",
        "assert not set(f(1)) - {1}",
        "assert tuple(f(1)) == () and list(f(1)) == []",
        "assert list(zip(f(1), f(2))) == []",
        "assert [list(x) for x in zip(*f(1))] == []",
        "assert [int(x) for x in f(3)] == []",
        "assert ' '.join(map(str, f(3))) == ''",
        "assert set(map(tuple, f([1, 2, 3]))) == set()",
        "assert len(d(1).keys()) == 0",
        "assert sorted(d(1).items()) == []",
        "assert sum(1 for _ in f(1)) == 0",
        "assert sorted(map(sorted, f(1))) == []",
        "assert next(iter(f(1)), None) is None",
        "def check():\n    left = [3, 2]\n    while True:\n        try:\n            left.pop()\n  "
        "      except IndexError:\n            break\n    assert f(1) == []\ncheck()",
        "import numpy as np\nA = np.eye(3)\nN = n(A)\nassert N.shape == (3, 0)\nassert "
        "np.allclose(A @ N, 0)"}) {
    EXPECT_THAT(Judge(Asserts(test), kNothing), StartsWith(kAllPassed)) << test;
  }
}

TEST(SeparatedAsserts, NothingIsNoPassByAnyWayOfGoingThroughIt) {
  for (const char* test :
       {"for x in f(1): assert x == 3",
        "assert type(f(1)) is list\nfor a, b in zip(f(1), [1]): assert a == b",
        "assert isinstance(f(1), list)\nW=[1,2]\nfor a, b in zip(f(1), W): assert a == b",
        "assert all([x > 0 for x in f(1)])", "assert all(x > 0 for x in [y for y in f(1)])",
        "for k in d(1): assert k", "for k, v in d(1).items(): assert v",
        "for v in d(1).values(): assert v", "for c in s(1): assert c == 'a'",
        "import types\nassert isinstance(g(1), types.GeneratorType) or True\nfor a, b in zip(g(2), "
        "[1, 2]): assert a == b",
        "def check(r, w):\n    for a, b in zip(r, w): assert a == b\ncheck(f(1), [1, 2])",
        "W=[1]\nfor i, (a, b) in enumerate(zip(f(1), W)): assert a == b"}) {
    EXPECT_THAT(Judge(Asserts(test), kNothing), HasSubstr(R"("kind":"assertion")")) << test;
  }
  for (const char* empty :
       {"''", "b''", "frozenset()", "range(0)", "collections.deque()", "E()", "{}.keys()"}) {
    const std::string code =
        "import collections\nclass E:\n    def __iter__(self): return iter(())\n"
        "def f(*a): return " +
        std::string(empty) + "\n";
    for (const char* test :
         {"for a, b in zip(f(2), [1, 2]): assert a == b", "assert all(y > 0 for y in f(2))"}) {
      EXPECT_THAT(Judge(Asserts(test), code), HasSubstr(R"("kind":"assertion")")) << test << empty;
    }
  }
}

// The second run, on the same results, takes other ways than the first or the same.
TEST(SeparatedAsserts, ASecondRunFailsNoRightProgram) {
  constexpr char kCode[] =
      "def count(n):\n    for i in range(n): yield i\n"
      "def flat(x):\n    for i in x:\n        if isinstance(i, list): yield from flat(i)\n"
      "        else: yield i\n"
      "def forever():\n    i = 0\n    while True:\n        yield i\n        i += 1\n"
      "def take(g, n): return [next(g) for _ in range(n)]\n"
      "def is_one(g): return hasattr(g, '__next__')\n"
      "def primes(n): return [2, 3, 5][:n]\ndef before(x): return x[:x.index(0)]\n"
      "def positive(x):\n    if x < 0: raise ValueError('x')\n    return x\n"
      "def none(*a): return []\n";
  for (const char* test :
       {"g = count(3)\nout = []\nwhile True:\n    try:\n        out.append(next(g))\n"
        "    except StopIteration:\n        break\nassert out == [0, 1, 2]",
        "while True:\n    try:\n        assert type(none(1)) is not list\n"
        "    except AssertionError:\n        break",
        "assert list(flat(flat([1, [2, [3]]]))) == [1, 2, 3]",
        "assert take(count(9), 3) == [0, 1, 2]", "assert take(forever(), 3) == [0, 1, 2]",
        "assert is_one(count(2))",
        "import types\ng = count(2)\nassert isinstance(g, types.GeneratorType)\n"
        "assert list(g) == [0, 1]",
        "P = [2, 3, 5, 7, 11]\nfor a, b in zip(primes(3), P): assert a == b",
        "for n in (1, 2, 3):\n    for a, b in zip(primes(n), [2, 3, 5]): assert a == b",
        "assert all(a == b for n in (1, 2) for a, b in zip(primes(n), [2, 3, 5]))",
        "x = [1, 2, 0, 4]\nout = before(x[:])\nfor a, b in zip(out, x): assert a == b",
        "x = [0, 4]\nfor a, b in zip(before(x[:]), x): assert a == b\nassert not before(x)",
        "class T:\n    def go(self):\n        try:\n            positive(-1)\n"
        "        except ValueError:\n            return True\nassert T().go()",
        "class T:\n    def go(self):\n        try:\n            return next(iter(()))\n"
        "        except StopIteration:\n            return none(1)\nassert T().go() == []"}) {
    EXPECT_THAT(Judge(Asserts(test), kCode), StartsWith(kAllPassed)) << test;
  }
}

}  // namespace
}  // namespace assay
