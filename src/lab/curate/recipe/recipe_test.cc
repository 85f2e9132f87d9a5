#include "lab/curate/recipe/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace assay::curate {
namespace {

std::string FaultOf(const std::string& yaml) {
  const auto recipe = ParseRecipe(yaml, "r.yaml");
  return recipe.ok() ? "" : recipe.error().message;
}

TEST(ParseRecipe, ReadsEveryKindOfStep) {
  const auto recipe = ParseRecipe(R"(
name: mine
seed: 7
text: [question, body.text]
steps:
  - several_questions
  - answers: {most_characters: 10}
  - brief:
  - decontaminate: {ngrams: [14, 9, 9], match: normalised, benchmarks: a.jsonl, name: nine}
  - duplicates: {jaccard: 0.9, near: true, memory_mib: 64}
  - source_url: {field: url, against: [b.jsonl], once: false, missing: drop}
  - released: {field: date, no_later_than: 2024-08-01}
  - verifiable: {most_attempts: 4}
  - response_length: {fewest_tokens: 2000, thin_below_tokens: 4000, thin_share: 0.25, of: mean}
  - difficulty: {solved: passed, of: 8, most_solved: 7, basis: interval}
  - mix: {by: source, shares: {a: 1, b: 2.5}, total: 100}
)",
                                  "r.yaml");
  ASSERT_TRUE(recipe.ok()) << recipe.error().message;
  EXPECT_EQ(recipe->name, "mine");
  EXPECT_EQ(recipe->seed, 7U);
  EXPECT_EQ(recipe->text, (Fields{"question", "body.text"}));
  ASSERT_EQ(recipe->steps.size(), 11U);
  const auto& grams = std::get<DecontaminateStep>(recipe->steps[3].settings);
  EXPECT_EQ(recipe->steps[3].name, "nine");
  EXPECT_EQ(grams.grams.sizes_words, (std::vector<int>{9, 14}));
  EXPECT_EQ(grams.grams.forms, (std::vector<WordForm>{WordForm::kNormalised}));
  EXPECT_EQ(grams.benchmarks, (std::vector<std::string>{"a.jsonl"}));
  EXPECT_EQ(std::get<DuplicateStep>(recipe->steps[4].settings).options.most_memory_bytes, 64 << 20);
  EXPECT_EQ(std::get<AddressStep>(recipe->steps[5].settings).missing, Missing::kDrop);
  EXPECT_EQ(std::get<ReleasedStep>(recipe->steps[6].settings).no_later_than_day, 19936);
  EXPECT_EQ(std::get<LengthStep>(recipe->steps[8].settings).bounds.thin_share, 0.25);
  const auto& difficulty = std::get<DifficultyStep>(recipe->steps[9].settings);
  EXPECT_EQ(difficulty.of_each, 8);
  EXPECT_EQ(difficulty.bounds.basis, RateBasis::kInterval);
  EXPECT_EQ(std::get<MixStep>(recipe->steps[10].settings).goals.shares.at("b"), 2.5);
}

TEST(ParseRecipe, NamesKeyLineAndFix) {
  for (const auto& [yaml, parts] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"steps:\n  - brief: {fewest_words: none}",
            {"r.yaml:2: steps[0].brief.fewest_words", "from 1 on", "'none'"}},
           {"steps:\n  - brief: {words: 3}", {"steps[0].brief.words: unknown key", "fewest_words"}},
           {"steps:\n  - breef", {"steps[0]", "no step 'breef'", "brief"}},
           {"steps: []", {"steps", "list of steps"}},
           {"name: x", {"steps: is missing"}},
           {"step: []\nsteps: [brief]", {"r.yaml:1: step: unknown key", "steps"}},
           {"- brief", {"must be a map"}},
           {"steps:\n  - brief\n  - brief", {"r.yaml:3", "steps[1]", "name:"}},
           {"steps:\n  - mix: {total: 3}\n  - brief", {"steps[0]", "last"}},
           {"steps:\n  - mix:", {"mix.total: is missing"}},
           {"steps:\n  - mix: {shares: {a: 1}}", {"mix.by: is missing"}},
           {"steps:\n  - mix: {by: s, shares: {a: 0}}", {"mix.shares", "'a'", "above 0"}},
           {"steps:\n  - decontaminate: {ngrams: 0}", {"ngrams", "from 1 to 1000", "'0'"}},
           {"steps:\n  - decontaminate: {match: fuzzy}",
            {"match", "'exact' or 'normalised'", "'fuzzy'"}},
           {"steps:\n  - duplicates: {jaccard: 2}", {"jaccard", "from 0.3 to 1", "'2'"}},
           {"steps:\n  - duplicates: {near: maybe}", {"near", "true or false"}},
           {"steps:\n  - released: {field: d}", {"released.no_later_than: is missing"}},
           {"steps:\n  - released: {no_later_than: soon}",
            {"no_later_than", "2024-08-01", "'soon'"}},
           {"steps:\n  - response_length: {thin_share: 0.5}", {"thin_below_tokens: is missing"}},
           {"steps:\n  - difficulty: {solved: p}", {"difficulty.of: is missing"}},
           {"steps:\n  - difficulty: {missing: ignore}", {"missing", "'error', 'keep' or 'drop'"}},
           {"steps:\n  - difficulty: {lowest_rate: 0.9, highest_rate: 0.1}",
            {"lowest_rate", "must not be above highest_rate"}},
           {"steps:\n  - difficulty: {fewest_solved: 3, most_solved: 2}",
            {"fewest_solved", "must not be above most_solved"}},
           {"steps:\n  - response_length: {fewest_tokens: 9, most_tokens: 3}",
            {"fewest_tokens", "must not be above most_tokens"}},
           {"steps:\n  - released: {no_earlier_than: 2024-08-02, no_later_than: 2024-08-01}",
            {"no_earlier_than", "must not be above no_later_than"}},
           {"steps: [", {"r.yaml:"}},
       }) {
    const std::string fault = FaultOf(yaml);
    EXPECT_FALSE(fault.empty()) << yaml;
    for (const std::string& part : parts) EXPECT_THAT(fault, testing::HasSubstr(part)) << yaml;
  }
}

