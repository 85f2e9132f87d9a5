#include "telemetry/logs/logging.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <spdlog/sinks/sink.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/log.h"
#include "base/mutex.h"
#include "base/work/request_scope.h"
#include "telemetry/logs/log_sampler.h"
#include "text/json_writer.h"

namespace assay {
namespace {

LogLevel LevelOf(spdlog::level::level_enum level) {
  switch (level) {
    case spdlog::level::trace: return LogLevel::kTrace;
    case spdlog::level::debug: return LogLevel::kDebug;
    case spdlog::level::info: return LogLevel::kInfo;
    case spdlog::level::warn: return LogLevel::kWarn;
    default: return LogLevel::kError;
  }
}

constexpr const char* kNames[] = {"trace", "debug", "info", "warn", "error"};
constexpr const char* kColours[] = {"37", "36", "32", "33", "31"};  // as terminals number them

class ProcessSink final : public spdlog::sinks::sink {
 public:
  void log(const spdlog::details::log_msg& message) override {
    const SteadyTime now = std::chrono::steady_clock::now();
    LogLine line;
    line.time = std::chrono::duration<double>(message.time.time_since_epoch()).count();
    line.level = LevelOf(message.level);
    line.message.assign(message.payload.data(), message.payload.size());
    line.request = CurrentRequest();
    MutexLock lock(mutex_);
    for (const LogSampler::LeftOut& over : sampler_.TakeOver(now)) {
      LogLine told;
      told.time = line.time;
      told.level = over.level;
      told.message =
          fmt::format("{} more lines like this were left out: {}", over.count, over.example);
      Write(std::move(told));
    }
    const bool passes = sampler_.Passes(line.level, line.message, now);
    left_out = sampler_.left_out();
    if (!passes) return;
    Write(std::move(line));
  }
  void flush() override {}
  // The format is ours.
  void set_pattern(const std::string&) override {}
  void set_formatter(std::unique_ptr<spdlog::formatter>) override {}

  LogTail tail;
  std::atomic<bool> json{false};
  std::atomic<int64_t> left_out{0};

 private:
  void Write(LogLine line) ASSAY_REQUIRES(mutex_) {
    std::string text = json ? Json(line) : Text(line);
    text += '\n';
    std::string_view left = text;
    while (!left.empty()) {
      const ssize_t written = ::write(STDERR_FILENO, left.data(), left.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) break;  // nobody reads it: the tail still has it
      left.remove_prefix(static_cast<size_t>(written));
    }
    tail.Add(std::move(line));
  }

  std::string Text(const LogLine& line) const {
    const auto time = static_cast<std::time_t>(line.time);
    const auto level = static_cast<size_t>(line.level);
    std::string text =
        fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03} ", fmt::localtime(time),
                    static_cast<int>((line.time - static_cast<double>(time)) * 1000));
    text += colours_ ? fmt::format("\033[{}m{}\033[m", kColours[level], kNames[level])
                     : std::string(kNames[level]);
    text += ' ';
    text += line.message;
    if (!line.request.empty()) text += " request=" + line.request;
    return text;
  }

  static std::string Json(const LogLine& line) {
    JsonWriter json;
    json.BeginObject().Key("time").Double(line.time);
    json.Key("level").String(kNames[static_cast<size_t>(line.level)]);
    json.Key("message").Bytes(line.message);
    if (!line.request.empty()) json.Key("request").Bytes(line.request);
    return json.EndObject().Take();
  }

  const bool colours_ = ::isatty(STDERR_FILENO) != 0;
  Mutex mutex_;
  LogSampler sampler_ ASSAY_GUARDED_BY(mutex_);
};

// Never destroyed: threads may log until the very end.
ProcessSink& Sink() {
  static auto& sink = *new std::shared_ptr<ProcessSink>(std::make_shared<ProcessSink>());
  return *sink;
}

std::shared_ptr<ProcessSink> SharedSink() {
  return std::shared_ptr<ProcessSink>(std::shared_ptr<void>(), &Sink());
}

}  // namespace

void InitServerLog(const LogOptions& options) {
  SetLogFormat(options.format);
  spdlog::set_default_logger(std::make_shared<spdlog::logger>("assay", SharedSink()));
  SetLogLevel(options.level);
}

void SetLogLevel(std::string_view level) {
  auto parsed = spdlog::level::from_str(std::string(level));
  if (parsed == spdlog::level::off && level != "off") parsed = spdlog::level::info;
  spdlog::set_level(parsed);
}

void SetLogFormat(std::string_view format) {
  Sink().json = format == "json";
}

const LogTail& ProcessLogTail() {
  return Sink().tail;
}

int64_t LogLinesLeftOut() {
  return Sink().left_out;
}

}  // namespace assay
