#include "lab/curate/run/curation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::curate {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CurationTest : public testing::Test {
 protected:
  CurationTest() {
    std::string pattern = testing::TempDir() + "assay-curation-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~CurationTest() override { fs::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return (folder_ / name).string();
  }
  std::string At(const std::string& name) const { return (folder_ / name).string(); }

  static std::string TextOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  static Recipe Parsed(const std::string& yaml) {
    auto recipe = ParseRecipe(yaml, "r.yaml");
    EXPECT_TRUE(recipe.ok()) << (recipe.ok() ? "" : recipe.error().message);
    return *recipe;
  }
  CurationOptions Into(const std::string& name, const std::vector<std::string>& inputs) const {
    CurationOptions options;
    options.inputs = inputs;
    options.folder = At(name);
    options.rows_per_checkpoint = 7;
    options.assay_version = "1";
    return options;
  }
  // What must not depend on how a run came to its end.
  static std::map<std::string, std::string> Results(const std::string& folder) {
    std::map<std::string, std::string> results;
    for (const char* name :
         {"kept.jsonl", "dropped.jsonl", "report.md", "report.html", "recipe.yaml"}) {
      EXPECT_TRUE(fs::exists(folder + "/" + name)) << name;
      results[name] = TextOf(folder + "/" + std::string(name));
    }
    const std::string json = TextOf(folder + "/report.json");
    results["report.json"] = json.substr(0, json.find("\"run\":{"));
    return results;
  }

  fs::path folder_;
};

std::string RowJson(int i) {
  const std::string n = std::to_string(i);
  std::string text = "Problem number " + n + " asks for the sum of " + n + " and " +
                     std::to_string(i * 7) + " and how it grows with " + std::to_string(i % 13);
  if (i % 9 == 1) text = "What is " + n + "? What is twice as much as that?";
  if (i % 9 == 2) text = "Prove that " + n + " is a number that has many good properties indeed.";
  // As the row before it but for a comma.
  if (i % 9 == 4) return "";
  return "{\"id\":\"p" + n + "\",\"problem\":\"" + text + "\",\"answer\":\"" + n +
         "\",\"domain\":\"" + (i % 3 == 0 ? "math" : "code") + "\",\"url\":\"https://a.org/" +
         std::to_string(i / 9 * 9 + i % 8) + "\",\"attempts\":[0," +
         std::to_string(i % 5 == 0 ? 0 : 1) + "]}";
}

std::string ManyRows(int count) {
  std::string rows;
  std::string before;
  for (int i = 0; i < count; ++i) {
    std::string row = RowJson(i);
    if (row.empty()) {
      row = before;
      row.replace(row.find(" asks"), 5, ", asks");
    }
    rows += row + "\n";
    before = row;
  }
  return rows;
}

constexpr const char* kSteps = R"(
name: test
steps:
  - several_questions
  - proofs
  - duplicates: {jaccard: 0.8, shingle_words: 2}
  - source_url: {name: url}
  - decontaminate: {ngrams: 9, benchmarks: BENCHMARK}
  - difficulty: {fewest_solved: 1}
  - mix: {by: domain, shares: {math: 1, code: 1}}
)";

std::string WithBenchmark(const std::string& path) {
  std::string yaml = kSteps;
  return yaml.replace(yaml.find("BENCHMARK"), 9, path);
}

constexpr const char* kBenchmark =
    R"({"question":"problem number 21 asks for the SUM of 21 and 147 and so on"})";

// All rows would be one group, and a mix by domains none.
TEST_F(CurationTest, AMixByAFieldThatNoRowHasIsRefused) {
  const std::string input = Write("in.jsonl", ManyRows(20));
  const auto report =
      Curate(Parsed("steps: [{mix: {by: [domian, kind], most_of_each: 3}}]"), Into("out", {input}));
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(report.error().message,
              HasSubstr("mix.by: no row that is left has 'domian' or 'kind'"));
  EXPECT_TRUE(Curate(Parsed("steps: [{mix: {by: [domian, domain], most_of_each: 3}}]"),
                     Into("other", {input}))
                  .ok());
}

TEST_F(CurationTest, EveryRowIsKeptOrDroppedWithAReason) {
  const std::string input = Write("in.jsonl", ManyRows(200));
  const Recipe recipe = Parsed(WithBenchmark(Write("bench.jsonl", kBenchmark)));
  const auto report = Curate(recipe, Into("out", {input}));
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->rows, 200);
  int64_t dropped = 0;
  int64_t in = 200;
  for (const StepReport& step : report->steps) {
    EXPECT_EQ(step.in, in) << step.name;
    EXPECT_GT(step.dropped, 0) << step.name;
    EXPECT_FALSE(step.examples.empty()) << step.name;
    int64_t by_reason = 0;
    for (const auto& [reason, count] : step.reasons) by_reason += count;
    EXPECT_EQ(by_reason, step.dropped);
    dropped += step.dropped;
    in = step.out();
  }
  EXPECT_EQ(report->kept, in);
  EXPECT_EQ(report->kept + dropped, 200);
  const std::string kept = TextOf(At("out/kept.jsonl"));
  const std::string lines = TextOf(At("out/dropped.jsonl"));
  EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'), report->kept);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), dropped);
  EXPECT_THAT(kept, HasSubstr("\"curated\":{\"difficulty\":{\"solved\":"));
  EXPECT_THAT(lines,
              HasSubstr("\"theirs\":\"problem number 21 asks for the SUM of 21 and 147 and\""));
  const size_t math = static_cast<size_t>(report->kept) / 2;
  size_t found = 0;
  for (size_t at = 0; (at = kept.find("\"domain\":\"math\"", at)) != std::string::npos; ++at)
    ++found;
  EXPECT_EQ(found, math);
  EXPECT_FALSE(fs::exists(At("out/passed.jsonl")));
}

