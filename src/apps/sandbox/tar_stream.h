// Folders of this machine as tar, and back. What is unpacked comes from a sandbox, where anybody's
// programs ran: nothing of it gets out of the folder, by name or by link, and nothing but files,
// folders and links is made.
//
// Not thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct archive;

namespace assay {

// A tar of what is below a folder, piece by piece.
class TarReader {
 public:
  explicit TarReader(std::string folder);
  ~TarReader();
  TarReader(const TarReader&) = delete;
  TarReader& operator=(const TarReader&) = delete;

  // The next piece; empty: no more.
  Result<std::string> Next();

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

// Unpacks what it is fed into a folder, which is made.
class TarWriter {
 public:
  explicit TarWriter(std::string folder);
  ~TarWriter();
  TarWriter(const TarWriter&) = delete;
  TarWriter& operator=(const TarWriter&) = delete;

  // False: it failed, Finish says why.
  bool Feed(std::string_view piece);
  // After the last piece. An Error also when the tar breaks off.
  Status Finish();

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

}  // namespace assay
