#include "shadow/log/read_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "base/fd.h"
#include "base/whole_file.h"
#include "data/rows/rows.h"
#include "shadow/log/exchange_line.h"
#include "shadow/log/har.h"

namespace assay::shadow {
namespace {

constexpr int64_t kMostHarBytes = 2LL << 30;
constexpr size_t kLookedAt = 64 << 10;

Error Invalid(const std::string& path, const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, "shadow.log", 0, path + ": " + message};
}

// An object whose first member is "log" is HAR; an exchange begins otherwise.
Result<bool> IsHar(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return Invalid(path, std::strerror(errno));
  std::string begin(kLookedAt, '\0');
  const ssize_t count = ::read(fd.get(), begin.data(), begin.size());
  if (count < 0) return Invalid(path, std::strerror(errno));
  begin.resize(static_cast<size_t>(count));
  std::string solid;
  for (const char c : begin) {
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') solid += c;
    if (solid.size() >= 16) break;
  }
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (solid.compare(0, kByteOrderMark.size(), kByteOrderMark) == 0) solid.erase(0, 3);
  return solid.compare(0, 7, R"({"log":)") == 0;
}

Status ReadHar(const std::string& path, const std::function<Status(Exchange)>& on_exchange) {
  ASSAY_ASSIGN_OR_RETURN(std::string text, ReadFile(path, "shadow.log", kMostHarBytes));
  if (text.compare(0, 3, "\xef\xbb\xbf") == 0) text.erase(0, 3);
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  if (!document) {
    return Invalid(path, fmt::format("{} at byte {}", error.message, error.offset));
  }
  std::optional<Error> stopped;
  const Status read = ForEachHarEntry(document->root(), [&](Exchange exchange) {
    if (stopped) return;
    const Status status = on_exchange(std::move(exchange));
    if (!status.ok()) stopped = status.error();
  });
  if (stopped) return *stopped;
  return read.ok() ? read : Status(Invalid(path, read.error().message));
}

}  // namespace

Status ReadLog(const std::string& path, const std::function<Status(Exchange)>& on_exchange) {
  ASSAY_ASSIGN_OR_RETURN(const bool har, IsHar(path));
  if (har) return ReadHar(path, on_exchange);
  return ForEachRow(path, [&](std::string_view row) -> Status {
    JsonError error;
    const auto document = JsonDocument::Parse(row, &error);
    std::string fault;
    std::optional<Exchange> exchange;
    if (document) {
      exchange = ReadExchange(document->root(), &fault);
    } else {
      fault = error.message;
    }
    if (!exchange) return Error{ErrorCode::kInvalidArgument, "shadow.log", 0, fault};
    return on_exchange(*std::move(exchange));
  });
}

}  // namespace assay::shadow
