#include "langs/entry/host_command.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
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
  for (;;) {
    UniqueFd fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!fd) break;
    all.push_back(std::move(fd));
  }
  EXPECT_FALSE(all.empty());
  std::thread others([&all] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    all.clear();
  });
  const HostCommandResult result = RunHostCommand({"/bin/echo", "here"});
  others.join();
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(result.exit_code, 0) << result.problem;
  EXPECT_EQ(result.output, "here\n");
}

}  // namespace
}  // namespace assay
