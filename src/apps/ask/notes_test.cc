#include "apps/ask/notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Notes, AreWarningsAndTheRuleOfExtraction) {
  EXPECT_THAT(NotesOf(R"({"verdict":"AC","warnings":["a","b"],)"
                      R"("extracted":{"code":"x","rule":"any_block","profile":"verl"}})"),
              ElementsAre("warning: a", "warning: b",
                          "the program was found by the rule any_block of the profile verl"));
  EXPECT_THAT(NotesOf(R"({"verdict":"AC"})"), IsEmpty());
  EXPECT_THAT(NotesOf(""), IsEmpty());
}

}  // namespace
}  // namespace assay
