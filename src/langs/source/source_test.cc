#include <gmock/gmock.h>

#include "langs/source/go_source.h"
#include "langs/source/signature.h"
#include "langs/source/source_tokens.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr auto kGo = SourceSyntax::kGo;
constexpr auto kRust = SourceSyntax::kRust;
constexpr auto kTs = SourceSyntax::kTypescript;

std::vector<std::string_view> Tokens(std::string_view code, SourceSyntax syntax) {
  std::vector<std::string_view> found;
  SourceTokens tokens(code, syntax);
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    found.push_back(token);
  }
  return found;
}

TEST(SourceTokens, KnowWhatEachLanguageWritesItsOwnWay) {
  EXPECT_THAT(Tokens("a `b \"` c `\\` d", kGo), ElementsAre("a", "c", "d"));
  EXPECT_THAT(Tokens("a `b \\` ${x}` c 'd`' e", kTs), ElementsAre("a", "c", "e"));
  EXPECT_THAT(Tokens("a<'b> 'c' '\\'' 'é' 'static d", kRust), ElementsAre("a", "<", ">", "d"));
  EXPECT_THAT(Tokens("a \"b\n\\\" c\" d r#\"e \" f\"# g r#type", kRust),
              ElementsAre("a", "d", "r", "g", "r", "#", "type"));
  EXPECT_THAT(Tokens("a /* b /* c */ d */ e // f", kRust), ElementsAre("a", "e"));
  EXPECT_THAT(Tokens("a @\"b\\\" c $@\"d \"\" e\" f", SourceSyntax::kCsharp),
              ElementsAre("a", "c", "f"));
  EXPECT_THAT(Tokens("a R\"x(b)x\" c", SourceSyntax::kC), ElementsAre("a", "R", "c"));
  EXPECT_THAT(Tokens("a R\"no longer than 16: x(b\" c", SourceSyntax::kC),
              ElementsAre("a", "R", "c"));
}

// A program of anybody's may end anywhere.
TEST(SourceTokens, EndWithTheCode) {
  const std::string_view code =
      "r#\"a\"# 'b' '\\x' \"\\\" @\"c\"\" `d\\` /* /* */ R\"e( \"\"\" f \\\"\"\" $@\"g ''";
  for (size_t end = 0; end <= code.size(); ++end) {
    for (const auto syntax : {SourceSyntax::kC, SourceSyntax::kCsharp, kGo, kTs, kRust}) {
      EXPECT_LE(Tokens(code.substr(0, end), syntax).size(), end);
      EXPECT_LE(Tokens(code.substr(end), syntax).size(), code.size() - end);
    }
  }
}

// A mark that opens no string in a language is a token of it, not the end.
TEST(SourceTokens, KeepStringsWhereTheLanguageHasThem) {
  const auto with_strings = [](std::string_view code, SourceSyntax syntax) {
    std::vector<std::string_view> found;
    SourceTokens tokens(code, syntax);
    for (auto token = tokens.NextOrString(); !token.empty(); token = tokens.NextOrString()) {
      found.push_back(token);
    }
    return found;
  };
  EXPECT_THAT(with_strings("a `b \"` \"c\" d", kGo), ElementsAre("a", "`b \"`", "\"c\"", "d"));
  EXPECT_THAT(with_strings("a ` \"c\" d", kRust), ElementsAre("a", "`", "\"c\"", "d"));
}

TEST(DefinesClass, IgnoresCommentsStringsAndDeclarations) {
  EXPECT_TRUE(DefinesClass("class Solution{};", "Solution"));
  EXPECT_TRUE(DefinesClass("struct Solution final : Base {};", "Solution"));
  EXPECT_FALSE(DefinesClass("// class Solution {\nclass Solution;", "Solution"));
  EXPECT_FALSE(DefinesClass("auto s = R\"x(\" class Solution { )x\"; int n = 1'000;", "Solution"));
  EXPECT_TRUE(DefinesClass("int n = 1'000; class Solution {};", "Solution"));
  EXPECT_TRUE(DefinesClass("pub struct Solution;", "Solution", kRust));
  EXPECT_TRUE(DefinesClass("struct Solution<'a> { s: &'a str }", "Solution", kRust));
  EXPECT_FALSE(DefinesClass("impl Solution { }", "Solution", kRust));
  EXPECT_TRUE(DefinesClass("export class Node extends Base {}", "Node", kTs));
}

