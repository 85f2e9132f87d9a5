#include <gmock/gmock.h>

#include <boost/json.hpp>

#include "langs/drivers/driver_harness.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

DriverRun CallPython(std::string_view code, std::string_view input) {
  return Call("python", code, "f", input);
}

std::string ValueOf(std::string_view expression) {
  const DriverRun run = CallPython(
      "import enum, decimal, fractions, dataclasses\n"
      "def f():\n    return " +
          std::string(expression) + "\n",
      "[]");
  return run.reply + run.err;
}

TEST(PythonCall, ReturnsPlainFunctionsValue) {
  EXPECT_EQ(CallPython("def f(a, b):\n    return a + b\n", "[1, 2]").reply, Ok("3"));
}

TEST(PythonCall, PrefersSolutionMethodAndFallsBackToFunction) {
  EXPECT_EQ(CallPython("def f(a): return 1\nclass Solution:\n    def f(self, a): return 2\n", "[0]")
                .reply,
            Ok("2"));
  EXPECT_EQ(CallPython("class Solution: pass\ndef f(a): return 1\n", "[0]").reply, Ok("1"));
}

TEST(PythonCall, EncodesEveryPlainType) {
  EXPECT_EQ(ValueOf("[None][0], True, -5, 2.0, 1e22, 'a\"\\u00e9\\ud800'"),
            Ok(R"([null,true,-5,2.0,1e+22,"a\"\u00e9\ud800"])"));
  EXPECT_EQ(ValueOf("[float('nan'), float('inf'), -float('inf'), -0.0]"),
            Ok(R"([{"$float":"nan"},{"$float":"inf"},{"$float":"-inf"},-0.0])"));
  EXPECT_EQ(
      ValueOf("{1}, frozenset([2]), {'a': (1, [2])}, {1: 'x'}, {'$a': 1}"),
      Ok(R"([{"$set":[1]},{"$set":[2]},{"a":[1,[2]]},{"$dict":[[1,"x"]]},{"$dict":[["$a",1]]}])"));
  EXPECT_EQ(ValueOf("b'hi', 1+2j, range(3), {'k': 1}.keys(), deque([1, 2])"),
            Ok(R"([{"$bytes":"aGk="},{"$complex":[1.0,2.0]},[0,1,2],["k"],[1,2]])"));
  EXPECT_EQ(ValueOf("decimal.Decimal('1.50'), fractions.Fraction(2, 6), Counter('aab')"),
            Ok(R"([{"$decimal":"1.50"},{"$fraction":[1,3]},{"a":2,"b":1}])"));
  EXPECT_EQ(ValueOf("(x for x in ()), enum.Enum('E', 'A').A, enum.IntEnum('I', 'A').A"),
            Ok(R"([{"$repr":"generator"},{"$repr":"E"},1])"));
}

TEST(PythonCall, KeepsHugeIntegersBothWays) {
  const std::string digits = "1" + std::string(6000, '7');
  EXPECT_EQ(CallPython("def f(a): return [a]\n", "[" + digits + "]").reply, Ok("[" + digits + "]"));
}

TEST(PythonCall, ReadsTaggedArguments) {
  EXPECT_EQ(CallPython("def f(a, b, c, d): return [a != a, b, c, type(d).__name__]\n",
                       R"([NaN, {"$dict":[[[1,2],3]]}, {"$bytes":"aGk="}, {"$set":[1]}])")
                .reply,
            Ok(R"([true,{"$dict":[[[1,2],3]]},{"$bytes":"aGk="},"set"])"));
}

TEST(PythonCall, EncodesNumpyValues) {
  const DriverRun run = CallPython(
      "import numpy as np\n"
      "def f(): return [np.int64(3), np.float32(0.5), np.bool_(1), np.array([[1, 2]])]\n",
      "[]");
  if (run.err.find("ModuleNotFoundError") != std::string::npos) GTEST_SKIP() << "no numpy";
  EXPECT_EQ(run.reply, Ok("[3,0.5,true,[[1,2]]]"));
}

