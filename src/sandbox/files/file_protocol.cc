#include "sandbox/files/file_protocol.h"

#include <linux/limits.h>

#include <algorithm>
#include <cerrno>

#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kMaxFaultText = 400;

Error Malformed() {
  return FileFault(EPROTO, "the box's file worker sent what is no answer");
}

// "a/b": neither absolute nor empty, without "." and "..", so that it stays below what it is
// joined to.
bool IsPlainRelative(std::string_view name) {
  if (name.empty() || name.size() >= PATH_MAX || name.find('\0') != name.npos) return false;
  while (true) {
    const size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    if (part.empty() || part == "." || part == "..") return false;
    if (slash == name.npos) return true;
    name.remove_prefix(slash + 1);
  }
}

bool ReadInfo(WireReader* reader, FileInfo* info) {
  info->path = reader->Bytes();
  const int64_t kind = reader->Number();
  info->bytes = reader->Number();
  info->mode = static_cast<uint32_t>(reader->Number()) & 07777;
  info->modified_ns = reader->Number();
  info->link_target = reader->Bytes();
  if (!reader->ok() || kind < 0 || kind > static_cast<int64_t>(FileKind::kOther) ||
      info->bytes < 0 || info->link_target.size() >= PATH_MAX ||
      info->link_target.find('\0') != std::string::npos) {
    return false;
  }
  info->kind = static_cast<FileKind>(kind);
  return true;
}

}  // namespace

bool IsUsablePath(std::string_view path) {
  return StartsWith(path, "/") && path.size() < PATH_MAX && path.find('\0') == path.npos;
}

std::string FileRequest::Encode() const {
  WireWriter writer;
  writer.Number(static_cast<int64_t>(op));
  writer.Bytes(path);
  writer.Bytes(target);
  writer.Number(depth);
  writer.Number(mode);
  writer.Number(range.offset);
  writer.Number(range.bytes);
  writer.Number(seconds);
  return writer.bytes();
}

Result<FileRequest> FileRequest::Decode(std::string_view bytes) {
  WireReader reader(bytes);
  FileRequest request;
  const int64_t op = reader.Number();
  request.path = reader.Bytes();
  request.target = reader.Bytes();
  const int64_t depth = reader.Number();
  request.mode = static_cast<uint32_t>(reader.Number()) & 0777;
  request.range.offset = reader.Number();
  request.range.bytes = reader.Number();
  const int64_t seconds = reader.Number();
  const bool has_target = op == static_cast<int64_t>(FileOp::kMove);
  if (!reader.complete() || op < 0 || op > static_cast<int64_t>(FileOp::kPackOwn) || depth < 0 ||
      depth > PATH_MAX || seconds < 0 || seconds > 1 << 30 || !IsUsablePath(request.path) ||
      (has_target ? !IsUsablePath(request.target) : !request.target.empty())) {
    return FileFault(EPROTO, "no request to a file worker");
  }
  request.op = static_cast<FileOp>(op);
  request.depth = static_cast<int>(depth);
  request.seconds = static_cast<int>(seconds);
  return request;
}

void AppendEntry(const FileInfo& info, WireWriter* to) {
  to->Bytes(info.path);
  to->Number(static_cast<int64_t>(info.kind));
  to->Number(info.bytes);
  to->Number(info.mode);
  to->Number(info.modified_ns);
  to->Bytes(info.link_target);
}

std::string EncodeFileInfo(const FileInfo& info) {
  WireWriter writer;
  AppendEntry(info, &writer);
  return writer.bytes();
}

Result<FileInfo> DecodeFileInfo(std::string_view bytes) {
  WireReader reader(bytes);
  FileInfo info;
  if (!ReadInfo(&reader, &info) || !reader.complete()) return Malformed();
  if (!info.path.empty() && !IsPlainRelative(info.path)) return Malformed();
  return info;
}

Status DecodeEntries(std::string_view bytes, std::vector<FileInfo>* to) {
  WireReader reader(bytes);
  while (!reader.complete()) {
    FileInfo info;
    if (!ReadInfo(&reader, &info) || !IsPlainRelative(info.path)) return Malformed();
    to->push_back(std::move(info));
  }
  return {};
}

std::string EncodeNumber(int64_t number) {
  WireWriter writer;
  writer.Number(number);
  return writer.bytes();
}

Result<int64_t> DecodeNumber(std::string_view bytes) {
  WireReader reader(bytes);
  const int64_t number = reader.Number();
  if (!reader.complete() || number < 0) return Malformed();
  return number;
}

Error FileFault(int sys_errno, std::string message) {
  return Error{ErrorCode::kInvalidArgument, "files", sys_errno, std::move(message)};
}

Error PathFault(int sys_errno, const std::string& doing, const std::string& path) {
  return FileFault(sys_errno, "cannot " + doing + " " + path.substr(0, 256));
}

std::string EncodeFault(const Error& error) {
  WireWriter writer;
  writer.Number(error.sys_errno);
  writer.Bytes(std::string_view(error.message).substr(0, kMaxFaultText));
  return writer.bytes();
}

Error DecodeFault(std::string_view bytes) {
  WireReader reader(bytes);
  const int64_t number = reader.Number();
  const std::string_view text = reader.Bytes();
  if (!reader.complete() || number <= 0 || number > 4095) return Malformed();
  std::string message = ReplaceInvalidUtf8(text.substr(0, kMaxFaultText));
  std::replace_if(
      message.begin(), message.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return FileFault(static_cast<int>(number), std::move(message));
}

}  // namespace assay
