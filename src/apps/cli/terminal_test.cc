#include "apps/cli/terminal.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(TextTable, AlignsColumnsAndTrimsTheEnd) {
  TextTable table({{"name"}, {"ms", TextTable::Align::kRight}, {"note"}});
  table.AddRow({{"a"}, {"12.5"}, {"x"}});
  table.AddRow({{"longer"}, {"3"}});
  EXPECT_EQ(table.Render(false),
            "name      ms  note\n"
            "a       12.5  x\n"
            "longer     3\n");
}

TEST(TextTable, CountsCodePointsNotBytes) {
  TextTable table({{"a"}, {"b"}});
  table.AddRow({{"é"}, {"1"}});
  table.AddRow({{"xy"}, {"2"}});
  EXPECT_EQ(table.Render(false), "a   b\né   1\nxy  2\n");
}

TEST(TextTable, ColoursDoNotChangeTheWidths) {
  TextTable table({{"v"}, {"w"}});
  table.AddRow({{"AC", Colour::kGreen}, {"1"}});
  EXPECT_NE(table.Render(true).find("\x1b[32mAC\x1b[0m  1"), std::string::npos);
}

TEST(Paint, LeavesTextAloneWhenDisabled) {
  EXPECT_EQ(Paint("x", Colour::kRed, false), "x");
}

TEST(HumanDuration, PicksTheUnit) {
  EXPECT_EQ(HumanDuration(std::chrono::microseconds(12340)), "12.3 ms");
  EXPECT_EQ(HumanDuration(std::chrono::milliseconds(1200)), "1.20 s");
  EXPECT_EQ(HumanDuration(std::chrono::seconds(125)), "2m05s");
}

TEST(HumanBytes, PicksTheUnit) {
  EXPECT_EQ(HumanBytes(0), "0 B");
  EXPECT_EQ(HumanBytes(12595), "12.3 KiB");
  EXPECT_EQ(HumanBytes(1LL << 30), "1.0 GiB");
}

TEST(ProgressBar, IsSilentWithoutATerminal) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  {
    ProgressBar bar(file, 3);
    bar.Update(1, "1 AC");
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

}  // namespace
}  // namespace assay
