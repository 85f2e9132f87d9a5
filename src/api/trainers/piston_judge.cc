#include "api/trainers/piston_judge.h"

#include <charconv>
#include <cmath>
#include <csignal>
#include <cstring>

#include "base/text.h"

namespace assay {
namespace {

struct Row {
  const char* names[3];
  const char* id;
  const char* standard;  // of C++; null: the language has no flags here
};
constexpr Row kRows[] = {
    {{"c++", "cf_c++", "GNU C++"}, "cpp", ""},
    {{"c++0x", "cf_c++0x", "GNU C++0x"}, "cpp", "-std=c++0x"},
    {{"c++11", "cf_c++11", "GNU C++11"}, "cpp", "-std=c++11"},
    {{"c++14", "cf_c++14", "C++14 (GCC 6-32)"}, "cpp", "-std=c++14"},
    {{"c++17", "cf_c++17", "C++17 (GCC 7-32)"}, "cpp", "-std=c++17"},
    {{"c++20", "cf_c++20", "C++20 (GCC 13-64)"}, "cpp", "-std=c++20"},
    {{"python3", "cf_python3", "Python 3"}, "python", nullptr},
    {{"kotlin", "cf_kotlin", "Kotlin 1.4"}, "kotlin", nullptr},
    {{"java", "cf_java", "Java 17"}, "java", nullptr},
};

std::optional<double> NumberOf(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(number)) return std::nullopt;  // from_chars knows "nan" and "inf"
  return number;
}

std::string_view NextLine(std::string_view* text) {
  const size_t end = std::min(text->find('\n'), text->size());
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return line;
}

bool IsWordByte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_';
}

bool IsBlank(char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

std::string Normal(std::string_view text) {
  std::string normal;
  size_t at = 0;
  while (at < text.size()) {
    if (IsBlank(text[at])) {
      if (!normal.empty() && normal.back() != ' ') normal += ' ';
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && IsWordByte(text[end])) ++end;
    if (end == at) {
      normal += text[at++];
      continue;
    }
    const std::string_view word = text.substr(at, end - at);
    const std::string lower = AsciiLower(word);
    normal += lower == "yes" ? "YES" : lower == "no" ? "NO" : std::string(word);
    at = end;
  }
  if (!normal.empty() && normal.back() == ' ') normal.pop_back();
  return normal;
}

bool TimedOut(const RunResult& run) {
  return run.status == RunStatus::kCpuLimit || run.status == RunStatus::kWallLimit;
}

std::string SignalName(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? "SIG" + std::to_string(signal) : "SIG" + std::string(name);
}

std::string Shortest(double number) {
  std::string text = JsonWriter().Double(number).Take();
  if (text.size() > 2 && text.substr(text.size() - 2) == ".0") text.resize(text.size() - 2);
  return text;
}

}  // namespace

std::optional<PistonLanguage> CodeforcesLanguage(std::string_view name) {
  for (const Row& row : kRows) {
    for (const char* known : row.names) {
      if (name != known) continue;
      PistonLanguage language{row.names[0], row.id};
      if (row.standard != nullptr) {
        language.flags = {"-DONLINE_JUDGE", "-O2"};
        if (*row.standard != '\0') language.flags.emplace_back(row.standard);
      }
      return language;
    }
  }
  return std::nullopt;
}

GraderConfig ParseGraderConfig(std::string_view text) {
  GraderConfig config;
  while (!text.empty()) {
    const std::string_view line = TrimAsciiSpace(NextLine(&text));
    const size_t equals = line.find('=');
    if (equals == line.npos) continue;
    const std::string_view key = TrimAsciiSpace(line.substr(0, equals));
    const std::string_view value = TrimAsciiSpace(line.substr(equals + 1));
    if (key == "TIME_LIMIT") config.time_limit_s = NumberOf(value);
    if (key == "MEMORY_LIMIT") config.memory_limit_mb = NumberOf(value);
    if (key == "INPUT_MODE") config.files = value == "file";
  }
  return config;
}

