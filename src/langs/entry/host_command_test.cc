#include "langs/entry/host_command.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "base/fd.h"

namespace assay {
namespace {

TEST(HostCommand, WaitsForDescriptorsThatOthersGiveBack) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{64, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<UniqueFd> all;
  // Started while there are descriptors: a sanitizer looks at a thread's object through a pipe.
  std::latch started(1);
  std::latch all_taken(1);
  std::thread others([&] {
    started.count_down();
    all_taken.wait();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    all.clear();
  });
  started.wait();
  for (;;) {
    UniqueFd fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!fd) break;
    all.push_back(std::move(fd));
  }
  const bool taken = !all.empty();
  all_taken.count_down();
  const HostCommandResult result = RunHostCommand({"/bin/echo", "here"});
  others.join();
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(taken);
  EXPECT_EQ(result.exit_code, 0) << result.problem;
  EXPECT_EQ(result.output, "here\n");
}

}  // namespace
}  // namespace assay
