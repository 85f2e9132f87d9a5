// The comparator on the recorded outputs of real problems: each equals itself in every mode,
// however its white space is rewritten, and a damaged copy does not.
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>

#include "grading/compare/compare.h"
#include "grading/value/value.h"

namespace assay {
namespace {

std::string ReadGzip(const std::string& name) {
  const char* root = std::getenv("ASSAY_DATA");
  if (root == nullptr) root = std::getenv("ASSAY_DATA_DEFAULT");
  if (root == nullptr) root = "../shared/data";
  gzFile file = gzopen((std::string(root) + "/" + name).c_str(), "rb");
  if (file == nullptr) return "";
  std::string text;
  char buffer[1 << 16];
  for (int n; (n = gzread(file, buffer, sizeof buffer)) > 0;) text.append(buffer, buffer + n);
  gzclose(file);
  return text;
}

void CheckOutput(const std::string& output) {
  std::string rewritten;
  for (const char c : output) rewritten += c == '\n' ? " \r\n" : std::string(1, c);
  rewritten += "\n\n";
  for (const Profile profile : kProfiles) {
    const Comparison comparison{.profile = profile};
    EXPECT_TRUE(Compare(comparison, output, output).equal()) << output;
    // Where the recorded output has spaces at the ends of lines, verl wants them just so.
    if (profile != Profile::kVerlPrime) {
      EXPECT_TRUE(Compare(comparison, output, rewritten).equal()) << output;
    }
    EXPECT_FALSE(Compare(comparison, output, "#" + output).equal()) << output;
  }
  for (const CompareMode mode : {CompareMode::kLines, CompareMode::kTokens, CompareMode::kFloat,
                                 CompareMode::kUnorderedLines}) {
    EXPECT_TRUE(Compare({.mode = mode}, output, rewritten).equal()) << output;
    EXPECT_FALSE(Compare({.mode = mode}, output, output + "#").equal()) << output;
  }
  const Comparison native;
  EXPECT_FALSE(Compare(native, output, output + "\n7").equal()) << output;
  const size_t last = output.find_last_of("0123456789");
  const size_t token = output.find_last_of(" \n", last) + 1;
  if (last != std::string::npos && output.find('.', token) == std::string::npos) {
    std::string damaged = output;
    damaged[last] = damaged[last] == '9' ? '8' : static_cast<char>(damaged[last] + 1);
    EXPECT_FALSE(Compare(native, output, damaged).equal()) << output;
  }
}

TEST(RecordedOutputs, EqualThemselvesAndNothingDamaged) {
  const std::string text = ReadGzip("throughput/codecontests_py.dev.jsonl.gz");
  if (text.empty()) GTEST_SKIP() << "no data: set ASSAY_DATA";
  int outputs = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const auto row = ParseValue(std::string_view(text).substr(begin, end - begin), nullptr);
    begin = end + 1;
    ASSERT_TRUE(row.has_value());
    for (const Value& test : Find(*row, "tests")->items) {
      CheckOutput(Find(test, "output")->text);
      ++outputs;
    }
  }
  EXPECT_GT(outputs, 1000);
}

}  // namespace
}  // namespace assay