std::string WithoutCarriageReturns(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] == '\n')) continue;
    clean += text[i];
  }
  return clean;
}

std::string WithoutEmptyLines(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::string_view line = NextLine(&text);
    if (line.empty()) continue;
    kept.append(line).append("\n");
  }
  return kept;
}

bool SameToCodeforces(std::string_view expected, std::string_view output) {
  return Normal(expected) == Normal(output);
}

PistonStage StageOf(const RunResult& run) {
  PistonStage stage;
  stage.out = run.stdout_bytes;
  stage.err = run.stderr_bytes;
  stage.run = &run;
  switch (run.status) {
    case RunStatus::kExited:
      stage.code = run.exit_code;
      if (run.exit_code != 0) stage.status = "RE";
      break;
    case RunStatus::kSignalled:
      stage.signal = SignalName(run.signal);
      stage.status = "SG";
      break;
    case RunStatus::kStartFailed:
      stage.code = 127;
      stage.err += run.start_error;
      stage.status = "RE";
      break;
    case RunStatus::kCpuLimit:
    case RunStatus::kWallLimit: stage.status = "TO"; break;
    case RunStatus::kOutputLimit: stage.status = "OL"; break;
    case RunStatus::kMemoryLimit:
    case RunStatus::kCancelled: stage.status = "SG"; break;
  }
  if (!stage.code && stage.signal.empty()) stage.signal = "SIGKILL";
  return stage;
}

std::optional<PistonStage> FailureStage(const RunResult& run, const GraderConfig& config) {
  PistonStage stage;
  stage.run = &run;
  stage.out = "0\n";
  if (TimedOut(run)) {
    stage.code = 124;
    stage.err = "Time limit exceeded (" +
                (config.time_limit_s ? Shortest(*config.time_limit_s) : std::string()) + "s)\n";
  } else if (run.status == RunStatus::kMemoryLimit) {
    stage.code = 134;
    stage.err = "Memory limit exceeded (" +
                (config.memory_limit_mb ? Shortest(*config.memory_limit_mb) : std::string()) +
                "MB)\n";
  } else if (run.status != RunStatus::kExited || run.exit_code != 0) {
    stage.code = run.status == RunStatus::kExited      ? run.exit_code
                 : run.status == RunStatus::kSignalled ? 128 + run.signal
                                                       : 1;
    stage.err =
        run.stderr_bytes + "Runtime error with exit code " + std::to_string(*stage.code) + "\n";
  } else {
    return std::nullopt;
  }
  stage.status = "RE";
  return stage;
}

PistonStage VerdictStage(const RunResult& run, bool accepted, std::string_view by, int code) {
  PistonStage stage;
  stage.run = &run;
  stage.out = accepted ? "1\n" : "0\n";
  stage.err = std::string(accepted ? "Output is correct (" : "Output isn't correct (") +
              std::string(by) + ")\n";
  stage.code = code;
  if (code != 0) stage.status = "RE";
  return stage;
}

void WriteStage(std::string_view name, const PistonStage& stage, JsonWriter* json) {
  json->Key(name).BeginObject();
  json->Key("signal");
  stage.signal.empty() ? json->Null() : json->String(stage.signal);
  json->Key("stdout").Bytes(stage.out).Key("stderr").Bytes(stage.err);
  json->Key("code");
  stage.code ? json->Int(*stage.code) : json->Null();
  json->Key("output").Bytes(stage.out + stage.err);
  json->Key("memory");
  stage.run != nullptr ? json->Int(stage.run->memory_peak_bytes) : json->Null();
  json->Key("message").Null().Key("status");
  stage.status.empty() ? json->Null() : json->String(stage.status);
  for (const bool cpu : {true, false}) {
    json->Key(cpu ? "cpu_time" : "wall_time");
    if (stage.run == nullptr) {
      json->Null();
    } else {
      json->Double(1000 * ToSeconds(cpu ? stage.run->cpu_time : stage.run->wall_time));
    }
  }
  json->EndObject();
}

}  // namespace assay
