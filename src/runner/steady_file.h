// SteadyFile: a file that is read in several goes, each of which opens it anew. Says whether it was
// one and the same file all the while, so that the head of an old one with the tail of a new one
// isn't taken for either.
//
// By size and time of change: a file whose size and time are set back is not told apart. Not
// thread-safe.
#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "runner/live_box.h"

namespace assay {

class SteadyFile {
 public:
  explicit SteadyFile(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  // What it is now, of a link: where it leads. The first call, before anything is read, is what
  // later ones compare with: kUnavailable when it is another now. So it is called after each read,
  // before what was read is passed on.
  Result<FileInfo> Look(LiveFiles& files, SteadyTime deadline);

 private:
  const std::string path_;
  std::optional<FileInfo> first_;
};

}  // namespace assay
