#include "langs/entries/scripting/ruby_gems.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "langs/entries/scripting/scripting.h"
#include "langs/entry/host_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr char kRuby[] = "/usr/bin/ruby";

TEST(RubyGems, AreNotMissedByWhatRubyAndItsLibraryHave) {
  for (const char* code : {
           "puts gets.split.sum(&:to_i)\n",
           "require 'set'\nrequire(\"json\")  # both\nrequire 'bigdecimal/util'; puts 1\n",
           "#!/usr/bin/env ruby\nputs 1\n",
           "class A\n  def method_missing(name) = name\n  define_method(:b) { 1 }\nend\n",
           "puts %w[1 2].map(&method(:Integer)).sum, 1.respond_to?(:zero?), [1].send( :first)\n",
           "begin; raise 'x'; rescue => e; puts e.message; end\nrequired = \"gems\"\n",
           "",
       }) {
    EXPECT_FALSE(MayNoticeGems(code)) << code;
  }
}

TEST(RubyGems, AreThereWhereAnythingCouldAskForThem) {
  for (const char* code : {
           "require 'test/unit'",
           "require 'prime'",
           "require name",
           "require 'se' + 't'",
           "require 'set' + x",
           "require \"#{x}\"",
           "begin; require'nokogiri'; rescue LoadError; end",
           "require_relative 'other'",
           "load 'x.rb'",
           "autoload :A, 'b'",
           "gem 'rake'",
           "puts Gem::VERSION",
           "puts defined?(Gem)",
           "Monitor.new.synchronize { }",
           "puts RbConfig.ruby",
           "eval(gets)",
           "eval 'G' + 'em'",
           "Object.const_get(gets)",
           "puts Object.constants",
           "puts $LOADED_FEATURES",
           "puts $\"",
           "puts $:",
           "puts 1.methods",
           "send(gets)",
           "send(:gem, 'rake')",
           "send :require, 'prime'",
           "method(gets.to_sym)",
           "%w[gem].each(&:send)",
           "puts respond_to?(gets, true)",
           "puts 1.object_id",
           "#!/usr/bin/ruby -rprime\nputs 1",
           "Marshal.load(gets)",
           "SortedSet.new",
           "`x`; binding.irb",
           "class A; end # and the gem of it",
           "require",
       }) {
    EXPECT_TRUE(MayNoticeGems(code)) << code;
  }
}

// A folder for what is found out, and a Ruby of our own.
class RubyStarts : public ::testing::Test {
 protected:
  RubyStarts() { folder_ = ::mkdtemp(name_); }
  ~RubyStarts() override { fs::remove_all(folder_); }

  // Empty: both starts are alike.
  std::string FindOut(const std::string& ruby) {
    const Status status = FindOutAboutGems(ruby, folder_, {});
    return status.ok() ? std::string() : status.error().message;
  }
  std::string FindOutOf(const char* script) {
    const fs::path ruby = folder_ / "ruby";
    std::ofstream(ruby) << "#!/bin/sh\n" << script;
    fs::permissions(ruby, static_cast<fs::perms>(0755));
    return FindOut(ruby);
  }

  char name_[32] = "/tmp/assay-ruby-XXXXXX";
  fs::path folder_;
};

TEST_F(RubyStarts, AreWithoutGemsOnceTheyAreKnownToBeAlike) {
  if (!fs::exists(kRuby)) GTEST_SKIP() << "there is no Ruby";
  const auto options = [](const LanguageTools& tools, std::string_view code) {
    ProgramLayout layout;
    EXPECT_TRUE(tools.whole({}, code, &layout).ok());
    EXPECT_THAT(layout.sources, SizeIs(1));
    EXPECT_EQ(layout.main, "main.rb");
    return layout.options;
  };
  LanguageTools tools = RubyLanguage().tools({});
  const auto work = tools.preparation.place(folder_, &tools);
  ASSERT_TRUE(work.ok());
  ASSERT_NE(*work, nullptr);
  EXPECT_THAT(options(tools, "puts 1"), SizeIs(0));
  const Status done = (*work)({});
  if (!done.ok()) GTEST_SKIP() << done.error().message;  // an older Ruby, or newer gems
  EXPECT_EQ(options(tools, "puts 1"), WithoutGems());
  EXPECT_THAT(options(tools, "require 'prime'"), SizeIs(0));
  // The next server knows.
  LanguageTools again = RubyLanguage().tools({});
  const auto nothing = again.preparation.place(folder_, &again);
  ASSERT_TRUE(nothing.ok());
  EXPECT_EQ(*nothing, nullptr);
  EXPECT_EQ(options(again, "puts 1"), WithoutGems());
}

// Stands for Rubies whose libraries come from somewhere else when gems may be asked for.
TEST_F(RubyStarts, KeepGemsWhereTheyDiffer) {
  EXPECT_THAT(FindOutOf("echo \"$1\"\n"), HasSubstr("it differs"));
  EXPECT_THAT(FindOutOf("[ \"$1\" = -e ] || { echo no such option; exit 1; }\n"),
              HasSubstr("no such option"));
  EXPECT_FALSE(KnownAlike(folder_));
}

TEST_F(RubyStarts, AreLookedAtAgainAfterAGemWasInstalled) {
  const fs::path gems = folder_ / "specifications";
  EXPECT_EQ(FindOutOf(("echo " + gems.string() + "\n").c_str()), "");
  EXPECT_TRUE(KnownAlike(folder_));
  fs::create_directory(gems);
  EXPECT_FALSE(KnownAlike(folder_));
  EXPECT_EQ(FindOut(folder_ / "ruby"), "");
  EXPECT_TRUE(KnownAlike(folder_));
  fs::last_write_time(gems, fs::last_write_time(gems) + std::chrono::seconds(1));
  EXPECT_FALSE(KnownAlike(folder_));
}

// What people read of an error is written with gems, too.
TEST_F(RubyStarts, TellErrorsInTheSameWords) {
  if (!fs::exists(kRuby) || FindOut(kRuby) != "") {
    GTEST_SKIP() << "there is no Ruby, or none that is alike";
  }
  for (const char* code :
       {"nil.lenght", "counter = 1\nputs countr", "{far: 1}.fetch(:fra)", "raise 'x'", "puts ('x'",
        "exit 3", "abort 'so'", "Integer('x')", "throw :x", "require 'set'\nputs Set[1].foo",
        "warn 'x'", "at_exit { puts 1 }\nraise ArgumentError"}) {
    EXPECT_FALSE(MayNoticeGems(code)) << code;
    const auto run = [code](std::vector<std::string> argv) {
      argv.insert(argv.begin(), kRuby);
      argv.insert(argv.end(), {"-e", code});
      const HostCommandResult done = RunHostCommand(argv);
      return std::to_string(done.exit_code) + " " + done.output;
    };
    EXPECT_EQ(run(WithoutGems()), run({})) << code;
  }
}

}  // namespace
}  // namespace assay
