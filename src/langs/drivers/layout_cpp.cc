#include "drivers_embedded.h"
#include "langs/drivers/drivers.h"
#include "langs/source/source_tokens.h"

namespace assay {
namespace {

constexpr std::string_view kListNode =
    "struct ListNode {\n  int val;\n  ListNode *next;\n"
    "  ListNode() : val(0), next(nullptr) {}\n"
    "  ListNode(int x) : val(x), next(nullptr) {}\n"
    "  ListNode(int x, ListNode *next) : val(x), next(next) {}\n};\n";
constexpr std::string_view kTreeNode =
    "struct TreeNode {\n  int val;\n  TreeNode *left;\n  TreeNode *right;\n"
    "  TreeNode() : val(0), left(nullptr), right(nullptr) {}\n"
    "  TreeNode(int x) : val(x), left(nullptr), right(nullptr) {}\n"
    "  TreeNode(int x, TreeNode *left, TreeNode *right) : val(x), left(left), right(right) "
    "{}\n};\n";

}  // namespace

Status LayoutCppCall(const Problem& problem, std::string_view code, ProgramLayout* layout) {
  static const std::vector<ProgramFile> driver = {
      {"assay_driver.h", Blob::FromString(std::string(Embedded_cpp_assay_driver_h()))},
      {"assay_json_in.h", Blob::FromString(std::string(Embedded_cpp_assay_json_in_h()))},
      {"assay_json_out.h", Blob::FromString(std::string(Embedded_cpp_assay_json_out_h()))}};
  const std::string& name = problem.function_name;
  if (!IsIdentifier(name)) {
    return InvalidField("langs.program", "problem.function_name", "not a C++ identifier: " + name);
  }
  // The first include is what a precompiled header can stand in for. A main() of the candidate's
  // own, left from testing, gets out of the way of ours.
  std::string source =
      "#include <bits/stdc++.h>\n#include \"assay_driver.h\"\nusing namespace std;\n";
  if (!DefinesClass(code, "ListNode")) source += kListNode;
  if (!DefinesClass(code, "TreeNode")) source += kTreeNode;
  source += "#define main assay_candidate_main\n#line 1 \"main.cpp\"\n";
  source += code;
  source += "\n#undef main\n#line 1 \"assay_main.cpp\"\nsigned main() { ::assay_driver::";
  source +=
      DefinesClass(code, "Solution") ? "CallMethod< ::Solution>(&::Solution::" : "CallFunction(&::";
  source += name + "); }\n";
  layout->sources = driver;
  layout->sources.push_back({"assay_main.cpp", Blob::FromString(std::move(source))});
  layout->compiled = {"assay_main.cpp"};
  return {};
}

}  // namespace assay
