#include "lab/shared/rubric/rubric_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/rows/rows_fixture.h"

namespace assay::lab {
namespace {

using ::testing::HasSubstr;

class RubricFileTest : public ::testing::Test {
 protected:
  Result<RubricFile> Rubric(const std::string& text) const {
    return ReadRubricFile(folder_.Write("rubric.yaml", text));
  }

  TemporaryFolder folder_;
};

TEST_F(RubricFileTest, ARubricIsOneOrTheHeadOfARequest) {
  const auto one = Rubric("functions:\n- kind: science\n  relative_tolerance: 0.01\n");
  ASSERT_TRUE(one.ok()) << one.error().message;
  EXPECT_EQ(one->members,
            R"("rubrics":{"rubric":{"functions":[{"kind":"science","relative_tolerance":0.01}]}})");
  EXPECT_FALSE(one->compares);
  const auto head = Rubric(
      R"({"rubrics":{"a":{"functions":[{"kind":"math"},{"kind":"best_of"}]}},"routes":{"*":"a"}})");
  ASSERT_TRUE(head.ok()) << head.error().message;
  EXPECT_THAT(head->members, HasSubstr(R"("routes":{"*":"a"})"));
  EXPECT_TRUE(head->compares);
  EXPECT_TRUE(Rubric("functions: []\nadvantage: {kind: grpo}")->compares);
  EXPECT_FALSE(Rubric("functions: 3")->compares) << "which is the server's to refuse";
  EXPECT_FALSE(head->runs_tests);
  EXPECT_TRUE(Rubric("functions: [{kind: math}, {kind: swe}]")->runs_tests);
}

TEST_F(RubricFileTest, AFaultyRubricFileIsNamed) {
  EXPECT_THAT(Rubric("rubrics: {}\nitems: []").error().message, HasSubstr("\"items\": no such"));
  EXPECT_THAT(Rubric("kind: math").error().message, HasSubstr("neither \"functions\""));
  EXPECT_THAT(Rubric("[1").error().message, HasSubstr("rubric.yaml:"));
  EXPECT_THAT(ReadRubricFile(folder_.path() + "/none").error().message, HasSubstr("none"));
}

}  // namespace
}  // namespace assay::lab
