#include <algorithm>

#include "base/text.h"
#include "drivers_embedded.h"
#include "langs/drivers/drivers.h"
#include "langs/source/signature.h"

namespace assay {
namespace {

constexpr auto kRust = SourceSyntax::kRust;
constexpr char kMain[] = "assay_candidate_main";

constexpr std::string_view kListNode =
    "#[derive(PartialEq, Eq, Clone, Debug)]\n"
    "pub struct ListNode { pub val: i32, pub next: Option<Box<ListNode>> }\n"
    "#[allow(dead_code)]\nimpl ListNode {\n"
    "    #[inline]\n    fn new(val: i32) -> Self { ListNode { next: None, val } }\n}\n";
constexpr std::string_view kTreeNode =
    "#[derive(Debug, PartialEq, Eq)]\n"
    "pub struct TreeNode {\n    pub val: i32,\n"
    "    pub left: Option<::std::rc::Rc<::std::cell::RefCell<TreeNode>>>,\n"
    "    pub right: Option<::std::rc::Rc<::std::cell::RefCell<TreeNode>>>,\n}\n"
    "#[allow(dead_code)]\nimpl TreeNode {\n"
    "    #[inline]\n    pub fn new(val: i32) -> Self { TreeNode { val, left: None, right: None } "
    "}\n}\n";

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  SourceTokens tokens(text, kRust);
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    words.push_back(token);
  }
  return words;
}

bool HasWord(std::string_view text, std::string_view word) {
  const auto words = Words(text);
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool Mentions(const Signature& signature, std::string_view word) {
  return HasWord(signature.result, word) ||
         std::any_of(signature.parameters.begin(), signature.parameters.end(),
                     [&](std::string_view parameter) { return HasWord(parameter, word); });
}

// A main() of the candidate's own, left from testing, gets out of the way of ours.
std::string WithoutMain(std::string_view code) {
  SourceTokens tokens(code, kRust);
  int depth = 0;
  std::string_view previous;
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    if (token == "{") ++depth;
    if (token == "}") --depth;
    if (depth == 0 && previous == "fn" && token == "main") {
      std::string text(code);
      return text.replace(static_cast<size_t>(token.data() - code.data()), token.size(), kMain);
    }
    previous = token;
  }
  return std::string(code);
}

// How an argument is kept and passed. References that can't change anything are read as such.
struct Argument {
  std::string read = "assay_arguments.next()";
  std::string before = {};  // its name, in the call
  std::string behind = {};
};

Argument ArgumentOf(std::string_view type) {
  const auto words = Words(type);
  if (words.size() < 3 || words[0] != "&" || words[1] != "mut") return {};
  // A slice; an array's length is behind a semicolon.
  const bool slice = words[2] == "[" && std::find(words.begin(), words.end(), ";") == words.end();
  if (!slice) return {.before = "&mut "};
  return {
      .read = "assay_arguments.next::<::std::vec::Vec<_>>()", .before = "&mut ", .behind = "[..]"};
}

bool IsReceiver(std::string_view parameter) {
  return HasWord(parameter.substr(0, parameter.find(':')), "self");
}

// An object to call a method on.
std::string NewSolution(std::string_view code) {
  const auto made = FindSignature(code, "new", kRust);
  if (made && made->of_solution && made->parameters.empty()) return "Solution::new()";
  const bool has_default = DefinesClass(code, "Solution", kRust) && HasWord(code, "Default");
  return has_default ? "<Solution as ::std::default::Default>::default()" : "Solution {}";
}

std::string MainFunction(std::string_view code, const std::string& name,
                         const Signature& signature) {
  std::string reads;
  std::string passed;
  std::string changed = "::std::option::Option::None";
  std::string function = (signature.of_solution ? "Solution::" : "") + name;
  std::string object;
  int count = 0;
  for (const std::string_view parameter : signature.parameters) {
    if (IsReceiver(parameter)) {
      object = "        let mut assay_object = " + NewSolution(code) + ";\n";
      function = "assay_object." + name;
      continue;
    }
    const Argument argument = ArgumentOf(TypeOf(parameter, kRust));
    const std::string variable = "assay_" + std::to_string(count);
    reads += "    let mut " + variable + " = " + argument.read + ";\n";
    passed += (count == 0 ? "" : ", ") + argument.before + variable + argument.behind;
    if (count == 0 && !argument.before.empty()) {
      changed = "::std::option::Option::Some(crate::assay_driver::encode(&" + variable + "))";
    }
    ++count;
  }
  return "#[allow(warnings)]\nfn main() {\n"
         "    let mut assay_arguments = crate::assay_driver::Arguments::read();\n" +
         reads + "    assay_arguments.end();\n    crate::assay_driver::call(move || {\n" + object +
         "        let assay_value = crate::assay_driver::encode(&" + function + "(" + passed +
         "));\n        (assay_value, " + changed + ")\n    })\n}\n";
}

}  // namespace

Status LayoutRustCall(const Problem& problem, std::string_view code, ProgramLayout* layout) {
  static const std::vector<ProgramFile> driver = {
      {"assay_driver.rs", Blob::FromString(std::string(Embedded_rust_assay_driver_rs()))},
      {"assay_json_in.rs", Blob::FromString(std::string(Embedded_rust_assay_json_in_rs()))},
      {"assay_json_out.rs", Blob::FromString(std::string(Embedded_rust_assay_json_out_rs()))},
      {"assay_reader.rs", Blob::FromString(std::string(Embedded_rust_assay_reader_rs()))},
      {"assay_list.rs", Blob::FromString(std::string(Embedded_rust_assay_list_rs()))},
      {"assay_tree.rs", Blob::FromString(std::string(Embedded_rust_assay_tree_rs()))}};
  const std::string& name = problem.function_name;
  if (!IsIdentifier(name)) {
    return InvalidField("langs.program", "problem.function_name", "not a Rust identifier: " + name);
  }
  // Without one the compiler says that there is no such function.
  const auto signature = FindSignature(code, name, kRust).value_or(Signature());
  // Behind the candidate's code: what may only stand first stays first, and lines keep their
  // numbers.
  std::string source = WithoutMain(code) + "\n#[allow(warnings)]\nmod assay_driver;\n";
  const auto add_node = [&](const char* type, std::string_view definition, const char* module) {
    const bool defined = DefinesClass(code, type, kRust);
    if (!defined) source += "#[allow(warnings)]\n" + std::string(definition);
    // A type of the candidate's own may be another thing of that name.
    if (!defined || Mentions(signature, type)) {
      source += "#[allow(warnings)]\nmod " + std::string(module) + ";\n";
    }
  };
  add_node("ListNode", kListNode, "assay_list");
  add_node("TreeNode", kTreeNode, "assay_tree");
  if (!DefinesClass(code, "Solution", kRust))
    source += "#[allow(warnings)]\npub struct Solution;\n";
  source += MainFunction(code, name, signature);
  layout->sources = driver;
  layout->sources.push_back({"main.rs", Blob::FromString(std::move(source))});
  layout->compiled = {"main.rs"};
  return {};
}

}  // namespace assay
