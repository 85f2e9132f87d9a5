// What of a program's results stays one object, has its own type, and can be asked as in one
// process.
#include <fmt/format.h>

#include "langs/drivers/asserts_harness.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Case {
  const char* test;
  const char* right;
  const char* wrong;
};

void ExpectTold(const std::vector<Case>& cases, int most_rounds = 8) {
  for (const auto& [test, right, wrong] : cases) {
    EXPECT_THAT(Judge(Asserts(test), right, most_rounds), StartsWith(kAllPassed)) << test;
    EXPECT_THAT(Judge(Asserts(test), wrong, most_rounds), HasSubstr(R"("status":"failed")"))
        << test << "\n"
        << wrong;
  }
}

void ExpectOneProcess(const std::vector<const char*>& tests) {
  for (const char* test : tests) {
    EXPECT_THAT(Tests(Asserts(test), {}), StartsWith(R"({"status":"live")")) << test;
  }
}

constexpr char kKeeps[] =
    "class C:\n    def __init__(self, l): self.l = l\n    def add(self, x): self.l.append(x)\n"
    "    def get(self): return self.l\n";
constexpr char kCopies[] =
    "class C:\n    def __init__(self, l): self.l = list(l)\n"
    "    def add(self, x): self.l.append(x)\n    def get(self): return list(self.l)\n";

TEST(SeparatedIdentity, TestsThatChangeWhatTheyShareNeedOneProcess) {
  ExpectOneProcess({
      "c = C([1])\nitems = c.get()\nitems.append(2)\nassert c.get() == [1]",
      "c = C([1])\nc.get().append(2)\nassert c.get() == [1]",
      "c = C([1])\nc.get()[0] = 5\nassert c.get() == [1]",
      "c = C([[1]])\nc.get()[0][0] = 5\nassert c.get() == [[1]]",
      "c = C([1])\ndel c.get()[0]\nassert c.get() == [1]",
      "l = [1]\nc = C(l)\nl.append(2)\nassert c.get() == [1]",
      "l = [1]\nc = C([])\nc.set(l)\nl[0] = 2\nassert c.get() == [1]",
      "f(1).append(2)\nassert f(1) == [1]",
      "g = f(3)\ng.send(None)\nassert g.send(5) == 5",
      "assert id(f([1])) != 3",
      "assert f([[1]])[0] is not [1]",
      "import dataclasses\nassert dataclasses.asdict(P(1)) == {'x': 1}",
      "from dataclasses import astuple\nassert astuple(P(1)) == (1,)",
      "import pickle\nassert pickle.loads(pickle.dumps(P(1))).x == 1",
  });
  for (const char* test :
       {"r = f(1)\nr.append(2)\nassert r == [1, 2]",
        "for x in (1, 2):\n    r = f(x)\n    r.append(3)\n    assert r == [x, 3]",
        "for x in (1, 1):\n    r = f(x)\n    r.sort()\n    assert r == [x]",
        "l = [1]\nassert f(l) == 1\nl.append(2)\nassert f(l) == 3",
        "s = S()\nassert s.push(2).push(3).pop() == 3 and len(s) == 1",
        "t = T()\nt.insert(5).insert(3)\nassert t.size() == 2"}) {
    EXPECT_THAT(Tests(Asserts(test), {}), StartsWith(R"({"status":"calls")")) << test;
  }
}

TEST(SeparatedIdentity, IsAsksWhereTheObjectsAre) {
  ExpectTold({
      {"l = [1]\nassert f(l) is not l and f(l) == [1]", "def f(x): return list(x)\n",
       "def f(x): return x\n"},
      {"l = [1]\nassert f(l) is l", "def f(x): return x\n", "def f(x): return list(x)\n"},
      {"assert f() is f()", "L = []\ndef f(): return L\n", "def f(): return []\n"},
      {"assert f(1) is not f(1)", "def f(x): return [x]\n", "L = [1]\ndef f(x): return L\n"},
      {"a, b = C([1]), C([1])\nassert a.get() is not b.get()", kCopies,
       "class C:\n    l = []\n    def __init__(self, l): pass\n    def get(self): return self.l\n"},
      {"l = [1]\nassert C(l).get() is l", kKeeps, kCopies},
      {"assert f(1) is True and f(0) is False and f(2) is None",
       "def f(x): return (False, True, None)[x]\n", "def f(x): return [0, 1, ''][x]\n"},
      {"a, b = One.get(), One.get()\nassert a is b",
       "class One:\n    it = None\n    @classmethod\n    def get(cls):\n"
       "        cls.it = cls.it or cls()\n        return cls.it\n",
       "class One:\n    @classmethod\n    def get(cls): return cls()\n"},
  });
}

