// Special judges in languages whose uncaught exceptions end with exit code 1, a rejection in two of
// the judges' protocols: a launcher of ours makes them end by a signal.
#include <utility>

#include "drivers_embedded.h"
#include "langs/drivers/drivers.h"

namespace assay {
namespace {

BlobPtr Text(std::string_view text) {
  return Blob::FromString(std::string(text));
}

}  // namespace

Status LayoutPythonJudge(const Problem&, std::string_view code, ProgramLayout* layout) {
  layout->sources = {{"assay_judge.py", Text(code)}, {"main.py", Text(Embedded_python_judge_py())}};
  layout->main = "main.py";  // the name that warm interpreters wait for
  return {};
}

Status LayoutNodeJudge(const Problem&, std::string_view code, ProgramLayout* layout) {
  layout->sources = {{"main.js", Text(code)},
                     {"assay_judge.js", Text(Embedded_node_assay_judge_js())}};
  layout->main = "assay_judge.js";
  return {};
}

Status LayoutJavaJudge(const Problem& problem, std::string_view code, ProgramLayout* layout) {
  ASSAY_RETURN_IF_ERROR(LayoutJavaProgram(problem, code, layout));
  layout->sources.push_back({"AssayJudge.java", Text(Embedded_java_AssayJudge_java())});
  layout->compiled.push_back("AssayJudge.java");
  layout->arguments = {std::exchange(layout->main, "AssayJudge")};
  return {};
}

}  // namespace assay
