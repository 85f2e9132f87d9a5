#include "lab/eval/contests/lcb_problem.h"

#include <cctype>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/text.h"
#include "data/pickle/unpickle.h"
#include "text/json_member.h"

namespace assay::eval {
namespace {

struct Erratum {
  std::string_view id;
  std::string_view what;
};
constexpr std::string_view kSeveral = "several answers are right, and one is accepted";
constexpr std::string_view kInteractive = "it is interactive, and the tests are not";
constexpr std::string_view kBadTests = "its tests are wrong";
// ERRATA.md of LiveCodeBench at 28fef95.
constexpr Erratum kErrata[] = {
    {"abc311_c", kSeveral},
    {"abc326_d", kSeveral},
    {"abc327_b", kSeveral},
    {"abc333_e", kSeveral},
    {"abc343_a", kSeveral},
    {"abc343_e", kSeveral},
    {"abc362_c", kSeveral},
    {"arc185_c", kSeveral},
    {"find-words-containing-character", kSeveral},
    {"find-the-peaks", kSeveral},
    {"generate-binary-strings-without-adjacent-zeros", kSeveral},
    {"abc337_e", kInteractive},
    {"abc355_e", kInteractive},
    {"abc350_c", kBadTests},
    {"arc189_a", kBadTests},
    {"apply-operations-to-make-string-empty", kBadTests},
    {"most-frequent-ids", kBadTests},
};

// Appends the tests of a JSON list; false: it is none.
bool AddTests(JsonValue list, std::vector<LcbTest>* tests) {
  if (!list.Is(JsonType::kArray)) return false;
  for (const JsonValue& test : list.Items()) {
    tests->push_back({TextAt(test, "input"), TextAt(test, "output")});
  }
  return true;
}

bool AddTestsOf(std::string_view text, std::vector<LcbTest>* tests) {
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(text, &error);
  return document && AddTests(document->root(), tests);
}

Status AddTestsOf(const Row& row, std::string_view column, std::vector<LcbTest>* tests) {
  const JsonValue value = row.Find({column});
  if (!value || value.IsNull() || AddTests(value, tests)) return Status();
  if (!value.Is(JsonType::kString)) {
    return row.Fault("has no list of tests in '" + std::string(column) + "'");
  }
  const std::string text = value.String();
  if (text.empty() || AddTestsOf(text, tests)) return Status();
  const Result<std::string> unpacked = UnpackPickledText(text);
  if (unpacked.ok() && AddTestsOf(*unpacked, tests)) return Status();
  return row.Fault("has tests in '" + std::string(column) + "' that can't be unpacked" +
                   (unpacked.ok() ? "" : ": " + unpacked.error().message));
}

std::string FunctionName(const Row& row) {
  const JsonValue metadata = row.Find({"metadata"});
  if (metadata.Is(JsonType::kObject)) return TextAt(metadata, "func_name");
  if (!metadata.Is(JsonType::kString)) return "";
  const std::string text = metadata.String();
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(text, &error);
  return document ? TextAt(document->root(), "func_name") : "";
}

// "5" of "test5.jsonl"; 1 for no digits; 0: another text.
int NumberAfter(std::string_view text, std::string_view prefix) {
  if (!StartsWith(text, prefix)) return 0;
  text.remove_prefix(prefix.size());
  if (text.empty() || text[0] == '.') return 1;
  size_t digits = 0;
  while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) != 0) {
    ++digits;
  }
  if (digits == 0 || digits > 2 || (digits < text.size() && text[digits] != '.')) return 0;
  return std::atoi(std::string(text.substr(0, digits)).c_str());
}

}  // namespace

Result<LcbProblem> ReadLcbProblem(const Row& row) {
  LcbProblem problem;
  ASSAY_ASSIGN_OR_RETURN(problem.id, row.Needed({"question_id", "problem_id"}));
  ASSAY_ASSIGN_OR_RETURN(problem.content, row.Needed({"question_content"}));
  problem.starter_code = row.Text({"starter_code"});
  problem.difficulty = row.Text({"difficulty"});
  problem.date = row.Text({"contest_date"}).substr(0, 10);
  problem.function_name = FunctionName(row);
  ASSAY_RETURN_IF_ERROR(AddTestsOf(row, "public_test_cases", &problem.tests));
  ASSAY_RETURN_IF_ERROR(AddTestsOf(row, "private_test_cases", &problem.tests));
  if (problem.tests.empty()) return row.Fault("has no tests");
  return problem;
}

std::string_view LcbErratum(std::string_view id) {
  for (const Erratum& erratum : kErrata) {
    if (erratum.id == id) return erratum.what;
  }
  return "";
}

LcbVersion ParseLcbVersion(std::string_view version) {
  const int upto = NumberAfter(version, "release_v");
  if (upto > 0 && version != "release_v") return {1, upto};
  const int alone = NumberAfter(version, "v");
  if (alone > 0 && version != "v") return {alone, alone};
  return {};
}

int LcbFileNumber(std::string_view file) {
  return NumberAfter(file, "test");
}

}  // namespace assay::eval
