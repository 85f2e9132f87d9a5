#include "apps/cli/failure.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace assay {
namespace {

TEST(Failure, OfWhatTheyNamedIsASentence) {
  const Error missing = SystemError("plan.read", ENOENT, "plan.yaml cannot be read");
  EXPECT_EQ(FailureText(missing), "plan.yaml cannot be read: No such file or directory");
  EXPECT_EQ(FailureText(InvalidField("plan", "groups", "must be 1 or more")),
            "groups: must be 1 or more");
  testing::internal::CaptureStderr();
  EXPECT_EQ(TellFailure("curate", missing), 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "assay curate: plan.yaml cannot be read: No such file or directory\n");
}

TEST(Failure, OfOursNamesTheStep) {
  const Error full = SystemError("journal.append", ENOSPC, "the journal");
  EXPECT_EQ(FailureText(full), "journal.append: No space left on device: the journal");
  testing::internal::CaptureStderr();
  EXPECT_EQ(TellFailure("curate", full), 1);
  testing::internal::GetCapturedStderr();
}

}  // namespace
}  // namespace assay
