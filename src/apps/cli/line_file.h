// LineFile: where a command's rows go, a line each: a file, or standard output.
//
// Used by one thread.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "base/result.h"

namespace assay {

class LineFile {
 public:
  // stdout for an empty path. Replaces what is there.
  static Result<LineFile> Open(const std::string& path);
  // Adds the end of the line.
  Status Write(std::string line);
  // Everything is with the kernel.
  Status Flush();

 private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };
  explicit LineFile(std::FILE* file) : file_(file) {}

  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace assay