TEST(SeparatedIdentity, WhatTheProgramChangesLaterChangesForTheTests) {
  ExpectTold({
      {"l = [1]\nc = C(l)\nc.add(2)\nassert l == [1] and c.get() == [1, 2]", kCopies, kKeeps},
      {"l = [1]\nc = C(l)\nc.add(2)\nassert l == [1, 2]", kKeeps, kCopies},
      {"c = C([1])\nl = c.get()\nc.add(2)\nassert l == [1]", kCopies, kKeeps},
      {"l = [1]\nf(nums=l)\nassert l == [1, 2]", "def f(nums): nums.append(2)\n",
       "def f(nums): return nums + [2]\n"},
      {"l = [1]\ntry:\n    f(l)\nexcept ValueError: pass\nassert l == [1]",
       "def f(l): raise ValueError\n", "def f(l):\n    l.append(2)\n    raise ValueError\n"},
      {"a = [1]\nd = {'x': a}\nf(d)\nassert a == [1, 2] and d['x'] is a",
       "def f(d): d['x'].append(2)\n", "def f(d): d['x'] = d['x'] + [3]\n"},
  });
}

TEST(SeparatedIdentity, WhatIsGivenBackIsTheTestsOwn) {
  ExpectTold({
      {"l = [[1], [2]]\nc = deep(l)\nc[0].append(9)\nassert l == [[1], [2]]",
       "import copy\ndef deep(l): return copy.deepcopy(l)\n", "def deep(l): return list(l)\n"},
      {"l = [[1], [2]]\nc = f(l)\nc.append(3)\nassert l == [[1], [2], 3] and c is l",
       "def f(l): return l\n", "def f(l): return list(l)\n"},
      {"d = {'a': [1]}\nr = f(d)\nr['a'].append(2)\nassert d == {'a': [1]}",
       "def f(d): return {k: list(v) for k, v in d.items()}\n", "def f(d): return dict(d)\n"},
      {"l = [1]\nc = C(l)\nx = c.get()\nx.append(2)\nassert l == [1]", kCopies, kKeeps},
  });
  ExpectOneProcess({"row = [0, 0]\ng = [row, row]\nf(g)\nassert g == [[1, 0], [1, 0]]"});
}

TEST(SeparatedIdentity, ObjectsOfFunctionsAreWhatTheTestsAskThemFor) {
  constexpr char kStack[] =
      "class Stack(list):\n    def peek(self): return self[-1]\n"
      "    def push(self, x):\n        self.append(x)\n        return self\n"
      "def make(x): return Stack(x)\n"
      "class T:\n    def __init__(self, x): self.x = set(x)\n"
      "    def __contains__(self, i): return i in self.x\n    def length(self): return "
      "len(self.x)\n"
      "def build(x): return T(x)\n";
  for (const char* test : {"s = make([1, 2, 3])\nassert s.peek() == 3 and s.push(4).peek() == 4",
                           "s = make([1, 2])\nassert s.peek() == 2\nassert len(s) == 2"}) {
    EXPECT_THAT(Judge(Asserts(test), kStack), StartsWith(kAllPassed)) << test;
  }
  ExpectOneProcess({"t = build([1, 2])\nassert t.length() == 2\nassert 2 in t",
                    "m = build(3)\nassert m.amount == 3 and m == 3"});
  for (const char* test : {"d = f(1)\nassert d.year == 2020 and d > datetime.date(2019, 1, 1)",
                           "r = f(1)\nassert r.shape == (2,) and (r == [1, 2]).all() and 2 in r "
                           "and (r + 1)[0] == 2"}) {
    EXPECT_THAT(Tests(Asserts("import datetime, numpy as np\n" + std::string(test)), {}),
                StartsWith(R"({"status":"calls")"))
        << test;
  }
}

TEST(SeparatedIdentity, IteratorsThatTakeLongAreAskedForWhatIsWanted) {
  constexpr char kPrimes[] =
      "def primes():\n    n = 2\n    while True:\n"
      "        if all(n % i for i in range(2, n)): yield n\n        n += 1\n";
  for (const char* test : {"import itertools\nassert list(itertools.islice(primes(), 5))[4] == 11",
                           "g = primes()\nfor i in range(1500): p = next(g)\nassert p == 12553"}) {
    EXPECT_THAT(Judge(Asserts(test), kPrimes), StartsWith(kAllPassed)) << test;
  }
}

