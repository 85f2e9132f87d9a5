// The test program re-executes itself as the spawner, and as a server to be killed.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

#include "sandbox/box_runner.h"
#include "sandbox/spawn/spawner_main.h"

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], assay::kSpawnerCommand) == 0) {
    return assay::SpawnerMain(argc, argv);
  }
  if (argc > 1 && std::strcmp(argv[1], "__serve_until_killed") == 0) {
    auto runner = assay::BoxRunner::Create({});
    if (!runner.ok()) return 1;
    std::printf("%d\n", (*runner)->spawner_pid());
    std::fflush(stdout);
    assay::RunRequest request;
    request.argv = {"/bin/sleep", "1000"};
    request.limits.wall_time = std::chrono::seconds(1000);
    (void)(*runner)->Run(request, nullptr).ok();
    return 1;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