// A copy of the folder is what a kill at that moment leaves.
TEST_F(CurationTest, ARunThatIsKilledAtAnyRowEndsTheSame) {
  const std::string input = Write("in.jsonl", ManyRows(60));
  const Recipe recipe = Parsed(WithBenchmark(Write("bench.jsonl", kBenchmark)));
  CurationOptions options = Into("out", {input});
  std::vector<std::string> copies;
  options.go_on = [&](const Progress& progress) {
    copies.push_back(At("copy" + std::to_string(progress.rows)));
    fs::copy(options.folder, copies.back(), fs::copy_options::recursive);
    return true;
  };
  ASSERT_TRUE(Curate(recipe, options).ok());
  const auto expected = Results(At("out"));
  ASSERT_EQ(copies.size(), 60U);
  int went_on = 0;
  for (const std::string& copy : copies) {
    CurationOptions again = options;
    again.folder = copy;
    again.rows_per_checkpoint = 11;
    again.go_on = [&](const Progress& progress) {
      went_on += progress.again ? 1 : 0;
      return true;
    };
    // Whatever was behind the checkpoint.
    std::ofstream(copy + "/passed.jsonl", std::ios::app) << "{\"torn";
    std::ofstream(copy + "/dropped.jsonl", std::ios::app) << "{\"row\":1,\"st";
    const auto report = Curate(recipe, again);
    ASSERT_TRUE(report.ok()) << copy << ": " << report.error().message;
    EXPECT_EQ(Results(copy), expected) << copy;
  }
  EXPECT_GT(went_on, 1000);
}

TEST_F(CurationTest, AKillWhileTheEndIsWrittenIsMended) {
  const std::string input = Write("in.jsonl", ManyRows(60));
  const Recipe recipe = Parsed(WithBenchmark(Write("bench.jsonl", kBenchmark)));
  CurationOptions options = Into("out", {input});
  options.go_on = [](const Progress& progress) { return progress.rows < 60; };
  ASSERT_EQ(Curate(recipe, options).error().code, ErrorCode::kCancelled);
  fs::copy(At("out"), At("late"), fs::copy_options::recursive);
  options.go_on = nullptr;
  ASSERT_TRUE(Curate(recipe, options).ok());
  // All but the last checkpoint is there.
  for (const char* name : {"kept.jsonl", "dropped.jsonl", "report.md"}) {
    fs::copy(At("out/" + std::string(name)), At("late/" + std::string(name)),
             fs::copy_options::overwrite_existing);
  }
  options.folder = At("late");
  const auto report = Curate(recipe, options);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(Results(At("late")), Results(At("out")));
}

TEST_F(CurationTest, StopsWhenAskedAndGoesOn) {
  const std::string input = Write("in.jsonl", ManyRows(50));
  const Recipe recipe = Parsed("steps: [several_questions, proofs]");
  ASSERT_TRUE(Curate(recipe, Into("whole", {input})).ok());
  CurationOptions options = Into("parts", {input});
  int starts = 1;
  while (true) {
    int64_t decided = 0;
    options.go_on = [&](const Progress& progress) { return progress.again || ++decided < 9; };
    const auto report = Curate(recipe, options);
    if (report.ok()) {
      EXPECT_EQ(report->starts, starts);
      break;
    }
    ASSERT_EQ(report.error().code, ErrorCode::kCancelled);
    ASSERT_LT(++starts, 10);
  }
  EXPECT_GT(starts, 4);
  EXPECT_EQ(Results(At("parts")), Results(At("whole")));
}

TEST_F(CurationTest, AnotherRunInTheFolderIsRefused) {
  const std::string input = Write("in.jsonl", ManyRows(50));
  const Recipe recipe = Parsed("steps: [proofs]");
  CurationOptions options = Into("out", {input});
  options.go_on = [](const Progress& progress) { return progress.rows < 20; };
  ASSERT_FALSE(Curate(recipe, options).ok());
  options.go_on = nullptr;
  Recipe other = Parsed("steps: [figures]");
  EXPECT_THAT(Curate(other, options).error().message, HasSubstr("recipe_sha256, steps differ"));
  Write("in.jsonl", ManyRows(51));
  EXPECT_THAT(Curate(recipe, options).error().message, HasSubstr("inputs differ"));
  Write("in.jsonl", ManyRows(50));  // the same bytes, later
  EXPECT_THAT(Curate(recipe, options).error().message, HasSubstr("inputs differ"));
  ASSERT_TRUE(Curate(recipe, Into("fresh", {input})).ok());
  EXPECT_THAT(Curate(recipe, Into("fresh", {input})).error().message, HasSubstr("done"));
}

