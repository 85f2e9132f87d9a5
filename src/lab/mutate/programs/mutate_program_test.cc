#include "lab/mutate/programs/mutate_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdio.h>

#include <set>
#include <string>

namespace assay::mutate {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// What the operator makes of a program, in the order of the text.
std::vector<std::string> By(std::string_view name, Language language, std::string_view source) {
  std::vector<std::string> made;
  for (const Mutant& mutant : MutateProgram(language, source)) {
    if (mutant.operator_name == name) made.push_back(mutant.source);
  }
  return made;
}
std::vector<std::string> Python(std::string_view name, std::string_view source) {
  return By(name, Language::kPython, source);
}
std::vector<std::string> Cpp(std::string_view name, std::string_view source) {
  return By(name, Language::kCpp, source);
}

TEST(Comparison, IsTurnedRound) {
  EXPECT_THAT(Python("comparison", "if a < b == c: pass\n"),
              ElementsAre("if a > b == c: pass\n", "if a < b != c: pass\n"));
  EXPECT_THAT(Cpp("comparison", "bool f(vector<int> v) { return v.size() >= 2; }"),
              ElementsAre("bool f(vector<int> v) { return v.size() <= 2; }"));
}

TEST(Boundary, GainsOrLosesEquality) {
  EXPECT_THAT(Python("boundary", "while i <= n: i += 1"), ElementsAre("while i < n: i += 1"));
  EXPECT_THAT(Cpp("boundary", "map<int, pair<int, int>> m; x = a < b && c > d;"),
              ElementsAre("map<int, pair<int, int>> m; x = a <= b && c > d;",
                          "map<int, pair<int, int>> m; x = a < b && c >= d;"));
}

TEST(Arithmetic, NeedsTwoOperands) {
  EXPECT_THAT(Python("arithmetic", "x = -a + f(*b) ** 2"),
              ElementsAre("x = -a - f(*b) ** 2", "x = -a + f(*b) * 2"));
  EXPECT_THAT(Cpp("arithmetic", "int* p = &a; x = *p - 1;"),
              ElementsAre("int* p = &a; x = *p + 1;"));
}

TEST(Assignment, ChangesItsOperator) {
  EXPECT_THAT(Python("assignment", "x += 1"), ElementsAre("x -= 1"));
  EXPECT_THAT(Cpp("assignment", "x *= 2;"), ElementsAre("x += 2;"));
}

TEST(Division, ChangesItsKind) {
  EXPECT_THAT(Python("division", "x = a // b"), ElementsAre("x = a / b"));
  EXPECT_THAT(Cpp("division", "x = a / b;"), ElementsAre("x = a % b;", "x = a * 1.0 / b;"));
}

TEST(Logic, AndIsOr) {
  EXPECT_THAT(Python("logic", "x = a and not b"), ElementsAre("x = a or not b"));
  EXPECT_THAT(Cpp("logic", "x = a || b;"), ElementsAre("x = a && b;"));
}

TEST(Negation, IsDropped) {
  EXPECT_THAT(Python("negation", "x = not a"), ElementsAre("x =  a"));
  EXPECT_THAT(Python("negation", "x = a in b"), ElementsAre("x = a not in b"));
  EXPECT_THAT(Python("negation", "x = a is not None"), ElementsAre("x = a is  None"));
  EXPECT_THAT(Python("negation", "for (a, b) in c:\n    x = [d for d in e]"), IsEmpty());
  EXPECT_THAT(Cpp("negation", "if (!a) b();"), ElementsAre("if (a) b();"));
}

TEST(Sign, IsDropped) {
  EXPECT_THAT(Python("sign", "x = a[-1] - b"), ElementsAre("x = a[1] - b"));
  EXPECT_THAT(Cpp("sign", "return -1;"), ElementsAre("return 1;"));
}

TEST(Bitwise, ChangesItsOperator) {
  EXPECT_THAT(Python("bitwise", "x = a & 1 << b"), ElementsAre("x = a | 1 << b", "x = a & 1 >> b"));
  EXPECT_THAT(Cpp("bitwise", "x = a ^ b; cout << x;"), ElementsAre("x = a | b; cout << x;"));
}

TEST(Increment, IsOfCppAlone) {
  EXPECT_THAT(Cpp("increment", "i++;"), ElementsAre("i--;"));
  EXPECT_THAT(OperatorNames(Language::kPython), Not(Contains("increment")));
}

TEST(Constant, IsOneLargerOrSmaller) {
  EXPECT_THAT(Python("constant", "x = 0 + 2.5"), ElementsAre("x = 1 + 2.5"));
  EXPECT_THAT(Cpp("constant", "x = 10LL;"), ElementsAre("x = 11LL;", "x = 9LL;"));
  EXPECT_THAT(Cpp("constant", "x = 0x10 + 1e9 + 007;"), IsEmpty());
}

TEST(Boolean, IsFlipped) {
  EXPECT_THAT(Python("boolean", "x = True"), ElementsAre("x = False"));
  EXPECT_THAT(Cpp("boolean", "x = false;"), ElementsAre("x = true;"));
}

TEST(MinMax, AreSwapped) {
  EXPECT_THAT(Python("min_max", "x = min(a, b.max())"), ElementsAre("x = max(a, b.max())"));
  EXPECT_THAT(Cpp("min_max", "x = std::max(a, INT_MIN);"),
              ElementsAre("x = std::min(a, INT_MIN);", "x = std::max(a, INT_MAX);"));
}

TEST(Break, IsContinue) {
  EXPECT_THAT(Python("break", "while a:\n    break\n"), ElementsAre("while a:\n    continue\n"));
  EXPECT_THAT(Cpp("break", "for (;;) { continue; }"), ElementsAre("for (;;) { break; }"));
}

TEST(Condition, IsNegated) {
  EXPECT_THAT(Python("condition", "if a[1:2] and b: x()\n"),
              ElementsAre("if not (a[1:2] and b): x()\n"));
  EXPECT_THAT(Cpp("condition", "while (a < b) f();"), ElementsAre("while (!(a < b)) f();"));
}

TEST(Branch, IsAlwaysOrNeverTaken) {
  EXPECT_THAT(Python("branch", "if a: x()\n"), ElementsAre("if False: x()\n", "if True: x()\n"));
  EXPECT_THAT(Python("branch", "while a: x()\n"), ElementsAre("while False: x()\n"));
  EXPECT_THAT(Cpp("branch", "if (a) x();"), ElementsAre("if (0) x();", "if (1) x();"));
}

TEST(Statement, IsLeftOut) {
  EXPECT_THAT(Python("statement",
                     "def f(a):\n    \"\"\"x\"\"\"\n    a.append(\n        1)\n    return a\n"),
              ElementsAre("def f(a):\n    \"\"\"x\"\"\"\n    pass\n    return a\n"));
  EXPECT_THAT(Cpp("statement", "void f() { int a = 1; string b = c; if (a) g(a); a = 2; }"),
              ElementsAre("void f() { int a = 1; string b = c; if (a) ; a = 2; }",
                          "void f() { int a = 1; string b = c; if (a) g(a); ; }"));
}

TEST(Loop, GoesOnceMoreOrLess) {
  EXPECT_THAT(
      Python("loop", "for i in range(1, len(a)): x()\n"),
      ElementsAre("for i in range(1 + 1, len(a)): x()\n", "for i in range(1, (len(a)) + 1): x()\n",
                  "for i in range(1, (len(a)) - 1): x()\n"));
  EXPECT_THAT(
      Cpp("loop", "for (int i = 0; i < n; ++i) x();"),
      ElementsAre("for (int i = 0 + 1; i < n; ++i) x();", "for (int i = 0; i < n + 1; ++i) x();",
                  "for (int i = 0; i < n - 1; ++i) x();"));
}

TEST(Arguments, AreSwapped) {
  EXPECT_THAT(Python("arguments", "def f(a, b): return g(a, b[1], c) + max(a, b) + h(a, k=1)\n"),
              ElementsAre("def f(a, b): return g(b[1], a, c) + max(a, b) + h(a, k=1)\n"));
  EXPECT_THAT(Cpp("arguments", "int f(int a, int b) { return g(a, b); }"),
              ElementsAre("int f(int a, int b) { return g(b, a); }"));
}

TEST(Return, GivesAConstantOrTheInput) {
  const std::string_view method = "class A:\n    def f(self, a, b):\n        return a + b\n";
  EXPECT_THAT(Python("return_constant", method),
              ElementsAre("class A:\n    def f(self, a, b):\n        return 0\n"));
  EXPECT_THAT(Python("return_input", method),
              ElementsAre("class A:\n    def f(self, a, b):\n        return a\n"));
  EXPECT_THAT(Python("return_constant", "def f():\n    return False\n"),
              ElementsAre("def f():\n    return 1\n"));
  EXPECT_THAT(Cpp("return_constant", "bool f() { return false; }"), IsEmpty());
  EXPECT_THAT(Cpp("return_constant", "int f() { return a + b; } int main() { return 0; }"),
              ElementsAre("int f() { return 0; } int main() { return 0; }"));
}

TEST(Sort, GoesTheOtherWay) {
  EXPECT_THAT(Python("sort", "a.sort()\nb = sorted(a, key=f, reverse=True)\n"),
              ElementsAre("a.sort(reverse=True)\nb = sorted(a, key=f, reverse=True)\n",
                          "a.sort()\nb = sorted(a, key=f, reverse=False)\n"));
  EXPECT_THAT(Cpp("sort", "sort(a.begin(), a.end());"),
              ElementsAre("sort(a.begin(), a.end(), std::greater<>());"));
  EXPECT_THAT(Cpp("sort", "sort(a, b, less);"), ElementsAre("sort(a, b);"));
}

TEST(MutateProgram, LeavesStringsCommentsAndDirectivesAlone) {
  EXPECT_THAT(MutateProgram(Language::kPython,
                            "# a < 1 and b\n'''x = 1 + 2\n'''\nf\"{a + 1}\"\nrb'\\' + 1'\n"),
              IsEmpty());
  EXPECT_THAT(MutateProgram(Language::kCpp,
                            "#define A(x) \\\n  (x + 1)\n// a + 1\n/* b\n < 2 */\n"
                            "auto s = R\"(a + 1)\"; auto c = '+'; auto t = \"\\\" + 1\";"),
              IsEmpty());
}

TEST(MutateProgram, SaysWhatWasChangedAndWhere) {
  const auto mutants = MutateProgram(Language::kPython, "# one\nx = a \\\n  + b\n");
  ASSERT_FALSE(mutants.empty());
  const Mutant& last = mutants.back();
  EXPECT_EQ(last.operator_name, "arithmetic");
  EXPECT_EQ(last.line, 3);
  EXPECT_EQ(last.before, "+");
  EXPECT_EQ(last.after, "-");
}

// Neither language's best style, but much of its grammar.
constexpr std::string_view kPythonProgram = R"(import sys
from typing import List

class Box:
    size: int = 3

