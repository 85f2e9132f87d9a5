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
  struct Kind {
    std::string option = "--out";  // that names the path, for messages
    bool secret = false;           // nobody but its owner may read a new one
  };
  // stdout for an empty path. `inputs`: files that are read meanwhile; kInvalidArgument, naming the
  // option, where the path is one of them.
  static Result<LineFile> Open(const std::string& path, const std::vector<std::string>& inputs);
  static Result<LineFile> Open(const std::string& path, const std::vector<std::string>& inputs,
                               const Kind& kind);
  LineFile(LineFile&&) = default;
  // Leaves.
  ~LineFile();

  // Adds the end of the line.
  Status Write(std::string line);
  // All rows are written: they are with the kernel, and at the path.
  Status Finish();
  // Without Finish: says on stderr where the rows so far are. Nothing is written after it.
  void Leave();

 private:
  struct Close {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };
  LineFile(std::FILE* file, std::string path, std::string option)
      : file_(file), path_(std::move(path)), option_(std::move(option)) {}
  std::string partial() const { return path_ + ".partial"; }

  std::unique_ptr<std::FILE, Close> file_;
  std::string path_;  // that the partial file gets; empty: it is written in its place
  std::string option_;
  bool any_ = false;  // row is written
};

}  // namespace assay
