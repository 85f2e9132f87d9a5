// Recorder: writes exchanges to a file, one a line (shadow/log/exchange_line.h), on a thread of its
// own, so that a slow disk never holds up the traffic.
//
// Add may be called by any thread; the rest belongs to one. Its memory is bounded: what doesn't fit
// isn't recorded, and who asked is told.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "apps/ask/bundle_file.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/work/executor.h"
#include "shadow/exchange/exchange.h"

namespace assay {

class Recorder {
 public:
  // Replaces what is there; only its owner may read it. kInvalidArgument names the file.
  static Result<std::unique_ptr<Recorder>> Make(const std::string& path);
  // Writes what waits.
  ~Recorder() = default;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Whether there was room for it. Never waits.
  bool Add(std::shared_ptr<const shadow::Exchange> exchange);
  // Waits until all is written, and says whether it could be.
  Status Finish();

 private:
  Recorder(std::string path, FilePtr file) : path_(std::move(path)), file_(std::move(file)) {}

  const std::string path_;
  const FilePtr file_;  // the writing thread's
  std::atomic<int64_t> waiting_{0};
  Executor writing_{256LL << 20};
};

}  // namespace assay
