#include "langs/entries/scripting/tsc_snapshot.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "langs/entry/host_command.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// With a node that is a script. tests/languages has the real one.
class TscSnapshot : public ::testing::Test {
 protected:
  TscSnapshot() {
    root_ = ::mkdtemp(name_);
    node_ = root_ / "node";
    fs::create_directories(root_ / "lib");
    fs::create_directories(root_ / "cache");
    std::ofstream(root_ / "lib/_tsc.js") << "tsc";
    SetNode("exit 1");
    tools_.compile = {node_, "tsc.js", "main.ts"};
  }
  ~TscSnapshot() override { fs::remove_all(root_); }

  void SetNode(const std::string& body) {
    std::ofstream(node_) << "#!/bin/sh\n" << body << '\n';
    fs::permissions(node_, static_cast<fs::perms>(0755));
  }
  Result<PreparationWork> Place() {
    const auto preparation = PrepareTscSnapshot(node_, root_ / "lib", {"--target", "esnext"});
    return preparation.place(root_ / "cache", &tools_);
  }
  size_t Entries(const fs::path& folder) const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder), {}));
  }

  char name_[32] = "/tmp/assay-tsc-XXXXXX";
  fs::path root_, node_;
  LanguageTools tools_;
};

TEST_F(TscSnapshot, IsAskedFirstAndBelievedOnlyWhenItSaysThatThereAreNoErrors) {
  // As the key says, before the node is placed; each body sees what it was called with.
  ASSERT_TRUE(Place().ok());
  ASSERT_EQ(tools_.visible_paths.size(), 1u);
  const auto compile = [&](const std::string& code) {
    SetNode("case $1 in --snapshot-blob) echo from the snapshot; exit " + code +
            ";; *) echo \"tsc itself: $*\"; exit 2;; esac");
    return RunHostCommand(tools_.compile);
  };
  // There is none yet.
  EXPECT_EQ(compile("60").output, "tsc itself: tsc.js main.ts\n");
  std::ofstream(tools_.visible_paths[0] + "/tsc.blob") << "snapshot";
  const auto fine = compile("60");
  EXPECT_EQ(fine.exit_code, 0);
  EXPECT_EQ(fine.output, "");
  for (const char* code : {"0", "1", "2", "134"}) {
    const auto other = compile(code);
    EXPECT_EQ(other.exit_code, 2) << code;
    EXPECT_EQ(other.output, "tsc itself: tsc.js main.ts\n") << code;
  }
}

TEST_F(TscSnapshot, WhatCannotBeMadeLeavesNothingBehind) {
  SetNode("echo no snapshots here; exit 9");
  const auto work = Place();
  ASSERT_TRUE(work.ok());
  const Status status = (*work)({});
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, HasSubstr("no snapshots here"));
  EXPECT_EQ(Entries(tools_.visible_paths[0]), 0u);
  EXPECT_EQ(Entries(root_ / "cache"), 1u);
}

TEST_F(TscSnapshot, IsOfThisNodeAndThisTsc) {
  ASSERT_TRUE(Place().ok());
  SetNode("another");
  ASSERT_TRUE(Place().ok());
  std::ofstream(root_ / "lib/_tsc.js") << "another tsc";
  ASSERT_TRUE(Place().ok());
  EXPECT_EQ(Entries(root_ / "cache"), 3u);
}

TEST_F(TscSnapshot, NeedsTheCompiler) {
  fs::remove(root_ / "lib/_tsc.js");
  const auto work = Place();
  ASSERT_TRUE(work.ok());
  EXPECT_EQ(*work, nullptr);
  EXPECT_THAT(tools_.compile, ElementsAre(StartsWith("/"), "tsc.js", "main.ts"));
}

}  // namespace
}  // namespace assay