TEST(Presets, AllAreRecipes) {
  for (const Preset& preset : Presets()) {
    const auto recipe = ParseRecipe(std::string(preset.yaml), std::string(preset.name));
    ASSERT_TRUE(recipe.ok()) << recipe.error().message;
    EXPECT_EQ(recipe->name, preset.name);
    EXPECT_FALSE(CheckComplete(*recipe).ok());  // the benchmarks are the user's
  }
  EXPECT_EQ(FindPreset("acereason-math")->name, "acereason-math");
  EXPECT_EQ(FindPreset("acereason"), nullptr);
}

TEST(Presets, SayWhatThePapersSay) {
  const auto math = ParseRecipe(std::string(FindPreset("acereason-math")->yaml), "m");
  const auto code = ParseRecipe(std::string(FindPreset("acereason-code")->yaml), "c");
  const auto find = [](const Recipe& recipe, const std::string& name) -> const Step& {
    for (const Step& step : recipe.steps) {
      if (step.name == name) return step;
    }
    ADD_FAILURE() << name;
    return recipe.steps.front();
  };
  EXPECT_EQ(std::get<DecontaminateStep>(find(*math, "decontaminate").settings).grams.sizes_words,
            (std::vector<int>{9}));
  EXPECT_EQ(std::get<DecontaminateStep>(find(*code, "decontaminate").settings).grams.sizes_words,
            (std::vector<int>{14}));
  EXPECT_EQ(std::get<LengthStep>(find(*math, "response_length").settings).bounds.fewest_tokens,
            2000);
  EXPECT_EQ(std::get<ReleasedStep>(find(*code, "released").settings).no_later_than_day, 19936);
  EXPECT_EQ(std::get<DifficultyStep>(find(*code, "difficulty").settings).bounds.fewest_solved, 1);
}

TEST(Recipe, TakesBenchmarksAndLosesSteps) {
  auto recipe = ParseRecipe("steps: [brief, {decontaminate: {benchmarks: a}}, proofs]", "r.yaml");
  ASSERT_TRUE(recipe.ok());
  EXPECT_TRUE(AddBenchmarks({"b", "c"}, &*recipe).ok());
  EXPECT_EQ(std::get<DecontaminateStep>(recipe->steps[1].settings).benchmarks,
            (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_TRUE(CheckComplete(*recipe).ok());
  const Status unknown = SkipSteps({"proof"}, &*recipe);
  ASSERT_FALSE(unknown.ok());
  EXPECT_THAT(unknown.error().message, testing::HasSubstr("brief, decontaminate, proofs"));
  EXPECT_TRUE(SkipSteps({"decontaminate", "brief"}, &*recipe).ok());
  EXPECT_EQ(recipe->steps.size(), 1U);
  EXPECT_FALSE(AddBenchmarks({"d"}, &*recipe).ok());
  EXPECT_TRUE(SkipSteps({"proofs"}, &*recipe).ok());
  EXPECT_FALSE(CheckComplete(*recipe).ok());
}

}  // namespace
}  // namespace assay::curate
