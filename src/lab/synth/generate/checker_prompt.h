// What a model is asked for a checker, and the checker in its answer. The texts are the files in
// prompts/. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/enum_names.h"
#include "lab/synth/classify/classify.h"
#include "lab/synth/model/problem.h"
#include "rollout/generate/request.h"

namespace assay::synth {

// What is asked for. docs/judging.md has the protocols.
enum class CheckerForm {
  kTestlib,   // C++ with testlib.h
  kScaleBox,  // Python that reads three files
  kIcpc,      // Python, as problem packages have it
};
inline constexpr auto kCheckerFormNames = MakeEnumNames<CheckerForm>({
    {CheckerForm::kTestlib, "testlib"},
    {CheckerForm::kScaleBox, "scalebox"},
    {CheckerForm::kIcpc, "icpc"},
});
static_assert(kCheckerFormNames.IsWholeUpTo(CheckerForm::kIcpc));

// The prompt's template, for whoever wants to know what prompts a run had.
std::string_view PromptText(CheckerForm form);

rollout::Prompt FirstPrompt(const SynthProblem& problem, const Classification& classification,
                            CheckerForm form);
// The same again with the last answer and what was wrong with it. `answer`: the content.
rollout::Prompt NextPrompt(const rollout::Prompt& first, std::string answer,
                           std::string_view feedback);

// Nullopt: there is no program in the answer.
std::optional<Judge> CheckerIn(std::string_view answer, CheckerForm form, std::string name);

}  // namespace assay::synth
