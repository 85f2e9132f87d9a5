// LineFile: where a command's rows go, a line each: a file, or standard output.
//
// Rows of a regular file are collected beside it, in "<path>.partial", which takes its place when
// all are there: a command that fails leaves what was there before, and what it wrote so far where
// it says. Pipes and devices get the rows at once.
//
// Used by one thread.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay {

class LineFile {
 public:
  // stdout for an empty path. `inputs`: files that are read meanwhile; kInvalidArgument, naming
  // --out, where the path is one of them.
  static Result<LineFile> Open(const std::string& path, const std::vector<std::string>& inputs);
  LineFile(LineFile&&) = default;
  // Without Finish it says on stderr where the rows so far are.
  ~LineFile();

  // Adds the end of the line.
  Status Write(std::string line);
  // All rows are written: they are with the kernel, and at the path.
  Status Finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };
  LineFile(std::FILE* file, std::string path) : file_(file), path_(std::move(path)) {}
  std::string partial() const { return path_ + ".partial"; }

  std::unique_ptr<std::FILE, Close> file_;
  std::string path_;  // that the partial file gets; empty: it is written in its place
  bool any_ = false;  // row is written
};

}  // namespace assay
