#include "apps/mcp/stdio_server.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "base/fd.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

// Keeps questions until it is told to answer.
class FakeBackend final : public McpBackend {
 public:
  struct Kept final : Pending {
    void Cancel() override { cancelled = true; }
    Done done;
    bool cancelled = false;
  };
  std::weak_ptr<Pending> Ask(McpQuestion question, Done done) override {
    questions.push_back(std::move(question));
    kept.push_back(std::make_shared<Kept>());
    kept.back()->done = std::move(done);
    if (at_once) kept.back()->done({.status = 200, .body = R"({"problems":[]})"});
    return kept.back();
  }

  bool at_once = true;
  std::vector<McpQuestion> questions;
  std::vector<std::shared_ptr<Kept>> kept;
};

struct Pipe {
  Pipe() {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    read = UniqueFd(ends[0]);
    write = UniqueFd(ends[1]);
  }
  UniqueFd read, write;
};

constexpr char kHello[] =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26"}})"
    "\n";
constexpr char kList[] = R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})"
                         "\n";

// What comes back for an input that ends. Both fit into pipes.
std::vector<std::string> Converse(FakeBackend& backend, const std::string& input,
                                  StdioBounds bounds = {}) {
  Pipe in, out;
  EXPECT_EQ(::write(in.write.get(), input.data(), input.size()),
            static_cast<ssize_t>(input.size()));
  in.write = UniqueFd();
  ProgressBeat beat;
  const McpHandler handler(backend, beat);
  StdioServer(handler, in.read.get(), out.write.get(), bounds).Run();
  out.write = UniqueFd();
  std::string text(1 << 16, '\0');
  text.resize(
      static_cast<size_t>(std::max<ssize_t>(0, ::read(out.read.get(), text.data(), text.size()))));
  std::vector<std::string> lines;
  for (size_t begin = 0, end; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    lines.push_back(text.substr(begin, end - begin));
  }
  return lines;
}

TEST(StdioServer, AnswersALineWithALine) {
  FakeBackend backend;
  const auto lines =
      Converse(backend, std::string(kHello) + "\n" +
                            R"({"jsonrpc":"2.0","method":"notifications/initialized"})" + "\r\n" +
                            kList + R"({"jsonrpc":"2.0","id":"b","method":"ping"})");
  ASSERT_THAT(lines, SizeIs(3));
  EXPECT_THAT(lines[0], HasSubstr(R"("id":0,"result":{"protocolVersion":"2025-03-26")"));
  EXPECT_EQ(lines[1], R"({"jsonrpc":"2.0","id":1,"result":{"resources":[]}})");
  EXPECT_EQ(lines[2], R"({"jsonrpc":"2.0","id":"b","result":{}})");
}

TEST(StdioServer, AnswersABatchWithOneLine) {
  FakeBackend backend;
  const auto lines =
      Converse(backend, std::string(kHello) + R"([{"jsonrpc":"2.0","id":1,"method":"ping"},)"
                                              R"({"jsonrpc":"2.0","id":2,"method":"ping"}])"
                                              "\n");
  ASSERT_THAT(lines, SizeIs(2));
  EXPECT_EQ(lines[1],
            R"([{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}])");
}

TEST(StdioServer, FaultyLinesAreAnsweredAndTheNextIsRead) {
  FakeBackend backend;
  const auto lines =
      Converse(backend, std::string("{\n") + kList + "[]\n" + std::string(100, 'x') + "\n" + kHello,
               {.line_bytes = 99});
  ASSERT_THAT(lines, SizeIs(5));
  EXPECT_THAT(lines[0], HasSubstr("the line is no JSON"));
  EXPECT_THAT(lines[1], HasSubstr("send 'initialize' first"));
  EXPECT_THAT(lines[2], HasSubstr("send 'initialize' first, alone"));
  EXPECT_THAT(lines[3], HasSubstr("the line is no JSON"));
  EXPECT_THAT(lines[4], HasSubstr("2025-03-26"));
}

TEST(StdioServer, ALineThatIsTooLongIsSkipped) {
  FakeBackend backend;
  Pipe in, out;
  ProgressBeat beat;
  const McpHandler handler(backend, beat);
  StdioServer server(handler, in.read.get(), out.write.get(), {.line_bytes = 100});
  std::thread running([&] { server.Run(); });
  const std::string half(200, 'x');
  EXPECT_EQ(::write(in.write.get(), half.data(), half.size()), 200);
  std::string said(1 << 12, '\0');
  const ssize_t count = ::read(out.read.get(), said.data(), said.size());
  EXPECT_THAT(said.substr(0, static_cast<size_t>(count)),
              HasSubstr("the line is longer than 100 bytes"));
  const std::string rest = half + "\n" + R"({"jsonrpc":"2.0","id":4,"method":"ping"})" + "\n";
  EXPECT_EQ(::write(in.write.get(), rest.data(), rest.size()), static_cast<ssize_t>(rest.size()));
  in.write = UniqueFd();
  running.join();
  const ssize_t more = ::read(out.read.get(), said.data(), said.size());
  EXPECT_EQ(said.substr(0, static_cast<size_t>(more)), R"({"jsonrpc":"2.0","id":4,"result":{}})"
                                                       "\n");
}

TEST(StdioServer, ACancelledRequestGetsNoAnswer) {
  FakeBackend backend;
  backend.at_once = false;
  const auto lines = Converse(
      backend,
      std::string(kHello) + kList +
          R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})" +
          "\n");
  EXPECT_THAT(lines, SizeIs(1));
  ASSERT_THAT(backend.kept, SizeIs(1));
  EXPECT_TRUE(backend.kept[0]->cancelled);
}

TEST(StdioServer, WhatIsUnderWayAtTheEndIsCancelledAfterAWhile) {
  FakeBackend backend;
  backend.at_once = false;
  const auto lines = Converse(backend, std::string(kHello) + kList, {.drain = Nanoseconds{0}});
  EXPECT_THAT(lines, SizeIs(1));
  EXPECT_TRUE(backend.kept.at(0)->cancelled);
}

TEST(StdioServer, AClientThatHasGoneEndsIt) {
  FakeBackend backend;
  Pipe in, out;
  out.read = UniqueFd();
  ::signal(SIGPIPE, SIG_IGN);
  const std::string hello = kHello;
  EXPECT_EQ(::write(in.write.get(), hello.data(), hello.size()),
            static_cast<ssize_t>(hello.size()));
  ProgressBeat beat;
  const McpHandler handler(backend, beat);
  // The input stays open: only the output tells.
  StdioServer(handler, in.read.get(), out.write.get()).Run();
}

TEST(LineWriter, AClientThatDoesNotReadCountsAsGone) {
  Pipe pipe;
  LineWriter writer(pipe.write.get(), 1 << 20);
  const std::string line(100'000, 'x');
  for (int i = 0; i < 20; ++i) writer.Write(line);
  EXPECT_TRUE(writer.gone().cancelled());
}

}  // namespace
}  // namespace assay
