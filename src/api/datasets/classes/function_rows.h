// What the classes of HumanEval's family share: a function to write, tests that follow it. Rows
// come in two shapes, MultiPL-E's (prompt, tests, stop_tokens) and SandboxFusion's older one
// (content, labels, test). Internal to the classes. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/datasets/classes/dataset_class.h"

namespace assay {

struct FunctionRow {
  std::string prompt;
  std::string tests;
  std::string entry_point;  // of Python; may be empty
  std::string language;     // to run: "go_test", "D_ut"
  std::string fence;        // as answers and prompts name it: "go"
  std::vector<std::string> stop_tokens;
};

// `with_tests`: whether they are wanted too, and faulted when they are missing.
FunctionRow ReadFunctionRow(DatasetRow& row, const DatasetConfig& config, bool with_tests);
// The function's text, or with extra.is_freeform instructions around it. `no_main`: they say that
// no Main function is wanted.
std::string FunctionPrompt(const FunctionRow& function, const DatasetConfig& config, bool no_main);

// The program, in pieces for Python, whole for other languages.
struct FunctionProgram {
  std::string definitions;  // prompt and continuation, or the whole function of the answer
  ExtractedCode extracted;  // of the completion
};
FunctionProgram TakeFunction(const TrialRequest& request, const FunctionRow& function);

}  // namespace assay
