#include "apps/cli/line_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "base/whole_file.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class LineFileTest : public testing::Test {
 protected:
  LineFileTest() : folder_(testing::TempDir() + "line_file." + std::to_string(::getpid())) {
    fs::create_directories(folder_);
    std::ofstream(Path("rows")) << "before\n";
  }
  ~LineFileTest() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }
  std::string Text(const std::string& name) const {
    const auto text = ReadFile(Path(name), "test");
    return text.ok() ? *text : "none";
  }

  const std::string folder_;
};

TEST_F(LineFileTest, TakesThePlaceOfWhatWasThereWhenAllIsWritten) {
  ::chmod(Path("rows").c_str(), 0640);
  auto file = LineFile::Open(Path("rows"), {});
  ASSERT_TRUE(file.ok()) << file.error().message;
  ASSERT_TRUE(file->Write("a").ok());
  EXPECT_EQ(Text("rows"), "before\n");
  ASSERT_TRUE(file->Finish().ok());
  EXPECT_EQ(Text("rows"), "a\n");
  EXPECT_FALSE(fs::exists(Path("rows.partial")));
  EXPECT_EQ(fs::status(Path("rows")).permissions(), fs::perms(0640));
}

TEST_F(LineFileTest, AFailureLeavesWhatWasThereAndKeepsTheRowsBesideIt) {
  {
    auto file = LineFile::Open(Path("rows"), {});
    ASSERT_TRUE(file.ok() && file->Write("a").ok());
  }
  EXPECT_EQ(Text("rows"), "before\n");
  EXPECT_EQ(Text("rows.partial"), "a\n");
}

TEST_F(LineFileTest, NothingWrittenLeavesNothing) {
  { ASSERT_TRUE(LineFile::Open(Path("rows"), {}).ok()); }
  EXPECT_EQ(Text("rows"), "before\n");
  EXPECT_FALSE(fs::exists(Path("rows.partial")));
}

TEST_F(LineFileTest, RefusesWhatIsRead) {
  fs::create_symlink("rows", Path("link"));
  std::ofstream(Path("new.partial")) << "rest\n";
  for (const auto& [out, input] :
       {std::pair{"rows", "rows"}, {"link", "rows"}, {"rows", "link"}, {"new", "new.partial"}}) {
    const auto file = LineFile::Open(Path(out), {Path(input)});
    ASSERT_FALSE(file.ok()) << out;
    EXPECT_EQ(file.error().code, ErrorCode::kInvalidArgument) << out;
    EXPECT_THAT(file.error().message, HasSubstr("--out: ")) << out;
  }
  EXPECT_EQ(Text("rows"), "before\n");
  EXPECT_EQ(Text("new.partial"), "rest\n");
}

TEST_F(LineFileTest, SecretRowsAreTheirOwnersAndFaultsNameTheOption) {
  const LineFile::Kind kind{.option = "--bundle", .secret = true};
  std::ofstream(Path("new.partial")) << "rest\n";
  auto file = LineFile::Open(Path("new"), {}, kind);
  ASSERT_TRUE(file.ok() && file->Write("a").ok());
  EXPECT_EQ(fs::status(Path("new.partial")).permissions(), fs::perms(0600));
  ASSERT_TRUE(file->Finish().ok());
  EXPECT_EQ(fs::status(Path("new")).permissions(), fs::perms(0600));
  EXPECT_THAT(LineFile::Open(Path("none/rows"), {}, kind).error().message,
              HasSubstr("--bundle: " + Path("none/rows") + " can't be written: "));
  EXPECT_THAT(LineFile::Open(Path("rows"), {Path("rows")}, kind).error().message,
              HasSubstr("--bundle: "));
}

TEST_F(LineFileTest, ALinkStaysOne) {
  fs::create_symlink("rows", Path("link"));
  auto file = LineFile::Open(Path("link"), {});
  ASSERT_TRUE(file.ok() && file->Write("a").ok() && file->Finish().ok());
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_EQ(Text("rows"), "a\n");
}

TEST_F(LineFileTest, APipeGetsTheRowsAtOnce) {
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  // Both ends, so that neither waits for the other.
  std::fstream reader(Path("pipe"), std::ios::in | std::ios::out);
  auto file = LineFile::Open(Path("pipe"), {});
  ASSERT_TRUE(file.ok() && file->Write("a").ok() && file->Finish().ok());
  std::string line;
  std::getline(reader, line);
  EXPECT_EQ(line, "a");
  EXPECT_TRUE(fs::is_fifo(Path("pipe")));
}

TEST_F(LineFileTest, AFolderIsNoPlaceForRows) {
  for (const std::string& path : {folder_, Path("none/rows")}) {
    const auto file = LineFile::Open(path, {});
    ASSERT_FALSE(file.ok()) << path;
    EXPECT_THAT(file.error().message, HasSubstr("--out: " + path + " can't be written: ")) << path;
  }
}

}  // namespace
}  // namespace assay
