// Fuzzes what the processes of the sandbox say to each other: the messages between server, spawner
// and agent, what comes from a zygote's fork through its report pipe, where a candidate's last
// steps speak, and what a box says of its files. The first byte picks the message.
//
// Promises checked: a message that decodes encodes again into one that decodes to the same bytes; a
// report names no step that there isn't, whatever was written, and its reader always ends; an
// answer about files ends the call, and gives names only below what was asked for.
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "sandbox/contain/candidate_steps.h"
#include "sandbox/contain/launch.h"
#include "sandbox/files/file_protocol.h"
#include "sandbox/files/worker_files.h"
#include "sandbox/wire/protocol.h"

namespace {

constexpr size_t kPipeBytes = 60'000;  // fit into a pipe without a reader

void Require(bool condition, const char* promise) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

template <typename Message>
void RoundTrip(std::string_view bytes) {
  const auto message = Message::Decode(bytes);
  if (!message.ok()) return;
  const std::string once = message->Encode();
  const auto again = Message::Decode(once);
  Require(again.ok(), "what was encoded decodes");
  Require(again->Encode() == once, "encoding is stable");
}

void Report(std::string_view bytes) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  assay::UniqueFd reader(ends[0]), writer(ends[1]);
  bytes = bytes.substr(0, kPipeBytes);
  if (::write(writer.get(), bytes.data(), bytes.size()) < 0) return;
  writer.Reset();
  assay::Launched launched;
  assay::ReadReport(reader.get(), &launched);
  Require(launched.step_times.size() <= ASSAY_CANDIDATE_STEPS, "no more times than steps");
  Require(assay_candidate_step_name(launched.failed) != nullptr, "every step has a name");
}

// The second byte picks the call, the rest is what the box answers before it hangs up.
void Files(std::string_view bytes) {
  if (bytes.empty()) return;
  const int which = bytes.front() % 4;
  bytes = bytes.substr(1, kPipeBytes);
  const auto files = assay::MakeWorkerFiles(
      {.open = [bytes](const std::string&, assay::SteadyTime) -> assay::Result<assay::UniqueFd> {
         int ends[2];
         Require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "sockets");
         const assay::UniqueFd theirs(ends[1]);
         Require(::send(theirs.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0, "sends");
         return assay::UniqueFd(ends[0]);
       },
       .ended = {}});
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  const auto sink = [](std::string_view) { return true; };
  if (which == 0) {
    const auto list = files->List("/dir", 9, deadline);
    if (!list.ok()) return;
    for (const assay::FileInfo& info : *list) {
      Require(info.path.compare(0, 5, "/dir/") == 0, "a list stays below its directory");
      Require((info.path + "/").find("/../") == std::string::npos, "a list has no way up");
    }
  } else if (which == 1) {
    const auto info = files->Stat("/file", deadline);
    if (info.ok()) Require(info->path == "/file", "a file is called as it was asked for");
  } else if (which == 2) {
    const auto size = files->Read("/file", {}, sink, deadline);
    if (size.ok()) Require(*size >= 0, "sizes are none below zero");
  } else {
    const assay::Status packed = files->Pack("/file", sink, deadline);
    if (!packed.ok()) Require(packed.error().sys_errno > 0, "an error has its number");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 7) {
    case 0: RoundTrip<assay::SpawnerConfig>(bytes); break;
    case 1: RoundTrip<assay::RunOrder>(bytes); break;
    case 2: RoundTrip<assay::RunReport>(bytes); break;
    case 3: RoundTrip<assay::RunProgress>(bytes); break;
    case 4: Report(bytes); break;
    case 5: RoundTrip<assay::FileRequest>(bytes); break;
    case 6: Files(bytes); break;
  }
  return 0;
}
