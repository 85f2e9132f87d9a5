#include <algorithm>

#include "base/text.h"
#include "drivers_embedded.h"
#include "langs/drivers/drivers.h"
#include "langs/source/java_source.h"

namespace assay {
namespace {

// What the online judges that share this style of problem import for their users. On the first
// line, so that line numbers stay the candidate's. A single import or a type of the candidate's own
// goes before these.
constexpr std::string_view kImports =
    "import java.util.*; import java.util.function.*; import java.util.stream.*; "
    "import java.math.*; import java.io.*; ";

constexpr std::string_view kListNode =
    "class ListNode {\n  int val;\n  ListNode next;\n  ListNode() {}\n"
    "  ListNode(int val) { this.val = val; }\n"
    "  ListNode(int val, ListNode next) { this.val = val; this.next = next; }\n}\n";
constexpr std::string_view kTreeNode =
    "class TreeNode {\n  int val;\n  TreeNode left;\n  TreeNode right;\n  TreeNode() {}\n"
    "  TreeNode(int val) { this.val = val; }\n"
    "  TreeNode(int val, TreeNode left, TreeNode right) {\n"
    "    this.val = val; this.left = left; this.right = right;\n  }\n}\n";

// A bare method becomes one of class Solution. Its import lines must stay outside.
std::string WrapInSolution(std::string_view code) {
  std::string imports;
  std::string body;
  for (size_t start = 0; start < code.size();) {
    const size_t end = std::min(code.find('\n', start), code.size());
    const std::string_view line = code.substr(start, end - start);
    const bool is_import = StartsWith(TrimAsciiSpace(line), "import ");
    if (is_import) imports.append(line).append(" ");
    body.append(is_import ? "" : line).append("\n");
    start = end + 1;
  }
  return imports + "class Solution { " + body + "}\n";
}

// javac wants a public type in a file of its name, otherwise any name does. A name too long for a
// file gets javac's own complaint about the file, and the candidate a compile error.
std::string SourceFile(const JavaSource& source, const char* other) {
  constexpr size_t kMaxNameBytes = 255 - sizeof(".class");
  const bool usable = !source.public_type.empty() && source.public_type.size() <= kMaxNameBytes;
  return (usable ? source.public_type : std::string(other)) + ".java";
}

void AddSource(std::string file, std::string_view text, ProgramLayout* layout) {
  layout->compiled.push_back(file);
  layout->sources.push_back({std::move(file), Blob::FromString(std::string(text))});
}

}  // namespace

Status LayoutJavaProgram(const Problem&, std::string_view code, ProgramLayout* layout) {
  const JavaSource source = ScanJava(code);
  AddSource(SourceFile(source, "Main"), code, layout);
  for (const std::string& type : {source.main_type, source.public_type, source.first_type}) {
    if (layout->main.empty()) layout->main = type;
  }
  if (layout->main.empty()) layout->main = "Main";
  return {};
}

Status LayoutJavaCall(const Problem& problem, std::string_view code, ProgramLayout* layout) {
  const JavaSource source = ScanJava(code);
  std::string text(kImports);
  std::string type = "Solution";
  if (source.first_type.empty()) {
    text += WrapInSolution(code);
  } else {
    text += code;
    if (!source.HasType("Solution")) {
      type = source.public_type.empty() ? source.first_type : source.public_type;
    }
  }
  AddSource(SourceFile(source, "Solution"), text, layout);
  AddSource("AssayDriver.java", Embedded_java_AssayDriver_java(), layout);
  AddSource("AssayJson.java", Embedded_java_AssayJson_java(), layout);
  if (!source.HasType("ListNode")) AddSource("ListNode.java", kListNode, layout);
  if (!source.HasType("TreeNode")) AddSource("TreeNode.java", kTreeNode, layout);
  layout->main = "AssayDriver";
  // For the reply: a stream onto a descriptor by number.
  layout->options = {"--add-opens=java.base/java.io=ALL-UNNAMED"};
  layout->arguments = {problem.function_name, type};
  return {};
}

}  // namespace assay
