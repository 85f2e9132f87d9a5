// A map: the steps that need nothing but the row, and which step is of which class.

#include "lab/curate/steps/make_step.h"

#include <utility>

#include "base/check.h"
#include "lab/curate/rules/brief.h"
#include "lab/curate/rules/choices.h"
#include "lab/curate/rules/figure.h"
#include "lab/curate/rules/language.h"
#include "lab/curate/rules/proof.h"
#include "lab/curate/rules/special_judge.h"
#include "lab/curate/rules/sub_questions.h"
#include "lab/curate/steps/attempt_steps.h"
#include "lab/curate/steps/comparing_steps.h"

namespace assay::curate {
namespace {

class TextStep final : public RowStep {
 public:
  explicit TextStep(TextRule rule) : rule_(rule) {}
  Result<std::optional<Drop>> Look(Row* row) override { return DropFor(Judge(*row)); }

 private:
  Objection Judge(const Row& row) const {
    switch (rule_) {
      case TextRule::kSeveralQuestions: return SeveralQuestions(row.text);
      case TextRule::kChoices: return ChoiceQuestion(row.text, row.answer);
      case TextRule::kProofs: return ProofQuestion(row.text);
      case TextRule::kLanguage: return NotEnglish(row.text);
      case TextRule::kFigures: return RefersToFigure(row.text);
      case TextRule::kSpecialJudge: return NeedsSpecialJudge(row.text);
    }
    return std::nullopt;
  }
  const TextRule rule_;
};

class AnswerLengthStep final : public RowStep {
 public:
  explicit AnswerLengthStep(AnswerStep settings) : settings_(settings) {}
  Result<std::optional<Drop>> Look(Row* row) override {
    return DropFor(LongAnswer(row->answer, settings_.bounds));
  }

 private:
  const AnswerStep settings_;
};

class BriefPromptStep final : public RowStep {
 public:
  explicit BriefPromptStep(BriefStep settings) : settings_(settings) {}
  Result<std::optional<Drop>> Look(Row* row) override {
    return DropFor(BriefPrompt(row->text, settings_.fewest_words));
  }

 private:
  const BriefStep settings_;
};

using Made = Result<std::unique_ptr<RowStep>>;

}  // namespace

Result<std::unique_ptr<RowStep>> MakeRowStep(const Step& step,
                                             const StepSurroundings& surroundings) {
  struct Maker {
    const Step& step;
    const StepSurroundings& surroundings;

    Made operator()(const RuleStep& settings) const {
      return Made(std::make_unique<TextStep>(settings.rule));
    }
    Made operator()(const AnswerStep& settings) const {
      return Made(std::make_unique<AnswerLengthStep>(settings));
    }
    Made operator()(const BriefStep& settings) const {
      return Made(std::make_unique<BriefPromptStep>(settings));
    }
    Made operator()(const DecontaminateStep& settings) const {
      return MakeDecontaminate(settings, step.name);
    }
    Made operator()(const DuplicateStep& settings) const {
      return MakeDuplicates(settings, step.name, surroundings.folder);
    }
    Made operator()(const AddressStep& settings) const { return MakeAddress(settings, step.name); }
    Made operator()(const ReleasedStep& settings) const {
      return MakeReleased(settings, step.name);
    }
    Made operator()(const VerifiableStep& settings) const {
      return MakeVerifiable(settings, step.name);
    }
    Made operator()(const LengthStep& settings) const {
      return MakeLength(settings, step.name, surroundings.seed);
    }
    Made operator()(const DifficultyStep& settings) const {
      return MakeDifficulty(settings, step.name);
    }
    Made operator()(const MixStep& /*settings*/) const { ASSAY_CHECK(false); }
  };
  return std::visit(Maker{step, surroundings}, step.settings);
}

}  // namespace assay::curate