    def __init__(self, items: List[int], limit=10, *rest, **more):
        self.items = sorted(items, key=lambda v: (-v, v))
        self.limit = limit if limit > 0 else 10

    @property
    def best(self):
        """The best < all."""
        return max(self.items, default=-1)

async def nothing(): pass

def solve(n, rows):
    total = 0
    seen = {0: 'a', 1: "b"}
    for i, (a, b) in enumerate(rows[1:]):
        if a not in seen and not b or i % 2 == 1:
            total += a * b - (a ** 2) // 3
        elif (c := a + b) >= n: total -= c
        else:
            while total > n:
                total = total - 1
                if total is None: break
                continue
    values = [x for x in range(1, n) if x & 1 and x in seen]
    try:
        assert len(values) < 100, "too many"
    except (ValueError, AssertionError) as error:
        raise error
    print(f"{total + 1}", pow(total, 3), sep=', ')
    return total, \
        values

if __name__ == '__main__':
    solve(int(sys.stdin.readline()), [list(map(int, l.split())) for l in sys.stdin]); print(1)
)";

// Python itself reads them, all in one process.
TEST(MutateProgram, MutantsOfPythonAreOthersAndParse) {
  const auto mutants = MutateProgram(Language::kPython, kPythonProgram);
  EXPECT_GT(mutants.size(), 60u);
  std::set<std::string> texts;
  std::set<std::string_view> operators;
  const std::string path = ::testing::TempDir() + "assay_mutants.txt";
  FILE* const file = ::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr);
  for (const Mutant& mutant : mutants) {
    EXPECT_NE(mutant.source, kPythonProgram);
    EXPECT_TRUE(texts.insert(mutant.source).second) << mutant.operator_name << mutant.line;
    operators.insert(mutant.operator_name);
    ::fwrite(mutant.source.data(), 1, mutant.source.size(), file);
    ::fputc('\0', file);
  }
  ::fclose(file);
  EXPECT_GE(operators.size(), 15u);
  const std::string command =
      "/usr/bin/python3 -W ignore -c 'import sys\n"
      "for text in open(sys.argv[1]).read().split(chr(0)): compile(text, \"mutant\", \"exec\")' " +
      path;
  EXPECT_EQ(::system(command.c_str()), 0);
  ::remove(path.c_str());
}

