// The test program re-executes itself as the spawner, and as a server to be killed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "sandbox/box_runner.h"
#include "sandbox/live_box_fixture.h"
#include "sandbox/spawner/spawner_main.h"
#include "sandbox/tiers/ladder.h"
#include "sandbox/wire/protocol.h"

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], assay::kSpawnerCommand) == 0) {
    return assay::SpawnerMain();
  }
  if (argc > 1 && std::strcmp(argv[1], "__serve_until_killed") == 0) {
    assay::SandboxOptions options;
    if (const char* tier = std::getenv("ASSAY_TEST_TIER")) options.tier = assay::FindTier(tier);
    auto runner = assay::BoxRunner::Create(std::move(options));
    if (!runner.ok()) return 1;
    std::printf("%d\n", (*runner)->spawner_pid());
    std::fflush(stdout);
    assay::RunRequest request;
    request.argv = {"/bin/sleep", "1000"};
    request.limits.wall_time = std::chrono::seconds(1000);
    (void)(*runner)->Run(request, nullptr).ok();
    return 1;
  }
  if (argc > 2 && std::strcmp(argv[1], "__live_until_killed") == 0) {
    auto host = assay::MakeLiveBoxHost(assay::HostOptions());
    if (!host.ok()) return 1;
    auto box = (*host)->Create({});
    if (!box.ok()) return 1;
    assay::ProcessSpec spec;
    spec.argv = {"/bin/sh", "-c", std::string("sleep ") + argv[2] + " & wait"};
    (*box)->Start(spec, std::make_shared<assay::Told>());
    ::pause();
    return 1;
  }
  // Of an ordinary user, as which ConfinedBoxes runs the first two; the other is of a tier that
  // freezes nothing.
  if (::geteuid() == 0 && std::getenv("ASSAY_TEST_TIER") == nullptr) {
    testing::GTEST_FLAG(filter) =
        "-ConfinedBoxTest.*:ConfinedSocketsTest.*:LiveBoxTest."
        "ABoxThatCannotBeFrozenSaysSoAndGoesOn";
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
