#include "drivers_embedded.h"
#include "langs/drivers/driver_input.h"
#include "langs/drivers/drivers.h"
#include "langs/source/signature.h"

namespace assay {
namespace {

constexpr char kSource[] = "main.ts";
constexpr char kNodes[] = "assay_nodes.d.ts";
constexpr auto kTypescript = SourceSyntax::kTypescript;

// What the driver has at run time, for the compiler. A module's own types hide these.
constexpr std::string_view kNodeTypes =
    "declare class ListNode {\n  val: number;\n  next: ListNode | null;\n"
    "  constructor(val?: number, next?: ListNode | null);\n}\n"
    "declare class TreeNode {\n  val: number;\n  left: TreeNode | null;\n  right: TreeNode | "
    "null;\n"
    "  constructor(val?: number, left?: TreeNode | null, right?: TreeNode | null);\n}\n";

// A program's argument has a bound. Types that say something to the driver are short.
constexpr size_t kMostTypesBytes = 4096;

// {"parameters":["ListNode | null"],"returned":"void"}: what the compiled code forgets.
std::string DeclaredTypes(const Signature& signature) {
  std::string json = "{\"parameters\":[";
  for (size_t i = 0; i < signature.parameters.size(); ++i) {
    if (i > 0) json += ',';
    AppendJsonString(TypeOf(signature.parameters[i], kTypescript), &json);
  }
  json += "],\"returned\":";
  AppendJsonString(signature.result, &json);
  return json + "}";
}

void LayOut(const Problem& problem, std::string_view code, ProgramLayout* layout) {
  static const BlobPtr driver = Blob::FromString(std::string(Embedded_node_assay_driver_js()));
  layout->sources = {{kSource, Blob::FromString(std::string(code))}, {"assay_driver.js", driver}};
  layout->compiled = {kSource};
  layout->main = "assay_driver.js";
  std::string types =
      DeclaredTypes(FindSignature(code, problem.function_name, kTypescript).value_or(Signature()));
  if (types.size() > kMostTypesBytes) types = DeclaredTypes({});
  layout->arguments = {problem.function_name, std::move(types)};
}

}  // namespace

Status LayoutTypescriptCall(const Problem& problem, std::string_view code, ProgramLayout* layout) {
  LayOut(problem, code, layout);
  return {};
}

Status LayoutTypeCheckedCall(const Problem& problem, std::string_view code, ProgramLayout* layout) {
  LayOut(problem, code, layout);
  layout->sources.push_back({kNodes, Blob::FromString(std::string(kNodeTypes))});
  // As a module, whatever it is: otherwise its names would meet those of the browser's objects.
  layout->compiled = {"--module", "commonjs", "--moduleDetection", "force", kSource, kNodes};
  return {};
}

}  // namespace assay