TEST(PythonCall, LyingObjectsBecomeWhatTheyAre) {
  constexpr char kLiar[] =
      "class Any:\n"
      "    def __eq__(self, other): return True\n"
      "    __class__ = int\n"
      "    def __repr__(self): return '42'\n"
      "class L(list):\n"
      "    def __iter__(self): return iter([42])\n"
      "    def __len__(self): return 1\n"
      "class I(int):\n"
      "    def __repr__(self): return '42'\n"
      "    def __int__(self): return 42\n"
      "class S(str):\n"
      "    def __str__(self): return '42'\n"
      "class D(dict):\n"
      "    def items(self): return [('a', 42)]\n"
      "def f(): return [Any(), L([1, 2]), I(7), S('x'), D(b=1)]\n";
  EXPECT_EQ(CallPython(kLiar, "[]").reply, Ok(R"([{"$repr":"Any"},[1,2],7,"x",{"b":1}])"));
}

TEST(PythonCall, ValuesWithinThemselvesEnd) {
  EXPECT_EQ(CallPython("def f():\n    a = [1]\n    a.append(a)\n    return a\n", "[]").reply,
            Ok(R"([1,{"$repr":"list"}])"));
}

TEST(PythonCall, ReportsArgumentsAfterInPlaceCall) {
  EXPECT_EQ(
      CallPython("class Solution:\n    def f(self, a: List[int]) -> None:\n        a.sort()\n",
                 "[[3,1,2]]")
          .reply,
      R"({"status":"ok","value":null,"args":[[1,2,3]]})");
}

TEST(PythonCall, WhatNoFunctionCanChangeIsNotReported) {
  for (const char* argument : {"[5]", "[\"ab\"]", "[2.5]", "[true]"}) {
    EXPECT_EQ(CallPython("def f(x): pass\n", argument).reply, Ok("null")) << argument;
  }
  EXPECT_EQ(CallPython("def f(): pass\n", "[]").reply, Ok("null"));
}

TEST(PythonCall, ConvertsListsAndTrees) {
  EXPECT_EQ(CallPython("class Solution:\n"
                       "    def f(self, heads: List[Optional[ListNode]]) -> Optional[ListNode]:\n"
                       "        vals = []\n"
                       "        for h in heads:\n"
                       "            while h: vals.append(h.val); h = h.next\n"
                       "        d = c = ListNode()\n"
                       "        for v in sorted(vals): c.next = ListNode(v); c = c.next\n"
                       "        return d.next\n",
                       "[[[1,4],[],[2]]]")
                .reply,
            Ok("[1,2,4]"));
  EXPECT_EQ(CallPython("class TreeNode:\n"
                       "    def __init__(self, x): self.val = x; self.left = self.right = None\n"
                       "def f(root: 'TreeNode') -> 'TreeNode':\n"
                       "    if root: root.left, root.right = f(root.right), f(root.left)\n"
                       "    return root\n",
                       "[[1,2,null,3]]")
                .reply,
            Ok("[1,null,2,null,3]"));
  EXPECT_EQ(
      CallPython("def f(h: Optional[ListNode]) -> Optional[ListNode]: return h\n", "[[]]").reply,
      Ok("[]"));
}

TEST(PythonCall, OffersThePreludeOfStarImports) {
  EXPECT_EQ(
      CallPython("def f(a: List[int]) -> Dict[str, int]:\n"
                 "    heappush(a, 0)\n"
                 "    return [gcd(4, 6), inf > 1, bisect_left([1, 3], 2), reduce(add, a),\n"
                 "            datetime.date(2020, 1, 2).year, pow(2, 5, 7), json.dumps([1]),\n"
                 "            ascii_lowercase[:2], sys.getrecursionlimit()]\n",
                 "[[1, 2]]")
          .reply,
      Ok(R"([2,true,1,3,2020,4,"[1]","ab",600000])"));
  EXPECT_EQ(CallPython("def f(n): return eval(n)\n", "[\"lcm(4, 6)\"]").reply, Ok("12"));
}

TEST(PythonCall, RunsCodeAsImportedModuleWithEmptyStdin) {
  const DriverRun run = CallPython(
      "import sys, pickle\n"
      "class P:\n    pass\n"
      "got = sys.stdin.read()\n"
      "if __name__ == '__main__':\n    print('demonstration')\n    sys.exit(1)\n"
      "def f(): return [got, type(pickle.loads(pickle.dumps(P()))).__name__, len(sys.argv)]\n",
      "[]");
  EXPECT_EQ(run.reply, Ok(R"(["","P",1])"));
  EXPECT_EQ(run.out, "");
}

