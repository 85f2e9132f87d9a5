// Properties on the gold answers of public problem sets, which nobody here wrote. Skips without
// $ASSAY_DATA.
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "base/build/sanitized.h"
#include "math/decide/verify.h"

namespace assay::math {
namespace {

struct Gold {
  std::string dataset;
  std::string text;
};

std::string FieldText(const boost::json::object& row, const char* field) {
  const boost::json::value* value = row.if_contains(field);
  if (value == nullptr) return "";
  if (value->is_array())
    return value->as_array().empty() ? "" : FieldText({{"x", value->as_array()[0]}}, "x");
  if (value->is_string()) return std::string(value->as_string());
  if (value->is_int64()) return std::to_string(value->as_int64());
  return value->is_double() ? boost::json::serialize(*value) : "";
}

std::vector<Gold> ReadGolds() {
  const char* root = std::getenv("ASSAY_DATA");
  if (root == nullptr) root = std::getenv("ASSAY_DATA_DEFAULT");
  const std::string path =
      std::string(root != nullptr ? root : "../shared/data") + "/math/answer_sets.dev.jsonl.gz";
  std::vector<Gold> golds;
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return golds;
  std::string all;
  std::vector<char> buffer(1 << 16);
  int got = 0;
  while ((got = gzread(file, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0) {
    all.append(buffer.data(), static_cast<size_t>(got));
  }
  gzclose(file);
  for (size_t at = 0; at < all.size();) {
    const size_t end = std::min(all.find('\n', at), all.size());
    if (end > at) {
      const auto row = boost::json::parse(all.substr(at, end - at)).as_object();
      std::string text;
      for (const char* field :
           {"correct", "Answer", "answer", "expected_answer", "final_answer", "target"}) {
        text = FieldText(row, field);
        if (!text.empty()) break;
      }
      if (const size_t mark = text.rfind("####"); mark != std::string::npos) {
        text = text.substr(mark + 4);
      }
      if (!text.empty()) golds.push_back({FieldText(row, "dataset"), text});
    }
    at = end + 1;
  }
  return golds;
}

const std::vector<Gold>& Golds() {
  static const auto* golds = new std::vector<Gold>(ReadGolds());
  return *golds;
}

void ReplaceAll(std::string* text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text->find(from, at)) != std::string::npos; at += to.size()) {
    text->replace(at, from.size(), to);
  }
}

TEST(AnswerSets, GoldAnswersParse) {
  if (Golds().empty()) GTEST_SKIP() << "no data: set ASSAY_DATA";
  int failed = 0;
  for (const Gold& gold : Golds()) failed += !ParseAnswer(gold.text, {}).ok;
  RecordProperty("gold_answers", static_cast<int>(Golds().size()));
  RecordProperty("unparsed", failed);
  EXPECT_LE(failed * 1000, static_cast<int>(Golds().size()) * 5) << failed << " unparsed";
}

TEST(AnswerSets, GoldAnswersEqualThemselvesRewritten) {
  if (Golds().empty()) GTEST_SKIP() << "no data: set ASSAY_DATA";
  int failed = 0;
  for (size_t i = 0; i < Golds().size(); i += kSanitized ? 8 : 1) {
    const Gold& gold = Golds()[i];
    if (!ParseAnswer(gold.text, {}).ok) continue;
    const bool formula =
        gold.text.find('$') == std::string::npos && gold.text.find('#') == std::string::npos;
    std::vector<std::string> rewritten = {gold.text, " " + gold.text + " ", gold.text + "."};
    if (formula) {
      rewritten.push_back("$" + gold.text + "$");
      rewritten.push_back("\\boxed{" + gold.text + "}");
      rewritten.push_back("\\( " + gold.text + " \\)");
    }
    std::string display = gold.text;
    ReplaceAll(&display, "\\frac", "\\dfrac");
    rewritten.push_back(display);
    std::string plain = gold.text;
    ReplaceAll(&plain, "\\left", "");
    ReplaceAll(&plain, "\\right", "");
    // \leftarrow and "\left." lose more than layout.
    if (plain.find("arrow") == std::string::npos &&
        gold.text.find("\\left.") == std::string::npos &&
        gold.text.find("\\right.") == std::string::npos) {
      rewritten.push_back(plain);
    }
    for (const std::string& answer : rewritten) {
      for (bool swap : {false, true}) {
        const VerifyResult result =
            swap ? VerifyAnswer(answer, gold.text, {}) : VerifyAnswer(gold.text, answer, {});
        if (result.outcome == Outcome::kCorrect) continue;
        ++failed;
        ADD_FAILURE() << gold.dataset << ": " << gold.text << " against " << answer << ": "
                      << ToString(result.reason) << " " << result.gold_normal << " | "
                      << result.answer_normal;
        if (failed > 20) return;
      }
    }
  }
}

TEST(AnswerSets, SymmetricOnRandomPairs) {
  if (Golds().empty()) GTEST_SKIP() << "no data: set ASSAY_DATA";
  uint64_t state = 20240607;
  const auto next = [&state] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % Golds().size();
  };
  VerifyOptions options;
  options.decimals = VerifyOptions::DecimalPolicy::kExact;  // rounding looks at the gold
  for (int i = 0; i < (kSanitized ? 2'000 : 20'000); ++i) {
    const std::string& a = Golds()[next()].text;
    const std::string& b = Golds()[next()].text;
    // What can't be judged masks as the gold and is incorrect as the answer.
    EXPECT_EQ(VerifyAnswer(a, b, options).outcome == Outcome::kCorrect,
              VerifyAnswer(b, a, options).outcome == Outcome::kCorrect)
        << a << " | " << b;
  }
}

// Numbers of one data set are different unless they are the same number.
TEST(AnswerSets, DifferentNumbersAreNeverEqual) {
  if (Golds().empty()) GTEST_SKIP() << "no data: set ASSAY_DATA";
  std::set<std::string> integers;
  for (const Gold& gold : Golds()) {
    const bool digits = gold.text.find_first_not_of("0123456789") == std::string::npos;
    if (digits && gold.text.size() < 18 && (gold.text.size() == 1 || gold.text[0] != '0')) {
      integers.insert(gold.text);
    }
  }
  const std::vector<std::string> all(integers.begin(), integers.end());
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t step : {1, 2, 7, 50}) {
      const std::string& other = all[(i + step) % all.size()];
      if (other == all[i]) continue;
      const std::string forms[] = {other, "$" + other + "$", other + ".0",
                                   "\\frac{" + other + "}{1}", "x = " + other};
      for (const std::string& form : forms) {
        EXPECT_EQ(VerifyAnswer(all[i], form, {}).outcome, Outcome::kIncorrect)
            << all[i] << " " << form;
      }
    }
  }
}

}  // namespace
}  // namespace assay::math
