// What is said about a box's files between the server and a worker inside the box: one request,
// then frames on a stream socket until one of them ends it.
//
//   stat, make directory, move, remove    <- kDone
//   list                                  <- kEntries*, kDone
//   read                                  <- kSize, kPiece*, kDone
//   pack                                  <- kPiece*, kDone
//   write, unpack                         -> kPiece*, kEnd     <- kDone
//
// kFailed may come instead of anything from the worker. The worker is a process of the box: what it
// sends is hostile, so decoding bounds every length and refuses every name that isn't one. A worker
// believes what it is sent no more than that, for its own sake.
//
// Plain values; pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "runner/live_box.h"
#include "sandbox/wire/wire.h"

namespace assay {

enum class FileOp {
  kStat,
  kList,
  kMakeDirectory,
  kMove,
  kRemove,
  kRead,
  kWrite,
  kPack,
  kUnpack,
  kPackOwn,
};

struct FileRequest {
  FileOp op = FileOp::kStat;
  std::string path = {};    // absolute
  std::string target = {};  // of kMove
  int depth = 1;            // of kList
  uint32_t mode = 0;        // of kWrite
  FileRange range = {};     // of kRead
  int seconds = 0;          // after which the worker ends itself

  std::string Encode() const;
  static Result<FileRequest> Decode(std::string_view bytes);
};

// A path of at most the kernel's length, absolute, without a NUL: it can be asked for.
bool IsUsablePath(std::string_view path);

enum class FileFrame : uint32_t {
  kPiece = 1,  // bytes of a file or tar
  kEnd,        // no more pieces
  kEntries,    // of a directory: EncodeEntries
  kSize,       // a number: the size of the file that is read
  kDone,       // the answer: nothing, a FileInfo, or a number
  kFailed,     // errno and a text
};

inline constexpr size_t kMaxFilePayload = 256 << 10;
inline constexpr size_t kFileHeader = 8;  // type and length of the payload, 32 bits each
// Of all the entries of one list together: 100,000 of ordinary length are a tenth of it.
inline constexpr int64_t kMaxListBytes = 64 << 20;

std::string EncodeFileInfo(const FileInfo& info);
// With `path` as it is there: relative to what was listed, or empty.
Result<FileInfo> DecodeFileInfo(std::string_view bytes);
// Appends; names are relative, of plain components.
void AppendEntry(const FileInfo& info, WireWriter* to);
Status DecodeEntries(std::string_view bytes, std::vector<FileInfo>* to);

std::string EncodeNumber(int64_t number);
Result<int64_t> DecodeNumber(std::string_view bytes);

// The box's own answer: kInvalidArgument with an errno.
Error FileFault(int sys_errno, std::string message);
// "cannot read /a"
Error PathFault(int sys_errno, const std::string& doing, const std::string& path);
std::string EncodeFault(const Error& error);
// Always a FileFault; the text is cut, and on one line.
Error DecodeFault(std::string_view bytes);

}  // namespace assay
