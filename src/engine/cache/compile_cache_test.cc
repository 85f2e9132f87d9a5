#include "engine/cache/compile_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Role = CompileCache::Role;

CompileRunPtr Compiled(RunStatus status, int exit_code, size_t bytes = 10) {
  auto run = std::make_shared<RunResult>();
  run->status = status;
  run->exit_code = exit_code;
  run->files["main"] = Blob::FromString(std::string(bytes, 'x'));
  return run;
}

TEST(CompileCache, LeadsOnceThenHits) {
  CompileCache cache(1 << 20);
  EXPECT_EQ(cache.Join("k", 1).role, Role::kLead);
  EXPECT_EQ(cache.Join("k", 2).role, Role::kWait);
  EXPECT_EQ(cache.Join("k", 3).role, Role::kWait);
  const CompileRunPtr run = Compiled(RunStatus::kExited, 0);
  EXPECT_THAT(cache.Land("k", run), ElementsAre(2, 3));
  const auto joined = cache.Join("k", 4);
  EXPECT_EQ(joined.role, Role::kHit);
  EXPECT_EQ(joined.run, run);
}

TEST(CompileCache, KeepsCompileErrors) {
  CompileCache cache(1 << 20);
  cache.Join("k", 1);
  cache.Land("k", Compiled(RunStatus::kExited, 1));
  EXPECT_EQ(cache.Join("k", 2).role, Role::kHit);
}

TEST(CompileCache, KeepsNothingThatMayComeOutOtherwise) {
  CompileCache cache(1 << 20);
  for (const CompileRunPtr& run :
       {Compiled(RunStatus::kCpuLimit, 0), Compiled(RunStatus::kWallLimit, 0),
        Compiled(RunStatus::kMemoryLimit, 0), Compiled(RunStatus::kSignalled, 0),
        Compiled(RunStatus::kStartFailed, 0), CompileRunPtr()}) {
    EXPECT_EQ(cache.Join("k", 1).role, Role::kLead);
    EXPECT_THAT(cache.Land("k", run), IsEmpty());
  }
  EXPECT_EQ(cache.bytes(), 0);
}

TEST(CompileCache, ForgetsTheLeastRecentlyUsed) {
  CompileCache cache(25'000);
  for (const char* key : {"a", "b"}) {
    cache.Join(key, 1);
    cache.Land(key, Compiled(RunStatus::kExited, 0, 10'000));
  }
  EXPECT_EQ(cache.Join("a", 1).role, Role::kHit);
  cache.Join("c", 1);
  cache.Land("c", Compiled(RunStatus::kExited, 0, 10'000));
  EXPECT_LE(cache.bytes(), 25'000);
  EXPECT_EQ(cache.Join("a", 1).role, Role::kHit);
  EXPECT_EQ(cache.Join("b", 1).role, Role::kLead);
}

TEST(CompileCache, DoesNotEmptyItselfForSomethingTooLarge) {
  CompileCache cache(5'000);
  cache.Join("small", 1);
  cache.Land("small", Compiled(RunStatus::kExited, 0));
  cache.Join("large", 1);
  cache.Land("large", Compiled(RunStatus::kExited, 0, 6'000));
  EXPECT_EQ(cache.Join("small", 1).role, Role::kHit);
}

}  // namespace
}  // namespace assay
