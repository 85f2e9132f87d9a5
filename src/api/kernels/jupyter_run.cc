#include "api/kernels/jupyter_run.h"

#include <algorithm>
#include <utility>

#include "api/kernels/kernel_deps.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr int64_t kMostFetched = 64 << 20;  // of all files together
constexpr uint32_t kFileMode = 0644;

void WriteError(std::string_view name, std::string_view value, std::string_view traceback,
                JsonWriter* json) {
  json->BeginObject().Key("ename").Bytes(name).Key("evalue").Bytes(value);
  json->Key("traceback").BeginArray();
  while (!traceback.empty()) {
    const size_t end = std::min(traceback.find('\n'), traceback.size());
    json->Bytes(traceback.substr(0, end));
    traceback.remove_prefix(std::min(end + 1, traceback.size()));
  }
  json->EndArray().EndObject();
}

void WriteCell(const CellOutput& output, const CellEnd& end, JsonWriter* json) {
  json->BeginObject().Key("stdout").String(output.out).Key("stderr").String(output.err);
  json->Key("display").BeginArray();
  for (const CellEvent& event : output.shown) json->Raw(event.data);
  json->EndArray().Key("error").BeginArray();
  for (const CellEvent& error : output.errors) {
    WriteError(error.name, error.value, error.traceback, json);
  }
  // A cell that was stopped or killed has an error, whatever it said itself.
  if (output.errors.empty() && end.status != CellStatus::kOk) {
    const bool in_time = end.status != CellStatus::kTimeout;
    WriteError(in_time ? "KernelDied" : "CellTimeout", end.message, end.message, json);
  }
  json->EndArray().EndObject();
}

}  // namespace

JupyterRun::JupyterRun(JupyterRequest request, std::string tenant, std::string pod_name,
                       Kernels& kernels, HttpReplyPtr reply)
    : request_(std::move(request)),
      tenant_(std::move(tenant)),
      pod_name_(std::move(pod_name)),
      kernels_(kernels),
      reply_(std::move(reply)),
      began_(std::chrono::steady_clock::now()),
      deadline_(began_ + CellTime(request_.total_timeout_s)) {
  cells_.BeginArray();
}

void JupyterRun::Begin(const Result<KernelPtr>& kernel) {
  if (!kernel.ok()) return Answer(Outcome::kFailed, kernel.error().message);
  kernel_ = *kernel;
  if (request_.files.empty()) return NextCell();
  PutFiles();
}

void JupyterRun::PutFiles() {
  kernel_->sandbox()->WithFiles([self = shared_from_this()](Result<LiveFiles*> files) {
    if (!files.ok()) return self->FetchFiles(Outcome::kFailed, files.error().message);
    for (const auto& [path, blob] : self->request_.files) {
      bool given = false;
      const auto source = [&given, &content = blob]() -> Result<std::string> {
        return std::exchange(given, true) ? std::string() : std::string(content->view());
      };
      const auto written = (*files)->Write(path, kFileMode, source, self->deadline_);
      if (!written.ok()) {
        return self->Answer(Outcome::kFailed, path + ": " + written.error().message);
      }
    }
    self->NextCell();
  });
}

void JupyterRun::NextCell() {
  if (next_ == request_.cells.size()) return FetchFiles(Outcome::kDone, "");
  const Nanoseconds left = deadline_ - std::chrono::steady_clock::now();
  if (left <= Nanoseconds{0}) return FetchFiles(Outcome::kOutOfTime, "");
  CellRequest cell;
  cell.code = request_.cells[next_++];
  cell.timeout = left;
  if (request_.cell_timeout_s > 0) cell.timeout = std::min(left, CellTime(request_.cell_timeout_s));
  RunCell(kernel_, std::move(cell), reply_,
          [self = shared_from_this()](const CellOutput& output, const Result<CellEnd>& end) {
            self->OnCell(output, end);
          });
}

void JupyterRun::OnCell(const CellOutput& output, const Result<CellEnd>& end) {
  if (!end.ok()) return FetchFiles(Outcome::kFailed, end.error().message);
  WriteCell(output, *end, &cells_);
  NextCell();
}

void JupyterRun::FetchFiles(Outcome outcome, const std::string& message) {
  if (request_.fetch_files.empty() || outcome == Outcome::kFailed) return Answer(outcome, message);
  kernel_->sandbox()->WithFiles(
      [self = shared_from_this(), outcome, message](Result<LiveFiles*> files) {
        if (!files.ok()) return self->Answer(Outcome::kFailed, files.error().message);
        int64_t room = kMostFetched;
        const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        for (const std::string& path : self->request_.fetch_files) {
          std::string content;
          const auto sink = [&](std::string_view piece) {
            room -= static_cast<int64_t>(piece.size());
            content += piece;
            return room >= 0;
          };
          const auto read = (*files)->Read(path, {}, sink, deadline);
          if (room < 0) return self->Answer(Outcome::kFailed, "fetch_files are more than 64 MiB");
          if (!read.ok()) {
            const Error& error = read.error();
            // What isn't there isn't in the answer, as with the peers. What may be there is.
            if (error.code == ErrorCode::kInvalidArgument && !HasBrokenOff(error)) continue;
            return self->Answer(Outcome::kFailed, path + ": " + error.message);
          }
          self->fetched_[path] = Base64Encode(content);
        }
        self->Answer(outcome, message);
      });
}

void JupyterRun::Answer(Outcome outcome, const std::string& message) {
  if (kernel_ != nullptr) kernels_.Close(tenant_, kernel_->id());
  const bool done = outcome == Outcome::kDone;
  JsonWriter json;
  json.BeginObject().Key("status");
  json.String(done ? "Success" : outcome == Outcome::kFailed ? "SandboxError" : "Failed");
  std::string said = message;
  if (outcome == Outcome::kOutOfTime) {
    said = "total_timeout is over: " + std::to_string(next_) + " of " +
           std::to_string(request_.cells.size()) + " cells ran";
  }
  json.Key("message").Bytes(said).Key("driver").BeginObject();
  json.Key("status").String(outcome == Outcome::kOutOfTime ? "TimeLimitExceeded"
                            : done                         ? "Finished"
                                                           : "Error");
  json.Key("execution_time").Double(ToSeconds(std::chrono::steady_clock::now() - began_));
  json.Key("return_code");
  if (done) {
    json.Int(0);
  } else {
    json.Null();
  }
  json.Key("stdout").String("").Key("stderr").String("").EndObject();
  json.Key("cells").Raw(cells_.EndArray().text()).Key("executor_pod_name");
  if (pod_name_.empty()) {
    json.Null();
  } else {
    json.Bytes(pod_name_);
  }
  json.Key("files").BeginObject();
  for (const auto& [path, content] : fetched_) json.Key(ReplaceInvalidUtf8(path)).String(content);
  SendJson(reply_, 200, json.EndObject().EndObject().Take());
}

}  // namespace assay
