// Fuzzes what the processes of the sandbox say to each other: the messages between server, spawner
// and agent, and what comes from a zygote's fork through its report pipe, where a candidate's last
// steps speak. The first byte picks the message.
//
// Promises checked: a message that decodes encodes again into one that decodes to the same bytes; a
// report names no step that there isn't, whatever was written, and its reader always ends.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "sandbox/contain/candidate_steps.h"
#include "sandbox/contain/launch.h"
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 5) {
    case 0: RoundTrip<assay::SpawnerConfig>(bytes); break;
    case 1: RoundTrip<assay::RunOrder>(bytes); break;
    case 2: RoundTrip<assay::RunReport>(bytes); break;
    case 3: RoundTrip<assay::RunProgress>(bytes); break;
    case 4: Report(bytes); break;
  }
  return 0;
}
