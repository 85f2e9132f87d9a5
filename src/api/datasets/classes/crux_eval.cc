// CruxEvalDataset: what does this function return, or what makes it return this? In many languages
// as CRUXEval-X, whose rows bring the check with a hole in it.
#include <algorithm>

#include "api/datasets/classes/table.h"
#include "base/text.h"
#include "data/prompts/cruxeval.h"
#include "grading/extract/freeform_cuts.h"

namespace assay {
namespace {

constexpr double kSeconds = 30;
constexpr std::string_view kHole = "????";

struct CallOf {
  std::string_view language;
  std::string_view call;  // of the function in question, with the hole in it
};

constexpr CallOf kCalls[] = {
    {"cpp", R"(candidate(????))"},
    {"csharp", R"(F(????))"},
    {"D_ut", R"(candidate(????))"},
    {"go_test", R"(candidate(????))"},
    {"java", R"(f(????))"},
    {"julia", R"(candidate(????))"},
    {"nodejs", R"(candidate(????))"},
    {"lua", R"(candidate(????))"},
    {"php", R"(candidate(????))"},
    {"python", R"(candidate(????))"},
    {"perl", R"($candidate->(????))"},
    {"R", R"(candidate(????))"},
    {"ruby", R"(candidate.call(????))"},
    {"racket", R"((candidate ????))"},
    {"rust", R"(candidate(????))"},
    {"scala", R"(f(????))"},
    {"bash", R"($(candidate ????))"},
    {"swift", R"(f(????))"},
    {"typescript", R"(candidate(????))"},
};

bool IsX(const DatasetConfig& config) {
  return config.dataset == "cruxeval_x";
}

// Of CRUXEval-X an id is "cpp_17".
std::string LanguageOf(DatasetRow& row) {
  std::string id = row.Text("id");
  id.resize(std::min(id.rfind('_'), id.size()));
  return id;
}

std::string_view CallIn(DatasetRow& row, std::string_view language) {
  for (const CallOf& call : kCalls) {
    if (call.language == language) return call.call;
  }
  row.Fault("the row's id names no language of CRUXEval-X: " + std::string(language));
  return "????";
}

std::string ModeOf(const DatasetConfig& config, int pass) {
  const std::string mode = config.ExtraText("mode");
  if (!mode.empty()) return mode;
  return pass == 0 ? "input" : "output";
}

int Passes(const DatasetConfig& config) {
  return config.ExtraText("mode").empty() ? 2 : 1;
}

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int pass) {
  const bool input = ModeOf(config, pass) == "input";
  DatasetPrompt prompt;
  const std::string code = row.Text("code");
  if (IsX(config)) {
    prompt.text =
        CruxEvalXPrompt(LanguageOf(row), input, code + row.Text(input ? "input" : "output"));
  } else if (input) {
    prompt.text = CruxEvalInputPrompt(code, row.Text("output"), config.Flag("use_cot"));
  } else {
    prompt.text = CruxEvalOutputPrompt(code, row.Text("input"), config.Flag("use_cot"),
                                       config.Flag("phind_output"));
  }
  if (config.Flag("coding_wrap_prompt")) {
    prompt.text = "Please respond in English and use Markdown format.####Instruction:\n" +
                  prompt.text + "\nResponse:\n";
  }
  prompt.labels_json = input ? R"({"mode":"input"})" : R"({"mode":"output"})";
  return prompt;
}

std::string_view Before(std::string_view text, std::string_view end) {
  return text.substr(0, text.find(end));
}

// What the answer says between its tags; of several the first.
std::string AnswerIn(std::string_view text) {
  constexpr std::string_view kOpen = "[ANSWER]";
  text = Before(Before(text, "# done"), "[/ANSWER]");
  const size_t open = text.find(kOpen);
  if (open == text.npos) return std::string(text);
  return std::string(TrimAsciiSpace(Before(text.substr(open + kOpen.size()), kOpen)));
}

// Of "assert f(1) == 2" one side of the equation.
std::string SideOf(std::string answer, bool left) {
  constexpr std::string_view kAssert = "assert f";
  if (const size_t at = answer.find(kAssert); at != answer.npos) {
    const std::string rest = answer.substr(at + kAssert.size());
    answer = "f" + std::string(TrimAsciiSpace(Before(rest, kAssert)));
  }
  const size_t equal = answer.find("==");
  if (equal == answer.npos) return answer;
  const std::string_view text = answer;
  return std::string(
      TrimAsciiSpace(left ? text.substr(0, equal) : Before(text.substr(equal + 2), "==")));
}

Trial MakeTrial(const TrialRequest& request) {
  DatasetRow& row = request.row;
  const std::string mode = request.config.ExtraText("mode");
  if (mode != "input" && mode != "output") {
    row.Fault("config.extra.mode must be 'input' or 'output'");
  }
  const bool input = mode == "input";
  std::string answer = AnswerIn(request.completion);
  std::string program = row.Text("code");
  std::string language = "python";
  if (IsX(request.config)) {
    language = LanguageOf(row);
    const std::string_view call = CallIn(row, language);
    std::string check = row.Text(input ? "input" : "output");
    if (!input) {
      ReplaceAll(kHole, answer, &check);
    } else {
      // The whole call, or only what is passed.
      if (answer.find(Before(call, kHole)) == answer.npos) {
        std::string whole(call);
        ReplaceAll(kHole, answer, &whole);
        answer = std::move(whole);
      }
      ReplaceAll(call, answer, &check);
    }
    program += check;
    if (!input) answer = std::move(check);
  } else {
    answer = SideOf(std::move(answer), input);
    program += "\nassert " + answer +
               " == " + (input ? row.Text("output") : "f(" + row.Text("input") + ")");
  }
  Trial trial;
  trial.Extracted({std::move(answer), ExtractedType::kHeuristic, ExtractRule::kNone});
  trial.needs_code = false;
  trial.Whole(language, std::move(program));
  trial.to_the_end = language == "python";
  trial.compile_s = trial.run_s = kSeconds;
  return trial;
}

}  // namespace

DatasetClass CruxEvalClass() {
  return {.name = "CruxEvalDataset",
          .datasets = {"cruxeval", "cruxeval_x"},
          .prompt = Prompt,
          .trial = MakeTrial,
          .passes = Passes};
}

}  // namespace assay
