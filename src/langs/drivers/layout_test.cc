// What is laid out around a candidate's function where only the toolchain could run it; those that
// are everywhere run in the other tests of this folder. tests/languages runs these.
#include <gmock/gmock.h>

#include "langs/drivers/drivers.h"

namespace assay {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Problem Calling(std::string_view function) {
  Problem problem;
  problem.function_name = std::string(function);
  return problem;
}

ProgramLayout LaidOut(const LayoutHook& hook, std::string_view code, std::string_view function) {
  ProgramLayout layout;
  const Status status = hook(Calling(function), code, &layout);
  EXPECT_TRUE(status.ok());
  return layout;
}

std::string File(const ProgramLayout& layout, std::string_view path) {
  for (const ProgramFile& file : layout.sources) {
    if (file.path == path) return std::string(file.contents->view());
  }
  return "(no such file)";
}

TEST(LaidOutCalls, RefuseWhatIsNoName) {
  for (const LayoutHook& hook :
       {LayoutHook(LayoutRustCall), LayoutHook(LayoutCsharpCall), GoCallHook({})}) {
    ProgramLayout layout;
    for (const char* name : {"f); evil(", "", "1f", "a.b", "f\n"}) {
      EXPECT_FALSE(hook(Calling(name), "", &layout).ok()) << name;
    }
  }
}

// ---- Go ----

LayoutHook Go() {
  return GoCallHook(
      {"module programs\n\ngo 1.26.1\n\nrequire x.org/y v1.9.0\n", "sums\n", "x.org/y"});
}

TEST(GoCall, IsHandedTheFunctionByAPackageOfOurs) {
  const ProgramLayout layout = LaidOut(Go(), "package main\nfunc f(a []byte) {}\n", "f");
  EXPECT_THAT(layout.compiled, ElementsAre("main.go", "assay_main.go", "assay_nodes.go"));
  EXPECT_EQ(File(layout, "go.mod"), "module programs\n\ngo 1.26.1\n\n");
  EXPECT_EQ(File(layout, "go.sum"), "(no such file)");
  EXPECT_THAT(File(layout, "assay_main.go"),
              AllOf(HasSubstr("import \"programs/assaydriver\""),
                    HasSubstr("Call(f, assaydriver.Characters{Bytes: true, Runes: false})")));
  EXPECT_THAT(File(layout, "assay_nodes.go"), HasSubstr("type TreeNode struct"));
  EXPECT_EQ(File(layout, "main.go"), "package main\nfunc f(a []byte) {}\n\n");
}

TEST(GoCall, GetsAPackageAndTheUsualImportsWhereThereAreNone) {
  const ProgramLayout layout =
      LaidOut(Go(),
              "import \"fmt\"\ntype list struct{}\n"
              "func f(a []uint8) rune {\n"
              "  sort.Ints(nil); fmt.Print(list.x, heap.Init, a.strings.y)\n"
              "  return 'x' }\nfunc main() {}\n",
              "f");
  const std::string text = File(layout, "main.go");
  EXPECT_THAT(text, StartsWith("package main; import \"container/heap\"; import \"sort\"; import "
                               "\"fmt\"\ntype list"));
  EXPECT_THAT(text, AllOf(HasSubstr("\nvar _ = sort.Ints\n"), HasSubstr("\nvar _ = heap.Init\n"),
                          HasSubstr("func assayCandidateMain() {}"), Not(HasSubstr("strings\""))));
  EXPECT_THAT(File(layout, "assay_main.go"), HasSubstr("Characters{Bytes: false, Runes: true}"));
}

TEST(GoCall, IsOfPackageMainWhateverItIsCalled) {
  const std::string text = File(
      LaidOut(Go(), "// A file.\npackage solution\nfunc main() {}\nfunc f() {}", "f"), "main.go");
  EXPECT_EQ(text, "// A file.\npackage main\nfunc assayCandidateMain() {}\nfunc f() {}\n");
  // Not even where nothing is where it belongs.
  EXPECT_THAT(File(LaidOut(Go(), "func main() {}\npackage solution", "f"), "main.go"),
              StartsWith("func assayCandidateMain() {}\npackage main"));
}

TEST(GoCall, CallsAMethodOfSolutionAndBringsTheLibraryThatIsThere) {
  const ProgramLayout layout =
      LaidOut(Go(),
              "package main\nimport \"x.org/y/z\"\ntype Solution struct{}\ntype ListNode struct{}\n"
              "func (s *Solution) f(a int) int { return a }\n",
              "f");
  EXPECT_THAT(File(layout, "assay_main.go"), AllOf(HasSubstr("var assaySolution Solution\n"),
                                                   HasSubstr("Call(assaySolution.f, ")));
  EXPECT_THAT(File(layout, "assay_nodes.go"), Not(HasSubstr("ListNode")));
  EXPECT_THAT(File(layout, "go.mod"), HasSubstr("require x.org/y"));
  EXPECT_EQ(File(layout, "go.sum"), "sums\n");
}

// ---- TypeScript ----

TEST(TypescriptCall, TellsTheDriverWhatTheCompilerForgets) {
  const char code[] = "function f(a: ListNode | null, b = 1): Array<\n bigint> { return []; }\n";
  const ProgramLayout layout = LaidOut(LayoutTypescriptCall, code, "f");
  EXPECT_THAT(layout.compiled, ElementsAre("main.ts"));
  EXPECT_EQ(layout.main, "assay_driver.js");
  EXPECT_THAT(layout.arguments, ElementsAre("f", R"({"parameters":["ListNode | null",""],)"
                                                 R"("returned":"Array<\u000a bigint>"})"));
  EXPECT_EQ(File(layout, "main.ts"), code);
  const ProgramLayout checked = LaidOut(LayoutTypeCheckedCall, code, "f");
  EXPECT_EQ(checked.arguments, layout.arguments);
  EXPECT_EQ(checked.compiled.back(), "assay_nodes.d.ts");
  EXPECT_THAT(File(checked, "assay_nodes.d.ts"), HasSubstr("declare class ListNode"));
}

TEST(TypescriptCall, BoundsWhatGoesOnTheCommandLine) {
  const std::string code =
      "function f(a: '" + std::string(5000, 'x') + "', b: " + std::string(5000, 'y') + ") {}";
  EXPECT_THAT(LaidOut(LayoutTypescriptCall, code, "f").arguments,
              ElementsAre("f", R"({"parameters":[],"returned":""})"));
  EXPECT_THAT(LaidOut(LayoutTypescriptCall, "const f = a => a;", "f").arguments,
              ElementsAre("f", R"({"parameters":[],"returned":""})"));
}

// ---- Rust ----

std::string RustMain(std::string_view code, std::string_view function) {
  return File(LaidOut(LayoutRustCall, code, function), "main.rs");
}

TEST(RustCall, HandsOverArgumentsAsTheFunctionTakesThem) {
  const std::string text = RustMain(
      "#![allow(unused)]\nimpl Solution {\n"
      "  pub fn f<'a>(a: &'a mut Vec<i32>, b: &mut [char], c: &mut [u8; 2], d: &[&str], e: i32) "
      "{}\n"
      "}\nfn main() { println!(); }\n",
      "f");
  EXPECT_THAT(text, StartsWith("#![allow(unused)]\nimpl Solution {\n"));
  EXPECT_THAT(text,
              AllOf(HasSubstr("fn assay_candidate_main() { println!(); }"),
                    HasSubstr("\npub struct Solution;\n"), HasSubstr("\nmod assay_list;\n"),
                    HasSubstr("let mut assay_0 = assay_arguments.next();\n"),
                    HasSubstr("let mut assay_1 = assay_arguments.next::<::std::vec::Vec<_>>();")));
  EXPECT_THAT(text,
              AllOf(HasSubstr("encode(&Solution::f(&mut assay_0, &mut assay_1[..], &mut assay_2, "
                              "assay_3, assay_4))"),
                    HasSubstr("Some(crate::assay_driver::encode(&assay_0))")));
}

TEST(RustCall, MakesAnObjectForAMethod) {
  EXPECT_THAT(RustMain("struct Solution;\nimpl Solution { fn f(&self, x: i32) -> i32 { x } }", "f"),
              AllOf(HasSubstr("let mut assay_object = Solution {};"),
                    HasSubstr("encode(&assay_object.f(assay_0))"), HasSubstr("Option::None)"),
                    Not(HasSubstr("pub struct Solution;"))));
  EXPECT_THAT(RustMain("struct Solution { n: i32 }\nimpl Solution {\n  fn new() -> Self { x }\n"
                       "  fn f(mut self) {} }",
                       "f"),
              HasSubstr("assay_object = Solution::new();"));
  EXPECT_THAT(RustMain("#[derive(Default)] struct Solution { n: i32 }\n"
                       "impl Solution { fn f(&'static mut self) {} }",
                       "f"),
              HasSubstr("assay_object = <Solution as ::std::default::Default>::default();"));
}

TEST(RustCall, TakesAListOfTheCandidatesOwnOnlyWhereTheFunctionHasIt) {
  const std::string own = "struct ListNode { key: i32 }\n";
  EXPECT_THAT(RustMain(own + "fn f(x: i32) {}", "f"),
              AllOf(Not(HasSubstr("mod assay_list;")), HasSubstr("mod assay_tree;"),
                    HasSubstr("encode(&f(assay_0))")));
  EXPECT_THAT(RustMain(own + "fn f(x: Option<Box<ListNode>>) {}", "f"),
              AllOf(HasSubstr("mod assay_list;"), Not(HasSubstr("pub struct ListNode"))));
  // The compiler says what is missing.
  EXPECT_THAT(RustMain("fn g() {}", "f"), HasSubstr("encode(&f())"));
}

// ---- C# ----

TEST(CsharpCall, StandsBesideADriverThatHasMain) {
  const ProgramLayout layout =
      LaidOut(LayoutCsharpCall, "public class Solution { public int F() { return 1; } }\n", "F");
  EXPECT_THAT(layout.compiled,
              ElementsAre("-main:AssayInternal.AssayDriver", "Program.cs", "AssayDriver.cs",
                          "AssayConvert.cs", "AssayJson.cs", "ListNode.cs", "TreeNode.cs"));
  EXPECT_THAT(layout.arguments, ElementsAre("F"));
  EXPECT_THAT(File(layout, "Program.cs"),
              AllOf(StartsWith("using System;"),
                    HasSubstr("\n#line 1 \"Program.cs\"\npublic class Solution {")));
}

TEST(CsharpCall, PutsABareMethodIntoAClass) {
  const ProgramLayout layout =
      LaidOut(LayoutCsharpCall,
              "using System.IO;\n// class X\npublic int F(string s = \"class X\") {\n"
              "  using (var r = new StringReader(s)) { return 1; }\n}\n",
              "F");
  EXPECT_THAT(File(layout, "Program.cs"),
              HasSubstr("\nusing System.IO; public class Solution { \n// class X\npublic int F("));
  EXPECT_THAT(File(layout, "Program.cs"), HasSubstr("  using (var r = "));
  const ProgramLayout own =
      LaidOut(LayoutCsharpCall, "class ListNode { }\nnamespace N { class Solution { } }", "F");
  EXPECT_EQ(File(own, "ListNode.cs"), "(no such file)");
  EXPECT_THAT(File(own, "Program.cs"), Not(HasSubstr("public class Solution {")));
}

}  // namespace
}  // namespace assay
