#include <algorithm>

#include "base/text.h"
#include "drivers_embedded.h"
#include "langs/drivers/drivers.h"
#include "langs/source/source_tokens.h"

namespace assay {
namespace {

constexpr auto kCsharp = SourceSyntax::kCsharp;

// What the online judges that share this style of problem import for their users. Lines keep their
// numbers.
constexpr std::string_view kUsings =
    "using System; using System.Collections; using System.Collections.Generic; "
    "using System.Linq; using System.Numerics; using System.Text; "
    "using System.Text.RegularExpressions;\n#line 1 \"Program.cs\"\n";

constexpr std::string_view kListNode =
    "public class ListNode {\n  public int val;\n  public ListNode next;\n"
    "  public ListNode(int val = 0, ListNode next = null) { this.val = val; this.next = next; }\n"
    "}\n";
constexpr std::string_view kTreeNode =
    "public class TreeNode {\n  public int val;\n  public TreeNode left;\n  public TreeNode "
    "right;\n"
    "  public TreeNode(int val = 0, TreeNode left = null, TreeNode right = null) {\n"
    "    this.val = val; this.left = left; this.right = right;\n  }\n}\n";

bool HasTypes(std::string_view code) {
  SourceTokens tokens(code, kCsharp);
  std::string_view previous;
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    const bool declares = previous == "class" || previous == "struct" || previous == "interface" ||
                          previous == "enum";
    if (declares && IsIdentifier(token)) return true;
    previous = token;
  }
  return false;
}

// A bare method becomes one of class Solution. Its imports must stay outside.
std::string WrapInSolution(std::string_view code) {
  std::string usings;
  std::string body;
  for (size_t start = 0; start < code.size();) {
    const size_t end = std::min(code.find('\n', start), code.size());
    const std::string_view line = code.substr(start, end - start);
    const bool is_using = StartsWith(TrimAsciiSpace(line), "using ") &&
                          line.find(';') != line.npos && line.find('(') == line.npos;
    if (is_using) usings.append(line).append(" ");
    body.append(is_using ? "" : line).append("\n");
    start = end + 1;
  }
  return usings + "public class Solution { " + body + "}\n";
}

}  // namespace

Status LayoutCsharpCall(const Problem& problem, std::string_view code, ProgramLayout* layout) {
  const std::string& name = problem.function_name;
  if (!IsIdentifier(name)) {
    return InvalidField("langs.program", "problem.function_name", "not a C# identifier: " + name);
  }
  layout->compiled = {"-main:AssayInternal.AssayDriver"};
  const auto add = [&](const char* file, std::string text) {
    layout->compiled.push_back(file);
    layout->sources.push_back({file, Blob::FromString(std::move(text))});
  };
  add("Program.cs",
      std::string(kUsings) + (HasTypes(code) ? std::string(code) : WrapInSolution(code)));
  add("AssayDriver.cs", std::string(Embedded_csharp_AssayDriver_cs()));
  add("AssayConvert.cs", std::string(Embedded_csharp_AssayConvert_cs()));
  add("AssayJson.cs", std::string(Embedded_csharp_AssayJson_cs()));
  if (!DefinesClass(code, "ListNode", kCsharp)) add("ListNode.cs", std::string(kListNode));
  if (!DefinesClass(code, "TreeNode", kCsharp)) add("TreeNode.cs", std::string(kTreeNode));
  layout->arguments = {name};
  return {};
}

}  // namespace assay
