#include <gmock/gmock.h>

#include "langs/drivers/driver_harness.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kInPlace[] = R"({"status":"ok","value":null,"args":[[1,2,3]]})";

// One compilation, several runs.
class Compiled {
 public:
  Compiled(std::string_view language, std::string_view code, std::string_view function) {
    Problem problem;
    problem.function_name = std::string(function);
    const auto program =
        Table().MakeProgram(language, ProgramKind::kFunctionCall, code, problem, {});
    EXPECT_TRUE(program.ok());
    if (program.ok()) harness_.Build(*program);
  }
  DriverRun Run(std::string_view input) { return harness_.Run(input); }

 private:
  DriverHarness harness_;
};

TEST(CppCall, ReadsAndWritesEveryType) {
  Compiled program(
      "cpp",
      "#define int long long\n"
      "class Solution { public:\n"
      "  tuple<vector<vector<int>>, string, unsigned, bool, vector<char>,\n"
      "        map<string, int>, vector<double>, set<int>, pair<int, string>,\n"
      "        optional<int>, vector<bool>, map<int, int>>\n"
      "  f(vector<vector<int>>& a, const string& s, unsigned n, bool b, vector<char> c,\n"
      "    unordered_map<string, int> m, vector<double> d, set<int> st,\n"
      "    pair<int, string> p, optional<int> o) const {\n"
      "    return {a, s, n, b, c, map<string, int>(m.begin(), m.end()), d, st, p, o,\n"
      "            {true, false}, {{1, 2}}};\n"
      "  }\n"
      "};\n"
      "int main() { cout << 1; }\n",
      "f");
  const DriverRun run = program.Run(
      R"([[[1,-9007199254740993],[]],"\u00e9\ud83d\ude00\"\n",4294967295,true,["x"],{"b":2,"a":1},)"
      R"([1.5,2,NaN,1e400],{"$set":[3,1]},[1,"q"],null])");
  EXPECT_EQ(run.reply, Ok("[[[1,-9007199254740993],[]],\"é😀\\\"\\u000a\",4294967295,true,[\"x\"],"
                          "{\"a\":1,\"b\":2},[1.5,2.0,{\"$float\":\"nan\"},{\"$float\":\"inf\"}],"
                          "{\"$set\":[1,3]},[1,\"q\"],null,[true,false],{\"$dict\":[[1,2]]}]"));
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(program.Run("[1]").reply, HasSubstr(R"("kind":"bad_arguments")"));
}

TEST(CppCall, ConvertsListsAndTreesAndWorksInPlace) {
  Compiled lists("cpp",
                 "ListNode* f(ListNode* h, TreeNode* t) {\n"
                 "  ListNode* p = nullptr;\n"
                 "  while (h) { auto n = h->next; h->next = p; p = h; h = n; }\n"
                 "  return t && t->right ? p : nullptr;\n}\n",
                 "f");
  EXPECT_EQ(lists.Run("[[1,2,3],[1,null,2]]").reply, Ok("[3,2,1]"));
  EXPECT_EQ(lists.Run("[[1,2,3],[]]").reply, Ok("[]"));
  Compiled sort("cpp",
                "class Solution { public: void f(vector<int>& a) {\n"
                "  if (a.empty()) throw out_of_range(\"empty\");\n"
                "  if (a[0] < 0) exit(0);\n"
                "  int x; if (cin >> x) a[0] = 99;\n"
                "  sort(a.begin(), a.end()); } };\n",
                "f");
  EXPECT_EQ(sort.Run("[[3,1,2]]").reply, kInPlace);
  const DriverRun thrown = sort.Run("[[]]");
  EXPECT_EQ(
      thrown.reply,
      R"({"status":"error","kind":"exception","type":"std::out_of_range","message":"empty"})");
  EXPECT_EQ(thrown.exit_code, 1);
  EXPECT_THAT(thrown.err, HasSubstr("std::out_of_range"));
  EXPECT_THAT(sort.Run("[[-1]]").reply, IsEmpty());
}

TEST(JavaCall, ReadsAndWritesEveryType) {
  Compiled program("java",
                   "class Solution {\n"
                   "  public Object f(int[][] a, String s, long n, boolean b, char[][] c,\n"
                   "      List<List<Integer>> l, Map<String, Integer> m, double d, char ch,\n"
                   "      Integer none) {\n"
                   "    return new Object[] {a, s, n, b, c, l, new TreeMap<>(m), d, ch, none,\n"
                   "      new BigInteger(\"123456789012345678901234567890\"), 1e300, Double.NaN,\n"
                   "      new TreeSet<>(l.get(0)), Map.of(1, 2), new Solution()};\n"
                   "  }\n}\n",
                   "f");
  EXPECT_EQ(program
                .Run(R"([[[1,2],[]],"\u00e9\ud83d\ude00",9007199254740993,true,[["x"]],[[3,1]],)"
                     R"({"b":2,"a":1},2,"c",null])")
                .reply,
            Ok(R"([[[1,2],[]],"\u00e9\ud83d\ude00",9007199254740993,true,[["x"]],[[3,1]],)"
               R"({"a":1,"b":2},2.0,"c",null,123456789012345678901234567890,1.0e300,)"
               R"({"$float":"nan"},{"$set":[1,3]},{"$dict":[[1,2]]},{"$repr":"Solution"}])"));
  EXPECT_THAT(program.Run("[1]").reply, HasSubstr(R"("kind":"bad_arguments")"));
}

