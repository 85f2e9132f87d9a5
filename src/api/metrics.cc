#include "api/metrics.h"

#include <dirent.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace assay {
namespace {

constexpr std::array<double, 16> kBounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
                                            0.5,   1,      2.5,   5,    10,    30,   60,  300};

std::string Label(std::string_view name, std::string_view value) {
  std::string text(name);
  text += "=\"";
  for (const char c : value) {
    if (c == '\n') {
      text += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

std::string Number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

void Header(const char* name, const char* help, const char* type, std::string* out) {
  *out += std::string("# HELP ") + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
}

void Gauge(const char* name, const char* help, int64_t value, std::string* out) {
  Header(name, help, "gauge", out);
  *out += std::string(name) + " " + std::to_string(value) + "\n";
}

int64_t ResidentBytes() {
  long total = 0;
  long resident = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%ld %ld", &total, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<int64_t>(resident) * ::sysconf(_SC_PAGESIZE);
}

int64_t OpenDescriptors() {
  DIR* dir = ::opendir("/proc/self/fd");
  if (dir == nullptr) return 0;
  int64_t count = -3;  // "." and "..", and the descriptor that lists them
  while (::readdir(dir) != nullptr) ++count;
  ::closedir(dir);
  return count;
}

}  // namespace

void Metrics::Observe(Histograms* histograms, const std::string& labels, double seconds) {
  Histogram& histogram = (*histograms)[labels];
  if (histogram.buckets.empty()) histogram.buckets.resize(kBounds.size() + 1);
  size_t bucket = 0;
  while (bucket < kBounds.size() && seconds > kBounds[bucket]) ++bucket;
  ++histogram.buckets[bucket];
  ++histogram.count;
  histogram.sum += seconds;
}

void Metrics::OnRun(std::string_view language, std::string_view purpose, const RunResult& run) {
  const std::string labels = Label("language", language) + "," + Label("purpose", purpose);
  const std::string with_status = labels + "," + Label("status", ToString(run.status));
  MutexLock lock(mutex_);
  ++runs_[with_status];
  Observe(&run_cpu_, labels, ToSeconds(run.cpu_time));
  Observe(&run_wall_, labels, ToSeconds(run.wall_time));
}

void Metrics::OnRunnerError(const Error& error) {
  const std::string labels = Label("stage", error.stage);
  MutexLock lock(mutex_);
  ++runner_errors_[labels];
}

void Metrics::OnSubmission(const Submission& submission, const SubmissionResult& result) {
  const std::string language = Label("language", submission.language);
  const std::string labels = Label("verdict", ToString(result.verdict)) + "," +
                             Label("cause", ToString(result.cause)) + "," + language;
  MutexLock lock(mutex_);
  ++submissions_[labels];
  Observe(&queue_time_, "", ToSeconds(result.queue_time));
  Observe(&submission_time_, language, ToSeconds(result.total_time));
}

void Metrics::OnMath(std::string_view verdict, std::string_view reason, double seconds) {
  const std::string labels = Label("verdict", verdict) + "," + Label("reason", reason);
  MutexLock lock(mutex_);
  ++math_[labels];
  Observe(&math_time_, "", seconds);
}

void Metrics::OnMathOpinion(std::string_view verdict) {
  const std::string labels = Label("verdict", verdict);
  MutexLock lock(mutex_);
  ++math_opinions_[labels];
}

void Metrics::OnHttp(std::string_view route, int status, Nanoseconds duration) {
  const std::string label = Label("route", route);
  const std::string with_status = label + "," + Label("status", std::to_string(status));
  MutexLock lock(mutex_);
  ++http_requests_[with_status];
  Observe(&http_time_, label, ToSeconds(duration));
}

void Metrics::RenderCounters(const char* name, const char* help, const Counters& counters,
                             std::string* out) {
  Header(name, help, "counter", out);
  for (const auto& [labels, value] : counters) {
    *out += std::string(name) + "{" + labels + "} " + std::to_string(value) + "\n";
  }
}

void Metrics::RenderHistograms(const char* name, const char* help, const Histograms& histograms,
                               std::string* out) {
  Header(name, help, "histogram", out);
  for (const auto& [labels, histogram] : histograms) {
    const std::string prefix = labels.empty() ? "" : labels + ",";
    const std::string braces = labels.empty() ? "" : "{" + labels + "}";
    int64_t total = 0;
    for (size_t i = 0; i < histogram.buckets.size(); ++i) {
      total += histogram.buckets[i];
      const std::string bound = i < kBounds.size() ? Number(kBounds[i]) : "+Inf";
      *out += std::string(name) + "_bucket{" + prefix + "le=\"" + bound + "\"} " +
              std::to_string(total) + "\n";
    }
    *out += std::string(name) + "_sum" + braces + " " + Number(histogram.sum) + "\n";
    *out += std::string(name) + "_count" + braces + " " + std::to_string(histogram.count) + "\n";
  }
}

std::string Metrics::Render(const EngineStats& engine) const {
  std::string out;
  {
    MutexLock lock(mutex_);
    RenderCounters("assay_submissions_total", "Submissions finished.", submissions_, &out);
    RenderCounters("assay_runs_total", "Runs finished, by what the kernel saw.", runs_, &out);
    RenderCounters("assay_runner_errors_total", "Failures of our own environment, by stage.",
                   runner_errors_, &out);
    RenderCounters("assay_math_total", "Math answers judged by the rules.", math_, &out);
    RenderCounters("assay_math_opinions_total", "Second opinions on math answers.", math_opinions_,
                   &out);
    RenderCounters("assay_http_requests_total", "HTTP requests answered; 499: the client left.",
                   http_requests_, &out);
    RenderHistograms("assay_run_cpu_seconds", "CPU time of runs.", run_cpu_, &out);
    RenderHistograms("assay_run_wall_seconds", "Wall time of runs.", run_wall_, &out);
    RenderHistograms("assay_queue_seconds", "Time from admission to first dispatch.", queue_time_,
                     &out);
    RenderHistograms("assay_submission_seconds", "Time from first dispatch to the verdict.",
                     submission_time_, &out);
    RenderHistograms("assay_math_seconds", "Time to verify one math answer.", math_time_, &out);
    RenderHistograms("assay_http_request_seconds", "Time from request to complete answer.",
                     http_time_, &out);
  }
  Gauge("assay_queued_submissions", "Submissions admitted and not finished.",
        engine.queued_submissions, &out);
  Gauge("assay_queued_bytes", "Code and test data of those.", engine.queued_bytes, &out);
  Gauge("assay_running_tasks", "Compile, test and checker runs under way.", engine.running_tasks,
        &out);
  Gauge("assay_slots", "Runs that may be timed at once.", engine.slots, &out);
  Gauge("assay_draining", "1 while shutting down.", engine.draining ? 1 : 0, &out);
  if (http_stats_) {
    const HttpServerStats http = http_stats_();
    Gauge("assay_http_connections", "Open connections.", http.connections, &out);
    Gauge("assay_http_buffered_bytes", "Request bodies being held.", http.buffered_request_bytes,
          &out);
  }
  Gauge("process_resident_memory_bytes", "Resident memory of the server.", ResidentBytes(), &out);
  Gauge("process_open_fds", "Open descriptors of the server.", OpenDescriptors(), &out);
  return out;
}

}  // namespace assay