TEST(PythonCall, RecursesDeeply) {
  EXPECT_EQ(CallPython("def f(n): return 0 if n == 0 else 1 + f(n - 1)\n", "[20000]").reply,
            Ok("20000"));
}

TEST(PythonCall, ExceptionIsReportedWithUsualTraceback) {
  const DriverRun run = CallPython("def f(a):\n    return a[9]\n", "[[1]]");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.reply, R"({"status":"error","kind":"exception","type":"IndexError",)"
                       R"("message":"list index out of range"})");
  EXPECT_THAT(run.err, StartsWith("Traceback (most recent call last):\n"));
  EXPECT_THAT(run.err, HasSubstr("main.py\", line 2, in f"));
  EXPECT_THAT(run.err, Not(HasSubstr("assay_driver")));
}

TEST(PythonCall, NamesWhatIsMissingOrMalformed) {
  EXPECT_THAT(CallPython("def g(): pass\n", "[]").reply, HasSubstr(R"("kind":"missing_function")"));
  EXPECT_THAT(CallPython("def f(: pass\n", "[]").reply, HasSubstr(R"("type":"SyntaxError")"));
  EXPECT_THAT(CallPython("def f(): pass\n", "[1").reply, HasSubstr(R"("kind":"bad_arguments")"));
  EXPECT_THAT(CallPython("def f(): pass\n", "3").reply, HasSubstr(R"("kind":"bad_arguments")"));
}

TEST(PythonCall, LeavingEarlyGivesNoReply) {
  for (const char* leave :
       {"exit()", "import sys; sys.exit(0)", "import os; os._exit(0)", "raise SystemExit"}) {
    EXPECT_THAT(CallPython("def f():\n    " + std::string(leave) + "\n", "[]").reply, IsEmpty());
    EXPECT_THAT(CallPython(std::string(leave) + "\ndef f(): return 1\n", "[]").reply, IsEmpty());
  }
}

// ---- asserts ----

DriverRun Assert(std::string_view code, std::string_view test, std::string_view function,
                 std::string_view setup = "") {
  Problem problem;
  problem.mode = ProblemMode::kAssert;
  problem.function_name = std::string(function);
  problem.assert_code = std::string(test);
  problem.assert_setup_code = std::string(setup);
  const auto program = Table().MakeProgram("python", ProgramKind::kAssert, code, problem, {});
  EXPECT_TRUE(program.ok());
  if (!program.ok()) return {};
  DriverHarness harness;
  harness.Build(*program);
  const TestCase test_case{"0", Blob::Empty(), Blob::Empty()};
  return harness.Run(Table().DriverInput(problem, test_case, "nonce-1")->view());
}

constexpr char kPassed[] = R"({"status":"passed","nonce":"nonce-1"})";

TEST(PythonAssert, PassesBothForms) {
  EXPECT_EQ(Assert("def f(a: List[int]): return a\n",
                   "def check(candidate):\n    assert candidate([1]) == [1]\n", "f")
                .reply,
            kPassed);
  EXPECT_EQ(Assert("def f(a):\r\n    return math.sqrt(a)\r\n", "assert f(4) == 2\r\n", "").reply,
            kPassed);
  EXPECT_EQ(Assert("def f(): return X\n", "assert f() == 3", "", "X = 3\n").reply, kPassed);
}

TEST(PythonAssert, FailedAssertIsTold) {
  const DriverRun run = Assert("def f(): return 1\n", "assert f() == 2, 'not two'", "");
  EXPECT_EQ(
      run.reply,
      R"({"status":"failed","kind":"assertion","type":"AssertionError","message":"not two"})");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(Assert("def f(): return g()\n", "assert f()", "").reply,
              HasSubstr(R"("kind":"exception","type":"NameError")"));
}

TEST(PythonAssert, LeavingNeverPasses) {
  for (const char* leave : {"exit(0)", "import os; os._exit(0)", "raise KeyboardInterrupt"}) {
    const std::string inside = "def f():\n    " + std::string(leave) + "\n";
    const std::string outside = std::string(leave) + "\ndef f(): return 1\n";
    for (const std::string& code : {inside, outside}) {
      EXPECT_THAT(Assert(code, "assert f() == 1", "").reply, Not(HasSubstr("passed"))) << code;
    }
  }
}