TEST(MutateProgram, IsTheSameForTheSameSeedAndGivesEachOperatorATurn) {
  const auto texts = [](uint64_t seed, size_t most) {
    std::vector<std::string> out;
    for (const Mutant& each : MutateProgram(Language::kPython, kPythonProgram, {seed, most})) {
      out.push_back(each.source);
    }
    return out;
  };
  EXPECT_EQ(texts(7, 20), texts(7, 20));
  EXPECT_NE(texts(7, 20), texts(8, 20));
  EXPECT_EQ(texts(7, 20).size(), 20u);
  std::set<std::string_view> all, few;
  for (const Mutant& each : MutateProgram(Language::kPython, kPythonProgram)) {
    all.insert(each.operator_name);
  }
  for (const Mutant& each : MutateProgram(Language::kPython, kPythonProgram, {1, all.size()})) {
    few.insert(each.operator_name);
  }
  EXPECT_EQ(few, all);
}

TEST(MutateProgram, StandsTextsThatAreNoPrograms) {
  for (const std::string_view text : {"",
                                      "(",
                                      ")",
                                      "((]}",
                                      "'",
                                      "\"\"\"",
                                      "/*",
                                      "R\"(",
                                      "#",
                                      "if",
                                      "if (",
                                      "for (;",
                                      "range(",
                                      "return",
                                      "x = f(a,",
                                      "\\",
                                      "def",
                                      "def f(",
                                      "\xff\xfe<\x80",
                                      "a <",
                                      "'\\"}) {
    for (const Language language : {Language::kPython, Language::kCpp}) {
      for (const Mutant& mutant : MutateProgram(language, text)) EXPECT_NE(mutant.source, text);
    }
  }
}

TEST(MutateProgram, HasTenOperatorsForEachLanguage) {
  EXPECT_GE(OperatorNames(Language::kPython).size(), 20u);
  EXPECT_GE(OperatorNames(Language::kCpp).size(), 20u);
  EXPECT_EQ(MutableLanguage("c++"), Language::kCpp);
  EXPECT_EQ(MutableLanguage("rust"), std::nullopt);
}

}  // namespace
}  // namespace assay::mutate
