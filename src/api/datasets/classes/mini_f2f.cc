// MiniF2FLean4Dataset: theorems to prove in Lean 4.
#include "api/datasets/classes/table.h"
#include "base/text.h"
#include "grading/extract/freeform_cuts.h"

namespace assay {
namespace {

constexpr double kSeconds = 300;

// "{name}" is the row's field of that name.
std::string FillIn(DatasetRow& row, const std::string& pattern) {
  std::string filled;
  for (size_t at = 0; at < pattern.size(); ++at) {
    const size_t close = pattern[at] == '{' ? pattern.find('}', at) : pattern.npos;
    if (close == pattern.npos) {
      filled += pattern[at];
      continue;
    }
    filled += row.Text(pattern.substr(at + 1, close - at - 1));
    at = close;
  }
  return filled;
}

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int) {
  if (const std::string pattern = config.ExtraText("prompt_template"); !pattern.empty()) {
    return UsualPrompt(row, FillIn(row, pattern));
  }
  const std::string_view ask = config.locale.value_or("") == "en"
                                   ? "Please finish the following theorem in Lean4:"
                                   : "请使用 Lean4 完成下面的证明：";
  return UsualPrompt(row, std::string(ask) + "\n\n```lean\n" + row.Text("content") + "\n```");
}

// An answer that only goes on with the proof: behind the statement, without its placeholder.
std::string WithStatement(DatasetRow& row, const DatasetConfig& config, std::string_view answer) {
  std::string statement = "```lean\n" + row.Text("content") + "\n";
  if (const std::string pattern = config.ExtraText("prompt_template"); !pattern.empty()) {
    statement = FillIn(row, pattern);
  }
  EraseAll("sorry", &statement);
  for (const std::string_view fence : {"```lean4", "```lean", "```"}) {
    if (!StartsWith(TrimAsciiSpace(answer), fence)) continue;
    answer = TrimAsciiSpace(answer).substr(fence.size());
    break;
  }
  return statement + std::string(answer);
}

bool IsFenced(std::string_view text) {
  text = TrimAsciiSpace(text);
  return StartsWith(text, "```") || (text.size() >= 3 && text.substr(text.size() - 3) == "```");
}

// All of Mathlib, then what is opened, then the rest.
std::string Arrange(std::string_view code) {
  std::string opens;
  std::string rest;
  for (size_t at = 0; at < code.size();) {
    const size_t end = std::min(code.find('\n', at), code.size());
    const std::string line(code.substr(at, end - at));
    const std::string_view words = TrimAsciiSpace(line);
    at = end + 1;
    if (StartsWith(words, "import ")) continue;
    (StartsWith(words, "open ") ? opens : rest) += line + "\n";
  }
  return "import Mathlib\n" + opens + "\n" + rest;
}

Trial MakeTrial(const TrialRequest& request) {
  const JsonValue id = request.row.value().Find("id");
  const std::string theorem =
      "theorem " + (id.Is(JsonType::kString) ? id.String() : request.row.Raw("id"));
  std::string text = request.completion;
  if (text.find(theorem) == text.npos && IsFenced(text)) {
    text = WithStatement(request.row, request.config, text);
  }
  Trial trial;
  trial.Extracted(
      ExtractCode(text, request.languages.FencesFor("lean"), ExtractProfile::kSandboxFusion));
  trial.Whole("lean", Arrange(trial.extracted_code));
  trial.Times(request.config, 10, kSeconds);
  const bool states_it = trial.code.find(theorem) != std::string::npos;
  trial.objection = [states_it](const RunResult& run) -> std::optional<std::string> {
    if (!states_it) return "the theorem is not in the program";
    if (run.stdout_bytes.find("declaration uses 'sorry'") != std::string::npos) {
      return "the proof uses sorry";
    }
    return std::nullopt;
  };
  return trial;
}

}  // namespace

DatasetClass MiniF2fClass() {
  return {.name = "MiniF2FLean4Dataset",
          .datasets = {"minif2f_lean4_*"},
          .prompt = Prompt,
          .trial = MakeTrial};
}

}  // namespace assay
