#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "apps/cli/describe.h"
#include "apps/cli/help_format.h"
#include "apps/cli/nearest.h"

namespace assay {
namespace {

TEST(NearestName, IsWhatWasMeantOrNothing) {
  const std::vector<std::string> names = {"serve", "run", "rejudge", "doctor", "max-queue-mb"};
  for (const auto& [word, name] : std::vector<std::pair<std::string, std::string>>{
           {"srve", "serve"},
           {"sevre", "serve"},
           {"server", "serve"},
           {"rum", "run"},
           {"rejug", "rejudge"},
           {"doc", "doctor"},
           {"max-queue", "max-queue-mb"},
           {"frobnicate", ""},
           {"x", ""},
           {"", ""},
           {std::string(100000, 'r'), ""},
       }) {
    EXPECT_EQ(NearestName(word, names), name) << word;
  }
}

TEST(Wrapped, BreaksAtBlanks) {
  EXPECT_EQ(Wrapped("aa bb  cc dd", 5, 2), "aa bb\n  cc dd");
  EXPECT_EQ(Wrapped("a longestword b", 4, 0), "a\nlongestword\nb");
  EXPECT_EQ(Wrapped("äö üß", 5, 0), "äö üß");
  EXPECT_EQ(Wrapped("", 5, 0), "");
}

TEST(NarrowHelp, KeepsWithinTheWidth) {
  CLI::App app("A program that has a description which is much longer than a single line may be.");
  app.formatter(NarrowHelp());
  std::string value;
  app.add_option("--an-option-with-a-rather-long-name", value,
                 std::string(40, 'x') + " " + std::string(40, 'y') + " z");
  app.add_option("--short", value, "one two three four five six seven eight nine ten eleven");
  const std::string help = app.help();
  for (size_t start = 0; start < help.size();) {
    const size_t end = std::min(help.find('\n', start), help.size());
    EXPECT_LE(end - start, 80u) << help.substr(start, end - start);
    start = end + 1;
  }
}

// A command line like ours: one command, an option with choices, a file.
class Described : public ::testing::Test {
 protected:
  Described() : app_("Judges things. And more.", "assay") {
    CLI::App* run = app_.add_subcommand("run", "judge one file: 'it'");
    run->add_option("file", value_, "program to judge");
    run->add_option("--pin", value_, "on or off");
    run->add_flag("--json", flag_, "results as JSON lines; $HOME and \"quotes\" [x]");
  }
  Choices choices_ = [](std::string_view name) -> std::vector<std::string_view> {
    if (name == "pin") return {"on", "off"};
    return {};
  };
  std::string value_;
  bool flag_ = false;
  CLI::App app_;
};

TEST_F(Described, EveryShellLearnsCommandsOptionsAndChoices) {
  for (const std::string& shell : ShellNames()) {
    const std::string script = CompletionScript(shell, app_, choices_);
    for (const char* word : {"run", "pin", "json", "on", "off", "help"}) {
      EXPECT_NE(script.find(word), std::string::npos) << shell << ": " << word;
    }
  }
}

TEST_F(Described, TheManualPageEscapesWhatRoffWouldRead) {
  app_.get_subcommand("run")->add_option("--dot", value_, ".begins with a dot \\ and a slash… äé");
  const std::string page = ManualPage(app_, "1.2");
  EXPECT_NE(page.find("\\-\\-json"), std::string::npos);
  EXPECT_NE(page.find("\n\\&.begins with a dot \\e and"), std::string::npos) << page;
  EXPECT_NE(page.find("slash\\[u2026] \\[u00E4]\\[u00E9]"), std::string::npos) << page;
  EXPECT_NE(page.find("\\(aqit\\(aq"), std::string::npos) << page;
}

}  // namespace
}  // namespace assay