TEST(JavaCall, ConvertsListsAndTreesAndWorksInPlace) {
  Compiled program("java",
                   "import java.util.Arrays;\n"
                   "public ListNode f(ListNode h, TreeNode t) {\n"
                   "  ListNode p = null;\n"
                   "  while (h != null) { ListNode n = h.next; h.next = p; p = h; h = n; }\n"
                   "  return t == null || t.right == null ? null : p;\n}\n",
                   "f");
  EXPECT_EQ(program.Run("[[1,2,3],[1,null,2]]").reply, Ok("[3,2,1]"));
  EXPECT_EQ(program.Run("[[1,2,3],[]]").reply, Ok("[]"));
  Compiled sort("java",
                "public class Main {\n"
                "  static void f(int[] a) {\n"
                "    if (a.length == 0) throw new IllegalStateException(\"empty\");\n"
                "    if (a[0] < 0) System.exit(0);\n"
                "    Arrays.sort(a);\n  }\n"
                "  public static void main(String[] args) {}\n}\n",
                "f");
  EXPECT_EQ(sort.Run("[[3,1,2]]").reply, kInPlace);
  const DriverRun thrown = sort.Run("[[]]");
  EXPECT_EQ(thrown.reply, R"({"status":"error","kind":"exception",)"
                          R"("type":"java.lang.IllegalStateException","message":"empty"})");
  EXPECT_EQ(thrown.exit_code, 1);
  EXPECT_THAT(thrown.err, HasSubstr("Main.f(Main.java:3)"));
  EXPECT_THAT(sort.Run("[[-1]]").reply, IsEmpty());
}

TEST(NodeCall, ReadsAndWritesEveryType) {
  EXPECT_EQ(Call("nodejs",
                 "const f = (a, b, c) => [a, b, c, -0, 1e21, 2 ** 53, 0.5, undefined, null, true,\n"
                 "  new Set([1]), new Map([[1, 2]]), {a: 1}, {$b: 2}, Infinity, () => 1];",
                 "f", R"([[1,2.5,"\ud800\u00e9"],12345678901234567890,NaN])")
                .reply,
            Ok(R"([[1,2.5,"\ud800é"],12345678901234567890,{"$float":"nan"},-0.0,1e+21,)"
               R"(9007199254740992,0.5,null,null,true,{"$set":[1]},{"$dict":[[1,2]]},{"a":1},)"
               R"({"$dict":[["$b",2]]},{"$float":"inf"},{"$repr":"function"}])"));
}

TEST(NodeCall, FindsTheFunctionWhereverItIs) {
  for (const char* code :
       {"function f(a) { return a + 1; }", "var f = a => a + 1;", "let f = async a => a + 1;",
        "class Solution { f(a) { return a + 1; } }", "module.exports = { f: a => a + 1 };",
        "module.exports = function f(a) { return a + 1; }", "globalThis.f = a => a + 1 // end"}) {
    EXPECT_EQ(Call("nodejs", code, "f", "[1]").reply, Ok("2")) << code;
  }
  EXPECT_THAT(Call("nodejs", "let g = 1", "f", "[1]").reply,
              HasSubstr(R"("kind":"missing_function")"));
}

TEST(NodeCall, ConvertsListsAndTreesAndWorksInPlace) {
  EXPECT_EQ(Call("js",
                 "/**\n * Definition of a node.\n */\n/**\n * @param {ListNode} h\n"
                 " * @param {TreeNode} t\n * @return {ListNode}\n */\n"
                 "var f = function(h, t) {\n"
                 "  let p = null;\n"
                 "  while (h) { const n = h.next; h.next = p; p = h; h = n; }\n"
                 "  return t.right ? p : null;\n};\n",
                 "f", "[[1,2,3],[1,null,2]]")
                .reply,
            Ok("[3,2,1]"));
  EXPECT_EQ(Call("js", "var f = a => { a.sort(); };", "f", "[[3,1,2]]").reply, kInPlace);
}

TEST(CompiledCall, WhatNoFunctionCanChangeIsNotReported) {
  EXPECT_EQ(Call("js", "var f = a => {};", "f", "[5]").reply, Ok("null"));
  EXPECT_EQ(Call("js", "var f = a => {};", "f", "[\"ab\"]").reply, Ok("null"));
  EXPECT_EQ(Call("cpp", "void f(std::string s) { s.clear(); }", "f", "[\"ab\"]").reply, Ok("null"));
  EXPECT_EQ(Call("cpp", "void f(const std::string& s) {}", "f", "[\"ab\"]").reply, Ok("null"));
  EXPECT_EQ(Call("cpp", "void f(std::string& s) {}", "f", "[\"ab\"]").reply,
            R"({"status":"ok","value":null,"args":["ab"]})");
  EXPECT_EQ(Call("java", "static void f(String s) {}", "f", "[\"ab\"]").reply, Ok("null"));
}

TEST(NodeCall, ExceptionsAndEarlyExits) {
  const DriverRun run = Call("js", "function f() { throw new TypeError('no'); }", "f", "[]");
  EXPECT_EQ(run.reply,
            R"({"status":"error","kind":"exception","type":"TypeError","message":"no"})");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("main.js:1"));
  EXPECT_THAT(Call("js", "function f() { process.exit(0); }", "f", "[]").reply, IsEmpty());
  EXPECT_THAT(Call("js", "async function f() { await new Promise(() => {}); }", "f", "[]").reply,
              IsEmpty());
  EXPECT_EQ(
      Call("js", "let s = require('fs').readFileSync(0, 'utf8'); let f = () => s", "f", "[]").reply,
      Ok("\"\""));
}

}  // namespace
}  // namespace assay
