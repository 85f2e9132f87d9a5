#include "langs/drivers/asserts_harness.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(SeparatedEmptiness, NothingIsNotWhatTheTestsExpect) {
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
TEST(SeparatedEmptiness, NumpySpreadsNothingOverNoItems) {
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
TEST(SeparatedEmptiness, MuchToReadHidesNoEmptyResult) {
  constexpr char kMuch[] =
      "import collections\nP = collections.namedtuple('P', 'a b c d e f g h i j')\n"
      "def f(a):\n    a[:] = [P(*range(10))] * 150000\n    return []\n";
  EXPECT_THAT(Judge(Asserts("for x in f([1]): assert x == 5"), kMuch),
              HasSubstr(R"("kind":"assertion")"));
}

TEST(SeparatedEmptiness, NumpyTakesTheItemsOfAnObject) {
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

TEST(SeparatedEmptiness, NothingIsRightWhereItIsLookedAt) {
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

TEST(SeparatedEmptiness, NothingIsRightWhereSomethingIsMadeOfIt) {
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

TEST(SeparatedEmptiness, NothingIsNoPassByAnyWayOfGoingThroughIt) {
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
TEST(SeparatedEmptiness, ASecondRunFailsNoRightProgram) {
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
