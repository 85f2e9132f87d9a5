#include "lab/synth/generate/checker_prompt.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "grading/extract/extract.h"
#include "synth_prompts_embedded.h"
#include "text/json_writer.h"

namespace assay::synth {
namespace {

constexpr size_t kMostTests = 4;
constexpr size_t kMostTestBytes = 1500;
constexpr size_t kMostStatementBytes = 60'000;

std::string Cut(std::string_view text, size_t most) {
  std::string cut = ReplaceInvalidUtf8(text.substr(0, most));
  if (text.size() > most) cut += "\n… (cut)";
  if (cut.empty() || cut.back() != '\n') cut += '\n';
  return cut;
}

// The shortest, in their order.
std::string TestsText(const SynthProblem& problem) {
  std::vector<size_t> order(problem.tests.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return problem.tests[a].input.size() + problem.tests[a].expected.size() <
           problem.tests[b].input.size() + problem.tests[b].expected.size();
  });
  order.resize(std::min(order.size(), kMostTests));
  std::sort(order.begin(), order.end());
  std::string text;
  for (const size_t i : order) {
    text += "Input:\n" + Cut(problem.tests[i].input, kMostTestBytes);
    text += "Output of the reference:\n" + Cut(problem.tests[i].expected, kMostTestBytes) + "\n";
  }
  return text;
}

std::string EvidenceText(const SynthProblem& problem, const Classification& classification) {
  std::string text;
  for (const Passage& passage : classification.passages) {
    text += "- The statement says: \"" + passage.text + "\"\n";
  }
  for (const DisagreeingOutput& output : classification.disagreements) {
    text += "- Accepted solutions print different outputs (" +
            std::string(ToString(output.how.difference)) + "), for the input\n" +
            Cut(problem.tests[output.test].input, kMostTestBytes);
  }
  if (classification.tolerance) {
    JsonWriter number;
    number.Double(*classification.tolerance);
    text += "- Numbers may be off by " + number.text() + ", absolute or relative.\n";
  }
  return text.empty() ? "- Nothing beside the statement.\n" : text;
}

// One pass, so that nothing in the values is taken for a place.
std::string Fill(std::string_view text,
                 const std::vector<std::pair<std::string_view, std::string>>& values) {
  std::string out;
  while (!text.empty()) {
    const size_t open = text.find("{{");
    out.append(text.substr(0, open));
    if (open == text.npos) break;
    text.remove_prefix(open);
    const size_t close = text.find("}}");
    const std::string_view name = text.substr(2, close - 2);
    const auto value = std::find_if(values.begin(), values.end(),
                                    [&](const auto& entry) { return entry.first == name; });
    ASSAY_CHECK(close != text.npos && value != values.end());
    out.append(value->second);
    text.remove_prefix(close + 2);
  }
  return out;
}

}  // namespace

std::string_view PromptText(CheckerForm form) {
  switch (form) {
    case CheckerForm::kTestlib: return Embedded_prompts_testlib_txt();
    case CheckerForm::kScaleBox: return Embedded_prompts_scalebox_txt();
    case CheckerForm::kIcpc: return Embedded_prompts_icpc_txt();
  }
  return {};
}

rollout::Prompt FirstPrompt(const SynthProblem& problem, const Classification& classification,
                            CheckerForm form) {
  std::string statement = "(There is none. Infer the rules from the tests.)";
  if (!problem.statement.empty()) statement = Cut(problem.statement, kMostStatementBytes);
  rollout::Prompt prompt;
  prompt.messages.push_back(
      {"user", Fill(PromptText(form), {{"statement", std::move(statement)},
                                       {"tests", TestsText(problem)},
                                       {"evidence", EvidenceText(problem, classification)}})});
  return prompt;
}

rollout::Prompt NextPrompt(const rollout::Prompt& first, std::string answer,
                           std::string_view feedback) {
  rollout::Prompt prompt = first;
  prompt.messages.push_back({"assistant", std::move(answer)});
  prompt.messages.push_back(
      {"user", Fill(Embedded_prompts_again_txt(), {{"feedback", std::string(feedback)}})});
  return prompt;
}

std::optional<Judge> CheckerIn(std::string_view answer, CheckerForm form, std::string name) {
  Fences fences;
  fences.names = form == CheckerForm::kTestlib
                     ? std::vector<std::string>{"cpp", "c++", "cc", "cxx"}
                     : std::vector<std::string>{"python", "py", "python3"};
  const ExtractedCode found = ExtractCode(answer, fences, ExtractProfile::kAssay);
  if (TrimAsciiSpace(found.code).empty()) return std::nullopt;
  // The protocol is what matters: a model that answers in the other language isn't wrong.
  const bool cpp = found.code.find("#include") != std::string::npos;
  JsonWriter json;
  json.BeginObject().Key("kind").String(kCheckerFormNames.NameOf(form));
  json.Key("language").String(cpp ? "cpp" : "python");
  json.Key("source").Bytes(found.code).EndObject();
  Judge judge;
  judge.name = std::move(name);
  judge.checker = json.Take();
  return judge;
}

}  // namespace assay::synth
