// NaturalCodeBenchDataset: functions and classes of everyday work, with tests of pytest or JUnit.
#include <algorithm>

#include "api/datasets/classes/table.h"
#include "api/datasets/classes/unit_tests.h"
#include "grading/extract/extract_peers.h"

namespace assay {
namespace {

// One problem of the benchmark needs more.
constexpr std::string_view kSlowProblem = "52";

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig&, int) {
  return UsualPrompt(row, row.Text("content"));
}

ExtractedCode PythonOf(std::string_view text) {
  const auto found = [](std::string_view code, ExtractedType type) {
    return ExtractedCode{std::string(code), type, ExtractRule::kLanguageBlock};
  };
  constexpr std::string_view kOpen = "[Python]";
  if (const size_t open = text.find(kOpen); open != text.npos) {
    std::string_view code = text.substr(open + kOpen.size());
    const size_t close = std::min(code.find("[/Python]"), code.size());
    code = code.substr(0, std::min(close, code.find("```")));
    if (!code.empty()) return found(code, ExtractedType::kFenced);
  }
  const bool tagged = text.find("```python") != text.npos;
  for (const PeerBlock& block : PeerBlocks(text)) {
    if (block.info == (tagged ? "python" : "")) return found(block.code, ExtractedType::kFenced);
  }
  if (tagged || text.find("```") != text.npos) return {};
  size_t begin = text.npos;
  for (const std::string_view word : {"import ", "from ", "class ", "def "}) {
    begin = std::min(begin, text.find(word));
  }
  if (begin == text.npos) return {};
  return found(text.substr(begin), ExtractedType::kHeuristic);
}

Trial MakeTrial(const TrialRequest& request) {
  const bool python = request.config.dataset.find("python") != std::string::npos ||
                      (request.row.Has("labels") &&
                       request.row.Part("labels").TextOr("programming_language", "") == "python");
  DatasetRow& test = request.row.Part("test");
  const std::string tests = test.Text("code");
  Trial trial;
  trial.files = request.Assets(test);
  trial.Times(request.config, 10, python && request.row.Raw("id") == kSlowProblem ? 40 : 20);
  if (!python) {
    JudgeJavaWithJunit(request, tests, &trial);
    return trial;
  }
  trial.Extracted(PythonOf(request.completion));
  trial.Whole("pytest", "import pytest\n\n" + trial.extracted_code + "\n\n" + tests);
  trial.objection = NothingPassedInPytest;
  return trial;
}

}  // namespace

DatasetClass NaturalCodeBenchClass() {
  return {.name = "NaturalCodeBenchDataset",
          .datasets = {"ncb_*"},
          .prompt = Prompt,
          .trial = MakeTrial};
}

}  // namespace assay