TEST(SeparatedIdentity, ListsWithinAListStayTheSame) {
  ExpectTold({
      {"iv = [[2, 6], [1, 3]]\nexpected = sorted(iv)\nf(iv)\nassert iv == expected",
       "def f(x): x.sort()\n", "def f(x): x.sort(reverse=True)\n"},
      {"iv = [{'a': 2}, {'a': 1}]\nfirst, last = iv\nf(iv)\nassert iv == [{'a': 1}, {'a': 2, 'b': "
       "3}]\n"
       "assert iv[1] is first and last == {'a': 1}",
       "def f(x):\n    x[0]['b'] = 3\n    x.reverse()\n",
       "def f(x): x[0], x[1] = {'a': 1}, {'a': 2, 'b': 3}\n"},
      {"m = [[1, 2], [3, 4]]\norig = list(m)\nf(m)\nassert m == orig[::-1]",
       "def f(m): m[0], m[1] = m[1], m[0]\n", "def f(m): m[0] = [3, 4]\n"},
      {"g = f(2)\ng[0][0] = 1\nassert g == [[1, 0], [0, 0]]",
       "def f(n): return [[0] * n for _ in range(n)]\n", "def f(n): return [[0] * n] * n\n"},
      {"a = f(1)\nb = f(3)\nassert a == [1] and b == [3]", "def f(x): return [x]\n",
       "def f(x, acc=[]):\n    acc.append(x)\n    return acc\n"},
      {"t = S()\na = t.snapshot()\nt.add(1)\nassert a == ([],)",
       "class S:\n    def __init__(self): self.l = []\n    def add(self, x): self.l.append(x)\n"
       "    def snapshot(self): return (list(self.l),)\n",
       "class S:\n    def __init__(self): self.l = []\n    def add(self, x): self.l.append(x)\n"
       "    def snapshot(self): return (self.l,)\n"},
      {"a = [1]\nassert f(a, a) and not f(a, [1])", "def f(a, b): return a is b\n",
       "def f(a, b): return a == b\n"},
      {"a = f(1)\nassert a is f(1) and a == (1,)", "T = (1,)\ndef f(x): return T\n",
       "def f(x): return tuple([x])\n"},
  });
  ExpectOneProcess({"r = f(2)\nr += [9]\nassert f(2) == [1]",
                    "r = R()\nr['b'] = [2]\nr['b'].append(3)\nassert r['b'] == [2, 3]"});
}

// What the program changes with each call is no reason for a round each.
TEST(SeparatedIdentity, CallsThatChangeWhatTheyAreGivenTakeOneRound) {
  ExpectTold({
      {"g = {}\nfor i in range(60): add_edge(g, i, i + 1)\nassert len(g) == 60 and g[3] == [4]",
       "def add_edge(g, a, b): g.setdefault(a, []).append(b)\n",
       "def add_edge(g, a, b): g[a % 59] = [b]\n"},
      {"h = make()\nfor x in range(60, 0, -1): push(h, x)\nassert h[0] == 1 and len(h) == 60",
       "import heapq\ndef make(): return []\ndef push(h, x): heapq.heappush(h, x)\n",
       "def make(): return []\ndef push(h, x): h.append(x)\n"},
      {"l = [1]\nf(l)\nl.append(5)\nf(l)\nassert l == [1, 2, 5, 2]", "def f(l): l.append(2)\n",
       "def f(l): l.append(len(l))\n"},
  });
}

TEST(SeparatedIdentity, AllKindsOfArgumentsChangeInPlace) {
  ExpectTold({
      {"import array\na = array.array('i', [1])\nf(a)\nassert a.tolist() == [1, 5]",
       "def f(a): a.append(5)\n", "def f(a): a[0] = 5\n"},
      {"class L(list): pass\nl = L([1])\nf(l)\nassert l == [1, 5]", "def f(a): a.append(5)\n",
       "def f(a): a[0] = 5\n"},
      {"import numpy as np\np = {'w': np.ones(2)}\nf(p)\nassert (p['w'] == 0.5).all()",
       "def f(p):\n    for k in p: p[k] -= 0.5\n",
       "def f(p):\n    for k in p: p[k] = p[k] * 0.6\n"},
      {"from collections import deque\nq = deque([1])\nr = f(q)\nr.append(2)\nassert list(q) == "
       "[1, 2]",
       "def f(q): return q\n", "def f(q): return q.copy()\n"},
      {"import numpy as np\na = np.zeros(2)\nr = f(a)\nr[0] = 9\nassert a[0] == 0",
       "def f(a): return a.copy()\n", "def f(a): return a\n"},
      {"assert list(f()) == ['b', 'a']",
       "from collections import OrderedDict\ndef f():\n    o = OrderedDict(a=1, b=2)\n"
       "    o.move_to_end('a')\n    return o\n",
       "from collections import OrderedDict\ndef f(): return OrderedDict(a=1, b=2)\n"},
  });
}

