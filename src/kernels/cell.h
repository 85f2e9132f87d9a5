// A cell: code that a kernel runs, what it shows meanwhile, and how it ended. Plain values, and the
// interface of whoever is told.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "base/clock.h"
#include "base/enum_names.h"
#include "base/result.h"

namespace assay {

struct CellRequest {
  std::string code = {};                        // UTF-8
  std::string input = {};                       // what it may read from stdin
  std::map<std::string, std::string> env = {};  // while it runs
  // After it the cell is interrupted, and killed with its kernel if it hasn't stopped after the
  // grace. Time in the queue doesn't count.
  Nanoseconds timeout = std::chrono::minutes(5);
  Nanoseconds grace = std::chrono::seconds(2);
  // Kept of what it prints and shows; the rest is counted.
  int64_t output_bytes = 10 << 20;
};
inline constexpr size_t kMaxCellBytes = 2 << 20;  // code and input

// Something that a cell shows, in the order in which it does.
struct CellEvent {
  enum class Kind {
    kStdout,
    kStderr,
    kResult,   // the value of its last expression
    kDisplay,  // by display(), and figures
    kError,    // the exception that ended it
  };
  Kind kind = Kind::kStdout;
  std::string text;  // of kStdout and kStderr: UTF-8
  // Of kResult and kDisplay: a JSON object from media types to data, binary ones in base64.
  std::string data;
  std::string name;       // of kError: the exception's class,
  std::string value;      // its text,
  std::string traceback;  // and where it came from, without colours
  std::chrono::system_clock::time_point when;
};

enum class CellStatus {
  kOk,
  kError,        // it raised
  kTimeout,      // it was stopped for its time limit, however it ended then
  kInterrupted,  // somebody asked for it
  kDied,         // its kernel ended under it
};
inline constexpr auto kCellStatusNames =
    MakeEnumNames<CellStatus>({{CellStatus::kOk, "ok"},
                               {CellStatus::kError, "error"},
                               {CellStatus::kTimeout, "timeout"},
                               {CellStatus::kInterrupted, "interrupted"},
                               {CellStatus::kDied, "died"}});
static_assert(kCellStatusNames.IsWholeUpTo(CellStatus::kDied));

struct CellEnd {
  CellStatus status = CellStatus::kOk;
  int count = 0;  // of the kernel's cells, as in In[3]; 0 when it died
  // The kernel is a new one after this cell: what earlier cells had defined is gone.
  bool restarted = false;
  // …was a new one before it, though nobody who waits for this cell had asked for that: it died
  // between cells, or under a cell before.
  bool restarted_before = false;
  // The box's memory was full while it ran, and something in it was killed for that.
  bool out_of_memory = false;
  std::string message;  // why it was stopped or died
  int64_t dropped = 0;  // bytes beyond output_bytes
  Nanoseconds took{0};
};

// Told of one cell: OnEvent for what it shows, last and always OnEnd once. An Error: the cell never
// ran, or nobody knows what it did, because the sandbox is gone. From a thread of the sessions;
// must not block, and may ask the kernel for the next cell.
class CellListener {
 public:
  virtual ~CellListener() = default;
  virtual void OnEvent(const CellEvent& event) = 0;
  virtual void OnEnd(const Result<CellEnd>& end) = 0;
};

}  // namespace assay
