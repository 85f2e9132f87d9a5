#include "sandbox/spawn/spawner_program.h"

#include <gtest/gtest.h>

#include <string>

#include "sandbox/wire/protocol.h"

namespace assay {
namespace {

TEST(SpawnerProgram, KnowsWhatConfines) {
  using namespace std::string_literals;
  for (const std::string& label : {""s, "\0"s, "unconfined\n"s, "unconfined"s, "kernel\0"s}) {
    EXPECT_FALSE(IsConfined(label)) << label;
  }
  for (const std::string& label : {"docker-default (enforce)\n"s, "assay (unconfined)\n"s,
                                   "system_u:system_r:container_t:s0\0"s}) {
    EXPECT_TRUE(IsConfined(label)) << label;
  }
}

TEST(SpawnerProgram, IsTheSameForAllSpawners) {
  const auto first = SpawnerProgram();
  const auto second = SpawnerProgram();
  ASSERT_TRUE(first.ok()) << first.error().ToString();
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(*first, *second);
  // Of those up to this one a spawner gets its own.
  const std::string folder = "/proc/self/fd/";
  if (*first == "/proc/self/exe") GTEST_SKIP() << "this program is confined by its path";
  ASSERT_EQ(first->substr(0, folder.size()), folder);
  EXPECT_GT(std::stoi(first->substr(folder.size())), kSpawnerSocket);
}

}  // namespace
}  // namespace assay