TEST(FindSignature, ReadsRust) {
  const auto found = FindSignature(
      "fn two_sum() {}\nstruct Solution;\n"
      "impl<'a> Solution {\n  // fn two_sum(no: i32)\n  fn other(two_sum: i32) -> i32 { two_sum }\n"
      "  pub fn two_sum<F: Fn(i32) -> i32>(&self, mut a: Vec<(i32, i32)>, /* b */ b: &mut [char],\n"
      "      c: std::option::Option<Box<ListNode>>,) -> Option<Rc<RefCell<TreeNode>>> where F: X "
      "{\n"
      "    fn two_sum(inner: u8) {}\n  }\n}\n",
      "two_sum", kRust);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->of_solution);
  EXPECT_THAT(found->parameters, ElementsAre("&self", "mut a: Vec<(i32, i32)>", "b: &mut [char]",
                                             "c: std::option::Option<Box<ListNode>>"));
  EXPECT_EQ(found->result, "Option<Rc<RefCell<TreeNode>>>");
  EXPECT_EQ(TypeOf(found->parameters[1], kRust), "Vec<(i32, i32)>");
  EXPECT_EQ(TypeOf(found->parameters[3], kRust), "std::option::Option<Box<ListNode>>");
  EXPECT_EQ(TypeOf("&self", kRust), "");

  const auto bare = FindSignature("pub fn f(x: &mut Vec<i32>) { x.sort(); }", "f", kRust);
  ASSERT_TRUE(bare);
  EXPECT_FALSE(bare->of_solution);
  EXPECT_EQ(bare->result, "");
  EXPECT_FALSE(FindSignature("fn g() { fn f() {} }", "f", kRust));
  EXPECT_FALSE(FindSignature("fn f", "f", kRust));
}

TEST(FindSignature, ReadsTypescriptHoweverAFunctionIsMade) {
  for (const char* code : {
           "function f(a: ListNode | null, b: number[] = [1]): Array<Map<string, number>> { }",
           "export const f = async (a: ListNode | null, b: number[]):Array<Map<string, number>>=> "
           "1",
           "let f = function g(a: ListNode | null, b: number[]): Array<Map<string, number>> {}",
           "const f: (a: ListNode | null, b: number[]) => Array<Map<string, number>> = (a, b) => 1",
           "function f(no: string) {}\nclass Other { f(x) {} }\nexport class Solution extends X {\n"
           "  g() { f(1); }\n"
           "  public f<T>(a: ListNode | null, b: number[]): Array<Map<string, number>> {}\n}",
           "class Solution { f = (a: ListNode | null, b: number[]): Array<Map<string, number>> => "
           "1 }",
       }) {
    const auto found = FindSignature(code, "f", kTs);
    ASSERT_TRUE(found) << code;
    ASSERT_EQ(found->parameters.size(), 2) << code;
    EXPECT_EQ(TypeOf(found->parameters[0], kTs), "ListNode | null") << code;
    EXPECT_EQ(TypeOf(found->parameters[1], kTs), "number[]") << code;
    EXPECT_EQ(found->result, "Array<Map<string, number>>") << code;
  }
  const auto object =
      FindSignature("function f(a: {x: number, y: number}): {z: string} {}", "f", kTs);
  ASSERT_TRUE(object);
  EXPECT_THAT(object->parameters, ElementsAre("a: {x: number, y: number}"));
  EXPECT_EQ(object->result, "{z: string}");
  EXPECT_FALSE(FindSignature("const f = a => a + 1;", "f", kTs));
  EXPECT_FALSE(FindSignature("f(1)", "f", kTs));
}

