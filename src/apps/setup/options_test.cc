#include "apps/setup/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <set>

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Variables = std::map<std::string, std::string>;

EnvironmentLookup Environment(const Variables& variables) {
  return [variables](const char* name) -> const char* {
    static thread_local std::string value;
    const auto found = variables.find(name);
    if (found == variables.end()) return nullptr;
    value = found->second;
    return value.c_str();
  };
}

class OptionsTest : public ::testing::Test {
 protected:
  ~OptionsTest() override { ::unlink(path_.c_str()); }
  std::string WriteConfig(const std::string& text) {
    std::ofstream(path_) << text;
    return path_;
  }
  std::string path_ =
      ::testing::TempDir() + "assay_options_" + std::to_string(::getpid()) + ".yaml";
};

TEST_F(OptionsTest, DefaultsAreLoopbackAndPort8080) {
  const auto options = LoadOptions({}, Environment({}), "");
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->host, "127.0.0.1");
  EXPECT_EQ(options->port, 8080);
  const LanguageTable table(options->language_config);
  EXPECT_THAT(table.DefaultFlags("cpp"), ElementsAre("-O2", "-std=gnu++17"));
}

TEST_F(OptionsTest, FlagBeatsEnvironmentBeatsFileBeatsDefault) {
  const std::string path = WriteConfig("port: 1\nslots: 2\nmax-queue: 3\n");
  const auto options = LoadOptions(
      {{"port", "11"}}, Environment({{"ASSAY_PORT", "21"}, {"ASSAY_SLOTS", "22"}}), path);
  ASSERT_TRUE(options.ok()) << options.error().ToString();
  EXPECT_EQ(options->port, 11);
  EXPECT_EQ(options->slots, 22);
  EXPECT_EQ(options->max_queue, 3);
  EXPECT_EQ(options->io_threads, 0);
}

TEST_F(OptionsTest, EmptyVariableCountsAsUnset) {
  const auto options = LoadOptions({}, Environment({{"ASSAY_PORT", ""}}), "");
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->port, 8080);
}

TEST_F(OptionsTest, YamlTakesListsAndStrings) {
  const std::string path =
      WriteConfig("cxx-flags: [-O1, -std=c++20]\nc-flags: -O0 -g\npython: /opt/py/bin/python3\n");
  const auto options = LoadOptions({}, Environment({}), path);
  ASSERT_TRUE(options.ok()) << options.error().ToString();
  const LanguageTable table(options->language_config);
  EXPECT_THAT(table.DefaultFlags("cpp"), ElementsAre("-O1", "-std=c++20"));
  EXPECT_THAT(table.DefaultFlags("c"), ElementsAre("-O0", "-g"));
  const auto program = table.MakeProgram("python", ProgramKind::kWhole, "", {}, {});
  ASSERT_TRUE(program.ok());
  EXPECT_EQ(program->run_argv.front(), "/opt/py/bin/python3");
}

TEST_F(OptionsTest, UnknownYamlKeyNamesFileLineAndKey) {
  const std::string path = WriteConfig("# ours\nport: 80\nprot: 81\n");
  const auto options = LoadOptions({}, Environment({}), path);
  ASSERT_FALSE(options.ok());
  EXPECT_THAT(options.error().message, HasSubstr(path + ":3: prot: there is no such option"));
}

TEST_F(OptionsTest, BadValuesNameTheirSource) {
  const auto flag = LoadOptions({{"port", "70000"}}, Environment({}), "");
  ASSERT_FALSE(flag.ok());
  EXPECT_EQ(flag.error().message, "--port: must be a whole number from 0 to 65535, not '70000'");

  const auto variable = LoadOptions({}, Environment({{"ASSAY_LOG_LEVEL", "loud"}}), "");
  ASSERT_FALSE(variable.ok());
  EXPECT_THAT(variable.error().message, HasSubstr("ASSAY_LOG_LEVEL: must be one of trace"));

  const auto file = LoadOptions({}, Environment({}), WriteConfig("drain-timeout-s: nan\n"));
  ASSERT_FALSE(file.ok());
  EXPECT_THAT(file.error().message, HasSubstr(":1: drain-timeout-s: must be a number"));

  const auto nested = LoadOptions({}, Environment({}), WriteConfig("host: {a: b}\n"));
  ASSERT_FALSE(nested.ok());
  EXPECT_THAT(nested.error().message, HasSubstr("host: must be a plain value or a list"));
}

TEST_F(OptionsTest, BrokenOrMissingFileIsAnError) {
  const auto broken = LoadOptions({}, Environment({}), WriteConfig("port: [1\n"));
  ASSERT_FALSE(broken.ok());
  EXPECT_THAT(broken.error().message, HasSubstr(path_));
  EXPECT_FALSE(LoadOptions({}, Environment({}), path_ + ".missing").ok());
  EXPECT_FALSE(LoadOptions({}, Environment({}), WriteConfig("- port\n")).ok());
  EXPECT_TRUE(LoadOptions({}, Environment({}), WriteConfig("")).ok());
}

TEST(OptionTable, NamesAreUniqueAndDefaultsAreAccepted) {
  std::set<std::string_view> names;
  for (const OptionSpec& spec : OptionTable()) {
    EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
    Options options;
    EXPECT_TRUE(spec.Set(&options, spec.DefaultText(), spec.name).ok()) << spec.name;
  }
}

TEST(OptionTable, ASwitchIsOnOrOff) {
  EXPECT_FALSE(LoadOptions(
                   {}, [](const char*) { return nullptr; }, "")
                   ->insecure);
  EXPECT_TRUE(LoadOptions(
                  {{"insecure", "on"}}, [](const char*) { return nullptr; }, "")
                  ->insecure);
  const auto wrong = LoadOptions(
      {{"insecure", "perhaps"}}, [](const char*) { return nullptr; }, "");
  EXPECT_THAT(wrong.error().message, HasSubstr("--insecure: must be on or off"));
}

TEST(OptionTable, EnvironmentNamesAreUpperCase) {
  for (const OptionSpec& spec : OptionTable()) {
    if (spec.name == "max-body-mb") {
      EXPECT_EQ(spec.EnvironmentName(), "ASSAY_MAX_BODY_MB");
    }
  }
}

}  // namespace
}  // namespace assay