TEST(SeparatedIdentity, EachRoundDrawsTheSame) {
  constexpr char kKeys[] =
      "import random, uuid, os, secrets\nKEYS = {}\n"
      "def key():\n    k = 'k%d-%s-%s' % (random.Random().getrandbits(40), uuid.uuid4(), "
      "secrets.token_hex(4))\n"
      "    KEYS[k] = 1\n    return k\n"
      "def get(k): return KEYS[k]\n";
  EXPECT_THAT(Judge(Asserts("k = key()\nassert get('k' + k[1:]) == 1 and key() != k"), kKeys),
              StartsWith(kAllPassed));
}

TEST(SeparatedIdentity, AListMayBeWithinItself) {
  ExpectTold({
      {"r = f([1])\nassert r[0] == 1 and len(r) == 2", "def f(l):\n    l.append(l)\n    return l\n",
       "def f(l): return l\n"},
      {"l = [1]\nb = B(l)\nb.go()\nassert len(l) == 2 and l[1] is l",
       "class B:\n    def __init__(self, l): self.l = l\n    def go(self): self.l.append(self.l)\n",
       "class B:\n    def __init__(self, l): self.l = l\n    def go(self): self.l.append([1])\n"},
      {"d = {}\nassert f(d) == 1\nassert f(d) == 2",
       "def f(d):\n    x = d.setdefault('x', {})\n    x[len(x)] = [d]\n    return len(x)\n",
       "def f(d):\n    d['x'] = [d]\n    return 1\n"},
  });
}

TEST(SeparatedIdentity, OrdinaryNamesNeedNoProcessInCommon) {
  for (const char* test :
       {"for input, expected in [(1, 2)]:\n    assert f(input) == expected",
        "d = Dog()\nassert d.sleep() == 1", "c = Clock()\nassert c.now() == 3",
        "c = Course()\nassert c.modules == []", "assert f(1).__class__.__name__ == 'A'"}) {
    EXPECT_THAT(Tests(Asserts(test), {}), StartsWith(R"({"status":"calls")")) << test;
  }
}

TEST(SeparatedIdentity, LongIteratorsAreTakenAsFarAsTheTestsGo) {
  constexpr char kCode[] =
      "def fib():\n    a, b = 0, 1\n    while True:\n        yield a\n        a, b = b, a + b\n"
      "def nums(n):\n    for i in range(n): yield i\n";
  for (const char* test :
       {"assert sum(nums(50000)) == 1249975000",
        "from itertools import islice\ng = fib()\nassert next(g) == 0\n"
        "assert list(islice(fib(), 3)) == [0, 1, 1] and next(g) == 1 and next(g) == 1"}) {
    EXPECT_THAT(Judge(Asserts(test), kCode), StartsWith(kAllPassed)) << test;
  }
}

TEST(SeparatedIdentity, TestsThatSeedMeanTheProgramToo) {
  constexpr char kDraw[] = "import random\ndef f(): return random.random()\n";
  EXPECT_THAT(Judge(Asserts("import random\nrandom.seed(5)\nassert 0.62 < f() < 0.63"), kDraw),
              StartsWith(kAllPassed));
  EXPECT_THAT(Judge(Asserts("import random\nrandom.seed(6)\nassert 0.62 < f() < 0.63"), kDraw),
              HasSubstr(R"("status":"failed")"));
  EXPECT_THAT(Judge(Asserts("import random\nrandom.seed(5)\na = f()\nrandom.seed(5)\n"
                            "assert a == f() and f() == f() or random.random()"),
                    kDraw),
              StartsWith(kAllPassed));
}