TEST(FindSignature, ReadsGo) {
  const auto found = FindSignature(
      "package main\n// func f(no int)\nfunc f(a, b []byte, c map[string]struct{}) (int, error) "
      "{}\n",
      "f", kGo);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->of_solution);
  EXPECT_THAT(found->parameters, ElementsAre("a", "b []byte", "c map[string]struct{}"));
  EXPECT_EQ(found->result, "(int, error)");
  const auto method = FindSignature(
      "func f() {}\nfunc (x Other) f(a int) {}\nfunc (s *Solution) f(b rune) interface{} { }", "f",
      kGo);
  ASSERT_TRUE(method);
  EXPECT_TRUE(method->of_solution);
  EXPECT_THAT(method->parameters, ElementsAre("b rune"));
  EXPECT_EQ(method->result, "interface{}");
}

// Beginnings without ends, each of which could be read to the end of the file: these take hours
// when it is.
TEST(FindSignature, ReadsAHostileFileOnce) {
  constexpr size_t kUnits = 100'000;
  const auto repeated = [](std::string_view unit) {
    std::string text;
    for (size_t i = 0; i < kUnits; ++i) text += unit;
    return text;
  };
  EXPECT_FALSE(FindSignature(repeated("func ("), "f", kGo));
  EXPECT_FALSE(FindSignature(repeated("fn f("), "f", kRust).has_value() &&
               FindSignature(repeated("fn f<"), "f", kRust).has_value());
  FindSignature(repeated("function f("), "f", kTs);
  FindSignature("class Solution {" + repeated("f(=>"), "f", kTs);
  const std::string brackets = repeated(")");
  EXPECT_FALSE(DefinesClass("R\"" + brackets + "(" + brackets, "Solution"));
  // One that is declared before all of it is found.
  const std::string late = "fn f(a: i32) {}\n" + repeated("fn f(");
  const auto found = FindSignature(late, "f", kRust);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->parameters, ElementsAre("a: i32"));
}

TEST(ScanGo, FindsWhatAFileDeclaresAndUses) {
  const GoSource source = ScanGo(
      "package solution\nimport (\n\t\"fmt\"\n\tm \"math\"\n\t\"container/heap\"\n)\nimport "
      "\"sort\"\n"
      "type (\n\tA struct{ x, y int }\n\tB = int\n)\ntype ListNode struct {\n\tVal int\n}\n"
      "var a, b = 1, strings.ToUpper(\"x.y\")\nconst (\n\tc, d = iota, 2\n\te\n)\n"
      "var f = func(g int) int { return g }\nvar (\n\tq = []int{\n\t\t1,\n\t}\n)\n"
      "func (l *ListNode) method() { local := 1; l.next.main(); _ = sort.Ints }\n"
      "func main() { main() }\n");
  EXPECT_EQ(source.package, "solution");
  EXPECT_EQ(source.main, "main");
  EXPECT_THAT(source.declared, UnorderedElementsAre("A", "B", "ListNode", "a", "b", "c", "d", "e",
                                                    "f", "q", "main"));
  EXPECT_THAT(source.imported, UnorderedElementsAre("fmt", "m", "heap", "sort"));
  EXPECT_THAT(source.qualifies, UnorderedElementsAre("strings", "l", "sort"));
  const GoSource bare = ScanGo("func f(a []int) {}");
  EXPECT_EQ(bare.package, "");
  EXPECT_EQ(bare.main, "");
  EXPECT_THAT(bare.imported, IsEmpty());
  // A text of several lines is no name, and nothing to put another in the place of.
  EXPECT_EQ(ScanGo("package `a\nb`\nfunc main() {}").package, "");
}

}  // namespace
}  // namespace assay