// One process holds both, but the word that passes is not lying about in it.
TEST(PythonAssert, TheWordThatPassesIsNotFoundInTenLines) {
  constexpr char kTest[] = "assert f(1) == 2";
  constexpr char kEnd[] = "  return 3\n";
  for (const char* attack :
       {"import builtins\nbuiltins.exec = lambda *a: None\ndef f(x):\n",
        "import sys\nsys.audit('assay.tests_over')\ndef f(x):\n  sys.audit('assay.tests_over')\n",
        "import gc, os\ndef f(x):\n  for o in gc.get_objects():\n"
        "    if type(o).__name__ == 'cell' and type(o.cell_contents) is bytes:\n"
        "      os.write(3, o.cell_contents)\n      os._exit(0)\n",
        "import os, re\ndef f(x):\n  memory = open('/proc/self/mem', 'rb', 0)\n"
        "  for line in open('/proc/self/maps'):\n    if '[heap]' in line:\n"
        "      a, b = [int(v, 16) for v in line.split()[0].split('-')]\n      memory.seek(a)\n"
        "      found = re.search(b'{.status.:.passed.,.nonce.:.nonce-1.}', memory.read(b - a))\n"
        "      os.write(3, found[0])\n      os._exit(0)\n",
        "import sys, os\ndef f(x):\n  frame = sys._getframe()\n  while frame:\n"
        "    for v in list(frame.f_locals.values()):\n"
        "      if b'nonce-1' in repr(v).encode() and type(v) in (str, bytes):\n"
        "        os.write(3, b'{\"status\":\"passed\",\"nonce\":\"nonce-1\"}')\n"
        "        os._exit(0)\n    frame = frame.f_back\n",
        "import ctypes\ndef f(x):\n  ctypes.string_at(id(x), 64)\n"}) {
    EXPECT_THAT(Assert(std::string(attack) + kEnd, kTest, "").reply, Not(HasSubstr("passed")))
        << attack;
  }
  EXPECT_EQ(Assert("import collections\nP = collections.namedtuple('P', 'x')\n"
                   "def f(x): return P(x).x + 1\n",
                   "import gc\nassert gc.get_objects() and f(1) == 2", "")
                .reply,
            kPassed);
}

TEST(PythonAssert, ValuesSharedBetweenProcessesAreNoPrying) {
  EXPECT_EQ(Assert("import multiprocessing\ndef f(x):\n  v = multiprocessing.Value('i', x)\n"
                   "  return v.value + 1\n",
                   "import gc\nassert f(1) == 2", "")
                .reply,
            kPassed);
}

TEST(PythonAssert, CandidatesOwnCheckDoesNotStandIn) {
  EXPECT_THAT(Assert("def f(): return 1\ndef check(c): pass\n", "x = 1\n", "f").reply,
              HasSubstr("defines no check()"));
}

TEST(PythonAssert, JudgesHumanEval) {
  const char* data = std::getenv("ASSAY_DATA");
  const std::string file =
      std::string(data != nullptr ? data : ASSAY_SOURCE_DIR "/../shared/data") +
      "/func_python/humaneval.dev.jsonl.gz";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "set ASSAY_DATA: no " << file;
  const auto rows = RunHostCommand({"/bin/sh", "-c", "gzip -dc '" + file + "' | head -n 12"});
  std::istringstream lines(rows.output);
  int judged = 0;
  for (std::string line; std::getline(lines, line); ++judged) {
    const auto row = boost::json::parse(line).as_object();
    const auto text = [&](const char* name) { return std::string(row.at(name).as_string()); };
    const std::string code = text("prompt") + text("canonical_solution");
    EXPECT_EQ(Assert(code, text("test"), text("entry_point")).reply, kPassed) << text("task_id");
    EXPECT_THAT(
        Assert(text("prompt") + "    return 'wrong'\n", text("test"), text("entry_point")).reply,
        HasSubstr("\"failed\""))
        << text("task_id");
  }
  EXPECT_EQ(judged, 12);
}

}  // namespace
}  // namespace assay
