#include "audit/audit_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <utility>

#include "base/clock.h"
#include "base/log.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr auto kWarnEvery = std::chrono::minutes(1);

UniqueFd OpenFile(const std::string& path) {
  return UniqueFd(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640));
}

double Now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<double>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()) /
         1000;
}

std::string LineOf(const AuditEntry& entry) {
  JsonWriter json;
  json.BeginObject().Key("time").Double(Now());
  const auto text = [&json](const char* key, const std::string& value) {
    if (!value.empty()) json.Key(key).Bytes(value);
  };
  text("name", entry.name);
  text("role", entry.role);
  text("tenant", entry.tenant);
  text("peer", entry.peer);
  text("method", entry.method);
  text("route", entry.route);
  text("run", entry.run);
  text("problem", entry.problem);
  text("sandbox", entry.sandbox);
  json.Key("bytes_in").Int(entry.bytes_in).Key("bytes_out").Int(entry.bytes_out);
  json.Key("status").Int(entry.status).Key("ms").Double(std::round(entry.ms * 1000) / 1000);
  return json.EndObject().Take() + "\n";
}

}  // namespace

Result<std::unique_ptr<AuditLog>> AuditLog::Open(const std::string& path) {
  UniqueFd file = OpenFile(path);
  if (!file) {
    return Error{ErrorCode::kInvalidArgument, "audit", errno, path + ": cannot be appended to"};
  }
  return std::unique_ptr<AuditLog>(new AuditLog(path, std::move(file)));
}

AuditLog::AuditLog(std::string path, UniqueFd file)
    : path_(std::move(path)), file_(std::move(file)), writer_([this] { Write(); }) {}

AuditLog::~AuditLog() {
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  writer_.join();
}

void AuditLog::Add(const AuditEntry& entry) {
  std::string line = LineOf(entry);
  MutexLock lock(mutex_);
  if (queue_.size() >= kMostQueued) {
    ++stats_.lost;
    ++unsaid_;
    return;
  }
  queue_.push_back(std::move(line));
  if (queue_.size() == 1) changed_.NotifyOne();
}

void AuditLog::Reopen() {
  MutexLock lock(mutex_);
  reopen_ = true;
  changed_.NotifyOne();
}

void AuditLog::Flush() {
  MutexLock lock(mutex_);
  while (!queue_.empty() || busy_ || reopen_) written_out_.Wait(mutex_);
}

AuditLog::Stats AuditLog::stats() const {
  MutexLock lock(mutex_);
  Stats stats = stats_;
  stats.queued = static_cast<int64_t>(queue_.size());
  return stats;
}

bool AuditLog::Append(const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = ::write(file_.get(), text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      const int error = errno;
      torn_ = torn_ || done > 0;
      const SteadyTime now = std::chrono::steady_clock::now();
      if (now - warned_ >= kWarnEvery) {
        warned_ = now;
        spdlog::error("the audit log loses lines: {}",
                      SystemError("audit", error, path_).ToString());
      }
      return false;
    }
    done += static_cast<size_t>(wrote);
  }
  return true;
}

int64_t AuditLog::WriteLines(const std::deque<std::string>& lines, int64_t lost_before) {
  if (torn_) {
    if (!Append("\n")) return 0;
    torn_ = false;
  }
  if (lost_before > 0) {
    JsonWriter json;
    json.BeginObject().Key("time").Double(Now()).Key("lost").Int(lost_before).EndObject();
    if (!Append(json.Take() + "\n")) return 0;
  }
  int64_t whole = 0;
  for (const std::string& line : lines) {
    if (!Append(line)) break;
    ++whole;
  }
  return whole;
}

void AuditLog::Write() {
  while (true) {
    std::deque<std::string> lines;
    int64_t lost = 0;
    bool reopen = false;
    {
      MutexLock lock(mutex_);
      while (queue_.empty() && !reopen_ && !ending_) changed_.Wait(mutex_);
      if (queue_.empty() && !reopen_) return;
      lines.swap(queue_);
      lost = unsaid_;
      reopen = std::exchange(reopen_, false);
      busy_ = true;
    }
    if (reopen) {
      UniqueFd file = OpenFile(path_);
      if (file) {
        file_ = std::move(file);
        torn_ = false;
      } else {
        spdlog::error("the audit log goes on in the old file: {}",
                      SystemError("audit", errno, path_).ToString());
      }
    }
    const int64_t whole = lines.empty() ? 0 : WriteLines(lines, lost);
    MutexLock lock(mutex_);
    busy_ = false;
    stats_.written += whole;
    if (whole > 0) unsaid_ -= lost;
    const int64_t failed = static_cast<int64_t>(lines.size()) - whole;
    stats_.lost += failed;
    unsaid_ += failed;
    written_out_.NotifyAll();
  }
}

}  // namespace assay
