// What E2B's clients are told when something with a file goes wrong: by a status on /files, by a
// code on filesystem.Filesystem; their errors are made from it. And paths and files as both speak
// of them. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "api/connect/connect_error.h"
#include "base/result.h"
#include "net/http.h"
#include "runner/live_box.h"
#include "sessions/sandboxes.h"

namespace assay {

struct FileFault {
  int status = 500;
  ConnectCode code = ConnectCode::kInternal;
  std::string message;
};
// Of the box's answer about `path`, or of the sandbox itself.
FileFault FaultOfFile(const Error& error, const Sandbox& sandbox, std::string_view path);
void SendFileFault(const HttpReplyPtr& reply, const FileFault& fault);

// "notes.txt" -> kLiveHome "/notes.txt", "~/notes.txt" likewise.
std::string AbsolutePath(std::string_view path);
// Its last part.
std::string NameOf(std::string_view path);
// "-rw-r--r--"
std::string PermissionsOf(const FileInfo& info);

}  // namespace assay
