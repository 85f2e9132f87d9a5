#include "sandbox/agent/proc_entries.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <set>
#include <string>

#include "base/fd.h"

namespace assay {
namespace {

TEST(ProcEntries, AreTheProcessesAndNothingElse) {
  UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ASSERT_TRUE(proc);
  // Twice: each walk begins anew.
  for (int i = 0; i < 2; ++i) {
    std::set<std::string> names;
    ForEachNumber(proc.get(), [&](const char* name) { names.insert(name); });
    EXPECT_EQ(names.count(std::to_string(::getpid())), 1U);
    EXPECT_EQ(names.count("self"), 0U);
    EXPECT_EQ(names.count("meminfo"), 0U);
  }
}

TEST(ProcEntries, AProcessThatIsGoneHasNoDelay) {
  UniqueFd proc(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ASSERT_TRUE(proc);
  EXPECT_EQ(RunDelayOf(proc.get(), "999999999"), Nanoseconds(0));
  EXPECT_GE(RunDelayOf(proc.get(), std::to_string(::getpid()).c_str()), Nanoseconds(0));
}

}  // namespace
}  // namespace assay
