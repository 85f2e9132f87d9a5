// PalMathDataset: a Python function that computes a number or expression. What it returns is
// printed by the program and compared here: as numbers, a percentage as its number too, else as
// mathematics.
#include <cmath>
#include <cstdlib>

#include "api/datasets/classes/table.h"
#include "base/text.h"
#include "grading/extract/freeform_cuts.h"
#include "math/profiles/profile.h"
#include "math/profiles/response.h"

namespace assay {
namespace {

constexpr double kSeconds = 20;
constexpr double kClose = 1e-4;
// Before the value, so that what the function itself prints is no answer.
constexpr std::string_view kMark = "--- value of solution() ---\n";

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig&, int) {
  return UsualPrompt(row, row.Text("content"));
}

// The first block of Python that defines solution().
std::string Solution(std::string_view text) {
  constexpr std::string_view kOpen = "```python\n";
  const size_t open = text.find(kOpen);
  if (open == text.npos) return {};
  const std::string_view rest = text.substr(open + kOpen.size());
  const size_t definition = rest.find("def solution():\n");
  if (definition == rest.npos) return {};
  const size_t close = rest.find("```", definition);
  if (close == rest.npos) return {};
  return std::string(rest.substr(0, close));
}

std::optional<double> Number(std::string text) {
  EraseAll(",", &text);
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0') return std::nullopt;
  return value;
}

bool Equal(const std::string& expected, const std::string& given) {
  const auto gold = Number(expected);
  const auto answer = Number(given);
  if (gold && answer) {
    for (const double factor : {1.0, 0.01, 100.0}) {
      const double wanted = *gold * factor;
      if (std::abs(wanted - *answer) <= kClose * std::max(std::abs(wanted), std::abs(*answer))) {
        return true;
      }
    }
    return false;
  }
  const math::MathProfile* profile = math::FindProfile("assay");
  const auto result = math::VerifyResponse(expected, "\\boxed{" + given + "}", *profile);
  return result.outcome == math::Outcome::kCorrect;
}

std::optional<std::string> Compare(const std::string& expected, const RunResult& run) {
  const std::string_view out = run.stdout_bytes;
  const size_t mark = out.rfind(kMark);
  if (mark == out.npos) return "the program ended before solution() did";
  const std::string given(TrimAsciiSpace(out.substr(mark + kMark.size())));
  if (Equal(expected, given)) return std::nullopt;
  return "solution() is not the expected value";
}

std::string Expected(DatasetRow& row, const std::map<std::string, BlobPtr>& files) {
  const auto file = files.find("answer.json");
  if (file == files.end()) {
    row.Fault("the row's test.asset has no answer.json");
    return {};
  }
  JsonError error;
  const std::string text(file->second->view());
  const auto document = JsonDocument::Parse(text, &error);
  const JsonValue value = document ? document->root().Find("gt") : JsonValue();
  if (value.Is(JsonType::kString)) return std::string(TrimAsciiSpace(value.String()));
  if (value.Is(JsonType::kNumber)) return std::string(value.raw());
  row.Fault("the row's answer.json has no gt");
  return {};
}

Trial MakeTrial(const TrialRequest& request) {
  Trial trial;
  // The expected value stays here: the program has no need of it.
  const auto files = request.Assets(request.row.Part("test"));
  const std::string expected = Expected(request.row, files);
  const std::string code = Solution(request.completion);
  trial.Extracted({code, code.empty() ? ExtractedType::kEmpty : ExtractedType::kFenced,
                   ExtractRule::kLanguageBlock});
  trial.Whole("python", code + "\nvalue_of_solution = solution()\nprint(\"" +
                            std::string(kMark.substr(0, kMark.size() - 1)) +
                            "\")\nprint(value_of_solution)\n");
  trial.Times(request.config, kSeconds, kSeconds);
  trial.objection = [expected](const RunResult& run) { return Compare(expected, run); };
  return trial;
}

}  // namespace

DatasetClass PalMathClass() {
  return {.name = "PalMathDataset", .datasets = {"palmath"}, .prompt = Prompt, .trial = MakeTrial};
}

}  // namespace assay