TEST(SeparatedIdentity, NumbersAndTextsOfTheProgramsOwnClassesAreObjects) {
  constexpr char kRight[] =
      "from enum import Enum, IntEnum\n"
      "class Level(IntEnum):\n    LOW = 1\n    HIGH = 2\n"
      "class Colour(str, Enum):\n    RED = 'red'\n    BLUE = 'blue'\n"
      "class Celsius(float):\n    def f(self): return self * 9 / 5 + 32\n"
      "    def __str__(self): return '%g C' % self\n"
      "    def __add__(self, o): return Celsius(float(self) + o)\n"
      "class Name(str):\n    def upper(self): return Name('<' + str.upper(self) + '>')\n"
      "from enum import IntFlag\nclass Perm(IntFlag):\n    R = 1\n    W = 2\n"
      "def perm(x): return Perm(x)\n"
      "def level(x): return Level(x)\ndef colour(x): return Colour(x)\n"
      "def warm(x): return Celsius(x)\ndef name(x): return Name(x)\n";
  for (const char* test : {
           "assert level(2) == 2 and level(2).name == 'HIGH' and level(1) < level(2)",
           "assert level(2) is Level.HIGH and isinstance(level(1), Level)",
           "assert level(2).value == 2 and Level.LOW + 1 == 2 and [10, 20, 30][level(1)] == 20",
           "assert colour('red') == 'red' and colour('red') is Colour.RED",
           "assert Colour.RED.value == 'red' and Colour.RED.name == 'RED' and colour('blue') != "
           "'red'",
           "assert {Colour.RED: 1}['red'] == 1 and ','.join([Colour.RED, Colour.BLUE]) == "
           "'red,blue'",
           "assert str(warm(3)) == '3 C' and warm(100).f() == 212 and warm(3) == 3.0",
           "assert (warm(1) + warm(2)).f() == 37.4 and warm(1) + 2 == 3",
           "assert type(warm(1)).__name__ == 'Celsius' and isinstance(warm(1), float)",
           "assert type(warm(1)) == type(warm(2))",
           "assert name('a').upper() == '<A>' and name('a') + 'b' == 'ab'",
           "import copy\nassert copy.deepcopy([level(1)]) == [1]",
           "import enum\nassert isinstance(Level.LOW, enum.Enum) and isinstance(colour('red'), "
           "enum.Enum)",
           "assert Perm.R in perm(3) and perm(3).name is None or perm(3) == 3",
           "assert repr(level(1)) == '<Level.LOW: 1>' and f'{level(1)}' == '1'",
       }) {
    EXPECT_THAT(Judge(Asserts(test), kRight), StartsWith(kAllPassed)) << test;
  }
  for (const char* test : {"assert level(2).name == 'LOW'", "assert colour('red') == 'blue'",
                           "assert level(2) is Level.LOW", "assert warm(1) + warm(2) == 4"}) {
    EXPECT_THAT(Judge(Asserts(test), kRight), HasSubstr(R"("status":"failed")")) << test;
  }
  constexpr char kLiar[] =
      "class I(int):\n    def __eq__(self, o): return True\n    def __ne__(self, o): return False\n"
      "    def __lt__(self, o): return True\n    def __hash__(self): return 3\n"
      "    def __add__(self, o): return 3\n"
      "def f(n): return I(0)\n";
  for (const char* test : {"assert f(1) == 3", "assert f(1) in [3]", "assert not f(1) != 3",
                           "assert f(1) < -1", "assert f(1) + 2 == 3", "assert f(1) in {3: 1}"}) {
    EXPECT_THAT(Judge(Asserts(test), kLiar), HasSubstr(R"("status":"failed")")) << test;
  }
}

