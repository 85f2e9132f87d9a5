// The test program re-executes itself as the spawner, as `assay` does.
#include <gtest/gtest.h>

#include <cstring>

#include "sandbox/spawn/spawner_main.h"

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], assay::kSpawnerCommand) == 0) {
    return assay::SpawnerMain(argc, argv);
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
