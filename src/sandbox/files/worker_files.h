// WorkerFiles: LiveFiles by way of workers inside the box, one for each call. This side opens no
// file of a box, so nothing in a box can lead it anywhere; what it hears is hostile, and bounded.
//
// A worker is a process of the box: the box's programs, or the box's own limits, can end it. That
// call then fails with EPIPE, and nothing else does. Thread-safe, as what it is made of has to be.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"
#include "runner/live_box.h"

namespace assay {

struct FileWorkers {
  // Has a worker do this request, and gives the other end of its stream socket.
  std::function<Result<UniqueFd>(const std::string& request, SteadyTime deadline)> open;
  // Whether the box is no more: a call that breaks off then says so.
  std::function<bool()> ended;
};

// Relative paths are below `home`.
std::unique_ptr<LiveFiles> MakeWorkerFiles(FileWorkers workers, std::string home = kLiveHome);

}  // namespace assay
