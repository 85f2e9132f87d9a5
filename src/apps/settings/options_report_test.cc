#include "apps/settings/options_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace assay {
namespace {

using ::testing::HasSubstr;

const char* NoVariable(const char*) {
  return nullptr;
}

OptionValue Find(const std::vector<OptionValue>& values, std::string_view name) {
  const auto found = std::find_if(values.begin(), values.end(), [&](const OptionValue& value) {
    return value.spec->name == name;
  });
  return found == values.end() ? OptionValue() : *found;
}

TEST(OptionsReport, SaysValueAndSourceOfEach) {
  const std::string path =
      ::testing::TempDir() + "options_report_" + std::to_string(::getpid()) + ".yaml";
  std::ofstream(path) << "max-queue: 7\nlog-level: debug\n";
  const auto options = LoadOptions(
      {{"log-level", "warn"}, {"peers", "http://u:p@a:1"}},
      [](const char* name) { return std::string_view(name) == "ASSAY_SLOTS" ? "3" : nullptr; },
      path);
  ::unlink(path.c_str());
  ASSERT_TRUE(options.ok()) << options.error().ToString();
  const auto values = ReportOptions(*options);
  EXPECT_EQ(values.size(), OptionTable().size());
  EXPECT_EQ(Find(values, "max-queue").value, "7");
  EXPECT_EQ(SourceName(Find(values, "max-queue").source), "file");
  EXPECT_EQ(Find(values, "log-level").value, "warn");
  EXPECT_EQ(SourceName(Find(values, "log-level").source), "flag");
  EXPECT_EQ(SourceName(Find(values, "slots").source), "environment");
  EXPECT_EQ(SourceName(Find(values, "port").source), "default");
  EXPECT_EQ(Find(values, "port").value, "8080");
  EXPECT_EQ(Find(values, "peers").value, "http://***@a:1");
}

TEST(OptionsReport, ShowsNoPasswords) {
  EXPECT_EQ(WithoutPasswords("/etc/file"), "/etc/file");
  EXPECT_EQ(WithoutPasswords("http://a/b@c"), "http://a/b@c");
  EXPECT_EQ(WithoutPasswords("https://u:s@cret@a:1/x"), "https://***@a:1/x");
  EXPECT_EQ(WithoutPasswords("http://s@a,http://b,http://t@c/"),
            "http://***@a,http://b,http://***@c/");
}

TEST(OptionsReport, WhatReloadsIsAnOption) {
  int reloads = 0;
  for (const OptionSpec& spec : OptionTable()) reloads += Reloads(spec.name);
  EXPECT_EQ(reloads, 9);
  EXPECT_TRUE(Reloads("log-level"));
  EXPECT_FALSE(Reloads("slots"));
}

// What a flag would say sets the same again.
TEST(OptionsReport, ValuesCanBeGivenBack) {
  const auto options = LoadOptions({}, NoVariable, "");
  ASSERT_TRUE(options.ok());
  for (const OptionSpec& spec : OptionTable()) {
    Options copy = *options;
    const std::string value = spec.ValueText(copy);
    EXPECT_TRUE(spec.Set(&copy, value, spec.name).ok()) << spec.name << " " << value;
    EXPECT_EQ(spec.ValueText(copy), value) << spec.name;
  }
}

// docs/options.md is its introduction and this table; ASSAY_WRITE_OPTIONS_PAGE writes it anew.
TEST(OptionsReport, ThePageHasTheTable) {
  const std::string path = ASSAY_SOURCE_DIR "/docs/options.md";
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  const std::string page = text.str();
  const size_t begin = page.find("| option |");
  ASSERT_NE(begin, std::string::npos);
  if (std::getenv("ASSAY_WRITE_OPTIONS_PAGE") != nullptr) {
    std::ofstream(path) << page.substr(0, begin) << OptionsMarkdown();
    return;
  }
  EXPECT_EQ(page.substr(begin), OptionsMarkdown())
      << "ASSAY_WRITE_OPTIONS_PAGE=1 apps_test --gtest_filter='OptionsReport.*' writes it";
}

}  // namespace
}  // namespace assay
