#include "lab/eval/contests/lcb_problem.h"

#include <cctype>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/text.h"
#include "data/convert/dataset_row.h"
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

// `columns` keeps what is unpacked.
Status AddTests(const Row& row, std::string_view column, DatasetRow& columns,
                std::vector<RowTest>* tests) {
  const JsonValue packed = row.Find({column});
  std::string why;
  const JsonValue list = columns.Unpacked(packed, &why);
  // An empty text is no tests.
  if (!list || list.IsNull() || (list.Is(JsonType::kString) && list.String().empty())) {
    return Status();
  }
  const std::string name(column);
  if (!list.Is(JsonType::kArray)) {
    return row.Fault("has tests in '" + name + "' that are no list and can't be unpacked: " + why);
  }
  const auto fault = ReadTextTests(list, name, Outputs::kMayLack, tests);
  return fault ? Status(row.Fault("has tests that are not understood: " + fault->field + " " +
                                  fault->what))
               : Status();
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
  DatasetRow columns(JsonValue(), "");
  problem.function_name = TextAt(columns.Unpacked(row.Find({"metadata"})), "func_name");
  ASSAY_RETURN_IF_ERROR(AddTests(row, "public_test_cases", columns, &problem.tests));
  ASSAY_RETURN_IF_ERROR(AddTests(row, "private_test_cases", columns, &problem.tests));
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
