#include "env/registry/registry.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/whole_file.h"
#include "net/http_client.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.registry";
constexpr int64_t kMostIndexBytes = 64 << 20;
// Of a whole answer: a pack of the largest size on a slow line.
constexpr auto kPatience = std::chrono::hours(6);
constexpr auto kIndexPatience = std::chrono::minutes(5);

Error AtPlace(const std::string& place, const Error& error) {
  return Error{error.code, error.stage, error.sys_errno, place + ": " + error.message};
}

Error NotTheEntry(const IndexEntry& entry, const char* what) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0,
               fmt::format("{} {}: the registry's file is not the one that its index names: {}",
                           entry.pack.name, entry.pack.version.ToString(), what)};
}

class FolderRegistry final : public Registry {
 public:
  explicit FolderRegistry(std::string folder) : folder_(std::move(folder)) {}

  Result<Index> ReadIndex() override {
    const std::string path = folder_ + "/" + std::string(kIndexFile);
    const auto text = ReadFile(path, kStage, kMostIndexBytes);
    if (!text.ok()) return text.error();
    auto index = ParseIndex(*text);
    if (!index.ok()) return AtPlace(path, index.error());
    return index;
  }

 protected:
  Status Copy(const IndexEntry& entry, int fd) override {
    const std::string path = fmt::format("{}/{}/{}", folder_, kPackFolder, entry.FileName());
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) {
      return SystemError(kStage, errno, path + " cannot be read");
    }
    if (found.st_size != entry.pack.bytes) return NotTheEntry(entry, "it has another size");
    return CopyFile(path, fd);
  }

 private:
  const std::string folder_;
};

class WebRegistry final : public Registry {
 public:
  explicit WebRegistry(std::string url)
      : url_(std::move(url)),
        client_({.ca_file = "", .environment_proxies = true, .max_answer_bytes = kMostIndexBytes}) {
  }

  Result<Index> ReadIndex() override {
    HttpCall call = Get(url_ + "/" + std::string(kIndexFile));
    call.deadline = std::chrono::steady_clock::now() + kIndexPatience;
    const auto answer = client_.Send(call);
    if (!answer.ok()) return AtPlace(call.url, answer.error());
    if (answer->status != 200) return Refusal(call.url, answer->status);
    auto index = ParseIndex(answer->body);
    if (!index.ok()) return AtPlace(call.url, index.error());
    return index;
  }

 protected:
  Status Copy(const IndexEntry& entry, int fd) override {
    HttpCall call = Get(fmt::format("{}/{}/{}", url_, kPackFolder, entry.FileName()));
    call.deadline = std::chrono::steady_clock::now() + kPatience;
    int64_t left = entry.pack.bytes;
    Status written;
    call.sink = [&](std::string_view piece) {
      left -= static_cast<int64_t>(piece.size());
      if (left < 0) return false;
      written = WriteAll(fd, piece, call.url, kStage);
      return written.ok();
    };
    const auto answer = client_.Send(call);
    if (left < 0) return NotTheEntry(entry, "it has another size");
    if (!written.ok()) return written;
    if (!answer.ok()) return AtPlace(call.url, answer.error());
    if (answer->status != 200) return Refusal(call.url, answer->status);
    return {};
  }

 private:
  HttpCall Get(std::string url) const {
    HttpCall call;
    call.method = "GET";
    call.url = std::move(url);
    return call;
  }

  static Error Refusal(const std::string& url, int status) {
    const bool moved = status >= 300 && status < 400;
    return Error{ErrorCode::kUnavailable, kStage, 0,
                 fmt::format("{}: the server answers {}{}", url, status,
                             moved ? "; redirects are not followed: name where it leads" : "")};
  }

  const std::string url_;
  HttpClient client_;
};

}  // namespace

Result<std::unique_ptr<Registry>> Registry::Open(const std::string& location) {
  std::string place = location;
  while (place.size() > 1 && place.back() == '/') place.pop_back();
  if (place.find("://") != std::string::npos) {
    const auto url = ParseHttpUrl(place);
    if (!url || !url->bare) {
      return Error{ErrorCode::kInvalidArgument, kStage, 0,
                   "'" + location + "' is no http or https URL without query and password"};
    }
    return std::unique_ptr<Registry>(std::make_unique<WebRegistry>(place));
  }
  return std::unique_ptr<Registry>(std::make_unique<FolderRegistry>(place));
}

Status Registry::Fetch(const IndexEntry& entry, NewFile* to) {
  ASSAY_RETURN_IF_ERROR(Copy(entry, to->fd()));
  ASSAY_ASSIGN_OR_RETURN(const FileFacts facts, FactsOf(to->Path()));
  if (facts.bytes != entry.pack.bytes) return NotTheEntry(entry, "it has another size");
  if (facts.sha256 != entry.pack.sha256) return NotTheEntry(entry, "it has another hash");
  return {};
}

}  // namespace assay::env
