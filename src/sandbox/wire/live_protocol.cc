#include "sandbox/wire/live_protocol.h"

#include "sandbox/wire/wire.h"

namespace assay {
namespace {

Error Malformed() {
  return Error{ErrorCode::kInternal, "sandbox.protocol", 0, "a malformed message of a live box"};
}

}  // namespace

std::string LiveStart::Encode() const {
  WireWriter out;
  out.Number(id);
  out.Strings(argv);
  out.Strings(env);
  out.Bytes(directory);
  out.Number(input);
  out.Number(terminal);
  out.Number(rows);
  out.Number(columns);
  return out.bytes();
}

Result<LiveStart> LiveStart::Decode(std::string_view body) {
  WireReader in(body);
  LiveStart start;
  start.id = in.Number();
  start.argv = in.Strings();
  start.env = in.Strings();
  start.directory = in.Bytes();
  start.input = in.Number() != 0;
  start.terminal = in.Number() != 0;
  start.rows = static_cast<int>(in.Number());
  start.columns = static_cast<int>(in.Number());
  if (!in.complete() || start.argv.empty()) return Malformed();
  return start;
}

std::string LiveFileWork::Encode() const {
  WireWriter out;
  out.Number(id);
  out.Bytes(request);
  return out.bytes();
}

Result<LiveFileWork> LiveFileWork::Decode(std::string_view body) {
  WireReader in(body);
  LiveFileWork work;
  work.id = in.Number();
  work.request = in.Bytes();
  if (!in.complete()) return Malformed();
  return work;
}

std::string LiveAsk::Encode() const {
  WireWriter out;
  out.Number(id);
  out.Number(first);
  out.Number(second);
  return out.bytes();
}

Result<LiveAsk> LiveAsk::Decode(std::string_view body) {
  WireReader in(body);
  LiveAsk ask;
  ask.id = in.Number();
  ask.first = in.Number();
  ask.second = in.Number();
  if (!in.complete()) return Malformed();
  return ask;
}

std::string LiveStarted::Encode() const {
  WireWriter out;
  out.Number(id);
  out.Number(pid);
  out.Number(error.has_value());
  if (error) out.ErrorValue(*error);
  return out.bytes();
}

Result<LiveStarted> LiveStarted::Decode(std::string_view body) {
  WireReader in(body);
  LiveStarted started;
  started.id = in.Number();
  started.pid = static_cast<int>(in.Number());
  if (in.Number() != 0) started.error = in.ErrorValue();
  if (!in.complete()) return Malformed();
  return started;
}

std::string LiveEnded::Encode() const {
  WireWriter out;
  out.Number(id);
  out.Number(exit_code);
  out.Number(signal);
  out.Number(out_of_memory);
  return out.bytes();
}

Result<LiveEnded> LiveEnded::Decode(std::string_view body) {
  WireReader in(body);
  LiveEnded ended;
  ended.id = in.Number();
  ended.exit_code = static_cast<int>(in.Number());
  ended.signal = static_cast<int>(in.Number());
  ended.out_of_memory = in.Number() != 0;
  if (!in.complete()) return Malformed();
  return ended;
}

std::string LiveAnswer::Encode() const {
  WireWriter out;
  out.Number(id);
  out.Number(sys_errno);
  out.Number(static_cast<int64_t>(numbers.size()));
  for (const int64_t number : numbers) out.Number(number);
  return out.bytes();
}

Result<LiveAnswer> LiveAnswer::Decode(std::string_view body) {
  WireReader in(body);
  LiveAnswer answer;
  answer.id = in.Number();
  answer.sys_errno = static_cast<int>(in.Number());
  for (int64_t left = in.Number(); left > 0 && left <= 16; --left) {
    answer.numbers.push_back(in.Number());
  }
  if (!in.complete()) return Malformed();
  return answer;
}

std::string LiveMaking::Encode() const {
  WireWriter out;
  out.Bytes(image);
  out.Number(disk_bytes);
  out.Number(files);
  return out.bytes();
}

Result<LiveMaking> LiveMaking::Decode(std::string_view body) {
  WireReader in(body);
  LiveMaking making;
  making.image = in.Bytes();
  making.disk_bytes = in.Number();
  making.files = in.Number();
  if (!in.complete()) return Malformed();
  return making;
}

}  // namespace assay