TEST(SeparatedIdentity, ValuesOfTheLibraryKeepTheirType) {
  ExpectTold({
      {"from datetime import datetime, timezone, timedelta\n"
       "d = f(5)\nassert d == datetime(2020, 1, 1, 5, tzinfo=timezone.utc)\n"
       "assert d.utcoffset() == timedelta(hours=2)",
       "from datetime import *\n"
       "def f(h): return datetime(2020, 1, 1, h + 2, tzinfo=timezone(timedelta(hours=2)))\n",
       "from datetime import *\ndef f(h): return datetime(2020, 1, 1, h)\n"},
      {"from pathlib import Path\nassert f('a') == Path('a/b') and f('a').name == 'b'",
       "from pathlib import Path\ndef f(x): return Path(x) / 'b'\n", "def f(x): return x + '/b'\n"},
      {"import uuid\nassert f(7) == uuid.UUID(int=7)",
       "import uuid\ndef f(x): return uuid.UUID(int=x)\n", "def f(x): return str(x)\n"},
      {"import array\nassert f([1, 2]) == array.array('i', [1, 2])",
       "import array\ndef f(x): return array.array('i', x)\n", "def f(x): return x\n"},
      {"d = f('ab')\nassert d['a'] == 1 and d['z'] == 0",
       "from collections import defaultdict\ndef f(s):\n    d = defaultdict(int)\n"
       "    for c in s: d[c] += 1\n    return d\n",
       "def f(s): return {c: 1 for c in s}\n"},
      {"p = f(1, 2)\nassert p._replace(y=3) == (1, 3) and p._asdict() == {'x': 1, 'y': 2}\n"
       "assert repr(p) == 'P(x=1, y=2)'",
       "from collections import namedtuple\nP = namedtuple('P', 'x y')\ndef f(x, y): return P(x, "
       "y)\n",
       "def f(x, y): return (x, y)\n"},
      {"import numpy as np\nassert f([1, 2]).dtype == np.float64 and abs(f([1, 2]) - 1.5) < 1e-9\n"
       "assert isinstance(f([1]), float)",
       "import numpy as np\ndef f(x): return np.mean(x)\n", "def f(x): return sum(x) / len(x)\n"},
      {"from math import *\nassert f(4) == sqrt(16) and isclose(f(pi), sqrt(pi ** 2))",
       "def f(x): return x\n", "def f(x): return -x\n"},
      {"from collections import deque\nd = f(2)\nd.append(9)\nassert d == deque([1, 9])",
       "from collections import deque\ndef f(n): return deque([0, 1], n)\n",
       "from collections import deque\ndef f(n): return deque([0, 1])\n"},
      {"import numpy as np\nassert f()['a'][0] == 1",
       "import numpy as np\ndef f(): return np.array([1, 2], dtype=[('a', 'i4')])\n",
       "import numpy as np\ndef f(): return np.array([2, 2], dtype=[('a', 'i4')])\n"},
      {"import json\nassert json.dumps(f(1)) == '[1, \"a\"]'", "def f(x): return [x, 'a']\n",
       "def f(x): return (x, 'b')\n"},
  });
}

TEST(SeparatedIdentity, ExceptionsKeepAttributesAndCause) {
  ExpectTold({
      {"try:\n    f(1)\n    assert False\nexcept ValueError as e:\n"
       "    assert e.code == 404 and isinstance(e.__cause__, KeyError) and e.items == [1]",
       "class Mine(ValueError):\n    def __init__(self, m, code):\n        super().__init__(m)\n"
       "        self.code, self.items = code, [1]\n"
       "def f(x):\n    try: {}[x]\n    except KeyError as e: raise Mine('m', 404) from e\n",
       "def f(x): raise ValueError('m')\n"},
      {"try:\n    f(1)\n    assert False\nexcept Exception as e:\n"
       "    assert isinstance(e, Mine) and e.code == 42 and e.told() == [1] and e.none is None",
       "class Mine(Exception):\n    code, none = 42, None\n    def told(self): return "
       "[self.args[0]]\n"
       "def f(x): raise Mine(x)\n",
       "class Mine(Exception): pass\nclass Other(Exception):\n    code, none = 42, None\n"
       "    def told(self): return [self.args[0]]\ndef f(x): raise Other(x)\n"},
      {"try:\n    f(1)\n    assert False\nexcept ValueError as e:\n"
       "    assert isinstance(e.__context__, KeyError) and e.__cause__ is None and "
       "e.__suppress_context__",
       "def f(x):\n    try: {}[x]\n    except KeyError: raise ValueError(x) from None\n",
       "def f(x): raise ValueError(x)\n"},
      {"import unittest\nclass T(unittest.TestCase):\n    def test(self):\n"
       "        with self.assertRaises(ValueError) as c: f(1)\n"
       "        self.assertIsInstance(c.exception, Mine)\n"
       "r = unittest.TestResult()\nT('test').run(r)\nassert r.wasSuccessful()",
       "class Mine(ValueError): pass\ndef f(x): raise Mine(x)\n",
       "class Mine(ValueError): pass\ndef f(x): raise ValueError(x)\n"},
      {"try:\n    f('no/such')\n    assert False\nexcept OSError as e:\n"
       "    assert e.filename == 'no/such' and e.errno == 2",
       "def f(x): open(x)\n", "def f(x): raise OSError('no')\n"},
      {"try:\n    f(1)\n    assert False\nexcept SystemExit as e:\n    assert e.code == 3",
       "import sys\ndef f(x): sys.exit(3)\n", "import sys\ndef f(x): sys.exit(4)\n"},
      {"try:\n    f((1, 2))\n    assert False\nexcept KeyError as e:\n    assert e.args == ((1, "
       "2),)",
       "def f(x): return {}[x]\n", "def f(x): raise KeyError('x')\n"},
      {"try:\n    f(b'\\xff')\n    assert False\nexcept UnicodeDecodeError as e:\n"
       "    assert e.start == 0 and e.object == b'\\xff'",
       "def f(x): return x.decode('utf-8')\n", "def f(x): raise ValueError('no')\n"},
  });
}

