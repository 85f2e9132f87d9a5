#include "math/reason/reason.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

namespace assay::math {
namespace {

// The words in backticks of the list below "## Reasons" and, of the table below "### When nothing
// is found", those that start a row.
std::set<std::string> Documented(const std::string& path) {
  std::set<std::string> words;
  std::ifstream page(path);
  EXPECT_TRUE(page) << path;
  std::string heading;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("#", 0) == 0) heading = line;
    const bool in_table = heading == "### When nothing is found" && line.rfind("| `", 0) == 0;
    if (!in_table && heading != "## Reasons") continue;
    for (size_t begin = line.find('`'); begin != line.npos;) {
      const size_t end = line.find('`', begin + 1);
      words.insert(line.substr(begin + 1, end - begin - 1));
      begin = in_table ? line.npos : line.find('`', end + 1);
    }
  }
  return words;
}

TEST(MathReason, TheDocumentNamesEachAndNoOther) {
  std::set<std::string> known;
  for (const auto& row : kReasonNames.rows) known.emplace(row.name);
  EXPECT_EQ(Documented(ASSAY_DOCS "/math.md"), known);
}

TEST(MathReason, NamesAreTextForTheCInterface) {
  EXPECT_EQ(ToString(Reason::kNone), "");
  EXPECT_STREQ(ToString(Reason::kValuesDiffer).data(), "values_differ");
}

}  // namespace
}  // namespace assay::math
