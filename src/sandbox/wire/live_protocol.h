// The messages between the server and the agent of a box that stays, as values with an encoding.
// wire.h moves them; kReady and kFailed of protocol.h come before the first of them.
//
//   server → agent: kStart (+ stdin if it has one, stdout, stderr), kFiles (+ stream), kSignal,
//                   kResize, kListen, kConnect
//   agent → server: kStarted (+ a terminal's master), kEnded, kAnswer (+ the socket asked for)
//
// The server numbers what it asks for; an answer bears the number. Each kStart and kFiles is
// answered by kStarted and, if that has no error, later by kEnded; kListen, kConnect and kResize by
// kAnswer. Plain values; no threading.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay {

enum class LiveMessage : uint32_t {
  kStart = 100,  // apart from those of protocol.h
  kFiles,
  kSignal,
  kResize,
  kListen,
  kConnect,
  kLimits,
  kUsage,
  kStarted,
  kEnded,
  kAnswer,
};

struct LiveStart {
  int64_t id = 0;
  std::vector<std::string> argv;
  std::vector<std::string> env;  // "KEY=value"; all of it
  std::string directory;
  bool input = false;  // the first descriptor is its stdin
  bool terminal = false;
  int rows = 0;
  int columns = 0;

  std::string Encode() const;
  static Result<LiveStart> Decode(std::string_view body);
};

// File work: the request is the worker's and its asker's business.
struct LiveFileWork {
  int64_t id = 0;
  std::string request;

  std::string Encode() const;
  static Result<LiveFileWork> Decode(std::string_view body);
};

// kSignal: a signal for process `id`. kListen: a port. kConnect: a port, and 1 for the loopback
// address of IPv6. kResize: the bound of the box's files, in bytes and in number. Where no cgroup
// counts, kLimits: bytes of memory and number of processes; kUsage: nothing.
struct LiveAsk {
  int64_t id = 0;
  int64_t first = 0;
  int64_t second = 0;

  std::string Encode() const;
  static Result<LiveAsk> Decode(std::string_view body);
};

struct LiveStarted {
  int64_t id = 0;
  int pid = 0;
  std::optional<Error> error;

  std::string Encode() const;
  static Result<LiveStarted> Decode(std::string_view body);
};

struct LiveEnded {
  int64_t id = 0;
  int exit_code = 0;
  int signal = 0;
  bool out_of_memory = false;  // ended by the agent, as the box held too much

  std::string Encode() const;
  static Result<LiveEnded> Decode(std::string_view body);
};

struct LiveAnswer {
  int64_t id = 0;
  int sys_errno = 0;             // 0: done
  std::vector<int64_t> numbers;  // of kUsage, in the order of LiveUsage

  std::string Encode() const;
  static Result<LiveAnswer> Decode(std::string_view body);
};

// What a box that stays is made with: the rest of kCreateBox.
struct LiveMaking {
  std::string image;  // a folder of the host's; empty: the host's toolchains
  int64_t disk_bytes = 0;
  int64_t files = 0;

  std::string Encode() const;
  static Result<LiveMaking> Decode(std::string_view body);
};

}  // namespace assay
