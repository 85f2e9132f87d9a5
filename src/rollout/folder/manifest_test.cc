#include "rollout/folder/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rollout/folder/folder_test_util.h"

namespace assay::rollout {
namespace {

using ::testing::HasSubstr;
using Kind = ManifestDifference::Kind;

TEST(Manifest, ReadsBackAsItWasWritten) {
  Manifest manifest = SomeManifest();
  manifest.shard = {2, 3};
  const auto read = ParseManifest(ToJson(manifest));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(ToJson(*read), ToJson(manifest));
  EXPECT_TRUE(Differences(*read, manifest).empty());
  EXPECT_EQ(read->data[0].rows, 2);
  EXPECT_EQ(read->toolchains, manifest.toolchains);
}

TEST(Manifest, SaysWhatIsLeftOutAndWhy) {
  Manifest manifest = SomeManifest();
  EXPECT_EQ(Describe(manifest.left_out), "");
  manifest.left_out = {3,
                       {{"language swift", "no swiftc; install it", 2}, {"module x", "lacks", 1}}};
  const auto read = ParseManifest(ToJson(manifest));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(Describe(read->left_out),
            "3 items are left out and in no score: 2 for language swift (no swiftc; install it); 1 "
            "for module x (lacks)");
  const auto differences = Differences(SomeManifest(), manifest);
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].field, "left_out");
  // A folder that an older program wrote.
  std::string text = ToJson(SomeManifest());
  const std::string field = R"("left_out":{"items":0,"reasons":[]},)";
  ASSERT_NE(text.find(field), text.npos);
  text.erase(text.find(field), field.size());
  ASSERT_TRUE(ParseManifest(text).ok());
  EXPECT_TRUE(Differences(*ParseManifest(text), SomeManifest()).empty());
}

TEST(Manifest, NamesWhatDiffersAndWhatThatMeans) {
  const Manifest before = SomeManifest();
  Manifest after = before;
  after.model = "other";
  after.limits = R"({"wall_time_s":6})";
  const auto differences = Differences(before, after);
  ASSERT_EQ(differences.size(), 2u);
  EXPECT_EQ(differences[0].field, "model");
  EXPECT_EQ(differences[0].kind, Kind::kAsking);
  EXPECT_EQ(differences[1].field, "limits");
  EXPECT_EQ(differences[1].kind, Kind::kJudging);
  EXPECT_THAT(Describe(differences), HasSubstr(R"(model was "m" and is now "other"; limits was)"));
}

TEST(Manifest, TheOrderOfMembersIsNoDifference) {
  const Manifest before = SomeManifest();
  Manifest after = before;
  after.sampling = R"({ "top_p": 0.95, "temperature": 0.2 })";
  EXPECT_TRUE(Differences(before, after).empty());
}

TEST(Manifest, SamplesMayGrowAndNotShrink) {
  const Manifest before = SomeManifest();
  Manifest after = before;
  after.samples = 5;
  EXPECT_TRUE(Differences(before, after).empty());
  ASSERT_EQ(Differences(after, before).size(), 1u);
  EXPECT_EQ(Differences(after, before)[0].field, "samples");
}

TEST(Manifest, WhatIsNoneIsRefusedWithItsField) {
  EXPECT_THAT(ParseManifest("{}").error().message, HasSubstr("format"));
  EXPECT_THAT(ParseManifest(R"({"format":2})").error().message, HasSubstr("newer program"));
  std::string text = ToJson(SomeManifest());
  text.replace(text.find("\"items\":2"), 9, "\"items\":{}");
  EXPECT_THAT(ParseManifest(text).error().message, HasSubstr("items"));
}

TEST(Manifest, IdsThatRunTogetherAreNotTheSame) {
  EXPECT_NE(IdsSha({"ab", "c"}), IdsSha({"a", "bc"}));
  EXPECT_NE(IdsSha({"a", "b"}), IdsSha({"b", "a"}));
}

}  // namespace
}  // namespace assay::rollout