TEST(SeparatedIdentity, ObjectsAnswerForThemselves) {
  constexpr char kRight[] =
      "import math\n"
      "class P:\n    def __init__(self, x): self.x = x\n"
      "    def __eq__(self, o): return isinstance(o, P) and o.x == self.x\n"
      "    def __hash__(self): return hash(self.x)\n"
      "    def __divmod__(self, o): return (self.x // o.x, self.x % o.x)\n"
      "    def __bytes__(self): return b'x' * self.x\n    def __index__(self): return self.x\n"
      "    def __floor__(self): return self.x - 1\n    def __complex__(self): return 1j\n"
      "class F:\n    def __call__(self): return 1\n    def __iter__(self): return iter([1])\n"
      "def p(x): return P(x)\ndef make(): return F()\n"
      "def deco(g):\n    import functools\n    @functools.wraps(g)\n    def h(): return g()\n"
      "    return h\ndef inner(): return deco(p)\n";
  for (const char* test : {
           "assert callable(make()) and not callable(p(1)) and callable(p)",
           "assert hasattr(make(), '__iter__') and not hasattr(p(1), '__iter__')",
           "from collections.abc import Iterable, Callable\n"
           "assert isinstance(make(), Iterable) and not isinstance(p(1), Iterable)\n"
           "assert isinstance(make(), (int, Callable)) and not isinstance(p(1), (Callable, list))",
           "assert p.__name__ == 'p' and inner().__name__ == 'p'",
           "assert type(p(1)).__name__ == 'P' and type(p(1)) == type(p(2)) != type(make())",
           "assert hash(p(1)) == hash(p(1)) and hash(p(1)) != hash(p(2))",
           "assert divmod(p(7), p(2)) == (3, 1) and bytes(p(2)) == b'xx' and [5, 6][p(1)] == 6",
           "import math\nassert math.floor(p(7)) == 6 and complex(p(1)) == 1j",
           "assert p(1) != None and not p(1) == None",
           "import types\nassert isinstance(inner(), types.FunctionType)",
           "assert type(p(1)) is not int and type(p(1).x) is int",
       }) {
    EXPECT_THAT(Judge(Asserts(test), kRight), StartsWith(kAllPassed)) << test;
  }
  ExpectTold({
      {"assert not callable(f(1))", "class A: pass\ndef f(x): return A()\n",
       "def f(x): return lambda: x\n"},
      {"assert f(1) != None", "class A: pass\ndef f(x): return A()\n",
       "class A:\n    def __eq__(self, o): return o.x == 1\ndef f(x): return A()\n"},
      {"assert isinstance(f(0), ZeroDivisionError)",
       "def f(x):\n    try: return 1 / x\n    except Exception as e: return e\n",
       "def f(x): return ValueError()\n"},
      {"try:\n    f(1)\n    assert False\nexcept TimeoutError as e: assert str(e) == '1'",
       "class TimeoutError(Exception): pass\ndef f(x): raise TimeoutError(x)\n",
       "class Timeout(Exception): pass\ndef f(x): raise Timeout(x)\n"},
      {"p = P(1)\nassert p.x == 1 and not (p == None)",
       "class P:\n    def __init__(self, x): self.x = x\n",
       "class P:\n    def __init__(self, x): self.x = x\n    def __eq__(self, o): return True\n"},
      {"assert f(1) == None", "def f(x): pass\n",
       "class A:\n    def __eq__(self, o): return True\ndef f(x): return A()\n"},
      {"from typing import Iterable\nassert isinstance(f(1), Iterable)", "def f(x): return [x]\n",
       "class A: pass\ndef f(x): return A()\n"},
      {"assert hasattr(f(1), '__len__')",
       "class A:\n    def __len__(self): return 1\ndef f(x): return A()\n",
       "class A: pass\ndef f(x): return A()\n"},
  });
}

