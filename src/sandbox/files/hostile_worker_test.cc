// What a box that has taken over its file worker may answer: none of it is believed, and each call
// ends.
#include <cstring>

#include "sandbox/files/file_protocol.h"
#include "sandbox/files/worker_files_test_util.h"

namespace assay {
namespace {

std::string FrameOf(FileFrame type, const std::string& payload) {
  const uint32_t header[2] = {static_cast<uint32_t>(type), static_cast<uint32_t>(payload.size())};
  std::string frame(sizeof header, '\0');
  std::memcpy(frame.data(), header, sizeof header);
  return frame + payload;
}

// Files whose workers all say the same and leave.
std::unique_ptr<LiveFiles> Saying(std::string bytes) {
  return MakeWorkerFiles(
      {.open = [bytes = std::move(bytes)](const std::string&, SteadyTime) -> Result<UniqueFd> {
         int ends[2];
         if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
           return SystemError("test", errno, "no sockets");
         }
         const UniqueFd theirs(ends[1]);
         EXPECT_EQ(::send(theirs.get(), bytes.data(), bytes.size(), 0),
                   static_cast<ssize_t>(bytes.size()));
         return UniqueFd(ends[0]);
       },
       .ended = {}});
}

std::string Entry(const std::string& name, int64_t kind = 0) {
  WireWriter writer;
  FileInfo info;
  info.path = name;
  info.kind = static_cast<FileKind>(kind);
  AppendEntry(info, &writer);
  return writer.bytes();
}

SteadyTime Soon() {
  return std::chrono::steady_clock::now() + std::chrono::minutes(1);
}

TEST(HostileWorker, NamesThatAreNoneAreRefused) {
  const std::string done = FrameOf(FileFrame::kDone, "");
  for (const std::string& name :
       {std::string("/etc/passwd"), std::string(".."), std::string("../up"), std::string("a/../b"),
        std::string("a//b"), std::string("a/"), std::string("./a"), std::string(),
        std::string("a\0b", 3), std::string(5000, 'x')}) {
    const auto list =
        Saying(FrameOf(FileFrame::kEntries, Entry(name)) + done)->List("/", 1, Soon());
    ASSERT_FALSE(list.ok()) << name;
    EXPECT_EQ(list.error().sys_errno, EPROTO) << name;
  }
  const auto list =
      Saying(FrameOf(FileFrame::kEntries, Entry("a/..b")) + done)->List("/dir/", 1, Soon());
  ASSERT_TRUE(list.ok());
  EXPECT_EQ(list->at(0).path, "/dir/a/..b");
}

TEST(HostileWorker, FramesThatAreNoneEndTheCall) {
  const std::string too_long("\x01\0\0\0\xff\xff\xff\xff", 8);
  const std::string half = FrameOf(FileFrame::kDone, EncodeNumber(1)).substr(0, 10);
  WireWriter huge;
  huge.Number(0);
  huge.Number(INT64_MAX);
  for (const std::string& bytes :
       {std::string(), std::string("x"), too_long, half, FrameOf(static_cast<FileFrame>(77), ""),
        FrameOf(FileFrame::kEntries, huge.bytes()), FrameOf(FileFrame::kEntries, Entry("a", 99)),
        FrameOf(FileFrame::kPiece, "early"), FrameOf(FileFrame::kSize, EncodeNumber(-1)),
        FrameOf(FileFrame::kSize, "short"), FrameOf(FileFrame::kFailed, "junk"),
        FrameOf(FileFrame::kFailed, EncodeNumber(0) + EncodeNumber(0)),
        FrameOf(FileFrame::kDone, "junk"), FrameOf(FileFrame::kEnd, "")}) {
    const auto files = Saying(bytes);
    const auto source = [calls = 0]() mutable -> Result<std::string> {
      return ++calls > 3 ? std::string() : std::string(100, 'x');
    };
    const auto sink = [](std::string_view) { return true; };
    const Status ends[] = {
        files->Stat("/", Soon()).ok() ? Status() : files->Stat("/", Soon()).error(),
        files->List("/", 1, Soon()).ok() ? Status() : files->List("/", 1, Soon()).error(),
        files->Read("/", {}, sink, Soon()).ok() ? Status()
                                                : files->Read("/", {}, sink, Soon()).error(),
        files->Write("/", 0, source, Soon()).ok() ? Status()
                                                  : files->Write("/", 0, source, Soon()).error(),
        files->Unpack("/", source, Soon()),
    };
    for (const Status& end : ends) {
      ASSERT_FALSE(end.ok());
      EXPECT_EQ(end.error().code, ErrorCode::kInvalidArgument);
      EXPECT_THAT(end.error().sys_errno, ::testing::AnyOf(EPROTO, EPIPE));
    }
  }
}

TEST(HostileWorker, MoreThanWasAskedForIsRefused) {
  const auto files = Saying(FrameOf(FileFrame::kSize, EncodeNumber(10)) +
                            FrameOf(FileFrame::kPiece, "0123456789") +
                            FrameOf(FileFrame::kDone, EncodeNumber(10)));
  std::string seen;
  const auto sink = [&](std::string_view piece) {
    seen += piece;
    return true;
  };
  EXPECT_FALSE(files->Read("/a", {.offset = 0, .bytes = 9}, sink, Soon()).ok());
  EXPECT_EQ(seen, "");
  EXPECT_EQ(*files->Read("/a", {.offset = 0, .bytes = 10}, sink, Soon()), 10);
}

TEST(HostileWorker, ItsWordsAreCutAndOnOneLine) {
  WireWriter fault;
  fault.Number(ENOENT);
  fault.Bytes("forged\nline \x1b[31m\xff" + std::string(5000, 'x'));
  const auto stat = Saying(FrameOf(FileFrame::kFailed, fault.bytes()))->Stat("/", Soon());
  ASSERT_FALSE(stat.ok());
  EXPECT_EQ(stat.error().sys_errno, ENOENT);
  EXPECT_LT(stat.error().message.size(), 500u);
  EXPECT_EQ(stat.error().message.find_first_of("\n\x1b"), std::string::npos);
}

TEST(HostileWorker, RequestsThatAreNoneAreRefusedByAWorker) {
  FileRequest request{.op = FileOp::kMove, .path = "/a", .target = "/b"};
  EXPECT_TRUE(FileRequest::Decode(request.Encode()).ok());
  request.target = "relative";
  EXPECT_FALSE(FileRequest::Decode(request.Encode()).ok());
  request = {.op = static_cast<FileOp>(99), .path = "/a"};
  EXPECT_FALSE(FileRequest::Decode(request.Encode()).ok());
  EXPECT_FALSE(FileRequest::Decode("").ok());
  EXPECT_FALSE(FileRequest::Decode(std::string(1000, '\xff')).ok());
}

}  // namespace
}  // namespace assay
