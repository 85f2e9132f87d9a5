#include "sandbox/pair/relay.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace assay {
namespace {

constexpr int64_t kCap = 1 << 20;

class RelayTest : public testing::Test {
 protected:
  void SetUp() override {
    const int uid = static_cast<int>(::geteuid());
    auto opened = Relay::Open(uid, uid, kCap, 8);
    ASSERT_TRUE(opened.ok());
    relay_ = std::move(opened).value();
    writer_.Reset(::dup(relay_.writer_end()));
    reader_.Reset(::dup(relay_.reader_end()));
    relay_.CloseHandedEnds();
    ::fcntl(writer_.get(), F_SETFL, O_NONBLOCK);
    ::fcntl(reader_.get(), F_SETFL, O_NONBLOCK);
  }

  void Say(const std::string& text) {
    ASSERT_EQ(::write(writer_.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  // What the reader gets now; "<end>" at the end.
  std::string Heard() {
    char bytes[4096];
    const ssize_t count = ::read(reader_.get(), bytes, sizeof bytes);
    return count == 0 ? "<end>" : count < 0 ? "" : std::string(bytes, static_cast<size_t>(count));
  }

  SigpipeBlock block_;
  Relay relay_;
  UniqueFd writer_, reader_;
};

TEST_F(RelayTest, PassesOnWhatIsSaidAndRemembersItsBeginning) {
  Say("hello, ");
  relay_.Pump();
  EXPECT_EQ(Heard(), "hello, ");
  Say("world");
  relay_.Pump();
  EXPECT_EQ(Heard(), "world");
  EXPECT_EQ(relay_.TakeTranscript(), "hello, w");
}

TEST_F(RelayTest, KeepsTheEndUntilItIsPassedOn) {
  Say("last");
  writer_.Reset();
  relay_.Pump();
  relay_.Pump();
  EXPECT_TRUE(relay_.writer_left());
  EXPECT_EQ(Heard(), "last");
  EXPECT_EQ(Heard(), "");
  relay_.PassEnd();
  EXPECT_TRUE(relay_.end_passed());
  EXPECT_EQ(Heard(), "<end>");
}

TEST_F(RelayTest, PassesNoEndBeforeAllIsDelivered) {
  const std::string chunk(4096, 'x');
  // More than the reader's pipe takes, so that some of it stays in the buffer.
  int64_t said = 0;
  for (int i = 0; i < 100; ++i) {
    const ssize_t count = ::write(writer_.get(), chunk.data(), chunk.size());
    if (count > 0) said += count;
    relay_.Pump();
  }
  writer_.Reset();
  relay_.Pump();
  relay_.PassEnd();
  EXPECT_FALSE(relay_.end_passed());
  EXPECT_GT(relay_.unread_bytes(), 64 << 10);
  int64_t heard = 0;
  for (std::string text; (text = Heard()) != "<end>"; relay_.Pump(), relay_.PassEnd()) {
    heard += static_cast<int64_t>(text.size());
  }
  EXPECT_EQ(heard, said);
}

TEST_F(RelayTest, TakesAndDropsWhatIsSaidToOneThatHasLeft) {
  EXPECT_FALSE(relay_.ReaderLeft());
  reader_.Reset();
  EXPECT_TRUE(relay_.ReaderLeft());
  for (int i = 0; i < 100; ++i) {
    Say(std::string(4096, 'x'));  // fails if the pipe were broken or full
    relay_.Pump();
  }
  EXPECT_FALSE(relay_.over());
  EXPECT_EQ(relay_.unread_bytes(), 0);
}

TEST_F(RelayTest, SurvivesAReaderThatLeavesInTheMiddle) {
  reader_.Reset();
  Say("anybody there?");
  relay_.Pump();
  EXPECT_TRUE(relay_.ReaderLeft());
  EXPECT_FALSE(relay_.writer_left());
}

TEST_F(RelayTest, StopsPassingOnBeyondTheCap) {
  int64_t heard = 0;
  for (int i = 0; i < 300; ++i) {
    Say(std::string(4096, 'x'));
    relay_.Pump();
    heard += static_cast<int64_t>(Heard().size());
  }
  EXPECT_TRUE(relay_.over());
  EXPECT_LE(heard, kCap);
}

}  // namespace
}  // namespace assay