// Beside other functions, too.
TEST(SeparatedIdentity, AFunctionMayBearABuiltInName) {
  ExpectTold({
      {"assert add(1, 2) == 3\nassert pow(2, 3) == 9",
       "def add(a, b): return a + b\ndef pow(a, b): return b ** a\n",
       "def add(a, b): return a + b\ndef pow(a, b): return 8\n"},
      {"assert add(1, 2) == 3\nc = Counter()\nc.increment()\nassert c.value == 1",
       "def add(a, b): return a + b\nclass Counter:\n    value = 0\n    def increment(self): "
       "self.value += 1\n",
       "def add(a, b): return a + b\nclass Counter:\n    value = 0\n    def increment(self): "
       "pass\n"},
      {"s = Set()\ns.put(1)\nassert s.has(1) and f(1) == 1",
       "class Set:\n    def put(self, x): self.x = x\n    def has(self, x): return x == self.x\n"
       "def f(x): return x\n",
       "class Set:\n    def put(self, x): self.x = x\n    def has(self, x): return False\n"
       "def f(x): return x\n"},
  });
  ExpectOneProcess({"xs = [1, 1]\nassert filter(xs) == [1]\nassert f(3) == 3",
                    "assert f(1) == [1]\nassert sum([1, 2]) == 3\nassert sum(f(1)) == 1"});
  // What they expect stays with the tests.
  for (const char* test :
       {"from collections import Counter\nassert Counter(f('a')) == Counter({'a': 1})",
        "x = f('a')\nassert Counter({'a': 1}) == Counter(x)",
        "x = f('a')\nassert set(['a']) == set(x)"}) {
    const std::string reply = Tests(Asserts(test), {});
    EXPECT_THAT(reply, StartsWith(R"({"status":"calls")")) << test;
    EXPECT_THAT(reply, HasSubstr(R"("count":1,)")) << reply;
  }
}

// The process that answers for one call doesn't hold a later one that shows the answer.
TEST(SeparatedIdentity, LaterCallsDontShowWhatIsExpected) {
  constexpr char kCode[] =
      "def encode(s): return ''.join(chr(ord(c) + 1) for c in s)\n"
      "def decode(s): return ''.join(chr(ord(c) - 1) for c in s)\n";
  for (const char* test :
       {"assert encode('hello') == 'ifmmp'\nassert decode('ifmmp') == 'hello'\n"
        "assert encode('abc') == 'bcd' and decode('bcd') == 'abc'",
        "pairs = [('hello', 'ifmmp'), ('abc', 'bcd')]\n"
        "for a, b in pairs: assert encode(a) == b\nfor a, b in pairs: assert decode(b) == a"}) {
    const Problem problem = Asserts(test);
    const std::string first = Tests(problem, {});
    EXPECT_THAT(first, HasSubstr("hello"));
    EXPECT_EQ(first.find("ifmmp"), std::string::npos) << first;
    EXPECT_THAT(Judge(problem, kCode), StartsWith(kAllPassed));
    EXPECT_THAT(Judge(problem, "def encode(s): return 'ifmmp'\ndef decode(s): return 'hello'\n"),
                HasSubstr(R"("status":"failed")"));
  }
  // Step 1 looks at all of the tests, whatever is for later.
  ExpectOneProcess(
      {"assert encode('hello') == 'ifmmp'\nassert decode('ifmmp') == 'hello'\n"
       "assert f(lambda x: x) == 1"});
}

TEST(SeparatedIdentity, ForgedKeysOfOneHashAreRefused) {
  const Problem problem = Asserts("assert f(1) == 3\n");
  AssertProgress progress;
  progress.calls =
      std::string(boost::json::parse(Tests(problem, progress)).at("calls").as_string());
  progress.clean = true;
  // i * (2**61 - 1) have all the hash of 0.
  std::string forged = "[\"v\",{\"$d\":[";
  for (unsigned __int128 i = 0; i < 20000; ++i) {
    const unsigned __int128 key = i * ((static_cast<unsigned __int128>(1) << 61) - 1);
    forged += fmt::format("{}[{{\"$i\":\"0x{:x}{:016x}\"}},0]", i == 0 ? "" : ",",
                          static_cast<uint64_t>(key >> 64), static_cast<uint64_t>(key));
  }
  forged += "]}]";
  progress.results = {forged};
  EXPECT_THAT(Tests(problem, progress), HasSubstr("too many keys of one hash"));
}

}  // namespace
}  // namespace assay