TEST_F(CurationTest, FaultsNameTheRowAndTheFix) {
  const Recipe recipe = Parsed("steps: [verifiable]");
  const auto fault = [&](const std::string& rows) {
    static int number = 0;
    const std::string input = Write("in.jsonl", rows);
    const auto report = Curate(recipe, Into("out" + std::to_string(++number), {input}));
    return report.ok() ? "" : report.error().message;
  };
  EXPECT_THAT(fault(R"({"id":3,"problem":"a"})"),
              testing::AllOf(HasSubstr("in.jsonl, row 1 (3)"), HasSubstr("attempts, rollouts"),
                             HasSubstr("verifiable.missing: keep or drop"),
                             HasSubstr("--skip verifiable")));
  EXPECT_THAT(fault(R"({"statment":"a"})"), HasSubstr("text: in the recipe"));
  EXPECT_THAT(fault("{\"problem\":\"a\",\"attempts\":[true]}\n{\"problem\""),
              HasSubstr("in.jsonl:2"));
  // An answer to judge by is missing.
  EXPECT_THAT(fault(R"({"problem":"a","attempts":["\\boxed{3}"]})"), HasSubstr("judged attempts"));
  EXPECT_EQ(fault(R"({"problem":"a","answer":"3","attempts":["\\boxed{3}"]})"), "");
}

TEST_F(CurationTest, AFailureBeforeTheFirstCheckpointLeavesTheFolderFree) {
  const std::string input = Write("in.jsonl", ManyRows(5));
  Recipe recipe = Parsed("steps: [{decontaminate: {benchmarks: " + At("none.jsonl") + "}}]");
  EXPECT_THAT(Curate(recipe, Into("out", {input})).error().message, HasSubstr("none.jsonl"));
  recipe = Parsed("steps: [proofs]");
  EXPECT_TRUE(Curate(recipe, Into("out", {input})).ok());
}

TEST_F(CurationTest, RowsComeFromAnyKindOfFileAndStayAsTheyWere) {
  const std::string array = Write("b.json",
                                  "[{\"problem\": \"caf\\u00e9 one\",\n \"n\": 1.50}, {\"prompt\": "
                                  "[{\"role\":\"system\",\"content\":\"Prove that\"},"
                                  "{\"role\":\"user\",\"content\":\"two words\"}]}]");
  const std::string lines =
      Write("a.jsonl", "{\"problem\":\"three words\"}\r\n\n{\"problem\":\"\"}\n");
  const auto report = Curate(Parsed("steps: [proofs]"), Into("out", {array, lines}));
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->rows, 4);
  EXPECT_EQ(TextOf(At("out/kept.jsonl")),
            "{\"problem\": \"caf\\u00e9 one\",  \"n\": 1.50}\n"
            "{\"prompt\": [{\"role\":\"system\",\"content\":\"Prove that\"},"
            "{\"role\":\"user\",\"content\":\"two words\"}]}\n"
            "{\"problem\":\"three words\"}\n{\"problem\":\"\"}\n");
}

TEST_F(CurationTest, ReportsHoldNoMarkupOfRows) {
  const std::string input = Write(
      "in.jsonl", R"({"id":"<b>","problem":"Prove that <script>alert(1)</script> [x](y) | `z`"})");
  ASSERT_TRUE(Curate(Parsed("steps: [proofs]"), Into("out", {input})).ok());
  const std::string html = TextOf(At("out/report.html"));
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;"));
  const std::string markdown = TextOf(At("out/report.md"));
  EXPECT_EQ(markdown.find(" <script"), std::string::npos);
  EXPECT_THAT(markdown, HasSubstr("\\[x\\]\\(y\\) \\| \\`z\\`"));
}

TEST_F(CurationTest, FilesOfSomethingElseAreLeftAlone) {
  const Recipe recipe = Parsed("steps:\n- brief\n");
  for (const char* name :
       {"kept.jsonl", "dropped.jsonl", "passed.jsonl", "recipe.yaml", "report.md"}) {
    fs::create_directories(folder_ / "out");
    const std::string rows = Write("out/" + std::string(name), "{\"text\":\"one\"}\n");
    const auto report = Curate(recipe, Into("out", {rows}));
    ASSERT_FALSE(report.ok()) << name;
    EXPECT_THAT(report.error().message, HasSubstr(std::string("has a ") + name)) << name;
    EXPECT_EQ(TextOf(rows), "{\"text\":\"one\"}\n") << name;
    fs::remove_all(folder_ / "out");
  }
}

}  // namespace
}  // namespace assay::curate
